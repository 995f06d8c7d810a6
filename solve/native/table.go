package native

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Tables and elements. A disjunction of rows, "x is 1 and y is 4, or x is 2 and y is 7, ...", and a choice by the value of an
// integer, "the number at place i of this list", are constraints of their own: clauses say which values have a row, or a place,
// left that supports them. Unit propagation then keeps exactly the values that a solution of the constraint has, and clauses
// are their own explanations.

const (
	maxRows     = 256 // rows of a table
	maxSelector = 64  // places of a list
	maxSupport  = 600 // places times values of an element of variables
)

// row is the meaning of a disjunct: each variable has a value.
type row struct {
	vars []model.Term
	vals []int64
}

// rowOf reads a conjunction of equations of integer variables with constants; the variables ascending, each once.
func (b *builder) rowOf(t model.Term) (r row, ok bool) {
	p := b.p
	if p.Op(t) != model.OpAnd {
		return r, false
	}
	for _, a := range p.Args(t) {
		if p.Op(a) != model.OpEq || p.Sort(p.Arg(a, 0)) != model.Int {
			return r, false
		}
		x, k := p.Arg(a, 0), p.Arg(a, 1)
		if p.IsConst(x) {
			x, k = k, x
		}
		n, fits := p.ConstValue(k).Int64()
		if !p.IsConst(k) || !fits || p.Op(x) != model.OpVar {
			return r, false
		}
		i, twice := slices.BinarySearch(r.vars, x)
		if twice {
			return r, false
		}
		r.vars, r.vals = slices.Insert(r.vars, i, x), slices.Insert(r.vals, i, n)
	}
	return r, true
}

// supportRows says of a disjunction, which was posted under g already, that each value needs a row, if it is a table.
func (b *builder) supportRows(g engine.Lit, ts []model.Term) {
	if len(ts) < 2 || len(ts) > maxRows || b.p.Op(ts[0]) != model.OpAnd {
		return
	}
	rows := make([]row, len(ts))
	for i, t := range ts {
		r, ok := b.rowOf(t)
		if !ok || i > 0 && !slices.Equal(r.vars, rows[0].vars) {
			return
		}
		rows[i] = r
	}
	for k, t := range rows[0].vars {
		x := b.intOf(t)
		if b.err != nil {
			return
		}
		lo, hi := b.e.Bounds(x)
		if hi-lo >= engine.DenseLimit {
			continue
		}
		for n := lo; n <= hi; n++ {
			clause := []engine.Lit{g ^ 1, b.e.Eq(x, n) ^ 1}
			for i, r := range rows {
				if r.vals[k] == n {
					clause = append(clause, b.lit(ts[i], pos))
				}
			}
			b.e.AddImplied(clause...)
		}
	}
}

// selection is a choice between terms by the value of one integer: the term at each value, and the one elsewhere.
type selection struct {
	by        model.Term
	at        map[int64]model.Term
	elsewhere model.Term
}

// selectionOf reads nested choices, if they all ask for a value of the same term.
func (b *builder) selectionOf(t model.Term) (s selection, ok bool) {
	p := b.p
	s.at = map[int64]model.Term{}
	for ; p.Op(t) == model.OpIf && len(s.at) < maxSelector; t = p.Arg(t, 2) {
		c := p.Arg(t, 0)
		if p.Op(c) != model.OpEq || p.Sort(p.Arg(c, 0)) != model.Int {
			break
		}
		x, k := p.Arg(c, 0), p.Arg(c, 1)
		if p.IsConst(x) {
			x, k = k, x
		}
		n, fits := p.ConstValue(k).Int64()
		if !p.IsConst(k) || !fits || p.IsConst(x) || len(s.at) > 0 && x != s.by {
			break
		}
		s.by = x
		if _, seen := s.at[n]; !seen {
			s.at[n] = p.Arg(t, 1)
		}
	}
	s.elsewhere = t
	return s, len(s.at) >= 2
}

// makeElement makes the integer of a selection. It gives none where the numbers are not few enough.
func (b *builder) makeElement(t model.Term, s selection) (z engine.Int, ok bool) {
	hull := b.bounds.eval(t)
	by := b.bounds.eval(s.by)
	if !hull.bounded() || hull.empty() || hull.hi-hull.lo >= engine.DenseLimit || !by.bounded() || by.empty() || by.hi-by.lo >= maxSelector {
		return 0, false
	}
	i := b.intOf(s.by)
	if b.err != nil {
		return 0, false
	}
	lo, hi := b.e.Bounds(i)
	term := func(n int64) model.Term {
		if u, ok := s.at[n]; ok {
			return u
		}
		return s.elsewhere
	}
	constant := true
	for n := lo; n <= hi; n++ {
		constant = constant && b.p.IsConst(term(n))
	}
	if !constant && (hi-lo+1)*(hull.hi-hull.lo+1) > maxSupport {
		return 0, false
	}
	z = b.newInt(t)
	if b.err != nil {
		return 0, false
	}
	zlo, zhi := b.e.Bounds(z)
	support := make([][]engine.Lit, zhi-zlo+1) // by value: what can give it
	for n := lo; n <= hi; n++ {
		here := b.e.Eq(i, n)
		u := term(n)
		if b.p.IsConst(u) {
			v := constInt(b.p, u)
			b.e.AddClause(here^1, b.e.Eq(z, v))
			if v >= zlo && v <= zhi {
				support[v-zlo] = append(support[v-zlo], here)
			}
			continue
		}
		x := b.intOf(u)
		if b.err != nil {
			return 0, false
		}
		l := b.takeLin()
		b.slots.addInt(l, 1, x)
		b.define0(here, z, l)
		b.putLin(l)
		xlo, xhi := b.e.Bounds(x)
		for v := max(zlo, xlo); v <= min(zhi, xhi); v++ {
			both := b.bothOf(here, b.e.Eq(x, v))
			b.e.AddClause(both^1, here)
			b.e.AddClause(both^1, b.e.Eq(x, v))
			support[v-zlo] = append(support[v-zlo], both)
			b.log.step(here^1, b.e.Eq(z, v)^1, both)
		}
		for v := zlo; v <= zhi && b.log != nil; v++ {
			if v < xlo || v > xhi {
				b.log.step(here^1, b.e.Eq(z, v)^1)
			}
		}
	}
	for k, ls := range support {
		b.e.AddClause(append(ls, b.e.Eq(z, zlo+int64(k))^1)...)
	}
	return z, b.err == nil
}
