package native

import (
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"math"
	"slices"
	"testing"
	"time"
)

// TestSudoku17 solves puzzles with 17 givens as a generic model and proves each unique: the first 400 of the corpus, or all with
// QUANDARY_LONG. It logs how long they took.
func TestSudoku17(t *testing.T) {
	count := 400
	if puztest.Doing() == puztest.Long {
		count = math.MaxInt
	}
	list := hardSudokus(t, count)
	e := New()
	var took []time.Duration
	for _, g := range list {
		best := time.Duration(math.MaxInt64) // of three: other work on the machine takes milliseconds at a time
		for range 3 {
			p := sudoku(g)
			start := time.Now()
			r := solveUnique(t, e, p)
			best = min(best, time.Since(start))
			if len(r.List) != 1 || !r.All {
				t.Fatalf("%s: %d solutions, all %v", g, len(r.List), r.All)
			}
		}
		took = append(took, best)
	}
	slices.Sort(took)
	n := len(took)
	t.Logf("%d puzzles: median %v, 99 of 100 within %v, slowest %v", n, took[n/2], took[n*99/100], took[n-1])
}
