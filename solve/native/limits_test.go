package native

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// pigeons puts n+1 pigeons in n holes, clause by clause.
func pigeons(n int) *model.Problem {
	p := model.NewProblem()
	in := make([][]model.Term, n+1)
	for i := range in {
		for j := 0; j < n; j++ {
			in[i] = append(in[i], p.Bool(fmt.Sprintf("p%dh%d", i, j)))
		}
		p.Assert("somewhere", p.Or(in[i]...))
	}
	for j := 0; j < n; j++ {
		for i := range in {
			for k := range i {
				p.Assert("alone", p.Not(p.And(in[i][j], in[k][j])))
			}
		}
	}
	return p
}

func TestBudgetAndContext(t *testing.T) {
	p := pigeons(10)
	e := New()
	ask := map[string]func(ctx context.Context, s solve.Session) error{
		"solve":     func(ctx context.Context, s solve.Session) error { _, err := s.Solve(ctx); return err },
		"enumerate": func(ctx context.Context, s solve.Session) error { _, err := s.Enumerate(ctx, 3); return err },
		"count":     func(ctx context.Context, s solve.Session) error { _, _, err := s.Count(ctx, 3); return err },
		"facts":     func(ctx context.Context, s solve.Session) error { _, err := s.Facts(ctx); return err },
		"core":      func(ctx context.Context, s solve.Session) error { _, err := s.Core(ctx); return err },
		"sample":    func(ctx context.Context, s solve.Session) error { _, err := s.Sample(ctx, rng.New(1)); return err },
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, f := range ask {
		s, err := e.Open(context.Background(), p, solve.Budget{Steps: 20000})
		if err != nil {
			t.Fatal(err)
		}
		if err := f(context.Background(), s); !errors.Is(err, solve.ErrBudget) {
			t.Errorf("%s: %v, want a used up budget", name, err)
		}
		if err := f(ended, s); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want a cancelled context", name, err)
		}
		s.Close()
		if err := f(context.Background(), s); !errors.Is(err, solve.ErrClosed) {
			t.Errorf("%s: %v, want a closed session", name, err)
		}
	}
}

// TestBudgetThenAnswer goes on after a budget was used up: what was learned may not be wrong.
func TestBudgetThenAnswer(t *testing.T) {
	s, err := New().Open(context.Background(), pigeons(7), solve.Budget{Steps: 3000})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for i := 0; ; i++ {
		r, err := s.Solve(context.Background())
		if err == nil {
			if r.Status != solve.Unsat {
				t.Fatalf("status %v", r.Status)
			}
			break
		}
		if i > 1000 {
			t.Fatal("no end")
		}
	}
}

func TestSampleFew(t *testing.T) {
	s, err := New().Open(context.Background(), permutation(5), solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Enumerate(context.Background(), -1)
	if err != nil {
		t.Fatal(err)
	}
	a, b := rng.New(9), rng.New(9)
	for i := 0; i < 50; i++ {
		r, err := s.Sample(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		if want := all.List[b.Uint64N(uint64(len(all.List)))]; !r.Solution.Equal(want) {
			t.Fatalf("draw %d: got %v, want %v", i, r.Solution, want)
		}
	}
}

// TestSampleSpread draws from 5,040 permutations and from a lopsided space, and looks at how often each value comes up.
func TestSampleSpread(t *testing.T) {
	p := model.NewProblem()
	var x []model.Term
	for i := 0; i < 7; i++ {
		x = append(x, p.IntIn(fmt.Sprint("x", i), 1, 7))
	}
	p.Assert("different", p.Distinct(x...))
	s, err := New().Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const draws = 1400
	r := rng.New(4)
	var counts [7][8]int
	distinct := map[string]bool{}
	for i := 0; i < draws; i++ {
		d, err := s.Sample(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		for v, a := range d.Solution {
			n, _ := a.Int64()
			counts[v][n]++
		}
		distinct[fmt.Sprint(d.Solution)] = true
	}
	// A fair draw gives each value 200 times, with a standard deviation of 13.
	for v := range counts {
		for n, c := range counts[v][1:] {
			if c < 135 || c > 265 {
				t.Errorf("x%d = %d came up %d times of %d, want about 200", v, n+1, c, draws)
			}
		}
	}
	if len(distinct) < 1150 { // 5040 * (1 - exp(-1400/5040)) is 1222
		t.Errorf("%d different solutions in %d draws", len(distinct), draws)
	}
}

// TestSampleLopsided: b has one solution on one side and 4096 on the other; a draw that decides b by a coin would give each
// side half. The importance weights must tell.
func TestSampleLopsided(t *testing.T) {
	p := model.NewProblem()
	b := p.Bool("b")
	var x []model.Term
	for i := 0; i < 12; i++ {
		x = append(x, p.Bool(fmt.Sprint("x", i)))
		p.Assert("only with b", p.Implies(x[i], b))
	}
	s, err := New().Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := rng.New(8)
	lonely := 0
	for i := 0; i < 300; i++ {
		d, err := s.Sample(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		if !d.Solution[0].Bool() {
			lonely++
		}
	}
	if lonely > 15 {
		t.Errorf("the one solution of 4097 came up %d times of 300", lonely)
	}
}

// TestMemoryDoesNotGrow opens and closes many sessions.
func TestMemoryDoesNotGrow(t *testing.T) {
	e := New()
	run := func(n int) uint64 {
		for i := 0; i < n; i++ {
			solveUnique(t, e, permutation(5+i%3))
			solveUnique(t, e, wine(5))
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := run(200)
	if after := run(600); after > before+1<<20 {
		t.Errorf("the heap grew from %d to %d bytes", before, after)
	}
	if n := runtime.NumGoroutine(); n > 3 {
		t.Errorf("%d goroutines", n)
	}
}

// TestWork keeps the counters of work in a golden: a search that does more shows as a difference.
func TestWork(t *testing.T) {
	file := filepath.Join("testdata", "work.txtar")
	got := &txtar.Archive{Comment: []byte("Work counters of the embedded solver. go test ./solve/native -run TestWork -update rewrites them.\n")}
	e := New()
	for _, c := range append(shapes(), struct {
		name  string
		limit int
		build func() *model.Problem
	}{"pigeons", 2, func() *model.Problem { return pigeons(6) }}) {
		s, err := e.Open(context.Background(), c.build(), solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Enumerate(context.Background(), c.limit)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		fmt.Fprintf(&b, "listed %d\nall %v\n", len(r.List), r.All)
		for _, w := range s.Work() {
			fmt.Fprintf(&b, "%s %d\n", w.Name, w.N)
		}
		s.Close()
		got.Files = append(got.Files, txtar.File{Name: c.name, Data: []byte(b.String())})
	}
	golden.Compare(t, file, txtar.Format(got))
}

// TestLargeEnginesAreNotKept: what one large problem needed is not held for the small ones after it.
func TestLargeEnginesAreNotKept(t *testing.T) {
	e := New()
	small, large := e.take(), e.take()
	small.e.NewBool()
	for large.e.Held() <= maxKept {
		large.e.NewBool()
	}
	e.give(large)
	e.give(small)
	if len(e.free) != 1 || e.free[0] != small {
		t.Errorf("%d engines are kept, want the small one", len(e.free))
	}
}
