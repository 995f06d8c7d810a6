package answers

import (
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/rules/judge"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// read reads a board of a family of the program.
func read(t *testing.T, id, text string) *rules.Board {
	t.Helper()
	file, err := families.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	forms, probs := codec.Compile(file)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	b, err := forms.Text.ReadProblem(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSolve: so many answers are found as there are or as were asked for, no two are the same, each keeps the rules, and that there are no more is said
// only where it is proved.
func TestSolve(t *testing.T) {
	for _, c := range []struct {
		id, text     string
		limit, found int
		complete     bool
	}{
		{"slitherlink", "2 2\n3 3\n3 3", 2, 0, true},
		{"slitherlink", "3 3\n- - -\n- 2 -\n- - 3", 1, 1, false},
		{"slitherlink", "3 3\n- - -\n- 2 -\n- - 3", 2, 2, false},
		{"slitherlink", "3 3\n3 - 3\n- 0 -\n- - -", 2, 0, true},
		{"fillomino", "2 2\n1 -\n- 3", 2, 1, true}, // where a place says which part it is in
	} {
		b := read(t, c.id, c.text)
		found, err := Solve(t.Context(), native.New(), b, c.limit)
		if err != nil || len(found.Boards) != c.found || found.Complete != c.complete || found.Unique() != (c.found == 1 && c.complete) {
			t.Errorf("%s %q: %d of %d answers, complete: %t, %v", c.id, c.text, len(found.Boards), c.limit, found.Complete, err)
		}
		j := NewJudge(native.New())
		for n, answer := range found.Boards {
			if broken, err := j.Broken(t.Context(), judge.Prepare(b), b, answer); err != nil || len(broken) > 0 {
				t.Errorf("%s %q: an answer breaks %v, %v", c.id, c.text, broken, err)
			}
			if !Same(answer, answer) || n > 0 && Same(answer, found.Boards[0]) {
				t.Errorf("%s %q: two answers are told apart by what they are not", c.id, c.text)
			}
		}
		if broken, err := j.Broken(t.Context(), judge.Prepare(b), b, b); err != nil || len(broken) == 0 {
			t.Errorf("%s %q: an empty answer breaks nothing: %v", c.id, c.text, err)
		}
	}
}
