package zebra

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/ladder"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"pgregory.net/rapid"
)

func make1(t testing.TB, params string, seed uint64, s puzzle.Settings) *matching.Puzzle {
	t.Helper()
	size, err := Family{}.ParseParams(params)
	if err != nil {
		t.Fatal(err)
	}
	out, err := Family{}.Generate(context.Background(), size, s, rng.New(seed), nil)
	if err != nil {
		t.Fatalf("%s %v: %v", params, s, err)
	}
	return out.Instance.(*Instance).P
}

func solutions(t testing.TB, p *matching.Puzzle, limit int) []matching.Grid {
	t.Helper()
	out, err := solver.Solve(context.Background(), p, limit)
	if err != nil {
		t.Fatal(err)
	}
	return out.Grids
}

// TestIrredundant: without any one clue there are more solutions, by a solver that is asked anew.
func TestIrredundant(t *testing.T) {
	for _, s := range []puzzle.Settings{{}, {"line": "none"}, {"line": "round"}, {"theme": "plain"}, {"lang": "zh"}, {"class": "easy"}} {
		for seed := uint64(1); seed <= 3; seed++ {
			p := make1(t, "4x4", seed, s)
			if n := len(solutions(t, p, 2)); n != 1 {
				t.Fatalf("%v, seed %d: %d solutions", s, seed, n)
			}
			for i := range p.Clues {
				q := *p
				q.Clues = slices.Delete(slices.Clone(p.Clues), i, i+1)
				if len(solutions(t, &q, 2)) < 2 {
					t.Errorf("%v, seed %d: clue %d can be left out", s, seed, i+1)
				}
			}
		}
	}
}

func TestGenerateOptions(t *testing.T) {
	t.Run("solutions", func(t *testing.T) {
		p := make1(t, "3x4", 1, puzzle.Settings{"solutions": "3"})
		if n := len(solutions(t, p, 10)); n != 3 {
			t.Errorf("%d solutions", n)
		}
	})
	t.Run("kinds", func(t *testing.T) {
		p := make1(t, "3x4", 1, puzzle.Settings{"kinds": "is-not,before,at"})
		for _, c := range p.Clues {
			if !slices.Contains([]matching.Kind{matching.IsNot, matching.Before, matching.At}, c.Kind) {
				t.Errorf("a clue of form %s", c.Kind)
			}
		}
	})
	t.Run("redundant and herrings", func(t *testing.T) {
		plain := make1(t, "4x4", 2, nil)
		more := make1(t, "4x4", 2, puzzle.Settings{"redundant": "2", "herrings": "3"})
		if len(more.Clues) != len(plain.Clues)+5 {
			t.Errorf("%d clues, %d without", len(more.Clues), len(plain.Clues))
		}
		if len(solutions(t, more, 2)) != 1 {
			t.Error("a herring is not true")
		}
	})
	t.Run("fact", func(t *testing.T) {
		p := make1(t, "4x4", 3, puzzle.Settings{"question": "fact"})
		in := &Instance{p}
		sol := solved{p, solutions(t, p, 2)[0]}
		if len(p.Ask) != 1 || !strings.Contains(in.Question("en"), "Which ") {
			t.Errorf("asks %v", p.Ask)
		}
		if got, err := in.ReadAnswer(in.AnswerText(sol, "en")); err != nil || got.Desc() != sol.Desc() {
			t.Errorf("the answer is not read back: %v", err)
		}
		if _, err := in.ReadAnswer("nobody"); err == nil {
			t.Error("a wrong answer is taken")
		}
	})
	t.Run("classes", func(t *testing.T) {
		for i, class := range ladder.Classes[:4] {
			p := make1(t, "4x4", 1, puzzle.Settings{"class": class})
			r, err := (&Instance{p}).Rate(context.Background())
			if err != nil || r.Class != ladder.Classes[i] || !r.Solved {
				t.Errorf("%s: rated %s, solved %v, %v", class, r.Class, r.Solved, err)
			}
		}
	})
	t.Run("themes", func(t *testing.T) {
		for _, th := range language.Themes() {
			if len(th.Words.Cats) < 8 {
				t.Errorf("%s has only %d categories", th.Name, len(th.Words.Cats))
			}
			if len(th.In) != len(phrases.Languages()) {
				t.Errorf("%s has words in %d languages", th.Name, len(th.In))
			}
			for lang, w := range th.In {
				if len(w.Cats) != len(th.Words.Cats) || w.Place == "" || !strings.Contains(w.Story, "{n}") {
					t.Errorf("%s in %s: %d categories, the place %q, the story %q", th.Name, lang, len(w.Cats), w.Place, w.Story)
				}
				names := map[string]bool{strings.ToLower(w.Place): true}
				for i, c := range w.Cats {
					ws := slices.Clone(c.Words())
					if slices.Sort(ws); len(ws) != 12 || len(slices.Compact(ws)) != 12 || !strings.Contains(c.Phrase, "{}") {
						t.Errorf("%s in %s, %s: %d words, and the phrase %q", th.Name, lang, c.Name, len(ws), c.Phrase)
					}
					if name := strings.ToLower(c.Name); names[name] {
						t.Errorf("%s in %s: two of %s", th.Name, lang, c.Name)
					} else {
						names[name] = true
					}
					if _, err := strconv.Atoi(th.Words.Cats[i].Words()[0]); err == nil && c.Items != th.Words.Cats[i].Items {
						t.Errorf("%s in %s, %s: other numbers", th.Name, lang, c.Name)
					}
				}
			}
			make1(t, "5x5", 1, puzzle.Settings{"theme": th.Name})
		}
		make1(t, "2x14", 1, puzzle.Settings{"theme": "plain", "kinds": "is,before,at"})
	})
	t.Run("errors", func(t *testing.T) {
		size, _ := Family{}.ParseParams("4x4")
		for _, c := range []struct {
			s    puzzle.Settings
			want string
		}{
			{puzzle.Settings{"solutions": "none"}, "expected a number from 1 to 1000"},
			{puzzle.Settings{"solutions": "2", "class": "easy"}, "only puzzles with one solution"},
			{puzzle.Settings{"theme": "stret"}, "did you mean street"},
			{puzzle.Settings{"kinds": "is,befor"}, "did you mean before"},
			{puzzle.Settings{"kinds": "sum", "theme": "plain"}, "none of the forms allowed"},
		} {
			_, err := Family{}.Generate(context.Background(), size, c.s, rng.New(1), nil)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %v, want %q", c.s, err, c.want)
			}
		}
		var unreachable *puzzle.UnreachableError
		_, err := Family{}.Generate(context.Background(), size, puzzle.Settings{"kinds": "odd,even", "tries": "2"}, rng.New(1), nil)
		if !errors.As(err, &unreachable) {
			t.Errorf("odd and even alone: %v", err)
		}
		big, _ := Family{}.ParseParams("9x20")
		if _, err := (Family{}).Generate(context.Background(), big, puzzle.Settings{"theme": "street"}, rng.New(1), nil); !errors.As(err, &unreachable) {
			t.Errorf("too large for the theme: %v", err)
		}
	})
}

// TestEveryStepIsTrue explains random puzzles that have a solution, of every form of clue, and compares each step with
// all their solutions; each step was checked by the third program besides.
func TestEveryStepIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPuzzle(t)
		var all []matching.Grid
		eachGrid(p, func(g matching.Grid) {
			for _, c := range p.Clues {
				if !p.Holds(c, g) {
					return
				}
			}
			all = append(all, slices.Clone(g))
		})
		if len(all) == 0 {
			return
		}
		in := &Instance{p}
		n := p.N
		left := matching.NewFacts(p)
		for step, err := range in.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range step.Moves {
				f, _, err := in.P.ReadMove(m)
				if err != nil {
					t.Fatal(err)
				}
				left.Set(f)
				for _, g := range all {
					if (g.Where(n, f.X) == g.Where(n, f.Y)) != f.Same {
						t.Fatalf("step %q is not true", step.Text)
					}
				}
			}
		}
		// Whatever all solutions agree on has been found.
		for x := 0; x < p.M()*n; x++ {
			for y := (x/n + 1) * n; y < p.M()*n; y++ {
				never := true
				for _, g := range all {
					never = never && g.Where(n, x) != g.Where(n, y)
				}
				if never && !left.IsNot(x, y) {
					t.Fatalf("the explanation misses %s", language.FactText(p, matching.NewFact(x, y, false), "en", false, false))
				}
			}
		}
	})
}

// TestRefuteAgainstBruteForce asks about every mark of small puzzles.
func TestRefuteAgainstBruteForce(t *testing.T) {
	p := make1(t, "3x3", 5, nil)
	in := &Instance{p}
	g := solutions(t, p, 2)[0]
	for x := 0; x < p.M()*p.N; x++ {
		for y := (x/p.N + 1) * p.N; y < p.M()*p.N; y++ {
			for _, same := range []bool{true, false} {
				f := matching.NewFact(x, y, same)
				truth := (g.Where(p.N, x) == g.Where(p.N, y)) == same
				step, wrong, err := in.Refute(context.Background(), "", puzzle.Ref{Kind: "mark", ID: f.Code()})
				if err != nil || wrong == truth {
					t.Errorf("%s: judged wrong %v, %v", language.FactText(p, f, "en", false, false), wrong, err)
				}
				if wrong && len(step.Because) == 0 {
					t.Errorf("%s: no clue is named", language.FactText(p, f, "en", false, false))
				}
			}
		}
	}
}

func BenchmarkGenerate(b *testing.B) {
	for _, size := range []string{"4x4", "5x6", "8x8"} {
		b.Run(size, func(b *testing.B) {
			i := uint64(0)
			for b.Loop() {
				i++
				make1(b, size, i, nil)
			}
		})
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, size := range []string{"4x4", "5x6", "8x8"} {
		var ps []*matching.Puzzle
		for seed := uint64(1); seed <= 5; seed++ {
			ps = append(ps, make1(b, size, seed, nil))
		}
		b.Run(size, func(b *testing.B) {
			i := 0
			for b.Loop() {
				solutions(b, ps[i%len(ps)], 2)
				i++
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	for _, size := range []string{"4x4", "5x5"} {
		var ps []*matching.Puzzle
		for seed := uint64(1); seed <= 10; seed++ {
			ps = append(ps, make1(b, size, seed, nil))
		}
		b.Run(size, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if _, err := (&Instance{ps[i%len(ps)]}).Rate(context.Background()); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

// TestMirrored: forms of clues that hold as well of the line seen from its other end can single out no one solution. That is said at once; of
// all others a puzzle is made.
func TestMirrored(t *testing.T) {
	for _, c := range []struct {
		size, line, kinds string
		refused           bool
	}{
		{"3x4", "row", "near", true}, {"3x4", "row", "is,near,not-near,amid", true}, {"3x5", "row", "is,ends,middle,same-parity", true},
		{"3x4", "row", "is,not,either,if,pair", true}, {"3x4", "row", "is,near,nearer", true}, {"3x5", "row", "is,even,odd,near", true}, {"3x4", "row", "is,even,near", false},
		{"3x4", "row", "is,before,near", false}, {"3x4", "row", "is,first,near", false}, {"3x4", "round", "is,near,amid", true},
		{"3x4", "round", "is,near,before", false}, {"3x4", "round", "is,at", false}, {"3x4", "row", "is,at", false}, {"3x4", "none", "is,is-not", false},
	} {
		p, err := Family{}.ParseParams(c.size)
		if err != nil {
			t.Fatal(err)
		}
		for n, solutions := range []string{"1", "2"} {
			set := puzzle.Settings{"line": c.line, "kinds": c.kinds, "solutions": solutions, "tries": map[string]string{"1": "20", "2": "1"}[solutions]}
			_, err := Family{}.Generate(context.Background(), p, set, rng.New(3), nil)
			refused := err != nil && strings.Contains(err.Error(), "solutions come in pairs")
			if refused != (c.refused && n == 0) || err != nil && n == 0 && !refused {
				t.Errorf("%s, %s, %s, %s solutions: %v", c.size, c.line, c.kinds, solutions, err)
			}
		}
	}
}

// foreign finds letters that no text in a language has.
var foreign = map[string]*regexp.Regexp{
	"en": regexp.MustCompile(`[¿ñäöß\p{Han}\p{Hiragana}\p{Katakana}]`), "zh": regexp.MustCompile(`[A-Za-z\p{Hiragana}\p{Katakana}]`),
	"de": regexp.MustCompile(`[¿ñ\p{Han}\p{Hiragana}\p{Katakana}]`), "es": regexp.MustCompile(`[äöß\p{Han}\p{Hiragana}\p{Katakana}]`), "ja": regexp.MustCompile(`[A-Za-z]`),
}

// TestEveryLanguage: a puzzle of any word lists is asked in the words of every language, stays the same puzzle, and an answer in any of
// them is read.
func TestEveryLanguage(t *testing.T) {
	for i, th := range language.Themes() {
		set := puzzle.Settings{"theme": th.Name, "line": []string{"row", "round", "none"}[i%3]}
		if i%2 == 0 {
			set["question"] = "fact"
		}
		p := make1(t, "8x3", 1, set)
		in := &Instance{p}
		sol := solved{p, solutions(t, p, 2)[0]}
		for _, lang := range phrases.Languages() {
			text := in.Question(lang)
			if odd := foreign[lang].FindString(text); odd != "" || strings.ContainsAny(text, "{}") {
				t.Errorf("%s in %s has %q:\n%s", th.Name, lang, odd, text)
			}
			other := in.In(lang).(*Instance)
			if other.Desc() != in.Desc() || other.Question(th.Lang) != in.Question(th.Lang) {
				t.Errorf("%s is another puzzle in %s", th.Name, lang)
			}
			for _, reader := range []*Instance{in, other} {
				if got, err := reader.ReadAnswer(in.AnswerText(sol, lang)); err != nil || got.Desc() != sol.Desc() {
					t.Errorf("%s: the answer in %s is not read back: %v", th.Name, lang, err)
				}
			}
			if found := in.FindAnswers(in.AnswerText(sol, lang)); len(p.Ask) == 0 && (len(found) != 1 || found[0].Solution.Desc() != sol.Desc()) {
				t.Errorf("%s: the answer in %s is not found", th.Name, lang)
			}
		}
	}
}
