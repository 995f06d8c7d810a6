// Package grid is the geometry of boards: cells, houses, peers, regions, the symmetries of a rectangle, and the symbols
// that stand for values in text. It knows no rule beyond "the cells of a house take different values" and no format.
//
// Words used everywhere: a board of size n has n rows, n columns and the values 1..n; 0 is an empty cell. Cells are
// numbered row by row from 0: cell = row*n + column. A house is a set of n cells that take all n values: a row, a column, a
// box (a rectangle, or any shape on a jigsaw board), or one of the two diagonals. The peers of a cell are the other cells
// of its houses. Rows, columns and boxes are named from 1 in text (r1c1, b1), and from 0 in code.
//
// A Layout is immutable after it is made and safe for concurrent use; its slices must not be written to.
package grid

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// MaxSize is the largest size of a Layout: as many values as there are digits and letters to write them with.
const MaxSize = 36

// HouseKind says what shape of house a House is.
type HouseKind uint8

// The kinds of house, in the order in which Layout.Houses lists them.
const (
	Row HouseKind = iota
	Column
	Box
	Diagonal
)

func (k HouseKind) String() string {
	switch k {
	case Row:
		return "row"
	case Column:
		return "column"
	case Box:
		return "box"
	case Diagonal:
		return "diagonal"
	}
	return fmt.Sprintf("HouseKind(%d)", uint8(k))
}

// House is a set of n cells that take all n values.
type House struct {
	Kind  HouseKind
	Index int   // which of its kind, from 0; of the diagonals, 0 falls from the top left and 1 rises to the top right
	Cells []int // ascending
}

// String names the house as people do: "row 1", "box 9", "diagonal 2".
func (h House) String() string { return fmt.Sprintf("%s %d", h.Kind, h.Index+1) }

// Layout is the geometry of one kind of Sudoku board.
type Layout struct {
	Size     int     // n
	BoxRows  int     // rows of a rectangular box; 0 on a jigsaw board
	BoxCols  int     // columns of a rectangular box; 0 on a jigsaw board
	Diagonal bool    // whether the two diagonals are houses
	Region   []int   // box of each cell, 0..n-1
	Houses   []House // n rows, n columns, n boxes, then the diagonals
	HousesOf [][]int // indices into Houses of each cell, ascending
	Peers    [][]int // peers of each cell, ascending, each once
}

// LayoutError is a description of a board that cannot be one.
type LayoutError struct{ Reason string }

func (e *LayoutError) Error() string { return "grid: " + e.Reason }

func layoutErrorf(format string, args ...any) error {
	return &LayoutError{Reason: fmt.Sprintf(format, args...)}
}

// BoxShape gives the usual box of a board of size n: the squarest rectangle of n cells that is at least as wide as high
// (2x3 for 6, 3x4 for 12, 4x5 for 20). A prime n has boxes of one row, which is the same as having none.
func BoxShape(n int) (rows, cols int) {
	for r := 1; r*r <= n; r++ {
		if n%r == 0 {
			rows = r
		}
	}
	if rows == 0 {
		return 0, 0
	}
	return rows, n / rows
}

// NewLayout gives the board of boxRows*boxCols values with rectangular boxes. Errors are *LayoutError.
func NewLayout(boxRows, boxCols int, diagonal bool) (*Layout, error) {
	if boxRows < 1 || boxCols < 1 || boxRows > MaxSize || boxCols > MaxSize || boxRows*boxCols > MaxSize {
		return nil, layoutErrorf("boxes of %d rows and %d columns: the size of a board is 1..%d", boxRows, boxCols, MaxSize)
	}
	n := boxRows * boxCols
	region := make([]int, n*n)
	for cell := range region {
		r, c := cell/n, cell%n
		region[cell] = r/boxRows*(n/boxCols) + c/boxCols
	}
	l := build(n, region, diagonal)
	l.BoxRows, l.BoxCols = boxRows, boxCols
	return l, nil
}

// NewJigsaw gives the board of size n whose boxes are the classes of region: region[cell] is the box of each of the n*n
// cells, 0..n-1, each box n cells that hang together by their sides. A region that turns out to be rectangular boxes in
// reading order gives the same Layout as NewLayout. Errors are *LayoutError.
func NewJigsaw(n int, region []int, diagonal bool) (*Layout, error) {
	if n < 1 || n > MaxSize {
		return nil, layoutErrorf("a board of size %d: the size is 1..%d", n, MaxSize)
	}
	if len(region) != n*n {
		return nil, layoutErrorf("%d cells have a box, a board of size %d has %d", len(region), n, n*n)
	}
	count := make([]int, n)
	for cell, b := range region {
		if b < 0 || b >= n {
			return nil, layoutErrorf("r%dc%d is in box %d, there are %d boxes", cell/n+1, cell%n+1, b+1, n)
		}
		count[b]++
	}
	for b, k := range count {
		if k != n {
			return nil, layoutErrorf("box %d has %d cells, not %d", b+1, k, n)
		}
	}
	if b := InPieces(n, region); b >= 0 {
		return nil, layoutErrorf("box %d is in several pieces", b+1)
	}
	for rows := 1; rows <= n; rows++ {
		if n%rows == 0 && isRectangular(n, rows, region) {
			return NewLayout(rows, n/rows, diagonal)
		}
	}
	return build(n, append([]int(nil), region...), diagonal), nil
}

func isRectangular(n, rows int, region []int) bool {
	cols := n / rows
	for cell, b := range region {
		if b != cell/n/rows*(n/cols)+cell%n/cols {
			return false
		}
	}
	return true
}

// InPieces gives a box whose cells do not hang together by their sides, of all or among some, or -1.
func InPieces(n int, region []int, among ...int) int {
	seen := make([]bool, n*n)
	started := make([]bool, n)
	var stack []int
	for start, b := range region {
		if seen[start] || len(among) > 0 && !slices.Contains(among, b) {
			continue
		}
		if started[b] {
			return b
		}
		started[b] = true
		seen[start] = true
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			cell := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, next := range Sides(n, n, cell) {
				if next >= 0 && !seen[next] && region[next] == b {
					seen[next] = true
					stack = append(stack, next)
				}
			}
		}
	}
	return -1
}

// Sides gives the cells above, left of, right of and below a cell of a board of rows by cols; -1 where the board ends.
func Sides(rows, cols, cell int) [4]int {
	r, c := cell/cols, cell%cols
	s := [4]int{-1, -1, -1, -1}
	if r > 0 {
		s[0] = cell - cols
	}
	if c > 0 {
		s[1] = cell - 1
	}
	if c < cols-1 {
		s[2] = cell + 1
	}
	if r < rows-1 {
		s[3] = cell + cols
	}
	return s
}

func build(n int, region []int, diagonal bool) *Layout {
	l := &Layout{Size: n, Diagonal: diagonal, Region: region}
	houses := 3 * n
	if diagonal {
		houses += 2
	}
	l.Houses = make([]House, houses)
	for i := range n {
		l.Houses[i] = House{Kind: Row, Index: i}
		l.Houses[n+i] = House{Kind: Column, Index: i}
		l.Houses[2*n+i] = House{Kind: Box, Index: i}
	}
	if diagonal {
		l.Houses[3*n] = House{Kind: Diagonal, Index: 0}
		l.Houses[3*n+1] = House{Kind: Diagonal, Index: 1}
	}
	for h := range l.Houses {
		l.Houses[h].Cells = make([]int, 0, n)
	}
	l.HousesOf = make([][]int, n*n)
	all := make([]int, 0, 3*n*n+2*n) // of all cells
	for cell := range n * n {
		r, c := cell/n, cell%n
		in := append(all[len(all):], r, n+c, 2*n+region[cell])
		if diagonal && r == c {
			in = append(in, 3*n)
		}
		if diagonal && r+c == n-1 {
			in = append(in, 3*n+1)
		}
		all = all[:len(all)+len(in)]
		l.HousesOf[cell] = slices.Clip(in)
		for _, h := range in {
			l.Houses[h].Cells = append(l.Houses[h].Cells, cell)
		}
	}
	l.Peers = make([][]int, n*n)
	marks := make([]uint64, (l.Cells()+63)/64)
	for cell := range n * n {
		l.Peers[cell] = l.peersOf(cell, marks)
	}
	return l
}

// peersOf gives the peers of a cell; marks are as many bits as there are cells, and are written to.
func (l *Layout) peersOf(cell int, marks []uint64) []int {
	clear(marks)
	for _, h := range l.HousesOf[cell] {
		for _, other := range l.Houses[h].Cells {
			marks[other/64] |= 1 << (other % 64)
		}
	}
	marks[cell/64] &^= 1 << (cell % 64)
	peers := make([]int, 0, len(l.HousesOf[cell])*(l.Size-1))
	for w, m := range marks {
		for ; m != 0; m &= m - 1 {
			peers = append(peers, w*64+bits.TrailingZeros64(m))
		}
	}
	return peers
}

// Cells is the number of cells, n*n.
func (l *Layout) Cells() int { return l.Size * l.Size }

// Jigsaw reports whether the boxes are not rectangles.
func (l *Layout) Jigsaw() bool { return l.BoxRows == 0 }

// Cell gives the number of the cell in a row and column counted from 0.
func (l *Layout) Cell(row, col int) int { return row*l.Size + col }

// RowCol gives the row and column of a cell, counted from 0.
func (l *Layout) RowCol(cell int) (row, col int) { return cell / l.Size, cell % l.Size }

// CellName gives the name of a cell as solvers write it: r1c1 is the top left one.
func (l *Layout) CellName(cell int) string { return CellName(l.Size, cell) }

// CellName gives the name of a cell of a board with so many columns.
func CellName(cols, cell int) string {
	return fmt.Sprintf("r%dc%d", cell/cols+1, cell%cols+1)
}

// CellNamed reads the name of a cell, such as r1c9.
func CellNamed(rows, cols int, name string) (cell int, ok bool) {
	rest, ok := strings.CutPrefix(name, "r")
	row, col, ok2 := strings.Cut(rest, "c")
	r, err := strconv.Atoi(row)
	c, err2 := strconv.Atoi(col)
	if !ok || !ok2 || err != nil || err2 != nil || r < 1 || c < 1 || r > rows || c > cols {
		return 0, false
	}
	return (r-1)*cols + c - 1, true
}

// Sees reports whether two cells are different and share a house.
func (l *Layout) Sees(a, b int) bool {
	if a == b {
		return false
	}
	n := l.Size
	ra, ca, rb, cb := a/n, a%n, b/n, b%n
	return ra == rb || ca == cb || l.Region[a] == l.Region[b] ||
		l.Diagonal && (ra == ca && rb == cb || ra+ca == n-1 && rb+cb == n-1)
}

// Conflict is two cells of one house that hold the same value.
type Conflict struct {
	A, B  int // cells, A < B
	Value int
	House int // index into Houses
}

// Conflicts lists every pair of cells that hold the same value in a house; values[cell] is 0 for an empty cell. A pair that
// shares two houses is listed once, with the first. The list is ordered by A, then B.
func (l *Layout) Conflicts(values []int) []Conflict {
	var list []Conflict
	for a, v := range values {
		if v == 0 {
			continue
		}
		for _, b := range l.Peers[a] {
			if b > a && values[b] == v {
				list = append(list, Conflict{A: a, B: b, Value: v, House: l.common(a, b)})
			}
		}
	}
	return list
}

func (l *Layout) common(a, b int) int {
	for _, h := range l.HousesOf[a] {
		if slices.Contains(l.HousesOf[b], h) {
			return h
		}
	}
	return -1
}

// Solves reports whether values is a full board: every house holds every value 1..n once. It shares no code with any
// solver: it counts each house by itself.
func (l *Layout) Solves(values []int) bool {
	if len(values) != l.Cells() {
		return false
	}
	for _, h := range l.Houses {
		var met uint64
		for _, cell := range h.Cells {
			v := values[cell]
			if v < 1 || v > l.Size || met>>v&1 != 0 {
				return false
			}
			met |= 1 << v
		}
	}
	return true
}
