package native

import (
	"context"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Facts finds what is the same in all solutions: it starts from the values of one solution and asks for another that differs
// from it in one of the values that are still in question, until there is none.
func (s *session) Facts(ctx context.Context) (solve.Facts, error) {
	assume, err := s.ready(nil)
	if err != nil {
		return solve.Facts{}, err
	}
	e := s.b.e
	budget := s.engineBudget()
	switch e.Solve(ctx, assume, budget) {
	case engine.Unsat:
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
		differ := e.NewBool()
		clause := []engine.Lit{differ ^ 1}
		for _, v := range s.bools {
			if open[v.v] {
				l := v.l
				if first[v.v].Bool() {
					l ^= 1
				}
				clause = append(clause, l)
			}
		}
		for _, v := range s.ints {
			if open[v.v] {
				n, _ := first[v.v].Int64()
				clause = append(clause, e.Eq(v.x, n)^1)
			}
		}
		e.AddClause(clause...)
		st := e.Solve(ctx, append(assume[:len(assume):len(assume)], differ), budget)
		if st == engine.Unknown {
			return solve.Facts{}, s.why(ctx)
		}
		if st == engine.Unsat {
			e.Backtrack()
			e.AddClause(differ ^ 1)
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
	for v := range first {
		if !open[v] {
			first[v] = model.Value{}
		}
	}
	return solve.Facts{Status: solve.Sat, Fixed: first}, nil
}
