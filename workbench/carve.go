package workbench

import (
	"context"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/web"
)

// Carve makes a puzzle from a setter's board: see carve.Here.
func (b *Bench) Carve(ctx context.Context, family puzzle.Family, inst puzzle.Instance, req web.CarveRequest, report func(puzzle.Progress)) (puzzle.Generated, error) {
	opt := carve.HereOptions{Class: req.Class, Classes: classes(family), Givens: req.Givens, Keep: req.Keep, Report: report}
	if req.Class != "" {
		if err := (puzzle.Settings{"class": req.Class}).Validate(options(family)); err != nil {
			return puzzle.Generated{}, err
		}
	}
	return carve.Here(ctx, inst, opt, puzzle.Stream(family, req.Seed, 0).Derive("carve"))
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
