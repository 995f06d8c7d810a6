package fillomino

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
)

// carving is a board being carved. It is not safe for concurrent use.
type carving struct {
	params Params
	full   solver.Board
	left   solver.Board
	*solver.Carver
}

// newCarving starts from a full board.
func newCarving(p Params, full solver.Board) (*carving, error) {
	if err := checkFull(full); err != nil {
		return nil, err
	}
	return &carving{params: p, full: full, left: full.Clone(), Carver: solver.NewCarver(full, p.rules())}, nil
}

// Len is the number of cells.
func (c *carving) Len() int { return len(c.full.Cells) }

// Remove blanks cells.
func (c *carving) Remove(cells []int) {
	for _, k := range cells {
		c.left.Cells[k] = 0
	}
}

// Puzzle gives the board as it stands.
func (c *carving) Puzzle() (*board, error) { return newPuzzle(c.params, c.left.Clone()) }

// Valid reports whether the puzzle still has one solution without these cells. It had one with them, so another must differ
// in one of them: one question to the solver.
func (c *carving) Valid(ctx context.Context, cells []int) (bool, error) {
	trial := c.left.Clone()
	for _, k := range cells {
		trial.Cells[k] = 0
	}
	if c.params.Shown {
		// Another solution is not all that can go wrong: the full board itself must keep the rule.
		if (&board{params: c.params, board: trial}).checkShown(c.full) != nil {
			return false, nil
		}
	}
	return c.Unique(ctx, trial, cells)
}
