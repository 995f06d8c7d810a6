package sudoku

import "sync"

// sharedTables9 computes the tables of the 9x9 solver when they are first asked for.
var sharedTables9 = sync.OnceValue(makeTables9)
