package invariant

import "github.com/quandary-puzzles/quandary/ocl"

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
