package zebra

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestToldClaims: in every language the sentences of explanations are read as what they tell: nothing false, and hardly less than in English.
func TestToldClaims(t *testing.T) {
	for _, params := range []string{"3x4", "4x4", "3x5"} {
		for seed := range uint64(puztest.Of(2, 4, 30)) {
			for _, s := range []puzzle.Settings{{}, {"line": "none"}, {"line": "round"}} {
				p := make1(t, params, seed, s)
				english := readTold(t, p, "en")
				for _, lang := range toldIn {
					if read := readTold(t, p, lang); 10*read < 8*english || read == 0 {
						t.Errorf("%s seed %d %v, %s: %d facts are read, in English %d", params, seed, s, lang, read, english)
					}
				}
			}
		}
	}
}

// readTold counts the facts that are read in what is told of a puzzle, none of which may be false.
func readTold(t *testing.T, p *matching.Puzzle, lang string) int {
	t.Helper()
	in := puzzle.In(&Instance{p}, lang).(*Instance)
	var told []string
	for step, err := range in.Explain(t.Context(), "", puzzle.ExplainOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		told = append(told, step.Text)
	}
	res, err := in.Solve(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	g := res.Solutions[0].(solved).G
	names := claimtext.NewNames(spoken(in.P))
	read := map[matching.Fact]bool{}
	for _, s := range claimtext.Sentences(strings.Join(told, "\n")) {
		for _, c := range claimed(in.P, s.Text, names) {
			f := matching.NewFact(c.X, c.Y, !c.Out)
			if read[f] = true; (g.Where(in.P.N, f.X) == g.Where(in.P.N, f.Y)) != f.Same {
				t.Errorf("%s: %q is read as %s, which is false", lang, s.Text, f.Code())
			}
		}
	}
	return len(read)
}

// TestToldForms reads what is told of several items at once, and nothing where it is one of several.
func TestToldForms(t *testing.T) {
	p := make1(t, "3x4", 1, puzzle.Settings{})
	for _, lang := range toldIn {
		q := language.In(p, lang)
		names := claimtext.NewNames(spoken(q))
		at := func(n int) string { return language.Name(q, q.Line*q.N+n, lang) }
		a, b := language.Name(q, (q.Line+1)%3*q.N, lang), language.Name(q, (q.Line+2)%3*q.N, lang)
		list := func(sep, last string, items ...string) string { return language.Lexicon().Join(lang, items, sep, last) }
		form := func(key string, n int, a, b string) string {
			return phrases.Fill(phrases.Bend(strings.Split(language.Lexicon().Text(lang, key), "|")[n], false, false), "a", a, "b", b, "list", b)
		}
		for _, c := range []struct {
			text string
			want int
		}{
			{form("at", 0, a, at(1)), 1},
			{form("at", 1, list("sep", "and", a, b), at(1)), 2},
			{form("at", 3, list("sep", "and", a, b), at(1)), 2},
			{form("not-any", 0, a, list("sep-none", "or-none", at(0), at(1), at(2))), 3},
			{form("neither", 0, a, list("sep", "nor", b, language.Name(q, (q.Line+2)%3*q.N+1, lang))), 2},
			{form("at", 0, a, list("sep-or", "or", at(0), at(1))), 0},
			{form("at", 0, list("sep-or", "or", a, b), at(1)), 0},
		} {
			got := claimed(q, c.text+language.Say(lang, "stop"), names)
			if len(got) != c.want {
				t.Errorf("%s: %q: read as %v, expected %d facts", lang, c.text, got, c.want)
			}
		}
	}
}

// TestToldOnce reads long lists in a moment: each two items are claimed once, however often they are named.
func TestToldOnce(t *testing.T) {
	p := language.In(make1(t, "3x4", 1, puzzle.Settings{}), "de")
	names := claimtext.NewNames(spoken(p))
	items := func(cat, n, count int) (out []string) {
		for i := range count {
			out = append(out, language.Name(p, cat%3*p.N+i%n, "de"))
		}
		return out
	}
	many := language.Lexicon().Join("de", items(p.Line+1, 3, 2_000), "sep", "and")
	form := func(key string, n int, hole, text string) string {
		forms := strings.Split(language.Lexicon().Text("de", key), "|")
		return phrases.Fill(phrases.Bend(forms[n], false, false), hole, text, "a", many, "list", many) + "."
	}
	for _, c := range []struct {
		text string
		want int
	}{
		{form("not-there", 0, "a", language.Lexicon().Join("de", items(p.Line, 2, 2_000), "sep-none", "or-none")), 6},
		{form("at", 1, "b", items(p.Line, 1, 1)[0]), 3},
	} {
		got := claimed(p, c.text, names)
		if len(got) != c.want {
			t.Errorf("%.80q: read as %d facts, expected %d", c.text, len(got), c.want)
		}
		for _, c := range got {
			if c.contrary != "" {
				t.Errorf("the contrary of a claim of %d bytes is told", len(c.said))
			}
		}
	}
}
