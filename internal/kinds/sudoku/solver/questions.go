package solver

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/budget"
)

// This file has the questions that are asked of the engine.

// bytesBoard is what a solution holds besides its values, in bytes.
const bytesBoard = 96

// Near turns to another full board: solutions are looked for near it, for most of its facts are tried as true first.
func (e *Engine) Near(full []uint8) {
	e.Reset()
	for f := range e.phase {
		e.phase[f] = int(full[f/e.n]) == f%e.n+1
	}
}

// Another asks for a board that has the values left without squares, and another value than the full board in square q.
func (e *Engine) Another(ctx context.Context, values, full []uint8, squares []int, q int) (bool, error) {
	left := slices.Clone(values)
	for _, cell := range squares {
		left[cell] = 0
	}
	goal := []lit{neg(int32(q*e.n + int(full[q]) - 1))}
	o, err := e.ask(ctx, e.givens(left), goal, 0)
	return o == satisfied, err
}

// Random draws a board by random first decisions, for at most so many conflicts: nil where these do not suffice. none tells that there is
// no board at all.
func (e *Engine) Random(ctx context.Context, intN func(int) int, most uint64) (board []uint8, none bool, err error) {
	e.Reset()
	e.shuffle(intN)
	for f := range e.phase {
		e.phase[f] = true
	}
	o, err := e.ask(ctx, nil, nil, most)
	if o == satisfied && err == nil {
		board = e.board()
	}
	return board, o == refuted, err
}

// givens gives the literals of a board's values.
func (e *Engine) givens(values []uint8) []lit {
	var root []lit
	for cell, v := range values {
		if v != 0 {
			root = append(root, pos(int32(cell*e.n+int(v)-1)))
		}
	}
	return root
}

// board reads the full board that the last question was answered with.
func (e *Engine) board() []uint8 {
	values := make([]uint8, e.l.Cells())
	for f, v := range e.val {
		if v > 0 {
			values[f/e.n] = uint8(f%e.n + 1)
		}
	}
	return values
}

// Enumerate finds up to limit boards with the given values, by excluding each one found. complete is set when there are no
// more than those found.
func (e *Engine) Enumerate(ctx context.Context, values []uint8, limit int) (found [][]uint8, complete bool, err error) {
	root := e.givens(values)
	var boards budget.Meter
	boards.Open(ctx, budget.From(ctx))
	defer boards.Close()
	for len(found) < limit {
		o, err := e.ask(ctx, root, nil, 0)
		if err != nil {
			return found, false, err
		}
		if o == refuted {
			return found, true, nil
		}
		b := e.board()
		if err := boards.Take(len(b) + bytesBoard); err != nil {
			return found, false, err
		}
		found = append(found, b)
		if !e.exclude(len(root), b) {
			return found, true, nil
		}
	}
	return found, false, nil
}

// exclude rules out a board for as long as the root stays; false when nothing is left.
func (e *Engine) exclude(root int, b []uint8) bool {
	e.backTo(root)
	var lits []lit
	for cell, v := range b {
		if f := int32(cell*e.n + int(v) - 1); e.val[f] == 0 {
			lits = append(lits, neg(f))
		}
	}
	switch len(lits) {
	case 0:
		return false
	case 1:
		e.assignLit(lits[0], noReason)
	default:
		id := e.add(lits)
		e.clauses[id].lbd = 0 // never forgotten by reduce
	}
	return true
}
