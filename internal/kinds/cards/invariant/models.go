package invariant

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/ocl"
)

// terms gives invariants as terms of a puzzle's constraint problem: those of which its one thing is sought, of which some clues are
// true.
func (s *Set) terms(ctx context.Context, p *deck.Puzzle, clues []deck.Clue, enc *solving.Encoding, list []*ocl.Invariant) ([]solving.Rule, error) {
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
	c := choice{c: ocl.NewCircuit()}
	c.l = ocl.NewLifter(w.st, c.c, liftLimits)
	if err := c.openThing(w); err != nil {
		return nil, err
	}
	b := builder{p: enc.Problem, size: c.c.Size, is: func(d ocl.Decision, value int) model.Term { return enc.Is(int(d), value) }}
	var out []solving.Rule
	for _, inv := range list {
		f, err := c.l.Invariant(ctx, inv)
		if err != nil {
			return nil, fmt.Errorf("invariant %s: %w", inv, err)
		}
		out = append(out, solving.Rule{Name: "invariant " + inv.String(), Holds: ocl.Translate(c.c, ocl.Builder[model.Term](b), f)[0]})
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
func (s *Set) CheckClues(ctx context.Context, p *deck.Puzzle, solution deck.Thing) error {
	list := slices.DeleteFunc(slices.Clone(s.list), func(inv *ocl.Invariant) bool {
		return !aboutClues(inv) || solution == nil && aboutThings(inv)
	})
	if len(list) == 0 {
		return nil
	}
	if solution == nil {
		solution = make(deck.Thing, len(p.Properties))
	}
	return s.check(ctx, p, nil, list, []deck.Thing{solution})
}

// Rules gives the invariants that do not speak of clues as rules of a factored puzzle; nil: there are none.
func (s *Set) Rules(p *deck.Puzzle) deck.Rules {
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

// rules are invariants as rules of a puzzle.
type rules struct {
	set   *Set
	p     deck.Puzzle // without clues
	list  []*ocl.Invariant
	texts []string
}

var _ solving.Rules = (*rules)(nil)

func (r *rules) Terms(e *solving.Encoding) ([]solving.Rule, error) {
	return r.set.terms(context.Background(), &r.p, nil, e, r.list)
}

func (r *rules) Check(t deck.Thing) error {
	return r.set.check(context.Background(), &r.p, nil, r.list, []deck.Thing{t})
}

func (r *rules) Texts() []string { return r.texts }
