package zebra

import (
	"bufio"
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestExplainCorpus explains a sample of the published puzzles to the end; every step is checked as it is made.
// QUANDARY_LONG=1 takes all of them.
func TestExplainCorpus(t *testing.T) {
	puztest.From(t, puztest.Usual)
	every := 50
	if puztest.Doing() == puztest.Long {
		every = 1
	}
	files, err := filepath.Glob(filepath.Join(puztest.Corpus(t, "zebra"), "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]int{}
	n := 0
	worst := time.Duration(0)
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		language.ReaderOf(language.LineupFormat)(filepath.Base(name), bufio.NewReader(f), func(b language.Block) bool {
			if n++; n%every != 0 {
				return true
			}
			start := time.Now()
			r, err := (&Instance{b.Puzzle}).Rate(context.Background())
			if err != nil {
				t.Errorf("%s:%d: %v", name, b.Line, err)
				return true
			}
			if d := time.Since(start); d > worst {
				worst = d
				t.Logf("%s:%d: %v, %s", filepath.Base(name), b.Line, d, r.Class)
			}
			if !r.Solved {
				t.Errorf("%s:%d: not solved", name, b.Line)
			}
			classes[fmt.Sprint(r.Class)]++
			return true
		})
		f.Close()
	}
	if n < 500 {
		t.Errorf("only %d puzzles found", n)
	}
	t.Log(classes)
}

// TestNoEnglish: what is printed of a puzzle in another language holds no English but the names of its items and categories.
func TestNoEnglish(t *testing.T) {
	english := regexp.MustCompile(`(?i)\b(?:the|who|is|of|and|not|between|somewhere|directly|next|left|right|far|than|that|both|either|with|clue|says|so|place)\b`)
	for _, lang := range phrases.Languages()[1:] {
		for _, s := range []puzzle.Settings{{}, {"line": "none"}, {"line": "round"}, {"theme": "voyage"}} {
			in := puzzle.In(&Instance{make1(t, "3x4", 3, s)}, lang).(*Instance)
			p := in.P
			var printed []string
			for _, steps := range []iter.Seq2[puzzle.Step, error]{in.Explain(t.Context(), "", puzzle.ExplainOptions{}), in.Tell(t.Context(), "")} {
				for step, err := range steps {
					if err != nil {
						t.Fatal(err)
					}
					printed = append(printed, step.Text, step.Name)
					for _, ref := range append(step.Because, step.Effects...) {
						printed = append(printed, ref.Text)
					}
				}
			}
			scene, err := in.Scene("")
			if err != nil {
				t.Fatal(err)
			}
			for _, shape := range scene.Shapes {
				if shape.Label != nil {
					printed = append(printed, shape.Label.Text)
				}
			}
			names := []string{strings.TrimSpace(p.Story), p.Title}
			for c, cat := range p.Cats {
				names = append(append(names, cat.Items...), cat.Name, language.CatName(p, c, lang))
			}
			names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
			slices.SortFunc(names, func(a, b string) int { return len(b) - len(a) })
			for _, text := range append(printed, scene.Text, in.Question(lang)) {
				for _, name := range names {
					text = strings.ReplaceAll(strings.ReplaceAll(text, name, "·"), language.Opening(name), "·")
				}
				if found := english.FindString(text); found != "" {
					t.Errorf("%v in %s: %q in %q", s, lang, found, text)
				}
			}
		}
	}
}
