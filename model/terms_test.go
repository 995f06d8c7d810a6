package model

import "testing"

func TestEqualTermsAreOne(t *testing.T) {
	p := NewProblem()
	x, y, b := p.IntIn("x", 0, 9), p.Int("y"), p.Bool("b")
	sum, seven := p.Add(x, y), p.Num(7)
	if p.Add(x, y) != sum || p.Num(7) != seven {
		t.Error("equal terms have different numbers")
	}
	if p.Add(x, p.Num(0)) != x || p.Not(p.Not(b)) != b || p.And(True, b) != b {
		t.Error("neutral elements are not dropped")
	}
	if err := p.Err(); err != nil {
		t.Fatal(err)
	}
	if p.And(x, b) != NoTerm || p.Err() == nil {
		t.Error("And of an Int is accepted")
	}
}
