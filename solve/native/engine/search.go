package engine

import "context"

// Status is what a search found.
type Status int

const (
	// Unknown: the budget ran out.
	Unknown Status = iota
	// Sat: there is a solution; the values are those of the engine now.
	Sat
	// Unsat: there is none (under the assumptions).
	Unsat
)

// Budget bounds a search. Zero fields bound nothing.
type Budget struct {
	Conflicts int64 // more than this many conflicts give Unknown
	Steps     int64 // the same for literals propagated and propagators run
}

// Decider picks decisions in place of the engine.
type Decider interface {
	// Next gives an open literal to make true, or True to leave the choice to the engine.
	Next(e *Engine) Lit
	// Conflict tells that the decisions so far led to a contradiction, and reports whether to begin again from the first.
	Conflict() (again bool)
}

// SetDecider has d pick decisions; nil gives them back to the engine.
func (e *Engine) SetDecider(d Decider) { e.decides = d }

// Prefer has the search try a literal as true first, until it has held another value.
func (e *Engine) Prefer(l Lit) {
	if l&1 == 0 {
		e.phase[l.Var()] = 1
	} else {
		e.phase[l.Var()] = -1
	}
}

// restarts follows the Luby sequence, in units of 64 conflicts.
type restarts struct {
	next  int64
	index int64
}

const restartUnit = 64

// luby gives the i-th number, from 0, of 1 1 2 1 1 2 4 ... (Luby, Sinclair and Zuckerman 1993).
func luby(i int64) int64 {
	size, seq := int64(1), 0
	for size < i+1 {
		seq++
		size = 2*size + 1
	}
	for size-1 != i {
		size = (size - 1) >> 1
		seq--
		i %= size
	}
	return 1 << seq
}

// Solve searches for a solution under assumptions, which hold for this call only. The levels stay open when it is Sat, so
// that values can be read; the next call that changes the problem must come after Backtrack.
func (e *Engine) Solve(ctx context.Context, assume []Lit, b Budget) Status {
	e.Backtrack()
	e.assumed = append(e.assumed[:0], assume...)
	e.core = e.core[:0]
	if !e.ok {
		return Unsat
	}
	return e.search(ctx, b)
}

// SolveAtOnce is Solve with all assumptions on one level: conclusions are drawn when all are made, so that a search under hundreds of
// them begins, and goes back to them, at the cost of one propagation. What it learns and blames may differ.
func (e *Engine) SolveAtOnce(ctx context.Context, assume []Lit, b Budget) Status {
	e.atOnce = len(assume) > 0
	defer func() { e.atOnce = false }()
	return e.Solve(ctx, assume, b)
}

// assumeAll makes all assumptions, on a level of their own. It is false, and core tells why, where they contradict each other or what is
// known for good.
func (e *Engine) assumeAll() bool {
	e.newLevel()
	for _, p := range e.assumed {
		switch e.val[p] {
		case -1:
			e.refuted(p)
			return false
		case 0:
			e.assign(p, reasonNone)
		}
	}
	return true
}

// refuted gives as the core an assumption that is false by now, and those that make it so.
func (e *Engine) refuted(p Lit) {
	e.analyzeFinal(p ^ 1)
	e.core[0] = p
	e.cancelUntil(0)
}

// topOfConflict is the highest level of the conflict.
func (e *Engine) topOfConflict() int32 {
	top := int32(0)
	for _, q := range e.confl {
		top = max(top, e.level[q.Var()])
	}
	return top
}

// Backtrack takes back every decision.
func (e *Engine) Backtrack() { e.cancelUntil(0) }

// Core gives the assumptions that the last Unsat needed; none when the problem is contradictory without them.
func (e *Engine) Core() []Lit { return e.core }

// search is conflict-driven clause learning: propagate, learn a clause from a conflict and go back, else decide (Marques-Silva and
// Sakallah, "GRASP", IEEE Transactions on Computers 48, 1999). It restarts after numbers of conflicts that follow the sequence of Luby,
// Sinclair and Zuckerman (1993), and throws learned clauses away when there are many.
//
// Invariant: at the head of the loop the assumptions stand on the first levels, one on each (atOnce: all on level 1), and the decisions above
// them. So going back to level 0 takes assumptions back too, and the loop makes them again before it decides.
//
// Cost: exponential in the decisions at worst. Memory grows with the learned clauses, which reduce bounds. Context and budget are looked at
// every 64 rounds, and within propagate.
func (e *Engine) search(ctx context.Context, b Budget) Status {
	if e.maxLearn == 0 {
		e.maxLearn = max(2000, len(e.fixedCl)/2)
	}
	e.ctx, e.interrupted = ctx, false
	startConfl := e.stats.Conflicts
	e.lastStep = 0
	if b.Steps > 0 {
		e.lastStep = e.Steps() + b.Steps
	}
	if e.restart.next == 0 {
		e.restart.next = e.stats.Conflicts + restartUnit
	}
	ticks := 0
	for {
		if !e.propagate() {
			e.stats.Conflicts++
			if e.probing || e.atOnce && e.decisionLevel() > 0 && e.topOfConflict() <= 1 {
				e.blame()
				return Unsat
			}
			if !e.learn() {
				return Unsat
			}
			if b.Conflicts > 0 && e.stats.Conflicts-startConfl > b.Conflicts {
				return Unknown
			}
			if e.decides != nil && e.decides.Conflict() {
				e.cancelUntil(0)
			}
			continue
		}
		if e.interrupted {
			return Unknown
		}
		if ticks++; ticks&63 == 0 {
			if e.overdrawn() {
				return Unknown
			}
		}
		if e.stats.Conflicts >= e.restart.next {
			e.again()
			continue
		}
		if len(e.learnts) > e.maxLearn+len(e.trail) {
			e.reduce()
			e.maxLearn += e.maxLearn / 10
		}
		if e.atOnce && e.decisionLevel() == 0 {
			if !e.assumeAll() {
				return Unsat
			}
			continue
		}
		if !e.atOnce && int(e.decisionLevel()) < len(e.assumed) {
			if !e.assumeNext() {
				return Unsat
			}
			continue
		}
		if e.probing {
			return Unknown
		}
		p := e.decide()
		if p == True {
			e.stats.Solutions++
			return Sat
		}
		e.stats.Decisions++
		e.newLevel()
		e.assign(p, reasonNone)
	}
}

// again restarts: it goes back below all decisions, and looks for rows of literals when that is due.
func (e *Engine) again() {
	e.restart.index++
	e.restart.next = e.stats.Conflicts + restartUnit*luby(e.restart.index)
	e.stats.Restarts++
	rows := e.rowsAfter > 0 && e.stats.Conflicts >= e.rowsAfter
	if e.atOnce && !rows {
		e.cancelUntil(1)
		return
	}
	e.cancelUntil(0)
	if rows {
		e.rowsAfter = 0
		e.findRows()
		e.lengthen()
	}
}

// assumeNext makes the next assumption on a level of its own. It is false when that assumption is false by then: the core says why.
func (e *Engine) assumeNext() bool {
	p := e.assumed[e.decisionLevel()]
	switch e.val[p] {
	case -1:
		e.refuted(p)
		return false
	case 1:
		e.newLevel()
	default:
		e.newLevel()
		e.assign(p, reasonNone)
	}
	return true
}

// learn turns the conflict in confl into a clause, goes back to the level where that clause has one open literal, and makes it true.
// It is false when the conflict needs no decision and no assumption: then there is no solution at all. Variables and clauses that took part
// count for more in what follows (VSIDS: Moskewicz and others, "Chaff", DAC 2001).
func (e *Engine) learn() bool {
	if e.topOfConflict() == 0 {
		e.dropQueue()
		e.ok = false
		if e.proof != nil {
			e.proof.Learn(nil)
		}
		return false
	}
	back := e.analyze()
	if e.proof != nil {
		e.proof.Learn(e.learnt)
	}
	lbd := 0
	if len(e.learnt) > 2 {
		lbd = e.lbd(e.learnt)
	}
	e.cancelUntil(back)
	e.stats.Learned++
	switch len(e.learnt) {
	case 1:
		e.assign(e.learnt[0], reasonNone)
	case 2:
		e.watchBinary(e.learnt[0], e.learnt[1])
		e.assign(e.learnt[0], becauseLit(e.learnt[1]^1))
	default:
		c := e.newClause(e.learnt, flagLearnt, lbd)
		e.setActivity(c, e.claInc)
		e.assign(e.learnt[0], becauseClause(c))
	}
	e.varInc *= 1 / 0.95
	e.claInc *= 1 / 0.999
	return true
}

// decide picks the next decision, or True when everything is decided: what the caller's Decider asks for, then the most active open
// variable, with the value it had last, then the bounds of sparse integers.
func (e *Engine) decide() Lit {
	if e.decides != nil {
		if p := e.decides.Next(e); p != True {
			return p
		}
	}
	if v := e.order.next(e.val); v >= 0 {
		if e.order.late[v] {
			if p := e.decideSparse(false); p != True {
				return p
			}
		}
		if e.phase[v] > 0 {
			return Lit(v * 2)
		}
		return Lit(v*2 + 1)
	}
	if p := e.decideSparse(false); p != True {
		return p
	}
	return e.decideSparse(true)
}

// decideSparse splits a sparse integer whose bounds still differ, when all literals are decided: its lowest value first.
func (e *Engine) decideSparse(late bool) Lit {
	for _, x := range e.sparseInts {
		iv := &e.ints[x]
		if iv.lo < iv.hi && iv.late == late {
			return e.Le(x, iv.lo)
		}
	}
	return True
}

// Bool gives the value of a literal in the solution that was found.
func (e *Engine) Bool(l Lit) bool { return e.val[l] == 1 }

// IntValue gives the value of an integer in the solution that was found.
func (e *Engine) IntValue(x Int) int64 { return e.ints[x].lo }
