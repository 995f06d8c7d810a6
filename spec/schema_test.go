package spec_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	yaml "go.yaml.in/yaml/v3"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/spec"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(spec.Schema()))
	if err != nil {
		t.Fatal(err)
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
	return s
}

// asJSON gives a YAML file as the values of JSON.
func asJSON(t *testing.T, data []byte) any {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	out, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func validateFiles(t *testing.T, dir string) {
	t.Helper()
	s := compileSchema(t)
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(asJSON(t, data)); err != nil {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
	}
}

func TestSchemaCorpus(t *testing.T) { validateFiles(t, puztest.Corpus(t, "puzzleclone", "specs")) }

// TestSchemaRefuses holds that the schema finds what an editor should underline.
func TestSchemaRefuses(t *testing.T) {
	s := compileSchema(t)
	for _, text := range []string{
		"{}",
		"desc: x\nvariabels: {}",
		"desc: x\nvariables: {a: {type: int}}",
		"desc: x\nvariables: {a: {type: int, domain: '[1, 2]', formula: '1'}}",
		"desc: x\nvariables: {a: {type: itn, domain: '[1, 2]'}}",
		"desc: x\nsymbols: {a: {type: int}}",
		"desc: x\nsymbols: {a: {source: [x], type: complex}}",
		"desc: x\nconditions: {a: {desc: x}}",
		"desc: x\nconditions: {a: {source: [x], formula: x, custom_cond: [{scope: all, fields: [0]}]}}",
		"desc: x\nqueries: {a: {desc: x}}",
		"desc: x\nqueries: {a: {source: [x], opt_formula: x, cond: most}}",
		"desc: x\noptimize: {formula: x}",
		"desc: x\nmax_solution: -1",
	} {
		if s.Validate(asJSON(t, []byte(text))) == nil {
			t.Errorf("accepted: %s", text)
		}
	}
}

func TestSchemaGallery(t *testing.T) { validateFiles(t, filepath.Join("..", "gallery", "specs")) }
