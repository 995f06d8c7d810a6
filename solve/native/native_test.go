package native

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// gen makes random problems whose assignments can be counted through.
type gen struct {
	r     *rng.Stream
	p     *model.Problem
	ints  []model.Term
	bools []model.Term
}

func (g *gen) pick(n int) int { return g.r.IntN(n) }

func (g *gen) boolean(depth int) model.Term {
	p := g.p
	if depth == 0 || g.pick(8) == 0 {
		return g.bools[g.pick(len(g.bools))]
	}
	some := func() []model.Term {
		var ts []model.Term
		for i := g.pick(3) + 1; i >= 0; i-- {
			ts = append(ts, g.boolean(depth-1))
		}
		return ts
	}
	switch g.pick(16) {
	case 0:
		return p.And(some()...)
	case 1:
		return p.Or(some()...)
	case 2:
		return p.Not(g.boolean(depth - 1))
	case 3:
		return p.Implies(g.boolean(depth-1), g.boolean(depth-1))
	case 4:
		return p.Xor(g.boolean(depth-1), g.boolean(depth-1))
	case 5:
		return p.If(g.boolean(depth-1), g.boolean(depth-1), g.boolean(depth-1))
	case 6:
		return p.AtMost(g.pick(3), some()...)
	case 7:
		return p.AtLeast(g.pick(3), some()...)
	case 8:
		var ts []model.Term
		for i := g.pick(3) + 1; i >= 0; i-- {
			ts = append(ts, g.integer(depth-1))
		}
		return p.Distinct(ts...)
	case 9:
		return p.Eq(g.boolean(depth-1), g.boolean(depth-1))
	}
	ops := []func(a, b model.Term) model.Term{p.Eq, p.Ne, p.Lt, p.Le, p.Gt, p.Ge}
	return ops[g.pick(6)](g.integer(depth-1), g.integer(depth-1))
}

func (g *gen) integer(depth int) model.Term {
	p := g.p
	if depth <= 0 || g.pick(5) == 0 {
		if g.pick(4) == 0 {
			return p.Num(g.r.Int64Between(-5, 7))
		}
		return g.ints[g.pick(len(g.ints))]
	}
	switch g.pick(13) {
	case 0, 1, 2:
		return p.Add(g.integer(depth-1), g.integer(depth-1), g.integer(depth-2))
	case 3:
		return p.Sub(g.integer(depth-1), g.integer(depth-1))
	case 4:
		return p.Mul(p.Num(g.r.Int64Between(-3, 4)), g.integer(depth-1))
	case 5:
		return p.Mul(g.integer(depth-1), g.integer(depth-1))
	case 6, 7:
		return p.If(g.boolean(depth-1), g.integer(depth-1), g.integer(depth-1))
	case 8:
		return p.Abs(g.integer(depth - 1))
	case 9:
		return p.Min(g.integer(depth-1), g.integer(depth-1))
	case 10:
		return p.Max(g.integer(depth-1), g.integer(depth-1))
	case 11:
		if g.pick(2) == 0 {
			return p.Mod(g.integer(depth-1), g.integer(depth-1))
		}
		return p.IntDiv(g.integer(depth-1), g.integer(depth-1))
	}
	return p.Pow(g.integer(depth-1), p.Num(int64(g.pick(4))))
}

func randomProblem(r *rng.Stream) *model.Problem {
	g := &gen{r: r, p: model.NewProblem()}
	for i := 0; i <= r.IntN(3)+1; i++ {
		lo := r.Int64Between(-4, 4)
		g.ints = append(g.ints, g.p.IntIn(fmt.Sprint("x", i), lo, lo+r.Int64Between(0, 4)))
	}
	for i := 0; i <= r.IntN(3); i++ {
		g.bools = append(g.bools, g.p.Bool(fmt.Sprint("b", i)))
	}
	for i := r.IntN(3); i >= 0; i-- {
		g.p.Assert(fmt.Sprint("c", i), g.boolean(1+r.IntN(4)))
	}
	if r.IntN(2) == 0 {
		g.p.SetObjective(model.Sense(1+r.IntN(2)), g.integer(2))
	}
	return g.p
}

// brute lists all solutions by trying every assignment.
func brute(p *model.Problem) []model.Assignment {
	c := model.NewChecker(p)
	vars := p.Mentioned()
	a := model.Assignment{}
	if n := len(vars); n > 0 {
		a = make(model.Assignment, vars[n-1]+1)
	}
	var out []model.Assignment
	var walk func(i int)
	walk = func(i int) {
		if i == len(vars) {
			if c.Check(a) == nil {
				out = append(out, slices.Clone(a))
			}
			return
		}
		v := p.Variable(vars[i])
		if v.Sort == model.Bool {
			for _, b := range []bool{false, true} {
				a[vars[i]] = model.BoolValue(b)
				walk(i + 1)
			}
			return
		}
		lo, _ := v.Domain.Lo.Int64()
		hi, _ := v.Domain.Hi.Int64()
		for n := lo; n <= hi; n++ {
			a[vars[i]] = model.IntValue(n)
			walk(i + 1)
		}
	}
	walk(0)
	return out
}

func TestAgainstBruteForce(t *testing.T) {
	e := New()
	root := rng.New(3)
	unsat, optima := 0, 0
	for n := uint64(0); n < puztest.Few(3000); n++ {
		p := randomProblem(root.Derive("native", n))
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
		want := brute(p)
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("problem %d: %s\n%s", n, fmt.Sprintf(format, args...), p)
		}
		s, err := e.Open(context.Background(), p, solve.Budget{})
		if err != nil {
			fail("open: %v", err)
		}
		got, err := s.Enumerate(context.Background(), -1)
		if err != nil {
			fail("enumerate: %v", err)
		}
		if !got.All || !slices.EqualFunc(got.List, want, model.Assignment.Equal) {
			fail("got %d solutions %v, want %d %v", len(got.List), got.List, len(want), want)
		}
		if len(want) == 0 {
			unsat++
		}
		f, err := s.Facts(context.Background())
		if err != nil {
			fail("facts: %v", err)
		}
		if (f.Status == solve.Sat) != (len(want) > 0) {
			fail("facts say %v", f.Status)
		}
		for v := range model.Var(p.NumVars()) {
			same := len(want) > 0
			for _, a := range want {
				same = same && a.Value(v).Equal(want[0].Value(v))
			}
			if same && !f.Fixed.Value(v).Equal(want[0].Value(v)) || !same && f.Fixed.Value(v).Valid() {
				fail("facts %v of %v", f.Fixed, want)
			}
		}
		if o := p.Objective(); o.Sense != model.NoObjective {
			optima++
			r, err := s.Optimise(context.Background(), -1)
			if err != nil {
				fail("optimise: %v", err)
			}
			var best model.Value
			var list []model.Assignment
			for _, a := range want {
				x, err := p.Eval(o.Term, a)
				if err != nil {
					fail("eval: %v", err)
				}
				c := x.Compare(best)
				if o.Sense == model.Maximise {
					c = -c
				}
				if !best.Valid() || c < 0 {
					best, list = x, nil
					c = 0
				}
				if c == 0 {
					list = append(list, a)
				}
			}
			if (r.Status == solve.Sat) != (len(want) > 0) || len(want) > 0 && r.Value.Compare(best) != 0 ||
				!slices.EqualFunc(r.Solutions, list, model.Assignment.Equal) {
				fail("optimum %+v, want %v with %v", r, best, list)
			}
		}
		if len(want) == 0 {
			c, err := s.Core(context.Background())
			if err != nil || c.Status != solve.Unsat {
				fail("core: %v %v", c, err)
			}
		}
		s.Close()
	}
	t.Logf("%d unsatisfiable, %d with an objective", unsat, optima)
}
