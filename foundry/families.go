package foundry

import (
	"github.com/quandary-puzzles/quandary/kinds/fillomino"
	"github.com/quandary-puzzles/quandary/kinds/null"
	"github.com/quandary-puzzles/quandary/kinds/sudoku"
	"github.com/quandary-puzzles/quandary/kinds/zebra"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Families lists the families of puzzles that the program knows, in the order in which they are shown.
func Families() *puzzle.Registry {
	return puzzle.NewRegistry(
		fillomino.Family{},
		null.Family{},
		sudoku.Family{},
		zebra.Family{},
	)
}
