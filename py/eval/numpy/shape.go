package numpy

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// ravel gives the elements in one line.
func (a *Array) ravel(th *eval.Thread) (*Array, error) { return a.reshape(th, []int{a.size()}) }

// reshape gives the elements in another shape: a view where they lie one behind the other. One length may be -1.
func (a *Array) reshape(th *eval.Thread, shape []int) (*Array, error) {
	shape = append([]int(nil), shape...)
	open, n := -1, 1
	for i, d := range shape {
		switch {
		case d == -1 && open < 0:
			open = i
		case d < 0:
			return nil, eval.Raise("ValueError", "can only specify one unknown dimension")
		default:
			if n *= d; n > 1<<40 {
				n = 1 << 40
			}
		}
	}
	if open >= 0 && n > 0 {
		shape[open] = a.size() / n
		n *= shape[open]
	}
	if n != a.size() || open >= 0 && n == 0 && a.size() > 0 {
		return nil, eval.Raise("ValueError", "cannot reshape array of size %d into shape %s", a.size(), shapeText(shape))
	}
	if len(shape) > maxDims {
		return nil, eval.Raise("ValueError", "an array of more than %d dimensions", maxDims)
	}
	if a.contiguous() {
		return a.view(a.off, shape, rowMajor(shape)), nil
	}
	b, err := a.copy(th, a.kind)
	if err != nil {
		return nil, err
	}
	return b.view(0, shape, rowMajor(shape)), nil
}

// transpose turns the axes around, or puts them into an order.
func (a *Array) transpose(axes []int) (*Array, error) {
	n := len(a.shape)
	if axes == nil {
		for i := range n {
			axes = append(axes, n-1-i)
		}
	}
	shape, strides := make([]int, n), make([]int, n)
	seen := make([]bool, n)
	if len(axes) != n {
		return nil, eval.Raise("ValueError", "axes don't match array")
	}
	for i, d := range axes {
		if d < 0 {
			d += n
		}
		if d < 0 || d >= n || seen[d] {
			return nil, eval.Raise("ValueError", "axes don't match array")
		}
		seen[d] = true
		shape[i], strides[i] = a.shape[d], a.strides[d]
	}
	return a.view(a.off, shape, strides), nil
}

// join puts arrays together along an axis.
func join(th *eval.Thread, list []*Array, axis int) (*Array, error) {
	if len(list) == 0 {
		return nil, eval.Raise("ValueError", "need at least one array to concatenate")
	}
	n := len(list[0].shape)
	if n == 0 {
		return nil, eval.Raise("ValueError", "zero-dimensional arrays cannot be concatenated")
	}
	if axis < 0 {
		axis += n
	}
	if axis < 0 || axis >= n {
		return nil, eval.Raise("ValueError", "axis %d is out of bounds for array of dimension %d", axis, n)
	}
	shape := append([]int(nil), list[0].shape...)
	shape[axis] = 0
	k := kindBool
	for _, a := range list {
		if len(a.shape) != n {
			return nil, eval.Raise("ValueError", "all the input array dimensions must match exactly, but along dimension 0 they have %d and %d", n, len(a.shape))
		}
		for d := range shape {
			if d != axis && a.shape[d] != shape[d] {
				return nil, eval.Raise("ValueError", "all the input array dimensions except for the concatenation axis must match exactly")
			}
		}
		shape[axis] += a.shape[axis]
		if a.size() > 0 || len(list) == 1 {
			k = max(k, a.kind)
		}
	}
	out, err := newArray(th, k, shape)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, a := range list {
		part := out.view(at*out.strides[axis], a.shape, out.strides)
		places := part.flat()
		i := 0
		a.walk(func(p int) {
			if err == nil {
				err = out.set(th, places[i], a.get(p))
				i++
			}
		})
		if err != nil {
			return nil, err
		}
		at += a.shape[axis]
	}
	return out, nil
}

// atLeast gives a view with at least n axes, new ones in front.
func (a *Array) atLeast(n int) *Array {
	shape, strides := a.shape, a.strides
	for len(shape) < n {
		shape, strides = append([]int{1}, shape...), append([]int{0}, strides...)
	}
	return a.view(a.off, shape, strides)
}

// expand gives a view with a new axis.
func (a *Array) expand(axis int) (*Array, error) {
	n := len(a.shape) + 1
	if axis < 0 {
		axis += n
	}
	if axis < 0 || axis >= n {
		return nil, eval.Raise("ValueError", "axis %d is out of bounds for array of dimension %d", axis, n)
	}
	shape := append(append(append([]int(nil), a.shape[:axis]...), 1), a.shape[axis:]...)
	strides := append(append(append([]int(nil), a.strides[:axis]...), 0), a.strides[axis:]...)
	return a.view(a.off, shape, strides), nil
}

// squeeze gives a view without the axes of length 1.
func (a *Array) squeeze() *Array {
	var shape, strides []int
	for i, d := range a.shape {
		if d != 1 {
			shape, strides = append(shape, d), append(strides, a.strides[i])
		}
	}
	return a.view(a.off, shape, strides)
}

// flip gives a view with an axis turned around.
func (a *Array) flip(axis int) *Array {
	strides := append([]int(nil), a.strides...)
	off := a.off
	if n := a.shape[axis]; n > 0 {
		off += (n - 1) * strides[axis]
	}
	strides[axis] = -strides[axis]
	return a.view(off, a.shape, strides)
}

// diagonal gives a view of a diagonal of a matrix.
func (a *Array) diagonal(k int) (*Array, error) {
	if len(a.shape) != 2 {
		return nil, eval.Raise("ValueError", "diag requires an array of two dimensions")
	}
	rows, cols := a.shape[0], a.shape[1]
	off := a.off
	if k >= 0 {
		cols -= k
		off += k * a.strides[1]
	} else {
		rows += k
		off += -k * a.strides[0]
	}
	n := max(min(rows, cols), 0)
	if n == 0 {
		off = a.off
	}
	return a.view(off, []int{n}, []int{a.strides[0] + a.strides[1]}), nil
}
