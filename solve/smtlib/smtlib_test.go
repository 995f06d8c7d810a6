package smtlib_test

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
	"github.com/quandary-puzzles/quandary/solve/smtlib"
)

// each runs a test with every solver that is installed.
func each(t *testing.T, f func(t *testing.T, e *smtlib.Engine)) {
	t.Helper()
	for _, e := range []*smtlib.Engine{smtlib.Z3(), smtlib.CVC5()} {
		t.Run(e.Name(), func(t *testing.T) {
			puztest.Need(t, e.Name())
			e.Timeout = 5 * time.Second
			defer e.Close()
			f(t, e)
		})
	}
}

func open(t *testing.T, e solve.Engine, p *model.Problem) solve.Session {
	t.Helper()
	s, err := e.Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestEnumerate(t *testing.T) {
	each(t, func(t *testing.T, e *smtlib.Engine) {
		p := model.NewProblem()
		x, y, _ := p.IntIn("x", 1, 4), p.IntIn("y", 1, 4), p.Bool("unmentioned")
		p.Assert("order", p.Lt(x, y))
		s := open(t, e, p)
		sols, err := s.Enumerate(context.Background(), 10)
		if err != nil || !sols.All || len(sols.List) != 6 {
			t.Fatalf("got %v, error %v", sols, err)
		}
		if got := p.FormatAssignment(sols.List[0]); got != "x = 1, y = 2" {
			t.Errorf("the first solution is %s", got)
		}
		sols, err = s.Enumerate(context.Background(), 4)
		if err != nil || sols.All || len(sols.List) != 4 {
			t.Errorf("with a limit of 4: got %v, error %v", sols, err)
		}
	})
}

func TestReals(t *testing.T) {
	puztest.From(t, puztest.Usual)
	third := func(p *model.Problem) model.Term { return p.RealDiv(p.Num(1), p.Num(3)) }
	for _, c := range []struct {
		name  string
		build func(p *model.Problem) model.Term // asserts, and gives what to minimise
		want  string
	}{
		{"attained", func(p *model.Problem) model.Term {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("", p.And(p.Ge(x, third(p)), p.Ge(p.Add(x, p.Mul(p.Num(2), y)), p.Num(1)), p.Ge(y, p.Num(0))))
			return p.Add(x, y)
		}, "2/3"},
		{"approached", func(p *model.Problem) model.Term {
			x := p.Real("x")
			p.Assert("", p.Gt(x, p.Add(p.Num(3), third(p))))
			return x
		}, "above 10/3"},
		{"unbounded", func(p *model.Problem) model.Term {
			x := p.Real("x")
			p.Assert("", p.Lt(x, p.Num(3)))
			return p.Add(x, p.Num(5))
		}, "unbounded"},
		{"unbounded integer", func(p *model.Problem) model.Term {
			x := p.Int("x")
			p.Assert("", p.Lt(x, p.Num(3)))
			return p.Mul(p.Num(2), x)
		}, "unbounded"},
		{"impossible", func(p *model.Problem) model.Term {
			x := p.Real("x")
			p.Assert("", p.And(p.Lt(x, p.Num(3)), p.Gt(x, p.Num(3))))
			return x
		}, "unsat"},
		{"not zero", func(p *model.Problem) model.Term {
			x := p.Declare(model.Variable{Name: "x", Sort: model.Real, Domain: model.Range(-1, 1)})
			p.Assert("", p.Ne(x, p.Num(-1)))
			return p.Abs(x)
		}, "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			each(t, func(t *testing.T, e *smtlib.Engine) {
				for _, sense := range []model.Sense{model.Minimise, model.Maximise} {
					p := model.NewProblem()
					goal := c.build(p)
					if sense == model.Maximise {
						goal = p.Neg(goal)
					}
					p.SetObjective(sense, goal)
					o, err := open(t, e, p).Optimise(context.Background(), 3)
					if err != nil {
						t.Fatal(err)
					}
					value := o.Value
					if sense == model.Maximise && value.Valid() {
						value = model.RatValue(value.Rat().Neg(value.Rat()))
					}
					got := value.String()
					switch {
					case o.Status == solve.Unsat:
						got = "unsat"
					case o.Unbounded:
						got = "unbounded"
					case !o.Attained:
						got = "above " + got
					}
					if got != c.want {
						t.Errorf("%v: got %s, want %s", sense, got, c.want)
					}
				}
			})
		})
	}
}

func TestIrrational(t *testing.T) {
	puztest.Need(t, "z3")
	p := model.NewProblem()
	x := p.Real("x")
	p.Assert("", p.Eq(p.Mul(x, x), p.Num(2)))
	_, err := open(t, smtlib.Z3(), p).Solve(context.Background())
	if !errors.Is(err, solve.ErrUnsupported) || !strings.Contains(err.Error(), "x = (root-obj") {
		t.Errorf("got the error %v", err)
	}
}

func TestNotInstalled(t *testing.T) {
	e := smtlib.Command("yices", "no-such-program-yices", "--incremental")
	e.NeededFor = "x*x (nonlinear real arithmetic)"
	_, err := e.Open(context.Background(), model.NewProblem(), solve.Budget{})
	if !errors.Is(err, smtlib.ErrNotInstalled) || !strings.Contains(err.Error(), "apt install z3") ||
		!strings.Contains(err.Error(), "x*x") {
		t.Errorf("got the error %v", err)
	}
	if e.Installed() {
		t.Error("it is said to be installed")
	}
}

// TestCancel ends a query that would not end, and goes on with the session.
func TestCancel(t *testing.T) {
	puztest.Need(t, "z3")
	p := model.NewProblem()
	x, y, z := p.Int("x"), p.Int("y"), p.Int("z")
	p.Assert("", p.Gt(x, p.Num(0)))
	s := open(t, smtlib.Z3(), p)
	if err := s.Push(); err != nil {
		t.Fatal(err)
	}
	cube := func(t model.Term) model.Term { return p.Pow(t, p.Num(3)) }
	if err := s.Add("", p.Eq(p.Add(cube(x), cube(y), cube(z)), p.Num(42))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	if res, err := s.Solve(ctx); !errors.Is(err, context.DeadlineExceeded) || res.Status != solve.Unknown {
		t.Fatalf("got %v, error %v", res, err)
	}
	if err := s.Pop(); err != nil {
		t.Fatal(err)
	}
	if res, err := s.Solve(context.Background()); err != nil || res.Status != solve.Sat {
		t.Errorf("after the interruption: %v, error %v", res, err)
	}
	for _, w := range s.Work() {
		if w.Name == "processes" && w.N != 2 {
			t.Errorf("%d processes were started, not 2", w.N)
		}
	}
}

func TestTimeout(t *testing.T) {
	puztest.Need(t, "z3")
	p := model.NewProblem()
	x, y, z := p.Int("x"), p.Int("y"), p.Int("z")
	cube := func(t model.Term) model.Term { return p.Pow(t, p.Num(3)) }
	p.Assert("", p.Eq(p.Add(cube(x), cube(y), cube(z)), p.Num(42)))
	e := smtlib.Z3()
	e.Timeout = 100 * time.Millisecond
	res, err := open(t, e, p).Solve(context.Background())
	if res.Status != solve.Unknown || !errors.Is(err, solve.ErrBudget) && !errors.Is(err, solve.ErrGaveUp) {
		t.Errorf("got %v, error %v", res, err)
	}
}

// TestMemory gives z3 less memory than it needs.
func TestMemory(t *testing.T) {
	puztest.Need(t, "z3")
	p := model.NewProblem()
	var xs []model.Term
	for i := range 300 {
		xs = append(xs, p.IntIn(fmt.Sprint("x", i), 0, 400))
	}
	p.Assert("", p.Distinct(xs...))
	s, err := smtlib.Z3().Open(context.Background(), p, solve.Budget{Memory: 20 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if res, err := s.Solve(ctx); !errors.Is(err, solve.ErrBudget) || !strings.Contains(err.Error(), "memory") {
		t.Errorf("got %v, error %v", res, err)
	}
}

func TestSteps(t *testing.T) {
	each(t, func(t *testing.T, e *smtlib.Engine) {
		p := model.NewProblem()
		x := p.IntIn("x", 1, 100)
		p.Assert("", p.Ne(x, p.Num(7)))
		s, err := e.Open(context.Background(), p, solve.Budget{Steps: 5})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for range 2 { // the budget is for each call
			if sols, err := s.Enumerate(context.Background(), -1); !errors.Is(err, solve.ErrBudget) || sols.All {
				t.Errorf("got %v, error %v", sols, err)
			}
			if sols, err := s.Enumerate(context.Background(), 3); err != nil || len(sols.List) != 3 {
				t.Errorf("got %v, error %v", sols, err)
			}
		}
	})
}

// TestBadSolvers talks to programs that are no solvers.
func TestBadSolvers(t *testing.T) {
	puztest.Need(t, "sh")
	dir := t.TempDir()
	for _, c := range []struct{ name, script, want string }{
		{"dies", "echo oh no >&2; exit 3", "oh no"},
		{"says nothing", "read l", "died"},
		{"lies", `while read l; do case $l in *check-sat*) echo sat;; *get-value*) echo "((v0 99))";; *echo*) echo "$l" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "wrong"},
		{"babbles", `while read l; do echo ")"; done`, "parenthesis"},
		{"complains", `while read l; do case $l in *check-sat*) echo '(error "out of memory")';; *echo*) echo "$l" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "budget"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(dir, strings.ReplaceAll(c.name, " ", "-"))
			if err := os.WriteFile(file, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
			p := model.NewProblem()
			p.Assert("", p.Gt(p.IntIn("x", 1, 9), p.Num(3)))
			e := smtlib.Command("solver", file)
			defer e.Close()
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			res, err := open(t, e, p).Solve(ctx)
			if err == nil || res.Status != solve.Unknown {
				t.Fatalf("got %v", res)
			}
			switch c.want {
			case "wrong":
				if !errors.Is(err, solve.ErrWrong) {
					t.Errorf("got the error %v", err)
				}
			case "budget":
				if !errors.Is(err, solve.ErrBudget) {
					t.Errorf("got the error %v", err)
				}
			default:
				if !strings.Contains(err.Error(), c.want) {
					t.Errorf("got the error %v", err)
				}
			}
		})
	}
}

// TestNoOrphans has a solver that hangs, with a child of its own: both are gone when the context ends.
func TestNoOrphans(t *testing.T) {
	puztest.Need(t, "sh")
	dir := t.TempDir()
	file, pids := filepath.Join(dir, "hang"), filepath.Join(dir, "pids")
	script := fmt.Sprintf("#!/bin/sh\nsleep 1000 &\necho $$ $! >%s.new\nmv %[1]s.new %[1]s\nwait\n", pids)
	if err := os.WriteFile(file, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	p := model.NewProblem()
	p.Assert("", p.Bool("b"))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(pids); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	if _, err := open(t, smtlib.Command("hang", file), p).Solve(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got the error %v", err)
	}
	b, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(b)) {
		stat, err := os.ReadFile(filepath.Join("/proc", pid, "stat"))
		for n := 0; err == nil && !strings.Contains(string(stat), ") Z ") && n < 200; n++ { // the kernel may take a moment
			time.Sleep(5 * time.Millisecond)
			stat, err = os.ReadFile(filepath.Join("/proc", pid, "stat"))
		}
		if err == nil && !strings.Contains(string(stat), ") Z ") {
			t.Errorf("process %s lives: %s", pid, stat)
		}
	}
}

// TestKeep uses one process for many sessions.
func TestKeep(t *testing.T) {
	each(t, func(t *testing.T, e *smtlib.Engine) {
		e.Keep = 1
		started := int64(0)
		for n := range int64(5) {
			p := model.NewProblem()
			x := p.IntIn(fmt.Sprint("x", n), 0, n)
			p.Assert("", p.Ge(x, p.Num(0)))
			s := open(t, e, p)
			count, exact, err := s.Count(context.Background(), -1)
			if err != nil || !exact || count != int(n)+1 {
				t.Errorf("%d, %v, error %v", count, exact, err)
			}
			started += s.Work()[2].N
			s.Close()
		}
		if started != 5 { // each session takes a process up: see below
			t.Logf("processes taken up: %d", started)
		}
	})
}

func TestCore(t *testing.T) {
	each(t, func(t *testing.T, e *smtlib.Engine) {
		p := model.NewProblem()
		x, y, b := p.Int("x"), p.Int("y"), p.Bool("b")
		p.Assert("c0", p.Gt(x, p.Num(5)))
		p.Assert("c1", p.Or(b, p.Gt(y, x)))
		p.Assert("c2", p.Lt(p.Add(x, y), p.Num(3)))
		p.Assert("c3", p.Gt(y, p.Num(0)))
		core, err := open(t, e, p).Core(context.Background())
		if err != nil || core.Status != solve.Unsat || fmt.Sprint(core.Constraints) != "[0 2 3]" {
			t.Errorf("got %v, error %v", core, err)
		}
	})
}

func TestFacts(t *testing.T) {
	each(t, func(t *testing.T, e *smtlib.Engine) {
		p := model.NewProblem()
		x, y, b := p.IntIn("x", 0, 9), p.IntIn("y", 0, 9), p.Bool("b")
		p.Assert("", p.And(p.Eq(p.Add(x, p.Num(3)), p.Num(7)), p.Implies(b, p.Gt(y, x))))
		f, err := open(t, e, p).Facts(context.Background())
		if err != nil || p.FormatAssignment(f.Fixed) != "x = 4" {
			t.Errorf("got %v, error %v", f, err)
		}
	})
}

// TestSampleSpread draws from a space too large to list: the draws must not cluster.
func TestSampleSpread(t *testing.T) {
	puztest.From(t, puztest.Whole)
	puztest.Need(t, "z3")
	p := model.NewProblem()
	x := p.IntIn("x", 0, 999)
	var bs []model.Term
	for i := range 7 {
		bs = append(bs, p.Bool(fmt.Sprint("b", i)))
	}
	p.Assert("", p.And(p.Or(bs...), p.Ge(x, p.Num(0))))
	s := open(t, smtlib.Z3(), p)
	r := rng.New(5)
	var high int
	seen := map[string]bool{}
	const draws = 6
	for range draws {
		res, err := s.Sample(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		seen[p.FormatAssignment(res.Solution)] = true
		if n, _ := res.Solution.Value(0).Int64(); n >= 500 {
			high++
		}
	}
	if len(seen) < draws || high == 0 || high == draws {
		t.Errorf("%d draws, %d different, %d in the upper half: %v", draws, len(seen), high, seen)
	}
}
