package numpy

import (
	"math"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// matmul is a @ b of vectors, matrices, and stacks of matrices.
func matmul(th *eval.Thread, a, b *Array) (eval.Value, error) {
	if len(a.shape) == 0 || len(b.shape) == 0 {
		return nil, eval.Raise("ValueError", "matmul: Input operand does not have enough dimensions")
	}
	rowVector, colVector := len(a.shape) == 1, len(b.shape) == 1
	if rowVector {
		a = a.atLeast(2)
	}
	if colVector {
		b = b.view(b.off, []int{b.shape[0], 1}, []int{b.strides[0], 0})
	}
	n := a.shape[len(a.shape)-1]
	if n != b.shape[len(b.shape)-2] {
		return nil, eval.Raise("ValueError", "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size %d is different from %d)", b.shape[len(b.shape)-2], n)
	}
	stack, err := broadcast(a.shape[:len(a.shape)-2], b.shape[:len(b.shape)-2])
	if err != nil {
		return nil, err
	}
	rows, cols := a.shape[len(a.shape)-2], b.shape[len(b.shape)-1]
	shape := append(append([]int(nil), stack...), rows, cols)
	if err := charge(th, min(size(shape), 1<<30)*max(n, 1)); err != nil {
		return nil, err
	}
	a, b = a.to(append(append([]int(nil), stack...), rows, n)), b.to(append(append([]int(nil), stack...), n, cols))
	out, err := newArray(th, sumKind(max(a.kind, b.kind)), shape)
	if err != nil {
		return nil, err
	}
	at := 0
	var tops []int
	k := len(stack)
	walk(stack, b.off, b.strides[:k], func(p int) { tops = append(tops, p) })
	s := 0
	walk(stack, a.off, a.strides[:k], func(pa int) {
		pb := tops[s]
		s++
		for i := range rows {
			for j := range cols {
				if err == nil {
					err = dotAt(th, out, at, a, pa+i*a.strides[k], a.strides[k+1], b, pb+j*b.strides[k+1], b.strides[k], n)
				}
				at++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	shape = out.shape
	if colVector {
		shape = shape[:len(shape)-1]
	}
	if rowVector {
		i := len(stack)
		shape = append(append([]int(nil), shape[:i]...), shape[i+1:]...)
	}
	return out.view(0, shape, rowMajor(shape)).scalar(), nil
}

// dotAt puts the product of a row and a column at a place of out.
func dotAt(th *eval.Thread, out *Array, at int, a *Array, pa, sa int, b *Array, pb, sb, n int) error {
	switch out.kind {
	case kindFloat:
		s := 0.0
		for i := range n {
			s += float64(a.float(pa+i*sa) * b.float(pb+i*sb))
		}
		out.f[at] = s
	case kindInt:
		s := int64(0)
		for i := range n {
			s += a.i[pa+i*sa] * b.i[pb+i*sb]
		}
		out.i[at] = s
	default:
		var s eval.Value = eval.MakeInt(0)
		for i := range n {
			v, err := eval.BinaryOp(th, eval.OpMul, a.get(pa+i*sa), b.get(pb+i*sb))
			if err == nil && i > 0 {
				v, err = eval.BinaryOp(th, eval.OpAdd, s, v)
			}
			if err != nil {
				return err
			}
			s = v
		}
		out.o[at] = s
	}
	return nil
}

// dot is np.dot: the product of scalars, vectors or matrices.
func dot(th *eval.Thread, a, b *Array) (eval.Value, error) {
	if len(a.shape) == 0 || len(b.shape) == 0 {
		return binary(th, eval.OpMul, a, b)
	}
	return matmul(th, a, b)
}

// square gives a square matrix of floats as rows of its own.
func square(th *eval.Thread, a *Array) ([][]float64, error) {
	if len(a.shape) != 2 || a.shape[0] != a.shape[1] {
		return nil, eval.RaiseType(linAlgError, "Last 2 dimensions of the array must be square")
	}
	n := a.shape[0]
	if err := th.Step(n * n * n); err != nil {
		return nil, err
	}
	x, err := a.copy(th, kindFloat)
	if err != nil {
		return nil, err
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = x.f[i*n : (i+1)*n]
	}
	return rows, nil
}

// eliminate brings a matrix into upper triangular form by rows, with partial pivoting, and does the same to right-hand sides. It gives the
// sign of the order of the rows, 0 where the matrix is singular.
func eliminate(m [][]float64, right [][]float64) float64 {
	sign := 1.0
	for c := range m {
		best := c
		for r := c + 1; r < len(m); r++ {
			if math.Abs(m[r][c]) > math.Abs(m[best][c]) {
				best = r
			}
		}
		if m[best][c] == 0 {
			return 0
		}
		if best != c {
			m[best], m[c] = m[c], m[best]
			if right != nil {
				right[best], right[c] = right[c], right[best]
			}
			sign = -sign
		}
		for r := c + 1; r < len(m); r++ {
			f := m[r][c] / m[c][c]
			if f == 0 {
				continue
			}
			m[r][c] = 0
			for k := c + 1; k < len(m); k++ {
				m[r][k] -= float64(f * m[c][k])
			}
			if right != nil {
				for k := range right[r] {
					right[r][k] -= float64(f * right[c][k])
				}
			}
		}
	}
	return sign
}

func det(th *eval.Thread, a *Array) (eval.Value, error) {
	m, err := square(th, a)
	if err != nil {
		return nil, err
	}
	sign, logs := eliminate(m, nil), 0.0
	if sign == 0 {
		return eval.Float(0), nil
	}
	for i := range m {
		if m[i][i] < 0 {
			sign = -sign
		}
		logs += eval.Log(math.Abs(m[i][i]))
	}
	return eval.Float(sign * eval.Exp(logs)), nil // as numpy does it, rounding and all
}

// solveLinear solves a x = b for one or several right-hand sides.
func solveLinear(th *eval.Thread, a, b *Array) (eval.Value, error) {
	m, err := square(th, a)
	if err != nil {
		return nil, err
	}
	n := len(m)
	if len(b.shape) < 1 || len(b.shape) > 2 || b.shape[0] != n {
		return nil, eval.Raise("ValueError", "solve: the right-hand side has the shape %s, the matrix %s", shapeText(b.shape), shapeText(a.shape))
	}
	cols := 1
	if len(b.shape) == 2 {
		cols = b.shape[1]
	}
	x, err := b.copy(th, kindFloat)
	if err != nil {
		return nil, err
	}
	if err := th.Step(n * n * cols); err != nil {
		return nil, err
	}
	right := make([][]float64, n)
	for i := range right {
		right[i] = append([]float64(nil), x.f[i*cols:(i+1)*cols]...)
	}
	if eliminate(m, right) == 0 {
		return nil, eval.RaiseType(linAlgError, "Singular matrix")
	}
	for c := range cols {
		for r := n - 1; r >= 0; r-- {
			s := right[r][c]
			for k := r + 1; k < n; k++ {
				s -= float64(m[r][k] * x.f[k*cols+c])
			}
			x.f[r*cols+c] = s / m[r][r]
		}
	}
	return x, nil
}

func identity(th *eval.Thread, n, cols, k int, as kind) (*Array, error) {
	a, err := newArray(th, as, []int{n, cols})
	if err != nil {
		return nil, err
	}
	for i := range n {
		if j := i + k; j >= 0 && j < cols {
			if err := a.set(th, i*cols+j, eval.MakeInt(1)); err != nil {
				return nil, err
			}
		}
	}
	return a, nil
}

// rank counts the rows that elimination leaves, up to rounding.
func rank(th *eval.Thread, a *Array) (eval.Value, error) {
	if len(a.shape) != 2 {
		a = a.atLeast(2)
	}
	rows, cols := a.shape[0], a.shape[1]
	if err := th.Step(rows * cols * min(rows, cols)); err != nil {
		return nil, err
	}
	x, err := a.copy(th, kindFloat)
	if err != nil {
		return nil, err
	}
	m := make([][]float64, rows)
	largest := 0.0
	for i := range m {
		m[i] = x.f[i*cols : (i+1)*cols]
		for _, v := range m[i] {
			largest = max(largest, math.Abs(v))
		}
	}
	limit := largest * float64(max(rows, cols)) * 0x1p-48
	r := 0
	for c := 0; c < cols && r < rows; c++ {
		best := r
		for i := r + 1; i < rows; i++ {
			if math.Abs(m[i][c]) > math.Abs(m[best][c]) {
				best = i
			}
		}
		if math.Abs(m[best][c]) <= limit {
			continue
		}
		m[best], m[r] = m[r], m[best]
		for i := r + 1; i < rows; i++ {
			f := m[i][c] / m[r][c]
			for k := c; k < cols; k++ {
				m[i][k] -= float64(f * m[r][k])
			}
		}
		r++
	}
	return eval.MakeInt(int64(r)), nil
}

// power is a matrix multiplied with itself.
func power(th *eval.Thread, a *Array, n int64) (eval.Value, error) {
	if len(a.shape) != 2 || a.shape[0] != a.shape[1] {
		return nil, eval.RaiseType(linAlgError, "Last 2 dimensions of the array must be square")
	}
	one, err := identity(th, a.shape[0], a.shape[0], 0, sumKind(a.kind))
	if err != nil {
		return nil, err
	}
	if n < 0 {
		v, err := solveLinear(th, a, one)
		if err != nil {
			return nil, err
		}
		a, n = v.(*Array), -n
		if one, err = one.copy(th, kindFloat); err != nil {
			return nil, err
		}
	}
	r := eval.Value(one)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			if r, err = matmul(th, r.(*Array), a); err != nil {
				return nil, err
			}
		}
		if n > 1 {
			v, err := matmul(th, a, a)
			if err != nil {
				return nil, err
			}
			a = v.(*Array)
		}
	}
	return r, nil
}

// norm is the square root of the sum of squares, the largest or the sum of the absolute values.
func norm(th *eval.Thread, a *Array, ord eval.Value, axis eval.Value) (eval.Value, error) {
	x, err := a.floats(th)
	if err != nil {
		return nil, err
	}
	how := 2.0
	if !isNone(ord) {
		f, ok, _ := eval.AsFloat(ord)
		if !ok || f != 1 && f != 2 && !math.IsInf(f, 0) || len(a.shape) != 1 && axis == nil {
			return nil, eval.Raise("ValueError", "norm() knows the orders 1, 2 and inf, of vectors")
		}
		how = f
	}
	return x.reduce(th, axis, false, kindFloat, func(l []int) (eval.Value, error) {
		d, at := make([]float64, len(l)), make([]int, len(l))
		best := 0.0
		if math.IsInf(how, -1) {
			best = math.Inf(1)
		}
		for i, p := range l {
			v := math.Abs(x.f[p])
			if how == 2 {
				d[i] = float64(v * v)
			} else {
				d[i] = v
			}
			at[i] = i
			if math.IsInf(how, -1) {
				best = min(best, v)
			} else {
				best = max(best, v)
			}
		}
		switch {
		case math.IsInf(how, 0):
			return eval.Float(best), nil
		case how == 1:
			return eval.Float(pairwise(at, d)), nil
		}
		return eval.Float(math.Sqrt(pairwise(at, d))), nil
	})
}

// linAlgError is numpy.linalg.LinAlgError; never changed.
var linAlgError = eval.NewException("LinAlgError", "ValueError")
