// Package numpy is the small part of numpy that operator files use: arrays of numbers, truth values and anything else (terms of
// a puzzle among them), with broadcasting, views, reductions and linear algebra in small. It computes the same on every
// machine: sums go in numpy's order, and nothing is left to a library that would choose its order by the processor.
// Module makes the module.
package numpy

import (
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
)

type (
	values = []eval.Value
	kwargs = []eval.Kwarg
)

// kind is what an array holds. Of two kinds the later one holds what either holds.
type kind uint8

const (
	kindBool kind = iota
	kindInt
	kindFloat
	kindObject
)

// Array is an ndarray: a view of elements that several arrays may share.
type Array struct {
	kind    kind
	i       []int64      // elements of kindBool (0 or 1) and kindInt
	f       []float64    // of kindFloat
	o       []eval.Value // of kindObject
	off     int          // where the first element is
	shape   []int
	strides []int // how far apart elements are along each axis
}

// TypeName gives "numpy.ndarray".
func (*Array) TypeName() string { return "numpy.ndarray" }

const maxDims = 16

// size is the product of a shape, at most a number that no budget allows.
func size(shape []int) int {
	n := 1
	for _, d := range shape {
		if n *= d; n > 1<<40 {
			return 1 << 40
		}
	}
	return n
}

func (a *Array) size() int { return size(a.shape) }

// rowMajor gives the strides of elements that lie one behind the other.
func rowMajor(shape []int) []int {
	s := make([]int, len(shape))
	n := 1
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= shape[i]
	}
	return s
}

// charge charges work on n elements.
func charge(th *eval.Thread, n int) error { return th.Step(n/2 + 4) }

// newArray makes an array of zeros, and charges it.
func newArray(th *eval.Thread, k kind, shape []int) (*Array, error) {
	n := size(shape)
	if len(shape) > maxDims {
		return nil, eval.Raise("ValueError", "an array of more than %d dimensions", maxDims)
	}
	for _, d := range shape {
		if d < 0 {
			return nil, eval.Raise("ValueError", "negative dimensions are not allowed")
		}
	}
	if n > th.Limits().Items {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	if err := charge(th, n); err != nil {
		return nil, err
	}
	if err := th.Alloc(16*n + 128); err != nil {
		return nil, err
	}
	a := &Array{kind: k, shape: append([]int(nil), shape...), strides: rowMajor(shape)}
	switch k {
	case kindFloat:
		a.f = make([]float64, n)
	case kindObject:
		a.o = make([]eval.Value, n)
		for i := range a.o {
			a.o[i] = eval.None
		}
	default:
		a.i = make([]int64, n)
	}
	return a, nil
}

// view gives another view of the same elements.
func (a *Array) view(off int, shape, strides []int) *Array {
	return &Array{kind: a.kind, i: a.i, f: a.f, o: a.o, off: off, shape: shape, strides: strides}
}

// get gives the element at a place of the store.
func (a *Array) get(p int) eval.Value {
	switch a.kind {
	case kindBool:
		return eval.Bool(a.i[p] != 0)
	case kindInt:
		return eval.MakeInt(a.i[p])
	case kindFloat:
		return eval.Float(a.f[p])
	}
	return a.o[p]
}

// float gives a number at a place of the store as a float.
func (a *Array) float(p int) float64 {
	if a.kind == kindFloat {
		return a.f[p]
	}
	return float64(a.i[p])
}

// set puts a value at a place of the store, converted to the array's kind.
func (a *Array) set(th *eval.Thread, p int, v eval.Value) error {
	switch a.kind {
	case kindObject:
		a.o[p] = v
		return nil
	case kindBool:
		t, err := eval.Truth(th, v)
		if err != nil {
			return err
		}
		a.i[p] = 0
		if t {
			a.i[p] = 1
		}
		return nil
	case kindInt:
		switch x := v.(type) {
		case eval.Int:
			a.i[p] = int64(x)
			return nil
		case eval.Float:
			if x != x || math.Abs(float64(x)) >= 1<<63 {
				return eval.Raise("ValueError", "cannot convert float %v to integer", float64(x))
			}
			a.i[p] = int64(x)
			return nil
		}
		n, err := eval.ToInt(th, v)
		if err != nil {
			return err
		}
		i, ok := eval.AsInt64(n)
		if !ok {
			return eval.Raise("OverflowError", "Python int too large to convert to C long")
		}
		a.i[p] = i
		return nil
	}
	f, ok, err := eval.AsFloat(v)
	if err != nil {
		return err
	}
	if !ok {
		x, err := eval.ToFloat(th, v)
		if err != nil {
			return err
		}
		f = float64(x.(eval.Float))
	}
	a.f[p] = f
	return nil
}

// walk calls fn with the places of all elements, in row-major order.
func (a *Array) walk(fn func(p int)) {
	walk(a.shape, a.off, a.strides, fn)
}

func walk(shape []int, off int, strides []int, fn func(p int)) {
	switch len(shape) {
	case 0:
		fn(off)
	case 1:
		for i, p := 0, off; i < shape[0]; i, p = i+1, p+strides[0] {
			fn(p)
		}
	default:
		for i := range shape[0] {
			walk(shape[1:], off+i*strides[0], strides[1:], fn)
		}
	}
}

// flat gives the places of all elements, in row-major order.
func (a *Array) flat() []int {
	out := make([]int, 0, a.size())
	a.walk(func(p int) { out = append(out, p) })
	return out
}

// contiguous reports whether the elements lie one behind the other.
func (a *Array) contiguous() bool {
	n := 1
	for i := len(a.shape) - 1; i >= 0; i-- {
		if a.shape[i] != 1 && a.strides[i] != n {
			return false
		}
		n *= a.shape[i]
	}
	return true
}

// copy gives an array of its own with the same elements, of a kind that can hold them.
func (a *Array) copy(th *eval.Thread, k kind) (*Array, error) {
	out, err := newArray(th, k, a.shape)
	if err != nil {
		return nil, err
	}
	n := 0
	a.walk(func(p int) {
		if err == nil {
			switch {
			case k == kindFloat && a.kind != kindObject:
				out.f[n] = a.float(p)
			case k == a.kind && k != kindObject && k != kindFloat:
				out.i[n] = a.i[p]
			default:
				err = out.set(th, n, a.get(p))
			}
			n++
		}
	})
	return out, err
}

// scalar gives the element of an array without dimensions, and any other array as it is.
func (a *Array) scalar() eval.Value {
	if len(a.shape) == 0 {
		return a.get(a.off)
	}
	return a
}

// kindOf is the kind of an array of one value.
func kindOf(v eval.Value) kind {
	switch v.(type) {
	case eval.Bool:
		return kindBool
	case eval.Int:
		return kindInt
	case eval.Float:
		return kindFloat
	}
	return kindObject
}

// from makes an array of a value: of nested lists, tuples, ranges and arrays, or of one thing without dimensions.
func from(th *eval.Thread, v eval.Value) (*Array, error) {
	if a, ok := v.(*Array); ok {
		return a, nil
	}
	shape, err := shapeOf(th, v, 0)
	if err != nil {
		return nil, err
	}
	var elems values
	if elems, err = gather(th, v, len(shape), nil); err != nil {
		return nil, err
	}
	if len(elems) != size(shape) {
		return nil, eval.Raise("ValueError", "setting an array element with a sequence. The requested array has an inhomogeneous shape")
	}
	k := kindBool
	for _, e := range elems {
		k = max(k, kindOf(e))
	}
	if len(elems) == 0 {
		k = kindFloat
	}
	a, err := newArray(th, k, shape)
	if err != nil {
		return nil, err
	}
	for i, e := range elems {
		if err := a.set(th, i, e); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// FromList makes an array of nested lists, as numpy.array does.
func FromList(th *eval.Thread, v eval.Value) (eval.Value, error) {
	a, err := from(th, v)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// parts gives the elements of what counts as a dimension of an array.
func parts(th *eval.Thread, v eval.Value) (values, bool, error) {
	switch x := v.(type) {
	case *eval.List:
		return x.Elems(), true, nil
	case *eval.Tuple:
		return x.Elems(), true, nil
	case *eval.Range:
		e, err := eval.ToSlice(th, x)
		return e, true, err
	case *Array:
		if len(x.shape) == 0 {
			return nil, false, nil
		}
		return x.rows(), true, nil
	}
	return nil, false, nil
}

func shapeOf(th *eval.Thread, v eval.Value, depth int) ([]int, error) {
	if depth > maxDims {
		return nil, eval.Raise("ValueError", "lists nested more than %d deep", maxDims)
	}
	if a, ok := v.(*Array); ok {
		return a.shape, nil
	}
	elems, ok, err := parts(th, v)
	if !ok || err != nil {
		return nil, err
	}
	shape := []int{len(elems)}
	if len(elems) == 0 {
		return shape, nil
	}
	inner, err := shapeOf(th, elems[0], depth+1)
	return append(shape, inner...), err
}

// gather lists the elements of nested lists down to a depth.
func gather(th *eval.Thread, v eval.Value, depth int, out values) (values, error) {
	if depth == 0 {
		if a, ok := v.(*Array); ok {
			return append(out, a.scalar()), nil
		}
		return append(out, v), nil
	}
	elems, ok, err := parts(th, v)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, eval.Raise("ValueError", "setting an array element with a sequence. The requested array has an inhomogeneous shape")
	}
	if err := th.Step(len(elems)); err != nil {
		return nil, err
	}
	if len(out)+len(elems) > th.Limits().Items {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	n := len(elems)
	for _, e := range elems {
		if depth > 1 {
			sub, _, err := parts(th, e)
			if err != nil {
				return nil, err
			}
			first, _, _ := parts(th, elems[0])
			if len(sub) != len(first) {
				return nil, eval.Raise("ValueError", "setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions: (%d,)", n)
			}
		}
		if out, err = gather(th, e, depth-1, out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rows gives the elements along the first axis: views, or the elements themselves.
func (a *Array) rows() values {
	out := make(values, a.shape[0])
	for i := range out {
		out[i] = a.view(a.off+i*a.strides[0], a.shape[1:], a.strides[1:]).scalar()
	}
	return out
}

// ToList gives the elements in nested lists: plain values.
func (a *Array) ToList() eval.Value {
	if len(a.shape) == 0 {
		return a.get(a.off)
	}
	out := make(values, a.shape[0])
	for i := range out {
		out[i] = a.view(a.off+i*a.strides[0], a.shape[1:], a.strides[1:]).ToList()
	}
	return eval.NewList(out...)
}

// Len is the length of the first axis.
func (a *Array) Len() int {
	if len(a.shape) == 0 {
		return 0
	}
	return a.shape[0]
}

// Iter goes along the first axis.
func (a *Array) Iter(th *eval.Thread) (eval.Iterator, error) {
	if len(a.shape) == 0 {
		return nil, eval.Raise("TypeError", "iteration over a 0-d array")
	}
	if err := th.Alloc(64 * a.shape[0]); err != nil {
		return nil, err
	}
	return eval.Iterate(th, eval.NewList(a.rows()...))
}

// Truth is that of the only element.
func (a *Array) Truth(th *eval.Thread) (bool, error) {
	switch a.size() {
	case 0:
		return false, nil
	case 1:
		return eval.Truth(th, a.get(a.flat()[0]))
	}
	return false, eval.Raise("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
}

// Hash refuses: arrays change.
func (a *Array) Hash(*eval.Thread) (uint64, error) {
	return 0, eval.Raise("TypeError", "unhashable type: 'numpy.ndarray'")
}

// EqualKey compares identities.
func (a *Array) EqualKey(_ *eval.Thread, other eval.Value) (bool, error) {
	return eval.Value(a) == other, nil
}

// Contains answers v in array.
func (a *Array) Contains(th *eval.Thread, v eval.Value) (bool, error) {
	if err := charge(th, a.size()); err != nil {
		return false, err
	}
	found := false
	var err error
	a.walk(func(p int) {
		if !found && err == nil {
			found, err = eval.Equal(th, a.get(p), v)
		}
	})
	return found, err
}

// Convert gives int(a) and float(a) of the only element.
func (a *Array) Convert(th *eval.Thread, to string) (eval.Value, error) {
	if a.size() != 1 {
		return nil, eval.Raise("TypeError", "only length-1 arrays can be converted to Python scalars")
	}
	v := a.get(a.flat()[0])
	if to == "float" {
		return eval.ToFloat(th, v)
	}
	return eval.ToInt(th, v)
}
