package declared

import (
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Classes carves one full board to the end and sorts every puzzle met on the way, and its images under the family's symmetries, by class:
// the paper's PuzzComplDict. Each has one solution, which the solver has proved on the way. Every image is rated by itself: where a puzzle
// has several cheapest ways, the one that explaining takes may be of another class in an image.
func (f *Family) Classes(ctx context.Context, pp puzzle.Params, r *rng.Stream, report func(puzzle.Progress)) (carve.Result[*Instance], error) {
	p, ok := pp.(params)
	if !ok {
		return carve.Result[*Instance]{}, fmt.Errorf("parameters of another family: %v", pp)
	}
	p, err := f.complete(p)
	if err != nil {
		return carve.Result[*Instance]{}, err
	}
	sorted, err := f.parts(ctx)
	if err != nil {
		return carve.Result[*Instance]{}, err
	}
	d := &definition{f: f, p: p, sort: sorted}
	defer d.close()
	complexity := func(ctx context.Context, inst *Instance) (string, error) {
		rating, err := inst.Rate(ctx)
		return rating.Class, err
	}
	return carve.GenPuzzles(ctx, d, complexity, []carve.Transformation[*Instance]{images}, carve.Options{Report: report, Strategy: &chooser{d: d}}, r)
}

// images gives the images of a puzzle under the family's symmetries.
func images(inst *Instance, _ *carve.Stream) ([]*Instance, error) {
	var out []*Instance
	seen := map[string]bool{inst.Desc(): true}
	for _, s := range inst.f.file.Turns() {
		b, err := inst.b.Turn(s)
		if errors.Is(err, rules.ErrUnturned) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if j := inst.f.instance(b); !seen[j.Desc()] {
			seen[j.Desc()] = true
			out = append(out, j)
		}
	}
	return out, nil
}
