package engine

import "sort"

// reduce throws away the less useful half of the learned clauses.
//
// Kept are those of lbd 2 or less (Audemard and Simon, 2009: they link two levels, and propagate often) and those that are reasons now.
// Nothing is lost but work: a learned clause follows from the problem. Cost: a sort of the learned clauses and a walk through all watches.
func (e *Engine) reduce() {
	e.stats.Reductions++
	sort.Slice(e.learnts, func(i, j int) bool {
		a, b := e.learnts[i], e.learnts[j]
		if x, y := e.arena[a+1], e.arena[b+1]; (x <= 2) != (y <= 2) {
			return x <= 2
		}
		if x, y := e.clauseActivity(a), e.clauseActivity(b); x != y {
			return x > y
		}
		return a < b
	})
	half := len(e.learnts) / 2
	j := half
	for i := half; i < len(e.learnts); i++ {
		c := e.learnts[i]
		if e.arena[c+1] <= 2 || e.locked(c) {
			e.learnts[j] = c
			j++
			continue
		}
		e.remove(c)
	}
	e.learnts = e.learnts[:j]
	e.collect()
}

// locked reports whether c is the reason of a literal.
func (e *Engine) locked(c cref) bool {
	l := Lit(e.clauseLits(c)[0])
	return e.val[l] == 1 && e.why[l.Var()] == becauseClause(c)
}

// remove marks a clause deleted; collect takes it out of the watches.
func (e *Engine) remove(c cref) {
	if e.proof != nil {
		e.buf = e.buf[:0]
		for _, l := range e.clauseLits(c) {
			e.buf = append(e.buf, Lit(l))
		}
		e.proof.Delete(e.buf)
	}
	e.arena[c] |= flagDeleted
	e.mem.Give(clauseBytes(e.clauseSize(c)))
	e.wasted += e.clauseSize(c) + clauseHeader
}

// collect takes deleted clauses out of the watches and, when they fill a third of the arena, closes the gaps.
func (e *Engine) collect() {
	for i := range e.watch {
		ws := e.watch[i]
		j := 0
		for _, w := range ws {
			if w.clause == 0 || !e.clauseIs(w.clause, flagDeleted) {
				ws[j] = w
				j++
			}
		}
		e.watch[i] = ws[:j]
	}
	if e.wasted*3 < len(e.arena) {
		return
	}
	// A map is slow, but this is rare: once in thousands of conflicts.
	forward := make(map[cref]cref, len(e.learnts)+len(e.fixedCl))
	to := cref(1)
	for from := cref(1); from < cref(len(e.arena)); {
		n := cref(e.clauseSize(from) + clauseHeader)
		if e.arena[from]&flagDeleted == 0 {
			copy(e.arena[to:to+n], e.arena[from:from+n])
			forward[from] = to
			to += n
		}
		from += n
	}
	e.arena = e.arena[:to]
	e.wasted = 0
	for i := range e.learnts {
		e.learnts[i] = forward[e.learnts[i]]
	}
	for i := range e.fixedCl {
		e.fixedCl[i] = forward[e.fixedCl[i]]
	}
	for i := range e.watch {
		for k := range e.watch[i] {
			if c := e.watch[i][k].clause; c != 0 {
				e.watch[i][k].clause = forward[c]
			}
		}
	}
	for _, p := range e.trail {
		if why := e.why[p.Var()]; why.tag() == reasonClause {
			e.why[p.Var()] = becauseClause(forward[why.clause()])
		}
	}
}
