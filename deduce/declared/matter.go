package declared

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// Many rules ask of a number only whether it has one value: "some cell around has the next number". Of such a number one atom matters to the
// rule. The others are no news to it, and no reasons.

// matters works out which atoms of its variables matter to an instance.
func (b *Board) matters(in *instance) {
	const unmet = -2
	in.only = make([]int, len(in.vars))
	for n := range in.only {
		in.only[n] = unmet
	}
	note := func(v, a int) {
		switch n, _ := slices.BinarySearch(in.vars, v); in.only[n] {
		case a:
		case unmet:
			in.only[n] = a
		default:
			in.only[n] = -1
		}
	}
	p := b.p
	graph := false // whose nodes and edges are terms too
	seen := map[model.Term]bool{}
	var walk func(t model.Term)
	walk = func(t model.Term) {
		if seen[t] {
			return
		}
		seen[t] = true
		if a, ok := b.held(t); ok && a >= 0 {
			note(b.atoms[a].v, a)
			return
		}
		switch op := p.Op(t); {
		case op.IsGraphQuery():
			graph = true
		case op == model.OpVar:
			x, _ := p.VarOf(t)
			v := b.whose[x]
			switch {
			case b.vars[v].truth:
				note(v, b.vars[v].first)
			case v != int(x) && b.atoms[b.vars[v].first].absent: // whether it is there
				note(v, b.vars[v].first)
			default:
				note(v, -1)
			}
		case op == model.OpEq && b.valued(t):
			note(b.equated(t))
		default:
			for _, a := range b.paired(t) {
				walk(a)
			}
		}
	}
	if slices.ContainsFunc(in.vars, func(v int) bool { return !b.vars[v].truth }) {
		walk(in.term)
	}
	for n, v := range in.vars {
		switch x := &b.vars[v]; {
		case x.truth:
			in.only[n] = x.first
		case in.only[n] < 0 || x.n < 2 || graph:
			in.only[n] = -1
		}
	}
}

// mattering gives the atoms of a variable, the n-th of an instance, that matter to it: from one to before another.
func (b *Board) mattering(in *instance, n, v int) (first, end int) {
	if a := in.only[n]; a >= 0 {
		return a, a + 1
	}
	return b.vars[v].first, b.vars[v].first + b.vars[v].n
}

// watched has an instance asked when something becomes known that matters to it.
func (b *Board) watched(i int) {
	in := b.insts[i]
	b.matters(in)
	if in.global {
		in.frees = b.freed(in.term)
	}
	for n, v := range in.vars {
		b.by[v] = append(b.by[v], i)
		first, end := b.mattering(in, n, v)
		for a := first; a < end; a++ {
			b.watch[a] = append(b.watch[a], i)
		}
	}
}

// unwatched undoes that of the instance that came last.
func (b *Board) unwatched(i int) {
	in := b.insts[i]
	for n, v := range in.vars {
		b.by[v] = b.by[v][:len(b.by[v])-1]
		first, end := b.mattering(in, n, v)
		for a := first; a < end; a++ {
			b.watch[a] = b.watch[a][:len(b.watch[a])-1]
		}
	}
}

// freed lists literals each of which, once known, leaves a term nothing to say: that the condition of an implication is out, or one of several things of which
// one has to be so.
func (b *Board) freed(t model.Term) []Lit {
	p := b.p
	var out []Lit
	add := func(t model.Term, holds bool) {
		if l, ok := b.literalOf(t); ok && holds {
			out = append(out, l)
		} else if ok {
			out = append(out, l.Not())
		}
	}
	switch p.Op(t) {
	case model.OpOr:
		for _, a := range p.Args(t) {
			add(a, true)
		}
	case model.OpImplies:
		add(p.Arg(t, 0), false)
		if p.Op(p.Arg(t, 0)) == model.OpAnd {
			for _, a := range b.paired(p.Arg(t, 0)) {
				add(a, false)
			}
		}
		add(p.Arg(t, 1), true)
	}
	return out
}

// literalOf gives the literal that a term is; ok is false where it says something else.
func (b *Board) literalOf(t model.Term) (_ Lit, ok bool) {
	p := b.p
	if p.Op(t) == model.OpNot {
		l, ok := b.literalOf(p.Arg(t, 0))
		return l.Not(), ok
	}
	if a, ok := b.held(t); ok && a >= 0 {
		return lit(a, true), true
	}
	switch {
	case p.Op(t) == model.OpVar:
		x, _ := p.VarOf(t)
		if v := &b.vars[b.whose[x]]; v.truth {
			return lit(v.first, true), true
		}
	case p.Op(t) == model.OpEq && b.valued(t):
		if _, a := b.equated(t); a >= 0 {
			return lit(a, true), true
		}
	}
	return 0, false
}

// equated takes apart that a number has a value: the variable, and the atom of the value, -1 where none is of that value alone.
func (b *Board) equated(t model.Term) (v, atom int) {
	y, c := b.p.Arg(t, 0), b.p.Arg(t, 1)
	if b.p.IsConst(y) {
		y, c = c, y
	}
	x, _ := b.p.VarOf(y)
	of := &b.vars[x]
	k, ok := b.p.ConstValue(c).Int64()
	for a := of.first; a < of.first+of.n && ok && of.bare == model.NoTerm; a++ {
		if b.atoms[a].value == k {
			return int(x), a
		}
	}
	return int(x), -1
}

// fulfilled reports whether what is known leaves an instance about the whole board nothing to say. To ask it would take a solver of its own.
func (b *Board) fulfilled(in *instance, val []int8) bool {
	if !in.global {
		return false
	}
	return slices.ContainsFunc(in.frees, func(l Lit) bool { return val[l.atom()] == sign(l) })
}
