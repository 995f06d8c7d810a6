package code

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// TestMarks marks whole programs: variants of the puzzle's program that do the same (variables with other names, results in a
// variable before they are returned) are right, and programs with one slip that some allowed input shows are wrong,
// whether or not the puzzle shows that input.
func TestMarks(t *testing.T) {
	ctx := context.Background()
	right, rightAsRight, wrong, wrongAsWrong := 0, 0, 0, 0
	for p, s := range studied(t) {
		q, err := s.Make(ctx, Demand{}, rng.New(3))
		if err != nil {
			continue
		}
		j, err := q.Judge()
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range variants(q.Text) {
			m, err := j.MarkProgram(ctx, text, FreshInputs)
			if err != nil {
				t.Fatal(err)
			}
			if right++; m.Right {
				rightAsRight++
			} else {
				t.Logf("%s: right, marked wrong: %s\n%s", p.Name, m.Why, text)
			}
		}
		n := 0
		for i, pl := range s.Places {
			w := pl.Wrong[i%len(pl.Wrong)]
			if n++; n > 6 {
				break
			}
			m, err := j.MarkProgram(ctx, assemble(p.Text, []*Place{pl.Place}, []string{pl.Pieces[w.Piece]}), FreshInputs)
			if err != nil {
				t.Fatal(err)
			}
			if wrong++; !m.Right {
				wrongAsWrong++
			} else {
				t.Errorf("%s: %q for %q is marked right, and differs on %s", p.Name, pl.Pieces[w.Piece], pl.Pieces[0], s.Inputs[w.Witness].Expr)
			}
		}
		j.Close()
	}
	t.Logf("%d of %d right variants marked right, %d of %d wrong programs marked wrong", rightAsRight, right, wrongAsWrong, wrong)
	if rightAsRight*100 < right*98 {
		t.Errorf("%d of %d right variants: expected 98 %%", rightAsRight, right)
	}
}

// variants writes a program in other ways: each variable renamed, all of them renamed, results put into a variable first.
func variants(text string) []string {
	m, err := syntax.ParseModule("variant", text)
	if err != nil {
		return nil
	}
	var names []string
	for _, s := range m.Body {
		f, ok := s.(*syntax.FuncDef)
		if !ok {
			continue
		}
		for _, n := range append(paramNames(f), syntax.BodyBindings(f.Body).Names...) {
			if !slices.Contains(names, n) && !regexp.MustCompile(`\.`+n+`\b|\b`+n+`\s*=[^=].*\)|\bdef `+n+`\b|["'].*\b`+n+`\b.*["']`).MatchString(text) {
				names = append(names, n)
			}
		}
	}
	rename := func(text, n string) string {
		return regexp.MustCompile(`\b`+n+`\b`).ReplaceAllString(text, n+"_other")
	}
	var out []string
	all := text
	for i, n := range names {
		if i < 4 {
			out = append(out, rename(text, n))
		}
		all = rename(all, n)
	}
	out = append(out, all)
	var lines []string
	for line := range strings.Lines(text) {
		if x, ok := strings.CutPrefix(strings.TrimSpace(line), "return "); ok && strings.HasPrefix(strings.TrimLeft(line, " "), "return ") && strings.Count(x, "(") == strings.Count(x, ")") && strings.Count(x, "[") == strings.Count(x, "]") {
			indent := line[:strings.Index(line, "return")]
			lines = append(lines, indent+"outcome = "+x+"\n", indent+"return outcome\n")
			continue
		}
		lines = append(lines, line)
	}
	return append(out, strings.Join(lines, ""))
}
