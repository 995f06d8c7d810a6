package solve_test

import (
	"os"
	"strings"
	"testing"
)

// TestDocsShowTheExamples holds the Go code of docs/solving.md to the examples that are run: each block is part of one,
// apart from how far it is indented.
func TestDocsShowTheExamples(t *testing.T) {
	doc, err := os.ReadFile("../docs/solving.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	run := flat(string(examples))
	blocks := strings.Split(string(doc), "```go\n")[1:]
	for _, b := range blocks {
		code, _, _ := strings.Cut(b, "```")
		if !strings.Contains(run, flat(code)) {
			t.Errorf("no example has this code:\n%s", code)
		}
	}
	if len(blocks) < 6 {
		t.Errorf("only %d blocks of code found", len(blocks))
	}
}

func flat(code string) string {
	var lines []string
	for _, line := range strings.Split(code, "\n") {
		lines = append(lines, strings.TrimSpace(line))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
