package engine

import "math"

// cref names a clause: the place of its header in the arena.
//
// A clause is stored as a header of three words (size<<8 | flags, lbd, activity) and its literals.
type cref uint32

const (
	clauseHeader = 3 // size and flags; lbd; activity (float32 bits)

	flagLearnt  = 1
	flagDeleted = 2
)

type watcher struct {
	clause  cref // 0 for a binary clause, whose other literal is the blocker
	blocker Lit
}

func (e *Engine) clauseSize(c cref) int { return int(e.arena[c] >> 8) }
func (e *Engine) clauseLits(c cref) []uint32 {
	n := cref(e.arena[c] >> 8)
	return e.arena[c+clauseHeader : c+clauseHeader+n]
}
func (e *Engine) clauseIs(c cref, flag uint32) bool {
	return e.arena[c]&flag != 0
}

func (e *Engine) clauseActivity(c cref) float32 { return math.Float32frombits(e.arena[c+2]) }

func (e *Engine) setActivity(c cref, a float32) { e.arena[c+2] = math.Float32bits(a) }

// newClause stores a clause of three literals or more (or of two that a reason must name) and watches its first two.
func (e *Engine) newClause(lits []Lit, flags uint32, lbd int) cref {
	e.charge(clauseBytes(len(lits)))
	c := cref(len(e.arena))
	e.arena = append(e.arena, uint32(len(lits))<<8|flags, uint32(lbd), 0)
	for _, l := range lits {
		e.arena = append(e.arena, uint32(l))
	}
	e.watch[lits[0]^1] = append(e.watch[lits[0]^1], watcher{c, lits[1]})
	e.watch[lits[1]^1] = append(e.watch[lits[1]^1], watcher{c, lits[0]})
	if flags&flagLearnt != 0 {
		e.learnts = append(e.learnts, c)
	} else {
		e.fixedCl = append(e.fixedCl, c)
	}
	return c
}

func (e *Engine) watchBinary(a, b Lit) {
	e.charge(bytesWatches)
	e.watch[a^1] = append(e.watch[a^1], watcher{0, b})
	e.watch[b^1] = append(e.watch[b^1], watcher{0, a})
}

// AddClause adds the clause of lits. It is false when the problem is now contradictory.
//
// Pre: no level is open.
func (e *Engine) AddClause(lits ...Lit) bool {
	if !e.ok {
		return false
	}
	if e.decisionLevel() != 0 {
		panic("engine: AddClause with a level open")
	}
	if e.proof != nil {
		if e.deriving > 0 {
			e.proof.Lemma(e.deriving, lits)
		} else if e.deriving == 0 {
			e.proof.Axiom(lits)
		}
	}
	out := e.learnt[:0]
	removed := false
	if len(lits) > fewLits {
		e.charge(4 * len(lits))
		defer e.mem.Give(4 * len(lits))
	}
next:
	for _, l := range lits {
		switch e.val[l] {
		case 1:
			e.unmark(out)
			return true
		case -1:
			removed = true
			continue
		}
		if len(lits) > fewLits { // comparing each with each takes too long
			switch mark := uint8(1 + l&1); e.seen[l.Var()] {
			case 0:
				e.seen[l.Var()] = mark
			case mark:
				removed = true
				continue
			default:
				e.unmark(out)
				return true
			}
			out = append(out, l)
			continue
		}
		for _, q := range out {
			if q == l {
				removed = true
				continue next
			}
			if q == l^1 {
				return true
			}
		}
		out = append(out, l)
	}
	e.unmark(out)
	e.learnt = out[:0]
	if removed && e.proof != nil {
		e.proof.Learn(out)
	}
	switch len(out) {
	case 0:
		e.ok = false
	case 1:
		e.assign(out[0], reasonNone)
	case 2:
		e.stats.Clauses++
		e.watchBinary(out[0], out[1])
	default:
		e.stats.Clauses++
		e.newClause(out, 0, 0)
	}
	return e.ok
}

// fewLits is up to how many literals of a clause are compared each with each.
const fewLits = 32

// unmark takes the marks off the variables of literals.
func (e *Engine) unmark(lits []Lit) {
	for _, l := range lits {
		e.seen[l.Var()] = 0
	}
}

// AddLemma adds a clause that a query of a theory implies, named as in the proof.
//
// Pre: no level is open.
func (e *Engine) AddLemma(name int32, lits ...Lit) bool {
	e.deriving = name
	defer func() { e.deriving = 0 }()
	return e.AddClause(lits...)
}

// AddImplied adds a clause that unit propagation finds by itself once its literals are false: proofs learn it, rather than
// take it for one of the problem.
//
// Pre: no level is open.
func (e *Engine) AddImplied(lits ...Lit) bool {
	if e.proof != nil && e.ok {
		e.proof.Learn(lits)
		e.deriving = -1 // said already
		defer func() { e.deriving = 0 }()
	}
	return e.AddClause(lits...)
}

// manyLits is how many literals a clause has when the search for one to watch goes on where it ended last: from the front it
// would pass the same false ones each time.
const manyLits = 256

// unfalsified finds a literal behind the second of a clause that is not false, or gives 0.
func (e *Engine) unfalsified(c cref, lits []uint32) int {
	if len(lits) <= manyLits {
		for k := 2; k < len(lits); k++ {
			if e.val[lits[k]] >= 0 {
				return k
			}
		}
		return 0
	}
	at := 2
	given := !e.clauseIs(c, flagLearnt)
	if given { // without an activity, whose place is free
		at = max(2, int(e.arena[c+2]))
	}
	for i := range len(lits) - 2 {
		k := at + i
		if k >= len(lits) {
			k -= len(lits) - 2
		}
		if e.val[lits[k]] >= 0 {
			if given {
				e.arena[c+2] = uint32(k)
			}
			e.passed += int64(i)
			return k
		}
	}
	e.passed += int64(len(lits))
	return 0
}

// propagateClauses visits the clauses that watch p^1, p having become true.
func (e *Engine) propagateClauses(p Lit) bool {
	ws := e.watch[p]
	i, j := 0, 0
	for i < len(ws) {
		w := ws[i]
		i++
		bv := e.val[w.blocker]
		if bv == 1 {
			ws[j] = w
			j++
			continue
		}
		if w.clause == 0 {
			ws[j] = w
			j++
			if bv < 0 {
				e.confl = append(e.confl[:0], w.blocker, p^1)
				j += copy(ws[j:], ws[i:])
				e.watch[p] = ws[:j]
				return false
			}
			e.assign(w.blocker, becauseLit(p))
			continue
		}
		c := w.clause
		lits := e.clauseLits(c)
		np := uint32(p ^ 1)
		if lits[0] == np {
			lits[0], lits[1] = lits[1], np
		}
		first := Lit(lits[0])
		if first != w.blocker && e.val[first] == 1 {
			ws[j] = watcher{c, first}
			j++
			continue
		}
		k := e.unfalsified(c, lits)
		if k > 0 {
			q := Lit(lits[k])
			lits[1], lits[k] = lits[k], np
			e.watch[q^1] = append(e.watch[q^1], watcher{c, first})
			continue
		}
		ws[j] = watcher{c, first}
		j++
		if e.val[first] < 0 {
			e.confl = e.confl[:0]
			for _, l := range lits {
				e.confl = append(e.confl, Lit(l))
			}
			if e.clauseIs(c, flagLearnt) {
				e.bumpClause(c)
			}
			j += copy(ws[j:], ws[i:])
			e.watch[p] = ws[:j]
			return false
		}
		e.assign(first, becauseClause(c))
	}
	e.watch[p] = ws[:j]
	return true
}
