package numpy

import (
	"github.com/quandary-puzzles/quandary/py/eval"
)

// selection is what an index picks: a view, or where it picks by arrays, single places.
type selection struct {
	view   *Array
	places []int // into the store; nil for a view
	shape  []int
}

// Index answers a[key].
func (a *Array) Index(th *eval.Thread, key eval.Value) (eval.Value, error) {
	s, err := a.pick(th, key)
	if err != nil {
		return nil, err
	}
	if s.places == nil {
		return s.view.scalar(), nil
	}
	return a.take(th, s.places, s.shape)
}

// take makes an array of the elements at some places.
func (a *Array) take(th *eval.Thread, places, shape []int) (eval.Value, error) {
	out, err := newArray(th, a.kind, shape)
	if err != nil {
		return nil, err
	}
	for n, p := range places {
		switch a.kind {
		case kindFloat:
			out.f[n] = a.f[p]
		case kindObject:
			out.o[n] = a.o[p]
		default:
			out.i[n] = a.i[p]
		}
	}
	return out.scalar(), nil
}

// SetIndex does a[key] = v.
func (a *Array) SetIndex(th *eval.Thread, key, v eval.Value) error {
	s, err := a.pick(th, key)
	if err != nil {
		return err
	}
	x, err := from(th, v)
	if err != nil {
		return err
	}
	shape, places := s.shape, s.places
	if places == nil {
		shape, places = s.view.shape, s.view.flat()
	}
	if err := charge(th, len(places)); err != nil {
		return err
	}
	for len(x.shape) > len(shape) && x.shape[0] == 1 {
		x = x.view(x.off, x.shape[1:], x.strides[1:])
	}
	if fit, err := broadcast(shape, x.shape); err != nil || len(fit) != len(shape) || size(fit) != size(shape) {
		return eval.Raise("ValueError", "could not broadcast input array from shape %s into shape %s", shapeText(x.shape), shapeText(shape))
	}
	vals := make(values, 0, len(places))
	x.to(shape).walk(func(p int) { vals = append(vals, x.get(p)) })
	for n, p := range places {
		if err := a.set(th, p, vals[n]); err != nil {
			return err
		}
	}
	return nil
}

// at gives the place of index i along an axis of n.
func at(v eval.Value, axis, n int) (int, error) {
	i, ok := eval.AsInt64(v)
	if !ok {
		return 0, eval.Raise("IndexError", "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices")
	}
	if i < 0 {
		i += int64(n)
	}
	if i < 0 || i >= int64(n) {
		w, _ := eval.AsInt64(v)
		return 0, eval.Raise("IndexError", "index %d is out of bounds for axis %d with size %d", w, axis, n)
	}
	return int(i), nil
}

// pick works out an index: ints, slices, None and … make a view; with lists or arrays among them, single places are picked.
func (a *Array) pick(th *eval.Thread, key eval.Value) (selection, error) {
	keys := values{key}
	if t, ok := key.(*eval.Tuple); ok {
		keys = t.Elems()
	}
	// A mask takes as many axes as it has.
	axes := 0
	fancy := false
	full := make(values, 0, len(keys))
	for _, k := range keys {
		switch x := k.(type) {
		case eval.NoneType, eval.EllipsisType:
		case *eval.List:
			m, err := from(th, x)
			if err != nil {
				return selection{}, err
			}
			if m.kind == kindFloat && m.size() == 0 {
				m.kind, m.i = kindInt, nil
			}
			k, fancy = m, true
			axes += axesOf(m)
		case *Array:
			fancy = true
			axes += axesOf(x)
		default:
			axes++
		}
		full = append(full, k)
	}
	if axes > len(a.shape) {
		return selection{}, eval.Raise("IndexError", "too many indices for array: array is %d-dimensional, but %d were indexed", len(a.shape), axes)
	}
	// The ellipsis stands for whole axes, and is at the end where it is not written.
	rest := len(a.shape) - axes
	var expanded values
	seen := false
	for _, k := range full {
		if _, ok := k.(eval.EllipsisType); ok && !seen {
			seen = true
			expanded = append(expanded, wholes(rest)...)
			continue
		}
		expanded = append(expanded, k)
	}
	if !seen {
		expanded = append(expanded, wholes(rest)...)
	}
	if fancy {
		return a.pickPlaces(th, expanded)
	}
	off, axis := a.off, 0
	var shape, strides []int
	for _, k := range expanded {
		switch x := k.(type) {
		case eval.NoneType:
			shape, strides = append(shape, 1), append(strides, 0)
			continue
		case *eval.Slice:
			start, step, count, err := x.Indices(th, a.shape[axis])
			if err != nil {
				return selection{}, err
			}
			if count > 0 {
				off += start * a.strides[axis]
			}
			shape, strides = append(shape, count), append(strides, step*a.strides[axis])
		default:
			i, err := at(k, axis, a.shape[axis])
			if err != nil {
				return selection{}, err
			}
			off += i * a.strides[axis]
		}
		axis++
	}
	return selection{view: a.view(off, shape, strides)}, nil
}

// wholes are slices that take all of n axes.
func wholes(n int) values {
	out := make(values, n)
	for i := range out {
		out[i] = &eval.Slice{Lo: eval.None, Hi: eval.None, Step: eval.None}
	}
	return out
}

func axesOf(m *Array) int {
	if m.kind == kindBool {
		return len(m.shape)
	}
	return 1
}

// picker works out an index with arrays in it: they go side by side, and what they pick stands where the first of them is.
type picker struct {
	a      *Array
	off    int
	axis   int // the next one
	picks  []pick
	common []int // the shape of the arrays together
	arrays []arrayKey
}

// pick is what is picked along an axis, or by all arrays.
type pick struct {
	offs   []int // of each element, from the axis's beginning
	arrays bool
}

// arrayKey is an array that picks along an axis.
type arrayKey struct {
	a               *Array
	axis, stride, n int
}

// pickPlaces gives the places that an index with arrays in it picks.
func (a *Array) pickPlaces(th *eval.Thread, keys values) (selection, error) {
	p := &picker{a: a, off: a.off}
	for _, k := range keys {
		if err := p.key(th, k); err != nil {
			return selection{}, err
		}
	}
	sum, err := p.sum(th)
	if err != nil {
		return selection{}, err
	}
	places := []int{p.off}
	var shape []int
	for _, one := range p.picks {
		offs := one.offs
		if one.arrays {
			offs = sum
			shape = append(shape, p.common...)
		} else {
			shape = append(shape, len(offs))
		}
		if len(places)*len(offs) > th.Limits().Items {
			return selection{}, th.Alloc(1 << 60)
		}
		if err := charge(th, len(places)*len(offs)); err != nil {
			return selection{}, err
		}
		next := make([]int, 0, len(places)*len(offs))
		for _, q := range places {
			for _, o := range offs {
				next = append(next, q+o)
			}
		}
		places = next
	}
	return selection{places: places, shape: shape}, nil
}

// key takes one part of the index.
func (p *picker) key(th *eval.Thread, k eval.Value) error {
	a := p.a
	switch x := k.(type) {
	case eval.NoneType:
		p.picks = append(p.picks, pick{offs: []int{0}})
		return nil
	case *eval.Slice:
		start, step, count, err := x.Indices(th, a.shape[p.axis])
		if err != nil {
			return err
		}
		offs := make([]int, count)
		for i := range offs {
			offs[i] = (start + i*step) * a.strides[p.axis]
		}
		p.picks = append(p.picks, pick{offs: offs})
	case *Array:
		if x.kind == kindBool && len(x.shape) > 0 {
			return p.mask(x)
		}
		if x.kind != kindInt && x.size() > 0 {
			return eval.Raise("IndexError", "arrays used as indices must be of integer (or boolean) type")
		}
		return p.array(x)
	default:
		i, err := at(k, p.axis, a.shape[p.axis])
		if err != nil {
			return err
		}
		p.off += i * a.strides[p.axis]
	}
	p.axis++
	return nil
}

// mask takes truth values, which pick along as many axes as they have.
func (p *picker) mask(m *Array) error {
	for d, n := range m.shape {
		if is := p.a.shape[p.axis+d]; n != is {
			return eval.Raise("IndexError", "boolean index did not match indexed array along axis %d; size of axis is %d but size of corresponding boolean axis is %d", p.axis+d, is, n)
		}
	}
	for _, x := range m.nonzero() {
		if err := p.array(x); err != nil {
			return err
		}
	}
	return nil
}

// array takes an array that picks along the next axis.
func (p *picker) array(m *Array) error {
	fit, err := broadcast(p.common, m.shape)
	if err != nil {
		return eval.Raise("IndexError", "shape mismatch: indexing arrays could not be broadcast together")
	}
	if p.arrays == nil {
		p.picks = append(p.picks, pick{arrays: true})
	}
	p.common = fit
	p.arrays = append(p.arrays, arrayKey{m, p.axis, p.a.strides[p.axis], p.a.shape[p.axis]})
	p.axis++
	return nil
}

// sum gives for each element that the arrays pick together how far it is from the beginning of their axes.
func (p *picker) sum(th *eval.Thread) ([]int, error) {
	n := size(p.common)
	if n > th.Limits().Items {
		return nil, th.Alloc(1 << 60)
	}
	if err := charge(th, n); err != nil {
		return nil, err
	}
	sum := make([]int, n)
	for _, k := range p.arrays {
		var err error
		n := 0
		m := k.a.to(p.common)
		m.walk(func(q int) {
			if err == nil {
				var i int
				if i, err = at(m.get(q), k.axis, k.n); err == nil {
					sum[n] += i * k.stride
					n++
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// nonzero gives the indices of the elements that count as true, one array for each axis.
func (a *Array) nonzero() []*Array {
	out := make([]*Array, len(a.shape))
	for d := range out {
		out[d] = &Array{kind: kindInt, shape: []int{0}, strides: []int{1}}
	}
	n := 0
	idx := rowMajor(a.shape)
	a.walk(func(p int) {
		if a.truthAt(p) {
			for d := range out {
				out[d].i = append(out[d].i, int64(n/idx[d]%a.shape[d]))
			}
		}
		n++
	})
	for d := range out {
		out[d].shape[0] = len(out[d].i)
	}
	return out
}

// truthAt is the truth of an element; of a term it is true.
func (a *Array) truthAt(p int) bool {
	switch a.kind {
	case kindFloat:
		return a.f[p] != 0
	case kindObject:
		t, err := eval.Truth(nil, a.o[p])
		return err != nil || t
	}
	return a.i[p] != 0
}
