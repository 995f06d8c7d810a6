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
// are used: one that breaks a rule is an error of the rules file. complexity names the class of a puzzle; nil: that of its rating.
func (f *Family) Classes(ctx context.Context, pp puzzle.Params, complexity func(context.Context, *Instance) (string, error), r *rng.Stream, report func(puzzle.Progress)) (carve.Result[*Instance], error) {
	p, ok := pp.(params)
	if !ok {
		return carve.Result[*Instance]{}, fmt.Errorf("parameters of another family: %v", pp)
	}
	size, err := f.file.CompleteSize(p.BoardSize)
	if err != nil {
		return carve.Result[*Instance]{}, err
	}
	sorted, err := f.parts(ctx)
	if err != nil {
		return carve.Result[*Instance]{}, err
	}
	d := &definition{f: f, p: size, sort: sorted, steps: carveSteps, coarse: 1}
	defer d.close()
	if complexity == nil {
		complexity = func(ctx context.Context, inst *Instance) (string, error) {
			rating, err := inst.Rate(ctx)
			return rating.Class, err
		}
	}
	ts := f.transformations()
	res, err := carve.GenPuzzles(ctx, d, complexity, ts, carve.Options{Report: report, Strategy: &chooser{d: d}}, r)
	if err != nil || len(res.Classes) > 0 {
		return res, err
	}
	// Where nothing can be taken away, as of a Nonogram, the full board is the only puzzle.
	return carve.Carve(ctx, d.last, complexity, ts, carve.Options{Final: true, Strategy: &chooser{d: d}}, r)
}

// transformations are the paper's T of the family: the symmetries of its rules, by their names.
func (f *Family) transformations() []carve.Transformation[*Instance] {
	var out []carve.Transformation[*Instance]
	for _, s := range f.file.Turns() {
		out = append(out, carve.Transformation[*Instance]{Name: s.String(), Map: func(inst *Instance, _ *carve.Stream) ([]*Instance, error) {
			b, err := inst.b.Turn(s)
			if errors.Is(err, rules.ErrUnturned) {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			return []*Instance{inst.f.instance(b)}, nil
		}})
	}
	return out
}

var _ carve.Mapped[*Instance] = (*carving)(nil)

// Keeps judges the image of the full board's solution under a symmetry of the family, as the rules file names it.
func (c *carving) Keeps(ctx context.Context, name string, _ []*Instance) error {
	for _, s := range c.f.file.Turns() {
		if s.String() != name {
			continue
		}
		b, err := c.check.board.Turn(s)
		if errors.Is(err, rules.ErrUnturned) {
			return nil
		}
		if err != nil {
			return err
		}
		broken, err := c.f.instance(b).judge(ctx, b)
		if err != nil {
			return err
		}
		if len(broken) > 0 {
			return fmt.Errorf("%s: it does not keep the rule %s: leave it out of symmetries", c.f.file.ID, broken[0].Rule)
		}
	}
	return nil
}

// Key tells puzzles apart.
func (c *carving) Key(inst *Instance) string { return inst.Params().String() + ":" + inst.Desc() }
