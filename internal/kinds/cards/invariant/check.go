package invariant

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/ocl"
)

// checkLimits bound the evaluation of one invariant over a puzzle.
var checkLimits = ocl.Limits{Steps: 100_000_000, Elements: 4_000_000}

// BrokenError says that a puzzle does not keep an invariant.
type BrokenError struct {
	Invariant string
	File      string   // where it stands
	Pos       ocl.Pos  // of the word inv
	Value     string   // false or Undefined
	Witness   []string // the objects for which it is so
}

func (e *BrokenError) Error() string {
	what := "does not hold"
	if e.Value != "false" {
		what = "has no value"
	}
	msg := fmt.Sprintf("the invariant %s %s", e.Invariant, what)
	if len(e.Witness) > 0 {
		msg += " for " + strings.Join(e.Witness, ", ")
	}
	return msg
}

// Check judges a puzzle by all invariants, with the evaluator of package ocl. The things that are not banned are the
// solutions: those given, or those that the clues leave. A factored puzzle has one solution, which must be given.
// The error is a *BrokenError for the first invariant that does not hold.
func (s *Set) Check(ctx context.Context, p *deck.Puzzle, solutions ...deck.Thing) error {
	return s.check(ctx, p, nil, s.list, solutions)
}

// check judges a puzzle by some invariants. base is the world of its domains; nil: it is made.
func (s *Set) check(ctx context.Context, p *deck.Puzzle, base *world, list []*ocl.Invariant, solutions []deck.Thing) error {
	w, err := s.puzzleWorld(p, base, solutions)
	if err != nil {
		return err
	}
	ev := ocl.NewEvaluator(w.st, checkLimits)
	for _, inv := range list {
		v, err := ev.Invariant(ctx, inv)
		if err != nil {
			return fmt.Errorf("invariant %s: %w", inv, err)
		}
		if !v.Holds() {
			e := &BrokenError{Invariant: inv.String(), File: inv.File, Pos: inv.Pos, Value: v.Value.String()}
			for _, o := range v.Witness {
				e.Witness = append(e.Witness, o.String())
			}
			return e
		}
	}
	return nil
}

// Query evaluates an OCL expression over a puzzle, as Check sees it, and gives the value as text.
func (s *Set) Query(ctx context.Context, p *deck.Puzzle, solutions []deck.Thing, name, text string) (string, error) {
	w, err := s.puzzleWorld(p, nil, solutions)
	if err != nil {
		return "", err
	}
	q, err := w.st.Query(name, []byte(text))
	if err != nil {
		return "", err
	}
	v, err := ocl.NewEvaluator(w.st, checkLimits).Query(ctx, q)
	return v.String(), err
}

// domainWorld makes the properties of a puzzle, and the things where they are listed.
func (s *Set) domainWorld(p *deck.Puzzle) (*world, error) {
	w, err := s.newWorld(p)
	if err != nil {
		return nil, err
	}
	for i := range p.NumThings() {
		if err := w.thing(p.ThingID(i), p.Thing(i), ocl.Value{}); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// puzzleWorld makes the objects of a finished puzzle. What clues ban is worked out from their meaning alone.
func (s *Set) puzzleWorld(p *deck.Puzzle, base *world, solutions []deck.Thing) (*world, error) {
	if base == nil {
		var err error
		if base, err = s.domainWorld(p); err != nil {
			return nil, err
		}
	}
	w := &world{p: p, st: base.st.Fork(), props: base.props, things: slices.Clip(base.things)}
	var things []deck.Thing
	left := map[int]bool{}
	if p.Factored {
		if len(solutions) != 1 {
			return nil, fmt.Errorf("the things of this puzzle are not listed, and %d solutions are given, not one", len(solutions))
		}
		things = solutions
		if err := w.thing("thing1", solutions[0], ocl.BooleanValue(false)); err != nil {
			return nil, err
		}
	} else {
		for _, t := range solutions {
			left[p.ThingIndex(t)] = true
		}
		for i := range p.NumThings() {
			t := p.Thing(i)
			things = append(things, t)
			banned := !left[i]
			if solutions == nil {
				_, banned = p.Banned(t)
			}
			if err := w.set(w.things[i], "banned", ocl.BooleanValue(banned)); err != nil {
				return nil, err
			}
		}
	}
	for i := range p.Clues {
		n := p.Clues[i].Expr
		err := w.clue(cmp.Or(p.Clues[i].ID, deck.ClueID(i)), n, func() ocl.Value {
			var bans []ocl.Value
			for i, t := range things {
				if !p.Holds(n, t) {
					bans = append(bans, w.things[i])
				}
			}
			return ocl.SetOf(bans...)
		})
		if err != nil {
			return nil, err
		}
	}
	return w, nil
}
