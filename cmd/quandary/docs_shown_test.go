package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// documents are the README and the user's documents.
func documents(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) < 10 {
		t.Fatalf("%d documents, %v", len(names), err)
	}
	docs := map[string]string{}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		docs[filepath.Base(name)] = string(text)
	}
	return docs
}

var fence = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")

// TestDocsShow runs the commands of all console blocks and compares what they print with what the documents show, up to where
// the lines are folded. Of a document, the first block of YAML is the file that its text says to write.
func TestDocsShow(t *testing.T) {
	bash := puztest.Need(t, "bash")
	files := map[string]string{"zebra.md": "door.yaml"}
	n := 0
	for name, text := range documents(t) {
		dir := t.TempDir()
		if file := files[name]; file != "" {
			m := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(text)
			if err := os.WriteFile(filepath.Join(dir, file), []byte(m[1]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, block := range fence.FindAllStringSubmatch(text, -1) {
			if block[1] != "console" {
				continue
			}
			parts := strings.Split("\n"+block[2], "\n$ ")
			if strings.TrimSpace(parts[0]) != "" {
				t.Errorf("%s: a console block begins with %q, not with a command", name, parts[0])
			}
			for _, part := range parts[1:] {
				n++
				command, want, _ := strings.Cut(part, "\n")
				cmd := exec.Command(bash, "-c", command)
				cmd.Dir = dir
				got, err := cmd.Output()
				if err != nil {
					t.Errorf("%s: %s: %v", name, command, err)
				}
				if strings.Join(strings.Fields(string(got)), " ") != strings.Join(strings.Fields(want), " ") {
					t.Errorf("%s: %s prints\n%s\nand not\n%s", name, command, got, want)
				}
			}
		}
	}
	if n < 6 {
		t.Errorf("%d commands are shown with what they print: are the blocks still marked console?", n)
	}
}

// TestDocsError makes puzzles of the failing file of docs/language.md, which says why it cannot.
func TestDocsError(t *testing.T) {
	text := documents(t)["language.md"]
	part := func(kind string) string {
		m := regexp.MustCompile("(?s)```" + kind + "\n(.*?)```").FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("docs/language.md has no %s", kind)
		}
		return m[1]
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "spec.yaml"), []byte(part("yaml failing")), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("quandary", "generate", "spec.yaml")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), strings.TrimSpace(part("text error"))) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestDocsGrading runs the command of docs/grading.md on data of the names that it has.
func TestDocsGrading(t *testing.T) {
	bash := puztest.Need(t, "bash")
	lines := shellLines(t, "docs/grading.md")
	if len(lines) != 1 {
		t.Fatalf("the document has %d commands", len(lines))
	}
	cmd := exec.Command(bash, "-e", "-c", `quandary generate gallery:lock -n 2 -o puzzles.jsonl -q
echo '{"id": "lock-1-0", "answer": "It must be 111."}' > answers.jsonl
`+lines[0]+`
grep '"id": "lock-1-0", "correct": ' marks.jsonl`)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestEveryCommandIsRun looks for commands in the documents that no test runs: each stands in a block that some test of this
// package reads (sh, console, bash job), or is one of those that are run elsewhere.
func TestEveryCommandIsRun(t *testing.T) {
	elsewhere := map[string]string{
		"quandary serve": "TestServeDocs, with a port of its own",
		"quandary serve backup copy.db --db quandary.db":                                             "TestServeDocs, with the default file",
		"quandary rate train --kind slitherlink --labels labels.csv -o model.json --curve curve.svg": "the script rate_labels, with labels of its own",
		"quandary rate --model model.json puzzles.jsonl":                                             "the script rate_labels, with a board",
		"quandary generate slitherlink:8x8 --model model.json --class tricky":                        "the script rate_labels, on a smaller board",
	}
	run := map[string]bool{ // the documents whose sh blocks are run, each by the test that names it
		"README.md": true, "blanks.md": true, "cards.md": true, "datasets.md": true, "fillomino.md": true, "grading.md": true, "serve.md": true,
		"rules.md": true, "making.md": true, "sudoku.md": true, "workbench.md": true, "zebra.md": true,
	}
	for name, text := range documents(t) {
		for _, block := range fence.FindAllStringSubmatch(text, -1) {
			kind := block[1]
			if kind == "console" || kind == "bash job" || kind == "sh" && run[name] {
				continue
			}
			for line := range strings.Lines(block[2]) {
				line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
				if command := regexp.MustCompile(`^(quandary|curl|go run) `).MatchString(line); command && elsewhere[line] == "" {
					t.Errorf("%s: no test runs %s (in a block marked %q)", name, line, fmt.Sprint(kind))
				}
			}
		}
	}
}
