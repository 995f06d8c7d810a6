package nearest

import (
	"slices"
	"strings"
	"testing"
)

func TestAll(t *testing.T) {
	for _, c := range []struct {
		name  string
		known string
		want  string
	}{
		{"sudko", "null sudoku zebra", "sudoku"},
		{"suodku", "sudoku", "sudoku"},
		{"Sum", "num sum", "sum"},
		{"Rate", "rite rate", "rate rite"}, // case only comes first
		{"SUMM", "sum", ""},
		{"Summ", "sum", "sum"},
		{"le", "if in is", ""}, // all one step away, and none meant
		{"x", "X y", "X"},
		{"LE", "le", "le"},
		{"ab", "abs all", "abs"},
		{"mex", "max min hex", ""},
		{"mxa", "max min hex", "max"},
		{"mx", "max min hex", "max"},
		{"maxx", "max min", "max"},
		{"Mxa", "max", "max"},
		{"dog", "fog dot dug cat god", ""},
		{"sun", "sum", ""}, // as near as max and mix
		{"old", "gold bold", ""},
		{"cake", "bake care lake", "care"},
		{"acke", "cake", "cake"},
		{"tru", "true", "true"},
		{"rue", "true", ""},
		{"pint", "print hint", "print"},
		{"zebar", "zebra", "zebra"},
		{"cebra", "zebra", "zebra"},
		{"red", "bed reed rad", "reed"},
		{"ann", "Ana Ben anna", "anna"},
		{"ba", "ab", ""},
		{"naked-singel", "naked-pair naked-single hidden-single", "naked-single"},
		{"candidats", "candidates", "candidates"},
		{"ab", "ac b", ""},
		{"vier", "drei", ""},
		{"same", "same", ""},
		{"abcdef", "fedcba", ""},
		{"größe", "grösse größer", "größer grösse"},
		{"一二三四", "一二三", "一二三"},
		{"", "a", ""},
		{"aaa", "aab aac aad aae", ""},
		{"aaaaa", "aaaab aaaac aaaad aaaae", "aaaab aaaac aaaad"},
	} {
		if got := All(c.name, strings.Fields(c.known)); !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("All(%q, %s) = %q, want %s", c.name, c.known, got, c.want)
		}
		if got, want := One(c.name, strings.Fields(c.known)), append(strings.Fields(c.want), "")[0]; got != want {
			t.Errorf("One(%q, %s) = %q, want %q", c.name, c.known, got, want)
		}
	}
	if got := All(strings.Repeat("a", 1000), []string{strings.Repeat("a", 1001)}); got != nil {
		t.Error("a hostile name is compared")
	}
}

// TestDistance holds the rows that are kept against those made anew, and the symmetry.
func TestDistance(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "Abc", "xabcx", "abcdefgh", "hgfedcba"}
	var kept distance
	for _, a := range words {
		for _, b := range words {
			x, y := []rune(a), []rune(b)
			got := kept.of(x, y)
			if fresh := new(distance).of(x, y); got != fresh || got != new(distance).of(y, x) {
				t.Errorf("%q to %q: %d, made anew %d, backwards %d", a, b, got, fresh, new(distance).of(y, x))
			}
			if (got == 0) != (a == b) {
				t.Errorf("%q to %q: %d", a, b, got)
			}
		}
	}
}
