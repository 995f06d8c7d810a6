package declared

import (
	"bytes"
	"context"
	"errors"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

var _ puzzle.Symmetric = (*Instance)(nil)

// Symmetries gives those of the family's rules.
func (i *Instance) Symmetries() puzzle.Symmetries {
	var names []string
	for _, s := range i.f.file.Turns() {
		names = append(names, s.String())
	}
	return puzzle.Symmetries{Names: names, Image: func(name string, _ *rng.Stream) (puzzle.Instance, error) {
		s, _ := board.SymmetryNamed(name)
		b, err := i.b.Turn(s)
		if err != nil {
			return nil, err
		}
		return i.f.instance(b), nil
	}}
}

// Canonical gives the first in order of the puzzle and its images. Parts are numbered in their order on the board there, however the puzzle's own
// text numbers them.
func (i *Instance) Canonical(ctx context.Context, _ int) (puzzle.Form, error) {
	var best *Instance
	var least []byte
	all := append([]board.Symmetry{board.Identity}, i.f.file.Turns()...)
	for _, s := range all {
		b, err := i.b.Turn(s)
		if errors.Is(err, rules.ErrUnturned) {
			continue // nor has any other image of this board one that leads here
		}
		if err != nil {
			return puzzle.Form{}, err
		}
		j := i.f.instance(b)
		if k := []byte(j.Params().String() + ":" + j.Desc()); best == nil || bytes.Compare(k, least) < 0 {
			best, least = j, k
		}
	}
	if best == nil { // of several grids
		best, least = i, []byte(i.Params().String()+":"+i.Desc())
	}
	return puzzle.Form{Key: least, Exact: true, Work: len(all), Instance: func() (puzzle.Instance, error) { return best, nil }}, ctx.Err()
}
