package sudoku

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

func parse81(s string) (b [81]uint8) {
	for i := range b {
		if c := s[i]; c >= '1' && c <= '9' {
			b[i] = c - '0'
		}
	}
	return b
}

func corpus17(t testing.TB) [][81]uint8 {
	f, err := os.Open(puztest.Corpus(t, "sudoku", "17clue.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list [][81]uint8
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if line := strings.TrimSpace(sc.Text()); len(line) == 81 {
			list = append(list, parse81(line))
		}
	}
	return list
}

func TestBits9On17Clues(t *testing.T) {
	l, _ := grid.NewLayout(3, 3, false)
	s := solver.NewBits9()
	for i, b := range corpus17(t) {
		n, sol := s.Solve(&b, 2)
		if n != 1 {
			t.Fatalf("puzzle %d: %d solutions", i, n)
		}
		values := make([]int, 81)
		for c, v := range sol {
			values[c] = int(v)
			if b[c] != 0 && b[c] != v {
				t.Fatalf("puzzle %d: given changed", i)
			}
		}
		if !l.Solves(values) {
			t.Fatalf("puzzle %d: wrong solution %v", i, sol)
		}
	}
	t.Logf("%d guesses", s.Nodes)
}

func BenchmarkBits9On17Clues(b *testing.B) {
	list := corpus17(b)
	s := solver.NewBits9()
	b.ResetTimer()
	for i := range b.N {
		if !s.Unique(&list[i%len(list)]) {
			b.Fatal("not unique")
		}
	}
	b.ReportMetric(float64(s.Nodes)/float64(b.N), "guesses/op")
}
