package invariant

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/kinds/cards"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestGenerateFactored makes line-ups under invariants on the solution and on the clues.
func TestGenerateFactored(t *testing.T) {
	p := &cards.Puzzle{Lineup: &cards.Lineup{Places: 3, Categories: []cards.Property{
		{Name: "Name", Values: []string{"Ann", "Bob", "Cy"}}, {Name: "Pet", Values: []string{"cat", "dog", "owl"}},
	}}}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	set := compileText(t, `context Thing inv first: value('Name1') = 'Ann' and value('Pet3') = 'owl'
context Clue inv few: Clue.allInstances->size() <= 4
context Clue inv noPlaces: form <> 'at'`)
	for solutions := 1; solutions <= 2; solutions++ {
		for seed := range uint64(5) {
			d := cards.Demand{Puzzle: p, Solutions: solutions, Invariants: set.Generation(solutions), Tries: 5000}
			made, err := family.Make(context.Background(), d, rng.New(seed), nil)
			if err != nil {
				t.Fatalf("%d solutions, seed %d: %v", solutions, seed, err)
			}
			q := made.Instance.P
			if len(made.Solutions) != solutions || len(q.Clues) > 4 {
				t.Errorf("%d solutions, %d clues", len(made.Solutions), len(q.Clues))
			}
			for _, s := range made.Solutions {
				if s[0] != 0 || s[5] != 2 {
					t.Error(q.ThingText(s))
				}
			}
			for _, c := range q.Clues {
				if c.Expr.Form() == "at" {
					t.Error(q.Format(c.Expr))
				}
			}
		}
	}
	never := compileText(t, "context Thing inv never: value('Name1') = value('Name2')")
	_, err := family.Make(context.Background(), cards.Demand{Puzzle: p, Invariants: never.Generation(1), Tries: 5}, rng.New(1), nil)
	var un *puzzle.UnreachableError
	if !errors.As(err, &un) || !strings.Contains(un.Best, "Thing::never") {
		t.Errorf("%v", err)
	}
}
