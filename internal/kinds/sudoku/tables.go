package sudoku

import (
	"sync"

	techniques "github.com/quandary-puzzles/quandary/deduce/sudoku"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// What every puzzle on the plain 9x9 board shares, computed when it is first asked for and never written again.
var (
	plainLayout = sync.OnceValue(func() *grid.Layout {
		l, err := grid.NewLayout(3, 3, false)
		if err != nil {
			panic(err)
		}
		return l
	})
	plainGeometry = sync.OnceValue(func() *board.Geometry {
		g, err := board.NewGeometry(plainLayout())
		if err != nil {
			panic(err)
		}
		return g
	})
	sharedRater     = sync.OnceValue(techniques.NewRater)
	sharedClasses   = sync.OnceValue(newClassifier)
	sharedExplainer = sync.OnceValue(techniques.Explainer)
	sharedModels    = sync.OnceValue(loadModels)
)
