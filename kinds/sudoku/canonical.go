package sudoku

import (
	"context"

	"github.com/quandary-puzzles/quandary/grid"
)

func canonical(ctx context.Context, l *grid.Layout, values []uint8) ([]uint8, error) {
	return values, nil
}
