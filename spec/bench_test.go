package spec_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quandary-puzzles/quandary/spec"
)

// BenchmarkLoad reads every file of the gallery, expressions included; BenchmarkLint checks what was read.
func BenchmarkLoad(b *testing.B) {
	names, files := galleryFiles(b)
	root := os.DirFS("../internal/gallery/specs")
	for b.Loop() {
		for i, data := range files {
			if _, probs := spec.Load(names[i], data, spec.Options{Root: root}); probs.HasErrors() {
				b.Fatal(probs)
			}
		}
	}
}

func BenchmarkLint(b *testing.B) {
	names, files := galleryFiles(b)
	root := os.DirFS("../internal/gallery/specs")
	var docs []*spec.Document
	for i, data := range files {
		doc, _ := spec.Load(names[i], data, spec.Options{Root: root})
		docs = append(docs, doc)
	}
	u := spec.StandardUniverse()
	for b.Loop() {
		for _, doc := range docs {
			spec.Lint(doc, u)
		}
	}
}

func galleryFiles(b *testing.B) (names []string, files [][]byte) {
	names, err := filepath.Glob("../internal/gallery/specs/*.yaml")
	if err != nil || len(names) == 0 {
		b.Fatal("no files")
	}
	for _, n := range names {
		data, err := os.ReadFile(n)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, data)
	}
	return names, files
}
