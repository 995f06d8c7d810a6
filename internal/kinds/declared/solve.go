package declared

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// Solve finds up to limit solutions, which differ in what is asked for, and proves when there are no more.
func (i *Instance) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	return i.SolveWith(ctx, i.f.engine, limit)
}

// SolveWith does the same with a solver of the caller's choice.
func (i *Instance) SolveWith(ctx context.Context, engine solve.Engine, limit int) (puzzle.Result, error) {
	found, err := answers.Solve(ctx, engine, i.b, limit)
	res := puzzle.Result{Count: len(found.Boards), Complete: found.Complete}
	for _, b := range found.Boards {
		res.Solutions = append(res.Solutions, &Solution{i.f, b})
	}
	if err != nil {
		if res.Count >= 2 {
			res.Status = puzzle.Several
		}
		return res, err
	}
	switch {
	case res.Count > 1:
		res.Status = puzzle.Several
	case res.Count == 1 && res.Complete:
		res.Status = puzzle.Unique
	case res.Complete:
		res.Status = puzzle.None
	default:
		res.Status = puzzle.Several
	}
	for _, w := range found.Work {
		res.Work.Set(w.Name, w.N)
	}
	slices.SortFunc(res.Solutions, func(a, b puzzle.Solution) int {
		if a.Desc() < b.Desc() {
			return -1
		}
		return 1
	})
	return res, nil
}

// Others states the puzzle anew, with a constraint more for each of some solutions: that what is asked for is another. It has no
// solution exactly where these are all.
func (i *Instance) Others(ctx context.Context, found []puzzle.Solution) (*model.Problem, error) {
	enc, err := encode.New(ctx, i.b, encode.Options{})
	if err != nil {
		return nil, err
	}
	defer enc.Close()
	for _, s := range found {
		own, err := i.of(s)
		if err != nil {
			return nil, err
		}
		same, err := enc.Fix(own.b)
		if err != nil {
			return nil, err
		}
		enc.Problem.Assert("another", enc.Problem.Not(same))
	}
	return enc.Problem, enc.Problem.Err()
}
