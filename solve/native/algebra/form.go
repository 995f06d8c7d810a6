package algebra

import (
	"math/big"
	"slices"
)

// Form is a polynomial with fractions being put together.
type Form map[Mono]*big.Rat

// Number is a form without unknowns.
func Number(x *big.Rat) Form {
	f := Form{}
	f.add(Mono{}, x)
	return f
}

func (f Form) add(m Mono, c *big.Rat) {
	if old, ok := f[m]; ok {
		c = new(big.Rat).Add(old, c)
	}
	if c.Sign() == 0 {
		delete(f, m)
	} else {
		f[m] = c
	}
}

// Value is the number that a form without unknowns is, and whether it is one.
func (f Form) Value() (*big.Rat, bool) {
	switch len(f) {
	case 0:
		return new(big.Rat), true
	case 1:
		c, ok := f[Mono{}]
		return c, ok
	}
	return nil, false
}

// Plus is f + k*g.
func (mt *Meter) Plus(f, g Form, k *big.Rat) (sum Form, err error) {
	defer caught(&err)
	sum = Form{}
	for m, c := range f {
		sum.add(m, c)
	}
	for m, c := range g {
		sum.add(m, mt.mulRat(k, c))
	}
	mt.spend(len(f))
	return sum, nil
}

// Times is f * g.
func (mt *Meter) Times(f, g Form) (product Form, err error) {
	defer caught(&err)
	product = Form{}
	for m, c := range f {
		for n, d := range g {
			if m.deg+n.deg > MaxDegree {
				panic(overdraft{ErrLarge})
			}
			product.add(m.times(n), mt.mulRat(c, d))
		}
	}
	return product, nil
}

// Poly is the form times a positive number.
func (f Form) Poly() Poly {
	ms := make([]Mono, 0, len(f))
	for m := range f {
		ms = append(ms, m)
	}
	slices.SortFunc(ms, func(a, b Mono) int { return b.cmp(&a) })
	cs := make([]*big.Rat, len(ms))
	for i, m := range ms {
		cs[i] = f[m]
	}
	return makePoly(ms, cs)
}

// Inverse is the equation that says that the unknown i is 1/p.
func Inverse(i int, p Poly) Poly {
	m := Unknown(i)
	out := make(Poly, 0, len(p)+1)
	for _, t := range p {
		out = append(out, Term{t.m.times(m), t.c})
	}
	return append(out, Term{Mono{}, big.NewInt(-1)})
}

// Linear gives the number that an unknown is compared with by a polynomial in it alone, of degree 1: a*x - b*a. The sign is that of a.
func (p Poly) Linear() (i int, b *big.Rat, sign int, ok bool) {
	if len(p) == 0 || len(p) > 2 || p[0].m.deg != 1 || len(p) == 2 && p[1].m.deg != 0 {
		return 0, nil, 0, false
	}
	b = new(big.Rat)
	if len(p) == 2 {
		b.SetFrac(new(big.Int).Neg(p[1].c), p[0].c)
	}
	return slices.Index(p[0].m.exp[:], 1), b, p[0].c.Sign(), true
}

// Spend counts work that is done elsewhere.
func (m *Meter) Spend(n int) (err error) {
	defer caught(&err)
	m.spend(n)
	return nil
}
