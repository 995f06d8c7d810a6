package declared

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestCalledAndSaid: sentences call a layer, and the words that are its values or the numbers that are drawn as something else, as the file says.
func TestCalledAndSaid(t *testing.T) {
	for name, words := range map[string]struct {
		raw  string // what no sentence says
		said map[string]string
	}{
		"yin-yang": {`\b[bw]\b`, map[string]string{"en": " black", "zh": "是黑"}},
		"binairo":  {`\b(?:is|are|sind|ist) [12]\b|是[12]`, map[string]string{"en": " white", "zh": "是黑圈", "de": "schwarz"}},
	} {
		data, _ := families.Read(name)
		file, _ := rules.Load(name+".yaml", data, families.Use)
		fam, probs := New(file, native.New())
		if probs.HasErrors() {
			t.Fatal(probs)
		}
		p, err := fam.ParseParams("6x6")
		if err != nil {
			t.Fatal(err)
		}
		g, err := fam.Generate(context.Background(), p, nil, puzzle.Stream(fam, 2, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		for lang, want := range words.said {
			inst := *g.Instance.(*Instance)
			inst.lang = lang
			said := false
			for step, err := range inst.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
				if err != nil {
					t.Fatal(err)
				}
				said = said || strings.Contains(step.Text, want)
				if regexp.MustCompile(words.raw).MatchString(step.Text) {
					t.Errorf("%s, %s: %q says a value as the file writes it", name, lang, step.Text)
				}
			}
			if !said {
				t.Errorf("%s, %s: no step says %q", name, lang, want)
			}
		}
	}
	for _, c := range []struct{ layer, want string }{
		{"{values: black white, said: {blak: bright}}", `did you mean "black"?`},
		{"{said: {true: so}}", "no words or numbers that could be said otherwise"},
		{"{values: 1..2, said: {one: white}}", `"one" is no number`},
	} {
		_, probs := rules.Load("f.yaml", []byte("version: 1\nfamily: f\nfind:\n  colour: "+c.layer+"\nrules: {}\n"), nil)
		if probs.Err() == nil || !strings.Contains(probs.Err().Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.layer, probs.Err(), c.want)
		}
	}
}

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
	i := generated(t, builtin(t, "kuromasu"), "5x5", nil, 1).Instance.(*Instance)
	shade := i.f.file.Layer("shade")
	cells := i.b.Geo.All(board.Cell)
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
		own := *i
		own.lang = c.lang
		if got := (wording{speaker: own.speaker(own.b)}).ordered([]deduce.Said{said(0, true), said(1, false)}, c.o); got != c.want {
			t.Errorf("%s: %q, not %q", c.lang, got, c.want)
		}
	}
}

// TestPairsWithAComma: pairs of cells that are said together end with one comma, also where the sentence has its own.
func TestPairsWithAComma(t *testing.T) {
	inst := generated(t, builtin(t, "anti-king-sudoku"), "6x6", nil, 1).Instance.(*Instance)
	w := wording{speaker: inst.speaker(inst.b)}
	w.lang = "en"
	got := w.pairs([]string{"r1c1 and r1c2, which touch, are equal", "r3c3 and r4c3 or r3c4, which touch, are equal"}, []string{"touch", "touch"})
	if want := []string{"r1c1 and r1c2, or r3c3 and r4c3 or r3c4, which touch, are equal"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

// TestValuesOfSeveralPlaces: where values are said with what they are, that has a plural for those of several places: the colours of r1c1 and r1c2 are 2.
func TestValuesOfSeveralPlaces(t *testing.T) {
	for _, fam := range Catalogue(native.New()) {
		f := fam.(*Builtin).Open()
		asked := 0
		for _, l := range f.file.Layers {
			if l.Role == rules.Find {
				asked++
			}
		}
		for _, l := range f.file.Layers {
			own := l.Role == rules.Follow || l.Role == rules.Find && asked > 1
			if !own || l.Parts || l.Objects() || l.Domain.Kind == rules.Bools || lexicon().Has("word-"+l.Name) {
				continue
			}
			for _, lang := range phrases.Languages() {
				s := f.speaker(&rules.Board{File: f.file}, lang)
				one := s.words("subject", "layer", s.called(l), "place", "r1c1")
				if plurals := strings.Split(s.words("plurals"), "|"); len(plurals) > 1 && strings.NewReplacer(plurals...).Replace(one) == one {
					t.Errorf("%s, %s: %q has no plural among the words of plurals", f.Name(), lang, one)
				}
			}
		}
	}
}

// TestLintOfOwnLanguages: a file whose sentences the catalogue says in part is not asked for the others in languages that it does not speak.
func TestLintOfOwnLanguages(t *testing.T) {
	const text = "version: 1\nfamily: f\nsize: 4x4\nfind: {shade: {}}\nrules:\n  touch: not (shade[a] and shade[b]) for a, b in links\n  own: any(shade[c] for c in cells)\n" +
		"text: {en: {touch: '{a} and {b} are both shaded.', own: Nothing of this kind is said elsewhere.}}\n"
	file, _ := rules.Load("f.yaml", []byte(text), nil)
	if _, probs := New(file, native.New()); probs.HasErrors() {
		t.Fatal(probs)
	}
	if file.Rule("touch").Text["de"] == "" {
		t.Fatal("the catalogue does not say the sentence any more: the test needs another")
	}
	for _, p := range lint.Check(context.Background(), file, native.New()) {
		if p.Code == "no-sentence" {
			t.Error(p)
		}
	}
}

// TestSignsAreTold: a question says what each letter means that it gives as the value of a clue, unless the board or the rules show the letter.
func TestSignsAreTold(t *testing.T) {
	for _, fam := range Catalogue(native.New()) {
		f := fam.(*Builtin).Open()
		for n, l := range f.file.Layers {
			if l.Role != rules.Given || l.Domain.Kind != rules.Words || l.Parts || l.Objects() {
				continue
			}
			for _, lang := range []string{"en", "zh"} {
				told := (&Instance{f: f}).signs(f.speaker(&rules.Board{File: f.file}, lang), l)
				for _, w := range l.Domain.Words {
					if len(w) == 1 && !strings.Contains(", "+told, ", "+w+" = ") && f.looks.layers[n].of(rules.WordOf(w)).style != "letter" && !strings.Contains(f.file.About.In(lang), w) {
						t.Errorf("%s, %s: %s is %s, and nothing says what that means: %q", f.Name(), lang, l.Name, w, told)
					}
				}
			}
		}
	}
}
