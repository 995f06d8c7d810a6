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
			y, c := p.Arg(t, 0), p.Arg(t, 1)
			if p.IsConst(y) {
				y, c = c, y
			}
			x, _ := p.VarOf(y)
			v := &b.vars[x]
			k, ok := p.ConstValue(c).Int64()
			for a := v.first; a < v.first+v.n && ok && v.bare == model.NoTerm; a++ {
				if b.atoms[a].value == k {
					note(int(x), a)
					return
				}
			}
			note(int(x), -1)
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
