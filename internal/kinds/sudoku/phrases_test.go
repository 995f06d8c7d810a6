package sudoku

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	ladder "github.com/quandary-puzzles/quandary/deduce"
	deduce "github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestPhrasesOfTechniques says the step of every technique's example in every language and reads it back.
func TestPhrasesOfTechniques(t *testing.T) {
	files, err := filepath.Glob("../../../deduce/sudoku/*/testdata/*.txtar")
	if err != nil || len(files) < 60 {
		t.Fatal(len(files), "examples", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, step, ok := strings.Cut(string(data), "-- step --\n")
		if !ok {
			continue
		}
		step, _, _ = strings.Cut(step, "\n-- ")
		_, text, _ := strings.Cut(strings.TrimSpace(step), "\n")
		for text := range strings.SplitSeq(text, "\n") {
			for _, lang := range phrases.Languages()[1:] {
				said, ok := table().In(text, "en", lang)
				if !ok {
					t.Errorf("%s: %q has no words in %s", filepath.Base(file), text, lang)
					break
				}
				if back, ok := table().In(said, lang, "en"); !ok || back != text {
					t.Errorf("%s\n%s: %s\nis read as %s", text, lang, said, back)
				}
			}
		}
	}
}

// TestPhrases holds that every step is said in every language, and that each is read back to the same English.
func TestPhrases(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	puzzles := 12
	if puztest.Doing() == puztest.Long {
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
		for s, err := range both(g.Instance.(*Puzzle).Explain(ctx, "", puzzle.ExplainOptions{}), g.Instance.(*Puzzle).Tell(ctx, "")) {
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

// TestNames holds that every technique has a name of its own in every language.
func TestNames(t *testing.T) {
	rater := deduce.NewRater()
	for _, lang := range phrases.Languages()[1:] {
		seen := map[string]string{}
		for _, ladder := range []*ladder.Ladder[*board.Position]{rater.Ladder(), deduce.Explainer()} {
			for _, tech := range ladder.Techniques() {
				name := table().Name(tech.Name, lang)
				if name == tech.Name && !strings.HasPrefix(name, "ALS-") && name != "X-Wing" && name != "Nishio" {
					t.Errorf("%s has no name in %s", tech.Name, lang)
				}
				if other := seen[name]; other != "" && other != tech.Name {
					t.Errorf("%s: %s and %s are both called %s", lang, tech.Name, other, name)
				}
				seen[name] = tech.Name
			}
		}
	}
}
