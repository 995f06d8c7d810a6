package model_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestNormalForm holds the normal form to its promise on random problems: a constraint holds exactly where its normal form
// is true, the normal form has a value everywhere, and it keeps to the shape that its documentation promises.
func TestNormalForm(t *testing.T) {
	n := uint64(3000)
	if puztest.Doing() < puztest.Whole {
		n = 300
	}
	for seed := range n {
		s := rng.New(1).Derive("normal", seed)
		p := solvetest.Generate(s, solvetest.Options{Space: 400, Reals: 30, Objectives: 30})
		var raw, norm []model.Term
		for i := range p.NumConstraints() {
			c := p.Constraint(i).Term
			raw = append(raw, c)
			norm = append(norm, p.Normal(c))
		}
		o, defined := p.NormalObjective()
		if o != model.NoTerm {
			raw = append(raw, p.Objective().Term)
			norm = append(norm, o)
		}
		for _, nf := range norm {
			checkShape(t, p, nf)
		}
		before, after := model.NewEvaluator(p, raw...), model.NewEvaluator(p, append(norm, defined)...)
		for range 60 {
			a := randomAssignment(p, s)
			before.Run(a)
			after.Run(a)
			for i := range raw {
				x, y := before.Value(i), after.Value(i)
				if i == p.NumConstraints() { // the objective
					if x.Valid() != after.Value(len(norm)).Bool() || x.Valid() && !x.Equal(y) {
						t.Fatalf("seed %d: objective is %v, its normal form %v, defined %v\n%s\n%s\nwith %s", seed, x, y,
							after.Value(len(norm)), p.Format(raw[i]), p.Format(norm[i]), p.FormatAssignment(a))
					}
					continue
				}
				if !y.Valid() || x.Bool() != y.Bool() {
					t.Fatalf("seed %d: constraint %d is %v, its normal form %v\n%s\n%s\nwith %s", seed, i, x, y,
						p.Format(raw[i]), p.Format(norm[i]), p.FormatAssignment(a))
				}
			}
		}
	}
}

func randomAssignment(p *model.Problem, s *rng.Stream) model.Assignment {
	a := make(model.Assignment, p.NumVars())
	for i := range a {
		v := p.Variable(model.Var(i))
		switch v.Sort {
		case model.Bool:
			a[i] = model.BoolValue(s.Bool())
		case model.Int:
			lo, _ := v.Domain.Lo.Int64()
			hi, _ := v.Domain.Hi.Int64()
			a[i] = model.IntValue(s.Int64Between(min(lo, hi), max(lo, hi)))
		default:
			a[i] = model.RealValue(s.Int64Between(-12, 12), s.Int64Between(1, 4))
		}
	}
	return a
}

// checkShape holds a normal form to the list in the documentation of Normal.
func checkShape(t *testing.T, p *model.Problem, root model.Term) {
	t.Helper()
	bad := func(u model.Term, why string) {
		t.Helper()
		t.Fatalf("%s\n%s\nin %s", why, p.Format(u), p.Format(root))
	}
	for u, used := range p.Cone(root) {
		u := model.Term(u)
		if !used {
			continue
		}
		args := p.Args(u)
		not := func(a model.Term) bool { return p.Op(a) == model.OpNot }
		for i, a := range args {
			if p.Sort(a) == model.Bool && p.IsConst(a) {
				bad(u, "a truth value inside")
			}
			if i > 0 && p.Op(u) == model.OpAnd && args[i-1] >= a && !not(a) && !not(args[i-1]) {
				bad(u, "operands not in order")
			}
		}
		switch p.Op(u) {
		case model.OpConst, model.OpVar, model.OpDistinct, model.OpIntDiv, model.OpMod, model.OpRealDiv, model.OpPow, model.OpAbs,
			model.OpMin, model.OpMax, model.OpToReal, model.OpToInt:
		case model.OpNot:
			switch p.Op(args[0]) {
			case model.OpVar, model.OpAnd, model.OpOr, model.OpIf, model.OpEq, model.OpLe, model.OpLt, model.OpDistinct:
			default:
				bad(u, "Not before the wrong operator")
			}
		case model.OpAnd, model.OpOr:
			if not(args[0]) || len(args) < 2 {
				bad(u, "And or Or with a negative first operand, or of one")
			}
		case model.OpIf:
			if not(args[0]) || not(args[1]) {
				bad(u, "If with a negative condition or first branch")
			}
			if p.IsConst(args[1]) && p.IsConst(args[2]) {
				if x, y := p.ConstValue(args[1]), p.ConstValue(args[2]); x.Compare(model.IntValue(1)) != 0 || y.Sign() != 0 {
					bad(u, "If of constants that are not 1 and 0")
				}
			}
		case model.OpEq, model.OpLe, model.OpLt:
			if p.Sort(args[0]) == model.Bool {
				break
			}
			if !p.IsConst(args[1]) || p.IsConst(args[0]) {
				bad(u, "a comparison without a constant on the right")
			}
			first := args[0]
			if p.Op(first) == model.OpAdd {
				if first = p.Arg(first, 0); p.IsConst(first) {
					bad(u, "a constant on the left")
				}
			}
			if p.Op(first) == model.OpMul && p.ConstValue(p.Arg(first, 0)).Sign() < 0 {
				bad(u, "a negative first factor")
			}
			if p.Op(u) == model.OpLt && p.Sort(args[0]) == model.Int {
				bad(u, "Lt of Ints")
			}
		case model.OpAdd, model.OpMul:
			for i, a := range args {
				if i > 0 && p.IsConst(a) {
					bad(u, "a constant that is not first")
				}
				if p.Op(a) == p.Op(u) {
					bad(u, "nested")
				}
			}
		default:
			bad(u, "an operator that normal forms do not have: "+p.Op(u).String())
		}
	}
}
