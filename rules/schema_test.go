package rules_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	yaml "go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/rules"
)

// plain makes all keys text, as they are in JSON.
func plain(v any) any {
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for k, x := range v {
			out[fmt.Sprint(k)] = plain(x)
		}
		return out
	case map[string]any:
		for k, x := range v {
			v[k] = plain(x)
		}
	case []any:
		for i, x := range v {
			v[i] = plain(x)
		}
	}
	return v
}

func asJSON(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(plain(v))
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSchema holds that the schema knows the keys that the reader knows, takes every family that ships with the program, and refuses
// what the reader refuses.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(rules.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	properties := doc.(map[string]any)["properties"].(map[string]any)
	if len(properties) != len(rules.Keys()) {
		t.Errorf("the schema has %d keys, a file %d", len(properties), len(rules.Keys()))
	}
	for _, k := range rules.Keys() {
		if properties[k] == nil {
			t.Errorf("the schema does not know %s", k)
		}
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("../families/rules/*.yaml")
	more, _ := filepath.Glob("../families/rules/pieces/*.yaml")
	for _, f := range append(append(files, more...), "../families/template.yaml") {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(asJSON(t, data)); err != nil {
			t.Errorf("%s: %v", f, err)
		}
	}
	for _, bad := range []string{
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
		if s.Validate(asJSON(t, []byte(bad))) == nil {
			t.Errorf("the schema takes\n%s", bad)
		}
		if _, probs := rules.Load("bad.yaml", []byte(bad), nil); !probs.HasErrors() {
			t.Errorf("the reader takes\n%s", bad)
		}
	}
}
