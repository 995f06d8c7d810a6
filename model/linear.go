package model

import (
	"math/big"
	"slices"
)

// linear is a sum constant + coef1*base1 + ... on its way to a normal form.
type linear struct {
	sort     Sort
	terms    []monomial
	constant Value // the zero Value is 0
}

// monomial is a term times a constant. The base is a normal form that is no constant, no Add and no Mul with a constant.
type monomial struct {
	base Term
	coef Value
}

// fold is a binary operation on constants that cannot fail.
func fold(op Op, sort Sort, a, b Value) Value {
	v, ok := foldArith(op, sort, a, b)
	if !ok {
		panic("model: constants that cannot be folded")
	}
	return v
}

func foldSub(sort Sort, a, b Value) Value {
	if !a.Valid() {
		a = IntValue(0)
	}
	return fold(OpSub, sort, a, b)
}

// add adds coef times a normal form.
func (l *linear) add(t Term, coef Value, p *Problem) {
	if !l.constant.Valid() {
		l.constant = convert(IntValue(0), l.sort)
	}
	one := func(t Term) {
		if v := p.ConstValue(t); v.Valid() {
			l.constant = fold(OpAdd, l.sort, l.constant, fold(OpMul, l.sort, v, coef))
			return
		}
		base, k := p.monomial(t)
		if k.Valid() {
			k = fold(OpMul, l.sort, k, coef)
		} else {
			k = convert(coef, l.sort)
		}
		l.terms = append(l.terms, monomial{base, k})
	}
	if p.Op(t) != OpAdd {
		one(t)
		return
	}
	for i := range len(p.Args(t)) {
		one(p.Arg(t, i))
	}
}

// monomial takes the constant factor, if any, off a normal form.
func (p *Problem) monomial(t Term) (Term, Value) {
	if p.Op(t) != OpMul {
		return t, Value{}
	}
	args := p.Args(t)
	k := p.ConstValue(args[0])
	if !k.Valid() {
		return t, Value{}
	}
	if len(args) == 2 {
		return args[1], k
	}
	return p.intern(OpMul, p.Sort(t), 0, args[1:]...), k
}

// collect brings the bases in order, each once, and drops those with the factor 0.
func (l *linear) collect() {
	if !l.constant.Valid() {
		l.constant = convert(IntValue(0), l.sort)
	}
	slices.SortStableFunc(l.terms, func(a, b monomial) int { return int(a.base) - int(b.base) })
	out := l.terms[:0]
	for _, m := range l.terms {
		if n := len(out); n > 0 && out[n-1].base == m.base {
			out[n-1].coef = fold(OpAdd, l.sort, out[n-1].coef, m.coef)
			continue
		}
		out = append(out, m)
	}
	l.terms = slices.DeleteFunc(out, func(m monomial) bool { return m.coef.Sign() == 0 })
}

// scale multiplies by a constant.
func (l *linear) scale(k Value) {
	for i := range l.terms {
		l.terms[i].coef = fold(OpMul, l.sort, l.terms[i].coef, k)
	}
	if l.constant.Valid() {
		l.constant = fold(OpMul, l.sort, l.constant, k)
	}
}

// coprime divides by a positive number so that the factors are whole and have no common divisor. The constant may become a
// fraction, also in an Int sum. There must be a term.
func (l *linear) coprime() {
	small := int64(0) // the common divisor, as long as all factors are small and whole
	for _, m := range l.terms {
		n, ok := m.coef.Int64()
		if !ok {
			small = 0
			break
		}
		small = gcd(small, n)
	}
	if small == 1 {
		return
	}
	num, den := new(big.Int), big.NewInt(1)
	for _, m := range l.terms {
		r := m.coef.Rat()
		g := new(big.Int).GCD(nil, nil, den, r.Denom())
		den.Mul(den, new(big.Int).Quo(r.Denom(), g))
	}
	for _, m := range l.terms {
		r := m.coef.Rat()
		n := new(big.Int).Mul(r.Num(), new(big.Int).Quo(den, r.Denom()))
		num.GCD(nil, nil, num, n.Abs(n))
	}
	factor := RatValue(new(big.Rat).SetFrac(den, num))
	for i := range l.terms {
		l.terms[i].coef = convert(fold(OpMul, Real, l.terms[i].coef, factor), l.sort)
	}
	l.constant = fold(OpMul, Real, l.constant, factor)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// fromLinear makes the normal form of a sum; it may change the sum.
func (p *Problem) fromLinear(l *linear) Term {
	l.collect()
	args := make([]Term, 0, len(l.terms)+1)
	if l.constant.Sign() != 0 || len(l.terms) == 0 {
		args = append(args, p.constant(convert(l.constant, l.sort)))
	}
	for _, m := range l.terms {
		args = append(args, p.times(l.sort, m.coef, m.base))
	}
	if len(args) == 1 {
		return args[0]
	}
	return p.intern(OpAdd, l.sort, 0, args...)
}

// times makes the normal form of a constant times a base.
func (p *Problem) times(sort Sort, k Value, base Term) Term {
	if n, ok := k.Int64(); ok && n == 1 {
		return base
	}
	args := []Term{p.constant(convert(k, sort))}
	if p.Op(base) == OpMul {
		args = append(args, p.Args(base)...)
	} else {
		args = append(args, base)
	}
	return p.intern(OpMul, sort, 0, args...)
}

// nMul is the product of normal forms.
func (p *Problem) nMul(sort Sort, ts []Term) Term {
	k := convert(IntValue(1), sort)
	var factors []Term
	var put func(t Term)
	put = func(t Term) {
		if v := p.ConstValue(t); v.Valid() {
			k = fold(OpMul, sort, k, v)
			return
		}
		if p.Op(t) != OpMul {
			factors = append(factors, t)
			return
		}
		for i := range len(p.Args(t)) { // a product within a normal product is taken apart once: it holds none itself
			put(p.Arg(t, i))
		}
	}
	for _, t := range ts {
		put(t)
	}
	if k.Sign() == 0 || len(factors) == 0 {
		return p.constant(k)
	}
	if len(factors) == 1 {
		l := linear{sort: sort}
		l.add(factors[0], k, p)
		return p.fromLinear(&l)
	}
	slices.Sort(factors)
	for i, f := range factors {
		if b, ok := p.is01(f); ok {
			rest := slices.DeleteFunc(slices.Clone(factors), func(t Term) bool { return t == f })
			_ = i
			rest = append(rest, p.constant(k))
			zero := p.constant(convert(IntValue(0), sort))
			return p.nIf(b, p.nMul(sort, rest), zero)
		}
	}
	factors = p.powers(sort, factors)
	base := factors[0]
	if len(factors) > 1 {
		base = p.intern(OpMul, sort, 0, factors...)
	}
	return p.times(sort, k, base)
}

// powers turns equal factors, x and x^2, into one power.
func (p *Problem) powers(sort Sort, factors []Term) []Term {
	type power struct {
		base Term
		exp  int64
	}
	var list []power
	for _, f := range factors {
		pw := power{f, 1}
		if p.Op(f) == OpPow {
			if n, ok := p.ConstValue(p.Arg(f, 1)).Int64(); ok && n > 0 && n < 1<<30 {
				pw = power{p.Arg(f, 0), n}
			}
		}
		list = append(list, pw)
	}
	slices.SortStableFunc(list, func(a, b power) int { return int(a.base) - int(b.base) })
	out := factors[:0]
	for i := 0; i < len(list); {
		pw := list[i]
		for i++; i < len(list) && list[i].base == pw.base; i++ {
			pw.exp += list[i].exp
		}
		t := pw.base
		if pw.exp > 1 {
			t = p.intern(OpPow, sort, 0, t, p.Num(pw.exp))
		}
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

func (p *Problem) nPow(a, e Term) Term {
	sort := p.Sort(a)
	v := p.ConstValue(e)
	if !v.Valid() {
		return p.intern(OpPow, sort, 0, a, e)
	}
	if r, ok := foldArith(OpPow, sort, p.ConstValue(a), v); ok {
		return p.constant(r)
	}
	n, ok := v.Int64()
	switch {
	case v.Sign() < 0 && sort == Int:
		return p.Num(0)
	case v.Sign() < 0 && ok && n != -n:
		return p.nRealDiv(p.Rat(big.NewRat(1, 1)), p.nPow(a, p.Num(-n)))
	case ok && n == 0:
		return p.constant(convert(IntValue(1), sort))
	case ok && n == 1:
		return a
	}
	if _, whole := p.is01(a); whole && v.Sign() > 0 {
		return a
	}
	if ok && n > 0 && n <= 64 && p.Op(a) == OpMul || p.Op(a) == OpPow && ok && n > 0 && n <= 64 {
		return p.nMul(sort, slices.Repeat([]Term{a}, int(n)))
	}
	return p.intern(OpPow, sort, 0, a, e)
}

func (p *Problem) nIntDiv(a, b Term) Term {
	v := p.ConstValue(b)
	if !v.Valid() {
		if p.isNum(a, 0) {
			return a
		}
		return p.intern(OpIntDiv, Int, 0, a, b)
	}
	if r, ok := foldArith(OpIntDiv, Int, p.ConstValue(a), v); ok {
		return p.constant(r)
	}
	switch {
	case v.Sign() == 0:
		return p.Num(0)
	case p.isNum(b, 1):
		return a
	case v.Sign() < 0:
		l := linear{sort: Int}
		l.add(p.nIntDiv(a, p.constant(foldSub(Int, IntValue(0), v))), IntValue(-1), p)
		return p.fromLinear(&l)
	}
	return p.intern(OpIntDiv, Int, 0, a, b)
}

func (p *Problem) nMod(a, b Term) Term {
	v := p.ConstValue(b)
	if !v.Valid() {
		if p.isNum(a, 0) {
			return a
		}
		return p.intern(OpMod, Int, 0, a, b)
	}
	if r, ok := foldArith(OpMod, Int, p.ConstValue(a), v); ok {
		return p.constant(r)
	}
	switch {
	case v.Sign() == 0:
		return a
	case p.isNum(b, 1) || p.isNum(b, -1):
		return p.Num(0)
	case v.Sign() < 0:
		b = p.constant(foldSub(Int, IntValue(0), v))
	}
	if _, ok := p.is01(a); ok || p.Op(a) == OpMod && p.Arg(a, 1) == b {
		return a
	}
	return p.intern(OpMod, Int, 0, a, b)
}

func (p *Problem) nRealDiv(a, b Term) Term {
	v := p.ConstValue(b)
	switch {
	case v.Valid() && v.Sign() == 0 || p.isNum(a, 0):
		return p.constant(RatValue(new(big.Rat)))
	case v.Valid():
		l := linear{sort: Real}
		r := v.Rat()
		l.add(a, RatValue(r.Inv(r)), p)
		return p.fromLinear(&l)
	}
	return p.intern(OpRealDiv, Real, 0, a, b)
}

func (p *Problem) nAbs(a Term) Term {
	if v := p.ConstValue(a); v.Valid() {
		if v.Sign() < 0 {
			return p.constant(foldSub(v.sort, IntValue(0), v))
		}
		return a
	}
	if _, ok := p.is01(a); ok || p.Op(a) == OpAbs || p.Op(a) == OpMod && p.Sort(a) == Int && p.IsConst(p.Arg(a, 1)) {
		return a
	}
	l := linear{sort: p.Sort(a)}
	l.add(a, IntValue(1), p)
	l.collect()
	if l.terms[0].coef.Sign() < 0 {
		l.scale(IntValue(-1))
		a = p.fromLinear(&l)
	}
	return p.intern(OpAbs, p.Sort(a), 0, a)
}

func (p *Problem) nExtreme(op Op, args []Term) Term {
	var best Value
	var out []Term
	put := func(t Term) {
		v := p.ConstValue(t)
		if !v.Valid() {
			out = append(out, t)
			return
		}
		if c := v.Compare(best); !best.Valid() || op == OpMin && c < 0 || op == OpMax && c > 0 {
			best = v
		}
	}
	for _, a := range args {
		if p.Op(a) != op {
			put(a)
			continue
		}
		for i := range len(p.Args(a)) {
			put(p.Arg(a, i))
		}
	}
	if best.Valid() {
		out = append(out, p.constant(best))
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) == 1 {
		return out[0]
	}
	return p.intern(op, p.Sort(args[0]), 0, out...)
}

// nToReal takes ToReal to the terms of a sum.
func (p *Problem) nToReal(a Term) Term {
	l, in := linear{sort: Real}, linear{sort: Int}
	in.add(a, IntValue(1), p)
	in.collect()
	l.constant = convert(in.constant, Real)
	for _, m := range in.terms {
		base := m.base
		if b, ok := p.is01(base); ok {
			base = p.n01(Real, b)
		} else {
			base = p.intern(OpToReal, Real, 0, base)
		}
		l.terms = append(l.terms, monomial{base, convert(m.coef, Real)})
	}
	return p.fromLinear(&l)
}

// nToInt rounds down: a sum of whole terms with whole factors needs no rounding but for its constant.
func (p *Problem) nToInt(a Term) Term {
	if v := p.ConstValue(a); v.Valid() {
		return p.constant(foldFloor(v))
	}
	in, l := linear{sort: Real}, linear{sort: Int}
	in.add(a, IntValue(1), p)
	in.collect()
	for _, m := range in.terms {
		base, ok := p.wholeBase(m.base)
		if !ok || !m.coef.IsInt() {
			return p.intern(OpToInt, Int, 0, a)
		}
		l.terms = append(l.terms, monomial{base, BigIntValue(m.coef.BigInt())})
	}
	l.constant = foldFloor(in.constant)
	return p.fromLinear(&l)
}
