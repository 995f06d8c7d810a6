package invariant

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/ocl"
	"github.com/quandary-puzzles/quandary/solve"
)

// conflictError says that nothing satisfies some invariants and clues together.
type conflictError struct {
	Names []string // a smallest set: without any one of them there is something
}

func (e *conflictError) Error() string {
	return "nothing satisfies these together: " + strings.Join(e.Names, ", ")
}

// Models finds the things that satisfy the invariants and the clues of a puzzle: the models, of which there may be up to
// limit, or all when limit is negative. There is one Thing object, as in the paper's section 5.3, with one property of each
// name; all the properties that it might have are there. all tells whether there are no others. Every thing is confirmed by
// Check. A *conflictError says that there is none.
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
		if err := s.check(ctx, &one, nil, s.list, nil, t); err != nil {
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
	rules, err := s.terms(ctx, p, p.Clues, enc, s.list)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		enc.Problem.Assert(r.Name, r.Holds)
	}
	return enc, enc.Problem.Err()
}

// terms gives invariants as terms of a puzzle's constraint problem: those of which its one thing is sought, of which some clues are
// true.
func (s *Set) terms(ctx context.Context, p *cards.Puzzle, clues []cards.Clue, enc *cards.Encoding, list []*ocl.Invariant) ([]cards.Rule, error) {
	w, err := s.newWorld(p)
	if err != nil {
		return nil, err
	}
	if err := w.thing("thing1", nil, ocl.BooleanValue(false)); err != nil {
		return nil, err
	}
	for i := range clues {
		// The thing satisfies the clues: they are constraints of the problem.
		if err := w.clue(clues[i].ID, clues[i].Expr, func() ocl.Value { return ocl.SetOf() }); err != nil {
			return nil, err
		}
	}
	c := ocl.NewCircuit()
	l := ocl.NewLifter(w.st, c, liftLimits)
	for k := range p.Properties {
		d := c.Decide(len(p.Properties[k].Values))
		for v, o := range w.props[k] {
			if err := l.OpenLink("ThingProperty", w.things[0], o, c.Is(d, v)); err != nil {
				return nil, err
			}
		}
	}
	b := builder{p: enc.Problem, size: c.Size, is: func(d ocl.Decision, value int) model.Term { return enc.Is(int(d), value) }}
	var out []cards.Rule
	for _, inv := range list {
		f, err := l.Invariant(ctx, inv)
		if err != nil {
			return nil, fmt.Errorf("invariant %s: %w", inv, err)
		}
		out = append(out, cards.Rule{Name: "invariant " + inv.String(), Holds: ocl.Translate(c, ocl.Builder[model.Term](b), f)[0]})
	}
	return out, nil
}

// aboutClues tells whether an invariant of a factored puzzle speaks of clues: then it is about a finished puzzle, whatever its
// context. The others are about its one thing alone, which keeps all clues, whatever they are.
func aboutClues(inv *ocl.Invariant) bool {
	features := inv.Features("Thing::cluesValid", "Thing::banningClues")
	return inv.Class == "Clue" || slices.ContainsFunc(features, func(f string) bool { return strings.HasPrefix(f, "Clue::") })
}

// aboutThings tells whether an invariant of a factored puzzle depends on which thing is the solution.
func aboutThings(inv *ocl.Invariant) bool {
	return slices.ContainsFunc(inv.Features(), func(f string) bool { return f == "Thing::property" || f == "Property::thing" })
}

// CheckClues judges a factored puzzle that has its clues by the invariants that speak of them. Without its solution those are left
// out that depend on it.
func (s *Set) CheckClues(ctx context.Context, p *cards.Puzzle, solution cards.Thing) error {
	list := slices.DeleteFunc(slices.Clone(s.list), func(inv *ocl.Invariant) bool {
		return !aboutClues(inv) || solution == nil && aboutThings(inv)
	})
	if len(list) == 0 {
		return nil
	}
	if solution == nil {
		solution = make(cards.Thing, len(p.Properties))
	}
	return s.check(ctx, p, nil, list, nil, solution)
}

// Rules gives the invariants that do not speak of clues as rules of a factored puzzle; nil: there are none.
func (s *Set) Rules(p *cards.Puzzle) cards.Rules {
	r := &rules{set: s, p: *p}
	r.p.Clues = nil
	kept := map[ocl.Decl]bool{}
	for _, inv := range s.list {
		if !aboutClues(inv) {
			r.list = append(r.list, inv)
			kept[inv.Decl] = true
		}
	}
	if len(r.list) == 0 {
		return nil
	}
	for _, t := range s.texts {
		var decls []ocl.Decl
		for _, d := range t.file.Decls {
			if _, inv := d.(*ocl.InvDecl); !inv || kept[d] {
				decls = append(decls, d)
			}
		}
		switch {
		case len(decls) == len(t.file.Decls):
			r.texts = append(r.texts, t.text)
		case len(decls) > 0:
			r.texts = append(r.texts, (&ocl.File{Name: t.file.Name, Decls: decls}).Format())
		}
	}
	return r
}

type rules struct {
	set   *Set
	p     cards.Puzzle // without clues
	list  []*ocl.Invariant
	texts []string
}

func (r *rules) Terms(e *cards.Encoding) ([]cards.Rule, error) {
	return r.set.terms(context.Background(), &r.p, nil, e, r.list)
}

func (r *rules) Check(t cards.Thing) error {
	return r.set.check(context.Background(), &r.p, nil, r.list, nil, t)
}

func (r *rules) Texts() []string { return r.texts }

// conflict names a smallest set of constraints that cannot be satisfied together. Those that make the problem's variables what
// they are have no names of their own.
func (s *Set) conflict(ctx context.Context, session solve.CoreFinder, p *model.Problem) error {
	core, err := session.Core(ctx)
	if err != nil {
		return fmt.Errorf("finding the conflict: %w", err)
	}
	e := &conflictError{}
	for _, i := range core.Constraints {
		name := p.Constraint(i).Name
		if strings.HasPrefix(name, "domain of ") || slices.Contains(e.Names, name) {
			continue
		}
		e.Names = append(e.Names, name)
	}
	return e
}
