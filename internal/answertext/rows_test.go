package answertext

import (
	"errors"
	"fmt"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"slices"
	"strings"
	"testing"
)

// rowsOf reads rows of these values, and counts the texts that are looked up.
func rowsOf(inline bool, names []string, values [][]string, looks *int) *Rows {
	r := &Rows{Inline: inline, Width: 1, Label: func(k int) string { return names[k] }}
	if !inline {
		r.Width = len(values[0])
	}
	r.Name = func(text string) (int, bool) {
		*looks++
		k := slices.Index(names, text)
		return k, k >= 0
	}
	r.Value = func(k int, text string) (int, bool) {
		*looks++
		for _, t := range Bare(text) {
			if v := slices.Index(values[k], t); v >= 0 {
				return v, true
			}
		}
		return -1, false
	}
	r.NoRow = func(text string) error { return fmt.Errorf("no row %q", text) }
	r.NoName = func(text string) error { return fmt.Errorf("no name %q", text) }
	r.NoValue = func(k int, text string) error { return fmt.Errorf("%s: no value %q", names[k], text) }
	for k := range names {
		r.Know(names[k:k+1], values[k])
	}
	return r
}

// TestRows reads lines with one row each: names and values may have signs in them.
func TestRows(t *testing.T) {
	names := []string{"who", "at: noon", "at"}
	values := [][]string{{"Ann", "Bo", "Ann, Bo"}, {"tea", "milk, cold", "x = y"}, {"*", "A-", "|"}}
	looks := 0
	r := rowsOf(false, names, values, &looks)
	for line, want := range map[string]string{
		"who: Bo, Ann, Ann, Bo":               "[{0 [1 0 2]}]",
		"who = **Bo** | Ann | Ann, Bo":        "[{0 [1 0 2]}]",
		"who：Bo、Ann，Ann, Bo.":                 "[{0 [1 0 2]}]",
		"who: Ann, Bo, Ann, Bo":               "[{0 [2 0 1]}]", // which may be Ann; Bo; Ann, Bo as well
		"who: Bo, , Ann, Ann, Bo,":            "[{0 [1 0 2]}]",
		"at: noon: milk, cold, tea, x = y":    "[{1 [1 0 2]}]",
		"at: |, A-, *":                        "[{2 [2 1 0]}]",
		"who: Ann, Bo":                        "who: expected 3 values, found 2",
		"who: Ann, Bo, Ann":                   "[{0 [0 1 0]}]",
		"who: Ann, Cy, Bo":                    `who: no value "Cy"`,
		"who: Ann, Bo, Ann, Bo, Ann, Bo, Ann": "who: expected 3 values, found 7",
		"whom: Ann, Bo, Bo":                   `no name "whom"`,
		"Ann, Bo, Bo":                         `no row "Ann, Bo, Bo"`,
		"- . *":                               "[]",
		"":                                    "[]",
	} {
		reads(t, r, line, want)
	}
}

func reads(t *testing.T, r *Rows, line, want string) {
	t.Helper()
	said, err := r.Read(line)
	got := fmt.Sprint(said)
	if err != nil {
		got = err.Error()
	}
	if got != want {
		t.Errorf("%q: %s, want %s", line, got, want)
	}
}

// TestRowsInLine reads several rows of a line.
func TestRowsInLine(t *testing.T) {
	looks := 0
	r := rowsOf(true, []string{"top", "a; b = c"}, [][]string{{"red", "red, blue"}, {"x", "x = y"}}, &looks)
	for line, want := range map[string]string{
		"top: red":                       "[{0 [0]}]",
		"top == red, blue; a; b = c: x,": "[{0 [1]} {1 [0]}]",
		"a; b = c = x = y，top = red.":    "[{1 [1]} {0 [0]}]",
		"top: red, top: red, blue":       "top stands twice",
		"top: pink, a; b = c: x":         `top: no value "pink"`,
		"top: red, blue, red":            `no row "red"`,
		";;,":                            "[]",
	} {
		reads(t, r, line, want)
	}
}

// TestRowsOfManyWays: what is looked up of a line grows with its length alone, whatever signs are in names and values.
func TestRowsOfManyWays(t *testing.T) {
	puztest.From(t, puztest.Usual)
	var commas, colons []string
	for i := range 32 {
		commas = append(commas, "a"+strings.Repeat(",a", i))
		colons = append(colons, "b"+strings.Repeat(":b", i))
	}
	same := slices.Repeat([][]string{commas}, len(colons))
	for _, inline := range []bool{false, true} {
		for _, line := range []string{
			"b:" + strings.Repeat("a,", 600) + "z", "b: " + strings.Repeat("a,", 1<<19) + "z", strings.Repeat("b:", 1<<19), strings.Repeat("b:a,", 1<<18) + "z",
			"b: a, a," + strings.Repeat(" ", 1<<20) + ", z",
		} {
			looks := 0
			r := rowsOf(inline, colons, same, &looks)
			if said, err := r.Read(line); err == nil {
				t.Errorf("%.20q was read as %v", line, said)
			}
			if looks > (len(line)+1)*perByte/perLook+1 {
				t.Errorf("%.20q: %d bytes, %d lookups", line, len(line), looks)
			}
		}
	}
	looks := 0
	r := rowsOf(false, colons, same, &looks)
	if _, err := r.Read("b:" + strings.Repeat("a,", 600) + "z"); !errors.Is(err, errWays) {
		t.Error(err)
	}
	// Each way of all values is found, also where many begin alike.
	if said, err := r.Read("b: " + strings.Join(commas, ", ")); err != nil || len(said) != 1 {
		t.Error(said, err)
	}
}
