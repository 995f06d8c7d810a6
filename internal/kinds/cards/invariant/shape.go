package invariant

import (
	"slices"

	"github.com/quandary-puzzles/quandary/ocl"
)

// shape is a formula to look at.
type shape struct {
	op      shapeOp
	d       ocl.Decision // sIn
	values  []int        // sIn
	args    []*shape
	weights []int64 // sAtLeast
	bound   int64   // sAtLeast
}

type shapeOp uint8

const (
	sTruth shapeOp = iota
	sIn
	sNot
	sAnd
	sOr
	sAtLeast
)

// shaper builds shapes.
type shaper struct{}

func (shaper) Truth(bool) *shape { return &shape{op: sTruth} }

func (shaper) Not(x *shape) *shape { return &shape{op: sNot, args: []*shape{x}} }

func (shaper) And(xs []*shape) *shape { return &shape{op: sAnd, args: xs} }

func (shaper) Or(xs []*shape) *shape { return &shape{op: sOr, args: xs} }

func (shaper) In(d ocl.Decision, values []int) *shape { return &shape{op: sIn, d: d, values: values} }

func (shaper) AtLeast(bound int64, weights []int64, xs []*shape) *shape {
	return &shape{op: sAtLeast, bound: bound, weights: weights, args: xs}
}

// cases gives a formula as cases, each a list of shapes without conjunctions and disjunctions; not where there would be too many.
// Single decisions in a
// disjunction are cases together, by what they say: they are quotas.
func (s *shape) cases() ([][]*shape, bool) {
	switch s.op {
	case sTruth:
		return nil, false
	case sOr:
		var out [][]*shape
		single := &shape{op: sOr}
		for _, a := range s.args {
			if a.op == sIn {
				single.args = append(single.args, a)
				continue
			}
			more, ok := a.cases()
			if !ok {
				return nil, false
			}
			if out = append(out, more...); len(out) > maxCases {
				return nil, false
			}
		}
		if len(single.args) > 0 {
			out = append(out, alike(single.args)...)
		}
		return out, true
	case sAnd:
		out := [][]*shape{nil}
		for _, a := range s.args {
			more, ok := a.cases()
			if !ok || len(out)*len(more) > maxCases {
				return nil, false
			}
			var next [][]*shape
			for _, x := range out {
				for _, y := range more {
					next = append(next, slices.Concat(x, y))
				}
			}
			out = next
		}
		return out, true
	}
	return [][]*shape{{s}}, true
}

// alike makes cases of single decisions: one of those that are taken, one of those that are not, and one for each other.
func alike(args []*shape) [][]*shape {
	yes, no := &shape{op: sOr}, &shape{op: sOr}
	var out [][]*shape
	for _, a := range args {
		switch {
		case len(a.values) == 1 && a.values[0] == 1:
			yes.args = append(yes.args, a)
		case len(a.values) == 1 && a.values[0] == 0:
			no.args = append(no.args, a)
		default:
			out = append(out, []*shape{a})
		}
	}
	for _, s := range []*shape{yes, no} {
		switch len(s.args) {
		case 0:
		case 1:
			out = append(out, s.args)
		default:
			out = append(out, []*shape{s})
		}
	}
	return out
}
