package sudoku

import (
	"context"
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/grid"
	"github.com/quandary-puzzles/quandary/internal/kinds/sudoku/solver"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// tools are what boards of a layout are drawn and carved with. They are not safe for concurrent use.
type tools struct {
	layout *grid.Layout
	engine *solver.Engine // nil on the plain board
	bits   *solver.Bits9  // on the plain board alone
	small  *solver.Small  // where the board is small
}

func newTools(l *grid.Layout) *tools {
	t := &tools{layout: l}
	if paramsOf(l).plain() {
		t.bits = solver.NewBits9()
	} else {
		t.engine = solver.NewEngine(l)
	}
	if l.Size <= solver.MostSmall {
		t.small = solver.NewSmall(l)
	}
	return t
}

// Kept keeps the tools of boards whose boxes are rectangles, until somebody makes the next puzzle of that kind. It is safe for concurrent
// use; the zero value is ready, and so is nil, which keeps nothing.
type Kept struct {
	idle sync.Map // of *sync.Pool, by the parameters
}

// take gives tools for boards of parameters, and the function that gives them back.
func (k *Kept) take(p layoutParams) (t *tools, give func(), err error) {
	var pool *sync.Pool
	if k != nil {
		found, ok := k.idle.Load(p)
		if !ok {
			found, _ = k.idle.LoadOrStore(p, &sync.Pool{})
		}
		pool = found.(*sync.Pool)
		if t, ok := pool.Get().(*tools); ok {
			return t, func() { pool.Put(t) }, nil
		}
	}
	l, err := p.layout()
	if err != nil {
		return nil, nil, err
	}
	t = newTools(l)
	return t, func() {
		if pool != nil {
			pool.Put(t)
		}
	}, nil
}

// definition is Sudoku as package carve sees it. The squares are the cells.
type definition struct {
	*tools
	// solutions is how many solutions a board may have, 1 for a puzzle.
	solutions int
	// solvable judges a board besides, such as "solvable by techniques up to a level"; nil: any. It is asked of boards that
	// keep the number of solutions.
	solvable func(ctx context.Context, values []uint8) (bool, error)
	// full, when set, is the board to carve rather than one drawn at random.
	full []uint8

	last *sudokuBoard // the board being carved
}

func newDefinition(t *tools) *definition { return &definition{tools: t, solutions: 1} }

// Random draws a full board.
func (d *definition) Random(ctx context.Context, r *rng.Stream) (carve.Board[*Puzzle], error) {
	full := d.full
	if full == nil && d.bits != nil {
		b := newFull9(d.bits, r).Next()
		full = b[:]
	}
	if full == nil {
		var err error
		if full, err = fullBoard(ctx, d.layout, d.engine, r); err != nil {
			return nil, err
		}
	}
	return d.board(full), nil
}

// board begins to carve a full board.
func (d *definition) board(full []uint8) *sudokuBoard {
	b := &sudokuBoard{definition: d, values: slices.Clone(full), full: full}
	d.last = b
	if d.engine != nil && (d.small == nil || d.solutions > 1) {
		d.engine.Near(full)
	}
	return b
}

// sudokuBoard is a board being carved.
type sudokuBoard struct {
	*definition
	values  []uint8
	full    []uint8
	removed []int // in order
}

func (b *sudokuBoard) Len() int { return len(b.values) }

func (b *sudokuBoard) Remove(squares []int) {
	for _, q := range squares {
		b.values[q] = 0
	}
	b.removed = append(b.removed, squares...)
}

// prefix gives the board as it was after the first k removals.
func (b *sudokuBoard) prefix(k int) []uint8 {
	values := slices.Clone(b.full)
	for _, q := range b.removed[:k] {
		values[q] = 0
	}
	return values
}

func (b *sudokuBoard) Puzzle() (*Puzzle, error) { return newSudoku(b.layout, ints(b.values)) }

// Valid reports whether squares can be emptied.
func (b *sudokuBoard) Valid(ctx context.Context, squares []int) (bool, error) {
	ok, err := b.valid(ctx, squares)
	if err != nil || !ok || b.solvable == nil {
		return ok, err
	}
	values := slices.Clone(b.values)
	for _, q := range squares {
		values[q] = 0
	}
	return b.solvable(ctx, values)
}

func (b *sudokuBoard) valid(ctx context.Context, squares []int) (bool, error) {
	switch {
	case b.solutions > 1:
		return b.atMost(ctx, squares)
	case b.bits != nil:
		return b.valid9(squares), ctx.Err()
	case b.small != nil:
		return !b.small.Another(b.values, b.full, squares), ctx.Err()
	}
	for _, q := range squares {
		another, err := b.engine.Another(ctx, b.values, b.full, squares, q)
		if err != nil || another {
			return false, err
		}
	}
	return true, nil
}

func (b *sudokuBoard) valid9(squares []int) bool {
	values := (*[81]uint8)(slices.Clone(b.values))
	if len(squares) == 1 {
		return !b.bits.Another(values, squares[0])
	}
	for _, q := range squares {
		values[q] = 0
	}
	return b.bits.Unique(values)
}

// atMost reports whether the board without squares has at most the allowed number of solutions.
func (b *sudokuBoard) atMost(ctx context.Context, squares []int) (bool, error) {
	values := slices.Clone(b.values)
	for _, q := range squares {
		values[q] = 0
	}
	if b.bits != nil {
		n, _ := b.bits.Solve((*[81]uint8)(values), b.solutions+1)
		return n <= b.solutions, ctx.Err()
	}
	found, _, err := b.engine.Enumerate(ctx, values, b.solutions+1)
	b.engine.Reset()
	return len(found) <= b.solutions, err
}
