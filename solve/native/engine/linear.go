package engine

import "sort"

// Term is one summand: Coef times an integer, or Coef where a literal is true.
type Term struct {
	Coef int64
	Int  Int
	Lit  Lit
	Bool bool // whether Lit counts, rather than Int
}

// IntTerm is c*x.
func IntTerm(c int64, x Int) Term { return Term{Coef: c, Int: x} }

// LitTerm is c where l is true and 0 elsewhere.
func LitTerm(c int64, l Lit) Term { return Term{Coef: c, Lit: l, Bool: true} }

// linear is the constraint r -> sum of ints + sum of lits <= bound. All weights of literals are positive.
type linear struct {
	r     Lit
	bound int64
	xs    []Int
	cs    []int64
	ls    []Lit
	ws    []int64 // descending
}

// AddLinear adds r -> sum <= bound. It is false when the problem is now contradictory.
//
// Pre: no level is open; the largest possible magnitude of the sum and of the bound is within MaxAbs.
func (e *Engine) AddLinear(r Lit, terms []Term, bound int64) bool {
	if !e.ok || e.val[r] < 0 {
		return e.ok
	}
	if e.proof != nil {
		e.deriving = e.name()
		defer func() { e.deriving = 0 }()
		e.proof.Linear(e.deriving, r, terms, bound)
	}
	e.charge(len(terms) * bytesTerm)
	p := e.free.linear()
	p.r = r
	p.bound = e.gather(p, terms, bound)
	p.reduce()
	sort.Stable((*byWeight)(p))
	if done, ok := e.withoutSum(p); done {
		e.free.put(p)
		return ok
	}
	e.watchSum(p)
	return true
}

// gather puts the terms that are open into a constraint, literals with weights above zero, and gives the bound without what is settled.
func (e *Engine) gather(p *linear, terms []Term, bound int64) int64 {
	literal := func(l Lit, c int64) {
		if c < 0 {
			bound -= c
			l, c = l^1, -c
		}
		switch e.val[l] {
		case 1:
			bound -= c
		case 0:
			p.ls = append(p.ls, l)
			p.ws = append(p.ws, c)
		}
	}
	for _, t := range terms {
		c := t.Coef
		if c == 0 {
			continue
		}
		if t.Bool {
			literal(t.Lit, c)
			continue
		}
		iv := &e.ints[t.Int]
		switch {
		case iv.lo == iv.hi:
			bound -= c * iv.lo
		case iv.sparse < 0 && iv.hi0-iv.lo0 == 1: // a Bool in disguise, which is open
			bound -= c * iv.lo0
			literal(iv.geBase, c)
		default:
			p.xs = append(p.xs, t.Int)
			p.cs = append(p.cs, c)
		}
	}
	return bound
}

// withoutSum states a constraint that needs no sum to be watched: one that always or never holds, a short one of literals, or the bound of one
// number. It reports whether it did, and whether the problem can still hold.
func (e *Engine) withoutSum(p *linear) (done, ok bool) {
	lo, hi := int64(0), int64(0)
	for i, x := range p.xs {
		iv := &e.ints[x]
		if c := p.cs[i]; c > 0 {
			lo += c * iv.lo
			hi += c * iv.hi
		} else {
			lo += c * iv.hi
			hi += c * iv.lo
		}
	}
	for _, w := range p.ws {
		hi += w
	}
	switch {
	case hi <= p.bound:
		return true, true
	case lo > p.bound:
		return true, e.AddClause(p.r ^ 1)
	case len(p.xs) == 0:
		return e.smallSum(p)
	case len(p.xs) == 1 && len(p.ls) == 0:
		var l Lit
		if c := p.cs[0]; c > 0 {
			l = e.Le(p.xs[0], floorDiv(p.bound, c))
		} else {
			l = e.Ge(p.xs[0], ceilDiv(p.bound, c))
		}
		return true, e.AddClause(p.r^1, l)
	}
	return false, true
}

// watchSum has a constraint looked at whenever its smallest sum grows.
func (e *Engine) watchSum(p *linear) {
	id := e.post(p)
	if p.r != True {
		e.hookLit(p.r, id)
	}
	for i, x := range p.xs {
		if p.cs[i] > 0 {
			e.onLo[x] = append(e.onLo[x], hook{id, -1})
		} else {
			e.onHi[x] = append(e.onHi[x], hook{id, -1})
		}
	}
	for _, l := range p.ls {
		e.hookLit(l, id)
	}
}

// reduce divides by the common divisor of the coefficients, and rounds the bound.
func (p *linear) reduce() {
	g := int64(0)
	for _, c := range p.cs {
		if g = gcd(g, abs(c)); g == 1 {
			return
		}
	}
	for _, w := range p.ws {
		if g = gcd(g, w); g == 1 {
			return
		}
	}
	if g < 2 {
		return
	}
	for i := range p.cs {
		p.cs[i] /= g
	}
	for i := range p.ws {
		p.ws[i] /= g
	}
	p.bound = floorDiv(p.bound, g)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// smallSum writes a sum of literals as clauses where two or fewer literals can be true, or any one cannot.
func (e *Engine) smallSum(p *linear) (done, ok bool) {
	n := len(p.ls)
	switch {
	case p.ws[n-1] > p.bound: // none may be true
		for _, l := range p.ls {
			if !e.AddClause(p.r^1, l^1) {
				return true, false
			}
		}
		return true, true
	case n == 2: // both fit alone or the first does not: but not both together
		if p.ws[0] > p.bound {
			return true, e.AddClause(p.r^1, p.ls[0]^1)
		}
		return true, e.AddClause(p.r^1, p.ls[0]^1, p.ls[1]^1)
	}
	total := int64(0)
	for _, w := range p.ws {
		total += w
	}
	if total-p.ws[n-1] <= p.bound { // only all together are too much
		lits := append(e.buf[:0], p.r^1)
		for _, l := range p.ls {
			lits = append(lits, l^1)
		}
		e.buf = lits[:0]
		return true, e.AddClause(lits...)
	}
	if n <= 5 && p.ws[n-1]+p.ws[n-2] > p.bound { // at most one
		for i := range p.ls {
			if p.ws[i] > p.bound && !e.AddClause(p.r^1, p.ls[i]^1) {
				return true, false
			}
			for j := 0; j < i; j++ {
				if !e.AddClause(p.r^1, p.ls[i]^1, p.ls[j]^1) {
					return true, false
				}
			}
		}
		return true, true
	}
	return false, true
}

func (e *Engine) hookLit(l Lit, id int32) { e.hooks[l] = append(e.hooks[l], hook{id, -1}) }

type byWeight linear

func (p *byWeight) Len() int           { return len(p.ls) }
func (p *byWeight) Less(i, j int) bool { return p.ws[i] > p.ws[j] }
func (p *byWeight) Swap(i, j int) {
	p.ls[i], p.ls[j] = p.ls[j], p.ls[i]
	p.ws[i], p.ws[j] = p.ws[j], p.ws[i]
}

func (p *linear) wake(int32)    {}
func (p *linear) cancel()       {}
func (p *linear) priority() int { return 0 }

// The number that linear gives with a literal it makes true: the place of the summand, literals first, or -1 for r.

func (p *linear) run(e *Engine, id int32) bool {
	e.passed += int64(len(p.xs) + len(p.ls))
	rv := e.val[p.r]
	if rv < 0 {
		return true
	}
	slack := p.bound
	for i, x := range p.xs {
		if c := p.cs[i]; c > 0 {
			slack -= c * e.ints[x].lo
		} else {
			slack -= c * e.ints[x].hi
		}
	}
	for i, l := range p.ls {
		if e.val[l] > 0 {
			slack -= p.ws[i]
		}
	}
	if slack < 0 {
		return e.enqueue(p.r^1, becauseProp(id, 0))
	}
	if rv == 0 {
		return true
	}
	for i, l := range p.ls {
		if p.ws[i] <= slack {
			break
		}
		if e.val[l] == 0 {
			e.assign(l^1, becauseProp(id, int64(i+1)))
		}
	}
	for i, x := range p.xs {
		c := p.cs[i]
		iv := &e.ints[x]
		if c > 0 {
			if c*(iv.hi-iv.lo) > slack {
				if e.atRoot(x) {
					if !e.lowerRoot(x, iv.lo+slack/c) {
						return false
					}
				} else if !e.enqueue(e.Le(x, iv.lo+slack/c), becauseProp(id, int64(i+1+len(p.ls)))) {
					return false
				}
			}
		} else if -c*(iv.hi-iv.lo) > slack {
			if e.atRoot(x) {
				if !e.raiseRoot(x, iv.hi-slack/-c) {
					return false
				}
			} else if !e.enqueue(e.Ge(x, iv.hi-slack/-c), becauseProp(id, int64(i+1+len(p.ls)))) {
				return false
			}
		}
	}
	return true
}

// explain lists the bounds that leave too little room for ¬q. What is to spare is used to leave out summands, or to weaken
// their bounds to ones that were true earlier.
func (p *linear) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	skip := int(data) - 1 // literals first
	if data == 0 {
		skip = -1
	} else if p.r != True {
		dst = append(dst, p.r^1)
	}
	spare := p.sumAt(e, q, skip, at) - p.bound - 1
	for i, l := range p.ls {
		if i != skip && e.trueBefore(l, at) {
			if p.ws[i] <= spare {
				spare -= p.ws[i]
			} else {
				dst = append(dst, l^1)
			}
		}
	}
	for i, x := range p.xs {
		if i+len(p.ls) == skip {
			continue
		}
		var l Lit
		if l, spare = p.weakest(e, x, p.cs[i], spare, at); l != True {
			dst = append(dst, l^1)
		}
	}
	return dst
}

// sumAt is the least value of the sum under the bounds at a trail position and ¬q, which is about the summand to skip.
func (p *linear) sumAt(e *Engine, q Lit, skip int, at int32) int64 {
	sum := int64(0)
	for i, l := range p.ls {
		if i == skip || e.trueBefore(l, at) {
			sum += p.ws[i]
		}
	}
	for i, x := range p.xs {
		c := p.cs[i]
		if i+len(p.ls) == skip {
			// q is [x<=v] or [x>=v]; its negation is the bound that does not fit.
			v := e.ownVal[q.Var()]
			if q&1 == 0 {
				v-- // ¬[x>=v] is [x<=v-1]
			}
			sum += c * v
			continue
		}
		var b int64
		if c > 0 {
			b, _ = e.loAt(x, at)
		} else {
			b, _ = e.hiAt(x, at)
		}
		sum += c * b
	}
	return sum
}

// weakest gives the literal of the weakest bound of a number that still leaves too little room, True where none is needed, and what is to
// spare afterwards.
func (p *linear) weakest(e *Engine, x Int, c, spare int64, at int32) (Lit, int64) {
	iv := &e.ints[x]
	if c > 0 {
		b, l := e.loAt(x, at)
		k := spare / c
		switch {
		case l == True || k <= 0:
		case b-k <= iv.lo0:
			return True, spare - c*(b-iv.lo0)
		case iv.sparse < 0:
			if w := e.loLit(x, b-k); e.trueBefore(w, at) {
				return w, spare - c*k
			}
		}
		return l, spare
	}
	b, l := e.hiAt(x, at)
	k := spare / -c
	switch {
	case l == True || k <= 0:
	case b+k >= iv.hi0:
		return True, spare + c*(iv.hi0-b)
	case iv.sparse < 0:
		if w := e.hiLit(x, b+k); e.trueBefore(w, at) {
			return w, spare + c*k
		}
	}
	return l, spare
}

// trueBefore reports whether l was true before the trail position at.
func (e *Engine) trueBefore(l Lit, at int32) bool {
	return e.val[l] > 0 && e.pos[l.Var()] < at
}

// floorDiv rounds a/b down, for b > 0.
func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// ceilDiv rounds a/b up.
func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

// freeLists keeps propagators of problems that are done with, to use their memory again.
type freeLists struct {
	linears []*linear
}

func (f *freeLists) linear() *linear {
	if n := len(f.linears); n > 0 {
		p := f.linears[n-1]
		f.linears = f.linears[:n-1]
		p.xs, p.cs, p.ls, p.ws = p.xs[:0], p.cs[:0], p.ls[:0], p.ws[:0]
		return p
	}
	return &linear{}
}

func (f *freeLists) put(p *linear) { f.linears = append(f.linears, p) }

func (f *freeLists) reclaim(ps []propagator) {
	for _, p := range ps {
		if l, ok := p.(*linear); ok {
			f.put(l)
		}
	}
}
