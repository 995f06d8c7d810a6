package model

import (
	"errors"
	"math/big"
	"strings"
)

// Root is a real number that is the root of a polynomial with whole coefficients: it is told apart from the other roots by an
// interval. What can be computed from a Root and the rationals by addition and multiplication are again values, and exact: polynomials in the
// root, as in Root.Value. Whether such a value is 0 is decided by the greatest common divisor of polynomials, its sign otherwise by
// ever smaller intervals (Cohen 1993, A Course in Computational Algebraic Number Theory, section 4.2). A Root is never changed.
type Root struct {
	poly   []*big.Rat // squarefree, of degree 2 or more
	lo, hi *big.Rat   // strictly between them lies the one root that is meant; neither is a root
}

// irrational is the value of a polynomial, of a smaller degree than the root's, at a root.
type irrational struct {
	root *Root
	c    []*big.Rat // from the constant coefficient on; the last is not 0, and is not the constant
}

// notRational stands in Value.big where the number is in Value.irr.
var notRational = new(big.Rat)

// maxRootDegree bounds the degree of a Root.
const maxRootDegree = 200

// NewRoot makes a Root of the coefficients of its polynomial, from the constant one on. It is an error when the polynomial is not
// squarefree or not of degree 2 at least, or when not exactly one of its roots lies strictly between lo and hi, or one at an end.
func NewRoot(coefficients []*big.Int, lo, hi *big.Rat) (*Root, error) {
	r := &Root{lo: new(big.Rat).Set(lo), hi: new(big.Rat).Set(hi)}
	for _, c := range coefficients {
		r.poly = append(r.poly, new(big.Rat).SetInt(c))
	}
	r.poly = trimmed(r.poly)
	if n := len(r.poly) - 1; n < 2 || n > maxRootDegree {
		return nil, errors.New("the polynomial of a root is of degree 2 to 200")
	}
	if lo.Cmp(hi) >= 0 || at(r.poly, lo).Sign() == 0 || at(r.poly, hi).Sign() == 0 {
		return nil, errors.New("the interval of a root has its ends in order, and no root at them")
	}
	chain := sturm(r.poly)
	if len(chain[len(chain)-1]) > 1 {
		return nil, errors.New("the polynomial of a root is not squarefree")
	}
	if n := changes(chain, lo) - changes(chain, hi); n != 1 {
		return nil, errors.New("the interval of a root holds exactly one")
	}
	for range 64 { // most questions about signs are then answered at once
		r.lo, r.hi = r.half(r.lo, r.hi)
	}
	return r, nil
}

// Value is the value of a polynomial at the root: c[0] + c[1]*root + c[2]*root^2 ..., as a Real.
func (r *Root) Value(c []*big.Rat) Value {
	c = modulo(trimmed(append([]*big.Rat(nil), c...)), r.poly)
	switch len(c) {
	case 0:
		return RealValue(0, 1)
	case 1:
		return RatValue(c[0])
	}
	return Value{sort: Real, big: notRational, irr: &irrational{r, c}}
}

// half gives the half of an interval about the root that holds it.
func (r *Root) half(lo, hi *big.Rat) (*big.Rat, *big.Rat) {
	mid := new(big.Rat).Add(lo, hi)
	mid.Quo(mid, big.NewRat(2, 1))
	switch s := at(r.poly, mid).Sign(); {
	case s == 0: // the middle is the root itself, and no other is near
		quarter := new(big.Rat).Sub(hi, lo)
		quarter.Quo(quarter, big.NewRat(4, 1))
		return new(big.Rat).Sub(mid, quarter), new(big.Rat).Add(mid, quarter)
	case s == at(r.poly, lo).Sign():
		return mid, hi
	}
	return lo, mid
}

// fieldOf gives the root that two numbers, not both rational, are made of, and both as polynomials in it; ok is false when they are made of
// different roots.
func fieldOf(a, b Value) (r *Root, c, d []*big.Rat, ok bool) {
	switch {
	case !a.Valid() || !b.Valid():
		return nil, nil, nil, false
	case a.irr == nil:
		return b.irr.root, trimmed([]*big.Rat{a.Rat()}), b.irr.c, true
	case b.irr == nil:
		return a.irr.root, a.irr.c, trimmed([]*big.Rat{b.Rat()}), true
	}
	return a.irr.root, a.irr.c, b.irr.c, a.irr.root == b.irr.root
}

// addIrrational and the others compute with numbers not both of which are rational; those of two different roots give no value.
func addIrrational(a, b Value) Value {
	r, c, d, ok := fieldOf(a, b)
	if !ok {
		return Value{}
	}
	return r.Value(plus(c, d, big.NewRat(1, 1), 0))
}

func mulIrrational(a, b Value) Value {
	r, c, d, ok := fieldOf(a, b)
	if !ok {
		return Value{}
	}
	return r.Value(times(c, d))
}

// divIrrational is a/b, where b is not 0: the inverse comes from Euclid's algorithm with the root's polynomial, or with the factor of
// it that the root belongs to.
func divIrrational(a, b Value) Value {
	r, c, d, ok := fieldOf(a, b)
	if !ok {
		return Value{}
	}
	m := r.poly
	if g := common(d, m); len(g) > 1 {
		m = exactly(m, g) // the root is none of g, for b is not 0
	}
	// s*d = rest, modulo m
	rest, s := modulo(d, m), []*big.Rat{big.NewRat(1, 1)}
	other, t := m, []*big.Rat(nil)
	for len(rest) > 1 {
		q, u := divided(other, rest)
		other, rest = rest, u
		s, t = plus(t, times(q, s), big.NewRat(-1, 1), 0), s
	}
	return r.Value(times(times(c, s), []*big.Rat{new(big.Rat).Inv(rest[0])}))
}

func negIrrational(a Value) Value {
	return a.irr.root.Value(plus(nil, a.irr.c, big.NewRat(-1, 1), 0))
}

// powIrrational is a to the power k, by squaring.
func powIrrational(a Value, k int64) Value {
	v := RealValue(1, 1)
	if k < 0 {
		if a.Sign() == 0 {
			return Value{}
		}
		a, k = divIrrational(v, a), -k
	}
	if k > maxRootDegree {
		return Value{}
	}
	for ; k > 0; k-- {
		v = v.Times(a)
	}
	return v
}

func (x *irrational) isZero() bool {
	g := common(x.c, x.root.poly)
	return len(g) > 1 && at(g, x.root.lo).Sign() != at(g, x.root.hi).Sign()
}

// span gives an interval that holds the number, and an interval of the root that gives a smaller one.
func (x *irrational) span(lo, hi *big.Rat) (from, to, nextLo, nextHi *big.Rat) {
	from, to = new(big.Rat), new(big.Rat)
	for i := len(x.c) - 1; i >= 0; i-- {
		var least, most *big.Rat
		for _, p := range []*big.Rat{from, to} {
			for _, q := range []*big.Rat{lo, hi} {
				v := new(big.Rat).Mul(p, q)
				if least == nil || v.Cmp(least) < 0 {
					least = v
				}
				if most == nil || v.Cmp(most) > 0 {
					most = v
				}
			}
		}
		from, to = new(big.Rat).Add(least, x.c[i]), new(big.Rat).Add(most, x.c[i])
	}
	nextLo, nextHi = x.root.half(lo, hi)
	return from, to, nextLo, nextHi
}

func (x *irrational) sign() int {
	if x.isZero() {
		return 0
	}
	for lo, hi := x.root.lo, x.root.hi; ; {
		var from, to *big.Rat
		if from, to, lo, hi = x.span(lo, hi); from.Sign() > 0 {
			return 1
		} else if to.Sign() < 0 {
			return -1
		}
	}
}

// floor is the greatest whole number that is not above.
func (x *irrational) floor() *big.Int {
	for lo, hi := x.root.lo, x.root.hi; ; {
		var from, to *big.Rat
		from, to, lo, hi = x.span(lo, hi)
		n, m := new(big.Int).Div(from.Num(), from.Denom()), new(big.Int).Div(to.Num(), to.Denom())
		if n.Cmp(m) == 0 {
			return n
		}
		// The interval holds a whole number. If it is the number itself, no interval is small enough.
		if d := x.root.Value(plus(x.c, []*big.Rat{new(big.Rat).SetInt(m)}, big.NewRat(-1, 1), 0)); d.Sign() == 0 {
			return m
		}
	}
}

// float is the nearest float.
func (x *irrational) float() float64 {
	if x.isZero() {
		return 0
	}
	for lo, hi := x.root.lo, x.root.hi; ; {
		var from, to *big.Rat
		from, to, lo, hi = x.span(lo, hi)
		a, _ := from.Float64()
		b, _ := to.Float64()
		if a == b {
			return a
		}
		// Half way between two floats lie rationals only, but the number may be one without being seen to be.
		if mid := new(big.Rat).Add(from, to); new(big.Rat).Sub(to, from).Cmp(tiny) < 0 {
			f, _ := mid.Quo(mid, big.NewRat(2, 1)).Float64()
			return f
		}
	}
}

// tiny is far below the distance of floats that are not tiny themselves.
var tiny = new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 1200))

// decimal prints the number cut off after some places, with an ellipsis.
func (x *irrational) decimal(places int) string {
	scale := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil))
	sign, v := "", x.root.Value(x.c)
	if v.Sign() < 0 {
		sign, v = "-", negIrrational(v)
	}
	digits := floorValue(v.Times(RatValue(scale))).BigInt().String()
	if n := places + 1 - len(digits); n > 0 {
		digits = strings.Repeat("0", n) + digits
	}
	return sign + digits[:len(digits)-places] + "." + digits[len(digits)-places:] + "…"
}

// compareIrrational orders two numbers, not both rational, of whatever roots.
func compareIrrational(a, b Value) int {
	if _, _, _, ok := fieldOf(a, b); ok {
		return addIrrational(a, b.Negated()).Sign()
	}
	x, y := a.irr, b.irr
	var g []*big.Rat
	var chain [][]*big.Rat
	equal := false
	xlo, xhi, ylo, yhi := x.root.lo, x.root.hi, y.root.lo, y.root.hi
	for round := 0; ; round++ {
		if round == 32 { // so near to each other that they may be equal: one common root of polynomials that have them as roots
			g = common(x.annihilator(), y.annihilator())
			equal = len(g) > 1 && x.root.Value(x.in(g)).Sign() == 0 && y.root.Value(y.in(g)).Sign() == 0
			if equal {
				chain = sturm(g)
			}
		}
		var a, b, c, d *big.Rat
		a, b, xlo, xhi = x.span(xlo, xhi)
		c, d, ylo, yhi = y.span(ylo, yhi)
		switch {
		case b.Cmp(c) < 0:
			return -1
		case d.Cmp(a) < 0:
			return 1
		case equal:
			// Both lie in the hull of their intervals: with one root of g in there they are the same.
			lo, hi := a, b
			if c.Cmp(lo) < 0 {
				lo = c
			}
			if d.Cmp(hi) > 0 {
				hi = d
			}
			n := changes(chain, lo) - changes(chain, hi)
			if at(g, lo).Sign() == 0 {
				n++
			}
			if n == 1 {
				return 0
			}
		}
	}
}

// in is a polynomial applied to the number, modulo the root's.
func (x *irrational) in(p []*big.Rat) []*big.Rat {
	var v []*big.Rat
	for i := len(p) - 1; i >= 0; i-- {
		v = modulo(plus(times(v, x.c), []*big.Rat{p[i]}, big.NewRat(1, 1), 0), x.root.poly)
	}
	return v
}

// annihilator is a squarefree polynomial that the number is a root of: the first combination of its powers that is 0.
func (x *irrational) annihilator() []*big.Rat {
	n := len(x.root.poly) - 1
	power := []*big.Rat{big.NewRat(1, 1)}
	var rows, from [][]*big.Rat // powers in echelon form, and how they are made of powers
	for k := 0; ; k++ {
		row := make([]*big.Rat, n)
		for i := range row {
			row[i] = new(big.Rat)
			if i < len(power) {
				row[i].Set(power[i])
			}
		}
		made := make([]*big.Rat, k+1)
		for i := range made {
			made[i] = new(big.Rat)
		}
		made[k].SetInt64(1)
		for i, r := range rows {
			p := pivot(r)
			if row[p].Sign() == 0 {
				continue
			}
			c := new(big.Rat).Neg(new(big.Rat).Quo(row[p], r[p]))
			row, made = plus(row, r, c, n), plus(made, from[i], c, k+1)
		}
		if pivot(row) < 0 {
			p := trimmed(made)
			if g := common(p, derivative(p)); len(g) > 1 {
				p = exactly(p, g)
			}
			return p
		}
		rows, from = append(rows, row), append(from, made)
		power = modulo(times(power, x.c), x.root.poly)
	}
}

func pivot(row []*big.Rat) int {
	for i, x := range row {
		if x.Sign() != 0 {
			return i
		}
	}
	return -1
}

// The arithmetic of polynomials in one unknown, from the constant coefficient on.

func trimmed(p []*big.Rat) []*big.Rat {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

// plus is p + k*q; with a length, zeros are kept up to it.
func plus(p, q []*big.Rat, k *big.Rat, length int) []*big.Rat {
	out := make([]*big.Rat, max(len(p), len(q), length))
	for i := range out {
		out[i] = new(big.Rat)
		if i < len(q) {
			out[i].Mul(q[i], k)
		}
		if i < len(p) {
			out[i].Add(out[i], p[i])
		}
	}
	if length > 0 {
		return out
	}
	return trimmed(out)
}

func times(p, q []*big.Rat) []*big.Rat {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	out := make([]*big.Rat, len(p)+len(q)-1)
	for i := range out {
		out[i] = new(big.Rat)
	}
	for i, a := range p {
		for j, b := range q {
			out[i+j].Add(out[i+j], new(big.Rat).Mul(a, b))
		}
	}
	return trimmed(out)
}

// divided is the quotient and the remainder of p by q.
func divided(p, q []*big.Rat) (quotient, remainder []*big.Rat) {
	r := append([]*big.Rat(nil), p...)
	if len(p) < len(q) {
		return nil, trimmed(r)
	}
	quotient = make([]*big.Rat, len(p)-len(q)+1)
	for k := len(quotient) - 1; k >= 0; k-- {
		c := new(big.Rat).Quo(r[k+len(q)-1], q[len(q)-1])
		quotient[k] = c
		for i := range q {
			r[k+i] = new(big.Rat).Sub(r[k+i], new(big.Rat).Mul(c, q[i]))
		}
	}
	return trimmed(quotient), trimmed(r)
}

func modulo(p, q []*big.Rat) []*big.Rat {
	_, r := divided(p, q)
	return r
}

// exactly is p/q, which leaves no remainder.
func exactly(p, q []*big.Rat) []*big.Rat {
	d, _ := divided(p, q)
	return d
}

// common is the greatest common divisor, with the leading coefficient 1; a number is 1.
func common(p, q []*big.Rat) []*big.Rat {
	for len(q) > 0 {
		p, q = q, monic(modulo(p, q))
	}
	return monic(p)
}

func monic(p []*big.Rat) []*big.Rat {
	if len(p) == 0 {
		return p
	}
	return times(p, []*big.Rat{new(big.Rat).Inv(p[len(p)-1])})
}

func derivative(p []*big.Rat) []*big.Rat {
	var d []*big.Rat
	for i := 1; i < len(p); i++ {
		d = append(d, new(big.Rat).Mul(p[i], big.NewRat(int64(i), 1)))
	}
	return d
}

func at(p []*big.Rat, x *big.Rat) *big.Rat {
	v := new(big.Rat)
	for i := len(p) - 1; i >= 0; i-- {
		v.Add(v.Mul(v, x), p[i])
	}
	return v
}

// sturm is the Sturm sequence of a polynomial, whose last member is the greatest common divisor with the derivative.
func sturm(p []*big.Rat) [][]*big.Rat {
	chain := [][]*big.Rat{p, derivative(p)}
	for {
		n := len(chain)
		r := modulo(chain[n-2], chain[n-1])
		if len(r) == 0 {
			return chain
		}
		// Any positive multiple will do; this one keeps numbers small.
		size := new(big.Rat).Abs(r[len(r)-1])
		chain = append(chain, times(r, []*big.Rat{new(big.Rat).Neg(size.Inv(size))}))
	}
}

// changes counts the changes of sign in a Sturm sequence at x: the difference at two places is the number of roots between them,
// the upper place included.
func changes(chain [][]*big.Rat, x *big.Rat) int {
	n, last := 0, 0
	for _, p := range chain {
		if s := at(p, x).Sign(); s != 0 {
			if last != 0 && s != last {
				n++
			}
			last = s
		}
	}
	return n
}
