package cards

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/symmetry"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Symmetries gives those that the puzzle has; see symmetry.Names.
func (in *Instance) Symmetries() puzzle.Symmetries {
	return puzzle.Symmetries{Names: symmetry.Names(in.P), Image: func(name string, r *rng.Stream) (puzzle.Instance, error) {
		return in.with(symmetry.Image(in.P, name, r))
	}}
}

// Canonical gives the canonical form; see symmetry.Canonical.
func (in *Instance) Canonical(ctx context.Context, budget int) (puzzle.Form, error) {
	f, arranged, err := symmetry.Canonical(ctx, in.P, budget)
	if err != nil {
		return puzzle.Form{}, err
	}
	return puzzle.Form{Key: f.Bytes, Exact: f.Exact, Work: f.Work, Instance: func() (puzzle.Instance, error) {
		return in.with(arranged())
	}}, nil
}

// with gives the instance of a puzzle that was made of this one's; its invariants are compiled for it.
func (in *Instance) with(p *deck.Puzzle) (*Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := compile(p); err != nil {
		return nil, err
	}
	return in.f.wrap(p), nil
}
