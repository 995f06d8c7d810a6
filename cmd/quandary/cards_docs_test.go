package main

import (
	"os"
	"os/exec"
	"regexp"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestCardsDocs runs the blocks of docs/cards.md, each as a script.
func TestCardsDocs(t *testing.T) {
	puztest.From(t, puztest.Usual)
	bash := puztest.Need(t, "bash")
	text, err := os.ReadFile("../../docs/cards.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) < 8 {
		t.Errorf("docs/cards.md has %d blocks: are they still marked sh?", len(blocks))
	}
	for _, block := range blocks {
		cmd := exec.Command(bash, "-e", "-c", string(block[1]))
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s\n%v\n%s", block[1], err, out)
		}
	}
}
