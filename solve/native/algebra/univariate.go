package algebra

import "math/big"

// uni is a polynomial in one unknown: its coefficients from the constant one on, the last of them not 0. The zero polynomial has
// none.
type uni []*big.Int

// clear gives a multiple of a polynomial with fractions that is whole and primitive, with a positive leading coefficient.
func (mt *Meter) clear(p []*big.Rat) uni {
	den := big.NewInt(1)
	for _, c := range p {
		g := new(big.Int).GCD(nil, nil, den, c.Denom())
		den = mt.product(den, new(big.Int).Quo(c.Denom(), g))
	}
	out := make(uni, len(p))
	for i, c := range p {
		out[i] = mt.product(c.Num(), new(big.Int).Quo(den, c.Denom()))
	}
	return mt.primitive(out)
}

func (p uni) trim() uni {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p uni) degree() int { return len(p) - 1 }

func (mt *Meter) primitive(p uni) uni {
	p = p.trim()
	if len(p) == 0 {
		return p
	}
	g := new(big.Int)
	for _, c := range p {
		mt.spend(words(c) * words(g))
		g.GCD(nil, nil, g, new(big.Int).Abs(c))
	}
	if p[len(p)-1].Sign() < 0 {
		g.Neg(g)
	}
	out := make(uni, len(p))
	for i, c := range p {
		out[i] = new(big.Int).Quo(c, g)
	}
	return out
}

// pseudoRemainder gives a positive multiple of the remainder of p by q.
func (mt *Meter) pseudoRemainder(p, q uni) uni {
	r := append(uni(nil), p...)
	lead := q[len(q)-1]
	for r = r.trim(); len(r) >= len(q); r = r.trim() {
		c, at := r[len(r)-1], len(r)-len(q)
		g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(c), new(big.Int).Abs(lead))
		a, b := new(big.Int).Quo(lead, g), new(big.Int).Quo(c, g)
		if a.Sign() < 0 {
			a.Neg(a)
			b.Neg(b)
		}
		next := make(uni, len(r)-1)
		for i := range next {
			next[i] = mt.product(r[i], a)
			if i >= at {
				next[i] = new(big.Int).Sub(next[i], mt.product(q[i-at], b))
			}
		}
		r = next
	}
	return r
}

func (mt *Meter) gcd(p, q uni) uni {
	p, q = mt.primitive(p), mt.primitive(q)
	for len(q) > 0 {
		p, q = q, mt.primitive(mt.pseudoRemainder(p, q))
	}
	return p
}

func (p uni) derivative() uni {
	var d uni
	for i := 1; i < len(p); i++ {
		d = append(d, new(big.Int).Mul(p[i], big.NewInt(int64(i))))
	}
	return d
}

// quotient is p/q, up to a factor, where q divides p.
func (mt *Meter) quotient(p, q uni) uni {
	r := make([]*big.Rat, len(p))
	for i, c := range p {
		r[i] = new(big.Rat).SetInt(c)
	}
	out := make([]*big.Rat, len(p)-len(q)+1)
	inv := new(big.Rat).SetFrac(one, q[len(q)-1])
	for k := len(out) - 1; k >= 0; k-- {
		c := mt.mulRat(r[k+len(q)-1], inv)
		out[k] = c
		minus := new(big.Rat).Neg(c)
		for i := range q {
			r[k+i] = mt.addRat(r[k+i], mt.mulRat(minus, new(big.Rat).SetInt(q[i])))
		}
	}
	return mt.clear(out)
}

// squarefree is the polynomial with the same roots, each of them simple.
func (mt *Meter) squarefree(p uni) uni {
	d := p.derivative()
	if len(d) == 0 {
		return p
	}
	if g := mt.gcd(p, d); g.degree() > 0 {
		return mt.quotient(p, g)
	}
	return p
}

// signAt is the sign of the value at x, without fractions.
func (mt *Meter) signAt(p uni, x *big.Rat) int {
	v, scale := new(big.Int), big.NewInt(1) // v is the value so far times a power of the denominator, scale that power
	n, d := x.Num(), x.Denom()
	for i := len(p) - 1; i >= 0; i-- {
		v = mt.product(v, n)
		v.Add(v, mt.product(p[i], scale))
		scale = mt.product(scale, d)
	}
	return v.Sign()
}
