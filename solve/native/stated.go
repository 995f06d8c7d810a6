package native

import "github.com/quandary-puzzles/quandary/model"

// stated narrows variables by the bounds that stand in the constraints as they are: a variable compared with a constant, or
// equal to one of several. It reports whether all integers have bounds then. Where the bounds contradict each other one value is
// kept: the constraints, which are translated all the same, show that there is none.
//
// Proofs start from these bounds, so that nothing in them rests on presolve.
func (f *boundsFinder) stated(cons []model.Term) bool {
	for _, c := range cons {
		f.state(c, true)
	}
	return f.allBounded(cons)
}

func (f *boundsFinder) state(t model.Term, holds bool) {
	p := f.p
	switch op := p.Op(t); op {
	case model.OpNot:
		f.state(p.Arg(t, 0), !holds)
	case model.OpAnd, model.OpOr:
		if holds == (op == model.OpAnd) {
			for _, a := range p.Args(t) {
				f.state(a, holds)
			}
		} else if holds {
			if x, hull := f.oneOf(p.Args(t)); !hull.empty() {
				f.keep(x, hull)
			}
		}
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		x, k := p.Arg(t, 0), p.Arg(t, 1)
		if p.IsConst(x) {
			x, k = k, x
			op = mirror(op)
		}
		if !p.IsConst(k) || p.Op(x) != model.OpVar || p.Sort(x) != model.Int || p.Sort(k) != model.Int {
			return
		}
		if !holds {
			op = opposite(op)
		}
		n := constInt(p, k)
		switch op {
		case model.OpEq:
			f.keep(x, span{n, n})
		case model.OpLt:
			f.keep(x, span{-inf, satAdd(n, -1)})
		case model.OpLe:
			f.keep(x, span{-inf, n})
		case model.OpGt:
			f.keep(x, span{satAdd(n, 1), inf})
		case model.OpGe:
			f.keep(x, span{n, inf})
		}
	}
}

// keep narrows the variable x to a span, or leaves it as it is where that would empty it.
func (f *boundsFinder) keep(x model.Term, s span) {
	v, _ := f.p.VarOf(x)
	s = s.sane()
	if b := f.b[v]; max(b.lo, s.lo) <= min(b.hi, s.hi) {
		f.set(v, s)
	}
}

// mirror is the comparison with its sides exchanged.
func mirror(op model.Op) model.Op {
	switch op {
	case model.OpLt:
		return model.OpGt
	case model.OpLe:
		return model.OpGe
	case model.OpGt:
		return model.OpLt
	case model.OpGe:
		return model.OpLe
	}
	return op
}

// oneOf recognises "x is one of these numbers": x, and the interval of the numbers, or an empty one.
func (f *boundsFinder) oneOf(ts []model.Term) (x model.Term, hull span) {
	p := f.p
	hull = span{1, 0}
	for _, t := range ts {
		if p.Op(t) != model.OpEq {
			return x, span{1, 0}
		}
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		if p.IsConst(a) {
			a, b = b, a
		}
		n, ok := p.ConstValue(b).Int64()
		if !ok || p.Op(a) != model.OpVar || p.Sort(a) != model.Int || x != model.NoTerm && x != a {
			return x, span{1, 0}
		}
		x = a
		hull = hull.join(span{n, n})
	}
	return x, hull
}
