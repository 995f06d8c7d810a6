package spec_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/spec"
)

func validateFiles(t *testing.T, dir string) {
	t.Helper()
	valid := puztest.Schema(t, spec.Schema())
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(data); err != nil {
			t.Errorf("%s: %v", filepath.Base(f), err)
		}
	}
}

func TestSchemaCorpus(t *testing.T) { validateFiles(t, puztest.Corpus(t, "puzzleclone", "specs")) }

// TestSchemaRefuses holds that the schema finds what an editor should underline.
func TestSchemaRefuses(t *testing.T) {
	valid := puztest.Schema(t, spec.Schema())
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
		if valid([]byte(text)) == nil {
			t.Errorf("accepted: %s", text)
		}
	}
}

func TestSchemaGallery(t *testing.T) {
	validateFiles(t, filepath.Join("..", "internal", "gallery", "specs"))
}
