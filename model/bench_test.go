package model_test

import (
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/model"
)

// lineUp builds the problem of n people in n places with clues of the kinds that puzzles have: about 14*n*n terms.
func lineUp(n int) *model.Problem {
	p := model.NewProblem()
	x := make([]model.Term, n)
	for i := range x {
		x[i] = p.Int(fmt.Sprintf("x_%d", i))
	}
	var in []model.Term
	for _, t := range x {
		in = append(in, p.Le(p.Num(1), t), p.Le(t, p.Num(int64(n))))
	}
	p.Assert("places", p.And(in...))
	p.Assert("different", p.Distinct(x...))
	for i := range n {
		a, b := x[i], x[(i+1)%n]
		var next, before []model.Term
		for j := range n {
			next = append(next, p.And(p.Eq(x[j], p.Num(int64(i+1))), p.Or(p.Eq(p.Sub(x[j], a), p.Num(1)), p.Eq(p.Sub(x[j], a), p.Num(-1)))))
			before = append(before, p.If(p.Lt(x[j], b), p.Num(1), p.Num(0)))
		}
		p.Assert("beside or not", p.Or(p.Or(next...), p.Ge(a, p.Num(1))))
		p.Assert("how many before", p.Eq(p.Add(p.Sum(before...), p.Num(1)), b))
	}
	return p
}

func identity(p *model.Problem) model.Assignment {
	a := make(model.Assignment, p.NumVars())
	for i := range a {
		a[i] = model.IntValue(int64(i + 1))
	}
	return a
}

func BenchmarkBuild(b *testing.B) {
	b.ReportAllocs()
	terms := 0
	for b.Loop() {
		terms = lineUp(10).NumTerms()
	}
	b.ReportMetric(float64(terms)*float64(b.N)/b.Elapsed().Seconds(), "terms/s")
}

func BenchmarkNormal(b *testing.B) {
	b.ReportAllocs()
	terms := 0
	for b.Loop() {
		p := lineUp(10)
		terms = p.NumTerms()
		for i := range p.NumConstraints() {
			p.Normal(p.Constraint(i).Term)
		}
	}
	b.ReportMetric(float64(terms)*float64(b.N)/b.Elapsed().Seconds(), "terms/s")
}

// BenchmarkCheck judges one solution with a checker made once, as an engine does.
func BenchmarkCheck(b *testing.B) {
	p := lineUp(10)
	c, a := model.NewChecker(p), identity(p)
	terms := p.NumTerms()
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Check(a); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(terms)*float64(b.N)/b.Elapsed().Seconds(), "terms/s")
}

func BenchmarkNewChecker(b *testing.B) {
	p := lineUp(10)
	b.ReportAllocs()
	for b.Loop() {
		model.NewChecker(p)
	}
}

func BenchmarkText(b *testing.B) {
	p := lineUp(10)
	b.ReportAllocs()
	for b.Loop() {
		p.Text()
	}
}

func BenchmarkSMTLIB(b *testing.B) {
	p := lineUp(10)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.SMTLIB(); err != nil {
			b.Fatal(err)
		}
	}
}
