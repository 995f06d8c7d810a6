package model_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
)

func ints(ns ...int64) (out []*big.Int) {
	for _, n := range ns {
		out = append(out, big.NewInt(n))
	}
	return out
}

func rats(ns ...int64) (out []*big.Rat) {
	for _, n := range ns {
		out = append(out, big.NewRat(n, 1))
	}
	return out
}

func root(t *testing.T, lo, hi *big.Rat, coefficients ...int64) *model.Root {
	t.Helper()
	r, err := model.NewRoot(ints(coefficients...), lo, hi)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestNewRoot(t *testing.T) {
	for _, c := range []struct {
		coefficients []*big.Int
		lo, hi       int64
	}{
		{ints(-2, 0, 1), 2, 1},       // the ends exchanged
		{ints(-2, 0, 1), -2, 2},      // two roots
		{ints(-2, 0, 1), 2, 3},       // none
		{ints(-4, 0, 1), 2, 3},       // one at an end
		{ints(4, 0, -4, 0, 1), 1, 2}, // (x^2-2)^2
		{ints(-2, 1), 1, 3},          // linear
		{nil, 1, 3},
	} {
		if _, err := model.NewRoot(c.coefficients, big.NewRat(c.lo, 1), big.NewRat(c.hi, 1)); err == nil {
			t.Errorf("%v between %d and %d is accepted", c.coefficients, c.lo, c.hi)
		}
	}
}

// TestIrrational computes random expressions in a root, exactly and in floats.
func TestIrrational(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	cases := []struct {
		root *model.Root
		at   float64
	}{
		{root(t, big.NewRat(1, 1), big.NewRat(2, 1), -2, 0, 1), math.Sqrt2},
		{root(t, big.NewRat(-2, 1), big.NewRat(-1, 1), -3, 0, 1), -math.Sqrt(3)},
		{root(t, big.NewRat(1, 1), big.NewRat(3, 2), -2, 0, 0, 1), math.Cbrt(2)},
	}
	for range 3000 {
		c := cases[r.IntN(len(cases))]
		p := model.NewProblem()
		x := p.Real("x")
		terms, values := []model.Term{x}, []float64{c.at}
		for range 6 {
			i, j := r.IntN(len(terms)), r.IntN(len(terms))
			k := int64(r.IntN(7) - 3)
			var u model.Term
			var v float64
			switch r.IntN(7) {
			case 0:
				u, v = p.Add(terms[i], p.Mul(p.Num(k), terms[j])), values[i]+float64(k)*values[j]
			case 1:
				u, v = p.Mul(terms[i], terms[j]), values[i]*values[j]
			case 2:
				u, v = p.Sub(terms[i], p.Num(k)), values[i]-float64(k)
			case 3:
				u, v = p.Pow(terms[i], p.Num(2)), values[i]*values[i]
			case 4:
				u, v = p.Abs(terms[i]), math.Abs(values[i])
			case 5:
				u, v = p.ToReal(p.ToInt(terms[i])), math.Floor(values[i])
				if math.Abs(values[i]-math.Round(values[i])) < 1e-6 {
					continue
				}
			case 6:
				if math.Abs(values[j]) < 1e-3 {
					continue
				}
				u, v = p.RealDiv(terms[i], terms[j]), values[i]/values[j]
			}
			if math.Abs(v) > 1e4 {
				continue
			}
			terms, values = append(terms, u), append(values, v)
		}
		last := len(terms) - 1
		got, err := p.Eval(terms[last], model.Assignment{c.root.Value(rats(0, 1))})
		if err != nil {
			t.Fatal(err)
		}
		want := values[last]
		if f := got.Float64(); math.Abs(f-want) > 1e-6*(1+math.Abs(want)) {
			t.Fatalf("%s: got %v, want %v", p.Format(terms[last]), f, want)
		}
		if s := got.Sign(); math.Abs(want) > 1e-6 && float64(s)*want < 0 {
			t.Fatalf("%s: the sign of %v is %d", p.Format(terms[last]), want, s)
		}
	}
}

func TestIrrationalOrder(t *testing.T) {
	two := root(t, big.NewRat(1, 1), big.NewRat(2, 1), -2, 0, 1).Value(rats(0, 1))
	again := root(t, big.NewRat(0, 1), big.NewRat(3, 2), -4, 0, 0, 0, 1).Value(rats(0, 1)) // a root of x^4 - 4
	eight := root(t, big.NewRat(2, 1), big.NewRat(3, 1), -8, 0, 1).Value([]*big.Rat{new(big.Rat), big.NewRat(1, 2)})
	near := model.RealValue(665857, 470832) // 1.41421356237469
	nearer := model.RealValue(131836323, 93222358)
	three := root(t, big.NewRat(1, 1), big.NewRat(2, 1), -3, 0, 1).Value(rats(0, 1))
	for _, c := range []struct {
		a, b model.Value
		want int
	}{
		{two, two, 0}, {two, again, 0}, {two, eight, 0}, {again, eight, 0}, {two, near, -1}, {nearer, two, 1}, {near, nearer, 1},
		{two, three, -1}, {three, eight, 1}, {two, model.IntValue(1), 1}, {two, model.RealValue(2, 1), -1},
	} {
		if got := c.a.Compare(c.b); (got > 0) != (c.want > 0) || (got < 0) != (c.want < 0) || c.a.Equal(c.b) != (c.want == 0) {
			t.Errorf("%v and %v: %d, equal %v", c.a, c.b, got, c.a.Equal(c.b))
		}
		if got := c.b.Compare(c.a); (got > 0) != (c.want < 0) || (got < 0) != (c.want > 0) {
			t.Errorf("%v and %v: %d", c.b, c.a, got)
		}
	}
	if s := two.String(); s != "1.41421356237…" {
		t.Error(s)
	}
	square := root(t, big.NewRat(1, 1), big.NewRat(2, 1), -2, 0, 1).Value(rats(0, 0, 1))
	if n, ok := square.Int64(); !ok || n != 2 || !square.IsRational() {
		t.Errorf("the square is %v", square)
	}
	// A number of a root of (x^2-2)(x-3) that is rational without looking so.
	r := root(t, big.NewRat(1, 1), big.NewRat(2, 1), 6, -2, -3, 1)
	v := r.Value(rats(0, 0, 1))
	if v.IsRational() || !v.IsInt() || v.Compare(model.IntValue(2)) != 0 || v.BigInt().Int64() != 2 || v.Float64() != 2 {
		t.Errorf("%v: whole %v", v, v.IsInt())
	}
}

// TestCheckIrrational judges solutions in irrational numbers.
func TestCheckIrrational(t *testing.T) {
	p := model.NewProblem()
	x, y := p.Real("x"), p.Real("y")
	p.Assert("sum", p.Eq(p.Add(x, y), p.Num(4)))
	p.Assert("product", p.Eq(p.Mul(x, y), p.Num(1)))
	p.Assert("order", p.Lt(x, y))
	r := root(t, big.NewRat(1, 1), big.NewRat(2, 1), -3, 0, 1)
	if err := model.Check(p, model.Assignment{r.Value(rats(2, -1)), r.Value(rats(2, 1))}); err != nil {
		t.Error(err)
	}
	if err := model.Check(p, model.Assignment{r.Value(rats(2, 1)), r.Value(rats(2, -1))}); err == nil {
		t.Error("the wrong order is accepted")
	}
	other := root(t, big.NewRat(1, 1), big.NewRat(2, 1), -3, 0, 1)
	if err := model.Check(p, model.Assignment{r.Value(rats(2, -1)), other.Value(rats(2, 1))}); err == nil {
		t.Error("numbers of two roots are computed with")
	}
}
