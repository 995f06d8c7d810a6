package native

import (
	"slices"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// intOf gives the integer of an Int term.
func (b *builder) intOf(t model.Term) engine.Int {
	if x := b.ints[t]; x >= 0 {
		return x
	}
	if !b.enter() {
		return 0
	}
	defer b.leave()
	x := b.makeInt(t)
	if b.err != nil {
		return 0
	}
	b.ints[t] = x
	return x
}

// newInt makes an integer for a term, with the bounds that follow from those of the variables.
func (b *builder) newInt(t model.Term) engine.Int {
	x := b.intIn(t, b.bounds.eval(t))
	b.isTerm(x, t)
	return x
}

func (b *builder) intIn(t model.Term, s span) engine.Int {
	switch {
	case s.empty():
		b.e.AddClause()
		return b.e.NewInt(0, 0)
	case !s.bounded():
		for _, v := range b.p.VarsOf(t) {
			if b.p.Variable(v).Sort == model.Int && !b.bounds.b[v].bounded() {
				b.fail("an unbounded integer", t, hintBounds)
				return 0
			}
		}
		b.fail("numbers so large", t, hintSMT)
		return 0
	case s.lo < -engine.MaxAbs || s.hi > engine.MaxAbs:
		b.fail("numbers so large", t, hintSMT)
		return 0
	}
	return b.e.NewInt(s.lo, s.hi)
}

func (b *builder) makeInt(t model.Term) engine.Int {
	p := b.p
	if p.GraphOf(t) != 0 {
		return b.queryInt(t)
	}
	switch p.Op(t) {
	case model.OpConst, model.OpVar:
		return b.newInt(t)
	case model.OpIf:
		return b.makeChoice(t)
	case model.OpMul:
		if _, _, ok := b.scaled(t); !ok {
			return b.makeProduct(t)
		}
	case model.OpIntDiv, model.OpMod:
		d := b.divide(p.Arg(t, 0), p.Arg(t, 1))
		if p.Op(t) == model.OpIntDiv {
			return d.q
		}
		return d.r
	case model.OpPow:
		return b.makePower(t)
	case model.OpAbs:
		return b.makeAbs(t)
	case model.OpMin, model.OpMax:
		return b.makeExtreme(t)
	case model.OpToInt:
		return b.realFloor(t)
	}
	// A sum: an integer equal to it, unless it is one already.
	l := b.takeLinOf(t)
	defer b.putLin(l)
	if b.err != nil {
		return 0
	}
	if len(l.ts) == 1 && l.k == 0 && !l.ts[0].Bool && l.ts[0].Coef == 1 {
		return l.ts[0].Int
	}
	z := b.newInt(t)
	b.define0(engine.True, z, l)
	return z
}

// takeLinOf gathers the sum of a term.
func (b *builder) takeLinOf(t model.Term) *lin {
	b.prepare(t)
	l := b.takeLin()
	b.gather(l, t, 1)
	b.tidy(l)
	return l
}

// define0 posts g -> z = l.
func (b *builder) define0(g engine.Lit, z engine.Int, l *lin) {
	if b.err != nil {
		return
	}
	ts := append([]engine.Term{engine.IntTerm(-1, z)}, l.ts...)
	m := lin{ts: ts, k: l.k}
	b.tidy(&m)
	b.equal(g, &m, 0)
}

// bound posts g -> z <= l (sign 1) or g -> z >= l (sign -1).
func (b *builder) bound(g engine.Lit, z engine.Int, l *lin, sign int64) {
	if b.err != nil {
		return
	}
	m := lin{ts: append([]engine.Term{engine.IntTerm(-1, z)}, l.ts...), k: l.k}
	b.tidy(&m)
	if b.err != nil {
		return
	}
	if sign > 0 { // l - z >= 0
		b.atLeast(g, &m, 0)
	} else {
		b.atMost(g, &m, 0)
	}
}

// makeChoice is If(c, x, y).
func (b *builder) makeChoice(t model.Term) engine.Int {
	p := b.p
	if s, ok := b.selectionOf(t); ok {
		if z, ok := b.makeElement(t, s); ok || b.err != nil {
			return z
		}
	}
	c := b.lit(p.Arg(t, 0), both)
	z := b.newInt(t)
	for i, g := range []engine.Lit{c, c ^ 1} {
		l := b.takeLinOf(p.Arg(t, 1+i))
		b.define0(g, z, l)
		b.putLin(l)
	}
	return z
}

// makeProduct is a product of two or more terms that are not constant, perhaps with constants.
func (b *builder) makeProduct(t model.Term) engine.Int {
	p := b.p
	c := int64(1)
	var factors []model.Term
	for _, a := range p.Args(t) {
		if p.IsConst(a) {
			c = satMul(c, constInt(p, a))
		} else {
			factors = append(factors, a)
		}
	}
	slices.Sort(factors)
	var z engine.Int
	var s span
	for i := 0; i < len(factors); {
		j := i + 1
		for j < len(factors) && factors[j] == factors[i] {
			j++
		}
		x := b.intOf(factors[i])
		if b.err != nil {
			return 0
		}
		lo, hi := b.e.Bounds(x)
		u := span{lo, hi}
		if k := j - i; k > 1 {
			x, u = b.power(t, x, k)
			if b.err != nil {
				return 0
			}
		}
		if i == 0 {
			z, s = x, u
		} else {
			s = s.mul(u)
			y := b.intIn(t, s)
			if b.err != nil {
				return 0
			}
			b.e.AddMul(z, x, y)
			z = y
		}
		i = j
	}
	if c == 1 {
		return z
	}
	y := b.newInt(t)
	if b.err != nil {
		return 0
	}
	l := &lin{ts: []engine.Term{engine.IntTerm(c, z)}}
	b.tidy(l)
	b.define0(engine.True, y, l)
	return y
}

// power makes x^k, k >= 2.
func (b *builder) power(t model.Term, x engine.Int, k int) (engine.Int, span) {
	lo, hi := b.e.Bounds(x)
	a, c := satPow(lo, int64(k)), satPow(hi, int64(k))
	s := span{min(a, c), max(a, c)}
	if k%2 == 0 && lo < 0 && hi > 0 {
		s.lo = 0
	}
	z := b.intIn(t, s)
	if b.err == nil {
		b.e.AddPow(x, k, z)
	}
	return z, s
}

// makePower is a power: with a constant exponent directly, otherwise by cases on the exponent. Negative exponents give 0, as
// the total reading of terms says.
func (b *builder) makePower(t model.Term) engine.Int {
	p := b.p
	k := b.bounds.eval(p.Arg(t, 1))
	x := b.intOf(p.Arg(t, 0))
	if b.err != nil {
		return 0
	}
	if k.lo == k.hi {
		switch {
		case k.lo < 0:
			return b.constInt(0)
		case k.lo == 0:
			return b.constInt(1)
		case k.lo == 1:
			return x
		case k.lo > 64:
			if lo, hi := b.e.Bounds(x); lo < -1 || hi > 1 {
				b.fail("numbers so large", t, hintSMT)
				return 0
			}
			z, _ := b.power(t, x, 2+int(k.lo%2))
			return z
		}
		z, _ := b.power(t, x, int(k.lo))
		return z
	}
	y := b.intOf(p.Arg(t, 1))
	if b.err != nil {
		return 0
	}
	klo, khi := b.e.Bounds(y)
	lo, hi := b.e.Bounds(x)
	if khi-klo > 1000 {
		b.fail("a power with so many exponents", t, hintSMT)
		return 0
	}
	m := max(abs(lo), abs(hi))
	top := max(satPow(m, max(khi, 0)), 1)
	s := span{0, top}
	if lo < 0 {
		s.lo = -top
	}
	z := b.intIn(t, s)
	b.isTerm(z, t)
	if b.err != nil {
		return 0
	}
	for n := klo; n <= khi; n++ {
		g := b.e.Eq(y, n)
		l := b.takeLin()
		switch {
		case n < 0:
		case n == 0:
			l.k = 1
		case n == 1:
			b.slots.addInt(l, 1, x)
		default:
			w, _ := b.power(t, x, int(n))
			if b.err != nil {
				return 0
			}
			b.slots.addInt(l, 1, w)
		}
		b.define0(g, z, l)
		b.putLin(l)
	}
	return z
}

// makeAbs is |x|: at least x and -x, and equal to one of them.
func (b *builder) makeAbs(t model.Term) engine.Int {
	z := b.newInt(t)
	l := b.takeLinOf(b.p.Arg(t, 0))
	defer b.putLin(l)
	if b.err != nil {
		return 0
	}
	g := b.e.NewBool()
	b.log.isSum(g, &lin{ts: negated(l.ts), k: -l.k}, false) // l >= 0
	for _, side := range []engine.Lit{g, g ^ 1} {
		b.bound(engine.True, z, l, -1) // z >= l
		b.bound(side, z, l, 1)         // z <= l
		for i := range l.ts {
			l.ts[i].Coef = -l.ts[i].Coef
		}
		l.k = -l.k
	}
	return z
}

// makeExtreme is the largest or smallest of several terms: not below (above) any, and equal to one.
func (b *builder) makeExtreme(t model.Term) engine.Int {
	p := b.p
	z := b.newInt(t)
	sign := int64(-1) // max: z >= each
	if p.Op(t) == model.OpMin {
		sign = 1
	}
	some := make([]engine.Lit, 0, 8)
	for _, a := range append([]model.Term(nil), p.Args(t)...) {
		l := b.takeLinOf(a)
		if b.err != nil {
			return 0
		}
		b.bound(engine.True, z, l, sign)
		g := b.e.NewBool()
		if reach := (&lin{ts: append([]engine.Term{engine.IntTerm(-1, z)}, l.ts...), k: l.k}); sign > 0 { // l - z <= 0
			b.log.isSum(g, reach, false)
		} else {
			b.log.isSum(g, &lin{ts: negated(reach.ts), k: -reach.k}, false)
		}
		b.bound(g, z, l, -sign)
		some = append(some, g)
		b.putLin(l)
	}
	b.e.AddClause(some...)
	return z
}

// divmod is the Euclidean quotient and remainder of two terms.
type divmod struct{ q, r engine.Int }

// divide makes x div y and x mod y: x = y*q + r with 0 <= r < |y|; where y is 0, q is 0 and r is x.
func (b *builder) divide(x, y model.Term) divmod {
	key := [2]model.Term{x, y}
	if d, ok := b.divs[key]; ok {
		return d
	}
	d := b.makeDivide(x, y)
	if b.err == nil {
		if b.divs == nil {
			b.divs = map[[2]model.Term]divmod{}
		}
		b.e.Charge(bytesEntry)
		b.divs[key] = d
	}
	return d
}

func (b *builder) makeDivide(x, y model.Term) divmod {
	yi := b.intOf(y)
	if b.err != nil {
		return divmod{}
	}
	ylo, yhi := b.e.Bounds(yi)
	lx := b.takeLinOf(x)
	if b.err != nil {
		return divmod{}
	}
	b.putLin(lx) // its bounds only: gathered again below
	sx := b.bounds.eval(x)
	if !sx.bounded() {
		b.fail("an unbounded integer", x, hintBounds)
		return divmod{}
	}
	if ylo == 0 && yhi == 0 {
		return divmod{b.constInt(0), b.intOf(x)}
	}
	m := max(abs(ylo), abs(yhi))
	mq := max(abs(sx.lo), abs(sx.hi))
	sq := span{-mq, mq}
	if ylo == yhi {
		sq = span{divFloor(sx.lo, ylo), divFloor(sx.hi, ylo)}.ordered()
	}
	sr := span{0, m - 1}
	if sx.lo >= 0 {
		sr.hi = min(sr.hi, sx.hi)
	}
	zero := engine.False
	if ylo <= 0 && yhi >= 0 {
		zero = b.e.Eq(yi, 0)
		sr = sr.join(sx)
	}
	q, r := b.intIn(x, sq), b.intIn(x, sr)
	b.isOf(q, model.OpIntDiv, x, y)
	b.isOf(r, model.OpMod, x, y)
	if b.err != nil {
		return divmod{}
	}
	// x - y*q - r = 0
	if ylo == yhi {
		l := b.takeLinOf(x)
		b.slots.addInt(l, -ylo, q)
		b.slots.addInt(l, -1, r)
		b.tidy(l)
		b.equal2(engine.True, l)
		b.putLin(l)
		return divmod{q, r}
	}
	prod := b.intIn(x, span{ylo, yhi}.mul(sq))
	if b.err != nil {
		return divmod{}
	}
	b.e.AddMul(yi, q, prod)
	l := b.takeLinOf(x)
	b.slots.addInt(l, -1, prod)
	b.slots.addInt(l, -1, r)
	b.tidy(l)
	b.equal2(engine.True, l)
	b.putLin(l)
	// Where y is 0 the product is 0, so that r is x; q is made 0. Elsewhere 0 <= r < |y|.
	b.e.AddClause(zero^1, b.e.Eq(q, 0))
	b.e.AddClause(zero, b.e.Ge(r, 0))
	up := []engine.Term{engine.IntTerm(1, r), engine.IntTerm(-1, yi)} // r - y <= -1
	down := []engine.Term{engine.IntTerm(1, r), engine.IntTerm(1, yi)}
	if g := b.e.Ge(yi, 1); g != engine.False {
		b.e.AddLinear(g, up, -1)
	}
	if g := b.e.Le(yi, -1); g != engine.False {
		b.e.AddLinear(g, down, -1)
	}
	return divmod{q, r}
}

// equal2 posts g -> l = 0, for a sum of any length.
func (b *builder) equal2(g engine.Lit, l *lin) {
	if b.err != nil {
		return
	}
	if len(l.ts) <= 1 {
		b.e.AddClause(g^1, b.single(model.OpEq, l))
		return
	}
	b.atMost(g, l, 0)
	b.atLeast(g, l, 0)
}
