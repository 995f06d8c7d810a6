package maths_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestSchema holds that the schema takes every file that ships with the program, and refuses what the reader refuses.
func TestSchema(t *testing.T) {
	valid := puztest.Schema(t, maths.Schema())
	files, err := filepath.Glob("../shelf/maths/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(data); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, bad := range []string{
		"blanks: a\nslots: {x: 1..3}",
		"blanks: a\nslots: {x: 1..3}\nsheet: \"{x}\"\nrulez: {}",
		"blanks: a\nslots: {x: {value: 1..3}}\nsheet: \"{x}\"",
		"blanks: a\nslots: {x: 1..3}\nsheet: {fr: \"{x}\"}",
		"blanks: a\nslots: {x: 1..3}\nsheet: \"{x}\"\nmake: {carv: [x]}",
		"blanks: a\nslots: {x: 1..3}\nsheet: \"{x}\"\nlevel: 9",
		"blanks: a\nsteps: {x: {say: b}}",
	} {
		if valid([]byte(bad)) == nil {
			t.Errorf("the schema takes\n%s", bad)
		}
		if _, probs := maths.Read("bad.yaml", []byte(bad)); !probs.HasErrors() {
			t.Errorf("the reader takes\n%s", bad)
		}
	}
}

// TestNames holds that names which nothing states are found where they stand, and that slots which nothing tells are said.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"blanks: a\nslots: {x: 1..3, y: 1..9}\nsheet: \"{x} {y}\"\nrules:\n  r: y == 2 * z\n":            `bad.yaml:5:6: error: there is no "z" here; expected a parameter, a slot`,
		"blanks: a\nparams: {n: 1..k}\nslots: {x: 1..3}\nsheet: \"{x}\"\nrules:\n  r: x == n\n":          `bad.yaml:2:13: error: there is no "k" here`,
		"blanks: a\nslots: {x: 1..3, total: 1..9}\nsheet: \"{x} {totl}\"\nrules:\n  r: total == 2 * x\n": `bad.yaml:3:8: error: there is no "totl" here; expected a parameter, a slot, or one of range, len, sum, min, max, all, any, distinct, abs, int, op, logic (did you mean "total"?)`,
		"blanks: a\nslots: {x: 1..3, y: 1..9}\nsheet: \"{x} {y}\"\nrules:\n  r: x == 2\n":                `bad.yaml:2:21: warning: no rule says what y is, so it is never blank`,
		"blanks: a\nslots: {x: 1..3, y: 1..9}\nsheet: \"{x}\"\nrules:\n  r: x == y\n":                    `bad.yaml:2:21: warning: y stands on no sheet`,
		"blanks: a\nslots: {x: {at: range(3), values: 1..9}}\nsheet: \"{x[0]}\"\nrules:\n  r: sumx == 3": `bad.yaml:5:6: error: there is no "sumx" here`,
	} {
		_, probs := maths.Read("bad.yaml", []byte(text))
		found := false
		for _, p := range probs {
			found = found || strings.Contains(p.Error(), want)
		}
		if !found {
			t.Errorf("%s\ngives %v\nwant %s", text, probs, want)
		}
	}
}
