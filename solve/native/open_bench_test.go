package native

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/solve"
)

// BenchmarkOpen is the translation alone, of problems that were never seen before: what each draw of a generator pays.
func BenchmarkOpen(b *testing.B) {
	for _, c := range shapes() {
		b.Run(c.name, func(b *testing.B) {
			e := New()
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				p := c.build()
				b.StartTimer()
				s, err := e.Open(context.Background(), p, solve.Budget{})
				if err != nil {
					b.Fatal(err)
				}
				s.Close()
			}
		})
	}
}
