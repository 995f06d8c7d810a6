package native

import (
	"slices"
	"testing"
	"time"
)

// TestSudoku17 solves puzzles with 17 givens as a generic model and proves each unique. It logs how long they took.
func TestSudoku17(t *testing.T) {
	list := hardSudokus(t, 2000)
	if testing.Short() {
		list = list[:100]
	}
	e := New()
	var took []time.Duration
	for i, g := range list {
		if i >= 400 {
			break
		}
		p := sudoku(g)
		start := time.Now()
		r := solveUnique(t, e, p)
		took = append(took, time.Since(start))
		if len(r.List) != 1 || !r.All {
			t.Fatalf("%s: %d solutions, all %v", g, len(r.List), r.All)
		}
	}
	slices.Sort(took)
	n := len(took)
	t.Logf("%d puzzles: median %v, 99 of 100 within %v, slowest %v", n, took[n/2], took[n*99/100], took[n-1])
}
