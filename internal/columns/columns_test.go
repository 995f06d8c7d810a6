package columns_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/columns"
)

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{
		"":            0,
		"plain":       5,
		"naïve":       5,
		"nai\u0308ve": 5, // the same, with the dots as a letter of their own
		"甲和乙":         6,
		"，":           2,
		"한국":          4,
		"𠀀":           2, // beyond the first 65,536 characters
		"–’…":         3,
	} {
		if got := columns.Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	rows := [][]string{{"", "first", "second"}, {"城市", "x"}, {"e\u0301te\u0301", "", "北京"}}
	want := "" +
		"|      | first | second |\n" +
		"| 城市 | x     |\n" +
		"| e\u0301te\u0301  |       | 北京   |\n"
	if got := columns.Table(rows); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := columns.Table(nil); got != "" {
		t.Errorf("no rows give %q", got)
	}
}
