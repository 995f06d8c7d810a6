package fillomino

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
)

// checkFull judges a full board by the rules alone: every maximal group of side-connected equal numbers has as many cells as
// the number says. It shares no code with the solver.
func checkFull(b solver.Board) error {
	if c := slices.IndexFunc(b.Cells, func(v int16) bool { return v <= 0 }); c >= 0 {
		return &solver.RuleError{Cells: []int{c}, Reason: b.Name(c) + " is blank"}
	}
	for group := range b.Groups() {
		if v := b.Cells[group[0]]; len(group) != int(v) {
			return &solver.RuleError{Cells: slices.Clone(group), Reason: fmt.Sprintf("the region of %s has %d cells, and its number is %d", b.Name(group[0]), len(group), v)}
		}
	}
	return nil
}
