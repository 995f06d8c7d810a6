package engine

// hook says what to wake: a propagator, and a number that tells it what happened (-1 when it need not know).
type hook struct {
	prop int32
	data int32
}

// channel keeps the literals of an integer and its bounds in step when the literal p of that integer became true. It is
// false on a conflict.
//
// It is the propagator of the clauses [x>=v] -> [x>=u] for u < v, [x==v] -> [x>=v] & [x<=v], [x>=v] & [x<=v] -> [x==v],
// and [x>=v] & [x!=v] -> [x>=v+1], which are never written down.
func (e *Engine) channel(p Lit) bool {
	v := p.Var()
	x := Int(e.owner[v])
	if x < 0 {
		return true
	}
	w := e.ownVal[v]
	if e.isEq[v] {
		if p&1 == 0 {
			return e.channelEq(x, w, p)
		}
		return e.channelHole(x, w, p)
	}
	if p&1 == 0 {
		return e.raiseLo(x, w, p)
	}
	return e.lowerHi(x, w-1, p)
}

// raiseLo does what follows from p = [x>=v].
func (e *Engine) raiseLo(x Int, v int64, p Lit) bool {
	iv := &e.ints[x]
	old := iv.lo
	if v <= old {
		return true
	}
	because := becauseLit(p)
	// The new bound is not entered before the literals that it implies are on the trail: a conflict on the way leaves the
	// bounds as they were.
	if iv.sparse < 0 {
		base := iv.geBase - Lit(2*(iv.lo0+1))
		for u := v - 1; u > old; u-- {
			l := base + Lit(2*u)
			if e.val[l] != 1 && !e.enqueue(l, because) {
				return false
			}
		}
		if v > iv.hi { // [x<=hi] says otherwise; its literal is [x>=hi+1] negated
			return e.enqueue(base+Lit(2*(iv.hi+1)), because)
		}
		if iv.eqBase != 0 {
			eq := iv.eqBase - Lit(2*(iv.lo0+1))
			for u := max(old, iv.lo0+1); u < v; u++ {
				l := eq + Lit(2*u) + 1
				if e.val[l] != 1 && !e.enqueue(l, because) {
					return false
				}
			}
		}
	} else {
		s := &e.sparse[iv.sparse]
		for i := search(s.geVal, v) - 1; i >= 0 && s.geVal[i] > old; i-- {
			if !e.enqueue(Lit(s.geVar[i]*2), because) {
				return false
			}
		}
		for i := search(s.eqVal, old); i < len(s.eqVal) && s.eqVal[i] < v; i++ {
			if !e.enqueue(Lit(s.eqVar[i]*2+1), because) {
				return false
			}
		}
		if v > iv.hi {
			panic("engine: bounds of a sparse integer crossed unseen")
		}
	}
	e.bounds = append(e.bounds, boundEntry{old: old, new: v, x: x, pos: e.pos[p.Var()], prev: iv.loEnt})
	iv.loEnt = int32(len(e.bounds) - 1)
	iv.lo = v
	e.wakeAll(e.onLo[x])
	return e.settle(x)
}

// lowerHi does what follows from p = [x<=v].
func (e *Engine) lowerHi(x Int, v int64, p Lit) bool {
	iv := &e.ints[x]
	old := iv.hi
	if v >= old {
		return true
	}
	because := becauseLit(p)
	if iv.sparse < 0 {
		base := iv.geBase - Lit(2*(iv.lo0+1))
		for u := v + 2; u <= old; u++ {
			l := base + Lit(2*u) + 1
			if e.val[l] != 1 && !e.enqueue(l, because) {
				return false
			}
		}
		if v < iv.lo {
			return e.enqueue(base+Lit(2*iv.lo)+1, because)
		}
		if iv.eqBase != 0 {
			eq := iv.eqBase - Lit(2*(iv.lo0+1))
			for u := min(old, iv.hi0-1); u > v; u-- {
				l := eq + Lit(2*u) + 1
				if e.val[l] != 1 && !e.enqueue(l, because) {
					return false
				}
			}
		}
	} else {
		s := &e.sparse[iv.sparse]
		for i := search(s.geVal, v+2); i < len(s.geVal) && s.geVal[i] <= old; i++ {
			if !e.enqueue(Lit(s.geVar[i]*2+1), because) {
				return false
			}
		}
		for i := search(s.eqVal, v+1); i < len(s.eqVal) && s.eqVal[i] <= old; i++ {
			if !e.enqueue(Lit(s.eqVar[i]*2+1), because) {
				return false
			}
		}
		if v < iv.lo {
			panic("engine: bounds of a sparse integer crossed unseen")
		}
	}
	e.bounds = append(e.bounds, boundEntry{old: old, new: v, x: x, pos: e.pos[p.Var()], prev: iv.hiEnt, upper: true})
	iv.hiEnt = int32(len(e.bounds) - 1)
	iv.hi = v
	e.wakeAll(e.onHi[x])
	return e.settle(x)
}

// settle moves bounds off excluded values and, when one value is left, makes its literal true.
func (e *Engine) settle(x Int) bool {
	iv := &e.ints[x]
	if iv.lo == iv.hi {
		l := e.eqIfMade(x, iv.lo)
		if l != True {
			if !e.enqueue(l, becauseLits(e.loLit(x, iv.lo), e.hiLit(x, iv.hi))) {
				return false
			}
		}
		e.wakeAll(e.onFix[x])
		return true
	}
	if l := e.eqIfMade(x, iv.lo); l != True && e.val[l] < 0 {
		if e.atRoot(x) {
			return e.raiseRoot(x, iv.lo+1)
		}
		if !e.enqueue(e.Ge(x, iv.lo+1), e.because2(e.loLit(x, iv.lo), l^1)) {
			return false
		}
	}
	if l := e.eqIfMade(x, iv.hi); l != True && e.val[l] < 0 {
		if e.atRoot(x) {
			return e.lowerRoot(x, iv.hi-1)
		}
		if !e.enqueue(e.Ge(x, iv.hi)^1, e.because2(e.hiLit(x, iv.hi), l^1)) {
			return false
		}
	}
	return true
}

// because2 is becauseLits for two literals of which the first may be True.
func (e *Engine) because2(a, b Lit) reason {
	if a == True {
		return becauseLit(b)
	}
	return becauseLits(a, b)
}

// eqIfMade gives the literal [x==v] when it is one of its own; True when it is none or shared with a bound literal.
func (e *Engine) eqIfMade(x Int, v int64) Lit {
	iv := &e.ints[x]
	if iv.sparse < 0 {
		if iv.eqBase == 0 || v == iv.lo0 || v == iv.hi0 {
			return True
		}
		return iv.eqBase + Lit(2*(v-iv.lo0-1))
	}
	s := &e.sparse[iv.sparse]
	i := search(s.eqVal, v)
	if i < len(s.eqVal) && s.eqVal[i] == v {
		return Lit(s.eqVar[i] * 2)
	}
	return True
}

// channelEq does what follows from p = [x==w].
func (e *Engine) channelEq(x Int, w int64, p Lit) bool {
	iv := &e.ints[x]
	// Values outside the bounds were excluded when the bounds moved, so that w is within them here.
	if iv.lo < w {
		if !e.enqueue(e.Ge(x, w), becauseLit(p)) {
			return false
		}
	}
	if e.ints[x].hi > w {
		if !e.enqueue(e.Ge(x, w+1)^1, becauseLit(p)) {
			return false
		}
	}
	return true
}

// channelHole does what follows from p = [x!=w].
func (e *Engine) channelHole(x Int, w int64, p Lit) bool {
	iv := &e.ints[x]
	if w == iv.lo && iv.lo < iv.hi {
		if !e.enqueue(e.Ge(x, w+1), e.because2(e.loLit(x, w), p)) {
			return false
		}
	} else if w == iv.hi && iv.lo < iv.hi {
		if !e.enqueue(e.Ge(x, w)^1, e.because2(e.hiLit(x, w), p)) {
			return false
		}
	} else if w == iv.lo {
		// lo == hi == w: the literal [x==w] is false and must be true.
		return e.enqueue(p^1, becauseLits(e.loLit(x, w), e.hiLit(x, w)))
	}
	if w > iv.lo && w < iv.hi {
		e.wakeAll(e.onHole[x])
	}
	return true
}

func (e *Engine) wakeAll(hs []hook) {
	for _, h := range hs {
		if h.data >= 0 {
			e.props[h.prop].wake(h.data)
		}
		if !e.queued[h.prop] {
			e.queued[h.prop] = true
			e.queue[e.props[h.prop].priority()].push(h.prop)
		}
	}
}
