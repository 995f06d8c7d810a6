// Package solver finds the solutions of Sudoku boards, and answers the question of carving: is there another board than the full one?
//
// [Bits9] solves plain 9x9 boards, [Engine] boards of any layout by conflict-driven clause learning, [Small] answers for boards of up to
// 36 cells. None is safe for concurrent use; each keeps its memory for the next question. What they find is judged by grid.Layout.Solves,
// which shares no code with them.
package solver

import (
	"context"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/budget"
)

// This file and analyze.go are the solver of boards of any layout: conflict-driven clause learning (Marques-Silva and
// Sakallah 1996; the organisation is MiniSat's, Eén and Sörensson 2003) over the facts "this cell holds this value", with
// the rules of Sudoku built in rather than written as clauses:
//
//   - a true fact makes false every other value of its cell and its value in every peer (read off the layout);
//   - each cell, and each value of each house, is a group of n facts of which one is true: a counter and the exclusive or
//     of the facts not yet false find naked and hidden singles without visiting the group.
//
// Assumptions are the first decisions, so what is learnt from one question stays true for the next. The trail of
// assumptions that two questions share is kept between them, which makes carving cheap (see Carver).

// Engine solves boards of a layout.
type Engine struct {
	l *grid.Layout
	n int

	// facts: fact = cell*n + value-1
	val    []int8  // 0 open, 1 true, -1 false
	level  []int32 // decision level of the assignment
	reason []int32 // see reason codes
	phase  []bool  // value to try first
	seen   []bool

	// groups: cell, then house*n + value-1 after the cells
	weight []float64 // how often the group was needed in a conflict, decaying
	count  []int32   // facts of the group that are not false
	rest   []int32   // their exclusive or
	groups []int32   // groups of each fact, perFct for each, padded by the first
	perFct int

	trail    []int32
	trailLim []int32
	qhead    int
	root     []lit // what the first levels of the trail stand for

	clauses []clause
	watches [][]watch
	free    int // learnt clauses to reach before the next reduction

	order    factHeap
	inc      float64
	winc     float64
	dead     bool  // no board at all
	learnt   []lit // scratch of analyze
	toClear  []int32
	pending  []int32
	lits     uint64 // of all learnt clauses
	levelTag []uint32
	tag      uint32

	Conflicts uint64 // of all calls
	Decisions uint64

	mem  budget.Meter // counts what is held during a call
	held int          // bytes of the clauses
	over error        // the account is overdrawn
}

// What things hold, in bytes.
const (
	bytesFact   = 2*24 + 64 // its lists of clauses, its values in the other tables
	bytesClause = 80        // besides its literals: with its two watches
	bytesLit    = 4
)

// counted counts what the engine holds on the account of a context until the function that it gives is called.
func (e *Engine) counted(ctx context.Context) (done func()) {
	e.mem.Open(ctx, budget.From(ctx))
	e.over = e.mem.Take(len(e.val)*bytesFact + e.held)
	return e.mem.Close
}

// hold counts the bytes of a clause, or gives them back.
func (e *Engine) hold(lits int, sign int) {
	n := bytesClause + bytesLit*lits
	if e.held += sign * n; sign < 0 {
		e.mem.Give(n)
	} else if err := e.mem.Take(n); err != nil {
		e.over = err
	}
}

// lit is a fact or its negation: 2*fact, and 1 more for the negation.
type lit int32

func pos(fact int32) lit     { return lit(fact << 1) }
func neg(fact int32) lit     { return lit(fact<<1 | 1) }
func (p lit) fact() int32    { return int32(p) >> 1 }
func (p lit) not() lit       { return p ^ 1 }
func (p lit) negative() bool { return p&1 != 0 }

// Reason codes: why a fact has its value.
const (
	noReason    int32 = 0
	byFact      int32 = 1 // code = fact<<2 | byFact: that fact is true and excludes this one
	byGroup     int32 = 2 // code = group<<2 | byGroup: all other facts of the group are false
	byClause    int32 = 3 // code = clause<<2 | byClause: all other literals of the clause are false
	reasonKinds int32 = 3
)

type clause struct {
	lits []lit
	lbd  int32
	act  float32
	gone bool
}

type watch struct {
	clause  int32
	blocker lit
}

// outcome is what a question came to.
type outcome uint8

const (
	unknown   outcome = iota // the budget ran out
	satisfied                // a full board is in val
	refuted                  // there is none under the assumptions
)

// NewEngine makes an engine for boards of a layout.
func NewEngine(l *grid.Layout) *Engine {
	n, cells := l.Size, l.Cells()
	facts := cells * n
	e := &Engine{l: l, n: n, perFct: 4,
		val: make([]int8, facts), level: make([]int32, facts), reason: make([]int32, facts), phase: make([]bool, facts),
		seen: make([]bool, facts), count: make([]int32, cells+len(l.Houses)*n), rest: make([]int32, cells+len(l.Houses)*n),
		watches: make([][]watch, 2*facts),
	}
	if l.Diagonal {
		e.perFct = 6
	}
	e.groups = make([]int32, facts*e.perFct)
	for cell := range cells {
		for v := range n {
			g := e.groups[(cell*n+v)*e.perFct:][:0:e.perFct]
			g = append(g, int32(cell))
			for _, h := range l.HousesOf[cell] {
				g = append(g, int32(cells+h*n+v))
			}
			for len(g) < e.perFct {
				g = append(g, -1)
			}
		}
	}
	e.order.act = make([]float64, facts)
	e.Reset()
	return e
}

// Reset forgets everything that was learnt or fixed.
func (e *Engine) Reset() {
	clear(e.val)
	for i := range e.phase {
		e.phase[i] = true
	}
	for i := range e.watches {
		e.watches[i] = e.watches[i][:0]
	}
	clear(e.count)
	if e.weight == nil {
		e.weight = make([]float64, len(e.count))
	}
	for i := range e.weight {
		e.weight[i] = 1
	}
	e.winc = 1
	clear(e.rest)
	for f := range e.val {
		for _, g := range e.groups[f*e.perFct:][:e.perFct] {
			if g >= 0 {
				e.count[g]++
				e.rest[g] ^= int32(f)
			}
		}
	}
	e.trail, e.trailLim, e.root, e.clauses = e.trail[:0], e.trailLim[:0], e.root[:0], e.clauses[:0]
	e.qhead, e.inc, e.dead, e.held, e.lits = 0, 1, false, 0, 0
	e.free = 2000
	clear(e.order.act)
	e.order.fill(len(e.val))
}

// shuffle gives facts their starting order and first values to try from random numbers below a bound.
func (e *Engine) shuffle(intN func(int) int) {
	for i := range e.order.act {
		e.order.act[i] = float64(intN(1<<20)) * 1e-9
	}
	e.order.fill(len(e.val))
}

func (e *Engine) decisionLevel() int { return len(e.trailLim) }

func (e *Engine) litValue(p lit) int8 {
	if p.negative() {
		return -e.val[p.fact()]
	}
	return e.val[p.fact()]
}

func (e *Engine) assign(fact int32, v int8, why int32) {
	e.val[fact] = v
	e.level[fact] = int32(len(e.trailLim))
	e.reason[fact] = why
	e.trail = append(e.trail, fact)
}

func (e *Engine) assignLit(p lit, why int32) {
	if p.negative() {
		e.assign(p.fact(), -1, why)
	} else {
		e.assign(p.fact(), 1, why)
	}
}

func (e *Engine) newLevel() { e.trailLim = append(e.trailLim, int32(len(e.trail))) }

// backTo undoes every assignment above a decision level.
func (e *Engine) backTo(level int) {
	if e.decisionLevel() <= level {
		return
	}
	lim := int(e.trailLim[level])
	for i := len(e.trail) - 1; i >= lim; i-- {
		f := e.trail[i]
		if e.val[f] < 0 && i < e.qhead {
			for _, g := range e.groups[int(f)*e.perFct:][:e.perFct] {
				if g >= 0 {
					e.count[g]++
					e.rest[g] ^= f
				}
			}
		}
		e.val[f] = 0
		e.order.insert(f)
	}
	e.trail = e.trail[:lim]
	e.trailLim = e.trailLim[:level]
	e.qhead = min(e.qhead, lim)
}

// noConflict is the answer of propagate when nothing went wrong; any other answer is a reason code whose literals are all
// false: byFact|fact<<2 means that conflictFact and that fact are both true.
const noConflict int32 = -1

// propagate draws the conclusions of the assignments made since it last ran.
func (e *Engine) propagate() (conflict, conflictFact int32) {
	n := int32(e.n)
	for e.qhead < len(e.trail) {
		f := e.trail[e.qhead]
		e.qhead++
		var bad, badFact int32 = noConflict, 0
		if e.val[f] > 0 {
			cell, value := f/n, f%n
			why := f<<2 | byFact
			for u := cell * n; u < cell*n+n; u++ {
				if u != f && e.val[u] >= 0 {
					if e.val[u] > 0 {
						return why, u
					}
					e.assign(u, -1, why)
				}
			}
			for _, p := range e.l.Peers[cell] {
				u := int32(p)*n + value
				if e.val[u] >= 0 {
					if e.val[u] > 0 {
						return why, u
					}
					e.assign(u, -1, why)
				}
			}
		} else {
			for _, g := range e.groups[int(f)*e.perFct:][:e.perFct] {
				if g < 0 {
					continue
				}
				e.count[g]--
				e.rest[g] ^= f
				if e.count[g] > 1 {
					continue
				}
				if e.count[g] == 0 {
					bad = g<<2 | byGroup
					continue
				}
				u := e.rest[g]
				switch {
				case e.val[u] == 0:
					e.assign(u, 1, g<<2|byGroup)
				case e.val[u] < 0:
					bad = g<<2 | byGroup
				}
			}
		}
		if bad != noConflict {
			return bad, badFact
		}
		p := pos(f) // the literal that has become true
		if e.val[f] < 0 {
			p = neg(f)
		}
		if c := e.propagateClauses(p); c != noConflict {
			return c, 0
		}
	}
	return noConflict, 0
}

// propagateClauses visits the clauses that watch the negation of a literal that has become true.
func (e *Engine) propagateClauses(p lit) int32 {
	falseLit := p.not()
	ws := e.watches[falseLit]
	if len(ws) == 0 {
		return noConflict
	}
	kept := ws[:0]
	for i, w := range ws {
		if e.litValue(w.blocker) > 0 {
			kept = append(kept, w)
			continue
		}
		c := &e.clauses[w.clause]
		if c.gone {
			continue
		}
		ls := c.lits
		if ls[0] == falseLit {
			ls[0], ls[1] = ls[1], ls[0]
		}
		if e.litValue(ls[0]) > 0 {
			kept = append(kept, watch{w.clause, ls[0]})
			continue
		}
		moved := false
		for k := 2; k < len(ls); k++ {
			if e.litValue(ls[k]) >= 0 {
				ls[1], ls[k] = ls[k], ls[1]
				e.watches[ls[1]] = append(e.watches[ls[1]], watch{w.clause, ls[0]})
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		kept = append(kept, w)
		if e.litValue(ls[0]) < 0 {
			kept = append(kept, ws[i+1:]...)
			e.watches[falseLit] = kept
			return w.clause<<2 | byClause
		}
		e.assignLit(ls[0], w.clause<<2|byClause)
	}
	e.watches[falseLit] = kept
	return noConflict
}

// ask looks for a full board in which every literal of root and of goal is true, for at most so many conflicts (0: no
// bound). On satisfied the board stands in val until the next call. What is learnt rests on root and is kept for as long
// as later questions begin with the same root; the part of the trail that two roots share is kept as well.
func (e *Engine) ask(ctx context.Context, root, goal []lit, most uint64) (outcome, error) {
	defer e.counted(ctx)()
	e.keepShared(root)
	if e.dead {
		return refuted, nil
	}
	if e.over != nil {
		return unknown, e.over
	}
	start := e.Conflicts
	restart, untilRestart := uint64(1), uint64(64)
	for {
		if conflict, fact := e.propagate(); conflict != noConflict {
			if !e.learnFrom(conflict, fact, len(root)) {
				return refuted, nil
			}
			switch {
			case e.over != nil:
				return unknown, e.over
			case e.Conflicts&255 == 0 && ctx.Err() != nil:
				return unknown, ctx.Err()
			case most > 0 && e.Conflicts-start >= most:
				return unknown, nil
			}
			if untilRestart--; untilRestart == 0 {
				restart++
				untilRestart = 64 * luby(restart)
				e.backTo(len(root) + len(goal))
			}
			continue
		}
		if len(e.clauses) > e.free {
			e.reduce()
		}
		next, holds := e.assumption(root, goal)
		if !holds {
			return refuted, nil
		}
		if next < 0 {
			if next = e.decide(); next < 0 {
				return satisfied, nil
			}
		}
		e.newLevel()
		e.assignLit(next, noReason)
	}
}

// keepShared goes back to the part of the trail that the root of the last question and the one of the next begin with.
func (e *Engine) keepShared(root []lit) {
	same := 0
	for same < len(root) && same < len(e.root) && root[same] == e.root[same] {
		same++
	}
	if same < len(e.root) {
		e.backTo(same)
		e.forget()
	} else {
		e.backTo(min(e.decisionLevel(), same))
	}
	kept := min(same, e.decisionLevel())
	e.root = append(e.root[:kept], root[kept:]...)
}

// learnFrom learns a clause from a conflict and goes back to where it asserts a literal. It is false where the root contradicts itself: so
// does every root that begins with what is on the trail.
func (e *Engine) learnFrom(conflict, fact int32, root int) bool {
	e.Conflicts++
	if e.decisionLevel() <= root {
		e.dead = e.decisionLevel() == 0
		e.root = e.root[:max(0, e.decisionLevel()-1)]
		e.backTo(len(e.root))
		return false
	}
	back := e.analyze(conflict, fact)
	e.backTo(max(back, root))
	e.learn()
	e.inc *= 1 / 0.95
	e.winc *= 1 / 0.999
	if e.winc > 1e100 {
		for i := range e.weight {
			e.weight[i] *= 1e-100
		}
		e.winc *= 1e-100
	}
	if e.inc > 1e100 {
		e.order.rescale(1e-100)
		e.inc *= 1e-100
	}
	return true
}

// assumption gives the next literal of root and goal that is open, -1 when there is none; a level stands for each that is true. It does not
// hold where one is false.
func (e *Engine) assumption(root, goal []lit) (next lit, holds bool) {
	for at := e.decisionLevel(); at < len(root)+len(goal); at++ {
		if at < len(root) {
			next = root[at]
		} else {
			next = goal[at-len(root)]
		}
		switch v := e.litValue(next); {
		case v == 0:
			return next, true
		case v > 0:
			e.newLevel()
		default:
			if at < len(root) {
				e.root = e.root[:at]
			}
			return -1, false
		}
	}
	return -1, true
}

// decide gives the open fact of the highest activity with the value to try first, -1 when all have one.
func (e *Engine) decide() lit {
	f := e.pick()
	switch {
	case f < 0:
		return -1
	case e.phase[f]:
		e.Decisions++
		return pos(f)
	}
	e.Decisions++
	return neg(f)
}

// forget drops every learnt clause.
func (e *Engine) forget() {
	for i := range e.clauses {
		ls := e.clauses[i].lits
		e.watches[ls[0]] = e.watches[ls[0]][:0]
		e.watches[ls[1]] = e.watches[ls[1]][:0]
	}
	clear(e.clauses)
	e.clauses = e.clauses[:0]
	e.mem.Give(e.held)
	e.held = 0
	e.free = 2000
}

// pick gives the open fact of the highest activity, or -1.
func (e *Engine) pick() int32 {
	for {
		f := e.order.pop()
		if f < 0 || e.val[f] == 0 {
			return f
		}
	}
}

// luby gives the i-th number (from 1) of the sequence 1 1 2 1 1 2 4 … (Luby, Sinclair and Zuckerman 1993).
func luby(i uint64) uint64 {
	for {
		k := uint64(1)
		for k<<1-1 < i {
			k <<= 1
		}
		if k<<1-1 == i {
			return k
		}
		i -= k - 1
	}
}
