package engine

// allDiff says that integers are all different: when one is fixed, the others lose its value.
type allDiff struct {
	r       Lit // the constraint holds where r is true
	xs      []Int
	pending []int32
	all     bool // r became true, or it never ran: look at all
}

// AddAllDiff adds r -> the integers are all different.
//
// Pre: no level is open.
func (e *Engine) AddAllDiff(r Lit, xs []Int) bool {
	if !e.ok || e.val[r] < 0 || len(xs) < 2 {
		return e.ok
	}
	if e.proof != nil {
		e.deriving = e.name()
		defer func() { e.deriving = 0 }()
		e.proof.AllDiff(e.deriving, r, xs)
	}
	e.charge(len(xs) * bytesTerm)
	// Value literals of dense integers cannot be made in the middle of a search.
	lo, hi := e.ints[xs[0]].lo, e.ints[xs[0]].hi
	for _, x := range xs {
		iv := &e.ints[x]
		lo, hi = min(lo, iv.lo), max(hi, iv.hi)
		if iv.sparse < 0 && iv.hi0-iv.lo0 >= 2 {
			e.Eq(x, iv.lo0+1)
		}
	}
	if n := hi - lo + 1; n < int64(len(xs)) {
		return e.AddClause(r ^ 1)
	} else if n == int64(len(xs)) && n <= DenseLimit {
		// A permutation: every value is taken.
		for v := lo; v <= hi; v++ {
			lits := append(e.buf[:0], r^1)
			for _, x := range xs {
				if l := e.Eq(x, v); l != False {
					lits = append(lits, l)
				}
			}
			e.buf = lits[:0]
			if !e.AddClause(lits...) {
				return false
			}
		}
	}
	p := &allDiff{r: r, xs: append([]Int(nil), xs...), all: true}
	id := e.post(p)
	if r != True {
		e.hooks[r] = append(e.hooks[r], hook{id, int32(len(xs))})
	}
	for i, x := range xs {
		e.onFix[x] = append(e.onFix[x], hook{id, int32(i)})
	}
	e.addAllMatch(r, p.xs, lo, hi)
	return true
}

func (p *allDiff) wake(i int32) {
	if int(i) == len(p.xs) {
		p.all = true
		return
	}
	p.pending = append(p.pending, i)
}

func (p *allDiff) cancel() {
	p.pending = p.pending[:0]
	p.all = false
}

func (p *allDiff) priority() int { return 0 }

func (p *allDiff) run(e *Engine, id int32) bool {
	if p.all {
		p.all = false
		p.pending = p.pending[:0]
		for i, x := range p.xs {
			if iv := &e.ints[x]; iv.lo == iv.hi {
				p.pending = append(p.pending, int32(i))
			}
		}
	}
	ok := true
	for _, i := range p.pending {
		if e.val[p.r] < 0 { // perhaps from what an earlier one concluded
			break
		}
		if ok = p.fixed(e, id, i); !ok {
			break
		}
	}
	p.pending = p.pending[:0]
	return ok
}

// fixed draws the conclusions from x[i] being fixed.
func (p *allDiff) fixed(e *Engine, id, i int32) bool {
	x := p.xs[i]
	v := e.ints[x].lo
	is := e.Eq(x, v)
	if e.val[p.r] == 0 {
		for j, y := range p.xs {
			if iv := &e.ints[y]; int32(j) != i && iv.lo == v && iv.hi == v {
				js := e.Eq(y, v)
				if e.proof != nil {
					e.proof.Lemma(e.propName[id], []Lit{p.r ^ 1, is ^ 1, js ^ 1})
				}
				return e.enqueue(p.r^1, e.because2(is, js))
			}
		}
		return true
	}
	why := becauseLits(is, p.r)
	if is == True {
		why = becauseLit(p.r)
	}
	for j, y := range p.xs {
		if int32(j) == i {
			continue
		}
		if iv := &e.ints[y]; iv.lo <= v && v <= iv.hi {
			l := e.Eq(y, v) ^ 1
			if e.proof != nil && e.val[l] != 1 {
				e.proof.Lemma(e.propName[id], []Lit{l, is ^ 1, p.r ^ 1})
			}
			if !e.enqueue(l, why) {
				return false
			}
		}
	}
	return true
}

func (p *allDiff) explain(e *Engine, dst []Lit, q Lit, data int64, at int32) []Lit { return dst }
