package fillomino

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestWork compares the work of carving boards and of solving what is left with testdata/work.txt, so that a search that has
// become slower, or puzzles that have changed, show as a difference. The counters are the same on every machine.
func TestWork(t *testing.T) {
	ctx := context.Background()
	var out bytes.Buffer
	for _, p := range []Params{
		{Rows: 6, Cols: 6}, {Rows: 9, Cols: 9, Max: 9}, {Rows: 9, Cols: 9}, {Rows: 8, Cols: 8, Shown: true},
		{Rows: 5, Cols: 16, Max: 5}, {Rows: 13, Cols: 13, Max: 9}, {Rows: 12, Cols: 12},
	} {
		r := rng.New(1)
		board, err := (&definition{params: p}).Random(ctx, r.Derive("full"))
		if err != nil {
			t.Fatal(err)
		}
		res, err := carve.Carve(ctx, board, nil, nil, carve.Options{Final: true}, r)
		if err != nil {
			t.Fatal(err)
		}
		w := board.(*carving).Work
		fmt.Fprintf(&out, "%s:%s\n", p, res.Final.Desc())
		fmt.Fprintf(&out, "  carve: questions %d, passes %d, searches %d, decisions %d, conflicts %d\n",
			w.Rounds, w.Passes, w.Searches, w.Decisions, w.Conflicts)
		n := 0
		_, w, err = solver.Solve(ctx, res.Final.board, p.rules(), func(solver.Board) bool { n++; return true })
		if err != nil || n != 1 {
			t.Fatalf("%s: %d solutions, %v", p, n, err)
		}
		fmt.Fprintf(&out, "  solve: decisions %d, conflicts %d, propagations %d\n", w.Decisions, w.Conflicts, w.Propagations)
	}
	golden.Compare(t, "testdata/work.txt", out.Bytes())
}
