package invariant

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/ocl"
)

// builder makes terms of a problem from formulas. A decision's value is said by a term for each.
type builder struct {
	p  *model.Problem
	is func(d ocl.Decision, value int) model.Term
	// size gives the number of values of a decision.
	size func(d ocl.Decision) int
	// atLeast says that so many of some terms are true; nil: as the problem says it.
	atLeast func(n int, ts ...model.Term) model.Term
}

func (b builder) Truth(x bool) model.Term { return b.p.Truth(x) }

func (b builder) Not(t model.Term) model.Term { return b.p.Not(t) }

func (b builder) And(ts []model.Term) model.Term { return b.p.And(ts...) }

func (b builder) Or(ts []model.Term) model.Term { return b.p.Or(ts...) }

// In says the shorter of two: that a decision has one of some values, or none of the others.
func (b builder) In(d ocl.Decision, values []int) model.Term {
	n := b.size(d)
	if 2*len(values) <= n {
		ts := make([]model.Term, len(values))
		for i, v := range values {
			ts[i] = b.is(d, v)
		}
		return b.p.Or(ts...)
	}
	var ts []model.Term
	for v, i := 0, 0; v < n; v++ {
		if i < len(values) && values[i] == v {
			i++
			continue
		}
		ts = append(ts, b.p.Not(b.is(d, v)))
	}
	return b.p.And(ts...)
}

func (b builder) AtLeast(bound int64, weights []int64, ts []model.Term) model.Term {
	ones := true
	for _, w := range weights {
		ones = ones && w == 1
	}
	if ones {
		if b.atLeast != nil {
			return b.atLeast(int(bound), ts...)
		}
		return b.p.AtLeast(int(bound), ts...)
	}
	sum := make([]model.Term, len(ts))
	for i, t := range ts {
		sum[i] = b.p.If(t, b.p.Num(weights[i]), b.p.Num(0))
	}
	return b.p.Ge(b.p.Sum(sum...), b.p.Num(bound))
}
