package sieve

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var expressions = []string{
	`(?i)\b(?:wait|actually|not (?:right|valid)|doesn'?t work|contradict\w*)\b|不对|错`,
	`(?im)(?:^|[.!?]\s+)(?:(?:no|oh)\b[\s,]*){0,3}(?:it|this)(?:\s+is|'s)\s+(?:wrong|invalid)`,
	`(?i)["'{,\s|](?:row|r)[ _]?\d{1,2}["']?\s*[:=]`,
	`(?i)(?:✓|kelvin|ok)\b`, `只有(\p{Han}{1,4})可能`, `a*`, `[^a]`, `(?i)straße|ärger`, `x{2,3}|y{0,2}z`, `(?:ab|cd)+e`,
	`(?im)(?:\b(?:final|solved?)\s+(?:\w+\s+)?(?:grid|board)s?\b|\bsolution\b)[^\n:]{0,9}(?:[:：]|$)|(?:最终|完整)[^\n:]{0,3}:`, `^ab|b$|ba\z`, `\Q0`,
}

// TestFindsTheSame: an expression finds what regexp finds, in texts with its words and without.
func TestFindsTheSame(t *testing.T) {
	texts := []string{"", "Wait, that is fine", "ACTUALLY", "it doeſn't work", "doesn't worK", "row_3 = 1", " R1:", "这不对", "只有一可能", "oK", "o\u212a", "\u212aelvin",
		"STRASSE straße STRAßE", "ÄRGER", "xx", "xxxz", "abcdabe", "No, oh it's wrong", "\xff wait \xc5", "ſ", strings.Repeat("1 2 3\n", 50) + "contradicted",
		"the final grid: solution\nSolved board", "resolution: final  full boards x:", "最终解: solution", "abb", "aba"}
	for _, expr := range expressions {
		r, slow := MustCompile(expr), regexp.MustCompile(expr)
		for _, text := range texts {
			same(t, expr, r, slow, text)
		}
	}
}

func same(t *testing.T, expr string, r *Regexp, slow *regexp.Regexp, text string) {
	t.Helper()
	if got, want := r.FindStringIndex(text), slow.FindStringIndex(text); !slices.Equal(got, want) {
		t.Errorf("%s in %q: %v, expected %v", expr, text, got, want)
	}
	if got, want := r.FindAllStringIndex(text, -1), slow.FindAllStringIndex(text, -1); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%s in %q: all %v, expected %v", expr, text, got, want)
	}
	if got, want := r.ReplaceAllString(text, "!"), slow.ReplaceAllString(text, "!"); got != want {
		t.Errorf("%s in %q: replaced %q, expected %q", expr, text, got, want)
	}
}

// TestPasses: a text without the words is not searched.
func TestPasses(t *testing.T) {
	for i, words := range []string{"wait contradict 错", "it's wrong", "row r", "✓ ok", "只有", "", "", "", "xx z", "abe cde"} {
		r := compile(expressions[i])
		if words == "" != r.sure {
			t.Errorf("%s: searched in every text: %v", expressions[i], r.sure)
		}
		if words != "" && r.may("1 2 3, 4 5 6, 7 8 9") {
			t.Errorf("%s: searched in a text without its words", expressions[i])
		}
	}
}

func FuzzFindsTheSame(f *testing.F) {
	for _, expr := range expressions {
		f.Add(expr, "Actually, this is wrong: row 3 = K 不对")
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(expr) > 60 || len(text) > 200 {
			return
		}
		slow, err := regexp.Compile(expr)
		if err != nil {
			return
		}
		same(t, expr, MustCompile(expr), slow, text)
	})
}
