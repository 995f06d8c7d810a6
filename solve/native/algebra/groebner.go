package algebra

import (
	"math/big"
	"slices"
)

// pair is two elements of the basis whose S-polynomial is still to be reduced.
type pair struct {
	i, j int
	m    Mono // the least common multiple of their leading products
}

// basis is a Gröbner basis under construction.
type basis struct {
	mt    *Meter
	g     []Poly
	dead  []bool // its leading product is a multiple of another's: it reduces nothing that this does not
	pairs []pair
}

// groebner gives the reduced Gröbner basis of the ideal of some polynomials, each primitive, with the leading products ascending.
func (mt *Meter) groebner(ps []Poly) []Poly {
	b := &basis{mt: mt}
	ps = slices.Clone(ps)
	slices.SortStableFunc(ps, func(p, q Poly) int { return p.degree() - q.degree() })
	for _, p := range ps {
		if b.insert(b.reduce(p)) {
			return []Poly{{{Mono{}, one}}}
		}
	}
	for len(b.pairs) > 0 {
		k := 0
		for i := range b.pairs {
			if b.pairs[i].m.cmp(&b.pairs[k].m) < 0 {
				k = i
			}
		}
		mt.spend(len(b.pairs))
		p := b.pairs[k]
		b.pairs = slices.Delete(b.pairs, k, k+1)
		if b.insert(b.reduce(b.spoly(p))) {
			return []Poly{{{Mono{}, one}}}
		}
	}
	return b.minimal()
}

func (b *basis) spoly(p pair) Poly {
	f, g := b.g[p.i], b.g[p.j]
	x, y := f[0].c, g[0].c
	d := new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y))
	if p.m.deg > MaxDegree {
		panic(overdraft{ErrLarge})
	}
	left := b.mt.combine(nil, one, f, new(big.Int).Quo(y, d), p.m.over(f[0].m))
	return b.mt.combine(left, one, g, new(big.Int).Neg(new(big.Int).Quo(x, d)), p.m.over(g[0].m))
}

// reduce gives the remainder of a polynomial by the basis, up to a factor.
func (b *basis) reduce(p Poly) Poly {
	r, _ := b.mt.remainder(p, b.g, b.dead)
	return r.primitive(b.mt)
}

// remainder gives r and k with k*p = r modulo gs, no product of r a multiple of a leading one of gs. Those that are dead are left
// out.
func (mt *Meter) remainder(p Poly, gs []Poly, dead []bool) (r Poly, k *big.Int) {
	k = big.NewInt(1)
	for i := 0; i < len(p); {
		found := -1
		for n, g := range gs {
			if (dead == nil || !dead[n]) && g[0].m.divides(&p[i].m) {
				found = n
				break
			}
		}
		mt.spend(1 + len(gs))
		if found < 0 {
			i++
			continue
		}
		g := gs[found]
		d := new(big.Int).GCD(nil, nil, new(big.Int).Abs(p[i].c), new(big.Int).Abs(g[0].c))
		a, c := new(big.Int).Quo(g[0].c, d), new(big.Int).Quo(p[i].c, d)
		if a.Sign() < 0 {
			a.Neg(a)
		} else {
			c.Neg(c)
		}
		m := p[i].m.over(g[0].m)
		p = mt.combine(p, a, g, c, m)
		k = mt.product(k, a)
	}
	return p, k
}

// insert adds an element that is reduced, and its pairs. It reports that the element is a number: there is no solution at all.
func (b *basis) insert(p Poly) (contradiction bool) {
	if len(p) == 0 {
		return false
	}
	if p[0].m.deg == 0 {
		return true
	}
	b.mt.keep(p)
	n := len(b.g)
	lead := &p[0].m
	// Gebauer and Möller: an old pair goes when the new element divides its multiple strictly between both.
	b.pairs = slices.DeleteFunc(b.pairs, func(q pair) bool {
		return lead.divides(&q.m) && lcm(b.g[q.i][0].m, *lead) != q.m && lcm(b.g[q.j][0].m, *lead) != q.m
	})
	b.mt.spend(len(b.pairs) + n)
	var fresh []pair
	for i := range b.g {
		if !b.dead[i] {
			fresh = append(fresh, pair{i, n, lcm(b.g[i][0].m, *lead)})
		}
	}
	for i, q := range fresh {
		useful := !coprime(&b.g[q.i][0].m, lead)
		for j, o := range fresh {
			if i == j || !useful {
				continue
			}
			b.mt.spend(1)
			if o.m.divides(&q.m) && (o.m != q.m || j < i || coprime(&b.g[o.i][0].m, lead)) {
				useful = false
			}
		}
		if useful {
			b.pairs = append(b.pairs, q)
		}
	}
	for i := range b.g {
		b.dead[i] = b.dead[i] || lead.divides(&b.g[i][0].m)
	}
	b.g, b.dead = append(b.g, p), append(b.dead, false)
	return false
}

// minimal gives the elements that are needed, each reduced by the others.
func (b *basis) minimal() []Poly {
	var out []Poly
	for i, g := range b.g {
		if !b.dead[i] {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(p, q Poly) int { return p[0].m.cmp(&q[0].m) })
	for i := range out {
		rest := slices.Delete(slices.Clone(out), i, i+1)
		r, _ := b.mt.remainder(out[i], rest, nil)
		if r = r.primitive(b.mt); r[0].c.Sign() < 0 {
			r = b.mt.combine(nil, one, r, big.NewInt(-1), Mono{})
		}
		out[i] = r
	}
	return out
}
