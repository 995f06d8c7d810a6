package flatzinc

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// within reports whether bounds can be computed with further without overflow.
func within(o operand) bool { return o.lo >= -most && o.hi <= most }

// arithmetic writes an Int. What is too large is refused by the caller, who sees the bounds.
func (w *writer) arithmetic(t model.Term, args []operand) (operand, error) {
	p := w.p
	switch op := p.Op(t); op {
	case model.OpIf:
		c, a, b := args[0], args[1], args[2]
		if a.text == "1" && b.text == "0" {
			return w.count(c), nil
		}
		r := w.int(min(a.lo, b.lo), max(a.hi, b.hi))
		w.clause([]operand{w.reified("int_eq_reif", r, a)}, []operand{c})
		w.clause([]operand{w.reified("int_eq_reif", r, b), c}, nil)
		return r, nil
	case model.OpAdd:
		return w.linear(slices.Repeat([]int64{1}, len(args)), args), nil
	case model.OpSub:
		return w.linear([]int64{1, -1}, args), nil
	case model.OpNeg:
		return w.linear([]int64{-1}, args), nil
	case model.OpMul:
		r := args[0]
		for _, a := range args[1:] {
			r = w.product(r, a)
		}
		return r, nil
	case model.OpIntDiv, model.OpMod:
		q, r := w.divide(args[0], args[1])
		if op == model.OpMod {
			return r, nil
		}
		return q, nil
	case model.OpPow:
		return w.power(t, args[0], args[1])
	case model.OpAbs:
		a := args[0]
		r := w.int(0, max(-a.lo, a.hi))
		w.constraint("int_abs", a, r)
		return r, nil
	case model.OpMin, model.OpMax:
		r := args[0]
		for _, a := range args[1:] {
			next := operand{}
			if op == model.OpMin {
				next = w.int(min(r.lo, a.lo), min(r.hi, a.hi))
				w.constraint("int_min", r, a, next)
			} else {
				next = w.int(max(r.lo, a.lo), max(r.hi, a.hi))
				w.constraint("int_max", r, a, next)
			}
			r = next
		}
		return r, nil
	}
	return operand{}, w.unsupported("the operator "+p.Op(t).String(), p.Format(t), "use another engine")
}

// linear is a sum with factors of 1 and -1.
func (w *writer) linear(factors []int64, args []operand) operand {
	var lo, hi int64
	for i, a := range args {
		if factors[i] > 0 {
			lo, hi = lo+a.lo, hi+a.hi
		} else {
			lo, hi = lo-a.hi, hi-a.lo
		}
	}
	r := operand{lo: lo, hi: hi}
	if !within(r) {
		return r
	}
	r = w.int(lo, hi)
	w.constraint("int_lin_eq", numbers(append(factors, -1)), list(append(slices.Clone(args), r)), num(0))
	return r
}

func (w *writer) product(a, b operand) operand {
	if !within(a) || !within(b) {
		return operand{lo: -most - 1, hi: most + 1}
	}
	ends := []int64{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}
	r := operand{lo: slices.Min(ends), hi: slices.Max(ends)}
	if !within(r) {
		return r
	}
	r = w.int(r.lo, r.hi)
	w.constraint("int_times", a, b, r)
	return r
}

// divide gives the Euclidean quotient and remainder: FlatZinc's own round towards zero. By zero it divides by 1 instead: terms
// are guarded, so any value will do, but there must be one.
func (w *writer) divide(a, b operand) (q, r operand) {
	if b.lo <= 0 && b.hi >= 0 {
		zero := w.reified("int_eq_reif", b, num(0))
		d := w.int(min(b.lo, 1), max(b.hi, 1))
		w.clause([]operand{w.reified("int_eq_reif", d, num(1))}, []operand{zero})
		w.clause([]operand{w.reified("int_eq_reif", d, b), zero}, nil)
		w.constraint("int_ne", d, num(0))
		b = d
	}
	size := w.int(1, max(-b.lo, b.hi, 1))
	w.constraint("int_abs", b, size)
	far := max(-a.lo, a.hi) + 1
	q, r = w.int(-far, far), w.int(0, size.hi-1)
	w.constraint("int_lt", r, size)
	// q*b lies within a - r, so it needs no more room than that.
	product := w.int(a.lo-r.hi, a.hi)
	w.constraint("int_times", q, b, product)
	w.constraint("int_lin_eq", numbers([]int64{1, 1, -1}), list([]operand{product, r, a}), num(0))
	return q, r
}

// mostExponent is the largest exponent that is written out.
const mostExponent = 64

// power is a product for each exponent that is possible.
func (w *writer) power(t model.Term, base, exponent operand) (operand, error) {
	if exponent.lo < -mostExponent || exponent.hi > mostExponent {
		return operand{}, w.unsupported("powers with an exponent that may be large", w.p.Format(t), "bound the exponent's domain")
	}
	powers := map[int64]operand{}
	for n, product := int64(0), num(1); n <= exponent.hi; n++ {
		if n == 1 {
			product = base
		} else if n > 1 {
			product = w.product(product, base)
		}
		if !within(product) {
			return product, nil
		}
		powers[n] = product
	}
	r := num(0) // to a negative power: no value, guarded
	lo, hi := r.lo, r.hi
	for n := max(exponent.lo, 0); n <= exponent.hi; n++ {
		lo, hi = min(lo, powers[n].lo), max(hi, powers[n].hi)
	}
	if exponent.lo == exponent.hi {
		if exponent.lo < 0 {
			return r, nil
		}
		return powers[exponent.lo], nil
	}
	r = w.int(lo, hi)
	for n := exponent.lo; n <= exponent.hi; n++ {
		value := num(0)
		if n >= 0 {
			value = powers[n]
		}
		w.clause([]operand{w.reified("int_eq_reif", r, value)}, []operand{w.reified("int_eq_reif", exponent, num(n))})
	}
	return r, nil
}
