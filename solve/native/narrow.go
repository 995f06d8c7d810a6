package native

import (
	"github.com/quandary-puzzles/quandary/model"
)

// narrow draws what follows for the variables of an Int term from its value lying in s.
func (f *boundsFinder) narrow(t model.Term, s span) {
	if s.lo <= -inf && s.hi >= inf || f.empty || f.tired() {
		return
	}
	if s = s.sane(); s.empty() {
		f.empty = true
		return
	}
	p := f.p
	switch p.Op(t) {
	case model.OpConst:
		if n := constInt(p, t); n < s.lo || n > s.hi {
			f.empty = true
		}
	case model.OpVar:
		v, _ := p.VarOf(t)
		f.set(v, s)
	case model.OpNeg:
		f.narrow(p.Arg(t, 0), s.neg())
	case model.OpSub:
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		sa, sb := f.eval(a), f.eval(b)
		f.narrow(a, s.add(sb))
		f.narrow(b, sa.add(s.neg()))
	case model.OpAdd:
		f.narrowSum(p.Args(t), s)
	case model.OpMul:
		f.narrowProduct(p.Args(t), s)
	case model.OpIf:
		a, b := f.eval(p.Arg(t, 1)), f.eval(p.Arg(t, 2))
		if a.hi < s.lo || a.lo > s.hi {
			f.assert(p.Arg(t, 0), false, false)
			f.narrow(p.Arg(t, 2), s)
		} else if b.hi < s.lo || b.lo > s.hi {
			f.assert(p.Arg(t, 0), true, false)
			f.narrow(p.Arg(t, 1), s)
		}
	case model.OpAbs:
		if s.hi < inf {
			f.narrow(p.Arg(t, 0), span{-s.hi, s.hi})
		}
	case model.OpMin:
		for _, a := range p.Args(t) {
			f.narrow(a, span{s.lo, inf})
		}
	case model.OpMax:
		for _, a := range p.Args(t) {
			f.narrow(a, span{-inf, s.hi})
		}
	case model.OpIntDiv:
		b := f.eval(p.Arg(t, 1))
		if b.lo == b.hi && b.lo > 0 && b.lo < inf {
			k := b.lo
			f.narrow(p.Arg(t, 0), s.mul(span{k, k}).add(span{0, k - 1}))
		}
	case model.OpPow:
		k := f.eval(p.Arg(t, 1))
		if k.lo != k.hi || k.lo < 1 || k.lo > 64 {
			return
		}
		x := p.Arg(t, 0)
		n := int(k.lo)
		r := span{-inf, inf}
		if n%2 == 1 {
			if s.lo > -inf {
				r.lo = rootUp(s.lo, n)
			}
			if s.hi < inf {
				r.hi = rootDown(s.hi, n)
			}
		} else if s.hi < inf {
			if s.hi < 0 {
				f.empty = true
				return
			}
			m := rootDown(s.hi, n)
			r = span{-m, m}
		}
		f.narrow(x, r)
	}
}

// narrowSum: each summand is what the sum leaves to it. With one summand unbounded on a side, only that one gains.
func (f *boundsFinder) narrowSum(args []model.Term, s span) {
	var sum span // of the finite parts
	infLo, infHi := 0, 0
	spans := make([]span, len(args))
	for i, a := range args {
		u := f.eval(a)
		spans[i] = u
		if u.lo <= -inf {
			infLo++
		} else {
			sum.lo = satAdd(sum.lo, u.lo)
		}
		if u.hi >= inf {
			infHi++
		} else {
			sum.hi = satAdd(sum.hi, u.hi)
		}
	}
	for i, a := range args {
		r := span{-inf, inf}
		u := spans[i]
		// a <= s.hi - (lower bounds of the others)
		if s.hi < inf {
			switch {
			case infLo == 0 && abs(sum.lo) < inf && abs(sum.lo-u.lo) < inf:
				r.hi = satAdd(s.hi, -(sum.lo - u.lo))
			case infLo == 1 && u.lo <= -inf && abs(sum.lo) < inf:
				r.hi = satAdd(s.hi, -sum.lo)
			}
		}
		if s.lo > -inf {
			switch {
			case infHi == 0 && abs(sum.hi) < inf && abs(sum.hi-u.hi) < inf:
				r.lo = satAdd(s.lo, -(sum.hi - u.hi))
			case infHi == 1 && u.hi >= inf && abs(sum.hi) < inf:
				r.lo = satAdd(s.lo, -sum.hi)
			}
		}
		if r.lo > u.lo || r.hi < u.hi {
			f.narrow(a, r)
		}
	}
}

func (f *boundsFinder) narrowProduct(args []model.Term, whole span) {
	if len(args) == 2 && args[0] == args[1] {
		if whole.hi < 0 {
			f.empty = true
		} else if whole.hi < inf {
			m := rootDown(whole.hi, 2)
			f.narrow(args[0], span{-m, m})
		}
		return
	}
	for i, a := range args {
		rest, s := span{1, 1}, whole
		for j, b := range args {
			if j != i {
				rest = rest.mul(f.eval(b))
			}
		}
		noZero := s.lo > 0 || s.hi < 0
		switch {
		case rest.lo == 0 && rest.hi == 0:
			if noZero {
				f.empty = true
			}
			return
		case rest.lo > 0:
		case rest.hi < 0:
			rest, s = rest.neg(), s.neg()
		case rest.lo == 0 && noZero:
			rest.lo = 1
		case rest.hi == 0 && noZero:
			rest, s = span{1, -rest.lo}, s.neg()
		case noZero: // every factor is 1 or more in magnitude
			m := max(abs(s.lo), abs(s.hi))
			f.narrow(a, span{-m, m})
			continue
		default:
			continue
		}
		// a = s / rest with rest > 0.
		r := span{-inf, inf}
		if s.hi < inf {
			if s.hi >= 0 {
				r.hi = s.hi / rest.lo
			} else if rest.hi < inf {
				r.hi = -ceilDiv(-s.hi, rest.hi)
			} else {
				r.hi = -1
			}
		}
		if s.lo > -inf {
			if s.lo <= 0 {
				r.lo = -(-s.lo / rest.lo)
			} else if rest.hi < inf {
				r.lo = ceilDiv(s.lo, rest.hi)
			} else {
				r.lo = 1
			}
		}
		f.narrow(a, r)
	}
}
