package sudoku

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Mistakes lists the cells whose value is not that of a solution ("cell", "r1c1") and the empty cells from which the
// solution's value is struck ("candidate", "r1c1:5", values counted from 1).
func (p *Puzzle) Mistakes(s puzzle.State, solution puzzle.Solution) ([]puzzle.Ref, error) {
	m, err := p.marks(s)
	if err != nil {
		return nil, err
	}
	sol, ok := solution.(*filledBoard)
	if !ok || len(sol.values) != len(m.values) {
		return nil, fmt.Errorf("the solution belongs to another puzzle")
	}
	var wrong []puzzle.Ref
	for cell, want := range sol.values {
		name := p.layout.CellName(cell)
		switch v := m.values[cell]; {
		case v != 0 && v != want:
			wrong = append(wrong, puzzle.Ref{Kind: "cell", ID: name, Text: name})
		case v == 0 && m.struck[cell]>>want&1 != 0:
			wrong = append(wrong, puzzle.Ref{Kind: "candidate", ID: fmt.Sprintf("%s:%d", name, want),
				Text: fmt.Sprintf("%c in %s", p.symbols.Symbol(int(want)), name)})
		}
	}
	return wrong, nil
}
