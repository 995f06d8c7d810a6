package numpy

import (
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// broadcast gives the shape that two shapes fit, by numpy's rule: axes from the last on are equal, or one is 1.
func broadcast(a, b []int) ([]int, error) {
	n := max(len(a), len(b))
	out := make([]int, n)
	for i := range n {
		x, y := 1, 1
		if k := i - (n - len(a)); k >= 0 {
			x = a[k]
		}
		if k := i - (n - len(b)); k >= 0 {
			y = b[k]
		}
		switch {
		case x == y || y == 1:
			out[i] = x
		case x == 1:
			out[i] = y
		default:
			return nil, eval.Raise("ValueError", "operands could not be broadcast together with shapes %s %s", shapeText(a), shapeText(b))
		}
	}
	return out, nil
}

// to gives a view of a shape that the array fits by broadcasting.
func (a *Array) to(shape []int) *Array {
	strides := make([]int, len(shape))
	for i := range shape {
		if k := i - (len(shape) - len(a.shape)); k >= 0 && a.shape[k] != 1 {
			strides[i] = a.strides[k]
		}
	}
	return a.view(a.off, shape, strides)
}

// pairs broadcasts two arrays to one shape and gives the places of their elements.
func pairs(th *eval.Thread, a, b *Array) (shape []int, pa, pb []int, err error) {
	if shape, err = broadcast(a.shape, b.shape); err != nil {
		return nil, nil, nil, err
	}
	n := size(shape)
	if n > th.Limits().Items {
		return nil, nil, nil, th.Alloc(math.MaxInt / 2)
	}
	if err = charge(th, n); err != nil {
		return nil, nil, nil, err
	}
	return shape, a.to(shape).flat(), b.to(shape).flat(), nil
}

// binary is a op b, element by element.
func binary(th *eval.Thread, op eval.Op, a, b *Array) (eval.Value, error) {
	shape, pa, pb, err := pairs(th, a, b)
	if err != nil {
		return nil, err
	}
	k := max(a.kind, b.kind)
	if k == kindObject {
		return objects(th, shape, pa, pb, func(i, j int) (eval.Value, error) { return eval.BinaryOp(th, op, a.get(i), b.get(j)) })
	}
	if k == kindBool {
		switch op {
		case eval.OpAnd, eval.OpOr, eval.OpXor:
		case eval.OpSub:
			return nil, eval.Raise("TypeError", "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator instead")
		default:
			k = kindInt
		}
		if op == eval.OpAdd || op == eval.OpMul {
			k = kindBool
		}
	}
	if op == eval.OpDiv {
		k = kindFloat
	}
	out, err := newArray(th, k, shape)
	if err != nil {
		return nil, err
	}
	if k == kindFloat {
		f := floatOp(op)
		if f == nil {
			return nil, eval.Raise("TypeError", "ufunc '%s' not supported for floats", op)
		}
		for n := range pa {
			out.f[n] = f(a.float(pa[n]), b.float(pb[n]))
		}
		return out.scalar(), nil
	}
	for n := range pa {
		x, y := a.i[pa[n]], b.i[pb[n]]
		v, ok := intOp(op, x, y)
		if !ok {
			if op == eval.OpPow {
				return nil, eval.Raise("ValueError", "Integers to negative integer powers are not allowed.")
			}
			return nil, eval.Raise("TypeError", "ufunc '%s' not supported for integers", op)
		}
		if k == kindBool && v != 0 {
			v = 1
		}
		out.i[n] = v
	}
	return out.scalar(), nil
}

// objects makes an array of what fn gives for each pair.
func objects(th *eval.Thread, shape, pa, pb []int, fn func(i, j int) (eval.Value, error)) (eval.Value, error) {
	out, err := newArray(th, kindObject, shape)
	if err != nil {
		return nil, err
	}
	for n := range pa {
		if out.o[n], err = fn(pa[n], pb[n]); err != nil {
			return nil, err
		}
	}
	return out.scalar(), nil
}

func floatOp(op eval.Op) func(x, y float64) float64 {
	switch op {
	case eval.OpAdd:
		return func(x, y float64) float64 { return x + y }
	case eval.OpSub:
		return func(x, y float64) float64 { return x - y }
	case eval.OpMul:
		return func(x, y float64) float64 { return x * y }
	case eval.OpDiv:
		return func(x, y float64) float64 { return x / y }
	case eval.OpFloorDiv:
		return func(x, y float64) float64 {
			if y == 0 {
				return x / y
			}
			v, _ := eval.BinaryOp(nil, eval.OpFloorDiv, eval.Float(x), eval.Float(y))
			return float64(v.(eval.Float))
		}
	case eval.OpMod:
		return floatMod
	case eval.OpPow:
		return floatPow
	}
	return nil
}

func floatMod(x, y float64) float64 {
	if y == 0 {
		return math.NaN()
	}
	v, _ := eval.BinaryOp(nil, eval.OpMod, eval.Float(x), eval.Float(y))
	return float64(v.(eval.Float))
}

func floatPow(x, y float64) float64 {
	v, err := eval.BinaryOp(nil, eval.OpPow, eval.Float(x), eval.Float(y))
	if err != nil {
		switch {
		case x == 0:
			return math.Inf(1)
		case x < 0 && y != math.Trunc(y):
			return math.NaN()
		}
		return math.Inf(1)
	}
	return float64(v.(eval.Float))
}

// intOp computes with 64 bits, wrapping around as numpy does.
func intOp(op eval.Op, x, y int64) (int64, bool) {
	switch op {
	case eval.OpAdd:
		return x + y, true
	case eval.OpSub:
		return x - y, true
	case eval.OpMul:
		return x * y, true
	case eval.OpFloorDiv, eval.OpMod:
		if y == 0 {
			return 0, true
		}
		if y == -1 { // the least int has no positive counterpart
			if op == eval.OpMod {
				return 0, true
			}
			return -x, true
		}
		q, m := x/y, x%y
		if m != 0 && (m < 0) != (y < 0) {
			q, m = q-1, m+y
		}
		if op == eval.OpMod {
			return m, true
		}
		return q, true
	case eval.OpPow:
		if y < 0 {
			return 0, false
		}
		r := int64(1)
		for ; y > 0; y >>= 1 {
			if y&1 == 1 {
				r *= x
			}
			x *= x
		}
		return r, true
	case eval.OpAnd:
		return x & y, true
	case eval.OpOr:
		return x | y, true
	case eval.OpXor:
		return x ^ y, true
	case eval.OpLShift:
		return x << uint64(min(max(y, 0), 64)), true
	case eval.OpRShift:
		return x >> uint64(min(max(y, 0), 63)), true
	}
	return 0, false
}

// compare is a op b, element by element: truth values, or terms where elements are terms.
func compare(th *eval.Thread, op eval.Op, a, b *Array) (eval.Value, error) {
	shape, pa, pb, err := pairs(th, a, b)
	if err != nil {
		return nil, err
	}
	if max(a.kind, b.kind) == kindObject {
		plain := true
		v, err := objects(th, shape, pa, pb, func(i, j int) (eval.Value, error) {
			v, err := eval.Compare(th, op, a.get(i), b.get(j))
			if _, ok := v.(eval.Bool); !ok {
				plain = false
			}
			return v, err
		})
		if o, ok := v.(*Array); ok && plain && err == nil {
			return o.copy(th, kindBool)
		}
		return v, err
	}
	out, err := newArray(th, kindBool, shape)
	if err != nil {
		return nil, err
	}
	if max(a.kind, b.kind) == kindFloat {
		for n := range pa {
			if holds(op, a.float(pa[n]), b.float(pb[n])) {
				out.i[n] = 1
			}
		}
		return out.scalar(), nil
	}
	for n := range pa {
		if holds(op, a.i[pa[n]], b.i[pb[n]]) {
			out.i[n] = 1
		}
	}
	return out.scalar(), nil
}

func holds[N int64 | float64](op eval.Op, x, y N) bool {
	switch op {
	case eval.OpEq:
		return x == y
	case eval.OpNe:
		return x != y
	case eval.OpLt:
		return x < y
	case eval.OpLe:
		return x <= y
	case eval.OpGt:
		return x > y
	}
	return x >= y
}

// BinaryOp is element by element; @ is the matrix product.
func (a *Array) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	b, err := from(th, other)
	if err != nil {
		return nil, err
	}
	x, y := a, b
	if reflected {
		x, y = b, a
	}
	if op == eval.OpMatMul {
		return matmul(th, x, y)
	}
	return binary(th, op, x, y)
}

// CompareOp is element by element.
func (a *Array) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	if _, ok := other.(eval.NoneType); ok {
		b := &Array{kind: kindObject, o: values{other}}
		return compare(th, op, a, b)
	}
	b, err := from(th, other)
	if err != nil {
		return nil, err
	}
	return compare(th, op, a, b)
}

// UnaryOp is element by element.
func (a *Array) UnaryOp(th *eval.Thread, op eval.Op) (eval.Value, error) {
	switch {
	case op == eval.OpInvert && a.kind == kindBool:
		return a.mapInts(th, kindBool, func(x int64) int64 { return 1 - x })
	case op == eval.OpInvert && a.kind == kindInt:
		return a.mapInts(th, kindInt, func(x int64) int64 { return ^x })
	case op == eval.OpPlus:
		return a.copy(th, a.kind)
	case op == eval.OpAbs && a.kind <= kindInt:
		return a.mapInts(th, a.kind, func(x int64) int64 {
			if x < 0 {
				return -x
			}
			return x
		})
	case op == eval.OpNeg && a.kind <= kindInt:
		return a.mapInts(th, kindInt, func(x int64) int64 { return -x })
	case op == eval.OpAbs && a.kind == kindFloat:
		return a.mapFloats(th, math.Abs)
	case op == eval.OpNeg && a.kind == kindFloat:
		return a.mapFloats(th, func(x float64) float64 { return -x })
	}
	return a.mapValues(th, func(v eval.Value) (eval.Value, error) { return eval.UnaryOp(th, op, v) })
}

func (a *Array) mapInts(th *eval.Thread, k kind, f func(int64) int64) (eval.Value, error) {
	out, err := newArray(th, k, a.shape)
	if err != nil {
		return nil, err
	}
	n := 0
	a.walk(func(p int) {
		out.i[n] = f(a.i[p])
		n++
	})
	return out.scalar(), nil
}

// mapFloats applies a function of floats to an array of numbers.
func (a *Array) mapFloats(th *eval.Thread, f func(float64) float64) (eval.Value, error) {
	if a.kind == kindObject {
		b, err := a.copy(th, kindFloat)
		if err != nil {
			return nil, err
		}
		a = b
	}
	out, err := newArray(th, kindFloat, a.shape)
	if err != nil {
		return nil, err
	}
	n := 0
	a.walk(func(p int) {
		out.f[n] = f(a.float(p))
		n++
	})
	return out.scalar(), nil
}

func (a *Array) mapValues(th *eval.Thread, f func(eval.Value) (eval.Value, error)) (eval.Value, error) {
	places := a.flat()
	return objects(th, a.shape, places, places, func(i, _ int) (eval.Value, error) { return f(a.get(i)) })
}

// test makes truth values of floats.
func (a *Array) test(th *eval.Thread, f func(float64) bool) (eval.Value, error) {
	out, err := newArray(th, kindBool, a.shape)
	if err != nil {
		return nil, err
	}
	if a.kind == kindObject {
		if a, err = a.copy(th, kindFloat); err != nil {
			return nil, err
		}
	}
	n := 0
	a.walk(func(p int) {
		if f(a.float(p)) {
			out.i[n] = 1
		}
		n++
	})
	return out.scalar(), nil
}
