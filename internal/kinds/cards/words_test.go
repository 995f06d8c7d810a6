package cards

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestThemesAreComplete: every theme has its words in both languages, eight values of each property, no two alike.
func TestThemesAreComplete(t *testing.T) {
	for _, th := range themes() {
		for _, b := range []both{th.Title, th.Story, th.Row, th.Rowing, th.Ring, th.Round} {
			if b.En == "" || b.Zh == "" {
				t.Errorf("%s: no title or story in one of the languages", th.Name)
			}
		}
		for i := range th.Props {
			q := &th.Props[i]
			for _, lang := range []string{"en", "zh"} {
				if q.Name.in(lang) == "" {
					t.Errorf("%s: a property has no name in %s", th.Name, lang)
				}
				seen := map[string]bool{}
				for _, v := range q.list(lang) {
					seen[v] = true
				}
				if len(seen) != 8 {
					t.Errorf("%s: %s has %d values in %s", th.Name, q.Name.En, len(seen), lang)
				}
				if q.Forms[lang+" item"] == "" {
					t.Errorf("%s: %s has no words for line-ups in %s", th.Name, q.Name.En, lang)
				}
			}
			for key := range q.Forms {
				lang, form, _ := strings.Cut(key, " ")
				if _, ok := templates()[lang][form]; !ok {
					t.Errorf("%s: %s has a template for %s, which is none", th.Name, q.Name.En, key)
				}
			}
		}
	}
}

// TestBothLanguages: what is asked in a language is asked in its words, and an answer in either language is read.
func TestBothLanguages(t *testing.T) {
	ctx := context.Background()
	for _, params := range []string{"2x3x2", "lineup-3x3"} {
		for _, lang := range []string{"en", "zh"} {
			size, err := family().ParseParams(params)
			if err != nil {
				t.Fatal(err)
			}
			g, err := family().Generate(ctx, size, puzzle.Settings{"lang": lang}, rng.New(3), nil)
			if err != nil {
				t.Fatal(err)
			}
			in := g.Instance.(*Instance)
			if en := in.Question("en"); strings.ContainsFunc(en, func(r rune) bool { return r > 0x2e7f }) {
				t.Errorf("%s %s: the English question has Chinese in it:\n%s", params, lang, en)
			}
			zh := strings.ReplaceAll(in.Question("zh"), "OCL", "")
			if strings.ContainsFunc(zh, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }) {
				t.Errorf("%s %s: the Chinese question has English in it:\n%s", params, lang, zh)
			}
			for _, answer := range []string{"en", "zh"} {
				text := in.AnswerText(g.Solution, answer)
				got, err := in.ReadAnswer(text)
				if err != nil || got.Desc() != g.Solution.Desc() {
					t.Errorf("%s %s: %q is read as %v, %v", params, lang, text, got, err)
				}
			}
			if v, err := in.View("zh"); err != nil || v.Title != in.P.TitleIn("zh") {
				t.Errorf("%v, %v", v.Title, err)
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
	if got, want := p.Words(IsNode(0, 0), "en"), "The villain was one "+p.Properties[0].Values[0]+"."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, c := range []struct {
		change func(*Puzzle)
		want   string
	}{
		{func(p *Puzzle) { p.Theme = "musem" }, `unknown theme "musem": did you mean museum?`},
		{func(p *Puzzle) { p.Properties[1].Words = map[string][]string{"zh": {"甲"}} }, `property "how" has 2 values, and 1 words for them in the language zh`},
		{func(p *Puzzle) { p.Properties[1].Words = map[string][]string{"zh": {"甲", "甲"}} }, `two values of property "how" have the same word "甲"`},
		{func(p *Puzzle) { p.Properties[1].Label = map[string]string{"en": "villain"} }, `the properties "who" and "how" have the same label "villain"`},
		{func(p *Puzzle) { p.Templates = map[string]map[string]string{"en": {"xor:who": "x"}} },
			`template "xor:who": there is one of a property for said, value, item, of, is, is-not, self-if-is, self-if-is-not, self-if-not-is, self-if-not-is-not, =, <>, <, <=, >, >= alone`},
		{func(p *Puzzle) { p.Templates = map[string]map[string]string{"en": {"item:whoo": "x"}} }, `template "item:whoo": unknown property "whoo": did you mean who?`},
	} {
		q := *p
		q.Properties = append([]Property{}, p.Properties...)
		c.change(&q)
		if err := q.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// TestItemTemplates: line-ups have templates of one category.
func TestItemTemplates(t *testing.T) {
	p := lineupOf(t, false)
	p.Templates = map[string]map[string]string{"en": {"item:Meat": "the {v} eater", "item:Name": "{v}"}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	n, err := p.Parse("after(Meat = beef, Name = Ann)")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Words(n, "en"), "The beef eater comes directly after Ann."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
