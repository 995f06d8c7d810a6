package sudoku_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/guess"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestSeveralSolutions takes puzzles with several solutions, says that they are not unique, and holds every step against
// every solution: a technique that rests on uniqueness finds nothing, and no other removes what one of the solutions has.
func TestSeveralSolutions(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ladder := sudoku.Ladder()
	for _, layout := range []string{"6x6", "9x9", "jigsaw6", "9x9x"} {
		g := sample.Geometry(layout)
		for i := range uint64(2) {
			stream := rng.New(4).Derive("several "+layout, i)
			values, _ := sample.Puzzle(g, stream, g.Cells())
			for range 2 { // one or two givens fewer
				for c := stream.IntN(len(values)); ; c = (c + 1) % len(values) {
					if values[c] != 0 {
						values[c] = 0
						break
					}
				}
			}
			p, err := board.New(g, values)
			if err != nil {
				t.Fatal(err)
			}
			p.Unique = false
			solutions, complete := guess.Solutions(p, 3000, 300_000)
			if len(solutions) < 2 || !complete || len(solutions) == 3000 {
				continue
			}
			for moved := true; moved && p.Status() == deduce.Open; {
				moved = false
				for k := range ladder.Techniques() {
					tech := &ladder.Techniques()[k]
					if tech.Cost >= 1000 && !tech.Guess {
						continue
					}
					n := 0
					var first deduce.Step
					tech.Each(p, func(s deduce.Step) bool {
						if n == 0 {
							first = s
						}
						n++
						if tech.AssumesUnique {
							t.Fatalf("%s finds %s in a puzzle with %d solutions", tech.ID, g.Effect(s), len(solutions))
						}
						for _, solution := range solutions {
							if tech.Guess {
								break
							}
							for _, m := range s.Remove {
								if solution[m.Cell] == m.Value {
									t.Fatalf("%s removes %s, which a solution has\n%s\n%s", tech.ID, g.MarkName(m), s.Reason(), p)
								}
							}
							for _, m := range s.Place {
								if solution[m.Cell] != m.Value {
									t.Fatalf("%s places %s, which a solution has not\n%s\n%s", tech.ID, g.MarkName(m), s.Reason(), p)
								}
							}
						}
						return n < 20
					})
					if n > 0 && !tech.Guess {
						if err := p.Apply(first); err != nil {
							t.Fatal(err)
						}
						moved = true
						break
					}
				}
			}
		}
	}
}

// TestAssumesUnique takes the examples of the techniques that rest on uniqueness and says that they are not unique.
func TestAssumesUnique(t *testing.T) {
	g := sample.Geometry("9x9")
	for _, f := range families {
		for _, tech := range f.techniques {
			if !tech.AssumesUnique {
				continue
			}
			e := readExample(t, g, f.folder, tech.ID)
			e.before.Unique = false
			if s, ok := tech.First(e.before); ok {
				t.Errorf("%s finds %s", tech.ID, g.Effect(s))
			}
		}
	}
}
