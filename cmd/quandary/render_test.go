package main

import (
	"strings"
	"testing"

	rulesfiles "github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestInWords: a booklet heads the puzzles of one's own rules with the title and the rules that these have, in the language that is asked for.
func TestInWords(t *testing.T) {
	own := declared.NewOwn(native.New())
	data, _ := rulesfiles.Read("mosaic")
	f, probs := own.Open(strings.Replace(string(data), "family: mosaic", "family: my-mosaic", 1))
	if f == nil {
		t.Fatal(probs)
	}
	p, err := f.ParseParams("3x3")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Generate(t.Context(), p, nil, puzzle.Stream(f, 1, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	title, rules := inWords(input{family: own, Entry: puzzle.Entry{Instance: g.Instance}}, "en")
	if title != f.File().Title.In("en") || title == "" || rules == "" || strings.Contains(rules, "\n") {
		t.Errorf("the section is headed %q, %q", title, rules)
	}
}
