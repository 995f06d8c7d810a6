package native

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// rows is n permutations of 1..5 that nothing ties together; x[i][0] is not 1.
func rows(n int) (p *model.Problem, x [][]model.Term) {
	p = model.NewProblem()
	for i := range n {
		var row []model.Term
		for j := range 5 {
			row = append(row, p.IntIn(fmt.Sprintf("x%d%d", i, j), 1, 5))
		}
		p.Assert("different", p.Distinct(row...))
		p.Assert("not first", p.Ne(row[0], p.Num(1)))
		x = append(x, row)
	}
	return p, x
}

func open(t *testing.T, p *model.Problem) *session {
	t.Helper()
	s, err := New().Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s.(*session)
}

func TestParts(t *testing.T) {
	ctx := context.Background()
	p, x := rows(7)
	p.Assert("fixed", p.Eq(x[6][2], p.Num(4)))
	p.SetObjective(model.Maximise, p.Add(x[1][0], p.Mul(p.Num(2), x[3][1])))
	s := open(t, p)
	if len(s.parts) != 6 { // the objective ties two together
		t.Fatalf("%d parts", len(s.parts))
	}
	n, exact, err := s.Count(ctx, -1)
	if want := 96 * 96 * 96 * 96 * 96 * 96 * 18; n != want || !exact || err != nil {
		t.Errorf("count: %d %v %v, want %d", n, exact, err, want)
	}
	if n, exact, err := s.Count(ctx, 500); n != 500 || exact || err != nil {
		t.Errorf("count up to 500: %d %v %v", n, exact, err)
	}
	if n, exact, err := s.Count(ctx, 0); n != 0 || exact || err != nil {
		t.Errorf("count up to 0: %d %v %v", n, exact, err)
	}
	if l, err := s.Enumerate(ctx, 300); err != nil || len(l.List) != 300 || l.All || !slices.IsSortedFunc(l.List, model.Assignment.Compare) {
		t.Errorf("300 solutions: %d %v %v", len(l.List), l.All, err)
	}
	f, err := s.Facts(ctx)
	if err != nil || f.Status != solve.Sat {
		t.Fatal(f, err)
	}
	for v, a := range f.Fixed {
		if fixed := p.Variable(model.Var(v)).Name == "x62"; a.Valid() != fixed {
			t.Errorf("fact about %s: %v", p.Variable(model.Var(v)).Name, a)
		}
	}
	o, err := s.Optimise(ctx, 7)
	if err != nil || !o.Value.Equal(model.IntValue(15)) || len(o.Solutions) != 7 || o.All {
		t.Errorf("optimum: %v %v", o, err)
	}
	// Every value that a cell can have comes up.
	r := rng.New(3)
	seen := map[string]bool{}
	for range 100 {
		d, err := s.Sample(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		seen[fmt.Sprint(d.Solution[0], d.Solution[5])] = true
	}
	if len(seen) != 16 {
		t.Errorf("%d of 16 pairs of values drawn", len(seen))
	}
	if res, err := s.Solve(ctx, p.Eq(x[0][0], x[5][0]), p.Eq(x[0][0], p.Num(3))); err != nil || !res.Solution[25].Equal(model.IntValue(3)) {
		t.Errorf("under assumptions: %v %v", res, err)
	}
	if res, err := s.Solve(ctx); err != nil || res.Status != solve.Sat {
		t.Errorf("after assumptions: %v %v", res, err)
	}
	// A level ties parts together; so does a constraint for good.
	tie := p.Eq(p.Add(x[0][0], x[1][0], x[2][0]), p.Num(15))
	if err := errors.Join(s.Push(), s.Add("tie", tie)); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Facts(ctx); err != nil || !f.Fixed[0].Equal(model.IntValue(5)) || !f.Fixed[10].Equal(model.IntValue(5)) {
		t.Errorf("tied: %v %v", f, err)
	}
	if err := s.Pop(); err != nil {
		t.Fatal(err)
	}
	if m, _, err := s.Count(ctx, -1); err != nil || m != n {
		t.Errorf("count after pop: %d %v", m, err)
	}
	if err := s.Add("tie", tie); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Facts(ctx); err != nil || !f.Fixed[5].Equal(model.IntValue(5)) {
		t.Errorf("tied for good: %v %v", f, err)
	}
}

// TestPartWithoutSolution: what other parts cannot tell does not matter.
func TestPartWithoutSolution(t *testing.T) {
	ctx := context.Background()
	p, x := rows(3)
	far := p.Int("far") // nothing bounds it
	p.Assert("far", p.Eq(p.Add(far, p.Int("near")), p.Num(7)))
	p.Assert("none", p.Gt(x[1][3], p.Num(4)))
	p.Assert("needless", p.Lt(x[2][0], p.Num(5)))
	p.Assert("at all", p.Lt(x[1][3], p.Num(5)))
	s := open(t, p)
	if r, err := s.Solve(ctx); r.Status != solve.Unsat || err != nil {
		t.Errorf("solve: %v %v", r, err)
	}
	if l, err := s.Enumerate(ctx, 10); !l.All || len(l.List) > 0 || err != nil {
		t.Errorf("enumerate: %v %v", l, err)
	}
	if n, exact, err := s.Count(ctx, 10); n != 0 || !exact || err != nil {
		t.Errorf("count: %v %v %v", n, exact, err)
	}
	if f, err := s.Facts(ctx); f.Status != solve.Unsat || err != nil {
		t.Errorf("facts: %v %v", f, err)
	}
	if r, err := s.Sample(ctx, rng.New(1)); r.Status != solve.Unsat || err != nil {
		t.Errorf("sample: %v %v", r, err)
	}
	if c, err := s.Core(ctx); c.Status != solve.Unsat || !slices.Equal(c.Constraints, []int{7, 9}) || err != nil {
		t.Errorf("core: %v %v", c, err)
	}
}

// TestCoreOfObjective: an objective that mentions an empty domain needs no constraint to have no solution.
func TestCoreOfObjective(t *testing.T) {
	p := model.NewProblem()
	p.Assert("never", p.Eq(p.IntIn("x", 1, 1), p.Num(2)))
	p.SetObjective(model.Maximise, p.IntIn("y", 2, 1))
	if c, err := open(t, p).Core(context.Background()); c.Status != solve.Unsat || len(c.Constraints) > 0 || err != nil {
		t.Errorf("%v %v", c, err)
	}
}

// TestPartsAgainstWhole asks random problems that fall apart, as parts and, on a level without constraints, as a whole.
func TestPartsAgainstWhole(t *testing.T) {
	ctx := context.Background()
	e := New()
	root := rng.New(17)
	apart := 0
	for n := uint64(0); n < 1500; n++ {
		p := solvetest.Generate(root.Derive("parts", n), solvetest.Options{Objectives: 40})
		o, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			continue
		}
		s := o.(*session)
		if len(s.parts) == 0 {
			s.Close()
			continue
		}
		apart++
		ask := func() (all []any) {
			l, err := s.Enumerate(ctx, 1000)
			if !l.All {
				l.List = nil
			}
			all = append(all, l, err)
			c, exact, err := s.Count(ctx, 1000)
			all = append(all, c, exact, err)
			f, err := s.Facts(ctx)
			all = append(all, f, err)
			d, err := s.Sample(ctx, rng.New(n))
			if l.All {
				all = append(all, d, err)
			}
			b, err := s.Optimise(ctx, 1000)
			if !b.All {
				b.Solutions = nil
			}
			return append(all, b, err)
		}
		parts := ask()
		if err := s.Push(); err != nil {
			t.Fatal(err)
		}
		whole := ask()
		if a, b := fmt.Sprint(parts), fmt.Sprint(whole); a != b {
			t.Fatalf("problem %d: as parts\n%s\nas a whole\n%s\n%s", n, a, b, p)
		}
		s.Close()
	}
	if apart < 100 {
		t.Errorf("only %d problems of 1500 fell apart", apart)
	}
	t.Logf("%d problems fell apart", apart)
}
