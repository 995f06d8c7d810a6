package sudoku

import (
	"errors"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

var errNoBoard = errors.New("this board has no full board at all")

// symmetry carries boards of a layout into boards of the same layout.
type symmetry struct {
	cell  []int // where each cell comes to lie
	value []int // what each value becomes, counted from 0
}

// The seven transformations of the paper's table 1. On a board whose boxes are not square the last one is left out, as in
// the paper's column for 12x12; on jigsaw and X boards those stay that keep the boxes and diagonals.
const (
	byValues  = "values"
	byStacks  = "stacks"
	byBands   = "bands"
	byRows    = "rows"
	byColumns = "columns"
	byReflect = "reflect"
	byRotate  = "rotate"
	byAny     = "any"
)

// Symmetries gives the transformations that the board has, of each kind a random one.
func (p *Puzzle) Symmetries() puzzle.Symmetries {
	return puzzle.Symmetries{Names: transformations(p.layout), Image: func(name string, r *rng.Stream) (puzzle.Instance, error) {
		return p.carried(drawSymmetry(p.layout, name, r)), nil
	}}
}

func transformations(l *grid.Layout) []string {
	list := []string{byValues}
	if !l.Jigsaw() && !l.Diagonal {
		list = append(list, byStacks, byBands, byRows, byColumns)
	}
	for _, s := range dihedral(l) {
		if s != grid.Identity && s != grid.HalfTurn && (!s.Swaps() || s == grid.Transpose || s == grid.AntiTranspose) {
			list = append(list, byReflect)
			break
		}
	}
	for _, s := range dihedral(l) {
		if s == grid.QuarterTurn || s == grid.HalfTurn {
			list = append(list, byRotate)
			break
		}
	}
	return append(list, byAny)
}

// dihedral gives the symmetries of the square that carry the boxes of a layout into boxes.
func dihedral(l *grid.Layout) []grid.Symmetry {
	var list []grid.Symmetry
	for s := grid.Symmetry(0); s < grid.Symmetries; s++ {
		if keepsBoxes(l, s.Permutation(l.Size, l.Size)) {
			list = append(list, s)
		}
	}
	return list
}

// keepsBoxes reports whether a permutation of cells carries boxes into boxes.
func keepsBoxes(l *grid.Layout, perm []int) bool {
	to := make([]int, l.Size)
	for i := range to {
		to[i] = -1
	}
	for cell, r := range l.Region {
		if got := l.Region[perm[cell]]; to[r] < 0 {
			to[r] = got
		} else if to[r] != got {
			return false
		}
	}
	return true
}

func identity(l *grid.Layout) symmetry {
	s := symmetry{cell: make([]int, l.Cells()), value: make([]int, l.Size)}
	for i := range s.cell {
		s.cell[i] = i
	}
	for i := range s.value {
		s.value[i] = i
	}
	return s
}

// lines permutes rows (or columns) so that groups of size stay together: with whole, the groups are permuted; with inner,
// the lines of each group.
func lines(n, size int, whole, inner bool, r *rng.Stream) []int {
	groups := identityPerm(n / size)
	if whole {
		groups = r.Perm(n / size)
	}
	to := make([]int, n)
	for g, place := range groups {
		in := identityPerm(size)
		if inner {
			in = r.Perm(size)
		}
		for i, j := range in {
			to[g*size+i] = place*size + j
		}
	}
	return to
}

func identityPerm(n int) []int {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	return p
}

// drawSymmetry gives a random symmetry of one of the kinds that a layout has.
func drawSymmetry(l *grid.Layout, name string, r *rng.Stream) symmetry {
	s := identity(l)
	n := l.Size
	rows, cols := identityPerm(n), identityPerm(n)
	among := func(ok func(grid.Symmetry) bool) {
		var list []grid.Symmetry
		for _, d := range dihedral(l) {
			if ok(d) {
				list = append(list, d)
			}
		}
		s.cell = list[r.IntN(len(list))].Permutation(n, n)
	}
	switch name {
	case byValues:
		s.value = r.Perm(n)
	case byStacks:
		cols = lines(n, l.BoxCols, true, false, r)
	case byBands:
		rows = lines(n, l.BoxRows, true, false, r)
	case byRows:
		rows = lines(n, l.BoxRows, false, true, r)
	case byColumns:
		cols = lines(n, l.BoxCols, false, true, r)
	case byReflect:
		among(func(d grid.Symmetry) bool {
			return d == grid.FlipLeftRight || d == grid.FlipTopBottom || d == grid.Transpose || d == grid.AntiTranspose
		})
	case byRotate:
		among(func(d grid.Symmetry) bool {
			return d == grid.QuarterTurn || d == grid.HalfTurn || d == grid.ThreeQuarters
		})
	case byAny:
		return randomSymmetry(l, r)
	}
	if name == byStacks || name == byBands || name == byRows || name == byColumns {
		for cell := range s.cell {
			s.cell[cell] = rows[cell/n]*n + cols[cell%n]
		}
	}
	return s
}

// randomSymmetry draws from all symmetries of a layout with the same chance.
func randomSymmetry(l *grid.Layout, r *rng.Stream) symmetry {
	n := l.Size
	s := symmetry{value: r.Perm(n), cell: make([]int, l.Cells())}
	if l.Jigsaw() || l.Diagonal {
		list := dihedral(l)
		copy(s.cell, list[r.IntN(len(list))].Permutation(n, n))
		return s
	}
	rows, cols := lines(n, l.BoxRows, true, true, r), lines(n, l.BoxCols, true, true, r)
	transpose := l.BoxRows == l.BoxCols && r.Bool()
	for cell := range s.cell {
		a, b := rows[cell/n], cols[cell%n]
		if transpose {
			a, b = b, a
		}
		s.cell[cell] = a*n + b
	}
	return s
}

func (p *Puzzle) carried(s symmetry) *Puzzle {
	q := p.with(p.values)
	for cell, v := range p.values {
		if v != 0 {
			v = uint8(s.value[v-1] + 1)
		}
		q.values[s.cell[cell]] = v
	}
	return q
}
