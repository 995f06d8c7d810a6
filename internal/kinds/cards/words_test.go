package cards

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/lexicon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestThemesAreComplete: every theme has its words in every language, eight values of each property, no two alike.
func TestThemesAreComplete(t *testing.T) {
	for _, th := range lexicon.Themes() {
		for _, lang := range phrases.Languages() {
			for _, text := range []lexicon.Texts{th.Title, th.Story, th.Row, th.Rowing, th.Ring, th.Round} {
				if text[lang] == "" {
					t.Errorf("%s: no title or story in %s", th.Name, lang)
				}
			}
			names := map[string]bool{}
			for i := range th.Props {
				q := &th.Props[i]
				name := q.Name["en"]
				if own := q.Name[lang]; own == "" || names[own] {
					t.Errorf("%s: %s has no name of its own in %s", th.Name, name, lang)
				}
				names[q.Name[lang]] = true
				seen := map[string]bool{}
				for _, v := range q.List(lang) {
					seen[v] = true
				}
				if q.Values[lang] == "" || len(seen) != 8 {
					t.Errorf("%s: %s has %d values in %s", th.Name, name, len(seen), lang)
				}
				if q.Forms[lang+" item"] == "" {
					t.Errorf("%s: %s has no words for line-ups in %s", th.Name, name, lang)
				}
			}
		}
		for i := range th.Props {
			q := &th.Props[i]
			for key := range q.Forms {
				lang, form, _ := strings.Cut(key, " ")
				if _, ok := lexicon.Templates(lang)[form]; !ok {
					t.Errorf("%s: %s has a template for %s, which is none", th.Name, q.Name["en"], key)
				}
			}
			for key, list := range q.More {
				if n := len(strings.Split(list, "|")); n != 8 {
					t.Errorf("%s: %s has %d of %s", th.Name, q.Name["en"], n, key)
				}
			}
		}
	}
}

// foreign finds letters that a text in a language cannot have, with its words for variants of names left out.
var foreign = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`[^\x00-\x7f]`), "zh": regexp.MustCompile(`[A-Za-z\p{Hiragana}\p{Katakana}]`),
	"de": regexp.MustCompile(`[ñ¿áíóú\p{Han}]`), "es": regexp.MustCompile(`[äöß\p{Han}]`), "ja": regexp.MustCompile(`[A-Za-z]`),
}

// TestEveryLanguage: what is asked in a language is asked in its words, whatever language the puzzle is made in, nothing is left of the
// holes of templates, and an answer in any language is read.
func TestEveryLanguage(t *testing.T) {
	ctx := context.Background()
	for _, params := range []string{"2x3x2", "lineup-3x3", "2x2x2x2x2x2"} {
		for i, theme := range lexicon.Names() {
			lang := phrases.Languages()[i%len(phrases.Languages())]
			size, err := family().ParseParams(params)
			if err != nil {
				t.Fatal(err)
			}
			g, err := family().Generate(ctx, size, puzzle.Settings{"lang": lang, "theme": theme}, rng.New(uint64(3+i)), nil)
			if err != nil {
				t.Fatal(err)
			}
			in := g.Instance.(*Instance)
			for _, shown := range phrases.Languages() {
				text := in.Question(shown)
				if odd := foreign[shown].FindString(strings.ReplaceAll(text, "OCL", "")); odd != "" || strings.ContainsAny(text, "{}") {
					t.Errorf("%s %s in %s, shown in %s: %q should not be in\n%s", params, theme, lang, shown, odd, text)
				}
				answer := in.AnswerText(g.Solution, shown)
				got, err := in.ReadAnswer(answer)
				if err != nil || got.Desc() != g.Solution.Desc() {
					t.Errorf("%s %s: %q is read as %v, %v", params, lang, answer, got, err)
				}
				if v, err := in.View(shown); err != nil || v.Title != in.P.TitleIn(shown) {
					t.Errorf("%v, %v", v.Title, err)
				}
			}
		}
	}
}

// TestOwnWordsComeFirst: a text that was changed has no translation by the theme any more, and templates of the puzzle come
// before those of the theme.
func TestOwnWordsComeFirst(t *testing.T) {
	p, err := build(cardSize{Domains: []int{2, 2}}, "museum", "en", rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	p.Title, p.Story = "My museum", map[string]string{"en": "My story."}
	p.Properties[0].Label = map[string]string{"en": "villain"}
	p.Templates = map[string]map[string]string{"en": {"said:who": "one {v}"}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := p.TitleIn("zh") + " " + p.StoryIn("zh"); got != "My museum My story." {
		t.Error(got)
	}
	if got, want := saying.Words(p, deck.IsNode(0, 0), "en"), "The villain was one "+p.Properties[0].Values[0]+"."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, c := range []struct {
		change func(*deck.Puzzle)
		want   string
	}{
		{func(p *deck.Puzzle) { p.Theme = "musem" }, `unknown theme "musem": did you mean museum?`},
		{func(p *deck.Puzzle) { p.Properties[1].Words = map[string][]string{"zh": {"甲"}} }, `property "how" has 2 values, and 1 words for them in the language zh`},
		{func(p *deck.Puzzle) { p.Properties[1].Words = map[string][]string{"zh": {"甲", "甲"}} }, `two values of property "how" have the same word "甲"`},
		{func(p *deck.Puzzle) { p.Properties[1].Label = map[string]string{"en": "villain"} }, `the properties "who" and "how" have the same label "villain"`},
		{func(p *deck.Puzzle) { p.Templates = map[string]map[string]string{"en": {"xor:who": "x"}} },
			`template "xor:who": there is one of a property for said, value, item, of, is, is-not, self-if-is, self-if-is-not, self-if-not-is, self-if-not-is-not, =, <>, <, <=, >, >= alone`},
		{func(p *deck.Puzzle) { p.Templates = map[string]map[string]string{"en": {"item:whoo": "x"}} }, `template "item:whoo": unknown property "whoo": did you mean who?`},
	} {
		q := *p
		q.Properties = append([]deck.Property{}, p.Properties...)
		c.change(&q)
		if err := q.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestItemTemplates: line-ups have templates of one category.
func TestItemTemplates(t *testing.T) {
	p := cardtest.LineUp(t, false)
	p.Templates = map[string]map[string]string{"en": {"item:Meat": "the {v} eater", "item:Name": "{v}"}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	n, err := p.Parse("after(Meat = beef, Name = Ann)")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := saying.Words(p, n, "en"), "The beef eater comes directly after Ann."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
