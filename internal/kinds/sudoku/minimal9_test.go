package sudoku

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

func TestMinimal9(t *testing.T) {
	m := newMinimal9(solver.NewBits9(), rng.New(1))
	s := solver.NewBits9()
	givens := 0
	const puzzles = 200
	for range puzzles {
		b, sol := m.Next()
		n, got := s.Solve(&b, 2)
		if n != 1 || got != sol {
			t.Fatalf("%d solutions of %v", n, b)
		}
		for cell, v := range b {
			if v == 0 {
				continue
			}
			givens++
			b[cell] = 0
			if s.Unique(&b) {
				t.Fatalf("cell %d can go from %v", cell, b)
			}
			b[cell] = v
		}
	}
	if mean := float64(givens) / puzzles; mean < 23.5 || mean > 25.5 {
		t.Errorf("%.2f givens in the mean", mean)
	}
}

func BenchmarkMinimal9(b *testing.B) {
	m := newMinimal9(solver.NewBits9(), rng.New(1))
	for range b.N {
		m.Next()
	}
}

func BenchmarkFull9(b *testing.B) {
	f := newFull9(solver.NewBits9(), rng.New(1))
	for range b.N {
		f.Next()
	}
}
