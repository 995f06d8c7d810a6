package invariant

import (
	"os"
	"strings"
	"testing"
)

// TestDocs: the invariants of docs/ocl.md compile.
func TestDocs(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/ocl.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(text), "```ocl\n")[1:]
	if len(blocks) == 0 {
		t.Fatal("no blocks")
	}
	for _, b := range blocks {
		code, _, _ := strings.Cut(b, "```")
		if _, err := Compile(Source{Name: "docs/ocl.md", Text: code}); err != nil {
			t.Errorf("%v\n%s", err, code)
		}
	}
}
