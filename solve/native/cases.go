package native

import (
	"github.com/quandary-puzzles/quandary/model"
)

// truth is 1 when the bounds make a Bool term true, -1 when they make it false, 0 when they say nothing.
func (f *boundsFinder) truth(t model.Term) int {
	p := f.p
	if f.tired() {
		return 0
	}
	switch p.Op(t) {
	case model.OpConst:
		if t == model.True {
			return 1
		}
		return -1
	case model.OpNot:
		return -f.truth(p.Arg(t, 0))
	case model.OpAnd, model.OpOr:
		sign := 1 // of the value that decides: a true operand of Or, a false one of And
		if p.Op(t) == model.OpAnd {
			sign = -1
		}
		all := -sign
		for _, a := range p.Args(t) {
			switch f.truth(a) * sign {
			case 1:
				return sign
			case 0:
				all = 0
			}
		}
		return all
	case model.OpEq, model.OpNe, model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		if p.Sort(a) != model.Int {
			return 0
		}
		sa, sb := f.eval(a), f.eval(b)
		unbounded := !sa.bounded() || !sb.bounded()
		less, more := sa.hi < sb.lo, sa.lo > sb.hi // for sure
		switch p.Op(t) {
		case model.OpEq, model.OpNe:
			v := 0
			if less || more {
				v = -1
			} else if !unbounded && sa.lo == sa.hi && sa == sb {
				v = 1
			}
			if p.Op(t) == model.OpNe {
				v = -v
			}
			return v
		case model.OpLt:
			return decided(less, sa.lo >= sb.hi && !unbounded)
		case model.OpLe:
			return decided(sa.hi <= sb.lo && !unbounded, more)
		case model.OpGt:
			return decided(more, sa.hi <= sb.lo && !unbounded)
		default:
			return decided(sa.lo >= sb.hi && !unbounded, less)
		}
	}
	return 0
}

func decided(yes, no bool) int {
	switch {
	case yes:
		return 1
	case no:
		return -1
	}
	return 0
}

// maxProbe is the largest number of values of an integer that are tried one by one to bound others.
const maxProbe = 12

// probe bounds what is still without bounds by cases on the value of each integer of few values: "whose daughter is
// whichever, her age is 7" bounds an age in every case.
func (f *boundsFinder) probe(cons []model.Term) {
	for _, v := range f.p.VarsOf(cons...) {
		s := f.b[v]
		if f.p.Variable(v).Sort != model.Int || !s.bounded() || s.hi == s.lo || s.hi-s.lo >= maxProbe {
			continue
		}
		var branches []func()
		for n := s.lo; n <= s.hi; n++ {
			branches = append(branches, func() {
				f.set(v, span{n, n})
				f.settle(cons, true)
			})
		}
		f.either(branches...)
		if f.empty || f.allBounded(cons) || f.tired() {
			return
		}
	}
}

// settle asserts terms a few times over, because one bound leads to another. It leaves changed as it likes.
func (f *boundsFinder) settle(ts []model.Term, holds bool) {
	for round := 0; round < 4 && !f.empty; round++ {
		f.changed = false
		for _, t := range ts {
			f.assert(t, holds, true)
		}
		if !f.changed {
			return
		}
	}
}

// either narrows to the hull of what each of the branches narrows to.
func (f *boundsFinder) either(branches ...func()) {
	before := append([]span(nil), f.b...)
	f.work += len(f.b) * len(branches) / 8
	changed := f.changed
	var hull []span
	for _, branch := range branches {
		f.restore(before)
		branch()
		if f.empty {
			f.empty = false
			continue
		}
		if hull == nil {
			hull = append([]span(nil), f.b...)
			continue
		}
		for i := range hull {
			hull[i] = hull[i].join(f.b[i])
		}
	}
	f.restore(before)
	f.changed = changed
	if hull == nil {
		f.empty = true
		return
	}
	for i := range hull {
		f.set(model.Var(i), hull[i])
	}
}
