package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// rspan is an interval of rationals; an end that is not set is not bounded.
type rspan struct {
	lo, hi       simplex.Rat
	hasLo, hasHi bool
}

func (s rspan) floor() span {
	out := span{-inf, inf}
	if s.hasLo {
		if n, ok := s.lo.Floor(); ok {
			out.lo = max(n, -inf)
		}
	}
	if s.hasHi {
		if n, ok := s.hi.Floor(); ok {
			out.hi = min(n, inf)
		}
	}
	return out
}

func (s rspan) add(t rspan) rspan {
	out := rspan{hasLo: s.hasLo && t.hasLo, hasHi: s.hasHi && t.hasHi}
	if out.hasLo {
		out.lo = s.lo.Add(t.lo)
	}
	if out.hasHi {
		out.hi = s.hi.Add(t.hi)
	}
	return out
}

func (s rspan) scale(c simplex.Rat) rspan {
	switch c.Sign() {
	case 0:
		return rspan{hasLo: true, hasHi: true}
	case -1:
		s.lo, s.hi, s.hasLo, s.hasHi = s.hi, s.lo, s.hasHi, s.hasLo
	}
	return rspan{s.lo.Mul(c), s.hi.Mul(c), s.hasLo, s.hasHi}
}

func (s rspan) join(t rspan) rspan {
	out := rspan{hasLo: s.hasLo && t.hasLo, hasHi: s.hasHi && t.hasHi, lo: s.lo, hi: s.hi}
	if out.hasLo && t.lo.Cmp(s.lo) < 0 {
		out.lo = t.lo
	}
	if out.hasHi && t.hi.Cmp(s.hi) > 0 {
		out.hi = t.hi
	}
	return out
}

// evalReal bounds a Real term by the domains of its variables.
func (f *boundsFinder) evalReal(t model.Term) rspan {
	p := f.p
	if f.tired() {
		return rspan{}
	}
	if p.Sort(t) == model.Int {
		s := f.eval(t)
		return rspan{simplex.Int(s.lo), simplex.Int(s.hi), s.lo > -inf, s.hi < inf}
	}
	switch p.Op(t) {
	case model.OpConst:
		r := rat(p.ConstValue(t))
		return rspan{r, r, true, true}
	case model.OpVar:
		v, _ := p.VarOf(t)
		var s rspan
		if d := p.Variable(v).Domain.Lo; d.Valid() {
			s.lo, s.hasLo = rat(d), true
		}
		if d := p.Variable(v).Domain.Hi; d.Valid() {
			s.hi, s.hasHi = rat(d), true
		}
		return s
	case model.OpToReal:
		return f.evalReal(p.Arg(t, 0))
	case model.OpAdd:
		s := rspan{hasLo: true, hasHi: true}
		for _, a := range p.Args(t) {
			s = s.add(f.evalReal(a))
		}
		return s
	case model.OpSub:
		return f.evalReal(p.Arg(t, 0)).add(f.evalReal(p.Arg(t, 1)).scale(simplex.Int(-1)))
	case model.OpNeg:
		return f.evalReal(p.Arg(t, 0)).scale(simplex.Int(-1))
	case model.OpMul:
		c, rest := simplex.Int(1), model.NoTerm
		for _, a := range p.Args(t) {
			if p.IsConst(a) {
				c = c.Mul(rat(p.ConstValue(a)))
			} else if rest != model.NoTerm {
				return rspan{}
			} else {
				rest = a
			}
		}
		if rest == model.NoTerm {
			return rspan{c, c, true, true}
		}
		return f.evalReal(rest).scale(c)
	case model.OpRealDiv:
		if d := p.Arg(t, 1); p.IsConst(d) {
			if v := rat(p.ConstValue(d)); v.Sign() != 0 {
				return f.evalReal(p.Arg(t, 0)).scale(v.Inv())
			}
			return rspan{hasLo: true, hasHi: true}
		}
	case model.OpIf:
		return f.evalReal(p.Arg(t, 1)).join(f.evalReal(p.Arg(t, 2)))
	case model.OpMin, model.OpMax:
		s := f.evalReal(p.Arg(t, 0))
		for _, a := range p.Args(t)[1:] {
			s = s.join(f.evalReal(a))
		}
		return s
	case model.OpAbs:
		s := f.evalReal(p.Arg(t, 0))
		s = s.join(s.scale(simplex.Int(-1)))
		s.lo, s.hasLo = simplex.Rat{}, true
		return s
	}
	return rspan{}
}
