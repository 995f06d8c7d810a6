package main

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/solve/flatzinc"
)

// TestEnginesAndJudge takes a sample of each family, with proofs; QUANDARY_LONG=1 takes a thousand boards.
func TestEnginesAndJudge(t *testing.T) {
	n := 4
	if puztest.Doing() < puztest.Whole {
		n = 1
	}
	if puztest.Doing() == puztest.Long {
		n = 1000
	}
	engines, err := named("brute,native")
	if err != nil {
		t.Fatal(err)
	}
	prover, err := checkedProofs()
	if err != nil {
		t.Fatal(err)
	}
	var all tally
	for _, name := range puztest.Some(families.Names(), 10) {
		t.Run(name, func(t *testing.T) {
			one, err := compare(context.Background(), engines, prover, name, 1, n)
			if err != nil {
				t.Error(err)
			}
			all.boards += one.boards
			all.solved += one.solved
			all.solutions += one.solutions
			all.mutated += one.mutated
			all.turned += one.turned
			all.proven += one.proven
		})
	}
	t.Log(all)
}

// TestPrograms takes two boards of some families with each solver that is a program of its own; the whole is the command.
func TestPrograms(t *testing.T) {
	for engine, program := range map[string]string{"z3": "z3", "cvc5": "cvc5", "flatzinc": flatzinc.Program} {
		t.Run(engine, func(t *testing.T) {
			puztest.Need(t, program)
			engines, err := named("native," + engine)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range puztest.Some([]string{"slitherlink", "nurikabe", "heyawake", "numberlink", "nonogram", "fillomino"}, 6) {
				one, err := compare(context.Background(), engines, nil, name, 1, 2)
				t.Log(one)
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestEngineNames(t *testing.T) {
	for _, list := range []string{"", "native", "native,gecko"} {
		if _, err := named(list); err == nil {
			t.Errorf("%q is taken", list)
		}
	}
}
