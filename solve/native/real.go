package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// gatherReal adds c*t to s.
func (b *builder) gatherReal(s *rsum, t model.Term, c simplex.Rat) {
	if !b.enter() {
		return
	}
	defer b.leave()
	p := b.p
	if p.Sort(t) == model.Int && !b.isLoose(t) {
		l := b.takeLinOf(t)
		for _, u := range l.ts {
			k := c.Mul(simplex.Int(u.Coef))
			if u.Bool {
				s.addLit(k, u.Lit)
			} else {
				s.addInt(k, u.Int)
			}
		}
		s.k = s.k.Add(c.Mul(simplex.Int(l.k)))
		b.putLin(l)
		return
	}
	switch p.Op(t) {
	case model.OpConst:
		s.k = s.k.Add(c.Mul(rat(p.ConstValue(t))))
	case model.OpAdd:
		for _, a := range p.Args(t) {
			b.gatherReal(s, a, c)
		}
	case model.OpSub:
		b.gatherReal(s, p.Arg(t, 0), c)
		b.gatherReal(s, p.Arg(t, 1), c.Neg())
	case model.OpNeg:
		b.gatherReal(s, p.Arg(t, 0), c.Neg())
	case model.OpToReal:
		b.gatherReal(s, p.Arg(t, 0), c)
	case model.OpMul:
		var rest []model.Term
		for _, a := range p.Args(t) {
			if p.IsConst(a) {
				c = c.Mul(rat(p.ConstValue(a)))
			} else {
				rest = append(rest, a)
			}
		}
		switch len(rest) {
		case 0:
			s.k = s.k.Add(c)
		case 1:
			b.gatherReal(s, rest[0], c)
		default:
			s.addCol(c, b.realProduct(t, rest))
		}
	case model.OpRealDiv:
		if d := p.Arg(t, 1); p.IsConst(d) {
			if v := rat(p.ConstValue(d)); v.Sign() != 0 {
				b.gatherReal(s, p.Arg(t, 0), c.Mul(v.Inv()))
			}
			return // a quotient by 0 is 0, as the total reading of terms says
		}
		s.addCol(c, b.realOf(t))
	case model.OpIf:
		x, y := p.Arg(t, 1), p.Arg(t, 2)
		if p.IsConst(x) && p.IsConst(y) {
			m, n := rat(p.ConstValue(x)), rat(p.ConstValue(y))
			s.k = s.k.Add(c.Mul(n))
			s.addLit(c.Mul(m.Sub(n)), b.lit(p.Arg(t, 0), both))
			return
		}
		s.addCol(c, b.realOf(t))
	default:
		s.addCol(c, b.realOf(t))
	}
}

// realOf gives the column of a Real term.
func (b *builder) realOf(t model.Term) engine.Real {
	if c, ok := b.reals[t]; ok {
		return c
	}
	if !b.enter() {
		return 0
	}
	defer b.leave()
	c := b.makeReal(t)
	if b.err != nil {
		return 0
	}
	if b.reals == nil {
		b.reals = map[model.Term]engine.Real{}
	}
	b.e.Charge(bytesEntry)
	b.reals[t] = c
	return c
}

func (b *builder) makeReal(t model.Term) engine.Real {
	p := b.p
	switch op := p.Op(t); op {
	case model.OpIntDiv, model.OpMod, model.OpToInt:
		b.fail("an unbounded integer", t, hintBounds)
		return 0
	case model.OpVar:
		c := b.columnOf(t)
		v, _ := p.VarOf(t)
		d := p.Variable(v).Domain
		if void(p.Variable(v)) {
			return c
		}
		if d.Lo.Valid() {
			b.e.AddClause(b.e.RealLt(c, rat(d.Lo)) ^ 1)
		}
		if d.Hi.Valid() {
			b.e.AddClause(b.e.RealLe(c, simplex.Exactly(rat(d.Hi))))
		}
		return c
	case model.OpIf:
		c := b.columnOf(t)
		g := b.lit(p.Arg(t, 0), both)
		b.realEqual(g, c, p.Arg(t, 1), simplex.Int(1))
		b.realEqual(g^1, c, p.Arg(t, 2), simplex.Int(1))
		return c
	case model.OpAbs:
		c := b.columnOf(t)
		x := p.Arg(t, 0)
		neg := b.realLt(x, simplex.Rat{}) // x < 0
		b.realEqual(neg^1, c, x, simplex.Int(1))
		b.realEqual(neg, c, x, simplex.Int(-1))
		return c
	case model.OpMin, model.OpMax:
		return b.realExtreme(t)
	case model.OpRealDiv:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		return b.byCases(t, y, []model.Term{t}, func(g engine.Lit, c engine.Real, v simplex.Rat) {
			if v.Sign() != 0 {
				b.realEqual(g, c, x, v.Inv())
			} else {
				b.realConst(g, c, v)
			}
		})
	case model.OpPow:
		return b.realPower(t)
	}
	// A sum.
	return b.column(t)
}

// realExtreme makes the column of the least or the greatest of some terms: one of them equals it, and it is beyond none.
func (b *builder) realExtreme(t model.Term) engine.Real {
	c := b.columnOf(t)
	least := b.p.Op(t) == model.OpMin
	args := append([]model.Term(nil), b.p.Args(t)...)
	some := make([]engine.Lit, len(args))
	for i, a := range args {
		if least {
			some[i] = b.litOfComparison(model.OpGe, t, a)
		} else {
			some[i] = b.litOfComparison(model.OpLe, t, a)
		}
		b.realEqual(some[i], c, a, simplex.Int(1))
		s := b.realDifference(c, a)
		if least { // c - a <= 0
			b.e.AddClause(b.sumLe(s, false))
		} else {
			b.e.AddClause(b.sumLe(s, true) ^ 1) // not c - a < 0
		}
	}
	b.e.AddClause(some...)
	return c
}

// realPower makes the column of a power, by the cases of its base and of its exponent.
func (b *builder) realPower(t model.Term) engine.Real {
	p := b.p
	x, k := p.Arg(t, 0), p.Arg(t, 1)
	if n := constInt(p, k); p.IsConst(k) && n == 0 {
		return b.constColumn(simplex.Int(1))
	} else if p.IsConst(k) && n == 1 {
		return b.column(x)
	}
	e := b.intOf(k)
	if b.err != nil {
		return 0
	}
	klo, khi := b.e.Bounds(e)
	if khi-klo > 64 || max(abs(klo), abs(khi)) > 64 {
		b.fail(nonlinear, t, hintSMT)
		return 0
	}
	return b.byCases(t, x, []model.Term{t}, func(g engine.Lit, c engine.Real, v simplex.Rat) {
		for n := klo; n <= khi; n++ {
			h := b.e.Eq(e, n)
			both := b.bothOf(g, h)
			b.e.AddClause(g^1, h^1, both)
			b.realConst(both, c, ratPow(v, n))
		}
	})
}

func ratPow(v simplex.Rat, n int64) simplex.Rat {
	if n < 0 {
		if v.Sign() == 0 {
			return simplex.Rat{}
		}
		v, n = v.Inv(), -n
	}
	r := simplex.Int(1)
	for ; n > 0; n-- {
		r = r.Mul(v)
	}
	return r
}

// column makes a column equal to a linear term.
func (b *builder) column(t model.Term) engine.Real {
	var s rsum
	b.gatherReal(&s, t, simplex.Int(1))
	if b.err != nil {
		return 0
	}
	s.tidy()
	if s.k.Sign() != 0 {
		s.addCol(s.k, b.constColumn(simplex.Int(1)))
	}
	return b.sumColumn(&s)
}

// constColumn gives the column that is the number 1 (or another).
func (b *builder) constColumn(v simplex.Rat) engine.Real {
	if one := v.Cmp(simplex.Int(1)) == 0; one && b.haveOne {
		return b.one
	} else if one {
		b.haveOne = true
		b.one = b.e.NewReal()
		b.log.isReal(b.one, v)
		b.realConst(engine.True, b.one, v)
		return b.one
	}
	c := b.e.NewReal()
	b.log.isReal(c, v)
	b.realConst(engine.True, c, v)
	return c
}

// sumColumn makes a column of the summands of s, without its constant.
func (b *builder) sumColumn(s *rsum) engine.Real {
	ts := append([]engine.RealTerm(nil), s.cols...)
	for _, u := range s.ints {
		ts = append(ts, engine.RealTerm{Coef: u.coef, Col: b.e.RealInt(u.x)})
	}
	for _, u := range s.lits {
		ts = append(ts, engine.RealTerm{Coef: u.coef, Col: b.e.RealLit(u.l)})
	}
	if len(ts) == 1 && ts[0].Coef.Cmp(simplex.Int(1)) == 0 {
		return ts[0].Col
	}
	return b.e.RealSum(ts)
}

// realConst posts g -> c = v.
func (b *builder) realConst(g engine.Lit, c engine.Real, v simplex.Rat) {
	b.e.AddClause(g^1, b.e.RealLe(c, simplex.Exactly(v)))
	b.e.AddClause(g^1, b.e.RealLt(c, v)^1)
}

// realDifference gathers c - t.
func (b *builder) realDifference(c engine.Real, t model.Term) *rsum {
	s := &rsum{}
	s.addCol(simplex.Int(1), c)
	b.gatherReal(s, t, simplex.Int(-1))
	s.tidy()
	return s
}

// realEqual posts g -> c = k*t.
func (b *builder) realEqual(g engine.Lit, c engine.Real, t model.Term, k simplex.Rat) {
	s := &rsum{}
	s.addCol(simplex.Int(1), c)
	b.gatherReal(s, t, k.Neg())
	if b.err != nil {
		return
	}
	s.tidy()
	col := b.sumColumn(s)
	b.realConst(g, col, s.k.Neg())
}
