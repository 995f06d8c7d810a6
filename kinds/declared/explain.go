package declared

import (
	"context"
	"errors"
	"fmt"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// errNoSolution is the error of explaining a puzzle that has no solution.
var errNoSolution = errors.New("the puzzle has no solution: there is nothing to explain")

// reasoner makes the puzzle ready for explaining: its rules as instances, and an answer to look towards.
func (i *Instance) reasoner(ctx context.Context) (*deduce.Board, error) {
	enc, err := encode.New(ctx, i.b, encode.Options{})
	if err != nil {
		return nil, err
	}
	s, err := i.f.engine.Open(ctx, enc.Problem, solve.Budget{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := s.Solve(ctx)
	if err != nil {
		return nil, err
	}
	if r.Status != solve.Sat {
		return nil, errNoSolution
	}
	return deduce.Compile(ctx, enc, i.f.engine, r.Solution)
}

// Rate rates the puzzle by the steps that solve it.
func (i *Instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	b, err := i.reasoner(ctx)
	if err != nil {
		return puzzle.Rating{}, err
	}
	defer b.Close()
	m, err := b.Measure(ctx)
	if err != nil {
		return puzzle.Rating{}, err
	}
	out := puzzle.Rating{Scale: "class of the hardest step, 1 to 7, and how much there is of it", Steps: m.Steps, Cost: m.Cost, Solved: m.Solved,
		Class: fmt.Sprint(m.Class), Hardest: m.Hardest.String(), Score: m.Score}
	for c, n := range m.Classes {
		out.Features.Set(fmt.Sprintf("class%d", c+1), n)
	}
	out.Features.Set("places", m.Places)
	return out, nil
}
