package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/quandary-puzzles/quandary/spec"
)

// FuzzLoad holds that Load and Lint end without panicking on any bytes, that every place lies in the file, and that a
// file without a document has an error.
func FuzzLoad(f *testing.F) {
	files, _ := filepath.Glob("testdata/problems/*.yaml")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"desc": "\ud83d\ude00 {q}", "queries": {"q": {"ans_text": "1"}}}`))
	f.Add([]byte("a: &a\n  <<: *a\n  b: >2-\n    x\n\n     y\ndesc: 'it''s\n\n  {x!r:>{w}}'"))
	f.Add([]byte("desc: \"a\\\n  \\u0041\\x41\n\n b\"\n...\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, probs := spec.Check("f", data, spec.Options{}, spec.StandardUniverse())
		if doc == nil && !probs.HasErrors() {
			t.Fatal("no document and no error")
		}
		lines := 2 + strings.Count(string(data), "\n") + strings.Count(string(data), "\r") +
			strings.Count(string(data), "\u0085") + strings.Count(string(data), "\u2028") + strings.Count(string(data), "\u2029")
		for _, p := range probs {
			if p.Pos.Line < 1 || p.Pos.Line > lines || p.Pos.Col < 1 {
				t.Fatalf("no such place: %v", p)
			}
			if !utf8.ValidString(p.Error()) {
				t.Fatalf("not UTF-8: %q", p.Error())
			}
		}
	})
}
