package foundry_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/golden"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestOffers holds what each family and its puzzles offer beyond the contract to a list. These are fields of a struct: no compiler says
// that a family has lost one.
func TestOffers(t *testing.T) {
	var out strings.Builder
	families := foundry.Families()
	for _, id := range []string{
		"sudoku:4x4#1", "fillomino:4x4#1", "zebra:3x3#1", "cards:3x3#1", "cards:lineup-3x4#1", "worded:ages#1", "blanks:gcd#1", "slitherlink:4x4#1",
	} {
		fam, inst, err := families.Open(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%s\n  family: %s\n  puzzle: %s\n", id, strings.Join(offered(fam.About()), " "), strings.Join(append(capabilities(inst), offered(inst.Extras())...), " "))
	}
	golden.Compare(t, "testdata/offers.txt", []byte(out.String()))
}

// offered lists the fields of a struct of functions that are there.
func offered(of any) []string {
	v := reflect.ValueOf(of)
	var names []string
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			names = append(names, v.Type().Field(i).Name)
		}
	}
	return names
}

// capabilities lists the optional interfaces of a puzzle.
func capabilities(inst puzzle.Instance) []string {
	var names []string
	for _, c := range []struct {
		name string
		ok   bool
	}{
		{"Solver", is[puzzle.Solver](inst)}, {"Player", is[puzzle.Player](inst)}, {"Explainer", is[puzzle.Explainer](inst)}, {"Rater", is[puzzle.Rater](inst)},
		{"Editable", is[puzzle.Editable](inst)}, {"Worded", is[puzzle.Worded](inst)}, {"AnswerChecker", is[puzzle.AnswerChecker](inst)},
		{"Shown", is[puzzle.Shown](inst)}, {"Symmetric", is[puzzle.Symmetric](inst)},
	} {
		if c.ok {
			names = append(names, c.name)
		}
	}
	return names
}

func is[T any](inst puzzle.Instance) bool {
	_, ok := inst.(T)
	return ok
}

// TestFamiliesCompare: the page looks for a family in a list, and to compare two structs that hold functions ends in a panic.
func TestFamiliesCompare(t *testing.T) {
	for _, f := range foundry.Families().All() {
		if !reflect.TypeOf(f).Comparable() {
			t.Errorf("%s cannot be compared", f.Name())
		}
	}
}
