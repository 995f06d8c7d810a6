package declared_test

import (
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestMakeVariants: with each constraint a puzzle is made that has one solution, and whose id opens it again.
func TestMakeVariants(t *testing.T) {
	v := declared.NewVariants(native.New())
	for _, name := range puztest.Some(v.Names(), 2) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			side := 6
			if name == "flatmates" { // 5 has a 1 or a 9 beside it
				side = 9
			}
			made, err := v.Make(t.Context(), []string{name}, side, side, nil, rng.New(7), nil)
			if err != nil {
				t.Fatal(err)
			}
			inst := made.Instance
			t.Log(inst.Desc())
			again, err := v.Open(inst.Desc())
			if err != nil {
				t.Fatal(err)
			}
			if r, err := again.(puzzle.Solver).Solve(t.Context(), 2); err != nil || r.Status != puzzle.Unique || r.Solutions[0].Desc() != made.Solution.Desc() {
				t.Errorf("%v %v", r.Status, err)
			}
			same, err := v.Make(t.Context(), []string{name}, side, side, nil, rng.New(7), nil)
			if err != nil || same.Instance.Desc() != inst.Desc() {
				t.Errorf("the same seed makes %v, %v", same.Instance, err)
			}
		})
	}
}

// TestVariantNames: the documents name every constraint that puzzles are made with.
func TestVariantNames(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/sudoku.md")
	if err != nil {
		t.Fatal(err)
	}
	names := declared.NewVariants(native.New()).Names()
	if len(names) < 45 {
		t.Errorf("%d constraints", len(names))
	}
	for _, name := range names {
		if !strings.Contains(string(doc), "`"+name+"`") {
			t.Errorf("%s is missing", name)
		}
	}
}
