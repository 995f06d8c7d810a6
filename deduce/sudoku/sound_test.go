package sudoku_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// layouts are the boards on which every step of every technique is held against the solution: how many puzzles, how many
// givens are tried for removal, and how many steps of each technique are looked at in a position.
var layouts = []struct {
	name                     string
	puzzles, attempts, steps int
}{
	{"4x4", 10, 16, 50}, {"6x6", 10, 36, 50}, {"jigsaw6", 10, 36, 50}, {"9x9", 15, 81, 30}, {"9x9x", 3, 60, 30},
	{"jigsaw9", 3, 60, 30}, {"12x12", 2, 80, 5}, {"16x16", 1, 110, 2}, {"25x25", 1, 150, 2},
}

// check says what is wrong with a step, given the solution and the position it was found in.
func check(p *board.Position, s deduce.Step, solution []int) error {
	if !s.Progress() {
		return fmt.Errorf("changes nothing")
	}
	for _, m := range s.Place {
		if solution[m.Cell] != m.Value {
			return fmt.Errorf("places %s, the solution has %d", p.MarkName(m), solution[m.Cell])
		}
		if !p.Cand[m.Cell].Has(m.Value) {
			return fmt.Errorf("places %s, which is no candidate", p.MarkName(m))
		}
	}
	for i, m := range s.Remove {
		if solution[m.Cell] == m.Value {
			return fmt.Errorf("removes %s, which is the solution", p.MarkName(m))
		}
		if !p.Cand[m.Cell].Has(m.Value) {
			return fmt.Errorf("removes %s, which is no candidate", p.MarkName(m))
		}
		if i > 0 && (s.Remove[i-1].Cell > m.Cell || s.Remove[i-1].Cell == m.Cell && s.Remove[i-1].Value >= m.Value) {
			return fmt.Errorf("removes marks out of order")
		}
	}
	if s.Reason() == "" || s.Technique == "" || s.Cost == 0 || s.Rating == 0 {
		return fmt.Errorf("has no reason, technique, cost or rating")
	}
	return nil
}

// every says at how many of the positions on the way a technique is tried: the dear ones at few, unless QUANDARY_LONG is
// set (about ten minutes).
func every(t *board.Technique) int {
	switch {
	case puztest.Doing() == puztest.Long:
		return 1
	case t.Guess:
		return 3
	case t.Cost >= 1000:
		return 80
	case t.Cost >= 300:
		return 16
	case t.Cost >= 200:
		return 6
	}
	return 2
}

// TestSteps walks random puzzles of every layout and holds every step that any technique finds on the way against the
// solution: no wrong value is placed and no right one removed.
func TestSteps(t *testing.T) {
	ladder := sudoku.Ladder()
	techniques := append([]board.Technique(nil), ladder.Techniques()...)
	for _, tech := range sudoku.Explainer().Techniques() {
		if _, err := ladder.Lookup(tech.ID); err != nil {
			techniques = append(techniques, tech)
		}
	}
	for _, l := range puztest.Some(layouts, 2) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			g := sample.Geometry(l.name)
			seen := make(map[string]int)
			position := 0
			var kept []deduce.Step // of the position before, with their reasons then
			var reasons []string
			for i := range puztest.Few(uint64(l.puzzles)) {
				puzzle, solution := sample.Puzzle(g, rng.New(1).Derive(l.name, uint64(i)), l.attempts)
				p, err := board.New(g, puzzle)
				if err != nil {
					t.Fatal(err)
				}
				for _, err := range ladder.Walk(context.Background(), p) {
					if err != nil {
						t.Fatal(err)
					}
					before := p.String()
					position++
					for i, s := range kept {
						if s.Reason() != reasons[i] {
							t.Errorf("puzzle %d: %s: the reason changed with the position:\n%s\n%s", i, s.Technique, reasons[i], s.Reason())
						}
					}
					kept, reasons = kept[:0], reasons[:0]
					for k, tech := range techniques {
						if (position+k)%every(&tech) != 0 {
							continue
						}
						n := 0
						tech.Each(p, func(s deduce.Step) bool {
							seen[s.Technique]++
							if err := check(p, s, solution); err != nil {
								t.Errorf("puzzle %d: %s (%s) %v\n%s\n%s", i, s.Technique, g.Effect(s), err, s.Reason(), p)
							}
							if n == 0 {
								kept, reasons = append(kept, s), append(reasons, s.Reason())
							}
							n++
							return n < l.steps && !t.Failed()
						})
					}
					if p.String() != before {
						t.Errorf("puzzle %d: a technique changed the position", i)
					}
					if t.Failed() {
						t.FailNow()
					}
				}
				if !g.Solves(p.Values()) {
					t.Fatalf("puzzle %d not solved:\n%s", i, p)
				}
			}
			t.Log(seen)
		})
	}
}
