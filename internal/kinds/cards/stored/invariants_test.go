package stored_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/ocl"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// numbers is the paper's first puzzle of section 5.3: four different numbers and two equations.
const numbers = `Thing_min = 1
Thing_max = 1
Property_name = Set{'A', 'B', 'C', 'D'}
Property_value = Set{'1', '2', '3', '4'}
[invariants]
context Thing inv different: Set{value('A'), value('B'), value('C'), value('D')}->size() = 4
context Thing inv first: 2 * value('C').toInt() = value('B').toInt()
context Thing inv second: 4 * value('C').toInt() = value('D').toInt()
`

func loadFirst(t *testing.T, name, src string) (*stored.Loaded, error) {
	t.Helper()
	docs, err := cardfile.Read(name, src, "")
	if err != nil {
		t.Fatal(err)
	}
	return stored.Load(docs[0])
}

// TestRules: the invariants of a puzzle of one thing are what its solution satisfies, in files, in JSON and in ids.
func TestRules(t *testing.T) {
	l, err := loadFirst(t, "numbers.properties", numbers)
	if err != nil {
		t.Fatal(err)
	}
	family := cards.Family{Engine: native.New()}
	in, err := family.NewInstance(l.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	solved := func(in *cards.Instance) string {
		t.Helper()
		res, err := in.Solve(context.Background(), 5)
		if err != nil {
			t.Fatal(err)
		}
		if res.Status != puzzle.Unique {
			t.Fatalf("%v", res.Status)
		}
		s := res.Solutions[0].(cards.Solution)
		if err := in.CheckSolution(s); err != nil {
			t.Error(err)
		}
		return in.P.ThingText(s.T)
	}
	const want = "A = 3, B = 2, C = 1, D = 4"
	if got := solved(in); got != want {
		t.Errorf("%s", got)
	}
	again, err := family.Decode(in.Params(), in.Desc())
	if err != nil {
		t.Fatal(err)
	}
	if got := solved(again.(*cards.Instance)); got != want {
		t.Errorf("from its id: %s", got)
	}
	for _, format := range []string{"yaml", "json"} {
		text, err := in.Encode(format)
		if err != nil {
			t.Fatal(err)
		}
		l, err := loadFirst(t, "numbers."+format, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		in, err := family.NewInstance(l.Puzzle)
		if err != nil {
			t.Fatal(err)
		}
		if got := solved(in); got != want {
			t.Errorf("from %s: %s", format, got)
		}
	}
	if err := in.CheckSolution(cards.Solution{P: l.Puzzle, T: deck.Thing{0, 1, 2, 3}}); err == nil ||
		err.Error() != "the invariant Thing::first does not hold for thing1" {
		t.Errorf("a wrong solution: %v", err)
	}
}

// TestWrongInvariants: mistakes in invariants about things and clues have their places in the file.
func TestWrongInvariants(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a.properties", strings.Replace(numbers, "toInt() = value('D')", "toInt() = value('D').valeu", 1),
			"a.properties:8:63: a String has no feature valeu"},
		{"b.properties", strings.Replace(numbers, "value('B').toInt()", "value('B')", 1),
			"b.properties:7:49: Integer and String are never equal"},
		{"c.properties", strings.Replace(numbers, "Thing inv first", "Thng inv first", 1), "c.properties:7:9: unknown class Thng (did you mean Thing?)"},
		{"d.yaml", "properties: {a: [x, y]}\nclues: [a = x]\ninvariants: |\n  context Clue inv conditional: prem <> conc\n",
			"d.yaml:4:16: the puzzle does not keep its invariants: the invariant Clue::conditional does not hold for clue1"},
		{"e.yaml", "properties: {a: [x, y]}\nclues: [a = x]\ninvariants: |\n  context Clue inv endless:\n    Sequence{1..30000000}->size() > 0\n",
			"e.yaml:5:5: too many elements: at most 4000000 are allowed"},
	} {
		_, err := loadFirst(t, c.name, c.src)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nexpected %s", c.name, err, c.want)
		}
	}
}

// TestGenerationNamesTheFile: what ends the compilation of an invariant, or its evaluation over what was made, is named with its place
// in the file.
func TestGenerationNamesTheFile(t *testing.T) {
	for src, want := range map[string]string{
		"Property_name = Set{'A'}\nProperty_value = Set{'1', '2'}\n[invariants]\ncontext Clue inv endless:\n  Sequence{1..30000000}->size() > 0\n":                "a.properties:5:3: more than",
		"Property_name = Set{'A'}\nProperty_value = Set{'1', '2'}\nThing_max = 1\n[invariants]\ncontext Clue inv endless:\n  Sequence{1..30000000}->size() > 0\n": "a.properties:6:3: more than",
	} {
		l, err := loadFirst(t, "a.properties", src)
		if err != nil {
			t.Fatal(err)
		}
		_, err = family().Make(context.Background(), choose.Demand{Puzzle: l.Puzzle, Invariants: l.Set.Generation(1)}, rng.New(1), nil)
		if !errors.Is(err, ocl.ErrBudget) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nexpected %s", err, want)
		}
	}
}
