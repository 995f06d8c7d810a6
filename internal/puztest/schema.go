package puztest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	yaml "go.yaml.in/yaml/v3"
)

// Schema compiles a JSON Schema (draft 2020-12). What it gives checks a YAML or JSON document by it.
func Schema(t testing.TB, schema string) func(document []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
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
	return func(document []byte) error {
		t.Helper()
		var v any
		if err := yaml.Unmarshal(document, &v); err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(textKeys(v))
		if err != nil {
			t.Fatal(err)
		}
		out, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
		if err != nil {
			t.Fatal(err)
		}
		return s.Validate(out)
	}
}

// textKeys makes all keys text, as they are in JSON.
func textKeys(v any) any {
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for k, x := range v {
			out[fmt.Sprint(k)] = textKeys(x)
		}
		return out
	case map[string]any:
		for k, x := range v {
			v[k] = textKeys(x)
		}
	case []any:
		for i, x := range v {
			v[i] = textKeys(x)
		}
	}
	return v
}
