package saying_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/phrases"
)

func TestSentences(t *testing.T) {
	for _, c := range []struct {
		p      *deck.Puzzle
		clue   string
		en, zh string
	}{
		{cardtest.Cars(t), "top = red", "The top is red.", "top是red。"},
		{cardtest.Cars(t), "top <> red", "The top is not red.", "top不是red。"},
		{cardtest.Cars(t), "body <> red => top = red", "If the body is not red then the top is red.", "如果body不是red，那么top是red。"},
		{cardtest.Cars(t), "not (top = red or body = red)", "None of these statements is true: the top is red; the body is red.", "以下各句都不成立：top是red；body是red。"},
		{cardtest.Cars(t), "top = red and body = red or top = blue", "The top is red and the body is red, or the top is blue.", "top是red，并且body是red；或者top是blue。"},
		{cardtest.Cars(t), "body = red => body = blue", "The body cannot be red, or it would be blue as well.", "body不可能是red，否则同时又是blue。"},
		{cardtest.Cars(t), "body = green => body <> red", "If the body is green then the body is not red.", "如果body是green，那么就不是red。"},
		{cardtest.Cars(t), "body <> green => body = red", "If the body is not green then the body is red.", "如果body不是green，那么就是red。"},
		{cardtest.Cars(t), "body <> green => body <> red", "If the body is not green then the body is not red.", "如果body不是green，那么也不是red。"},
		{cardtest.Cars(t), "top = red or top = blue or body = red", "The top is red, or the top is blue, or the body is red.", "top是red，或者top是blue，或者body是red。"},
		{cardtest.Cars(t), "top = red and top <> blue and body = red", "The top is red, the top is not blue and the body is red.", "top是red，top不是blue，并且body是red。"},
		{cardtest.Cars(t), "top = red and body = red => top = blue or body = blue", "If the top is red and the body is red, then the top is blue or the body is blue.",
			"如果top是red，并且body是red，那么top是blue，或者body是blue。"},
		{cardtest.Cars(t), "top = body", "The top and the body are the same.", "top与body相同。"},
		{cardtest.Cars(t), "exactly 1 of (top = red, body = blue)", "Exactly one of these statements is true: the top is red; the body is blue.", "以下各句中恰有1句成立：top是red；body是blue。"},
		{cardtest.Cars(t), "top = red xor body = red", "Either the top is red or the body is red, but not both.", "要么top是red，要么body是red，二者不能同时成立。"},
		{cardtest.Cars(t), "top = red <=> body = red", "The top is red if and only if the body is red.", "top是red，当且仅当body是red。"},
		{cardtest.Typed(t), "2*(A + B) > B - 1", "2 times (the A plus the B) is more than the B minus 1.", "2乘（A加B）大于B减1。"},
		{cardtest.LineUp(t, false), "after(Meat = beef, Name = Ann)", "The one whose Meat is beef comes directly after the one whose Name is Ann.", "Meat是beef的那个紧跟在Name是Ann的那个之后。"},
		{cardtest.LineUp(t, false), "Age(Name = Ann) = Age(Name = Bob) + 15", "The Age of the one whose Name is Ann is the Age of the one whose Name is Bob plus 15.", "Name是Ann的那个的Age等于Name是Bob的那个的Age加15。"},
		{cardtest.LineUp(t, false), "between(Meat = beef, Name = Ann, Name = Bob)", "The one whose Meat is beef is somewhere between the one whose Name is Ann and the one whose Name is Bob.",
			"Meat是beef的那个在Name是Ann的那个与Name是Bob的那个之间的某处。"},
	} {
		n, err := c.p.Parse(c.clue)
		if err != nil {
			t.Fatal(err)
		}
		if got := saying.Words(c.p, n, "en"); got != c.en {
			t.Errorf("%s: %q, want %q", c.clue, got, c.en)
		}
		if got := saying.Words(c.p, n, "zh"); got != c.zh {
			t.Errorf("%s: %q, want %q", c.clue, got, c.zh)
		}
	}
}

func TestTemplatesCanBeOverridden(t *testing.T) {
	p := cardtest.Cars(t, "top = red => body <> blue")
	p.Templates = map[string]map[string]string{"en": {"is:top": "the roof is {v}", "implies": "{b}, if {a}"}}
	p.Properties[1].Label = map[string]string{"en": "coachwork"}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if got, want := saying.Sentence(p, 0, "en"), "The coachwork is not blue, if the roof is red."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.Templates["en"]["impleis"] = "x"
	if err := p.Validate(); err == nil || err.Error() != `templates: unknown template "impleis": did you mean implies?` {
		t.Error(err)
	}
}

// TestEveryFormHasWords: no template is missing in any language.
func TestEveryFormHasWords(t *testing.T) {
	for key := range lexicon.Templates("en") {
		for _, lang := range phrases.Languages() {
			if _, ok := lexicon.Templates(lang)[key]; !ok {
				t.Errorf("%s has no template %s", lang, key)
			}
		}
	}
	for o := deck.Not; o <= deck.Item; o++ {
		key := o.String()
		if o == deck.Num || o == deck.Lit {
			continue
		}
		if _, ok := lexicon.Templates("en")[key]; !ok {
			t.Errorf("en has no template %s", key)
		}
	}
}
