package deck_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
)

// The forms of the room lineup that no operator of cards stands for are read, printed, said in both languages and judged.
func TestFurtherForms(t *testing.T) {
	for _, test := range []struct{ clue, en, zh string }{
		{"first(Name = Ann)", "The one whose Name is Ann is first.", "Name是Ann的那个在第一位。"},
		{"betweeninorder(Name = Ann, Meat = beef, Age = 20)", "The one whose Name is Ann is somewhere after the one whose Meat is beef and somewhere before the one whose Age is 20.",
			"Name是Ann的那个在Meat是beef的那个之后某处，且在Age是20的那个之前某处。"},
		{"amid(Name = Ann, Meat = beef, Age = 20)", "The one whose Name is Ann is directly between the one whose Meat is beef and the one whose Age is 20.", "Name是Ann的那个紧挨在Meat是beef的那个和Age是20的那个中间。"},
		{"notafter(Name = Ann, Meat = beef)", "The one whose Name is Ann is not anywhere after the one whose Meat is beef.", "Name是Ann的那个不在Meat是beef的那个之后任何位置。"},
		{"sameparity(Name = Ann, Meat = beef)", "The one whose Name is Ann and the one whose Meat is beef are in positions of the same parity.", "Name是Ann的那个与Meat是beef的那个的位置奇偶相同。"},
	} {
		p := cardtest.LineUp(t, false, test.clue)
		n := p.Clues[0].Expr
		if got := p.Format(n); got != test.clue {
			t.Errorf("%s is printed as %s", test.clue, got)
		}
		if en, zh := saying.Words(p, n, "en"), saying.Words(p, n, "zh"); en != test.en || zh != test.zh {
			t.Errorf("%s is said as\n%s\n%s", test.clue, en, zh)
		}
	}
	// Every one of them can be asked for in a generation, and is listed in one wording.
	p := cardtest.LineUp(t, false)
	for _, f := range deck.FurtherForms() {
		clues, err := choose.ListClues(p, []deck.Form{f})
		if err != nil || len(clues) == 0 {
			t.Fatalf("%s: %d clues, %v", f, len(clues), err)
		}
		seen := map[string]bool{}
		for _, n := range clues {
			text := saying.Words(p, n, "en")
			if seen[text] || strings.Contains(text, "{") {
				t.Errorf("%s: %s", f, text)
			}
			seen[text] = true
		}
	}
	if f, err := choose.ParseForms("first,betweeninorder:1-2"); err != nil || len(f) != 2 {
		t.Errorf("the forms are %v, %v", f, err)
	}
}
