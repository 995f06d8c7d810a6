package invariant

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/ocl"
)

// factored is the choice of clues for a puzzle whose things are not listed, as a circuit: whether each clue is chosen, and which
// value the one thing has of each property. The decision behind those of the clues is that of the first property.
type factored struct {
	choice
	p     *deck.Puzzle
	nodes []*deck.Node
	done  map[*ocl.Invariant]*prepared
}

// forClues gives the choice between clues as a circuit, which is kept for all the puzzles that are drawn.
func (sh *shared) forClues(p *deck.Puzzle, clues []*deck.Node) (*factored, error) {
	if c := sh.clues; c != nil && c.p == p && slices.EqualFunc(c.nodes, clues, deck.EqualNode) {
		return c, nil
	}
	c, err := compileFactored(sh.set, p, clues)
	if err == nil {
		sh.clues = c
	}
	return c, err
}

func compileFactored(s *Set, p *deck.Puzzle, clues []*deck.Node) (*factored, error) {
	w, err := s.newWorld(p)
	if err != nil {
		return nil, err
	}
	if err := w.thing("thing1", nil, ocl.BooleanValue(false)); err != nil {
		return nil, err
	}
	for i, n := range clues {
		if err := w.clue(deck.ClueID(i), n, func() ocl.Value { return ocl.SetOf() }); err != nil {
			return nil, err
		}
	}
	c := &factored{p: p, nodes: clues, done: map[*ocl.Invariant]*prepared{}}
	c.choice = choice{c: ocl.NewCircuit(), chosen: len(clues)}
	if err := c.open(w); err != nil {
		return nil, err
	}
	if err := c.openThing(w); err != nil {
		return nil, err
	}
	return c, c.define(w)
}

// define says that the clues that are chosen are true of the thing.
func (c *factored) define(w *world) error {
	truth := func(b bool) func([]ocl.Value) []ocl.Alternative {
		return func([]ocl.Value) []ocl.Alternative {
			return []ocl.Alternative{{Value: ocl.BooleanValue(b), When: ocl.True}}
		}
	}
	none := func([]ocl.Value) []ocl.Alternative { return nil }
	return c.operations(truth(true), truth(false), none, none, func([]ocl.Value) []ocl.Alternative {
		return []ocl.Alternative{{Value: w.things[0], When: ocl.True}}
	})
}

// Prepare compiles the invariant for choices between clues of a puzzle whose things are not listed.
func (r *restriction) Prepare(ctx context.Context, p *deck.Puzzle, clues []*deck.Node) (choose.Prepared, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.forClues(p, clues)
	if err != nil {
		return nil, err
	}
	if out, ok := c.done[r.inv]; ok {
		return out, nil
	}
	f, err := c.l.Invariant(ctx, r.inv)
	var lift *ocl.LiftError
	if errors.As(err, &lift) || errors.Is(err, ocl.ErrBudget) {
		return nil, fmt.Errorf("%w: %w", choose.ErrOnlyJudged, err)
	}
	if err != nil {
		return nil, err
	}
	out := &prepared{restriction: r, of: c, parts: c.c.Conjuncts(f)}
	if f == ocl.False {
		out.parts = []ocl.Formula{f}
	}
	c.done[r.inv] = out
	return out, nil
}

// prepared is an invariant as formulas that must all be true.
type prepared struct {
	*restriction
	of    *factored
	parts []ocl.Formula
}

// Solution gives what is demanded of a solution whatever the clues are.
func (pr *prepared) Solution(e *solving.Encoding) []model.Term {
	pr.mu.Lock()
	defer pr.mu.Unlock()
	var fs []ocl.Formula
	for i, clues := range ocl.Translate(pr.of.c, ocl.Builder[bool](speaker{pr.of.chosen}), pr.parts...) {
		if !clues {
			fs = append(fs, pr.parts[i])
		}
	}
	return ocl.Translate(pr.of.c, ocl.Builder[model.Term](pr.of.builder(e, nil)), fs...)
}

// Whole gives all that is demanded of a choice with its solutions.
func (pr *prepared) Whole(choice *choose.Choice) model.Term {
	pr.mu.Lock()
	defer pr.mu.Unlock()
	var all []model.Term
	for _, e := range choice.Solutions {
		b := pr.of.builder(e, choice.Chosen)
		b.atLeast = choice.AtLeast
		all = append(all, ocl.Translate(pr.of.c, ocl.Builder[model.Term](b), pr.parts...)...)
	}
	return choice.Problem.And(all...)
}

// builder makes terms of formulas about one solution.
func (c *factored) builder(e *solving.Encoding, chosen []model.Term) builder {
	b := builder{p: e.Problem, size: c.c.Size}
	b.is = func(d ocl.Decision, value int) model.Term {
		if int(d) < c.chosen {
			return b.flag(chosen[d], value)
		}
		return e.Is(int(d)-c.chosen, value)
	}
	return b
}

// At gives what is demanded of a choice with known solutions, of which only some of the clues are true.
func (pr *prepared) At(solutions []deck.Thing, can bitset.Set) choose.Restriction {
	pr.mu.Lock()
	defer pr.mu.Unlock()
	c := pr.of
	under := func(f ocl.Formula, t deck.Thing) ocl.Formula {
		return c.c.Assume(f, func(d ocl.Decision) int {
			switch {
			case int(d) >= c.chosen:
				return t[int(d)-c.chosen]
			case can.Has(int(d)):
				return -1
			}
			return 0
		})
	}
	some := ocl.False
	if c.p.Rules == nil && c.p.Arrangements() > float64(len(solutions)) { // rules may leave few
		some = under(c.c.Or(c.clues()...), solutions[0])
	}
	var all []ocl.Formula
	for _, t := range solutions {
		for _, f := range pr.parts {
			all = append(all, under(f, t))
		}
	}
	f := c.c.And(all...)
	r := &choose.Restriction{}
	if f == ocl.False {
		r.Solutions = bitset.New(len(solutions))
		return *r
	}
	rest := c.sets(r, pr.inv, c.someChosen(f, some))
	if len(rest) > 0 {
		r.Terms = func(s *choose.Selection) ([]model.Term, error) {
			pr.mu.Lock()
			defer pr.mu.Unlock()
			b := builder{p: s.Problem, size: c.c.Size}
			b.is = func(d ocl.Decision, value int) model.Term { return b.flag(s.Chosen[d], value) }
			return ocl.Translate(c.c, ocl.Builder[model.Term](b), rest...), nil
		}
	}
	return *r
}

// speaker tells whether formulas speak of clues.
type speaker struct{ chosen int }

func (speaker) Truth(bool) bool { return false }

func (speaker) Not(x bool) bool { return x }

func (speaker) And(xs []bool) bool { return slices.Contains(xs, true) }

func (speaker) Or(xs []bool) bool { return slices.Contains(xs, true) }

func (s speaker) In(d ocl.Decision, _ []int) bool { return int(d) < s.chosen }

func (speaker) AtLeast(_ int64, _ []int64, xs []bool) bool { return slices.Contains(xs, true) }
