package solvetest

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
)

// constraint draws something that a puzzle would say, or any Bool term.
func (g *generator) constraint() model.Term {
	p := g.p
	switch g.n(12) {
	case 0: // linear
		return g.relation(p.Add(g.linear(), p.Num(g.between(-3, 3))), p.Num(g.between(-8, 20)))
	case 1:
		return p.Distinct(g.some(g.integerAtom, 2, 5)...)
	case 2:
		return p.Eq(g.integer(1), g.integer(2))
	case 3:
		return p.Eq(g.boolean(1), g.boolean(2))
	case 4: // a domain by Or
		x := g.pick(g.ints)
		var alternatives []model.Term
		for range 1 + g.n(4) {
			alternatives = append(alternatives, p.Eq(x, p.Num(g.near(x))))
		}
		return p.Or(alternatives...)
	case 5:
		if len(g.reals) > 0 {
			return g.relation(g.real(2), g.real(1))
		}
		return g.relation(g.integer(2), g.integer(1))
	case 6: // how many hold
		return g.relation(p.Add(g.some(func() model.Term { return p.If(g.boolean(1), p.Num(1), p.Num(0)) }, 2, 4)...), p.Num(g.between(0, 4)))
	}
	if len(g.reals) > 0 && g.chance(40) {
		return g.relation(g.real(2), g.real(1))
	}
	return g.boolean(3)
}

// domainOf is a variable's domain, declared or stated.
func (g *generator) domainOf(v model.Var) model.Domain {
	if d, stated := g.ranges[v]; stated {
		return d
	}
	return g.p.Variable(v).Domain
}

// near draws a constant in or about a variable's domain, so that comparisons are not all decided.
func (g *generator) near(x model.Term) int64 {
	if v, ok := g.p.VarOf(x); ok {
		d := g.domainOf(v)
		lo, _ := d.Lo.Int64()
		hi, _ := d.Hi.Int64()
		if lo <= hi {
			return g.between(lo-1, hi+1)
		}
	}
	return g.between(-3, 6)
}

func (g *generator) some(f func() model.Term, lo, hi int) []model.Term {
	var ts []model.Term
	for range lo + g.n(hi-lo+1) {
		ts = append(ts, f())
	}
	return ts
}

func (g *generator) linear() model.Term {
	return g.p.Add(g.some(func() model.Term {
		return g.p.Mul(g.p.Num(g.between(-3, 4)), g.integerAtom())
	}, 1, 4)...)
}

func (g *generator) relation(a, b model.Term) model.Term {
	p := g.p
	switch g.n(8) {
	case 0, 1:
		return p.Eq(a, b)
	case 2:
		return p.Ne(a, b)
	case 3:
		return p.Lt(a, b)
	case 4, 5:
		return p.Le(a, b)
	case 6:
		return p.Gt(a, b)
	}
	return p.Ge(a, b)
}

// again keeps a term for later use, or gives one kept before, so that terms are shared.
func (g *generator) again(sort model.Sort, f func() model.Term) model.Term {
	if len(g.made) > 0 && g.chance(12) {
		if t := g.pick(g.made); g.p.Sort(t) == sort {
			return t
		}
	}
	t := f()
	if t != model.NoTerm {
		g.made = append(g.made, t)
	}
	return t
}

func (g *generator) boolean(depth int) model.Term {
	if depth == 0 {
		switch g.n(10) {
		case 0:
			return g.p.Truth(g.chance(50))
		case 1, 2:
			x := g.pick(g.ints)
			return g.relation(x, g.p.Num(g.near(x)))
		}
		return g.pick(g.bools)
	}
	return g.again(model.Bool, func() model.Term { return g.deepBoolean(depth - 1) })
}

func (g *generator) deepBoolean(d int) model.Term {
	p := g.p
	some := func(lo, hi int) []model.Term { return g.some(func() model.Term { return g.boolean(d) }, lo, hi) }
	switch g.n(17) {
	case 0:
		return g.boolean(0)
	case 1:
		return p.Not(g.boolean(d))
	case 2, 3:
		return p.And(some(0, 4)...)
	case 4, 5:
		return p.Or(some(0, 4)...)
	case 6:
		return p.Implies(g.boolean(d), g.boolean(d))
	case 7:
		return p.Xor(g.boolean(d), g.boolean(d))
	case 8:
		return p.Iff(g.boolean(d), g.boolean(d))
	case 9:
		return p.If(g.boolean(d), g.boolean(d), g.boolean(d))
	case 10:
		return p.AtMost(g.n(4)-1, some(1, 4)...)
	case 11:
		return p.AtLeast(g.n(4), some(1, 4)...)
	case 12:
		if g.chance(15) {
			return p.Distinct(some(1, 3)...)
		}
		return p.Distinct(g.some(func() model.Term { return g.integer(min(d, 1)) }, 2, 4)...)
	case 13:
		if len(g.reals) > 0 {
			return g.relation(g.real(d), g.real(d))
		}
	}
	if g.chance(30) {
		return g.relation(g.linear(), p.Num(g.between(-6, 12)))
	}
	return g.relation(g.integer(d), g.integer(d))
}

func (g *generator) integerAtom() model.Term {
	if g.chance(10) {
		return g.pick(g.bools) // counts 1 or 0
	}
	return g.pick(g.ints)
}

func (g *generator) integer(depth int) model.Term {
	if depth == 0 {
		if g.chance(25) {
			return g.p.Num(g.between(-4, 7))
		}
		return g.integerAtom()
	}
	return g.again(model.Int, func() model.Term { return g.deepInteger(depth - 1) })
}

func (g *generator) deepInteger(d int) model.Term {
	p := g.p
	some := func(lo, hi int) []model.Term { return g.some(func() model.Term { return g.integer(d) }, lo, hi) }
	divisor := func() model.Term {
		if g.o.NoQuotients || g.chance(60) {
			if n := g.between(-5, 5); n != 0 || g.chance(40) {
				return p.Num(n)
			}
			return p.Num(3)
		}
		return g.integer(d)
	}
	switch g.n(18) {
	case 0, 1:
		return p.Add(some(1, 4)...)
	case 2:
		return p.Sub(g.integer(d), g.integer(d))
	case 3:
		return p.Neg(g.integer(d))
	case 4:
		return g.linear()
	case 5:
		if !g.o.NoProducts {
			return p.Mul(some(2, 3)...)
		}
	case 6, 7:
		return p.If(g.boolean(d), g.integer(d), g.integer(d))
	case 8, 9:
		return p.IntDiv(g.integer(d), divisor())
	case 10, 11:
		return p.Mod(g.integer(d), divisor())
	case 12:
		return p.Abs(g.integer(d))
	case 13:
		return p.Min(some(1, 3)...)
	case 14:
		return p.Max(some(1, 3)...)
	case 15:
		if !g.o.NoPowers {
			if g.chance(25) && !g.o.NoQuotients {
				return p.Pow(g.integerAtom(), p.Num(g.between(-1, 0)))
			}
			return p.Pow(g.integer(0), p.Num(g.between(2, 3)))
		}
	case 16:
		if len(g.reals) > 0 {
			return p.ToInt(g.real(d))
		}
		return p.ToInt(p.RealDiv(g.integer(d), p.Num(g.between(1, 4))))
	}
	return p.Add(g.integer(d), p.Num(g.between(-3, 3)))
}

func (g *generator) real(depth int) model.Term {
	p := g.p
	constant := func() model.Term {
		return p.Rat(big.NewRat(g.between(-8, 12), g.between(1, 4)))
	}
	if depth == 0 || len(g.reals) == 0 {
		switch k := g.n(10); {
		case k < 2 || len(g.reals) == 0:
			return constant()
		case k < 3:
			return p.ToReal(g.integerAtom())
		}
		return g.pick(g.reals)
	}
	d := depth - 1
	return g.again(model.Real, func() model.Term {
		switch g.n(12) {
		case 0, 1, 2:
			return p.Add(g.real(d), g.real(d))
		case 3:
			return p.Sub(g.real(d), g.real(d))
		case 4, 5:
			return p.Mul(constant(), g.real(d))
		case 6:
			return p.If(g.boolean(d), g.real(d), g.real(d))
		case 7:
			return p.RealDiv(g.real(d), p.Num(g.between(-3, 4)))
		case 8:
			return p.Abs(g.real(d))
		case 9:
			return p.Max(g.real(d), g.real(d))
		case 10:
			if !g.o.LinearReals {
				return p.Mul(g.real(d), g.real(d))
			}
		case 11:
			if !g.o.LinearReals {
				return p.RealDiv(g.real(d), g.real(d))
			}
		}
		return p.Add(g.pick(g.reals), p.Mul(constant(), p.ToReal(g.integerAtom())))
	})
}
