package sudoku

import (
	"strconv"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Naming names the parts of a board: cells as {cell r1c1}, candidates as {candidate r1c1:7}, with the value as a number,
// and houses as {house row1}, {house column1}, {house box1} and {house diagonal1}. Moves are the family's.
func Naming(g *board.Geometry, move func(m deduce.Mark, place bool) puzzle.Move) deduce.Naming {
	return deduce.Naming{
		Cell: func(c int) puzzle.Ref {
			return puzzle.Ref{Kind: "cell", ID: g.CellName(c), Text: g.CellName(c)}
		},
		Candidate: func(m deduce.Mark) puzzle.Ref {
			return puzzle.Ref{Kind: "candidate", ID: g.CellName(m.Cell) + ":" + strconv.Itoa(m.Value), Text: g.MarkName(m)}
		},
		House: func(h int) puzzle.Ref {
			house := g.Houses[h]
			return puzzle.Ref{Kind: "house", ID: house.Kind.String() + strconv.Itoa(house.Index+1), Text: house.String()}
		},
		Move: move,
	}
}
