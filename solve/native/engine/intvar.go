package engine

import (
	"slices"
	"sort"
)

// DenseLimit is the largest number of values of an integer whose bound literals are made with it.
const DenseLimit = 256

// MaxAbs is the largest magnitude of a bound. Sums of products of bounds and coefficients are kept below it by those who
// post constraints, so that propagators need not look out for overflow.
const MaxAbs = int64(1) << 60

// intVar is an integer variable.
type intVar struct {
	lo, hi   int64
	lo0, hi0 int64
	geBase   Lit   // dense: the literal [x>=lo0+1]; the others follow it, two apart
	eqBase   Lit   // dense: the literal [x==lo0+1], up to hi0-1; 0 while there are none
	sparse   int32 // index into Engine.sparse, or -1 when dense
	loEnt    int32 // the newest entry of bounds for the lower bound, or -1
	hiEnt    int32
	late     bool // literals made from now on are decided late
}

// sparseLits holds the literals of a sparse integer, each list sorted by value.
type sparseLits struct {
	geVal []int64
	geVar []int32
	eqVal []int64
	eqVar []int32
}

// boundEntry is one move of a bound.
type boundEntry struct {
	old   int64
	new   int64
	x     Int
	pos   int32 // of the literal that moved it
	prev  int32 // the entry before it for the same bound
	upper bool
}

// NewInt makes an integer variable with lo <= x <= hi.
//
// Pre: lo <= hi, both within MaxAbs, no level open.
func (e *Engine) NewInt(lo, hi int64) Int {
	if hi-lo == 1 {
		return e.ViewBool(e.NewBool(), lo)
	}
	x := e.appendInt(lo, hi)
	if e.proof != nil {
		e.proof.Int(x, lo, hi)
	}
	if n := hi - lo; n >= 1 && n < DenseLimit {
		first := e.newVars(int(n))
		e.ints[x].geBase = Lit(first * 2)
		for i := int64(0); i < n; i++ {
			e.owner[first+int32(i)] = int32(x)
			e.ownVal[first+int32(i)] = lo + 1 + i
			if e.proof != nil {
				e.proof.Define(first+int32(i), x, lo+1+i, false)
			}
		}
	} else if n >= 1 {
		e.ints[x].sparse = int32(len(e.sparse))
		e.sparseInts = append(e.sparseInts, x)
		if len(e.sparse) < cap(e.sparse) {
			e.sparse = e.sparse[:len(e.sparse)+1]
		} else {
			e.sparse = append(e.sparse, sparseLits{})
		}
	}
	return x
}

func (e *Engine) appendInt(lo, hi int64) Int {
	e.charge(bytesInt)
	x := Int(len(e.ints))
	e.ints = append(e.ints, intVar{lo: lo, hi: hi, lo0: lo, hi0: hi, sparse: -1, loEnt: -1, hiEnt: -1})
	e.onLo = extend(e.onLo)
	e.onHi = extend(e.onHi)
	e.onFix = extend(e.onFix)
	e.onHole = extend(e.onHole)
	return x
}

// ViewBool makes the integer lo + l, for a literal l that speaks of no other integer. (Constraints on sums take literals as
// they are; this is for constraints that need an integer.)
//
// Pre: l is a positive literal of a SAT variable of its own, open, no level open.
func (e *Engine) ViewBool(l Lit, lo int64) Int {
	x := e.appendInt(lo, lo+1)
	e.ints[x].geBase = l
	e.owner[l.Var()] = int32(x)
	e.ownVal[l.Var()] = lo + 1
	if e.proof != nil {
		e.proof.Int(x, lo, lo+1)
		e.proof.Define(l.Var(), x, lo+1, false)
	}
	return x
}

// Bounds gives the current bounds of x.
func (e *Engine) Bounds(x Int) (lo, hi int64) { iv := &e.ints[x]; return iv.lo, iv.hi }

// Ge gives the literal [x>=v].
//
// For a sparse integer the literal is made when there is none; then lo < v <= hi or no level is open.
func (e *Engine) Ge(x Int, v int64) Lit {
	iv := &e.ints[x]
	if v <= iv.lo0 {
		return True
	}
	if v > iv.hi0 {
		return False
	}
	if iv.sparse < 0 {
		return iv.geBase + Lit(2*(v-iv.lo0-1))
	}
	s := &e.sparse[iv.sparse]
	i := search(s.geVal, v)
	if i < len(s.geVal) && s.geVal[i] == v {
		return Lit(s.geVar[i] * 2)
	}
	e.passed += int64(len(s.geVal) - i)
	n := e.newVars(1)
	e.owner[n], e.ownVal[n] = int32(x), v
	e.setLate(n, iv.late)
	s = &e.sparse[e.ints[x].sparse]
	s.geVal = slices.Insert(s.geVal, i, v)
	s.geVar = slices.Insert(s.geVar, i, n)
	if e.proof != nil {
		e.proof.Define(n, x, v, false)
	}
	l := Lit(n * 2)
	if v <= iv.lo {
		e.assign(l, becauseLit(e.loLit(x, iv.lo)))
	} else if v > iv.hi {
		e.assign(l^1, becauseLit(e.hiLit(x, iv.hi)))
	}
	return l
}

// Le gives the literal [x<=v].
func (e *Engine) Le(x Int, v int64) Lit { return e.Ge(x, v+1) ^ 1 }

// Eq gives the literal [x==v], made when there is none.
func (e *Engine) Eq(x Int, v int64) Lit {
	iv := &e.ints[x]
	if iv.sparse >= 0 { // made before its value became an end of the domain, perhaps
		s := &e.sparse[iv.sparse]
		if i := search(s.eqVal, v); i < len(s.eqVal) && s.eqVal[i] == v {
			return Lit(s.eqVar[i] * 2)
		}
	}
	switch {
	case v < iv.lo0 || v > iv.hi0:
		return False
	case v == iv.lo0:
		return e.Ge(x, v+1) ^ 1
	case v == iv.hi0:
		return e.Ge(x, v)
	}
	if iv.sparse < 0 {
		if iv.eqBase == 0 {
			e.makeEqs(x)
		}
		return e.ints[x].eqBase + Lit(2*(v-iv.lo0-1))
	}
	i := search(e.sparse[iv.sparse].eqVal, v)
	e.passed += int64(len(e.sparse[iv.sparse].eqVal) - i)
	n := e.newVars(1)
	e.owner[n], e.ownVal[n], e.isEq[n] = int32(x), v, true
	e.phase[n] = 1
	e.setLate(n, iv.late)
	s := &e.sparse[e.ints[x].sparse]
	s.eqVal = slices.Insert(s.eqVal, i, v)
	s.eqVar = slices.Insert(s.eqVar, i, n)
	if e.proof != nil {
		e.proof.Define(n, x, v, true)
	}
	l := Lit(n * 2)
	switch iv = &e.ints[x]; {
	case v < iv.lo:
		e.assign(l^1, becauseLit(e.loLit(x, iv.lo)))
	case v > iv.hi:
		e.assign(l^1, becauseLit(e.hiLit(x, iv.hi)))
	case iv.lo == iv.hi:
		e.assign(l, becauseLits(e.loLit(x, v), e.hiLit(x, v)))
	}
	return l
}

// makeEqs makes the value literals of a dense integer of three values or more.
//
// Pre: no level is open.
func (e *Engine) makeEqs(x Int) {
	iv := &e.ints[x]
	n := int(iv.hi0 - iv.lo0 - 1)
	first := e.newVars(n)
	iv.eqBase = Lit(first * 2)
	for i := 0; i < n; i++ {
		v := first + int32(i)
		w := iv.lo0 + 1 + int64(i)
		e.owner[v], e.ownVal[v], e.isEq[v] = int32(x), w, true
		e.phase[v] = 1
		if e.proof != nil {
			e.proof.Define(v, x, w, true)
		}
		switch {
		case w < iv.lo || w > iv.hi:
			e.assign(Lit(v*2+1), reasonNone)
		case iv.lo == iv.hi:
			e.assign(Lit(v*2), reasonNone)
		}
	}
}

// boundsOnly reports whether x has three values or more and no literal of its own for one of them.
func (e *Engine) boundsOnly(x Int) bool {
	iv := &e.ints[x]
	if iv.sparse >= 0 {
		return len(e.sparse[iv.sparse].eqVal) == 0
	}
	return iv.eqBase == 0 && iv.hi0-iv.lo0 > 1
}

// raiseRoot makes x >= v at level 0 without a literal: bounds that creep there, a step at a time, would make as many. It is
// false when no value is left.
//
// Pre: x is sparse, no level is open, no proof is written.
func (e *Engine) raiseRoot(x Int, v int64) bool {
	iv := &e.ints[x]
	if v > iv.hi {
		e.confl = e.confl[:0]
		return false
	}
	s := &e.sparse[iv.sparse]
	if i := search(s.geVal, v); i < len(s.geVal) && s.geVal[i] == v && !e.enqueue(Lit(s.geVar[i]*2), reasonNone) {
		return false
	}
	iv.lo0 = max(iv.lo0, v)
	return e.raiseLo(x, v, True)
}

// lowerRoot makes x <= v in the same way.
func (e *Engine) lowerRoot(x Int, v int64) bool {
	iv := &e.ints[x]
	if v < iv.lo {
		e.confl = e.confl[:0]
		return false
	}
	s := &e.sparse[iv.sparse]
	if i := search(s.geVal, v+1); i < len(s.geVal) && s.geVal[i] == v+1 && !e.enqueue(Lit(s.geVar[i]*2+1), reasonNone) {
		return false
	}
	iv.hi0 = min(iv.hi0, v)
	return e.lowerHi(x, v, True)
}

// atRoot reports whether bounds of x may be moved without literals.
func (e *Engine) atRoot(x Int) bool {
	return len(e.lim) == 0 && e.proof == nil && e.ints[x].sparse >= 0
}

// InDomain reports whether v is within the bounds of x and not known to be excluded.
func (e *Engine) InDomain(x Int, v int64) bool {
	iv := &e.ints[x]
	if v < iv.lo || v > iv.hi {
		return false
	}
	if iv.sparse >= 0 {
		s := &e.sparse[iv.sparse]
		i := search(s.eqVal, v)
		return i == len(s.eqVal) || s.eqVal[i] != v || e.val[s.eqVar[i]*2] >= 0
	}
	if iv.eqBase == 0 || v == iv.lo0 || v == iv.hi0 {
		return true
	}
	return e.val[iv.eqBase+Lit(2*(v-iv.lo0-1))] >= 0
}

// loLit gives the literal [x>=v] for a value v that the lower bound of x has now or had on the way to it; True for the
// bound that it was made with.
func (e *Engine) loLit(x Int, v int64) Lit {
	iv := &e.ints[x]
	if v <= iv.lo0 {
		return True
	}
	if iv.sparse < 0 {
		return iv.geBase + Lit(2*(v-iv.lo0-1))
	}
	s := &e.sparse[iv.sparse]
	return Lit(s.geVar[search(s.geVal, v)] * 2)
}

// hiLit gives the literal [x<=v] for a value v that the upper bound of x has now or had on the way to it.
func (e *Engine) hiLit(x Int, v int64) Lit {
	iv := &e.ints[x]
	if v >= iv.hi0 {
		return True
	}
	if iv.sparse < 0 {
		return (iv.geBase + Lit(2*(v-iv.lo0))) ^ 1
	}
	s := &e.sparse[iv.sparse]
	return Lit(s.geVar[search(s.geVal, v+1)]*2) ^ 1
}

// loAt gives the lower bound of x before the trail position at, and the literal that says so.
func (e *Engine) loAt(x Int, at int32) (int64, Lit) {
	iv := &e.ints[x]
	i := iv.loEnt
	for i >= 0 && e.bounds[i].pos >= at {
		i = e.bounds[i].prev
	}
	if i < 0 {
		return iv.lo0, True
	}
	v := e.bounds[i].new
	return v, e.loLit(x, v)
}

// hiAt gives the upper bound of x before the trail position at, and the literal that says so.
func (e *Engine) hiAt(x Int, at int32) (int64, Lit) {
	iv := &e.ints[x]
	i := iv.hiEnt
	for i >= 0 && e.bounds[i].pos >= at {
		i = e.bounds[i].prev
	}
	if i < 0 {
		return iv.hi0, True
	}
	v := e.bounds[i].new
	return v, e.hiLit(x, v)
}

func search(s []int64, v int64) int {
	if n := len(s); n < 8 {
		for i, w := range s {
			if w >= v {
				return i
			}
		}
		return n
	}
	return sort.Search(len(s), func(i int) bool { return s[i] >= v })
}

// EqNow gives an open literal that brings x to v or nearer to it, for a value v of its domain while lo < hi; it may be asked
// for in the middle of a search, where Eq cannot make the value literals of a dense integer.
func (e *Engine) EqNow(x Int, v int64) Lit {
	iv := &e.ints[x]
	if iv.sparse >= 0 || iv.eqBase != 0 || v == iv.lo0 || v == iv.hi0 {
		return e.Eq(x, v)
	}
	if v > iv.lo {
		return e.Ge(x, v)
	}
	return e.Le(x, v)
}
