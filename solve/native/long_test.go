package native_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestLongRegular counts Latin squares along which a line can be cut into stretches of one sum. The search is long, so that the states of
// the automaton get literals of their own; the same said without an automaton has as many.
func TestLongRegular(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	const n, sum = 7, 12
	count := func(plain bool) (int, int64) {
		p := model.NewProblem()
		x := make([]model.Term, n*n)
		for c := range x {
			x[c] = p.IntIn(fmt.Sprint("x", c), 1, n)
		}
		for k := range n {
			var row, col []model.Term
			for j := range n {
				row, col = append(row, x[k*n+j]), append(col, x[j*n+k])
			}
			p.Assert("row", p.Distinct(row...))
			p.Assert("col", p.Distinct(col...))
		}
		for j := range n {
			p.Assert("first", p.Eq(x[j], p.Num(int64(j+1))))
		}
		var line []model.Term // down and up the columns
		for j := range n {
			for i := range n - 1 {
				if j%2 == 0 {
					i = n - 2 - i
				}
				line = append(line, x[(i+1)*n+j])
			}
		}
		d := &model.DFA{States: sum, Accept: make([]int, sum)}
		for s := range sum {
			d.Accept[s] = s // the last stretch may be cut short
		}
		for s := range sum {
			for v := 1; v <= n && s+v <= sum; v++ {
				d.Steps = append(d.Steps, model.DFAStep{From: s, Value: int64(v), To: (s + v) % sum})
			}
		}
		fits := p.Regular(d, line[:26])
		if plain {
			var err error
			if fits, err = p.Plain(fits); err != nil {
				t.Fatal(err)
			}
		}
		p.Assert("line", fits)
		s, err := native.New().Open(ctx, p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		got, exact, err := s.Count(ctx, 1_000_000)
		if err != nil || !exact {
			t.Fatal(sum, plain, got, exact, err)
		}
		for _, w := range s.Work() {
			if w.Name == "conflicts" {
				return got, w.N
			}
		}
		return 0, 0
	}
	got, conflicts := count(false)
	want, _ := count(true)
	t.Logf("stretches of %d: %d, %d conflicts", sum, got, conflicts)
	if got != want {
		t.Errorf("stretches of %d: %d squares, without an automaton %d", sum, got, want)
	}
	if conflicts < 2000 {
		t.Errorf("stretches of %d: %d conflicts are no long search", sum, conflicts)
	}
}

// TestLongAreas counts the ways to divide a square into areas of five cells, of which there are 4006 (OEIS A172477). The search is long, so that
// groups around which there is ample room are left to one walk over all.
func TestLongAreas(t *testing.T) {
	const n = 5
	p := model.NewProblem()
	var nodes, ones []model.Term
	var edges []model.GraphEdge
	for v := range n * n {
		nodes, ones = append(nodes, model.True), append(ones, p.Num(1))
		if v%n < n-1 {
			edges = append(edges, model.GraphEdge{A: v, B: v + 1, On: p.Bool(fmt.Sprint("right", v))})
		}
		if v < n*(n-1) {
			edges = append(edges, model.GraphEdge{A: v, B: v + n, On: p.Bool(fmt.Sprint("below", v))})
		}
	}
	g := p.Graph(nodes, edges)
	p.Assert("walls", p.Parted(g))
	for v := range n * n {
		p.Assert("size", p.Eq(p.GroupSum(g, v, ones), p.Num(n)))
	}
	ctx := context.Background()
	s, err := native.New().Open(ctx, p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, exact, err := s.Count(ctx, 10_000)
	if err != nil || !exact || got != 4006 {
		t.Error(got, exact, err)
	}
	for _, w := range s.Work() {
		if w.Name == "conflicts" && w.N < 2000 {
			t.Errorf("%d conflicts are no long search", w.N)
		}
	}
}
