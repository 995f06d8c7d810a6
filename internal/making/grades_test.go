package making

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestNamesOfDifficulty: easy to fiendish stand for classes, the same in every family whose file says nothing of its own.
func TestNamesOfDifficulty(t *testing.T) {
	const file = "family: toy\nsize: {rows: 2..9, cols: 2..9}\ngiven: {number: {values: 0..4, some: true}}\nfind: {shade: {}}\n" +
		"rules:\n  count: count(shade[x] for x in c.next) == number[c] for c in number\n"
	for _, c := range []struct{ section, class, want, rating, wrong string }{
		{section: "", class: "evil", rating: "5..7.99"},
		{section: "", class: "expert", want: "5"},
		{section: "", class: "3", want: "3"},
		{section: "difficulty: {evil: 4, gentle: 1..2}\n", class: "evil", want: "4"},
		{section: "difficulty: {evil: 4, gentle: 1..2}\n", class: "gentle", rating: "1..2.99"},
		{section: "difficulty: {evil: 4}\n", class: "easy", rating: "1..2.99"},
		{section: "difficulty: {evil: 8}\n", wrong: "evil: 8"},
		{section: "difficulty: {evil: 4..2}\n", wrong: "evil: 4..2"},
		{section: "difficulty: len(cells)\n", wrong: "len(cells)"},
	} {
		parsed, probs := rules.Load("toy.yaml", []byte(file+c.section), nil)
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		own, probs := New(Source{File: parsed})
		if c.wrong != "" {
			if !probs.HasErrors() || !strings.Contains(probs[len(probs)-1].Message, c.wrong) {
				t.Errorf("%s: %v", c.section, probs)
			}
			continue
		}
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		got, err := own.graded(puzzle.Settings{"class": c.class})
		if err != nil || got["class"] != c.want || got["rating"] != c.rating {
			t.Errorf("%s%s: class %q, rating %q, %v", c.section, c.class, got["class"], got["rating"], err)
		}
	}
	m := maker(t, "slitherlink")
	size := sized(t, m, "5x5")
	err := m.CheckSettings(size, puzzle.Settings{"class": "esy"})
	if want := `option class: unknown value "esy": did you mean easy?`; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if err := m.CheckSettings(size, puzzle.Settings{"class": "easy", "rating": "3..4"}); err == nil {
		t.Error("a name of classes and a rating together")
	}
}
