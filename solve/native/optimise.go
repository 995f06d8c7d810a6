package native

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// Optimise finds the best value of the objective: each solution is followed by the search for a better one, until there is
// none, which is the proof. The solutions that attain the best value are then enumerated.
func (s *session) Optimise(ctx context.Context, limit int) (_ solve.Optimum, err error) {
	s.begin(ctx)
	defer s.end(&err)
	o := s.p.Objective()
	if o.Sense == model.NoObjective {
		return solve.Optimum{}, solve.ErrNoObjective
	}
	if s.apart() {
		return s.optimiseParts(ctx, limit)
	}
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Optimum{}, err
	}
	if s.exact {
		return s.optimiseExact(ctx, limit)
	}
	t, _ := s.objective()
	b, e := s.b, s.b.e
	b.grow()
	if s.p.Sort(t) == model.Real {
		return s.optimiseReal(ctx, assume, t, o.Sense, limit)
	}
	z := b.intOf(t)
	if b.err != nil {
		return solve.Optimum{}, s.unsupported()
	}
	under := func(l engine.Lit) []engine.Lit { return append(assume[:len(assume):len(assume)], l) }
	bound := engine.True
	best, found := int64(0), false
	for {
		st := e.Solve(ctx, under(bound), s.engineBudget())
		if st == engine.Unknown {
			return solve.Optimum{}, s.why(ctx)
		}
		if st == engine.Unsat {
			if err := s.exhausted(); err != nil {
				return solve.Optimum{}, err
			}
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
	for _, a := range list.List { // what the engine calls the objective is judged as well
		if v, err := s.p.Eval(o.Term, a); err != nil || v.Compare(model.IntValue(best)) != 0 {
			return solve.Optimum{}, &solve.WrongError{Engine: Name, Err: fmt.Errorf("the objective is %v, not %d", v, best)}
		}
	}
	return solve.Optimum{
		Status: solve.Sat, Value: model.IntValue(best), Attained: true, Solutions: list.List, All: list.All,
	}, nil
}

// optimiseReal is Optimise for a Real objective. Where the search has found a solution, the decisions that led to it leave a
// polyhedron, whose best value the simplex method finds; the search then goes on for a better one: one that is larger, or
// also one that is equal where the best so far is only approached.
func (s *session) optimiseReal(ctx context.Context, assume []engine.Lit, t model.Term, sense model.Sense, limit int) (solve.Optimum, error) {
	b, e := s.b, s.b.e
	sign := simplex.Int(1)
	if sense == model.Minimise {
		sign = simplex.Int(-1)
	}
	sum := &rsum{}
	b.gatherReal(sum, t, sign)
	sum.tidy()
	if b.err != nil {
		return solve.Optimum{}, s.unsupported()
	}
	k := sum.k
	sum.k = simplex.Rat{}
	z := b.sumColumn(sum) // to be made as large as can be; the objective is sign*(z + k)
	under := func(l ...engine.Lit) []engine.Lit { return append(assume[:len(assume):len(assume)], l...) }
	bound := engine.True
	var best simplex.Delta
	found := false
	for {
		st := e.Solve(ctx, under(bound), s.engineBudget())
		if st == engine.Unknown {
			return solve.Optimum{}, s.why(ctx)
		}
		if st == engine.Unsat {
			if err := s.exhausted(); err != nil {
				return solve.Optimum{}, err
			}
			break
		}
		if err := s.check(s.solution()); err != nil {
			return solve.Optimum{}, err
		}
		v, r := e.RealMaximise(ctx, z)
		switch r {
		case simplex.Stopped:
			return solve.Optimum{}, s.why(ctx)
		case simplex.Unbounded:
			return solve.Optimum{Status: solve.Sat, Unbounded: true}, nil
		}
		best, found = v, true
		e.Backtrack()
		if best.D.Sign() < 0 {
			bound = e.RealLt(z, best.R) ^ 1 // at least
		} else {
			bound = e.RealLe(z, best) ^ 1 // more
		}
	}
	if !found {
		return solve.Optimum{Status: solve.Unsat}, nil
	}
	value := best.R.Add(k).Mul(sign)
	out := solve.Optimum{Status: solve.Sat, Value: model.RatValue(value.Big()), Attained: best.D.Sign() == 0}
	if !out.Attained {
		out.All = true // no solution attains it
		return out, nil
	}
	e.Backtrack()
	list, err := s.list(ctx, under(e.RealLe(z, best), e.RealLt(z, best.R)^1), limit)
	if err != nil {
		return solve.Optimum{}, err
	}
	out.Solutions, out.All = list.List, list.All
	return out, nil
}
