package carve_test

import (
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOutside builds and runs examples/outside, a module of its own, which makes puzzles with GenPuzzles as anyone outside of this module
// can: it names the stream, and implements Definition and Transformation. docs/making.md shows its code.
func TestOutside(t *testing.T) {
	puztest.From(t, puztest.Whole)
	// It is built from a copy whose requirements are those of this module, so that they need no care of their own.
	dir := t.TempDir()
	for _, name := range []string{"main.go", "lamps.yaml"} {
		data, err := os.ReadFile("../examples/outside/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile("../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	const self = "github.com/quandary-puzzles/quandary"
	text := strings.Replace(string(mod), "module "+self, "module example.com/outside", 1) + "\nrequire " + self + " v0.0.0\n\nreplace " + self + " => " + root + "\n"
	for name, data := range map[string]string{"go.mod": text, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "1 left out [[") || !strings.HasPrefix(lines[len(lines)-1], "4_4/") || !strings.Contains(string(out), " of 16 numbers: 2 puzzles\n") {
		t.Errorf("the program prints:\n%s", out)
	}
	doc, err := os.ReadFile("../docs/making.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("../examples/outside/main.go")
	if err != nil {
		t.Fatal(err)
	}
	flat := func(code string) string { return strings.Join(strings.Fields(code), " ") }
	blocks := strings.Split(string(doc), "```go\n")[1:]
	for _, b := range blocks {
		if code, _, _ := strings.Cut(b, "```"); !strings.Contains(flat(string(program)), flat(code)) {
			t.Errorf("the program does not have this code of docs/making.md:\n%s", code)
		}
	}
	if len(blocks) < 3 {
		t.Errorf("only %d blocks of code found in docs/making.md", len(blocks))
	}
}
