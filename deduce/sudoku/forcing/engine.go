package forcing

import (
	"math/bits"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// lit is a literal: "cell c is v" (on) or "cell c is not v" (off), coded as (c*size + v-1)*2, plus 1 for off.
type lit int32

func (e *engine) on(c, v int) lit  { return lit((c*e.Size + v - 1) * 2) }
func (e *engine) off(c, v int) lit { return e.on(c, v) + 1 }
func (l lit) isOff() bool          { return l&1 != 0 }
func (l lit) not() lit             { return l ^ 1 }
func (e *engine) mark(l lit) board.Mark {
	k := int(l >> 1)
	return board.Mark{Cell: k / e.Size, Value: k%e.Size + 1}
}

// links says which inferences a chain may use.
type links uint8

const (
	xLinks links = 1 << iota // between cells, of one value
	yLinks                   // within a cell
)

// engine works out what follows from a literal in one position.
type engine struct {
	*board.Position
	words   int // words of a set of literals
	scratch *board.Position
	place   []int32 // of each literal of the closure in the making: its index
	stamp   []int32 // of each literal: the last ancestor count that met it
	round   int32
	stack   []int32
	work    *int64 // literals followed so far, here and in the engines within
}

func newEngine(p *board.Position) *engine {
	n := p.Cells() * p.Size * 2
	return &engine{Position: p, words: (n + 63) / 64, place: make([]int32, n), work: new(int64)}
}

// closure is what follows from one literal: the literals in the order in which they were found, each with those it follows
// from.
type closure struct {
	lits   []lit
	from   []int32 // of each literal, where its parents begin in parents; one more at the end
	parent []int32 // indices into lits, smaller than the child's
	set    []uint64
	rank   []int32      // index of each literal of set, in the order of the literals; made when first asked for
	before []int32      // how many literals of set lie in the words before each
	notes  map[lit]note // of the literals that follow from patterns
	// clash is set where a literal and its negation both follow: indices into lits.
	clash [2]int32
	dead  bool
}

func (k *closure) reset(words int) {
	k.lits, k.from, k.parent = k.lits[:0], k.from[:0], k.parent[:0]
	k.rank, k.before = k.rank[:0], k.before[:0]
	if len(k.set) != words {
		k.set = make([]uint64, words)
	} else {
		clear(k.set)
	}
	k.dead = false
	clear(k.notes)
}

func (k *closure) has(l lit) bool { return k.set[l>>6]>>(uint(l)&63)&1 != 0 }

// index gives where a literal of a finished closure stands.
func (k *closure) index(l lit) int32 {
	if len(k.rank) == 0 {
		n := int32(0)
		for _, w := range k.set {
			k.before = append(k.before, n)
			n += int32(bits.OnesCount64(w))
		}
		if cap(k.rank) < len(k.lits) {
			k.rank = make([]int32, len(k.lits))
		}
		k.rank = k.rank[:len(k.lits)]
		for i, m := range k.lits {
			k.rank[k.order(m)] = int32(i)
		}
	}
	return k.rank[k.order(l)]
}

func (k *closure) order(l lit) int32 {
	return k.before[l>>6] + int32(bits.OnesCount64(k.set[l>>6]&(1<<(uint(l)&63)-1)))
}

// add puts a literal into the closure, with the parents appended to k.parent since mark. It reports whether to go on: not
// where the literal's negation is there already.
func (e *engine) add(k *closure, l lit, mark int) bool {
	if k.has(l) {
		k.parent = k.parent[:mark]
		return true
	}
	k.set[l>>6] |= 1 << (uint(l) & 63)
	e.place[l] = int32(len(k.lits))
	k.lits = append(k.lits, l)
	k.from = append(k.from, int32(mark))
	if k.has(l.not()) {
		k.dead = true
		k.clash = [2]int32{e.place[l.not()], int32(len(k.lits) - 1)}
		return false
	}
	return true
}

func (k *closure) parents(i int32) []int32 {
	end := int32(len(k.parent))
	if int(i)+1 < len(k.from) {
		end = k.from[i+1]
	}
	return k.parent[k.from[i]:end]
}

// mode says how far a closure goes.
type mode struct {
	links   links
	dynamic bool // literals found so far count as decided: an inference may rest on several of them
	level   int  // with dynamic: 1 uses locked candidates, pairs and X-wings on the way; 2 small closures within
	stop    bool // end at the first clash
}

// close works out what follows from a literal. A static closure (not dynamic) may contain a literal and its negation; it
// goes on where stop is not set.
func (e *engine) close(k *closure, start lit, m mode) {
	k.reset(e.words)
	e.add(k, start, 0)
	for i := int32(0); ; i++ {
		if int(i) == len(k.lits) {
			if !m.dynamic || m.level == 0 || k.dead || !e.more(k, m) {
				return
			}
		}
		*e.work++
		ok := false
		if k.lits[i].isOff() {
			ok = e.fromOff(k, i, m)
		} else {
			ok = e.fromOn(k, i, m)
		}
		if !ok && m.stop {
			return
		}
	}
}

func (e *engine) fromOn(k *closure, i int32, m mode) bool {
	x := e.mark(k.lits[i])
	good := true
	if m.links&yLinks != 0 {
		for d := e.Cand[x.Cell] &^ board.Digit(x.Value); d != 0; d = d.Rest() {
			if !e.follow(k, e.off(x.Cell, d.First()), i) {
				good = false
				if m.stop {
					return false
				}
			}
		}
	}
	if m.links&xLinks != 0 {
		hit := e.At[x.Value].And(&e.Peer[x.Cell])
		for c := hit.First(); c >= 0; c = hit.Next(c) {
			if !e.follow(k, e.off(c, x.Value), i) {
				good = false
				if m.stop {
					return false
				}
			}
		}
	}
	return good
}

func (e *engine) follow(k *closure, l lit, parent int32) bool {
	if k.has(l) {
		return true
	}
	mark := len(k.parent)
	k.parent = append(k.parent, parent)
	return e.add(k, l, mark)
}

func (e *engine) fromOff(k *closure, i int32, m mode) bool {
	x := e.mark(k.lits[i])
	good := true
	if m.links&yLinks != 0 {
		left := e.Cand[x.Cell]
		if m.dynamic {
			for d := left; d != 0; d = d.Rest() {
				if k.has(e.off(x.Cell, d.First())) {
					left &^= board.Digit(d.First())
				}
			}
		} else {
			left &^= board.Digit(x.Value)
		}
		if left != 0 && left.Rest() == 0 {
			l := e.on(x.Cell, left.First())
			if !k.has(l) {
				mark := len(k.parent)
				if m.dynamic {
					e.cellParents(k, x.Cell, left)
				} else {
					k.parent = append(k.parent, i)
				}
				if !e.add(k, l, mark) {
					good = false
					if m.stop {
						return false
					}
				}
			}
		}
	}
	if m.links&xLinks != 0 {
		for _, h := range e.HousesOf[x.Cell] {
			at := e.At[x.Value].And(&e.House[h])
			last, n := -1, 0
			for c := at.First(); c >= 0; c = at.Next(c) {
				if c == x.Cell || m.dynamic && k.has(e.off(c, x.Value)) {
					continue
				}
				last = c
				if n++; n > 1 {
					break
				}
			}
			if n != 1 {
				continue
			}
			l := e.on(last, x.Value)
			if k.has(l) {
				continue
			}
			mark := len(k.parent)
			if m.dynamic {
				e.houseParents(k, &at, x.Value, last)
			} else {
				k.parent = append(k.parent, i)
			}
			if !e.add(k, l, mark) {
				good = false
				if m.stop {
					return false
				}
			}
		}
	}
	return good
}

// cellParents appends the literals that eliminated candidates of a cell, all but those left.
func (e *engine) cellParents(k *closure, c int, left board.Digits) {
	for d := e.Cand[c] &^ left; d != 0; d = d.Rest() {
		if l := e.off(c, d.First()); k.has(l) {
			k.parent = append(k.parent, e.place[l])
		}
	}
}

// houseParents appends the literals that eliminated places of a value, all but one.
func (e *engine) houseParents(k *closure, at *board.Cells, v, last int) {
	for c := at.First(); c >= 0; c = at.Next(c) {
		if c == last {
			continue
		}
		if l := e.off(c, v); k.has(l) {
			k.parent = append(k.parent, e.place[l])
		}
	}
}

// size counts the literals that one of a closure's literals rests on, itself included.
func (e *engine) size(k *closure, i int32) int {
	if len(e.stamp) < len(k.lits) {
		e.stamp = make([]int32, max(len(k.lits), 2*len(e.stamp)))
		e.round = 0
	}
	e.round++
	count := 0
	e.stack = append(e.stack[:0], i)
	e.stamp[i] = e.round
	for len(e.stack) > 0 {
		j := e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		count++
		for _, q := range k.parents(j) {
			if e.stamp[q] != e.round {
				e.stamp[q] = e.round
				e.stack = append(e.stack, q)
			}
		}
	}
	return count
}

// trace lists the literals that one rests on, in the order in which they were found: itself last.
func (e *engine) trace(k *closure, i int32) []int32 {
	e.size(k, i)
	var list []int32
	for j := int32(0); j <= i; j++ {
		if e.stamp[j] == e.round {
			list = append(list, j)
		}
	}
	return list
}

// common gives the literals that all closures contain, as a set in the first argument.
func common(set []uint64, list []*closure) bool {
	copy(set, list[0].set)
	var any uint64
	for w := range set {
		for _, k := range list[1:] {
			set[w] &= k.set[w]
		}
		any |= set[w]
	}
	return any != 0
}

func eachLit(set []uint64, yield func(lit)) {
	for w, x := range set {
		for ; x != 0; x &= x - 1 {
			yield(lit(w<<6 + bits.TrailingZeros64(x)))
		}
	}
}
