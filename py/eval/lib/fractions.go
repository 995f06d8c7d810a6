package lib

import (
	"math"
	"math/big"
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
)

func fractionsModule() *eval.Module {
	return eval.NewModule("fractions", map[string]eval.Value{
		"Fraction": eval.NewType("Fraction", newFraction, func(v eval.Value) bool { _, ok := v.(*fraction); return ok }),
	})
}

// fraction is fractions.Fraction.
type fraction struct{ r *big.Rat }

func (*fraction) TypeName() string { return "Fraction" }

// ratOf gives an int or fraction exactly.
func ratOf(v eval.Value) (*big.Rat, bool) {
	if f, ok := v.(*fraction); ok {
		return f.r, true
	}
	if b, ok := eval.AsBig(v); ok {
		return new(big.Rat).SetInt(b), true
	}
	return nil, false
}

func newFraction(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var n eval.Value = eval.MakeInt(0)
	var d eval.Value = eval.None
	if err := eval.UnpackArgs("Fraction", args, kw, "numerator?", &n, "denominator?", &d); err != nil {
		return nil, err
	}
	if d == none {
		switch x := n.(type) {
		case eval.Float:
			if math.IsInf(float64(x), 0) || math.IsNaN(float64(x)) {
				return nil, eval.Raise("OverflowError", "cannot convert %v to integer ratio", float64(x))
			}
			return &fraction{new(big.Rat).SetFloat64(float64(x))}, nil
		case eval.Str:
			s := strings.TrimSpace(string(x))
			if len(s) > 4300 || strings.ContainsAny(s, "xXpP_ ") {
				return nil, eval.Raise("ValueError", "Invalid literal for Fraction: '%s'", s)
			}
			if i := strings.IndexAny(s, "eE"); i >= 0 && len(s)-i > 5 {
				return nil, eval.Raise("ValueError", "Invalid literal for Fraction: '%s'", s)
			}
			r, ok := new(big.Rat).SetString(s)
			if !ok {
				return nil, eval.Raise("ValueError", "Invalid literal for Fraction: '%s'", s)
			}
			return &fraction{r}, nil
		}
		r, ok := ratOf(n)
		if !ok {
			return nil, eval.Raise("TypeError", "argument should be a string or a Rational instance")
		}
		return &fraction{r}, nil
	}
	a, ok1 := ratOf(n)
	b, ok2 := ratOf(d)
	if !ok1 || !ok2 {
		return nil, eval.Raise("TypeError", "both arguments should be Rational instances")
	}
	if b.Sign() == 0 {
		s, _ := eval.ToStr(th, n)
		return nil, eval.Raise("ZeroDivisionError", "Fraction(%s, 0)", s)
	}
	return &fraction{new(big.Rat).Quo(a, b)}, nil
}

func (f *fraction) float() float64 { x, _ := f.r.Float64(); return x }

// keep charges for a fraction's size.
func keep(th *eval.Thread, r *big.Rat) (eval.Value, error) {
	bits := r.Num().BitLen() + r.Denom().BitLen()
	if bits > th.Limits().IntBits {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	if err := th.Step(bits/64 + 1); err != nil {
		return nil, err
	}
	return &fraction{r}, th.Alloc(bits/8 + 64)
}

func floorRat(r *big.Rat) *big.Int {
	q, m := new(big.Int), new(big.Int)
	q.DivMod(r.Num(), r.Denom(), m)
	return q
}

// BinaryOp does arithmetic with ints and fractions exactly, and with floats as floats.
func (f *fraction) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	if g, ok := other.(eval.Float); ok {
		if reflected {
			return eval.BinaryOp(th, op, g, eval.Float(f.float()))
		}
		return eval.BinaryOp(th, op, eval.Float(f.float()), g)
	}
	b, ok := ratOf(other)
	if !ok {
		return nil, nil
	}
	a := f.r
	if reflected {
		a, b = b, a
	}
	r := new(big.Rat)
	switch op {
	case eval.OpAdd:
		return keep(th, r.Add(a, b))
	case eval.OpSub:
		return keep(th, r.Sub(a, b))
	case eval.OpMul:
		return keep(th, r.Mul(a, b))
	case eval.OpDiv, eval.OpFloorDiv, eval.OpMod:
		if b.Sign() == 0 {
			return nil, eval.Raise("ZeroDivisionError", "Fraction(%s, 0)", a.Num())
		}
		r.Quo(a, b)
		if op == eval.OpDiv {
			return keep(th, r)
		}
		q := floorRat(r)
		if op == eval.OpFloorDiv {
			return eval.MakeBig(q), nil
		}
		return keep(th, r.Sub(a, r.Mul(b, new(big.Rat).SetInt(q))))
	case eval.OpPow:
		if !b.IsInt() || !b.Num().IsInt64() {
			x, _ := a.Float64()
			y, _ := b.Float64()
			return eval.BinaryOp(th, op, eval.Float(x), eval.Float(y))
		}
		n := b.Num().Int64()
		num, den := eval.MakeBig(a.Num()), eval.MakeBig(a.Denom())
		if n < 0 {
			if a.Sign() == 0 {
				return nil, eval.Raise("ZeroDivisionError", "Fraction(1, 0)")
			}
			n, num, den = -n, den, num
		}
		p, err := eval.BinaryOp(th, op, num, eval.MakeInt(n))
		if err != nil {
			return nil, err
		}
		q, err := eval.BinaryOp(th, op, den, eval.MakeInt(n))
		if err != nil {
			return nil, err
		}
		x, _ := eval.AsBig(p)
		y, _ := eval.AsBig(q)
		return keep(th, r.SetFrac(x, y))
	}
	return nil, nil
}

func (f *fraction) UnaryOp(_ *eval.Thread, op eval.Op) (eval.Value, error) {
	switch op {
	case eval.OpNeg:
		return &fraction{new(big.Rat).Neg(f.r)}, nil
	case eval.OpAbs:
		return &fraction{new(big.Rat).Abs(f.r)}, nil
	case eval.OpPlus:
		return f, nil
	}
	return nil, nil
}

func (f *fraction) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	if g, ok := other.(eval.Float); ok {
		if math.IsInf(float64(g), 0) || math.IsNaN(float64(g)) {
			return eval.Compare(th, op, eval.Float(0), g)
		}
		return eval.Compare(th, op, eval.MakeInt(int64(f.r.Cmp(new(big.Rat).SetFloat64(float64(g))))), eval.MakeInt(0))
	}
	b, ok := ratOf(other)
	if !ok {
		return nil, nil
	}
	return eval.Compare(th, op, eval.MakeInt(int64(f.r.Cmp(b))), eval.MakeInt(0))
}

func (f *fraction) Truth(*eval.Thread) (bool, error) { return f.r.Sign() != 0, nil }

// Hash agrees with that of an equal int or float.
func (f *fraction) Hash(th *eval.Thread) (uint64, error) {
	if f.r.IsInt() {
		return eval.Hash(th, eval.MakeBig(f.r.Num()))
	}
	if x, exact := f.r.Float64(); exact {
		return eval.Hash(th, eval.Float(x))
	}
	return eval.Hash(th, eval.NewTuple(eval.MakeBig(f.r.Num()), eval.MakeBig(f.r.Denom())))
}

func (f *fraction) EqualKey(th *eval.Thread, other eval.Value) (bool, error) {
	v, err := f.CompareOp(th, eval.OpEq, other)
	return v == eval.Value(eval.True), err
}

func (f *fraction) Repr(*eval.Thread) (string, error) {
	return "Fraction(" + f.r.Num().String() + ", " + f.r.Denom().String() + ")", nil
}

func (f *fraction) Str(*eval.Thread) (string, error) {
	if f.r.IsInt() {
		return f.r.Num().String(), nil
	}
	return f.r.String(), nil
}

func (f *fraction) Convert(_ *eval.Thread, to string) (eval.Value, error) {
	switch to {
	case "int":
		return eval.MakeBig(new(big.Int).Quo(f.r.Num(), f.r.Denom())), nil
	case "float":
		return eval.Float(f.float()), nil
	}
	return nil, nil
}

func (f *fraction) Round(th *eval.Thread, digits *int) (eval.Value, error) {
	unit := new(big.Rat).SetInt64(1)
	if digits != nil {
		if *digits > 300 || *digits < -300 {
			return f, nil
		}
		p := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(*digits, -*digits))), nil))
		unit = p
		if *digits < 0 {
			unit = new(big.Rat).Inv(p)
		}
	}
	x := new(big.Rat).Mul(f.r, unit)
	q := floorRat(x)
	rest := new(big.Rat).Sub(x, new(big.Rat).SetInt(q))
	if c := rest.Cmp(big.NewRat(1, 2)); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	if digits == nil {
		return eval.MakeBig(q), nil
	}
	return &fraction{new(big.Rat).Quo(new(big.Rat).SetInt(q), unit)}, nil
}

func (f *fraction) Attr(th *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "numerator":
		return eval.MakeBig(new(big.Int).Set(f.r.Num())), nil
	case "denominator":
		return eval.MakeBig(new(big.Int).Set(f.r.Denom())), nil
	case "limit_denominator":
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			limit := int64(1000000)
			if err := eval.UnpackArgs(name, args, kw, "max_denominator?", &limit); err != nil {
				return nil, err
			}
			if limit < 1 {
				return nil, eval.Raise("ValueError", "max_denominator should be at least 1")
			}
			return &fraction{limitDenominator(f.r, big.NewInt(limit))}, nil
		}), nil
	case "as_integer_ratio":
		return method(name, func(*eval.Thread, []eval.Value, []eval.Kwarg) (eval.Value, error) {
			return eval.NewTuple(eval.MakeBig(f.r.Num()), eval.MakeBig(f.r.Denom())), nil
		}), nil
	}
	return nil, nil
}

// limitDenominator finds the nearest fraction with a bounded denominator, by continued fractions.
func limitDenominator(r *big.Rat, limit *big.Int) *big.Rat {
	if r.Denom().Cmp(limit) <= 0 {
		return r
	}
	p0, q0, p1, q1 := big.NewInt(0), big.NewInt(1), big.NewInt(1), big.NewInt(0)
	n, d := new(big.Int).Set(r.Num()), new(big.Int).Set(r.Denom())
	for {
		a, m := new(big.Int), new(big.Int)
		a.DivMod(n, d, m)
		q2 := new(big.Int).Add(q0, new(big.Int).Mul(a, q1))
		if q2.Cmp(limit) > 0 {
			break
		}
		p0, q0, p1, q1 = p1, q1, new(big.Int).Add(p0, new(big.Int).Mul(a, p1)), q2
		n, d = d, m
	}
	k := new(big.Int).Quo(new(big.Int).Sub(limit, q0), q1)
	b1 := new(big.Rat).SetFrac(new(big.Int).Add(p0, new(big.Int).Mul(k, p1)), new(big.Int).Add(q0, new(big.Int).Mul(k, q1)))
	b2 := new(big.Rat).SetFrac(p1, q1)
	d1 := new(big.Rat).Sub(b2, r)
	d2 := new(big.Rat).Sub(b1, r)
	if d1.Abs(d1).Cmp(d2.Abs(d2)) <= 0 {
		return b2
	}
	return b1
}
