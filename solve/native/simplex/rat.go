package simplex

import (
	"math/big"
	"math/bits"
)

// Rat is an exact rational: a fraction of two int64 while it fits, a big.Rat where it does not. The zero value is 0. A Rat is
// never changed; every operation gives it in lowest terms and in the small form when it fits.
type Rat struct {
	num int64
	den int64 // 0 stands for 1
	big *big.Rat
}

// Int is the rational n.
func Int(n int64) Rat { return Rat{num: n, den: 1} }

// frac is num/den; den must not be 0.
func frac(num, den int64) Rat {
	if den < 0 {
		if den == minInt || num == minInt {
			return FromBig(big.NewRat(num, den))
		}
		num, den = -num, -den
	}
	if g := gcd(magnitude(num), uint64(den)); g > 1 {
		num, den = num/int64(g), den/int64(g)
	}
	return Rat{num: num, den: den}
}

const minInt = -1 << 63

// FromBig is the value of r, which is copied.
func FromBig(r *big.Rat) Rat { return fromBig(new(big.Rat).Set(r)) }

func fromBig(r *big.Rat) Rat {
	if r.Num().IsInt64() && r.Denom().IsInt64() {
		return Rat{num: r.Num().Int64(), den: r.Denom().Int64()}
	}
	return Rat{big: r}
}

// Big gives the value as a fresh big.Rat.
func (a Rat) Big() *big.Rat {
	if a.big != nil {
		return new(big.Rat).Set(a.big)
	}
	return big.NewRat(a.num, a.d())
}

func (a Rat) asBig() *big.Rat {
	if a.big != nil {
		return a.big
	}
	return big.NewRat(a.num, a.d())
}

func (a Rat) d() int64 {
	if a.den == 0 {
		return 1
	}
	return a.den
}

// Sign is -1, 0 or 1.
func (a Rat) Sign() int {
	switch {
	case a.big != nil:
		return a.big.Sign()
	case a.num < 0:
		return -1
	case a.num > 0:
		return 1
	}
	return 0
}

// IsInt reports whether a is whole.
func (a Rat) IsInt() bool {
	if a.big != nil {
		return a.big.IsInt()
	}
	return a.d() == 1
}

// Neg is -a.
func (a Rat) Neg() Rat {
	if a.big == nil && a.num != minInt {
		return Rat{num: -a.num, den: a.den}
	}
	return fromBig(new(big.Rat).Neg(a.asBig()))
}

// Inv is 1/a; a must not be 0.
func (a Rat) Inv() Rat {
	if a.big == nil && a.num != minInt {
		if a.num < 0 {
			return Rat{num: -a.d(), den: -a.num}
		}
		return Rat{num: a.d(), den: a.num}
	}
	return fromBig(new(big.Rat).Inv(a.asBig()))
}

// Add is a + b.
func (a Rat) Add(b Rat) Rat {
	if a.big == nil && b.big == nil {
		if a.d() == 1 && b.d() == 1 {
			if s := a.num + b.num; (s > a.num) == (b.num > 0) {
				return Rat{num: s, den: 1}
			}
		} else if x, ok := mul64(a.num, b.d()); ok {
			if y, ok := mul64(b.num, a.d()); ok {
				if d, ok := mul64(a.d(), b.d()); ok {
					if s := x + y; (s > x) == (y > 0) {
						return frac(s, d)
					}
				}
			}
		}
	}
	return fromBig(new(big.Rat).Add(a.asBig(), b.asBig()))
}

// Sub is a - b.
func (a Rat) Sub(b Rat) Rat { return a.Add(b.Neg()) }

// Mul is a * b.
func (a Rat) Mul(b Rat) Rat {
	if a.big == nil && b.big == nil {
		an, ad, bn, bd := a.num, a.d(), b.num, b.d()
		if ad != 1 || bd != 1 {
			if g := gcd(magnitude(an), uint64(bd)); g > 1 {
				an, bd = an/int64(g), bd/int64(g)
			}
			if g := gcd(magnitude(bn), uint64(ad)); g > 1 {
				bn, ad = bn/int64(g), ad/int64(g)
			}
		}
		if n, ok := mul64(an, bn); ok {
			if d, ok := mul64(ad, bd); ok {
				return Rat{num: n, den: d}
			}
		}
	}
	return fromBig(new(big.Rat).Mul(a.asBig(), b.asBig()))
}

// Cmp is -1, 0 or 1 as a is less than, equal to or greater than b.
func (a Rat) Cmp(b Rat) int {
	if a.big == nil && b.big == nil {
		if a.d() == b.d() {
			switch {
			case a.num < b.num:
				return -1
			case a.num > b.num:
				return 1
			}
			return 0
		}
		if x, ok := mul64(a.num, b.d()); ok {
			if y, ok := mul64(b.num, a.d()); ok {
				switch {
				case x < y:
					return -1
				case x > y:
					return 1
				}
				return 0
			}
		}
	}
	return a.asBig().Cmp(b.asBig())
}

// Floor is the largest integer that is not above a; ok is false when it is no int64.
func (a Rat) Floor() (n int64, ok bool) {
	if a.big == nil {
		q := a.num / a.d()
		if a.num%a.d() < 0 {
			q--
		}
		return q, true
	}
	q := new(big.Int).Div(a.big.Num(), a.big.Denom()) // Euclidean, and the denominator is positive
	return q.Int64(), q.IsInt64()
}

func (a Rat) String() string { return a.asBig().RatString() }

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

func mul64(a, b int64) (int64, bool) {
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	if hi != 0 || lo >= 1<<63 {
		return 0, false
	}
	n := int64(lo)
	if (a < 0) != (b < 0) {
		n = -n
	}
	return n, true
}

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// Delta is r + d*ε for an infinitely small positive ε: the bound x < 3 is x <= 3 - ε.
type Delta struct{ R, D Rat }

// Exactly is r itself.
func Exactly(r Rat) Delta { return Delta{R: r} }

// Below is just under r.
func Below(r Rat) Delta { return Delta{R: r, D: Int(-1)} }

func (a Delta) add(b Delta) Delta { return Delta{a.R.Add(b.R), a.D.Add(b.D)} }
func (a Delta) sub(b Delta) Delta { return Delta{a.R.Sub(b.R), a.D.Sub(b.D)} }
func (a Delta) mul(c Rat) Delta   { return Delta{a.R.Mul(c), a.D.Mul(c)} }

// Cmp orders by R, then by D.
func (a Delta) Cmp(b Delta) int {
	if c := a.R.Cmp(b.R); c != 0 {
		return c
	}
	return a.D.Cmp(b.D)
}
