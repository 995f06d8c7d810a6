package solver

import (
	"context"
	"math/bits"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// This file is the solver of plain 9x9 boards. It keeps, for every digit and every band (three rows), the 27 cells of the
// band where the digit can still stand as one word, and closes the three words of a digit at once:
//
//   - In a band the digit stands once in each row and each box, so the pairs (row, box) that it uses are one of six
//     permutations. A table over the nine bits "the three cells of that row and box hold a candidate" gives the union of
//     the permutations that are still possible, which is what pointing and claiming in rows come to, and names the rows
//     whose box is settled.
//   - Among the columns of a stack the same holds for the pairs (band, column): a band left with one column of the stack
//     takes it from the other bands, and a column left to one band is that band's only column of the stack.
//
// A cell that is alone in its settled row and its column set is placed. Naked singles are looked for when no digit changes
// any more. The search branches on a cell of two candidates, if there is one. The word layout and the tables follow ideas
// that fast solvers have shared in public since about 2010 (band words of 27 bits, tables of locked candidates); the
// closure of a whole digit and its index of a table are our own.

const (
	bandMask = 1<<27 - 1 // the cells of a band: bit 9*row + column, the row within the band
	rowMask  = 1<<9 - 1
	tripMask = 0o111111111 // the first column of each box in each row
)

// state9 is a position of the search: candidates and the cells not yet placed.
type state9 struct {
	cand  [3][9]uint32 // cells of the band that can hold the digit
	open  [3]uint32    // cells of the band that no digit has been placed in
	dirty uint32       // digits whose words changed since they were last closed
}

// tables9 are the solver's tables. They are computed once, when the first Bits9 is made, and never written again.
type tables9 struct {
	closure [512]closure9
	columns [512]columns9
	peers   [81][3]uint32 // of a cell: the cells of each band that stay possible for the digit placed in it
}

type closure9 struct {
	allowed uint32 // cells whose (row, box) is in some permutation that the index allows
	settled uint32 // cells whose (row, box) is in all of them: the row's only box
}

type columns9 struct {
	single uint32 // cells in the columns that are their box's only column in the index
	unique uint32 // for each box with a column in the index, that column; all columns of the other boxes
}

// trips gives the index into tables9.closure: bit 3*box' + row' is set where the three cells of a row and box hold a
// candidate. The nine bits come out in the order that folding takes the least work to make (makeTables9 has the triples of each).
func trips(a uint32) uint32 {
	y := (a | a>>1 | a>>2) & tripMask
	return (y | y>>8 | y>>16) & rowMask
}

// sharedTables9 are computed when they are first asked for.
var sharedTables9 = sync.OnceValue(makeTables9)

func makeTables9() *tables9 {
	t := new(tables9)
	var perms [6]uint32 // cells of the six permutations
	for p, perm := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		for row, box := range perm {
			perms[p] |= 7 << (9*row + 3*box)
		}
	}
	for trip := range uint32(512) {
		var cells uint32 // the (row, box) triples of the index, as cells
		for i := range 9 {
			triple := uint32(7) << (3 * i)
			if trips(triple)&trip != 0 {
				cells |= triple
			}
		}
		e := closure9{settled: bandMask}
		for _, p := range perms {
			if p&^cells == 0 {
				e.allowed |= p
				e.settled &= p
			}
		}
		t.closure[trip] = e
	}
	for cols := range uint32(512) {
		single, unique := uint32(0), uint32(0)
		for box := range 3 {
			group := cols & (7 << (3 * box))
			if bits.OnesCount32(group) == 1 {
				single |= group
			}
			if group != 0 {
				unique |= group
			} else {
				unique |= 7 << (3 * box)
			}
		}
		t.columns[cols] = columns9{single: single * (1 | 1<<9 | 1<<18), unique: unique * (1 | 1<<9 | 1<<18)}
	}
	for cell := range 81 {
		r, c := cell/9, cell%9
		for other := range 81 {
			ro, co := other/9, other%9
			if other == cell || ro != r && co != c && (ro/3 != r/3 || co/3 != c/3) {
				t.peers[cell][ro/3] |= 1 << (ro%3*9 + co)
			}
		}
	}
	return t
}

// Bits9 solves plain 9x9 Sudoku. It is not safe for concurrent use: make one for each worker.
type Bits9 struct {
	t     *tables9
	stack [82]state9
	// Nodes counts the guesses of all calls: the cells the search had to branch on.
	Nodes uint64

	limit int
	found int
	first [81]uint8
	every func(*[81]uint8) // called with each solution, when set
	// random, when set, decides which candidate of a cell is tried first.
	Stream *rng.Stream
}

// NewBits9 makes a solver.
func NewBits9() *Bits9 { return &Bits9{t: sharedTables9()} }

// Solve counts the solutions of a board of 81 values, 0 for an empty cell, up to a limit, and gives the first one it
// found. Values over 9 count as no solution.
func (s *Bits9) Solve(board *[81]uint8, limit int) (count int, solution [81]uint8) {
	s.limit, s.found = limit, 0
	st := &s.stack[0]
	if limit > 0 && s.load(st, board) {
		s.search(0)
	}
	return s.found, s.first
}

// Enumerate finds up to limit boards with the given values; complete is set when there are no more than those found.
func (s *Bits9) Enumerate(ctx context.Context, values []uint8, limit int) (found [][]uint8, complete bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, false, err
	}
	var boards budget.Meter
	boards.Open(ctx, budget.From(ctx))
	defer boards.Close()
	n := s.each((*[81]uint8)(values), limit, func(b *[81]uint8) {
		if err == nil {
			err = boards.Take(len(b) + bytesBoard)
		}
		if err == nil {
			found = append(found, slices.Clone(b[:]))
		}
	})
	if err != nil {
		return nil, false, err
	}
	return found, n < limit, nil
}

// each calls a function with each solution of a board, up to a limit, and gives their number.
func (s *Bits9) each(board *[81]uint8, limit int, every func(*[81]uint8)) int {
	s.every = every
	n, _ := s.Solve(board, limit)
	s.every = nil
	return n
}

// Unique reports whether the board has exactly one solution.
func (s *Bits9) Unique(board *[81]uint8) bool {
	n, _ := s.Solve(board, 2)
	return n == 1
}

// Another reports whether the board with a cell emptied has a solution in which the cell holds another value. For a board
// with one solution this is the question whether the cell cannot be emptied, asked in one search that stops at the first
// answer: "another solution than the original" ("Automatically Generating Puzzles of Different Complexity", section 2).
func (s *Bits9) Another(board *[81]uint8, cell int) bool {
	s.limit, s.found = 1, 0
	st := &s.stack[0]
	v := board[cell]
	board[cell] = 0
	ok := s.load(st, board)
	board[cell] = v
	if !ok {
		return false
	}
	b, bit := cell/27, uint32(1)<<(cell%27)
	st.cand[b][v-1] &^= bit
	s.search(0)
	return s.found > 0
}

// load sets up the position of a board.
func (s *Bits9) load(st *state9, board *[81]uint8) bool {
	var given [3]uint32
	for b := range 3 {
		st.cand[b] = [9]uint32{bandMask, bandMask, bandMask, bandMask, bandMask, bandMask, bandMask, bandMask, bandMask}
		st.open[b] = bandMask
	}
	for cell, v := range board {
		if v == 0 {
			continue
		}
		d := v - 1
		if d >= 9 {
			return false
		}
		p := &s.t.peers[cell]
		st.cand[0][d] &= p[0]
		st.cand[1][d] &= p[1]
		st.cand[2][d] &= p[2]
		given[cell/27] |= 1 << (cell % 27)
	}
	var mine [3][9]uint32
	for cell, v := range board {
		if v != 0 {
			mine[cell/27][v-1] |= 1 << (cell % 27)
		}
	}
	for b := range 3 {
		for d := range 9 {
			st.cand[b][d] &^= given[b] &^ mine[b][d]
		}
	}
	st.dirty = rowMask
	return true
}

// search counts the solutions below the position at a depth: propagate, pick a cell, and try its digits one after another. Each digit but
// the last is tried on a copy one deeper. When it has been counted the digit is eliminated from the position here, which then stands for what is left;
// so a digit that fails is refuted for good, and the last needs no copy. Only deeper positions are written to, and none is allocated.
func (s *Bits9) search(depth int) {
	st := &s.stack[depth]
	for s.propagate(st) {
		if st.open[0]|st.open[1]|st.open[2] == 0 {
			if s.found == 0 {
				st.write(&s.first)
			}
			s.found++
			if s.every != nil {
				var b [81]uint8
				st.write(&b)
				s.every(&b)
			}
			return
		}
		s.Nodes++
		b, bit := st.choose()
		// Try the cell's digits but the last on a copy; what is left of the position then holds the last one.
		d := 0
		for st.cand[b][d]&bit == 0 {
			d++
		}
		if s.Stream != nil {
			d = st.randomDigit(b, bit, s.Stream)
		}
		next := &s.stack[depth+1]
		*next = *st
		next.place(s.t, b, d, bit)
		s.search(depth + 1)
		if s.found >= s.limit {
			return
		}
		st.cand[b][d] &^= bit
		st.dirty |= 1 << d
	}
}

// randomDigit draws one of the candidates of a cell.
func (st *state9) randomDigit(b int, bit uint32, r *rng.Stream) int {
	var list [9]int
	n := 0
	for d, c := range &st.cand[b] {
		if c&bit != 0 {
			list[n] = d
			n++
		}
	}
	return list[r.IntN(n)]
}

// place puts digit d in the cell of a band.
func (st *state9) place(t *tables9, b, d int, bit uint32) {
	for k := range 9 {
		if st.cand[b][k]&bit != 0 {
			st.cand[b][k] &^= bit
			st.dirty |= 1 << k
		}
	}
	st.cand[b][d] |= bit
	p := &t.peers[b*27+bits.TrailingZeros32(bit)]
	st.cand[0][d] &= p[0]
	st.cand[1][d] &= p[1]
	st.cand[2][d] &= p[2]
	st.open[b] &^= bit
}

// choose picks the cell to branch on: one of two candidates, or else one of the fewest.
func (st *state9) choose() (band int, bit uint32) {
	var three [3]uint32
	for b := range 3 {
		var x1, x2, x3, x4 uint32 // cells with at least 1, 2, 3, 4 candidates
		for _, c := range &st.cand[b] {
			x4 |= x3 & c
			x3 |= x2 & c
			x2 |= x1 & c
			x1 |= c
		}
		if two := x2 &^ x3; two != 0 {
			return b, two & -two
		}
		three[b] = x3 &^ x4
	}
	for b, x := range three {
		if x != 0 {
			return b, x & -x
		}
	}
	for b, x := range st.open {
		if x != 0 {
			return b, x & -x
		}
	}
	panic("sudoku: no open cell to branch on")
}

// propagate closes the position under the rules at the head of this file; false means that it has no solution.
//
// Invariant: a digit whose bit is not in dirty is closed. Each turn of the inner loop removes candidates of one digit or ends; placing a
// digit makes others dirty. So there are at most 729 removals, which bounds the turns.
func (s *Bits9) propagate(st *state9) bool {
	t := s.t
	for {
		for st.dirty != 0 {
			d := bits.TrailingZeros32(st.dirty) & 15
			if d > 8 {
				break
			}
			st.dirty &= st.dirty - 1
			a0, a1, a2 := st.cand[0][d], st.cand[1][d], st.cand[2][d]
			for {
				e0, e1, e2 := &t.closure[trips(a0)], &t.closure[trips(a1)], &t.closure[trips(a2)]
				a0 &= e0.allowed
				a1 &= e1.allowed
				a2 &= e2.allowed
				c0 := (a0 | a0>>9 | a0>>18) & rowMask
				c1 := (a1 | a1>>9 | a1>>18) & rowMask
				c2 := (a2 | a2>>9 | a2>>18) & rowMask
				if c0|c1|c2 != rowMask {
					return false
				}
				s0, s1, s2 := t.columns[c0].single, t.columns[c1].single, t.columns[c2].single
				n0 := a0 & t.columns[c0&^(c1|c2)].unique &^ (s1 | s2)
				n1 := a1 & t.columns[c1&^(c0|c2)].unique &^ (s0 | s2)
				n2 := a2 & t.columns[c2&^(c0|c1)].unique &^ (s0 | s1)
				if n0 == a0 && n1 == a1 && n2 == a2 {
					if a0 == 0 || a1 == 0 || a2 == 0 {
						return false
					}
					st.cand[0][d], st.cand[1][d], st.cand[2][d] = a0, a1, a2
					if x := a0 & e0.settled & s0 & st.open[0]; x != 0 {
						st.settle(0, d, x)
					}
					if x := a1 & e1.settled & s1 & st.open[1]; x != 0 {
						st.settle(1, d, x)
					}
					if x := a2 & e2.settled & s2 & st.open[2]; x != 0 {
						st.settle(2, d, x)
					}
					break
				}
				a0, a1, a2 = n0, n1, n2
			}
		}
		for b := range 3 {
			var x1, x2 uint32
			for _, c := range &st.cand[b] {
				x2 |= x1 & c
				x1 |= c
			}
			if x1 != bandMask {
				return false
			}
			if naked := x1 &^ x2 & st.open[b]; naked != 0 {
				if !st.settleNaked(t, b, naked) {
					return false
				}
			}
		}
		if st.dirty == 0 {
			return true
		}
	}
}

// settle takes the cells x, placed with digit d, from the other digits.
func (st *state9) settle(b, d int, x uint32) {
	st.open[b] &^= x
	c := &st.cand[b]
	mine := c[d]
	dirty := st.dirty
	for k := range c {
		y := c[k] & x
		c[k] ^= y
		dirty |= (y + 0x7fffffff) >> 31 << k
	}
	c[d] = mine
	st.dirty = dirty &^ (1 << d)
}

// settleNaked places the only candidates of the cells x.
func (st *state9) settleNaked(t *tables9, b int, x uint32) bool {
	st.open[b] &^= x
	for d := range 9 {
		y := st.cand[b][d] & x
		for ; y != 0; y &= y - 1 {
			p := &t.peers[b*27+bits.TrailingZeros32(y)]
			if st.cand[b][d]&(y&-y) == 0 {
				return false // another naked single of this pass took the digit
			}
			st.cand[0][d] &= p[0]
			st.cand[1][d] &= p[1]
			st.cand[2][d] &= p[2]
			st.dirty |= 1 << d
		}
	}
	return true
}

// write gives the board of a position in which every cell is placed.
func (st *state9) write(board *[81]uint8) {
	for b := range 3 {
		for d, c := range &st.cand[b] {
			for ; c != 0; c &= c - 1 {
				board[b*27+bits.TrailingZeros32(c)] = uint8(d + 1)
			}
		}
	}
}
