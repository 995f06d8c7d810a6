package engine

// States of a variable in conflict analysis.
const (
	unseen    uint8 = iota
	inClause        // its literal is in the learned clause, or was resolved away
	removable       // implied by the literals of the clause
	poison          // not implied by them
)

// frame is one literal whose reason is being looked into.
type frame struct {
	v     int32
	next  int32 // into buf
	end   int32
	start int32
}

// analyze learns a clause from the conflict in confl: the first unique implication point, minimised. The clause is left in
// learnt, the asserting literal first and one of the highest of the other levels second; the result is that level.
//
// The walk goes back along the trail from the conflict and puts, for each literal of the top level, its reason in its place, until only one
// literal of that level is left: everything that leads to the conflict passes through it. A propagator says its reason only here, when it is
// asked. Source: GRASP (see search), and Een and Soerensson, "An extensible SAT-solver", SAT 2003. Cost: linear in the reasons that are met.
//
// Pre: every literal of confl is false; at least one has a level above 0.
// Post: taking back all levels above the result makes learnt[0] the only open literal, all others being false.
func (e *Engine) analyze() int32 {
	top := e.topOfConflict()
	e.cancelUntil(top) // the conflict may have come up late
	learnt := append(e.learnt[:0], 0)
	e.toClear = e.toClear[:0]
	count := 0
	idx := len(e.trail) - 1
	lits := e.confl
	var p Lit
	for {
		for _, q := range lits {
			v := q.Var()
			if e.seen[v] != unseen || e.level[v] == 0 {
				continue
			}
			e.seen[v] = inClause
			e.toClear = append(e.toClear, v)
			e.bumpVar(v)
			if e.level[v] == top {
				count++
			} else {
				learnt = append(learnt, q)
			}
		}
		for e.seen[e.trail[idx].Var()] == unseen {
			idx--
		}
		p = e.trail[idx]
		idx--
		count--
		if count == 0 {
			break
		}
		why := e.why[p.Var()]
		if why.tag() == reasonClause && e.clauseIs(why.clause(), flagLearnt) {
			e.bumpClause(why.clause())
		}
		e.buf = e.appendReason(e.buf[:0], p, why)
		lits = e.buf
	}
	learnt[0] = p ^ 1
	e.learnt = e.minimise(learnt)
	if len(e.learnt) == 1 {
		e.clearSeen()
		return 0
	}
	best := 1
	for i := 2; i < len(e.learnt); i++ {
		if e.level[e.learnt[i].Var()] > e.level[e.learnt[best].Var()] {
			best = i
		}
	}
	e.learnt[1], e.learnt[best] = e.learnt[best], e.learnt[1]
	e.clearSeen()
	return e.level[e.learnt[1].Var()]
}

func (e *Engine) clearSeen() {
	for _, v := range e.toClear {
		e.seen[v] = unseen
	}
	e.toClear = e.toClear[:0]
}

// minimise drops the literals that the others imply: those whose reasons lead back, through any number of steps, to literals of the clause
// alone (Soerensson and Biere, "Minimizing learned clauses", SAT 2009). Each variable is walked through once.
func (e *Engine) minimise(learnt []Lit) []Lit {
	// One bit per level (mod 64) tells most failures at once.
	var levels uint64
	for _, q := range learnt[1:] {
		levels |= 1 << uint(e.level[q.Var()]&63)
	}
	j := 1
	for i := 1; i < len(learnt); i++ {
		if e.why[learnt[i].Var()] == reasonNone || !e.redundant(learnt[i], levels) {
			learnt[j] = learnt[i]
			j++
		}
	}
	return learnt[:j]
}

// redundant reports whether the false literal q is implied by the literals marked inClause.
func (e *Engine) redundant(q Lit, levels uint64) bool {
	stack := e.stack[:0]
	buf := e.buf[:0]
	open := func(v int32) {
		start := int32(len(buf))
		p := e.trail[e.pos[v]]
		buf = e.appendReason(buf, p, e.why[v])
		stack = append(stack, frame{v: v, next: start, end: int32(len(buf)), start: start})
	}
	open(q.Var())
	result := true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == f.end {
			buf = buf[:f.start]
			if len(stack) > 1 && e.seen[f.v] == unseen {
				e.seen[f.v] = removable
				e.toClear = append(e.toClear, f.v)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		v := buf[f.next].Var()
		f.next++
		if e.level[v] == 0 || e.seen[v] == inClause || e.seen[v] == removable {
			continue
		}
		if e.seen[v] == poison || e.why[v] == reasonNone || levels&(1<<uint(e.level[v]&63)) == 0 || len(stack) > 1000 {
			result = false
			for _, g := range stack {
				if e.seen[g.v] == unseen {
					e.seen[g.v] = poison
					e.toClear = append(e.toClear, g.v)
				}
			}
			break
		}
		open(v)
	}
	e.stack, e.buf = stack[:0], buf[:0]
	return result
}

// analyzeFinal finds which assumptions made the literal p true and writes them to core, behind room for one more.
func (e *Engine) analyzeFinal(p Lit) {
	e.core = append(e.core[:0], p)
	if e.level[p.Var()] == 0 {
		return
	}
	e.toClear = append(e.toClear[:0], p.Var())
	e.seen[p.Var()] = inClause
	e.assumedFor()
}

// blame writes the assumptions that led to the conflict in confl to core, takes them back, and learns nothing: what is immediate stays so.
func (e *Engine) blame() {
	e.core, e.toClear = e.core[:0], e.toClear[:0]
	for _, q := range e.confl {
		if v := q.Var(); e.level[v] > 0 && e.seen[v] == unseen {
			e.seen[v] = inClause
			e.toClear = append(e.toClear, v)
		}
	}
	if len(e.toClear) == 0 {
		e.learn() // it has no solution at all
		return
	}
	e.assumedFor()
	e.cancelUntil(0)
}

// assumedFor adds to core the assumptions from which the literals that are marked as seen follow.
func (e *Engine) assumedFor() {
	for i := len(e.trail) - 1; i >= int(e.lim[0]); i-- {
		q := e.trail[i]
		v := q.Var()
		if e.seen[v] == unseen {
			continue
		}
		if e.why[v] == reasonNone {
			if e.level[v] > 0 {
				e.core = append(e.core, q)
			}
			continue
		}
		e.buf = e.appendReason(e.buf[:0], q, e.why[v])
		for _, r := range e.buf {
			w := r.Var()
			if e.level[w] > 0 && e.seen[w] == unseen {
				e.seen[w] = inClause
				e.toClear = append(e.toClear, w)
			}
		}
	}
	e.clearSeen()
}

// lbd counts the levels of the literals of a clause.
func (e *Engine) lbd(lits []Lit) int {
	e.lbdTick++
	for len(e.lbdMark) <= len(e.lim)+1 {
		e.lbdMark = append(e.lbdMark, 0)
	}
	n := 0
	for _, l := range lits {
		lv := e.level[l.Var()]
		if e.lbdMark[lv] != e.lbdTick {
			e.lbdMark[lv] = e.lbdTick
			n++
		}
	}
	return n
}

// measured is how many times less a conflict counts for a bound of an integer whose values nothing asks for. Such an integer
// measures something: a level, a time, a total. It is better to decide what is measured.
const measured = 8

func (e *Engine) bumpVar(v int32) {
	by := e.varInc
	if x := e.owner[v]; x >= 0 && e.boundsOnly(Int(x)) {
		by /= measured
	}
	if e.order.raise(v, by) {
		e.order.rescale(1e-100)
		e.varInc *= 1e-100
	}
}

func (e *Engine) bumpClause(c cref) {
	a := e.clauseActivity(c) + e.claInc
	e.setActivity(c, a)
	if a > 1e20 {
		for _, d := range e.learnts {
			e.setActivity(d, e.clauseActivity(d)*1e-20)
		}
		e.claInc *= 1e-20
	}
}
