package making

import (
	"context"

	"github.com/quandary-puzzles/quandary/rules"
)

// Define gives the paper's D of the family at a size. It finds out first which printed values may be taken away, which can take seconds. The error is that
// of a size which the file does not have, or of the solver.
func (m *Maker) Define(ctx context.Context, size rules.BoardSize) (*Definition, error) {
	size, err := m.File.CompleteSize(size)
	if err != nil {
		return nil, err
	}
	sorted, err := m.parts(ctx)
	if err != nil {
		return nil, err
	}
	return &Definition{m: m, p: size, sort: sorted, steps: carveSteps, coarse: 1}, nil
}
