package algebra

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
)

func unknowns(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

func meter() *Meter { return NewMeter(context.Background(), 1<<30, upTo(1<<28)) }

var errFull = errors.New("full")

// upTo takes so many bytes.
func upTo(bytes int) func(n int) error {
	return func(n int) error {
		if bytes -= n; bytes < 0 {
			return errFull
		}
		return nil
	}
}

// poly builds a polynomial from coefficients and exponents: {c, e0, e1, ...}.
func poly(ts ...[]int64) Poly {
	var ms []Mono
	var cs []*big.Rat
	for _, t := range ts {
		m := Mono{}
		for i, e := range t[1:] {
			for range e {
				m = m.times(Unknown(i))
			}
		}
		ms, cs = append(ms, m), append(cs, big.NewRat(t[0], 1))
	}
	return makePoly(ms, cs)
}

// TestRoots multiplies factors whose roots are known.
func TestRoots(t *testing.T) {
	mt := meter()
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := uni{big.NewInt(1)}
		times := func(q uni) {
			out := make(uni, len(p)+len(q)-1)
			for i := range out {
				out[i] = new(big.Int)
			}
			for i, a := range p {
				for j, b := range q {
					out[i+j].Add(out[i+j], new(big.Int).Mul(a, b))
				}
			}
			p = out
		}
		want := map[string]bool{}
		irrational := map[int64]bool{}
		for range r.IntN(5) {
			x := big.NewRat(int64(r.IntN(41)-20), int64(1+r.IntN(9)))
			want[x.RatString()] = true
			times(uni{new(big.Int).Neg(x.Num()), x.Denom()})
		}
		for range r.IntN(4) {
			k := int64(r.IntN(30) - 8) // x^2 - k
			switch k {
			case 0, 1, 4, 9, 16:
				continue
			}
			if k > 0 {
				irrational[k] = true
			}
			times(uni{big.NewInt(-k), new(big.Int), big.NewInt(1)})
		}
		sf := mt.squarefree(mt.primitive(p))
		rational, rest, list := mt.realRoots(sf)
		got := map[string]bool{}
		for _, x := range rational {
			got[x.RatString()] = true
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || len(list) != 2*len(irrational) {
			t.Fatalf("%v: rational roots %v, want %v; %d others, want %d", p, got, want, len(list), 2*len(irrational))
		}
		for i, v := range list {
			if mt.signAt(rest, v.lo)*mt.signAt(rest, v.hi) != -1 || v.lo.Cmp(v.hi) >= 0 || i > 0 && v.lo.Cmp(list[i-1].hi) < 0 {
				t.Fatalf("%v: interval %v", p, v)
			}
		}
	}
}

func TestSystems(t *testing.T) {
	for _, c := range []struct {
		name   string
		n      int
		ps     []Poly
		kind   Kind
		points string
	}{
		{"sum and product", 2, []Poly{poly([]int64{1, 1}, []int64{1, 0, 1}, []int64{-7}), poly([]int64{1, 1, 1}, []int64{-12})}, Finite, "(4 3)(3 4)"},
		{"circle and line", 2, []Poly{poly([]int64{1, 2}, []int64{1, 0, 2}, []int64{-2}), poly([]int64{1, 1}, []int64{-1, 0, 1})}, Finite, "(-1 -1)(1 1)"},
		{"a double root", 1, []Poly{poly([]int64{1, 2}, []int64{-6, 1}, []int64{9})}, Finite, "(3)"},
		{"no real ones", 1, []Poly{poly([]int64{1, 2}, []int64{1})}, Finite, ""},
		{"contradiction", 2, []Poly{poly([]int64{1, 1, 1}, []int64{-1}), poly([]int64{1, 1})}, None, ""},
		{"a curve", 2, []Poly{poly([]int64{1, 1, 1}, []int64{-1})}, Infinite, ""},
		{"square roots", 2, []Poly{poly([]int64{1, 2}, []int64{-2}), poly([]int64{1, 0, 1}, []int64{-3})}, Finite, "(~-1.414214 3)(~1.414214 3)"},
		{"two square roots", 2, []Poly{poly([]int64{1, 2}, []int64{-2}), poly([]int64{1, 0, 2}, []int64{-3})}, Finite,
			"(~-1.414214 ~-1.732051)(~1.414214 ~-1.732051)(~-1.414214 ~1.732051)(~1.414214 ~1.732051)"},
	} {
		s, err := Solve(meter(), unknowns(c.n), c.ps)
		if err != nil {
			t.Fatal(c.name, err)
		}
		got := ""
		for _, p := range s.Points {
			got += "("
			for i := range c.n {
				x, f, err := p.Value(i)
				if err != nil {
					t.Fatal(err)
				}
				if i > 0 {
					got += " "
				}
				if x != nil {
					got += x.RatString()
					continue
				}
				for range 60 {
					s.mt.halve(s.min, &p.in)
				}
				lo, _ := evaluateOver(s.mt, f, p.in)
				got += "~" + lo.FloatString(6)
			}
			got += ")"
		}
		if s.Kind != c.kind || got != c.points {
			t.Errorf("%s: kind %v, points %s", c.name, s.Kind, got)
		}
	}
}

// TestPlanted solves random systems that have a rational solution, which must be found, with all equations exactly 0 at all points.
func TestPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	solved := 0
	for range 200 {
		n := 1 + r.IntN(3)
		at := make([]*big.Rat, n)
		for i := range at {
			at[i] = big.NewRat(int64(r.IntN(13)-6), int64(1+r.IntN(3)))
		}
		var ps []Poly
		for range n {
			var ms []Mono
			var cs []*big.Rat
			v := new(big.Rat)
			for range 2 + r.IntN(2) {
				m, x := Mono{}, big.NewRat(int64(r.IntN(9)-4), 1)
				value := new(big.Rat).Set(x)
				for range 1 + r.IntN(2) {
					i := r.IntN(n)
					m = m.times(Unknown(i))
					value.Mul(value, at[i])
				}
				ms, cs = append(ms, m), append(cs, x)
				v.Add(v, value)
			}
			ps = append(ps, makePoly(append(ms, Mono{}), append(cs, v.Neg(v))))
		}
		s, err := Solve(meter(), unknowns(n), ps)
		if err != nil {
			t.Fatal(err, ps)
		}
		if s.Kind == None {
			t.Fatal("no solution", ps)
		}
		if s.Kind == Infinite {
			continue
		}
		solved++
		found := false
		for _, p := range s.Points {
			for _, q := range ps {
				f, err := s.Form(q)
				if err != nil {
					t.Fatal(err)
				}
				if sign, err := p.Sign(f); err != nil || sign != 0 {
					t.Fatal("not a solution", sign, err)
				}
			}
			same := true
			for i := range at {
				x, _, err := p.Value(i)
				if err != nil {
					t.Fatal(err)
				}
				same = same && x != nil && x.Cmp(at[i]) == 0
			}
			found = found || same
		}
		if !found {
			t.Fatal("the planted solution is not found", ps, at)
		}
	}
	if solved < 100 {
		t.Errorf("only %d systems have finitely many solutions", solved)
	}
}

// TestMeter sees that work ends.
func TestMeter(t *testing.T) {
	hard := []Poly{ // cyclic 6-roots, of which there are 156
	}
	const n = 6
	for k := 1; k < n; k++ {
		var ts [][]int64
		for i := range n {
			e := make([]int64, n+1)
			e[0] = 1
			for j := range k {
				e[1+(i+j)%n] = 1
			}
			ts = append(ts, e)
		}
		hard = append(hard, poly(ts...))
	}
	hard = append(hard, poly([]int64{1, 1, 1, 1, 1, 1, 1}, []int64{-1}))
	if _, err := Solve(NewMeter(context.Background(), 1<<20, upTo(1<<28)), unknowns(n), hard); err != ErrTooMuch {
		t.Errorf("steps: %v", err)
	}
	if _, err := Solve(NewMeter(context.Background(), 1<<40, upTo(1<<13)), unknowns(n), hard); err != errFull {
		t.Errorf("memory: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Solve(NewMeter(ctx, 1<<40, upTo(1<<28)), unknowns(n), hard); err != context.Canceled {
		t.Errorf("context: %v", err)
	}
}
