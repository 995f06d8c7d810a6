package model_test

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
)

// TestMistakes builds what cannot be, and goes on.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		name  string
		build func(p *model.Problem, x, r, b model.Term) model.Term
		want  string
	}{
		{"And of an Int", func(p *model.Problem, x, r, b model.Term) model.Term { return p.And(b, x) }, "And: an operand is var of sort Int, not a Bool"},
		{"Not of an Int", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Not(x) }, "Not: "},
		{"Implies", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Implies(b, x) }, "Implies: "},
		{"Xor", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Xor(x, b) }, "Xor: "},
		{"Iff", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Iff(x, x) }, "Iff: "},
		{"If", func(p *model.Problem, x, r, b model.Term) model.Term { return p.If(x, x, x) }, "If: "},
		{"AtMost", func(p *model.Problem, x, r, b model.Term) model.Term { return p.AtMost(1, x) }, "AtMost: "},
		{"Mod of a Real", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Mod(x, r) }, "Mod: the operands must be Ints"},
		{"a Real exponent", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Pow(x, r) }, "whole exponents"},
		{"a fraction as exponent", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Pow(x, p.Float(0.5)) }, "whole exponents"},
		{"an infinity", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Float(math.Inf(1)) }, "Float: +Inf"},
		{"a node that is no Bool", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Connected(p.Graph([]model.Term{b, x}, nil))
		}, "Graph: an operand is var of sort Int, not a Bool"},
		{"an edge that is no Bool", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Loop(p.Graph([]model.Term{b, b}, []model.GraphEdge{{A: 0, B: 1, On: x}}))
		}, "Graph: the term of edge 0 is var of sort Int, not a Bool"},
		{"an edge to nowhere", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Groups(p.Graph([]model.Term{b}, []model.GraphEdge{{A: 0, B: 1, On: b}}))
		}, "edge 0 joins the nodes 0 and 1: there are 1 nodes"},
		{"an edge back to where it starts", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Acyclic(p.Graph([]model.Term{b}, []model.GraphEdge{{A: 0, B: 0, On: b}}))
		}, "edge 0 joins node 0 to itself"},
		{"a query on no node", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Same(p.Graph([]model.Term{b}, nil), 0, 1)
		}, "Same: there is no node 1"},
		{"a query on no graph", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Parted(model.Graph(b)) }, "Parted: there is no graph"},
		{"a graph as a number", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Add(x, model.Term(p.Graph([]model.Term{b}, nil)))
		}, "Add: an operand is graph of sort Graph"},
		{"too few weights", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.GroupSum(p.Graph([]model.Term{b, b}, nil), 0, []model.Term{x})
		}, "GroupSum: 1 weights for 2 nodes"},
		{"a Real weight", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.GroupSum(p.Graph([]model.Term{b}, nil), 0, []model.Term{r})
		}, "GroupSum: the weights must be Ints or Bools"},
		{"an automaton of Reals", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Regular(&model.DFA{States: 1}, []model.Term{r})
		}, "Regular: an automaton reads Ints and Bools"},
		{"two steps on one value", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Regular(&model.DFA{States: 2, Steps: []model.DFAStep{{0, 7, 0}, {0, 7, 1}}}, []model.Term{x})
		}, "state 0 has two steps on the value 7"},
		{"a state that there is not", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Regular(&model.DFA{States: 2, Accept: []int{2}}, []model.Term{x})
		}, "there is no state 2: the automaton has 2"},
		{"Min of nothing", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Min() }, "Min: of nothing"},
		{"no value", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Val(model.Value{}) }, "Val: no value"},
		{"a name taken", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Bool("x") }, `the name "x" is taken`},
		{"no name", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Bool("") }, "a variable needs a name"},
		{"no enumeration values", func(p *model.Problem, x, r, b model.Term) model.Term { return p.Enum("e") }, "has no values"},
		{"no bits", func(p *model.Problem, x, r, b model.Term) model.Term { return p.BitVec("v", 0) }, "has 0 bits"},
		{"a fractional bound", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Declare(model.Variable{Name: "f", Sort: model.Int, Domain: model.Domain{Lo: model.RealValue(1, 2)}})
		}, "not whole"},
		{"bounds of a Bool", func(p *model.Problem, x, r, b model.Term) model.Term {
			return p.Declare(model.Variable{Name: "f", Sort: model.Bool, Domain: model.Range(0, 1)})
		}, "has bounds"},
	} {
		p := model.NewProblem()
		x, r, b := p.Int("x"), p.Real("r"), p.Bool("b")
		got := c.build(p, x, r, b)
		if got != model.NoTerm {
			t.Errorf("%s: is a term", c.name)
		}
		if outer := p.Not(p.Eq(p.Add(got, x), r)); outer != model.NoTerm {
			t.Errorf("%s: what is built on it is a term", c.name)
		}
		p.Assert("wrong", got)
		var sort *model.SortError
		err := p.ClearErr()
		if !errors.As(err, &sort) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v, want %q", c.name, err, c.want)
		}
		if p.NumConstraints() != 0 || p.Err() != nil {
			t.Errorf("%s: the mistake is not forgotten, or its constraint is kept", c.name)
		}
		if p.Assert("right", b); p.NumConstraints() != 1 {
			t.Errorf("%s: nothing can be asserted afterwards", c.name)
		}
	}
}

// TestNothingIsForgotten: building drops constants, never a variable.
func TestNothingIsForgotten(t *testing.T) {
	p := model.NewProblem()
	x, b := p.Int("x"), p.Bool("b")
	for _, c := range []struct {
		term model.Term
		want string
	}{
		{p.Eq(x, x), "x == x"},
		{p.And(b, model.False), "b and false"},
		{p.Or(b, model.True), "b or true"},
		{p.Mul(p.Num(0), x), "0*x"},
		{p.Sub(x, x), "x - x"},
		{p.If(model.True, p.Num(1), x), "if true then 1 else x"},
		{p.Implies(model.False, b), "false => b"},
		{p.Distinct(x), "distinct(x)"},
		{p.AtMost(5, b), "at most 2 of (b)"},
		{p.Add(x, p.Num(2), p.Num(3)), "x + 5"},
		{p.And(b, model.True), "b"},
		{p.Eq(b, model.False), "not b"},
		{p.Add(b, p.Num(1)), "[b] + 1"},
		{p.Eq(p.Num(2), p.Float(2)), "true"},
		{p.Mul(p.Float(0.1), x), "(1/10)*x"},
		{p.Abs(p.Num(-3)), "3"},
		{p.Max(p.Num(2), p.Float(2.5)), "5/2"},
		{p.ToInt(p.Float(-2.5)), "-3"},
		{p.Pow(p.Num(2), p.Num(70)), "1180591620717411303424"},
		{p.IntDiv(p.Num(1), p.Num(0)), "1 div 0"},
	} {
		if got := p.Format(c.term); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	p.Assert("", p.Eq(x, x))
	p.Assert("", p.Or(b, model.True))
	if got := p.Mentioned(); len(got) != 2 {
		t.Errorf("mentioned: %v", got)
	}
	if p.Normal(p.Eq(x, x)) != model.True {
		t.Error("x == x is not simplified")
	}
}

func TestBitVectors(t *testing.T) {
	p := model.NewProblem()
	x, y := p.BitVec("x", 4), p.BitVec("y", 8)
	a := model.Assignment{model.IntValue(13), model.IntValue(200)}
	for _, c := range []struct {
		term model.Term
		want string
	}{
		{p.Add(x, p.Num(5)), "2"}, {p.Sub(x, p.Num(14)), "15"}, {p.Neg(x), "3"}, {p.Mul(x, x), "9"}, {p.Pow(x, p.Num(2)), "9"},
		{p.Add(x, y), "213"}, {p.Add(y, y), "144"}, {p.Add(p.IntDiv(x, p.Num(2)), p.Num(12)), "2"}, {p.Add(p.If(p.Lt(x, y), x, p.Num(3)), p.Num(4)), "1"},
		{p.Lt(x, p.Num(-1)), "false"}, {p.Eq(p.Add(x, p.Num(3)), p.Num(16)), "false"}, {p.Add(x, p.Float(0.5)), "27/2"},
		{p.Max(p.Add(x, p.Num(4)), p.Num(2)), "2"}, {p.Mod(p.Num(-1), x), "12"},
	} {
		if v, err := p.Eval(c.term, a); err != nil || v.String() != c.want {
			t.Errorf("%s is %v, error %v; want %s", p.Format(c.term), v, err, c.want)
		}
	}
	// What the normal form builds must not change what a bit vector is.
	choice := p.If(p.Bool("b"), x, p.Num(3))
	p.Normal(p.Eq(p.Add(choice, p.Num(1)), p.Num(0)))
	if p.Bits(p.If(p.VarTerm(2), x, p.Num(3))) != 4 {
		t.Error("a choice of bit vectors is a bit vector no more")
	}
}

func TestCheckErrors(t *testing.T) {
	build := func() *model.Problem {
		p := model.NewProblem()
		x, c, b := p.IntIn("x", 1, 9), p.Enum("colour", "red", "green"), p.Bool("b")
		p.Real("unmentioned")
		p.Assert("first", p.Gt(x, p.Num(3)))
		p.Assert("second", p.And(b, p.Or(p.Eq(c, p.Num(1)), p.Eq(x, p.Num(4)))))
		p.Assert("third", p.Eq(p.IntDiv(p.Num(6), p.Sub(x, p.Num(5))), p.Num(6)))
		return p
	}
	i, bl := model.IntValue, model.BoolValue
	for _, c := range []struct {
		a    model.Assignment
		want string // "" for a solution
	}{
		{model.Assignment{i(6), i(1), bl(true)}, ""},
		{model.Assignment{i(6), i(1), bl(true), model.Value{}}, ""},
		{model.Assignment{i(6), i(1)}, "b has no value"},
		{model.Assignment{i(10), i(1), bl(true)}, "x = 10 is outside of its domain 1..9"},
		{model.Assignment{bl(true), i(1), bl(true)}, "x = true is of sort Bool, not Int"},
		{model.Assignment{i(6), i(1), bl(true), model.RealValue(1, 2)}, "no constraint mentions unmentioned"},
		{model.Assignment{i(6), i(1), bl(true), model.Value{}, i(1)}, "5 values for 4 variables"},
		{model.Assignment{i(2), i(1), bl(true)}, "constraint first: x > 3 is false with x = 2"},
		{model.Assignment{i(6), i(0), bl(true)}, "constraint second: colour == green or x == 4 is false with x = 6, colour = red"},
		{model.Assignment{i(5), i(1), bl(true)}, "constraint third: 6 div (x - 5) == 6 has no value (6 div (x - 5) divides by zero) with x = 5"},
	} {
		err := model.Check(build(), c.a)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want && !(c.want != "" && strings.Contains(got, c.want)) {
			t.Errorf("%v: got %q, want %q", c.a, got, c.want)
		}
	}
	p := build()
	p.SetObjective(model.Maximise, p.RealDiv(p.Num(1), p.Sub(p.VarTerm(0), p.Num(6))))
	if err := model.Check(p, model.Assignment{i(6), i(1), bl(true)}); err == nil || !strings.Contains(err.Error(), "objective has no value") {
		t.Errorf("an objective without value: %v", err)
	}
	p = build()
	extra := p.Lt(p.VarTerm(3), p.Num(0))
	if err := model.NewChecker(p, extra).Check(model.Assignment{i(6), i(1), bl(true), model.RealValue(-1, 2)}); err != nil {
		t.Errorf("with an extra constraint: %v", err)
	}
}

func TestValues(t *testing.T) {
	huge := new(big.Int).Lsh(big.NewInt(1), 100)
	ordered := []model.Value{{}, model.BigIntValue(new(big.Int).Neg(huge)), model.IntValue(-3), model.RealValue(-5, 2),
		model.BoolValue(false), model.RealValue(1, 3), model.BoolValue(true), model.IntValue(2), model.BigIntValue(huge)}
	for i, v := range ordered {
		for j, w := range ordered {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := v.Compare(w); got != want {
				t.Errorf("%v against %v: %d, want %d", v, w, got, want)
			}
			if v.Equal(w) != (i == j) {
				t.Errorf("%v equal to %v: %v", v, w, v.Equal(w))
			}
		}
	}
	two := model.RealValue(4, 2)
	if n, ok := two.Int64(); !ok || n != 2 || !two.IsInt() || two.String() != "2" || two.Equal(model.IntValue(2)) || two.Compare(model.IntValue(2)) != 0 {
		t.Errorf("the Real 2 is %v", two)
	}
	if v := model.BigIntValue(big.NewInt(7)); !v.Equal(model.IntValue(7)) {
		t.Errorf("a small big.Int is not normalised: %v", v)
	}
	r := big.NewRat(1, 3)
	v := model.RatValue(r)
	r.SetInt64(9)
	v.Rat().SetInt64(9)
	if v.String() != "1/3" || v.BigInt() != nil || v.Float64() < 0.33 {
		t.Errorf("a value has changed: %v", v)
	}
}

// TestLargeTerms builds long chains and deep nesting: nothing may recurse over them or grow with their square.
func TestLargeTerms(t *testing.T) {
	p := model.NewProblem()
	x := p.IntIn("x", 0, 9)
	sum, nest, and := p.Num(0), x, model.True
	const n = 50_000
	for i := range int64(n) {
		sum = p.Add(sum, p.Mul(p.Num(i%7), x))
		nest = p.If(p.Lt(nest, p.Num(i)), x, p.Num(i%5))
		and = p.And(and, p.Ne(x, p.Num(100+i)))
	}
	double := x
	for range 200 { // its text would have 2^200 characters
		double = p.Add(double, double)
	}
	p.Assert("chain", p.Ge(sum, p.Num(0)))
	p.Assert("nest", p.Ge(nest, p.Num(0)))
	p.Assert("and", and)
	p.Assert("double", p.Ge(double, p.Num(0)))
	if err := model.Check(p, model.Assignment{model.IntValue(3)}); err != nil {
		t.Error(err)
	}
	for i := range p.NumConstraints() {
		p.Normal(p.Constraint(i).Term)
	}
	if terms := p.NumTerms(); terms > 12*n {
		t.Errorf("%d terms for %d operators", terms, 6*n)
	}
	if s := p.String(); len(s) > 1<<19 {
		t.Errorf("the text has %d characters", len(s))
	}
	if s, err := p.SMTLIB(); err != nil || len(s) > 200*n {
		t.Errorf("the script has %d characters, error %v", len(s), err)
	}
}
