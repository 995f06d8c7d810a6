package fillomino

import (
	"context"
	"iter"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestPhrases holds that every step is said in every language, and that each is read back to the same English.
func TestPhrases(t *testing.T) {
	ctx := context.Background()
	said := 0
	var check func(s puzzle.Step)
	check = func(s puzzle.Step) {
		for _, sub := range s.Sub {
			check(sub)
		}
		for _, lang := range phrases.Languages()[1:] {
			text, ok := table().In(s.Text, "en", lang)
			if !ok {
				t.Errorf("%s: %s has no words in %s", s.Technique, s.Text, lang)
				return
			}
			said++
			if back, ok := table().In(text, lang, "en"); !ok || back != s.Text {
				t.Errorf("%s\n%s: %s\nis read as %s", s.Text, lang, text, back)
			}
		}
	}
	for seed := range puztest.Seeds(t, 12, 300) {
		size := []string{"7x7", "9x9", "8x8", "6x6"}[seed%4]
		class := []string{"evil", "hard", "medium"}[seed%3]
		params, err := Family{}.ParseParams(size)
		if err != nil {
			t.Fatal(err)
		}
		g, err := Family{}.Generate(ctx, params, puzzle.Settings{"class": class}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Instance.(*board)
		for _, steps := range []iter.Seq2[puzzle.Step, error]{p.Explain(ctx, "", puzzle.ExplainOptions{}), p.Tell(ctx, "")} {
			for s, err := range steps {
				if err != nil {
					t.Fatal(err)
				}
				check(s)
			}
		}
	}
	t.Log(said, "texts read back")
}
