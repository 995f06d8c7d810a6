package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/spec"
)

// TestCorpus holds the published files to what users of the format expect: no errors, no warnings, and every folded or
// quoted text traced to its places.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(puztest.Corpus(t, "puzzleclone", "specs"), "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, f := range files {
		name := filepath.Base(f)
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		doc, probs := spec.Check(name, data, spec.Options{}, spec.StandardUniverse())
		for _, p := range probs {
			// What no text tells a reader is a finding about a specification, and no mistake of the linter: published ones have some.
			if p.Severity != spec.Hint && p.Code != "unshown" && p.Code != "untold" {
				t.Errorf("%v", p)
			} else {
				t.Logf("%v", p)
			}
		}
		if doc == nil {
			continue
		}
		if doc.Desc == nil || len(doc.Queries) == 0 {
			t.Errorf("%s: desc or queries missing", name)
		}
		for _, v := range doc.Variables {
			checkPlaces(t, name, string(data), v.Formula)
		}
		for _, c := range doc.Conditions {
			if c.Static != nil {
				checkPlaces(t, name, string(data), c.Static.Formula)
				continue
			}
			for _, tm := range c.Dynamic.Templates {
				checkPlaces(t, name, string(data), tm.Formula)
			}
		}
	}
}

// checkPlaces holds that each word of an expression stands where At says.
func checkPlaces(t *testing.T, name, data string, e *spec.Expr) {
	t.Helper()
	if e == nil {
		return
	}
	lines := strings.Split(data, "\n")
	for i := 0; i < len(e.Value); i++ {
		c := e.Value[i]
		if c < 'a' || c > 'z' {
			continue
		}
		pos := e.At(i)
		line := []rune(lines[pos.Line-1])
		if pos.Col > len(line) || line[pos.Col-1] != rune(c) {
			t.Errorf("%s: %q[%d] is said to stand at %d:%d", name, e.Value, i, pos.Line, pos.Col)
			return
		}
	}
}
