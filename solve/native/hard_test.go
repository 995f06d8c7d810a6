package native

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// parities puts a parity on each node of a random graph whose nodes have three edges; an edge is a Bool that counts at both
// ends, so that an odd sum of all parities has no solution (Tseitin 1968).
func parities(edges int, seed uint64) *model.Problem {
	p := model.NewProblem()
	r := rng.New(seed)
	nodes := 2 * edges / 3
	ends := make([]int, 0, 3*nodes)
	for v := range nodes {
		ends = append(ends, v, v, v)
	}
	for i := len(ends) - 1; i > 0; i-- {
		j := r.IntN(i + 1)
		ends[i], ends[j] = ends[j], ends[i]
	}
	at := make([][]model.Term, nodes)
	for i := 0; i+1 < len(ends); i += 2 {
		e := p.Bool(fmt.Sprint("e", i/2))
		at[ends[i]], at[ends[i+1]] = append(at[ends[i]], e), append(at[ends[i+1]], e)
	}
	for v, es := range at {
		t := p.Xor(p.Xor(es[0], es[1]), es[2])
		if v == 0 {
			t = p.Not(t)
		}
		p.Assert("parity", t)
	}
	return p
}

// TestHardShapes: small problems of the shapes that are hard for clause learning end within a budget of steps that takes about
// a second.
func TestHardShapes(t *testing.T) {
	crowd := func(n int) *model.Problem { // pigeons once more, with sums for the holes
		p := model.NewProblem()
		holes := make([][]model.Term, n)
		for i := range n + 1 {
			var row []model.Term
			for j := range n {
				row = append(row, p.Bool(fmt.Sprintf("p%dh%d", i, j)))
				holes[j] = append(holes[j], row[j])
			}
			p.Assert("somewhere", p.AtLeast(1, row...))
		}
		for _, h := range holes {
			p.Assert("alone", p.AtMost(1, h...))
		}
		return p
	}
	e := New()
	for name, p := range map[string]*model.Problem{
		"12 pigeonholes": pigeons(12), "20 pigeonholes": pigeons(20), "20 pigeonholes with sums": crowd(20),
		"30 parities": parities(30, 1), "60 parities": parities(60, 2),
	} {
		s, err := e.Open(context.Background(), p, solve.Budget{Steps: 5_000_000})
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Solve(context.Background()); err != nil || r.Status != solve.Unsat {
			t.Errorf("%s: %v %v", name, r.Status, err)
		}
		t.Logf("%s: %v", name, s.Work()[:3])
		s.Close()
	}
}
