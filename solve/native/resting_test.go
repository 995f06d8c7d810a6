package native_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestResting states numbers that need not be there, by a domain much wider than what they can be, as the clues of a puzzle are that is being
// made: the solutions are those of the other solver, and the search has no literals for what cannot be.
func TestResting(t *testing.T) {
	p := model.NewProblem()
	var shaded []model.Term
	for _, name := range []string{"a", "b", "c"} {
		shaded = append(shaded, p.Bool(name))
	}
	number := func(name string, rest int64, rule func(x model.Term) model.Term) {
		x, has := p.IntIn(name, 0, 60), p.Bool(name+"?")
		p.Assert(name+" none", p.Or(has, p.Eq(x, p.Num(rest))))
		p.Assert(name, p.Implies(has, rule(x)))
	}
	count := p.Add(p.If(shaded[0], p.Num(1), p.Num(0)), p.If(shaded[1], p.Num(1), p.Num(0)), p.If(shaded[2], p.Num(2), p.Num(0)))
	number("counts", 0, func(x model.Term) model.Term { return p.Eq(x, count) })
	number("rests above", 9, func(x model.Term) model.Term { return p.Lt(x, count) })
	number("never there", 2, func(x model.Term) model.Term { return p.Gt(x, p.Num(60)) })
	number("free", 1, func(x model.Term) model.Term { return p.Or(shaded[0], p.Lt(x, p.Num(2))) })
	ctx := context.Background()
	want := solutions(t, ctx, &brute.Engine{}, p)
	if len(want.List) == 0 {
		t.Fatal("no solutions")
	}
	got := solutions(t, ctx, narrowing{native.New()}, p)
	if len(got.List) != len(want.List) {
		t.Fatalf("%d solutions, want %d", len(got.List), len(want.List))
	}
	for i := range want.List {
		if want.List[i].Compare(got.List[i]) != 0 {
			t.Fatalf("solution %d: %v, want %v", i, got.List[i], want.List[i])
		}
	}
	s, err := native.New().OpenNarrowed(ctx, p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Solve(ctx); err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Work() {
		if w.Name == "variables" && w.N > 120 { // 60 are those of the free one
			t.Errorf("%d variables", w.N)
		}
	}
}

// narrowing opens all sessions as it does narrowed ones.
type narrowing struct{ *native.Engine }

func (n narrowing) Open(ctx context.Context, p *model.Problem, b solve.Budget) (solve.Session, error) {
	return n.OpenNarrowed(ctx, p, b)
}

func solutions(t *testing.T, ctx context.Context, e solve.Engine, p *model.Problem) solve.Solutions {
	t.Helper()
	s, err := e.Open(ctx, p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.Enumerate(ctx, -1)
	if err != nil || !got.All {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	return got
}
