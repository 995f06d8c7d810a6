package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestRows lists the solutions of random rows and columns of literals, with and without a matching of them.
func TestRows(t *testing.T) {
	root := rng.New(31)
	e := New()
	posted := 0
	for n := uint64(0); n < 1500; n++ {
		list := func(match bool) (out []string) {
			r := root.Derive("rows", n)
			e.Reset()
			rows, cols := 2+r.IntN(3), 2+r.IntN(3)
			var all []Lit
			grid := make([][]Lit, rows)
			for i := range grid {
				for range cols {
					l := e.NewBool()
					all = append(all, l)
					grid[i] = append(grid[i], l^Lit(r.IntN(2)))
				}
			}
			for j := range cols {
				var ts []Term
				for i := range grid {
					ts = append(ts, LitTerm(1, grid[i][j]))
				}
				if r.IntN(2) == 0 {
					p := &linear{bound: 1} // as a sum, whatever its length
					for _, u := range ts {
						p.ls, p.ws = append(p.ls, u.Lit), append(p.ws, 1)
					}
					id := e.post(p)
					for _, l := range p.ls {
						e.hookLit(l, id)
					}
					continue
				}
				for i := range ts {
					for k := range i {
						e.AddClause(ts[i].Lit^1, ts[k].Lit^1)
					}
				}
			}
			for _, row := range grid {
				var some []Lit
				for _, l := range row {
					if r.IntN(5) > 0 {
						some = append(some, l)
					}
				}
				e.AddClause(some...)
			}
			for range r.IntN(4) {
				var some []Lit
				for range 3 {
					some = append(some, all[r.IntN(len(all))]^Lit(r.IntN(2)))
				}
				e.AddClause(some...)
			}
			if match && e.OK() {
				before := len(e.props)
				e.findRows()
				posted += len(e.props) - before
			}
			e.SetFocus(all, nil)
			e.Enumerate(context.Background(), nil, Budget{}, func() bool {
				s := ""
				for _, l := range all {
					s += fmt.Sprint(e.val[l], " ")
				}
				out = append(out, s)
				return true
			})
			slices.Sort(out)
			return out
		}
		if a, b := list(false), list(true); !slices.Equal(a, b) {
			t.Fatalf("problem %d: %d solutions, with a matching %d", n, len(a), len(b))
		}
	}
	if posted < 500 {
		t.Errorf("only %d matchings", posted)
	}
}

// TestManyPigeons has no chance without the matching.
func TestManyPigeons(t *testing.T) {
	for _, n := range []int{12, 25} {
		e := New()
		pigeons(e, n)
		if st := e.Solve(context.Background(), nil, Budget{}); st != Unsat {
			t.Fatalf("%d pigeonholes: %v", n, st)
		}
		t.Logf("%d: %+v", n, e.Stats())
	}
}
