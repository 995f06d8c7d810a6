package reading

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/proof/clauses"
)

// value is what a term means: of a Bool, the literals of "it is true" and "it is false", both false where it has no value; of a
// number, a polynomial, and the literal of "it has a value".
type value struct {
	isBool  bool
	yes, no clauses.Lit
	p       poly
	def     clauses.Lit
	real    bool
	net     *net // of a graph, which has neither
}

// valid is the literal of "it has a value".
func (r *Reading) valid(v value) clauses.Lit {
	if v.isBool {
		return r.or(v.yes, v.no)
	}
	return v.def
}

func logical(yes, no clauses.Lit) value { return value{isBool: true, yes: yes, no: no} }

func sorted(m map[string]poly) []poly {
	var out []poly
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, m[k])
	}
	return out
}

// apply gives the meaning of an operator by those of its operands. It reads package model's definitions, which
// model.Check evaluates by; a power that Check calls too large to compute has its value here, so that nothing counts as a
// solution less.
func (r *Reading) apply(op model.Op, param int, args []value) (value, error) {
	if op.IsGraphQuery() {
		return r.query(op, args)
	}
	n := len(args)
	low, high := arity(op)
	if n < low || n > high {
		return value{}, fmt.Errorf("%v of %d operands", op, n)
	}
	bools := 0
	for _, a := range args {
		if a.net != nil {
			return value{}, fmt.Errorf("%v of a graph", op)
		}
		if a.isBool {
			bools++
		}
	}
	var ok bool
	switch op {
	case model.OpNot, model.OpAnd, model.OpOr, model.OpImplies, model.OpXor, model.OpAtMost, model.OpAtLeast:
		ok = bools == n
	case model.OpEq, model.OpNe, model.OpDistinct:
		ok = bools == 0 || bools == n
	case model.OpIf:
		ok = args[0].isBool && args[1].isBool == args[2].isBool
	default:
		ok = bools == 0
	}
	if !ok {
		return value{}, fmt.Errorf("%v of operands of these sorts", op)
	}
	if bools == n || op == model.OpIf && args[1].isBool {
		return r.logic(op, param, args), nil
	}
	if v, ok := r.relation(op, args); ok {
		return v, nil
	}
	return r.arithmetic(op, args)
}

// arity is how many operands an operator has.
func arity(op model.Op) (low, high int) {
	const many = 1 << 30
	switch op {
	case model.OpNot, model.OpNeg, model.OpAbs, model.OpToReal, model.OpToInt:
		return 1, 1
	case model.OpAnd, model.OpOr, model.OpDistinct, model.OpAtMost, model.OpAtLeast, model.OpAdd, model.OpMul, model.OpMin, model.OpMax:
		return 1, many
	case model.OpIf:
		return 3, 3
	}
	return 2, 2
}

// logic is an operator of Bools, in Kleene's logic.
func (r *Reading) logic(op model.Op, param int, args []value) value {
	ys, ns := make([]clauses.Lit, len(args)), make([]clauses.Lit, len(args))
	total := true
	for i, a := range args {
		ys[i], ns[i] = a.yes, a.no
		total = total && a.yes == a.no^1
	}
	switch op {
	case model.OpNot:
		return logical(ns[0], ys[0])
	case model.OpAnd:
		return logical(r.and(ys...), r.or(ns...))
	case model.OpOr:
		return logical(r.or(ys...), r.and(ns...))
	case model.OpImplies:
		return logical(r.or(ns[0], ys[1]), r.and(ys[0], ns[1]))
	case model.OpIf:
		if total {
			l := r.choice(ys[0], ys[1], ys[2])
			return logical(l, l^1)
		}
		return logical(r.or(r.and(ys[0], ys[1]), r.and(ns[0], ys[2])), r.or(r.and(ys[0], ns[1]), r.and(ns[0], ns[2])))
	case model.OpAtMost, model.OpAtLeast:
		possible := make([]clauses.Lit, len(ns)) // not sure to be false
		for i, l := range ns {
			possible[i] = l ^ 1
		}
		k := number(int64(param))
		if op == model.OpAtMost {
			return logical(r.below(r.counted(possible).minus(k), false), r.below(k.minus(r.counted(ys)), true))
		}
		return logical(r.below(k.minus(r.counted(ys)), false), r.below(r.counted(possible).minus(k), true))
	}
	// Equality, and what is made of it.
	all := clauses.True
	for _, a := range args {
		all = r.and(all, r.valid(a))
	}
	if op == model.OpDistinct && len(args) != 2 { // three truth values are never all different
		one := truth(len(args) == 1)
		return logical(r.and(all, one), r.and(all, one^1))
	}
	same, differ := r.or(r.and(ys[0], ys[1]), r.and(ns[0], ns[1])), r.or(r.and(ys[0], ns[1]), r.and(ns[0], ys[1]))
	if total {
		same = r.iff(ys[0], ys[1])
		differ = same ^ 1
	}
	if op == model.OpEq {
		return logical(same, differ)
	}
	return logical(differ, same)
}

// relation is an operator that compares numbers.
func (r *Reading) relation(op model.Op, args []value) (value, bool) {
	var l clauses.Lit
	switch op {
	case model.OpEq:
		l = r.zero(args[0].p.minus(args[1].p))
	case model.OpNe:
		l = r.zero(args[0].p.minus(args[1].p)) ^ 1
	case model.OpLt:
		l = r.below(args[0].p.minus(args[1].p), true)
	case model.OpLe:
		l = r.below(args[0].p.minus(args[1].p), false)
	case model.OpGt:
		l = r.below(args[1].p.minus(args[0].p), true)
	case model.OpGe:
		l = r.below(args[1].p.minus(args[0].p), false)
	case model.OpDistinct:
		ps := make([]poly, len(args))
		for i, a := range args {
			ps[i] = a.p
		}
		l = r.different(ps)
	default:
		return value{}, false
	}
	def := r.allDefined(args)
	return logical(r.and(l, def), r.and(l^1, def)), true
}

func (r *Reading) allDefined(args []value) clauses.Lit {
	ls := make([]clauses.Lit, len(args))
	for i, a := range args {
		ls[i] = a.def
	}
	return r.and(ls...)
}

// arithmetic is an operator that gives a number. Where it has no value, it is read as package model reads it in total terms.
func (r *Reading) arithmetic(op model.Op, args []value) (value, error) {
	if op == model.OpIf {
		c, x, y := args[0], args[1], args[2]
		def := r.or(r.and(c.yes, x.def), r.and(c.no, y.def))
		v := value{p: r.pick(c.yes, x.p, y.p), def: def, real: x.real}
		r.confine(v.p, r.present(x.p).join(r.present(y.p)))
		return v, nil
	}
	ps := make([]poly, len(args))
	spans := make([]span, len(args))
	for i, a := range args {
		ps[i] = a.p
		spans[i] = r.present(a.p)
	}
	v := value{def: r.allDefined(args), real: args[0].real}
	x := ps[0]
	out := everything()
	switch op {
	case model.OpAdd, model.OpMul:
		out = spans[0]
		for i, p := range ps[1:] {
			if op == model.OpAdd {
				x = x.plus(p, big.NewRat(1, 1))
				out = out.add(spans[i+1])
			} else {
				x = r.mul(x, p)
				out = out.mul(spans[i+1])
			}
		}
	case model.OpSub:
		x = x.minus(ps[1])
	case model.OpNeg:
		x = x.times(big.NewRat(-1, 1))
	case model.OpIntDiv:
		v.def = r.and(v.def, r.zero(ps[1])^1)
		x, out = r.quotient(x, ps[1]), spanOf(quotAtom, spans)
	case model.OpMod:
		v.def = r.and(v.def, r.zero(ps[1])^1)
		x, out = r.remainder(x, ps[1]), spanOf(restAtom, spans)
	case model.OpRealDiv:
		v.def = r.and(v.def, r.zero(ps[1])^1)
		x = r.ratio(x, ps[1])
	case model.OpPow:
		guard := r.below(ps[1].times(big.NewRat(-1, 1)), false)
		if v.real {
			guard = r.or(guard, r.zero(x)^1)
		}
		v.def = r.and(v.def, guard)
		x = r.power(x, ps[1], v.real)
		if n, ok := spans[1].fixed(); ok && n.Sign() > 0 && n.Cmp(big.NewRat(maxDegree, 1)) <= 0 {
			out = spans[0].pow(int(n.Num().Int64()))
		} else if !v.real {
			out = spanOf(powerAtom, spans)
		}
	case model.OpAbs:
		x, out = r.magnitude(x), spanOf(absAtom, spans)
	case model.OpMin:
		x, out = r.extreme(minAtom, ps), spanOf(minAtom, spans)
	case model.OpMax:
		x, out = r.extreme(maxAtom, ps), spanOf(maxAtom, spans)
	case model.OpToReal:
		v.real = true
	case model.OpToInt:
		x, out = r.roundDown(x), spanOf(floorAtom, spans)
		v.real = false
	default:
		return value{}, fmt.Errorf("there is no operator %v", op)
	}
	v.p = x
	r.confine(x, out)
	return v, nil
}
