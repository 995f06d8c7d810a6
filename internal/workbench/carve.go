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
	settings := puzzle.Settings{}
	for name, value := range map[string]string{"class": req.Class, "technique": req.Needs} {
		if value != "" {
			settings[name] = value
		}
	}
	gen, makes := family.(puzzle.Generator)
	if makes {
		if err := puzzle.CheckSettings(gen, inst.Params(), settings); err != nil {
			return puzzle.Generated{}, err
		}
	}
	stream := puzzle.Stream(family, req.Seed, 0)
	if fill := family.About().Fill; fill != nil {
		if !req.Keep {
			return gen.Generate(ctx, inst.Params(), settings, stream, report)
		}
		return fill(ctx, inst, settings, stream, report)
	}
	if makes && blank(inst) {
		// From nothing, the family's own generator is the better way: its boards are even, and it is fast.
		if cells := cellsOf(inst); req.Givens > 0 && req.Givens < cells {
			settings["empties"] = strconv.Itoa(cells - req.Givens)
		}
		return gen.Generate(ctx, inst.Params(), settings, stream, report)
	}
	opt := carve.HereOptions{Class: req.Class, Classes: classes(family), Givens: req.Givens, Keep: req.Keep, Report: report}
	return carve.Here(ctx, inst, opt, stream.Derive("carve"))
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

// classes lists a family's difficulty classes, the easiest first.
func classes(f puzzle.Family) []string {
	if g, ok := f.(puzzle.Generator); ok {
		for _, o := range g.Options() {
			if o.Name == "class" {
				return o.Values
			}
		}
	}
	return nil
}
