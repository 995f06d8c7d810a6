package lint

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestTechniques proves what techniques say, and refuses what does not follow from the rules that they name.
func TestTechniques(t *testing.T) {
	const head = `version: 1
family: x
size: {rows: 3..9, cols: 3..9}
given: {number: {values: 0..8, some: true}}
find: {shade: {}}
rules:
  count: count(shade[x] for x in c.around) == number[c] for c in number
  apart: not (shade[a] and shade[b]) for a, b in links
text: {en: {count: "{c}", apart: "{a} {b}"}}
techniques:
  it: `
	for _, c := range []struct{ technique, want string }{
		{`{then: "not any(shade[x] for x in c.around) for c in number if number[c] == 0", by: count, text: {en: none}}`, ""},
		{`{then: "not any(shade[x] for x in c.around) for c in number if number[c] == 0", text: {en: none}}`, ""},
		{`{then: "not any(shade[x] for x in c.around) for c in number if number[c] == 0", by: apart, text: {en: none}}`, "does not follow from apart"},
		{`{then: "shade[c] for c in number", text: {en: none}}`, "does not follow from the rules"},
		{`{then: "not shade[c] for c in number if number[c] == 9 - 9", by: count}`, "has no sentence"},
		{`{then: "shade[q] for c in number", text: {en: none}}`, "q"},
		{`{then: "shade[c] for c in number", by: counts, text: {en: none}}`, `there is no rule "counts"`},
		{`{by: count, text: {en: none}}`, "does not say what follows"},
		{`{then: "True", weight: heavy, text: {en: none}}`, "no weight"},
		{`{then: "True", text: {en: none}, example: {board: "3 3"}}`, "without what follows"},
		{`shade`, "is a text"},
	} {
		f, probs := rules.Load("x.yaml", []byte(head+c.technique+"\n"), nil)
		if f != nil && probs.Err() == nil {
			probs = append(probs, Check(context.Background(), f, native.New())...)
		}
		var all []string
		for _, p := range probs {
			if strings.Contains(p.Message, "technique") || strings.Contains(p.Message, "weight") || strings.Contains(p.Message, "example") || strings.Contains(p.Message, "there is no rule") || p.Code == "unknown-name" || p.Code == "meaning" {
				all = append(all, p.Message)
			}
		}
		if got := strings.Join(all, "; "); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.technique, got, c.want)
		}
	}
}
