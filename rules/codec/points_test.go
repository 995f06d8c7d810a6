package codec_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

const pointsFile = `version: 1
family: paths
given: {start: {}, goal: {}, enter: {at: edges}, number: {values: 1..9, some: true}, piece: {each: {size: int}}}
find: {line: {at: links}}
formats: {pzprv3: {problem: [{points: [start, goal, enter]}, number, {bank: piece}]}, url: [{points: [start, goal]}, {number10: number}, {points: enter}, {bank: piece}]}
`

// TestPointsAndBanks reads and writes boards with a start, a goal, a way in and a bank of pieces, in text and as addresses.
func TestPointsAndBanks(t *testing.T) {
	f, probs := rules.Load("paths.yaml", []byte(pointsFile), nil)
	if f == nil || probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	forms, probs := codec.Compile(f)
	if probs.HasErrors() {
		t.Fatal(probs.Err())
	}
	for _, one := range []struct{ text, address string }{
		{"pzprv3/paths/2/3/1 1 5 3/9/. . 2 /. 1 . /3/1/2/3/0 0 0/0 0 /0 0 /0 0 0 /", "paths/3/2/1132b2a1a/2//3"},
		{"pzprv3/paths/2/3/3 1 1 3/15/. . . /. . 7 /2/4/4/0 0/0 0 /0 0 /0 0 0 /", "paths/3/2/2112e7/8/2/4/4"},
	} {
		b, _, err := forms.PZPR.ReadBoard(one.text)
		if err != nil {
			t.Errorf("%s: %v", one.text, err)
			continue
		}
		address, err := forms.URL.WriteProblem(b)
		if err != nil || !strings.HasSuffix(address, one.address) {
			t.Errorf("%s: %s, %v; expected %s", one.text, address, err, one.address)
		}
		again, err := forms.URL.ReadProblem(address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if text, err := forms.PZPR.WriteBoard(again, again); err != nil || text != one.text {
			t.Errorf("%s: %s, %v", address, text, err)
		}
	}
	for text, want := range map[string]string{
		"pzprv3/paths/2/3/1 1 5 4/9/. . 2 /. 1 . /0/":   "in half steps",
		"pzprv3/paths/2/3/1 1 9 3/9/. . 2 /. 1 . /0/":   "a cell of the board",
		"pzprv3/paths/2/3/1 1 5 3/3/. . 2 /. 1 . /0/":   "from 7 to 16",
		"pzprv3/paths/2/3/1 1 5 3/9/. . 2 /. 1 . /2/1/": "the board ends too early",
		"pzprv3/paths/2/3/1 1 5 3/9/. . 2 /. 1 . /x/":   "how many piece there are",
	} {
		if _, _, err := forms.PZPR.ReadBoard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; expected %s", text, err, want)
		}
	}
}
