package model

// Making terms total: the rule on division by zero, written out as guards.
//
// A term is partial when something in it may have no value. For a partial Bool t two terms are made: yes(t), true where t is
// true, and no(t), true where t is false; elsewhere t has no value. For a partial number, value(t) is its value where it has
// one, and defined(t) is true there. These four contain only operators read as total (a/0 = 0 and so on), and because every
// use of value(t) is guarded by defined(t) it does not matter which total reading it is: a solver that takes SMT-LIB's
// uninterpreted division finds the same solutions.

// rails are the total readings of a partial term.
type rails struct {
	yes, no        Term // of a Bool
	value, defined Term // of a number or a graph
}

// Total gives a term that is true exactly where the Bool t, taken as a constraint, holds, and has a value everywhere when its
// operators are read as total. A term in which nothing can lack a value is its own total term.
func (p *Problem) Total(t Term) Term {
	if !p.isPartial(t) {
		return t
	}
	p.makeTotal(t)
	return p.norm.rails[t].yes
}

// TotalObjective gives the objective read as total, and a constraint that is true where it has a value. Both are NoTerm when
// there is no objective.
func (p *Problem) TotalObjective() (objective, defined Term) {
	t := p.objective.Term
	if t == NoTerm || !p.isPartial(t) {
		if t == NoTerm {
			return NoTerm, NoTerm
		}
		return t, True
	}
	p.makeTotal(t)
	r := p.norm.rails[t]
	return r.value, r.defined
}

// isPartial reports whether something in a term may have no value.
func (p *Problem) isPartial(t Term) bool {
	for n := len(p.norm.partial); n < len(p.nodes); n++ {
		p.norm.partial = append(p.norm.partial, p.lacks(Term(n)))
	}
	return p.norm.partial[t]
}

func (p *Problem) lacks(t Term) bool {
	args := p.Args(t)
	for _, a := range args {
		if p.norm.partial[a] {
			return true
		}
	}
	switch p.Op(t) {
	case OpIntDiv, OpMod, OpRealDiv:
		d := p.ConstValue(args[1])
		return !d.Valid() || d.Sign() == 0
	case OpPow:
		e := p.ConstValue(args[1])
		return !e.Valid() || e.Sign() < 0
	}
	return false
}

// makeTotal fills in the rails of the partial terms that t is built from, operands first.
func (p *Problem) makeTotal(t Term) {
	if p.norm.rails == nil {
		p.norm.rails = map[Term]rails{}
	}
	used := p.Cone(t)
	for u := range used {
		u := Term(u)
		if !used[u] || !p.isPartial(u) {
			continue
		}
		if _, done := p.norm.rails[u]; done {
			continue
		}
		args := append([]Term(nil), p.Args(u)...) // building terms may move the arena
		var r rails
		if p.Sort(u) == Bool {
			r.yes, r.no = p.totalBool(u, args)
		} else {
			r.value, r.defined = p.totalNumber(u, args)
		}
		p.norm.rails[u] = r
	}
}

func (p *Problem) yesNo(t Term) (yes, no Term) {
	if r, partial := p.norm.rails[t]; partial && p.isPartial(t) {
		return r.yes, r.no
	}
	return t, p.Not(t)
}

func (p *Problem) valueDefined(t Term) (value, defined Term) {
	if r, partial := p.norm.rails[t]; partial && p.isPartial(t) {
		return r.value, r.defined
	}
	return t, True
}

func (p *Problem) totalBool(t Term, args []Term) (yes, no Term) {
	op := p.Op(t)
	if p.Sort(args[0]) != Bool { // a comparison of numbers, a query on a graph, what an automaton reads
		defined := make([]Term, len(args))
		for i, a := range args {
			args[i], defined[i] = p.valueDefined(a)
		}
		base, d := p.rebuild(t, args), p.And(defined...)
		return p.And(base, d), p.And(p.Not(base), d)
	}
	ys, ns := make([]Term, len(args)), make([]Term, len(args))
	for i, a := range args {
		ys[i], ns[i] = p.yesNo(a)
	}
	switch op {
	case OpNot:
		return ns[0], ys[0]
	case OpAnd:
		return p.And(ys...), p.Or(ns...)
	case OpOr:
		return p.Or(ys...), p.And(ns...)
	case OpImplies:
		return p.Or(ns[0], ys[1]), p.And(ys[0], ns[1])
	case OpEq, OpNe, OpXor:
		same := p.Or(p.And(ys[0], ys[1]), p.And(ns[0], ns[1]))
		differ := p.Or(p.And(ys[0], ns[1]), p.And(ns[0], ys[1]))
		if op == OpEq {
			return same, differ
		}
		return differ, same
	case OpIf:
		return p.Or(p.And(ys[0], ys[1]), p.And(ns[0], ys[2])), p.Or(p.And(ys[0], ns[1]), p.And(ns[0], ns[2]))
	case OpAtMost, OpAtLeast:
		possible := make([]Term, len(args)) // not sure to be false
		for i := range ns {
			possible[i] = p.Not(ns[i])
		}
		k := p.Param(t)
		if op == OpAtMost {
			return p.AtMost(k, possible...), p.AtLeast(k+1, ys...)
		}
		return p.AtLeast(k, ys...), p.AtMost(k-1, possible...)
	case OpDistinct:
		defined := make([]Term, len(args))
		for i := range args {
			defined[i] = p.Or(ys[i], ns[i])
		}
		all := p.And(defined...)
		switch len(args) {
		case 1:
			return all, False
		case 2:
			return p.Or(p.And(ys[0], ns[1]), p.And(ns[0], ys[1])), p.Or(p.And(ys[0], ys[1]), p.And(ns[0], ns[1]))
		}
		return False, all // three truth values are never all different
	}
	panic("model: cannot make the operator " + op.String() + " total")
}

func (p *Problem) totalNumber(t Term, args []Term) (value, defined Term) {
	if p.Op(t) == OpIf {
		yes, no := p.yesNo(args[0])
		a, da := p.valueDefined(args[1])
		b, db := p.valueDefined(args[2])
		return p.rebuild(t, []Term{yes, a, b}), p.Or(p.And(yes, da), p.And(no, db))
	}
	guards := make([]Term, len(args), len(args)+1)
	for i, a := range args {
		if p.Sort(a) == Bool { // of a graph: a node or an edge
			yes, no := p.yesNo(a)
			args[i], guards[i] = yes, True
			if p.isPartial(a) {
				guards[i] = p.Or(yes, no)
			}
			continue
		}
		args[i], guards[i] = p.valueDefined(a)
	}
	switch p.Op(t) {
	case OpIntDiv, OpMod, OpRealDiv:
		guards = append(guards, p.Ne(args[1], p.Num(0)))
	case OpPow:
		guard := p.Ge(args[1], p.Num(0))
		if p.Sort(args[0]) == Real {
			guard = p.Or(guard, p.Ne(args[0], p.Num(0)))
		}
		guards = append(guards, guard)
	}
	return p.rebuild(t, args), p.And(guards...)
}

// rebuild makes the term t again with other operands of the same sorts.
func (p *Problem) rebuild(t Term, args []Term) Term {
	n := p.nodes[t]
	return p.intern(n.op, n.sort, n.param, args...)
}
