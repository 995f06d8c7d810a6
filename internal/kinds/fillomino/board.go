package fillomino

import (
	"fmt"
	"iter"
	"slices"

	"github.com/quandary-puzzles/quandary/grid"
)

// Limits of a board.
const (
	maxSide  = 64   // rows and columns
	maxValue = 4096 // the largest number that a cell can hold: the cells of the largest board
)

// carveBoard is a rectangle of cells, row by row. A cell holds its region's size, or 0 while it is blank.
type carveBoard struct {
	Rows, Cols int
	Cells      []int16
}

// newBoard gives a blank board.
func newBoard(rows, cols int) carveBoard { return carveBoard{rows, cols, make([]int16, rows*cols)} }

// clone gives a copy that can be changed.
func (b carveBoard) clone() carveBoard {
	b.Cells = append([]int16(nil), b.Cells...)
	return b
}

// name gives a cell's name for people: r1c1 is the top left one.
func (b carveBoard) name(cell int) string { return grid.CellName(b.Cols, cell) }

// sides lists for each cell the cells above, left of, right of and below it.
func sides(rows, cols int) [][]int32 {
	out := make([][]int32, rows*cols)
	buf := make([]int32, 0, 4*rows*cols)
	for c := range out {
		start := len(buf)
		for _, d := range grid.Sides(rows, cols, c) {
			if d >= 0 {
				buf = append(buf, int32(d))
			}
		}
		out[c] = buf[start:len(buf):len(buf)]
	}
	return out
}

// ruleError is a breach of the rules: the cells of one region (or one cell) that cannot be.
type ruleError struct {
	Cells  []int // row by row from 0
	Reason string
}

func (e *ruleError) Error() string { return e.Reason }

// groups gives the maximal groups of side-connected cells that hold the same number, by their first cells. A group is lent until the
// next; beside tells whether a blank cell touches it.
func (b carveBoard) groups() iter.Seq2[[]int, bool] {
	return func(yield func(group []int, beside bool) bool) {
		seen := make([]bool, len(b.Cells))
		var group []int
		for start, v := range b.Cells {
			if v == 0 || seen[start] {
				continue
			}
			seen[start] = true
			group = append(group[:0], start)
			beside := false
			for i := 0; i < len(group); i++ {
				for _, n := range grid.Sides(b.Rows, b.Cols, group[i]) {
					if n < 0 {
						continue
					}
					beside = beside || b.Cells[n] == 0
					if !seen[n] && b.Cells[n] == v {
						seen[n] = true
						group = append(group, n)
					}
				}
			}
			if !yield(group, beside) {
				return
			}
		}
	}
}

// checkFull judges a full board by the rules alone: every maximal group of side-connected equal numbers has as many cells as
// the number says. It shares no code with the solver.
func checkFull(b carveBoard) error {
	if c := slices.IndexFunc(b.Cells, func(v int16) bool { return v <= 0 }); c >= 0 {
		return &ruleError{[]int{c}, b.name(c) + " is blank"}
	}
	for group := range b.groups() {
		if v := b.Cells[group[0]]; len(group) != int(v) {
			return &ruleError{slices.Clone(group), fmt.Sprintf("the region of %s has %d cells, and its number is %d", b.name(group[0]), len(group), v)}
		}
	}
	return nil
}
