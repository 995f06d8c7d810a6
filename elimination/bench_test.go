package elimination_test

import (
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// trueCalls draws calls that are true of a hidden solution, until they solve the problem.
func trueCalls(m, n int, seed uint64) (elimination.Problem, []func(*elimination.Solver) (int, error)) {
	r := rng.New(seed)
	h := &hidden{m: m, n: n}
	for c := 0; c < m; c++ {
		h.at = append(h.at, r.Perm(n))
	}
	p := h.problem()
	s, err := elimination.New(p)
	if err != nil {
		panic(err)
	}
	var calls []func(*elimination.Solver) (int, error)
	for !s.Solved() {
		i, j, c, d := r.IntN(n), r.IntN(n), r.IntN(m), r.IntN(m)
		x, y := h.item(p, c, i), h.item(p, d, j)
		diff := float64(p[0].Items[h.at[0][j]].(int) - p[0].Items[h.at[0][i]].(int))
		var f func(*elimination.Solver) (int, error)
		switch k := r.IntN(4); {
		case k == 0 && i == j && c != d:
			f = func(s *elimination.Solver) (int, error) { return s.Match(x, y) }
		case k == 1 && i != j:
			f = func(s *elimination.Solver) (int, error) { return s.Unmatch(x, y) }
		case k == 2 && diff > 0:
			f = func(s *elimination.Solver) (int, error) { return s.LessThan(x, y, 0) }
		case k == 3 && i != j:
			f = func(s *elimination.Solver) (int, error) { return s.AdjacentTo(x, y, 0, max(diff, -diff)) }
		default:
			continue
		}
		n, err := f(s)
		if err != nil {
			panic(err)
		}
		if n > 0 {
			calls = append(calls, f)
		}
	}
	return p, calls
}

// BenchmarkTrueClues solves a problem by true clues alone, from building the solver to the last link.
func BenchmarkTrueClues(b *testing.B) {
	for _, size := range [][2]int{{5, 5}, {6, 8}, {8, 12}, {10, 20}, {16, 32}} {
		p, calls := trueCalls(size[0], size[1], 1)
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := elimination.New(p)
				if err != nil {
					b.Fatal(err)
				}
				for _, c := range calls {
					if _, err := c(s); err != nil {
						b.Fatal(err)
					}
				}
				if !s.Solved() {
					b.Fatal("not solved")
				}
			}
			b.ReportMetric(float64(len(calls)), "calls")
		})
	}
}
