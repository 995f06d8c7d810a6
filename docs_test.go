package quandary_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestDocs: the Go of docs/library.md stands in the examples, which run.
func TestDocs(t *testing.T) {
	doc, err := os.ReadFile("docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllSubmatch(doc, -1)
	if len(blocks) < 4 {
		t.Errorf("only %d blocks of Go", len(blocks))
	}
	for _, b := range blocks {
		if !strings.Contains(string(examples), string(b[1])) {
			t.Errorf("example_test.go does not have this part of docs/library.md:\n%s", b[1])
		}
	}
}
