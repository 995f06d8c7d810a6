package brute_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
)

var ctx = context.Background()

func open(t *testing.T, p *model.Problem, b solve.Budget) solve.Session {
	t.Helper()
	s, err := brute.Engine{}.Open(ctx, p, b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// pairs is x < y over 1..4, which has six solutions, with a Bool that nothing mentions.
func pairs() (p *model.Problem, x, y model.Term) {
	p = model.NewProblem()
	x, y = p.IntIn("x", 1, 4), p.IntIn("y", 1, 4)
	p.Bool("unmentioned")
	p.Assert("order", p.Lt(x, y))
	return p, x, y
}

func TestFacets(t *testing.T) {
	p, x, y := pairs()
	p.SetObjective(model.Maximise, p.Sub(y, x))
	s := open(t, p, solve.Budget{})
	sols, err := s.Enumerate(ctx, -1)
	if err != nil || !sols.All || len(sols.List) != 6 || p.FormatAssignment(sols.List[5]) != "x = 3, y = 4" {
		t.Errorf("all: %v, %v", sols, err)
	}
	if sols, err = s.Enumerate(ctx, 2); err != nil || sols.All || len(sols.List) != 2 {
		t.Errorf("two: %v, %v", sols, err)
	}
	if n, exact, err := s.Count(ctx, 6); n != 6 || !exact || err != nil {
		t.Errorf("count to 6: %d, %v, %v", n, exact, err)
	}
	if n, exact, err := s.Count(ctx, 5); n != 5 || exact || err != nil {
		t.Errorf("count to 5: %d, %v, %v", n, exact, err)
	}
	if o, err := s.Optimise(ctx, 5); err != nil || o.Value.String() != "3" || len(o.Solutions) != 1 || !o.Attained || !o.All {
		t.Errorf("optimum: %v, %v", o, err)
	}
	if err := errors.Join(s.Push(), s.Add("", p.Gt(x, p.Num(2)))); err != nil {
		t.Fatal(err)
	}
	if f, err := s.Facts(ctx); err != nil || p.FormatAssignment(f.Fixed) != "x = 3, y = 4" {
		t.Errorf("facts: %v, %v", f, err)
	}
	if err := s.Add("", p.Lt(y, p.Num(4))); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Core(ctx); err != nil || c.Status != solve.Unsat || fmt.Sprint(c.Constraints) != "[0 1 2]" {
		t.Errorf("core: %v, %v", c, err)
	}
	if err := s.Pop(); err != nil {
		t.Fatal(err)
	}
	if c, err := s.Core(ctx); err != nil || c.Status != solve.Sat {
		t.Errorf("core of what has a solution: %v, %v", c, err)
	}
	if res, err := s.Solve(ctx, p.Eq(x, p.Num(4))); err != nil || res.Status != solve.Unsat {
		t.Errorf("assuming x = 4: %v, %v", res, err)
	}
	if err := s.Pop(); !errors.Is(err, solve.ErrNoLevel) {
		t.Errorf("pop without push: %v", err)
	}
}

func TestSampleIsUniform(t *testing.T) {
	p, _, _ := pairs()
	s := open(t, p, solve.Budget{})
	r := rng.New(1)
	count := map[string]int{}
	const draws = 1200
	for range draws {
		res, err := s.Sample(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		count[p.FormatAssignment(res.Solution)]++
	}
	for sol, n := range count {
		if n < draws/6-50 || n > draws/6+50 {
			t.Errorf("%s was drawn %d times of %d", sol, n, draws)
		}
	}
	if len(count) != 6 {
		t.Errorf("%d solutions were drawn", len(count))
	}
}

func TestLimits(t *testing.T) {
	p := model.NewProblem()
	p.Assert("", p.Gt(p.Int("x"), p.Num(3)))
	if _, err := open(t, p, solve.Budget{}).Solve(ctx); !errors.Is(err, solve.ErrUnsupported) {
		t.Errorf("an unbounded Int: %v", err)
	}
	q, _, _ := pairs()
	if sols, err := open(t, q, solve.Budget{Steps: 5}).Enumerate(ctx, -1); !errors.Is(err, solve.ErrBudget) || sols.All {
		t.Errorf("five steps: %v, %v", sols, err)
	}
	if _, err := open(t, q, solve.Budget{}).Optimise(ctx, 1); !errors.Is(err, solve.ErrNoObjective) {
		t.Errorf("no objective: %v", err)
	}
	q.And(q.Num(1))
	if _, err := (brute.Engine{}).Open(ctx, q, solve.Budget{}); err == nil {
		t.Error("a problem with a mistake is opened")
	}
}

// TestNothing solves problems without variables.
func TestNothing(t *testing.T) {
	p := model.NewProblem()
	s := open(t, p, solve.Budget{})
	if sols, err := s.Enumerate(ctx, -1); err != nil || !sols.All || len(sols.List) != 1 {
		t.Errorf("an empty problem: %v, %v", sols, err)
	}
	if f, err := s.Facts(ctx); err != nil || f.Status != solve.Sat {
		t.Errorf("facts: %v, %v", f, err)
	}
	p.Assert("", model.False)
	if res, err := open(t, p, solve.Budget{}).Solve(ctx); err != nil || res.Status != solve.Unsat {
		t.Errorf("false: %v, %v", res, err)
	}
}
