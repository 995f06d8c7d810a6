package sudoku_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/internal/sample"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// BenchmarkTechniques looks for the first step of each technique at the start of the same 9 by 9 puzzles.
func BenchmarkTechniques(b *testing.B) {
	g := sample.Geometry("9x9")
	var list []*board.Position
	for i := range 10 {
		puzzle, _ := sample.Puzzle(g, rng.New(3).Derive("speed", uint64(i)), 81)
		p, err := board.New(g, puzzle)
		if err != nil {
			b.Fatal(err)
		}
		p.Singles()
		if p.Status() == deduce.Open {
			list = append(list, p)
		}
	}
	for _, tech := range sudoku.Ladder().Techniques() {
		b.Run(tech.ID, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				tech.First(list[i%len(list)])
			}
		})
	}
}

// puzzles gives the puzzles that the benchmarks share.
func puzzles(b *testing.B, layout string, n, attempts int) []*board.Position {
	b.Helper()
	g := sample.Geometry(layout)
	var list []*board.Position
	for i := range n {
		puzzle, _ := sample.Puzzle(g, rng.New(3).Derive("speed", uint64(i)), attempts)
		p, err := board.New(g, puzzle)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// BenchmarkSingles solves puzzles as far as singles go, without making steps: what a carver asks most often.
func BenchmarkSingles(b *testing.B) {
	for _, size := range []string{"9x9", "16x16"} {
		b.Run(size, func(b *testing.B) {
			list := puzzles(b, size, 10, 60)
			work := list[0].Clone()
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				work.CopyFrom(list[i%len(list)])
				work.Singles()
			}
		})
	}
}

// BenchmarkGrade solves random minimal puzzles with each ladder, and with the ladder up to naked pairs.
func BenchmarkGrade(b *testing.B) {
	list := puzzles(b, "9x9", 20, 81)
	work := list[0].Clone()
	pairs, err := sudoku.Ladder().UpTo("naked-pair")
	if err != nil {
		b.Fatal(err)
	}
	for _, l := range []struct {
		name   string
		ladder *deduce.Ladder[*board.Position]
	}{{"pairs", pairs}, {"human", sudoku.Ladder()}, {"explainer", sudoku.Explainer()}} {
		b.Run(l.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				work.CopyFrom(list[i%len(list)])
				if _, err := l.ladder.Solves(context.Background(), work); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSolves holds Solves, which takes singles in sweeps, against Solve, which makes every step.
func TestSolves(t *testing.T) {
	for _, layout := range []string{"6x6", "9x9", "jigsaw9"} {
		g := sample.Geometry(layout)
		for i := range uint64(12) {
			values, _ := sample.Puzzle(g, rng.New(8).Derive(layout, i), 70)
			for _, id := range []string{"full-house", "naked-single", "hidden-single", "hidden-pair", "xyz-wing"} {
				ladder, err := sudoku.Ladder().UpTo(id)
				if err != nil {
					t.Fatal(err)
				}
				p, err := board.New(g, values)
				if err != nil {
					t.Fatal(err)
				}
				path, err := ladder.Solve(context.Background(), p.Clone(), 0)
				if err != nil {
					t.Fatal(err)
				}
				solved, err := ladder.Solves(context.Background(), p)
				if err != nil || solved != (path.Status == deduce.Solved) {
					t.Errorf("%s puzzle %d up to %s: Solves says %v, Solve %v", layout, i, id, solved, path.Status)
				}
			}
		}
	}
}
