package native

import (
	"math/big"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// TestBoundsKeepSolutions draws values first, of all magnitudes up to far beyond what intervals hold, and then constraints that
// they satisfy: the bounds that are found must hold them. It is where saturating arithmetic goes wrong.
func TestBoundsKeepSolutions(t *testing.T) {
	n := uint64(30000)
	if puztest.Doing() < puztest.Whole {
		n = 5000
	}
	for i := range n {
		s := rng.New(1).Derive("bounds", i)
		p := model.NewProblem()
		values := make(model.Assignment, 2+s.IntN(2))
		var vars []model.Term
		for v := range values {
			values[v] = model.BigIntValue(magnitude(s))
			name := string(rune('x' + v))
			if s.IntN(3) == 0 { // declared about its value
				lo := new(big.Int).Sub(values[v].BigInt(), big.NewInt(int64(s.IntN(4))))
				hi := new(big.Int).Add(values[v].BigInt(), big.NewInt(int64(s.IntN(4))))
				d := model.Domain{Lo: model.BigIntValue(lo), Hi: model.BigIntValue(hi)}
				vars = append(vars, p.Declare(model.Variable{Name: name, Sort: model.Int, Domain: d}))
			} else {
				vars = append(vars, p.Int(name))
			}
		}
		var cons []model.Term
		for range 1 + s.IntN(4) {
			c := satisfied(t, p, s, vars, values)
			if c == model.NoTerm {
				continue
			}
			if d := compared(p, s, vars); s.IntN(4) == 0 {
				switch s.IntN(4) {
				case 0:
					c = p.Or(d, c)
				case 1:
					c = p.Implies(p.Not(c), d)
				case 2:
					c = p.Or(p.And(d, c), c)
				case 3:
					c = p.If(c, c, d)
				}
			}
			cons = append(cons, p.Total(c))
		}
		b := &builder{e: engine.New()}
		b.reset(&session{p: p})
		f := &b.bounds
		f.run(cons)
		if !f.empty {
			f.finish(nil, nil)
		}
		for v, x := range values {
			at := span{saturate(x.BigInt()), saturate(x.BigInt())}.sane()
			if got := f.b[v]; f.empty || got.lo > at.hi || got.hi < at.lo {
				t.Errorf("problem %d: %s is in %d..%d (empty: %v), and %s is a solution", i, p.Variable(model.Var(v)).Name, got.lo, got.hi,
					f.empty, p.FormatAssignment(values))
				for _, c := range cons {
					t.Log(p.Format(c))
				}
				break
			}
		}
		if t.Failed() {
			return
		}
	}
}

// magnitude draws an integer: small, about a power of two, or anything up to 2^140.
func magnitude(s *rng.Stream) *big.Int {
	n := big.NewInt(int64(s.IntN(9)))
	switch s.IntN(4) {
	case 0:
	case 1:
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), 58+uint(s.IntN(8))))
	case 2:
		n.Add(n, new(big.Int).Lsh(big.NewInt(1), uint(s.IntN(140))))
	case 3:
		n = s.BigN(new(big.Int).Lsh(big.NewInt(1), 1+uint(s.IntN(70))))
	}
	if s.Bool() {
		n.Neg(n)
	}
	return n
}

// compared draws a comparison of two variables or of a variable with a number.
func compared(p *model.Problem, s *rng.Stream, vars []model.Term) model.Term {
	a, b := vars[s.IntN(len(vars))], vars[s.IntN(len(vars))]
	if s.Bool() {
		b = p.Val(model.BigIntValue(magnitude(s)))
	}
	if s.Bool() {
		return p.Eq(a, b)
	}
	return p.Lt(a, b)
}

// satisfied draws a constraint that holds under the values, or none when a term of it has no value or too large a one.
func satisfied(t *testing.T, p *model.Problem, s *rng.Stream, vars []model.Term, values model.Assignment) model.Term {
	var number func(depth int) model.Term
	number = func(depth int) model.Term {
		if depth == 0 || s.IntN(6) == 0 {
			if s.IntN(4) == 0 {
				return p.Val(model.BigIntValue(magnitude(s)))
			}
			return vars[s.IntN(len(vars))]
		}
		a := number(depth - 1)
		switch s.IntN(12) {
		case 0:
			return p.Neg(a)
		case 1:
			return p.Sub(a, number(depth-1))
		case 2:
			return p.Mul(a, number(depth-1))
		case 3:
			return p.Pow(a, p.Num(int64(2+s.IntN(3))))
		case 4:
			return p.Abs(a)
		case 5:
			return p.Min(a, number(depth-1))
		case 6:
			return p.Max(a, number(depth-1))
		case 11:
			return p.If(compared(p, s, vars), a, number(depth-1))
		case 7:
			if n := magnitude(s); n.Sign() != 0 {
				return p.IntDiv(a, p.Val(model.BigIntValue(n)))
			}
		case 8:
			if n := magnitude(s); n.Sign() != 0 {
				return p.Mod(a, p.Val(model.BigIntValue(n)))
			}
		}
		return p.Add(a, number(depth-1), number(depth-1))
	}
	a, b := number(2), number(1)
	if s.IntN(3) == 0 {
		x, err := p.Eval(a, values)
		if err != nil {
			return model.NoTerm
		}
		b = p.Val(x)
	}
	x, err := p.Eval(a, values)
	if err != nil {
		return model.NoTerm
	}
	y, err := p.Eval(b, values)
	if err != nil {
		return model.NoTerm
	}
	var c model.Term
	switch n := x.Compare(y); {
	case n == 0 && s.IntN(3) > 0:
		c = p.Eq(a, b)
	case n <= 0 && s.Bool():
		c = p.Le(a, b)
	case n < 0:
		c = p.Not(p.Ge(a, b))
	case n > 0:
		c = p.Gt(a, b)
	default:
		c = p.Ge(a, b)
	}
	if v, err := p.Eval(c, values); err != nil || !v.Bool() {
		t.Fatalf("%s does not hold under %s", p.Format(c), p.FormatAssignment(values))
	}
	return c
}
