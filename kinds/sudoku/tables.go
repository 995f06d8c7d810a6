package sudoku

import (
	"sync"

	"github.com/quandary-puzzles/quandary/grid"
)

// What every puzzle on the plain 9x9 board shares, computed when it is first asked for and never written again.
var (
	sharedTables9 = sync.OnceValue(makeTables9)
	plainLayout   = sync.OnceValue(func() *grid.Layout {
		l, err := grid.NewLayout(3, 3, false)
		if err != nil {
			panic(err)
		}
		return l
	})
)
