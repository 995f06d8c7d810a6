package lineup_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/model"
)

// lines are orders of one to six places: in a row, in a ring, with numbers of their own.
func lines() []*lineup.Line {
	var out []*lineup.Line
	for n := 1; n <= 6; n++ {
		out = append(out, lineup.Row(n, false), lineup.Row(n, true))
		odd := &lineup.Line{}
		for i := range n {
			odd.Values = append(odd.Values, []lineup.Value{-3, 2, 5, 8, 9, 31}[i]*lineup.Unit+lineup.Value(i%2)*lineup.Unit/2)
		}
		out = append(out, odd)
	}
	return out
}

// statements are bounds and places that clues state.
func statements(n int) []lineup.Said {
	var out []lineup.Said
	for _, lo := range []lineup.Value{1, lineup.Unit, 2 * lineup.Unit} {
		for _, hi := range []lineup.Value{lineup.Unit, 3 * lineup.Unit, lineup.Open} {
			out = append(out, lineup.Said{Lo: lo, Hi: hi, At: len(out) % n})
		}
	}
	return out
}

// tuples visits all lists of places.
func tuples(n, args int, visit func(at []int)) {
	for code := range n * n * n {
		at := []int{code % n, code / n % n, code / n / n}
		if args == 3 || at[2] == 0 && (args == 2 || at[1] == 0) {
			visit(at)
		}
	}
}

// each visits every form with every line, statement and tuple of places.
func each(visit func(f *lineup.Form, l *lineup.Line, s lineup.Said, at []int, holds bool)) {
	for _, f := range lineup.Forms() {
		for _, l := range lines() {
			if l.Ring && f.Ring == lineup.Never {
				continue
			}
			for _, s := range statements(len(l.Values)) {
				tuples(len(l.Values), f.Args, func(at []int) { visit(f, l, s, at, f.Holds(l, s, at[:f.Args]...)) })
			}
		}
	}
}

// The judge and the compiler share no code and must agree.
func TestTwoEvaluatorsAgree(t *testing.T) {
	compiled := map[string]func(a, b, c int) bool{}
	each(func(f *lineup.Form, l *lineup.Line, s lineup.Said, at []int, holds bool) {
		key := fmt.Sprintf("%s %v %v", f.Name, *l, s)
		if compiled[key] == nil {
			compiled[key] = f.Compile(l, s)
		}
		if got := compiled[key](at[0], at[1], at[2]); got != holds {
			t.Errorf("%s at %v of %v: compiled %v, judged %v", f.Name, at[:f.Args], *l, got, holds)
		}
	})
}

// A constraint problem that states a form has the tuples of places for which the form holds.
func TestTermsAgree(t *testing.T) {
	for _, f := range lineup.Forms() {
		for n := 2; n <= 5; n++ {
			for _, ring := range []bool{false, true} {
				if ring && f.Ring == lineup.Never {
					continue
				}
				for _, s := range statements(n) {
					m := model.NewProblem()
					var places []model.Term
					for i := range f.Args {
						places = append(places, m.IntIn(fmt.Sprint("p", i), 1, int64(n)))
					}
					term := f.Term(m, n, ring, s, places...)
					if err := m.Err(); err != nil {
						t.Fatalf("%s: %v", f.Name, err)
					}
					tuples(n, f.Args, func(at []int) {
						a := make(model.Assignment, f.Args)
						for i := range a {
							a[i] = model.IntValue(int64(at[i] + 1))
						}
						got, err := m.Eval(term, a)
						if want := f.Holds(lineup.Row(n, ring), s, at[:f.Args]...); err != nil || got != model.BoolValue(want) {
							t.Errorf("%s of %d places, ring %v, %v, at %v: %v, want %v (%v)", f.Name, n, ring, s, at[:f.Args], got, want, err)
						}
					})
				}
			}
		}
	}
}

// What a file says about its form follows from the meaning.
func TestFilesSayTheTruth(t *testing.T) {
	each(func(f *lineup.Form, l *lineup.Line, s lineup.Said, at []int, holds bool) {
		n := len(l.Values)
		said := func(what, form string, l *lineup.Line, places []int) {
			g := f
			if form != "" {
				g = lineup.Named(form)
			}
			if got := g.Holds(l, s, places...); got != holds {
				t.Errorf("%s of %s: %v at %v of %v, but %v at %v", what, f.Name, holds, at[:f.Args], *l, got, places)
			}
		}
		permuted := func(args []int) []int {
			out := slices.Clone(at[:f.Args])
			for i, from := range args {
				out[i] = at[from]
			}
			return out
		}
		if f.Same.Form != "" {
			said("same", f.Same.Form, l, permuted(f.Same.Args))
		}
		if plain := l.Values[0] == lineup.Unit; plain && f.Name != "at" && (f.Looks != lineup.Values || n%2 == 1) {
			places := permuted(f.Mirror.Args)
			for i := range places {
				places[i] = n - 1 - places[i]
			}
			said("mirror", f.Mirror.Form, l, places)
		} else if plain && f.Flip != "" {
			said("flip", f.Flip, l, []int{n - 1 - at[0]})
		}
		for i := range f.Args {
			for j := range i {
				if f.Parts == nil || f.Parts[i] == f.Parts[j] {
					places := slices.Clone(at[:f.Args])
					places[i], places[j] = places[j], places[i]
					said("parts", "", l, places)
				}
			}
		}
		spread := &lineup.Line{Ring: l.Ring}
		for i := range n {
			spread.Values = append(spread.Values, lineup.Value(i*i+4)*lineup.Unit)
		}
		if f.Looks == lineup.Order && !f.Bounds { // bounds tell differences apart
			said("looks", "", spread, at[:f.Args])
		}
	})
}

// Every form that has sentences has one to say of places and one of values, in every language.
func TestEveryLanguageIsComplete(t *testing.T) {
	for _, f := range lineup.Forms() {
		if f.Sentences("en") == nil {
			continue
		}
		for _, lang := range []string{"en", "zh", "de", "es", "ja"} {
			for _, of := range []string{"", "values"} {
				if !slices.ContainsFunc(f.Sentences(lang), func(s lineup.Sentence) bool { return s.Said && s.Of == of }) {
					t.Errorf("%s has nothing to say in %s about %q", f.Name, lang, of)
				}
			}
		}
	}
}

// A sentence names everybody whom its form is about, and the category whose values it compares; no two forms say the same.
func TestSentencesNameAll(t *testing.T) {
	for _, lang := range []string{"en", "zh", "de", "es", "ja"} {
		by := map[string]string{}
		for _, f := range lineup.Forms() {
			for _, s := range f.Sentences(lang) {
				for i, who := range []string{"{a}", "{b}", "{c}"} {
					if strings.Contains(strings.ReplaceAll(s.Text, "{dative ", "{"), who) != (i < f.Args) {
						t.Errorf("%s in %s, about %d, does not name them: %s", f.Name, lang, f.Args, s.Text)
					}
				}
				if values := strings.HasSuffix(s.Of, "values"); s.Said && values != strings.Contains(s.Text, "{cat}") {
					t.Errorf("%s in %s, of %q, says of the category: %s", f.Name, lang, s.Of, s.Text)
				}
				if other, ok := by[s.Text]; ok && other != f.Name {
					t.Errorf("%s says in %s what %s says: %s", f.Name, lang, other, s.Text)
				}
				by[s.Text] = f.Name
			}
		}
	}
}

// The pages of both families name every form as one writes it there.
func TestEveryFormIsDocumented(t *testing.T) {
	for page, written := range map[string]func(name string) string{
		"../docs/zebra.md": func(name string) string { return "`" + name + "`" },
		"../docs/cards.md": func(name string) string { return "`" + strings.ReplaceAll(name, "-", "") + "(" },
	} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range lineup.Forms() {
			if f.Bounds && strings.HasSuffix(page, "cards.md") {
				continue // cards have names of their own for these
			}
			if f.Sentences("en") != nil && !strings.Contains(string(text), written(f.Name)) {
				t.Errorf("%s does not name %s", page, written(f.Name))
			}
		}
	}
}

func TestReadFormRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"form: x\nargs: 1\nmeans: rank(a)\n":         "x.yaml:1:1: the meaning is a number, expected something true or false",
		"form: x\nargs: 1\nmeans: b == 1\n":          `x.yaml:1:1: there is no name "b"`,
		"form: x\nargs: 2\nmeans: a == b\nlook: 1":   "x.yaml:4:1: unknown member of a form \"look\": did you mean looks?",
		"form: x\nargs: 4\nmeans: a == b\n":          "x.yaml:2:7: expected how many, a whole number from 1 to 3, found 4",
		"form: x\nargs: 2\nmeans: a ** b == 1\n":     "x.yaml:1:1: expected +, -, or a number and *",
		"form: x\nargs: 2\nmeans: odd(a) + b == 1\n": "",
		"form: x\nargs: 1\n":                         "x.yaml:1:1: a form needs form, args and means",
	} {
		_, err := lineup.ReadForm("x.yaml", []byte(text))
		if err == nil || want != "" && err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
