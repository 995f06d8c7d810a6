package smtlib_test

import (
	"context"
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestGraphsAgainstBruteForce draws small graphs and automata with several queries each, and compares all solutions with those
// of brute force.
func TestGraphsAgainstBruteForce(t *testing.T) {
	puztest.From(t, puztest.Usual)
	n := uint64(250)
	if puztest.Doing() < puztest.Whole {
		n = 40
	}
	each(t, func(t *testing.T, e *smtlib.Engine) {
		e.Keep = 1
		solutions, err := solvetest.SameSolutions(context.Background(), brute.Engine{}, e, n, 300, func(i uint64) *model.Problem {
			return solvetest.GenerateGraphs(rng.New(15).Derive("graphs", i))
		})
		t.Logf("%d solutions", solutions)
		if err != nil {
			t.Error(err)
		}
	})
}

// TestLargeGraphs: what would be too large when written out is refused by name.
func TestLargeGraphs(t *testing.T) {
	each(t, func(t *testing.T, e *smtlib.Engine) {
		p := model.NewProblem()
		nodes := make([]model.Term, 2000)
		for i := range nodes {
			nodes[i] = model.True
		}
		p.Assert("", p.Connected(p.Graph(nodes, []model.GraphEdge{{A: 0, B: 1, On: p.Bool("b")}})))
		_, err := open(t, e, p).Solve(context.Background())
		var unsupported *solve.UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.What != "a graph of 2000 nodes" {
			t.Errorf("got the error %v", err)
		}
	})
}
