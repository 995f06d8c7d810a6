package numpy

import (
	"maps"
	"math"
	"math/big"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// Modules makes numpy and its parts numpy.linalg and numpy.random.
func Modules() []*eval.Module {
	inLinalg := builtins(linalgFunctions())
	inLinalg["LinAlgError"] = linAlgError
	linalg := eval.NewModule("numpy.linalg", inLinalg)
	random := builtins(randomFunctions())
	generator := eval.NewModule("Generator", builtins(randomFunctions()))
	for _, name := range []string{"default_rng", "RandomState"} {
		random[name] = eval.NewBuiltin(name, func(*eval.Thread, values, kwargs) (eval.Value, error) { return generator, nil })
	}
	randomModule := eval.NewModule("numpy.random", random)
	attrs := builtins(creation())
	maps.Copy(attrs, builtins(functions()))
	maps.Copy(attrs, ufuncs())
	maps.Copy(attrs, scalarTypes())
	attrs["linalg"], attrs["random"] = linalg, randomModule
	attrs["pi"], attrs["e"], attrs["inf"], attrs["nan"] = eval.Float(math.Pi), eval.Float(math.E), eval.Float(math.Inf(1)), eval.Float(math.NaN())
	attrs["newaxis"] = eval.None
	return []*eval.Module{eval.NewModule("numpy", attrs), linalg, randomModule}
}

func builtins(fns map[string]eval.BuiltinFunc) map[string]eval.Value {
	out := make(map[string]eval.Value, len(fns))
	for name, fn := range fns {
		out[name] = eval.NewBuiltin(name, fn)
	}
	return out
}

// shapeArg reads a shape: a number, or a list of them.
func shapeArg(th *eval.Thread, v eval.Value) ([]int, error) {
	if n, ok := eval.AsInt64(v); ok {
		return []int{int(min(max(n, -1<<40), 1<<40))}, nil
	}
	elems, ok, err := parts(th, v)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, eval.Raise("TypeError", "a shape is an int or a tuple of ints, not a value of type '%s'", v.TypeName())
	}
	shape := []int{}
	for _, e := range elems {
		n, ok := eval.AsInt64(e)
		if !ok {
			return nil, eval.Raise("TypeError", "a shape is an int or a tuple of ints")
		}
		shape = append(shape, int(min(max(n, -1<<40), 1<<40)))
	}
	return shape, nil
}

// filled makes zeros, ones and full.
func filled(th *eval.Thread, shape eval.Value, v eval.Value, dt eval.Value, def kind) (eval.Value, error) {
	s, err := shapeArg(th, shape)
	if err != nil {
		return nil, err
	}
	k, err := kindArg(dt, def)
	if err != nil {
		return nil, err
	}
	a, err := newArray(th, k, s)
	if err != nil {
		return nil, err
	}
	for i := range a.size() {
		if err := a.set(th, i, v); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func creation() map[string]eval.BuiltinFunc {
	constant := func(name string, v int64) eval.BuiltinFunc {
		return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var shape, dt eval.Value
			if err := eval.UnpackArgs(name, args, kw, "shape", &shape, "dtype?", &dt); err != nil {
				return nil, err
			}
			return filled(th, shape, eval.MakeInt(v), dt, kindFloat)
		}
	}
	like := func(name string, v eval.Value) eval.BuiltinFunc {
		return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
			var a *Array
			var dt eval.Value
			val, pairs := v, []any{"a", &a, "dtype?", &dt}
			if v == nil {
				pairs = []any{"a", &a, "fill_value", &val, "dtype?", &dt}
			}
			if err := unpack(th, name, args, kw, pairs...); err != nil {
				return nil, err
			}
			return filled(th, shapeValue(a.shape), val, dt, a.kind)
		}
	}
	return map[string]eval.BuiltinFunc{
		"array": array("array", true), "asarray": array("asarray", false),
		"zeros": constant("zeros", 0), "ones": constant("ones", 1), "empty": constant("empty", 0),
		"zeros_like": like("zeros_like", eval.MakeInt(0)), "ones_like": like("ones_like", eval.MakeInt(1)),
		"empty_like": like("empty_like", eval.MakeInt(0)), "full_like": like("full_like", nil),
		"full": full,
		"eye":  eye("eye"), "identity": eye("identity"),
		"arange":   arange,
		"linspace": linspace,
	}
}

// array makes array and asarray, which copies only what it must.
func array(name string, copies bool) eval.BuiltinFunc {
	return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var x, dt, order, ndmin eval.Value
		cp := copies
		if err := eval.UnpackArgs(name, args, kw, "object", &x, "dtype?", &dt, "*copy?", &cp, "order?", &order, "ndmin?", &ndmin); err != nil {
			return nil, err
		}
		if it, ok := x.(eval.Iterable); ok {
			switch x.(type) {
			case *eval.List, *eval.Tuple, *eval.Range, *Array, *eval.Set, *eval.Dict:
			default: // a group of symbols, say
				elems, err := eval.ToSlice(th, it)
				if err != nil {
					return nil, err
				}
				x = eval.NewList(elems...)
			}
		}
		a, err := from(th, x)
		if err != nil {
			return nil, err
		}
		k, err := kindArg(dt, a.kind)
		if err != nil {
			return nil, err
		}
		if k != a.kind || cp && eval.Value(a) == x {
			a, err = a.copy(th, k)
		}
		return a, err
	}
}

func eye(name string) eval.BuiltinFunc {
	return func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var n, k int
		var m, dt eval.Value
		if err := eval.UnpackArgs(name, args, kw, "N", &n, "M?", &m, "k?", &k, "dtype?", &dt); err != nil {
			return nil, err
		}
		cols := n
		if c, ok := eval.AsInt64(m); ok {
			cols = int(c)
		}
		as, err := kindArg(dt, kindFloat)
		if err != nil {
			return nil, err
		}
		return identity(th, n, cols, k, as)
	}
}

func full(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var shape, v, dt eval.Value
	if err := eval.UnpackArgs("full", args, kw, "shape", &shape, "fill_value", &v, "dtype?", &dt); err != nil {
		return nil, err
	}
	return filled(th, shape, v, dt, kindOf(v))
}

func linspace(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var start, stop float64
	num, endpoint, retstep := 50, true, false
	var dt eval.Value
	if err := eval.UnpackArgs("linspace", args, kw, "start", &start, "stop", &stop, "num?", &num, "endpoint?", &endpoint, "retstep?", &retstep, "dtype?", &dt); err != nil {
		return nil, err
	}
	if num < 0 {
		return nil, eval.Raise("ValueError", "Number of samples, %d, must be non-negative.", num)
	}
	a, err := newArray(th, kindFloat, []int{num})
	if err != nil {
		return nil, err
	}
	div := num
	if endpoint {
		div--
	}
	step := math.NaN()
	if div > 0 {
		step = (stop - start) / float64(div)
	}
	for i := range a.f {
		if div > 0 {
			a.f[i] = float64(float64(i)*step) + start
		} else {
			a.f[i] = start
		}
	}
	if endpoint && num > 1 {
		a.f[num-1] = stop
	}
	var out eval.Value = a
	if k, err := kindArg(dt, kindFloat); err != nil {
		return nil, err
	} else if k != kindFloat {
		if out, err = a.copy(th, k); err != nil {
			return nil, err
		}
	}
	if retstep {
		return eval.NewTuple(out, eval.Float(step)), nil
	}
	return out, nil
}

func shapeValue(shape []int) eval.Value {
	out := make(values, len(shape))
	for i, d := range shape {
		out[i] = eval.MakeInt(int64(d))
	}
	return eval.NewTuple(out...)
}

func arange(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
	var start, stop, step, dt eval.Value
	if err := eval.UnpackArgs("arange", args, kw, "start", &start, "stop?", &stop, "step?", &step, "dtype?", &dt); err != nil {
		return nil, err
	}
	if isNone(stop) {
		start, stop = eval.MakeInt(0), start
	}
	if isNone(step) {
		step = eval.MakeInt(1)
	}
	k, err := kindArg(dt, max(kindOf(start), kindOf(stop), kindOf(step), kindInt))
	if err != nil {
		return nil, err
	}
	lo, ok1, err1 := eval.AsFloat(start)
	hi, ok2, err2 := eval.AsFloat(stop)
	by, ok3, err3 := eval.AsFloat(step)
	if !ok1 || !ok2 || !ok3 || err1 != nil || err2 != nil || err3 != nil {
		return nil, eval.Raise("TypeError", "arange() takes numbers")
	}
	if by == 0 {
		return nil, eval.Raise("ZeroDivisionError", "division by zero")
	}
	count := math.Ceil((hi - lo) / by)
	if !(count < 1<<40) {
		return nil, eval.Raise("ValueError", "Maximum allowed size exceeded")
	}
	n := int(max(count, 0))
	a, err := newArray(th, k, []int{n})
	if err != nil {
		return nil, err
	}
	delta := (lo + by) - lo // numpy counts on from the first two
	for i := range n {
		if k == kindFloat {
			a.f[i] = lo + float64(float64(i)*delta)
			continue
		}
		s, _ := whole(start)
		d, ok := whole(step)
		if !ok {
			d = int64(lo+by) - int64(lo)
		}
		if err := a.set(th, i, eval.MakeInt(s+int64(i)*d)); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// ufuncs are the functions that go element by element.
func ufuncs() map[string]eval.Value {
	out := ufuncTable{}
	out.ofFloats()
	out.ofSigns()
	out.ofTwo()
	return out
}

// ufuncTable is a table of ufuncs being made.
type ufuncTable map[string]eval.Value

// one adds a function of one array.
func (out ufuncTable) one(name string, fn func(th *eval.Thread, a *Array) (eval.Value, error)) *eval.Builtin {
	b := eval.NewBuiltin(name, func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		var a *Array
		if err := unpack(th, name, args, kw, "x", &a); err != nil {
			return nil, err
		}
		return fn(th, a)
	})
	out[name] = b
	return b
}

// ofFloats adds functions of floats.
func (out ufuncTable) ofFloats() {
	for name, f := range map[string]func(float64) float64{
		"sqrt": math.Sqrt, "exp": eval.Exp, "sin": eval.Sin, "cos": eval.Cos, "tan": eval.Tan, "arcsin": eval.Asin, "arccos": eval.Acos,
		"arctan": eval.Atan, "log": nonNegative(eval.Log), "cbrt": math.Cbrt,
		"log2":  nonNegative(func(x float64) float64 { return eval.LogBase2Or10(x, 2) }),
		"log10": nonNegative(func(x float64) float64 { return eval.LogBase2Or10(x, 10) }),
		"log1p": func(x float64) float64 { return nonNegative(eval.Log)(1 + x) },
		"expm1": func(x float64) float64 { return eval.Exp(x) - 1 },
		"sinh":  func(x float64) float64 { return (eval.Exp(x) - eval.Exp(-x)) / 2 },
		"cosh":  func(x float64) float64 { return (eval.Exp(x) + eval.Exp(-x)) / 2 },
		"fabs":  math.Abs, "rint": math.RoundToEven,
		"deg2rad": func(x float64) float64 { return x * (math.Pi / 180) }, "radians": func(x float64) float64 { return x * (math.Pi / 180) },
		"rad2deg": func(x float64) float64 { return x * (180 / math.Pi) }, "degrees": func(x float64) float64 { return x * (180 / math.Pi) },
	} {
		b := out.one(name, func(th *eval.Thread, a *Array) (eval.Value, error) { return a.mapFloats(th, f) })
		b.Real.One = func(x float64) (float64, bool) { return f(x), true }
		plainly(b, func(v eval.Value) eval.Value {
			if x, ok := number(v); ok {
				return eval.Float(f(x))
			}
			return nil
		})
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "trunc": math.Trunc, "fix": math.Trunc} {
		plainly(out.one(name, func(th *eval.Thread, a *Array) (eval.Value, error) {
			if a.kind <= kindInt {
				return a.copy(th, a.kind)
			}
			return a.mapFloats(th, f)
		}), func(v eval.Value) eval.Value {
			switch x := v.(type) {
			case eval.Int:
				return x
			case eval.Float:
				return eval.Float(f(float64(x)))
			}
			return nil
		})
	}
	for name, f := range map[string]func(float64) bool{
		"isnan": math.IsNaN, "isinf": func(x float64) bool { return math.IsInf(x, 0) },
		"isfinite": func(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) },
	} {
		out.one(name, func(th *eval.Thread, a *Array) (eval.Value, error) { return a.test(th, f) })
	}
}

// ofSigns adds those that keep the kind of what they get: signs, and not.
func (out ufuncTable) ofSigns() {
	unary := func(op eval.Op) func(th *eval.Thread, a *Array) (eval.Value, error) {
		return func(th *eval.Thread, a *Array) (eval.Value, error) {
			v, err := a.UnaryOp(th, op)
			if x, ok := v.(*Array); ok {
				v = x.scalar()
			}
			return v, err
		}
	}
	for _, name := range []string{"abs", "absolute"} {
		b := out.one(name, unary(eval.OpAbs))
		b.Real = eval.RealFunc{One: func(x float64) (float64, bool) { return math.Abs(x), true }, Floats: true}
		plainly(b, func(v eval.Value) eval.Value {
			switch x := v.(type) {
			case eval.Int:
				return max(x, -x)
			case eval.Float:
				return eval.Float(math.Abs(float64(x)))
			}
			return nil
		})
	}
	out.one("negative", unary(eval.OpNeg))
	out.one("invert", unary(eval.OpInvert))
	out.one("square", func(th *eval.Thread, a *Array) (eval.Value, error) { return binary(th, eval.OpMul, a, a) })
	out.one("reciprocal", func(th *eval.Thread, a *Array) (eval.Value, error) {
		return binary(th, eval.OpDiv, &Array{kind: kindFloat, f: []float64{1}}, a)
	})
	b := out.one("sign", func(th *eval.Thread, a *Array) (eval.Value, error) {
		switch a.kind {
		case kindFloat:
			return a.mapFloats(th, sign)
		case kindObject:
			return a.mapValues(th, func(v eval.Value) (eval.Value, error) {
				f, err := eval.ToFloat(th, v)
				if err != nil {
					return nil, err
				}
				return eval.MakeInt(int64(sign(float64(f.(eval.Float))))), nil
			})
		}
		return a.mapInts(th, kindInt, func(x int64) int64 { return int64(sign(float64(x))) })
	})
	b.Real = eval.RealFunc{One: func(x float64) (float64, bool) { return sign(x), true }, Floats: true}
	plainly(b, func(v eval.Value) eval.Value {
		switch x := v.(type) {
		case eval.Int:
			return eval.MakeInt(int64(sign(float64(x))))
		case eval.Float:
			return eval.Float(sign(float64(x)))
		}
		return nil
	})
	out.one("logical_not", func(th *eval.Thread, a *Array) (eval.Value, error) {
		return truths(th, a, a, func(x, _ bool) bool { return !x })
	})
}

// ofTwo adds those of two arrays, or an array and a number.
func (out ufuncTable) ofTwo() {
	two := func(name string, fn func(th *eval.Thread, a, b *Array) (eval.Value, error)) {
		out[name] = eval.NewBuiltin(name, ofTwo(name, "x1", "x2", fn))
	}
	for name, op := range map[string]eval.Op{
		"add": eval.OpAdd, "subtract": eval.OpSub, "multiply": eval.OpMul, "divide": eval.OpDiv, "true_divide": eval.OpDiv, "floor_divide": eval.OpFloorDiv,
		"mod": eval.OpMod, "remainder": eval.OpMod, "power": eval.OpPow, "bitwise_and": eval.OpAnd, "bitwise_or": eval.OpOr, "bitwise_xor": eval.OpXor,
	} {
		two(name, func(th *eval.Thread, a, b *Array) (eval.Value, error) { return binary(th, op, a, b) })
	}
	for name, op := range map[string]eval.Op{
		"equal": eval.OpEq, "not_equal": eval.OpNe, "less": eval.OpLt, "less_equal": eval.OpLe, "greater": eval.OpGt, "greater_equal": eval.OpGe,
	} {
		two(name, func(th *eval.Thread, a, b *Array) (eval.Value, error) { return compare(th, op, a, b) })
	}
	for name, f := range map[string]func(x, y bool) bool{
		"logical_and": func(x, y bool) bool { return x && y }, "logical_or": func(x, y bool) bool { return x || y },
		"logical_xor": func(x, y bool) bool { return x != y },
	} {
		two(name, func(th *eval.Thread, a, b *Array) (eval.Value, error) { return truths(th, a, b, f) })
	}
	two("maximum", func(th *eval.Thread, a, b *Array) (eval.Value, error) { return chosen(th, a, b, eval.OpGt) })
	two("minimum", func(th *eval.Thread, a, b *Array) (eval.Value, error) { return chosen(th, a, b, eval.OpLt) })
	for name, f := range map[string]func(x, y float64) float64{
		"arctan2": eval.Atan2, "fmod": math.Mod, "copysign": math.Copysign,
		"hypot": func(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) },
	} {
		two(name, func(th *eval.Thread, a, b *Array) (eval.Value, error) {
			return paired(th, name, a, b, kindFloat, func(out *Array, n, i, j int) { out.f[n] = f(a.float(i), b.float(j)) })
		})
	}
	for name, lcm := range map[string]bool{"gcd": false, "lcm": true} {
		two(name, func(th *eval.Thread, a, b *Array) (eval.Value, error) {
			return paired(th, name, a, b, kindInt, func(out *Array, n, i, j int) {
				x, y := a.i[i], b.i[j]
				g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(big.NewInt(x)), new(big.Int).Abs(big.NewInt(y))).Int64()
				if lcm && g != 0 {
					g = int64(math.Abs(float64(x/g))) * int64(math.Abs(float64(y)))
				}
				out.i[n] = g
			})
		})
	}
}

// paired makes an array of a kind from the elements i and j of two that stand at the same place n; both hold numbers of that kind.
func paired(th *eval.Thread, name string, a, b *Array, k kind, set func(out *Array, n, i, j int)) (eval.Value, error) {
	shape, pa, pb, err := pairs(th, a, b)
	if err != nil {
		return nil, err
	}
	if a.kind > k || b.kind > k {
		return nil, eval.Raise("TypeError", "%s() takes %s", name, map[kind]string{kindInt: "ints", kindFloat: "numbers"}[k])
	}
	out, err := newArray(th, k, shape)
	if err != nil {
		return nil, err
	}
	for n := range pa {
		set(out, n, pa[n], pb[n])
	}
	return out.scalar(), nil
}

// plainly has a function answer for a plain number without making an array of it.
func plainly(b *eval.Builtin, f func(v eval.Value) eval.Value) {
	general := b.Fn
	b.Fn = func(th *eval.Thread, args values, kw kwargs) (eval.Value, error) {
		if len(args) == 1 && len(kw) == 0 {
			if v := f(args[0]); v != nil {
				return v, nil
			}
		}
		return general(th, args, kw)
	}
}

// number gives an int or a float.
func number(v eval.Value) (float64, bool) {
	switch v := v.(type) {
	case eval.Int:
		return float64(v), true
	case eval.Float:
		return float64(v), true
	}
	return 0, false
}

func nonNegative(f func(float64) float64) func(float64) float64 {
	return func(x float64) float64 {
		switch {
		case x == 0:
			return math.Inf(-1)
		case x < 0:
			return math.NaN()
		}
		return f(x)
	}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return x // 0, -0 or not a number
}

func truths(th *eval.Thread, a, b *Array, f func(x, y bool) bool) (eval.Value, error) {
	shape, pa, pb, err := pairs(th, a, b)
	if err != nil {
		return nil, err
	}
	out, err := newArray(th, kindBool, shape)
	if err != nil {
		return nil, err
	}
	for n := range pa {
		if f(a.truthAt(pa[n]), b.truthAt(pb[n])) {
			out.i[n] = 1
		}
	}
	return out.scalar(), nil
}

// chosen takes of each pair the element that is greater, or less.
func chosen(th *eval.Thread, a, b *Array, op eval.Op) (eval.Value, error) {
	shape, pa, pb, err := pairs(th, a, b)
	if err != nil {
		return nil, err
	}
	out, err := newArray(th, max(a.kind, b.kind), shape)
	if err != nil {
		return nil, err
	}
	for n := range pa {
		x, y := a.get(pa[n]), b.get(pb[n])
		v, err := eval.Compare(th, op, y, x)
		if err != nil {
			return nil, err
		}
		t, err := eval.Truth(th, v)
		if err != nil {
			return nil, err
		}
		if f, ok := y.(eval.Float); t || ok && f != f {
			x = y
		}
		if err := out.set(th, n, x); err != nil {
			return nil, err
		}
	}
	return out.scalar(), nil
}
