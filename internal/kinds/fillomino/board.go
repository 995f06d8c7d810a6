package fillomino

import (
	"fmt"

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
func (b carveBoard) name(cell int) string { return fmt.Sprintf("r%dc%d", cell/b.Cols+1, cell%b.Cols+1) }

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

// checkFull judges a full board by the rules alone: every maximal group of side-connected equal numbers has as many cells as
// the number says. It shares no code with the solver.
func checkFull(b carveBoard) error {
	seen := make([]bool, len(b.Cells))
	for start, v := range b.Cells {
		if v <= 0 {
			return &ruleError{[]int{start}, b.name(start) + " is blank"}
		}
		if seen[start] {
			continue
		}
		seen[start] = true
		group := []int{start}
		for i := 0; i < len(group); i++ {
			r, c := group[i]/b.Cols, group[i]%b.Cols
			for _, d := range [4][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}} {
				rr, cc := r+d[0], c+d[1]
				if rr < 0 || rr >= b.Rows || cc < 0 || cc >= b.Cols {
					continue
				}
				if n := rr*b.Cols + cc; !seen[n] && b.Cells[n] == v {
					seen[n] = true
					group = append(group, n)
				}
			}
		}
		if len(group) != int(v) {
			return &ruleError{group, fmt.Sprintf("the region of %s has %d cells, and its number is %d", b.name(start), len(group), v)}
		}
	}
	return nil
}
