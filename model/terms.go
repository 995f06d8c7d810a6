package model

// number makes a term of sort Int or Real: a Bool counts 1 or 0.
func (p *Problem) number(op string, t Term) Term {
	switch p.Sort(t) {
	case Int, Real:
		return t
	case Bool:
		switch t {
		case True:
			return p.Num(1)
		case False:
			return p.Num(0)
		}
		return p.intern(OpIf, Int, 0, t, p.Num(1), p.Num(0))
	}
	return p.fail(op, "an operand is %s", p.describe(t))
}

// numbers turns operands into numbers of one sort in the scratch slice, and tells the sort and the width of the widest bit
// vector among them (0 when there is none, or when the sort is Real). NoSort is a mistake.
func (p *Problem) numbers(op string, ts []Term) ([]Term, Sort, int) {
	out := p.scratch[:0]
	sort, width := Int, 0
	for _, t := range ts {
		if t = p.number(op, t); t == NoTerm {
			return nil, NoSort, 0
		}
		out = append(out, t)
		width = max(width, p.Bits(t))
		if p.Sort(t) == Real {
			sort = Real
		}
	}
	if sort == Real {
		width = 0
		for i, t := range out {
			out[i] = p.ToReal(t)
		}
	}
	p.scratch = out
	return out, sort, width
}

// same turns operands into terms of one sort in the scratch slice: Bools if all are, numbers otherwise.
func (p *Problem) same(op string, ts []Term) ([]Term, Sort) {
	for _, t := range ts {
		if p.Sort(t) != Bool {
			out, sort, _ := p.numbers(op, ts)
			return out, sort
		}
	}
	p.scratch = append(p.scratch[:0], ts...)
	return p.scratch, Bool
}

// truths checks that all operands are Bools.
func (p *Problem) truths(op string, ts []Term) bool {
	for _, t := range ts {
		if p.Sort(t) != Bool {
			p.fail(op, "an operand is %s, not a Bool", p.describe(t))
			return false
		}
	}
	return true
}

// Not is negation.
func (p *Problem) Not(t Term) Term {
	if !p.truths("Not", []Term{t}) {
		return NoTerm
	}
	switch {
	case t == True:
		return False
	case t == False:
		return True
	case p.Op(t) == OpNot:
		return p.Arg(t, 0)
	}
	return p.intern(OpNot, Bool, 0, t)
}

// And is conjunction; of nothing, True.
func (p *Problem) And(ts ...Term) Term { return p.junction("And", OpAnd, True, ts) }

// Or is disjunction; of nothing, False.
func (p *Problem) Or(ts ...Term) Term { return p.junction("Or", OpOr, False, ts) }

func (p *Problem) junction(name string, op Op, neutral Term, ts []Term) Term {
	if !p.truths(name, ts) {
		return NoTerm
	}
	out := p.scratch[:0]
	for _, t := range ts {
		if t != neutral {
			out = append(out, t)
		}
	}
	p.scratch = out
	switch len(out) {
	case 0:
		return neutral
	case 1:
		return out[0]
	}
	return p.intern(op, Bool, 0, out...)
}

// Implies is "if a then b".
func (p *Problem) Implies(a, b Term) Term {
	if !p.truths("Implies", []Term{a, b}) {
		return NoTerm
	}
	switch {
	case a == True:
		return b
	case b == False:
		return p.Not(a)
	case p.IsConst(a) && p.IsConst(b):
		return True
	}
	return p.intern(OpImplies, Bool, 0, a, b)
}

// Xor is "one of both, not both".
func (p *Problem) Xor(a, b Term) Term {
	if !p.truths("Xor", []Term{a, b}) {
		return NoTerm
	}
	switch {
	case a == False:
		return b
	case b == False:
		return a
	case a == True:
		return p.Not(b)
	case b == True:
		return p.Not(a)
	}
	return p.intern(OpXor, Bool, 0, a, b)
}

// Iff is "both or neither", the Eq of two Bools.
func (p *Problem) Iff(a, b Term) Term {
	if !p.truths("Iff", []Term{a, b}) {
		return NoTerm
	}
	return p.Eq(a, b)
}

// If is a where the condition holds and b elsewhere. The branches are brought to one sort.
func (p *Problem) If(cond, a, b Term) Term {
	if !p.truths("If", []Term{cond}) {
		return NoTerm
	}
	ts, sort := p.same("If", []Term{a, b})
	if sort == NoSort {
		return NoTerm
	}
	a, b = ts[0], ts[1]
	if p.IsConst(cond) && p.IsConst(a) && p.IsConst(b) {
		if cond == True {
			return a
		}
		return b
	}
	return p.intern(OpIf, sort, 0, cond, a, b)
}

// Eq is equality of two Bools or of two numbers.
func (p *Problem) Eq(a, b Term) Term { return p.compare("Eq", OpEq, a, b) }

// Ne is "not equal".
func (p *Problem) Ne(a, b Term) Term { return p.compare("Ne", OpNe, a, b) }

// Lt is "less than" of two numbers.
func (p *Problem) Lt(a, b Term) Term { return p.compare("Lt", OpLt, a, b) }

// Le is "less than or equal" of two numbers.
func (p *Problem) Le(a, b Term) Term { return p.compare("Le", OpLe, a, b) }

// Gt is "greater than" of two numbers.
func (p *Problem) Gt(a, b Term) Term { return p.compare("Gt", OpGt, a, b) }

// Ge is "greater than or equal" of two numbers.
func (p *Problem) Ge(a, b Term) Term { return p.compare("Ge", OpGe, a, b) }

func (p *Problem) compare(name string, op Op, a, b Term) Term {
	var ts []Term
	var sort Sort
	if op == OpEq || op == OpNe {
		ts, sort = p.same(name, []Term{a, b})
	} else {
		ts, sort, _ = p.numbers(name, []Term{a, b})
	}
	if sort == NoSort {
		return NoTerm
	}
	a, b = ts[0], ts[1]
	if p.IsConst(a) && p.IsConst(b) {
		return p.Truth(foldCompare(op, p.ConstValue(a), p.ConstValue(b)))
	}
	if sort == Bool {
		if p.IsConst(a) {
			a, b = b, a
		}
		switch b {
		case True:
			if op == OpEq {
				return a
			}
			return p.Not(a)
		case False:
			if op == OpEq {
				return p.Not(a)
			}
			return a
		}
	}
	return p.intern(op, Bool, 0, a, b)
}

// Distinct says that its operands, brought to one sort, are all different.
func (p *Problem) Distinct(ts ...Term) Term {
	if len(ts) == 0 {
		return True
	}
	out, sort := p.same("Distinct", ts)
	if sort == NoSort {
		return NoTerm
	}
	return p.intern(OpDistinct, Bool, 0, out...)
}

// AtMost says that at most k of the Bools are true.
func (p *Problem) AtMost(k int, ts ...Term) Term { return p.cardinality("AtMost", OpAtMost, k, ts) }

// AtLeast says that at least k of the Bools are true.
func (p *Problem) AtLeast(k int, ts ...Term) Term {
	return p.cardinality("AtLeast", OpAtLeast, k, ts)
}

func (p *Problem) cardinality(name string, op Op, k int, ts []Term) Term {
	if !p.truths(name, ts) {
		return NoTerm
	}
	k = min(max(k, -1), len(ts)+1)
	if len(ts) == 0 {
		return p.Truth(op == OpAtMost && k >= 0 || op == OpAtLeast && k <= 0)
	}
	return p.intern(op, Bool, int32(k), ts...)
}

// Add is a sum; of nothing, 0.
func (p *Problem) Add(ts ...Term) Term { return p.chain("Add", OpAdd, 0, ts) }

// Sum is Add.
func (p *Problem) Sum(ts ...Term) Term { return p.chain("Sum", OpAdd, 0, ts) }

// Mul is a product; of nothing, 1.
func (p *Problem) Mul(ts ...Term) Term { return p.chain("Mul", OpMul, 1, ts) }

// Product is Mul.
func (p *Problem) Product(ts ...Term) Term { return p.chain("Product", OpMul, 1, ts) }

func (p *Problem) chain(name string, op Op, neutral int64, ts []Term) Term {
	in, sort, width := p.numbers(name, ts)
	if sort == NoSort {
		return NoTerm
	}
	acc, consts := IntValue(neutral), 0
	out := in[:0]
	at := -1 // where the first constant stood, among what is kept
	for _, t := range in {
		if v := p.ConstValue(t); v.Valid() {
			if sum, ok := foldArith(op, sort, acc, v); ok {
				if consts++; at < 0 {
					at = len(out)
				}
				acc = sum
				continue
			}
		}
		out = append(out, t)
	}
	if n, ok := acc.Int64(); consts > 0 && !(ok && n == neutral && len(out) > 0) {
		c := p.constant(convert(acc, sort))
		out = append(out, c)
		copy(out[at+1:], out[at:])
		out[at] = c
	}
	switch len(out) {
	case 0:
		return p.constant(convert(acc, sort))
	case 1:
		return p.wrap(out[0], width)
	}
	return p.wrap(p.intern(op, sort, 0, out...), width)
}

// wrap takes an Int modulo 2^width, when width is not 0 and the term may lie outside.
func (p *Problem) wrap(t Term, width int) Term {
	if width == 0 || t == NoTerm || p.fits(t, width) {
		return t
	}
	m := p.BigNum(pow2(width))
	if v, ok := foldArith(OpMod, Int, p.ConstValue(t), p.ConstValue(m)); ok {
		return p.constant(v)
	}
	return p.intern(OpMod, Int, int32(width), t, m)
}

// Sub is a - b.
func (p *Problem) Sub(a, b Term) Term {
	ts, sort, width := p.numbers("Sub", []Term{a, b})
	if sort == NoSort {
		return NoTerm
	}
	a, b = ts[0], ts[1]
	if v, ok := foldArith(OpSub, sort, p.ConstValue(a), p.ConstValue(b)); ok {
		return p.wrap(p.constant(v), width)
	}
	if p.isNum(b, 0) {
		return a
	}
	return p.wrap(p.intern(OpSub, sort, 0, a, b), width)
}

// Neg is -a.
func (p *Problem) Neg(a Term) Term {
	if a = p.number("Neg", a); a == NoTerm {
		return NoTerm
	}
	if v, ok := foldArith(OpSub, p.Sort(a), convert(IntValue(0), p.Sort(a)), p.ConstValue(a)); ok {
		return p.constant(v)
	}
	if p.Op(a) == OpNeg {
		return p.Arg(a, 0)
	}
	return p.wrap(p.intern(OpNeg, p.Sort(a), 0, a), p.Bits(a))
}

// isNum reports whether a term is the constant n, of either sort of number.
func (p *Problem) isNum(t Term, n int64) bool {
	v := p.ConstValue(t)
	m, ok := v.Int64()
	return ok && m == n && v.sort != Bool
}

// Div is the quotient: Euclidean (IntDiv) of two Ints, exact where one operand is Real.
func (p *Problem) Div(a, b Term) Term {
	if p.Sort(a) == Real || p.Sort(b) == Real {
		return p.RealDiv(a, b)
	}
	return p.IntDiv(a, b)
}

// IntDiv is the Euclidean quotient of two Ints, SMT-LIB's div: the q for which 0 <= a - b*q < |b|.
func (p *Problem) IntDiv(a, b Term) Term { return p.euclid("IntDiv", OpIntDiv, a, b) }

// Mod is the Euclidean remainder of two Ints, SMT-LIB's mod, never negative.
func (p *Problem) Mod(a, b Term) Term { return p.euclid("Mod", OpMod, a, b) }

func (p *Problem) euclid(name string, op Op, a, b Term) Term {
	ts, sort, width := p.numbers(name, []Term{a, b})
	if sort == NoSort {
		return NoTerm
	}
	if sort == Real {
		return p.fail(name, "the operands must be Ints, one is %s", p.describe(ts[0]))
	}
	a, b = ts[0], ts[1]
	if v, ok := foldArith(op, Int, p.ConstValue(a), p.ConstValue(b)); ok {
		return p.constant(v)
	}
	if p.isNum(b, 1) && op == OpIntDiv {
		return a
	}
	return p.wrap(p.intern(op, Int, 0, a, b), width)
}

// RealDiv is the exact quotient of two numbers, a Real.
func (p *Problem) RealDiv(a, b Term) Term {
	if a, b = p.ToReal(a), p.ToReal(b); a == NoTerm || b == NoTerm {
		return NoTerm
	}
	if v, ok := foldArith(OpRealDiv, Real, p.ConstValue(a), p.ConstValue(b)); ok {
		return p.constant(v)
	}
	if p.isNum(b, 1) {
		return a
	}
	return p.intern(OpRealDiv, Real, 0, a, b)
}

// Pow is a to the power of the Int e.
func (p *Problem) Pow(a, e Term) Term {
	a, e = p.number("Pow", a), p.number("Pow", e)
	if a == NoTerm || e == NoTerm {
		return NoTerm
	}
	if v := p.ConstValue(e); v.sort == Real && v.IsInt() {
		e = p.constant(convert(v, Int))
	}
	if p.Sort(e) != Int {
		return p.fail("Pow", "the exponent is %s: only whole exponents are possible", p.describe(e))
	}
	if v, ok := foldArith(OpPow, p.Sort(a), p.ConstValue(a), p.ConstValue(e)); ok {
		return p.wrap(p.constant(v), p.Bits(a))
	}
	if p.isNum(e, 1) {
		return a
	}
	return p.wrap(p.intern(OpPow, p.Sort(a), 0, a, e), p.Bits(a))
}

// Abs is the absolute value.
func (p *Problem) Abs(a Term) Term {
	if a = p.number("Abs", a); a == NoTerm {
		return NoTerm
	}
	if v := p.ConstValue(a); v.Valid() {
		if v.Sign() < 0 {
			return p.Neg(a)
		}
		return a
	}
	if p.Bits(a) > 0 {
		return a
	}
	return p.intern(OpAbs, p.Sort(a), 0, a)
}

// Min is the smallest of one or more numbers.
func (p *Problem) Min(ts ...Term) Term { return p.extreme("Min", OpMin, ts) }

// Max is the largest of one or more numbers.
func (p *Problem) Max(ts ...Term) Term { return p.extreme("Max", OpMax, ts) }

func (p *Problem) extreme(name string, op Op, ts []Term) Term {
	if len(ts) == 0 {
		return p.fail(name, "of nothing")
	}
	out, sort, _ := p.numbers(name, ts)
	if sort == NoSort {
		return NoTerm
	}
	if len(out) == 1 {
		return out[0]
	}
	allConst, best := true, Value{}
	for _, t := range out {
		v := p.ConstValue(t)
		if allConst = allConst && v.Valid(); !allConst {
			break
		}
		if c := v.Compare(best); !best.Valid() || op == OpMin && c < 0 || op == OpMax && c > 0 {
			best = v
		}
	}
	if allConst {
		return p.constant(best)
	}
	return p.intern(op, sort, 0, out...)
}

// ToReal makes a Real of an Int, and of a Bool 1 or 0.
func (p *Problem) ToReal(a Term) Term {
	if a = p.number("ToReal", a); a == NoTerm || p.Sort(a) == Real {
		return a
	}
	if v := p.ConstValue(a); v.Valid() {
		return p.constant(convert(v, Real))
	}
	return p.intern(OpToReal, Real, 0, a)
}

// ToInt is the largest Int that is not above a number.
func (p *Problem) ToInt(a Term) Term {
	if a = p.number("ToInt", a); a == NoTerm || p.Sort(a) == Int {
		return a
	}
	if v := p.ConstValue(a); v.Valid() {
		return p.constant(foldFloor(v))
	}
	if p.Op(a) == OpToReal {
		return p.Arg(a, 0)
	}
	return p.intern(OpToInt, Int, 0, a)
}
