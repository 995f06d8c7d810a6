package native

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestRealsAgainstZ3 compares status, optima and the number of solutions on random problems with real variables, for which
// there is no brute force.
func TestRealsAgainstZ3(t *testing.T) {
	puztest.Need(t, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	e := New()
	ctx := context.Background()
	root := rng.New(31)
	compared, refused := 0, 0
	for n := range puztest.Few(40) {
		p := solvetest.Generate(root.Derive("reals", n), solvetest.Options{Reals: 100, Objectives: 50, LinearReals: true, Space: 200})
		s, err := e.Open(ctx, p, solve.Budget{})
		if errors.Is(err, solve.ErrUnsupported) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("problem %d: %v\n%s", n, err, p)
		}
		got, err := s.Enumerate(ctx, 3)
		if err != nil {
			t.Fatalf("problem %d: %v\n%s", n, err, p)
		}
		limited, stop := context.WithTimeout(ctx, 10*time.Second)
		w, err := z3.Open(limited, p, solve.Budget{})
		if err != nil {
			t.Fatalf("problem %d: z3: %v\n%s", n, err, p)
		}
		want, err := w.Enumerate(limited, 3)
		if err != nil {
			t.Logf("problem %d: z3: %v", n, err)
			refused++
		} else {
			compared++
			if len(got.List) != len(want.List) || got.All != want.All ||
				got.All && !slices.EqualFunc(got.List, want.List, model.Assignment.Equal) {
				t.Fatalf("problem %d: got %v, z3 says %v\n%s", n, got, want, p)
			}
			if p.Objective().Sense != model.NoObjective {
				a, err := s.Optimise(ctx, 0)
				b, err2 := w.Optimise(limited, 0)
				if err != nil || err2 != nil {
					t.Logf("problem %d: optimise: %v, z3: %v", n, err, err2)
				} else if a.Status != b.Status || a.Unbounded != b.Unbounded || !a.Unbounded && a.Status == solve.Sat &&
					(a.Value.Compare(b.Value) != 0 || a.Attained != b.Attained) {
					t.Fatalf("problem %d: optimum %+v, z3 says %+v\n%s", n, a, b, p)
				}
			}
		}
		w.Close()
		stop()
		s.Close()
	}
	t.Logf("%d compared, %d refused by one", compared, refused)
}

// shapes are problems of the kinds that puzzle specifications give, with how many solutions to ask for.
func shapes() []struct {
	name  string
	limit int
	build func() *model.Problem
} {
	type shape = struct {
		name  string
		limit int
		build func() *model.Problem
	}
	bools := func(p *model.Problem, n int) []model.Term {
		ts := make([]model.Term, n)
		for i := range ts {
			ts[i] = p.Bool(fmt.Sprint("b", i))
		}
		return ts
	}
	count := func(p *model.Problem, ts []model.Term) model.Term {
		var s []model.Term
		for _, t := range ts {
			s = append(s, p.If(t, p.Num(1), p.Num(0)))
		}
		return p.Sum(s...)
	}
	return []shape{
		{"permutation", 500, func() *model.Problem { return permutation(7) }},
		{"wine", 200, func() *model.Problem { return wine(8) }},
		{"zebra", 2, zebra},
		{"liars", 300, func() *model.Problem {
			p := model.NewProblem()
			b := bools(p, 9)
			var said []model.Term
			for i := range b {
				switch i % 3 {
				case 0:
					said = append(said, p.Or(b[i], b[(i+2)%9]))
				case 1:
					said = append(said, p.Not(b[(i*5)%9]))
				case 2:
					said = append(said, p.Implies(p.Not(b[(i+1)%9]), b[(i+4)%9]))
				}
			}
			p.Assert("guilty", p.Eq(count(p, b), p.Num(4)))
			p.Assert("true", p.Eq(count(p, said), p.Num(6)))
			return p
		}},
		{"groups", 1000, func() *model.Problem {
			p := model.NewProblem()
			var x []model.Term
			for i := 0; i < 9; i++ {
				x = append(x, p.Int(fmt.Sprint("x", i)))
				p.Assert("domain", p.And(p.Ge(x[i], p.Num(0)), p.Lt(x[i], p.Num(3))))
			}
			for g := int64(0); g < 3; g++ {
				var in []model.Term
				for _, v := range x {
					in = append(in, p.Eq(v, p.Num(g)))
				}
				p.Assert("size", p.Eq(count(p, in), p.Num(3)))
			}
			p.Assert("apart", p.Ne(x[0], x[1]))
			p.Assert("together", p.Eq(x[2], x[3]))
			return p
		}},
		{"shopping", 500, func() *model.Problem {
			p := model.NewProblem()
			var s []model.Term
			for i, c := range []int64{2, 3, 5, 7} {
				v := p.Int(fmt.Sprint("n", i))
				p.Assert("domain", p.Ge(v, p.Num(0)))
				s = append(s, p.Mul(p.Num(c), v))
			}
			p.Assert("money", p.Eq(p.Sum(s...), p.Num(40)))
			return p
		}},
	}
}

func permutation(n int) *model.Problem {
	p := model.NewProblem()
	var x []model.Term
	for i := 0; i < n; i++ {
		x = append(x, p.Int(fmt.Sprint("x", i)))
		p.Assert("domain", p.And(p.Ge(x[i], p.Num(1)), p.Le(x[i], p.Num(int64(n)))))
	}
	p.Assert("different", p.Distinct(x...))
	p.Assert("near", p.Or(p.Eq(p.Sub(x[0], x[1]), p.Num(2)), p.Eq(p.Sub(x[1], x[0]), p.Num(2))))
	p.Assert("right of", p.Eq(p.Sub(x[2], x[3]), p.Num(1)))
	p.Assert("not", p.Ne(x[4], p.Num(3)))
	return p
}

// BenchmarkAgainstZ3 reports how many times longer z3 takes for the same list of solutions: z3's time is that of its
// enumeration over the pipe with blocking clauses, the process being up and the problem read; ours includes translation.
func BenchmarkAgainstZ3(b *testing.B) {
	puztest.Need(b, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	ctx := context.Background()
	logs, n := 0.0, 0
	for _, c := range shapes() {
		b.Run(c.name, func(b *testing.B) {
			p := c.build()
			w, err := z3.Open(ctx, p, solve.Budget{})
			if err != nil {
				b.Fatal(err)
			}
			defer w.Close()
			if _, err := w.Solve(ctx); err != nil {
				b.Fatal(err)
			}
			start := time.Now()
			want, err := w.Enumerate(ctx, c.limit)
			if err != nil {
				b.Fatal(err)
			}
			theirs := time.Since(start)
			e := New()
			start = time.Now()
			rounds := 0
			for b.Loop() {
				s, err := e.Open(ctx, p, solve.Budget{})
				if err != nil {
					b.Fatal(err)
				}
				got, err := s.Enumerate(ctx, c.limit)
				if err != nil || len(got.List) != len(want.List) {
					b.Fatal(err, len(got.List), len(want.List))
				}
				s.Close()
				rounds++
			}
			ratio := theirs.Seconds() / (time.Since(start).Seconds() / float64(rounds))
			b.ReportMetric(ratio, "times-z3")
			b.ReportMetric(float64(len(want.List)), "solutions")
			logs += math.Log(ratio)
			n++
		})
	}
	b.Logf("geometric mean: %.0f times faster than z3", math.Exp(logs/float64(n)))
}
