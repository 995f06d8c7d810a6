package native

import (
	"context"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestProbe asks what one count of four says: by propagation, by search, and which assumptions it needs.
func TestProbe(t *testing.T) {
	ctx := context.Background()
	p := model.NewProblem()
	var side []model.Term
	for _, name := range []string{"n", "e", "s", "w"} {
		side = append(side, p.Bool(name))
	}
	guard := p.Bool("guard")
	x := p.IntIn("x", 1, 4)
	p.Assert("count", p.Implies(guard, p.Eq(p.Add(side...), p.Num(2))))
	p.Assert("x", p.Eq(x, p.Add(p.Num(1), p.Add(side[:3]...))))
	open, err := New().Open(ctx, p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	q := open.(solve.Prober)
	literal := func(t0 model.Term) solve.Literal {
		t.Helper()
		l, err := q.Literals(t0)
		if err != nil {
			t.Fatal(err)
		}
		return l[0]
	}
	g, four := literal(guard), literal(p.Eq(x, p.Num(4)))
	var s []solve.Literal
	for _, v := range side {
		s = append(s, literal(v))
	}
	ask := func(want solve.Status, assumed ...solve.Literal) {
		t.Helper()
		if got, err := q.Probe(ctx, solve.Question{Assume: assumed, Conflicts: 100}); got != want || err != nil {
			t.Errorf("search: %v %v, want %v", got, err, want)
		}
	}
	if st, err := q.Probe(ctx, solve.Question{Assume: []solve.Literal{g, s[0], s[1]}, Immediate: true}); st != solve.Unknown || err != nil {
		t.Fatal(st, err)
	}
	if q.Value(s[2]) != -1 || q.Value(s[3].Not()) != 1 {
		t.Errorf("the count of two leaves %d and %d open", q.Value(s[2]), q.Value(s[3]))
	}
	ask(solve.Unsat, s[3].Not(), g, s[0], s[1], s[2])
	core := slices.Clone(q.Needed())
	slices.Sort(core)
	want := []solve.Literal{g, s[0], s[1], s[2]}
	slices.Sort(want)
	if !slices.Equal(core, want) {
		t.Errorf("core %v, want %v", core, want)
	}
	ask(solve.Unsat, g, four)
	ask(solve.Sat, four)
	if err := q.Clause(four); err != nil {
		t.Fatal(err)
	}
	ask(solve.Unsat, s[0].Not())
	if st, err := q.Probe(ctx, solve.Question{Prefer: s[3:]}); st != solve.Sat || err != nil {
		t.Fatal(st, err)
	}
	if q.Value(s[3]) != 1 {
		t.Error("what is preferred was not tried first")
	}
}

// TestProbeLearnsNothing asks what propagation alone does not refute, before and after questions whose answers together do.
func TestProbeLearnsNothing(t *testing.T) {
	ctx := context.Background()
	p := model.NewProblem()
	a, b, c := p.Bool("a"), p.Bool("b"), p.Bool("c")
	for _, x := range []model.Term{b, p.Not(b)} { // without a, b and c are nothing that there can be
		for _, y := range []model.Term{c, p.Not(c)} {
			p.Assert("", p.Or(a, x, y))
		}
	}
	open, err := New().Open(ctx, p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	q := open.(solve.Prober)
	l, err := q.Literals(a, b)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(want solve.Status, assume ...solve.Literal) {
		t.Helper()
		if got, err := q.Probe(ctx, solve.Question{Assume: assume, Immediate: true}); got != want || err != nil {
			t.Errorf("%v: %v %v, want %v", assume, got, err, want)
		}
	}
	for range 2 {
		ask(solve.Unknown, l[0].Not())
		ask(solve.Unsat, l[0].Not(), l[1])
		ask(solve.Unsat, l[0].Not(), l[1].Not())
		if need := q.Needed(); !slices.Contains(need, l[0].Not()) || !slices.Contains(need, l[1].Not()) {
			t.Errorf("needed %v", need)
		}
	}
}

// TestProbeAtOnce asks random problems the same questions with all assumptions on one level and with one after another.
func TestProbeAtOnce(t *testing.T) {
	ctx := context.Background()
	var sat, unsat int
	for i := range uint64(400) {
		r := rng.New(21).Derive("at once", i)
		p := solvetest.GenerateGraphs(r)
		var bools []model.Term
		for v := range p.NumVars() {
			if x := p.VarTerm(model.Var(v)); p.Sort(x) == model.Bool {
				bools = append(bools, x)
			}
		}
		open, err := New().Open(ctx, p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		q := open.(solve.Prober)
		lits, err := q.Literals(bools...)
		if err != nil {
			t.Fatal(err)
		}
		for range 8 {
			var assume []solve.Literal
			for _, k := range r.Perm(len(lits))[:r.IntN(len(lits)+1)] {
				assume = append(assume, lits[k]^solve.Literal(r.IntN(2)))
			}
			want, err := q.Probe(ctx, solve.Question{Assume: assume})
			if err != nil {
				t.Fatal(err)
			}
			got, err := q.Probe(ctx, solve.Question{Assume: assume, AtOnce: true})
			if err != nil || got != want {
				t.Fatalf("problem %d: at once %v %v, one after another %v\n%v", i, got, err, want, p)
			}
			if got == solve.Sat {
				sat++
				if err := model.Check(p, q.Solution()); err != nil {
					t.Fatalf("problem %d: %v\n%v", i, err, p)
				}
				continue
			}
			unsat++
			need := slices.Clone(q.Needed())
			for _, l := range need {
				if !slices.Contains(assume, l) {
					t.Fatalf("problem %d: needs what was not assumed", i)
				}
			}
			if st, err := q.Probe(ctx, solve.Question{Assume: need}); st != solve.Unsat || err != nil {
				t.Fatalf("problem %d: what is needed is %v %v\n%v", i, st, err, p)
			}
		}
		open.Close()
	}
	if sat < 100 || unsat < 100 {
		t.Errorf("%d questions with a solution, %d without: too few to tell", sat, unsat)
	}
}
