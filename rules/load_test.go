package rules_test

import (
	"os"
	"path/filepath"
	"strings"
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

// TestSentenceExpressions refuses what a sentence cannot fill in.
func TestSentenceExpressions(t *testing.T) {
	const file = `version: 1
family: sample
given: {number: {values: 0..4, some: true}}
find: {shade: {}}
rules:
  clear: not shade[c] for c in number
text: {en: {clear: "SENTENCE"}}
`
	for sentence, right := range map[string]bool{
		"{c} is shaded.":              true,
		"{number[c]} at {c}.":         true,
		"{len(c.next)} beside {c}.":   false,
		"{number[c] + 1} beside {c}.": false,
		"{number[c.step(n)]} at {c}.": false,
		"{number[x]} is not here.":    false,
	} {
		_, probs := rules.Load("sample.yaml", []byte(strings.Replace(file, "SENTENCE", sentence, 1)), nil)
		if probs.HasErrors() == right {
			t.Errorf("%s: %v", sentence, probs)
		}
	}
}
