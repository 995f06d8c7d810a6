package declared

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestCalledAndSaid: sentences call a layer and the words that are its values as the file says.
func TestCalledAndSaid(t *testing.T) {
	data, _ := families.Read("yin-yang")
	file, _ := rules.Load("yin-yang.yaml", data, families.Use)
	fam, probs := New(file, native.New())
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	p, err := fam.ParseParams("5x5")
	if err != nil {
		t.Fatal(err)
	}
	g, err := fam.Generate(context.Background(), p, nil, puzzle.Stream(fam, 2, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string]string{"en": " black", "zh": "是黑"} {
		inst := *g.Instance.(*Instance)
		inst.lang = lang
		said := false
		for step, err := range inst.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			said = said || strings.Contains(step.Text, want)
			if regexp.MustCompile(`\b[bw]\b`).MatchString(step.Text) {
				t.Errorf("%s: %q says a value as the file writes it", lang, step.Text)
			}
		}
		if !said {
			t.Errorf("%s: no step says %q", lang, want)
		}
	}
	for _, c := range []struct{ layer, want string }{
		{"{values: black white, said: {blak: bright}}", `did you mean "black"?`},
		{"{said: {true: so}}", "no words that could be said otherwise"},
	} {
		_, probs := rules.Load("f.yaml", []byte("version: 1\nfamily: f\nfind:\n  colour: "+c.layer+"\nrules: {}\n"), nil)
		if probs.Err() == nil || !strings.Contains(probs.Err().Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.layer, probs.Err(), c.want)
		}
	}
}

// TestHolesAreWhole: what is not written as %[1]s would stand in the sentence.
func TestHolesAreWhole(t *testing.T) {
	torn := regexp.MustCompile(`%(?:[^\[]|\[\d(?:[^\]]|\](?:[^s]|$)))`)
	whole := func(lang, text string) {
		if at := torn.FindString(text); at != "" {
			t.Errorf("%s: %q: %q is no hole", lang, text, at)
		}
	}
	sayings := []map[string]saying{values}
	for lang, byName := range kindsByLanguage() {
		for _, s := range byName {
			sayings = append(sayings, map[string]saying{lang: s})
		}
	}
	for _, byLang := range sayings {
		for lang, s := range byLang {
			for _, text := range []string{s.one, s.many, s.notOne, s.notMany} {
				whole(lang, text)
			}
		}
	}
	for _, table := range []map[string]map[string]string{structure, patterns} {
		for lang, byName := range table {
			for _, text := range byName {
				whole(lang, text)
			}
		}
	}
}

// kindsByLanguage lists all sayings but those of values.
func kindsByLanguage() map[string][]saying {
	out := map[string][]saying{}
	for lang, byKind := range kinds {
		for _, s := range byKind {
			out[lang] = append(out[lang], s)
		}
	}
	for lang, byLayer := range sayings {
		for _, s := range byLayer {
			out[lang] = append(out[lang], s)
		}
	}
	return out
}
