package workbench

import (
	"context"
	"strconv"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Carve makes a puzzle from a setter's board: see carve.Here.
func (b *Bench) Carve(ctx context.Context, family puzzle.Family, inst puzzle.Instance, req web.CarveRequest, report func(puzzle.Progress)) (puzzle.Generated, error) {
	opt := carve.HereOptions{Class: req.Class, Classes: classes(family), Givens: req.Givens, Keep: req.Keep, Report: report}
	if req.Class != "" {
		if err := (puzzle.Settings{"class": req.Class}).Validate(options(family)); err != nil {
			return puzzle.Generated{}, err
		}
	}
	if fill := family.About().Fill; fill != nil {
		settings := puzzle.Settings{}
		if req.Class != "" {
			settings["class"] = req.Class
		}
		if !req.Keep {
			return family.(puzzle.Generator).Generate(ctx, inst.Params(), settings, puzzle.Stream(family, req.Seed, 0), report)
		}
		return fill(ctx, inst, settings, puzzle.Stream(family, req.Seed, 0), report)
	}
	if gen, ok := family.(puzzle.Generator); ok && blank(inst) {
		// From nothing, the family's own generator is the better way: its boards are even, and it is fast.
		settings := puzzle.Settings{}
		if req.Class != "" {
			settings["class"] = req.Class
		}
		if cells := cellsOf(inst); req.Givens > 0 && req.Givens < cells {
			settings["empties"] = strconv.Itoa(cells - req.Givens)
		}
		return gen.Generate(ctx, inst.Params(), settings, puzzle.Stream(family, req.Seed, 0), report)
	}
	return carve.Here(ctx, inst, opt, puzzle.Stream(family, req.Seed, 0).Derive("carve"))
}

// blank reports whether nothing is given on a board that only values are given to.
func blank(inst puzzle.Instance) bool {
	ed, ok := inst.(puzzle.Editable)
	return ok && cellsOf(inst) > 0 && len(ed.Removals()) == 0
}

// cellsOf gives the number of cells of a grid; 0 for other boards.
func cellsOf(inst puzzle.Instance) int {
	v, ok := inst.(puzzle.Shown)
	if !ok {
		return 0
	}
	view, err := v.View("en")
	if err != nil || view.Grid == nil {
		return 0
	}
	return view.Grid.Rows * view.Grid.Cols
}

func options(f puzzle.Family) []puzzle.Option {
	if g, ok := f.(puzzle.Generator); ok {
		return g.Options()
	}
	return nil
}

// classes lists a family's difficulty classes, the easiest first.
func classes(f puzzle.Family) []string {
	for _, o := range options(f) {
		if o.Name == "class" {
			return o.Values
		}
	}
	return nil
}
