package puzzle_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/null"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func TestNearest(t *testing.T) {
	known := []string{"x-wing", "xy-wing", "swordfish", "hard", "Easy"}
	for name, want := range map[string][]string{
		"x-wign": {"x-wing", "xy-wing"}, "swordfich": {"swordfish"}, "easy": {"Easy"}, "nothing alike": nil, "": nil,
	} {
		if got := puzzle.Nearest(name, known); !reflect.DeepEqual(got, want) {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestRegistryErrors(t *testing.T) {
	r := puzzle.NewRegistry(null.Family{}, sudoku.Family{})
	for id, want := range map[string]string{
		"nul:":    `unknown kind of puzzle "nul": known are sudoku`,
		"sudok:":  `unknown kind of puzzle "sudok": did you mean sudoku?`,
		"null:x":  `id "null:x": null puzzles have no parameters, found "x"`,
		"null#-1": `id "null#-1": expected a whole number from 0 to 2^64-1 behind #, found "-1"`,
		"null::d": `id "null::d": null puzzles have an empty description, found "d"`,
	} {
		if _, _, err := r.Open(context.Background(), id); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", id, err, want)
		}
	}
	for _, id := range []string{"null::", "null#3", "null:#3", "null", "Null#3", "N_u-l l"} {
		if _, _, err := r.Open(context.Background(), id); err != nil {
			t.Errorf("%s: %v", id, err)
		}
	}
	if !r.IsID("null:x") || r.IsID("nullx") || r.IsID("./null.yaml") {
		t.Error("IsID")
	}
}

func TestSettings(t *testing.T) {
	opts := []puzzle.Option{{Name: "class", Values: []string{"easy", "hard"}}, {Name: "empties", Default: "max"}}
	if err := (puzzle.Settings{"class": "hard", "empties": "40"}).Validate(opts); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		s    puzzle.Settings
		want string
	}{
		{puzzle.Settings{"clas": "hard"}, `unknown option "clas": did you mean class?`},
		{puzzle.Settings{"class": "herd"}, `option class: unknown value "herd": did you mean hard?`},
	} {
		if err := c.s.Validate(opts); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.s, err, c.want)
		}
	}
	if got := (puzzle.Settings{}).Get(opts, "empties"); got != "max" {
		t.Errorf("default %q", got)
	}
}

// answering is a family that answers to another name too.
type answering struct{ null.Family }

func (answering) Name() string { return "answering" }

func (answering) About() puzzle.About {
	return puzzle.About{
		Aliases: func() []string { return []string{"nu-ll", "No One"} },
		Titles:  func() []string { return []string{"Null", "Die Antwort", "答え", "1からX", "∀人∃HEYA"} },
	}
}

// second is a family with a title that another has too.
type second struct{ answering }

func (second) Name() string { return "second" }

func (second) About() puzzle.About {
	return puzzle.About{Titles: func() []string { return []string{"Die Antwort", "Second"} }}
}

// TestLookupOfTwo: a title that two families have opens neither, and the error names both.
func TestLookupOfTwo(t *testing.T) {
	r := puzzle.NewRegistry(answering{}, second{})
	if f, err := r.Lookup("Second"); err != nil || f.Name() != "second" {
		t.Errorf("%v, %v", f, err)
	}
	want := `unknown kind of puzzle "die antwort": did you mean answering or second?`
	if f, err := r.Lookup("die antwort"); err == nil || err.Error() != want {
		t.Errorf("%v, %v", f, err)
	}
}

// TestLookup: a name comes before an alias, and that before a title, however they are written.
func TestLookup(t *testing.T) {
	r := puzzle.NewRegistry(answering{}, null.Family{})
	for name, want := range map[string]string{"null": "null", "NULL": "null", "nu-ll": "answering", "no-one": "answering", "Answering": "answering",
		"die antwort": "answering", "答え": "answering", "1からX": "answering", "∀人∃HEYA": "answering"} {
		if f, err := r.Lookup(name); err != nil || f.Name() != want {
			t.Errorf("%s: %v, %v", name, f, err)
		}
	}
	for _, name := range []string{"", "4 4\n- -", "1", "{}", "antwort"} {
		if f, err := r.Lookup(name); err == nil {
			t.Errorf("%q is %s", name, f.Name())
		}
	}
}
