package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestGradingClient runs the Python client of docs/grading.md against the program.
func TestGradingClient(t *testing.T) {
	python := puztest.Need(t, "python3")
	doc, err := os.ReadFile("../../docs/grading.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(doc)
	if block == nil {
		t.Fatal("docs/grading.md has no Python in it")
	}
	dir := t.TempDir()
	files := map[string]string{
		"client.py":     string(block[1]),
		"puzzles.jsonl": `{"problem": "3 + 4?", "answer": "7", "eval_type": "numeral", "id": "sums-1"}` + "\n",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	bin := filepath.Join(dir, "bin")
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "quandary"), ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.Command(python, "client.py")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got := strings.Join(strings.Fields(string(out)), " "); got != "True right" {
		t.Errorf("the client prints %q, want True and right", got)
	}
}

// TestReadme runs every command of the README, in order, in an empty folder. The two commands of its first part are run by
// this test too, in their way: the first with the program that the test has built, the second is the test itself.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("runs every command of the README")
	}
	bash := puztest.Need(t, "bash")
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	bin := filepath.Join(dir, "bin")
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "quandary"), ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	n := 0
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		for _, line := range strings.Split(strings.TrimSpace(block[1]), "\n") {
			if line == "go test ./..." {
				continue
			}
			n++
			cmd := exec.Command(bash, "-c", strings.Replace(line, "go run ./cmd/quandary", "quandary", 1))
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s\n%v\n%s", line, err, out)
			}
		}
	}
	if n < 20 {
		t.Errorf("the README has %d commands: are its blocks still marked sh?", n)
	}
}
