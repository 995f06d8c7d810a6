package native

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestMixedShapes runs the generator that all engines are compared with.
func TestMixedShapes(t *testing.T) {
	e := New()
	root := rng.New(11)
	refused := 0
	for n := uint64(0); n < puztest.Few(1500); n++ {
		p := solvetest.Generate(root.Derive("mixed", n), solvetest.Options{Objectives: 20})
		want := brute(p)
		s, err := e.Open(context.Background(), p, solve.Budget{})
		if errors.Is(err, solve.ErrUnsupported) {
			refused++
			continue
		}
		if err != nil {
			t.Fatalf("problem %d: open: %v\n%s", n, err, p)
		}
		got, err := s.Enumerate(context.Background(), -1)
		if err != nil || !got.All || !slices.EqualFunc(got.List, want, model.Assignment.Equal) {
			t.Fatalf("problem %d: %v: got %d solutions, want %d\n%s", n, err, len(got.List), len(want), p)
		}
		s.Close()
	}
	// Refused are products and powers of numbers about 10^12, which leave the range that the engine computes in.
	if refused > 60 {
		t.Errorf("%d problems refused", refused)
	}
}

// TestIncremental asks about subsets of the constraints by assumptions and by levels.
func TestIncremental(t *testing.T) {
	puztest.From(t, puztest.Usual)
	e := New()
	ctx := context.Background()
	root := rng.New(12)
	for n := uint64(0); n < 800; n++ {
		r := root.Derive("incremental", n)
		p := solvetest.Generate(r, solvetest.Options{Space: 300})
		var cons []model.Term
		for i := 0; i < p.NumConstraints(); i++ {
			cons = append(cons, p.Constraint(i).Term)
		}
		p.Truncate(1)
		s, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			continue
		}
		present := cons[:1:1]
		var marks []int
		for k := 0; k < 12; k++ {
			c := cons[r.IntN(len(cons))]
			switch r.IntN(5) {
			case 0:
				marks = append(marks, len(present))
				if err := s.Push(); err != nil {
					t.Fatal(err)
				}
			case 1:
				if len(marks) > 0 {
					present = present[:marks[len(marks)-1]]
					marks = marks[:len(marks)-1]
					if err := s.Pop(); err != nil {
						t.Fatal(err)
					}
				} else if err := s.Pop(); err != solve.ErrNoLevel {
					t.Fatal(err)
				}
			case 2:
				if err := s.Add("c", c); errors.Is(err, solve.ErrUnsupported) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				present = append(present, c)
			case 3:
				q := cloneWith(p, append(slices.Clone(present), c))
				want := brute(q)
				got, err := s.Solve(ctx, c)
				if errors.Is(err, solve.ErrUnsupported) {
					continue
				}
				if err != nil {
					t.Fatalf("problem %d: %v\n%s", n, err, q)
				}
				if (got.Status == solve.Sat) != (len(want) > 0) {
					t.Fatalf("problem %d: solve under an assumption says %v, want %d solutions\n%s", n, got.Status, len(want), q)
				}
			case 4:
				q := cloneWith(p, present)
				want := brute(q)
				got, err := s.Enumerate(ctx, -1)
				if errors.Is(err, solve.ErrUnsupported) {
					continue
				}
				if err != nil || !got.All || !slices.EqualFunc(got.List, want, model.Assignment.Equal) {
					t.Fatalf("problem %d step %d: %v: got %d solutions, want %d\n%s", n, k, err, len(got.List), len(want), q)
				}
			}
		}
		s.Close()
	}
}

// cloneWith lists the constraints in p itself, which shares the terms; p has one constraint in these tests.
func cloneWith(p *model.Problem, cons []model.Term) *model.Problem {
	p.Truncate(0)
	for _, c := range cons {
		p.Assert("c", c)
	}
	return p
}
