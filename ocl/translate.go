package ocl

import "math/bits"

// Builder makes terms of some other language from a circuit's formulas.
type Builder[T any] interface {
	Truth(bool) T
	Not(T) T
	And([]T) T
	Or([]T) T
	// In is a decision's membership in a set of one value or more, ascending, but not all of them.
	In(d Decision, values []int) T
	// AtLeast is a bound on a weighted sum; the weights and the bound are positive.
	AtLeast(bound int64, weights []int64, ts []T) T
}

// Translate makes terms from formulas. Nodes that formulas share become one term; a node is translated after those it is
// made of.
func Translate[T any](c *Circuit, b Builder[T], fs ...Formula) []T {
	tr := translator[T]{c: c, b: b, terms: map[Formula]T{}}
	out := make([]T, len(fs))
	for i, f := range fs {
		out[i] = tr.term(f)
	}
	return out
}

type translator[T any] struct {
	c     *Circuit
	b     Builder[T]
	terms map[Formula]T
}

func (tr *translator[T]) term(f Formula) T {
	if t, ok := tr.terms[f]; ok {
		return t
	}
	t := tr.build(f)
	tr.terms[f] = t
	return t
}

func (tr *translator[T]) build(f Formula) T {
	g := &tr.c.nodes[f>>1]
	neg := f&1 == 1
	switch g.op {
	case gIn:
		var values []int
		for w, x := range tr.c.members(f) {
			for ; x != 0; x &= x - 1 {
				values = append(values, w*64+bits.TrailingZeros64(x))
			}
		}
		return tr.b.In(g.d, values)
	case gAnd:
		ts := make([]T, len(g.args))
		for i, a := range g.args {
			if neg { // a conjunction that is false is a disjunction
				a = Not(a)
			}
			ts[i] = tr.term(a)
		}
		if neg {
			return tr.b.Or(ts)
		}
		return tr.b.And(ts)
	case gAtLeast:
		if neg {
			return tr.b.Not(tr.term(Not(f)))
		}
		ts := make([]T, len(g.args))
		for i, a := range g.args {
			ts[i] = tr.term(a)
		}
		return tr.b.AtLeast(g.bound, g.weights, ts)
	}
	return tr.b.Truth(neg)
}
