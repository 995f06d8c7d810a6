package graphs

import "github.com/quandary-puzzles/quandary/solve/native/engine"

// Areas states that places which hold equal numbers and hang together are as many as the number says: the rule of Fillomino.
type Areas struct {
	Side  [][]int32    // by place: its neighbours
	Sizes []int32      // the numbers, ascending
	Holds []engine.Lit // by place, and in it by number: that the place holds it; engine.False where it cannot
	// Open is the place in Sizes of a number that stands for itself and all larger ones, the last, or negative. Of such an area only
	// this is asked: that there is room for it.
	Open int32
	// Shown, where it is not nil, tells which places are printed with a number, and asks that each area has one.
	Shown func(place, number int32) bool
}

// sizes is the propagator of Areas. With "holds v" for a place whose number is known to be v
// and "can hold v" for one whose number may be, it draws these conclusions for each number v:
//
//	too large   more than v connected places cannot all hold v
//	cut off     a place that holds v lies in a connected group, of places that can hold v, of at least v places; of that
//	            group only places count that the group of places holding v can reach with the places it still lacks
//	only way    where a group that holds v would be cut off without a certain place, that place holds v
//
// Each conclusion is stated as a clause over the places at the border, which gives the search what it learns from. The queries of
// a Graph whose edges say that numbers are equal, about the sums of its groups, mean the same; they see one group at a time, where
// this one sees all places that can hold a number.
type sizes struct {
	Areas
	e     *engine.Engine
	n     int       // numbers
	dirty []int32   // facts that have become true or false since the constraint last ran: place*n+number
	busy  []int32   // scratch: those of this run
	seeds [][]int32 // scratch, by number: the places at and beside those facts that can hold it
	maybe []int32   // scratch: the places that a group may not be able to do without
	near  []int32   // scratch: the places near the seeds
	seed  []uint32  // by place and number: the round in which it became a seed
	queue []int32   // scratch: a group of places in the order in which a walk met them
	core  []int32   // scratch: the places of a group that holds a number
	mark  []uint32
	tick  uint32
	depth []int32
	lits  []engine.Lit
	first bool
	done  []uint32 // by place and number: the round in which its group was looked at
	round uint32
}

// bytesFact is what a place and a number hold, with their watches.
const bytesFact = 40

// Sizes posts the propagator of areas, whose numbers are clauses elsewhere: each place holds one. It writes no proof.
func Sizes(e *engine.Engine, a Areas) {
	places := len(a.Side)
	e.Charge(len(a.Holds) * bytesFact)
	r := &sizes{
		Areas: a, e: e, n: len(a.Sizes), first: true,
		mark: make([]uint32, places), depth: make([]int32, places),
		done: make([]uint32, len(a.Holds)), seed: make([]uint32, len(a.Holds)), seeds: make([][]int32, len(a.Sizes)),
	}
	watch := e.PostTheory(r)
	for i, l := range a.Holds {
		watch.Lit(l, int32(i))
		watch.Lit(l.Not(), int32(i))
	}
}

// Wake notes a fact.
func (r *sizes) Wake(data int32) {
	r.dirty = append(r.dirty, data)
}

// Explain is not asked: the conclusions are clauses.
func (r *sizes) Explain(dst []engine.Lit, _ engine.Lit, _ engine.Why, _ int32) []engine.Lit {
	return dst
}

// Cancel forgets the facts noted.
func (r *sizes) Cancel() { r.dirty = r.dirty[:0] }

func (r *sizes) fact(cell, value int32) engine.Lit { return r.Holds[int(cell)*r.n+int(value)] }

// holds and can say what is known of a cell and a number.
func (r *sizes) holds(cell, value int32) bool { return r.e.Value(r.fact(cell, value)) > 0 }
func (r *sizes) can(cell, value int32) bool   { return r.e.Value(r.fact(cell, value)) >= 0 }

// Run draws the conclusions of what has changed. What they make true comes in the next run: the engine calls again.
func (r *sizes) Run(out *engine.Conclusions) bool {
	r.round++
	for v := range r.seeds {
		r.seeds[v] = r.seeds[v][:0]
	}
	if r.first {
		r.first = false
		for c := range r.Side {
			for v := range r.n {
				r.plant(int32(c), int32(v))
			}
		}
	}
	r.busy, r.dirty = r.dirty, r.busy[:0]
	for _, at := range r.busy {
		cell, value := at/int32(r.n), at%int32(r.n)
		if r.can(cell, value) {
			r.plant(cell, value)
			continue
		}
		for _, d := range r.Side[cell] {
			r.plant(d, value)
		}
	}
	for v, seeds := range r.seeds {
		if len(seeds) > 0 && !r.look(int32(v), seeds, out) {
			return false
		}
	}
	return true
}

// plant has the neighbourhood of a cell looked at, if the cell can hold the number.
func (r *sizes) plant(cell, value int32) {
	if at := int(cell)*r.n + int(value); r.seed[at] != r.round && r.can(cell, value) {
		r.seed[at] = r.round
		r.seeds[value] = append(r.seeds[value], cell)
	}
}

// look draws conclusions for a number in the neighbourhood of cells that can hold it: for the cells themselves, and for the
// groups holding the number that are near enough to be touched by the change.
func (r *sizes) look(value int32, seeds []int32, out *engine.Conclusions) bool {
	size := int(r.Sizes[value])
	for _, c := range seeds {
		if !r.can(c, value) {
			continue
		}
		if !r.room(c, value, size, out) {
			return false
		}
		if r.Shown != nil && value != r.Open && !r.given(c, value, size, out) {
			return false
		}
	}
	if value == r.Open {
		return true
	}
	// The walk goes as far as a region of this size that a cell is part of could.
	r.near = r.walk(r.near[:0], value, size, seeds...)
	for _, c := range r.near {
		at := int(c)*r.n + int(value)
		if r.done[at] == r.round || !r.holds(c, value) {
			continue
		}
		if !r.group(c, value, size, out) {
			return false
		}
	}
	return true
}

// given checks, under the rule that every region shows a given, that a cell that can hold a number has a given with it within
// the reach of a region of this size.
func (r *sizes) given(cell, value int32, size int, out *engine.Conclusions) bool {
	group := r.walk(r.near[:0], value, size, cell)
	r.near = group
	for _, c := range group {
		if r.Shown(c, value) {
			return true
		}
	}
	r.border(group, value, -1)
	r.lits = append(r.lits, r.fact(cell, value).Not())
	return out.Clause(0, r.lits)
}

// walk appends to list the cells that can hold a number within size-1 steps of some cells.
func (r *sizes) walk(list []int32, value int32, size int, starts ...int32) []int32 {
	r.tick++
	for _, c := range starts {
		if r.can(c, value) {
			r.mark[c], r.depth[c] = r.tick, 0
			list = append(list, c)
		}
	}
	for i := 0; i < len(list); i++ {
		c := list[i]
		if int(r.depth[c]) >= size-1 {
			continue
		}
		for _, d := range r.Side[c] {
			if r.mark[d] != r.tick && r.can(d, value) {
				r.mark[d], r.depth[d] = r.tick, r.depth[c]+1
				list = append(list, d)
			}
		}
	}
	return list
}

// room checks that a cell that can hold a number has room for it: at least size connected cells that can hold it. Where it
// has not, the cell does not hold the number, because of the cells round the room that do not.
func (r *sizes) room(cell, value int32, size int, out *engine.Conclusions) bool {
	r.tick++
	r.queue = append(r.queue[:0], cell)
	r.mark[cell] = r.tick
	for i := 0; i < len(r.queue); i++ {
		for _, d := range r.Side[r.queue[i]] {
			if r.mark[d] != r.tick && r.can(d, value) {
				r.mark[d] = r.tick
				if r.queue = append(r.queue, d); len(r.queue) >= size {
					return true
				}
			}
		}
	}
	if len(r.queue) >= size {
		return true
	}
	r.border(r.queue, value, -1)
	base := len(r.lits)
	// None of the group can hold the number.
	for _, c := range r.queue {
		r.lits = append(r.lits[:base], r.fact(c, value).Not())
		if !out.Clause(0, r.lits) {
			return false
		}
	}
	return true
}

// group draws the conclusions for the group of cells holding a number that a cell belongs to.
func (r *sizes) group(cell, value int32, size int, out *engine.Conclusions) bool {
	r.tick++
	r.core = append(r.core[:0], cell)
	r.mark[cell] = r.tick
	for i := 0; i < len(r.core); i++ {
		for _, d := range r.Side[r.core[i]] {
			if r.mark[d] != r.tick && r.holds(d, value) {
				r.mark[d] = r.tick
				r.core = append(r.core, d)
				if len(r.core) > size {
					r.lits = r.lits[:0]
					for _, c := range r.core {
						r.lits = append(r.lits, r.fact(c, value).Not())
					}
					r.trim()
					return out.Clause(0, r.lits)
				}
			}
		}
	}
	for _, c := range r.core {
		r.done[int(c)*r.n+int(value)] = r.round
	}
	if !r.neighbours(value, size, out) {
		return false
	}
	if len(r.core) == size {
		return true
	}
	return r.ways(value, size, out)
}

// trim leaves out of a clause what is false for good.
func (r *sizes) trim() {
	out := r.lits[:0]
	for _, l := range r.lits {
		if l != engine.False {
			out = append(out, l)
		}
	}
	r.lits = out
}

// neighbours excludes the number from cells that would join the group in core, and others beside it, to one too large.
func (r *sizes) neighbours(value int32, size int, out *engine.Conclusions) bool {
	for _, c := range r.core {
		for _, d := range r.Side[c] {
			if r.holds(d, value) || !r.can(d, value) {
				continue
			}
			// The cell and all groups that it would join, as far as they are needed.
			r.tick++
			r.queue = append(r.queue[:0], d)
			r.mark[d] = r.tick
			for i := 0; i < len(r.queue) && len(r.queue) <= size; i++ {
				for _, x := range r.Side[r.queue[i]] {
					if r.mark[x] != r.tick && r.holds(x, value) {
						r.mark[x] = r.tick
						r.queue = append(r.queue, x)
						if len(r.queue) > size {
							break
						}
					}
				}
			}
			if len(r.queue) <= size {
				continue
			}
			r.lits = r.lits[:0]
			for _, x := range r.queue {
				r.lits = append(r.lits, r.fact(x, value).Not())
			}
			r.trim()
			if !out.Clause(0, r.lits) {
				return false
			}
		}
	}
	return true
}

// ways sees whether the group in core can reach its size, and which cells it cannot do without.
func (r *sizes) ways(value int32, size int, out *engine.Conclusions) bool {
	reached := r.reach(value, size, -1, size+1)
	if reached < size {
		return r.cutOff(value, size, -1, out)
	}
	// The way to a cell leads over nearer cells only. So without a cell all others at its distance and nearer are still
	// reached, and the group can do without it unless those are too few. The walk stopped when it had met one cell too many:
	// cells as far as that one need no test.
	far := r.depth[r.queue[reached-1]]
	if reached == size {
		far++
	}
	r.maybe = r.maybe[:0]
	for _, c := range r.queue[len(r.core):] {
		if r.depth[c] < far && !r.holds(c, value) {
			r.maybe = append(r.maybe, c)
		}
	}
	for _, c := range r.maybe {
		if r.holds(c, value) || !r.can(c, value) {
			continue
		}
		if r.reach(value, size, c, size) >= size {
			continue
		}
		if !r.cutOff(value, size, c, out) {
			return false
		}
	}
	return true
}

// reach walks from the group in core over cells that can hold the number, at most as many steps as the group lacks cells, and
// gives how many cells it met with those of the group; without, when not negative, is left out. It stops at enough cells. The
// cells stand in queue, nearest first.
func (r *sizes) reach(value int32, size int, without int32, enough int) int {
	r.tick++
	r.queue = append(r.queue[:0], r.core...)
	for _, c := range r.core {
		r.mark[c], r.depth[c] = r.tick, 0
	}
	lack := int32(size - len(r.core))
	for i := 0; i < len(r.queue) && len(r.queue) < enough; i++ {
		c := r.queue[i]
		if r.depth[c] >= lack {
			break
		}
		for _, d := range r.Side[c] {
			if r.mark[d] == r.tick || d == without || !r.can(d, value) {
				continue
			}
			r.mark[d], r.depth[d] = r.tick, r.depth[c]+1
			if r.queue = append(r.queue, d); len(r.queue) >= enough {
				break
			}
		}
	}
	return len(r.queue)
}

// cutOff states that the group in core, whose walk of the last reach met too few cells, cannot be; with a cell left out of
// the walk, that this cell holds the number.
func (r *sizes) cutOff(value int32, size int, without int32, out *engine.Conclusions) bool {
	lack := int32(size - len(r.core))
	group := r.queue
	far := false // whether the walk stopped somewhere because of the distance
	for _, c := range group {
		if r.depth[c] >= lack {
			for _, d := range r.Side[c] {
				if r.mark[d] != r.tick && d != without && r.can(d, value) {
					far = true
				}
			}
		}
	}
	r.border(group, value, without)
	if far {
		// The distance counts from the whole group, so all of it is part of the reason.
		for _, c := range r.core {
			r.lits = append(r.lits, r.fact(c, value).Not())
		}
	} else {
		r.lits = append(r.lits, r.fact(r.core[0], value).Not())
	}
	if without >= 0 {
		r.lits = append(r.lits, r.fact(without, value))
	}
	r.trim()
	return out.Clause(0, r.lits)
}

// border collects the facts of the cells round a group that do not hold the number; the group's cells are marked with the
// tick. A cell that can hold it and was not met was too far, or is the one left out, and is not named.
func (r *sizes) border(group []int32, value, without int32) {
	r.lits = r.lits[:0]
	in := r.tick
	r.tick += 2 // in+1 marks the border, so that no cell is named twice
	for _, c := range group {
		for _, d := range r.Side[c] {
			if r.mark[d] == in || r.mark[d] == in+1 || d == without {
				continue
			}
			r.mark[d] = in + 1
			if r.can(d, value) {
				continue
			}
			if l := r.fact(d, value); l != engine.False {
				r.lits = append(r.lits, l)
			}
		}
	}
}
