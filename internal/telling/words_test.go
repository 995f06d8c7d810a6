package telling

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
)

// TestWordsAreWhole: every key has words in every language, with the holes and as many forms as in English.
func TestWordsAreWhole(t *testing.T) {
	hole := regexp.MustCompile(`\{(\w*)\}`)
	// What a language may use in another one's place, or leave out.
	same := map[string]string{"turned": "concludes", "supposed": "opposite"}
	for key, texts := range lexicon() {
		holes := func(lang, text string) []string {
			if left := hole.ReplaceAllString(text, ""); strings.ContainsAny(phrases.Bend(left, false, false), "{}[]<>%") {
				t.Errorf("%s: %s: %q is torn", key, lang, text)
			}
			var out []string
			for _, m := range hole.FindAllStringSubmatch(text, -1) {
				name := m[1]
				if other, ok := same[name]; ok && key != "if" {
					name = other
				} else if key == "if" && name == "turned" {
					name = "last"
				}
				out = append(out, name)
			}
			slices.Sort(out)
			return slices.Compact(out)
		}
		claim := strings.Contains(texts["en"], "{names}")
		may := holes("en", texts["en"])
		if claim {
			may = []string{"layer", "names", "value"}
		}
		pairs := []string{"article", "contracted", "plurals", "values-many", "apart-facts", "apart-why"} // of words and what stands for them
		forms := func(text string) int { return 1 + strings.Count(text, "|") }
		for _, lang := range phrases.Languages() {
			text, ok := texts[lang]
			if !ok {
				t.Errorf("%s has no words in %q", key, lang)
				continue
			}
			for _, name := range holes(lang, text) {
				if !slices.Contains(may, name) {
					t.Errorf("%s: %s: {%s} is no hole of it", key, lang, name)
				}
			}
			switch n := forms(text); {
			case claim && n != 2 && n != 4, !claim && !slices.Contains(pairs, key) && n != forms(texts["en"]):
				t.Errorf("%s: %s: %d forms", key, lang, n)
			}
		}
	}
}

// TestClaimsInPlace: a claim has the form that its place in a sentence needs.
func TestClaimsInPlace(t *testing.T) {
	b, err := rules.NewBoard(loadFamily(t, "kuromasu"), 5, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	shade, cells := b.File.Layer("shade"), b.Geo.All(board.Cell)
	said := func(n int, holds bool) deduce.Said {
		return deduce.Said{Unknown: &encode.Unknown{Kind: encode.Holds, Layer: shade, Place: cells[n]}, Value: rules.BoolOf(true), Holds: holds}
	}
	for _, c := range []struct {
		lang string
		o    order
		want string
	}{
		{"de", straight, "r1c1 ist schwarz und r1c2 ist nicht schwarz"},
		{"de", begun, "ist r1c1 schwarz und r1c2 ist nicht schwarz"},
		{"de", turned, "ist r1c1 schwarz und ist r1c2 nicht schwarz"},
		{"ja", straight, "r1c1は黒マスであり、r1c2は黒マスではない"},
		{"ja", turned, "r1c1が黒マスであり、r1c2が黒マスではない"},
		{"es", turned, "r1c1 está sombreada y r1c2 no está sombreada"},
	} {
		if got := (wording{Speaker: Speaker{Board: b, Lang: c.lang}}).ordered([]deduce.Said{said(0, true), said(1, false)}, c.o); got != c.want {
			t.Errorf("%s: %q, not %q", c.lang, got, c.want)
		}
	}
}

// TestPairsWithAComma: pairs of cells that are said together end with one comma, also where the sentence has its own.
func TestPairsWithAComma(t *testing.T) {
	w := wording{Speaker: Speaker{Lang: "en"}}
	got := w.pairs([]string{"r1c1 and r1c2, which touch, are equal", "r3c3 and r4c3 or r3c4, which touch, are equal"}, []string{"touch", "touch"})
	if want := []string{"r1c1 and r1c2, or r3c3 and r4c3 or r3c4, which touch, are equal"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestValuesOfSeveralPlaces: where values are said with what they are, that has a plural for those of several places: the colours of r1c1 and r1c2 are 2.
func TestValuesOfSeveralPlaces(t *testing.T) {
	for _, id := range families.Names() {
		b := &rules.Board{File: loadFamily(t, id)}
		for _, l := range b.File.Layers {
			own := l.Role == rules.Follow || l.Role == rules.Find && Speaker{Board: b}.many()
			if !own || l.Parts || l.Objects() || l.Domain.Kind == rules.Bools || lexicon().Has("word-"+l.Name) {
				continue
			}
			for _, lang := range phrases.Languages() {
				s := Speaker{Board: b, Lang: lang}
				one := s.Words("subject", "layer", s.Called(l), "place", "r1c1")
				if plurals := strings.Split(s.Words("plurals"), "|"); len(plurals) > 1 && strings.NewReplacer(plurals...).Replace(one) == one {
					t.Errorf("%s, %s: %q has no plural among the words of plurals", id, lang, one)
				}
			}
		}
	}
}
