package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// problem is a small random problem over integers, checked by counting through all assignments.
type problem struct {
	lo, hi []int64
	lins   []lin
	diffs  [][]int
}

type lin struct {
	cs    []int64
	bound int64
	iff   int // -1: holds; else the 0/1 integer that implies it
}

func randomProblem(r *rng.Stream) problem {
	var p problem
	n := 2 + r.IntN(4)
	for i := 0; i < n; i++ {
		lo := r.Int64Between(-3, 3)
		w := r.Int64Between(0, 5)
		if r.IntN(3) == 0 {
			lo, w = 0, 1
		}
		p.lo = append(p.lo, lo)
		p.hi = append(p.hi, lo+w)
	}
	for k := r.IntN(6); k >= 0; k-- {
		l := lin{iff: -1, bound: r.Int64Between(-6, 8)}
		for i := 0; i < n; i++ {
			c := int64(0)
			if r.IntN(2) == 0 {
				c = r.Int64Between(-3, 3)
			}
			l.cs = append(l.cs, c)
		}
		if r.IntN(3) == 0 {
			for i := range p.lo {
				if p.lo[i] == 0 && p.hi[i] == 1 {
					l.iff = i
				}
			}
		}
		p.lins = append(p.lins, l)
	}
	for k := r.IntN(2); k > 0; k-- {
		var d []int
		for i := 0; i < n; i++ {
			if r.IntN(2) == 0 {
				d = append(d, i)
			}
		}
		p.diffs = append(p.diffs, d)
	}
	return p
}

func (p problem) holds(a []int64) bool {
	for _, l := range p.lins {
		if l.iff >= 0 && a[l.iff] == 0 {
			continue
		}
		s := int64(0)
		for i, c := range l.cs {
			s += c * a[i]
		}
		if s > l.bound {
			return false
		}
	}
	for _, d := range p.diffs {
		for i := range d {
			for j := range i {
				if a[d[i]] == a[d[j]] {
					return false
				}
			}
		}
	}
	return true
}

func (p problem) brute() []string {
	var out []string
	a := slices.Clone(p.lo)
	for {
		if p.holds(a) {
			out = append(out, fmt.Sprint(a))
		}
		i := 0
		for ; i < len(a); i++ {
			if a[i]++; a[i] <= p.hi[i] {
				break
			}
			a[i] = p.lo[i]
		}
		if i == len(a) {
			slices.Sort(out)
			return out
		}
	}
}

func (p problem) build(e *Engine, offset int64) []Int {
	var xs []Int
	for i := range p.lo {
		x := e.NewInt(p.lo[i], p.hi[i])
		if offset > 0 { // a wide domain, narrowed again: the sparse representation
			x = e.NewInt(p.lo[i]-offset, p.hi[i]+offset)
			e.AddClause(e.Ge(x, p.lo[i]))
			e.AddClause(e.Le(x, p.hi[i]))
		}
		xs = append(xs, x)
	}
	for _, l := range p.lins {
		var ts []Term
		for i, c := range l.cs {
			ts = append(ts, IntTerm(c, xs[i]))
		}
		r := True
		if l.iff >= 0 {
			r = e.Ge(xs[l.iff], 1)
		}
		e.AddLinear(r, ts, l.bound)
	}
	for _, d := range p.diffs {
		var ds []Int
		for _, i := range d {
			ds = append(ds, xs[i])
		}
		e.AddAllDiff(True, ds)
	}
	return xs
}

func TestEnumerateAgainstBruteForce(t *testing.T) {
	e := New()
	root := rng.New(1)
	for n := uint64(0); n < 4000; n++ {
		p := randomProblem(root.Derive("engine", n))
		want := p.brute()
		for _, offset := range []int64{0, 1000} {
			e.Reset()
			if n%2 == 0 {
				e.matchAfter = 0
			}
			xs := p.build(e, offset)
			e.SetFocus(nil, xs)
			var got []string
			st := e.Enumerate(context.Background(), nil, Budget{}, func() bool {
				a := make([]int64, len(xs))
				for i, x := range xs {
					a[i] = e.IntValue(x)
				}
				got = append(got, fmt.Sprint(a))
				if n%3 == 0 {
					e.restart.next = -1 // begin again after each solution
				}
				return true
			})
			slices.Sort(got)
			if st != Unsat || !slices.Equal(got, want) {
				t.Fatalf("problem %d offset %d: status %v\n%+v\ngot  %v\nwant %v", n, offset, st, p, got, want)
			}
			st = e.Solve(context.Background(), nil, Budget{})
			if (st == Sat) != (len(want) > 0) {
				t.Fatalf("problem %d: Solve after Enumerate says %v", n, st)
			}
		}
	}
}

// The proof that there are no more solutions is a search like that for the first: where it is long it begins again.
func TestEnumerateBeginsAgain(t *testing.T) {
	e := New()
	hard := e.NewBool()
	free := e.NewBool()
	pigeons(e, 7, hard^1)
	e.SetFocus([]Lit{hard, free}, nil)
	found, before := 0, int64(0)
	st := e.Enumerate(context.Background(), nil, Budget{}, func() bool {
		found++
		before = e.stats.Restarts
		return true
	})
	if st != Unsat || found != 2 {
		t.Errorf("status %v with %d solutions, want all 2", st, found)
	}
	if before > 0 || e.stats.Restarts == 0 {
		t.Errorf("%d restarts before the last solution and %d in all, want none and some", before, e.stats.Restarts)
	}
}

// pigeons states that each of n+1 pigeons has one of n holes for itself, or that one of some literals is true.
func pigeons(e *Engine, n int, or ...Lit) {
	l := make([][]Lit, n+1)
	for i := range l {
		for j := 0; j < n; j++ {
			l[i] = append(l[i], e.NewBool())
		}
		e.AddClause(append(l[i][:n:n], or...)...)
	}
	for j := 0; j < n; j++ {
		for i := range l {
			for k := range i {
				e.AddClause(append([]Lit{l[i][j] ^ 1, l[k][j] ^ 1}, or...)...)
			}
		}
	}
}

func TestPigeons(t *testing.T) {
	for n := 2; n <= 7; n++ {
		e := New()
		pigeons(e, n)
		if st := e.Solve(context.Background(), nil, Budget{}); st != Unsat {
			t.Fatalf("%d pigeonholes: %v", n, st)
		}
		t.Logf("%d: %+v", n, e.Stats())
	}
}

// TestLongClauses: literals twice, false ones and a pair of opposites are seen in clauses of any length.
func TestLongClauses(t *testing.T) {
	for _, n := range []int{3, 40, 200_000} {
		e := New()
		lits := make([]Lit, n)
		for i := range lits {
			lits[i] = e.NewBool()
		}
		twice := append(slices.Clone(lits), lits...)
		if e.AddClause(append(twice, lits[0]^1)...); e.Stats().Clauses != 0 {
			t.Errorf("%d literals: a clause that is always true is kept", n)
		}
		e.AddClause(lits[1] ^ 1)
		e.AddClause(append(twice, lits[1])...)
		if c := e.fixedCl; n > 3 && (len(c) != 1 || e.clauseSize(c[0]) != n-1) {
			t.Errorf("%d literals: %d are kept", n, e.clauseSize(c[0]))
		}
		if st := e.Solve(context.Background(), nil, Budget{}); st != Sat {
			t.Errorf("%d literals: %v", n, st)
		}
	}
}
