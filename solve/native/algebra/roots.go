package algebra

import (
	"math/big"
	"slices"
)

// interval is where a root lies: strictly between Lo and Hi.
type interval struct{ lo, hi *big.Rat }

// realRoots finds the real roots of a squarefree polynomial: those that are rational, ascending, and the polynomial without them,
// with intervals that each hold one of its roots, ascending.
func (mt *Meter) realRoots(p uni) (rational []*big.Rat, rest uni, irrational []interval) {
	rest = p
	for {
		x, found := mt.rationalRoot(rest)
		if !found {
			break
		}
		rational = append(rational, x)
		rest = mt.quotient(rest, uni{new(big.Int).Neg(x.Num()), x.Denom()})
	}
	slices.SortFunc(rational, (*big.Rat).Cmp)
	irrational, _ = mt.isolate(rest)
	return rational, rest, irrational
}

// rationalRoot finds a root that is rational. Times the leading coefficient it is whole, so that a small interval holds one
// candidate only.
func (mt *Meter) rationalRoot(p uni) (*big.Rat, bool) {
	if p.degree() < 1 {
		return nil, false
	}
	list, x := mt.isolate(p)
	if x != nil {
		return x, true
	}
	lead := new(big.Int).Abs(p[len(p)-1])
	width := new(big.Rat).SetFrac(one, lead)
	for _, v := range list {
		for new(big.Rat).Sub(v.hi, v.lo).Cmp(width) >= 0 {
			if x := mt.halve(p, &v); x != nil {
				return x, true
			}
		}
		// lead*lo < n < lead*hi, of which there is at most one.
		n := new(big.Rat).Mul(v.lo, new(big.Rat).SetInt(lead))
		k := new(big.Int).Div(n.Num(), n.Denom())
		x := new(big.Rat).SetFrac(k.Add(k, one), lead)
		if x.Cmp(v.hi) < 0 && mt.signAt(p, x) == 0 {
			return x, true
		}
	}
	return nil, false
}

// halve halves an interval about a root that is simple. It gives the middle where that is the root itself.
func (mt *Meter) halve(p uni, v *interval) *big.Rat {
	mid := new(big.Rat).Add(v.lo, v.hi)
	mid.Quo(mid, big.NewRat(2, 1))
	s := mt.signAt(p, mid)
	if s == 0 {
		return mid
	}
	if s == mt.signAt(p, v.lo) {
		v.lo = mid
	} else {
		v.hi = mid
	}
	return nil
}

// isolate gives an interval for each real root of a squarefree polynomial, ascending, whose ends are no roots – or else a rational
// root that it came upon.
func (mt *Meter) isolate(p uni) (list []interval, root *big.Rat) {
	if p.degree() < 1 {
		return nil, nil
	}
	if p[0].Sign() == 0 {
		return nil, new(big.Rat)
	}
	// All roots are smaller than 2^k in magnitude: Cauchy's bound 1 + max |coefficient / leading one|.
	k := 1
	for _, c := range p[:len(p)-1] {
		k = max(k, c.BitLen()-p[len(p)-1].BitLen()+2)
	}
	for _, sign := range []int64{-1, 1} {
		q := make(uni, len(p)) // p(sign * 2^k * x)
		for i, c := range p {
			q[i] = new(big.Int).Lsh(c, uint(i*k))
			if sign < 0 && i%2 == 1 {
				q[i].Neg(q[i])
			}
		}
		var part []interval
		if x := mt.unit(q, 0, big.NewInt(0), &part); x != nil {
			x.Mul(x, new(big.Rat).SetInt(new(big.Int).Lsh(one, uint(k))))
			return nil, x.Mul(x, big.NewRat(sign, 1))
		}
		scale := new(big.Rat).SetInt(new(big.Int).Lsh(one, uint(k)))
		scale.Mul(scale, big.NewRat(sign, 1))
		for i := range part {
			lo, hi := new(big.Rat).Mul(part[i].lo, scale), new(big.Rat).Mul(part[i].hi, scale)
			if sign < 0 {
				lo, hi = hi, lo
			}
			part[i] = interval{lo, hi}
		}
		if sign < 0 {
			slices.Reverse(part)
		}
		list = append(list, part...)
	}
	return list, nil
}

// unit isolates the roots of p between 0 and 1, which stand for those between n/2^depth and (n+1)/2^depth: they are listed in
// these units, or a root that is the middle of an interval is given. Neither end is a root.
func (mt *Meter) unit(p uni, depth uint, n *big.Int, list *[]interval) *big.Rat {
	place := func(n *big.Int, depth uint) *big.Rat {
		return new(big.Rat).SetFrac(n, new(big.Int).Lsh(one, depth))
	}
	switch mt.variations(p) {
	case 0:
		return nil
	case 1:
		*list = append(*list, interval{place(n, depth), place(new(big.Int).Add(n, one), depth)})
		return nil
	}
	left := make(uni, len(p)) // p(x/2), whole
	for i, c := range p {
		left[i] = new(big.Int).Lsh(c, uint(len(p)-1-i))
		mt.spend(words(left[i]))
	}
	right := mt.shift(left)
	n2 := new(big.Int).Lsh(n, 1)
	n3 := new(big.Int).Add(n2, one)
	if right[0].Sign() == 0 {
		return place(n3, depth+1)
	}
	if x := mt.unit(left, depth+1, n2, list); x != nil {
		return x
	}
	return mt.unit(right, depth+1, n3, list)
}

// shift is p(x+1).
func (mt *Meter) shift(p uni) uni {
	out := make(uni, len(p))
	for i, c := range p {
		out[i] = new(big.Int).Set(c)
	}
	for i := range out {
		for j := len(out) - 2; j >= i; j-- {
			out[j].Add(out[j], out[j+1])
			mt.spend(words(out[j]))
		}
	}
	return out
}

// variations bounds the roots between 0 and 1 by Descartes' rule, of (x+1)^n p(1/(x+1)): 0 and 1 are exact.
func (mt *Meter) variations(p uni) int {
	q := slices.Clone(p)
	slices.Reverse(q)
	q = mt.shift(q)
	n, last := 0, 0
	for _, c := range q {
		if s := c.Sign(); s != 0 {
			if last != 0 && s != last {
				n++
			}
			last = s
		}
	}
	return n
}
