package native

import (
	"github.com/quandary-puzzles/quandary/model"
)

// constInt gives the value of an Int constant; outside of the range it counts as infinite.
func constInt(p *model.Problem, t model.Term) int64 {
	v := p.ConstValue(t)
	n, ok := v.Int64()
	if !ok {
		if v.Sign() < 0 {
			return -inf
		}
		return inf
	}
	return min(max(n, -inf), inf)
}

// eval bounds an Int term.
func (f *boundsFinder) eval(t model.Term) span {
	switch f.p.Op(t) {
	case model.OpVar:
		v, _ := f.p.VarOf(t)
		return f.b[v]
	case model.OpConst:
		n := constInt(f.p, t)
		return span{n, n}.sane()
	}
	for int(t) >= len(f.memo) {
		f.memo = append(f.memo, span{})
		f.stamp = append(f.stamp, 0)
	}
	if f.stamp[t] == f.version {
		return f.memo[t]
	}
	version := f.version
	s := f.compute(t).sane()
	f.memo[t], f.stamp[t] = s, version
	return s
}

func (f *boundsFinder) compute(t model.Term) span {
	p := f.p
	all := span{-inf, inf}
	switch p.Op(t) {
	case model.OpAdd:
		s := span{0, 0}
		for _, a := range p.Args(t) {
			s = s.add(f.eval(a))
		}
		return s
	case model.OpSub:
		return f.eval(p.Arg(t, 0)).add(f.eval(p.Arg(t, 1)).neg())
	case model.OpNeg:
		return f.eval(p.Arg(t, 0)).neg()
	case model.OpMul:
		s := span{1, 1}
		args := p.Args(t)
		for _, a := range args {
			s = s.mul(f.eval(a))
		}
		if len(args) == 2 && args[0] == args[1] && s.lo < 0 {
			s.lo = 0
		}
		return s
	case model.OpIf:
		return f.eval(p.Arg(t, 1)).join(f.eval(p.Arg(t, 2)))
	case model.OpAbs:
		s := f.eval(p.Arg(t, 0))
		switch {
		case s.lo >= 0:
			return s
		case s.hi <= 0:
			return s.neg()
		}
		return span{0, max(-s.lo, s.hi)}
	case model.OpMin, model.OpMax:
		s := f.eval(p.Arg(t, 0))
		for _, a := range p.Args(t)[1:] {
			u := f.eval(a)
			if p.Op(t) == model.OpMin {
				s = span{min(s.lo, u.lo), min(s.hi, u.hi)}
			} else {
				s = span{max(s.lo, u.lo), max(s.hi, u.hi)}
			}
		}
		return s
	case model.OpMod:
		a, b := f.eval(p.Arg(t, 0)), f.eval(p.Arg(t, 1))
		m := max(abs(b.lo), abs(b.hi))
		s := span{0, m - 1}
		if m >= inf {
			s.hi = inf
		}
		if b.lo <= 0 && b.hi >= 0 {
			s = s.join(a) // Mod(a, 0) is a
		}
		if a.lo >= 0 && a.hi < s.hi {
			s.hi = a.hi
		}
		return s
	case model.OpIntDiv:
		a, b := f.eval(p.Arg(t, 0)), f.eval(p.Arg(t, 1))
		if b.lo == b.hi && b.lo != 0 && abs(b.lo) < inf {
			return span{divFloor(a.lo, b.lo), divFloor(a.hi, b.lo)}.ordered()
		}
		m := max(abs(a.lo), abs(a.hi))
		return span{-m, m}
	case model.OpPow:
		return f.evalPow(t)
	case model.OpToInt:
		return f.evalReal(p.Arg(t, 0)).floor()
	case model.OpGroups:
		return span{0, int64(len(p.GraphNodes(p.GraphOf(t))))}
	case model.OpGroupSum: // any node may be in the group or not
		s := span{0, 0}
		for _, w := range p.QueryWeights(t) {
			s = s.add(f.eval(w).join(span{0, 0}))
		}
		return s
	}
	return all
}

func (f *boundsFinder) evalPow(t model.Term) span {
	x, k := f.eval(f.p.Arg(t, 0)), f.eval(f.p.Arg(t, 1))
	if k.lo < 0 || !k.bounded() || k.hi > 1<<16 {
		return span{-inf, inf}
	}
	m := satPow(max(abs(x.lo), abs(x.hi)), k.hi)
	if k.lo == k.hi {
		n := k.lo
		switch {
		case n == 0:
			return span{1, 1}
		case n%2 == 1:
			return span{satPow(x.lo, n), satPow(x.hi, n)}
		case x.lo >= 0:
			return span{satPow(x.lo, n), satPow(x.hi, n)}
		case x.hi <= 0:
			return span{satPow(x.hi, n), satPow(x.lo, n)}
		}
		return span{0, m}
	}
	m = max(m, 1)
	if x.lo >= 0 {
		return span{0, m}
	}
	return span{-m, m}
}
