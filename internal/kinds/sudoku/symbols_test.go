package sudoku

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// spoken gives all that is said of a puzzle: the question, the answer, its pictures, what a page shows, the solution in steps
// with what they point at, a hint's moves, and what is wrong with a state.
func spoken(t *testing.T, p *Puzzle) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	res, err := p.Solve(ctx, 2)
	if err != nil || res.Status != puzzle.Unique {
		t.Fatalf("%v, %v", res.Status, err)
	}
	sol := res.Solutions[0]
	for _, lang := range []string{"en", "zh"} {
		v, err := p.View(lang)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n%s\n%s\n%v\n", p.Question(lang), p.AnswerText(sol, lang), v.Rules, v.Grid)
	}
	fmt.Fprintf(&b, "%s\n", sol.Desc())
	sc, err := p.Scene("")
	if err != nil {
		t.Fatal(err)
	}
	b.WriteString(sc.Text)
	for _, s := range sc.Shapes {
		if s.Label != nil {
			b.WriteString(s.Label.Text + "\n")
		}
	}
	n := 0
	for s, err := range p.Explain(ctx, "", puzzle.ExplainOptions{}) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n%v\n", s.Text, s.Moves)
		for _, r := range s.Because {
			b.WriteString(r.Text + "\n")
		}
		if n++; n == 60 {
			break
		}
	}
	return b.String()
}

var wordsAndSigns = regexp.MustCompile(`r\d+c\d+|[A-Za-z0-9]+|[^A-Za-z0-9]`)

// TestEveryTextInTheSymbolsOfTheBoard renames the values of boards: letters for digits, 0..F for 1..G. All texts change by
// that renaming and by nothing else, and a board named by its id keeps its symbols.
func TestEveryTextInTheSymbolsOfTheBoard(t *testing.T) {
	for _, c := range []struct {
		params, class string
		symbols       grid.Symbols
	}{
		{"4x4", "", grid.LetterSymbols(4)}, {"9x9", "easy", grid.LetterSymbols(9)}, {"9x9", "hard", grid.LetterSymbols(9)},
		{"9x9", "evil", grid.LetterSymbols(9)}, {"9x9-jigsaw", "", grid.LetterSymbols(9)}, {"16x16", "", grid.ZeroSymbols(16)},
	} {
		t.Run(fmt.Sprintf("%s %s %s", c.params, c.class, c.symbols[:1]), func(t *testing.T) {
			t.Parallel()
			if puztest.Doing() < puztest.Whole && c.params == "16x16" {
				t.Skip("explains a large board twice")
			}
			params, err := Family{}.ParseParams(c.params)
			if err != nil {
				t.Fatal(err)
			}
			set := puzzle.Settings{}
			if c.class != "" {
				set["class"] = c.class
			}
			g, err := Family{}.Generate(context.Background(), params, set, rng.New(4), nil)
			if err != nil {
				t.Fatal(err)
			}
			usual := g.Instance.(*Puzzle)
			own := usual.with(usual.values)
			own.symbols = c.symbols
			again, err := Family{}.Decode(own.Params(), own.Desc())
			if err != nil || again.(*Puzzle).symbols != c.symbols || again.Desc() != own.Desc() {
				t.Fatalf("the id keeps neither board nor symbols: %v\n%s", err, own.Desc())
			}
			rename := map[string]string{}
			for v := 1; v <= params.(layoutParams).size; v++ {
				rename[string(usual.symbols.Symbol(v))] = string(c.symbols.Symbol(v))
			}
			before, after := spoken(t, usual), spoken(t, again.(*Puzzle))
			for i, line := range strings.Split(before, "\n") {
				other := strings.Split(after, "\n")[i]
				a, b := wordsAndSigns.FindAllString(line, -1), wordsAndSigns.FindAllString(other, -1)
				if strings.Contains(line, "–") {
					continue // "1–9, A–G": the first and the last symbol, which View's own test reads
				}
				if len(a) != len(b) {
					t.Fatalf("not a renaming:\n%s\n%s", line, other)
				}
				for k := range a {
					if a[k] != b[k] && !renamed(a[k], b[k], rename) {
						t.Fatalf("%q became %q:\n%s\n%s", a[k], b[k], line, other)
					}
				}
				if c.symbols == grid.LetterSymbols(9) { // then no digit is left but of places and numbers of things
					if left := regexp.MustCompile(`\d`).FindString(places.ReplaceAllString(other, "")); left != "" {
						t.Fatalf("%q is left in %s\nof %s", left, other, line)
					}
				}
			}
		})
	}
}

// places are the digits that name no value: of cells, houses, sizes and counts.
var places = regexp.MustCompile(`r\d+c\d+|(?i:row|column|box|diagonal)(e?s)?,? \d+(, \d+)*( and \d+)?|(of|the|with) \d+|\d+ (rows|columns|cells|symbols|values)|\d+×\d+|` +
	`\[[\d \[\]]*\]|&\{.*\}|^[1-9]{9}$|\d+[行列个种格]`)

// renamed tells whether every character became the one that stands for the same value, or stayed.
func renamed(a, b string, rename map[string]string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if rename[a[i:i+1]] != b[i:i+1] {
			return false
		}
	}
	return true
}
