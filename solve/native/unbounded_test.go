package native

import (
	"context"
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

// TestUnbounded asks about integers that were declared without bounds.
func TestUnbounded(t *testing.T) {
	cases := []struct {
		name  string
		limit int
		build func(p *model.Problem)
		n     int // solutions; -1: refused
		all   bool
	}{
		{"sum and difference", -1, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Eq(p.Add(x, y), p.Num(10)))
			p.Assert("b", p.Eq(p.Sub(x, y), p.Num(4)))
		}, 1, true},
		{"three equations", -1, func(p *model.Problem) {
			x, y, z := p.Int("x"), p.Int("y"), p.Int("z")
			p.Assert("a", p.Eq(p.Add(x, y, z), p.Num(6)))
			p.Assert("b", p.Eq(p.Add(x, p.Mul(p.Num(2), y)), p.Num(5)))
			p.Assert("c", p.Eq(p.Sub(z, p.Mul(p.Num(3), y)), p.Num(1)))
		}, 1, true},
		{"cubes and squares", -1, func(p *model.Problem) {
			m, x, y := p.Int("m"), p.Int("x"), p.Int("y")
			for _, v := range []model.Term{m, x, y} {
				p.Assert("positive", p.Gt(v, p.Num(0)))
			}
			p.Assert("a", p.Eq(p.Add(m, p.Num(7)), p.Pow(x, p.Num(3))))
			p.Assert("b", p.Eq(p.Add(m, p.Num(26)), p.Pow(y, p.Num(3))))
		}, 1, true}, // 8 and 27
		{"sum of squares", -1, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Eq(p.Add(p.Mul(x, x), p.Mul(y, y)), p.Num(25)))
		}, 12, true},
		{"product", -1, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Eq(p.Mul(x, y), p.Num(12)))
		}, 12, true},
		{"domain by Or", -1, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Or(p.And(p.Ge(x, p.Num(3)), p.Le(x, p.Num(5))), p.Eq(x, p.Num(9))))
			p.Assert("b", p.Or(p.Eq(y, x), p.Eq(y, p.Add(x, p.Num(1)))))
		}, 8, true},
		{"anchored by cases", -1, func(p *model.Problem) {
			d, x, y := p.IntIn("d", 0, 1), p.Int("x"), p.Int("y")
			p.Assert("near", p.Or(p.And(p.Ge(x, y), p.Lt(x, p.Add(y, p.Num(2)))), p.And(p.Ge(y, x), p.Lt(y, p.Add(x, p.Num(2))))))
			p.Assert("x", p.Implies(p.Eq(d, p.Num(0)), p.Eq(x, p.Num(7))))
			p.Assert("y", p.Implies(p.Eq(d, p.Num(1)), p.Eq(y, p.Num(9))))
			p.Assert("different", p.Ne(x, y))
		}, 4, true},
		{"a span about one of them", -1, func(p *model.Problem) {
			x, y, z := p.Int("x"), p.Int("y"), p.Int("z")
			var some []model.Term
			for _, low := range []model.Term{x, y, z} {
				var all []model.Term
				for _, v := range []model.Term{x, y, z} {
					all = append(all, p.And(p.Ge(v, low), p.Lt(v, p.Add(low, p.Num(3)))))
				}
				some = append(some, p.And(all...))
			}
			p.Assert("span", p.Or(some...))
			p.Assert("y", p.Eq(y, p.Num(20)))
			p.Assert("different", p.Distinct(x, y, z))
		}, 6, true},
		{"remainders, finite", -1, func(p *model.Problem) {
			x := p.Int("x")
			p.Assert("a", p.Implies(p.Eq(p.Mod(x, p.Num(6)), p.Num(0)), p.And(p.Ge(x, p.Num(30)), p.Le(x, p.Num(39)))))
			p.Assert("b", p.Implies(p.Ne(p.Mod(x, p.Num(6)), p.Num(0)), p.And(p.Ge(x, p.Num(50)), p.Le(x, p.Num(52)))))
		}, 5, true},
		{"remainders, infinitely many", 7, func(p *model.Problem) {
			x := p.Int("x")
			p.Assert("a", p.Eq(p.Mod(x, p.Num(6)), p.Num(1)))
			p.Assert("b", p.Implies(p.Eq(p.Mod(x, p.Num(5)), p.Num(1)), p.Lt(x, p.Num(4))))
			p.Assert("c", p.Gt(x, p.Num(0)))
		}, 7, false},
		{"remainders, none", -1, func(p *model.Problem) {
			x := p.Int("x")
			p.Assert("a", p.Eq(p.Mod(x, p.Num(6)), p.Num(1)))
			p.Assert("b", p.Eq(p.Mod(x, p.Num(4)), p.Num(2)))
		}, 0, true},
		{"infinitely many, without a limit", -1, func(p *model.Problem) {
			x := p.Int("x")
			p.Assert("a", p.Eq(p.Mod(x, p.Num(6)), p.Num(1)))
		}, -1, false},
		{"more than asked for", 5, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Eq(x, p.Mul(p.Num(2), y)))
		}, 5, false},
		{"even and odd", -1, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Eq(p.Mul(p.Num(2), x), p.Add(p.Mul(p.Num(4), y), p.Num(1))))
		}, 0, true},
		{"not decided", -1, func(p *model.Problem) {
			x, y := p.Int("x"), p.Int("y")
			p.Assert("a", p.Eq(p.Mul(x, x), p.Add(p.Mul(p.Num(3), y, y), p.Num(2)))) // no square is 2 mod 3
		}, -1, false},
	}
	for _, c := range cases {
		p := model.NewProblem()
		c.build(p)
		s, err := New().Open(context.Background(), p, solve.Budget{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r, err := s.Enumerate(context.Background(), c.limit)
		if c.n < 0 {
			if !errors.Is(err, solve.ErrUnsupported) {
				t.Errorf("%s: got %v and %v, want a refusal", c.name, r, err)
			}
		} else if err != nil || len(r.List) != c.n || r.All != c.all {
			t.Errorf("%s: got %d solutions, all %v, %v; want %d, all %v", c.name, len(r.List), r.All, err, c.n, c.all)
		}
		s.Close()
	}
}
