package solver

import "slices"

// analyze learns from a conflict: it leaves in e.learnt the first unique implication point and the literals of earlier
// levels that imply the conflict with it, and gives the level to go back to.
func (e *Engine) analyze(conflict, conflictFact int32) int {
	e.learnt = append(e.learnt[:0], 0) // the place of the asserting literal
	open := 0
	index := len(e.trail) - 1
	current := int32(e.decisionLevel())
	root := int32(len(e.root))
	visit := func(f int32) {
		if e.seen[f] || e.level[f] <= root {
			return
		}
		e.seen[f] = true
		e.toClear = append(e.toClear, f)
		e.bump(f)
		if e.level[f] == current {
			open++
		} else {
			e.learnt = append(e.learnt, e.falsified(f))
		}
	}
	if conflict&reasonKinds == byFact {
		visit(conflictFact)
	}
	skip := int32(-1)
	why := conflict
	for {
		if why&reasonKinds == byGroup {
			e.weight[why>>2] += e.winc
		}
		e.eachCause(why, skip, visit)
		for !e.seen[e.trail[index]] {
			index--
		}
		f := e.trail[index]
		index--
		open--
		if open == 0 {
			e.learnt[0] = e.falsified(f)
			break
		}
		why, skip = e.reason[f], f
	}
	e.minimise()
	back := 0
	if len(e.learnt) > 1 {
		top := 1
		for i := 2; i < len(e.learnt); i++ {
			if e.level[e.learnt[i].fact()] > e.level[e.learnt[top].fact()] {
				top = i
			}
		}
		e.learnt[1], e.learnt[top] = e.learnt[top], e.learnt[1]
		back = int(e.level[e.learnt[1].fact()])
	}
	for _, f := range e.toClear {
		e.seen[f] = false
	}
	e.toClear = e.toClear[:0]
	return back
}

// falsified gives the literal of an assigned fact that is false.
func (e *Engine) falsified(f int32) lit {
	if e.val[f] > 0 {
		return neg(f)
	}
	return pos(f)
}

// eachCause visits the facts whose values make a reason work, all but the one it explains.
func (e *Engine) eachCause(why, explained int32, visit func(int32)) {
	switch id := why >> 2; why & reasonKinds {
	case byFact:
		visit(id)
	case byGroup:
		e.eachFact(id, func(f int32) {
			if f != explained {
				visit(f)
			}
		})
	case byClause:
		c := &e.clauses[id]
		c.act++
		for _, p := range c.lits {
			if p.fact() != explained {
				visit(p.fact())
			}
		}
	}
}

// eachFact visits the facts of a group.
func (e *Engine) eachFact(group int32, visit func(int32)) {
	cells := int32(e.l.Cells())
	n := int32(e.n)
	if group < cells {
		for f := group * n; f < group*n+n; f++ {
			visit(f)
		}
		return
	}
	house, value := (group-cells)/n, (group-cells)%n
	for _, cell := range e.l.Houses[house].Cells {
		visit(int32(cell)*n + value)
	}
}

// minimise drops literals of the learnt clause that the others imply (Sörensson and Biere 2009).
func (e *Engine) minimise() {
	var levels uint64 // of the clause, modulo 64
	for _, p := range e.learnt[1:] {
		levels |= 1 << (e.level[p.fact()] & 63)
	}
	kept := e.learnt[:1]
	for _, p := range e.learnt[1:] {
		if e.reason[p.fact()] == noReason || !e.redundant(p.fact(), levels) {
			kept = append(kept, p)
		}
	}
	e.learnt = kept
}

// redundant reports whether the marked facts imply a fact. Facts on the way are marked as well: they are implied too.
func (e *Engine) redundant(f int32, levels uint64) bool {
	top := len(e.toClear)
	root := int32(len(e.root))
	e.pending = append(e.pending[:0], f)
	for len(e.pending) > 0 {
		g := e.pending[len(e.pending)-1]
		e.pending = e.pending[:len(e.pending)-1]
		ok := true
		e.eachCauseQuiet(e.reason[g], g, func(u int32) {
			if !ok || e.seen[u] || e.level[u] <= root {
				return
			}
			if e.reason[u] == noReason || levels>>(e.level[u]&63)&1 == 0 {
				ok = false
				return
			}
			e.seen[u] = true
			e.toClear = append(e.toClear, u)
			e.pending = append(e.pending, u)
		})
		if !ok {
			for _, u := range e.toClear[top:] {
				e.seen[u] = false
			}
			e.toClear = e.toClear[:top]
			return false
		}
	}
	return true
}

// eachCauseQuiet is eachCause without counting the clause as used.
func (e *Engine) eachCauseQuiet(why, explained int32, visit func(int32)) {
	if why&reasonKinds == byClause {
		for _, p := range e.clauses[why>>2].lits {
			if p.fact() != explained {
				visit(p.fact())
			}
		}
		return
	}
	e.eachCause(why, explained, visit)
}

// learn keeps the clause that analyze left and asserts its first literal.
func (e *Engine) learn() {
	if len(e.learnt) == 1 {
		e.assignLit(e.learnt[0], noReason)
		return
	}
	e.lits += uint64(len(e.learnt))
	id := e.add(e.learnt)
	e.assignLit(e.learnt[0], id<<2|byClause)
}

// add stores a clause of two literals or more, watching the first two.
func (e *Engine) add(lits []lit) int32 {
	id := int32(len(e.clauses))
	e.hold(len(lits), 1)
	e.clauses = append(e.clauses, clause{lits: slices.Clone(lits), lbd: e.blocks(lits)})
	e.watches[lits[0]] = append(e.watches[lits[0]], watch{id, lits[1]})
	e.watches[lits[1]] = append(e.watches[lits[1]], watch{id, lits[0]})
	return id
}

// blocks counts the decision levels in a clause (Audemard and Simon 2009), the measure of how useful it is.
func (e *Engine) blocks(lits []lit) int32 {
	e.tag++
	k := int32(0)
	for _, p := range lits {
		lv := int(e.level[p.fact()])
		for lv >= len(e.levelTag) {
			e.levelTag = append(e.levelTag, 0)
		}
		if e.levelTag[lv] != e.tag {
			e.levelTag[lv] = e.tag
			k++
		}
	}
	return k
}

// reduce forgets the half of the learnt clauses that is worth least, and packs what is left.
func (e *Engine) reduce() {
	locked := make([]bool, len(e.clauses))
	for _, f := range e.trail {
		if why := e.reason[f]; why&reasonKinds == byClause {
			locked[why>>2] = true
		}
	}
	var ids []int32
	for i := range e.clauses {
		if c := &e.clauses[i]; !locked[i] && c.lbd > 2 && len(c.lits) > 2 {
			ids = append(ids, int32(i))
		}
	}
	slices.SortFunc(ids, func(a, b int32) int {
		ca, cb := &e.clauses[a], &e.clauses[b]
		if ca.lbd != cb.lbd {
			return int(cb.lbd - ca.lbd)
		}
		if ca.act != cb.act {
			if ca.act < cb.act {
				return -1
			}
			return 1
		}
		return int(a - b)
	})
	for _, id := range ids[:len(ids)/2] {
		e.clauses[id].gone = true
		e.hold(len(e.clauses[id].lits), -1)
	}
	moved := make([]int32, len(e.clauses))
	kept := e.clauses[:0]
	for i, c := range e.clauses {
		if !c.gone {
			c.act *= 0.5
			moved[i] = int32(len(kept))
			kept = append(kept, c)
		} else {
			moved[i] = -1
		}
	}
	clear(e.clauses[len(kept):])
	e.clauses = kept
	for p, ws := range e.watches {
		out := ws[:0]
		for _, w := range ws {
			if m := moved[w.clause]; m >= 0 {
				out = append(out, watch{m, w.blocker})
			}
		}
		e.watches[p] = out
	}
	for _, f := range e.trail {
		if why := e.reason[f]; why&reasonKinds == byClause {
			e.reason[f] = moved[why>>2]<<2 | byClause
		}
	}
	e.free += 300
}

func (e *Engine) bump(f int32) { e.order.bump(f, e.inc) }

// factHeap orders facts by activity, the highest first; equal ones by number, so that runs repeat.
type factHeap struct {
	act  []float64
	heap []int32
	at   []int32 // place in heap, -1 outside
}

func (h *factHeap) fill(n int) {
	h.heap, h.at = h.heap[:0], h.at[:0]
	for i := range n {
		h.heap = append(h.heap, int32(i))
		h.at = append(h.at, int32(i))
	}
	for i := n/2 - 1; i >= 0; i-- {
		h.down(i)
	}
}

func (h *factHeap) before(a, b int32) bool {
	return h.act[a] > h.act[b] || h.act[a] == h.act[b] && a < b
}

func (h *factHeap) up(i int) {
	f := h.heap[i]
	for i > 0 {
		parent := (i - 1) / 2
		if !h.before(f, h.heap[parent]) {
			break
		}
		h.heap[i] = h.heap[parent]
		h.at[h.heap[i]] = int32(i)
		i = parent
	}
	h.heap[i] = f
	h.at[f] = int32(i)
}

func (h *factHeap) down(i int) {
	f := h.heap[i]
	for {
		child := 2*i + 1
		if child >= len(h.heap) {
			break
		}
		if child+1 < len(h.heap) && h.before(h.heap[child+1], h.heap[child]) {
			child++
		}
		if !h.before(h.heap[child], f) {
			break
		}
		h.heap[i] = h.heap[child]
		h.at[h.heap[i]] = int32(i)
		i = child
	}
	h.heap[i] = f
	h.at[f] = int32(i)
}

func (h *factHeap) insert(f int32) {
	if h.at[f] >= 0 {
		return
	}
	h.at[f] = int32(len(h.heap))
	h.heap = append(h.heap, f)
	h.up(len(h.heap) - 1)
}

func (h *factHeap) pop() int32 {
	if len(h.heap) == 0 {
		return -1
	}
	f := h.heap[0]
	last := h.heap[len(h.heap)-1]
	h.heap = h.heap[:len(h.heap)-1]
	h.at[f] = -1
	if len(h.heap) > 0 {
		h.heap[0] = last
		h.at[last] = 0
		h.down(0)
	}
	return f
}

func (h *factHeap) bump(f int32, by float64) {
	h.act[f] += by
	if h.at[f] >= 0 {
		h.up(int(h.at[f]))
	}
}

func (h *factHeap) rescale(by float64) {
	for i := range h.act {
		h.act[i] *= by
	}
}
