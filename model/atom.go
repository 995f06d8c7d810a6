package model

import "slices"

// nCompare is Eq, Le or Lt of two numbers.
func (p *Problem) nCompare(op Op, a, b Term) Term {
	l := linear{sort: p.Sort(a)}
	l.add(a, IntValue(1), p)
	l.add(b, IntValue(-1), p)
	return p.nAtom(op, &l)
}

// wholeBase gives the Int that a Real base, 0/1 or ToReal, stands for.
func (p *Problem) wholeBase(t Term) (Term, bool) {
	if p.Op(t) == OpToReal {
		return p.Arg(t, 0), true
	}
	if b, ok := p.is01(t); ok {
		return p.n01(Int, b), true
	}
	return NoTerm, false
}

// nAtom is the comparison of a sum with 0 in normal form: sum = 0, sum <= 0, or sum < 0. It may change the sum.
func (p *Problem) nAtom(op Op, l *linear) Term {
	l.collect()
	if len(l.terms) == 0 {
		return p.Truth(foldCompare(op, l.constant, IntValue(0)))
	}
	if l.sort == Real {
		p.toInts(l)
	}
	l.coprime()
	// Now terms op c.
	zero := IntValue(0)
	c := foldSub(Real, zero, l.constant)
	if l.sort == Int {
		switch {
		case op == OpEq && !c.IsInt():
			return False
		case op == OpLt: // sum < c: sum <= ceil(c) - 1
			op, c = OpLe, foldSub(Int, foldSub(Int, zero, foldFloor(l.constant)), IntValue(1))
		case op == OpLe:
			c = foldFloor(c)
		}
	}
	negate := false
	if l.terms[0].coef.Sign() < 0 {
		l.scale(IntValue(-1))
		c = foldSub(Real, zero, c)
		switch { // sum <= c became -sum >= -c
		case op == OpLe && l.sort == Int:
			c, negate = foldSub(Real, c, IntValue(1)), true
		case op == OpLe:
			op, negate = OpLt, true
		case op == OpLt:
			op, negate = OpLe, true
		}
	}
	t := p.atomOf01(op, l, c)
	if t == NoTerm {
		l.constant = zero
		t = p.intern(op, Bool, 0, p.fromLinear(l), p.constant(convert(c, l.sort)))
	}
	if negate {
		return p.Not(t)
	}
	return t
}

// toInts turns a Real sum whose terms are all whole into an Int one, keeping the constant as it is.
func (p *Problem) toInts(l *linear) {
	for _, m := range l.terms {
		if _, ok := p.wholeBase(m.base); !ok {
			return
		}
	}
	for i, m := range l.terms {
		l.terms[i].base, _ = p.wholeBase(m.base)
	}
	l.sort = Int
	slices.SortFunc(l.terms, func(a, b monomial) int { return int(a.base) - int(b.base) })
}

// atomOf01 is the comparison of a sum of nothing but 0/1 terms with a constant, where it is a simpler Bool; else NoTerm.
func (p *Problem) atomOf01(op Op, l *linear, c Value) Term {
	if op == OpLt {
		return NoTerm // of Reals, and those of 0/1 terms have become Ints
	}
	low, high := IntValue(0), IntValue(0)
	unit := true
	for _, m := range l.terms {
		if _, ok := p.is01(m.base); !ok {
			return NoTerm
		}
		if n, ok := m.coef.Int64(); !ok || n != 1 && n != -1 {
			unit = false
		}
		if m.coef.Sign() < 0 {
			low = fold(OpAdd, Int, low, m.coef)
		} else {
			high = fold(OpAdd, Int, high, m.coef)
		}
	}
	// at lists the literals that hold when the sum is lowest, or highest.
	at := func(lowest bool) []Term {
		ts := make([]Term, len(l.terms))
		for i, m := range l.terms {
			b, _ := p.is01(m.base)
			if (m.coef.Sign() > 0) == lowest {
				b = p.Not(b)
			}
			ts[i] = b
		}
		return ts
	}
	if op == OpEq {
		switch {
		case c.Compare(low) < 0 || c.Compare(high) > 0:
			return False
		case c.Compare(low) == 0:
			return p.nAnd(at(true))
		case c.Compare(high) == 0:
			return p.nAnd(at(false))
		case unit && len(l.terms) == 2: // between the extremes: one literal of the lowest pair, not both
			ts := at(true)
			return p.Not(p.nIff(ts[0], ts[1]))
		}
		return NoTerm
	}
	below := foldSub(Int, high, IntValue(1))
	switch {
	case c.Compare(low) < 0:
		return False
	case c.Compare(high) >= 0:
		return True
	case c.Compare(low) == 0:
		return p.nAnd(at(true))
	case unit && c.Compare(below) == 0:
		return p.Not(p.nAnd(at(false)))
	}
	return NoTerm
}
