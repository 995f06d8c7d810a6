package native

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// contradictory is a permutation of n whose bounds are constraints, with many clues that hold for the identity and three that
// contradict each other.
func contradictory(n int) (p *model.Problem, core []string) {
	p = model.NewProblem()
	var x []model.Term
	for i := range n {
		x = append(x, p.Int(fmt.Sprint("x", i)))
	}
	for i, v := range x {
		p.Assert(fmt.Sprint("above", i), p.Ge(v, p.Num(1)))
		p.Assert(fmt.Sprint("below", i), p.Le(v, p.Num(int64(n))))
	}
	for i := range x {
		for j := range i {
			p.Assert(fmt.Sprintf("clue%d.%d", i, j), p.Ne(p.Add(x[i], x[j]), p.Num(int64(2*n))))
		}
	}
	p.Assert("different", p.Distinct(x...))
	p.Assert("first", p.Gt(x[1], p.Add(x[2], p.Num(int64(n/2)))))
	p.Assert("second", p.Gt(x[2], p.Add(x[3], p.Num(int64(n/2-1)))))
	return p, []string{"below1", "above3", "first", "second"}
}

// TestCoreAmongMany finds the few constraints that contradict each other among many, bounds included.
func TestCoreAmongMany(t *testing.T) {
	p, want := contradictory(9)
	s, err := New().Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c, err := s.Core(context.Background())
	if err != nil || c.Status != solve.Unsat {
		t.Fatal(c, err)
	}
	var got []string
	for _, i := range c.Constraints {
		got = append(got, p.Constraint(i).Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("core %v, want %v", got, want)
	}
}

func BenchmarkCore(b *testing.B) {
	p, _ := contradictory(9)
	e := New()
	for b.Loop() {
		s, err := e.Open(context.Background(), p, solve.Budget{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Core(context.Background()); err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
