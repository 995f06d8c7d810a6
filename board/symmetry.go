package board

import "fmt"

// Symmetry is one of the eight symmetries of a square, as a reflection along the main diagonal (exchange of rows and
// columns), or not, and then reflections from left to right and from top to bottom, or not.
type Symmetry uint8

// The eight symmetries. Turns are clockwise. Those that exchange rows and columns make a board of rows by cols one of cols
// by rows.
const (
	Identity      Symmetry = 0
	FlipLeftRight Symmetry = 1
	FlipTopBottom Symmetry = 2
	HalfTurn      Symmetry = 3
	Transpose     Symmetry = 4
	QuarterTurn   Symmetry = 5
	ThreeQuarters Symmetry = 6
	AntiTranspose Symmetry = 7
)

// Symmetries is the number of symmetries of a square; those below Transpose are the symmetries of a rectangle.
const Symmetries = 8

func (s Symmetry) String() string {
	names := [Symmetries]string{"identity", "flip-left-right", "flip-top-bottom", "half-turn", "transpose", "quarter-turn",
		"three-quarter-turn", "anti-transpose"}
	if int(s) < len(names) {
		return names[s]
	}
	return fmt.Sprintf("Symmetry(%d)", uint8(s))
}

// SymmetryNamed gives the symmetry of a name.
func SymmetryNamed(name string) (Symmetry, bool) {
	for s := range Symmetry(Symmetries) {
		if s.String() == name {
			return s, true
		}
	}
	return 0, false
}

// SymmetryNames names the symmetries that the givens of a board can have: all but doing nothing, and of the quarter turns one.
func SymmetryNames() []string {
	var names []string
	for s := FlipLeftRight; s < Symmetries; s++ {
		if s != ThreeQuarters {
			names = append(names, s.String())
		}
	}
	return names
}

// Swaps reports whether the symmetry exchanges rows and columns.
func (s Symmetry) Swaps() bool { return s&Transpose != 0 }

// Map gives where the cell in row r and column c of a board of rows by cols comes to lie, counted from 0.
func (s Symmetry) Map(rows, cols, r, c int) (int, int) {
	if s.Swaps() {
		r, c, rows, cols = c, r, cols, rows
	}
	if s&FlipLeftRight != 0 {
		c = cols - 1 - c
	}
	if s&FlipTopBottom != 0 {
		r = rows - 1 - r
	}
	return r, c
}

// Permutation gives, for each cell of a board of rows by cols, the cell it comes to lie on.
func (s Symmetry) Permutation(rows, cols int) []int {
	width := cols
	if s.Swaps() {
		width = rows
	}
	p := make([]int, rows*cols)
	for cell := range p {
		r, c := s.Map(rows, cols, cell/cols, cell%cols)
		p[cell] = r*width + c
	}
	return p
}

// Inverse gives the symmetry that undoes this one.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case QuarterTurn:
		return ThreeQuarters
	case ThreeQuarters:
		return QuarterTurn
	}
	return s
}

// Then gives the symmetry that is this one and then another.
func (s Symmetry) Then(next Symmetry) Symmetry {
	for c := Identity; c < Symmetries; c++ {
		if c.Dir(N) == next.Dir(s.Dir(N)) && c.Dir(E) == next.Dir(s.Dir(E)) {
			return c
		}
	}
	return s // never: the eight symmetries are a group
}

// Dir gives the direction that a direction becomes.
func (s Symmetry) Dir(d Dir) Dir {
	y, x := d.Step()
	// The directions are the cells of a board of three by three around the middle one.
	y, x = s.Map(3, 3, y+1, x+1)
	for e := N; e <= NW; e++ {
		if ey, ex := e.Step(); ey == y-1 && ex == x-1 {
			return e
		}
	}
	return d
}

// Turned is a board and where a symmetry carries the places of another board on it.
type Turned struct {
	Board    *Board
	from     *Board
	symmetry Symmetry
}

// Turn gives the board that a symmetry makes of this one. Grids keep their order.
func (b *Board) Turn(s Symmetry) Turned {
	grids := b.Grids()
	for i, g := range grids {
		r1, c1 := s.Map(b.Rows, b.Cols, g.Row, g.Col)
		r2, c2 := s.Map(b.Rows, b.Cols, g.lastRow(), g.lastCol())
		if s.Swaps() {
			g.Rows, g.Cols = g.Cols, g.Rows
		}
		g.Row, g.Col = min(r1, r2), min(c1, c2)
		grids[i] = g
	}
	turned, err := Overlapping(grids)
	if err != nil { // a symmetry keeps what makes a board one
		panic(err)
	}
	return Turned{turned, b, s}
}

// Place gives where a place of the first board comes to lie, and nothing for what is no place of it. A line seen from a side
// stays the same cells in the same order; rows, columns and blocks stay the same cells, in reading order.
func (t Turned) Place(p Place) Place {
	switch p.Kind {
	case Row, Col:
		grid, n, ok := t.from.line(p)
		if !ok {
			return Place{}
		}
		return t.line(grid, p.Kind == Row, n)
	case End:
		grid, side, n, ok := t.from.end(p)
		if !ok {
			return Place{}
		}
		line := t.line(grid, side == E || side == W, n)
		_, n, _ = t.Board.line(line)
		return t.Board.endPlace(grid, t.symmetry.Dir(side), n)
	case Block:
		return t.block(p)
	}
	at, ok := t.from.point(p)
	if !ok {
		return Place{}
	}
	s := t.symmetry
	to := at
	to.y, to.x = s.Map(2*t.from.Rows+1, 2*t.from.Cols+1, at.y, at.x)
	switch p.Kind {
	case Diagonal, Slash:
		if (s&FlipLeftRight != 0) != (s&FlipTopBottom != 0) {
			to.variant = 1 - at.variant
		}
	case Joint:
		to.variant = jointOf(s.Dir(jointDirs[at.variant][0]), s.Dir(jointDirs[at.variant][1]))
	}
	return t.Board.place(p.Kind, to)
}

func (t Turned) line(grid int, row bool, n int) Place {
	g := t.from.grids[grid]
	r, c := 0, n
	if row {
		r, c = n, 0
	}
	r, c = t.symmetry.Map(g.Rows, g.Cols, r, c)
	if row != t.symmetry.Swaps() {
		return Place{Row, t.Board.firstLine[grid][0] + int32(r)}
	}
	return Place{Col, t.Board.firstLine[grid][1] + int32(c)}
}

func (t Turned) block(p Place) Place {
	s, ok := t.from.block(p)
	if !ok {
		return Place{}
	}
	g := t.from.grids[s.grid]
	r1, c1 := t.symmetry.Map(g.Rows, g.Cols, s.row, s.col)
	r2, c2 := t.symmetry.Map(g.Rows, g.Cols, s.row+s.rows-1, s.col+s.cols-1)
	to := t.Board.grids[s.grid]
	_, q := t.Board.firstWith(to.Row+min(r1, r2)*to.Step, to.Col+min(c1, c2)*to.Step, to.Step, max(r1, r2)-min(r1, r2)+1, max(c1, c2)-min(c1, c2)+1)
	return q
}
