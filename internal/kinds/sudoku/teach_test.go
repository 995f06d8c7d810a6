package sudoku

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func made(t *testing.T, s puzzle.Settings) *Puzzle {
	t.Helper()
	p, err := Family{}.ParseParams("9x9")
	if err != nil {
		t.Fatal(err)
	}
	out, err := Family{}.Generate(context.Background(), p, s, rng.New(7), nil)
	if err != nil {
		t.Fatalf("%v: %v", s, err)
	}
	return out.Instance.(*Puzzle)
}

// TestOneTechnique: a puzzle that is to need a technique needs nothing harder, and is not solved without it.
func TestOneTechnique(t *testing.T) {
	for _, id := range []string{"naked-single", "pointing", "naked-pair", "x-wing", "xy-wing"} {
		p := made(t, puzzle.Settings{"technique": id})
		with, err := upTo(sharedRater().Ladder(), id)
		if err != nil {
			t.Fatal(err)
		}
		without, err := with.Without(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []bool{true, false} {
			l := without
			if want {
				l = with
			}
			pos, err := p.position(&marks{values: p.values, struck: make([]uint64, len(p.values))}, true)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := l.Solves(context.Background(), pos); err != nil || got != want {
				t.Errorf("%s allowed: %v; solved: %v, %v", id, want, got, err)
			}
		}
	}
}

// TestRatingInRange: a puzzle of a range of ratings is rated inside it, by the whole ladder.
func TestRatingInRange(t *testing.T) {
	for text, want := range map[string][2]float64{"7.1..7.3": {7.1, 7.3}, "3..3.4": {3, 3.4}, "1.2": {1.2, 1.2}} {
		r, err := made(t, puzzle.Settings{"rating": text}).Rate(context.Background())
		if err != nil || r.Score < want[0] || r.Score > want[1] {
			t.Errorf("rating %s: %v, %v", text, r.Score, err)
		}
	}
	p, _ := Family{}.ParseParams("9x9")
	for _, s := range []puzzle.Settings{{"rating": "7.3..7.1"}, {"rating": "high"}, {"rating": "3", "class": "easy"}, {"rating": "3", "solutions": "2"}} {
		if err := (Family{}).CheckSettings(p, s); err == nil {
			t.Errorf("%v is not refused", s)
		}
	}
}
