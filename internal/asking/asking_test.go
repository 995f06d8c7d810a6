package asking

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/puztest/scatter"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
)

// looksOf gives how a family of the program is drawn.
func looksOf(t testing.TB, id string) *drawing.Looks {
	t.Helper()
	file, err := families.Load(id)
	if err != nil {
		t.Fatal(err)
	}
	looks, probs := drawing.Read(file)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	return looks
}

// question makes ready what the board of a text asks for.
func question(t testing.TB, id, text string) *Question {
	t.Helper()
	return questionOf(t, looksOf(t, id), text)
}

func questionOf(t testing.TB, looks *drawing.Looks, text string) *Question {
	t.Helper()
	forms, probs := codec.Compile(looks.File)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	b, err := forms.Text.ReadProblem(text)
	if err != nil {
		t.Fatal(err)
	}
	return New(b, looks)
}

// read reads the last whole answer of a text; nil where there is none.
func (q *Question) read(text string) *rules.Board {
	for _, s := range slices.Backward(q.Find(text)) {
		if s.Board != nil {
			return s.Board
		}
	}
	return nil
}

// exampled reads the examples of a question as what they are examples of.
func exampled(t *testing.T, q *Question, text, lang string) {
	t.Helper()
	_, forms, _ := strings.Cut(text, telling.Speaker{Lang: lang}.Words("ask-form"))
	list := map[string]string{"en": "such as ", "zh": "例如"}[lang]
	row := map[string]string{"en": "looks like this: ", "zh": "写法如："}[lang]
	var answer strings.Builder
	for _, a := range q.asks {
		_, form, _ := strings.Cut(forms, "\n"+a.l.Name+": ")
		form, _, _ = strings.Cut(form, "\n")
		sign := list
		if a.grid {
			sign = row
		}
		_, example, ok := strings.Cut(form, sign)
		if !ok {
			t.Errorf("%s has no example: %s", a.l.Name, form)
		}
		if _, value, ok := strings.Cut(example, "="); ok && !a.grid { // each place has a value
			example = ""
			for _, p := range a.places {
				example += q.name(p) + "=" + value + "\n"
			}
		}
		if fmt.Fprintf(&answer, "%s:\n%s\n", a.l.Name, example); a.grid {
			answer.WriteString(strings.Repeat(example+"\n", q.b.Geo.Rows-1))
		}
	}
	for _, a := range q.asks {
		if a.holes { // the rows of such a board differ
			return
		}
	}
	if q.read(answer.String()) == nil {
		t.Errorf("what a question shows is not read:\n%s", answer.String())
	}
}

// same reports whether two boards hold the same at all that is asked for; parts may have other numbers.
func same(q *Question, a, b *rules.Board) string {
	for _, x := range q.asks {
		if x.l.Parts {
			for _, link := range q.b.Geo.All(board.Link) {
				c, d := q.b.Geo.Ends(link)
				if (a.PartOf(x.l, c) == a.PartOf(x.l, d)) != (b.PartOf(x.l, c) == b.PartOf(x.l, d)) {
					return x.l.Name
				}
			}
			continue
		}
		for _, p := range x.places {
			if !a.Value(x.l, p).Equal(b.Value(x.l, p)) {
				return fmt.Sprintf("%s at %s: %v and %v", x.l.Name, q.b.Geo.Name(p), a.Value(x.l, p), b.Value(x.l, p))
			}
		}
	}
	return ""
}

// TestAnswersOfEveryFamily writes random answers to a random board of every family in the forms that models use, and reads them.
func TestAnswersOfEveryFamily(t *testing.T) {
	for _, id := range families.Names() {
		t.Run(id, func(t *testing.T) {
			looks := looksOf(t, id)
			file := looks.File
			r := rng.New(1).Derive("answers/"+id, 0)
			b := scatter.Board(t, file, r)
			q := New(b, looks)
			if q.err != nil {
				t.Fatal(q.err)
			}
			inDomain(q, b)
			for _, lang := range []string{"en", "zh"} {
				text := q.Text(lang)
				if len(text) < 100 {
					t.Errorf("the question (%s) is %q", lang, text)
				}
				exampled(t, q, text, lang)
				var wrongs []string
				for line := range strings.Lines(text) {
					if strings.HasPrefix(line, "- ") && slices.Contains(wrongs, line) {
						t.Errorf("the question (%s) says twice: %s", lang, line)
					}
					wrongs = append(wrongs, line)
				}
			}
			for range 4 {
				answer := scatter.Board(t, file, r)
				inDomain(q, answer)
				for _, a := range q.asks { // what an answer does not say is the default
					for _, p := range a.places {
						if a.l.Default != nil && answer.Value(a.l, p).Kind == rules.Nothing {
							answer.Marks(a.l).Values[p] = *a.l.Default
						}
					}
				}
				for _, l := range file.Layers { // a printed value stands in every answer
					if given := b.Marks(l); l.Printed && given != nil && answer.Marks(l) != nil {
						for p, v := range given.Values {
							answer.Marks(l).Values[p] = v
						}
					}
				}
				text := q.Answer(answer)
				if strings.TrimSpace(strings.Trim(text, ".\n ")) == "" {
					continue // nothing at all was drawn
				}
				for _, form := range append(puztest.Spoken(text), inSigns(q, answer)...) {
					got := q.read(form)
					if got == nil {
						if !anyBlank(q) {
							continue // a random answer with blanks is none
						}
						t.Errorf("no answer is read in\n%s", form)
						return
					}
					if where := same(q, answer, got); where != "" {
						t.Errorf("another answer was read: %s in\n%s", where, form)
						return
					}
				}
			}
		})
	}
}

// inSigns writes an answer that is one grid with the signs that the board of text has for its values, with blanks between them and without.
func inSigns(q *Question, answer *rules.Board) []string {
	asks := q.asks
	a := asks[0]
	if len(asks) > 1 || !a.grid || len(a.drawn) == 0 {
		return nil
	}
	var spaced, close strings.Builder
	for n, c := range a.cells {
		sign := "."
		if v := answer.Value(a.l, c); c != (board.Place{}) && v.Kind != rules.Nothing {
			sign = ""
			for s, w := range a.drawn {
				if v.Equal(w) {
					sign = strings.NewReplacer("\x0e", `\`, "\x0f", "/").Replace(s)
				}
			}
			if sign == "" {
				return nil // a value without a sign
			}
		}
		spaced.WriteString(sign + " ")
		close.WriteString(sign)
		if (n+1)%q.b.Geo.Cols == 0 {
			spaced.WriteString("\n")
			close.WriteString("\n")
		}
	}
	if !a.single {
		return []string{spaced.String()}
	}
	return []string{spaced.String(), close.String()}
}

// inDomain takes away what is none of a layer's values.
func inDomain(q *Question, b *rules.Board) {
	for _, a := range q.asks {
		if m := b.Marks(a.l); m != nil && a.l.Domain.Kind == rules.Ints {
			for p, v := range m.Values {
				if a.lo != nil && v.N < *a.lo || a.hi != nil && v.N > *a.hi {
					delete(m.Values, p)
				}
			}
		}
	}
}

// anyBlank reports whether a grid that is asked for may have cells without a value.
func anyBlank(q *Question) bool {
	for _, a := range q.asks {
		if a.l.Some || a.l.Domain.Kind == rules.Bools && !a.l.Parts || a.l.Default != nil {
			return true
		}
	}
	return false
}

// TestSignsAreExplained: a question says what words of layers mean that do not say it themselves.
func TestSignsAreExplained(t *testing.T) {
	for _, c := range []struct{ family, layer, lang, want string }{
		{"masyu", "pearl", "en", "w = white, b = black"},
		{"masyu", "pearl", "zh", "w = 白, b = 黑"},
		{"castle-wall", "dir", "en", "n = top, e = right, s = bottom, w = left"},
		{"castle-wall", "colour", "en", "x = █, o = □"},
		{"shikaku", "mark", "en", "○ on the board above"},
		{"pipelink", "pipe", "en", "nsew = top and bottom and right and left, ns = top and bottom, ew = right and left, ne = top and right, nw = top and left, sw = bottom and left, se = bottom and right"},
		{"gokigen", "slash", "zh", "fall = \\ (左上右下), rise = / (左下右上)"},
		{"kropki", "dot", "en", "1 = ○, 2 = ●"},
		{"kenken", "op", "en", "add = +, sub = −, mul = ×, div = ÷"},
		{"abc-end-view", "letter", "en", ""},
		{"lits", "piece", "en", ""},
		{"lits", "room", "en", ""},
	} {
		looks := looksOf(t, c.family)
		got := strings.Split((&Question{looks: looks}).signs(telling.Speaker{Board: &rules.Board{File: looks.File}, Lang: c.lang}, looks.File.Layer(c.layer)), ", ")
		want := strings.Split(c.want, ", ")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s of %s: %v, want %v", c.layer, c.family, got, want)
		}
	}
}

// TestSignsOnBoard: a question tells signs that its board has. Walls between cells are lines there, and not black.
func TestSignsOnBoard(t *testing.T) {
	for _, c := range []struct {
		family, board, sign string
		has                 bool
	}{
		{"zip", "3 3\n1,e w -\n- - -\n2 - -", "█", false},
		{"simple-loop", "3 3\n- - -\n- x -\n- - -", "█", true},
	} {
		if text := question(t, c.family, c.board).Text("en"); strings.Contains(text, c.sign) != c.has {
			t.Errorf("%s: %s", c.family, text)
		}
	}
}

// TestSignsAreTold: a question says what each letter means that it gives as the value of a clue, unless the board or the rules show the letter.
func TestSignsAreTold(t *testing.T) {
	for _, id := range families.Names() {
		looks := looksOf(t, id)
		for _, l := range looks.File.Layers {
			if l.Role != rules.Given || l.Domain.Kind != rules.Words || l.Parts || l.Objects() {
				continue
			}
			for _, lang := range []string{"en", "zh"} {
				told := (&Question{looks: looks}).signs(telling.Speaker{Board: &rules.Board{File: looks.File}, Lang: lang}, l)
				for _, w := range l.Domain.Words {
					if len(w) == 1 && !strings.Contains(", "+told, ", "+w+" = ") && looks.Of(l).Of(rules.WordOf(w)).Style != "letter" && !strings.Contains(looks.File.About.In(lang), w) {
						t.Errorf("%s, %s: %s is %s, and nothing says what that means: %q", id, lang, l.Name, w, told)
					}
				}
			}
		}
	}
}

// own gives how a family of somebody's own rules is drawn, of which this is to be found.
func own(t testing.TB, find string) *drawing.Looks {
	t.Helper()
	file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: {rows: 2..9, cols: 2..9}\ngiven: {number: {values: 0..8, some: true}}\nfind: "+find+
		"\nrules:\n  some: x[c] == number[c] for c in number\n"), families.Use)
	if file == nil {
		t.Fatal(find, probs)
	}
	looks, probs := drawing.Read(file)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	return looks
}

// TestNothingToSay: a layer of somebody's rules may have no value at all, or none that is to be said; it is asked for all the same.
func TestNothingToSay(t *testing.T) {
	for find, want := range map[string]string{
		`at: links, values: "1..1", default: 1`:         "such as r1c1-r1c2=1\n",
		`at: links, values: "1..len(rows)-4"`:           "such as r1c1-r1c2=.\n",
		`values: "1..len(rows)-4"`:                      "like this: . . .\n",
		`values: "1..len(rows)-4", some: true`:          "like this: . . .\n",
		`values: "1..len(rows)-2", some: true`:          "like this: 1 . 1\n",
		`values: "1..1", default: 1, some: true`:        "like this: 1 . 1\n",
		`at: links, values: "0..1", default: 0`:         "such as r1c1-r1c2=1\n",
		`at: links, values: "1..len(rows)", default: 2`: "such as r1c1-r1c2=1\n",
	} {
		if text := questionOf(t, own(t, "{x: {"+find+"}}"), "3 3\n- - -\n- - 2\n- - -").Text("en"); !strings.Contains(text, want) {
			t.Errorf("%s: %q is missing in %s", find, want, text)
		}
	}
}

// TestNegative: numbers below zero are read in a grid, though none has two digits.
func TestNegative(t *testing.T) {
	q := questionOf(t, own(t, `{x: {values: "-3..3"}}`), "2 2\n- -\n- 2")
	for _, text := range []string{"-3 0\n-1 2", "```\n| -3 | 0 |\n| -1 | 2 |\n```"} {
		if got := q.read(text); got == nil || q.Answer(got) != "-3 0\n-1 2" {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	if got := q.read("3 0\n-4 2"); got != nil {
		t.Errorf("a number that is too small is read: %s", q.Answer(got))
	}
}
