package sudoku_test

import (
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
