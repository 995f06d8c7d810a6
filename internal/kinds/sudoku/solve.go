package sudoku

import (
	"context"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// bytesBoard is what a solution holds besides its values, in bytes.
const bytesBoard = 96

// maxSolutions bounds how many solutions one call gives back.
const maxSolutions = 100_000

// Solve finds up to limit solutions, at least 2 and at most maxSolutions, in the solver's order.
func (p *Puzzle) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	limit = min(max(limit, 2), maxSolutions)
	if p.params.plain() {
		return p.solve9(ctx, limit)
	}
	e := newEngine(p.layout)
	found, complete, err := e.enumerate(ctx, p.values, limit)
	res := puzzle.Result{Work: record.Object{{Key: "conflicts", Value: e.conflicts}, {Key: "decisions", Value: e.decisions}}}
	p.finish(&res, found, complete)
	return res, err
}

func (p *Puzzle) solve9(ctx context.Context, limit int) (puzzle.Result, error) {
	if err := ctx.Err(); err != nil {
		return puzzle.Result{}, err
	}
	s := newBits9()
	var found [][]uint8
	var boards budget.Meter
	boards.Open(ctx, budget.From(ctx))
	defer boards.Close()
	var over error
	n := s.each((*[81]uint8)(p.values), limit, func(b *[81]uint8) {
		if over == nil {
			over = boards.Take(len(b) + bytesBoard)
		}
		if over == nil {
			found = append(found, append([]uint8(nil), b[:]...))
		}
	})
	if over != nil {
		return puzzle.Result{}, over
	}
	res := puzzle.Result{Work: record.Object{{Key: "guesses", Value: s.Nodes}}}
	p.finish(&res, found, n < limit)
	return res, nil
}

func (p *Puzzle) finish(res *puzzle.Result, found [][]uint8, complete bool) {
	res.Count, res.Complete = len(found), complete
	for _, values := range found {
		res.Solutions = append(res.Solutions, &filledBoard{p, values})
	}
	res.Status = puzzle.StatusOf(len(found), complete)
}

// givens gives the literals of a board's values.
func (e *engine) givens(values []uint8) []lit {
	var root []lit
	for cell, v := range values {
		if v != 0 {
			root = append(root, pos(int32(cell*e.n+int(v)-1)))
		}
	}
	return root
}

// board reads the full board that the last question was answered with.
func (e *engine) board() []uint8 {
	values := make([]uint8, e.l.Cells())
	for f, v := range e.val {
		if v > 0 {
			values[f/e.n] = uint8(f%e.n + 1)
		}
	}
	return values
}

// enumerate finds up to limit boards with the given values, by excluding each one found. complete is set when there are no
// more than those found.
func (e *engine) enumerate(ctx context.Context, values []uint8, limit int) (found [][]uint8, complete bool, err error) {
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
func (e *engine) exclude(root int, b []uint8) bool {
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
