package native

import (
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// lin is a sum of the engine's terms and a constant. While it is being gathered, slots knows where each summand stands.
type lin struct {
	ts []engine.Term
	k  int64
}

// slots finds the summand of an integer or of a literal in the sum being gathered, without a map. A slot is good when its
// stamp is that of the sum.
type slots struct {
	intAt, litAt       []int32
	intStamp, litStamp []int32
	stamp              int32
}

func (s *slots) reset() {
	clear(s.intStamp)
	clear(s.litStamp)
	s.stamp = 0
}

func (s *slots) begin() { s.stamp++ }

func (s *slots) addInt(l *lin, c int64, x engine.Int) {
	for int(x) >= len(s.intAt) {
		s.intAt = append(s.intAt, 0)
		s.intStamp = append(s.intStamp, 0)
	}
	if s.intStamp[x] == s.stamp && int(s.intAt[x]) < len(l.ts) {
		l.ts[s.intAt[x]].Coef += c
		return
	}
	s.intStamp[x], s.intAt[x] = s.stamp, int32(len(l.ts))
	l.ts = append(l.ts, engine.IntTerm(c, x))
}

func (s *slots) addLit(l *lin, c int64, p engine.Lit) {
	if p&1 != 0 { // c*(1-q)
		l.k += c
		c, p = -c, p^1
	}
	if p == engine.True {
		l.k += c
		return
	}
	v := p.Var()
	for int(v) >= len(s.litAt) {
		s.litAt = append(s.litAt, 0)
		s.litStamp = append(s.litStamp, 0)
	}
	if s.litStamp[v] == s.stamp && int(s.litAt[v]) < len(l.ts) {
		l.ts[s.litAt[v]].Coef += c
		return
	}
	s.litStamp[v], s.litAt[v] = s.stamp, int32(len(l.ts))
	l.ts = append(l.ts, engine.LitTerm(c, p))
}

// takeLin gives an empty sum. Sums being gathered do not overlap: translating an operand that needs a sum of its own is
// done before the outer sum is gathered (prepare).
func (b *builder) takeLin() *lin {
	var l *lin
	if n := len(b.lins); n > 0 {
		l = b.lins[n-1]
		b.lins = b.lins[:n-1]
		l.ts, l.k = l.ts[:0], 0
	} else {
		l = &lin{}
	}
	b.slots.begin()
	return l
}

func (b *builder) putLin(l *lin) { b.lins = append(b.lins, l) }

// difference gathers x - y.
func (b *builder) difference(x, y model.Term) *lin {
	b.prepare(x)
	b.prepare(y)
	l := b.takeLin()
	b.gather(l, x, 1)
	b.gather(l, y, -1)
	b.tidy(l)
	return l
}

// tidy drops summands that vanished and those that are constant, and checks that the sum stays within what the engine
// computes with.
func (b *builder) tidy(l *lin) {
	n := 0
	size := abs(l.k)
	for _, t := range l.ts {
		if t.Coef == 0 {
			continue
		}
		if t.Bool {
			size = satAdd(size, abs(t.Coef))
		} else {
			lo, hi := b.e.Bounds(t.Int)
			size = satAdd(size, satMul(abs(t.Coef), max(abs(lo), abs(hi))))
			if lo == hi {
				l.k += t.Coef * lo
				continue
			}
		}
		l.ts[n] = t
		n++
	}
	l.ts = l.ts[:n]
	if size > engine.MaxAbs {
		b.fail("numbers so large", model.NoTerm, hintSMT)
		l.ts, l.k = l.ts[:0], 0
	}
}

// prepare translates the parts of an Int term that are not linear, so that gather finds them done.
func (b *builder) prepare(t model.Term) {
	if !b.enter() {
		return
	}
	defer b.leave()
	p := b.p
	switch p.Op(t) {
	case model.OpConst:
	case model.OpAdd, model.OpSub, model.OpNeg:
		for _, a := range p.Args(t) {
			b.prepare(a)
		}
	case model.OpMul:
		if rest, _, ok := b.scaled(t); ok {
			b.prepare(rest)
			return
		}
		b.intOf(t)
	case model.OpIf:
		if p.IsConst(p.Arg(t, 1)) && p.IsConst(p.Arg(t, 2)) {
			b.lit(p.Arg(t, 0), both)
			return
		}
		b.intOf(t)
	default:
		b.intOf(t)
	}
}

// scaled takes apart a product of one term with constants.
func (b *builder) scaled(t model.Term) (rest model.Term, c int64, ok bool) {
	p := b.p
	c = 1
	for _, a := range p.Args(t) {
		if p.IsConst(a) {
			c = satMul(c, constInt(p, a))
			continue
		}
		if rest != model.NoTerm {
			return 0, 0, false
		}
		rest = a
	}
	if rest == model.NoTerm {
		return 0, 0, false
	}
	return rest, c, true
}

// gather adds c*t to l.
//
// Pre: prepare(t).
func (b *builder) gather(l *lin, t model.Term, c int64) {
	if b.err != nil {
		return
	}
	if abs(c) > engine.MaxAbs {
		b.fail("numbers so large", t, hintSMT)
		return
	}
	p := b.p
	switch p.Op(t) {
	case model.OpConst:
		k := satAdd(l.k, satMul(c, constInt(p, t)))
		if abs(k) > engine.MaxAbs {
			b.fail("numbers so large", t, hintSMT)
			return
		}
		l.k = k
	case model.OpAdd:
		for _, a := range p.Args(t) {
			b.gather(l, a, c)
		}
	case model.OpSub:
		b.gather(l, p.Arg(t, 0), c)
		b.gather(l, p.Arg(t, 1), -c)
	case model.OpNeg:
		b.gather(l, p.Arg(t, 0), -c)
	case model.OpMul:
		if rest, k, ok := b.scaled(t); ok {
			b.gather(l, rest, satMul(c, k))
			return
		}
		b.slots.addInt(l, c, b.intOf(t))
	case model.OpIf:
		x, y := p.Arg(t, 1), p.Arg(t, 2)
		if p.IsConst(x) && p.IsConst(y) {
			m, n := constInt(p, x), constInt(p, y)
			if max(abs(m), abs(n)) >= inf/2 || abs(satMul(c, m-n)) > engine.MaxAbs {
				b.fail("numbers so large", t, hintSMT)
				return
			}
			b.gather(l, y, c)
			b.slots.addLit(l, c*(m-n), b.lit(p.Arg(t, 0), both))
			return
		}
		b.slots.addInt(l, c, b.intOf(t))
	default:
		b.slots.addInt(l, c, b.intOf(t))
	}
}

// atMost posts g -> l <= k.
func (b *builder) atMost(g engine.Lit, l *lin, k int64) {
	if b.err == nil {
		b.e.AddLinear(g, l.ts, k-l.k)
	}
}

// atLeast posts g -> l >= k.
func (b *builder) atLeast(g engine.Lit, l *lin, k int64) {
	if b.err != nil {
		return
	}
	for i := range l.ts {
		l.ts[i].Coef = -l.ts[i].Coef
	}
	b.e.AddLinear(g, l.ts, l.k-k)
	for i := range l.ts {
		l.ts[i].Coef = -l.ts[i].Coef
	}
}

// equal posts g -> l = k.
func (b *builder) equal(g engine.Lit, l *lin, k int64) {
	if b.err != nil {
		return
	}
	if len(l.ts) == 1 {
		b.e.AddClause(g^1, b.single(model.OpEq, l))
		return
	}
	if l.odd(k) {
		b.e.AddClause(g ^ 1)
		return
	}
	b.atMost(g, l, k)
	b.atLeast(g, l, k)
}

// odd reports whether l = k is impossible because a common divisor of the coefficients does not divide the rest.
func (l *lin) odd(k int64) bool {
	d := int64(0)
	for _, t := range l.ts {
		for a := abs(t.Coef); a != 0; {
			d, a = a, d%a
		}
		if d == 1 {
			return false
		}
	}
	return d > 1 && (k-l.k)%d != 0
}

// compareIf posts g -> x op y.
func (b *builder) compareIf(g engine.Lit, op model.Op, x, y model.Term) {
	if b.inReals(x, y) {
		b.realCompareIf(g, op, x, y)
		return
	}
	l := b.difference(x, y)
	defer b.putLin(l)
	if b.err != nil {
		return
	}
	if len(l.ts) <= 1 {
		b.e.AddClause(g^1, b.single(op, l))
		return
	}
	switch op {
	case model.OpEq:
		if b.pair(l) {
			b.pairIf(g, l)
			return
		}
		b.equal(g, l, 0)
	case model.OpNe:
		b.e.AddNotEqual(g, l.ts, -l.k)
	case model.OpLt:
		b.atMost(g, l, -1)
	case model.OpLe:
		b.atMost(g, l, 0)
	case model.OpGt:
		b.atLeast(g, l, 1)
	case model.OpGe:
		b.atLeast(g, l, 0)
	}
}

// single gives the literal of l op 0 for a sum of at most one summand.
func (b *builder) single(op model.Op, l *lin) engine.Lit {
	if len(l.ts) == 0 {
		return truth(holds(op, l.k))
	}
	t := l.ts[0]
	if t.Bool {
		on, off := holds(op, l.k+t.Coef), holds(op, l.k)
		switch {
		case on && off:
			return engine.True
		case on:
			return t.Lit
		case off:
			return t.Lit ^ 1
		}
		return engine.False
	}
	c, k := t.Coef, -l.k // c*x op k
	if op == model.OpEq || op == model.OpNe {
		p := engine.False
		if k%c == 0 {
			p = b.e.Eq(t.Int, k/c)
		}
		if op == model.OpNe {
			p ^= 1
		}
		return p
	}
	// Bring it to c*x <= k.
	switch op {
	case model.OpLt:
		k--
	case model.OpGt:
		c, k = -c, -k-1
	case model.OpGe:
		c, k = -c, -k
	}
	if c > 0 {
		return b.e.Le(t.Int, euclidDiv(k, c))
	}
	// x >= k/c, rounded up: -(floor(k / -c))
	return b.e.Ge(t.Int, -euclidDiv(k, -c))
}

func truth(b bool) engine.Lit {
	if b {
		return engine.True
	}
	return engine.False
}

func holds(op model.Op, k int64) bool {
	switch op {
	case model.OpEq:
		return k == 0
	case model.OpNe:
		return k != 0
	case model.OpLt:
		return k < 0
	case model.OpLe:
		return k <= 0
	case model.OpGt:
		return k > 0
	}
	return k >= 0
}

// compareLit makes the literal of x op y, and tells in which polarities it is tied to it already.
func (b *builder) compareLit(op model.Op, x, y model.Term) (engine.Lit, uint8) {
	if b.inReals(x, y) {
		return b.realCompareLit(op, x, y)
	}
	l := b.difference(x, y)
	defer b.putLin(l)
	if b.err != nil {
		return engine.True, both
	}
	if len(l.ts) <= 1 {
		return b.single(op, l), both
	}
	if equation(op) && b.pair(l) {
		g := b.pairLit(l)
		if op == model.OpNe {
			g ^= 1
		}
		return g, both
	}
	return b.litOfComparison(op, x, y), 0
}
