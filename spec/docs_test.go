package spec_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/spec"
)

var docExample = regexp.MustCompile("(?ms)^```yaml example\n(.*?)^```$")

// TestDocExamples holds that the examples of docs/specification.md have no problems, not even hints, and that the text
// names every operator and logic function. That they run is tested with the program.
func TestDocExamples(t *testing.T) {
	data, err := os.ReadFile("../docs/specification.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	blocks := docExample.FindAllStringSubmatchIndex(text, -1)
	if len(blocks) < 10 {
		t.Fatalf("%d examples", len(blocks))
	}
	for _, b := range blocks {
		line := strings.Count(text[:b[2]], "\n")
		_, probs := spec.Check("docs/specification.md", []byte(strings.Repeat("\n", line)+text[b[2]:b[3]]), spec.Options{}, spec.StandardUniverse())
		for _, p := range probs {
			t.Errorf("%v", p)
		}
	}
	u := spec.StandardUniverse()
	for _, n := range append(append(u.Operators, u.Logic...), u.Functions...) {
		if !strings.Contains(text, "`"+n) && !strings.Contains(text, "\n"+n+"(") && !strings.Contains(text, "("+n+"(") {
			t.Errorf("docs/specification.md does not name %s", n)
		}
	}
}
