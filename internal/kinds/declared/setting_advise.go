package declared

import (
	"context"
	"errors"
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
		if c.Excludes <= best.Gone {
			continue
		}
		move, ok, err := i.printing(c)
		if err != nil {
			return none, err
		}
		if !ok {
			continue
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

// printing gives the move that prints a clue; not ok where none does: that a place is in some part of a division is printed by no border alone.
func (i *Instance) printing(c making.Clue) (m puzzle.Move, ok bool, err error) {
	pl, err := i.brush(c.Layer)
	if err != nil {
		return "", false, err
	}
	place := slices.Index(pl.places, c.Place)
	if place < 0 {
		return "", false, nil
	}
	return pl.move(place, pl.mark(c.Value)), true, nil
}
