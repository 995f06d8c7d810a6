package carve

import (
	"context"
	"fmt"
)

// Transformation is one of the paper's T: it gives equivalents of a puzzle, which are as hard as it is.
type Transformation[P any] struct {
	Name string
	Map  func(p P, r *Stream) ([]P, error)
}

// Mapped is a Board that judges what transformations make of it.
type Mapped[P any] interface {
	// Keeps says which rule is broken by what a transformation makes of the full board; images are of the puzzle that prints all.
	Keeps(ctx context.Context, transformation string, images []P) error
	// Key tells puzzles apart: of those with one key, one is kept.
	Key(p P) string
}

// TransformationError is a transformation that breaks a rule, or changes how complex a puzzle is.
type TransformationError struct {
	Name string
	Err  error
}

func (e *TransformationError) Error() string {
	return fmt.Sprintf("transformation %s: %v", e.Name, e.Err)
}

func (e *TransformationError) Unwrap() error { return e.Err }

// verify tries transformations on a full board: each must keep the rules, as far as the board judges that, and the class.
func verify[P any](ctx context.Context, b Board[P], c Complexity[P], ts []Transformation[P], r *Stream) error {
	if len(ts) == 0 {
		return nil
	}
	p, err := b.Puzzle()
	if err != nil {
		return err
	}
	class, err := c.of(ctx, p)
	if err != nil {
		return err
	}
	judge, judged := b.(Mapped[P])
	for _, t := range ts {
		same, err := t.Map(p, r)
		if err != nil {
			return err
		}
		if judged {
			if err := judge.Keeps(ctx, t.Name, same); err != nil {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				return &TransformationError{t.Name, err}
			}
		}
		for _, q := range same {
			got, err := c.of(ctx, q)
			if err != nil {
				return err
			}
			if got != class {
				return &TransformationError{t.Name, fmt.Errorf("an image of a puzzle of class %q is of class %q", class, got)}
			}
		}
	}
	return ctx.Err()
}

// images gives what transformations make of a puzzle, other than itself, each puzzle once as far as the board tells puzzles apart.
func images[P any](b Board[P], p P, ts []Transformation[P], r *Stream) ([]P, error) {
	judge, judged := b.(Mapped[P])
	seen := map[string]bool{}
	if judged && len(ts) > 0 {
		seen[judge.Key(p)] = true
	}
	var out []P
	for _, t := range ts {
		same, err := t.Map(p, r)
		if err != nil {
			return nil, err
		}
		for _, q := range same {
			if judged {
				key := judge.Key(q)
				if seen[key] {
					continue
				}
				seen[key] = true
			}
			out = append(out, q)
		}
	}
	return out, nil
}
