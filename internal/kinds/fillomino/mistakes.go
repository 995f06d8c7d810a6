package fillomino

import "github.com/quandary-puzzles/quandary/puzzle"

// Mistakes lists the cells whose number is not that of a solution.
func (p *board) Mistakes(s puzzle.State, solution puzzle.Solution) ([]puzzle.Ref, error) {
	b, err := p.state(s)
	if err != nil {
		return nil, err
	}
	full, err := p.boardOf(solution)
	if err != nil {
		return nil, err
	}
	var wrong []puzzle.Ref
	for c, v := range b.Cells {
		if v != 0 && v != full.Cells[c] {
			wrong = append(wrong, cellRef(b, c))
		}
	}
	return wrong, nil
}
