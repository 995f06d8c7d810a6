package blanks_test

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks/shelf"
	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// claimed gives the moves that the sentences of a text claim.
func claimed(in *blanks.Instance, text string) (moves []string) {
	for _, s := range claimtext.Sentences(text) {
		for _, c := range in.Claims(s.Text) {
			text, _ := url.PathUnescape(string(c.Move))
			moves = append(moves, text)
		}
	}
	return moves
}

// TestToldClaims: the words of explanations claim the moves that they make, in every language.
func TestToldClaims(t *testing.T) {
	for _, name := range append([]string{"gcd", "binary-search"}, puztest.Some(shelf.Maths().Names(), 8)...) {
		in := generate(t, name, nil).Instance.(*blanks.Instance)
		for _, lang := range phrases.Languages() {
			told := in.In(lang).(*blanks.Instance)
			for step, err := range told.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				var want []string
				for _, m := range step.Moves {
					text, _ := url.PathUnescape(string(m))
					want = append(want, text)
				}
				if got := claimed(in, step.Text); strings.Join(got, " | ") != strings.Join(want, " | ") {
					t.Errorf("%s, %s: %q claims %q, not %q", name, lang, step.Text, got, want)
				}
			}
		}
	}
}

// TestClaims: what people and models write of blanks is read where it states something.
func TestClaims(t *testing.T) {
	gcd := generate(t, "gcd", puzzle.Settings{"kinds": "comparison,arithmetic", "empties": "2"}).Instance.(*blanks.Instance)
	pyramid := generate(t, "pyramid", nil).Instance.(*blanks.Instance)
	integral := generate(t, "factorise-signs", nil).Instance.(*blanks.Instance)
	for _, c := range []struct {
		in         *blanks.Instance
		text, want string
	}{
		{gcd, "So blank 1 must be `!=`.", "1=!="},
		{gcd, "Blank 2: %", "2=%"},
		{gcd, "第1空应填 !=，第2空填 %。", "1=!= 2=%"},
		{gcd, "Blanks 1 and 2 are != and %.", "1=!= 2=%"},
		{gcd, "If blank 1 is !=, the loop ends.", ""},
		{gcd, "Blank 1 is not !=.", ""},
		{gcd, "Blank 1 is != or <.", ""},
		{gcd, "Blank 9 is !=.", ""},
		{pyramid, "Blank 1 is 7 because 3 + 4 = 7.", "1=7"},
		{pyramid, "Blank 1 is not 7.", ""},
		{pyramid, "Blank 1 could be 7.", ""},
		{pyramid, "Blank 1 is 7 or 8.", ""},
		{pyramid, "It is false that blank 1 is 7.", ""},
		{pyramid, "Es ist falsch, dass Lücke 1 ist 7.", ""},
		{pyramid, "Es falso que el hueco 1 es 7.", ""},
		{pyramid, "空欄1は7ではない。", ""},
		{pyramid, "Blank 1 is 7.5.", ""},
		{pyramid, "Blank 1 is 8 minus 1.", ""},
		{integral, "Blank 1 is not prime.", ""},
	} {
		if got := strings.Join(claimed(c.in, c.text), " "); got != c.want {
			t.Errorf("%q claims %q, not %q", c.text, got, c.want)
		}
	}
	answer := integral.In("en").(*blanks.Instance)
	factors := strings.Split(strings.TrimPrefix(claimed(answer, told(t, answer))[0], "1="), "*")
	if got := claimed(integral, "Blank 1 is "+factors[1]+"*"+factors[0]+"."); len(got) != 1 || got[0] != "1="+strings.Join(factors, "*") {
		t.Errorf("the other order of %q claims %q", factors, got)
	}
	if got := gcd.Claims(strings.Repeat("Blank 1: !=; ", 700)); len(got) != 50 {
		t.Errorf("%d claims in a sentence of 700", len(got))
	}
	if got := gcd.Claims(strings.Repeat("Blank 1: !=; ", 2000)); got != nil {
		t.Errorf("%d claims in a sentence that is too long", len(got))
	}
	for _, c := range pyramid.Claims("Blank 1 is 7.") {
		if c.Said != "Blank 1 is 7" || c.Contrary != "Blank 1 is 8" {
			t.Errorf("%+v", c)
		}
	}
}

func told(t *testing.T, in *blanks.Instance) string {
	t.Helper()
	for step, err := range in.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		return step.Text
	}
	return ""
}
