package record

import (
	"encoding/json"
	"strings"
	"testing"
)

var scanCases = []string{
	`{}`, `[]`, ` {"a": [1, -0, 2.5e-3, true, false, null, "x"]} `, `""`, `"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"`, `"\ud83d"`, `"\ud83dx"`,
	`"\ud83d\u0041"`, `"\ude00\ud83d\ude00"`, `"\ud83d\ud83d\ude00"`, "\"a\xffb\"", "\"\xed\xa0\x80\"", `"0123456"`, `"01234567"`, `"0123456\n"`, `"01234567\n89"`,
	`01`, `1.`, `.5`, `-`, `1e`, `+1`, `{"a" 1}`, `{"a":1,}`, `[1,]`, `[1 2]`, `{a:1}`, "\"\x01\"", "\"\x1f\"", "\"a\tb\"", `"\x"`, `"\u12"`, `"abc`,
	`nul`, `truee`, `{"a":1}}`, ``, ` `, "\x00", `{"a":{"a":[{"b":[]}]}}`, "\"\x7f\x80é界\"", `{"":{}}`, `"` + strings.Repeat("ab\\u00e9", 20) + `"`,
}

func agree(t *testing.T, text string) {
	b := []byte(text)
	want := json.Valid(b)
	if got := scanText(b); got != want {
		t.Fatalf("%.100q: valid %v, encoding/json says %v", text, got, want)
	}
	if !want {
		return
	}
	var s string
	if trimmed := strings.TrimSpace(text); trimmed[0] == '"' {
		if err := json.Unmarshal(b, &s); err != nil {
			t.Fatal(err)
		}
		if got := unquote([]byte(trimmed)); got != s {
			t.Fatalf("%q reads as %q, encoding/json says %q", text, got, s)
		}
	}
}

func TestScan(t *testing.T) {
	for _, c := range scanCases {
		agree(t, c)
	}
	for _, c := range []string{"\"", "\\", "\x1f", "\x00", " ", "!", "\x7f", "\x80", "\xff"} {
		for n := range 20 {
			agree(t, `"`+strings.Repeat("x", n)+c+strings.Repeat("y", 20-n)+`"`)
			agree(t, `"`+strings.Repeat("\xa2", n)+c+strings.Repeat("\xdc", 20-n)+`"`)
		}
	}
	for _, depth := range []int{9_999, 10_000, 10_001, 1_000_000} {
		agree(t, strings.Repeat("[", depth)+strings.Repeat("]", depth))
		agree(t, strings.Repeat(`{"a":`, depth)+"1"+strings.Repeat("}", depth))
	}
}

// FuzzScan: what is JSON, and what strings mean, is what encoding/json says.
func FuzzScan(f *testing.F) {
	for _, c := range scanCases {
		f.Add(c)
	}
	f.Fuzz(agree)
}
