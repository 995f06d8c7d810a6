package lint_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestFamilies holds that nothing in the families that ship with the program looks wrong, so that what lint says of others is worth
// reading.
func TestFamilies(t *testing.T) {
	for _, id := range puztest.Some(families.Names(), 36) {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			path, data, _ := families.Use(id)
			file, probs := rules.Load(path, data, families.Use)
			if probs.HasErrors() {
				t.Fatal(probs)
			}
			for _, p := range lint.Check(context.Background(), file, native.New()) {
				if p.Severity == doctree.Hint || p.Code == "work" {
					t.Log(p)
				} else {
					t.Error(p)
				}
			}
		})
	}
}

// TestTemplate holds that there is nothing to say about the file that people start from.
func TestTemplate(t *testing.T) {
	file, probs := rules.Load("template.yaml", []byte(families.Template()), families.Use)
	if len(probs) > 0 {
		t.Fatal(probs)
	}
	for _, p := range lint.Check(context.Background(), file, native.New()) {
		t.Error(p)
	}
}

// TestParts holds that no part of Sudoku variants looks wrong to who uses it, and that what a part has for others is no concern of theirs.
func TestParts(t *testing.T) {
	for _, id := range puztest.Some(families.Pieces(), 6) {
		if id == "state-machines" { // no moves that are drawn blindly are those of a machine
			continue
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nsize: {side: 4..9}\nuse: [sudoku, "+id+"]\n"), families.Use)
			if probs.HasErrors() {
				t.Fatal(probs)
			}
			for _, p := range lint.Check(context.Background(), file, native.New()) {
				if p.Severity != doctree.Hint && p.Code != "symmetry" { // indexers tell rows from columns
					t.Error(p)
				}
			}
		})
	}
}

// TestSymmetriesOfWhatIsUsed: a warning of symmetries that a file has from another one stands where it uses what they do not keep.
func TestSymmetriesOfWhatIsUsed(t *testing.T) {
	file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nuse: [sudoku, row-indexers]\n"), families.Use)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	var at []string
	for _, p := range lint.Check(context.Background(), file, native.New()) {
		if p.Code == "symmetry" {
			at = append(at, p.Pos.String())
		}
	}
	if len(at) != 1 || at[0] != "own.yaml:3:15" {
		t.Errorf("%v", at)
	}
}
