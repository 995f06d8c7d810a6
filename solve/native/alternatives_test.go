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
)

// orders calls visit with every order of 0..n-1.
func orders(n int, visit func([]int)) {
	at := make([]int, 0, n)
	var extend func()
	extend = func() {
		if len(at) == n {
			visit(at)
			return
		}
		for i := range n {
			if !slices.Contains(at, i) {
				at = append(at, i)
				extend()
				at = at[:len(at)-1]
			}
		}
	}
	extend()
}

// sums is a puzzle about unknown numbers, whose sums are given in an unknown order.
type sums struct {
	n, k         int  // unknowns, and how many make a sum; with k = 0 neighbours in a ring do
	real         bool // the unknowns may be fractions
	sorted, plus bool // the unknowns ascend, are positive
	each         bool // stated sum by sum, and that all differ, rather than order by order
}

func (o sums) build(s *rng.Stream) *model.Problem {
	p := model.NewProblem()
	var xs, said, given []model.Term
	var at []int64
	for i := range o.n {
		name := string(rune('a' + i))
		if o.real {
			xs = append(xs, p.Real(name))
		} else {
			xs = append(xs, p.Int(name))
		}
		at = append(at, s.Int64Between(1, 40))
	}
	var pick func(from int, chosen []int)
	sum := func(chosen []int) {
		var ts []model.Term
		n := int64(0)
		for _, i := range chosen {
			ts = append(ts, xs[i])
			n += at[i]
		}
		said, given = append(said, p.Sum(ts...)), append(given, p.Num(n))
	}
	pick = func(from int, chosen []int) {
		if len(chosen) == o.k {
			sum(chosen)
			return
		}
		for i := from; i < o.n; i++ {
			pick(i+1, append(chosen, i))
		}
	}
	if o.k > 0 {
		pick(0, nil)
	} else {
		for i := range o.n {
			sum([]int{i, (i + 1) % o.n})
		}
	}
	s.Shuffle(len(given), func(i, j int) { given[i], given[j] = given[j], given[i] })
	if o.each {
		for _, t := range said {
			var or []model.Term
			for _, g := range given {
				or = append(or, p.Eq(t, g))
			}
			p.Assert("one of them", p.Or(or...))
		}
		p.Assert("different", p.Distinct(said...))
	} else {
		var or []model.Term
		orders(len(said), func(at []int) {
			var and []model.Term
			for i, t := range said {
				and = append(and, p.Eq(t, given[at[i]]))
			}
			or = append(or, p.And(and...))
		})
		p.Assert("in some order", p.Or(or...))
	}
	for i, x := range xs {
		if o.plus {
			p.Assert("positive", p.Gt(x, p.Num(0)))
		}
		if o.sorted && i > 0 {
			p.Assert("ascending", p.Lt(xs[i-1], x))
		}
	}
	return p
}

var sumShapes = []struct {
	name string
	sums
}{
	{"pairs of four", sums{n: 4, k: 2, sorted: true}},
	{"pairs of four, positive", sums{n: 4, k: 2, plus: true, sorted: true}},
	{"pairs of four, in any order", sums{n: 4, k: 2}},
	{"triples of four", sums{n: 4, k: 3, sorted: true}},
	{"ring of five", sums{n: 5, plus: true}},
	{"ring of six", sums{n: 6, plus: true}},
	{"pairs of four, one by one", sums{n: 4, k: 2, sorted: true, each: true}},
	{"pairs of five, one by one", sums{n: 5, k: 2, sorted: true, each: true}},
	{"pairs of four, fractions", sums{n: 4, k: 2, sorted: true, real: true}},
	{"triples of four, fractions", sums{n: 4, k: 3, sorted: true, real: true}},
	{"ring of five, fractions", sums{n: 5, plus: true, real: true}},
}

// TestSumsInUnknownOrder compares with z3.
func TestSumsInUnknownOrder(t *testing.T) {
	puztest.From(t, puztest.Usual)
	puztest.Need(t, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	ctx := context.Background()
	for _, c := range sumShapes {
		p := c.build(rng.New(3).Derive(c.name))
		var lists [2]solve.Solutions
		for i, e := range []solve.Engine{New(), z3} {
			s, err := e.Open(ctx, p, solve.Budget{})
			if err != nil {
				t.Fatal(c.name, err)
			}
			if lists[i], err = s.Enumerate(ctx, 60); err != nil {
				t.Fatal(c.name, err)
			}
			s.Close()
		}
		if len(lists[0].List) != len(lists[1].List) || lists[0].All != lists[1].All ||
			lists[0].All && !slices.EqualFunc(lists[0].List, lists[1].List, model.Assignment.Equal) {
			t.Errorf("%s: %v, z3 says %v", c.name, lists[0], lists[1])
		}
	}
}

// TestAlternatives compares random disjunctions of linear systems, with other constraints beside them, with brute force.
func TestAlternatives(t *testing.T) {
	ctx := context.Background()
	root := rng.New(11)
	solvable := 0
	for n := range puztest.Few(300) {
		s := root.Derive("systems", n)
		p := model.NewProblem()
		var xs []model.Term
		for i := range 2 + s.IntN(3) {
			xs = append(xs, p.IntIn(string(rune('a'+i)), -2, 4))
		}
		b := p.Bool("p")
		x := func() model.Term { return xs[s.IntN(len(xs))] }
		num := func() model.Term { return p.Num(s.Int64Between(-6, 9)) }
		form := func() model.Term {
			switch s.IntN(5) {
			case 0:
				return x()
			case 1:
				return p.Sub(x(), x())
			case 2:
				return p.Add(p.Mul(p.Num(s.Int64Between(-2, 3)), x()), x())
			case 3:
				return p.Mul(x(), x())
			}
			return p.Add(x(), x())
		}
		comparison := func() model.Term {
			switch s.IntN(4) {
			case 0:
				return p.Lt(form(), form())
			case 1:
				return p.Ne(form(), num())
			case 2:
				return p.Or(b, p.Ge(form(), num()))
			}
			return p.Distinct(xs...)
		}
		for range 1 + s.IntN(2) {
			var or []model.Term
			for range 2 + s.IntN(6) {
				var and []model.Term
				for range 1 + s.IntN(4) {
					if s.IntN(6) == 0 {
						and = append(and, comparison())
					} else {
						and = append(and, p.Eq(form(), num()))
					}
				}
				or = append(or, p.And(and...))
			}
			p.Assert("systems", p.Or(or...))
		}
		if s.Bool() {
			p.Assert("beside", comparison())
		}
		if s.IntN(3) == 0 {
			p.Assert("equation", p.Eq(p.Add(x(), x()), num()))
		}
		w, err := New().Open(ctx, p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := w.Enumerate(ctx, -1)
		if err != nil {
			t.Fatal(err)
		}
		w.Close()
		want := brute(p)
		if !slices.EqualFunc(got.List, want, model.Assignment.Equal) {
			t.Fatalf("problem %d: %d solutions, %d by brute force\n%s", n, len(got.List), len(want), p)
		}
		if len(want) > 0 {
			solvable++
		}
	}
	if solvable < 80 && puztest.Doing() >= puztest.Whole {
		t.Errorf("only %d of the problems have solutions", solvable)
	}
}

// TestManyAlternatives sees that what is too much to eliminate ends all the same, and soon.
func TestManyAlternatives(t *testing.T) {
	p := model.NewProblem()
	var xs, or []model.Term
	for i := range 40 {
		xs = append(xs, p.IntIn(fmt.Sprint("x", i), 0, 9))
	}
	for k := range 3000 {
		var and []model.Term
		for i := range 39 {
			and = append(and, p.Eq(p.Add(xs[(i+k)%40], xs[(i*i+k)%40]), p.Num(int64((i*k)%19))))
		}
		or = append(or, p.And(and...))
	}
	p.Assert("systems", p.Or(or...))
	s, err := New().Open(context.Background(), p, solve.Budget{Steps: 100_000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Solve(context.Background()); err != nil && !errors.Is(err, solve.ErrBudget) {
		t.Fatal(err)
	}
}

// BenchmarkSumsAgainstZ3 reports how many times longer z3 takes to list two solutions, of which there is one: both times are
// those of reading a problem that is built already and of listing, z3's process being up.
func BenchmarkSumsAgainstZ3(b *testing.B) {
	puztest.Need(b, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	logs, n := 0.0, 0
	for _, c := range sumShapes {
		b.Run(c.name, func(b *testing.B) {
			var ps []*model.Problem
			for i := range uint64(8) {
				ps = append(ps, c.build(rng.New(3).Derive(c.name, i)))
			}
			list := func(e solve.Engine, p *model.Problem) {
				s, err := e.Open(context.Background(), p, solve.Budget{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err = s.Enumerate(context.Background(), 2); err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
			list(z3, ps[0])
			start := time.Now()
			for _, p := range ps {
				list(z3, p)
			}
			theirs := time.Since(start).Seconds() / float64(len(ps))
			e, rounds := New(), 0
			start = time.Now()
			for b.Loop() {
				list(e, ps[rounds%len(ps)])
				rounds++
			}
			ratio := theirs / (time.Since(start).Seconds() / float64(rounds))
			b.ReportMetric(ratio, "times-z3")
			logs += math.Log(ratio)
			n++
		})
	}
	b.Logf("geometric mean: %.0f times faster than z3", math.Exp(logs/float64(n)))
}
