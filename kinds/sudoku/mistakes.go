package sudoku

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Mistakes lists the cells whose value is not that of the only solution ("cell", "r1c1") and the empty cells from which
// the solution's value is struck ("candidate", "r1c1:5", values counted from 1).
func (p *Puzzle) Mistakes(ctx context.Context, s puzzle.State) ([]puzzle.Ref, error) {
	m, err := p.marks(s)
	if err != nil {
		return nil, err
	}
	res, err := p.Solve(ctx, 2)
	if err != nil || res.Status != puzzle.Unique {
		return nil, err
	}
	var wrong []puzzle.Ref
	for cell, want := range res.Solutions[0].(*Solution).values {
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
