package sudoku

import (
	"context"
	"testing"
	"os"
	"time"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

func TestProbe(t *testing.T) {
	n := 16
	seeds := uint64(12)
	if os.Getenv("PROBE") == "25" {
		n, seeds = 25, 5
	}
	r, c := grid.BoxShape(n)
	l, _ := grid.NewLayout(r, c, false)
	d := newDefinition(l)
	var total time.Duration
	for seed := range seeds {
		t0 := time.Now()
		res, err := carve.GenPuzzles(context.Background(), d, nil, nil, carve.Options{Final: true}, rng.New(seed))
		if err != nil {
			t.Fatal(err)
		}
		total += time.Since(t0)
		t.Log(seed, time.Since(t0), n*n-res.Empty, d.engine.conflicts)
	}
	t.Log("MEAN", total/time.Duration(seeds))
}
