package reading_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestWithoutBounds proves problems whose integers get their bounds only from several constraints together, which the checker
// would not find: in the proof they are columns, and clauses keep them off fractions.
func TestWithoutBounds(t *testing.T) {
	e := native.New()
	root := rng.New(5)
	proofs, solvable := 0, 0
	for n := range uint64(60) {
		s := root.Derive("without bounds", n)
		p := model.NewProblem()
		x := []model.Term{p.Int("x"), p.Int("y"), p.Int("z")}
		at := []int64{s.Int64Between(-20, 20), s.Int64Between(-20, 20), s.Int64Between(-20, 20)}
		form := func() (model.Term, int64) {
			var ts []model.Term
			v := int64(0)
			for i := range x {
				c := s.Int64Between(-2, 3)
				ts = append(ts, p.Mul(p.Num(c), x[i]))
				v += c * at[i]
			}
			return p.Sum(ts...), v
		}
		for range 2 {
			a, v := form()
			b, w := form()
			p.Assert("either", p.Or(p.And(p.Eq(a, p.Num(v)), p.Eq(b, p.Num(w))), p.And(p.Eq(a, p.Num(w)), p.Eq(b, p.Num(v)))))
		}
		a, v := form()
		p.Assert("half", p.Ge(p.Mul(p.Num(2), a), p.Num(2*v-1)))
		p.Assert("different", p.Distinct(x...))
		p.Assert("least", p.Le(p.Max(p.Abs(p.Sub(x[0], x[1])), x[2]), p.Num(50)))
		all, text, ok := proven(t, e, p)
		if !ok {
			continue
		}
		proofs++
		if _, err := check(p, all, text); err != nil {
			t.Fatalf("problem %d: %v\n%s", n, err, p)
		}
		if len(all) > 0 {
			solvable++
			if _, err := check(p, all[1:], text); err == nil {
				t.Fatalf("problem %d: a solution less is accepted\n%s", n, p)
			}
		}
	}
	if t.Logf("%d proofs, %d with solutions", proofs, solvable); proofs < 40 || solvable < 30 {
		t.Error("too few to tell")
	}
}
