package native

import "github.com/quandary-puzzles/quandary/model"

// alias makes one literal or integer of variables that constraints say are equal (or, of Bools, opposite): what is known of one
// is known of the other without propagation. Both keep their place in solutions, so the solutions are the same. Of longer
// equations, x = y + 3, the values are paired up instead (pairs.go).
//
// Pre: cons hold for good; no variable of the problem has been translated.
func (b *builder) alias(cons []model.Term) {
	p := b.p
	for _, t := range cons {
		switch p.Op(t) {
		case model.OpAnd:
			b.alias(p.Args(t))
			continue
		case model.OpEq, model.OpNe, model.OpXor:
		default:
			continue
		}
		x, y, flip := p.Arg(t, 0), p.Arg(t, 1), p.Op(t) != model.OpEq
		for p.Op(x) == model.OpNot {
			x, flip = p.Arg(x, 0), !flip
		}
		for p.Op(y) == model.OpNot {
			y, flip = p.Arg(y, 0), !flip
		}
		if p.Op(x) != model.OpVar || p.Op(y) != model.OpVar || x == y {
			continue
		}
		switch {
		case p.Sort(x) == model.Bool:
			b.aliasBool(x, y, flip)
		case p.Sort(x) == model.Int && p.Op(t) == model.OpEq:
			b.aliasInt(x, y)
		}
		if b.err != nil {
			return
		}
	}
}

// aliasBool makes x and y one literal. Where each has one already, the constraint ties them.
func (b *builder) aliasBool(x, y model.Term, flip bool) {
	if b.lits[x] != noLit {
		x, y = y, x
	}
	if b.lits[x] != noLit {
		return
	}
	l := b.lit(y, both)
	if flip {
		l ^= 1
	}
	b.lits[x], b.want[x] = l, both
}

// aliasInt makes x and y one integer, with the bounds of both.
func (b *builder) aliasInt(x, y model.Term) {
	if b.ints[x] >= 0 {
		x, y = y, x
	}
	if b.ints[x] >= 0 {
		return
	}
	v, _ := b.p.VarOf(x)
	w, _ := b.p.VarOf(y)
	if void(b.p.Variable(v)) || void(b.p.Variable(w)) {
		return
	}
	s, u := b.bounds.b[v], b.bounds.b[w]
	if b.ints[y] >= 0 {
		if s.lo > u.lo || s.hi < u.hi { // its bounds are given already
			return
		}
	} else if s = (span{max(s.lo, u.lo), min(s.hi, u.hi)}); s.empty() {
		return // the constraint shows it
	} else {
		b.bounds.set(v, s)
		b.bounds.set(w, s)
	}
	b.ints[x] = b.intOf(y)
}
