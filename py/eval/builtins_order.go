package eval

import (
	"math/big"
)

func biMax(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return extreme(th, "max", args, kwargs)
}
func biMin(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return extreme(th, "min", args, kwargs)
}

func extreme(th *Thread, name string, args []Value, kwargs []Kwarg) (Value, error) {
	var key Value = None
	var def Value
	if err := UnpackArgs(name, nil, kwargs, "*key?", &key, "*default?", &def); err != nil {
		return nil, err
	}
	elems := args
	switch len(args) {
	case 0:
		return nil, typeErr("%s expected at least 1 argument, got 0", name)
	case 1:
		switch x := args[0].(type) {
		case *List:
			elems = x.elems
		case *Tuple:
			elems = x.elems
		default:
			var err error
			if elems, err = ToSlice(th, x); err != nil {
				return nil, err
			}
		}
	default:
		if def != nil {
			return nil, typeErr("Cannot specify a default for %s() with multiple positional arguments", name)
		}
	}
	if len(elems) == 0 {
		if def != nil {
			return def, nil
		}
		return nil, valueErr("%s() arg is an empty sequence", name)
	}
	if !th.burn(int64(len(elems))) {
		return nil, th.takeErr()
	}
	if key == Value(None) {
		for _, e := range elems {
			if x, ok := e.(Extremer); ok {
				v, err := x.Extreme(th, name == "max", append([]Value(nil), elems...))
				if v != nil || err != nil {
					return v, err
				}
				break
			}
		}
	}
	var best, bestKey Value
	for _, e := range elems {
		k := e
		if key != Value(None) {
			var err error
			if k, err = Call(th, key, []Value{e}, nil); err != nil {
				return nil, err
			}
		}
		if best == nil {
			best, bestKey = e, k
			continue
		}
		var better bool
		var err error
		if name == "max" {
			better, err = greater(th, k, bestKey)
		} else {
			better, err = less(th, k, bestKey)
		}
		if err != nil {
			return nil, err
		}
		if better {
			best, bestKey = e, k
		}
	}
	return best, nil
}

// greater is bool(a > b).
func greater(th *Thread, a, b Value) (bool, error) {
	if x, ok := a.(Int); ok {
		if y, ok := b.(Int); ok {
			return x > y, nil
		}
	}
	v, err := Compare(th, OpGt, a, b)
	if err != nil {
		return false, err
	}
	return Truth(th, v)
}

func biPow(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var a, b Value
	var mod Value = None
	if err := UnpackArgs("pow", args, kwargs, "base", &a, "exp", &b, "mod?", &mod); err != nil {
		return nil, err
	}
	if mod == Value(None) {
		return BinaryOp(th, OpPow, a, b)
	}
	x, ok1 := AsBig(a)
	y, ok2 := AsBig(b)
	m, ok3 := AsBig(mod)
	if !ok1 || !ok2 || !ok3 {
		return nil, typeErr("pow() 3rd argument not allowed unless all arguments are integers")
	}
	if m.Sign() == 0 {
		return nil, valueErr("pow() 3rd argument cannot be 0")
	}
	words := int64(m.BitLen()>>6 + 1)
	if !th.burn(int64(y.BitLen()) * words * words / 8) {
		return nil, th.takeErr()
	}
	if err := th.allocBig(m.BitLen()); err != nil {
		return nil, err
	}
	abs := new(big.Int).Abs(m)
	base := new(big.Int).Mod(x, abs)
	if y.Sign() < 0 {
		if base = base.ModInverse(base, abs); base == nil {
			return nil, valueErr("base is not invertible for the given modulus")
		}
		y = new(big.Int).Neg(y)
	}
	r := new(big.Int).Exp(base, y, abs)
	r.Mod(r, abs)
	if m.Sign() < 0 && r.Sign() != 0 {
		r.Add(r, m)
	}
	return MakeBig(r), nil
}

func biPrint(th *Thread, args []Value, _ []Kwarg) (Value, error) {
	for _, a := range args { // what str() would raise is raised
		if _, err := ToStr(th, a); err != nil {
			return nil, err
		}
	}
	return None, nil
}

func biRepr(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	x, err := one("repr", args, kwargs)
	if err != nil {
		return nil, err
	}
	s, err := ToRepr(th, x)
	return Str(s), err
}

func biRound(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var nd Value = None
	if err := UnpackArgs("round", args, kwargs, "number", &x, "ndigits?", &nd); err != nil {
		return nil, err
	}
	var digits *int
	if nd != Value(None) {
		n, ok, err := asIndex(th, nd)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, typeErr("'%s' object cannot be interpreted as an integer", nd.TypeName())
		}
		n = max(min(n, 1<<30), -1<<30)
		digits = &n
	}
	switch v := x.(type) {
	case Float:
		if digits == nil {
			return roundHalfEven(float64(v))
		}
		f, err := roundDigits(float64(v), *digits)
		return Float(f), err
	case Int, Bool, *BigInt:
		b, _ := AsBig(x)
		if digits == nil || *digits >= 0 {
			return MakeBig(b), nil
		}
		if -*digits > b.BitLen() {
			return MakeInt(0), nil
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-*digits)), nil)
		q := ratRoundHalfEven(new(big.Rat).SetFrac(b, unit))
		return MakeBig(q.Mul(q, unit)), nil
	case Rounder:
		if r, err := v.Round(th, digits); r != nil || err != nil {
			return r, err
		}
	}
	return nil, typeErr("type %s doesn't define __round__ method", x.TypeName())
}

func biSorted(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var key Value = None
	reverse := false
	if err := UnpackArgs("sorted", args, kwargs, "iterable", &x, "*key?", &key, "*reverse?", &reverse); err != nil {
		return nil, err
	}
	l, err := Sorted(th, x, key, reverse)
	if err != nil {
		return nil, err
	}
	return l, nil
}

func biSum(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	var sum Value = MakeInt(0)
	if err := UnpackArgs("sum", args, kwargs, "iterable", &x, "start?", &sum); err != nil {
		return nil, err
	}
	if _, ok := sum.(Str); ok {
		return nil, typeErr("sum() can't sum strings [use ''.join(seq) instead]")
	}
	start, isInt := sum.(Int)
	acc := int64(start)
	err := th.each(x, func(v Value) error {
		if isInt {
			switch i := v.(type) {
			case Int:
				if c, ok := quickInt(OpAdd, acc, int64(i)); ok {
					acc = c
					return nil
				}
			case Bool:
				if c, ok := quickInt(OpAdd, acc, b2i(i)); ok {
					acc = c
					return nil
				}
			}
			sum, isInt = MakeInt(acc), false
		}
		r, err := BinaryOp(th, OpAdd, sum, v)
		sum = r
		return err
	})
	if err != nil {
		return nil, err
	}
	if isInt {
		return MakeInt(acc), nil
	}
	return sum, nil
}
