package native

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// sumLe gives the literal of s <= 0, or of s < 0.
func (b *builder) sumLe(s *rsum, strict bool) engine.Lit {
	if b.err != nil {
		return engine.True
	}
	if len(s.cols) == 0 {
		return b.integerLe(s, strict)
	}
	r := s.k.Neg()
	var c engine.Real
	if len(s.cols) == 1 && len(s.ints) == 0 && len(s.lits) == 0 {
		// k*x <= r: a bound of x.
		k := s.cols[0].Coef
		r = r.Mul(k.Inv())
		if c = s.cols[0].Col; k.Sign() < 0 {
			if strict { // x > r
				return b.e.RealLe(c, simplex.Exactly(r)) ^ 1
			}
			return b.e.RealLt(c, r) ^ 1
		}
	} else {
		c = b.sumColumn(s)
	}
	if strict {
		return b.e.RealLt(c, r)
	}
	return b.e.RealLe(c, simplex.Exactly(r))
}

// whole multiplies a sum without real columns by a positive number that makes all coefficients whole, and gives it with the
// constant that is left: sum + k <= 0 becomes l + k*m <= 0.
func (b *builder) whole(s *rsum) (l *lin, m simplex.Rat) {
	m = simplex.Int(1)
	scale := func(c simplex.Rat) {
		if d := c.Mul(m); !d.IsInt() {
			m = m.Mul(simplex.FromBig(new(big.Rat).SetInt(d.Big().Denom())))
		}
	}
	for _, u := range s.ints {
		scale(u.coef)
	}
	for _, u := range s.lits {
		scale(u.coef)
	}
	l = b.takeLin()
	put := func(c simplex.Rat) int64 {
		n, ok := c.Mul(m).Floor()
		if !ok || abs(n) > engine.MaxAbs {
			b.fail("numbers so large", model.NoTerm, hintSMT)
			return 0
		}
		return n
	}
	for _, u := range s.ints {
		b.slots.addInt(l, put(u.coef), u.x)
	}
	for _, u := range s.lits {
		b.slots.addLit(l, put(u.coef), u.l)
	}
	return l, m
}

// integerLe gives the literal of s <= 0 (or < 0) for a sum of integers and literals.
func (b *builder) integerLe(s *rsum, strict bool) engine.Lit {
	l, m := b.whole(s)
	defer b.putLin(l)
	// l <= -k*m, rounded down; for strict, l < -k*m.
	bound := s.k.Mul(m).Neg()
	n, ok := bound.Floor()
	if strict && bound.IsInt() {
		n--
	}
	if !ok || abs(n) > engine.MaxAbs {
		b.fail("numbers so large", model.NoTerm, hintSMT)
	}
	if b.err != nil {
		return engine.True
	}
	l.k -= n
	b.tidy(l)
	if b.err != nil {
		return engine.True
	}
	if len(l.ts) <= 1 {
		return b.single(model.OpLe, l)
	}
	g := b.e.NewBool()
	b.log.isSum(g, l, false)
	b.atMost(g, l, 0)
	b.atLeast(g^1, l, 1)
	return g
}

// realLt gives the literal of t < r.
func (b *builder) realLt(t model.Term, r simplex.Rat) engine.Lit {
	s := &rsum{k: r.Neg()}
	b.gatherReal(s, t, simplex.Int(1))
	s.tidy()
	return b.sumLe(s, true)
}

// realOrder gives the literals of x < y and x <= y.
func (b *builder) realOrder(x, y model.Term) (lt, le engine.Lit) {
	key := [2]model.Term{x, y}
	if o, ok := b.orders[key]; ok {
		return o[0], o[1]
	}
	s := &rsum{}
	b.gatherReal(s, x, simplex.Int(1))
	b.gatherReal(s, y, simplex.Int(-1))
	if b.err != nil {
		return engine.True, engine.True
	}
	s.tidy()
	if len(s.cols)+len(s.ints)+len(s.lits) > 1 && len(s.cols) > 0 {
		// One column for both.
		col := b.sumColumn(s)
		s = &rsum{cols: []engine.RealTerm{{Coef: simplex.Int(1), Col: col}}, k: s.k}
	}
	lt, le = b.sumLe(s, true), b.sumLe(s, false)
	if b.orders == nil {
		b.orders = map[[2]model.Term][2]engine.Lit{}
	}
	b.e.Charge(bytesEntry)
	b.orders[key] = [2]engine.Lit{lt, le}
	return lt, le
}

// realCompareIf posts g -> x op y.
func (b *builder) realCompareIf(g engine.Lit, op model.Op, x, y model.Term) {
	lt, le := b.realOrder(x, y)
	if b.err != nil {
		return
	}
	switch op {
	case model.OpEq:
		b.e.AddClause(g^1, le)
		b.e.AddClause(g^1, lt^1)
	case model.OpNe:
		b.e.AddClause(g^1, lt, le^1)
	case model.OpLt:
		b.e.AddClause(g^1, lt)
	case model.OpLe:
		b.e.AddClause(g^1, le)
	case model.OpGt:
		b.e.AddClause(g^1, le^1)
	case model.OpGe:
		b.e.AddClause(g^1, lt^1)
	}
}

// realCompareLit makes the literal of x op y.
func (b *builder) realCompareLit(op model.Op, x, y model.Term) (engine.Lit, uint8) {
	if op == model.OpEq || op == model.OpNe {
		return b.litOfComparison(op, x, y), 0
	}
	lt, le := b.realOrder(x, y)
	switch op {
	case model.OpLt:
		return lt, both
	case model.OpLe:
		return le, both
	case model.OpGt:
		return le ^ 1, both
	}
	return lt ^ 1, both
}

func (b *builder) realDistinctIf(g engine.Lit, args []model.Term) {
	args = append([]model.Term(nil), args...)
	for i := range args {
		for j := range i {
			b.realCompareIf(g, model.OpNe, args[i], args[j])
		}
	}
}
