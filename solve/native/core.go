package native

import (
	"context"

	"github.com/quandary-puzzles/quandary/solve"
)

// Core finds a minimal set of constraints that has no solution. Each constraint is left out in turn, from the last to the
// first; when the rest has a solution it is needed, otherwise it stays out. Sets are asked about in sessions of their own,
// because bounds that one constraint gives may not serve when it is left out.
func (s *session) Core(ctx context.Context) (solve.Core, error) {
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
	for i := len(keep) - 1; i >= 0; i-- {
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

// subset solves the constraints that are kept.
func (s *session) subset(ctx context.Context, keep []bool) (solve.Status, error) {
	t := &session{home: s.home, p: s.p, budget: s.budget, aimless: s.aimless, within: true}
	defer t.Close()
	for i, k := range keep {
		if k {
			t.cons = append(t.cons, s.cons[i])
		}
	}
	t.fromProblem = 0
	if err := t.build(); err != nil {
		return solve.Unknown, err
	}
	assume, err := t.ready(nil)
	if err != nil {
		return solve.Unknown, err
	}
	st := t.b.e.Solve(ctx, assume, t.engineBudget())
	s.work = addStats(s.work, t.b.e.Stats())
	switch st {
	case 0:
		return solve.Unknown, s.why(ctx)
	case 1:
		return solve.Sat, nil
	}
	if err := t.exhausted(); err != nil {
		return solve.Unknown, err
	}
	return solve.Unsat, nil
}
