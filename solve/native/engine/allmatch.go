package engine

import "math/bits"

// allMatch says that integers are all different, by matching them with values: what no matching has is excluded, and where
// there is none, the set of integers that has too few values is to blame. It comes last, after allDiff has had its say.
type allMatch struct {
	r    Lit
	xs   []Int
	base int64 // the value of column 0
	m    matching
	whys reasons
}

// matchAfter is the number of conflicts from which the matching runs in the search, not at level 0 alone. Most puzzles are
// solved before: it costs an enumeration of permutations 40 %, and saves a search among many orders of the marks of a ruler
// four fifths.
const matchAfter = 200

// addAllMatch posts the matching for integers whose values are few enough, and all literals.
func (e *Engine) addAllMatch(r Lit, xs []Int, lo, hi int64) {
	if len(xs) < 3 || len(xs) > matchLimit || hi-lo >= matchLimit {
		return
	}
	for _, x := range xs {
		if e.ints[x].sparse >= 0 {
			return
		}
	}
	p := &allMatch{r: r, xs: xs, base: lo}
	p.m.init(len(xs))
	id := e.post(p)
	if r != True {
		e.hookLit(r, id)
	}
	for _, x := range xs {
		e.onLo[x] = append(e.onLo[x], hook{id, -1})
		e.onHi[x] = append(e.onHi[x], hook{id, -1})
		e.onHole[x] = append(e.onHole[x], hook{id, -1})
	}
}

func (p *allMatch) wake(int32)    {}
func (p *allMatch) cancel()       {}
func (p *allMatch) priority() int { return 2 }

func (p *allMatch) run(e *Engine, id int32) bool {
	if e.val[p.r] < 0 || e.stats.Conflicts < e.matchAfter && e.decisionLevel() > 0 {
		return true
	}
	p.whys.forget(e, id)
	for i, x := range p.xs {
		p.m.dom[i] = p.domain(e, x)
	}
	ok, rows, cols := p.m.complete()
	if !ok {
		n := len(p.whys.lits)
		p.because(e, rows, cols)
		if e.val[p.r] == 0 {
			return p.whys.conclude(e, id, p.r^1, n)
		}
		e.confl = append(e.confl[:0], p.whys.lits[n:]...)
		if p.r != True {
			e.confl = append(e.confl, p.r^1)
		}
		p.whys.lits = p.whys.lits[:n]
		if e.proof != nil {
			e.proof.Lemma(e.propName[id], e.confl)
		}
		return false
	}
	if e.val[p.r] == 0 {
		return true
	}
	return p.m.excluded(func(c int, out, hall, cols uint64) bool {
		n := len(p.whys.lits)
		for ; out != 0; out &= out - 1 {
			l := e.Eq(p.xs[bits.TrailingZeros64(out)], p.base+int64(c)) ^ 1
			if e.val[l] > 0 {
				continue
			}
			if len(p.whys.lits) == n {
				p.because(e, hall, cols)
				if p.r != True {
					p.whys.lits = append(p.whys.lits, p.r^1)
				}
			}
			if !p.whys.conclude(e, id, l, n) {
				return false
			}
		}
		return true
	})
}

// domain gives the values left to x as a set of columns.
func (p *allMatch) domain(e *Engine, x Int) uint64 {
	iv := &e.ints[x]
	d := (^uint64(0) >> uint(63-(iv.hi-iv.lo))) << uint(iv.lo-p.base)
	if iv.eqBase == 0 {
		return d
	}
	for v := iv.lo + 1; v < iv.hi; v++ {
		if e.val[iv.eqBase+Lit(2*(v-iv.lo0-1))] < 0 {
			d &^= 1 << uint(v-p.base)
		}
	}
	return d
}

// because appends to lits why the integers of a set have no values but those of cols.
//
// Pre: the values left to each of them are among these.
func (p *allMatch) because(e *Engine, rows, cols uint64) {
	first := p.base + int64(bits.TrailingZeros64(cols))
	last := p.base + 63 - int64(bits.LeadingZeros64(cols))
	for ; rows != 0; rows &= rows - 1 {
		x := p.xs[bits.TrailingZeros64(rows)]
		iv := &e.ints[x]
		if first > iv.lo0 {
			p.whys.lits = append(p.whys.lits, e.Ge(x, first)^1)
		}
		if last < iv.hi0 {
			p.whys.lits = append(p.whys.lits, e.Le(x, last)^1)
		}
		for v := max(first, iv.lo0) + 1; v < min(last, iv.hi0); v++ {
			if cols>>uint(v-p.base)&1 == 0 {
				p.whys.lits = append(p.whys.lits, e.Eq(x, v))
			}
		}
		// The ends of the domain it was made with have no value literals of their own.
		if first <= iv.lo0 && cols>>uint(iv.lo0-p.base)&1 == 0 {
			p.whys.lits = append(p.whys.lits, e.Ge(x, iv.lo0+1)^1)
		}
		if last >= iv.hi0 && cols>>uint(iv.hi0-p.base)&1 == 0 {
			p.whys.lits = append(p.whys.lits, e.Ge(x, iv.hi0))
		}
	}
}

func (p *allMatch) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit {
	return p.whys.explain(dst, data)
}
