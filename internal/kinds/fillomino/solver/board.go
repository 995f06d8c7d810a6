package solver

import (
	"iter"

	"github.com/quandary-puzzles/quandary/grid"
)

// Limits of a board.
const (
	MaxSide  = 64   // rows and columns
	MaxValue = 4096 // the largest number that a cell can hold: the cells of the largest board
)

// Board is a rectangle of cells, row by row. A cell holds its region's size, or 0 while it is blank.
type Board struct {
	Rows, Cols int
	Cells      []int16
}

// NewBoard gives a blank board.
func NewBoard(rows, cols int) Board { return Board{rows, cols, make([]int16, rows*cols)} }

// Clone gives a copy that can be changed.
func (b Board) Clone() Board {
	b.Cells = append([]int16(nil), b.Cells...)
	return b
}

// Name gives a cell's name for people: r1c1 is the top left one.
func (b Board) Name(cell int) string { return grid.CellName(b.Cols, cell) }

// Sides lists for each cell the cells above, left of, right of and below it.
func Sides(rows, cols int) [][]int32 {
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

// RuleError is a breach of the rules: the cells of one region (or one cell) that cannot be.
type RuleError struct {
	Cells  []int // row by row from 0
	Reason string
}

func (e *RuleError) Error() string { return e.Reason }

// Groups gives the maximal groups of side-connected cells that hold the same number, by their first cells. A group is lent until the
// next; beside tells whether a blank cell touches it.
func (b Board) Groups() iter.Seq2[[]int, bool] {
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
