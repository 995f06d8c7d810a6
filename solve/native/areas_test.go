package native_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestAreas compares boards whose numbers are the sizes of their areas with brute force: some numbers are given, some areas are larger
// than those that are looked at one by one, and some constraints are left out, so that it is no longer said of all.
func TestAreas(t *testing.T) {
	r := rng.New(1).Derive("areas", 0)
	ctx := context.Background()
	for i := range puztest.Few(80) {
		rows, cols := 1+r.IntN(3), 2+r.IntN(2)
		if i%10 == 9 {
			rows, cols = 1, 11 // more than the common sizes
		}
		n := rows * cols
		p := model.NewProblem()
		x := make([]model.Term, n)
		nodes := make([]model.Term, n)
		ones := make([]model.Term, n)
		for c := range n {
			switch {
			case rows == 1 && c > 0 && c < n-1 && r.IntN(4) > 0:
				x[c] = p.Num(int64(n))
			case r.IntN(4) == 0:
				x[c] = p.Num(int64(1 + r.IntN(min(n, 4))))
			default:
				x[c] = p.IntIn("x"+string(rune('a'+c)), 1, int64(min(n, 5)))
			}
			nodes[c], ones[c] = model.True, p.Num(1)
		}
		var edges []model.GraphEdge
		join := func(a, b int) { edges = append(edges, model.GraphEdge{A: a, B: b, On: p.Eq(x[a], x[b])}) }
		for c := range n {
			if c%cols > 0 {
				join(c-1, c)
			}
			if c >= cols {
				join(c-cols, c)
			}
		}
		g := p.Graph(nodes, edges)
		for c := range n {
			if i%7 == 6 && c == 0 {
				continue
			}
			p.Assert("size", p.Eq(p.GroupSum(g, c, ones), x[c]))
		}
		var lists [2]solve.Solutions
		for k, e := range []solve.Engine{native.New(), brute.Engine{}} {
			s, err := e.Open(ctx, p, solve.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			if lists[k], err = s.Enumerate(ctx, -1); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if len(lists[0].List) != len(lists[1].List) {
			t.Fatalf("problem %d: %d solutions, brute force has %d\n%v", i, len(lists[0].List), len(lists[1].List), p)
		}
		for k, a := range lists[0].List {
			if !a.Equal(lists[1].List[k]) {
				t.Fatalf("problem %d: solution %d differs\n%v", i, k, p)
			}
		}
	}
}
