package fillomino

import (
	"context"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Mistakes lists the cells whose number is not that of the only solution.
func (p *Puzzle) Mistakes(ctx context.Context, s puzzle.State) ([]puzzle.Ref, error) {
	b, err := p.state(s)
	if err != nil {
		return nil, err
	}
	res, err := p.Solve(ctx, 2)
	if err != nil || res.Status != puzzle.Unique {
		return nil, err
	}
	full, err := p.boardOf(res.Solutions[0])
	if err != nil {
		return nil, err
	}
	var wrong []puzzle.Ref
	for c, v := range b.Cells {
		if v != 0 && v != full.Cells[c] {
			wrong = append(wrong, b.ref(c))
		}
	}
	return wrong, nil
}
