package declared

import (
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Definition is the paper's D of a family at a size, for whoever has a C and a T of their own. It is for one goroutine, and holds the solver of the
// last board that it made until Close or the next one.
type Definition struct{ d *definition }

// Define gives the family's D. It finds out first which printed values may be taken away, which can take seconds.
func (f *Family) Define(ctx context.Context, pp puzzle.Params) (*Definition, error) {
	p, ok := pp.(params)
	if !ok {
		return nil, fmt.Errorf("parameters of another family: %v", pp)
	}
	size, err := f.file.CompleteSize(p.BoardSize)
	if err != nil {
		return nil, err
	}
	sorted, err := f.parts(ctx)
	if err != nil {
		return nil, err
	}
	return &Definition{&definition{f: f, p: size, sort: sorted, steps: carveSteps, coarse: 1}}, nil
}

// Define gives the family's D.
func (b *Builtin) Define(ctx context.Context, p puzzle.Params) (*Definition, error) {
	return b.load().Define(ctx, p)
}

// Close gives back what the last board holds.
func (d *Definition) Close() { d.d.close() }

// Random makes a full board.
func (d *Definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[puzzle.Instance], error) {
	if _, err := d.d.Random(ctx, r); err != nil {
		return nil, err
	}
	return outside{d.d.last}, nil
}

// outside is a board being carved, for those who do not know how its puzzles are made.
type outside struct{ *carving }

var _ carve.Mapped[puzzle.Instance] = outside{}

// Puzzle gives the puzzle as it stands.
func (o outside) Puzzle() (puzzle.Instance, error) { return o.carving.Puzzle() }

// Key tells puzzles apart.
func (o outside) Key(p puzzle.Instance) string { return p.Params().String() + ":" + p.Desc() }

// Keeps judges what a map makes of the full board: it must be a puzzle of the family with one solution.
func (o outside) Keeps(ctx context.Context, _ string, images []puzzle.Instance) error {
	for _, p := range images {
		inst, ok := p.(*Instance)
		if !ok || inst.f != o.f {
			return errors.New("it makes a puzzle of another family")
		}
		res, err := inst.Solve(ctx, 2)
		if err != nil {
			return err
		}
		if res.Status != puzzle.Unique {
			return fmt.Errorf("what it makes does not have one solution: %s", inst.Desc())
		}
	}
	return nil
}
