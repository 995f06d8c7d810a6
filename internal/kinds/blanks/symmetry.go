package blanks

import (
	"context"
	"fmt"

	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// pieces is the symmetry that all puzzles have: the order in which pieces, or steps, are shown.
const pieces = "pieces"

// Symmetries gives the order of pieces, and the changes of programs that keep what they do, or those of sheets that keep their rules.
func (in *Instance) Symmetries() puzzle.Symmetries {
	changes := maths.Changes()
	if _, ok := in.c.(program); ok {
		changes = code.Changes()
	}
	return puzzle.Symmetries{Names: append(changes, pieces), Image: in.image}
}

// image gives the puzzle's image under a symmetry. One that changes nothing here gives the puzzle itself; images of programs are
// verified by running, those of sheets by their rules.
func (in *Instance) image(name string, r *rng.Stream) (puzzle.Instance, error) {
	var c content
	switch old := in.c.(type) {
	case program:
		q := old.Puzzle
		if name == pieces {
			q = q.Shuffled(r)
		} else {
			v, err := q.Vary(context.Background(), []string{name}, r)
			if err != nil {
				return nil, err
			}
			copied := *v
			copied.Varied = old.Varied // an image of a puzzle is no other author's program
			q = &copied
		}
		c = program{q}
	case exercise:
		q := old.Puzzle
		if name == pieces {
			q = q.Shuffled(r)
		} else {
			v, err := q.Vary(context.Background(), old.engine, []string{name}, r)
			if err != nil {
				return nil, err
			}
			copied := *v
			copied.Varied = old.Varied
			q = &copied
		}
		c = exercise{q, old.engine}
	default:
		return nil, fmt.Errorf("a puzzle of kind %T", in.c)
	}
	out, err := newInstance(in.p, c)
	if err != nil {
		return nil, err
	}
	out.lang = in.lang
	return out, nil
}

// Canonical gives the form that a puzzle shares with its images.
func (in *Instance) Canonical(ctx context.Context, _ int) (puzzle.Form, error) {
	switch c := in.c.(type) {
	case program:
		f, err := c.Form(ctx)
		return puzzle.Form{Key: []byte(f.Key), Exact: f.Exact, Work: f.Work}, err
	case exercise:
		f, err := c.Form(ctx, c.engine)
		return puzzle.Form{Key: append([]byte(in.p.text+"\n"), f.Key...), Exact: f.Exact, Work: f.Work}, err
	}
	return puzzle.Form{}, puzzle.ErrNoForm
}
