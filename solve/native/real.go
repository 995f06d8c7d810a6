package native

import (
	"math/big"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// rsum is a sum of rational multiples of real columns, integers and literals, and a constant.
type rsum struct {
	cols []engine.RealTerm
	ints []ratInt
	lits []ratLit
	k    simplex.Rat
}

type ratInt struct {
	coef simplex.Rat
	x    engine.Int
}

type ratLit struct {
	coef simplex.Rat
	l    engine.Lit
}

func (s *rsum) addCol(c simplex.Rat, col engine.Real) {
	for i := range s.cols {
		if s.cols[i].Col == col {
			s.cols[i].Coef = s.cols[i].Coef.Add(c)
			return
		}
	}
	s.cols = append(s.cols, engine.RealTerm{Coef: c, Col: col})
}

func (s *rsum) addInt(c simplex.Rat, x engine.Int) {
	for i := range s.ints {
		if s.ints[i].x == x {
			s.ints[i].coef = s.ints[i].coef.Add(c)
			return
		}
	}
	s.ints = append(s.ints, ratInt{c, x})
}

func (s *rsum) addLit(c simplex.Rat, l engine.Lit) {
	if l&1 != 0 {
		s.k = s.k.Add(c)
		c, l = c.Neg(), l^1
	}
	if l == engine.True {
		s.k = s.k.Add(c)
		return
	}
	for i := range s.lits {
		if s.lits[i].l == l {
			s.lits[i].coef = s.lits[i].coef.Add(c)
			return
		}
	}
	s.lits = append(s.lits, ratLit{c, l})
}

// tidy drops what vanished.
func (s *rsum) tidy() {
	cols := s.cols[:0]
	for _, t := range s.cols {
		if t.Coef.Sign() != 0 {
			cols = append(cols, t)
		}
	}
	s.cols = cols
	ints := s.ints[:0]
	for _, t := range s.ints {
		if t.coef.Sign() != 0 {
			ints = append(ints, t)
		}
	}
	s.ints = ints
	lits := s.lits[:0]
	for _, t := range s.lits {
		if t.coef.Sign() != 0 {
			lits = append(lits, t)
		}
	}
	s.lits = lits
}

// rat is the value of a constant.
func rat(v model.Value) simplex.Rat {
	if n, ok := v.Int64(); ok {
		return simplex.Int(n)
	}
	return simplex.FromBig(v.Rat())
}

// gatherReal adds c*t to s.
func (b *builder) gatherReal(s *rsum, t model.Term, c simplex.Rat) {
	if !b.enter(t) {
		return
	}
	defer b.leave()
	p := b.p
	if p.Sort(t) == model.Int {
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
	if !b.enter(t) {
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
	b.reals[t] = c
	return c
}

func (b *builder) makeReal(t model.Term) engine.Real {
	p := b.p
	switch p.Op(t) {
	case model.OpVar:
		c := b.e.NewReal()
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
		c := b.e.NewReal()
		g := b.lit(p.Arg(t, 0), both)
		b.realEqual(g, c, p.Arg(t, 1), simplex.Int(1))
		b.realEqual(g^1, c, p.Arg(t, 2), simplex.Int(1))
		return c
	case model.OpAbs:
		c := b.e.NewReal()
		x := p.Arg(t, 0)
		neg := b.realLt(x, simplex.Rat{}) // x < 0
		b.realEqual(neg^1, c, x, simplex.Int(1))
		b.realEqual(neg, c, x, simplex.Int(-1))
		return c
	case model.OpMin, model.OpMax:
		c := b.e.NewReal()
		args := append([]model.Term(nil), p.Args(t)...)
		some := make([]engine.Lit, len(args))
		for i, a := range args {
			some[i] = b.e.NewBool()
			b.realEqual(some[i], c, a, simplex.Int(1))
			s := b.realDifference(c, a)
			if p.Op(t) == model.OpMin { // c - a <= 0
				b.e.AddClause(b.sumLe(s, false))
			} else {
				b.e.AddClause(b.sumLe(s, true) ^ 1) // not c - a < 0
			}
		}
		b.e.AddClause(some...)
		return c
	case model.OpRealDiv:
		x, y := p.Arg(t, 0), p.Arg(t, 1)
		return b.byCases(t, y, func(g engine.Lit, c engine.Real, v simplex.Rat) {
			if v.Sign() != 0 {
				b.realEqual(g, c, x, v.Inv())
			} else {
				b.realConst(g, c, v)
			}
		})
	case model.OpPow:
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
			b.fail("nonlinear real arithmetic", t, hintSMT)
			return 0
		}
		return b.byCases(t, x, func(g engine.Lit, c engine.Real, v simplex.Rat) {
			for n := klo; n <= khi; n++ {
				h := b.e.Eq(e, n)
				both := b.e.NewBool()
				b.e.AddClause(g^1, h^1, both)
				b.realConst(both, c, ratPow(v, n))
			}
		})
	}
	// A sum.
	return b.column(t)
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
		b.realConst(engine.True, b.one, v)
		return b.one
	}
	c := b.e.NewReal()
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
		return b.e.NewBool(), 0
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
		c := b.byCases(t, f, func(g engine.Lit, c engine.Real, v simplex.Rat) {
			if v.Sign() == 0 {
				b.realConst(g, c, v)
			} else {
				b.realEqual(g, c, other, v)
			}
		})
		if b.reals == nil {
			b.reals = map[model.Term]engine.Real{}
		}
		b.reals[t] = c
		return c
	}
	b.fail("nonlinear real arithmetic", t, hintSMT)
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

// byCases makes a column whose value is said, by then, for each value v of y, which must take few.
func (b *builder) byCases(t, y model.Term, then func(g engine.Lit, c engine.Real, v simplex.Rat)) engine.Real {
	p := b.p
	if !b.fewValues(y) {
		b.fail("nonlinear real arithmetic", t, hintSMT)
		return 0
	}
	if p.Op(y) == model.OpIf {
		g := b.lit(p.Arg(y, 0), both)
		c := b.e.NewReal()
		then(g, c, rat(p.ConstValue(p.Arg(y, 1))))
		then(g^1, c, rat(p.ConstValue(p.Arg(y, 2))))
		return c
	}
	i, _ := b.wholeInt(y)
	x := b.intOf(i)
	if b.err != nil {
		return 0
	}
	c := b.e.NewReal()
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
