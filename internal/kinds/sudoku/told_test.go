package sudoku

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestToldIsDone holds that the text of every step concludes what its moves do: each move is read in the text, and each mark that
// the text states as so is a move, or known already.
func TestToldIsDone(t *testing.T) {
	ctx := context.Background()
	params, err := Family{}.ParseParams("9x9")
	if err != nil {
		t.Fatal(err)
	}
	techniques := map[string]int{}
	for seed := range puztest.Seeds(t, 6, 200) {
		class := []string{"medium", "hard", "evil", "evil"}[seed%4]
		g, err := Family{}.Generate(ctx, params, puzzle.Settings{"class": class}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := g.Instance.(*Puzzle)
		solution := g.Solution.Desc()
		for s, err := range p.Explain(ctx, "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatal(err)
			}
			techniques[s.Technique]++
			var told []puzzle.Move
			for _, sentence := range claimtext.Sentences(s.Text) {
				for _, c := range p.Claims(sentence.Text) {
					told = append(told, c.Move)
					if c.False != "" {
						t.Errorf("%s: %s", s.Text, c.False)
					}
				}
			}
			for _, m := range s.Moves {
				if !slices.Contains(told, m) {
					t.Errorf("%s: the text does not say %s:\n%s", s.Technique, m, s.Text)
				}
			}
			for _, m := range told {
				var r, c int
				var sign, v rune
				if _, err := fmt.Sscanf(string(m), "r%dc%d%c%c", &r, &c, &sign, &v); err != nil {
					t.Fatal(m, err)
				}
				if right := rune(solution[(r-1)*9+c-1]) == v; right != (sign == '=') {
					t.Errorf("%s: the text says %s, which the solution has not:\n%s", s.Technique, m, s.Text)
				}
			}
		}
	}
	t.Log(techniques)
}
