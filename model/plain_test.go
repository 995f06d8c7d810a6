package model_test

import (
	"errors"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

// TestPlain: what graphs and automata are written out to has the value that Check gives them, under random assignments.
func TestPlain(t *testing.T) {
	values := map[model.Value]int{}
	for i := range uint64(1500) {
		r := rng.New(7).Derive("plain", i)
		p := solvetest.GenerateGraphs(r)
		for range 8 {
			a := make(model.Assignment, p.NumVars())
			for v := range a {
				if x := p.Variable(model.Var(v)); x.Sort == model.Bool {
					a[v] = model.BoolValue(r.Uint64N(2) == 0)
				} else {
					lo, _ := x.Domain.Lo.Int64()
					hi, _ := x.Domain.Hi.Int64()
					a[v] = model.IntValue(lo + int64(r.Uint64N(uint64(hi-lo+1))))
				}
			}
			for c := range p.NumConstraints() {
				term := p.Constraint(c).Term
				plain, err := p.Plain(p.Total(term))
				if err != nil {
					t.Fatal(err)
				}
				for u, used := range p.Cone(plain) {
					if op := p.Op(model.Term(u)); used && (op == model.OpGraph || op.IsGraphQuery() || op == model.OpRegular) {
						t.Fatalf("%v is left in the plain form of %s", op, p.Format(term))
					}
				}
				want, err1 := p.Eval(term, a)
				got, err2 := p.Eval(plain, a)
				if err := errors.Join(err1, err2); err != nil || !got.Equal(want) {
					t.Fatalf("problem %d: %s is %v, written out %v, under %s; error %v", i, p.Format(term), want, got, p.FormatAssignment(a), err)
				}
				values[want]++
			}
		}
	}
	if values[model.BoolValue(true)] < 1000 || values[model.BoolValue(false)] < 1000 {
		t.Errorf("values met: %v", values)
	}
}

// TestPlainBitVectors: the sum of a group does not wrap around, whatever its weights are.
func TestPlainBitVectors(t *testing.T) {
	p := model.NewProblem()
	x, y := p.BitVec("x", 2), p.BitVec("y", 2)
	sum := p.GroupSum(joined(p, 2, "01"), 0, []model.Term{x, y})
	plain, err := p.Plain(sum)
	if err != nil {
		t.Fatal(err)
	}
	a := model.Assignment{model.IntValue(3), model.IntValue(2)}
	want, _ := p.Eval(sum, a)
	if got, err := p.Eval(plain, a); err != nil || !got.Equal(want) || want.String() != "5" {
		t.Errorf("%v, written out %v, error %v", want, got, err)
	}
}
