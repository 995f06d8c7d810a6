package invariant

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/ocl"
)

// liftLimits bound the compilation of one invariant.
var liftLimits = ocl.Limits{Steps: 50_000_000, Elements: 3_000_000}

// maxSolutionThings is the number of things up to which the solution is one decision between all of them.
const maxSolutionThings = 4096

// Generation gives the invariants as restrictions on the generation of puzzles with a number of solutions. They share what
// is compiled, and may be used from several goroutines.
func (s *Set) Generation(solutions int) []choose.Invariant {
	sh := &shared{set: s, solutions: solutions}
	out := make([]choose.Invariant, len(s.list))
	for i := range s.list {
		out[i] = &restriction{shared: sh, inv: s.list[i]}
	}
	return out
}

// shared is what the invariants of a generation have in common: the universe's objects and the circuit of the last universe
// that was asked about.
type shared struct {
	set       *Set
	solutions int

	mu    sync.Mutex
	last  *compiled
	clues *factored // of the last clues that were asked about
	world *world    // of the domains of the last puzzle that was judged
}

// forUniverse gives the universe as a circuit. A universe of the same puzzle with the same clues is the same: it is compiled
// once for all the puzzles that are drawn.
func (sh *shared) forUniverse(u *choose.Universe) (*compiled, error) {
	if c := sh.last; c != nil && c.u.Table.P == u.Table.P && slices.EqualFunc(c.u.Clues, u.Clues, deck.EqualNode) {
		return c, nil
	}
	c, err := compile(sh.set, u, sh.solutions)
	if err == nil {
		sh.last = c
	}
	return c, err
}

// forDomains gives the world of a puzzle's domains, which is kept for all the puzzles that are made over them.
func (sh *shared) forDomains(p *deck.Puzzle) (*world, error) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if w := sh.world; w != nil && sameList(w.p.Properties, p.Properties) && sameList(w.p.Things, p.Things) &&
		sameList(w.p.ThingIDs, p.ThingIDs) && w.p.Factored == p.Factored {
		return w, nil
	}
	w, err := sh.set.domainWorld(p)
	if err == nil {
		sh.world = w
	}
	return w, err
}

// sameList tells whether two lists, which nobody changes, are in the same memory.
func sameList[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// restriction is one invariant of a generation.
type restriction struct {
	*shared
	inv *ocl.Invariant
}

// Name is the invariant's name.
func (r *restriction) Name() string { return r.inv.String() }

// Keeps judges a finished puzzle with the evaluator of package ocl.
func (r *restriction) Keeps(ctx context.Context, p *deck.Puzzle, solutions ...deck.Thing) (bool, error) {
	base, err := r.forDomains(p)
	if err != nil {
		return false, err
	}
	err = r.set.check(ctx, p, base, []*ocl.Invariant{r.inv}, solutions)
	if _, ok := errors.AsType[*BrokenError](err); ok {
		return false, nil
	}
	return err == nil, err
}

// Restrict compiles the invariant.
func (r *restriction) Restrict(ctx context.Context, u *choose.Universe) (choose.Restriction, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c, err := r.forUniverse(u)
	if err != nil {
		return choose.Restriction{}, err
	}
	if out, ok := c.done[r.inv]; ok {
		return out, nil
	}
	out, err := c.restriction(ctx, r.inv)
	if err != nil {
		return out, err
	}
	if terms := out.Terms; terms != nil {
		out.Terms = func(s *choose.Selection) ([]model.Term, error) {
			r.mu.Lock() // the circuit may be growing
			defer r.mu.Unlock()
			return terms(s)
		}
	}
	c.done[r.inv] = out
	return out, nil
}

// compiled is a universe as a circuit: whether each clue is chosen, and which things are left.
type compiled struct {
	choice
	u     *choose.Universe
	left  []ocl.Formula // by thing
	thing map[ocl.Formula]int

	solutions int
	done      map[*ocl.Invariant]choose.Restriction
}

func compile(s *Set, u *choose.Universe, solutions int) (*compiled, error) {
	w, err := s.newWorld(u.Table.P)
	if err != nil {
		return nil, err
	}
	for i := range u.Table.N {
		if err := w.thing(u.Table.P.ThingID(i), u.Table.P.Thing(i), ocl.Value{}); err != nil {
			return nil, err
		}
	}
	for i, n := range u.Clues {
		if err := w.clue(deck.ClueID(i), n, nil); err != nil {
			return nil, err
		}
	}
	c := &compiled{u: u, thing: map[ocl.Formula]int{}, solutions: solutions, done: map[*ocl.Invariant]choose.Restriction{}}
	c.choice = choice{c: ocl.NewCircuit(), chosen: len(u.Clues), things: u.Table.N, single: solutions == 1 && u.Table.N <= maxSolutionThings}
	if err := c.open(w); err != nil {
		return nil, err
	}
	if c.single {
		c.sole = c.c.Decide(u.Table.N)
	}
	for i, o := range w.things {
		f := ocl.False
		if c.single {
			f = c.c.Is(c.sole, i)
		} else {
			f = c.c.Is(c.c.Decide(2), 1)
		}
		c.left = append(c.left, f)
		c.thing[f] = i
		err := c.l.OpenAttribute(o, "banned", ocl.Alternative{Value: ocl.BooleanValue(false), When: f},
			ocl.Alternative{Value: ocl.BooleanValue(true), When: ocl.Not(f)})
		if err != nil {
			return nil, err
		}
	}
	return c, c.define(w)
}

// define gives what clues ban by the universe's tables.
func (c *compiled) define(w *world) error {
	u := c.u
	thing, clue := numbers(w.things), numbers(w.clues)
	truth := func(b bool) []ocl.Alternative {
		return []ocl.Alternative{{Value: ocl.BooleanValue(b), When: ocl.True}}
	}
	bans := func(args []ocl.Value) []ocl.Alternative {
		var out []ocl.Alternative
		for _, t := range u.Bans[clue[args[0].Text()]].List() {
			out = append(out, ocl.Alternative{Value: w.things[t], When: ocl.True})
		}
		return out
	}
	by := func(args []ocl.Value) []ocl.Alternative {
		var out []ocl.Alternative
		t := thing[args[0].Text()]
		for i, b := range u.Bans {
			if b.Has(t) {
				out = append(out, ocl.Alternative{Value: w.clues[i], When: c.clue(i)})
			}
		}
		return out
	}
	has := func(args []ocl.Value) bool { return u.Bans[clue[args[1].Text()]].Has(thing[args[0].Text()]) }
	return c.operations(func(args []ocl.Value) []ocl.Alternative { return truth(!has(args)) },
		func(args []ocl.Value) []ocl.Alternative { return truth(has(args)) }, by, bans, func([]ocl.Value) []ocl.Alternative {
			var out []ocl.Alternative
			for i, f := range c.left {
				out = append(out, ocl.Alternative{Value: w.things[i], When: f})
			}
			return out
		})
}

func numbers(objects []ocl.Value) map[string]int {
	m := make(map[string]int, len(objects))
	for i, o := range objects {
		m[o.Text()] = i
	}
	return m
}

// restriction says the formula of an invariant by sets and quotas as far as that can be, and by terms for the rest.
func (c *compiled) restriction(ctx context.Context, inv *ocl.Invariant) (choose.Restriction, error) {
	f, err := c.l.Invariant(ctx, inv)
	if err != nil {
		return choose.Restriction{}, err
	}
	r := &choose.Restriction{}
	if f == ocl.False {
		r.Solutions = bitset.New(c.u.Table.N)
		return *r, nil
	}
	if rest := c.sets(r, inv, c.parts(f)); len(rest) > 0 {
		r.Terms = func(s *choose.Selection) ([]model.Term, error) { return c.terms(s, rest), nil }
	}
	return *r, nil
}

// parts takes a formula apart into those that must all be true. Where something is to be banned some clue is chosen, so what
// is asked where there is a clue is asked.
func (c *compiled) parts(f ocl.Formula) []ocl.Formula {
	if c.solutions >= c.u.Table.N {
		return c.c.Conjuncts(f)
	}
	var out []ocl.Formula
	for _, part := range c.someChosen(f, c.c.Or(c.clues()...)) {
		out = append(out, c.ofBanned(part)...)
	}
	return out
}

// ofBanned drops from "it is left, or such clues are chosen" that it is left, where that follows: of a thing that is left no
// clue is chosen that bans it.
func (c *compiled) ofBanned(part ocl.Formula) []ocl.Formula {
	options := c.c.Disjuncts(part)
	for i, f := range options {
		t, ok := c.thing[f]
		if !ok || len(options) == 1 {
			continue
		}
		rest := c.c.Or(slices.Delete(slices.Clone(options), i, i+1)...)
		under := c.c.Assume(rest, func(d ocl.Decision) int {
			if int(d) < c.chosen && c.u.Bans[d].Has(t) {
				return 0
			}
			return -1
		})
		if under == ocl.True {
			return c.c.Conjuncts(rest)
		}
	}
	return []ocl.Formula{part}
}

// terms makes terms of formulas.
func (c *compiled) terms(s *choose.Selection, fs []ocl.Formula) []model.Term {
	b := builder{p: s.Problem, size: c.c.Size}
	b.is = func(d ocl.Decision, value int) model.Term {
		switch {
		case int(d) < c.chosen:
			return b.flag(s.Chosen[d], value)
		case c.single:
			return s.Left[value]
		}
		return b.flag(s.Left[int(d)-c.chosen], value)
	}
	return ocl.Translate(c.c, ocl.Builder[model.Term](b), fs...)
}

// flag says that a decision between no and yes, which is a Bool of the problem, has a value.
func (b builder) flag(t model.Term, value int) model.Term {
	if value == 0 {
		return b.p.Not(t)
	}
	return t
}
