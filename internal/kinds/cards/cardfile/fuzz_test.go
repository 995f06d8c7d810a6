package cardfile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// fuzzSeeds adds the mistakes, and one right file of each format.
func fuzzSeeds(f *testing.F) {
	files, err := filepath.Glob("testdata/mistakes/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		_, src, _ := strings.Cut(string(text), "\n")
		f.Add(src)
	}
	f.Add(tidy)
	f.Add("[a]\nProperty_name = Set{p->'x'}\nThing=Set{t}\nThingProperty=Set{(t,p)}\n[invariants]\ncontext Thing inv: true")
	f.Add("domain \"cars\" concept top = red, green solution top = red clue c en \"x\" : top = red # no\nlineup round invariant {a}")
}

// fuzzFormat: a reader answers any text with documents or a *doctree.Mistake.
func fuzzFormat(f *testing.F, format string) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, src string) {
		_, err := Read("fuzz", src, format)
		var e *doctree.Mistake
		if err != nil && !errors.As(err, &e) {
			t.Fatalf("%T: %v", err, err)
		}
		if err != nil && len(err.Error()) > 4000 {
			t.Fatalf("a message of %d bytes", len(err.Error()))
		}
	})
}

func FuzzYAML(f *testing.F)       { fuzzFormat(f, "yaml") }
func FuzzJSON(f *testing.F)       { fuzzFormat(f, "json") }
func FuzzDSL(f *testing.F)        { fuzzFormat(f, "dsl") }
func FuzzProperties(f *testing.F) { fuzzFormat(f, "properties") }
