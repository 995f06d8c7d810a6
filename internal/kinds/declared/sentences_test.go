package declared

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/judge"
)

var languages = []string{"en", "zh"}

func loadFamily(t *testing.T, id string) *rules.File {
	data, _ := families.Read(id)
	file, probs := rules.Load(id+".yaml", data, families.Use)
	if file == nil {
		t.Fatal(probs.Err())
	}
	return file
}

// TestTexts holds every family to a title, a description and a sentence for every rule, in each language.
func TestTexts(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 10) {
		file := loadFamily(t, id)
		for _, lang := range languages {
			check := func(what string, texts rules.Texts) {
				if texts[lang] == "" {
					t.Errorf("%s: no %s in %s", id, what, lang)
				} else if han := regexp.MustCompile(`\p{Han}`).MatchString(texts[lang]); han != (lang == "zh") && what != "title" {
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
	for _, id := range families.Names() {
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
					for _, lang := range languages {
						text := speaker{file, b, lang}.sentence(broken)
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
		{"line.filled", "", "There is no line at r1c1.", "r1c1没有填写（line）。"},
		{"line.given", "", "The printed line at r1c1 was changed.", "r1c1处已给出的内容（line）被改动。"},
		{"loop", "none", "The lines are not one closed loop. There is no line.", "线没有组成一条闭合回路。没有画线。"},
		{"loop", "branch", "The lines are not one closed loop. A line branches at r1c1.", "线没有组成一条闭合回路。线在r1c1处分叉。"},
	} {
		broken := judge.Broken{Rule: c.rule, Part: c.part, Places: at}
		for lang, want := range map[string]string{"en": c.en, "zh": c.zh} {
			if got := (speaker{file, b, lang}).sentence(broken); !strings.EqualFold(got, want) {
				t.Errorf("%s %s: %s, expected %s", c.rule, c.part, got, want)
			}
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

// TestCounted says one of what is counted in the singular, and touches nothing else.
func TestCounted(t *testing.T) {
	for text, want := range map[string]string{
		" stars.":              " star.",
		" shaded cells":        " shaded cell",
		" buildings are seen":  " building is seen",
		" lines leave r1c1":    " line leaves r1c1",
		" stitches.":           " stitch.",
		" of its sides drawn.": " of its sides drawn.",
		" is larger than 3":    " is larger than 3",
		" has 3 stars":         " has 3 stars",
	} {
		if got := counted.ReplaceAllStringFunc(text, singular); got != want {
			t.Errorf("1%s: got 1%s, want 1%s", text, got, want)
		}
	}
}
