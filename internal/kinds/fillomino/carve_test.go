package fillomino

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

func TestRandomFull(t *testing.T) {
	for _, p := range []Params{{Rows: 1, Cols: 1}, {Rows: 2, Cols: 2}, {Rows: 9, Cols: 9}, {Rows: 9, Cols: 9, Max: 9}, {Rows: 9, Cols: 9, Max: 3}, {Rows: 5, Cols: 13, Max: 4}, {Rows: 50, Cols: 60}, {Rows: 25, Cols: 25, Max: 9}} {
		sizes := map[int16]int{}
		for seed := uint64(1); seed <= 5; seed++ {
			b, err := solver.RandomFull(context.Background(), p.Rows, p.Cols, p.Max, rng.New(seed))
			if err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			if err := checkFull(b); err != nil {
				t.Fatalf("%s: %v", p, err)
			}
			for _, v := range b.Cells {
				sizes[v]++
			}
		}
		for v := range sizes {
			if p.Max > 0 && int(v) > p.Max {
				t.Errorf("%s: a region of %d", p, v)
			}
		}
		t.Logf("%s: cells by region size %v", p, sizes)
	}
	if _, err := solver.RandomFull(context.Background(), 5, 13, 2, rng.New(1)); err == nil {
		t.Error("a board that cannot be is found")
	}
}

// TestAllBoardsComeUp: every full board of a small size is drawn.
func TestAllBoardsComeUp(t *testing.T) {
	all := bruteForce(solver.NewBoard(2, 3), solver.Rules{})
	seen := map[string]int{}
	r := rng.New(9)
	for range 6000 {
		b, err := solver.RandomFull(context.Background(), 2, 3, 0, r)
		if err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(b.Cells)]++
	}
	for _, b := range all {
		if seen[b] == 0 {
			t.Errorf("%s never comes up", b)
		}
	}
}
