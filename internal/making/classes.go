package making

import (
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// Classes carves one full board to the end and sorts every puzzle met on the way, and its images under the family's symmetries, by class:
// the paper's PuzzComplDict. Each has one solution, which the solver has proved on the way. The maps are tried on the full board before they
// are used: one that breaks a rule is an error of the rules file. The formula names the class of a puzzle; nil: that of its rating. With an error comes what was
// found before.
func (m *Maker) Classes(ctx context.Context, size rules.BoardSize, by *Formula, r *rng.Stream, report func(puzzle.Progress)) (carve.Result[*rules.Board], error) {
	d, err := m.Define(ctx, size)
	if err != nil {
		return carve.Result[*rules.Board]{}, err
	}
	defer d.Close()
	complexity := func(ctx context.Context, b *rules.Board) (string, error) {
		rating, err := m.rate(ctx, b)
		if by == nil || err != nil {
			return rating.Class, err
		}
		return by.class(ctx, b, rating)
	}
	ts := m.transformations()
	res, err := carve.GenPuzzles(ctx, d, complexity, ts, carve.Options{Report: report, Strategy: &chooser{d: d}}, r)
	if err != nil || len(res.Classes) > 0 {
		return res, err
	}
	// Where nothing can be taken away, as of a Nonogram, the full board is the only puzzle.
	return carve.Carve(ctx, d.last, complexity, ts, carve.Options{Final: true, Strategy: &chooser{d: d}}, r)
}

// transformations are the paper's T of the family: the symmetries of its rules, by their names.
func (m *Maker) transformations() []carve.Transformation[*rules.Board] {
	var out []carve.Transformation[*rules.Board]
	for _, s := range m.File.Turns() {
		out = append(out, carve.Transformation[*rules.Board]{Name: s.String(), Map: func(b *rules.Board, _ *rng.Stream) ([]*rules.Board, error) {
			image, err := b.Turn(s)
			if errors.Is(err, rules.ErrUnturned) {
				return nil, nil
			}
			if err != nil {
				return nil, err
			}
			return []*rules.Board{image}, nil
		}})
	}
	return out
}

var _ carve.Mapped[*rules.Board] = (*carving)(nil)

// Keeps judges the image of the full board's solution under a symmetry of the family, as the rules file names it.
func (c *carving) Keeps(ctx context.Context, name string, _ []*rules.Board) error {
	s, _ := board.SymmetryNamed(name)
	b, err := c.solver.board.Turn(s)
	if errors.Is(err, rules.ErrUnturned) {
		return nil
	}
	if err != nil {
		return err
	}
	broken, err := c.m.judging(b, nil)(ctx, b)
	if err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("%s: it does not keep the rule %s: leave it out of symmetries", c.m.File.ID, broken[0].Rule)
	}
	return nil
}

// Key tells puzzles apart.
func (c *carving) Key(b *rules.Board) string { return c.m.key(b) }
