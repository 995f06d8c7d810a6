package sudoku

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/grid"
)

// Two boards are the same puzzle where renaming the values and reordering the cells so that houses stay houses makes one of the
// other. On boards with rectangular boxes these are the permutations of bands, stacks, rows and columns, and transposition
// (for 9x9 the full group of 3,359,232 times 9! symmetries); boxes that are not square lie down when the board is transposed. On
// X and jigsaw boards they are those of the same permutations that keep the diagonals, and that carry boxes into boxes.
//
// The form of a board with rectangular boxes is the least of its equivalents, read row by row with empty cells below values.
// X and jigsaw boards, and boards of which too many equivalents begin alike, have that of their graph (canongraph.go).
//
// The rows of the least board are found one after another. A state is a choice of rows so far, with what it settles of the
// order of the columns: columns that were empty in all rows so far, and stacks of them, stay interchangeable. Of all
// states and all rows that can come next, those that give the least next row go on. It is exact: no state that can lead to
// the least board is dropped.

// maxCanonStates bounds the states of a row; full boards over 9x9 have more ties than can be kept.
const maxCanonStates = 50_000

// errTies ends the search for the least board.
var errTies = errors.New("too many equivalents of the board begin alike")

// canonState is one way to choose the first rows. Slices are never written to once the state is made.
type canonState struct {
	transposed bool
	used       uint64 // rows taken
	band       int    // band of the last row; -1 at the start
	inBand     int    // rows taken of it
	settled           // with its own list
}

// settled is what rows settle of the order of the columns and of the names of the values. It is one list of three parts.
type settled struct {
	all     []int8
	stackAt []int8 // place of each stack, -1 while all its columns are empty
	colAt   []int8 // place of each column within its stack, -1 while it is empty
	label   []int8 // of each value, 0 while it has not been met
	next    int8   // the next label
}

// clone gives the same in a list of its own.
func (s *settled) clone() settled {
	return s.over(slices.Clone(s.all))
}

// over gives the same in another list.
func (s *settled) over(all []int8) settled {
	copy(all, s.all)
	a, b := len(s.stackAt), len(s.stackAt)+len(s.colAt)
	return settled{all, all[:a:a], all[a:b:b], all[b:], s.next}
}

// least gives the least equivalent of a board with rectangular boxes and without diagonals, and how many cells were written
// on the way. The error is errTies when there are too many states, or more than budget cells would have to be written.
func least(ctx context.Context, l *grid.Layout, values []uint8, budget int) (out []uint8, work int, err error) {
	n := l.Size
	boards := [][]uint8{values}
	if l.BoxRows == l.BoxCols {
		t := make([]uint8, n*n)
		for cell, v := range values {
			t[cell%n*n+cell/n] = v
		}
		boards = append(boards, t)
	}
	var states, spare []canonState
	for i := range boards {
		stacks := n / l.BoxCols
		all := make([]int8, stacks+n+n+1)
		for j := range stacks + n {
			all[j] = -1
		}
		states = append(states, canonState{transposed: i == 1, band: -1, settled: settled{all, all[:stacks], all[stacks : stacks+n], all[stacks+n:], 1}})
	}
	out = make([]uint8, 0, n*n)
	scratch, row, key, seen := make([]int8, len(states[0].all)), make([]uint8, n), []byte(nil), map[string]bool{}
	for range n {
		step := &canonStep{l: l, states: spare[:0], row: row, key: key, seen: seen, budget: budget - work, scratch: scratch}
		clear(seen)
		for i := range states {
			s := &states[i]
			if i&63 == 0 && ctx.Err() != nil {
				return nil, work + step.work, ctx.Err()
			}
			board := boards[0]
			if s.transposed {
				board = boards[1]
			}
			for r := range n {
				if s.used>>r&1 != 0 || s.band >= 0 && s.inBand%l.BoxRows != 0 && r/l.BoxRows != s.band {
					continue
				}
				step.expand(s, r, board[r*n:r*n+n])
			}
			if len(step.states) > maxCanonStates || step.work > step.budget {
				return nil, work + step.work, errTies
			}
		}
		out = append(out, step.best...)
		states, spare, key = step.states, states, step.key
		work += step.work
	}
	return out, work, nil
}

// canonStep finds the least next row.
type canonStep struct {
	l      *grid.Layout
	best   []uint8 // nil before the first row
	states []canonState
	seen   map[string]bool
	row    []uint8 // being written
	// work counts the cells written; beyond the budget, or too many states, nothing more is tried.
	work, budget int

	from    *canonState
	index   int     // of the row
	cells   []uint8 // the row's values
	settled         // also what the row settles, undone on the way back
	scratch []int8  // its list
	key     []byte
}

// expand tries every least way to write a row behind a state.
func (c *canonStep) expand(s *canonState, index int, cells []uint8) {
	c.from, c.index, c.cells = s, index, cells
	c.settled = s.over(c.scratch)
	c.write(0, -1)
}

// touched reports whether a stack has a value in the row.
func (c *canonStep) touched(stack int) bool {
	bc := c.l.BoxCols
	for _, v := range c.cells[stack*bc : stack*bc+bc] {
		if v != 0 {
			return true
		}
	}
	return false
}

// write writes the row from a position on; stack is the one that position lies in, -1 for one that is still empty.
func (c *canonStep) write(at, stack int) {
	n, bc := c.l.Size, c.l.BoxCols
	if at == n {
		c.keep()
		return
	}
	if at%bc != 0 {
		c.cell(at, stack)
		return
	}
	place := int8(at / bc)
	if s := slices.Index(c.stackAt, place); s >= 0 {
		c.cell(at, s)
		return
	}
	// Empty stacks lie in the first of the free places; those that the row touches come last of them.
	free, touched := 0, 0
	for s, p := range c.stackAt {
		if p < 0 {
			free++
			if c.touched(s) {
				touched++
			}
		}
	}
	if free > touched && c.freePlacesFrom(place) > touched {
		if c.emit(at, 0) {
			c.write(at+1, -1)
		}
		return
	}
	for s, p := range c.stackAt {
		if p < 0 && c.touched(s) {
			c.stackAt[s] = place
			c.cell(at, s)
			c.stackAt[s] = -1
		}
	}
}

// freePlacesFrom counts the places of stacks from one on that no stack has.
func (c *canonStep) freePlacesFrom(place int8) int {
	k := 0
	for p := place; int(p) < len(c.stackAt); p++ {
		if !slices.Contains(c.stackAt, p) {
			k++
		}
	}
	return k
}

// cell writes one position of a stack.
func (c *canonStep) cell(at, stack int) {
	if stack < 0 {
		if c.emit(at, 0) {
			c.write(at+1, -1)
		}
		return
	}
	bc := c.l.BoxCols
	offset := int8(at % bc)
	cols := c.colAt[stack*bc : stack*bc+bc]
	if i := slices.Index(cols, offset); i >= 0 {
		c.value(at, stack, c.cells[stack*bc+i])
		return
	}
	// Empty columns lie in the first of the free places of their stack; those that the row touches come last of them.
	touched, freeHere := 0, 0
	for i, p := range cols {
		if p < 0 && c.cells[stack*bc+i] != 0 {
			touched++
		}
	}
	for o := offset; int(o) < bc; o++ {
		if !slices.Contains(cols, o) {
			freeHere++
		}
	}
	if freeHere > touched {
		if c.emit(at, 0) {
			c.write(at+1, stack)
		}
		return
	}
	for i, p := range cols {
		if v := c.cells[stack*bc+i]; p < 0 && v != 0 {
			cols[i] = offset
			c.value(at, stack, v)
			cols[i] = -1
		}
	}
}

// value writes a value under its label, a new one if it has none.
func (c *canonStep) value(at, stack int, v uint8) {
	if v != 0 && c.label[v] == 0 {
		c.label[v] = c.next
		c.next++
		if c.emit(at, uint8(c.label[v])) {
			c.write(at+1, stack)
		}
		c.next--
		c.label[v] = 0
		return
	}
	if c.emit(at, uint8(c.label[v])) {
		c.write(at+1, stack)
	}
}

// emit writes a character, and reports whether the row can still be the least.
func (c *canonStep) emit(at int, ch uint8) bool {
	if c.work++; c.work > c.budget || len(c.states) > maxCanonStates {
		return false
	}
	c.row[at] = ch
	return c.best == nil || bytes.Compare(c.row[:at+1], c.best[:at+1]) <= 0
}

// keep takes a row that has been written to its end.
func (c *canonStep) keep() {
	if c.best == nil || bytes.Compare(c.row, c.best) < 0 {
		c.best = slices.Clone(c.row)
		c.states = c.states[:0]
		clear(c.seen)
	}
	s := c.from
	t := canonState{transposed: s.transposed, used: s.used | 1<<c.index, band: c.index / c.l.BoxRows, inBand: s.inBand + 1, settled: c.settled}
	c.key = t.appendKey(c.key[:0])
	if c.seen[string(c.key)] {
		return
	}
	c.seen[string(c.key)] = true
	t.settled = t.clone()
	c.states = append(c.states, t)
}

// appendKey writes what tells states apart.
func (s *canonState) appendKey(b []byte) []byte {
	transposed := byte(0)
	if s.transposed {
		transposed = 1
	}
	b = binary.LittleEndian.AppendUint64(append(b, transposed, byte(s.band)), s.used)
	for _, v := range s.all {
		b = append(b, byte(v))
	}
	return b
}
