package solver

import "math/bits"

// nearby looks for a solution other than a known one by plain propagation and a bounded depth-first search, before the
// learning search is asked. Carving asks one such question a cell, and most are settled within a few cells of the one that
// was emptied: either no other number survives there, or a second solution differs from the first in a handful of cells.
// Nothing is explained and nothing is learnt, so a question costs microseconds; those that it leaves open go to search.
//
// The numbers that a cell can hold are a set of bits: bit v is the number v, bit 63 is "big" as in search.
type nearby struct {
	rows, cols int
	side       [][]int32
	rules      Rules
	full       []int16 // the known solution
	given      []int16
	cand       []uint64
	all        uint64      // the numbers that are searched
	root       []uint64    // what the first propagation of the last question left of cand; empty when it says nothing
	dirty      uint64      // numbers to look at again
	seeds      [64][]int32 // by number: the cells that have changed for it
	size       [64]int
	saved      [][]uint64 // by depth: the candidates before a decision
	nodes      int        // decisions left
	sol        []int16    // scratch: a full board that is tried
	mark       []uint32
	tick       uint32
	queue      []int32 // scratch: a connected group of cells
	starts     []int32
	fixed      []int32 // scratch: the groups that hold a number, one after another
	ends       []int32 // scratch: where each of them ends in fixed
	label      []int32
	labelled   []uint32
	labels     uint32
	roomy      []uint32 // by cell: the last pass in which it was found to have room
	rooms      uint32
	walked     []uint32
	walks      uint32
	reached    []int32
	Passes     int64 // work: numbers looked at
}

// answer is what nearby found out.
type answer int8

const (
	unknown answer = iota
	noOther        // proven: there is no other solution
	another        // another solution was found
)

const (
	bigBit      = 63
	nearbyNodes = 40 // decisions a question
)

func newNearby(full Board, ru Rules) *nearby {
	n := len(full.Cells)
	return &nearby{
		rows: full.Rows, cols: full.Cols, side: Sides(full.Rows, full.Cols), rules: ru, full: full.Cells,
		cand: make([]uint64, n), sol: make([]int16, n), mark: make([]uint32, n), label: make([]int32, n),
		labelled: make([]uint32, n), roomy: make([]uint32, n), walked: make([]uint32, n),
	}
}

// ask says whether the givens have a solution that differs from the known one in one of the cells, which are blank.
func (q *nearby) ask(givens []int16, cells []int) answer {
	q.root = q.root[:0]
	all, ok := q.values(givens, cells)
	if !ok {
		return unknown
	}
	q.given, q.all, q.nodes = givens, all, nearbyNodes
	for c, v := range givens {
		if v > 0 {
			q.cand[c] = 1 << v
		} else {
			q.cand[c] = all
		}
	}
	q.clean()
	for m := all; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		for c := range q.cand {
			if q.cand[c]>>v&1 != 0 {
				q.seeds[v] = append(q.seeds[v], int32(c))
			}
		}
	}
	q.dirty = all
	if len(cells) == 1 {
		// Another number in the cell from the start: the first propagation often ends there.
		if !q.drop(int32(cells[0]), q.bitOf(q.full[cells[0]])) || !q.propagate() {
			return noOther
		}
		q.root = append(q.root[:0], q.cand...)
		return q.search(0)
	}
	if !q.propagate() {
		return noOther
	}
	// Cell after cell: the first one that differs, with those before it as they were.
	start := append([]uint64(nil), q.cand...)
	for i, k := range cells {
		copy(q.cand, start)
		q.clean()
		bit, possible := q.bitOf(q.full[k]), true
		for _, before := range cells[:i] {
			b := q.bitOf(q.full[before])
			possible = possible && q.cand[before]&b != 0
			q.fix(int32(before), b)
		}
		if !possible || !q.drop(int32(k), bit) || !q.propagate() {
			continue
		}
		if a := q.search(0); a != noOther {
			return a
		}
	}
	return noOther
}

// values gives the numbers to search, as chooseValues does: those up to firstBound, the givens, the known numbers of the
// cells asked about, and big for the others.
func (q *nearby) values(givens []int16, cells []int) (all uint64, ok bool) {
	most := 0
	if !q.rules.Shown {
		for _, v := range givens {
			if v == 0 {
				most++
			}
		}
	}
	if q.rules.MaxRegion > 0 {
		most = min(most, q.rules.MaxRegion)
	}
	for _, v := range givens {
		if v >= bigBit {
			return 0, false
		}
		if v > 0 {
			all |= 1 << v
		}
	}
	for _, k := range cells {
		if q.full[k] >= bigBit {
			return 0, false
		}
		all |= 1 << q.full[k]
	}
	for v := 1; v <= min(firstBound, most); v++ {
		all |= 1 << v
	}
	for v := range bigBit {
		q.size[v] = v
	}
	for v := firstBound + 1; v <= most; v++ {
		if v >= bigBit || all>>v&1 == 0 {
			all |= 1 << bigBit
			q.size[bigBit] = v
			break
		}
	}
	return all, true
}

// bitOf gives the bit of a number: its own where that is searched, else big.
func (q *nearby) bitOf(v int16) uint64 {
	if v < bigBit && q.all>>v&1 != 0 {
		return 1 << v
	}
	return 1 << bigBit
}

// touch notes that a cell has changed for the numbers of the bits.
func (q *nearby) touch(c int32, m uint64) {
	q.dirty |= m
	for ; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		q.seeds[v] = append(q.seeds[v], c)
	}
}

// clean forgets what has changed.
func (q *nearby) clean() {
	for m := q.dirty; m != 0; m &= m - 1 {
		v := bits.TrailingZeros64(m)
		q.seeds[v] = q.seeds[v][:0]
	}
	q.dirty = 0
}

// drop takes a number from a cell. It is false when none is left.
func (q *nearby) drop(c int32, bit uint64) bool {
	m := q.cand[c]
	if m&bit == 0 {
		return true
	}
	m &^= bit
	q.cand[c] = m
	if m&(m-1) == 0 {
		bit |= m
	}
	q.touch(c, bit)
	return m != 0
}

// fix has a cell hold a number, one that it can hold.
func (q *nearby) fix(c int32, bit uint64) {
	if m := q.cand[c]; m != bit {
		q.cand[c] = bit
		q.touch(c, m|bit)
	}
}

// propagate looks at numbers until nothing follows any more. It is false on a contradiction; nothing is left to look at then.
func (q *nearby) propagate() bool {
	for q.dirty != 0 {
		v := bits.TrailingZeros64(q.dirty)
		q.dirty &= q.dirty - 1
		q.Passes++
		q.starts, q.seeds[v] = q.seeds[v], q.starts[:0]
		if !q.pass(v) {
			q.clean()
			return false
		}
	}
	return true
}

// pass draws the conclusions for one number round the cells in starts.
func (q *nearby) pass(v int) bool {
	bit, size := uint64(1)<<v, q.size[v]
	q.rooms++
	for _, c := range q.starts {
		if !q.room(c, bit, size) {
			return false
		}
		for _, d := range q.side[c] {
			if !q.room(d, bit, size) {
				return false
			}
		}
	}
	if v == bigBit {
		return true
	}
	// The groups that a change can matter to are within a region's length of it.
	q.tick++
	q.queue = q.queue[:0]
	holds := false
	meet := func(c int32) {
		if m := q.cand[c]; m&bit != 0 && q.mark[c] != q.tick {
			q.mark[c] = q.tick
			q.queue = append(q.queue, c)
			holds = holds || m == bit
		}
	}
	for _, c := range q.starts {
		meet(c)
		for _, d := range q.side[c] {
			meet(d)
		}
	}
	from := 0
	for step := 0; step < size && from < len(q.queue); step++ {
		end := len(q.queue)
		for ; from < end; from++ {
			for _, d := range q.side[q.queue[from]] {
				meet(d)
			}
		}
	}
	return !holds || q.groups(bit, size)
}

// room checks that a cell that can hold a number has room for it: so many connected cells that can hold it, under the rule
// that every region shows a given one with the given among them. Where it has not, no cell of the room holds the number.
func (q *nearby) room(start int32, bit uint64, size int) bool {
	if q.cand[start]&bit == 0 || q.roomy[start] == q.rooms {
		return true
	}
	q.tick++
	holds, given, enough := false, !q.rules.Shown, false
	q.queue = append(q.queue[:0], start)
	q.mark[start] = q.tick
	for i := 0; i < len(q.queue) && !enough; i++ {
		c := q.queue[i]
		holds = holds || q.cand[c] == bit
		given = given || q.given[c] == int16(size)
		for _, d := range q.side[c] {
			if q.mark[d] != q.tick && q.cand[d]&bit != 0 {
				q.mark[d] = q.tick
				q.queue = append(q.queue, d)
				enough = enough || q.roomy[d] == q.rooms
			}
		}
		enough = enough || given && len(q.queue) >= size
	}
	for _, c := range q.queue {
		switch {
		case enough:
			q.roomy[c] = q.rooms
		case holds || !q.drop(c, bit):
			return false
		}
	}
	return true
}

// groups draws the conclusions for the cells in queue, some of which hold the number.
func (q *nearby) groups(bit uint64, size int) bool {
	q.labels++
	q.fixed, q.ends = q.fixed[:0], q.ends[:0]
	for _, start := range q.queue {
		if q.cand[start] != bit || q.labelled[start] == q.labels {
			continue
		}
		id := int32(len(q.ends))
		from := len(q.fixed)
		q.fixed = append(q.fixed, start)
		q.labelled[start], q.label[start] = q.labels, id
		for i := from; i < len(q.fixed); i++ {
			for _, d := range q.side[q.fixed[i]] {
				if q.cand[d] == bit && q.labelled[d] != q.labels {
					q.labelled[d], q.label[d] = q.labels, id
					q.fixed = append(q.fixed, d)
				}
			}
		}
		if len(q.fixed)-from > size {
			return false
		}
		q.ends = append(q.ends, int32(len(q.fixed)))
	}
	// A cell that would join groups to one too large does not hold the number.
	for _, c := range q.queue {
		if q.cand[c] == bit {
			continue
		}
		var met [4]int32
		k, sum := 0, 1
	next:
		for _, d := range q.side[c] {
			if q.labelled[d] != q.labels {
				continue
			}
			id := q.label[d]
			for _, m := range met[:k] {
				if m == id {
					continue next
				}
			}
			met[k] = id
			k++
			sum += len(q.group(id))
		}
		if sum > size && k > 0 && !q.drop(c, bit) {
			return false
		}
	}
	for id := range q.ends {
		if g := q.group(int32(id)); len(g) < size && !q.grow(g, bit, size) {
			return false
		}
	}
	return true
}

func (q *nearby) group(id int32) []int32 {
	from := int32(0)
	if id > 0 {
		from = q.ends[id-1]
	}
	return q.fixed[from:q.ends[id]]
}

// grow sees whether a group can reach its size, walking outwards step by step. A cell that stands alone at its distance,
// with too few cells nearer, is one that the group cannot do without; so are all when there are just enough.
func (q *nearby) grow(group []int32, bit uint64, size int) bool {
	q.walks++
	q.reached = append(q.reached[:0], group...)
	for _, c := range group {
		q.walked[c] = q.walks
	}
	from := 0
	for lack := size - len(group); lack > 0 && len(q.reached) <= size; lack-- {
		end := len(q.reached)
		for _, c := range q.reached[from:end] {
			for _, d := range q.side[c] {
				if q.walked[d] != q.walks && q.cand[d]&bit != 0 {
					q.walked[d] = q.walks
					q.reached = append(q.reached, d)
				}
			}
		}
		if len(q.reached) == end {
			break
		}
		if len(q.reached) == end+1 && end < size {
			q.fix(q.reached[end], bit)
		}
		from = end
	}
	if len(q.reached) == size {
		for _, c := range q.reached {
			q.fix(c, bit)
		}
	}
	return len(q.reached) >= size
}

// search decides cells near those that keep the board from being filled up with the known solution.
func (q *nearby) search(depth int) answer {
	if depth == len(q.saved) {
		q.saved = append(q.saved, make([]uint64, len(q.cand)))
	}
	for {
		if q.nodes--; q.nodes < 0 {
			return unknown
		}
		c := q.wrong()
		if c == fits {
			return another
		}
		if c == stuck {
			return unknown
		}
		bit := q.bitOf(q.full[c]) // most of another solution is like the known one
		if q.cand[c]&bit == 0 {
			bit = q.cand[c] & -q.cand[c]
		}
		copy(q.saved[depth], q.cand)
		q.fix(c, bit)
		if q.propagate() {
			if a := q.search(depth + 1); a != noOther {
				return a
			}
		}
		copy(q.cand, q.saved[depth])
		if !q.drop(c, bit) || !q.propagate() {
			return noOther
		}
	}
}

const (
	fits  = -1 // the board is full and right
	stuck = -2 // nothing is left to decide, but the search cannot say whether there is a solution
)

// wrong fills the open cells up with the known solution where they allow it, and gives an open cell in or beside the first
// region that breaks the rules, the one with the fewest numbers left.
func (q *nearby) wrong() int32 {
	for c, m := range q.cand {
		v := q.full[c]
		switch {
		case m&(m-1) == 0 && m != 1<<bigBit:
			v = int16(bits.TrailingZeros64(m))
		case m&q.bitOf(v) == 0:
			v = int16(bits.TrailingZeros64(m)) // 63 when the cell can only be big: then it is a mere guess
		}
		q.sol[c] = v
	}
	q.tick++
	right := true
	for start := range q.sol {
		if q.mark[start] == q.tick {
			continue
		}
		q.mark[start] = q.tick
		shown := false
		q.queue = append(q.queue[:0], int32(start))
		for i := 0; i < len(q.queue); i++ {
			c := q.queue[i]
			shown = shown || q.given[c] != 0
			for _, d := range q.side[c] {
				if q.mark[d] != q.tick && q.sol[d] == q.sol[start] {
					q.mark[d] = q.tick
					q.queue = append(q.queue, d)
				}
			}
		}
		v := int(q.sol[start])
		if len(q.queue) == v && (shown || !q.rules.Shown) && (q.rules.MaxRegion == 0 || v <= q.rules.MaxRegion) {
			continue
		}
		right = false
		if c := q.open(); c >= 0 {
			return c
		}
	}
	if right {
		return fits
	}
	q.queue = q.queue[:0]
	for c := range q.cand {
		q.queue = append(q.queue, int32(c))
	}
	if c := q.open(); c >= 0 {
		return c
	}
	return stuck
}

// mayHold reports whether a cell can hold a number, or big, in a solution that differs where the last question asks, as far as
// the first propagation tells.
func (q *nearby) mayHold(c int, v int16, big bool) bool {
	bit := uint64(1 << bigBit)
	if !big {
		bit = 1 << v
	}
	return len(q.root) == 0 || q.root[c]&bit != 0
}

// open gives the open cell in or beside the group in queue with the fewest numbers left, -1 when there is none.
func (q *nearby) open() int32 {
	best, least := int32(-1), 65
	try := func(c int32) {
		if n := bits.OnesCount64(q.cand[c]); n > 1 && n < least {
			best, least = c, n
		}
	}
	for _, c := range q.queue {
		try(c)
		for _, d := range q.side[c] {
			try(d)
		}
	}
	return best
}
