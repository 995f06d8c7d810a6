package sudoku

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Blank gives the board without givens. A jigsaw has none: its boxes belong to a puzzle.
func (Family) Blank(params puzzle.Params) (puzzle.Instance, error) {
	p, ok := params.(layoutParams)
	if !ok {
		return nil, fmt.Errorf("parameters of another family: %v", params)
	}
	if p.jigsaw {
		return nil, errors.New("the boxes of a jigsaw belong to a puzzle: begin with one that was generated")
	}
	l, err := p.layout()
	if err != nil {
		return nil, err
	}
	return newSudoku(l, make([]int, l.Cells()))
}

// Edit changes givens: r1c1=5 gives, r1c1=. takes away.
func (p *Puzzle) Edit(moves []puzzle.Move) (puzzle.Instance, error) {
	values := slices.Clone(p.values)
	for i, m := range moves {
		name, symbol, ok := strings.Cut(string(m), "=")
		cell, known := p.cellNamed(name)
		if !ok || !known || len(symbol) != 1 {
			return nil, &puzzle.MoveError{Index: i, Err: fmt.Errorf("expected such as r1c1=5 or r1c1=., found %.20q", m)}
		}
		v := p.symbols.Value(symbol[0])
		if v == 0 && symbol != "." {
			return nil, &puzzle.MoveError{Index: i, Err: fmt.Errorf("there is no value %q", symbol)}
		}
		values[cell] = uint8(v)
	}
	out := *p
	out.values = values
	return &out, nil
}

// Removals lists the givens.
func (p *Puzzle) Removals() []puzzle.Move {
	var out []puzzle.Move
	for cell, v := range p.values {
		if v != 0 {
			out = append(out, puzzle.Move(p.layout.CellName(cell)+"=."))
		}
	}
	return out
}

// Reveals lists the empty cells with their values in a solution.
func (p *Puzzle) Reveals(s puzzle.Solution) []puzzle.Move {
	sol, ok := s.(*filledBoard)
	if !ok || len(sol.values) != len(p.values) {
		return nil
	}
	var out []puzzle.Move
	for cell, v := range p.values {
		if v == 0 {
			out = append(out, puzzle.Move(fmt.Sprintf("%s=%c", p.layout.CellName(cell), p.symbols.Symbol(int(sol.values[cell])))))
		}
	}
	return out
}

// Stripping starts from the board of a solution.
func (p *Puzzle) Stripping(s puzzle.Solution) (carve.Stripping, error) {
	sol, ok := s.(*filledBoard)
	if !ok || len(sol.values) != len(p.values) {
		return nil, errors.New("a solution of another puzzle")
	}
	d := newDefinition(newTools(p.layout))
	d.full = sol.values
	return d.Random(context.Background(), nil) // nothing is drawn: the board is given
}
