package foundry_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

const twos = `family: twos
size: {rows: 2..6, cols: 2..6}
find: {digit: {values: 1..2, given: true}}
rules: {differ: "digit[a] != digit[b] for a, b in links"}
text: {en: {differ: "{a} and {b} are equal."}}
`

// TestRulesFile: a rules file with a size is a source. Its puzzles have the family's name, or carry the rules, and then the same board opens without the file.
func TestRulesFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "twos.yaml")
	if err := os.WriteFile(file, []byte(twos), 0o600); err != nil {
		t.Fatal(err)
	}
	opt := foundry.Options{Files: &foundry.Files{Base: dir}}
	named := open(t, "twos.yaml:3x4", opt)
	if got := line(t, named, 7, 0); !strings.Contains(got, `"puzzle": "twos:3x4:`) {
		t.Errorf("named: %s", got)
	}
	opt.Carried = true
	carried := open(t, "twos.yaml:3x4", opt)
	m, err := carried.NewMaker(7)(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	_, inst, err := foundry.Families().Open(t.Context(), m.Record.Origin.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := inst.(puzzle.Solver).Solve(t.Context(), 2); err != nil || res.Status != puzzle.Unique || res.Solutions[0].Desc() != m.Generated.Solution.Desc() {
		t.Errorf("opened without the file: %v, %v", res.Status, err)
	}
	if carried.Title() != "twos.yaml:3x4" {
		t.Errorf("title %q", carried.Title())
	}
	if !opt.IsFamily("twos.yaml:3x4") || !opt.IsFamily("twos.yaml") || opt.IsFamily("none.yaml") {
		t.Error("a rules file is not taken for a family's")
	}
	if names, err := opt.ClassesOf("twos.yaml:3x4"); err != nil || len(names) == 0 {
		t.Errorf("classes %v, %v", names, err)
	}

	// Other rules do not go on with the records.
	if err := os.WriteFile(file, []byte(strings.Replace(twos, "are equal", "are the same", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := open(t, "twos.yaml:3x4", opt).Fits(m.Record.Origin); err == nil || !strings.Contains(err.Error(), "another rules file") {
		t.Errorf("fits other rules: %v", err)
	}
}

// TestRulesFileFromMemory: where files are kept to what is given, nothing else is read, wherever it lies.
func TestRulesFileFromMemory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "twos.yaml")
	if err := os.WriteFile(file, []byte(twos), 0o600); err != nil {
		t.Fatal(err)
	}
	files := &foundry.Files{Only: true, Given: map[string]foundry.Spec{"given.yaml": {Data: []byte(twos)}}}
	for _, name := range []string{file + ":3x3", file, "../twos.yaml:3x3"} {
		for _, f := range []*foundry.Files{files, nil} {
			if _, err := foundry.Open(name, foundry.Options{Files: f}); err == nil || !strings.Contains(err.Error(), "files are not read here") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, name := range []string{"given.yaml:3x3", "given.yaml"} {
		open(t, name, foundry.Options{Files: files, Carried: true})
	}
}
