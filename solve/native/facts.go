package native

import (
	"context"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// Facts finds what is the same in all solutions: it starts from the values of one solution and asks for another that differs
// from it in one of the values that are still in question, until there is none.
func (s *session) Facts(ctx context.Context) (_ solve.Facts, err error) {
	s.begin(ctx)
	defer s.end(&err)
	if s.apart() {
		return s.factsOfParts(ctx)
	}
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Facts{}, err
	}
	if s.exact {
		return s.factsExact(ctx)
	}
	e := s.b.e
	switch e.Solve(ctx, assume, s.engineBudget()) {
	case engine.Unsat:
		if err := s.exhausted(); err != nil {
			return solve.Facts{}, err
		}
		return solve.Facts{Status: solve.Unsat}, nil
	case engine.Unknown:
		return solve.Facts{}, s.why(ctx)
	}
	first := s.solution()
	if err := s.check(first); err != nil {
		return solve.Facts{}, err
	}
	open := make([]bool, len(first))
	for _, v := range s.vars {
		open[v] = true
	}
	for {
		e.Backtrack()
		differ := e.NewBool() // a solution that differs from first where that is open
		e.AddClause(s.differ(first, []engine.Lit{differ ^ 1}, open)...)
		st := e.Solve(ctx, append(assume[:len(assume):len(assume)], differ), s.engineBudget())
		if st == engine.Unknown {
			return solve.Facts{}, s.why(ctx)
		}
		if st == engine.Unsat {
			e.Backtrack()
			e.AddClause(differ ^ 1)
			if err := s.exhausted(); err != nil {
				return solve.Facts{}, err
			}
			break
		}
		a := s.solution()
		if err := s.check(a); err != nil {
			return solve.Facts{}, err
		}
		e.Backtrack()
		e.AddClause(differ ^ 1)
		for v := range first {
			if open[v] && !first[v].Equal(a[v]) {
				open[v] = false
			}
		}
	}
	for _, d := range s.periods {
		if n, _ := first[d.v].Int64(); n < -d.edge || n > d.edge {
			open[d.v] = false // it repeats
		}
	}
	for v := range first {
		if !open[v] {
			first[v] = model.Value{}
		}
	}
	return solve.Facts{Status: solve.Sat, Fixed: first}, nil
}

// differ appends literals of which one is true exactly when a solution differs from a in a variable that is open; nil means
// that all are.
//
// Pre: no level is open.
func (s *session) differ(a model.Assignment, clause []engine.Lit, open []bool) []engine.Lit {
	e := s.b.e
	for _, v := range s.bools {
		if open == nil || open[v.v] {
			l := v.l
			if a[v.v].Bool() {
				l ^= 1
			}
			clause = append(clause, l)
		}
	}
	for _, v := range s.ints {
		if open == nil || open[v.v] {
			n, _ := a[v.v].Int64()
			clause = append(clause, e.Eq(v.x, n)^1)
		}
	}
	for _, v := range s.reals {
		if open == nil || open[v.v] {
			r := rat(a[v.v])
			clause = append(clause, e.RealLt(v.c, r), e.RealLe(v.c, simplex.Exactly(r))^1)
		}
	}
	return clause
}
