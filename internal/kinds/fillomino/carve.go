package fillomino

import (
	"context"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// carving is a board being carved. It is not safe for concurrent use.
type carving struct {
	params Params
	full   carveBoard
	left   carveBoard
	Work   counters // of all questions so far; Rounds counts them
	near   *nearby
	engine *engine.Engine // its memory serves all questions
}

// newCarving starts from a full board.
func newCarving(p Params, full carveBoard) (*carving, error) {
	if err := checkFull(full); err != nil {
		return nil, err
	}
	return &carving{
		params: p, full: full, left: full.clone(), near: newNearby(full, p.rules()), engine: engine.New(),
	}, nil
}

// Len is the number of cells.
func (c *carving) Len() int { return len(c.full.Cells) }

// Remove blanks cells.
func (c *carving) Remove(cells []int) {
	for _, k := range cells {
		c.left.Cells[k] = 0
	}
}

// Puzzle gives the board as it stands.
func (c *carving) Puzzle() (*board, error) { return newPuzzle(c.params, c.left.clone()) }

// Valid reports whether the puzzle still has one solution without these cells. It had one with them, so another must differ
// in one of them: one question to the solver.
func (c *carving) Valid(ctx context.Context, cells []int) (bool, error) {
	trial := c.left.clone()
	for _, k := range cells {
		trial.Cells[k] = 0
	}
	if c.params.Shown {
		// Another solution is not all that can go wrong: the full board itself must keep the rule.
		if (&board{params: c.params, board: trial}).checkShown(c.full) != nil {
			return false, nil
		}
	}
	passes := c.near.Passes
	a := c.near.ask(trial.Cells, cells)
	c.Work.Passes += c.near.Passes - passes
	if a != unknown {
		c.Work.Rounds++
		return a == noOther, nil
	}
	bound := firstBound
	for {
		unique, raise, err := c.another(ctx, trial, cells, bound)
		if err != nil || !raise {
			return unique, err
		}
		bound *= 2
	}
}

// another looks for a solution of the trial that differs in one of the cells. raise says that it has big cells, so that the
// question must be asked again with a higher bound.
func (c *carving) another(ctx context.Context, trial carveBoard, cells []int, bound int) (unique, raise bool, err error) {
	// The numbers that the cells held are searched as themselves: another size beyond the bound is another solution.
	var held []int16
	for _, k := range cells {
		held = append(held, c.full.Cells[k])
	}
	c.engine.Reset()
	defer counted(ctx, c.engine)(&err)
	// What the first propagation excluded need not be searched.
	var may func(cell int, v int16, big bool) bool
	if bound == firstBound {
		may = c.near.mayHold
	}
	s := newSearch(c.engine, trial, c.params.rules(), bound, may, held...)
	defer func() {
		st := s.e.Stats()
		c.Work.Decisions += st.Decisions
		c.Work.Conflicts += st.Conflicts
		c.Work.Propagations += st.Propagations
		c.Work.Rounds++
		c.Work.Searches++
	}()
	var differ []engine.Lit
	for _, k := range cells {
		differ = append(differ, s.factOf(k, c.full.Cells[k]).Not())
	}
	if !s.e.OK() || !s.e.AddClause(differ...) {
		return true, false, nil
	}
	// Most other solutions are small; those with big cells are looked for last.
	assume := []engine.Lit{}
	if s.anyBig {
		assume = append(assume, s.bigLit.Not())
	}
	switch s.e.Solve(ctx, assume, engine.Budget{}) {
	case engine.Sat:
		return false, false, nil
	case engine.Unknown:
		return false, false, unsolved(ctx)
	}
	if !s.anyBig || !s.e.OK() {
		return true, false, nil
	}
	switch s.e.Solve(ctx, nil, engine.Budget{}) {
	case engine.Sat:
		return false, true, nil
	case engine.Unknown:
		return false, false, unsolved(ctx)
	}
	return true, false, nil
}

// factOf gives the literal that a cell holds a number.
func (s *search) factOf(cell int, v int16) engine.Lit {
	n := len(s.values)
	for i, w := range s.values {
		if w == v && int32(i) != s.big {
			return s.lit[cell*n+i]
		}
	}
	if s.big >= 0 && v >= s.values[s.big] {
		return s.lit[cell*n+int(s.big)]
	}
	return engine.False
}
