package native

import (
	"context"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Optimise finds the best value of the objective: each solution is followed by the search for a better one, until there is
// none, which is the proof. The solutions that attain the best value are then enumerated.
func (s *session) Optimise(ctx context.Context, limit int) (solve.Optimum, error) {
	o := s.p.Objective()
	if o.Sense == model.NoObjective {
		return solve.Optimum{}, solve.ErrNoObjective
	}
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Optimum{}, err
	}
	t, _ := s.p.NormalObjective()
	b, e := s.b, s.b.e
	b.grow()
	if s.p.Sort(t) == model.Real {
		b.real(t)
		return solve.Optimum{}, s.unsupported()
	}
	z := b.intOf(t)
	if b.err != nil {
		return solve.Optimum{}, s.unsupported()
	}
	budget := s.engineBudget()
	under := func(l engine.Lit) []engine.Lit { return append(assume[:len(assume):len(assume)], l) }
	bound := engine.True
	best, found := int64(0), false
	for {
		st := e.Solve(ctx, under(bound), budget)
		if st == engine.Unknown {
			return solve.Optimum{}, s.why(ctx)
		}
		if st == engine.Unsat {
			break
		}
		best, found = e.IntValue(z), true
		if err := s.check(s.solution()); err != nil {
			return solve.Optimum{}, err
		}
		e.Backtrack()
		if o.Sense == model.Minimise {
			bound = e.Le(z, best-1)
		} else {
			bound = e.Ge(z, best+1)
		}
	}
	if !found {
		return solve.Optimum{Status: solve.Unsat}, nil
	}
	e.Backtrack()
	list, err := s.list(ctx, under(e.Eq(z, best)), limit)
	if err != nil {
		return solve.Optimum{}, err
	}
	return solve.Optimum{
		Status: solve.Sat, Value: model.IntValue(best), Attained: true, Solutions: list.List, All: list.All,
	}, nil
}
