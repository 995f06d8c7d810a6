package fillomino

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// scattered gives a board with random numbers on about a third of its squares.
func scattered(r *rng.Stream, rows, cols, most int) *board {
	b := solver.NewBoard(rows, cols)
	for i := range b.Cells {
		if r.IntN(3) == 0 {
			b.Cells[i] = int16(1 + r.IntN(most))
		}
	}
	return &board{params: Params{Rows: rows, Cols: cols}, board: b}
}

// TestThousandSymmetries: a thousand symmetries of boards of each shape keep the form.
func TestThousandSymmetries(t *testing.T) {
	for _, size := range [][2]int{{5, 5}, {4, 7}, {3, 3}, {1, 6}} {
		r := rng.New(5)
		for done := 0; done < 1000; {
			p := scattered(r, size[0], size[1], 5)
			if q, err := newPuzzle(p.params, p.board); err == nil { // not every board of numbers is a puzzle
				puztest.Symmetric(t, Family{}, q, r, 15)
				done += 15 * len(transformations)
			}
		}
	}
}

// TestFormsAgainstBruteForce: small boards have one form when, and only when, some way to put the squares of the one on those of the other
// keeps neighbours and numbers. All ways are tried, so that this knows nothing of turning and mirroring.
func TestFormsAgainstBruteForce(t *testing.T) {
	ctx := context.Background()
	for _, size := range [][2]int{{2, 2}, {2, 3}, {1, 4}, {2, 4}} {
		r := rng.New(9)
		maps := neighbourly(size[0], size[1])
		var seen []*board
		keys := map[string]string{} // from the least image to the key
		back := map[string]string{}
		for range 400 {
			p := scattered(r, size[0], size[1], 2)
			form, err := p.Canonical(ctx, 0)
			if err != nil || !form.Exact {
				t.Fatal(err)
			}
			least := ""
			for _, m := range maps {
				image := make([]int16, len(m))
				for i, to := range m {
					image[to] = p.board.Cells[i]
				}
				if s := fmt.Sprint(image); least == "" || s < least {
					least = s
				}
			}
			if key, ok := keys[least]; ok && key != string(form.Key) {
				t.Fatalf("%v has two forms, %s and %s", p.board.Cells, key, form.Key)
			}
			if other, ok := back[string(form.Key)]; ok && other != least {
				t.Fatalf("%s is the form of %s and of %s", form.Key, other, least)
			}
			keys[least], back[string(form.Key)] = string(form.Key), least
			seen = append(seen, p)
		}
		t.Logf("%v: %d boards of %d forms, %d ways", size, len(seen), len(keys), len(maps))
	}
}

// neighbourly lists the ways to put the squares of a board onto each other so that neighbours stay neighbours.
func neighbourly(rows, cols int) (out [][]int) {
	n := rows * cols
	near := func(a, b int) bool {
		dr, dc := a/cols-b/cols, a%cols-b%cols
		return dr*dr+dc*dc == 1
	}
	m, used := make([]int, 0, n), make([]bool, n)
	var place func()
	place = func() {
		if len(m) == n {
			out = append(out, append([]int(nil), m...))
			return
		}
		for to := range n {
			fits := !used[to]
			for i, other := range m {
				fits = fits && near(len(m), i) == near(to, other)
			}
			if fits {
				used[to], m = true, append(m, to)
				place()
				used[to], m = false, m[:len(m)-1]
			}
		}
	}
	place()
	return out
}
