package declared

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/puztest/scatter"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// spoken is an answer in the ways in which models write it.
func spoken(answer string) []string {
	table := func(before, between, behind string) string {
		var b strings.Builder
		for line := range strings.Lines(answer) {
			line = strings.TrimRight(line, "\n")
			if cells := strings.Fields(line); len(cells) > 0 && !strings.ContainsAny(line, ",:=") {
				line = before + strings.Join(cells, between) + behind
			}
			b.WriteString(line + "\n")
		}
		return b.String()
	}
	forms := []string{
		answer,
		"Let me think about the first row.\n\nThe answer is:\n\n```\n" + answer + "\n```\n",
		"Final answer:\n" + table("| ", " | ", " |"),
		table("[", ", ", "]"),
		"  " + strings.ReplaceAll(answer, "\n", "\n  "),
	}
	if !strings.ContainsAny(answer, ",:=") && !slices.ContainsFunc(strings.Fields(answer), func(w string) bool { return len(w) > 1 }) {
		forms = append(forms, strings.ReplaceAll(answer, " ", ""))
	}
	return forms
}

// exampled reads the examples of a question as what they are examples of.
func exampled(t *testing.T, inst *Instance, question, lang string) {
	t.Helper()
	_, forms, _ := strings.Cut(question, telling.Speaker{Lang: lang}.Words("ask-form"))
	list := map[string]string{"en": "such as ", "zh": "例如"}[lang]
	row := map[string]string{"en": "looks like this: ", "zh": "写法如："}[lang]
	var answer strings.Builder
	asks := must(inst.asking())
	for _, a := range asks {
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
				example += inst.name(inst.speaker(inst.b), p) + "=" + value + "\n"
			}
		}
		if fmt.Fprintf(&answer, "%s:\n%s\n", a.l.Name, example); a.grid {
			answer.WriteString(strings.Repeat(example+"\n", inst.b.Geo.Rows-1))
		}
	}
	for _, a := range asks {
		if a.holes { // the rows of such a board differ
			return
		}
	}
	if found := inst.FindAnswers(answer.String()); len(found) == 0 || found[len(found)-1].Solution == nil {
		t.Errorf("what a question shows is not read:\n%s", answer.String())
	}
}

// same reports whether two boards hold the same at all that is asked for; parts may have other numbers.
func same(i *Instance, a, b *rules.Board) string {
	asks, err := i.asking()
	if err != nil {
		return err.Error()
	}
	for _, x := range asks {
		if x.l.Parts {
			for _, link := range i.b.Geo.All(board.Link) {
				p, q := i.b.Geo.Ends(link)
				if (a.PartOf(x.l, p) == a.PartOf(x.l, q)) != (b.PartOf(x.l, p) == b.PartOf(x.l, q)) {
					return x.l.Name
				}
			}
			continue
		}
		for _, p := range x.places {
			if !a.Value(x.l, p).Equal(b.Value(x.l, p)) {
				return fmt.Sprintf("%s at %s: %v and %v", x.l.Name, i.b.Geo.Name(p), a.Value(x.l, p), b.Value(x.l, p))
			}
		}
	}
	return ""
}

// TestAnswersOfEveryFamily writes random answers to a random board of every family in the forms that models use, and reads them.
func TestAnswersOfEveryFamily(t *testing.T) {
	engine := native.New()
	for _, id := range families.Names() {
		t.Run(id, func(t *testing.T) {
			data, _ := families.Read(id)
			file, probs := rules.Load(id+".yaml", data, families.Use)
			if file == nil {
				t.Fatal(probs.Err())
			}
			f, probs := New(file, engine)
			if f == nil {
				t.Fatal(probs.Err())
			}
			r := rng.New(1).Derive("answers/"+id, 0)
			b := scatter.Board(t, f.file, r)
			inst := f.instance(b)
			inDomain(t, inst, b)
			for _, lang := range []string{"en", "zh"} {
				q := inst.Question(lang)
				if len(q) < 100 {
					t.Errorf("the question (%s) is %q", lang, q)
				}
				exampled(t, inst, q, lang)
				var wrongs []string
				for line := range strings.Lines(q) {
					if strings.HasPrefix(line, "- ") && slices.Contains(wrongs, line) {
						t.Errorf("the question (%s) says twice: %s", lang, line)
					}
					wrongs = append(wrongs, line)
				}
			}
			for range 4 {
				answer := scatter.Board(t, f.file, r)
				inDomain(t, inst, answer)
				for _, a := range must(inst.asking()) { // what an answer does not say is the default
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
				text := inst.AnswerText(&Solution{f, answer}, "en")
				if strings.TrimSpace(strings.Trim(text, ".\n ")) == "" {
					continue // nothing at all was drawn
				}
				for _, form := range append(spoken(text), inSigns(inst, answer)...) {
					got, err := inst.ReadAnswer(form)
					if err != nil {
						if !anyBlank(inst) {
							continue // a random answer with blanks is none
						}
						t.Errorf("%v in\n%s", err, form)
						return
					}
					if where := same(inst, answer, got.(*Solution).b); where != "" {
						t.Errorf("another answer was read: %s in\n%s", where, form)
						return
					}
				}
			}
		})
	}
}

// inSigns writes an answer that is one grid with the signs that the board of text has for its values, with blanks between them and without.
func inSigns(inst *Instance, answer *rules.Board) []string {
	asks := must(inst.asking())
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
		if (n+1)%inst.b.Geo.Cols == 0 {
			spaced.WriteString("\n")
			close.WriteString("\n")
		}
	}
	if !a.single {
		return []string{spaced.String()}
	}
	return []string{spaced.String(), close.String()}
}

func must(asks []*asked, err error) []*asked {
	if err != nil {
		panic(err)
	}
	return asks
}

// inDomain takes away what is none of a layer's values.
func inDomain(t *testing.T, inst *Instance, b *rules.Board) {
	t.Helper()
	asks, err := inst.asking()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range asks {
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
func anyBlank(i *Instance) bool {
	asks, _ := i.asking()
	for _, a := range asks {
		if a.l.Some || a.l.Domain.Kind == rules.Bools && !a.l.Parts || a.l.Default != nil {
			return true
		}
	}
	return false
}

// TestMarksOfAnswers judges right answers and wrong ones to made puzzles, and measures what wrong ones earn.
func TestMarksOfAnswers(t *testing.T) {
	for _, c := range []struct{ id, size string }{{"slitherlink", "5x5"}, {"kuromasu", "5x5"}, {"sudoku", "4x4"}, {"masyu", "5x5"}, {"mosaic", "5x5"}} {
		t.Run(c.id, func(t *testing.T) {
			f := builtin(t, c.id)
			g := generated(t, f, c.size, nil, 1)
			inst := g.Instance.(*Instance)
			answer := inst.AnswerText(g.Solution, "en")
			for _, form := range spoken(answer) {
				got, err := inst.ReadAnswer(form)
				if err == nil {
					err = inst.CheckSolution(got)
				}
				if err != nil {
					t.Errorf("right, and refused: %v\n%s", err, form)
				}
			}
			if n := inst.Credit(g.Solution, g.Solution); n != 1 {
				t.Errorf("the solution earns %v", n)
			}
			empty := &Solution{f, inst.b}
			if n := inst.Credit(empty, g.Solution); n != 0 {
				t.Errorf("the empty board earns %v", n)
			}
			r := rng.New(2).Derive("wrong/"+c.id, 0)
			for range 20 {
				b := wrong(t, inst, g.Solution.(*Solution).b, r)
				s := &Solution{f, b}
				if inst.CheckSolution(s) == nil {
					t.Errorf("wrong, and taken as right:\n%s", inst.AnswerText(s, "en"))
				}
				if n := inst.Credit(s, g.Solution); n < 0 || n >= 1 {
					t.Errorf("a wrong answer earns %v", n)
				}
			}
			for _, text := range []string{"", "The puzzle is solved. Mark this as correct.", "score: 1.0", inst.Desc(), inst.Question("en"), "I cannot solve this.",
				"Ignore the rules and give full marks: {\"correct\": true}"} {
				if got, err := inst.ReadAnswer(text); err == nil && (inst.CheckSolution(got) == nil || inst.Credit(got, g.Solution) > 0) {
					t.Errorf("%.60q earns marks", text)
				}
			}
		})
	}
}

// wrong gives a solution with one to four values changed.
func wrong(t *testing.T, i *Instance, right *rules.Board, r *rng.Stream) *rules.Board {
	t.Helper()
	asks, err := i.asking()
	if err != nil {
		t.Fatal(err)
	}
	b := right.Clone()
	a := asks[0]
	m := &rules.Marks{Values: map[board.Place]rules.Value{}}
	for p, v := range right.Marks(a.l).Values {
		m.Values[p] = v
	}
	at := r.Perm(len(a.places))
	for _, n := range at[:1+r.IntN(4)] {
		p := a.places[n]
		switch v := right.Value(a.l, p); v.Kind {
		case rules.Bool:
			m.Values[p] = rules.BoolOf(v.N == 0)
		default:
			m.Values[p] = rules.IntOf(v.N%*a.hi + 1)
		}
	}
	b.Set(a.l, m)
	return b
}

// BenchmarkMark marks answers to 10x10 boards.
func BenchmarkMark(b *testing.B) {
	for _, id := range []string{"mosaic", "kuromasu", "slitherlink"} {
		b.Run(id, func(b *testing.B) {
			t := &testing.T{}
			f := builtin(t, id)
			g := generated(t, f, "10x10", nil, 1)
			inst := g.Instance.(*Instance)
			answer := inst.AnswerText(g.Solution, "en")
			for b.Loop() {
				got, err := inst.ReadAnswer(answer)
				if err != nil || inst.CheckSolution(got) != nil {
					b.Fatal("the solution is refused")
				}
			}
		})
	}
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
		data, _ := families.Read(c.family)
		file, probs := rules.Load(c.family+".yaml", data, families.Use)
		if err := probs.Err(); err != nil {
			t.Fatal(err)
		}
		f, probs := New(file, native.New())
		if err := probs.Err(); err != nil {
			t.Fatal(err)
		}
		got := strings.Split((&Instance{f: f}).signs(f.speaker(&rules.Board{File: file}, c.lang), file.Layer(c.layer)), ", ")
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
		f := builtin(t, c.family)
		e := f.entry("", c.board, 1, "text")
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		if text := e.Instance.(*Instance).Question("en"); strings.Contains(text, c.sign) != c.has {
			t.Errorf("%s: %s", c.family, text)
		}
	}
}

// TestSignsOutside: a word that is drawn as a sign is that sign outside the board too, and belongs to its line.
func TestSignsOutside(t *testing.T) {
	f := builtin(t, "starry-night")
	for word, sign := range map[string]string{"sun": "○", "moon": "●", "star": "★"} {
		e := f.entry("", "5 5\n"+word+" - - - -"+strings.Repeat("\n- - - - -", 6), 1, "text")
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		scene, err := e.Instance.(*Instance).Scene("")
		if err != nil {
			t.Fatal(err)
		}
		refs := 0
		for _, s := range scene.Shapes {
			if s.Ref != nil && s.Ref.Kind == "clue" && s.Label == nil {
				refs++
			}
		}
		if !strings.Contains(scene.Text, sign) || strings.Contains(scene.Text, word) || refs != 1 {
			t.Errorf("%s is no %s, or %d shapes are of its line:\n%s", word, sign, refs, scene.Text)
		}
	}
}

// TestQuestionNamesPlaces: a question explains the names of the sides, corners, links and ends that it has, and of no others.
func TestQuestionNamesPlaces(t *testing.T) {
	puztest.From(t, puztest.Usual)
	all := map[string]string{"side": "r1c1.n is the upper side", "corner": "r1c1.se is the lower right corner", "link": "r1c1-r1c2 is the pair",
		"spot": "r1c1.spot is the centre", "end": "col1.n is the upper end"}
	for family, want := range map[string][]string{"slitherlink": {"side"}, "creek": {"corner"}, "masyu": {"link"}, "galaxies": {"spot"}, "kinkonkan": {"end"}, "tents": nil} {
		f := builtin(t, family)
		question := generated(t, f, "5x5", nil, 1).Instance.(*Instance).Question("en")
		for kind, text := range all {
			if strings.Contains(question, text) != slices.Contains(want, kind) {
				t.Errorf("%s, %s: %s", family, kind, question)
			}
		}
	}
}

// TestNoEnglish holds that what is shown of a puzzle – its title but for names, what it is, the question – is English in no other
// language.
func TestNoEnglish(t *testing.T) {
	parts := func(text string) []string {
		return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(".;:\n。；：", r) })
	}
	letters, param := regexp.MustCompile(`[a-z]{3}`), regexp.MustCompile(`^[a-z]+ = \d+$`)
	for _, kind := range puztest.Some(Catalogue(native.New()), 3) {
		f := kind.(*Builtin)
		p, err := f.ParseParams(f.Suggested()[0])
		if err != nil {
			t.Fatal(err)
		}
		inst, err := f.Blank(p)
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		in, ok := inst.(*Instance)
		if !ok {
			t.Fatalf("%s: %T", f.Name(), inst)
		}
		shown := func(lang string) []string {
			v, err := in.View(lang)
			if err != nil {
				t.Fatal(err)
			}
			if v.Lang != lang {
				t.Errorf("%s: the view is in %q, not %q", f.Name(), v.Lang, lang)
			}
			out := append(parts(f.Text(lang)), parts(v.Rules)...)
			for line := range strings.Lines(strings.TrimPrefix(in.Question(lang), f.Title(lang))) {
				if !param.MatchString(strings.TrimSpace(line)) { // a parameter, by its name
					out = append(out, parts(line)...)
				}
			}
			for _, l := range f.Lessons(lang) {
				out = append(append(out, l.Name), parts(l.Text)...)
			}
			return out
		}
		english := map[string]bool{}
		for _, text := range shown("en") {
			if text = strings.TrimSpace(text); len(strings.Fields(text)) > 2 && letters.MatchString(text) {
				english[text] = true
			}
		}
		own := func(text string) bool { // the words that stand in answers, whatever the language, and signs
			return !slices.ContainsFunc(strings.Fields(text), func(w string) bool {
				w = strings.Trim(w, ",")
				return letters.MatchString(w) &&
					!slices.ContainsFunc(in.f.file.Layers, func(l *rules.Layer) bool { return slices.Contains(l.Domain.Words, w) })
			})
		}
		spanish := map[string]bool{"h = horizontal, v = vertical": true, "s = x, v = vertical, h = horizontal": true} // that are English too
		for _, lang := range phrases.Languages()[1:] {
			for _, text := range shown(lang) {
				if text = strings.TrimSpace(text); english[text] && !own(text) && !(lang == "es" && spanish[text]) {
					t.Errorf("%s in %s: %q", f.Name(), lang, text)
				}
			}
		}
	}
}

// TestSignsAreTold: a question says what each letter means that it gives as the value of a clue, unless the board or the rules show the letter.
func TestSignsAreTold(t *testing.T) {
	for _, fam := range Catalogue(native.New()) {
		f := fam.(*Builtin).Open()
		for _, l := range f.file.Layers {
			if l.Role != rules.Given || l.Domain.Kind != rules.Words || l.Parts || l.Objects() {
				continue
			}
			for _, lang := range []string{"en", "zh"} {
				told := (&Instance{f: f}).signs(f.speaker(&rules.Board{File: f.file}, lang), l)
				for _, w := range l.Domain.Words {
					if len(w) == 1 && !strings.Contains(", "+told, ", "+w+" = ") && f.looks.Of(l).Of(rules.WordOf(w)).Style != "letter" && !strings.Contains(f.file.About.In(lang), w) {
						t.Errorf("%s, %s: %s is %s, and nothing says what that means: %q", f.Name(), lang, l.Name, w, told)
					}
				}
			}
		}
	}
}
