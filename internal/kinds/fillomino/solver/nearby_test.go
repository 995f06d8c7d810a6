package solver

import (
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestNearbyAgainstSearch asks the questions of carving of both searches.
func TestNearbyAgainstSearch(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	settled := map[answer]int{}
	for i, p := range []struct {
		rows, cols int
		Rules      Rules
	}{
		{5, 5, Rules{}}, {9, 9, Rules{MaxRegion: 9}}, {8, 8, Rules{}}, {6, 9, Rules{Shown: true}},
		{10, 10, Rules{}}, {7, 7, Rules{MaxRegion: 4}}, {3, 20, Rules{}},
	} {
		for seed := range uint64(4) {
			r := rng.New(seed*100 + uint64(i))
			full, err := RandomFull(ctx, p.rows, p.cols, p.Rules.MaxRegion, r)
			if err != nil {
				t.Fatal(err)
			}
			c, left := NewCarver(full, p.Rules), full.Clone()
			width := 1 + int(seed)/3 // the last seed empties two cells at a time
			order := r.Perm(len(full.Cells))
			for len(order) >= width {
				cells := order[:width]
				order = order[width:]
				trial := left.Clone()
				for _, k := range cells {
					trial.Cells[k] = 0
				}
				hidden := p.Rules.Shown && hides(trial, full)
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
					t.Fatalf("%v, seed %d: %v without %v: what nearby excluded makes unique %v of %v", p, seed, trial.Cells, cells, unique, alone)
				}
				if !hidden && got != unknown && (got == noOther) != unique {
					t.Fatalf("%v, seed %d: %v without %v: nearby says %d, the search says unique %v", p, seed, trial.Cells, cells, got, unique)
				}
				if unique && !hidden {
					left = trial
				}
			}
		}
	}
	t.Logf("unknown %d, no other %d, another %d", settled[unknown], settled[noOther], settled[another])
}

// hides tells whether some region of a full board has no given.
func hides(givens, full Board) bool {
	for group := range full.Groups() {
		if !slices.ContainsFunc(group, func(c int) bool { return givens.Cells[c] != 0 }) {
			return true
		}
	}
	return false
}
