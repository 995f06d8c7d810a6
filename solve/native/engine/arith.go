package engine

import "math/bits"

// ne says r -> sum of ints != k: it acts when all but one are fixed.
type ne struct {
	r  Lit
	k  int64
	xs []Int
	cs []int64
	ls []Lit
	ws []int64
}

// AddNotEqual adds r -> sum != k.
//
// Pre: no level is open; the largest possible magnitude of the sum is within MaxAbs; no integer occurs twice.
func (e *Engine) AddNotEqual(r Lit, terms []Term, k int64) bool {
	if !e.ok || e.val[r] < 0 {
		return e.ok
	}
	if e.proof != nil {
		e.deriving = e.name()
		defer func() { e.deriving = 0 }()
		e.proof.NotEqual(e.deriving, r, terms, k)
	}
	e.charge(len(terms) * bytesTerm)
	p := &ne{r: r}
	for _, t := range terms {
		switch {
		case t.Coef == 0:
		case t.Bool && e.val[t.Lit] > 0:
			k -= t.Coef
		case t.Bool && e.val[t.Lit] < 0:
		case t.Bool:
			p.ls = append(p.ls, t.Lit)
			p.ws = append(p.ws, t.Coef)
		case e.ints[t.Int].lo == e.ints[t.Int].hi:
			k -= t.Coef * e.ints[t.Int].lo
		default:
			p.xs = append(p.xs, t.Int)
			p.cs = append(p.cs, t.Coef)
		}
	}
	p.k = k
	if len(p.xs) == 1 && len(p.ls) == 0 {
		if k%p.cs[0] != 0 {
			return true
		}
		return e.AddClause(r^1, e.Eq(p.xs[0], k/p.cs[0])^1)
	}
	for _, x := range p.xs {
		if iv := &e.ints[x]; iv.sparse < 0 && iv.hi0-iv.lo0 >= 2 {
			e.Eq(x, iv.lo0+1) // value literals of dense integers cannot be made in the middle of a search
		}
	}
	id := e.post(p)
	for _, x := range p.xs {
		e.onFix[x] = append(e.onFix[x], hook{id, -1})
	}
	for _, l := range p.ls {
		e.hookLit(l, id)
		e.hookLit(l^1, id)
	}
	if r != True {
		e.hookLit(r, id)
	}
	return true
}

func (p *ne) wake(int32)    {}
func (p *ne) cancel()       {}
func (p *ne) priority() int { return 0 }

func (p *ne) run(e *Engine, id int32) bool {
	e.passed += int64(len(p.xs) + len(p.ls))
	if e.val[p.r] < 0 {
		return true
	}
	open := -1 // the one that is not fixed: literals first, then integers
	k := p.k
	for i, l := range p.ls {
		switch e.val[l] {
		case 1:
			k -= p.ws[i]
		case 0:
			if open >= 0 {
				return true
			}
			open = i
		}
	}
	for i, x := range p.xs {
		iv := &e.ints[x]
		if iv.lo == iv.hi {
			k -= p.cs[i] * iv.lo
			continue
		}
		if open >= 0 {
			return true
		}
		open = i + len(p.ls)
	}
	if open < 0 {
		if k != 0 {
			return true
		}
		return e.enqueue(p.r^1, becauseProp(id, 0))
	}
	if e.val[p.r] == 0 {
		return true
	}
	why := becauseProp(id, int64(open)+1)
	if open < len(p.ls) {
		switch k {
		case 0:
			return e.enqueue(p.ls[open], why)
		case p.ws[open]:
			return e.enqueue(p.ls[open]^1, why)
		}
		return true
	}
	i := open - len(p.ls)
	if k%p.cs[i] != 0 {
		return true
	}
	v := k / p.cs[i]
	x := p.xs[i]
	if iv := &e.ints[x]; v < iv.lo || v > iv.hi {
		return true
	}
	return e.enqueue(e.Eq(x, v)^1, why)
}

func (p *ne) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	skip := int(data) - 1
	if data == 0 {
		skip = -1
	} else if p.r != True {
		dst = append(dst, p.r^1)
	}
	for i, l := range p.ls {
		if i != skip {
			if e.val[l] > 0 {
				l ^= 1
			}
			dst = append(dst, l)
		}
	}
	for i, x := range p.xs {
		if i+len(p.ls) != skip {
			dst = e.appendFixed(dst, x, at)
		}
	}
	return dst
}

// appendFixed appends the false literals that say that x had been fixed before the trail position at.
func (e *Engine) appendFixed(dst []Lit, x Int, at int32) []Lit {
	lo, l := e.loAt(x, at)
	if is := e.eqIfMade(x, lo); is != True && e.trueBefore(is, at) {
		return append(dst, is^1)
	}
	_, h := e.hiAt(x, at)
	if l != True {
		dst = append(dst, l^1)
	}
	if h != True {
		dst = append(dst, h^1)
	}
	return dst
}

// mul says z = x*y, over bounds.
type mul struct{ x, y, z Int }

// AddMul adds z = x*y.
//
// Pre: no level is open; the products of the bounds of x and y are within MaxAbs.
func (e *Engine) AddMul(x, y, z Int) bool {
	if !e.ok {
		return false
	}
	if e.proof != nil {
		e.deriving = e.name()
		defer func() { e.deriving = 0 }()
		e.proof.Mul(e.deriving, x, y, z)
	}
	id := e.post(&mul{x, y, z})
	for _, v := range []Int{x, y, z} {
		e.onLo[v] = append(e.onLo[v], hook{id, -1})
		e.onHi[v] = append(e.onHi[v], hook{id, -1})
	}
	return true
}

func (p *mul) wake(int32)    {}
func (p *mul) cancel()       {}
func (p *mul) priority() int { return 1 }

// The number given with a literal tells which variables explain it: a bit each for x, y, z.
const (
	usesX = 1
	usesY = 2
	usesZ = 4
)

func (p *mul) run(e *Engine, id int32) bool {
	// The bounds are read once: what follows is drawn from the same state.
	x, y, z := e.ints[p.x], e.ints[p.y], e.ints[p.z]
	lo, hi := mulRange(x.lo, x.hi, y.lo, y.hi)
	if p.x == p.y && x.lo < 0 && x.hi > 0 {
		lo = 0
	}
	if !e.setRange(p.z, lo, hi, becauseProp(id, usesX|usesY)) {
		return false
	}
	if lo, hi, ok := quotientRange(z.lo, z.hi, y.lo, y.hi); ok {
		if !e.setRange(p.x, lo, hi, becauseProp(id, usesY|usesZ)) {
			return false
		}
	}
	if lo, hi, ok := quotientRange(z.lo, z.hi, x.lo, x.hi); ok {
		if !e.setRange(p.y, lo, hi, becauseProp(id, usesX|usesZ)) {
			return false
		}
	}
	if z.lo <= 0 && z.hi >= 0 {
		return true
	}
	// None of the factors is 0.
	for i, v := range []Int{p.x, p.y} {
		iv := &e.ints[v]
		why := becauseProp(id, int64(usesZ|usesX<<i))
		if iv.lo == 0 && iv.hi > 0 && !e.setRange(v, 1, iv.hi, why) {
			return false
		}
		if iv.hi == 0 && iv.lo < 0 && !e.setRange(v, iv.lo, -1, why) {
			return false
		}
	}
	return true
}

// setRange makes lo <= x <= hi for one reason.
func (e *Engine) setRange(x Int, lo, hi int64, why reason) bool {
	iv := &e.ints[x]
	if e.atRoot(x) {
		return (lo <= iv.lo || e.raiseRoot(x, lo)) && (hi >= e.ints[x].hi || e.lowerRoot(x, hi))
	}
	if lo > iv.lo {
		l := False
		if lo <= iv.hi {
			l = e.Ge(x, lo)
		} else {
			l = e.hiLit(x, iv.hi) ^ 1 // already false: hi < lo
		}
		if !e.enqueue(l, why) {
			return false
		}
	}
	iv = &e.ints[x]
	if hi < iv.hi {
		l := False
		if hi >= iv.lo {
			l = e.Le(x, hi)
		} else {
			l = e.loLit(x, iv.lo) ^ 1
		}
		if !e.enqueue(l, why) {
			return false
		}
	}
	return true
}

func (p *mul) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	return e.appendBounds(dst, data, at, p.x, p.y, p.z)
}

// appendBounds appends the negations of the bounds, before the trail position at, of the variables whose bits are set.
func (e *Engine) appendBounds(dst []Lit, uses int64, at int32, xs ...Int) []Lit {
	for i, x := range xs {
		if uses>>i&1 == 0 {
			continue
		}
		if _, l := e.loAt(x, at); l != True {
			dst = append(dst, l^1)
		}
		if _, l := e.hiAt(x, at); l != True {
			dst = append(dst, l^1)
		}
	}
	return dst
}

func mulRange(al, ah, bl, bh int64) (lo, hi int64) {
	a, b, c, d := al*bl, al*bh, ah*bl, ah*bh
	return min(a, b, c, d), max(a, b, c, d)
}

// quotientRange bounds the integers q with q*y = z for some z and y in the ranges; ok is false when 0 is among the y, so
// that nothing can be said (unless 0 is not among the z).
func quotientRange(zl, zh, yl, yh int64) (lo, hi int64, ok bool) {
	if yl <= 0 && yh >= 0 {
		if zl <= 0 && zh >= 0 || yl == 0 && yh == 0 {
			return 0, 0, false
		}
		// y = 0 is impossible; |q| <= |z|.
		m := max(abs(zl), abs(zh))
		switch {
		case yl == 0:
			yl = 1
		case yh == 0:
			yh = -1
		default:
			return -m, m, true
		}
	}
	if yh < 0 {
		zl, zh, yl, yh = -zh, -zl, -yh, -yl
	}
	// 0 < yl <= yh.
	if zl >= 0 {
		lo = ceilDiv(zl, yh)
	} else {
		lo = ceilDiv(zl, yl)
	}
	if zh >= 0 {
		hi = floorDiv(zh, yl)
	} else {
		hi = floorDiv(zh, yh)
	}
	return lo, hi, true
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}

// pow says z = x^k, for a constant k of 2 or more, over bounds.
type pow struct {
	x, z Int
	k    int
}

// AddPow adds z = x^k.
//
// Pre: no level is open; k >= 2; the powers of the bounds of x are within MaxAbs.
func (e *Engine) AddPow(x Int, k int, z Int) bool {
	if !e.ok {
		return false
	}
	if e.proof != nil {
		e.deriving = e.name()
		defer func() { e.deriving = 0 }()
		e.proof.Pow(e.deriving, x, k, z)
	}
	id := e.post(&pow{x, z, k})
	for _, v := range []Int{x, z} {
		e.onLo[v] = append(e.onLo[v], hook{id, -1})
		e.onHi[v] = append(e.onHi[v], hook{id, -1})
	}
	return true
}

func (p *pow) wake(int32)    {}
func (p *pow) cancel()       {}
func (p *pow) priority() int { return 1 }

func (p *pow) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	return e.appendBounds(dst, data, at, p.x, p.x, p.z)
}

func (p *pow) run(e *Engine, id int32) bool {
	x := &e.ints[p.x]
	a, b := ipow(x.lo, p.k), ipow(x.hi, p.k)
	lo, hi := min(a, b), max(a, b)
	if p.k%2 == 0 && x.lo < 0 && x.hi > 0 {
		lo = 0
	}
	if !e.setRange(p.z, lo, hi, becauseProp(id, usesX)) {
		return false
	}
	// With the bounds of z as they were when it ran: what was just concluded will wake it again.
	z := &e.ints[p.z]
	why := becauseProp(id, usesX|usesZ)
	if p.k%2 == 1 {
		return e.setRange(p.x, ceilRoot(z.lo, p.k), floorRoot(z.hi, p.k), why)
	}
	if z.hi < 0 {
		return e.setRange(p.x, 1, 0, why)
	}
	m := floorRoot(z.hi, p.k)
	if !e.setRange(p.x, -m, m, why) {
		return false
	}
	if z.lo > 0 {
		m := ceilRoot(z.lo, p.k)
		x = &e.ints[p.x]
		if x.lo > -m && x.lo < m && x.lo <= x.hi {
			if !e.setRange(p.x, m, x.hi, why) {
				return false
			}
		} else if x.hi < m && x.hi > -m {
			if !e.setRange(p.x, x.lo, -m, why) {
				return false
			}
		}
	}
	return true
}

// ipow is a^k, saturated at 2*MaxAbs.
func ipow(a int64, k int) int64 {
	r := int64(1)
	for ; k > 0; k-- {
		hi, lo := bits.Mul64(uint64(abs(r)), uint64(abs(a)))
		if hi != 0 || lo > uint64(2*MaxAbs) {
			if a < 0 && k%2 == 1 != (r < 0) {
				return -2 * MaxAbs
			}
			if a > 0 && r < 0 {
				return -2 * MaxAbs
			}
			return 2 * MaxAbs
		}
		r *= a
	}
	return r
}

// floorRoot is the largest integer whose k-th power is at most n (for even k, n >= 0).
func floorRoot(n int64, k int) int64 {
	if n < 0 {
		return -ceilRoot(-n, k)
	}
	lo, hi := int64(0), int64(1)
	for ipow(hi, k) <= n {
		hi *= 2
	}
	for lo < hi-1 {
		mid := lo + (hi-lo)/2
		if ipow(mid, k) <= n {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// ceilRoot is the smallest integer whose k-th power is at least n.
func ceilRoot(n int64, k int) int64 {
	if n < 0 {
		return -floorRoot(-n, k)
	}
	r := floorRoot(n, k)
	if ipow(r, k) < n {
		r++
	}
	return r
}
