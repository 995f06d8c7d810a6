package smtlib

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// solutions are those that sampling found, up to solve.SampleExact.
type solutions struct {
	list []model.Assignment
	all  bool
}

// Sample lists the solutions where there are few. Where there are many it goes through the variables in a random order and
// gives each a random value that is still possible, closing in on it by halving the variable's range: every solution can be
// drawn, and no region is preferred because the solver happens to look there first, but the draw is not uniform.
func (s *session) Sample(ctx context.Context, r solve.Rand) (solve.Result, error) {
	if err := s.begin(ctx); err != nil {
		return solve.Result{}, err
	}
	if s.few == nil {
		list, all, err := s.list(ctx, solve.SampleExact)
		if err != nil {
			return solve.Result{}, err
		}
		s.few = &solutions{list, all}
	}
	list := s.few.list
	switch {
	case s.few.all && len(list) == 0:
		return solve.Result{Status: solve.Unsat}, nil
	case s.few.all:
		return solve.Result{Status: solve.Sat, Solution: slices.Clone(list[r.Uint64N(uint64(len(list)))])}, nil
	}
	var res solve.Result
	err := s.scoped(func() error {
		a := list[r.Uint64N(uint64(len(list)))] // a solution of what is asserted, always
		vars := s.mentioned()
		for i := len(vars); i > 1; i-- {
			j := r.Uint64N(uint64(i))
			vars[i-1], vars[j] = vars[j], vars[i-1]
		}
		for _, v := range vars {
			var err error
			if a, err = s.steer(ctx, r, v, a); err != nil {
				return err
			}
		}
		res = solve.Result{Status: solve.Sat, Solution: a}
		return nil
	})
	if err != nil {
		return solve.Result{}, err
	}
	return res, nil
}

// steer fixes a variable to a random value that is possible, and gives a solution with it.
func (s *session) steer(ctx context.Context, r solve.Rand, v model.Var, a model.Assignment) (model.Assignment, error) {
	x, name := s.p.Variable(v), s.printer.Name(v)
	// try asserts a condition if it is possible, and else its opposite, of which a must then be a solution.
	try := func(condition string) (bool, error) {
		var found model.Assignment
		err := s.scoped(func() error {
			s.pending.WriteString("(assert " + condition + ")\n")
			status, err := s.check(ctx)
			if err != nil || status == solve.Unsat {
				return err
			}
			found, err = s.solution(ctx)
			return err
		})
		if err == nil && found != nil {
			a = found
			s.pending.WriteString("(assert " + condition + ")\n")
		}
		return found != nil, err
	}
	if x.Sort == model.Bool {
		want := r.Uint64N(2) == 1
		if a.Value(v).Bool() != want {
			condition := name
			if !want {
				condition = "(not " + name + ")"
			}
			if _, err := try(condition); err != nil {
				return nil, err
			}
		}
	} else {
		lo, hi := s.window(r, x, a.Value(v))
		for range 70 {
			if lo.Cmp(hi) >= 0 {
				break
			}
			mid := new(big.Rat).Add(lo, hi)
			mid.Mul(mid, big.NewRat(1, 2))
			upper := mid
			if x.Sort == model.Int {
				mid = new(big.Rat).SetInt(new(big.Int).Div(mid.Num(), mid.Denom()))
				upper = new(big.Rat).Add(mid, big.NewRat(1, 1))
			}
			below := fmt.Sprintf("(and (<= %s %s) (<= %s %s))", literal(model.RatValue(lo), x.Sort), name, name, literal(model.RatValue(mid), x.Sort))
			above := fmt.Sprintf("(and (<= %s %s) (<= %s %s))", literal(model.RatValue(upper), x.Sort), name, name, literal(model.RatValue(hi), x.Sort))
			low := r.Uint64N(2) == 0
			first, second := below, above
			if !low {
				first, second = above, below
			}
			ok, err := try(first)
			if err != nil {
				return nil, err
			}
			if !ok {
				s.pending.WriteString("(assert " + second + ")\n")
				low = !low
			}
			if low {
				hi = mid
			} else {
				lo = upper
			}
			if x.Sort == model.Real && new(big.Rat).Sub(hi, lo).Cmp(big.NewRat(1, 64)) < 0 {
				break
			}
		}
	}
	s.pending.WriteString(fmt.Sprintf("(assert (= %s %s))\n", name, model.SMTValue(a.Value(v))))
	return a, nil
}

// window is the range to look in for a variable's value: its domain, and where that is open, a stretch about a value that is
// known to be possible.
func (s *session) window(r solve.Rand, x model.Variable, known model.Value) (lo, hi *big.Rat) {
	reach := new(big.Rat).SetInt64(4 << (3 * r.Uint64N(4)))
	lo, hi = known.Rat(), known.Rat()
	lo.Sub(lo, reach)
	hi.Add(hi, reach)
	if x.Domain.Lo.Valid() && (x.Domain.Hi.Valid() || x.Domain.Lo.Rat().Cmp(lo) > 0) {
		lo = x.Domain.Lo.Rat()
	}
	if x.Domain.Hi.Valid() && (x.Domain.Lo.Valid() || x.Domain.Hi.Rat().Cmp(hi) < 0) {
		hi = x.Domain.Hi.Rat()
	}
	return lo, hi
}
