package cards

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestPlacesNeedALineup: forms about places that are asked for by name are refused where there are none.
func TestPlacesNeedALineup(t *testing.T) {
	row := cardtest.LineUp(t, false)
	words := cardtest.Made(t, &deck.Puzzle{Factored: true, Properties: []deck.Property{{Name: "A", Values: []string{"a", "b"}}, {Name: "B", Values: []string{"c", "d"}}}})
	f := family()
	for forms, ok := range map[string]bool{"places": false, "is,next": false, "all": true, "is,or": true} {
		if _, err := f.Demand(words, puzzle.Settings{"forms": forms}); (err == nil) != ok {
			t.Errorf("%s: %v", forms, err)
		}
	}
	if _, err := f.Demand(row, puzzle.Settings{"forms": "is,next"}); err != nil {
		t.Error(err)
	}
}

// TestExplainWithoutSolution: where nothing is left, that is what is said, and not of marks that nobody made.
func TestExplainWithoutSolution(t *testing.T) {
	p := cardtest.LineUp(t, false)
	for _, clues := range [][]string{{"at(Name = Ann, 1)", "at(Name = Bob, 1)"}, {"left(Name = Ann, Name = Bob)", "left(Name = Bob, Name = Ann)"},
		{"pos(Name = Ann) > 9"}} {
		q := *p
		for _, c := range clues {
			q.Clues = append(q.Clues, deck.Clue{Expr: cardtest.MustParse(t, p, c)})
		}
		in, err := family().NewInstance(&q)
		if err != nil {
			t.Fatal(err)
		}
		for _, err = range in.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
		}
		if err == nil || !strings.Contains(err.Error(), "nothing is left") || strings.Contains(err.Error(), "state") {
			t.Errorf("%v: %v", clues, err)
		}
	}
}

func TestForwardTexts(t *testing.T) {
	p := cardtest.Murder(t)
	in := instance(t, p)
	var got []string
	for s, err := range in.Explain(context.Background(), "", puzzle.ExplainOptions{Method: methodForward}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Technique+": "+s.Text)
	}
	want := []string{
		"case-distinction: Suppose that the where is Library. Then the who is Butler (modus ponens, clue 3). Then the how is Rope (modus ponens, clue 1). " +
			"Suppose that the where is Parlour. Then the who is Butler (modus ponens, clue 3). Then the how is Rope (modus ponens, clue 1). That contradicts clue 2. " +
			"Suppose that the where is Garden. Then the how is Gun (contraposition, clue 2). That contradicts clue 4. In every case that is left the who is Butler, and the how is Rope.",
		"modus-ponens: Modus ponens: clue 2 (If the how is not Gun then the where is Library); the how is Rope. So the where is Library.",
		"only-left: Only this is left, and no clue bans it: the who is Butler, the where is Library, and the how is Rope.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
