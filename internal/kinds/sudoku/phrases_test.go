package sudoku

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestPhrases holds that every step is said in every language, and that each is read back to the same English.
func TestPhrases(t *testing.T) {
	ctx := context.Background()
	puzzles := 12
	if os.Getenv("QUANDARY_LONG") != "" {
		puzzles = 300
	}
	said, unsaid := 0, map[string]bool{}
	var check func(s puzzle.Step)
	check = func(s puzzle.Step) {
		for _, sub := range s.Sub {
			check(sub)
		}
		for _, lang := range phrases.Languages()[1:] {
			text, ok := table().In(s.Text, "en", lang)
			if !ok {
				unsaid[s.Technique+": "+s.Text] = true
				return
			}
			said++
			if back, ok := table().In(text, lang, "en"); !ok || back != s.Text {
				t.Errorf("%s\n%s: %s\nis read as %s", s.Text, lang, text, back)
			}
		}
	}
	for seed := range uint64(puzzles) {
		size := []string{"9x9", "9x9", "9x9-x", "9x9-jigsaw", "9x9", "9x9"}[seed%6]
		class := []string{"evil", "hard", "medium", "hard", "evil", "evil"}[seed%6]
		params, err := Family{}.ParseParams(size)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Family{}.Generate(ctx, params, puzzle.Settings{"class": class}, rng.New(seed+1), nil)
		if err != nil {
			t.Fatal(err)
		}
		for s, err := range g.Instance.(*Puzzle).Explain(ctx, "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			check(s)
		}
	}
	if len(unsaid) > 0 {
		var list []string
		for text := range unsaid {
			list = append(list, text)
		}
		slices.Sort(list)
		t.Errorf("%d steps have no words:\n%s", len(list), strings.Join(list[:min(len(list), 40)], "\n"))
	}
	t.Log(said, "texts read back")
}
