package sudoku

import (
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// minimal9 makes minimal puzzles of plain 9x9: unique, and no given can go. The squares are tested in a random order, each
// once, as carve.Uniform does; many of the first are tested at once, which changes nothing but the time, because what can
// be emptied together can be emptied one by one.
type minimal9 struct {
	s    *solver.Bits9
	full *full9
	r    *rng.Stream
}

// newMinimal9 draws from a stream, with a solver that nobody else uses meanwhile.
func newMinimal9(s *solver.Bits9, r *rng.Stream) *minimal9 {
	return &minimal9{s, newFull9(s, r.Derive("full")), r.Derive("order")}
}

// Next makes a puzzle from a full board of its own.
func (m *minimal9) Next() (board, solution [81]uint8) {
	solution = m.full.Next()
	var order [81]uint8
	for i := range order {
		j := m.r.IntN(i + 1)
		order[i] = order[j]
		order[j] = uint8(i)
	}
	board = solution
	at := 0
	for batch := 36; at < 81; {
		if batch > 1 && at+batch <= 81 {
			for _, cell := range order[at : at+batch] {
				board[cell] = 0
			}
			if m.s.Unique(&board) {
				at += batch
				batch = min(batch, 8)
			} else {
				for _, cell := range order[at : at+batch] {
					board[cell] = solution[cell]
				}
				batch /= 4
			}
			continue
		}
		cell := int(order[at])
		if !m.s.Another(&board, cell) {
			board[cell] = 0
		}
		at++
	}
	return board, solution
}
