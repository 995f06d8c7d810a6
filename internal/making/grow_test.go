package making

import (
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestUndecidedByWindows: what windows of a board leave undecided is undecided on the whole, nothing is where the whole is decided, and
// a board that has not changed is not asked about again.
func TestUndecidedByWindows(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	narrower, decided := 0, 0
	for _, c := range []struct{ id, size string }{{"compass", "5x5"}, {"kusabi", "5x5"}, {"doppel-block", "5x5"}, {"slitherlink", "6x6"}} {
		m, size, parts := sortedMaker(t, c.id, c.size)
		for seed := range uint64(3) {
			d, err := wanted{m: m, size: size, sort: parts}.draft(ctx, start{}, rng.New(seed))
			if err != nil {
				t.Fatal(err)
			}
			all, err := d.undecided(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			if all.endless || all.width != whole {
				t.Fatalf("%s#%d: a question about so small a board comes to no end", c.id, seed)
			}
			d.endless = mostEndless
			some, err := d.undecided(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			if (some.left == 0) != (all.left == 0) {
				t.Errorf("%s#%d: windows leave %d undecided, and the whole %d", c.id, seed, some.left, all.left)
			}
			for _, at := range some.open {
				if !slices.Contains(all.open, at) {
					t.Errorf("%s#%d: %s at %v is undecided in a window, and decided on the whole", c.id, seed, at.l.Name, at.p)
				}
			}
			if some.left == 0 {
				decided++
			} else if some.width < whole {
				narrower++
				solver, err := d.proving(ctx)
				if err != nil {
					t.Fatal(err)
				}
				asked := solver.marks
				again, err := d.undecided(ctx, some)
				if err != nil {
					t.Fatal(err)
				}
				if solver.marks != asked || again.compare(some) != 0 {
					t.Errorf("%s#%d: the same board is asked about %d times, and leaves %d undecided instead of %d", c.id, seed, solver.marks-asked, len(again.open), len(some.open))
				}
			}
			d.close()
		}
	}
	if narrower == 0 || decided == 0 {
		t.Errorf("%d boards were undecided in windows, and %d decided: this shows little", narrower, decided)
	}
}

// TestWindows: windows cover the board, and are as wide as they say.
func TestWindows(t *testing.T) {
	geo, err := board.New(7, 9)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{narrowest, 4, 6} {
		list := windows(geo, width)
		for _, c := range geo.All(board.Cell) {
			x, y, _ := geo.Centre(c)
			n := 0
			for _, w := range list {
				if w.holds(x, y, 0) && w.rows == width && w.cols == width {
					n++
				}
			}
			if n == 0 {
				t.Errorf("no window of width %d has %s", width, geo.Name(c))
			}
		}
		for _, w := range list {
			if w.row < 0 || w.col < 0 || w.row+w.rows > geo.Rows || w.col+w.cols > geo.Cols {
				t.Errorf("the window %+v leaves the board", w)
			}
		}
	}
	if got := across(3, 4); !slices.Equal(got, []int{0}) {
		t.Errorf("windows wider than the board begin at %v", got)
	}
}

// TestCompareDoubt: what is decided in wider windows is better, and a question without end is worst.
func TestCompareDoubt(t *testing.T) {
	order := []*doubt{
		{},
		{open: make([]cell, 3), width: whole, left: 3},
		{open: make([]cell, 2), width: 4, left: 9},
		{open: make([]cell, 1), width: 3, left: 9},
		{open: make([]cell, 2), width: 3, left: 9},
		{open: make([]cell, 9), width: whole, left: 9, endless: true},
	}
	for i, a := range order {
		for j, b := range order {
			if got := a.compare(b); got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%+v against %+v: %d", a, b, got)
			}
		}
	}
}
