package rules_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestWordsTurn: words are directions beside all the others of their row, and nothing else.
func TestWordsTurn(t *testing.T) {
	for _, c := range []struct{ words, word, flip, transpose string }{
		{"b w", "w", "w", "w"},
		{"s v h", "s", "s", "s"},
		{"s v h", "v", "v", "h"},
		{"n e s w m o", "e", "w", "s"},
		{"n e s w m o", "m", "m", "m"},
		{"nw ne sw se", "ne", "nw", "sw"},
		{"fall rise", "fall", "rise", "fall"},
		{"nsew ns ew ne nw sw se", "ns", "ns", "ew"},
		{"nes esw nsw new", "nes", "nsw", "esw"},
		{"new old", "new", "new", "new"},
		{"ne en se sw nw", "en", "en", "en"},
		{"ne en se sw nw", "sw", "sw", "sw"},
	} {
		f, probs := rules.Load("x.yaml", []byte("version: 1\nfamily: x\nfind: {mark: {values: "+c.words+", some: true, given: true}}\nsymmetries: [flip-left-right, transpose]\nrules: {a: 'mark[cells[0]] != None'}\n"), nil)
		if f == nil {
			t.Fatal(probs)
		}
		if n := len(f.Turns()); n != 7 {
			t.Fatalf("two mirrors make %d symmetries, not 7", n)
		}
		b, err := rules.NewBoard(f, 2, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		cell := b.Geo.All(board.Cell)[0]
		l := f.Layer("mark")
		b.Set(l, &rules.Marks{Values: map[board.Place]rules.Value{cell: rules.WordOf(c.word)}})
		for s, want := range map[board.Symmetry]string{board.FlipLeftRight: c.flip, board.Transpose: c.transpose} {
			image, err := b.Turn(s)
			if err != nil {
				t.Fatal(err)
			}
			if got := image.Value(l, b.Geo.Turn(s).Place(cell)); got.Word != want {
				t.Errorf("%s of %q, %v: %s, not %s", c.word, c.words, s, got, want)
			}
		}
	}
}

func TestUnknownSymmetry(t *testing.T) {
	_, probs := rules.Load("x.yaml", []byte("version: 1\nfamily: x\nfind: {mark: {}}\nsymmetries: [flip-left-rigth]\nrules: {a: 'mark[cells[0]]'}\n"), nil)
	if len(probs) != 1 || probs[0].Suggest != "flip-left-right" {
		t.Errorf("%v", probs)
	}
}
