package native

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
)

func TestOptimiseReal(t *testing.T) {
	cases := []struct {
		name  string
		build func(p *model.Problem)
		want  string // the optimum, or what there is instead
	}{
		{"vertex", func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("a", p.And(p.Ge(x, p.Num(0)), p.Ge(y, p.Num(0)), p.Le(p.Add(x, p.Mul(p.Num(2), y)), p.Num(4)), p.Le(p.Add(p.Mul(p.Num(3), x), y), p.Num(6))))
			p.SetObjective(model.Maximise, p.Add(x, y))
		}, "14/5 attained 1 all"},
		{"edge", func(p *model.Problem) {
			x, y := p.Real("x"), p.Real("y")
			p.Assert("a", p.And(p.Ge(x, p.Num(0)), p.Ge(y, p.Num(0)), p.Le(p.Add(x, y), p.Num(4))))
			p.SetObjective(model.Maximise, p.Add(x, y))
		}, "4 attained 3 more"},
		{"strict", func(p *model.Problem) {
			x := p.Real("x")
			p.Assert("a", p.And(p.Gt(x, p.Num(2)), p.Lt(x, p.Num(5))))
			p.SetObjective(model.Minimise, x)
		}, "2 approached"},
		{"strict here, attained there", func(p *model.Problem) {
			x, b := p.Real("x"), p.Bool("b")
			p.Assert("a", p.If(b, p.Gt(x, p.Num(2)), p.Ge(x, p.Num(2))))
			p.SetObjective(model.Minimise, x)
		}, "2 attained 1 all"},
		{"unbounded", func(p *model.Problem) {
			x := p.Real("x")
			p.Assert("a", p.Gt(x, p.Num(2)))
			p.SetObjective(model.Maximise, x)
		}, "unbounded"},
		{"none", func(p *model.Problem) {
			x := p.Real("x")
			p.Assert("a", p.And(p.Gt(x, p.Num(2)), p.Lt(x, p.Num(2))))
			p.SetObjective(model.Maximise, x)
		}, "unsat"},
		{"whole numbers too", func(p *model.Problem) {
			x, n := p.Real("x"), p.IntIn("n", 0, 10)
			p.Assert("a", p.Le(p.Add(p.Mul(p.Float(2.5), x), p.Mul(p.Num(3), n)), p.Float(10.5)))
			p.Assert("b", p.And(p.Ge(x, p.Float(0.5)), p.Le(x, n)))
			p.SetObjective(model.Maximise, p.Add(p.Mul(p.Num(2), x), n))
		}, "28/5 attained 1 all"},
	}
	for _, c := range cases {
		p := model.NewProblem()
		c.build(p)
		s, err := New().Open(context.Background(), p, solve.Budget{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		o, err := s.(solve.Optimiser).Optimise(context.Background(), 3)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := "unsat"
		switch {
		case o.Status == solve.Unsat:
		case o.Unbounded:
			got = "unbounded"
		case !o.Attained:
			got = o.Value.String() + " approached"
		default:
			got = o.Value.String() + " attained " + string(rune('0'+len(o.Solutions)))
			if o.All {
				got += " all"
			} else {
				got += " more"
			}
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
		s.Close()
	}
}
