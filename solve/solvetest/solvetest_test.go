package solvetest_test

import (
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/brute"
	"github.com/quandary-puzzles/quandary/solve/smtlib"
	"github.com/quandary-puzzles/quandary/solve/solvetest"
)

func stream(name string) func(uint64) solve.Rand {
	return func(i uint64) solve.Rand { return rng.New(1).Derive(name, i) }
}

// TestSolversAgree compares brute force with the solvers that are installed; internal/solverduel does it at length.
func TestSolversAgree(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for name, engine := range map[string]*smtlib.Engine{"z3": smtlib.Z3(), "cvc5": smtlib.CVC5()} {
		t.Run(name, func(t *testing.T) {
			puztest.Need(t, name)
			engine.Keep, engine.Timeout = 2, time.Second
			defer engine.Close()
			solvetest.Run(t, solvetest.Comparison{
				Engines: []solvetest.Contender{{Engine: brute.Engine{}, Closed: true}, {Engine: engine, Brief: name == "cvc5"}},
				Limit:   12,
			}, 60, solvetest.Default(), stream("agree"))
		})
	}
}

// TestShrink shrinks towards the smallest problem that has a division in it.
func TestShrink(t *testing.T) {
	divides := func(p *model.Problem) bool {
		for i := range p.NumConstraints() {
			for u, used := range p.Cone(p.Constraint(i).Term) {
				if op := p.Op(model.Term(u)); used && (op == model.OpIntDiv || op == model.OpMod) {
					return true
				}
			}
		}
		return false
	}
	found := 0
	for i := range uint64(60) {
		p := solvetest.Generate(stream("shrink")(i), solvetest.Default())
		if !divides(p) {
			continue
		}
		found++
		small := solvetest.Shrink(p, divides)
		if !divides(small) || small.NumConstraints() != 1 || small.NumTerms() > 14 {
			t.Errorf("problem %d shrank to\n%s", i, small.Text())
		}
	}
	if found == 0 {
		t.Error("no problem with a division was drawn")
	}
}
