package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestProofs has it proven for a board that rests on each primitive that its solution is the only one. The checker starts from the
// problem as it is stated, and accepts each clause that a propagator gives by walking the graph, or running the automaton, itself.
func TestProofs(t *testing.T) {
	solvers, err := foundry.NewSolvers(native.Name, "proof")
	if err != nil {
		t.Fatal(err)
	}
	defer solvers.Close()
	for _, p := range primitives {
		t.Run(p.family, func(t *testing.T) {
			family, err := foundry.Stated().Lookup(p.family)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := read(filepath.Join("testdata", "boards", p.family+".jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			var inst *declared.Instance
			for e := range family.(puzzle.Reader).Read(ctx, "board", strings.NewReader(lines[0].Problem), "") {
				if e.Err != nil {
					t.Fatal(e.Err)
				}
				inst = e.Instance.(*declared.Instance)
			}
			res, err := inst.Solve(ctx, 2)
			if err != nil || res.Status != puzzle.Unique {
				t.Fatal(res.Status, err)
			}
			others, err := inst.Others(ctx, res.Solutions)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := solvers.Prover.ProveComplete(ctx, others, solve.Budget{}, nil); err != nil || r.Status != solve.Unsat {
				t.Errorf("%v, %v", r.Status, err)
			}
			// Without the solution left out there is no proof.
			whole, err := inst.Others(ctx, nil)
			if err != nil {
				t.Fatal(err)
			}
			if r, err := solvers.Prover.ProveComplete(ctx, whole, solve.Budget{}, nil); err != nil || r.Status != solve.Sat {
				t.Errorf("with the solution: %v, %v", r.Status, err)
			}
		})
	}
}
