package sudoku

import (
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/single"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestSpared: what is left of a walk leads to the solution, every step is one that its technique finds where it stands, and some eliminations
// have gone.
func TestSpared(t *testing.T) {
	ctx := context.Background()
	g, ladder := sample.Geometry("9x9"), Ladder()
	before, after := 0, 0
	for i := range puztest.Seeds(t, 12, 300) {
		puzzle, solution := sample.Puzzle(g, rng.New(77).Derive("spared", i), 81)
		p, err := board.New(g, puzzle)
		if err != nil {
			t.Fatal(err)
		}
		path, err := ladder.Solve(ctx, p.Clone(), 0)
		if err != nil || path.Status != deduce.Solved {
			t.Fatal(path.Status, err)
		}
		before += eliminations(path.Steps)
		var left []board.Step
		for s, err := range Spared(ctx, p, ladder.Walk(ctx, p)) {
			if err != nil {
				t.Fatal(err)
			}
			technique, err := ladder.Lookup(s.Technique)
			if err != nil {
				t.Fatal(err)
			}
			found := false
			technique.Each(p, func(other board.Step) bool {
				found = s.SameEffect(other)
				return !found
			})
			if !found {
				t.Errorf("puzzle %d: %s does not find this step: %s", i, s.Technique, s.Reason())
			}
			left = append(left, s)
		}
		after += eliminations(left)
		if !slices.Equal(p.Values(), solution) {
			t.Errorf("puzzle %d: the steps do not lead to the solution", i)
		}
	}
	if after >= before {
		t.Errorf("%d eliminations of %d are left", after, before)
	}
	t.Log(after, "eliminations of", before, "are left")
}

// TestSparedKeepsPlaced: a value that no single places stays placed, for what follows may rest on it.
func TestSparedKeepsPlaced(t *testing.T) {
	ctx := context.Background()
	g, ladder := sample.Geometry("9x9"), Ladder()
	tried := 0
	for i := range puztest.Seeds(t, 12, 60) {
		puzzle, solution := sample.Puzzle(g, rng.New(77).Derive("spared", i), 81)
		p, err := board.New(g, puzzle)
		if err != nil {
			t.Fatal(err)
		}
		s := spare{ladder, deduce.NewLadder(single.Techniques()...), p.Clone()}
		p.Singles()
		c := p.Open.First()
		if c < 0 {
			continue
		}
		placed := board.Step{Technique: "bug-plus-1", Place: []board.Mark{{Cell: c, Value: solution[c]}}}
		if err := p.Apply(placed); err != nil {
			t.Fatal(err)
		}
		path, err := ladder.Solve(ctx, p, 0)
		if err != nil {
			t.Fatal(err)
		}
		steps := append([]board.Step{placed}, path.Steps...)
		for left, step := range steps {
			if len(step.Remove) == 0 {
				continue
			}
			if shorter := s.without(steps, left); shorter != nil {
				tried++
				if !slices.ContainsFunc(shorter, func(s board.Step) bool { return s.Technique == placed.Technique }) {
					t.Errorf("puzzle %d: without step %d the value is not placed", i, left)
				}
			}
		}
	}
	if tried == 0 {
		t.Error("nothing could be left out")
	}
}

func eliminations(steps []board.Step) (n int) {
	for _, s := range steps {
		if len(s.Remove) > 0 {
			n++
		}
	}
	return n
}
