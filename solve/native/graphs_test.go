package native_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestGraphsAgainstBruteForce draws small graphs with several queries each and compares all solutions.
func TestGraphsAgainstBruteForce(t *testing.T) {
	n := uint64(6000)
	if testing.Short() {
		n = 1000
	}
	for i := range n {
		p := solvetest.GenerateGraphs(rng.New(15).Derive("graphs", i))
		if err := compareAll(p); err != nil {
			t.Fatalf("problem %d: %v\n%v", i, err, p)
		}
	}
}

// compareAll lists all solutions by brute force and by the embedded engine.
func compareAll(p *model.Problem) error {
	ctx := context.Background()
	list := func(e solve.Engine) ([]model.Assignment, error) {
		s, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			return nil, err
		}
		defer s.Close()
		all, err := s.(solve.Enumerator).Enumerate(ctx, -1)
		if err == nil && !all.All {
			err = fmt.Errorf("the list is not complete")
		}
		return all.List, err
	}
	want, err := list(brute.Engine{})
	if err != nil {
		return err
	}
	got, err := list(native.New())
	if err != nil {
		return err
	}
	if len(got) != len(want) {
		return fmt.Errorf("native finds %d solutions, brute force %d", len(got), len(want))
	}
	for i := range got {
		if !got[i].Equal(want[i]) {
			return fmt.Errorf("solution %d is %s, by brute force %s", i, p.FormatAssignment(got[i]), p.FormatAssignment(want[i]))
		}
	}
	return nil
}
