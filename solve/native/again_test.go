package native_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestOptimiseAfterAnotherQuestion: the objective's constraints are added when they are first asked for, and must be as good
// after a search as before any. (An integer that a search had narrowed to two values was once taken for a Bool.)
func TestOptimiseAfterAnotherQuestion(t *testing.T) {
	for _, before := range []bool{false, true} {
		p := model.NewProblem()
		x := p.IntIn("x", -555, -554)
		q := p.IntDiv(x, x)
		p.Assert("c", p.Or(model.True, p.Eq(q, x)))
		p.SetObjective(model.Maximise, p.Abs(q))
		s, err := native.New().Open(context.Background(), p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		if before {
			if _, err := s.(solve.Solver).Solve(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		o, err := s.(solve.Optimiser).Optimise(context.Background(), 10)
		if err != nil || o.Value.Compare(model.IntValue(1)) != 0 {
			t.Errorf("asked before: %v: optimum %v, %v; want 1", before, o.Value, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
