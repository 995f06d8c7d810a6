package native_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestTotals compares Latin squares with cages, weighed sums, differences of sums and lines of consecutive numbers with brute force. What
// follows from rows and cages together is posted beside them, and so are sets of values.
func TestTotals(t *testing.T) {
	r := rng.New(1).Derive("totals", 0)
	ctx := context.Background()
	some := 0
	for i := range int(puztest.Few(150)) {
		n := 3 + r.IntN(2)
		low := int64(r.IntN(4) - 2)
		p := model.NewProblem()
		x := make([]model.Term, n*n)
		full := make([]int64, n*n) // a square that the sums are taken from, mostly
		perm := r.Perm(n)
		for c := range x {
			x[c] = p.IntIn("x"+string(rune('a'+c)), low, low+int64(n)-1)
			full[c] = low + int64(perm[(c/n+c%n)%n])
		}
		for k := range n {
			var row, col []model.Term
			for j := range n {
				row, col = append(row, x[k*n+j]), append(col, x[j*n+k])
			}
			p.Assert("row", p.Distinct(row...))
			p.Assert("col", p.Distinct(col...))
		}
		for range 2 + r.IntN(4) {
			var terms []model.Term
			total := int64(r.IntN(8) / 7)
			start, size := r.IntN(n*n), 2+r.IntN(4)
			for j := range size {
				c := (start + j*(1+i%2*(n-1))) % (n * n)
				w := int64(1)
				if i%3 == 2 {
					w = []int64{1, -1, 10, 2}[r.IntN(4)]
				}
				terms = append(terms, p.Mul(p.Num(w), x[c]))
				total += w * full[c]
			}
			p.Assert("sum", p.Eq(p.Sum(terms...), p.Num(total)))
		}
		if i%2 == 1 {
			start := r.IntN(n*n - 3)
			var ways []model.Term
			for v := low; v < low+int64(n)-1; v++ {
				var all []model.Term
				for _, c := range x[start : start+2] {
					all = append(all, p.And(p.Ge(c, p.Num(v)), p.Lt(c, p.Num(v+2))))
				}
				ways = append(ways, p.And(all...))
			}
			p.Assert("close", p.Or(ways...))
		}
		var lists [2]solve.Solutions
		for k, e := range []solve.Engine{native.New(), brute.Engine{}} {
			s, err := e.Open(ctx, p, solve.Budget{})
			if err != nil {
				t.Fatal(err)
			}
			if lists[k], err = s.Enumerate(ctx, -1); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if len(lists[0].List) != len(lists[1].List) {
			t.Fatalf("problem %d: %d solutions, brute force has %d\n%v", i, len(lists[0].List), len(lists[1].List), p)
		}
		if len(lists[0].List) > 0 {
			some++
		}
		for k, a := range lists[0].List {
			if !a.Equal(lists[1].List[k]) {
				t.Fatalf("problem %d: solution %d differs\n%v", i, k, p)
			}
		}
	}
	if some < 50 && puztest.Doing() >= puztest.Whole {
		t.Errorf("only %d problems have a solution", some)
	}
}
