package native

import (
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// totals is the propagator of sums of integers of which many are known to differ: the cages, arrows and diagonals of Sudoku variants.
// The bounds of the summands say little there, because two that differ cannot both be at their bound. A sum is taken apart into groups
// of integers that all differ and have one coefficient; a group knows all sets of values that it can hold.
type totals struct {
	vars  []totalVar
	sums  []total
	dirty []int32
	due   []bool
	e     *engine.Engine

	dom  []uint64 // by variable: its values, where they are looked at; bit 0 is its least
	work scratch
}

// totalVar is an integer with the literals of its values.
type totalVar struct {
	low  int64
	is   []engine.Lit
	root uint64 // the values that are not excluded for good
}

// total is the equation: the sum over groups of coef times their values is k.
type total struct {
	k      int64
	groups []distinctGroup
	vars   []int32
	low    int64 // of what a part of the sum can be
	words  int   // of a set of what a part of the sum can be
}

// distinctGroup is integers that all differ.
type distinctGroup struct {
	coef int64
	base int64   // the value of bit 0
	vars []int32 // of totals
	sets []valueSet
}

// valueSet is a set of values that a group can hold, and the sum of it, times the coefficient.
type valueSet struct {
	mask uint64
	sum  int64
}

// scratch is what looking at a sum needs.
type scratch struct {
	live  [][]valueSet // by group: the sets that are possible by themselves
	left  [][]uint64   // by number of groups: what their sum can be
	right [][]uint64   // the same for what the others must have before them
	open  []uint64     // the sets of one group that go with the others
}

const (
	maxTotalSets  = 1000 // sets of a group
	maxTotalRange = 4096 // what a sum can be
	maxTotalSpan  = 40   // values of an integer
)

func (t *totals) Wake(i int32) {
	if !t.due[i] {
		t.due[i] = true
		t.dirty = append(t.dirty, i)
	}
}

func (t *totals) Cancel() {
	for _, i := range t.dirty {
		t.due[i] = false
	}
	t.dirty = t.dirty[:0]
}

// now reads the values that an integer has.
func (t *totals) now(v int32) uint64 {
	d := uint64(0)
	for i, l := range t.vars[v].is {
		if t.e.Value(l) >= 0 {
			d |= 1 << uint(i)
		}
	}
	return d
}

func (t *totals) Run(c *engine.Conclusions) bool {
	if t.e.AtRoot() {
		for v := range t.vars {
			t.vars[v].root = t.now(int32(v))
		}
	}
	for len(t.dirty) > 0 {
		i := t.dirty[len(t.dirty)-1]
		t.dirty = t.dirty[:len(t.dirty)-1]
		t.due[i] = false
		if !t.look(c, i) {
			t.Cancel()
			return false
		}
	}
	return true
}

// look draws the conclusions from one sum.
func (t *totals) look(c *engine.Conclusions, q int32) bool {
	s := &t.sums[q]
	for _, v := range s.vars {
		t.dom[v] = t.now(v)
	}
	if !t.possible(s) {
		return c.Clause(0, t.because(s, nil))
	}
	for g := range s.groups {
		group := &s.groups[g]
		may, must := uint64(0), ^uint64(0)
		last, fits := int64(0), false
		for i, set := range t.work.live[g] { // they are sorted by their sum
			if i == 0 || set.sum != last {
				last, fits = set.sum, t.fits(s, g, set.sum)
			}
			if fits {
				may |= set.mask
				must &= set.mask
			}
		}
		once, twice := uint64(0), uint64(0)
		for _, v := range group.vars {
			d := t.dom[v] << uint(t.vars[v].low-group.base)
			twice |= once & d
			once |= d
		}
		must &= once &^ twice
		for _, v := range group.vars {
			shift := uint(t.vars[v].low - group.base)
			out := t.dom[v] &^ (may >> shift)
			if only := must >> shift & t.dom[v]; only != 0 && t.dom[v] != only && bits.OnesCount64(only) == 1 {
				b := bits.TrailingZeros64(only)
				if !c.Because(t.vars[v].is[b], engine.Why{Kind: q, A: v, B: int32(b)}) {
					return false
				}
			}
			for ; out != 0; out &= out - 1 {
				b := bits.TrailingZeros64(out)
				if !c.Because(t.vars[v].is[b]^1, engine.Why{Kind: q, A: v, B: int32(b)}) {
					return false
				}
			}
		}
	}
	return true
}

// possible finds, from the values in dom, which sets each group can hold, and whether one of each gives the sum.
func (t *totals) possible(s *total) bool {
	w := &t.work
	t.e.Pass(len(s.vars))
	w.grow(len(s.groups))
	n := len(s.groups)
	for g := range s.groups {
		if !t.collect(&s.groups[g], g) {
			return false
		}
	}
	if n == 1 {
		for _, set := range w.live[0] {
			if set.sum == s.k {
				return true
			}
		}
		return false
	}
	t.fromEnd(s)
	t.fromStart(s)
	for g := range n - 1 {
		t.add(s, g)
	}
	ok := false
	t.each(0, func(sum int64) { ok = ok || t.fits(s, 0, sum) })
	return ok
}

// grow makes room for so many groups.
func (w *scratch) grow(n int) {
	for len(w.live) < n {
		w.live = append(w.live, nil)
	}
	for len(w.left) <= n {
		w.left = append(w.left, nil)
		w.right = append(w.right, nil)
	}
}

// held is what the values of the integers of a group say of its sets.
type held struct {
	all, fixed uint64
	doms       [maxTotalSpan]uint64 // of those with several values
	n          int
}

// read reads the values of the integers of a group, in dom. It is false where they exclude every set.
func (t *totals) read(h *held, group *distinctGroup) bool {
	h.all, h.fixed, h.n = 0, 0, 0
	for _, v := range group.vars {
		d := t.dom[v] << uint(t.vars[v].low-group.base)
		if d == 0 {
			return false
		}
		h.all |= d
		if d&(d-1) == 0 {
			if h.fixed&d != 0 {
				return false
			}
			h.fixed |= d
			continue
		}
		h.doms[h.n] = d
		h.n++
	}
	return true
}

// has reports whether the integers can hold a set, as far as each by itself tells.
func (h *held) has(mask uint64) bool {
	if mask&^h.all != 0 || h.fixed&^mask != 0 {
		return false
	}
	rest := mask &^ h.fixed
	for _, d := range h.doms[:h.n] {
		if d&rest == 0 {
			return false
		}
	}
	return true
}

// collect writes to live the sets that a group can hold by itself, and reports whether there are any.
func (t *totals) collect(group *distinctGroup, g int) bool {
	var h held
	live := t.work.live[g][:0]
	ok := t.read(&h, group)
	if ok {
		t.e.Pass(len(group.sets) / 8)
		for i := range group.sets {
			if h.has(group.sets[i].mask) {
				live = append(live, group.sets[i])
			}
		}
	}
	t.work.live[g] = live
	return len(live) > 0
}

// fromEnd finds what the groups before each must add up to, from the live sets of those behind.
func (t *totals) fromEnd(s *total) {
	w, n := &t.work, len(s.groups)
	for g := 1; g <= n; g++ {
		w.right[g] = cleared(w.right[g], s.words)
	}
	end := s.k - s.low
	w.right[n][end>>6] |= 1 << (uint(end) & 63)
	for g := n - 1; g > 0; g-- {
		t.each(g, func(sum int64) { orShifted(w.right[g], w.right[g+1], -sum) })
	}
}

// fromStart begins with no groups, whose sum is nothing.
func (t *totals) fromStart(s *total) {
	w := &t.work
	w.left[0] = cleared(w.left[0], s.words)
	w.left[0][uint(-s.low)>>6] |= 1 << (uint(-s.low) & 63)
}

// add finds what the groups up to g can add up to, from those before it and its live sets.
func (t *totals) add(s *total, g int) {
	w := &t.work
	w.left[g+1] = cleared(w.left[g+1], s.words)
	t.each(g, func(sum int64) { orShifted(w.left[g+1], w.left[g], sum) })
}

// each visits the sums of the sets of a group, each once.
func (t *totals) each(g int, visit func(sum int64)) {
	live := t.work.live[g]
	last, first := int64(0), true
	for _, set := range live { // they are sorted by their sum
		if first || set.sum != last {
			visit(set.sum)
			first, last = false, set.sum
		}
	}
}

// fits reports whether the other groups can complete the sum where this one has sum.
func (t *totals) fits(s *total, g int, sum int64) bool {
	if len(s.groups) == 1 {
		return sum == s.k
	}
	return meets(t.work.left[g], t.work.right[g+1], sum)
}

func cleared(s []uint64, n int) []uint64 {
	if cap(s) < n {
		return make([]uint64, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// orShifted adds to dst the numbers of src, each greater by k.
func orShifted(dst, src []uint64, k int64) {
	words, shift := int(k>>6), uint(k&63) // rounded down
	for i, w := range src {
		if w == 0 {
			continue
		}
		if j := i + words; j >= 0 && j < len(dst) {
			dst[j] |= w << shift
		}
		if j := i + words + 1; shift != 0 && j >= 0 && j < len(dst) {
			dst[j] |= w >> (64 - shift)
		}
	}
}

// meets reports whether a number of a, greater by k, is in b.
func meets(a, b []uint64, k int64) bool {
	words, shift := int(k>>6), uint(k&63)
	for i, w := range a {
		if w == 0 {
			continue
		}
		if j := i + words; j >= 0 && j < len(b) && b[j]&(w<<shift) != 0 {
			return true
		}
		if j := i + words + 1; shift != 0 && j >= 0 && j < len(b) && b[j]&(w>>(64-shift)) != 0 {
			return true
		}
	}
	return false
}

// Explain gives a reason that was true before the position at.
func (t *totals) Explain(dst []engine.Lit, p engine.Lit, why engine.Why, at int32) []engine.Lit {
	s := &t.sums[why.Kind]
	for _, v := range s.vars {
		d := uint64(0)
		for b, l := range t.vars[v].is {
			if t.e.ValueBefore(l, at) >= 0 {
				d |= 1 << uint(b)
			}
		}
		t.dom[v] = d
	}
	// What was concluded is taken for false: then the sum is impossible.
	if is := t.vars[why.A].is[why.B]; p == is {
		t.dom[why.A] &^= 1 << uint(why.B)
	} else {
		t.dom[why.A] = 1 << uint(why.B)
	}
	return append(dst, t.because(s, &why)...)
}

// because gives the literals of values whose absence makes the sum impossible under the values in dom, as few as are found: what can be
// given back is, a whole integer at a time, and then value by value.
//
// Pre: the sum is impossible.
func (t *totals) because(s *total, why *engine.Why) []engine.Lit {
	var lits []engine.Lit
	mine := int32(-1)
	if why != nil {
		mine = why.A
	}
	t.eachGroup(s, func(group *distinctGroup) {
		for _, v := range group.vars {
			if v == mine || t.dom[v] == t.vars[v].root {
				continue
			}
			old := t.dom[v]
			t.dom[v] = t.vars[v].root | old
			if t.goesWith(group) {
				t.dom[v] = old
			}
		}
	})
	giveBack := func(group *distinctGroup, v int32, out uint64) {
		for ; out != 0; out &= out - 1 {
			b := bits.TrailingZeros64(out)
			t.dom[v] |= 1 << uint(b)
			if t.goesWith(group) {
				t.dom[v] &^= 1 << uint(b)
				lits = append(lits, t.vars[v].is[b])
			}
		}
	}
	var own *distinctGroup
	t.eachGroup(s, func(group *distinctGroup) {
		for _, v := range group.vars {
			if v == mine {
				own = group
			} else {
				giveBack(group, v, t.vars[v].root&^t.dom[v])
			}
		}
	})
	// What else of the integer itself was known, where its conclusion is that it has the value.
	if own != nil && t.dom[mine] != 1<<uint(why.B) {
		t.eachGroup(s, func(group *distinctGroup) {
			if group == own {
				giveBack(group, mine, t.vars[mine].root&^t.dom[mine]&^(1<<uint(why.B)))
			}
		})
	}
	return lits
}

// eachGroup visits the groups of a sum, while goesWith tells of each whether it goes with the others, as their values in dom are
// now. The visitor may change those of its group.
func (t *totals) eachGroup(s *total, visit func(group *distinctGroup)) {
	w := &t.work
	w.grow(len(s.groups))
	for g := len(s.groups) - 1; g > 0; g-- {
		t.collect(&s.groups[g], g)
	}
	t.fromEnd(s)
	t.fromStart(s)
	for g := range s.groups {
		group := &s.groups[g]
		w.open = w.open[:0]
		last, first, fits := int64(0), true, false
		for i := range group.sets { // they are sorted by their sum
			if sum := group.sets[i].sum; first || sum != last {
				first, last, fits = false, sum, t.fits(s, g, sum)
			}
			if fits {
				w.open = append(w.open, group.sets[i].mask)
			}
		}
		visit(group)
		if g+1 < len(s.groups) {
			t.collect(group, g)
			t.add(s, g)
		}
	}
}

// goesWith reports whether a group can hold a set that goes with the others.
func (t *totals) goesWith(group *distinctGroup) bool {
	var h held
	if !t.read(&h, group) {
		return false
	}
	t.e.Pass(len(group.vars))
	return slices.ContainsFunc(t.work.open, h.has)
}
