package simplex

import (
	"math/big"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestRat compares with math/big, about the limits of int64 above all.
func TestRat(t *testing.T) {
	r := rng.New(1)
	draw := func() (Rat, *big.Rat) {
		n, d := r.Int64Between(-9, 9), r.Int64Between(1, 9)
		switch r.IntN(4) {
		case 0:
			n = int64(r.Uint64())
		case 1:
			d = 1 + int64(r.Uint64()>>1)>>1
		case 2:
			n, d = -1<<63+int64(r.IntN(2)), 1+int64(r.IntN(3))
		}
		return frac(n, d), big.NewRat(n, d)
	}
	same := func(op string, a Rat, b *big.Rat) {
		t.Helper()
		if a.Big().Cmp(b) != 0 {
			t.Fatalf("%s: got %v, want %v", op, a, b)
		}
		if a.big != nil && a.big.Num().IsInt64() && a.big.Denom().IsInt64() {
			t.Fatalf("%s: %v is not in its small form", op, a)
		}
	}
	for i := 0; i < 20000; i++ {
		a, x := draw()
		b, y := draw()
		same("itself", a, x)
		same("add", a.Add(b), new(big.Rat).Add(x, y))
		same("sub", a.Sub(b), new(big.Rat).Sub(x, y))
		same("mul", a.Mul(b), new(big.Rat).Mul(x, y))
		same("neg", a.Neg(), new(big.Rat).Neg(x))
		if x.Sign() != 0 {
			same("inv", a.Inv(), new(big.Rat).Inv(x))
		}
		if a.Cmp(b) != x.Cmp(y) || a.Sign() != x.Sign() || a.IsInt() != x.IsInt() {
			t.Fatalf("%v and %v compare wrongly", x, y)
		}
		if n, ok := a.Floor(); ok {
			f := new(big.Rat).SetInt64(n)
			if f.Cmp(x) > 0 || new(big.Rat).Add(f, big.NewRat(1, 1)).Cmp(x) <= 0 {
				t.Fatalf("floor of %v is %d", x, n)
			}
		}
	}
}

// TestConflictsAddUp checks, for random systems, that values found are within all bounds, and that the reasons of a conflict
// add up to a contradiction, as Farkas' lemma says.
func TestConflictsAddUp(t *testing.T) {
	r := rng.New(2)
	sat, unsat := 0, 0
	for n := 0; n < 3000; n++ {
		var s Solver
		vars := 2 + r.IntN(3)
		for i := 0; i < vars; i++ {
			s.NewColumn()
		}
		def := map[int][]Term{}
		for k := 2 + r.IntN(4); k > 0; k-- {
			var ts []Term
			for i := 0; i < vars; i++ {
				if c := r.Int64Between(-3, 3); c != 0 {
					ts = append(ts, Term{frac(c, 1+int64(r.IntN(3))), i})
				}
			}
			def[s.NewRow(ts)] = ts
		}
		var conflict []Reason
		type set struct {
			x     int
			upper bool
			v     Delta
		}
		var bounds []set
		for k := 3 + r.IntN(7); k > 0 && conflict == nil; k-- {
			b := set{r.IntN(s.Columns()), r.IntN(2) == 0, Delta{Int(r.Int64Between(-5, 5)), Int(int64(r.IntN(2)))}}
			if b.upper {
				b.v.D = b.v.D.Neg()
			}
			bounds = append(bounds, b)
			if b.upper {
				conflict = s.Upper(b.x, b.v, 0)
			} else {
				conflict = s.Lower(b.x, b.v, 0)
			}
			if conflict == nil {
				conflict, _ = s.Check(nil)
			}
		}
		if conflict == nil {
			sat++
			eps := s.Concrete()
			for x, ts := range def {
				var sum Rat
				for _, u := range ts {
					sum = sum.Add(u.Coef.Mul(s.At(u.Col, eps)))
				}
				if sum.Cmp(s.At(x, eps)) != 0 {
					t.Fatal("a row does not hold")
				}
			}
			for _, b := range bounds {
				v := s.At(b.x, eps)
				c := v.Cmp(b.v.R)
				if b.upper {
					c = -c
				}
				if c < 0 || c == 0 && b.v.D.Sign() != 0 {
					t.Fatalf("%v is not within a bound %v", v, b)
				}
			}
			// An optimum is within the bounds and is not passed by the value that was found first.
			x := r.IntN(s.Columns())
			before := s.Value(x)
			if s.Maximise(x, nil) == Optimal && s.Value(x).Cmp(before) < 0 {
				t.Fatal("the optimum is worse than where it began")
			}
			if again, _ := s.Check(nil); again != nil {
				t.Fatal("the optimum is out of bounds")
			}
			continue
		}
		unsat++
		left := map[int]Rat{}
		var total Delta
		for _, c := range conflict {
			f := c.Factor
			if f.Sign() < 0 {
				t.Fatal("a negative factor")
			}
			if !c.Upper {
				f = f.Neg()
			}
			total = total.add(c.Val.mul(f))
			ts, ok := def[c.Col]
			if !ok {
				ts = []Term{{Int(1), c.Col}}
			}
			for _, u := range ts {
				left[u.Col] = left[u.Col].Add(f.Mul(u.Coef))
			}
		}
		for col, c := range left {
			if c.Sign() != 0 {
				t.Fatalf("column %d is left with %v", col, c)
			}
		}
		if total.Cmp(Delta{}) >= 0 {
			t.Fatalf("the bounds add up to 0 <= %v", total)
		}
	}
	t.Logf("%d satisfiable, %d not", sat, unsat)
}
