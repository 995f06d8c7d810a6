package algebra

import (
	"math/big"
	"slices"
)

// MaxUnknowns is the largest number of unknowns of a system.
const MaxUnknowns = 24

// MaxDegree is the largest total degree of a polynomial.
const MaxDegree = 120

// Mono is a product of powers of unknowns.
type Mono struct {
	exp [MaxUnknowns]uint8
	deg uint16
}

// Unknown is the i-th unknown as a product.
func Unknown(i int) Mono {
	var m Mono
	m.exp[i], m.deg = 1, 1
	return m
}

// Squared is the product times itself.
func (m Mono) Squared() Mono { return m.times(m) }

// IsSquare reports whether all exponents are even.
func (m Mono) IsSquare() bool {
	for _, e := range m.exp {
		if e%2 == 1 {
			return false
		}
	}
	return true
}

func (m Mono) times(n Mono) Mono {
	for i := range m.exp {
		m.exp[i] += n.exp[i]
	}
	m.deg += n.deg
	return m
}

// over is m/n, where n divides m.
func (m Mono) over(n Mono) Mono {
	for i := range m.exp {
		m.exp[i] -= n.exp[i]
	}
	m.deg -= n.deg
	return m
}

func (m *Mono) divides(n *Mono) bool {
	if m.deg > n.deg {
		return false
	}
	for i := range m.exp {
		if m.exp[i] > n.exp[i] {
			return false
		}
	}
	return true
}

func lcm(m, n Mono) Mono {
	m.deg = 0
	for i := range m.exp {
		m.exp[i] = max(m.exp[i], n.exp[i])
		m.deg += uint16(m.exp[i])
	}
	return m
}

func coprime(m, n *Mono) bool {
	for i := range m.exp {
		if m.exp[i] > 0 && n.exp[i] > 0 {
			return false
		}
	}
	return true
}

// cmp is the degree reverse lexicographic order.
func (m *Mono) cmp(n *Mono) int {
	if m.deg != n.deg {
		return int(m.deg) - int(n.deg)
	}
	for i := MaxUnknowns - 1; i >= 0; i-- {
		if m.exp[i] != n.exp[i] {
			return int(n.exp[i]) - int(m.exp[i])
		}
	}
	return 0
}

// Term is a multiple of a product.
type Term struct {
	m Mono
	c *big.Int // not 0
}

// Mono is the term's product of unknowns.
func (t Term) Mono() Mono { return t.m }

// Coefficient is the term's coefficient, which must not be changed.
func (t Term) Coefficient() *big.Int { return t.c }

const termBytes = 64

// Poly is a polynomial with whole coefficients, the terms descending. The zero polynomial has none. Polynomials are not changed
// once they are made.
type Poly []Term

// makePoly is the polynomial that is a sum of coefficients times products, up to a positive factor which makes the coefficients whole and
// coprime.
func makePoly(ms []Mono, cs []*big.Rat) Poly {
	den := big.NewInt(1)
	for _, c := range cs {
		g := new(big.Int).GCD(nil, nil, den, c.Denom())
		den.Mul(den, new(big.Int).Quo(c.Denom(), g))
	}
	p := make(Poly, 0, len(ms))
	for i, m := range ms {
		c := new(big.Int).Mul(cs[i].Num(), new(big.Int).Quo(den, cs[i].Denom()))
		p = append(p, Term{m, c})
	}
	slices.SortFunc(p, func(a, b Term) int { return b.m.cmp(&a.m) })
	out := p[:0]
	for _, t := range p {
		if n := len(out); n > 0 && out[n-1].m == t.m {
			out[n-1].c = new(big.Int).Add(out[n-1].c, t.c)
			continue
		}
		if n := len(out); n > 0 && out[n-1].c.Sign() == 0 {
			out = out[:n-1]
		}
		out = append(out, t)
	}
	if n := len(out); n > 0 && out[n-1].c.Sign() == 0 {
		out = out[:n-1]
	}
	return out.primitive(nil)
}

// Constant gives the sign of a polynomial that is a number, and whether it is one.
func (p Poly) Constant() (sign int, ok bool) {
	switch {
	case len(p) == 0:
		return 0, true
	case len(p) == 1 && p[0].m.deg == 0:
		return p[0].c.Sign(), true
	}
	return 0, false
}

// Uses marks the unknowns of a polynomial.
func (p Poly) Uses(used *[MaxUnknowns]bool) {
	for i := range p {
		for j, e := range p[i].m.exp {
			if e > 0 {
				used[j] = true
			}
		}
	}
}

// degree is the total degree; of 0 it is 0.
func (p Poly) degree() int {
	d := 0
	for i := range p {
		d = max(d, int(p[i].m.deg))
	}
	return d
}

// primitive divides by the greatest common divisor of the coefficients. A multiplier is divided likewise, if it is not nil; then
// the divisor divides it too.
func (p Poly) primitive(m *Meter) Poly {
	if len(p) == 0 {
		return p
	}
	g := new(big.Int).Abs(p[0].c)
	for i := 1; i < len(p) && !isOne(g); i++ {
		if m != nil {
			m.spend(words(g) * words(p[i].c))
		}
		g.GCD(nil, nil, g, new(big.Int).Abs(p[i].c))
	}
	if isOne(g) {
		return p
	}
	out := make(Poly, len(p))
	for i, t := range p {
		out[i] = Term{t.m, new(big.Int).Quo(t.c, g)}
	}
	return out
}

func isOne(x *big.Int) bool { return x.IsInt64() && x.Int64() == 1 }

// combine is a*p + b*m*q.
func (mt *Meter) combine(p Poly, a *big.Int, q Poly, b *big.Int, m Mono) Poly {
	out := make(Poly, 0, len(p)+len(q))
	scale := !isOne(a)
	i, j := 0, 0
	for i < len(p) || j < len(q) {
		var c int
		var n Mono
		if j < len(q) {
			n = q[j].m.times(m)
		}
		switch {
		case i == len(p):
			c = -1
		case j == len(q):
			c = 1
		default:
			c = p[i].m.cmp(&n)
		}
		switch {
		case c > 0:
			t := p[i]
			if scale {
				t.c = mt.product(t.c, a)
			} else {
				mt.spend(1)
			}
			out = append(out, t)
			i++
		case c < 0:
			out = append(out, Term{n, mt.product(q[j].c, b)})
			j++
		default:
			x := p[i].c
			if scale {
				x = mt.product(x, a)
			}
			x = new(big.Int).Add(x, mt.product(q[j].c, b))
			if x.Sign() != 0 {
				out = append(out, Term{n, x})
			}
			i++
			j++
		}
	}
	return out
}

var one = big.NewInt(1)
