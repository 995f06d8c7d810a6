package cards

import (
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The family keeps all that it says it keeps.
var (
	_ puzzle.Generator     = Family{}
	_ puzzle.Reader        = Family{}
	_ puzzle.Solver        = (*Instance)(nil)
	_ puzzle.Solver        = (*Instance)(nil)
	_ puzzle.Rater         = (*Instance)(nil)
	_ puzzle.Player        = (*Instance)(nil)
	_ puzzle.Shown         = (*Instance)(nil)
	_ puzzle.Worded        = (*Instance)(nil)
	_ puzzle.AnswerChecker = (*Instance)(nil)
	_ puzzle.Shown         = (*Instance)(nil)
)

func TestFamily(t *testing.T) {
	puztest.Family(t, family(), "", "3x3", "4x4x4", "2x5x3x2", "lineup-3x4", "round-2x5", "12x12", "factored-3x3x3")
}
