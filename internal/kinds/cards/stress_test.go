package cards

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestLargePuzzlesEnd: explaining, rating and analysing end in reasonable time on puzzles at the limits, solved or not.
func TestLargePuzzlesEnd(t *testing.T) {
	puztest.From(t, puztest.Whole)
	values := func(n int) []string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprint(i+1))
		}
		return out
	}
	long := cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 128, Categories: []deck.Property{{Name: "N", Type: deck.Integer, Values: values(128)}, {Name: "M", Type: deck.Integer, Values: values(128)}}}},
		"between(N = 3, M = 5, N = 7)", "N(M = 3)*N(M = 4) = N(M = 5) + 3", "pos(N = 9)*2 = pos(M = 4)", "right(N = 1, M = 1)", "N(M = 8) > M(N = 9)")
	wide := &deck.Puzzle{}
	for i := range 16 {
		wide.Properties = append(wide.Properties, deck.Property{Name: fmt.Sprintf("p%d", i), Values: []string{"a", "b"}})
	}
	cardtest.Made(t, wide)
	for i := range 30 {
		var atoms []string
		for k := range 5 {
			atoms = append(atoms, fmt.Sprintf("p%d = %s", (i*7+k*3)%16, []string{"a", "b"}[(i>>k)&1]))
		}
		wide.Clues = append(wide.Clues, deck.Clue{Expr: cardtest.MustParse(t, wide, strings.Join(atoms, " or "))})
	}
	if err := wide.Validate(); err != nil {
		t.Fatal(err)
	}
	for _, p := range []*deck.Puzzle{long, wide} {
		in := instance(t, p)
		if _, err := in.Rate(context.Background()); err != nil {
			t.Error(err)
		}
		if p == wide {
			if _, err := choose.Analyse(context.Background(), in.f.Engine, in.P, in.bans); err != nil {
				t.Error(err)
			}
		}
		if _, err := in.View("en"); err != nil {
			t.Error(err)
		}
	}
}
