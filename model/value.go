package model

import (
	"math/big"
	"strconv"
)

// Value is a Bool, an Int or a Real: an exact rational, or an exact irrational number made by Root.Value. The zero Value is no
// value. Values are immutable; small ones (Bools, and whole numbers that fit an int64) need no allocation. Compare them with Equal
// or Compare, not with ==.
type Value struct {
	sort Sort
	n    int64       // Bool: 0 or 1; Int and Real: the number, where big is nil
	big  *big.Rat    // the number, where it is not an int64 and irr is nil; never changed
	irr  *irrational // the number, where it is not known to be rational; then big is notRational
}

// BoolValue is a truth value.
func BoolValue(b bool) Value {
	if b {
		return Value{sort: Bool, n: 1}
	}
	return Value{sort: Bool}
}

// IntValue is an integer.
func IntValue(n int64) Value { return Value{sort: Int, n: n} }

// BigIntValue is an integer of any size. The argument is copied.
func BigIntValue(n *big.Int) Value {
	if n.IsInt64() {
		return IntValue(n.Int64())
	}
	return Value{sort: Int, big: new(big.Rat).SetInt(n)}
}

// RatValue is a Real. The argument is copied.
func RatValue(r *big.Rat) Value {
	if r.IsInt() && r.Num().IsInt64() {
		return Value{sort: Real, n: r.Num().Int64()}
	}
	return Value{sort: Real, big: new(big.Rat).Set(r)}
}

// RealValue is the Real num/den; den must not be 0.
func RealValue(num, den int64) Value { return RatValue(big.NewRat(num, den)) }

// Valid reports whether v is a value at all.
func (v Value) Valid() bool { return v.sort != NoSort }

// Sort is Bool, Int or Real, or NoSort for the zero Value.
func (v Value) Sort() Sort { return v.sort }

// Bool is the truth value of a Bool; of a number, whether it is not zero.
func (v Value) Bool() bool { return v.Sign() != 0 }

// Int64 gives the number as an int64, and whether it is one. A Bool counts 1 or 0.
func (v Value) Int64() (int64, bool) { return v.n, v.big == nil && v.sort != NoSort }

// IsRational reports whether the number is known to be rational: numbers that Root.Value made need not be, even where they are
// equal to a rational one.
func (v Value) IsRational() bool { return v.irr == nil }

// Rat gives the number exactly, as a fresh big.Rat; nil where IsRational is false. A Bool counts 1 or 0.
func (v Value) Rat() *big.Rat {
	if v.irr != nil {
		return nil
	}
	if v.big != nil {
		return new(big.Rat).Set(v.big)
	}
	return new(big.Rat).SetInt64(v.n)
}

// IsInt reports whether the number is whole.
func (v Value) IsInt() bool {
	if v.irr != nil {
		return v.Compare(floorValue(v)) == 0
	}
	return v.sort != NoSort && (v.big == nil || v.big.IsInt())
}

// BigInt gives a whole number as a fresh big.Int, and nil for one that is not whole.
func (v Value) BigInt() *big.Int {
	switch {
	case v.sort == NoSort:
		return nil
	case v.big == nil:
		return big.NewInt(v.n)
	case v.irr != nil:
		if n := floorValue(v); v.Compare(n) == 0 {
			return n.BigInt()
		}
		return nil
	case v.big.IsInt():
		return new(big.Int).Set(v.big.Num())
	}
	return nil
}

// Float64 is the float nearest to the number.
func (v Value) Float64() float64 {
	if v.big == nil {
		return float64(v.n)
	}
	if v.irr != nil {
		return v.irr.float()
	}
	f, _ := v.big.Float64()
	return f
}

// Sign is -1, 0 or 1.
func (v Value) Sign() int {
	switch {
	case v.irr != nil:
		return v.irr.sign()
	case v.big != nil:
		return v.big.Sign()
	case v.n < 0:
		return -1
	case v.n > 0:
		return 1
	}
	return 0
}

// Compare orders two values by number (false is 0, true is 1; Int 2 and Real 2 are equal), with no value before all.
func (v Value) Compare(w Value) int {
	if v.sort == NoSort || w.sort == NoSort {
		switch {
		case v.sort == w.sort:
			return 0
		case v.sort == NoSort:
			return -1
		}
		return 1
	}
	if v.big == nil && w.big == nil {
		switch {
		case v.n < w.n:
			return -1
		case v.n > w.n:
			return 1
		}
		return 0
	}
	if v.irr != nil || w.irr != nil {
		return compareIrrational(v, w)
	}
	return v.Rat().Cmp(w.Rat())
}

// Equal reports whether two values have the same sort and are the same.
func (v Value) Equal(w Value) bool {
	if v.irr != nil || w.irr != nil {
		return v.sort == w.sort && v.Compare(w) == 0
	}
	if v.sort != w.sort || (v.big == nil) != (w.big == nil) {
		return false
	}
	if v.big == nil {
		return v.n == w.n
	}
	return v.big.Cmp(w.big) == 0
}

// String prints true, false, an integer, a fraction as 1/3, or the first decimals of an irrational number as 1.41421356237….
func (v Value) String() string {
	switch {
	case v.sort == NoSort:
		return "none"
	case v.sort == Bool:
		return strconv.FormatBool(v.n != 0)
	case v.big == nil:
		return strconv.FormatInt(v.n, 10)
	case v.irr != nil:
		return v.irr.decimal(11)
	}
	return v.big.RatString()
}
