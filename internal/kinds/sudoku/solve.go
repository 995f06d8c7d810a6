package sudoku

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// maxSolutions bounds how many solutions one call gives back.
const maxSolutions = 100_000

// Solve finds up to limit solutions, at least 2 and at most maxSolutions, in the solver's order.
func (p *Puzzle) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	limit = min(max(limit, 2), maxSolutions)
	var res puzzle.Result
	var found [][]uint8
	var err error
	if p.params.plain() {
		s := solver.NewBits9()
		if found, res.Complete, err = s.Enumerate(ctx, p.values, limit); err != nil {
			return res, err
		}
		res.Work = record.Object{{Key: "guesses", Value: s.Nodes}}
	} else {
		e := solver.NewEngine(p.layout)
		found, res.Complete, err = e.Enumerate(ctx, p.values, limit)
		res.Work = record.Object{{Key: "conflicts", Value: e.Conflicts}, {Key: "decisions", Value: e.Decisions}}
	}
	res.Count = len(found)
	for _, values := range found {
		res.Solutions = append(res.Solutions, &filledBoard{p, values})
	}
	res.Status = puzzle.StatusOf(res.Count, res.Complete)
	return res, err
}
