package sudoku_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestBrokenPositions lets every technique loose on positions from which candidates were eliminated at random, most of which
// have no solution: none may panic, change the position, or yield a step that changes nothing.
func TestBrokenPositions(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ladders := []*deduce.Ladder[*board.Position]{sudoku.Ladder(), sudoku.Explainer()}
	for _, layout := range []string{"4x4", "6x6", "9x9", "9x9x", "jigsaw6"} {
		g := sample.Geometry(layout)
		for i := range uint64(5) {
			if puztest.Doing() < puztest.Whole && i > 0 {
				break
			}
			r := rng.New(6).Derive("broken "+layout, i)
			values, _ := sample.Puzzle(g, r, g.Cells())
			p, err := board.New(g, values)
			if err != nil {
				t.Fatal(err)
			}
			for range r.IntN(3 * g.Cells()) {
				p.Strike(r.IntN(g.Cells()), 1+r.IntN(g.Size))
			}
			for range r.IntN(4) {
				p.Place(r.IntN(g.Cells()), 1+r.IntN(g.Size))
			}
			before := p.String()
			for _, ladder := range ladders {
				for k := range ladder.Techniques() {
					tech := &ladder.Techniques()[k]
					n := 0
					tech.Each(p, func(s deduce.Step) bool {
						if !s.Progress() || s.Reason() == "" {
							t.Fatalf("%s: a step that changes nothing: %+v", tech.ID, s)
						}
						for _, m := range s.Remove {
							if !p.Cand[m.Cell].Has(m.Value) {
								t.Fatalf("%s removes %s, which is no candidate", tech.ID, g.MarkName(m))
							}
						}
						n++
						return n < 10
					})
					if p.String() != before {
						t.Fatalf("%s changed the position", tech.ID)
					}
				}
			}
		}
	}
}
