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

// Transformations names the symmetries of the family's rules.
func (i *Instance) Transformations() []string {
	var out []string
	for _, s := range i.f.file.Turns() {
		out = append(out, s.String())
	}
	return out
}

// Transform gives the puzzle's image under a symmetry.
func (i *Instance) Transform(name string, _ *rng.Stream) (puzzle.Instance, error) {
	for _, s := range i.f.file.Turns() {
		if s.String() == name {
			b, err := i.b.Turn(s)
			if err != nil {
				return nil, err
			}
			return i.f.instance(b), nil
		}
	}
	return nil, puzzle.Unknownf("symmetry of "+i.f.file.ID, name, i.Transformations())
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
