package declared

import (
	"context"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestStepsMakeMoves: what a step says of a number is a move, also where a board leaves open for other cells alone whether they have one, and
// where there are more numbers than a player chooses from.
func TestStepsMakeMoves(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for id, text := range map[string]string{
		"makaro": "", "str8ts": "",
		"bosanowa": "4 4\n120 - - -\n60 - - 120\n- . . -\n- - . .\n",
	} {
		if id == "str8ts" && puztest.Doing() < puztest.Whole {
			continue
		}
		f := builtin(t, id)
		var inst *Instance
		if text == "" {
			inst = generated(t, f, "4x4", nil, 3).Instance.(*Instance)
		}
		for e := range f.Read(t.Context(), "board", strings.NewReader(text), "text") {
			if e.Err != nil {
				t.Fatal(e.Err)
			}
			inst = e.Instance.(*Instance)
		}
		state := puzzle.State("")
		for step, err := range inst.Explain(context.Background(), "", puzzle.ExplainOptions{}) {
			if err == nil && len(step.Moves) > 0 {
				state, err = puzzle.Replay(inst, state, step.Moves)
			}
			if err != nil {
				t.Fatalf("%s: %q: %v", id, step.Text, err)
			}
		}
		verdict, err := inst.Judge(state)
		if err != nil || !verdict.Solved {
			t.Errorf("%s: the moves of its steps do not solve it: %v %v", id, verdict, err)
		}
	}
}
