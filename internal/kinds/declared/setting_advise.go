package declared

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/making"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// mostAdvised is how many solutions advice looks at.
const mostAdvised = 24

// Advise looks at some solutions of the board, and for each clue that one of them would have at how many of the others do not.
func (i *Instance) Advise(ctx context.Context) (puzzle.Advice, error) {
	none := puzzle.Advice{}
	res, err := i.Solve(ctx, mostAdvised)
	if err != nil && len(res.Solutions) < 2 {
		return none, err
	}
	switch len(res.Solutions) {
	case 0:
		return none, carve.ErrNoSolution
	case 1:
		return none, errors.New("the board has one solution: there is nothing to add")
	}
	all := make([]*rules.Board, len(res.Solutions))
	for n, s := range res.Solutions {
		all[n] = s.(*Solution).b
	}
	clues, err := i.f.maker.Clues(ctx, i.b, all)
	if err != nil {
		return none, err
	}
	best := puzzle.Advice{Of: len(all)}
	for _, c := range clues {
		if c.Excludes <= best.Gone || c.Excludes == len(all) {
			continue
		}
		move, err := i.printing(c)
		if err != nil {
			return none, err
		}
		if _, err := i.Edit([]puzzle.Move{move}); err == nil {
			best.Move, best.Gone = move, c.Excludes
		}
	}
	if best.Move == "" {
		return none, errors.New("no single clue tells these solutions apart")
	}
	next, err := i.Edit([]puzzle.Move{best.Move})
	if err != nil {
		return none, err
	}
	after, err := next.(*Instance).Solve(ctx, 2)
	if err != nil && len(after.Solutions) < 2 {
		return none, err
	}
	best.Unique = after.Status == puzzle.Unique
	return best, nil
}

// printing gives the move that prints a clue.
func (i *Instance) printing(c making.Clue) (puzzle.Move, error) {
	pl, err := i.brush(c.Layer)
	if err != nil {
		return "", err
	}
	place := slices.Index(pl.places, c.Place)
	if place < 0 {
		return "", fmt.Errorf("%s cannot be marked there", c.Layer.Name)
	}
	return pl.move(place, pl.mark(c.Value)), nil
}
