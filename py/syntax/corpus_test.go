package syntax

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"go.yaml.in/yaml/v3"
)

// TestCorpusParses reads every expression, template and custom operator of the published specification files.
func TestCorpusParses(t *testing.T) {
	dir := puztest.Corpus(t, "puzzleclone", "specs")
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no specification files in %s: %v", dir, err)
	}
	n := 0
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var doc map[string]any
		if err := yaml.Unmarshal(data, &doc); err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		w := corpusWalker{t: t, file: filepath.Base(f)}
		w.walk("", doc)
		n += w.n
	}
	t.Logf("%d texts in %d files", n, len(files))
}

type corpusWalker struct {
	t    *testing.T
	file string
	n    int
}

func (w *corpusWalker) walk(key string, v any) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			if (key == "custom_operator" || key == "post_gen_vars") && !strings.HasSuffix(fmt.Sprint(x), ".py") {
				w.expr(key+"."+k, fmt.Sprint(x))
				continue
			}
			w.walk(k, x)
		}
	case []any:
		for _, x := range v {
			w.walk(key, x)
		}
	case string:
		switch key {
		case "formula", "domain", "source", "amount", "total", "constraint", "opt_formula", "ans_formula", "ans_text", "ans_assertion":
			if v != "" {
				w.expr(key, v)
			}
		case "desc", "opt_text":
			w.n++
			x, err := ParseTemplate(w.file, v)
			if err != nil {
				w.t.Errorf("%s: %s: %v\n%s", w.file, key, err, v)
				return
			}
			FreeNames(x)
		}
	}
}

func (w *corpusWalker) expr(key, src string) {
	w.n++
	x, err := ParseExpr(w.file, src)
	if err != nil {
		w.t.Errorf("%s: %s: %v\n%s", w.file, key, err, src)
		return
	}
	FreeNames(x)
}
