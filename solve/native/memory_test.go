package native

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// glutton is a problem that takes more memory than it may.
type glutton struct {
	name string
	p    func() *model.Problem
	ask  func(ctx context.Context, s solve.Session) error
}

func bools(p *model.Problem, n int) []model.Term {
	ts := make([]model.Term, n)
	for i := range ts {
		ts[i] = p.Bool(fmt.Sprintf("b%d", i))
	}
	return ts
}

// ints declares n integers in 0..hi.
func ints(p *model.Problem, n int, hi int64) []model.Term {
	ts := make([]model.Term, n)
	for i := range ts {
		ts[i] = p.IntIn(fmt.Sprintf("x%d", i), 0, hi)
	}
	return ts
}

func enumerateAll(ctx context.Context, s solve.Session) error {
	_, err := s.Enumerate(ctx, -1)
	return err
}

var gluttons = []glutton{
	{"a disjunction of 100,000, all solutions", func() *model.Problem {
		p := model.NewProblem()
		p.Assert("any", p.Or(bools(p, 100_000)...))
		return p
	}, enumerateAll},
	{"many solutions", func() *model.Problem {
		p := model.NewProblem()
		p.Assert("any", p.Or(bools(p, 40)...))
		return p
	}, enumerateAll},
	{"parts with many solutions together", func() *model.Problem {
		p := model.NewProblem()
		for i, b := range bools(p, 60) {
			if i%2 == 1 {
				p.Assert("pair", p.Or(b, p.VarTerm(model.Var(i-1))))
			}
		}
		return p
	}, enumerateAll},
	{"integers of many values that all differ", func() *model.Problem {
		p := model.NewProblem()
		p.Assert("all", p.Distinct(ints(p, 5000, 200)...))
		return p
	}, enumerateAll},
	{"cells of a square that all differ in lines", func() *model.Problem {
		const n = 60
		p := model.NewProblem()
		xs := ints(p, n*n, n-1)
		for i := range n {
			var row, col []model.Term
			for j := range n {
				row, col = append(row, xs[i*n+j]), append(col, xs[j*n+i])
			}
			p.Assert("row", p.Distinct(row...))
			p.Assert("column", p.Distinct(col...))
		}
		return p
	}, enumerateAll},
	{"some two of many are equal", func() *model.Problem {
		p := model.NewProblem()
		p.Assert("not all", p.Not(p.Distinct(ints(p, 2000, 1_000_000)...)))
		return p
	}, enumerateAll},
	{"products", func() *model.Problem {
		p := model.NewProblem()
		xs := ints(p, 600, 100)
		var ts []model.Term
		for i := range xs {
			for j := range i {
				ts = append(ts, p.Mul(xs[i], xs[j]))
			}
		}
		p.Assert("sum", p.Le(p.Add(ts...), p.Num(1000)))
		return p
	}, enumerateAll},
	{"sums of reals", func() *model.Problem {
		p := model.NewProblem()
		var xs []model.Term
		for i := range 400 {
			xs = append(xs, p.Real(fmt.Sprintf("r%d", i)))
		}
		for i := range 400 {
			var ts []model.Term
			for j := range 400 {
				ts = append(ts, p.Mul(p.Num(int64((i*31+j*17)%97+1)), xs[j]))
			}
			p.Assert("line", p.Le(p.Add(ts...), p.Num(int64(i))))
		}
		return p
	}, func(ctx context.Context, s solve.Session) error { _, err := s.Solve(ctx); return err }},
}

// TestMemoryIsBounded: each is stopped by its account, at the same place whatever the engine was used for before, and gives
// everything back.
func TestMemoryIsBounded(t *testing.T) {
	puztest.From(t, puztest.Usual)
	const limit = 16 << 20
	for _, g := range gluttons {
		t.Run(g.name, func(t *testing.T) {
			p := g.p()
			e := New()
			whole := budget.New("the test", 0)
			ctx := budget.With(context.Background(), whole)
			var first []solve.Work
			for round := range 2 {
				runtime.GC()
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				s, err := e.Open(ctx, p, solve.Budget{Memory: limit, Steps: -1})
				var work []solve.Work
				if err == nil {
					err = g.ask(ctx, s)
					work = s.Work()
					s.Close()
				}
				runtime.ReadMemStats(&after)
				if !errors.Is(err, solve.ErrBudget) || !errors.Is(err, budget.ErrMemory) {
					t.Fatalf("%v, want the end of the memory", err)
				}
				if used := whole.Used(); used != 0 {
					t.Errorf("%d bytes are not given back", used)
				}
				if round == 0 {
					first = work
				} else if fmt.Sprint(work) != fmt.Sprint(first) {
					t.Errorf("work is %v, and was %v", work, first)
				}
				t.Logf("%v; allocated in all %d MB", err, (after.TotalAlloc-before.TotalAlloc)>>20)
			}
		})
	}
}

// TestSessionAfterOverdraft: a session that ran out of memory can be asked again, and closed.
func TestSessionAfterOverdraft(t *testing.T) {
	puztest.From(t, puztest.Usual)
	p := model.NewProblem()
	p.Assert("any", p.Or(bools(p, 30)...))
	s, err := New().Open(context.Background(), p, solve.Budget{Memory: 4 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 2 {
		if _, err := s.Enumerate(context.Background(), -1); !errors.Is(err, solve.ErrBudget) {
			t.Fatal(err)
		}
		if r, err := s.Solve(context.Background()); err != nil || r.Status != solve.Sat {
			t.Fatalf("%v, %v", r.Status, err)
		}
		if l, err := s.Enumerate(context.Background(), 5); err != nil || len(l.List) != 5 {
			t.Fatalf("%d solutions, %v", len(l.List), err)
		}
	}
}

// TestStepsOfShortSearches: searches for the next solution that end before they look at the budget are counted all the same,
// and see the end of the context.
func TestStepsOfShortSearches(t *testing.T) {
	puztest.From(t, puztest.Usual)
	p := model.NewProblem()
	p.Assert("any", p.Or(bools(p, 5000)...))
	s, err := New().Open(context.Background(), p, solve.Budget{Steps: 20_000, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, _, err := s.Count(context.Background(), -1); !errors.Is(err, solve.ErrBudget) || errors.Is(err, budget.ErrMemory) {
		t.Errorf("count: %v, want the end of the steps", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	s, err = New().Open(ctx, p, solve.Budget{Steps: -1, Memory: 1 << 40})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, _, err := s.Count(ctx, -1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("count: %v, want the end of the time", err)
	}
}

// TestStepsAreOfACall: what a call asks the engine one after the other counts together.
func TestStepsAreOfACall(t *testing.T) {
	p := model.NewProblem()
	var sum []model.Term
	for i, x := range bools(p, 400) {
		sum = append(sum, p.Mul(p.Num(int64(i+1)), p.If(x, p.Num(1), p.Num(0))))
	}
	p.SetObjective(model.Maximise, p.Add(sum...))
	p.Assert("some", p.Ge(p.Add(sum...), p.Num(5)))
	const steps = 3000
	s, err := New().Open(context.Background(), p, solve.Budget{Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Optimise(context.Background(), 1)
	done := int64(0)
	for _, w := range s.Work() {
		if w.Name == "propagations" || w.Name == "runs" {
			done += w.N
		}
	}
	if done > 2*steps {
		t.Errorf("%d steps of %d were done: %v", done, steps, err)
	}
}

// TestBuildingSeesTheContext: so does the translation of a large problem.
func TestBuildingSeesTheContext(t *testing.T) {
	p := model.NewProblem()
	p.Assert("not all", p.Not(p.Distinct(ints(p, 1000, 1_000_000)...)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := New().Open(ctx, p, solve.Budget{}); !errors.Is(err, context.Canceled) {
		t.Errorf("open: %v", err)
	}
	if _, err := New().Prove(ctx, p, solve.Budget{}, nil, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("prove: %v", err)
	}
}
