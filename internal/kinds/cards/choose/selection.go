package choose

import (
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// maxSelection bounds the clues of a universe over which the choice is put as a constraint problem.
const maxSelection = 6000

var errTooLarge = errors.New("too many clues to choose from")

// part is one demand as a constraint on a selection.
type part struct {
	name string
	on   model.Term // the demand is made
}

// newPart adds a demand to a problem.
func newPart(p *model.Problem, name string, terms ...model.Term) part {
	on := p.Bool("demand " + name)
	p.Assert(name, p.Implies(on, p.And(terms...)))
	return part{name, on}
}

// selection puts the choice of clues as a constraint problem: a Bool for each clue and each thing, and each demand guarded
// by a Bool of its own, so that demands can be made one by one. With counting it also says what follows from the number of
// solutions: that the clues chosen ban enough things together, counted one by one. That makes it easy to see that few clues
// cannot be enough.
func (m *listedMaking) selection(counting bool) (*Selection, []part, error) {
	u, d := m.u, m.d
	if len(u.Clues) > maxSelection {
		return nil, nil, fmt.Errorf("%d clues: %w", len(u.Clues), errTooLarge)
	}
	p := model.NewProblem()
	s := &Selection{Problem: p}
	for i := range u.Clues {
		s.Chosen = append(s.Chosen, p.Bool(fmt.Sprintf("clue %d", i)))
	}
	banners := make([][]model.Term, u.Table.N)
	for i, b := range u.Bans {
		for _, t := range b.List() {
			banners[t] = append(banners[t], s.Chosen[i])
		}
	}
	for t := range u.Table.N {
		left := p.Bool(fmt.Sprintf("left %d", t))
		s.Left = append(s.Left, left)
		p.Assert("left", p.Iff(left, p.Not(p.Or(banners[t]...))))
	}
	var parts []part
	demand := func(name string, terms ...model.Term) { parts = append(parts, newPart(p, name, terms...)) }
	exactly := []model.Term{p.AtLeast(d.Solutions, s.Left...), p.AtMost(d.Solutions, s.Left...)}
	if counting {
		var sizes []model.Term
		for i, b := range u.Bans {
			sizes = append(sizes, p.If(s.Chosen[i], p.Num(int64(b.Count())), p.Num(0)))
		}
		exactly = append(exactly, p.Ge(p.Sum(sizes...), p.Num(int64(u.Table.N-d.Solutions))))
	}
	demand("exactly "+counted(d.Solutions, "solution"), exactly...)
	if d.Where != nil {
		valid := u.Table.Valid(d.Where)
		var not []model.Term
		for t, left := range s.Left {
			if !valid.Has(t) {
				not = append(not, p.Not(left))
			}
		}
		demand("the solution has "+d.Puzzle.Format(d.Where), not...)
	}
	d.bounds(s.Chosen, u.Forms, p.AtLeast, p.Not, demand)
	m.policies(s, banners, demand)
	for i, r := range m.rs {
		terms, err := r.constraints(s)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", m.names[i], err)
		}
		demand(m.names[i], terms...)
	}
	return s, parts, p.Err()
}

// bounds adds the demands on how many clues there are, in all and of each form.
func (d *Demand) bounds(chosen []model.Term, forms []deck.Form, atLeast func(int, ...model.Term) model.Term, not func(model.Term) model.Term, demand func(string, ...model.Term)) {
	bound := func(name string, lo, hi int, of []model.Term) {
		var terms []model.Term
		if lo > 0 {
			terms = append(terms, atLeast(lo, of...))
		}
		if hi >= 0 {
			terms = append(terms, not(atLeast(hi+1, of...)))
		}
		if len(terms) > 0 {
			demand(name, terms...)
		}
	}
	if d.MinClues > 0 && d.MinClues == d.MaxClues {
		bound("exactly "+counted(d.MinClues, "clue"), d.MinClues, d.MaxClues, chosen)
	} else {
		bound("at least "+counted(d.MinClues, "clue"), d.MinClues, -1, chosen)
		if d.MaxClues > 0 {
			bound("at most "+counted(d.MaxClues, "clue"), 0, d.MaxClues, chosen)
		}
	}
	for _, b := range d.Forms {
		var of []model.Term
		for i, f := range forms {
			if f == b.Form {
				of = append(of, chosen[i])
			}
		}
		bound(d.formDemand(b), b.Min, b.Max, of)
	}
}

// counted says how many there are of something.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// constraints gives all parts of a restriction as terms.
func (r Restriction) constraints(s *Selection) ([]model.Term, error) {
	p := s.Problem
	var out []model.Term
	if r.Solutions != nil {
		for t, left := range s.Left {
			if !r.Solutions.Has(t) {
				out = append(out, p.Not(left))
			}
		}
	}
	if r.Clues != nil {
		for i, chosen := range s.Chosen {
			if !r.Clues.Has(i) {
				out = append(out, p.Not(chosen))
			}
		}
	}
	for _, q := range r.Quotas {
		var of []model.Term
		for i, chosen := range s.Chosen {
			if q.Clues.Has(i) {
				of = append(of, chosen)
			}
		}
		if q.Min > 0 {
			out = append(out, p.AtLeast(q.Min, of...))
		}
		if q.Max >= 0 {
			out = append(out, p.AtMost(q.Max, of...))
		}
	}
	for _, group := range r.Cases {
		var one []model.Term
		for _, c := range group {
			terms, err := c.constraints(s)
			if err != nil {
				return nil, err
			}
			one = append(one, p.And(terms...))
		}
		out = append(out, p.Or(one...))
	}
	if r.Terms != nil {
		more, err := r.Terms(s)
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

// policies adds what is demanded of useless and redundant clues.
func (m *listedMaking) policies(s *Selection, banners [][]model.Term, demand func(string, ...model.Term)) {
	u, d, p := m.u, m.d, s.Problem
	var useless, not []model.Term
	for i, b := range u.Bans {
		if b.Empty() {
			useless = append(useless, s.Chosen[i])
			not = append(not, p.Not(s.Chosen[i]))
		}
	}
	switch {
	case d.Useless == Exclude && len(not) > 0:
		demand("no useless clue", not...)
	case d.Useless == Require:
		demand("a useless clue", p.Or(useless...))
	}
	if d.Redundant == Allow {
		return
	}
	once := make([]model.Term, u.Table.N) // at most one chosen clue bans the thing
	for t := range once {
		once[t] = p.Bool(fmt.Sprintf("once %d", t))
		p.Assert("once", p.Iff(once[t], p.AtMost(1, banners[t]...)))
	}
	var needed, spared []model.Term
	for i, b := range u.Bans {
		if b.Empty() {
			continue
		}
		var alone []model.Term
		for _, t := range b.List() {
			alone = append(alone, once[t])
		}
		some := p.Or(alone...)
		needed = append(needed, p.Implies(s.Chosen[i], some))
		spared = append(spared, p.And(s.Chosen[i], p.Not(some)))
	}
	if d.Redundant == Exclude {
		demand("no redundant clue", needed...)
	} else {
		demand("a redundant clue", p.Or(spared...))
	}
}

// model makes one choice by the constraint solver, drawn at random; when there is none the error is a *ConflictError.
func (m *listedMaking) model(ctx context.Context, stream *rng.Stream) (clues, left []int, err error) {
	clues, left, err = m.sample(ctx, stream)
	if err == nil && left == nil {
		err = m.conflict(ctx)
	}
	return clues, left, err
}

// sample makes one choice by the constraint solver, drawn at random; left is nil when there is none.
func (m *listedMaking) sample(ctx context.Context, stream *rng.Stream) (clues, left []int, err error) {
	if m.f.Engine == nil {
		return nil, nil, fmt.Errorf("the demand needs a constraint solver, and none was given")
	}
	s, parts, err := m.selection(false)
	if err != nil {
		return nil, nil, err
	}
	for _, part := range parts {
		s.Problem.Assert("demand", part.on)
	}
	session, err := m.f.Engine.Open(ctx, s.Problem, solve.Budget{Steps: solving.Steps})
	if err != nil {
		return nil, nil, err
	}
	defer session.Close()
	res, err := session.Sample(ctx, stream.Derive("sample"))
	if err != nil {
		return nil, nil, fmt.Errorf("looking for clues that meet the demand: %w", err)
	}
	if res.Status == solve.Unsat {
		return nil, nil, nil
	}
	return trueOf(s.Problem, res.Solution, s.Chosen), trueOf(s.Problem, res.Solution, s.Left), nil
}

// trueOf lists the numbers of the terms that are true.
func trueOf(p *model.Problem, a model.Assignment, terms []model.Term) []int {
	var out []int
	for i, t := range terms {
		if v, err := p.Eval(t, a); err == nil && v.Bool() {
			out = append(out, i)
		}
	}
	return out
}

// conflict finds a smallest set of demands that cannot be met together. A set whose search takes too long counts as one that can be
// met.
func (m *listedMaking) conflict(ctx context.Context) error {
	s, parts, err := m.selection(true)
	if err != nil {
		return err
	}
	session, err := m.f.Engine.Open(ctx, s.Problem, solve.Budget{Steps: solving.Steps})
	if err != nil {
		return err
	}
	defer session.Close()
	return smallestConflict(ctx, parts, refuter(ctx, session))
}

// refuter tells of demands whether they cannot be met together.
func refuter(ctx context.Context, session solve.Session) func(on []model.Term) bool {
	return func(on []model.Term) bool {
		res, err := session.Solve(ctx, on...)
		return err == nil && res.Status == solve.Unsat
	}
}

// made gives what makes all demands.
func made(parts []part) []model.Term {
	var all []model.Term
	for _, part := range parts {
		all = append(all, part.on)
	}
	return all
}

// maxConflictChecks bounds the sets of demands that are tried.
const maxConflictChecks = 3000

// smallestConflict finds a smallest set of demands that cannot be met, of several the one whose demands come first. It is known that all
// together cannot.
func smallestConflict(ctx context.Context, parts []part, unsat func(on []model.Term) bool) error {
	weights := make([]int, len(parts))
	for i := range weights {
		weights[i] = len(parts)*len(parts) + i
	}
	set, least := elimination.SmallestCore(len(parts), elimination.CoreOptions{Weights: weights, Budget: maxConflictChecks}, func(set []int) bool {
		var on []model.Term
		for _, i := range set {
			on = append(on, parts[i].on)
		}
		return ctx.Err() == nil && unsat(on)
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	e := &ConflictError{Smallest: least}
	for _, i := range set {
		e.Demands = append(e.Demands, parts[i].name)
	}
	return e
}
