package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// maxPair is the largest number of values of an integer for which equations of two are written out value by value.
const maxPair = 40

// pair recognises a*x + b*y + k with a, b in {1, -1} over integers of few values: an equation of it pairs values up, which
// clauses on the value literals propagate fully, where bounds see only the ends.
func (b *builder) pair(l *lin) bool {
	if len(l.ts) != 2 {
		return false
	}
	for _, t := range l.ts {
		if t.Bool || abs(t.Coef) != 1 {
			return false
		}
		if lo, hi := b.e.Bounds(t.Int); hi-lo >= maxPair {
			return false
		}
	}
	return true
}

// pairKey names the equation x = s*y + k, for x made before y.
type pairKey struct {
	x, y engine.Int
	s, k int64
}

// partner solves the equation l = 0 for its first integer: x = s*y + k.
func partner(l *lin) pairKey {
	t, u := l.ts[0], l.ts[1]
	if t.Int > u.Int {
		t, u = u, t
	}
	return pairKey{t.Int, u.Int, -u.Coef * t.Coef, -l.k * t.Coef}
}

// pairIf posts g -> l = 0.
func (b *builder) pairIf(g engine.Lit, l *lin) {
	q := partner(l)
	e := b.e
	lo, hi := e.Bounds(q.x)
	for v := lo; v <= hi; v++ {
		w := (v - q.k) * q.s
		e.AddClause(g^1, e.Eq(q.x, v)^1, e.Eq(q.y, w))
	}
	lo, hi = e.Bounds(q.y)
	for w := lo; w <= hi; w++ {
		e.AddClause(g^1, e.Eq(q.y, w)^1, e.Eq(q.x, q.s*w+q.k))
	}
}

// pairLit gives the literal of l = 0, tied to it both ways.
func (b *builder) pairLit(l *lin) engine.Lit {
	q := partner(l)
	if g, ok := b.pairs[q]; ok {
		return g
	}
	e := b.e
	g := e.NewBool()
	b.log.isSum(g, l, true)
	b.pairIf(g, l)
	lo, hi := e.Bounds(q.x)
	for v := lo; v <= hi; v++ {
		if m := e.Eq(q.y, (v-q.k)*q.s); m != engine.False {
			e.AddClause(g, e.Eq(q.x, v)^1, m^1)
		}
	}
	if b.pairs == nil {
		b.pairs = map[pairKey]engine.Lit{}
	}
	b.e.Charge(bytesEntry)
	b.pairs[q] = g
	return g
}

// equation reports whether an operator is one that pairs are for.
func equation(op model.Op) bool { return op == model.OpEq || op == model.OpNe }
