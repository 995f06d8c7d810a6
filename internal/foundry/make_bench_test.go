package foundry_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// BenchmarkMake makes records of a specification with everything that generate does for them: the draws, the canonical form, the line.
func BenchmarkMake(b *testing.B) {
	for _, name := range []string{"sudoku:4x4", "gallery:knaves", "gallery:ages", "gallery:ferry"} {
		b.Run(name, func(b *testing.B) {
			src, err := foundry.Open(name, foundry.Options{Format: "jsonl"})
			if err != nil {
				b.Fatal(err)
			}
			defer src.Close()
			mk, i := src.NewMaker(1), uint64(0)
			var line []byte
			for b.Loop() {
				m, err := mk(b.Context(), i)
				if err != nil {
					b.Fatal(err)
				}
				if line, err = m.Record.AppendJSON(line[:0]); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
