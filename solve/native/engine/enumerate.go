package engine

import "context"

// SetFocus says which literals and integers matter to the enumerations that follow: these are decided first, and
// solutions that agree on them count once.
//
// Pre: no level is open.
func (e *Engine) SetFocus(lits []Lit, ints []Int) {
	for v := range e.order.late {
		e.order.late[v] = true
	}
	for x := range e.ints {
		e.ints[x].late = true
	}
	for _, l := range lits {
		e.order.late[l.Var()] = false
	}
	for _, x := range ints {
		iv := &e.ints[x]
		iv.late = false
		if iv.sparse >= 0 {
			s := &e.sparse[iv.sparse]
			for _, v := range s.geVar {
				e.order.late[v] = false
			}
			for _, v := range s.eqVar {
				e.order.late[v] = false
			}
			continue
		}
		n := int32(iv.hi0 - iv.lo0)
		for i := int32(0); i < n; i++ {
			e.order.late[iv.geBase.Var()+i] = false
		}
		if iv.eqBase != 0 {
			for i := int32(0); i < n-1; i++ {
				e.order.late[iv.eqBase.Var()+i] = false
			}
		}
	}
	e.order.rebuild()
}

// ClearFocus makes all decisions equal again.
func (e *Engine) ClearFocus() {
	clear(e.order.late)
	for x := range e.ints {
		e.ints[x].late = false
	}
	e.order.rebuild()
}

func (e *Engine) setLate(v int32, late bool) {
	if e.order.late[v] == late {
		return
	}
	e.order.late[v] = late
	if i := e.order.at[v]; i >= 0 {
		e.order.down(i)
		e.order.up(e.order.at[v])
		return
	}
	e.order.insert(v)
}

// Enumerate calls visit at each solution that differs from those before it in what SetFocus named, until visit returns
// false. The status is Unsat when all were visited, Sat when visit ended it, Unknown when the budget ran out.
//
// The decisions that led to a solution are excluded by a clause, and the search goes on from the last of them turned round. Only
// where it runs long without another solution does it begin again at the root: the proof that there is none is often the longest
// search of all, and the clauses keep it from what was visited. They hold under a literal that is assumed here and false afterwards.
func (e *Engine) Enumerate(ctx context.Context, assume []Lit, b Budget, visit func() bool) Status {
	e.Backtrack()
	if !e.ok {
		return Unsat
	}
	guard := e.NewBool()
	e.assumed = append(append(e.assumed[:0], guard), assume...)
	e.core = e.core[:0]
	start, steps := e.stats, e.Steps()
	status := Unsat
	found := false
	for e.ok {
		left := b
		if b.Conflicts > 0 {
			left.Conflicts = max(1, b.Conflicts-(e.stats.Conflicts-start.Conflicts))
		}
		if b.Steps > 0 {
			left.Steps = b.Steps - (e.Steps() - steps)
		}
		// A search for the next solution can be so short that it does not look at its budget.
		if found && (b.Steps > 0 && left.Steps <= 0 || ctx != nil && ctx.Err() != nil) {
			status = Unknown
			break
		}
		left.Steps = max(left.Steps, min(b.Steps, 1))
		st := e.search(ctx, left)
		if st != Sat {
			status = st
			break
		}
		found = true
		e.restart.next = max(e.restart.next, e.stats.Conflicts+restartUnit*luby(e.restart.index))
		if !visit() {
			status = Sat
			break
		}
		if !e.blockDecisions() {
			break
		}
	}
	e.Backtrack()
	if e.ok {
		e.AddClause(guard ^ 1)
	}
	return status
}

// blockDecisions excludes the decisions of the current solution that matter, and turns the last of them round. It is false
// when there is none.
func (e *Engine) blockDecisions() bool {
	base := len(e.assumed)
	lits := e.learnt[:0]
	for lv := len(e.lim) - 1; lv >= base; lv-- {
		if int(e.lim[lv]) >= len(e.trail) {
			continue
		}
		d := e.trail[e.lim[lv]]
		if e.order.late[d.Var()] {
			continue
		}
		lits = append(lits, d^1)
	}
	if len(lits) == 0 {
		return false
	}
	lits = append(lits, e.assumed[0]^1)
	for _, a := range e.assumed[1:] {
		if e.level[a.Var()] > 0 {
			lits = append(lits, a^1)
		}
	}
	e.learnt = lits
	e.cancelUntil(e.level[lits[0].Var()] - 1)
	if len(lits) == 2 {
		e.watchBinary(lits[0], lits[1])
		e.assign(lits[0], becauseLit(lits[1]^1))
		return true
	}
	e.assign(lits[0], becauseClause(e.newClause(lits, 0, 0)))
	return true
}
