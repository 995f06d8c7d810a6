package invariant

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// maker makes puzzles.
var maker = choose.Maker{Engine: native.New()}

// square makes the domains of a puzzle of properties with n values each.
func square(t testing.TB, properties, n int) *deck.Puzzle {
	var props []string
	for k := range properties {
		var values []string
		for v := range n {
			values = append(values, fmt.Sprintf("v%d%d", k, v))
		}
		props = append(props, fmt.Sprintf("p%d: %s", k, strings.Join(values, " ")))
	}
	return puzzleOf(t, false, props)
}

// TestGenerate makes puzzles under invariants of all sorts; Make checks each with the evaluator.
func TestGenerate(t *testing.T) {
	p := puzzleOf(t, false, []string{"top: red blue green", "body: red blue green"})
	for _, c := range generationInvariants {
		set := compileText(t, c.text)
		for seed := range uint64(3) {
			d := choose.Demand{Puzzle: p, Invariants: set.Generation(1), MinClues: 3, MaxClues: 5, Useless: choose.Allow, Redundant: choose.Allow}
			if seed == 0 {
				d.MinClues, d.MaxClues, d.Useless, d.Redundant = 0, 0, choose.Exclude, choose.Exclude
			}
			made, err := maker.Make(context.Background(), d, rng.New(seed), nil)
			var conflict *choose.ConflictError
			if errors.As(err, &conflict) {
				if !strings.Contains(err.Error(), "invariant Thing::inv@") && !strings.Contains(err.Error(), "invariant Clue::inv@") {
					t.Errorf("%s: %v", c.text, err)
				}
				t.Logf("%s: %v", c.text, err)
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			if err := set.Check(context.Background(), made.Puzzle); err != nil {
				t.Errorf("%s: %v", c.text, err)
			}
		}
	}
}

// BenchmarkGenerate makes puzzles over 5×5×5 things, with and without invariants.
func BenchmarkGenerate(b *testing.B) {
	p := square(b, 3, 5)
	for _, c := range []struct{ name, text string }{
		{"none", ""},
		{"solution", "context Thing inv: Thing.allInstances->exists(t | t.banned=false and t.value('p0')='v00' and t.value('p1')='v11')"},
		{"form", "context Clue inv: prem<>conc"},
		{"three", "context Thing inv: Clue.allInstances->exists(c1,c2,c3 | c1<>c2 and c1<>c3 and c2<>c3 and c1.prem<>c1.conc and c2.prem<>c2.conc and c3.prem<>c3.conc)"},
		{"unconditional", "context Clue inv: Clue.allInstances->select(prem=conc)->size() <= 2"},
		{"useful", "context Clue inv: bansThing()->size() >= 2"},
		{"premises", "context a, b : Clue inv: a<>b implies a.prem<>b.prem"},
		{"implied", "context Clue inv: Clue.allInstances->exists(c | c.prem=c.conc) implies Clue.allInstances->exists(c | c.negatedP)"},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := choose.Demand{Puzzle: p}
			if c.text != "" {
				d.Invariants = compileText(b, c.text).Generation(1)
			}
			seed := uint64(0)
			for b.Loop() {
				seed++
				if _, err := maker.Make(context.Background(), d, rng.New(seed), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
