package numpy

import (
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// arraysOf makes arrays of the elements of a sequence.
func arraysOf(th *eval.Thread, v eval.Value) ([]*Array, error) {
	elems, ok, err := parts(th, v)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, eval.Raise("TypeError", "a sequence of arrays is needed, not a value of type '%s'", v.TypeName())
	}
	out := make([]*Array, len(elems))
	for i, e := range elems {
		if out[i], err = from(th, e); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// joining are the functions that put arrays together.
func joining() map[string]eval.BuiltinFunc {
	several := func(name string, prepare func(a *Array) (*Array, error), axis func(list []*Array) int) eval.BuiltinFunc {
		return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var seq eval.Value
			if err := eval.UnpackArgs(name, args, kw, "arrays", &seq); err != nil {
				return nil, err
			}
			list, err := arraysOf(th, seq)
			if err != nil {
				return nil, err
			}
			for i, a := range list {
				if list[i], err = prepare(a); err != nil {
					return nil, err
				}
			}
			return join(th, list, axis(list))
		}
	}
	zero := func([]*Array) int { return 0 }
	return map[string]eval.BuiltinFunc{
		"concatenate": concatenate,
		"stack":       stack,
		"vstack":      several("vstack", func(a *Array) (*Array, error) { return a.atLeast(2), nil }, zero),
		"hstack":      several("hstack", func(a *Array) (*Array, error) { return a.atLeast(1), nil }, hstack),
		"column_stack": several("column_stack", func(a *Array) (*Array, error) {
			if len(a.shape) == 1 {
				return a.expand(1)
			}
			return a.atLeast(2), nil
		}, func([]*Array) int { return 1 }),
		"append": doAppend,
	}
}

func concatenate(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var seq eval.Value
	axis := eval.MakeInt(0)
	if err := eval.UnpackArgs("concatenate", args, kw, "arrays", &seq, "axis?", &axis); err != nil {
		return nil, err
	}
	list, err := arraysOf(th, seq)
	if err != nil {
		return nil, err
	}
	if isNone(axis) {
		for i, a := range list {
			if list[i], err = a.ravel(th); err != nil {
				return nil, err
			}
		}
		axis = eval.MakeInt(0)
	}
	d, _ := eval.AsInt64(axis)
	return join(th, list, int(d))
}

func stack(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var seq eval.Value
	axis := 0
	if err := eval.UnpackArgs("stack", args, kw, "arrays", &seq, "axis?", &axis); err != nil {
		return nil, err
	}
	list, err := arraysOf(th, seq)
	if err != nil {
		return nil, err
	}
	for i, a := range list {
		if list[i], err = a.expand(axis); err != nil {
			return nil, err
		}
	}
	return join(th, list, axis)
}

func hstack(list []*Array) int {
	if len(list) > 0 && len(list[0].shape) > 1 {
		return 1
	}
	return 0
}

func doAppend(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var a, b *Array
	var axis eval.Value
	if err := unpack(th, "append", args, kw, "arr", &a, "values", &b, "axis?", &axis); err != nil {
		return nil, err
	}
	a, d, err := a.onAxis(th, axis)
	if err == nil && isNone(axis) {
		b, err = b.ravel(th)
	}
	if err != nil {
		return nil, err
	}
	return join(th, []*Array{a, b}, d)
}

// arranging are the functions that pick, turn and count elements.
func arranging() map[string]eval.BuiltinFunc {
	turned := func(name string, axes func(a *Array) []int) eval.BuiltinFunc {
		return withArray(name, func(_ *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var axis eval.Value
			if err := eval.UnpackArgs(name, args, kw, "axis?", &axis); err != nil {
				return nil, err
			}
			list := axes(a)
			if !isNone(axis) {
				d, err := axisOf(axis, len(a.shape))
				if err != nil {
					return nil, err
				}
				list = []int{d}
			}
			for _, d := range list {
				if d >= len(a.shape) {
					return nil, eval.Raise("ValueError", "%s() of an array of %d dimensions", name, len(a.shape))
				}
				a = a.flip(d)
			}
			return a, nil
		})
	}
	triangle := func(name string, keep func(i, j, k int) bool) eval.BuiltinFunc {
		return withArray(name, func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			k := 0
			if err := eval.UnpackArgs(name, args, kw, "k?", &k); err != nil {
				return nil, err
			}
			out, err := a.copy(th, a.kind)
			if err != nil || len(out.shape) != 2 {
				return out, err
			}
			for i := range out.shape[0] {
				for j := range out.shape[1] {
					if !keep(i, j, k) {
						if err := out.set(th, i*out.shape[1]+j, eval.MakeInt(0)); err != nil {
							return nil, err
						}
					}
				}
			}
			return out, nil
		})
	}
	return map[string]eval.BuiltinFunc{
		"flip":   turned("flip", allAxes),
		"flipud": turned("flipud", func(*Array) []int { return []int{0} }), "fliplr": turned("fliplr", func(*Array) []int { return []int{1} }),
		"triu": triangle("triu", func(i, j, k int) bool { return j >= i+k }), "tril": triangle("tril", func(i, j, k int) bool { return j <= i+k }),
		"rot90":        withArray("rot90", rot90),
		"roll":         withArray("roll", roll),
		"tile":         withArray("tile", tile),
		"diag":         withArray("diag", diag),
		"diff":         withArray("diff", diff),
		"unique":       withArray("unique", unique),
		"argwhere":     withArray("argwhere", argwhere),
		"flatnonzero":  withArray("flatnonzero", flatnonzero),
		"expand_dims":  withArray("expand_dims", expandDims),
		"take":         withArray("take", take),
		"delete":       withArray("delete", doDelete),
		"bincount":     withArray("bincount", bincount),
		"searchsorted": withArray("searchsorted", searchsorted),
		"meshgrid":     meshgrid,
		"interp":       interp,
	}
}

func allAxes(a *Array) []int {
	all := make([]int, len(a.shape))
	for i := range all {
		all[i] = i
	}
	return all
}

func rot90(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	k := 1
	if err := eval.UnpackArgs("rot90", args, kw, "k?", &k); err != nil {
		return nil, err
	}
	if len(a.shape) != 2 {
		return nil, eval.Raise("ValueError", "rot90() of an array of %d dimensions", len(a.shape))
	}
	var err error
	for range ((k % 4) + 4) % 4 {
		if a, err = a.flip(1).transpose(nil); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func roll(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var n int
	var axis eval.Value
	if err := eval.UnpackArgs("roll", args, kw, "shift", &n, "axis?", &axis); err != nil {
		return nil, err
	}
	b, d, err := a.onAxis(th, axis)
	if err != nil {
		return nil, err
	}
	idx := make([]int, b.shape[d])
	for i := range idx {
		idx[i] = ((i-n)%len(idx) + len(idx)) % len(idx)
	}
	v, err := b.along(th, d, idx)
	if x, ok := v.(*Array); ok && err == nil {
		return x.reshape(th, a.shape)
	}
	return v, err
}

func tile(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var reps eval.Value
	if err := eval.UnpackArgs("tile", args, kw, "reps", &reps); err != nil {
		return nil, err
	}
	times, err := shapeArg(th, reps)
	if err != nil {
		return nil, err
	}
	a = a.atLeast(len(times))
	for len(times) < len(a.shape) {
		times = append([]int{1}, times...)
	}
	for d, n := range times {
		if n < 0 || a.size()*n > th.Limits().Items {
			return nil, eval.Raise("ValueError", "tile() cannot repeat %d times", n)
		}
		if n == 1 {
			continue
		}
		list := make([]*Array, n)
		for i := range list {
			list[i] = a
		}
		if n == 0 {
			shape := append([]int(nil), a.shape...)
			shape[d] = 0
			if a, err = newArray(th, a.kind, shape); err != nil {
				return nil, err
			}
			continue
		}
		if a, err = join(th, list, d); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func diag(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	k := 0
	if err := eval.UnpackArgs("diag", args, kw, "k?", &k); err != nil {
		return nil, err
	}
	if len(a.shape) != 1 {
		return a.diagonal(k)
	}
	n := a.shape[0] + max(k, -k)
	out, err := newArray(th, a.kind, []int{n, n})
	if err != nil {
		return nil, err
	}
	if a.kind == kindObject {
		for i := range out.o {
			out.o[i] = eval.MakeInt(0)
		}
	}
	d, err := out.diagonal(k)
	if err != nil {
		return nil, err
	}
	return out, d.SetIndex(th, eval.EllipsisType{}, a)
}

func diff(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	n := 1
	axis := eval.MakeInt(-1)
	if err := eval.UnpackArgs("diff", args, kw, "n?", &n, "axis?", &axis); err != nil {
		return nil, err
	}
	d, err := axisOf(axis, len(a.shape))
	if err != nil {
		return nil, err
	}
	for range min(n, a.shape[d]) {
		if a.shape[d] == 0 {
			break
		}
		shape := append([]int(nil), a.shape...)
		shape[d]--
		v, err := binary(th, eval.OpSub, a.view(a.off+a.strides[d], shape, a.strides), a.view(a.off, shape, a.strides))
		if err != nil {
			return nil, err
		}
		a = v.(*Array)
	}
	return a, nil
}

func expandDims(_ *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var axis int
	if err := eval.UnpackArgs("expand_dims", args, kw, "axis", &axis); err != nil {
		return nil, err
	}
	return a.expand(axis)
}

func take(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var idx, axis eval.Value
	if err := eval.UnpackArgs("take", args, kw, "indices", &idx, "axis?", &axis); err != nil {
		return nil, err
	}
	a, d, err := a.onAxis(th, axis)
	if err != nil {
		return nil, err
	}
	if isNone(axis) {
		return a.Index(th, idx)
	}
	return a.Index(th, eval.NewTuple(append(wholes(d), idx)...))
}

func doDelete(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var idx, axis eval.Value
	if err := eval.UnpackArgs("delete", args, kw, "obj", &idx, "axis?", &axis); err != nil {
		return nil, err
	}
	a, d, err := a.onAxis(th, axis)
	if err != nil {
		return nil, err
	}
	ks, err := from(th, idx)
	if err != nil {
		return nil, err
	}
	gone := make([]bool, a.shape[d])
	ks.walk(func(p int) {
		if err == nil {
			var i int
			if i, err = at(ks.get(p), d, len(gone)); err == nil {
				gone[i] = true
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var left []int
	for i, g := range gone {
		if !g {
			left = append(left, i)
		}
	}
	return a.along(th, d, left)
}

func isin(th *eval.Thread, a, b *Array) (eval.Value, error) {
	if err := charge(th, min(a.size(), 1<<20)*max(b.size(), 1)); err != nil {
		return nil, err
	}
	out, err := newArray(th, kindBool, a.shape)
	if err != nil {
		return nil, err
	}
	n := 0
	a.walk(func(p int) {
		if err == nil {
			var in bool
			if in, err = b.Contains(th, a.get(p)); in {
				out.i[n] = 1
			}
			n++
		}
	})
	return out.scalar(), err
}

func bincount(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var weights eval.Value
	least := 0
	if err := eval.UnpackArgs("bincount", args, kw, "weights?", &weights, "minlength?", &least); err != nil {
		return nil, err
	}
	if a.kind > kindInt || !isNone(weights) {
		return nil, eval.Raise("TypeError", "bincount() counts ints, without weights")
	}
	n := least
	for _, p := range a.flat() {
		if a.i[p] < 0 || a.i[p] > 1<<30 {
			return nil, eval.Raise("ValueError", "'list' argument must have no negative elements")
		}
		n = max(n, int(a.i[p])+1)
	}
	out, err := newArray(th, kindInt, []int{n})
	if err != nil {
		return nil, err
	}
	a.walk(func(p int) { out.i[a.i[p]]++ })
	return out, nil
}

func searchsorted(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var x *Array
	side := "left"
	if err := unpack(th, "searchsorted", args, kw, "v", &x, "side?", &side); err != nil {
		return nil, err
	}
	sorted := a.rows()
	r, err := x.mapValues(th, func(v eval.Value) (eval.Value, error) {
		lo, hi := 0, len(sorted)
		for lo < hi {
			mid := (lo + hi) / 2
			l, r, op := sorted[mid], v, eval.OpLt
			if side == "right" {
				op = eval.OpLe
			}
			c, err := eval.Compare(th, op, l, r)
			if err != nil {
				return nil, err
			}
			if t, err := eval.Truth(th, c); err != nil {
				return nil, err
			} else if t {
				lo = mid + 1
			} else {
				hi = mid
			}
		}
		return eval.MakeInt(int64(lo)), nil
	})
	if o, ok := r.(*Array); ok && err == nil {
		return o.copy(th, kindInt)
	}
	return r, err
}

func meshgrid(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	indexing := "xy"
	if err := eval.UnpackArgs("meshgrid", nil, kw, "*indexing?", &indexing); err != nil {
		return nil, err
	}
	list := make([]*Array, len(args))
	shape := make([]int, len(args))
	for i, v := range args {
		a, err := from(th, v)
		if err != nil {
			return nil, err
		}
		if list[i], err = a.ravel(th); err != nil {
			return nil, err
		}
		shape[i] = list[i].shape[0]
	}
	axis := func(i int) int {
		if indexing == "xy" && i < 2 && len(list) > 1 {
			return 1 - i
		}
		return i
	}
	if indexing == "xy" && len(shape) > 1 {
		shape[0], shape[1] = shape[1], shape[0]
	}
	if size(shape) > th.Limits().Items {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	out := make(values, len(list))
	for i, a := range list {
		one := make([]int, len(shape))
		for d := range one {
			one[d] = 1
		}
		one[axis(i)] = a.shape[0]
		b, err := a.reshape(th, one)
		if err != nil {
			return nil, err
		}
		if out[i], err = b.to(shape).copy(th, a.kind); err != nil {
			return nil, err
		}
	}
	return eval.NewList(out...), nil
}

func polyval(th *eval.Thread, p, x *Array) (eval.Value, error) {
	var v eval.Value = eval.MakeInt(0)
	var err error
	for _, c := range p.rows() {
		if v, err = eval.BinaryOp(th, eval.OpMul, v, x.scalar()); err != nil {
			return nil, err
		}
		if v, err = eval.BinaryOp(th, eval.OpAdd, v, c); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func interp(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var as [3]*Array
	if err := unpack(th, "interp", args, kw, "x", &as[0], "xp", &as[1], "fp", &as[2]); err != nil {
		return nil, err
	}
	for i, a := range as {
		var err error
		if as[i], err = a.copy(th, kindFloat); err != nil {
			return nil, err
		}
	}
	xs, ys := as[1].f, as[2].f
	if len(xs) != len(ys) || len(xs) == 0 {
		return nil, eval.Raise("ValueError", "fp and xp are not of the same length.")
	}
	return as[0].mapFloats(th, func(v float64) float64 {
		if v <= xs[0] {
			return ys[0]
		}
		for i := 1; i < len(xs); i++ {
			if v <= xs[i] {
				if v == xs[i] {
					return ys[i]
				}
				slope := (ys[i] - ys[i-1]) / (xs[i] - xs[i-1])
				return float64(slope*(v-xs[i-1])) + ys[i-1]
			}
		}
		return ys[len(ys)-1]
	})
}

// unique gives the different elements, sorted; also where each stands first, and how often.
func unique(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	index, inverse, counts := false, false, false
	if err := eval.UnpackArgs("unique", args, kw, "return_index?", &index, "return_inverse?", &inverse, "return_counts?", &counts); err != nil {
		return nil, err
	}
	a, err := a.ravel(th)
	if err != nil {
		return nil, err
	}
	line := a.flat()
	order, err := a.order(th, line)
	if err != nil {
		return nil, err
	}
	var places, firsts, times []int
	back := make([]int, len(line))
	for n, i := range order {
		if n > 0 {
			same, err := eval.Equal(th, a.get(line[order[n-1]]), a.get(line[i]))
			if err != nil {
				return nil, err
			}
			if same {
				times[len(times)-1]++
				back[i] = len(times) - 1
				continue
			}
		}
		places, firsts, times = append(places, line[i]), append(firsts, i), append(times, 1)
		back[i] = len(times) - 1
	}
	vals, err := a.take(th, places, []int{len(places)})
	if err != nil || !index && !inverse && !counts {
		return vals, err
	}
	out := values{vals}
	for _, more := range []struct {
		want bool
		list []int
	}{{index, firsts}, {inverse, back}, {counts, times}} {
		if more.want {
			out = append(out, intArray(more.list))
		}
	}
	return eval.NewTuple(out...), nil
}

func argwhere(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
	if err := charge(th, a.size()); err != nil {
		return nil, err
	}
	idx := a.nonzero()
	n := 0
	if len(idx) > 0 {
		n = len(idx[0].i)
	}
	out, err := newArray(th, kindInt, []int{n, len(idx)})
	if err != nil {
		return nil, err
	}
	for d, x := range idx {
		for i, v := range x.i {
			out.i[i*len(idx)+d] = v
		}
	}
	return out, nil
}

func flatnonzero(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
	if err := charge(th, a.size()); err != nil {
		return nil, err
	}
	b, err := a.ravel(th)
	if err != nil {
		return nil, err
	}
	return b.nonzero()[0], th.Alloc(16 * a.size())
}
