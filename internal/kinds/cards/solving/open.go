// Package solving says clue cards in the two forms that can be searched: a [Table] of bits tells which of the things that are listed a clue
// bans, and an [Encoding] is a puzzle as a constraint problem, in which the things are all assignments of values to properties. What
// they find is judged by package deck, with which they share no code.
package solving

import (
	"context"
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/solve"
)

// ErrNoEngine is the error of a factored puzzle where there is no engine.
var ErrNoEngine = errors.New("the puzzle is factored, and no solver was given to solve it")

// Steps bounds the search of one call on a constraint problem, other than that for the solutions of a puzzle.
const Steps = 400_000

// Open gives a session of an engine on a puzzle, without its clues where it is bare, with what demand says of it beside; nil: nothing.
func Open(ctx context.Context, engine solve.Engine, p *deck.Puzzle, bare bool, demand func(*Encoding)) (*Encoding, solve.Session, error) {
	if engine == nil {
		return nil, nil, ErrNoEngine
	}
	e, err := Encode(p, bare)
	if err != nil {
		return nil, nil, err
	}
	if demand != nil {
		demand(e)
	}
	s, err := engine.Open(ctx, e.Problem, solve.Budget{Steps: Steps})
	return e, s, err
}

// Found are solutions of a puzzle.
type Found struct {
	Things []deck.Thing
	All    bool // there are no others
	Work   []solve.Work
}

// Solutions finds up to limit solutions of a puzzle. What an engine finds is judged by what the clues mean.
func Solutions(ctx context.Context, engine solve.Engine, p *deck.Puzzle, limit int) (Found, error) {
	if engine == nil {
		return Found{}, ErrNoEngine
	}
	e, err := Encode(p, false)
	if err != nil {
		return Found{}, err
	}
	s, err := engine.Open(ctx, e.Problem, solve.Budget{})
	if err != nil {
		return Found{}, err
	}
	defer s.Close()
	list, err := s.Enumerate(ctx, limit)
	var out Found
	for _, a := range list.List {
		t, bad := e.Thing(a)
		if bad == nil {
			if bad = p.CheckThing(t); bad != nil {
				bad = fmt.Errorf("%s gave a wrong solution: %w", engine.Name(), bad)
			}
		}
		if bad != nil {
			return Found{}, bad
		}
		out.Things = append(out.Things, t)
	}
	out.All, out.Work = list.All, s.Work()
	return out, err
}
