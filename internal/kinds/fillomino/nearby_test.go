package fillomino

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestNearbyAgainstSearch asks the questions of carving of both searches.
func TestNearbyAgainstSearch(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	settled := map[answer]int{}
	for i, p := range []Params{
		{Rows: 5, Cols: 5}, {Rows: 9, Cols: 9, Max: 9}, {Rows: 8, Cols: 8}, {Rows: 6, Cols: 9, Shown: true},
		{Rows: 10, Cols: 10}, {Rows: 7, Cols: 7, Max: 4}, {Rows: 3, Cols: 20},
	} {
		for seed := range uint64(4) {
			r := rng.New(seed*100 + uint64(i))
			full, err := randomFull(ctx, p, r)
			if err != nil {
				t.Fatal(err)
			}
			c, err := newCarving(p, full)
			if err != nil {
				t.Fatal(err)
			}
			width := 1 + int(seed)/3 // the last seed empties two cells at a time
			order := r.Perm(c.Len())
			for len(order) >= width {
				cells := order[:width]
				order = order[width:]
				trial := c.left.clone()
				for _, k := range cells {
					trial.Cells[k] = 0
				}
				shown := p.Shown && (&board{params: p, board: trial}).checkShown(full) != nil
				got := c.near.ask(trial.Cells, cells)
				settled[got]++
				bound, raise, unique := firstBound, true, false
				for ; raise; bound *= 2 {
					if unique, raise, err = c.another(ctx, trial, cells, bound); err != nil {
						t.Fatal(err)
					}
				}
				// The search by itself must say the same.
				alone := unique
				c.near.root = c.near.root[:0]
				for bound, raise = firstBound, true; raise; bound *= 2 {
					if alone, raise, err = c.another(ctx, trial, cells, bound); err != nil {
						t.Fatal(err)
					}
				}
				if alone != unique {
					t.Fatalf("%s, seed %d: %v without %v: what nearby excluded makes unique %v of %v", p, seed, trial.Cells, cells, unique, alone)
				}
				if !shown && got != unknown && (got == noOther) != unique {
					t.Fatalf("%s, seed %d: %v without %v: nearby says %d, the search says unique %v", p, seed, trial.Cells, cells, got, unique)
				}
				if unique && !shown {
					c.Remove(cells)
				}
			}
		}
	}
	t.Logf("unknown %d, no other %d, another %d", settled[unknown], settled[noOther], settled[another])
}
