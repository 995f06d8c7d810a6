package invariant

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/kinds/cards"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/ocl"
	"github.com/quandary-puzzles/quandary/solve"
)

// ConflictError says that nothing satisfies some invariants and clues together.
type ConflictError struct {
	Names []string // a smallest set: without any one of them there is something
}

func (e *ConflictError) Error() string {
	return "nothing satisfies these together: " + strings.Join(e.Names, ", ")
}

// Models finds the things that satisfy the invariants and the clues of a puzzle: the models, of which there may be up to
// limit, or all when limit is negative. There is one Thing object, as in the paper's section 5.3, with one property of each
// name; all the properties that it might have are there. all tells whether there are no others. Every thing is confirmed by
// Check. A *ConflictError says that there is none.
func (s *Set) Models(ctx context.Context, eng solve.Engine, p *cards.Puzzle, limit int) (things []cards.Thing, all bool, err error) {
	enc, err := s.encode(ctx, p)
	if err != nil {
		return nil, false, err
	}
	session, err := eng.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return nil, false, err
	}
	defer session.Close()
	found, err := session.Enumerate(ctx, limit)
	if err != nil {
		return nil, false, fmt.Errorf("finding the models of the invariants: %w", err)
	}
	for _, a := range found.List {
		t, err := enc.Thing(a)
		if err != nil {
			return nil, false, err
		}
		one := *p
		one.Factored, one.Things, one.ThingIDs = true, nil, nil
		if err := s.check(ctx, &one, s.list, nil, t); err != nil {
			return nil, false, fmt.Errorf("a model that was found is none: %w", err)
		}
		if _, banned := p.Banned(t); banned {
			return nil, false, fmt.Errorf("a model that was found is banned by a clue: %s", p.ThingText(t))
		}
		things = append(things, t)
	}
	if len(things) == 0 && found.All {
		return nil, true, s.conflict(ctx, session, enc.Problem)
	}
	return things, found.All, nil
}

// encode makes the constraint problem of a puzzle with the invariants, each a constraint of its name.
func (s *Set) encode(ctx context.Context, p *cards.Puzzle) (*cards.Encoding, error) {
	enc, err := p.Encode(false)
	if err != nil {
		return nil, err
	}
	if err := s.assert(ctx, p, enc); err != nil {
		return nil, err
	}
	return enc, enc.Problem.Err()
}

// assert adds the invariants to a puzzle's constraint problem.
func (s *Set) assert(ctx context.Context, p *cards.Puzzle, enc *cards.Encoding) error {
	w, err := s.newWorld(p)
	if err != nil {
		return err
	}
	if err := w.thing("thing1", nil, ocl.BooleanValue(false)); err != nil {
		return err
	}
	for i := range p.Clues {
		// The thing satisfies the clues: they are constraints of the problem.
		if err := w.clue(p.Clues[i].ID, p.Clues[i].Expr, func() ocl.Value { return ocl.SetOf() }); err != nil {
			return err
		}
	}
	c := ocl.NewCircuit()
	l := ocl.NewLifter(w.st, c, liftLimits)
	for k := range p.Properties {
		d := c.Decide(len(p.Properties[k].Values))
		for v, o := range w.props[k] {
			if err := l.OpenLink("ThingProperty", w.things[0], o, c.Is(d, v)); err != nil {
				return err
			}
		}
	}
	b := builder{p: enc.Problem, size: c.Size, is: func(d ocl.Decision, value int) model.Term { return enc.Is(int(d), value) }}
	for _, inv := range s.list {
		f, err := l.Invariant(ctx, inv)
		if err != nil {
			return fmt.Errorf("invariant %s: %w", inv, err)
		}
		t := ocl.Translate(c, ocl.Builder[model.Term](b), f)[0]
		enc.Problem.Assert("invariant "+inv.String(), t)
	}
	return nil
}

// Rules gives the invariants as rules of a factored puzzle. The texts are those that the set was made of.
func (s *Set) Rules(p *cards.Puzzle, texts []string) cards.Rules { return &rules{s, p, texts} }

type rules struct {
	set   *Set
	p     *cards.Puzzle
	texts []string
}

func (r *rules) Encode(e *cards.Encoding) error { return r.set.assert(context.Background(), r.p, e) }

func (r *rules) Check(t cards.Thing) error {
	return r.set.check(context.Background(), r.p, r.set.list, nil, t)
}

func (r *rules) Texts() []string { return r.texts }

// conflict names a smallest set of constraints that cannot be satisfied together. Those that make the problem's variables what
// they are have no names of their own.
func (s *Set) conflict(ctx context.Context, session solve.CoreFinder, p *model.Problem) error {
	core, err := session.Core(ctx)
	if err != nil {
		return fmt.Errorf("finding the conflict: %w", err)
	}
	e := &ConflictError{}
	for _, i := range core.Constraints {
		name := p.Constraint(i).Name
		if strings.HasPrefix(name, "domain of ") || slices.Contains(e.Names, name) {
			continue
		}
		e.Names = append(e.Names, name)
	}
	return e
}
