package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native/simplex"
)

// recorder keeps the meaning of literals and the lemmas that a propagator gave.
type recorder struct {
	meaning map[int32]func(a []int64) bool // by SAT variable
	lemmas  [][]Lit
}

func (r *recorder) Int(x Int, lo, hi int64) {}
func (r *recorder) Define(v int32, x Int, val int64, eq bool) {
	r.meaning[v] = func(a []int64) bool { return eq && a[x] == val || !eq && a[x] >= val }
}
func (r *recorder) Axiom(lits []Lit)                        {}
func (r *recorder) Linear(int32, Lit, []Term, int64)        {}
func (r *recorder) NotEqual(int32, Lit, []Term, int64)      {}
func (r *recorder) AllDiff(int32, Lit, []Int)               {}
func (r *recorder) Mul(id int32, x, y, z Int)               {}
func (r *recorder) Pow(id int32, x Int, k int, z Int)       {}
func (r *recorder) Rows(int32, [][]Lit, [][]int8)           {}
func (r *recorder) RealInt(Real, Int)                       {}
func (r *recorder) RealLit(Real, Lit)                       {}
func (r *recorder) RealSum(Real, []RealTerm)                {}
func (r *recorder) RealAtom(Lit, Real, simplex.Delta)       {}
func (r *recorder) Lemma(id int32, lits []Lit)              { r.lemmas = append(r.lemmas, slices.Clone(lits)) }
func (r *recorder) Farkas(lits []Lit, why []simplex.Reason) {}
func (r *recorder) Learn([]Lit)                             {}
func (r *recorder) Delete([]Lit)                            {}

func (r *recorder) holds(l Lit, a []int64) bool {
	if l.Var() == 0 {
		return l == True
	}
	return r.meaning[l.Var()](a) == (l&1 == 0)
}

// wander decides at random, so that propagators meet all kinds of bounds.
type wander struct{ r *rng.Stream }

func (w wander) Conflict() bool { return false }

func (w wander) Next(e *Engine) Lit {
	for tries := 0; tries < 50; tries++ {
		l := Lit(w.r.IntN(len(e.val)))
		if e.val[l] == 0 {
			return l
		}
	}
	return True
}

// one is a problem of one constraint.
type one struct {
	name  string
	lo    []int64
	hi    []int64
	post  func(e *Engine, xs []Int)
	holds func(a []int64) bool
}

func randomConstraint(r *rng.Stream) one {
	var c one
	n := 3
	for i := 0; i < n; i++ {
		lo := r.Int64Between(-4, 3)
		c.lo = append(c.lo, lo)
		c.hi = append(c.hi, lo+r.Int64Between(0, 6))
	}
	// The last variable is 0 or 1: the condition under which linear constraints hold.
	c.lo, c.hi = append(c.lo, 0), append(c.hi, 1)
	cs := []int64{r.Int64Between(-3, 3), r.Int64Between(-3, 3), r.Int64Between(-3, 3)}
	k := r.Int64Between(-6, 6)
	guarded := r.IntN(2) == 0
	guard := func(e *Engine, xs []Int) Lit {
		if guarded {
			return e.Ge(xs[3], 1)
		}
		return True
	}
	off := func(a []int64) bool { return guarded && a[3] == 0 }
	sum := func(a []int64) int64 { return cs[0]*a[0] + cs[1]*a[1] + cs[2]*a[2] }
	terms := func(xs []Int) []Term {
		return []Term{IntTerm(cs[0], xs[0]), IntTerm(cs[1], xs[1]), IntTerm(cs[2], xs[2])}
	}
	switch r.IntN(6) {
	case 5: // more integers, so that sets of them run out of values
		c.lo, c.hi = nil, nil
		for range 5 {
			lo := r.Int64Between(0, 2)
			c.lo = append(c.lo, lo)
			c.hi = append(c.hi, lo+r.Int64Between(0, 4))
		}
		c.lo[3], c.hi[3] = 0, 1
		c.name = "all different, by matching"
		c.post = func(e *Engine, xs []Int) { e.AddAllDiff(guard(e, xs), []Int{xs[0], xs[1], xs[2], xs[4]}) }
		c.holds = func(a []int64) bool {
			return off(a) || a[0] != a[1] && a[0] != a[2] && a[1] != a[2] && a[4] != a[0] && a[4] != a[1] && a[4] != a[2]
		}
	case 0:
		c.name = fmt.Sprintf("%v*x <= %d", cs, k)
		c.post = func(e *Engine, xs []Int) { e.AddLinear(guard(e, xs), terms(xs), k) }
		c.holds = func(a []int64) bool { return off(a) || sum(a) <= k }
	case 1:
		c.name = fmt.Sprintf("%v*x != %d", cs, k)
		c.post = func(e *Engine, xs []Int) { e.AddNotEqual(guard(e, xs), terms(xs), k) }
		c.holds = func(a []int64) bool { return off(a) || sum(a) != k }
	case 2:
		c.name = "all different"
		c.post = func(e *Engine, xs []Int) { e.AddAllDiff(guard(e, xs), xs[:3]) }
		c.holds = func(a []int64) bool { return off(a) || a[0] != a[1] && a[0] != a[2] && a[1] != a[2] }
	case 3:
		square := r.IntN(3) == 0
		c.name = "product"
		c.lo[2], c.hi[2] = r.Int64Between(-20, 5), r.Int64Between(5, 20)
		c.post = func(e *Engine, xs []Int) {
			if square {
				e.AddMul(xs[0], xs[0], xs[2])
			} else {
				e.AddMul(xs[0], xs[1], xs[2])
			}
		}
		c.holds = func(a []int64) bool { return square && a[2] == a[0]*a[0] || !square && a[2] == a[0]*a[1] }
	default:
		e := 2 + r.IntN(2)
		c.name = fmt.Sprint("power ", e)
		c.lo[2], c.hi[2] = r.Int64Between(-30, 5), r.Int64Between(5, 40)
		c.post = func(en *Engine, xs []Int) { en.AddPow(xs[0], e, xs[2]) }
		c.holds = func(a []int64) bool { return a[2] == ipow(a[0], e) }
	}
	return c
}

// TestPropagators runs each constraint by itself under random decisions: what it leaves are exactly its solutions, and each
// explanation that it gives holds in all of them.
func TestPropagators(t *testing.T) {
	root := rng.New(5)
	e := New()
	lemmas := 0
	for n := uint64(0); n < 3000; n++ {
		r := root.Derive("propagator", n)
		c := randomConstraint(r)
		p := problem{lo: c.lo, hi: c.hi}
		var want [][]int64
		a := slices.Clone(p.lo)
		for more := true; more; {
			if c.holds(a) {
				want = append(want, slices.Clone(a))
			}
			more = false
			for i := range a {
				if a[i]++; a[i] <= p.hi[i] {
					more = true
					break
				}
				a[i] = p.lo[i]
			}
		}
		e.Reset()
		e.matchAfter = 0
		rec := &recorder{meaning: map[int32]func([]int64) bool{}}
		e.SetProof(rec)
		var xs []Int
		for i := range p.lo {
			xs = append(xs, e.NewInt(p.lo[i], p.hi[i]))
			if int(xs[i]) != i {
				t.Fatal("integers are not numbered from 0")
			}
		}
		c.post(e, xs)
		e.SetFocus(nil, xs)
		e.SetDecider(wander{r})
		seen := map[string]bool{}
		st := e.Enumerate(context.Background(), nil, Budget{}, func() bool {
			var a []int64
			for _, x := range xs {
				a = append(a, e.IntValue(x))
			}
			if !c.holds(a) {
				t.Fatalf("%d: %s: %v is no solution", n, c.name, a)
			}
			seen[fmt.Sprint(a)] = true
			return true
		})
		if st != Unsat || len(seen) != len(want) {
			t.Fatalf("%d: %s over %v..%v: %v, %d solutions, want %d", n, c.name, c.lo, c.hi, st, len(seen), len(want))
		}
		for _, lemma := range rec.lemmas {
			lemmas++
			for _, a := range want {
				if !slices.ContainsFunc(lemma, func(l Lit) bool { return rec.holds(l, a) }) {
					t.Fatalf("%d: %s over %v..%v: explanation %v excludes the solution %v", n, c.name, c.lo, c.hi, lemma, a)
				}
			}
		}
	}
	t.Logf("%d explanations", lemmas)
}
