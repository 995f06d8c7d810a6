package cards

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// FuzzJSON: no text makes the reader of puzzles fail badly, and what it reads is written and read back as equal.
func FuzzJSON(f *testing.F) {
	for _, p := range []*deck.Puzzle{cardtest.Cars(f, "top = red => body = red"), cardtest.Typed(f, "2*A > B"), cardtest.LineUp(f, true, "next(Meat=beef, Name=Bob)")} {
		f.Add(p.JSON())
	}
	f.Add([]byte(`{"properties":[{"name":"a","values":["x","y"]}],"things":[["x"]],"clues":[{"clue":"a = x"}]}`))
	f.Add([]byte(`{"lineup":{"places":2,"categories":[{"name":"n","type":"integer","values":["1","2"]}]},"clues":[{"id":"q","clue":"pos(n = 1) < pos(n = 2)"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := deck.FromJSON(data)
		if err != nil {
			return
		}
		if n := p.Counts().Things; n > 2000 {
			return
		}
		back, err := deck.FromDesc(p.Desc())
		if err != nil || back.Desc() != p.Desc() {
			t.Fatalf("%s is read back otherwise: %v", data, err)
		}
	})
}

// FuzzPlay: no state, move, reference or answer makes a puzzle fail badly, and what is applied can be judged.
func FuzzPlay(f *testing.F) {
	var ins []*Instance
	for _, p := range []*deck.Puzzle{cardtest.Cars(f, "body = blue => top = blue", "body <> red => top = green", "body <> blue => top = red"),
		cardtest.LineUp(f, false, "after(Meat=beef, Name=Ann)")} {
		in, err := family().NewInstance(p)
		if err != nil {
			f.Fatal(err)
		}
		ins = append(ins, in)
	}
	f.Add("-", "4!2", "4")
	f.Add("1!2,3=", "3?", "3")
	f.Add("0=4,1!5", "0?4", "0=4")
	f.Add("4=8", "2=7", "2!7")
	f.Add("top: red\nbody: blue", "Name: Ann, Bob, Cy, Di", "thing")
	f.Fuzz(func(t *testing.T, state, move, ref string) {
		for _, in := range ins {
			next, err := in.Apply(puzzle.State(state), puzzle.Move(move))
			if err == nil {
				if _, err := in.Judge(next); err != nil {
					t.Fatalf("%q after %q cannot be judged: %v", next, move, err)
				}
				if _, err := in.Scene(next); err != nil {
					t.Fatalf("%q after %q cannot be drawn: %v", next, move, err)
				}
			}
			for _, kind := range []string{"thing", "mark"} {
				_, _, _ = in.Refute(context.Background(), puzzle.State(state), puzzle.Ref{Kind: kind, ID: ref})
			}
			if s, err := in.ReadAnswer(state); err == nil && in.CheckSolution(s) == nil && in.Credit(s, s) != 1 {
				t.Fatalf("no full credit for %q", state)
			}
		}
	})
}
