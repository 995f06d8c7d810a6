package fillomino

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestRefute: every wrong number in a blank cell is refuted by the rule or by steps that end at the true one; the true number
// is not, nor is a blank.
func TestRefute(t *testing.T) {
	ctx := context.Background()
	f := Family{}
	params, err := f.ParseParams("5x5")
	if err != nil {
		t.Fatal(err)
	}
	g, err := f.Generate(ctx, params, nil, puzzle.Stream(f, 1, 0), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := g.Instance.(*board)
	full, err := p.boardOf(g.Solution)
	if err != nil {
		t.Fatal(err)
	}
	atOnce, bySteps := 0, 0
	for c, want := range full.Cells {
		if p.board.Cells[c] != 0 {
			continue
		}
		name := p.board.Name(c)
		for v := int16(1); v <= 9; v++ {
			move := fmt.Sprintf("%s=%d", name, v)
			step, wrong, err := p.Refute(ctx, "", puzzle.Ref{Kind: "mark", ID: move})
			if err != nil || wrong != (v != want) {
				t.Fatalf("%s: wrong %v, %v; the solution has %d", move, wrong, err, want)
			}
			if !wrong {
				continue
			}
			if step.Text == "" {
				t.Errorf("%s: no reason", move)
			}
			if n := len(step.Sub); n == 0 {
				atOnce++
			} else {
				bySteps++
				if last := step.Sub[n-1]; !strings.Contains(fmt.Sprint(last.Moves), fmt.Sprintf("%s=%d", name, want)) {
					t.Errorf("%s: the last step is %+v", move, last)
				}
			}
			state, err := p.Apply("", puzzle.Move(move))
			if err != nil {
				t.Fatal(err)
			}
			if again, _, err := p.Refute(ctx, state, puzzle.Ref{Kind: "cell", ID: name}); err != nil || again.Text != step.Text {
				t.Errorf("%s as a cell of a state: %q, %v; as a move: %q", move, again.Text, err, step.Text)
			}
		}
		if _, wrong, err := p.Refute(ctx, "", puzzle.Ref{Kind: "cell", ID: name}); err != nil || wrong {
			t.Errorf("the blank %s is refuted: %v", name, err)
		}
	}
	if atOnce == 0 || bySteps == 0 {
		t.Errorf("%d refuted by the rule, %d by steps", atOnce, bySteps)
	}
	if _, _, err := p.Refute(ctx, "", puzzle.Ref{Kind: "cell", ID: "r9c9"}); err == nil {
		t.Error("a cell that is not there")
	}
}
