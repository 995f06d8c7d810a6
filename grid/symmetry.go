package grid

import (
	"fmt"
	"slices"
)

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

// Swaps reports whether the symmetry exchanges rows and columns.
func (s Symmetry) Swaps() bool { return s&Transpose != 0 }

// Map gives where the cell in row r and column c of a board of rows by cols comes to lie.
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

// Orbits groups the cells of a board of rows by cols that a symmetry carries into each other, each orbit ascending, the
// orbits by their least cell. The symmetry must not exchange rows and columns unless the board is square.
func Orbits(rows, cols int, s Symmetry) [][]int {
	p := s.Permutation(rows, cols)
	seen := make([]bool, len(p))
	var orbits [][]int
	for start := range p {
		if seen[start] {
			continue
		}
		var orbit []int
		for cell := start; !seen[cell]; cell = p[cell] {
			seen[cell] = true
			orbit = append(orbit, cell)
		}
		slices.Sort(orbit)
		orbits = append(orbits, orbit)
	}
	return orbits
}
