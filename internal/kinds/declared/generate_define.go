package declared

import (
	"context"

	"github.com/quandary-puzzles/quandary/rules"
)

// define gives the paper's D of the family at a size. It finds out first which printed values may be taken away, which can take seconds. The error is that
// of a size which the file does not have, or of the solver.
func (m *Maker) define(ctx context.Context, size rules.BoardSize) (*definition, error) {
	size, err := m.File.CompleteSize(size)
	if err != nil {
		return nil, err
	}
	sorted, err := m.parts(ctx)
	if err != nil {
		return nil, err
	}
	return &definition{m: m, p: size, sort: sorted, steps: carveSteps, coarse: 1}, nil
}
