package grade_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
)

func TestElements(t *testing.T) {
	for _, c := range []struct {
		typ, ref, text string
		want           string // + right, - wrong, in order; ? no list
	}{
		{"ordered array", "17, 37, 27", "17, 37, 27", "+++"},
		{"ordered array", "17, 37, 27", "17, 27, 37", "+--"},
		{"ordered array", "17, 37, 27", "17", "+"},
		{"ordered array", "17, 37, 27", "", ""},
		{"ordered array", "17, 37, 27", "17, 37, 27, 5", "+++-"},
		{"ordered array", "[Ann, Bob]", "bob, Bob", "-+"},
		{"unordered array", "[Ann, Bob]", "bob, Bob", "+-"},
		{"unordered array", "[Ann, Bob]", "Cid, ANN", "-+"},
		{"oa_numeral", "[1/2, 3]", "0.5, 3.0", "++"},
		{"multi_options", "AC", "ABC", "+-+"},
		{"multi_options", "AC", "", ""},
		{"option", "A", "A", "?"},
		{"numeral", "7", "7", "?"},
		{"ooa_numeral", "[[1, 2], [3, 4]]", "[[1, 2], [3, 4]]", "?"},
		{"numeral,numeral", "7====8", "7", "?"},
		{"no such type", "7", "7", "?"},
	} {
		got, _, ok := grade.Elements(grade.Reference{Answer: c.ref, EvalType: c.typ}, c.text)
		var b strings.Builder
		for _, e := range got {
			b.WriteByte("-+"[map[bool]int{true: 1}[e.Right]])
		}
		if s := b.String(); ok && s != c.want || !ok && c.want != "?" {
			t.Errorf("%s %q against %q: %v %s, want %s", c.typ, c.text, c.ref, ok, s, c.want)
		}
	}
}
