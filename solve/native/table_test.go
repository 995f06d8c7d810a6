package native

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/proof/reading"
)

// TestTablesAndElements lists the solutions of one table or element and compares them with those counted through. A search
// that meets no conflict was never led to a value that no solution has: propagation leaves exactly the values that some
// solution has. The proofs that there are no others are checked, so that what is said to be implied is.
func TestTablesAndElements(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	e := New()
	root := rng.New(41)
	for n := uint64(0); n < 600; n++ {
		r := root.Derive("table", n)
		p := model.NewProblem()
		var x []model.Term
		for i := range 3 {
			lo := r.Int64Between(-2, 2)
			x = append(x, p.IntIn(fmt.Sprint("x", i), lo, lo+r.Int64Between(1, 5)))
		}
		guard := p.Bool("guard")
		exact := true
		var c model.Term
		kind := n % 4
		switch kind {
		case 0, 1: // a table, perhaps under a condition
			var rows []model.Term
			for range 2 + r.IntN(7) {
				var row []model.Term
				for _, v := range x {
					k := p.Num(r.Int64Between(-2, 6))
					if r.IntN(2) == 0 {
						row = append(row, p.Eq(k, v))
					} else {
						row = append([]model.Term{p.Eq(v, k)}, row...)
					}
				}
				rows = append(rows, p.And(row...))
			}
			c = p.Or(rows...)
		case 2: // a list of constants
			list := p.Num(r.Int64Between(-2, 6))
			for i := range 2 + r.IntN(4) {
				list = p.If(p.Eq(x[0], p.Num(int64(i))), p.Num(r.Int64Between(-2, 6)), list)
			}
			c = p.Eq(x[1], list)
		default: // a list of variables
			exact = false // one variable stands at several places
			list := x[1]
			for i := range 2 + r.IntN(4) {
				list = p.If(p.Eq(x[0], p.Num(int64(i))), x[r.IntN(3)], list)
			}
			c = p.Eq(list, x[2])
		}
		if kind == 1 {
			c = p.Iff(guard, c)
			exact = false
		}
		p.Assert("table", c)
		want := brute(p)
		s, err := e.Open(ctx, p, solve.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Enumerate(ctx, -1)
		if err != nil {
			t.Fatal(err)
		}
		if !got.All || !slices.EqualFunc(got.List, want, model.Assignment.Equal) {
			t.Fatalf("problem %d: %d solutions, want %d\n%s", n, len(got.List), len(want), p)
		}
		if w := s.Work()[1]; exact && len(want) > 0 && w.N > 0 {
			t.Errorf("problem %d: %d %s\n%s", n, w.N, w.Name, p)
		}
		s.Close()
		var w bytes.Buffer
		if res, err := e.Prove(ctx, p, solve.Budget{}, got.List, &w); err != nil || res.Status != solve.Unsat {
			t.Fatalf("problem %d: %v %v\n%s", n, res, err, p)
		}
		read, err := reading.New(context.Background(), p, got.List)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := read.Check(context.Background(), &w); err != nil {
			t.Fatalf("problem %d: %v\n%s", n, err, p)
		}
	}
}
