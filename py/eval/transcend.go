package eval

import (
	"math"
	"math/big"
)

// The elementary functions here are computed to well beyond a float's precision and rounded once, so that they are the same on
// every machine (Go's math package differs between architectures) and agree with a good C library in all but the rarest cases.

const workPrec = 160 // bits

func bf() *big.Float               { return new(big.Float).SetPrec(workPrec) }
func bfOf(f float64) *big.Float    { return bf().SetFloat64(f) }
func toFloat(x *big.Float) float64 { f, _ := x.Float64(); return f }

// consts are ln 2 and π, to 200 bits.
const (
	ln2Text = "0.69314718055994530941723212145817656807550013436025525412068000949339362196969471560586332699641868754"
	piText  = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798"
)

func constant(text string) *big.Float {
	x, _, err := big.ParseFloat(text, 10, 320, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	return x
}

// bigLog is ln x for x > 0: ln(m·2^e) = e·ln 2 + 2·artanh((m-1)/(m+1)), with m near 1.
func bigLog(x *big.Float) *big.Float {
	m := bf()
	e := x.MantExp(m) // m in [1/2, 1)
	if m.Cmp(bfOf(math.Sqrt2/2)) < 0 {
		m.SetMantExp(m, 1)
		e--
	}
	one := bfOf(1)
	t := bf().Quo(bf().Sub(m, one), bf().Add(m, one)) // |t| < 0.172
	t2 := bf().Mul(t, t)
	sum, p := bf().Set(t), bf().Set(t)
	for k := int64(3); k < 200; k += 2 {
		p.Mul(p, t2)
		if p.Sign() == 0 || p.MantExp(nil) < sum.MantExp(nil)-workPrec-4 {
			break
		}
		sum.Add(sum, bf().Quo(p, bfOf(float64(k))))
	}
	sum.Mul(sum, bfOf(2))
	if e == 0 {
		return sum
	}
	return sum.Add(sum, bf().Mul(bfOf(float64(e)), constant(ln2Text)))
}

// bigExp is e^x: x = k·ln 2 + r, and e^r by its series after halving r eight times.
func bigExp(x *big.Float) *big.Float {
	ln2 := constant(ln2Text)
	kf, _ := bf().Quo(x, ln2).Float64()
	k := int(math.RoundToEven(kf))
	r := new(big.Float).SetPrec(workPrec+32).Sub(x, new(big.Float).SetPrec(workPrec+32).Mul(bfOf(float64(k)), ln2))
	const halvings = 8
	r.SetMantExp(r, -halvings)
	sum, p := bfOf(1), bfOf(1)
	for n := 1; n < 60; n++ {
		p.Mul(p, r)
		p.Quo(p, bfOf(float64(n)))
		if p.Sign() == 0 || p.MantExp(nil) < -workPrec-4 {
			break
		}
		sum.Add(sum, p)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, k)
}

// Exp is e**x.
func Exp(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0) || x == 0 || x > 710 || x < -746:
		return math.Exp(x)
	}
	return toFloat(bigExp(bfOf(x)))
}

// Log is ln x.
func Log(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || x <= 0 || x == 1 {
		return math.Log(x)
	}
	return toFloat(bigLog(bfOf(x)))
}

// LogBase2Or10 is the logarithm to base 2 or 10.
func LogBase2Or10(x float64, base int) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) || x <= 0 || x == 1 {
		return math.Log(x)
	}
	return toFloat(bf().Quo(bigLog(bfOf(x)), bigLog(bfOf(float64(base)))))
}

// exactPow is a**b for finite a ≠ 0 and b, where a > 0 or b is whole.
func exactPow(a, b float64) float64 {
	switch b {
	case 1:
		return a
	case 2:
		return a * a
	case 0.5:
		return math.Sqrt(a)
	case -1:
		return 1 / a
	}
	neg := a < 0 && math.Mod(b, 2) != 0
	est := b * math.Log2(math.Abs(a))
	var r float64
	switch {
	case est > 1025:
		r = math.Inf(1)
	case est < -1080:
		r = 0
	case b == math.Trunc(b) && math.Abs(b) <= 1<<16:
		n := int(math.Abs(b))
		p, q := bfOf(1), bfOf(math.Abs(a))
		for ; n > 0; n >>= 1 {
			if n&1 == 1 {
				p.Mul(p, q)
			}
			q.Mul(q, q)
		}
		if b < 0 {
			p.Quo(bfOf(1), p)
		}
		r = toFloat(p)
	default:
		r = toFloat(bigExp(bf().Mul(bfOf(b), bigLog(bfOf(math.Abs(a))))))
	}
	if neg {
		r = -r
	}
	return r
}

// reduce gives x modulo π/2, in [-π/4, π/4], and the quadrant. Large x keep their precision: π is held to 320 bits.
func reduce(x float64) (*big.Float, int) {
	half := constant(piText)
	half.SetMantExp(half, -1)
	prec := uint(320)
	bx := new(big.Float).SetPrec(prec).SetFloat64(x)
	q := new(big.Float).SetPrec(prec).Quo(bx, half)
	k, _ := new(big.Float).SetPrec(prec).Add(q, big.NewFloat(math.Copysign(0.5, x))).Int(nil)
	r := new(big.Float).SetPrec(prec).Sub(bx, new(big.Float).SetPrec(prec).Mul(new(big.Float).SetPrec(prec).SetInt(k), half))
	return bf().Set(r), int(new(big.Int).And(k, big.NewInt(3)).Int64())
}

// series sums r^start/start! - r^(start+2)/(start+2)! + …
func series(r *big.Float, start int) *big.Float {
	p := bfOf(1)
	if start == 1 {
		p.Set(r)
	}
	r2 := bf().Mul(r, r)
	sum := bf().Set(p)
	for n := start + 1; n < 80; n += 2 {
		p.Mul(p, r2)
		p.Quo(p, bfOf(float64(n*(n+1))))
		if p.Sign() == 0 || p.MantExp(nil) < -workPrec-40 {
			break
		}
		p.Neg(p)
		sum.Add(sum, p)
	}
	return sum
}

func bigSin(x float64, shift int) *big.Float {
	r, k := reduce(x)
	switch (k + shift) & 3 {
	case 0:
		return series(r, 1)
	case 1:
		return series(r, 0)
	case 2:
		return bf().Neg(series(r, 1))
	}
	return bf().Neg(series(r, 0))
}

// trigRange is how large an argument the reduction is exact for; beyond it Go's own functions serve.
const trigRange = 1 << 60

// Sin is the sine of x.
func Sin(x float64) float64 {
	if !(math.Abs(x) < trigRange) || math.Abs(x) < 1e-150 {
		return math.Sin(x)
	}
	return toFloat(bigSin(x, 0))
}

// Cos is the cosine of x.
func Cos(x float64) float64 {
	if !(math.Abs(x) < trigRange) || math.Abs(x) < 1e-150 {
		return math.Cos(x)
	}
	return toFloat(bigSin(x, 1))
}

// Tan is the tangent of x.
func Tan(x float64) float64 {
	if !(math.Abs(x) < trigRange) || math.Abs(x) < 1e-150 {
		return math.Tan(x)
	}
	return toFloat(bf().Quo(bigSin(x, 0), bigSin(x, 1)))
}

// bigAtan is the arc tangent of x: two Newton steps on tan from a float's estimate y: y' = y + (x - tan y)/(1 + tan² y).
func bigAtan(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := bfOf(math.Atan(f))
	for range 2 {
		s, c := series(y, 1), series(y, 0)
		// With t = tan y: (x - t)/(1 + x·t) is the tangent of the rest, which is tiny.
		t := bf().Quo(bf().Sub(bf().Mul(x, c), s), bf().Add(c, bf().Mul(x, s)))
		t3 := bf().Mul(t, bf().Mul(t, t))
		y.Add(y, bf().Sub(t, t3.Quo(t3, bfOf(3))))
	}
	return y
}

// Atan is the arc tangent of x.
func Atan(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.Abs(x) > 1e300 || math.Abs(x) < 1e-100 {
		return math.Atan(x)
	}
	return toFloat(bigAtan(bfOf(x)))
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	if x == 0 || y == 0 || math.IsNaN(x) || math.IsNaN(y) || math.IsInf(x, 0) || math.IsInf(y, 0) {
		return math.Atan2(y, x)
	}
	q := bf().Quo(bfOf(y), bfOf(x))
	if f := math.Abs(toFloat(q)); f > 1e300 || f < 1e-100 {
		return math.Atan2(y, x)
	}
	a := bigAtan(q)
	if x < 0 {
		pi := constant(piText)
		if y < 0 {
			pi.Neg(pi)
		}
		a.Add(a, pi)
	}
	return toFloat(a)
}

// Asin is the arc sine of x.
func Asin(x float64) float64 {
	if !(math.Abs(x) < 1) || math.Abs(x) < 1e-8 {
		return math.Asin(x)
	}
	c := bf().Sqrt(bf().Sub(bfOf(1), bf().Mul(bfOf(x), bfOf(x))))
	return toFloat(bigAtan(bf().Quo(bfOf(x), c)))
}

// Acos is the arc cosine of x.
func Acos(x float64) float64 {
	if !(math.Abs(x) < 1) || x == 0 {
		return math.Acos(x)
	}
	c := bf().Sqrt(bf().Sub(bfOf(1), bf().Mul(bfOf(x), bfOf(x))))
	a := bigAtan(bf().Quo(c, bfOf(x)))
	if x < 0 {
		a.Add(a, constant(piText))
	}
	return toFloat(a)
}
