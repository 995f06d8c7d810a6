package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestBlanksDocs runs the commands of docs/blanks.md on the files that it has one write.
func TestBlanksDocs(t *testing.T) {
	puztest.From(t, puztest.Whole)
	bash := puztest.Need(t, "bash")
	text := documents(t)["blanks.md"]
	dir := t.TempDir()
	for name, kind := range map[string]string{"mean.py": "python", "ages.yaml": "yaml"} {
		m := regexp.MustCompile("(?s)```" + kind + "\n(.*?)```").FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("docs/blanks.md has no %s", name)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(m[1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	lines := shellLines(t, "docs/blanks.md")
	if len(lines) < 15 {
		t.Errorf("the document has %d commands: are its blocks still marked sh?", len(lines))
	}
	for _, line := range lines {
		cmd := exec.Command(bash, "-c", line)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s\n%v\n%s", line, err, out)
		}
	}
}
