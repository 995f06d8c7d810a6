package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/spec"
)

// TestProblems reads files in which the expected problems stand as comments on the lines that cause them:
// "#! severity: part of the message|part of another".
func TestProblems(t *testing.T) {
	files, err := filepath.Glob("testdata/problems/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			_, probs := spec.Check(f, data, spec.Options{}, spec.StandardUniverse())
			matched := map[*spec.Problem]bool{}
			for i, line := range strings.Split(string(data), "\n") {
				_, want, ok := strings.Cut(line, "#! ")
				if !ok {
					continue
				}
				sev, parts, _ := strings.Cut(want, ": ")
				for _, part := range strings.Split(parts, "|") {
					found := false
					for _, p := range probs {
						if p.Pos.Line == i+1 && p.Severity.String() == sev && strings.Contains(p.Error(), part) {
							matched[p], found = true, true
						}
					}
					if !found {
						t.Errorf("line %d: no %s with %q", i+1, sev, part)
					}
				}
			}
			for _, p := range probs {
				if !matched[p] && p.Severity != spec.Hint {
					t.Errorf("not expected: %v", p)
				}
			}
		})
	}
}
