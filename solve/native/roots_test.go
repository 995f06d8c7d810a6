package native

import (
	"context"
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// TestSaturatedBounds asks about numbers beyond the range of the bounds: the answer may be a refusal, never a wrong one.
func TestSaturatedBounds(t *testing.T) {
	for name, build := range map[string]func(p *model.Problem){
		"cube and product": func(p *model.Problem) {
			x := p.IntIn("x", 829166233354, 829166233354)
			p.Assert("", p.Ge(p.Pow(x, p.Num(3)), p.Mul(x, x, x)))
		},
		"difference of large ones": func(p *model.Problem) {
			x, y := p.IntIn("x", 1_321_123, 1_321_123), p.IntIn("y", 1_300_000, 1_300_000)
			p.Assert("", p.Le(p.Sub(p.Pow(x, p.Num(3)), p.Pow(y, p.Num(3))), p.Num(200_000_000_000_000_000)))
		},
		"below the largest": func(p *model.Problem) {
			x := p.IntIn("x", 2_000_000, 2_000_000)
			p.Assert("", p.Not(p.Lt(p.Pow(x, p.Num(3)), p.Mul(x, x, p.Sub(x, p.Num(1))))))
		},
	} {
		p := model.NewProblem()
		build(p)
		s, err := New().Open(context.Background(), p, solve.Budget{})
		if errors.Is(err, solve.ErrUnsupported) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		res, err := s.Solve(context.Background())
		if !errors.Is(err, solve.ErrUnsupported) && (err != nil || res.Status != solve.Sat) {
			t.Errorf("%s: %v, %v", name, res, err)
		}
		s.Close()
	}
}

func TestRoots(t *testing.T) {
	for n := int64(-70); n <= 70; n++ {
		for k := 1; k <= 5; k += 2 {
			down, up := rootDown(n, k), rootUp(n, k)
			if satPow(down, int64(k)) > n || satPow(down+1, int64(k)) <= n {
				t.Errorf("rootDown(%d, %d) = %d", n, k, down)
			}
			if satPow(up, int64(k)) < n || satPow(up-1, int64(k)) >= n {
				t.Errorf("rootUp(%d, %d) = %d", n, k, up)
			}
		}
	}
	for _, k := range []int{1, 2, 3, 64} {
		if rootDown(inf, k) != inf || rootUp(inf, k) != inf || rootDown(inf-1, k) > inf-1 {
			t.Errorf("roots of infinities: %d, %d", rootDown(inf, k), rootUp(inf, k))
		}
	}
}
