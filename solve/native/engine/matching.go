package engine

import "math/bits"

// matchLimit is the largest number of rows, and of columns, of a matching: sets of them are words.
const matchLimit = 64

// matching gives each row a column of its own. It keeps the last one that it found: between two runs of a propagator few
// rows lose theirs.
//
// It finds what no matching can have (Régin, "A filtering algorithm for constraints of difference in CSPs", AAAI 1994), with
// reachability over words in the place of strong components.
type matching struct {
	dom    []uint64 // by row: the columns that are left to it
	of     []int8   // by row: its column, or -1
	rowOf  [matchLimit]int8
	cols   uint64 // those that some row has
	takers [matchLimit]uint64
}

func (m *matching) init(rows int) {
	m.dom = make([]uint64, rows)
	m.of = make([]int8, rows)
	for i := range m.of {
		m.of[i] = -1
	}
	for i := range m.rowOf {
		m.rowOf[i] = -1
	}
}

// complete finds a matching of all rows. Where there is none it gives a set of rows that have fewer columns than there are
// rows in it (Hall), and these columns.
func (m *matching) complete() (ok bool, rows, cols uint64) {
	for i, c := range m.of {
		if c >= 0 && m.dom[i]>>uint(c)&1 == 0 {
			m.of[i] = -1
			m.rowOf[c] = -1
			m.cols &^= 1 << uint(c)
		}
	}
	for i, c := range m.of {
		if c < 0 {
			if ok, rows, cols := m.augment(int8(i)); !ok {
				return false, rows, cols
			}
		}
	}
	return true, 0, 0
}

// augment finds a column for a row, moving others, breadth first.
func (m *matching) augment(start int8) (ok bool, rows, cols uint64) {
	var queue, from [matchLimit]int8 // from: by column, the row that was reached with it
	head, tail := 0, 1
	queue[0] = start
	rows = 1 << uint(start)
	for head < tail {
		x := queue[head]
		head++
		news := m.dom[x] &^ cols
		if free := news &^ m.cols; free != 0 {
			c := int8(bits.TrailingZeros64(free))
			for {
				next := m.of[x]
				m.of[x], m.rowOf[c] = c, x
				m.cols |= 1 << uint(c)
				if x == start {
					return true, 0, 0
				}
				c = next
				x = from[c]
			}
		}
		cols |= news
		for ; news != 0; news &= news - 1 {
			c := bits.TrailingZeros64(news)
			from[c] = x
			y := m.rowOf[c]
			rows |= 1 << uint(y)
			queue[tail] = y
			tail++
		}
	}
	return false, rows, cols
}

// excluded visits the columns that a row can have in no matching: the rows out, which cannot have column c, because the rows
// of hall need all of the columns cols, of which c is one. It stops when visit is false.
//
// Pre: complete.
func (m *matching) excluded(visit func(c int, out, hall, cols uint64) bool) bool {
	// A row that can move to a free column, perhaps by moving others, leaves its own to anybody.
	loose, looseCols := uint64(0), ^m.cols
	for {
		before := loose
		for i, d := range m.dom {
			if loose>>uint(i)&1 == 0 && d&looseCols != 0 {
				loose |= 1 << uint(i)
				looseCols |= 1 << uint(m.of[i])
			}
		}
		if loose == before {
			break
		}
	}
	all := uint64(1)<<uint(len(m.dom)) - 1
	tight := all &^ loose
	if tight == 0 {
		return true
	}
	clear(m.takers[:])
	tightCols := m.cols &^ looseCols
	for i, d := range m.dom {
		for d &= tightCols; d != 0; d &= d - 1 {
			m.takers[bits.TrailingZeros64(d)] |= 1 << uint(i)
		}
	}
	for left := tight; left != 0; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		c := int(m.of[x])
		others := m.takers[c] &^ (1 << uint(x))
		if others == 0 {
			continue
		}
		// Rows that must move when x does.
		hall, cols := uint64(1)<<uint(x), uint64(1)<<uint(c)
		for todo := hall; todo != 0; {
			y := bits.TrailingZeros64(todo)
			todo &= todo - 1
			for news := m.dom[y] &^ cols; news != 0; news &= news - 1 {
				d := bits.TrailingZeros64(news)
				cols |= 1 << uint(d)
				z := uint64(1) << uint(m.rowOf[d])
				todo |= z &^ hall
				hall |= z
			}
			if others&^hall == 0 {
				break
			}
		}
		if out := others &^ hall; out != 0 && !visit(c, out, hall, cols) {
			return false
		}
	}
	return true
}
