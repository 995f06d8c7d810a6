package flatzinc_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/flatzinc"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestEverything asks all questions about random problems of all operators, and compares with brute force.
func TestEverything(t *testing.T) {
	puztest.From(t, puztest.Usual)
	puztest.Need(t, flatzinc.Program)
	n := 60
	if puztest.Doing() < puztest.Whole {
		n = 15
	}
	c := solvetest.Comparison{Engines: []solvetest.Contender{
		{Engine: brute.Engine{}},
		{Engine: flatzinc.Gecode(), Brief: true},
	}}
	solvetest.Run(t, c, n, solvetest.Options{Closed: true, Objectives: 40, Space: 3000}, func(i uint64) solve.Rand {
		return rng.New(15).Derive("flatzinc", i)
	})
}

// TestGraphsAgainstBruteForce draws small graphs and automata with several queries each.
func TestGraphsAgainstBruteForce(t *testing.T) {
	puztest.Need(t, flatzinc.Program)
	n := uint64(150)
	if puztest.Doing() < puztest.Whole {
		n = 30
	}
	solutions, err := solvetest.SameSolutions(context.Background(), brute.Engine{}, flatzinc.Gecode(), n, 1000, func(i uint64) *model.Problem {
		return solvetest.GenerateGraphs(rng.New(16).Derive("graphs", i))
	})
	t.Logf("%d solutions", solutions)
	if err != nil {
		t.Error(err)
	}
}

func open(t *testing.T, e solve.Engine, p *model.Problem, b solve.Budget) solve.Session {
	t.Helper()
	s, err := e.Open(context.Background(), p, b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestRefused names what FlatZinc's solvers do not do.
func TestRefused(t *testing.T) {
	puztest.Need(t, flatzinc.Program)
	for _, c := range []struct {
		what  string
		build func(p *model.Problem) model.Term
	}{
		{"an unbounded integer", func(p *model.Problem) model.Term { return p.Gt(p.Int("n"), p.Num(3)) }},
		{"real numbers", func(p *model.Problem) model.Term { return p.Gt(p.Real("r"), p.Num(3)) }},
		{"numbers beyond 2^30", func(p *model.Problem) model.Term {
			n := p.IntIn("n", 0, 100_000)
			return p.Gt(p.Mul(n, n, n), p.Num(3))
		}},
	} {
		p := model.NewProblem()
		p.Assert("", c.build(p))
		_, err := open(t, flatzinc.Gecode(), p, solve.Budget{}).Solve(context.Background())
		var unsupported *solve.UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.What != c.what {
			t.Errorf("%s: got the error %v", c.what, err)
		}
	}
}

// hard is a problem that takes long: more pigeons than holes.
func hard() *model.Problem {
	p := model.NewProblem()
	var xs []model.Term
	for i := range 14 {
		xs = append(xs, p.IntIn(fmt.Sprint("x", i), 1, 13))
	}
	p.Assert("", p.Distinct(xs...))
	return p
}

// TestBounds ends runs by the context, by the time of a run, and by the number of runs.
func TestBounds(t *testing.T) {
	puztest.Need(t, flatzinc.Program)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if r, err := open(t, flatzinc.Gecode(), hard(), solve.Budget{}).Solve(ctx); !errors.Is(err, context.DeadlineExceeded) || r.Status != solve.Unknown {
		t.Errorf("context: got %v, error %v", r, err)
	}
	e := flatzinc.Gecode()
	e.Timeout = 200 * time.Millisecond
	if r, err := open(t, e, hard(), solve.Budget{}).Solve(context.Background()); !errors.Is(err, solve.ErrBudget) || r.Status != solve.Unknown {
		t.Errorf("time of a run: got %v, error %v", r, err)
	}
	p := model.NewProblem()
	p.Assert("", p.Or(p.Bool("a"), p.Bool("b")))
	if f, err := open(t, flatzinc.Gecode(), p, solve.Budget{Steps: 1}).Facts(context.Background()); !errors.Is(err, solve.ErrBudget) {
		t.Errorf("runs: got %v, error %v", f, err)
	}
}

// TestBadSolvers talks to programs that are no solvers.
func TestBadSolvers(t *testing.T) {
	puztest.Need(t, "sh")
	p := model.NewProblem()
	p.Assert("", p.Gt(p.IntIn("n", 0, 9), p.Num(3)))
	for _, c := range []struct{ name, script, want string }{
		{"dies", "echo oh no >&2; exit 3", "oh no"},
		{"says nothing", "true", "without an answer"},
		{"lies", `printf 'v0 = 2;\n----------\n'`, "gave a solution that is none"},
		{"leaves out", `printf -- '----------\n'`, "value of n"},
		{"babbles", "echo hello", `"hello"`},
		{"rambles", "yes | tr -d '\\n' | head -c 200000", "bytes"},
		{"does not know", "echo =====UNKNOWN=====", "gave up"},
		{"runs out", "echo out of memory >&2; exit 1", "budget"},
	} {
		file := filepath.Join(t.TempDir(), "solver")
		if err := os.WriteFile(file, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		r, err := open(t, flatzinc.Command(c.name, file), p, solve.Budget{}).Solve(context.Background())
		if r.Status != solve.Unknown || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, error %v", c.name, r, err)
		}
	}
	if _, err := flatzinc.Command("none", "no-such-program").Open(context.Background(), p, solve.Budget{}); !errors.Is(err, flatzinc.ErrNotInstalled) {
		t.Errorf("got the error %v", err)
	}
}

// TestNoValue: a variable whose domain is empty leaves no solution.
func TestNoValue(t *testing.T) {
	puztest.Need(t, flatzinc.Program)
	p := model.NewProblem()
	p.Assert("", p.Gt(p.IntIn("n", 5, 3), p.Num(0)))
	if r, err := open(t, flatzinc.Gecode(), p, solve.Budget{}).Solve(context.Background()); err != nil || r.Status != solve.Unsat {
		t.Errorf("got %v, error %v", r, err)
	}
}
