package sudoku

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Scene draws the puzzle at a state.
func (p *Puzzle) Scene(s puzzle.State) (puzzle.Scene, error) {
	m, err := p.marks(s)
	if err != nil {
		return puzzle.Scene{}, err
	}
	return p.draw(m.values, m), nil
}

// SolutionScene draws the puzzle with a solution filled in.
func (p *Puzzle) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	sol, ok := s.(*filledBoard)
	if !ok || len(sol.values) != len(p.values) {
		return puzzle.Scene{}, fmt.Errorf("sudoku: the solution of another puzzle")
	}
	return p.draw(sol.values, nil), nil
}

// draw draws the values and, where m is given, the candidates that the player has struck or noted.
func (p *Puzzle) draw(values []uint8, m *marks) puzzle.Scene {
	n := p.params.size
	side := float64(n)
	sc := puzzle.Scene{Title: "Sudoku " + p.params.String(), Width: side, Height: side, Text: p.text(values)}
	if p.params.diagonal {
		for cell := range values {
			if r, c := p.layout.RowCol(cell); r == c || r+c == n-1 {
				sc.Shapes = append(sc.Shapes, puzzle.Shape{Role: puzzle.RoleShade, Rect: &puzzle.Rect{X: float64(c), Y: float64(r), W: 1, H: 1}})
			}
		}
	}
	for i := range n + 1 {
		at := float64(i)
		sc.Line(puzzle.RoleGrid, 0, at, side, at)
		sc.Line(puzzle.RoleGrid, at, 0, at, side)
	}
	sc.Shapes = append(sc.Shapes, p.borders()...)
	for cell, v := range values {
		r, c := p.layout.RowCol(cell)
		ref := &puzzle.Ref{Kind: "cell", ID: p.layout.CellName(cell)}
		x, y := float64(c)+0.5, float64(r)+0.5
		if v != 0 {
			role := puzzle.RoleEntry
			if p.values[cell] != 0 {
				role = puzzle.RoleGiven
			}
			sc.Label(role, ref, puzzle.Label{X: x, Y: y, Size: 0.65, Text: string(p.symbols.Symbol(int(v)))})
			continue
		}
		if m != nil && m.shown {
			sc.Shapes = append(sc.Shapes, p.candidates(cell, m.candidates(p, cell), ref)...)
		}
	}
	return sc
}

// candidates writes the candidates of a cell small, each in its place of a square.
func (p *Puzzle) candidates(cell int, set uint64, ref *puzzle.Ref) []puzzle.Shape {
	r, c := p.layout.RowCol(cell)
	var shapes []puzzle.Shape
	for v := 1; v <= p.params.size; v++ {
		if set>>v&1 == 0 {
			continue
		}
		x, y, step := p.candidatePlace(v)
		shapes = append(shapes, puzzle.Shape{Role: puzzle.RoleCandidate, Ref: ref, Label: &puzzle.Label{
			X: float64(c) + x, Y: float64(r) + y, Size: 0.75 * step, Text: string(p.symbols.Symbol(v))}})
	}
	return shapes
}

// borders gives the thick lines: between cells of different boxes, and round the board. Lines that continue are joined.
func (p *Puzzle) borders() []puzzle.Shape {
	n := p.params.size
	region := p.layout.Region
	var shapes []puzzle.Shape
	line := func(x1, y1, x2, y2 int) {
		shapes = append(shapes, puzzle.Shape{Role: puzzle.RoleBorder, Line: &puzzle.Line{
			X1: float64(x1), Y1: float64(y1), X2: float64(x2), Y2: float64(y2)}})
	}
	for i := range n + 1 {
		startH, startV := -1, -1
		for j := range n + 1 {
			across := j < n && (i == 0 || i == n || region[(i-1)*n+j] != region[i*n+j])
			down := j < n && (i == 0 || i == n || region[j*n+i-1] != region[j*n+i])
			if across && startH < 0 {
				startH = j
			}
			if !across && startH >= 0 {
				line(startH, i, j, i)
				startH = -1
			}
			if down && startV < 0 {
				startV = j
			}
			if !down && startV >= 0 {
				line(i, startV, i, j)
				startV = -1
			}
		}
	}
	return shapes
}

// text draws the board for a terminal: cells apart by a blank, | and - between boxes.
func (p *Puzzle) text(values []uint8) string {
	n := p.params.size
	region := p.layout.Region
	var b strings.Builder
	for r := range n {
		if r > 0 {
			var rule strings.Builder
			any := false
			for c := range n {
				ch := " "
				if region[(r-1)*n+c] != region[r*n+c] {
					ch, any = "-", true
				}
				rule.WriteString(strings.Repeat(ch, 2))
			}
			if any {
				b.WriteString(strings.TrimRight(rule.String()[:2*n-1], " ") + "\n")
			}
		}
		var row strings.Builder
		for c := range n {
			row.WriteByte(p.symbols.Symbol(int(values[r*n+c])))
			if c < n-1 && region[r*n+c] != region[r*n+c+1] {
				row.WriteByte('|')
			} else {
				row.WriteByte(' ')
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return b.String()
}
