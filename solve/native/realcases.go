package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// realProduct is a product of terms that are not constant: linear only when all but one take few values.
func (b *builder) realProduct(t model.Term, factors []model.Term) engine.Real {
	if c, ok := b.reals[t]; ok {
		return c
	}
	for i, f := range factors {
		if !b.fewValues(f) {
			continue
		}
		rest := append(append([]model.Term(nil), factors[:i]...), factors[i+1:]...)
		var other model.Term
		if len(rest) == 1 {
			other = rest[0]
		} else {
			other = b.p.Mul(rest...)
			b.grow()
		}
		c := b.byCases(t, f, factors, func(g engine.Lit, c engine.Real, v simplex.Rat) {
			if v.Sign() == 0 {
				b.realConst(g, c, v)
			} else {
				b.realEqual(g, c, other, v)
			}
		})
		if b.reals == nil {
			b.reals = map[model.Term]engine.Real{}
		}
		b.e.Charge(bytesEntry)
		b.reals[t] = c
		return c
	}
	b.fail(nonlinear, t, hintSMT)
	return 0
}

// maxCases bounds the values of an integer that a real term is split over.
const maxCases = 256

// wholeInt gives the integer that a Real term is, if it is one.
func (b *builder) wholeInt(t model.Term) (model.Term, bool) {
	if b.p.Op(t) == model.OpToReal {
		return b.p.Arg(t, 0), true
	}
	return t, false
}

func (b *builder) fewValues(t model.Term) bool {
	if b.p.Op(t) == model.OpIf {
		return b.p.IsConst(b.p.Arg(t, 1)) && b.p.IsConst(b.p.Arg(t, 2))
	}
	x, ok := b.wholeInt(t)
	if !ok {
		return false
	}
	s := b.bounds.eval(x)
	return s.bounded() && s.hi-s.lo < maxCases
}

// byCases makes a column, the product of some terms, whose value is said, by then, for each value v of y, which must take few.
func (b *builder) byCases(t, y model.Term, product []model.Term, then func(g engine.Lit, c engine.Real, v simplex.Rat)) engine.Real {
	p := b.p
	if !b.fewValues(y) {
		b.fail(nonlinear, t, hintSMT)
		return 0
	}
	if p.Op(y) == model.OpIf {
		g := b.lit(p.Arg(y, 0), both)
		c := b.columnOf(product...)
		then(g, c, rat(p.ConstValue(p.Arg(y, 1))))
		then(g^1, c, rat(p.ConstValue(p.Arg(y, 2))))
		return c
	}
	i, _ := b.wholeInt(y)
	x := b.intOf(i)
	if b.err != nil {
		return 0
	}
	c := b.columnOf(product...)
	lo, hi := b.e.Bounds(x)
	for v := lo; v <= hi; v++ {
		if g := b.e.Eq(x, v); g != engine.False {
			then(g, c, simplex.Int(v))
		}
	}
	return c
}

// realFloor makes ToInt of a Real term: the integer q with q <= t < q+1.
func (b *builder) realFloor(t model.Term) engine.Int {
	s := &rsum{}
	b.gatherReal(s, b.p.Arg(t, 0), simplex.Int(1))
	if b.err != nil {
		return 0
	}
	s.tidy()
	q := b.newInt(t)
	if b.err != nil {
		return 0
	}
	b.e.AddClause(b.sumLe(b.minus(q, s), false)) // q - t <= 0
	high := b.minus(q, s)                        // q + 1 - t > 0: not q + 1 - t <= 0
	high.k = high.k.Add(simplex.Int(1))
	b.e.AddClause(b.sumLe(high, false) ^ 1)
	return q
}

// minus gives q - s.
func (b *builder) minus(q engine.Int, s *rsum) *rsum {
	d := &rsum{k: s.k.Neg()}
	d.addInt(simplex.Int(1), q)
	for _, u := range s.cols {
		d.addCol(u.Coef.Neg(), u.Col)
	}
	for _, u := range s.ints {
		d.addInt(u.coef.Neg(), u.x)
	}
	for _, u := range s.lits {
		d.addLit(u.coef.Neg(), u.l)
	}
	d.tidy()
	return d
}
