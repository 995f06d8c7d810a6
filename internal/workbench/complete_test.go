package workbench

import (
	"slices"
	"strings"
	"testing"
	"testing/quick"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
)

func bench(t testing.TB) *Bench {
	t.Helper()
	b, err := New(foundry.Families())
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestComplete: the place is marked by | in the text.
func TestComplete(t *testing.T) {
	b := bench(t)
	for name, c := range map[string]struct {
		text      string
		want, not []string
	}{
		"top":             {"|", []string{"variables", "symbols", "conditions", "queries", "desc", "title"}, []string{"formula"}},
		"top, begun":      {"title: a\nva|", []string{"variables"}, []string{"title", "symbols"}},
		"not twice":       {"title: a\n|\ndesc: b\n", []string{"variables"}, []string{"title", "desc"}},
		"variable":        {"variables:\n  n:\n    |", []string{"type", "domain", "formula"}, []string{"source"}},
		"variable, half":  {"variables:\n  n:\n    type: int\n    do|\n  m:\n    domain: x", []string{"domain"}, []string{"type"}},
		"symbol":          {"symbols:\n  x:\n    so|", []string{"source"}, nil},
		"query":           {"queries:\n  q1:\n    |", []string{"desc", "ans_text", "ans_formula", "opt_formula", "eval_type"}, []string{"domain_"}},
		"custom_cond":     {"conditions:\n  c:\n    custom_cond:\n      - |", []string{"scope", "fields", "constraint"}, nil},
		"scope":           {"conditions:\n  c:\n    custom_cond:\n      - scope: |", []string{"domain", "dim"}, nil},
		"truth":           {"calc_solution: |", []string{"true", "false"}, nil},
		"sort":            {"symbols:\n  x:\n    type: |", []string{"int", "bool", "real", "enum"}, nil},
		"names":           {"variables:\n  count:\n    formula: 3\nsymbols:\n  cow:\n    source: [co|]\n", []string{"count", "cow"}, []string{"domain"}},
		"names in order":  {"variables:\n  alpha:\n    formula: 1\nconditions:\n  c:\n    formula: alp|\n", []string{"alpha"}, nil},
		"operators":       {"conditions:\n  c:\n    formula: get_v|", []string{"get_value", "get_var_name"}, nil},
		"logic":           {"conditions:\n  c:\n    formula: Distin|", []string{"Distinct"}, nil},
		"text":            {"variables:\n  apples:\n    formula: 1\ndesc: There are ap|", nil, []string{"apples"}},
		"text, in braces": {"variables:\n  apples:\n    formula: 1\ndesc: There are {ap|", []string{"apples"}, nil},
		"method":          {"variables:\n  sum_of:\n    formula: 1\nconditions:\n  c:\n    formula: x.su|", nil, []string{"sum_of"}},
		"list item":       {"variables:\n  people:\n    formula: 1\nsymbols:\n  x:\n    source:\n      - pe|\n", []string{"people"}, nil},
		"Chinese":         {"variables:\n  人数:\n    formula: 3\nconditions:\n  c:\n    formula: 人|", []string{"人数"}, nil},
		"post generation": {"post_generation:\n  |", []string{"post_gen_vars", "post_gen_conditions"}, nil},
	} {
		before, after, _ := strings.Cut(c.text, "|")
		line := strings.Count(before, "\n") + 1
		last := before[strings.LastIndexByte(before, '\n')+1:]
		got := b.Complete(before+after, line, len([]rune(last))+1)
		var labels []string
		for _, it := range got.Items {
			labels = append(labels, it.Label)
			if it.Kind == "key" && it.Doc == "" && it.Label != "desc" {
				t.Errorf("%s: the key %s has no documentation", name, it.Label)
			}
		}
		for _, w := range c.want {
			if !slices.Contains(labels, w) {
				t.Errorf("%s: %s is missing among %v", name, w, labels)
			}
		}
		for _, w := range c.not {
			if slices.Contains(labels, w) {
				t.Errorf("%s: %s is among %v", name, w, labels)
			}
		}
		if word := lastWord(last); len(got.Items) > 0 && got.To-got.From != len([]rune(word)) {
			t.Errorf("%s: replaces %d to %d, the word is %q", name, got.From, got.To, word)
		}
	}
}

// TestCompleteAnywhere: no place in any text of the gallery, nor in random ones, is a crash.
func TestCompleteAnywhere(t *testing.T) {
	b := bench(t)
	for _, e := range gallery.List()[:4] {
		text := string(e.Data)
		for i, line := range strings.Split(text, "\n") {
			for col := 1; col <= len([]rune(line))+1; col += 3 {
				b.Complete(text, i+1, col)
			}
		}
	}
	if err := quick.Check(func(text string, line, col uint8) bool {
		return len(b.Complete(text, int(line)%8, int(col)%16).Items) <= maxItems
	}, nil); err != nil {
		t.Error(err)
	}
}

// TestCompleteRules: the place is marked by | in the text.
func TestCompleteRules(t *testing.T) {
	b := bench(t)
	const head = "given: {number: {values: 0..4, some: true}, \"odd one\": {}}\nfind:\n  line: {at: edges}\nlet:\n  near(c): c.around\n"
	for name, c := range map[string]struct {
		text      string
		want, not []string
	}{
		"top":      {"|", []string{"family", "given", "find", "rules", "make"}, []string{"formula"}},
		"layers":   {head + "rules:\n  a: count(l|", []string{"line", "links", "len"}, nil},
		"flow":     {head + "rules:\n  a: x for c in nu|", []string{"number"}, []string{"values"}},
		"let":      {head + "rules:\n  a: ne|", []string{"near"}, nil},
		"relation": {head + "rules:\n  a: all(x for x in c.ar|", []string{"around"}, []string{"near"}},
		"layer":    {"given:\n  number:\n    |", []string{"values", "at", "some"}, []string{"family"}},
		"sentence": {head + "rules:\n  closed: loop(line)\ntext:\n  en:\n    |", []string{"closed"}, []string{"family"}},
	} {
		before, after, _ := strings.Cut(c.text, "|")
		line := strings.Count(before, "\n") + 1
		col := len(before) - strings.LastIndexByte(before, '\n')
		var got []string
		for _, it := range b.CompleteRules(before+after, line, col).Items {
			got = append(got, it.Label)
		}
		for _, w := range c.want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: %s is missing from %v", name, w, got)
			}
		}
		for _, w := range c.not {
			if slices.Contains(got, w) {
				t.Errorf("%s: %s is proposed", name, w)
			}
		}
	}
}
