package zebra

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestErasedMove: who takes a mark away that cannot be is not told of a mark that he did not name.
func TestErasedMove(t *testing.T) {
	in := &Instance{P: make1(t, "3x4", 1, nil)}
	for _, move := range []puzzle.Move{"0?9999", "0?1"} {
		if _, _, err := in.P.ReadMove(move); err == nil || strings.ContainsAny(err.Error(), "!=") {
			t.Errorf("%s: %v", move, err)
		}
	}
}
