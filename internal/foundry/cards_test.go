package foundry

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// The running example of the paper: listings 1, 2 and 3.
const (
	carProperties = "Property_name = Set{'top', 'body'}\nProperty_value = Set{'red', 'green', 'blue'}\nClue_min = 4\nClue_max = 4\n"
	carInvariant  = "context Thing inv solution:\n  Thing.allInstances->exists(t | t.banned=false and t.value('top')='red' and t.value('body')='red')\n"
)

func TestMakeCards(t *testing.T) {
	for seed := range uint64(5) {
		g, err := CardMaker{}.MakeCards(t.Context(), carProperties, carInvariant, nil, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := CardMaker{}.MakeCards(t.Context(), carProperties, carInvariant, nil, seed, nil)
		if err != nil || again.Instance.Desc() != g.Instance.Desc() {
			t.Fatalf("the same seed gives another puzzle: %v", err)
		}
		v, err := g.Instance.(puzzle.Shown).View("en")
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Cards.Clues) != 4 || len(v.Cards.Things) != 9 {
			t.Errorf("%d clues over %d things", len(v.Cards.Clues), len(v.Cards.Things))
		}
		res, err := g.Instance.(puzzle.Solver).Solve(t.Context(), 2)
		if err != nil || res.Status != puzzle.Unique {
			t.Fatal(res.Status, err)
		}
		if got := g.Instance.(puzzle.Worded).AnswerText(res.Solutions[0], "en"); strings.Count(got, "red") != 2 {
			t.Errorf("seed %d: the solution is %s, not all red", seed, got)
		}
	}
}

func TestMakeCardsMistakes(t *testing.T) {
	for _, c := range []struct{ properties, ocl, want string }{
		{" \n", "", "Property_name"},
		{"Property_name = Set{'top'", "", "properties"},
		{carProperties, "context Thing inv: t.bannd", "OCL:1:"},
		{carProperties, strings.Repeat("(", 70_000), "bytes"},
		{carProperties, "context Thing inv: false", ""},
	} {
		_, err := CardMaker{}.MakeCards(t.Context(), c.properties, c.ocl, nil, 1, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q, %.40q: error %v, want one with %q", c.properties, c.ocl, err, c.want)
		}
		t.Log(err)
	}
}

// TestMakeCardsSolution: the solution that a file states is that of the puzzle, and both sorts of OCL are heeded.
func TestMakeCardsSolution(t *testing.T) {
	file := "domain \"car\"\nconcept top = red, green, blue\nconcept body = red, green, blue\nsolution top = green, body = blue\n"
	for seed := range uint64(3) {
		g, err := CardMaker{}.MakeCards(t.Context(), file, "", nil, seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Instance.(puzzle.Worded).AnswerText(g.Solution, "en"); got != "top: green\nbody: blue" {
			t.Errorf("seed %d: the solution is %s", seed, got)
		}
	}
	own := strings.Replace(carProperties, "Clue_min = 4\nClue_max = 4\n", "[invariants]\ncontext Thing inv: true\n", 1)
	contradiction := "context Thing inv: banned implies value('top')='red'"
	for _, texts := range [][2]string{{own, contradiction}, {own + contradiction + "\n", ""}} {
		if _, err := (CardMaker{}).MakeCards(t.Context(), texts[0], texts[1], nil, 1, nil); err == nil || !strings.Contains(err.Error(), "nothing meets these demands") {
			t.Errorf("%q: error %v", texts, err)
		}
	}
}
