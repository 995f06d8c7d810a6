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
// the paper's PuzzComplDict. Each has one solution, which the solver has proved on the way. The maps are tried on the full board before they
// are used: one that breaks a rule is an error of the rules file.
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
	d := &definition{f: f, p: p, sort: sorted, steps: carveSteps}
	defer d.close()
	complexity := func(ctx context.Context, inst *Instance) (string, error) {
		rating, err := inst.Rate(ctx)
		return rating.Class, err
	}
	var tried *carving
	mapped := func(inst *Instance, r *carve.Stream) ([]*Instance, error) {
		if tried != d.last {
			if err := f.keep(ctx, d.last.check.board); err != nil {
				return nil, err
			}
			tried = d.last
		}
		return images(inst, r)
	}
	res, err := carve.GenPuzzles(ctx, d, complexity, []carve.Transformation[*Instance]{mapped}, carve.Options{Report: report, Strategy: &chooser{d: d}}, r)
	if err != nil || len(res.Classes) > 0 {
		return res, err
	}
	// Where nothing can be taken away, as of a Nonogram, the full board is the only puzzle.
	class, err := complexity(ctx, res.Final)
	if err != nil {
		return res, err
	}
	same, err := mapped(res.Final, r)
	res.Classes = []carve.Class[*Instance]{{Name: class, Puzzles: append([]*Instance{res.Final}, same...)}}
	return res, err
}

// keep tries the family's symmetries on a board that keeps the rules: its images must.
func (f *Family) keep(ctx context.Context, full *rules.Board) error {
	for _, s := range f.file.Turns() {
		b, err := full.Turn(s)
		if errors.Is(err, rules.ErrUnturned) {
			continue
		}
		if err != nil {
			return err
		}
		broken, err := f.instance(b).judge(ctx, b)
		if err != nil {
			return err
		}
		if len(broken) > 0 {
			return fmt.Errorf("%s: symmetries: %s does not keep the rule %s: leave it out of symmetries", f.file.ID, s, broken[0].Rule)
		}
	}
	return nil
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
