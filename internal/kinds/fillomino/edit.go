package fillomino

import (
	"errors"
	"fmt"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/kinds/fillomino/solver"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Blank gives the board without givens.
func (Family) Blank(params puzzle.Params) (puzzle.Instance, error) {
	p, ok := params.(Params)
	if !ok {
		return nil, fmt.Errorf("fillomino: parameters of another family: %v", params)
	}
	return newPuzzle(p, solver.Board{Rows: p.Rows, Cols: p.Cols, Cells: make([]int16, p.Rows*p.Cols)})
}

// Edit changes givens: r1c1=5 gives, r1c1=0 takes away.
func (p *board) Edit(moves []puzzle.Move) (puzzle.Instance, error) {
	open := board{params: p.params, board: solver.Board{Rows: p.board.Rows, Cols: p.board.Cols, Cells: make([]int16, len(p.board.Cells))}}
	b := p.board.Clone()
	for i, m := range moves {
		if err := open.apply(b, m); err != nil { // open has no givens, so that every cell takes a number
			return nil, &puzzle.MoveError{Index: i, Err: err}
		}
	}
	return newPuzzle(p.params, b)
}

// Removals lists the givens.
func (p *board) Removals() []puzzle.Move {
	var out []puzzle.Move
	for cell, v := range p.board.Cells {
		if v != 0 {
			out = append(out, puzzle.Move(p.board.Name(cell)+"=0"))
		}
	}
	return out
}

// Reveals lists the blank cells with their numbers in a solution.
func (p *board) Reveals(s puzzle.Solution) []puzzle.Move {
	sol, ok := s.(solution)
	if !ok || len(sol.board.Cells) != len(p.board.Cells) {
		return nil
	}
	var out []puzzle.Move
	for cell, v := range p.board.Cells {
		if v == 0 {
			out = append(out, puzzle.Move(fmt.Sprintf("%s=%d", p.board.Name(cell), sol.board.Cells[cell])))
		}
	}
	return out
}

// Stripping starts from the board of a solution.
func (p *board) Stripping(s puzzle.Solution) (carve.Stripping, error) {
	sol, ok := s.(solution)
	if !ok {
		return nil, errors.New("fillomino: a solution of another family")
	}
	return newCarving(p.params, sol.board)
}
