package native

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestProducts asks about products of real unknowns in the shapes of word problems.
func TestProducts(t *testing.T) {
	cases := []struct {
		name  string
		limit int
		build func(p *model.Problem)
		want  string // the solutions, or the refusal
	}{
		{"sum and product", 5, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Add(x, y), p.Num(7)))
			p.Assert("", p.Eq(p.Mul(x, y), p.Num(12)))
		}, "x = 3, y = 4; x = 4, y = 3; all"},
		{"the sides of a right triangle", 5, func(p *model.Problem) {
			a, b, c := p.Real("a"), p.Real("b"), p.Real("c")
			for _, v := range []model.Term{a, b, c} {
				p.Assert("", p.Gt(v, p.Num(0)))
			}
			p.Assert("", p.Eq(p.Add(p.Pow(a, p.Num(2)), p.Pow(b, p.Num(2))), p.Pow(c, p.Num(2))))
			p.Assert("", p.Eq(p.Add(a, b, c), p.Num(12)))
			p.Assert("", p.Eq(p.Mul(a, b), p.Num(12)))
			p.Assert("", p.Lt(a, b))
		}, "a = 3, b = 4, c = 5; all"},
		{"speed", 5, func(p *model.Problem) {
			v, d := p.Real("v"), p.Real("t")
			p.Assert("", p.Eq(p.Mul(v, d), p.Num(120)))
			p.Assert("", p.Eq(p.Mul(p.Add(v, p.Num(20)), p.Sub(d, p.Num(1))), p.Num(120)))
			p.Assert("", p.And(p.Gt(v, p.Num(0)), p.Gt(d, p.Num(0))))
		}, "v = 40, t = 3; all"},
		{"times by division", 5, func(p *model.Problem) {
			v := p.Real("v")
			p.Assert("", p.Eq(p.Sub(p.RealDiv(p.Num(120), v), p.RealDiv(p.Num(120), p.Add(v, p.Num(20)))), p.Num(1)))
		}, "v = -60; v = 40; all"},
		{"growth", 5, func(p *model.Problem) {
			r := p.Real("r")
			p.Assert("", p.Gt(r, p.Num(0)))
			p.Assert("", p.Eq(p.Mul(p.Num(100), p.Pow(p.Add(p.Num(1), r), p.Num(2))), p.Num(121)))
		}, "r = 1/10; all"},
		{"irrational growth", 5, func(p *model.Problem) {
			r := p.Real("r")
			p.Assert("", p.Gt(r, p.Num(0)))
			p.Assert("", p.Eq(p.Pow(p.Add(p.Num(1), r), p.Num(3)), p.Num(2)))
		}, "r = 0.25992104989…; all"},
		{"whole numbers only", 5, func(p *model.Problem) {
			x, n := p.Real("x"), p.Int("n")
			p.Assert("", p.Eq(p.Mul(x, x), n))
			p.Assert("", p.Eq(p.Mul(p.Add(x, p.Num(1)), n), p.Num(12)))
		}, "x = 2, n = 4; all"},
		{"a choice", 5, func(p *model.Problem) {
			x, b := p.Real("x"), p.Bool("b")
			p.Assert("", p.Eq(p.Mul(x, x), p.If(b, p.Num(4), p.Num(9))))
			p.Assert("", p.Or(p.Gt(x, p.Num(2)), p.And(b, p.Lt(x, p.Num(0)))))
		}, "x = -2, b = true; x = 3, b = false; all"},
		{"contradiction", 5, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Mul(x, y), p.Num(1)))
			p.Assert("", p.Eq(p.Mul(x, x, y), p.Num(0)))
		}, "all"},
		{"a distance", 5, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Abs(p.Mul(x, y)), p.Num(6)))
			p.Assert("", p.Eq(p.Max(x, y), p.Num(3)))
		}, "x = -2, y = 3; x = 2, y = 3; x = 3, y = -2; x = 3, y = 2; all"},
		{"infinitely many", 3, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Mul(x, y), p.Num(6)))
		}, "x = -1, y = -6; x = 1, y = 6; x = 2, y = 3; more"},
		{"a point that equations leave open", 3, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Add(p.Mul(x, x), p.Mul(y, y)), p.Num(0)))
		}, "x = 0, y = 0; all"},
		{"a curve that inequalities leave nothing of", 3, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Mul(x, y), p.Num(12)))
			p.Assert("", p.And(p.Gt(x, p.Num(0)), p.Gt(y, p.Num(0))))
			p.Assert("", p.Le(p.Add(x, y), p.Num(5)))
		}, "refused: native does not do products of real unknowns where equations leave an unknown open (here x) (an SMT solver such as z3 may do it)"},
		{"a curve with inequalities", 2, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Mul(x, y), p.Num(12)))
			p.Assert("", p.Lt(p.Abs(p.Sub(p.Mul(x, x), p.Num(3))), p.RealDiv(p.Num(1), p.Num(50))))
			p.Assert("", p.Gt(y, p.Num(0)))
		}, "x = 1.73205080756…, y = 6.92820323027…; x = 111/64, y = 256/37; more"},
		{"one unknown between numbers", 5, func(p *model.Problem) {
			x := p.Real("x")
			p.Assert("", p.Lt(p.Mul(x, x), p.Num(2)))
			p.Assert("", p.Gt(p.Mul(x, x, x), p.Num(3)))
		}, "all"},
		{"one unknown at the ends", 5, func(p *model.Problem) {
			x := p.Real("x")
			p.Assert("", p.Le(p.Mul(x, x), p.Num(2)))
			p.Assert("", p.Or(p.Ge(p.Mul(x, x), p.Num(2)), p.Le(p.Pow(p.Sub(x, p.Num(1)), p.Num(2)), p.Num(0))))
		}, "x = -1.41421356237…; x = 1; x = 1.41421356237…; all"},
		{"whole numbers on a curve", 3, func(p *model.Problem) {
			x, n := p.Real("x"), p.Int("n")
			p.Assert("", p.Eq(p.Mul(x, n), p.Num(21)))
			p.Assert("", p.Gt(x, p.Num(5)))
		}, "x = 7, n = 3; x = 21/2, n = 2; x = 21, n = 1; more"},
		{"a wrong factor", 3, func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.Eq(p.Mul(x, p.Sub(y, p.Num(2))), p.Num(0)))
			p.Assert("", p.Eq(p.Mul(x, p.Sub(x, p.Num(5))), p.Num(0)))
			p.Assert("", p.Ne(x, p.Num(0)))
		}, "x = 5, y = 2; all"},
		{"a bounded integer that equations leave open", -1, func(p *model.Problem) {
			x, n := p.Real("x"), p.IntIn("n", 1, 300)
			p.Assert("", p.Le(n, p.Num(3)))
			p.Assert("", p.Eq(p.Mul(x, x, n), p.Num(4)))
			p.Assert("", p.Gt(x, p.Num(0)))
		}, "x = 1.15470053837…, n = 3; x = 1.41421356237…, n = 2; x = 2, n = 1; all"},
	}
	for _, c := range cases {
		p := model.NewProblem()
		c.build(p)
		s, err := New().Open(context.Background(), p, solve.Budget{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r, err := s.Enumerate(context.Background(), c.limit)
		var got []string
		if err != nil {
			if got = append(got, "refused: "+err.Error()); !errors.Is(err, solve.ErrUnsupported) {
				t.Errorf("%s: %v", c.name, err)
			}
		} else {
			for _, a := range r.List {
				got = append(got, p.FormatAssignment(a))
			}
			got = append(got, map[bool]string{true: "all", false: "more"}[r.All])
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		s.Close()
	}
}

// randomProducts is a problem with products of reals that has a planted rational solution: equations that it satisfies, and some
// other constraints that it mostly satisfies.
func randomProducts(s *rng.Stream) *model.Problem {
	p := model.NewProblem()
	n := 1 + s.IntN(3)
	var xs []model.Term
	var at []*big.Rat
	for i := range n {
		name := string(rune('x' + i))
		num, den := s.Int64Between(-6, 9), s.Int64Between(1, 3)
		if s.IntN(5) == 0 {
			xs, den = append(xs, p.Int(name)), 1
		} else {
			xs = append(xs, p.Real(name))
		}
		at = append(at, big.NewRat(num, den))
	}
	b := p.Bool("b")
	sum := func() (model.Term, *big.Rat) {
		var ts []model.Term
		v := new(big.Rat)
		for range 1 + s.IntN(3) {
			c := s.Int64Between(-3, 4)
			ts = append(ts, p.Num(c))
			u := big.NewRat(c, 1)
			t := p.Num(c)
			for range 1 + s.IntN(2) {
				i := s.IntN(n)
				t = p.Mul(t, xs[i])
				u.Mul(u, at[i])
			}
			ts[len(ts)-1] = t
			v.Add(v, u)
		}
		return p.Sum(ts...), v
	}
	for range n {
		t, v := sum()
		p.Assert("equation", p.Eq(t, p.Rat(v)))
	}
	for range s.IntN(3) {
		t, v := sum()
		u, w := sum()
		switch s.IntN(6) {
		case 0:
			p.Assert("above", p.Gt(t, p.Rat(v.Sub(v, big.NewRat(s.Int64Between(0, 3), 2)))))
		case 1:
			p.Assert("at most", p.Le(t, p.Rat(v)))
		case 2:
			p.Assert("either", p.Or(p.And(b, p.Gt(t, u)), p.Eq(t, p.Rat(v))))
		case 3:
			if w.Sign() != 0 {
				p.Assert("ratio", p.Eq(p.RealDiv(t, u), p.Rat(v.Quo(v, w))))
			}
		case 4:
			p.Assert("not", p.Ne(t, p.Rat(v.Add(v, big.NewRat(1, 1)))))
		case 5:
			p.Assert("distance", p.Le(p.Abs(p.Sub(t, u)), p.Rat(v.Add(v.Abs(v.Sub(v, w)), big.NewRat(1, 2)))))
		}
	}
	return p
}

// TestProductsAgainstZ3 sees that z3 finds a solution near each that algebra lists, and no other.
func TestProductsAgainstZ3(t *testing.T) {
	puztest.Need(t, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	root := rng.New(8)
	n := uint64(60)
	if puztest.Doing() < puztest.Whole {
		n = 20
	}
	listed, refused, many, irrational, undecided := 0, 0, 0, 0, 0
	for i := range n {
		p := randomProducts(root.Derive("products", i))
		s, err := New().Open(context.Background(), p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Enumerate(context.Background(), 12)
		s.Close()
		if errors.Is(err, solve.ErrUnsupported) || errors.Is(err, solve.ErrBudget) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("problem %d: %v\n%s", i, err, p)
		}
		if !r.All {
			many++
			continue
		}
		listed++
		ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
		w, err := z3.Open(ctx, p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		// Each solution is between two rationals that are near each other; another is not.
		var elsewhere []model.Term
		ask := func(what string, want solve.Status, c model.Term) {
			res, err := w.Solve(ctx, c)
			if errors.Is(err, solve.ErrUnsupported) && strings.Contains(err.Error(), "root-obj") {
				res.Status, err = solve.Sat, nil // an irrational solution
			}
			if err != nil {
				undecided++
			} else if res.Status != want {
				t.Errorf("problem %d: z3 finds %v %s\n%v\n%s", i, res.Status, what, r.List, p)
			}
		}
		for _, a := range r.List {
			var near []model.Term
			for _, v := range p.VarsOf(constraints(p)...) {
				x, y := p.VarTerm(v), a[v]
				if y.IsRational() {
					near = append(near, p.Eq(x, p.Val(y)))
					continue
				}
				irrational++
				f := new(big.Rat).SetFloat64(y.Float64())
				e := big.NewRat(1, 1<<40)
				near = append(near, p.Gt(x, p.Rat(new(big.Rat).Sub(f, e))), p.Lt(x, p.Rat(new(big.Rat).Add(f, e))))
			}
			elsewhere = append(elsewhere, p.Not(p.And(near...)))
			ask("at a solution", solve.Sat, p.And(near...))
		}
		ask("elsewhere", solve.Unsat, p.And(elsewhere...))
		w.Close()
		stop()
	}
	t.Logf("%d listed in full (%d irrational values), %d have more, %d refused, z3 did not decide %d questions", listed, irrational, many, refused, undecided)
	if listed < int(n)/2 {
		t.Error("too few to tell")
	}
}

// TestMixedAgainstZ3 compares problems with reals of all operators that the generator knows.
func TestMixedAgainstZ3(t *testing.T) {
	puztest.From(t, puztest.Usual)
	puztest.Need(t, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	root := rng.New(77)
	compared, refused := 0, 0
	for n := range uint64(60) {
		p := solvetest.Generate(root.Derive("reals", n), solvetest.Options{Reals: 100, Space: 200})
		p.SetObjective(model.NoObjective, model.NoTerm)
		var lists [2]solve.Solutions
		var errs [2]error
		for i, e := range []solve.Engine{New(), z3} {
			ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
			s, err := e.Open(ctx, p, solve.Budget{})
			if err == nil {
				lists[i], err = s.Enumerate(ctx, 3)
				s.Close()
			}
			errs[i] = err
			stop()
		}
		if errs[0] != nil || errs[1] != nil {
			if refused++; errs[0] != nil && !errors.Is(errs[0], solve.ErrUnsupported) {
				t.Errorf("problem %d: %v\n%s", n, errs[0], p)
			}
			continue
		}
		compared++
		if len(lists[0].List) != len(lists[1].List) || lists[0].All != lists[1].All ||
			lists[0].All && !slices.EqualFunc(lists[0].List, lists[1].List, model.Assignment.Equal) {
			t.Errorf("problem %d: %v, z3 says %v\n%s", n, lists[0], lists[1], p)
		}
	}
	if t.Logf("%d compared, %d refused by one", compared, refused); compared < 40 {
		t.Error("too few to tell")
	}
}

// TestAlgebraEnds sees that what is too much for algebra ends soon, and says so.
func TestAlgebraEnds(t *testing.T) {
	puztest.From(t, puztest.Usual)
	reals := func(p *model.Problem, n int) (xs []model.Term) {
		for i := range n {
			xs = append(xs, p.Real(string(rune('a'+i))))
		}
		return xs
	}
	for name, build := range map[string]func(p *model.Problem){
		"degrees": func(p *model.Problem) {
			x := reals(p, 2)
			p.Assert("", p.Eq(p.Add(p.Pow(x[0], p.Num(50)), p.Pow(x[1], p.Num(49))), p.Num(3)))
			p.Assert("", p.Eq(p.Add(p.Pow(x[0], p.Num(37)), p.Mul(x[0], p.Pow(x[1], p.Num(49)))), p.Num(5)))
		},
		"unknowns": func(p *model.Problem) {
			x := reals(p, 20)
			for i := range x {
				var ts []model.Term
				for j := range x {
					ts = append(ts, p.Mul(p.Num(int64(i*j%7+1)), x[j], x[(i+j*j)%20]))
				}
				p.Assert("", p.Eq(p.Sum(ts...), p.Num(int64(i+1))))
			}
		},
		"more unknowns": func(p *model.Problem) {
			var ts []model.Term
			for _, x := range reals(p, 26) {
				ts = append(ts, p.Mul(x, x))
			}
			p.Assert("", p.Eq(p.Sum(ts...), p.Num(5)))
		},
		"cases": func(p *model.Problem) {
			x := reals(p, 12)
			var ts []model.Term
			for i := range x {
				ts = append(ts, p.Abs(p.Mul(x[i], x[(i+1)%12])))
			}
			p.Assert("", p.Eq(p.Sum(ts...), p.Num(9)))
		},
	} {
		p := model.NewProblem()
		build(p)
		for _, b := range []solve.Budget{{Steps: 1 << 20}, {Memory: 1 << 12}} {
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			s, err := New().Open(ctx, p, b)
			if err == nil {
				_, err = s.Enumerate(ctx, 3)
				s.Close()
			}
			if !errors.Is(err, solve.ErrBudget) && !errors.Is(err, solve.ErrUnsupported) {
				t.Errorf("%s: %v", name, err)
			}
			stop()
		}
		ctx, stop := context.WithCancel(context.Background())
		stop()
		s, err := New().Open(ctx, p, solve.Budget{})
		if err == nil {
			_, err = s.Enumerate(ctx, 3)
			s.Close()
		}
		if !errors.Is(err, context.Canceled) && !errors.Is(err, solve.ErrUnsupported) {
			t.Errorf("%s, cancelled: %v", name, err)
		}
	}
}

func constraints(p *model.Problem) (ts []model.Term) {
	for i := range p.NumConstraints() {
		ts = append(ts, p.Constraint(i).Term)
	}
	return ts
}

// BenchmarkProductsAgainstZ3 reports how many times longer z3 takes to list two solutions of random word problems with products,
// each with one solution in small rationals: both times include reading the problem, z3's process being up.
func BenchmarkProductsAgainstZ3(b *testing.B) {
	puztest.Need(b, "z3")
	z3 := smtlib.Z3()
	defer z3.Close()
	shapes := []struct {
		name  string
		state func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat)
	}{
		{"sum and product", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			a, c := at(1, 30), at(31, 60)
			p.Assert("", p.Eq(p.Add(x("a"), x("c")), p.Rat(new(big.Rat).Add(a, c))))
			p.Assert("", p.Eq(p.Mul(x("a"), x("c")), p.Rat(new(big.Rat).Mul(a, c))))
			p.Assert("", p.Lt(x("a"), x("c")))
		}},
		{"faster and sooner", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			v, t := at(20, 90), at(2, 9)
			d := new(big.Rat).Mul(v, t)
			later := new(big.Rat).Quo(d, new(big.Rat).Add(v, big.NewRat(10, 1)))
			p.Assert("", p.Eq(p.Mul(x("v"), x("t")), p.Rat(d)))
			p.Assert("", p.Eq(p.Mul(p.Add(x("v"), p.Num(10)), p.Sub(x("t"), p.Rat(new(big.Rat).Sub(t, later)))), p.Rat(d)))
		}},
		{"working together", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			m, n := at(2, 9), at(10, 20)
			rate := new(big.Rat).Add(new(big.Rat).Inv(m), new(big.Rat).Inv(n))
			p.Assert("", p.Eq(p.Add(p.RealDiv(p.Num(1), x("m")), p.RealDiv(p.Num(1), x("n"))), p.Rat(rate)))
			p.Assert("", p.Eq(p.Sub(x("n"), x("m")), p.Rat(new(big.Rat).Sub(n, m))))
		}},
		{"right triangle", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			k := at(1, 20)
			p.Assert("", p.Eq(p.Add(p.Pow(x("a"), p.Num(2)), p.Pow(x("b"), p.Num(2))), p.Pow(x("c"), p.Num(2))))
			p.Assert("", p.Eq(p.Add(x("a"), x("b"), x("c")), p.Rat(new(big.Rat).Mul(k, big.NewRat(12, 1)))))
			p.Assert("", p.Eq(p.Mul(x("a"), x("b")), p.Rat(new(big.Rat).Mul(k, new(big.Rat).Mul(k, big.NewRat(12, 1))))))
			p.Assert("", p.Lt(x("a"), x("b")))
		}},
		{"box", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			a, b, c := at(1, 5), at(6, 10), at(11, 20)
			mul := func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
			p.Assert("", p.Eq(p.Mul(x("a"), x("b")), p.Rat(mul(a, b))))
			p.Assert("", p.Eq(p.Mul(x("b"), x("c")), p.Rat(mul(b, c))))
			p.Assert("", p.Eq(p.Mul(x("a"), x("b"), x("c")), p.Rat(mul(mul(a, b), c))))
		}},
		{"growth", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			r := new(big.Rat).Add(big.NewRat(1, 1), new(big.Rat).Quo(at(1, 30), big.NewRat(100, 1)))
			square := new(big.Rat).Mul(r, r)
			p.Assert("", p.Eq(p.Mul(p.Num(5000), p.Pow(p.Add(p.Num(1), x("r")), p.Num(2))), p.Rat(square.Mul(square, big.NewRat(5000, 1)))))
		}},
		{"irrational growth", func(p *model.Problem, x func(string) model.Term, at func(lo, hi int64) *big.Rat) {
			p.Assert("", p.Eq(p.Mul(p.Num(100), p.Pow(p.Add(p.Num(1), x("r")), p.Num(3))), p.Add(p.Num(130), p.Rat(at(1, 50)))))
		}},
	}
	for _, c := range shapes {
		b.Run(c.name, func(b *testing.B) {
			var ps []*model.Problem
			for i := range uint64(8) {
				s := rng.New(4).Derive(c.name, i)
				p := model.NewProblem()
				xs := map[string]model.Term{}
				x := func(name string) model.Term {
					if _, ok := xs[name]; !ok {
						xs[name] = p.Real(name)
						p.Assert("", p.Gt(xs[name], p.Num(0)))
					}
					return xs[name]
				}
				c.state(p, x, func(lo, hi int64) *big.Rat { return big.NewRat(s.Int64Between(lo, hi), 1) })
				ps = append(ps, p)
			}
			list := func(e solve.Engine, p *model.Problem) {
				s, err := e.Open(context.Background(), p, solve.Budget{})
				if err != nil {
					b.Fatal(err)
				}
				r, err := s.Enumerate(context.Background(), 2)
				if e != solve.Engine(z3) && (err != nil || len(r.List) != 1 || !r.All) {
					b.Fatal(r, err)
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
			b.ReportMetric(theirs/(time.Since(start).Seconds()/float64(rounds)), "times-z3")
		})
	}
}
