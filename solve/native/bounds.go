package native

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// inf is the bound of what is not bounded. Interval arithmetic saturates there.
const inf = int64(1) << 61

// span is an interval of integers; -inf and inf are no bounds.
type span struct{ lo, hi int64 }

// sane weakens a lower bound that has run into the positive infinity, and an upper bound into the negative: "at least 2^61" is
// all that saturation knows of such a number, and arithmetic on an infinity would take it for more than any number.
func (s span) sane() span { return span{min(s.lo, inf-1), max(s.hi, -inf+1)} }

func (s span) empty() bool   { return s.lo > s.hi }
func (s span) bounded() bool { return s.lo > -inf && s.hi < inf }

func satAdd(a, b int64) int64 {
	if a <= -inf || b <= -inf {
		return -inf
	}
	if a >= inf || b >= inf {
		return inf
	}
	return min(max(a+b, -inf), inf)
}

func satMul(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	p := a * b
	if abs(a) >= inf || abs(b) >= inf || p/b != a || abs(p) >= inf {
		if (a < 0) != (b < 0) {
			return -inf
		}
		return inf
	}
	return p
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

func (s span) add(t span) span { return span{satAdd(s.lo, t.lo), satAdd(s.hi, t.hi)} }

func (s span) neg() span { return span{-s.hi, -s.lo} }

// mul multiplies; the sum of an infinite lower and an infinite upper bound cannot come up here, as it can in add, because
// lo and hi never mix.
func (s span) mul(t span) span {
	a, b, c, d := satMul(s.lo, t.lo), satMul(s.lo, t.hi), satMul(s.hi, t.lo), satMul(s.hi, t.hi)
	return span{min(a, b, c, d), max(a, b, c, d)}
}

func (s span) join(t span) span {
	if s.empty() {
		return t
	}
	if t.empty() {
		return s
	}
	return span{min(s.lo, t.lo), max(s.hi, t.hi)}
}

func satPow(a, k int64) int64 {
	switch {
	case k == 0 || a == 1:
		return 1
	case a == 0:
		return 0
	case a == -1:
		return 1 - 2*(k%2)
	}
	r := int64(1)
	for ; k > 0; k-- {
		r = satMul(r, a)
		if abs(r) >= inf {
			if a < 0 && k%2 == 0 { // an odd number of factors is left
				r = -r
			}
			break
		}
	}
	return r
}

// boundsFinder narrows the bounds of integer variables by the constraints that hold in every solution: interval
// propagation on the terms, up and down, to a fixpoint or for a bounded number of rounds. Stopping early is sound.
type boundsFinder struct {
	p       *model.Problem
	b       []span // by variable
	changed bool
	empty   bool // some variable has no value left
	work    int

	memo    []span // by term: what eval found
	stamp   []int32
	version int32 // changes with b
}

// maxWork bounds the terms visited: terms share operands, so that walking them as trees can take forever.
const maxWork = 1 << 20

// tired counts a visit and reports that there were too many.
func (f *boundsFinder) tired() bool {
	f.work++
	return f.work > maxWork
}

// rounds bounds the passes over the constraints: bounds that creep towards each other are left to the search.
const rounds = 64

func (f *boundsFinder) run(cons []model.Term) {
	for n := 0; n < rounds; n++ {
		f.changed = false
		for _, c := range cons {
			f.assert(c, true, false)
			if f.empty {
				return
			}
		}
		if !f.changed {
			break
		}
	}
	if f.allBounded(cons) {
		return
	}
	for n := 0; n < rounds; n++ {
		f.changed = false
		for _, c := range cons {
			f.assert(c, true, true)
			if f.empty {
				return
			}
		}
		f.powers(cons)
		if !f.changed && !f.allBounded(cons) {
			f.linear(cons)
		}
		if !f.changed && !f.empty && !f.allBounded(cons) {
			f.probe(cons)
		}
		if !f.changed || f.empty {
			return
		}
	}
}

func (f *boundsFinder) allBounded(cons []model.Term) bool {
	for _, v := range f.p.VarsOf(cons...) {
		if f.p.Variable(v).Sort == model.Int && !f.b[v].bounded() {
			return false
		}
	}
	return true
}

// finish gives bounds to the variables that are still without: those that repeat get a period beyond their edge; the others
// a box, in which a solution is one, but the lack of one says nothing.
func (f *boundsFinder) finish(cons []model.Term, objective []model.Term) (periods []periodic, boxed []model.Var) {
	if f.empty || f.allBounded(append(slices.Clone(cons), objective...)) {
		return nil, nil
	}
	inObjective := f.p.VarsOf(objective...)
	for _, v := range f.p.VarsOf(append(slices.Clone(cons), objective...)...) {
		if f.p.Variable(v).Sort != model.Int || f.b[v].bounded() {
			continue
		}
		if !contains(inObjective, v) {
			if d, ok := f.makePeriodic(v, cons); ok {
				periods = append(periods, d)
				continue
			}
		}
		boxed = append(boxed, v)
	}
	for _, v := range boxed {
		s := f.b[v]
		switch {
		case s.lo > -inf:
			f.set(v, span{s.lo, satAdd(s.lo, box)})
		case s.hi < inf:
			f.set(v, span{satAdd(s.hi, -box), s.hi})
		default:
			f.set(v, span{-box, box})
		}
	}
	return periods, boxed
}

// box is how far integers without bounds are looked for, and boxSteps how long.
const (
	box      = 1 << 20
	boxSteps = 1 << 19
)

// assert narrows by t being true, or false. cases allows the union over the cases of a disjunction, which costs more.
func (f *boundsFinder) assert(t model.Term, holds, cases bool) {
	p := f.p
	if f.empty || f.tired() {
		return
	}
	switch p.Op(t) {
	case model.OpConst:
		if (t == model.True) != holds {
			f.empty = true
		}
	case model.OpNot:
		f.assert(p.Arg(t, 0), !holds, cases)
	case model.OpAnd, model.OpOr:
		if holds == (p.Op(t) == model.OpAnd) {
			for _, a := range p.Args(t) {
				f.assert(a, holds, cases)
			}
		} else {
			f.disjunction(p.Args(t), holds, cases)
		}
	case model.OpImplies:
		if !holds {
			f.assert(p.Arg(t, 0), true, cases)
			f.assert(p.Arg(t, 1), false, cases)
		} else if cases {
			if f.truth(p.Arg(t, 0)) > 0 {
				f.assert(p.Arg(t, 1), true, cases)
			} else if f.truth(p.Arg(t, 1)) < 0 {
				f.assert(p.Arg(t, 0), false, cases)
			}
		}
	case model.OpEq, model.OpNe:
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		if p.Sort(a) != model.Int || holds != (p.Op(t) == model.OpEq) {
			return
		}
		sa, sb := f.eval(a), f.eval(b)
		f.narrow(a, sb)
		f.narrow(b, sa)
	case model.OpLt, model.OpLe, model.OpGt, model.OpGe:
		a, b := p.Arg(t, 0), p.Arg(t, 1)
		if p.Sort(a) != model.Int {
			return
		}
		op := p.Op(t)
		if op == model.OpGt || op == model.OpGe {
			a, b = b, a
		}
		strict := int64(0)
		if op == model.OpLt || op == model.OpGt {
			strict = 1
		}
		if !holds {
			a, b = b, a
			strict = 1 - strict
		}
		// a + strict <= b
		sa, sb := f.eval(a), f.eval(b)
		f.narrow(a, span{-inf, satAdd(sb.hi, -strict)})
		f.narrow(b, span{satAdd(sa.lo, strict), inf})
	case model.OpIf:
		if cases {
			// (c and a) or (not c and b), without building it.
			f.either(func() {
				f.assert(p.Arg(t, 0), true, cases)
				f.assert(p.Arg(t, 1), holds, cases)
			}, func() {
				f.assert(p.Arg(t, 0), false, cases)
				f.assert(p.Arg(t, 2), holds, cases)
			})
		}
	}
}

// disjunction narrows by one of the terms being true (or, when holds is false, false).
func (f *boundsFinder) disjunction(ts []model.Term, holds, cases bool) {
	// The common form "x is one of these numbers" costs nothing.
	if holds {
		x, hull := f.oneOf(ts)
		if !hull.empty() {
			f.narrow(x, hull)
			return
		}
	}
	if !cases || len(ts) > 64 {
		return
	}
	branches := make([]func(), 0, len(ts))
	for _, t := range ts {
		switch v := f.truth(t); {
		case v == 0:
			branches = append(branches, func() { f.settle([]model.Term{t}, holds) })
		case (v > 0) == holds:
			return
		}
	}
	if len(branches) == 1 {
		changed, version := f.changed, f.version
		branches[0]()
		f.changed = changed || f.version != version
		return
	}
	f.either(branches...)
}

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

func (f *boundsFinder) restore(b []span) {
	copy(f.b, b)
	f.version++
}

func (f *boundsFinder) set(v model.Var, s span) {
	b := &f.b[v]
	if s.lo > b.lo {
		b.lo = s.lo
		f.changed = true
		f.version++
	}
	if s.hi < b.hi {
		b.hi = s.hi
		f.changed = true
		f.version++
	}
	if b.empty() {
		f.empty = true
	}
}

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
	}
	return all
}

func (s span) ordered() span { return span{min(s.lo, s.hi), max(s.lo, s.hi)} }

// divFloor is the Euclidean quotient, keeping infinities.
func divFloor(a, b int64) int64 {
	if abs(a) >= inf {
		if (a < 0) != (b < 0) {
			return -inf
		}
		return inf
	}
	return euclidDiv(a, b)
}

func euclidDiv(a, b int64) int64 {
	q, r := a/b, a%b
	if r < 0 {
		if b > 0 {
			q--
		} else {
			q++
		}
	}
	return q
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

// narrow draws what follows for the variables of an Int term from its value lying in s.
func (f *boundsFinder) narrow(t model.Term, s span) {
	if s.lo <= -inf && s.hi >= inf || f.empty || f.tired() {
		return
	}
	if s.empty() {
		f.empty = true
		return
	}
	s = s.sane()
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
			f.narrow(p.Arg(t, 0), span{satMul(s.lo, k), satAdd(satMul(s.hi, k), k-1)})
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
			case infLo == 0 && abs(sum.lo) < inf:
				r.hi = satAdd(s.hi, -(sum.lo - u.lo))
			case infLo == 1 && u.lo <= -inf:
				r.hi = satAdd(s.hi, -sum.lo)
			}
		}
		if s.lo > -inf {
			switch {
			case infHi == 0 && abs(sum.hi) < inf:
				r.lo = satAdd(s.lo, -(sum.hi - u.hi))
			case infHi == 1 && u.hi >= inf:
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

// ceilDiv rounds a/b up, for a, b > 0.
func ceilDiv(a, b int64) int64 { return (a-1)/b + 1 }

// rootDown is the largest r with r^k <= n. The root of an infinity is that infinity: powers saturate there, so that the
// search below would never find a larger one.
func rootDown(n int64, k int) int64 {
	switch {
	case n >= inf:
		return inf
	case n < 0:
		return -rootUp(-n, k)
	}
	lo, hi := int64(0), int64(1)
	for satPow(hi, int64(k)) <= n {
		hi *= 2
	}
	for lo < hi-1 {
		mid := lo + (hi-lo)/2
		if satPow(mid, int64(k)) <= n {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// rootUp is the smallest r with r^k >= n.
func rootUp(n int64, k int) int64 {
	if n < 0 {
		return -rootDown(-n, k)
	}
	r := rootDown(n, k)
	if satPow(r, int64(k)) < n {
		r++
	}
	return r
}
