package native

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/proof"
	"github.com/quandary-puzzles/quandary/solve/proof/reading"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestProofs proves that random problems have no other solutions than those known, and has the proofs checked. A proof from
// which an excluded solution was taken out again must fail.
func TestProofs(t *testing.T) {
	e := New()
	ctx := context.Background()
	root := rng.New(21)
	proven, lemmas := 0, 0
	for n := range puztest.Few(1500) {
		var p *model.Problem
		if n%2 == 0 {
			p = randomProblem(root.Derive("proof", n))
		} else {
			p = solvetest.Generate(root.Derive("proof", n), solvetest.Options{})
		}
		p.SetObjective(model.NoObjective, model.NoTerm)
		s, err := e.Open(ctx, p, solve.Budget{})
		if errors.Is(err, solve.ErrUnsupported) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		all, err := s.Enumerate(ctx, 20)
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
		if !all.All {
			continue
		}
		var w bytes.Buffer
		r, err := e.Prove(ctx, p, solve.Budget{}, all.List, &w)
		if err != nil || r.Status != solve.Unsat {
			t.Fatalf("problem %d: %v %v\n%s", n, r, err, p)
		}
		text := w.String()
		read, err := reading.New(context.Background(), p, all.List)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := read.Check(context.Background(), &w)
		if err != nil {
			t.Fatalf("problem %d: %v\n%s\n%s", n, err, p, text)
		}
		proven++
		lemmas += sum.Lemmas
		if len(all.List) > 0 {
			const note = "# a solution that is known is left out\n"
			head, tail, _ := strings.Cut(text, note)
			i := strings.Index(tail, "\nc ")
			if strings.HasPrefix(tail, "c ") {
				i = -1
			}
			// Literals may be defined between the note and the clause.
			j := strings.IndexByte(tail[i+1:], '\n')
			broken := head + tail[:i+1] + tail[i+1+j+1:]
			if _, err := proof.Check(context.Background(), strings.NewReader(broken), nil); err == nil {
				t.Fatalf("problem %d: a proof without the excluded solution is accepted\n%s\n%s", n, p, text)
			}
		}
		if len(all.List) > 1 {
			r, err := e.Prove(ctx, p, solve.Budget{}, all.List[1:], &w)
			if err != nil || r.Status != solve.Sat || !r.Solution.Equal(all.List[0]) {
				t.Fatalf("problem %d: the solution left is not found: %v %v", n, r, err)
			}
		}
	}
	t.Logf("%d proofs, %d lemmas", proven, lemmas)
}

func TestProofOfReals(t *testing.T) {
	p := model.NewProblem()
	x, y, b := p.Real("x"), p.Real("y"), p.Bool("b")
	n := p.IntIn("n", 0, 9)
	p.Assert("sum", p.Eq(p.Add(x, y), p.Num(10)))
	p.Assert("difference", p.Eq(p.Sub(x, y), p.If(b, p.Float(0.5), p.Num(1))))
	p.Assert("strict", p.Lt(x, p.Float(5.5)))
	p.Assert("n", p.And(p.Lt(p.Sub(x, p.Num(2)), n), p.Lt(p.Mul(p.Num(2), n), p.Num(9))))
	s, err := New().Open(context.Background(), p, solve.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.Enumerate(context.Background(), -1)
	if err != nil || len(all.List) != 1 {
		t.Fatal(err, all)
	}
	if got, want := p.FormatAssignment(all.List[0]), "21/4"; !strings.Contains(got, want) {
		t.Errorf("solution %s, want x = %s", got, want)
	}
	var w bytes.Buffer
	r, err := New().Prove(context.Background(), p, solve.Budget{}, all.List, &w)
	if err != nil || r.Status != solve.Unsat {
		t.Fatal(r, err)
	}
	read, err := reading.New(context.Background(), p, all.List)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Check(context.Background(), &w); err != nil {
		t.Fatal(err)
	}
}

func TestProofOfPigeons(t *testing.T) {
	p := model.NewProblem()
	var xs []model.Term
	for i := 0; i < 6; i++ {
		xs = append(xs, p.IntIn(fmt.Sprint("x", i), 1, 6))
	}
	p.Assert("different", p.Distinct(xs...))
	p.Assert("sum", p.Eq(p.Sum(xs[:3]...), p.Sum(xs[3:]...))) // 21 is odd
	var w bytes.Buffer
	r, err := New().Prove(context.Background(), p, solve.Budget{}, nil, &w)
	if err != nil || r.Status != solve.Unsat {
		t.Fatal(r, err)
	}
	read, err := reading.New(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, err := read.Check(context.Background(), &w)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", sum)
}

// TestProofOfStatedBounds: where the problem states the bounds of its integers, by constraints or by declaring them, a proof
// does not rest on presolve, not even when presolve alone would do. Where presolve has to find them, the checker finds them too.
func TestProofOfStatedBounds(t *testing.T) {
	for _, c := range []struct {
		name      string
		state     func(p *model.Problem, x, y model.Term)
		presolved bool
	}{
		{"stated", func(p *model.Problem, x, y model.Term) {
			p.Assert("x", p.And(p.Ge(x, p.Num(1)), p.Lt(x, p.Num(7))))
			p.Assert("y", p.Or(p.Eq(y, p.Num(2)), p.Eq(p.Num(6), y)))
		}, false},
		{"the other way round", func(p *model.Problem, x, y model.Term) {
			p.Assert("x", p.Not(p.Or(p.Gt(p.Num(1), x), p.Le(p.Num(7), x))))
			p.Assert("y", p.And(p.Le(y, p.Num(6)), p.Ge(y, p.Num(2))))
		}, false},
		{"contradicting", func(p *model.Problem, x, y model.Term) {
			p.Assert("x", p.And(p.Ge(x, p.Num(1)), p.Lt(x, p.Num(7)), p.Gt(x, p.Num(8))))
			p.Assert("y", p.Eq(y, p.Num(2)))
		}, false},
		{"found", func(p *model.Problem, x, y model.Term) {
			p.Assert("x", p.Le(p.Abs(p.Sub(x, p.Num(4))), p.Num(3)))
			p.Assert("y", p.Le(p.Mul(y, y), p.Num(36)))
		}, true},
	} {
		p := model.NewProblem()
		x, y := p.Int("x"), p.Int("y")
		c.state(p, x, y)
		p.Assert("above", p.Gt(x, p.Add(y, p.Num(4)))) // x >= 7 with y = 2
		p.Assert("not below", p.Ge(y, p.Num(2)))
		if c.presolved {
			p.Assert("below", p.Lt(x, p.Num(7)))
		}
		var w bytes.Buffer
		r, err := New().Prove(context.Background(), p, solve.Budget{}, nil, &w)
		if err != nil || r.Status != solve.Unsat {
			t.Fatal(c.name, r, err)
		}
		text := w.String()
		read, err := reading.New(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := read.Check(context.Background(), &w)
		if err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, text)
		}
		if !c.presolved && (sum.Learned == 0 || strings.Contains(text, "\nc 0\n")) {
			t.Errorf("%s: the contradiction is among the axioms\n%s", c.name, text)
		}
	}
}

// TestProofOfRows: rows and columns of Bools, which clauses alone take for ever to refute, have short proofs.
func TestProofOfRows(t *testing.T) {
	puztest.From(t, puztest.Usual)
	const n = 14
	for _, sums := range []bool{false, true} {
		p := model.NewProblem()
		cols := make([][]model.Term, n-1)
		for i := range n {
			var row []model.Term
			for j := range cols {
				x := p.Bool(fmt.Sprint("x", i, ",", j))
				row = append(row, x)
				cols[j] = append(cols[j], x)
			}
			p.Assert("row", p.Or(row...))
		}
		for _, col := range cols {
			if sums {
				p.Assert("column", p.AtMost(1, col...))
				continue
			}
			for i := range col {
				for _, x := range col[:i] {
					p.Assert("column", p.Not(p.And(x, col[i])))
				}
			}
		}
		var w bytes.Buffer
		r, err := New().Prove(context.Background(), p, solve.Budget{Steps: 50_000_000}, nil, &w)
		if err != nil || r.Status != solve.Unsat {
			t.Fatal(r, err)
		}
		text := w.String()
		read, err := reading.New(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := read.Check(context.Background(), &w)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, "\nr ") {
			t.Error("no rows")
		}
		t.Logf("sums %v: %+v", sums, sum)
	}
}
