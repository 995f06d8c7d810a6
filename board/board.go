package board

import (
	"fmt"
	"slices"
)

// MaxSide is the greatest number of rows, and of columns, of a board.
const MaxSide = 100

// Kind says what sort of place a Place is.
type Kind uint32

// The kinds of place that a Board has. Kinds from Others on are free for places that are made by others: rooms, objects,
// spans. A Board knows nothing of those: its relations give nothing for them.
const (
	None Kind = iota
	Cell
	Link
	Diagonal
	Slash
	Edge
	Joint
	Corner
	Square
	Spot
	Row
	Col
	Block
	End

	Others Kind = 100
)

var kindNames = [...]string{"nothing", "cell", "link", "diagonal", "slash", "edge", "joint", "corner", "square", "spot", "row",
	"column", "block", "end"}

func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint32(k))
}

// Place is one place of a board: its kind, and a number among the places of that kind. Cells are numbered row by row from
// 0, so that N = row*Cols + column; of the other kinds the numbers mean nothing outside this package, and not every number
// need be a place.
type Place struct {
	Kind Kind
	N    int32
}

// Grid is one of the grids whose union is a board. Row and Col, from 0, say where its first cell lies; Step is how far its
// cells lie apart, 1 (or 0) for neighbours.
type Grid struct {
	Row, Col   int
	Rows, Cols int
	Step       int
}

// Board is the geometry of one board.
type Board struct {
	Rows, Cols int // of the whole board, with the cells that are not there
	grids      []Grid
	firstLine  [][3]int32 // of each grid, the number of its first row, column and end
	lines      [3]int32   // how many rows, columns and ends there are
	there      []bool     // which cells are there; nil if all
}

// New gives a rectangular board. It fails if there is no row or column, or more than MaxSide.
func New(rows, cols int) (*Board, error) {
	return Overlapping([]Grid{{Rows: rows, Cols: cols}})
}

// Overlapping gives the least board that holds all the grids. It fails if there is none, if one reaches beyond MaxSide rows
// or columns or starts before the first, or if none starts in the first row or none in the first column.
func Overlapping(grids []Grid) (*Board, error) {
	if len(grids) == 0 || len(grids) > MaxSide {
		return nil, fmt.Errorf("board: %d grids: a board has 1 to %d", len(grids), MaxSide)
	}
	b := &Board{grids: slices.Clone(grids), firstLine: make([][3]int32, len(grids))}
	top, left := MaxSide, MaxSide
	for i := range b.grids {
		g := &b.grids[i]
		if g.Step == 0 {
			g.Step = 1
		}
		if g.Rows < 1 || g.Cols < 1 || g.Rows > MaxSide || g.Cols > MaxSide {
			return nil, fmt.Errorf("board: a grid of %d rows and %d columns: each is 1 to %d", g.Rows, g.Cols, MaxSide)
		}
		if g.Row < 0 || g.Col < 0 || g.Step < 1 || g.Row >= MaxSide || g.Col >= MaxSide || g.Step > MaxSide || g.lastRow() >= MaxSide || g.lastCol() >= MaxSide {
			return nil, fmt.Errorf("board: a grid of %d rows and %d columns in steps of %d from row %d and column %d on: a board has at most %d rows and columns",
				g.Rows, g.Cols, g.Step, g.Row+1, g.Col+1, MaxSide)
		}
		top, left = min(top, g.Row), min(left, g.Col)
		b.Rows, b.Cols = max(b.Rows, g.lastRow()+1), max(b.Cols, g.lastCol()+1)
		b.firstLine[i] = b.lines
		b.lines[0] += int32(g.Rows)
		b.lines[1] += int32(g.Cols)
		b.lines[2] += int32(2 * (g.Rows + g.Cols))
	}
	if top > 0 || left > 0 {
		return nil, fmt.Errorf("board: the first grid cells are in row %d and column %d: there must be some in row 1 and column 1", top+1, left+1)
	}
	there := make([]bool, b.Rows*b.Cols)
	for _, g := range b.grids {
		for r := range g.Rows {
			for c := range g.Cols {
				there[(g.Row+r*g.Step)*b.Cols+g.Col+c*g.Step] = true
			}
		}
	}
	if slices.Contains(there, false) {
		b.there = there
	}
	return b, nil
}

func (g Grid) lastRow() int { return g.Row + (g.Rows-1)*g.Step }
func (g Grid) lastCol() int { return g.Col + (g.Cols-1)*g.Step }

// Grids gives the grids whose union the board is: one for a rectangle.
func (b *Board) Grids() []Grid { return slices.Clone(b.grids) }

// Inside, a place that lies at a point of the plane is a point of a lattice in half steps: (0,0) is the upper left corner
// of the board, (1,1) the centre of the first cell, (1,2) the middle of its right side. Kinds that share a point (a link and
// the edge that it crosses) differ by kind, places of one kind that share a point by a variant: the two diagonals, the six
// joints of a cell.
type point struct {
	y, x    int
	variant int
}

// The variants of diagonals and slashes.
const (
	falling = 0 // from the upper left to the lower right
	rising  = 1
)

// jointDirs are the directions of the two links of the six joints of a cell.
var jointDirs = [6][2]Dir{{N, E}, {N, S}, {N, W}, {E, S}, {E, W}, {S, W}}

// count gives how many numbers a kind that lies at points uses.
func (b *Board) count(k Kind) int {
	r, c := b.Rows, b.Cols
	switch k {
	case Cell:
		return r * c
	case Link:
		return r*(c-1) + (r-1)*c
	case Diagonal:
		return 2 * (r - 1) * (c - 1)
	case Slash:
		return 2 * r * c
	case Edge:
		return (r+1)*c + r*(c+1)
	case Joint:
		return 6 * r * c
	case Corner:
		return (r + 1) * (c + 1)
	case Square:
		return (r - 1) * (c - 1)
	case Spot:
		return (2*r - 1) * (2*c - 1)
	}
	return 0
}

// point gives where a place lies; ok is false for places that are not of this board, or lie at no point.
func (b *Board) point(p Place) (at point, ok bool) {
	n, c := int(p.N), b.Cols
	if n < 0 || n >= b.count(p.Kind) {
		return point{}, false
	}
	switch p.Kind {
	case Cell:
		at = point{2*(n/c) + 1, 2*(n%c) + 1, 0}
	case Link:
		if across := b.Rows * (c - 1); n < across {
			at = point{2*(n/(c-1)) + 1, 2*(n%(c-1)) + 2, 0}
		} else {
			n -= across
			at = point{2*(n/c) + 2, 2*(n%c) + 1, 0}
		}
	case Edge:
		if level := (b.Rows + 1) * c; n < level {
			at = point{2 * (n / c), 2*(n%c) + 1, 0}
		} else {
			n -= level
			at = point{2*(n/(c+1)) + 1, 2 * (n % (c + 1)), 0}
		}
	case Corner:
		at = point{2 * (n / (c + 1)), 2 * (n % (c + 1)), 0}
	case Square:
		at = point{2*(n/(c-1)) + 2, 2*(n%(c-1)) + 2, 0}
	case Diagonal:
		at = point{2*(n/2/(c-1)) + 2, 2*(n/2%(c-1)) + 2, n % 2}
	case Slash:
		at = point{2*(n/2/c) + 1, 2*(n/2%c) + 1, n % 2}
	case Joint:
		at = point{2*(n/6/c) + 1, 2*(n/6%c) + 1, n % 6}
	case Spot:
		at = point{n/(2*c-1) + 1, n%(2*c-1) + 1, 0}
	}
	return at, b.exists(p.Kind, at)
}

// place is the inverse of point: the place of a kind at a point, or nothing.
func (b *Board) place(k Kind, at point) Place {
	y, x, c := at.y, at.x, b.Cols
	if y < 0 || x < 0 || y > 2*b.Rows || x > 2*c || !b.exists(k, at) {
		return Place{}
	}
	n := 0
	switch k {
	case Cell:
		n = y/2*c + x/2
	case Link:
		if y%2 == 1 {
			n = y/2*(c-1) + x/2 - 1
		} else {
			n = b.Rows*(c-1) + (y/2-1)*c + x/2
		}
	case Edge:
		if y%2 == 0 {
			n = y/2*c + x/2
		} else {
			n = (b.Rows+1)*c + y/2*(c+1) + x/2
		}
	case Corner:
		n = y/2*(c+1) + x/2
	case Square:
		n = (y/2-1)*(c-1) + x/2 - 1
	case Diagonal:
		n = 2*((y/2-1)*(c-1)+x/2-1) + at.variant
	case Slash:
		n = 2*(y/2*c+x/2) + at.variant
	case Joint:
		n = 6*(y/2*c+x/2) + at.variant
	case Spot:
		n = (y-1)*(2*c-1) + x - 1
	}
	return Place{k, int32(n)}
}

// holds reports whether there is a cell centred at a lattice point.
func (b *Board) holds(y, x int) bool {
	return y > 0 && x > 0 && y < 2*b.Rows && x < 2*b.Cols && y%2 == 1 && x%2 == 1 && (b.there == nil || b.there[y/2*b.Cols+x/2])
}

// exists reports whether a kind of place is at a lattice point: that the point is of the right sort, and that the cells
// that make it are there.
func (b *Board) exists(k Kind, at point) bool {
	y, x := at.y, at.x
	cell, corner := y%2 == 1 && x%2 == 1, y%2 == 0 && x%2 == 0
	switch k {
	case Cell, Slash:
		return b.holds(y, x)
	case Joint:
		if !b.holds(y, x) {
			return false
		}
		for _, d := range jointDirs[at.variant] {
			if dy, dx := d.Step(); !b.holds(y+2*dy, x+2*dx) {
				return false
			}
		}
		return true
	case Link:
		return !cell && !corner && b.around(y, x, 2)
	case Edge:
		return !cell && !corner && b.around(y, x, 1)
	case Corner:
		return corner && b.around(y, x, 1)
	case Square:
		return corner && b.around(y, x, 4)
	case Diagonal:
		dx := 1 - 2*at.variant
		return corner && b.holds(y-1, x-dx) && b.holds(y+1, x+dx)
	case Spot:
		switch {
		case cell:
			return b.holds(y, x)
		case corner:
			return b.around(y, x, 4)
		}
		return b.around(y, x, 2)
	}
	return false
}

// around reports whether at least so many cells touch a lattice point.
func (b *Board) around(y, x, least int) bool {
	n := 0
	for dy := -reach(y); dy <= reach(y); dy += 2 {
		for dx := -reach(x); dx <= reach(x); dx += 2 {
			if b.holds(y+dy, x+dx) {
				n++
			}
		}
	}
	return n >= least
}

// reach gives how far, in one coordinate, the centres of the cells lie that touch a point: 0 along the centres of a line of
// cells, 1 between two.
func reach(y int) int { return 1 - y%2 }

// Has reports whether a place is one of this board.
func (b *Board) Has(p Place) bool {
	switch p.Kind {
	case Row, Col, End:
		return p.N >= 0 && p.N < b.lines[lineKind(p.Kind)]
	case Block:
		_, ok := b.block(p)
		return ok
	}
	_, ok := b.point(p)
	return ok
}

// All gives every place of a kind, in order: cells row by row, links, edges by rows and then by columns, ends from the
// north, east, south and west. It gives nothing for blocks (see Blocks) and for kinds that are not the board's.
func (b *Board) All(k Kind) []Place {
	n := b.count(k)
	if i := lineKind(k); i >= 0 {
		n = int(b.lines[i])
	}
	list := make([]Place, 0, n)
	for i := range n {
		if p := (Place{k, int32(i)}); b.Has(p) {
			list = append(list, p)
		}
	}
	return list
}

// At gives the cell in a row and column counted from 1, or nothing.
func (b *Board) At(row, col int) Place {
	return b.place(Cell, point{2*row - 1, 2*col - 1, 0})
}
