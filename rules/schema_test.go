package rules_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/rules"
)

// TestSchema holds that the schema knows the keys that the reader knows, takes every family that ships with the program, and refuses
// what the reader refuses.
func TestSchema(t *testing.T) {
	var doc struct{ Properties map[string]any }
	if err := json.Unmarshal([]byte(rules.Schema()), &doc); err != nil {
		t.Fatal(err)
	}
	properties := doc.Properties
	if len(properties) != len(rules.Keys()) {
		t.Errorf("the schema has %d keys, a file %d", len(properties), len(rules.Keys()))
	}
	for _, k := range rules.Keys() {
		if properties[k] == nil {
			t.Errorf("the schema does not know %s", k)
		}
	}
	valid := puztest.Schema(t, rules.Schema())
	files, _ := filepath.Glob("../families/rules/*.yaml")
	more, _ := filepath.Glob("../families/rules/pieces/*.yaml")
	for _, f := range append(append(files, more...), "../families/template.yaml") {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(data); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, name := range rules.Drawings() {
		if err := valid([]byte("family: a\ngiven: {x: {each: {cells: places}, made: " + name + "}}\nfind: {y: {}}")); err != nil {
			t.Errorf("the schema does not know what is made as %s: %v", name, err)
		}
	}
	for _, bad := range []string{
		"family: a\ngiven: {x: {each: {cells: places}, made: termo}}\nfind: {y: {}}",
		"family: a\nfind: {x: {made: thermo}}",
		"family: a\nrule: {}\nfind: {x: {}}",
		"family: A B\nfind: {x: {}}",
		"family: a\nversion: 2\nfind: {x: {}}",
		"family: a\nfind: {x: {value: 1..9}}",
		"family: a\nfind: {x: {some: 3}}",
		"family: a\nsize: big\nfind: {x: {}}",
		"family: a\nsize: {row: 3..4}\nfind: {x: {}}",
		"family: a\nfind: {x: {}}\nrules: {r: [1, 2]}",
		"family: a\nfind: {x: {}}\nparams: {k: {default: 3}}",
	} {
		if valid([]byte(bad)) == nil {
			t.Errorf("the schema takes\n%s", bad)
		}
		if _, probs := rules.Load("bad.yaml", []byte(bad), nil); !probs.HasErrors() {
			t.Errorf("the reader takes\n%s", bad)
		}
	}
}
