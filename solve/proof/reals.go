package proof

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// column is a real quantity: free, an integer, a literal counted 1 or 0, or a sum of others.
type column struct {
	x     *integer
	l     lit
	isLit bool
	terms []realTerm // of a sum: written out in columns that are no sums
	isSum bool
}

type realTerm struct {
	coef *big.Rat
	col  int
}

// atom says: col <= r + d*e.
type atom struct {
	col  int
	r, d *big.Rat
}

func (c *checker) defineReal(kind string, p *Words) error {
	if kind == "A" {
		l, col, r, d := p.Lit(), p.ID(), p.Rat(), p.Rat()
		if p.err != nil {
			return nil
		}
		m := c.lit(l)
		if _, ok := c.atoms[m]; ok || l < 0 {
			return errors.New("the literal has a meaning already, or is negative")
		}
		c.atoms[m] = atom{col, r, d}
		return nil
	}
	n := p.ID()
	if p.err == nil && c.cols[n] != nil {
		return fmt.Errorf("column %d is there already", n)
	}
	col := &column{}
	switch kind {
	case "I":
		col.x = c.integer(p)
	case "L":
		l := p.Lit()
		if p.err == nil {
			col.l, col.isLit = c.lit(l), true
		}
	case "S":
		col.isSum = true
		sum := map[int]*big.Rat{}
		for p.More() {
			k, m := p.Rat(), p.ID()
			if p.err == nil && m >= n {
				return errors.New("a sum is of columns before it")
			}
			c.expand(sum, m, k)
		}
		for m, k := range sum { // the order does not matter: they are only added up
			col.terms = append(col.terms, realTerm{k, m})
		}
	}
	if p.err == nil {
		c.cols[n] = col
		c.sum.Constraints++
	}
	return nil
}

// expand adds f times a column, written out in columns that are no sums.
func (c *checker) expand(out map[int]*big.Rat, n int, f *big.Rat) {
	if col := c.cols[n]; col != nil && col.isSum {
		for _, t := range col.terms {
			addTo(out, t.col, new(big.Rat).Mul(f, t.coef))
		}
		return
	}
	addTo(out, n, f)
}

func addTo(out map[int]*big.Rat, n int, f *big.Rat) {
	if out[n] == nil {
		out[n] = new(big.Rat)
	}
	out[n].Add(out[n], f)
}

// farkas checks that bounds, each implied by a literal whose negation is in the clause, add up to 0 <= something negative.
func (c *checker) farkas(p *Words) error {
	ns := p.Lits()
	if p.err != nil {
		return nil
	}
	ls := c.lits(ns)
	sum := map[int]*big.Rat{}
	r, d := new(big.Rat), new(big.Rat)
	for p.More() {
		why, col, side, br, bd, f := p.Lit(), p.ID(), p.Word(), p.Rat(), p.Rat(), p.Rat()
		if p.err != nil {
			return nil
		}
		l := c.lit(why)
		if l != yes && !slices.Contains(ls, l^1) {
			return fmt.Errorf("the clause lacks the negation of %d", why)
		}
		if f.Sign() < 0 {
			return errors.New("a factor is negative")
		}
		upper := side == "u"
		if !upper && side != "l" {
			return errors.New("a bound is u or l")
		}
		if !c.sets(l, col, upper, br, bd) {
			return fmt.Errorf("literal %d does not set that bound of column %d", why, col)
		}
		if !upper {
			f = new(big.Rat).Neg(f)
		}
		c.expand(sum, col, f)
		r.Add(r, new(big.Rat).Mul(f, br))
		d.Add(d, new(big.Rat).Mul(f, bd))
	}
	if p.err != nil {
		return nil
	}
	for n, k := range sum {
		if k.Sign() != 0 {
			return fmt.Errorf("column %d does not cancel out", n)
		}
	}
	if r.Sign() > 0 || r.Sign() == 0 && d.Sign() >= 0 {
		return errors.New("the bounds do not contradict each other")
	}
	c.Add(ls)
	c.sum.Lemmas++
	return nil
}

// sets reports whether l being true makes col <= r + d*e (or >=, when not upper).
func (c *checker) sets(l lit, n int, upper bool, r, d *big.Rat) bool {
	if a, ok := c.atoms[l&^1]; ok && a.col == n {
		if l&1 == 0 && upper {
			return a.r.Cmp(r) == 0 && a.d.Cmp(d) == 0
		}
		if l&1 == 1 && !upper { // not col <= v: col >= v + e
			return a.r.Cmp(r) == 0 && new(big.Rat).Add(a.d, big.NewRat(1, 1)).Cmp(d) == 0
		}
		return false
	}
	col := c.cols[n]
	if col == nil || d.Sign() != 0 || !r.IsInt() || !r.Num().IsInt64() {
		return false
	}
	v := r.Num().Int64()
	switch {
	case col.x != nil:
		x := col.x
		if upper {
			if l == yes {
				return v >= x.hi
			}
			i, ok := find(x.ge, v+1)
			return ok && x.ge[i].l == l^1
		}
		if l == yes {
			return v <= x.lo
		}
		i, ok := find(x.ge, v)
		return ok && x.ge[i].l == l
	case col.isLit:
		if upper {
			return v >= 1 || v == 0 && l == col.l^1
		}
		return v <= 0 || v == 1 && l == col.l
	}
	return false
}
