package native

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// TestEqualVariables lists the solutions of problems with many variables that are said to be equal or opposite, in chains and
// circles, with other bounds, and on levels.
func TestEqualVariables(t *testing.T) {
	ctx := context.Background()
	e := New()
	root := rng.New(77)
	merged := 0
	for n := uint64(0); n < 800; n++ {
		r := root.Derive("alias", n)
		g := &gen{r: r, p: model.NewProblem()}
		p := g.p
		for i := range 4 {
			lo := r.Int64Between(-3, 2)
			g.ints = append(g.ints, p.IntIn(fmt.Sprint("x", i), lo, lo+r.Int64Between(0, 4)))
			g.bools = append(g.bools, p.Bool(fmt.Sprint("b", i)))
		}
		equality := func() model.Term {
			i, j := r.IntN(4), r.IntN(4)
			switch r.IntN(4) {
			case 0:
				return p.Iff(g.bools[i], g.bools[j])
			case 1:
				return p.Xor(g.bools[i], p.Not(p.Not(g.bools[j])))
			}
			return p.Eq(g.ints[i], g.ints[j])
		}
		for range 1 + r.IntN(4) {
			p.Assert("equal", p.And(equality(), equality()))
		}
		if r.IntN(2) == 0 {
			p.Assert("more", g.boolean(2))
		}
		if p.Err() != nil {
			t.Fatal(p.Err())
		}
		list := func(want []model.Assignment, s solve.Session) {
			t.Helper()
			got, err := s.Enumerate(ctx, -1)
			if err != nil || !got.All || !slices.EqualFunc(got.List, want, model.Assignment.Equal) {
				t.Fatalf("problem %d: %v: %d solutions %v, want %d %v\n%s", n, err, len(got.List), got.List, len(want), want, p)
			}
		}
		s, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		want := brute(p)
		list(want, s)
		// One more on a level, and taken back.
		extra := equality()
		vars := p.Mentioned()
		p.Assert("extra", extra)
		if slices.Equal(vars, p.Mentioned()) && len(want) > 0 {
			merged++
			more := brute(p)
			p.Truncate(p.NumConstraints() - 1)
			if err := s.Push(); err != nil {
				t.Fatal(err)
			}
			if err := s.Add("extra", extra); err != nil {
				t.Fatal(err)
			}
			list(more, s)
			if err := s.Pop(); err != nil {
				t.Fatal(err)
			}
			list(want, s)
		}
		s.Close()
	}
	if merged < 100 {
		t.Errorf("only %d problems were asked on a level", merged)
	}
}
