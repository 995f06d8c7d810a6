package foundry_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestReveal: the hints of word puzzles lead from nothing to the answer, and no step makes a mistake.
func TestReveal(t *testing.T) {
	families := foundry.Families()
	several := 0
	for i, e := range gallery.List() {
		if puztest.Doing() < puztest.Whole && i%4 != 0 {
			continue
		}
		id := "worded:" + e.Name + "#1"
		_, inst, err := families.Open(context.Background(), id)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			continue
		}
		player := inst.(puzzle.Player)
		state := player.Start()
		steps := 0
		for step, err := range inst.(puzzle.Explainer).Explain(context.Background(), "", puzzle.ExplainOptions{}) {
			if err != nil {
				t.Fatalf("%s: %v", id, err)
			}
			for _, m := range step.Moves {
				if state, err = player.Apply(state, m); err != nil {
					t.Fatalf("%s: %s: %v", id, m, err)
				}
			}
			if wrong, err := inst.Extras().Mistakes(state, nil); err != nil || len(wrong) > 0 {
				t.Fatalf("%s: %q leads to the mistakes %v, %v", id, step.Text, wrong, err)
			}
			if steps++; steps > 200 {
				t.Fatalf("%s: no end: %s", id, state)
			}
		}
		if v, err := player.Judge(state); err != nil || !v.Solved || !v.Complete {
			t.Errorf("%s: the hints end at %q: %+v, %v", id, state, v, err)
		}
		if steps > 1+strings.Count(inst.(puzzle.Worded).EvalType(), ",") {
			several++
		}
	}
	t.Logf("%d puzzles give away their answers in parts", several)
}
