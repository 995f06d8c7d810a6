package choose

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
)

// triesBeforeProof is after how many tries without a puzzle it is asked whether there is one at all.
const (
	triesBeforeProof = 10 // quickly
	triesBeforeLong  = 80 // at length
)

// factoredMaking is what the tries to make one factored puzzle have in common.
type factoredMaking struct {
	f     Maker
	d     *Demand
	u     *uselessness
	all   []*deck.Node // the clues to choose from
	forms []deck.Form  // by clue
	index map[*deck.Node]int
	bound []Quota    // of forms
	prep  []Prepared // the invariants, nil for one that can only be judged
	why   []error    // why it can only be judged

	now   *factoredTry // the last try
	asked int          // how often the engine was asked by all tries
	mem   budget.Meter

	listed bool // every and exact are known
	every  []deck.Thing
	exact  bool // every is all arrangements; otherwise it is some, or none
}

// openFactored lists the clues and compiles the invariants. A puzzle whose things are too many to list is made so: random solutions are
// drawn and true clues are added, each to ban an arrangement that the others leave, until only the solutions are left; then clues are
// carved away. Every minimal set of clues can come up: of those that ban the arrangement met, each has the same chance, and every minimal
// set has one of them. Then clues that are not needed are added where they are allowed, so that every set that meets the demand can
// come up. What invariants demand of how many clues there are is met by the search over sets instead (see factoredTry.choose).
func (f Maker) openFactored(ctx context.Context, d *Demand) (method, error) {
	if f.Engine == nil {
		return nil, solving.ErrNoEngine
	}
	m := &factoredMaking{f: f, d: d}
	var err error
	if m.all, err = ListClues(d.Puzzle, d.forms()); err != nil {
		return nil, err
	}
	m.index = make(map[*deck.Node]int, len(m.all))
	for i, n := range m.all {
		m.forms = append(m.forms, n.Form())
		m.index[n] = i
	}
	m.bound = d.quotas(m.forms)
	if err := m.plainConflict(ctx); err != nil {
		return nil, err
	}
	m.prep, m.why = make([]Prepared, len(d.Invariants)), make([]error, len(d.Invariants))
	for i, inv := range d.Invariants {
		prep, err := inv.Prepare(ctx, d.Puzzle, m.all)
		switch {
		case errors.Is(err, ErrOnlyJudged):
			m.why[i] = err
		case err != nil:
			return nil, fmt.Errorf("invariant %s: %w", inv.Name(), err)
		default:
			m.prep[i] = prep
		}
	}
	if m.u, err = openUselessness(ctx, f.Engine, d.Puzzle.Without()); err != nil {
		return nil, err
	}
	m.mem.Open(ctx, budget.From(ctx))
	if err = m.mem.Take(len(m.all) * bytesListed); err == nil {
		err = m.anyUseless(ctx)
	}
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *factoredMaking) close() {
	m.mem.Close()
	m.u.session.Close()
}

// nodes gives clues by their numbers.
func (m *factoredMaking) nodes(clues []int) []*deck.Node {
	var out []*deck.Node
	for _, i := range clues {
		out = append(out, m.all[i])
	}
	return out
}

// choose makes one try. Where tries come to nothing it is asked whether the demand can be met at all.
func (m *factoredMaking) choose(ctx context.Context, r *rng.Stream, try int, found bool) (clues []*deck.Node, solutions []deck.Thing, why string, err error) {
	b := &factoredTry{factoredMaking: m, r: r, try: try, sets: !found && try >= triesBeforeProof}
	m.now = b
	if !found && (try == triesBeforeProof || try == triesBeforeLong) {
		few := m.d.Puzzle.Arrangements() <= m.d.few
		clues, b.solutions, err = m.prove(ctx, try == triesBeforeProof && !few)
		b.r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	}
	if clues == nil && err == nil {
		clues, why, err = b.make(ctx)
	}
	m.asked += b.checks
	if err == errNoSolution {
		if _, _, err = m.prove(ctx, true); err == nil {
			err = &ConflictError{Demands: m.solutionDemands()}
		}
	}
	return clues, b.solutions, why, err
}

func (m *factoredMaking) judge(ctx context.Context, p *deck.Puzzle, solutions []deck.Thing) (string, error) {
	if broken, err := m.now.broken(ctx, p); broken != "" || err != nil {
		return broken, err
	}
	return "", m.f.verifyFactored(ctx, m.d, p, solutions)
}

func (m *factoredMaking) work(o *record.Object) {
	o.Set("universe", len(m.all))
	o.Set("checks", m.asked)
}

// anyUseless reports whether there is a useless clue where one is required.
func (m *factoredMaking) anyUseless(ctx context.Context) error {
	if m.d.Useless != Require {
		return nil
	}
	for _, n := range m.all {
		if useless, err := m.u.useless(ctx, n); useless || err != nil {
			return err
		}
	}
	return &ConflictError{Demands: []string{"a useless clue"}, Smallest: true}
}

// errNoSolution says that nothing is what the solution is to be.
var errNoSolution = errors.New("no solution")

// solutionDemands names the demands on the solution.
func (m *factoredMaking) solutionDemands() []string {
	var out []string
	if m.d.Where != nil {
		out = append(out, "the solution has "+m.d.Puzzle.Format(m.d.Where))
	}
	if m.d.Puzzle.Rules != nil {
		out = append(out, "the solution keeps the puzzle's invariants")
	}
	for i, inv := range m.d.Invariants {
		if m.prep[i] != nil {
			out = append(out, "invariant "+inv.Name())
		}
	}
	return out
}

// onSolution gives what is demanded of the solution beside the rules.
func (m *factoredMaking) onSolution(e *solving.Encoding) []model.Term {
	var out []model.Term
	if m.d.Where != nil {
		out = append(out, e.Statement(m.d.Where))
	}
	for _, prep := range m.prep {
		if prep != nil {
			out = append(out, prep.Solution(e)...)
		}
	}
	return out
}

// factoredTry makes one factored puzzle.
type factoredTry struct {
	*factoredMaking
	r         *rng.Stream
	try       int
	sets      bool    // clues may be chosen by the search over sets whatever the demands
	quotas    []Quota // of invariants
	solutions []deck.Thing
	unsaid    bool // of the invariants something could not be demanded of the choice
	checks    int
}

// make chooses clues; nil, with the reason, when this try came to nothing.
func (b *factoredTry) make(ctx context.Context) (clues []*deck.Node, why string, err error) {
	p := b.d.Puzzle.Without()
	first, err := b.draw(ctx, p)
	if err != nil {
		return nil, "", err
	}
	b.solutions = []deck.Thing{first}
	allowed, rs, ok := b.allowed(p)
	if ok && b.d.Solutions > 1 {
		if b.solutions, why, err = b.drawSeveral(ctx, p, first, allowed); err != nil || b.solutions == nil {
			return nil, why, err
		}
		allowed, rs, ok = b.allowed(p)
	}
	if !ok {
		return nil, "a solution with which no clues keep the invariants", nil
	}
	terms := slices.ContainsFunc(rs, func(r Restriction) bool { return r.Terms != nil })
	bounded := terms || slices.ContainsFunc(rs, func(r Restriction) bool { return len(r.Quotas)+len(r.Cases) > 0 })
	// The search over sets is at its best where all arrangements can be listed; among many it is there so that nothing is passed by.
	if few := p.Arrangements() <= b.d.few; (bounded || b.sets) && (few || b.try%16 == 5) {
		return b.choose(ctx, p, allowed, rs)
	}
	b.unsaid = terms
	if !b.restrict(allowed, rs) {
		return nil, "a solution with which no clues keep the invariants", nil
	}
	var cand []*deck.Node
	for i, n := range b.all {
		if allowed.Has(i) {
			cand = append(cand, n)
		}
	}
	return b.pick(ctx, p, cand)
}

// restrict adds the bounds of invariants, with one case of each group drawn at random. It is false when that leaves nothing.
func (b *factoredTry) restrict(allowed bitset.Set, rs []Restriction) bool {
	for i, r := range rs {
		b.quotas = append(b.quotas, r.Quotas...)
		for g, cases := range r.Cases {
			one := cases[b.r.Derive("case", uint64(i), uint64(g)).IntN(len(cases))]
			if one.Solutions != nil && one.Solutions.Empty() {
				return false
			}
			if one.Clues != nil {
				allowed.And(one.Clues)
			}
			b.quotas = append(b.quotas, one.Quotas...)
		}
	}
	return true
}

// allowed gives the clues that are true of all the solutions and that the invariants allow, and what else the invariants demand; not
// ok when they allow nothing with these solutions.
func (b *factoredTry) allowed(p *deck.Puzzle) (allowed bitset.Set, rs []Restriction, ok bool) {
	allowed = bitset.New(len(b.all))
	for i, n := range b.all {
		if !slices.ContainsFunc(b.solutions, func(t deck.Thing) bool { return !p.Holds(n, t) }) {
			allowed.Set(i)
		}
	}
	can := allowed.Clone()
	for _, prep := range b.prep {
		if prep == nil {
			continue
		}
		r := prep.At(b.solutions, can)
		if r.Solutions != nil && r.Solutions.Empty() {
			return nil, nil, false
		}
		if r.Clues != nil {
			allowed.And(r.Clues)
		}
		rs = append(rs, r)
	}
	return allowed, rs, true
}

// draw draws a solution: by the engine where there are demands on it or rules that it must keep, otherwise at random, of a
// line-up the values in random order.
func (b *factoredTry) draw(ctx context.Context, p *deck.Puzzle) (deck.Thing, error) {
	e, err := solving.Encode(p, true)
	if err != nil {
		return nil, err
	}
	demands := b.onSolution(e)
	if len(demands) == 0 && p.Rules == nil {
		return randomThing(p, b.r), nil
	}
	for _, t := range demands {
		e.Problem.Assert("solution", t)
	}
	s, err := b.f.Engine.Open(ctx, e.Problem, solve.Budget{Steps: solving.Steps})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	res, err := s.Sample(ctx, b.r.Derive("solution"))
	if err != nil {
		return nil, err
	}
	if res.Status == solve.Unsat {
		return nil, errNoSolution
	}
	return e.Thing(res.Solution)
}

// randomThing draws an arrangement, whatever the rules.
func randomThing(p *deck.Puzzle, r *rng.Stream) deck.Thing {
	t := make(deck.Thing, 0, len(p.Properties))
	if l := p.Lineup; l != nil {
		for range l.Categories {
			t = append(t, r.Perm(l.Places)...)
		}
		return t
	}
	for k := range p.Properties {
		t = append(t, r.IntN(len(p.Properties[k].Values)))
	}
	return t
}
