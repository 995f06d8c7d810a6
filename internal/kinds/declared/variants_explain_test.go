package declared_test

import (
	"cmp"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestVariantLemmas: what solvers of variants see at a glance is a step with a name, in two languages, on a board where nothing else is known.
func TestVariantLemmas(t *testing.T) {
	v := declared.NewVariants(native.New())
	for name, c := range map[string]struct{ text, en, zh string }{
		"cage combinations": {".Shape~6x6.Cage~4~R1C1~R1C2.~R4C1_3", "ew sets of digits make 4 in the cage at r1c1", "能组成4的数字组合不多"},
		"thermo bounds":     {".Shape~6x6.Thermo~R1C1~R2C2~R3C3~R4C4.~R6C1_1.~R5C1_2", "leaves room for the digits before and behind it", "留出余地"},
		"whisper polarity":  {".Shape~6x6.Whisper~3~R1C1~R2C2~R3C3.~R1C1_1_2.~R3C3_3_5", "low and high by turns", "大小交替"},
		"cages in a line":   {".Shape~6x6.Cage~9~R1C1~R1C2~R2C1.Cage~7~R3C1~R3C2.Cage~9~R3C4~R3C5~R3C3", "the cages in row 3 leave", "第3行中的笼"},
		"set equivalence":   {".Shape~4x4.NoBoxes.Jigsaw~1112122233343444.~R1C4_1", "hold the same digits", "数字相同"},
	} {
		t.Run(name, func(t *testing.T) {
			for lang, want := range map[string]string{"en": c.en, "zh": c.zh} {
				inst, err := v.Open(c.text)
				if err != nil {
					t.Fatal(err)
				}
				inst = puzzle.In(inst, lang)
				var told []string
				found := false
				for step, err := range inst.(puzzle.Explainer).Explain(t.Context(), inst.(puzzle.Player).Start(), puzzle.ExplainOptions{}) {
					if err != nil {
						t.Fatal(err)
					}
					told = append(told, step.Name+": "+step.Text)
					if step.Name == cmp.Or(families.Words(name)[lang], name) && strings.Contains(step.Text, want) {
						found = true
						break
					}
				}
				if !found {
					t.Errorf("%s: no step says %q:\n%s", lang, want, strings.Join(told, "\n"))
				}
			}
		})
	}
}
