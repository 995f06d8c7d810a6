package telling

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

// scripts find what no text of a language has: English letters alone tell nothing, for names of cells are written in them.
var scripts = map[string]struct{ must, mustNot *regexp.Regexp }{
	"en": {nil, regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}]`)},
	"zh": {regexp.MustCompile(`\p{Han}`), regexp.MustCompile(`\p{Hiragana}`)},
	"de": {nil, regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}¿ñ]`)},
	"es": {nil, regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}äöß]`)},
	"ja": {regexp.MustCompile(`[\p{Hiragana}\p{Katakana}]`), nil},
}

func loadFamily(t *testing.T, id string) *rules.File {
	file, err := families.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	families.Translate(file)
	return file
}

// TestTexts holds every family to a title, a description and a sentence for every rule, in each language.
func TestTexts(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 10) {
		file := loadFamily(t, id)
		for _, lang := range phrases.Languages() {
			check := func(what string, texts rules.Texts) {
				if texts[lang] == "" {
					t.Errorf("%s: no %s in %s", id, what, lang)
				} else if s := scripts[lang]; what != "title" && (s.must != nil && !s.must.MatchString(texts[lang]) || s.mustNot != nil && s.mustNot.MatchString(texts[lang])) {
					t.Errorf("%s: the %s in %s is in another language: %s", id, what, lang, texts[lang])
				}
			}
			check("title", file.Title)
			check("about", file.About)
			for _, r := range file.Rules {
				if call, ok := r.Must.(*syntax.CallExpr); ok && len(r.Text) == 0 {
					if name, ok := call.Fun.(*syntax.Name); ok && name.ID == "loop" {
						continue // the parts of a loop have sentences of their own
					}
				}
				check("sentence for "+r.Name, r.Text)
			}
		}
	}
}

// TestSentences breaks rules on random boards: every sentence can be filled in.
func TestSentences(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 10) {
		t.Run(id, func(t *testing.T) {
			file := loadFamily(t, id)
			said := map[string]bool{}
			for seed := range uint64(8) {
				b, err := randomBoard(file, rand.New(rand.NewPCG(seed, 15)))
				if err != nil {
					t.Fatal(err)
				}
				v, err := judge.Judge(context.Background(), nil, b)
				if err != nil { // a rule has no meaning on this board
					continue
				}
				for _, broken := range v.Broken {
					for _, lang := range phrases.Languages() {
						text := Speaker{Board: b, Lang: lang}.Sentence(broken)
						if lang != "en" && text == (Speaker{Board: b, Lang: "en"}).Sentence(broken) {
							t.Errorf("%s is said in English in %s: %s", broken.Rule, lang, text)
						}
						if strings.ContainsAny(text, "?{}%") || strings.Contains(text, "nothing") {
							t.Errorf("%s in %s: %s", broken.Rule, lang, text)
						}
					}
					said[broken.Rule] = true
				}
			}
			if len(said) == 0 {
				t.Skip("no rule could be broken by chance")
			}
		})
	}
}

// TestImplicitSentences holds what no rules file names.
func TestImplicitSentences(t *testing.T) {
	file := loadFamily(t, "slitherlink")
	b, err := rules.NewBoard(file, 3, 3, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := []board.Place{b.Geo.All(board.Cell)[0]}
	for _, c := range []struct{ rule, part, en, zh string }{
		{"line.filled", "", "There is no line at r1c1.", "r1c1没有填写（线）。"},
		{"line.given", "", "The printed line at r1c1 was changed.", "r1c1处已给出的内容（线）被改动。"},
		{"loop", "none", "The lines are not one closed loop. There is no line.", "线没有组成一条闭合回路。没有画线。"},
		{"loop", "branch", "The lines are not one closed loop. A line branches at r1c1.", "线没有组成一条闭合回路。线在r1c1处分叉。"},
	} {
		broken := judge.Broken{Rule: c.rule, Part: c.part, Places: at}
		for lang, want := range map[string]string{"en": c.en, "zh": c.zh} {
			if got := (Speaker{Board: b, Lang: lang}).Sentence(broken); !strings.EqualFold(got, want) {
				t.Errorf("%s %s: %s, expected %s", c.rule, c.part, got, want)
			}
		}
	}
}

// TestPlacesInSentences: names of places fit behind the words that sentences have before them.
func TestPlacesInSentences(t *testing.T) {
	file := loadFamily(t, "heyawake")
	b, err := rules.NewBoard(file, 2, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	row, square, edge := b.Geo.All(board.Row)[0], b.Geo.All(board.Square)[0], b.Geo.All(board.Edge)[0]
	for _, c := range []struct {
		lang, text string
		at         board.Place
		want       string
	}{
		{"es", "{p} está vacía.", row, "La fila 1 está vacía."},
		{"es", "Las celdas de {p}.", square, "Las celdas del cuadrado de 2×2 en r1c1."},
		{"de", "In {p} fehlt eine Zahl.", row, "In Zeile 1 fehlt eine Zahl."},
		{"de", "{p} ist keine Seite.", edge, "Seite oben an r1c1 ist keine Seite."},
		{"ja", "{p}に数字がない。", row, "1行目に数字がない。"},
	} {
		s := Speaker{Board: b, Lang: c.lang}
		broken := judge.Broken{Bound: []judge.Binding{{Name: "p", Value: c.at}}}
		if got := s.Finished(s.fill(c.text, broken)); got != c.want {
			t.Errorf("%s: %q, not %q", c.lang, got, c.want)
		}
	}
}

// randomBoard fills every layer of a small board by chance.
func randomBoard(file *rules.File, rng *rand.Rand) (*rules.Board, error) {
	rows, cols := max(6, file.Size.Rows.Lo), max(6, file.Size.Cols.Lo)
	if file.Size.Square && len(file.Size.Usual) > 0 {
		fmt.Sscanf(file.Size.Usual[0], "%dx%d", &rows, &cols)
	}
	params := map[string]int64{}
	for _, p := range file.Params {
		params[p.Name] = 2
	}
	b, err := rules.NewBoard(file, rows, cols, params)
	for n := int64(0); err != nil && n < 2; n++ { // a parameter that is 0 or 1
		for name := range params {
			params[name] = n
		}
		b, err = rules.NewBoard(file, rows, cols, params)
	}
	if err != nil {
		return nil, err
	}
	for _, parts := range []bool{true, false} {
		for _, l := range file.Layers {
			if l.Parts != parts {
				continue
			}
			places, err := b.Places(l)
			if err != nil {
				continue
			}
			m := &rules.Marks{Values: map[board.Place]rules.Value{}}
			switch {
			case l.Parts: // pieces of rows
				for n, p := range places {
					if n == 0 || n%cols == 0 || rng.IntN(3) == 0 {
						m.Parts = append(m.Parts, nil)
					}
					last := len(m.Parts) - 1
					m.Parts[last] = append(m.Parts[last], p)
				}
			case l.Objects():
				continue
			default:
				for _, p := range places {
					if v := randomValue(b, l, rng); v.Kind != rules.Nothing && (!l.Some || rng.IntN(3) > 0) {
						m.Values[p] = v
					}
				}
			}
			b.Set(l, m)
		}
	}
	return b, nil
}

func randomValue(b *rules.Board, l *rules.Layer, rng *rand.Rand) rules.Value {
	switch l.Domain.Kind {
	case rules.Bools:
		return rules.Value{Kind: rules.Bool, N: rng.Int64N(2)}
	case rules.Ints:
		lo, hi, err := b.Bounds(&l.Domain)
		if err != nil || lo == nil {
			return rules.Value{}
		}
		n := *lo + rng.Int64N(6)
		if hi != nil {
			n = min(n, *hi)
		}
		return rules.Value{Kind: rules.Int, N: n}
	case rules.Words:
		return rules.Value{Kind: rules.Word, Word: l.Domain.Words[rng.IntN(len(l.Domain.Words))]}
	case rules.Lists:
		return rules.Value{Kind: rules.List, List: []rules.Value{{Kind: rules.Int, N: 1 + rng.Int64N(3)}}}
	}
	return rules.Value{}
}

// TestForms holds that a word in two forms goes with the last number before it, whatever places stand between.
func TestForms(t *testing.T) {
	b, err := rules.NewBoard(loadFamily(t, "heyawake"), 2, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := Speaker{Board: b, Lang: "en"}
	at := judge.Binding{Name: "c", Value: b.Geo.All(board.Cell)[0]}
	for n, want := range map[int64]string{1: "1 shaded cell around r1c1 is lit", 2: "2 shaded cells around r1c1 are lit", 0: "0 shaded cells around r1c1 are lit", 11: "11 shaded cells around r1c1 are lit"} {
		broken := judge.Broken{Bound: []judge.Binding{{Name: "n", Value: n}, at}}
		if got := s.fill("{n} shaded [cell|cells] around {c} [is|are] lit", broken); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestCountedHasForms holds that what a clue counts is said in two forms: no English sentence has a plain plural behind a number.
func TestCountedHasForms(t *testing.T) {
	many := regexp.MustCompile(`\{\w+\[\w+\]\}(?: half)?(?: [a-z]+)? ([a-z]+s)\b`)
	others := []string{"plus", "minus", "passes", "its", "holds", "has", "does", "is", "cross"} // behind a number that counts nothing
	for _, id := range families.Names() {
		for _, r := range loadFamily(t, id).Rules {
			for _, m := range many.FindAllStringSubmatch(r.Text["en"], -1) {
				if !slices.Contains(others, m[1]) {
					t.Errorf("%s: %q says %q of one too: [one|many]", id, r.Text["en"], m[1])
				}
			}
		}
	}
}

func TestGeneral(t *testing.T) {
	for _, c := range []struct{ sentence, lang, want string }{
		{"{c} does not have {number[c]} of its sides drawn.", "en", "c does not have number(c) of its sides drawn."},
		{"Four cells are shaded from {t[0]} on.", "en", "Four cells are shaded from some place on."},
		{"从{t[-1]}起连续四格全黑。", "zh", "从某处起连续四格全黑。"},
		{"The cage of {k.cells[0]} does not add up.", "en", "The cage of some place does not add up."},
		{"There are not {f.count} ships.", "en", "There are not f.count ships."},
	} {
		if got := (Speaker{Lang: c.lang}).General(c.sentence); got != c.want {
			t.Errorf("%q: %q, want %q", c.sentence, got, c.want)
		}
	}
}
