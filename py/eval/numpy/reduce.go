package numpy

import (
	"math"
	"sort"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// lines gives, for a reduction along an axis (None: over everything), the places of the elements of each line, and the shape that
// the results have.
func (a *Array) lines(th *eval.Thread, axis eval.Value, keep bool) (lines [][]int, shape []int, err error) {
	if err := charge(th, a.size()); err != nil {
		return nil, nil, err
	}
	if isNone(axis) {
		if keep {
			for range a.shape {
				shape = append(shape, 1)
			}
		}
		return [][]int{a.flat()}, shape, nil
	}
	d, err := axisOf(axis, len(a.shape))
	if err != nil {
		return nil, nil, err
	}
	var outer, strides []int
	for i := range a.shape {
		if i != d {
			outer, strides = append(outer, a.shape[i]), append(strides, a.strides[i])
			shape = append(shape, a.shape[i])
		} else if keep {
			shape = append(shape, 1)
		}
	}
	walk(outer, a.off, strides, func(p int) {
		line := make([]int, a.shape[d])
		for i := range line {
			line[i] = p + i*a.strides[d]
		}
		lines = append(lines, line)
	})
	return lines, shape, nil
}

func axisOf(v eval.Value, n int) (int, error) {
	d, ok := eval.AsInt64(v)
	if !ok {
		return 0, eval.Raise("TypeError", "an axis is an int or None, not a value of type '%s'", v.TypeName())
	}
	if d < int64(-n) || d >= int64(n) {
		return 0, eval.Raise("ValueError", "axis %d is out of bounds for array of dimension %d", d, n)
	}
	if d < 0 {
		d += int64(n)
	}
	return int(d), nil
}

// reduce makes an array of what fn gives for each line.
func (a *Array) reduce(th *eval.Thread, axis eval.Value, keep bool, k kind, fn func(line []int) (eval.Value, error)) (eval.Value, error) {
	lines, shape, err := a.lines(th, axis, keep)
	if err != nil {
		return nil, err
	}
	out, err := newArray(th, k, shape)
	if err != nil {
		return nil, err
	}
	for n, line := range lines {
		v, err := fn(line)
		if err != nil {
			return nil, err
		}
		if err := out.set(th, n, v); err != nil {
			return nil, err
		}
	}
	return out.scalar(), nil
}

// fold combines the elements of a line from the left.
func (a *Array) fold(th *eval.Thread, op eval.Op, line []int, start int64) (eval.Value, error) {
	switch a.kind {
	case kindFloat:
		if op == eval.OpAdd {
			return eval.Float(pairwise(line, a.f)), nil
		}
		r := float64(start)
		for _, p := range line {
			r *= a.f[p]
		}
		return eval.Float(r), nil
	case kindObject:
		if len(line) == 0 {
			return eval.MakeInt(start), nil
		}
		r := a.o[line[0]]
		var err error
		for _, p := range line[1:] {
			if r, err = eval.BinaryOp(th, op, r, a.o[p]); err != nil {
				return nil, err
			}
		}
		return r, nil
	}
	r := start
	for _, p := range line {
		r, _ = intOp(op, r, a.i[p])
	}
	return eval.MakeInt(r), nil
}

// pairwise sums floats in the order in which numpy does: halves, down to blocks of 128, and these eight by eight.
func pairwise(line []int, f []float64) float64 {
	n := len(line)
	if n < 8 {
		s := 0.0
		for i, p := range line {
			if i == 0 {
				s = f[p]
			} else {
				s += f[p]
			}
		}
		return s
	}
	if n <= 128 {
		var r [8]float64
		for i := range r {
			r[i] = f[line[i]]
		}
		i := 8
		for ; i < n-n%8; i += 8 {
			for k := range r {
				r[k] += f[line[i+k]]
			}
		}
		s := ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
		for ; i < n; i++ {
			s += f[line[i]]
		}
		return s
	}
	half := n / 2
	half -= half % 8
	return pairwise(line[:half], f) + pairwise(line[half:], f)
}

func sumKind(k kind) kind {
	if k == kindBool {
		return kindInt
	}
	return k
}

func (a *Array) sum(th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error) {
	return a.reduce(th, axis, keep, sumKind(a.kind), func(l []int) (eval.Value, error) { return a.fold(th, eval.OpAdd, l, 0) })
}

func (a *Array) prod(th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error) {
	return a.reduce(th, axis, keep, sumKind(a.kind), func(l []int) (eval.Value, error) { return a.fold(th, eval.OpMul, l, 1) })
}

// best gives the place in a line of the largest or smallest element: the first of them; of floats, the first that is not a number.
func (a *Array) best(th *eval.Thread, line []int, largest bool) (int, error) {
	if len(line) == 0 {
		return 0, eval.Raise("ValueError", "zero-size array to reduction operation which has no identity")
	}
	at := 0
	for i, p := range line {
		better := false
		switch q := line[at]; a.kind {
		case kindFloat:
			if math.IsNaN(a.f[q]) {
				return at, nil
			}
			better = largest && a.f[p] > a.f[q] || !largest && a.f[p] < a.f[q] || math.IsNaN(a.f[p])
		case kindObject:
			op := eval.OpLt
			if largest {
				op = eval.OpGt
			}
			v, err := eval.Compare(th, op, a.o[p], a.o[q])
			if err != nil {
				return 0, err
			}
			if i == 0 {
				continue
			}
			if better, err = eval.Truth(th, v); err != nil {
				return 0, err
			}
		default:
			better = largest && a.i[p] > a.i[q] || !largest && a.i[p] < a.i[q]
		}
		if better {
			at = i
		}
	}
	return at, nil
}

func (a *Array) extreme(th *eval.Thread, axis eval.Value, keep, largest bool) (eval.Value, error) {
	return a.reduce(th, axis, keep, a.kind, func(l []int) (eval.Value, error) {
		i, err := a.best(th, l, largest)
		if err != nil {
			return nil, err
		}
		return a.get(l[i]), nil
	})
}

func (a *Array) largest(th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error) {
	return a.extreme(th, axis, keep, true)
}

func (a *Array) smallest(th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error) {
	return a.extreme(th, axis, keep, false)
}

// spread is the largest less the smallest.
func (a *Array) spread(th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error) {
	hi, err := a.largest(th, axis, keep)
	if err != nil {
		return nil, err
	}
	lo, err := a.smallest(th, axis, keep)
	if err != nil {
		return nil, err
	}
	return eval.BinaryOp(th, eval.OpSub, hi, lo)
}

func (a *Array) countNonzero(th *eval.Thread, axis eval.Value) (eval.Value, error) {
	return a.reduce(th, axis, false, kindInt, func(l []int) (eval.Value, error) {
		n := 0
		for _, p := range l {
			if a.truthAt(p) {
				n++
			}
		}
		return eval.MakeInt(int64(n)), nil
	})
}

func (a *Array) argExtreme(th *eval.Thread, axis eval.Value, largest bool) (eval.Value, error) {
	return a.reduce(th, axis, false, kindInt, func(l []int) (eval.Value, error) {
		i, err := a.best(th, l, largest)
		return eval.MakeInt(int64(i)), err
	})
}

func (a *Array) anyAll(th *eval.Thread, axis eval.Value, all bool) (eval.Value, error) {
	return a.reduce(th, axis, false, kindBool, func(l []int) (eval.Value, error) {
		for _, p := range l {
			t, err := eval.Truth(th, a.get(p))
			if err != nil {
				return nil, err
			}
			if t != all {
				return eval.Bool(!all), nil
			}
		}
		return eval.Bool(all), nil
	})
}

// floats gives the array with floats for elements.
func (a *Array) floats(th *eval.Thread) (*Array, error) {
	if a.kind == kindFloat {
		return a, nil
	}
	return a.copy(th, kindFloat)
}

func (a *Array) mean(th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error) {
	if a.kind == kindObject {
		s, err := a.sum(th, axis, keep)
		if err != nil {
			return nil, err
		}
		n := a.size()
		if r, ok := s.(*Array); ok && r.size() > 0 {
			n /= r.size()
		}
		return eval.BinaryOp(th, eval.OpDiv, s, eval.MakeInt(int64(n)))
	}
	x, err := a.floats(th)
	if err != nil {
		return nil, err
	}
	return x.reduce(th, axis, keep, kindFloat, func(l []int) (eval.Value, error) {
		return eval.Float(pairwise(l, x.f) / float64(len(l))), nil
	})
}

// variance is var, or std with root.
func (a *Array) variance(th *eval.Thread, axis eval.Value, keep bool, ddof int, root bool) (eval.Value, error) {
	x, err := a.floats(th)
	if err != nil {
		return nil, err
	}
	return x.reduce(th, axis, keep, kindFloat, func(l []int) (eval.Value, error) {
		m := pairwise(l, x.f) / float64(len(l))
		d := make([]float64, len(l))
		at := make([]int, len(l))
		for i, p := range l {
			e := x.f[p] - m
			d[i], at[i] = float64(e*e), i
		}
		v := pairwise(at, d) / float64(len(l)-ddof)
		if root {
			v = math.Sqrt(v)
		}
		return eval.Float(v), nil
	})
}

// quantile interpolates between the sorted elements.
func (a *Array) quantile(th *eval.Thread, axis eval.Value, q float64) (eval.Value, error) {
	x, err := a.floats(th)
	if err != nil {
		return nil, err
	}
	return x.reduce(th, axis, false, kindFloat, func(l []int) (eval.Value, error) {
		if len(l) == 0 {
			return eval.Float(math.NaN()), nil
		}
		s := make([]float64, len(l))
		for i, p := range l {
			s[i] = x.f[p]
		}
		sort.Float64s(s)
		if math.IsNaN(s[0]) {
			return eval.Float(math.NaN()), nil
		}
		if q == 0.5 { // the median is the mean of the two in the middle
			return eval.Float((s[(len(s)-1)/2] + s[len(s)/2]) / 2), nil
		}
		h := q * float64(len(s)-1)
		i := int(math.Floor(h))
		j := min(i+1, len(s)-1)
		t := h - float64(i)
		d := s[j] - s[i]
		if t >= 0.5 {
			return eval.Float(s[j] - float64(d*(1-t))), nil
		}
		return eval.Float(s[i] + float64(d*t)), nil
	})
}

// scan makes running sums or products.
func (a *Array) scan(th *eval.Thread, axis eval.Value, op eval.Op) (eval.Value, error) {
	a, d, err := a.onAxis(th, axis)
	if err != nil {
		return nil, err
	}
	out, err := a.copy(th, sumKind(a.kind))
	if err != nil {
		return nil, err
	}
	lines, _, err := out.lines(th, eval.MakeInt(int64(d)), false)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		for i := 1; i < len(l); i++ {
			v, err := eval.BinaryOp(th, op, out.get(l[i-1]), out.get(l[i]))
			if out.kind == kindInt {
				n, _ := intOp(op, out.i[l[i-1]], out.i[l[i]])
				v, err = eval.MakeInt(n), nil
			}
			if err != nil {
				return nil, err
			}
			if err := out.set(th, l[i], v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// order gives the order that sorts a line, stably; what is not a number comes last.
func (a *Array) order(th *eval.Thread, line []int) ([]int, error) {
	idx := make([]int, len(line))
	for i := range idx {
		idx[i] = i
	}
	if err := th.Step(8 * len(line)); err != nil {
		return nil, err
	}
	switch a.kind {
	case kindFloat:
		sort.SliceStable(idx, func(i, j int) bool {
			x, y := a.f[line[idx[i]]], a.f[line[idx[j]]]
			return x < y || math.IsNaN(y) && !math.IsNaN(x)
		})
	case kindObject:
		vals, at := make(values, len(line)), make(values, len(line))
		for i, p := range line {
			vals[i], at[i] = a.o[p], eval.MakeInt(int64(i))
		}
		if err := eval.SortValues(th, at, vals, false); err != nil {
			return nil, err
		}
		for i, v := range at {
			idx[i] = int(v.(eval.Int))
		}
	default:
		sort.SliceStable(idx, func(i, j int) bool { return a.i[line[idx[i]]] < a.i[line[idx[j]]] })
	}
	return idx, nil
}

// sorted gives a sorted copy, or with arg the order that sorts.
func (a *Array) sorted(th *eval.Thread, axis eval.Value, arg bool) (eval.Value, error) {
	a, d, err := a.onAxis(th, axis)
	if err != nil {
		return nil, err
	}
	src, err := a.copy(th, a.kind)
	if err != nil {
		return nil, err
	}
	k := a.kind
	if arg {
		k = kindInt
	}
	out, err := newArray(th, k, a.shape)
	if err != nil {
		return nil, err
	}
	lines, _, err := src.lines(th, eval.MakeInt(int64(d)), false)
	if err != nil {
		return nil, err
	}
	for _, l := range lines {
		idx, err := src.order(th, l)
		if err != nil {
			return nil, err
		}
		for n, i := range idx {
			v := eval.MakeInt(int64(i))
			if !arg {
				v = src.get(l[i])
			}
			if err := out.set(th, l[n], v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
