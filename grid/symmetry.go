package grid

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
)

// Symmetry is one of the eight symmetries of a square.
type Symmetry = board.Symmetry

// The eight symmetries.
const (
	Identity      = board.Identity
	FlipLeftRight = board.FlipLeftRight
	FlipTopBottom = board.FlipTopBottom
	HalfTurn      = board.HalfTurn
	Transpose     = board.Transpose
	QuarterTurn   = board.QuarterTurn
	ThreeQuarters = board.ThreeQuarters
	AntiTranspose = board.AntiTranspose
	Symmetries    = board.Symmetries
)

// SymmetryNamed gives the symmetry of a name.
func SymmetryNamed(name string) (Symmetry, bool) { return board.SymmetryNamed(name) }

// SymmetryNames names the symmetries that the givens of a board can have.
func SymmetryNames() []string { return board.SymmetryNames() }

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
