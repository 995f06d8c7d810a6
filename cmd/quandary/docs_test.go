package main

import (
	"bufio"
	"bytes"
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
	cmd := exec.Command(python, "client.py")
	cmd.Dir = dir
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
	puztest.From(t, puztest.Usual)
	bash := puztest.Need(t, "bash")
	dir := t.TempDir()
	n := 0
	for _, line := range shellLines(t, "README.md") {
		if line == "go test ./..." {
			continue
		}
		n++
		cmd := exec.Command(bash, "-c", strings.Replace(line, "go run ./cmd/quandary", "quandary", 1))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s\n%v\n%s", line, err, out)
		}
	}
	if n < 20 {
		t.Errorf("the README has %d commands: are its blocks still marked sh?", n)
	}
}

// shellLines gives the commands of a document's sh blocks.
func shellLines(t *testing.T, doc string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", doc))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		lines = append(lines, strings.Split(strings.TrimSpace(block[1]), "\n")...)
	}
	return lines
}

// TestDocsCommands runs the commands of docs/fillomino.md and docs/datasets.md, the latter on its plan with the numbers divided by
// 100, as it says.
func TestDocsCommands(t *testing.T) {
	puztest.From(t, puztest.Whole)
	bash := puztest.Need(t, "bash")
	dir := t.TempDir()
	text, err := os.ReadFile("../../docs/datasets.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(name string) string {
		b := regexp.MustCompile("(?s)```" + name + "\n(.*?)```").FindSubmatch(text)
		if b == nil {
			t.Fatalf("docs/datasets.md has no %s", name)
		}
		return string(b[1])
	}
	small := regexp.MustCompile(`(\d+)00\b`).ReplaceAllString(block("yaml plan"), "$1")
	for name, content := range map[string]string{"plan.yaml": small, "loop.py": block("python loop")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range append(shellLines(t, "docs/fillomino.md"), shellLines(t, "docs/datasets.md")...) {
		t.Run(line, func(t *testing.T) {
			if strings.HasPrefix(line, "python3 ") {
				puztest.NeedPython(t, "pyarrow")
			} else if strings.Contains(line, "answers.jsonl") {
				if _, err := os.Stat(filepath.Join(dir, "answers.jsonl")); err != nil {
					t.Skip("the loop that writes the answers has not run")
				}
			}
			cmd := exec.Command(bash, "-c", line)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s\n%v\n%s", line, err, out)
			}
		})
	}
}

// TestFamilyDocs runs the commands of docs/sudoku.md and docs/zebra.md, the latter on the file that it has one write.
func TestFamilyDocs(t *testing.T) {
	puztest.From(t, puztest.Whole)
	bash := puztest.Need(t, "bash")
	text, err := os.ReadFile("../../docs/zebra.md")
	if err != nil {
		t.Fatal(err)
	}
	door := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindSubmatch(text)
	if door == nil {
		t.Fatal("docs/zebra.md has no YAML")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "door.yaml"), door[1], 0o666); err != nil {
		t.Fatal(err)
	}
	for doc, least := range map[string]int{"docs/zebra.md": 10, "docs/sudoku.md": 10, "docs/making.md": 7} {
		lines := shellLines(t, doc)
		if len(lines) < least {
			t.Errorf("%s has %d commands: are its blocks still marked sh?", doc, len(lines))
		}
		for _, line := range lines {
			cmd := exec.Command(bash, "-c", line)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %s\n%v\n%s", doc, line, err, out)
			}
		}
	}
}

// TestServeDocs runs the calls of docs/serve.md, as one script, against the program, which then ends in good order.
func TestServeDocs(t *testing.T) {
	puztest.From(t, puztest.Usual)
	bash := puztest.Need(t, "bash")
	puztest.Need(t, "curl")
	dir := t.TempDir()
	server := exec.Command("quandary", "serve", "--addr", "127.0.0.1:0")
	server.Dir = dir
	var log bytes.Buffer
	server.Stderr = &log
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	_, addr, ok := strings.Cut(strings.TrimSpace(line), "http://")
	if err != nil || !ok {
		t.Fatalf("the server says %q, %v\n%s", line, err, log.String())
	}
	lines := append(shellLines(t, "docs/serve.md"), shellLines(t, "docs/workbench.md")...)
	if len(lines) < 22 {
		t.Errorf("the document has %d commands: are its blocks still marked sh?", len(lines))
	}
	script := strings.NewReplacer("localhost:8080", addr, "curl -s", "curl -sS --fail-with-body").Replace(strings.Join(lines, "\n"))
	cmd := exec.Command(bash, "-e", "-c", script)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\nlog of the server:\n%s", err, out, log.String())
	}
	backup := exec.Command("quandary", "serve", "backup", "copy.db")
	backup.Dir = dir
	if out, err := backup.CombinedOutput(); err != nil {
		t.Errorf("backup: %v\n%s", err, out)
	}
	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ends with %v\n%s", err, log.String())
	}
}

// TestIndexJob runs the job of docs/scale.md as two tasks of an array, and compares them with one run. Its ten thousand records
// are a hundred here.
func TestIndexJob(t *testing.T) {
	bash := puztest.Need(t, "bash")
	text, err := os.ReadFile("../../docs/scale.md")
	if err != nil {
		t.Fatal(err)
	}
	job := regexp.MustCompile("(?s)```bash job\n(.*?)```").FindSubmatch(text)
	if job == nil {
		t.Fatal("docs/scale.md has no job")
	}
	dir := t.TempDir()
	script := strings.Replace(string(job[1]), "n=10000", "n=100", 1)
	for _, run := range []struct{ variable, script string }{
		{"SLURM_ARRAY_TASK_ID=0", script},
		{"JOB_COMPLETION_INDEX=1", script},
		{"X=", "quandary generate gallery:knaves --seed 7 -n 200 -q -o whole.jsonl && cat part-*.jsonl | cmp - whole.jsonl"},
	} {
		cmd := exec.Command(bash, "-c", run.script)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), run.variable)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", run.variable, err, out)
		}
	}
}
