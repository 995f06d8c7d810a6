package codec_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

const pathsFile = `version: 1
family: arrows
given: {arrow: {each: {cells: places}}}
find: {square: {}}
formats: {pzprv3: {problem: [{paths: arrow}]}}
`

// TestPaths reads and writes objects that are drawn along links, and refuses what is no path from one end to another.
func TestPaths(t *testing.T) {
	f, probs := rules.Load("arrows.yaml", []byte(pathsFile), nil)
	if f == nil || probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	forms, probs := codec.Compile(f)
	if probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	for _, text := range []string{
		"pzprv3/arrows/2/3/2 0 /0 1 /0 0 2 /. . . /. . . /",
		"pzprv3/arrows/2/3/1 1 /0 0 /0 0 1 /. # . /. . . /",
	} {
		b, answer, err := forms.PZPR.ReadBoard(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if again, err := forms.PZPR.WriteBoard(b, answer); err != nil || again != text {
			t.Errorf("%s: %s, %v", text, again, err)
		}
	}
	for text, want := range map[string]string{
		"pzprv3/arrows/2/3/2 1 /0 0 /0 0 0 /. . . /. . . /": "neither part nor meet",
		"pzprv3/arrows/2/3/1 2 /0 0 /0 0 0 /. . . /. . . /": "neither part nor meet",
		"pzprv3/arrows/2/3/2 0 /1 0 /1 2 0 /. . . /. . . /": "a path without an end",
		"pzprv3/arrows/2/3/3 0 /0 0 /0 0 0 /. . . /. . . /": "1 or 2 for a path",
	} {
		if _, _, err := forms.PZPR.ReadBoard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %s", text, err, want)
		}
	}
}
