package rules_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/rules"
)

func TestLoad(t *testing.T) {
	files, _ := filepath.Glob("../families/rules/*.yaml")
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		file, probs := rules.Load(f, data, families.Use)
		for _, p := range probs {
			t.Error(p)
		}
		if file != nil {
			t.Log(file.ID, len(file.Layers), len(file.Rules))
		}
	}
}
