package model

import (
	"math/big"
	"math/bits"
)

// Folding of constants, for the constructors and the normal form. Check has its own arithmetic.

// maxPowBits bounds the size of a power that is computed: beyond it the power stays a term.
const maxPowBits = 1 << 16

// convert changes the sort of a number without changing the number, which must be whole to become an Int.
func convert(v Value, sort Sort) Value {
	v.sort = sort
	return v
}

func foldCompare(op Op, a, b Value) bool {
	c := a.Compare(b)
	switch op {
	case OpEq:
		return c == 0
	case OpNe:
		return c != 0
	case OpLt:
		return c < 0
	case OpLe:
		return c <= 0
	case OpGt:
		return c > 0
	}
	return c >= 0
}

func foldFloor(v Value) Value {
	if v.big == nil {
		return convert(v, Int)
	}
	q, m := new(big.Int).DivMod(v.big.Num(), v.big.Denom(), new(big.Int)) // the denominator is positive: this is floor
	_ = m
	return BigIntValue(q)
}

// foldArith computes a binary operation on two constants of the sort (for Pow, the second is an Int). It reports false when
// one is no value, when the operation has none, or when the result would be huge.
func foldArith(op Op, sort Sort, a, b Value) (Value, bool) {
	if !a.Valid() || !b.Valid() {
		return Value{}, false
	}
	if a.big == nil && b.big == nil {
		switch op {
		case OpAdd:
			if s := a.n + b.n; (s > a.n) == (b.n > 0) {
				return Value{sort: sort, n: s}, true
			}
		case OpSub:
			if d := a.n - b.n; (d < a.n) == (b.n > 0) {
				return Value{sort: sort, n: d}, true
			}
		case OpMul:
			if hi, lo := bits.Mul64(magnitude(a.n), magnitude(b.n)); hi == 0 && lo < 1<<63 {
				n := int64(lo)
				if (a.n < 0) != (b.n < 0) {
					n = -n
				}
				return Value{sort: sort, n: n}, true
			}
		}
	}
	x, y := a.Rat(), b.Rat()
	z := new(big.Rat)
	switch op {
	case OpAdd:
		z.Add(x, y)
	case OpSub:
		z.Sub(x, y)
	case OpMul:
		z.Mul(x, y)
	case OpRealDiv:
		if y.Sign() == 0 {
			return Value{}, false
		}
		z.Quo(x, y)
	case OpIntDiv, OpMod:
		if y.Sign() == 0 {
			return Value{}, false
		}
		q, m := new(big.Int).DivMod(x.Num(), y.Num(), new(big.Int)) // Euclidean
		if op == OpMod {
			q = m
		}
		z.SetInt(q)
	case OpPow:
		return foldPow(sort, x, b)
	default:
		return Value{}, false
	}
	if sort == Int {
		return BigIntValue(z.Num()), true
	}
	return RatValue(z), true
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func foldPow(sort Sort, x *big.Rat, e Value) (Value, bool) {
	k, ok := e.Int64()
	if !ok || k < 0 && (sort == Int || x.Sign() == 0) {
		return Value{}, false
	}
	size := int64(max(x.Num().BitLen(), x.Denom().BitLen()))
	if n := int64(magnitude(k)); n < 0 || n > maxPowBits || size*n > maxPowBits {
		return Value{}, false
	}
	n := big.NewInt(int64(magnitude(k)))
	num := new(big.Int).Exp(x.Num(), n, nil)
	den := new(big.Int).Exp(x.Denom(), n, nil)
	z := new(big.Rat)
	if k < 0 {
		z.SetFrac(den, num)
	} else {
		z.SetFrac(num, den)
	}
	if sort == Int {
		return BigIntValue(z.Num()), true
	}
	return RatValue(z), true
}
