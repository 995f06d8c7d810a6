package native

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
)

// boundsFinder narrows the bounds of integer variables by the constraints that hold in every solution: interval
// propagation on the terms, up and down, to a fixpoint or for a bounded number of rounds. Stopping early is sound.
type boundsFinder struct {
	p       *model.Problem
	b       []span // by variable
	changed bool
	empty   bool // some variable has no value left
	plain   bool // intervals alone, without cases and linear programs
	work    int

	supposed bool       // what is narrowed is noted in undo
	undo     []wasBound // what bounds were before something was supposed

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
	if f.plain || f.allBounded(cons) {
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
		if !slices.Contains(inObjective, v) {
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

func (f *boundsFinder) restore(b []span) {
	copy(f.b, b)
	f.version++
}

func (f *boundsFinder) set(v model.Var, s span) {
	b := &f.b[v]
	if f.supposed && (s.lo > b.lo || s.hi < b.hi) {
		f.undo = append(f.undo, wasBound{v, *b})
	}
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
