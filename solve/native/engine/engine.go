package engine

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// Engine is one search. The zero value is not ready: use New, or Reset one that was used before.
type Engine struct {
	// SAT variables and literals.
	val    []int8   // by literal
	level  []int32  // by variable
	pos    []int32  // by variable
	why    []reason // by variable
	owner  []int32  // by variable: the integer that the literal speaks of, or -1
	ownVal []int64  // by variable: v of [x>=v] or [x==v]
	isEq   []bool   // by variable
	seen   []uint8  // by variable: scratch of conflict analysis
	phase  []int8   // by variable: the value to try first, 1 or -1
	watch  [][]watcher
	hooks  [][]hook // by literal: what to wake when it becomes true
	order  heap

	// Clauses.
	arena   []uint32
	learnts []cref
	fixedCl []cref // clauses that were added, not learned
	claInc  float32
	wasted  int

	// Integers.
	ints       []intVar
	sparse     []sparseLits
	sparseInts []Int // the integer that each of sparse belongs to
	bounds     []boundEntry
	onLo       [][]hook // by integer: what to wake when its lower bound moves
	onHi       [][]hook
	onFix      [][]hook
	onHole     [][]hook

	// Propagators.
	props    []propagator
	propName []int32 // by propagator: the number of its constraint in the proof
	named    int32   // constraints named in the proof so far
	deriving int32   // the constraint whose clauses AddClause is given, or 0
	queued   []bool
	queue    [3]ring

	reals *reals // nil while no real number was made
	spare *reals // the memory of an earlier one

	// The trail.
	trail    []Lit
	qhead    int
	undone   int64   // times that something was taken back
	lim      []int32 // by level: length of the trail when it began
	boundLim []int32 // by level: length of bounds when it began
	confl    []Lit   // the conflict: literals that are all false and may not be
	ok       bool    // false once a contradiction was found at level 0
	probing  bool    // nothing is decided beyond the assumptions
	atOnce   bool    // the assumptions are on one level

	// Scratch of conflict analysis.
	learnt  []Lit
	toClear []int32
	stack   []frame
	buf     []Lit
	lbdMark []uint32
	lbdTick uint32

	// Search.
	assumed     []Lit
	core        []Lit // assumptions that cannot hold together, after an Unsat under assumptions
	varInc      float64
	restart     restarts
	maxLearn    int
	stats       Stats
	decides     Decider
	proof       Proof
	ctx         context.Context // of the search that is on
	lastStep    int64           // the search ends beyond this many steps, when it is not 0
	interrupted bool            // a propagator gave up, because the context ended
	matchAfter  int64           // conflicts before matchings are looked for in the search
	rowsAfter   int64           // conflicts before rows and columns are looked for; 0 when they have been
	free        freeLists
	mem         budget.Meter
	moves       int   // entries of bounds that are charged
	passed      int64 // literals and terms that were passed in long lists
	lookAt      int64 // passed beyond which the budget is looked at
}

// Stats counts work. The counters are part of what is deterministic.
type Stats struct {
	Decisions    int64
	Conflicts    int64
	Propagations int64 // literals taken from the trail
	Runs         int64 // propagator runs
	Pivots       int64 // of the simplex method
	Restarts     int64
	Learned      int64
	Reductions   int64
	Solutions    int64
	Steps        int64 // as budgets count them: propagations, runs, and what long searches within the lists cost beside
	Vars         int   // SAT variables
	Ints         int
	Clauses      int // added clauses that are neither units nor true
	Props        int // propagators
}

// New makes an empty engine.
func New() *Engine {
	e := &Engine{}
	e.Reset()
	return e
}

// Reset empties the engine and keeps its memory.
func (e *Engine) Reset() {
	for i := range e.val {
		e.watch[i] = e.watch[i][:0]
		e.hooks[i] = e.hooks[i][:0]
	}
	for i := range e.ints {
		e.onLo[i] = e.onLo[i][:0]
		e.onHi[i] = e.onHi[i][:0]
		e.onFix[i] = e.onFix[i][:0]
		e.onHole[i] = e.onHole[i][:0]
	}
	for i := range e.sparse {
		s := &e.sparse[i]
		s.geVal, s.geVar, s.eqVal, s.eqVar = s.geVal[:0], s.geVar[:0], s.eqVal[:0], s.eqVar[:0]
	}
	e.val = e.val[:0]
	e.watch = e.watch[:0]
	e.hooks = e.hooks[:0]
	e.level = e.level[:0]
	e.pos = e.pos[:0]
	e.why = e.why[:0]
	e.owner = e.owner[:0]
	e.ownVal = e.ownVal[:0]
	e.isEq = e.isEq[:0]
	e.seen = e.seen[:0]
	e.phase = e.phase[:0]
	e.order.reset()
	e.arena = append(e.arena[:0], 0) // reference 0 names no clause
	e.learnts = e.learnts[:0]
	e.fixedCl = e.fixedCl[:0]
	e.claInc = 1
	e.wasted = 0
	e.ints = e.ints[:0]
	e.sparse = e.sparse[:0]
	e.sparseInts = e.sparseInts[:0]
	e.bounds = e.bounds[:0]
	e.onLo = e.onLo[:0]
	e.onHi = e.onHi[:0]
	e.onFix = e.onFix[:0]
	e.onHole = e.onHole[:0]
	e.free.reclaim(e.props)
	clear(e.props)
	e.props = append(e.props[:0], nil) // propagators are numbered from 1
	e.propName = append(e.propName[:0], 0)
	e.named, e.deriving = 0, 0
	e.queued = append(e.queued[:0], false)
	e.queue[0].clear()
	e.queue[1].clear()
	e.queue[2].clear()
	if e.reals != nil {
		e.spare, e.reals = e.reals, nil
	}
	e.mem.Close()
	e.moves, e.passed, e.lookAt = 0, 0, 0
	e.trail = e.trail[:0]
	e.qhead = 0
	e.lim = e.lim[:0]
	e.boundLim = e.boundLim[:0]
	e.confl = e.confl[:0]
	e.assumed = e.assumed[:0]
	e.core = e.core[:0]
	e.varInc = 1
	e.maxLearn = 0
	e.restart = restarts{}
	e.matchAfter, e.rowsAfter = matchAfter, rowsAfter
	e.stats = Stats{}
	e.decides = nil
	e.proof = nil
	e.ok = true
	t := e.newVars(1)
	e.val[t*2], e.val[t*2+1] = 1, -1
	e.pos[t] = -1
}

// Stats gives the work done since Reset.
func (e *Engine) Stats() Stats {
	s := e.stats
	s.Steps = e.Steps()
	s.Vars = len(e.level)
	s.Ints = len(e.ints)
	s.Props = len(e.props) - 1
	return s
}

// OK reports whether no contradiction has been found at level 0.
func (e *Engine) OK() bool { return e.ok }

func (e *Engine) decisionLevel() int32 { return int32(len(e.lim)) }

// newVars makes n SAT variables and gives the first.
func (e *Engine) newVars(n int) int32 {
	e.charge(n * bytesVar)
	first := int32(len(e.level))
	for i := 0; i < n; i++ {
		v := first + int32(i)
		e.val = append(e.val, 0, 0)
		e.level = append(e.level, 0)
		e.pos = append(e.pos, 0)
		e.why = append(e.why, reasonNone)
		e.owner = append(e.owner, -1)
		e.ownVal = append(e.ownVal, 0)
		e.isEq = append(e.isEq, false)
		e.seen = append(e.seen, 0)
		e.phase = append(e.phase, -1)
		e.watch = extend(e.watch)
		e.watch = extend(e.watch)
		e.hooks = extend(e.hooks)
		e.hooks = extend(e.hooks)
		e.order.add(v)
	}
	return first
}

// extend lengthens s by one empty slice, using again the memory of one that an earlier problem left there.
func extend[T any](s [][]T) [][]T {
	if len(s) < cap(s) {
		s = s[:len(s)+1]
		s[len(s)-1] = s[len(s)-1][:0]
		return s
	}
	return append(s, nil)
}

// NewBool makes a SAT variable and gives its positive literal.
func (e *Engine) NewBool() Lit { return Lit(e.newVars(1) * 2) }

// NewLate makes a SAT variable that is decided when all others are: what it says follows from them.
func (e *Engine) NewLate() Lit {
	l := e.NewBool()
	e.setLate(l.Var(), true)
	return l
}

// Value gives 1 when l is true, -1 when it is false, 0 when it is open.
func (e *Engine) Value(l Lit) int { return int(e.val[l]) }

// enqueue makes p true. It is false when p is false already; the conflict is then written to confl.
//
// Pre: every literal that the reason names is true and before the end of the trail.
func (e *Engine) enqueue(p Lit, why reason) bool {
	switch e.val[p] {
	case 1:
		return true
	case -1:
		e.confl = append(e.confl[:0], p)
		e.confl = e.appendReason(e.confl, p, why)
		return false
	}
	e.assign(p, why)
	return true
}

// assign makes an open literal true.
func (e *Engine) assign(p Lit, why reason) {
	v := p.Var()
	e.val[p] = 1
	e.val[p^1] = -1
	lv := e.decisionLevel()
	e.level[v] = lv
	e.pos[v] = int32(len(e.trail))
	e.trail = append(e.trail, p)
	if lv == 0 {
		if e.proof != nil && why.tag() == reasonLazy {
			e.proveRoot(p, why)
		}
		why = reasonNone
	}
	e.why[v] = why
}

// newLevel begins a decision level.
func (e *Engine) newLevel() {
	e.lim = append(e.lim, int32(len(e.trail)))
	e.boundLim = append(e.boundLim, int32(len(e.bounds)))
}

// cancelUntil takes back every level above lv.
func (e *Engine) cancelUntil(lv int32) {
	if e.decisionLevel() <= lv {
		return
	}
	e.dropQueue()
	e.undone++
	start := int(e.lim[lv])
	for i := len(e.trail) - 1; i >= start; i-- {
		p := e.trail[i]
		v := p.Var()
		e.val[p], e.val[p^1] = 0, 0
		if p&1 == 0 {
			e.phase[v] = 1
		} else {
			e.phase[v] = -1
		}
		e.order.insert(v)
	}
	e.trail = e.trail[:start]
	e.qhead = start
	b := int(e.boundLim[lv])
	for i := len(e.bounds) - 1; i >= b; i-- {
		en := &e.bounds[i]
		x := &e.ints[en.x]
		if en.upper {
			x.hi, x.hiEnt = en.old, en.prev
		} else {
			x.lo, x.loEnt = en.old, en.prev
		}
	}
	e.bounds = e.bounds[:b]
	if e.reals != nil {
		e.reals.undo(lv)
	}
	e.lim = e.lim[:lv]
	e.boundLim = e.boundLim[:lv]
}

// appendReason appends to dst the false literals which, with p, make the clause that forced p.
func (e *Engine) appendReason(dst []Lit, p Lit, why reason) []Lit {
	switch why.tag() {
	case reasonClause:
		for _, q := range e.clauseLits(why.clause()) {
			if Lit(q) != p {
				dst = append(dst, Lit(q))
			}
		}
	case reasonLits:
		a, b := why.lits()
		dst = append(dst, a^1)
		if b != True {
			dst = append(dst, b^1)
		}
	case reasonLazy:
		id, data := why.prop()
		at := int32(len(e.trail))
		if e.val[p] == 1 {
			at = e.pos[p.Var()]
		}
		n := len(dst)
		dst = e.props[id].explain(e, dst, p, data, at)
		if e.proof != nil {
			e.proveLemma(p, dst[n:], id, data)
		}
	}
	return dst
}
