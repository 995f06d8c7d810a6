package native

import (
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Core finds a minimal set of constraints that has no solution.
//
// First the constraints that do not state bounds are put under assumptions, so that the search tells which of them it needed:
// this leaves a few of many at the price of a few questions, while the bounds keep the domains as they are. Then each
// constraint that is left, bounds among them, is left out in turn, from the last to the first; when the rest has a solution
// it is needed, otherwise it stays out. These sets are asked about in sessions of their own, because bounds that one
// constraint gives may not serve when it is left out.
func (s *session) Core(ctx context.Context) (_ solve.Core, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if s.apart() {
		return s.coreOfParts(ctx)
	}
	r, err := s.Solve(ctx)
	if err != nil {
		return solve.Core{}, err
	}
	if r.Status == solve.Sat {
		return solve.Core{Status: solve.Sat}, nil
	}
	keep := make([]bool, len(s.cons))
	for i := range keep {
		keep[i] = true
	}
	needed, err := s.assumedCore(ctx, keep)
	if err != nil {
		return solve.Core{}, err
	}
	for i := len(keep) - 1; i >= 0; i-- {
		if !keep[i] || needed[i] {
			continue
		}
		keep[i] = false
		st, err := s.subset(ctx, keep)
		if err != nil {
			return solve.Core{}, err
		}
		if st == solve.Sat {
			keep[i] = true
		}
	}
	out := solve.Core{Status: solve.Unsat, Constraints: []int{}}
	for i, k := range keep {
		if k {
			out.Constraints = append(out.Constraints, i)
		}
	}
	return out, nil
}

// assumedCore drops from keep constraints that are not bounds, as long as the rest has no solution with all bounds, and tells
// which of those that stay are needed whatever bounds are dropped later. Where the bounds alone do not bound everything, so that
// the answers could be wrong, it drops nothing.
//
// Pre: the constraints that are kept have no solution.
func (s *session) assumedCore(ctx context.Context, keep []bool) (needed []bool, err error) {
	needed = make([]bool, len(keep))
	t := s.sub()
	defer func() {
		s.work = addStats(s.work, t.spent())
		t.Close()
	}()
	var at []int // by level: the number of its constraint
	for i, c := range s.cons {
		if len(s.p.VarsOf(c)) < 2 {
			t.cons = append(t.cons, c)
		} else {
			at = append(at, i)
		}
	}
	for _, i := range at {
		t.levels = append(t.levels, level{cons: len(t.cons)})
		t.cons = append(t.cons, s.cons[i])
	}
	err = t.build()
	if errors.Is(err, solve.ErrUnsupported) || err == nil && len(t.boxed)+len(t.periods) > 0 {
		return needed, nil
	}
	if err != nil || t.exact {
		return needed, err
	}
	guards, err := t.ready(nil)
	if err != nil {
		return nil, err
	}
	if t.void { // a variable without values counts only where a constraint that is kept mentions it
		return needed, nil
	}
	which := map[engine.Lit]int{}
	for k, i := range at {
		which[t.levels[k].guard] = i
	}
	solves := func(under []engine.Lit) (engine.Status, error) {
		st := t.b.e.Solve(ctx, under, t.engineBudget())
		if st == engine.Unknown {
			return st, s.why(ctx)
		}
		return st, nil
	}
	st, err := solves(guards)
	if err != nil {
		return nil, err
	}
	if st == engine.Sat { // it has a solution after all: the search for the core goes on without this
		return needed, nil
	}
	left := slices.Clone(t.b.e.Core())
	for k := len(left) - 1; k >= 0; k-- {
		if k >= len(left) {
			continue
		}
		rest := slices.Delete(slices.Clone(left), k, k+1)
		st, err := solves(rest)
		if err != nil {
			return nil, err
		}
		if st == engine.Unsat { // what was needed of the rest, in the order of before
			used := t.b.e.Core()
			left = slices.DeleteFunc(rest, func(l engine.Lit) bool { return !slices.Contains(used, l) })
		}
	}
	for _, i := range at {
		keep[i] = false
	}
	for _, l := range left {
		if i, ok := which[l]; ok {
			keep[i], needed[i] = true, true
		}
	}
	return needed, nil
}

// sub is a session for some of the constraints, which are still to be given.
func (s *session) sub() *session {
	t := s.part()
	t.aimless = s.aimless
	if s.steps() > 0 {
		t.budget.Steps = s.left()
	}
	return t
}

// subset solves the constraints that are kept.
func (s *session) subset(ctx context.Context, keep []bool) (solve.Status, error) {
	t := s.sub()
	defer func() {
		s.work = addStats(s.work, t.spent())
		t.Close()
	}()
	for i, k := range keep {
		if k {
			t.cons = append(t.cons, s.cons[i])
		}
	}
	if err := t.openParts(); err != nil {
		return solve.Unknown, err
	}
	if len(t.parts) == 0 {
		if err := t.build(); err != nil {
			return solve.Unknown, err
		}
	}
	r, err := t.Solve(ctx)
	return r.Status, err
}
