package reading

import (
	"encoding/binary"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// named gives the literal that stands for an operator and literals, made when there is none.
func (r *Reading) named(op byte, ls []clauses.Lit, define func(l clauses.Lit)) clauses.Lit {
	key := []byte{op}
	for _, l := range ls {
		key = binary.AppendUvarint(key, uint64(l))
	}
	if l, ok := r.literals[string(key)]; ok {
		return l
	}
	r.db.Hold(bytesNamed + 4*len(key))
	l := r.db.NewVar()
	r.literals[string(key)] = l
	r.parts[l] = ls
	define(l)
	return l
}

// and is the literal of a conjunction.
func (r *Reading) and(ls ...clauses.Lit) clauses.Lit {
	ls = slices.Clone(ls)
	slices.Sort(ls)
	ls = slices.DeleteFunc(slices.Compact(ls), func(l clauses.Lit) bool { return l == clauses.True })
	for i, l := range ls {
		if l == clauses.False || i > 0 && ls[i-1] == l^1 {
			return clauses.False
		}
	}
	switch len(ls) {
	case 0:
		return clauses.True
	case 1:
		return ls[0]
	}
	return r.named('&', ls, func(l clauses.Lit) {
		all := []clauses.Lit{l}
		for _, m := range ls {
			r.db.Add([]clauses.Lit{l ^ 1, m})
			all = append(all, m^1)
		}
		r.db.Add(all)
	})
}

func (r *Reading) or(ls ...clauses.Lit) clauses.Lit {
	ls = slices.Clone(ls)
	for i := range ls {
		ls[i] ^= 1
	}
	return r.and(ls...) ^ 1
}

// iff is the literal of a = b.
func (r *Reading) iff(a, b clauses.Lit) clauses.Lit {
	flip := a&1 ^ b&1
	a, b = min(a&^1, b&^1), max(a&^1, b&^1)
	switch a {
	case b:
		return clauses.True ^ flip
	case clauses.True:
		return b ^ flip
	}
	return r.named('=', []clauses.Lit{a, b}, func(l clauses.Lit) {
		r.db.Add([]clauses.Lit{l, a, b})
		r.db.Add([]clauses.Lit{l, a ^ 1, b ^ 1})
		r.db.Add([]clauses.Lit{l ^ 1, a, b ^ 1})
		r.db.Add([]clauses.Lit{l ^ 1, a ^ 1, b})
	}) ^ flip
}

// choice is the literal of "a where c is true, b elsewhere".
func (r *Reading) choice(c, a, b clauses.Lit) clauses.Lit {
	if c&1 != 0 {
		c, a, b = c^1, b, a
	}
	if c == clauses.True || a == b {
		return a
	}
	return r.named('?', []clauses.Lit{c, a, b}, func(l clauses.Lit) {
		r.db.Add([]clauses.Lit{c ^ 1, l ^ 1, a})
		r.db.Add([]clauses.Lit{c ^ 1, l, a ^ 1})
		r.db.Add([]clauses.Lit{c, l ^ 1, b})
		r.db.Add([]clauses.Lit{c, l, b ^ 1})
		r.db.Add([]clauses.Lit{l, a ^ 1, b ^ 1})
		r.db.Add([]clauses.Lit{l ^ 1, a, b})
	})
}

// counted is the sum of 0/1 numbers of literals.
func (r *Reading) counted(ls []clauses.Lit) poly {
	var p poly
	for _, l := range ls {
		p = p.plus(r.truth(l), big.NewRat(1, 1))
	}
	return p
}

// different is the literal of "all differ". What it means in equations is written out only where it is asked for (spread).
func (r *Reading) different(ps []poly) clauses.Lit {
	ps = slices.Clone(ps)
	keys := map[string]bool{}
	for _, p := range ps {
		keys[p.key()] = true
	}
	switch {
	case len(keys) < len(ps):
		return clauses.False
	case len(ps) < 2:
		return clauses.True
	case len(ps) == 2:
		return r.zero(ps[0].minus(ps[1])) ^ 1
	}
	slices.SortFunc(ps, func(a, b poly) int {
		if a.key() < b.key() {
			return -1
		}
		return 1
	})
	key := []byte{'!'}
	for _, p := range ps {
		k := p.key()
		key = binary.AppendUvarint(key, uint64(len(k)))
		key = append(key, k...)
	}
	if l, ok := r.literals[string(key)]; ok {
		return l
	}
	l := r.db.NewVar()
	r.literals[string(key)] = l
	r.distinct[l] = ps
	if len(ps) <= maxSpread {
		r.spreads = append(r.spreads, l)
	}
	return l
}

// spread says that where l, which is true when all differ, is false, two are equal; and where it is true, none are.
func (r *Reading) spread(l clauses.Lit) {
	i := slices.Index(r.spreads, l)
	if i < 0 {
		return
	}
	r.spreads = slices.Delete(r.spreads, i, i+1)
	ps := r.distinct[l]
	some := []clauses.Lit{l}
	for i, p := range ps {
		for _, q := range ps[:i] {
			e := r.zero(p.minus(q))
			some = append(some, e)
			r.db.Add([]clauses.Lit{l ^ 1, e ^ 1})
		}
	}
	r.db.Add(some)
}
