package solver

import (
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/grid"
)

// MostSmall is the size up to which a board is small: on so few cells looking at each costs less than keeping books of facts and clauses.
const MostSmall = 6

// Small answers questions about small boards of any layout: what is placed goes from the peers, and a search tries the values of a cell
// with the fewest. It is not safe for concurrent use.
type Small struct {
	l     *grid.Layout
	stack [MostSmall*MostSmall + 1]smallState
}

// smallState is the values that each cell can have, as bits.
type smallState [MostSmall * MostSmall]uint8

// NewSmall makes one for boards of a layout of at most MostSmall rows.
func NewSmall(l *grid.Layout) *Small { return &Small{l: l} }

// Another reports whether the board without some squares has a solution beside the full one. It stops at the first: for each of the
// squares it looks for one that has another value there.
func (s *Small) Another(values, full []uint8, squares []int) bool {
	for _, other := range squares {
		if s.open(values, full, squares, other) && s.search(0) {
			return true
		}
	}
	return false
}

// open sets up the board without squares, one of which is not what the full board has; false means that there is no such board.
func (s *Small) open(values, full []uint8, squares []int, other int) bool {
	st := &s.stack[0]
	all := uint8(1)<<s.l.Size - 1
	for cell := range values {
		st[cell] = all
	}
	st[other] &^= 1 << (full[other] - 1)
	for cell, v := range values {
		if v == 0 || slices.Contains(squares, cell) {
			continue
		}
		bit := uint8(1) << (v - 1)
		if st[cell]&bit == 0 {
			return false
		}
		if st[cell] != bit && !s.place(st, cell, bit) {
			return false
		}
	}
	return true
}

// place gives a cell its value, and its peers what follows; false means that a cell is left with none.
func (s *Small) place(st *smallState, cell int, bit uint8) bool {
	st[cell] = bit
	for _, p := range s.l.Peers[cell] {
		if st[p]&bit == 0 {
			continue
		}
		left := st[p] &^ bit
		if left == 0 {
			return false
		}
		if st[p] = left; left&(left-1) == 0 && !s.place(st, p, left) {
			return false
		}
	}
	return true
}

// search reports whether the position at a depth has a solution.
func (s *Small) search(depth int) bool {
	st := &s.stack[depth]
	cell, fewest := -1, 0
	for c := range s.l.Region {
		x := st[c]
		if x&(x-1) == 0 {
			continue
		}
		if n := bits.OnesCount8(x); cell < 0 || n < fewest {
			if cell, fewest = c, n; n == 2 {
				break
			}
		}
	}
	if cell < 0 {
		return true
	}
	next := &s.stack[depth+1]
	for x := st[cell]; x != 0; x &= x - 1 {
		*next = *st
		if s.place(next, cell, x&-x) && s.search(depth+1) {
			return true
		}
	}
	return false
}
