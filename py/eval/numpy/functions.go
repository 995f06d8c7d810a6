package numpy

import (
	"maps"
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// reducer is what sum, mean and the like have in common: a function of an array, an axis and keepdims.
type reducer func(a *Array, th *eval.Thread, axis eval.Value, keep bool) (eval.Value, error)

// reducers are functions of the module and methods of arrays alike.
func reducers() map[string]reducer {
	return map[string]reducer{
		"sum": (*Array).sum, "prod": (*Array).prod, "mean": (*Array).mean, "max": (*Array).largest, "min": (*Array).smallest, "ptp": (*Array).spread,
		"argmax": keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) {
			return a.argExtreme(th, axis, true)
		}),
		"argmin": keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) {
			return a.argExtreme(th, axis, false)
		}),
		"any": keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) { return a.anyAll(th, axis, false) }),
		"all": keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) { return a.anyAll(th, axis, true) }),
		"cumsum": keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) {
			return a.scan(th, axis, eval.OpAdd)
		}),
		"cumprod": keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) {
			return a.scan(th, axis, eval.OpMul)
		}),
		"median":        keepless(func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error) { return a.quantile(th, axis, 0.5) }),
		"count_nonzero": keepless((*Array).countNonzero),
	}
}

// keepless makes a reducer that takes keepdims for nothing.
func keepless(f func(a *Array, th *eval.Thread, axis eval.Value) (eval.Value, error)) reducer {
	return func(a *Array, th *eval.Thread, axis eval.Value, _ bool) (eval.Value, error) { return f(a, th, axis) }
}

// withArray makes a function whose first argument is an array. The others are handed on.
func withArray(name string, fn func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error)) eval.BuiltinFunc {
	return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var x eval.Value
		if len(args) > 0 {
			x, args = args[0], args[1:]
		} else if len(kw) > 0 && (kw[0].Name == "a" || kw[0].Name == "x" || kw[0].Name == "arr" || kw[0].Name == "ar" || kw[0].Name == "m") {
			x, kw = kw[0].Value, kw[1:]
		} else {
			return nil, eval.Raise("TypeError", "%s() missing required argument 'a' (pos 1)", name)
		}
		if it, ok := x.(*eval.Set); ok {
			return nil, eval.Raise("TypeError", "%s() of a %s: make it a list first", name, it.TypeName())
		}
		a, err := from(th, x)
		if err != nil {
			return nil, err
		}
		return fn(th, a, args, kw)
	}
}

// method is a function of an array with the arguments behind it.
type method = func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error)

// methods are functions of the module and methods of arrays alike, with the same arguments.
func methods() map[string]method {
	out := map[string]method{
		"round": roundMethod, "reshape": reshapeMethod, "transpose": transposeMethod, "nonzero": nonzeroMethod, "clip": clipMethod,
		"dot": dotMethod, "trace": traceMethod, "diagonal": diagonalMethod, "repeat": repeatMethod,
	}
	for name, fn := range reducers() {
		out[name] = func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var axis, dt eval.Value
			keep := false
			if err := eval.UnpackArgs(name, args, kw, "axis?", &axis, "*keepdims?", &keep, "*dtype?", &dt); err != nil {
				return nil, err
			}
			if k, err := kindArg(dt, a.kind); err != nil {
				return nil, err
			} else if k != a.kind {
				if a, err = a.copy(th, k); err != nil {
					return nil, err
				}
			}
			return fn(a, th, axis, keep)
		}
	}
	for name, root := range map[string]bool{"std": true, "var": false} {
		out[name] = func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var axis eval.Value
			ddof, keep := 0, false
			if err := eval.UnpackArgs(name, args, kw, "axis?", &axis, "*ddof?", &ddof, "*keepdims?", &keep); err != nil {
				return nil, err
			}
			return a.variance(th, axis, keep, ddof, root)
		}
	}
	axisOnly := func(name string, def eval.Value, fn func(th *eval.Thread, a *Array, axis eval.Value) (eval.Value, error)) {
		out[name] = func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			axis := def
			var kind eval.Value
			if err := eval.UnpackArgs(name, args, kw, "axis?", &axis, "kind?", &kind); err != nil {
				return nil, err
			}
			return fn(th, a, axis)
		}
	}
	last := eval.MakeInt(-1)
	axisOnly("argsort", last, func(th *eval.Thread, a *Array, axis eval.Value) (eval.Value, error) { return a.sorted(th, axis, true) })
	axisOnly("squeeze", eval.None, func(_ *eval.Thread, a *Array, _ eval.Value) (eval.Value, error) { return a.squeeze().scalar(), nil })
	out["ravel"] = func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) { return a.ravel(th) }
	out["copy"] = func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) { return a.copy(th, a.kind) }
	return out
}

func roundMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	digits := 0
	if err := eval.UnpackArgs("round", args, kw, "decimals?", &digits); err != nil {
		return nil, err
	}
	return a.rounded(th, digits)
}

func reshapeMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var shape eval.Value = eval.NewTuple(args...)
	if len(args) == 1 {
		shape = args[0]
	}
	for _, k := range kw {
		if k.Name == "shape" || k.Name == "newshape" {
			shape = k.Value
		}
	}
	s, err := shapeArg(th, shape)
	if err != nil {
		return nil, err
	}
	return a.reshape(th, s)
}

func transposeMethod(th *eval.Thread, a *Array, args values, _ kwargs) (eval.Value, error) {
	if len(args) == 0 {
		return a.transpose(nil)
	}
	var shape eval.Value = eval.NewTuple(args...)
	if len(args) == 1 && !isNone(args[0]) {
		shape = args[0]
	}
	axes, err := shapeArg(th, shape)
	if err != nil {
		return nil, err
	}
	return a.transpose(axes)
}

func nonzeroMethod(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
	if err := charge(th, a.size()); err != nil {
		return nil, err
	}
	var t values
	for _, x := range a.nonzero() {
		t = append(t, x)
	}
	return eval.NewTuple(t...), th.Alloc(16 * a.size())
}

func clipMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var lo, hi eval.Value
	if err := eval.UnpackArgs("clip", args, kw, "a_min?", &lo, "a_max?", &hi); err != nil {
		return nil, err
	}
	var v eval.Value = a
	for _, side := range []struct {
		bound eval.Value
		op    eval.Op
	}{{lo, eval.OpGt}, {hi, eval.OpLt}} {
		if isNone(side.bound) {
			continue
		}
		x, err := from(th, v)
		if err != nil {
			return nil, err
		}
		b, err := from(th, side.bound)
		if err != nil {
			return nil, err
		}
		if v, err = chosen(th, x, b, side.op); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func dotMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var b *Array
	if err := unpack(th, "dot", args, kw, "b", &b); err != nil {
		return nil, err
	}
	return dot(th, a, b)
}

func traceMethod(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
	d, err := a.diagonal(0)
	if err != nil {
		return nil, err
	}
	return d.sum(th, nil, false)
}

func diagonalMethod(_ *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	k := 0
	if err := eval.UnpackArgs("diagonal", args, kw, "offset?", &k); err != nil {
		return nil, err
	}
	return a.diagonal(k)
}

func repeatMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var n int
	var axis eval.Value
	if err := eval.UnpackArgs("repeat", args, kw, "repeats", &n, "axis?", &axis); err != nil {
		return nil, err
	}
	a, d, err := a.onAxis(th, axis)
	if err != nil {
		return nil, err
	}
	if n < 0 || a.shape[d]*n > th.Limits().Items {
		return nil, eval.Raise("ValueError", "repeats may not contain %d", n)
	}
	var idx []int
	for i := range a.shape[d] {
		for range n {
			idx = append(idx, i)
		}
	}
	return a.along(th, d, idx)
}

// along takes the elements at some indices of an axis.
func (a *Array) along(th *eval.Thread, axis int, idx []int) (eval.Value, error) {
	if err := charge(th, len(idx)); err != nil {
		return nil, err
	}
	keys := wholes(len(a.shape))
	keys[axis] = intArray(idx)
	return a.Index(th, eval.NewTuple(keys...))
}

func (a *Array) rounded(th *eval.Thread, digits int) (eval.Value, error) {
	if a.kind <= kindInt && digits >= 0 {
		b, err := a.copy(th, a.kind)
		if err != nil {
			return nil, err
		}
		return b.scalar(), nil
	}
	unit := 1.0
	for range min(max(digits, -digits), 320) {
		unit *= 10
	}
	return a.mapFloats(th, func(x float64) float64 {
		switch {
		case digits == 0:
			return math.RoundToEven(x)
		case digits > 0:
			if y := x * unit; !math.IsInf(y, 0) {
				return math.RoundToEven(y) / unit
			}
			return x
		}
		return math.RoundToEven(x/unit) * unit
	})
}

// AttrNames lists the attributes and methods.
func (a *Array) AttrNames() []string {
	names := []string{"T", "astype", "dtype", "fill", "flat", "flatten", "item", "ndim", "shape", "size", "sort", "tolist"}
	for name := range methods() {
		if !moduleOnly(name) {
			names = append(names, name)
		}
	}
	return names
}

// moduleOnly reports whether a function is no method of arrays.
func moduleOnly(name string) bool { return name == "median" || name == "count_nonzero" }

// ownMethods are those of arrays that are no functions of the module, or are another there.
func ownMethods() map[string]method {
	return map[string]method{
		"tolist": func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
			if err := charge(th, a.size()); err != nil {
				return nil, err
			}
			return a.ToList(), th.Alloc(32 * a.size())
		},
		"item": itemMethod,
		"flatten": func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
			b, err := a.copy(th, a.kind)
			if err != nil {
				return nil, err
			}
			return b.ravel(th)
		},
		"astype": astypeMethod,
		"fill": func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var v eval.Value
			if err := eval.UnpackArgs("fill", args, kw, "value", &v); err != nil {
				return nil, err
			}
			return eval.None, a.SetIndex(th, eval.EllipsisType{}, v)
		},
		"sort": func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			v, err := sortMethod(th, a, args, kw)
			if err != nil {
				return nil, err
			}
			return eval.None, a.SetIndex(th, eval.EllipsisType{}, v)
		},
	}
}

func itemMethod(th *eval.Thread, a *Array, args values, _ kwargs) (eval.Value, error) {
	switch len(args) {
	case 0:
		if a.size() != 1 {
			return nil, eval.Raise("ValueError", "can only convert an array of size 1 to a Python scalar")
		}
		return a.get(a.flat()[0]), nil
	case 1:
		line, err := a.ravel(th)
		if err != nil {
			return nil, err
		}
		return line.Index(th, args[0])
	}
	return a.Index(th, eval.NewTuple(args...))
}

func astypeMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	var dt eval.Value
	if err := eval.UnpackArgs("astype", args, kw, "dtype", &dt); err != nil {
		return nil, err
	}
	k, err := kindArg(dt, a.kind)
	if err != nil {
		return nil, err
	}
	if s, ok := dt.(*eval.Type); ok && s == eval.StrType {
		return a.mapValues(th, func(v eval.Value) (eval.Value, error) {
			s, err := eval.ToStr(th, v)
			return eval.Str(s), err
		})
	}
	return a.copy(th, k)
}

// sortMethod gives a sorted copy.
func sortMethod(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
	axis := eval.MakeInt(-1)
	if err := eval.UnpackArgs("sort", args, kw, "axis?", &axis); err != nil {
		return nil, err
	}
	return a.sorted(th, axis, false)
}

// Attr gives attributes and methods.
func (a *Array) Attr(th *eval.Thread, name string) (eval.Value, error) {
	switch name {
	case "shape":
		return shapeValue(a.shape), nil
	case "size":
		return eval.MakeInt(int64(a.size())), nil
	case "ndim":
		return eval.MakeInt(int64(len(a.shape))), nil
	case "dtype":
		return a.dtype(), nil
	case "T":
		return a.transpose(nil)
	case "flat":
		return a.ravel(th)
	}
	m := ownMethods()[name]
	if m == nil && !moduleOnly(name) {
		m = methods()[name]
	}
	if m == nil {
		return nil, nil
	}
	return eval.NewBuiltin(name, func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) { return m(th, a, args, kw) }), nil
}

// functions are those of the module that are neither ufuncs nor make arrays of nothing.
func functions() map[string]eval.BuiltinFunc {
	out := map[string]eval.BuiltinFunc{}
	for name, m := range methods() {
		out[name] = withArray(name, m)
	}
	out["amax"], out["amin"], out["around"], out["product"] = out["max"], out["min"], out["round"], out["prod"]
	out["shape"] = withArray("shape", func(_ *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
		return shapeValue(a.shape), nil
	})
	out["size"] = withArray("size", func(_ *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
		return eval.MakeInt(int64(a.size())), nil
	})
	out["ndim"] = withArray("ndim", func(_ *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
		return eval.MakeInt(int64(len(a.shape))), nil
	})
	out["sort"] = withArray("sort", sortMethod)
	for name, scale := range map[string]float64{"percentile": 100, "quantile": 1} {
		out[name] = withArray(name, func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var qs *Array
			var axis eval.Value
			err := unpack(th, name, args, kw, "q", &qs, "axis?", &axis)
			if err != nil {
				return nil, err
			}
			if qs, err = qs.floats(th); err != nil {
				return nil, err
			}
			return qs.mapValues(th, func(v eval.Value) (eval.Value, error) {
				f, _, _ := eval.AsFloat(v)
				if !(f >= 0 && f <= scale) {
					return nil, eval.Raise("ValueError", "Percentiles must be in the range [0, 100]")
				}
				return a.quantile(th, axis, f/scale)
			})
		})
	}
	out["where"] = where
	out["isclose"], out["allclose"] = closeness("isclose", false), closeness("allclose", true)
	for name, f := range map[string]func(th *eval.Thread, a, b *Array) (eval.Value, error){
		"matmul": matmul, "inner": dot, "vdot": vdot, "outer": outer, "cross": cross, "array_equal": arrayEqual, "isin": isin, "polyval": polyval,
	} {
		out[name] = ofTwo(name, "a", "b", f)
	}
	maps.Copy(out, joining())
	maps.Copy(out, arranging())
	out["set_printoptions"] = func(*eval.Thread, values, kwargs) (eval.Value, error) { return eval.None, nil }
	out["errstate"] = out["set_printoptions"]
	out["seterr"] = out["set_printoptions"]
	return out
}

func arrayEqual(th *eval.Thread, a, b *Array) (eval.Value, error) {
	if shapeText(a.shape) != shapeText(b.shape) {
		return eval.False, nil
	}
	v, err := compare(th, eval.OpEq, a, b)
	if x, ok := v.(*Array); ok && err == nil {
		return x.anyAll(th, nil, true)
	}
	return v, err
}

func vdot(th *eval.Thread, a, b *Array) (eval.Value, error) {
	x, err := a.ravel(th)
	if err != nil {
		return nil, err
	}
	y, err := b.ravel(th)
	if err != nil {
		return nil, err
	}
	return dot(th, x, y)
}

func outer(th *eval.Thread, a, b *Array) (eval.Value, error) {
	x, err := a.reshape(th, []int{a.size(), 1})
	if err != nil {
		return nil, err
	}
	y, err := b.reshape(th, []int{1, b.size()})
	if err != nil {
		return nil, err
	}
	return binary(th, eval.OpMul, x, y)
}

// ofTwo makes a function of two arrays, whose parameters have names.
func ofTwo(name, first, second string, f func(th *eval.Thread, a, b *Array) (eval.Value, error)) eval.BuiltinFunc {
	return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		if len(args) == 2 && len(kw) == 0 { // as it nearly always is
			a, err := from(th, args[0])
			if err != nil {
				return nil, err
			}
			b, err := from(th, args[1])
			if err != nil {
				return nil, err
			}
			return f(th, a, b)
		}
		var a, b *Array
		if err := unpack(th, name, args, kw, first, &a, second, &b); err != nil {
			return nil, err
		}
		return f(th, a, b)
	}
}

func cross(th *eval.Thread, a, b *Array) (eval.Value, error) {
	if len(a.shape) != 1 || len(b.shape) != 1 || a.shape[0] != b.shape[0] || a.shape[0] != 2 && a.shape[0] != 3 {
		return nil, eval.Raise("ValueError", "incompatible dimensions for cross product (dimension must be 2 or 3)")
	}
	x, y := a.rows(), b.rows()
	part := func(i, j int) (eval.Value, error) {
		p, err := eval.BinaryOp(th, eval.OpMul, x[i], y[j])
		if err != nil {
			return nil, err
		}
		q, err := eval.BinaryOp(th, eval.OpMul, x[j], y[i])
		if err != nil {
			return nil, err
		}
		return eval.BinaryOp(th, eval.OpSub, p, q)
	}
	if len(x) == 2 {
		return part(0, 1)
	}
	out := make(values, 3)
	for k := range out {
		var err error
		if out[k], err = part((k+1)%3, (k+2)%3); err != nil {
			return nil, err
		}
	}
	return from(th, eval.NewList(out...))
}

// where takes from one or the other, or gives where a condition holds.
func where(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var c, a, b *Array
	if err := unpack(th, "where", args, kw, "condition", &c, "x?", &a, "y?", &b); err != nil {
		return nil, err
	}
	if a == nil {
		return nonzeroMethod(th, c, nil, nil)
	}
	if b == nil {
		return nil, eval.Raise("ValueError", "either both or neither of x and y should be given")
	}
	shape, _, _, err := pairs(th, a, b)
	if err != nil {
		return nil, err
	}
	full, err := broadcast(c.shape, shape)
	if err != nil {
		return nil, err
	}
	if size(full) > th.Limits().Items {
		return nil, th.Alloc(math.MaxInt / 2)
	}
	pc := c.to(full).flat()
	pa, pb := a.to(full).flat(), b.to(full).flat()
	out, err := newArray(th, max(a.kind, b.kind), full)
	if err != nil {
		return nil, err
	}
	for n, p := range pc {
		v := b.get(pb[n])
		if c.truthAt(p) {
			v = a.get(pa[n])
		}
		if err := out.set(th, n, v); err != nil {
			return nil, err
		}
	}
	return out.scalar(), nil
}

// closeness is isclose, and allclose: |a - b| <= atol + rtol*|b|.
func closeness(name string, all bool) eval.BuiltinFunc {
	return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var x, y eval.Value
		rtol, atol, nan := 1e-5, 1e-8, false
		if err := eval.UnpackArgs(name, args, kw, "a", &x, "b", &y, "rtol?", &rtol, "atol?", &atol, "equal_nan?", &nan); err != nil {
			return nil, err
		}
		near := func(u, v float64) bool {
			return u == v || nan && u != u && v != v ||
				!math.IsInf(u, 0) && !math.IsInf(v, 0) && math.Abs(u-v) <= atol+float64(rtol*math.Abs(v))
		}
		if u, ok := number(x); ok {
			if v, ok := number(y); ok {
				return eval.Bool(near(u, v)), nil
			}
		}
		a, err := from(th, x)
		if err != nil {
			return nil, err
		}
		b, err := from(th, y)
		if err != nil {
			return nil, err
		}
		if a, err = a.floats(th); err != nil {
			return nil, err
		}
		if b, err = b.floats(th); err != nil {
			return nil, err
		}
		shape, pa, pb, err := pairs(th, a, b)
		if err != nil {
			return nil, err
		}
		out, err := newArray(th, kindBool, shape)
		if err != nil {
			return nil, err
		}
		for n := range pa {
			if near(a.f[pa[n]], b.f[pb[n]]) {
				out.i[n] = 1
			} else if all {
				return eval.False, nil
			}
		}
		if all {
			return eval.True, nil
		}
		return out.scalar(), nil
	}
}

func linalgFunctions() map[string]eval.BuiltinFunc {
	return map[string]eval.BuiltinFunc{
		"det": withArray("det", func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) { return det(th, a) }),
		"inv": withArray("inv", func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) {
			if len(a.shape) != 2 {
				return nil, eval.RaiseType(linAlgError, "Last 2 dimensions of the array must be square")
			}
			one, err := identity(th, a.shape[0], a.shape[0], 0, kindFloat)
			if err != nil {
				return nil, err
			}
			return solveLinear(th, a, one)
		}),
		"solve":       ofTwo("solve", "a", "b", solveLinear),
		"matrix_rank": withArray("matrix_rank", func(th *eval.Thread, a *Array, _ values, _ kwargs) (eval.Value, error) { return rank(th, a) }),
		"matrix_power": withArray("matrix_power", func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var n int64
			if err := eval.UnpackArgs("matrix_power", args, kw, "n", &n); err != nil {
				return nil, err
			}
			return power(th, a, n)
		}),
		"norm": withArray("norm", func(th *eval.Thread, a *Array, args values, kw kwargs) (eval.Value, error) {
			var ord, axis eval.Value
			if err := eval.UnpackArgs("norm", args, kw, "ord?", &ord, "axis?", &axis); err != nil {
				return nil, err
			}
			return norm(th, a, ord, axis)
		}),
	}
}
