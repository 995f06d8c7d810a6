package model_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
)

// TestEuclid holds Div and Mod to their definition, a = b*q + r with 0 <= r < |b|, folded and evaluated.
func TestEuclid(t *testing.T) {
	p := model.NewProblem()
	x, y := p.Int("x"), p.Int("y")
	e := model.NewEvaluator(p, p.IntDiv(x, y), p.Mod(x, y))
	big60 := int64(1) << 60
	numbers := []int64{-7, -6, -5, -2, -1, 1, 2, 5, 6, 7, big60, -big60, -1 << 63, 1<<63 - 1}
	for _, a := range append(numbers, 0) {
		for _, b := range numbers {
			e.Run(model.Assignment{model.IntValue(a), model.IntValue(b)})
			q, r := e.Value(0).BigInt(), e.Value(1).BigInt()
			sum := new(big.Int).Mul(q, big.NewInt(b))
			if sum.Add(sum, r).Cmp(big.NewInt(a)) != 0 || r.Sign() < 0 || r.CmpAbs(big.NewInt(b)) >= 0 {
				t.Errorf("%d by %d: quotient %v, remainder %v", a, b, q, r)
			}
			for i, folded := range []model.Term{p.IntDiv(p.Num(a), p.Num(b)), p.Mod(p.Num(a), p.Num(b))} {
				if !p.ConstValue(folded).Equal(e.Value(i)) {
					t.Errorf("%d by %d is folded to %s", a, b, p.Format(folded))
				}
			}
		}
		e.Run(model.Assignment{model.IntValue(a), model.IntValue(0)})
		if e.Value(0).Valid() || e.Value(1).Valid() {
			t.Errorf("%d by 0 has a value", a)
		}
	}
}

// TestNoValue is the rule on what has no value, for each logic operator, given a = false, b = true, u without value.
func TestNoValue(t *testing.T) {
	p := model.NewProblem()
	x := p.Int("x")
	u := p.Eq(p.IntDiv(p.Num(1), x), p.Num(1)) // without value for x = 0
	no, yes := p.Ne(x, p.Num(0)), p.Eq(x, p.Num(0))
	zero := model.Assignment{model.IntValue(0)}
	real0 := p.ToReal(x)
	for _, c := range []struct {
		term model.Term
		want string
	}{
		{u, "none"}, {p.Not(u), "none"},
		{p.And(u, no), "false"}, {p.And(u, yes), "none"}, {p.Or(u, yes), "true"}, {p.Or(u, no), "none"},
		{p.Implies(u, yes), "true"}, {p.Implies(no, u), "true"}, {p.Implies(yes, u), "none"}, {p.Implies(u, no), "none"},
		{p.Xor(u, yes), "none"}, {p.Iff(u, u), "none"}, {p.Ne(u, yes), "none"},
		{p.If(u, yes, yes), "none"}, {p.If(yes, yes, u), "true"}, {p.If(no, yes, u), "none"},
		{p.AtMost(1, u, no), "true"}, {p.AtMost(0, u, no), "none"}, {p.AtMost(0, u, yes), "false"}, {p.AtMost(1, u, yes), "none"},
		{p.AtLeast(1, u, yes), "true"}, {p.AtLeast(1, u, no), "none"}, {p.AtLeast(2, u, no), "false"},
		{p.Distinct(u, yes), "none"}, {p.Distinct(u, yes, no), "none"},
		{p.Mul(p.Num(0), p.Mod(p.Num(5), x)), "none"}, {p.Add(u, p.Num(1)), "none"}, {p.Max(p.IntDiv(x, x), p.Num(9)), "none"},
		{p.RealDiv(p.Num(1), real0), "none"}, {p.Pow(x, p.Num(-1)), "none"}, {p.Pow(real0, p.Num(-1)), "none"},
		{p.Pow(x, x), "1"}, {p.Pow(p.Add(x, p.Num(2)), p.Num(-1)), "none"}, {p.Pow(p.Add(real0, p.Num(2)), p.Num(-2)), "1/4"},
	} {
		e := model.NewEvaluator(p, c.term)
		e.Run(zero)
		if got := e.Value(0).String(); got != c.want {
			t.Errorf("%s is %s, want %s", p.Format(c.term), got, c.want)
		}
		if p.Sort(c.term) == model.Bool {
			e := model.NewEvaluator(p, p.Normal(c.term))
			e.Run(zero)
			if got := e.Value(0).String(); got != fmt.Sprint(c.want == "true") {
				t.Errorf("the normal form of %s is %s", p.Format(c.term), got)
			}
		}
	}
	if err := p.Err(); err != nil {
		t.Error(err)
	}
}

func TestEvalErrors(t *testing.T) {
	p := model.NewProblem()
	x, y := p.Int("x"), p.Int("y")
	for _, c := range []struct {
		term model.Term
		want string
	}{
		{p.Add(x, y), "y has no value"},
		{p.Add(p.Num(1), p.IntDiv(p.Num(6), x)), "6 div x divides by zero"},
		{p.Pow(p.Add(x, p.Num(3)), p.Num(10_000_000)), "too large"},
		{p.Pow(x, p.Num(-1)), "0 to the power -1"},
	} {
		if v, err := p.Eval(c.term, model.Assignment{model.IntValue(0)}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, error %v; want %q", p.Format(c.term), v, err, c.want)
		}
	}
}

// formula is a term beside its meaning, which is worked out here a second time: with big rationals, by recursion, without
// folding. nil is no value.
type formula struct {
	term model.Term
	num  *big.Rat // of a number
	yes  *bool    // of a Bool
}

// TestConstructors builds terms of constants and variables, which fold in every way there is, and evaluates them.
func TestConstructors(t *testing.T) {
	for seed := range uint64(4000) {
		s := rng.New(2).Derive("constructors", seed)
		p := model.NewProblem()
		b := &builder{s: s, p: p}
		for i := range 4 {
			v := model.IntValue(s.Int64Between(-3, 3))
			b.a = append(b.a, v)
			b.atoms = append(b.atoms, formula{term: p.Int(fmt.Sprint("x", i)), num: v.Rat()})
		}
		f := b.number(4)
		if s.Bool() {
			f = b.truth(4)
		}
		if err := p.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		e := model.NewEvaluator(p, f.term)
		e.Run(b.a)
		got := e.Value(0)
		var ok bool
		switch {
		case f.yes != nil:
			ok = got.Sort() == model.Bool && got.Bool() == *f.yes
		case f.num != nil:
			ok = got.Sort() != model.Bool && got.Valid() && got.Rat().Cmp(f.num) == 0
		default:
			ok = !got.Valid()
		}
		if !ok {
			t.Fatalf("seed %d: %s is %v, want %v %v\nwith %s", seed, p.Format(f.term), got, f.num, f.yes, p.FormatAssignment(b.a))
		}
	}
}

// TestRunFrom gives variables their values one after another, and takes them back: what is computed of the change alone is what Run computes.
func TestRunFrom(t *testing.T) {
	for seed := range uint64(1000) {
		s := rng.New(3).Derive("from", seed)
		p := model.NewProblem()
		b := &builder{s: s, p: p}
		for i := range 4 {
			v := model.IntValue(s.Int64Between(-3, 3))
			b.a = append(b.a, v)
			b.atoms = append(b.atoms, formula{term: p.Int(fmt.Sprint("x", i)), num: v.Rat()})
		}
		f := b.truth(4)
		e, whole := model.NewEvaluator(p, f.term), model.NewEvaluator(p, f.term)
		turns := s.Perm(len(b.a))
		e.Along(turns)
		a := make(model.Assignment, len(b.a))
		e.Run(a)
		for range 40 {
			turn := s.IntN(len(turns))
			for v, at := range turns {
				switch {
				case at > turn:
					a[v] = model.Value{}
				case at == turn:
					a[v] = model.IntValue(s.Int64Between(-3, 3))
				}
			}
			e.RunFrom(turn, a)
			whole.Run(a)
			if got, want := e.Value(0), whole.Value(0); got.Valid() != want.Valid() || got.Valid() && got.Bool() != want.Bool() {
				t.Fatalf("seed %d: %s is %v, want %v\nwith %s", seed, p.Format(f.term), got, want, p.FormatAssignment(a))
			}
		}
	}
}

type builder struct {
	s     *rng.Stream
	p     *model.Problem
	a     model.Assignment
	atoms []formula
}

func (b *builder) number(depth int) formula {
	p, s := b.p, b.s
	if depth == 0 || s.IntN(8) == 0 {
		if s.IntN(3) > 0 {
			n := s.Int64Between(-2, 3)
			return formula{term: p.Num(n), num: big.NewRat(n, 1)}
		}
		return b.atoms[s.IntN(len(b.atoms))]
	}
	x, y := b.number(depth-1), b.number(depth-1)
	both := func(f func(z *big.Rat) *big.Rat) *big.Rat {
		if x.num == nil || y.num == nil {
			return nil
		}
		return f(new(big.Rat))
	}
	isInt := p.Sort(x.term) == model.Int && p.Sort(y.term) == model.Int
	switch s.IntN(12) {
	case 0:
		return formula{term: p.Add(x.term, y.term), num: both(func(z *big.Rat) *big.Rat { return z.Add(x.num, y.num) })}
	case 1:
		return formula{term: p.Sub(x.term, y.term), num: both(func(z *big.Rat) *big.Rat { return z.Sub(x.num, y.num) })}
	case 2:
		return formula{term: p.Mul(x.term, y.term), num: both(func(z *big.Rat) *big.Rat { return z.Mul(x.num, y.num) })}
	case 3:
		return formula{term: p.RealDiv(x.term, y.term), num: both(func(z *big.Rat) *big.Rat {
			if y.num.Sign() == 0 {
				return nil
			}
			return z.Quo(x.num, y.num)
		})}
	case 4, 5:
		if !isInt {
			break
		}
		quotient := s.Bool()
		num := both(func(z *big.Rat) *big.Rat {
			if y.num.Sign() == 0 {
				return nil
			}
			q, m := new(big.Int).DivMod(x.num.Num(), y.num.Num(), new(big.Int))
			if quotient {
				return z.SetInt(q)
			}
			return z.SetInt(m)
		})
		if quotient {
			return formula{term: p.IntDiv(x.term, y.term), num: num}
		}
		return formula{term: p.Mod(x.term, y.term), num: num}
	case 6:
		if x.num == nil {
			return formula{term: p.Neg(x.term)}
		}
		return formula{term: p.Neg(x.term), num: new(big.Rat).Neg(x.num)}
	case 7:
		if x.num == nil {
			return formula{term: p.Abs(x.term)}
		}
		return formula{term: p.Abs(x.term), num: new(big.Rat).Abs(x.num)}
	case 8:
		return formula{term: p.Min(x.term, y.term), num: both(func(z *big.Rat) *big.Rat {
			if x.num.Cmp(y.num) < 0 {
				return x.num
			}
			return y.num
		})}
	case 9:
		c := b.truth(depth - 1)
		f := formula{term: p.If(c.term, x.term, y.term)}
		switch {
		case c.yes == nil:
		case *c.yes:
			f.num = x.num
		default:
			f.num = y.num
		}
		return f
	case 10:
		f := formula{term: p.ToInt(x.term)}
		if x.num != nil {
			f.num = new(big.Rat).SetInt(new(big.Int).Div(x.num.Num(), x.num.Denom()))
		}
		return f
	case 11:
		c := b.truth(depth - 1)
		f := formula{term: p.Add(c.term, p.Num(0))}
		if c.yes != nil {
			f.num = new(big.Rat)
			if *c.yes {
				f.num.SetInt64(1)
			}
		}
		return f
	}
	f := formula{term: p.Pow(x.term, p.Num(2))}
	if x.num != nil {
		f.num = new(big.Rat).Mul(x.num, x.num)
	}
	return f
}

func (b *builder) truth(depth int) formula {
	p, s := b.p, b.s
	known := func(t model.Term, v bool) formula { return formula{term: t, yes: &v} }
	if depth == 0 {
		v := s.Bool()
		return known(p.Truth(v), v)
	}
	if s.IntN(2) == 0 {
		x, y := b.number(depth-1), b.number(depth-1)
		k := s.IntN(5)
		t := []func(a, b model.Term) model.Term{p.Eq, p.Ne, p.Lt, p.Le, p.Ge}[k](x.term, y.term)
		if x.num == nil || y.num == nil {
			return formula{term: t}
		}
		c := x.num.Cmp(y.num)
		return known(t, []bool{c == 0, c != 0, c < 0, c <= 0, c >= 0}[k])
	}
	x, y := b.truth(depth-1), b.truth(depth-1)
	is := func(f formula, v bool) bool { return f.yes != nil && *f.yes == v }
	unsure := x.yes == nil || y.yes == nil
	switch s.IntN(5) {
	case 0:
		t := p.And(x.term, y.term)
		switch {
		case is(x, false) || is(y, false):
			return known(t, false)
		case unsure:
			return formula{term: t}
		}
		return known(t, true)
	case 1:
		t := p.Or(x.term, y.term)
		switch {
		case is(x, true) || is(y, true):
			return known(t, true)
		case unsure:
			return formula{term: t}
		}
		return known(t, false)
	case 2:
		t := p.Xor(x.term, y.term)
		if unsure {
			return formula{term: t}
		}
		return known(t, *x.yes != *y.yes)
	case 3:
		t := p.Not(x.term)
		if x.yes == nil {
			return formula{term: t}
		}
		return known(t, !*x.yes)
	}
	t := p.Iff(x.term, y.term)
	if unsure {
		return formula{term: t}
	}
	return known(t, *x.yes == *y.yes)
}
