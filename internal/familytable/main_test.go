package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/foundry"
)

// TestOwnBoards solves small boards of our own: each has exactly the solution that stands beside it, and so have its images; other
// spellings are read as the same board.
func TestOwnBoards(t *testing.T) {
	files, err := filepath.Glob("testdata/boards/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		t.Run(name, func(t *testing.T) {
			family, err := foundry.Families().Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := read(file)
			if err != nil {
				t.Fatal(err)
			}
			table := &table{limit: time.Minute}
			for _, b := range lines {
				if why := table.solve(family, b); why != "" {
					t.Errorf("%s: %s", b.ID, why)
				}
			}
			if _, wrong := table.bend(family, lines[0]); len(wrong) > 0 {
				t.Errorf("%s: %s", lines[0].ID, strings.Join(wrong, "; "))
			}
		})
	}
}
