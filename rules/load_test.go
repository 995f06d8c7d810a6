package rules_test

import (
	"fmt"
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

// TestOtherNames says how the language says what people write in other words.
func TestOtherNames(t *testing.T) {
	const file = `version: 1
family: sample
given: {moon: {values: sun moon, some: true}}
find: {shade: {}}
rules:
  it: RULE for c in cells
`
	for rule, says := range map[string]string{
		"connected(shade)":                             "unknown name connected; expected len(groups(shade)) <= 1",
		"len(set(shade[x] for x in c.next)) == 1":      "unknown name set; expected distinct(...)",
		"any(shade[x] for x in c.neighbours)":          "no place has a relation neighbours; expected c.next",
		"any(shade[x] for x in c.near)":                "no place has a relation near; expected c.next",
		"shade[c] if moon[c] == sun":                   "unknown name sun; expected 'sun' in quotes, which is a word of moon",
		"moon[c] != moon":                              "the layer moon as a whole is compared; expected moon[...], its value at a place, or the word 'moon' in quotes",
		"count(shade[x] for x in c.next) == shade":     "the layer shade as a whole is compared; expected shade[...], its value at a place",
		"any(shad[x] for x in c.next)":                 `unknown name shad (did you mean "shade"?)`,
		"all(moon[c] == moon for moon in [moon[c]])":   "",
		"c in shade or c not in moon or len(moon) > 3": "",
	} {
		text := strings.Replace(file, "RULE", rule, 1)
		if strings.Contains(rule, " if moon[c]") { // the condition stands behind the loop
			text = strings.Replace(file, "RULE for c in cells", "shade[c] for c in cells if moon[c] == sun", 1)
		}
		_, probs := rules.Load("sample.yaml", []byte(text), nil)
		var got string
		if len(probs) > 0 {
			got = probs[0].Error()
		}
		if says == "" && got != "" || !strings.Contains(got, says) {
			t.Errorf("%s: %s", rule, got)
		}
	}
}

// TestWordsAsNames says that a word of the language is no name of one's own.
func TestWordsAsNames(t *testing.T) {
	for let, want := range map[string]string{
		"is(c): shade[c]":       "is is a word of the language; expected another name, such as is_",
		"near(c, in): shade[c]": "in is a word of the language; expected another name, such as in_",
		"1st: shade":            `"1st" is neither a name nor a function`,
	} {
		_, probs := rules.Load("sample.yaml", []byte("version: 1\nfamily: sample\nfind: {shade: {}}\nlet:\n  "+let+"\nrules:\n  one: count(shade) == 1\n"), nil)
		if err := probs.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", let, err)
		}
	}
}

// TestTakenAway: a file that uses another takes a layer of it away by naming it with nothing behind.
func TestTakenAway(t *testing.T) {
	base := func(string) (string, []byte, bool) {
		return "base.yaml", []byte("version: 1\nfamily: base\ngiven: {total: {at: rows, values: 0..9}, tree: {}}\nfind: {tent: {}}\nrules:\n  total: count(tent[c] for c in l) == total[l] for l in total\n  ground: not tent[c] for c in tree\n"), true
	}
	file, probs := rules.Load("own.yaml", []byte("version: 1\nfamily: own\nuse: base\ngiven: {total: }\nrules: {total: }\n"), base)
	if probs.HasErrors() {
		t.Fatal(probs)
	}
	if file.Layer("total") != nil || file.Layer("tree") == nil || file.Rule("total") != nil {
		t.Errorf("layers %v", file.Layers)
	}
}

// TestUsing: a file is called by its own name and not by that of what it uses, and where it takes away what that needs the error is its own.
func TestUsing(t *testing.T) {
	base := func(name string) (string, []byte, bool) {
		return "base.yaml", []byte("version: 1\nfamily: base\ngiven: {total: {values: 0..4, some: true}}\nfind: {shade: {}}\nrules:\n  total: total[c] > 0 for c in total\n"), name == "base"
	}
	file, probs := rules.Load("dir/My Cages.yaml", []byte("version: 1\nuse: base\n"), base)
	if probs.HasErrors() || file.ID != "my-cages" {
		t.Errorf("%v %v", file, probs)
	}
	if file, probs = rules.Load("-", []byte("version: 1\nuse: base\n"), base); probs.HasErrors() || file.ID != "base" {
		t.Errorf("%v %v", file, probs)
	}
	_, probs = rules.Load("own.yaml", []byte("version: 1\nuse: base\ngiven: {total: }\n"), base)
	if len(probs) != 1 || probs[0].Pos.File != "own.yaml" || probs[0].Pos.Line != 3 || !strings.Contains(probs[0].Message, "base.yaml:6") {
		t.Errorf("%v", probs)
	}
}

// TestTextsAreTexts: what is said is a text, or a text for each language; anything else is told, and not left out.
func TestTextsAreTexts(t *testing.T) {
	for said, fails := range map[string]bool{
		"twins":                    false,
		"{en: twins, de: Paar}":    false,
		"[twins, pair]":            true,
		"{en: twins, de: [Paar]}":  true,
		"{en: twins, de: {a: b} }": true,
	} {
		_, probs := rules.Load("sample.yaml", []byte("version: 1\nfamily: sample\nfind: {shade: {}}\nrules:\n  one: count(shade) == 1\n"+
			"techniques:\n  two: {then: count(shade) < 2, called: "+said+"}\n"), nil)
		if told := probs.HasErrors() && strings.Contains(fmt.Sprint(probs), "what is said is a "); told != fails {
			t.Errorf("called: %s: told %v, want %v: %v", said, told, fails, probs)
		}
	}
}
