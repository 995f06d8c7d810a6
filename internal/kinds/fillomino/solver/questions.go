package solver

import (
	"context"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Carver answers the questions of carving a full board. It is not safe for concurrent use.
type Carver struct {
	full   Board
	rules  Rules
	Work   Counters // of all questions so far; Rounds counts them
	near   *nearby
	engine *engine.Engine // its memory serves all questions
}

// NewCarver starts from a full board.
func NewCarver(full Board, ru Rules) *Carver {
	return &Carver{full: full, rules: ru, near: newNearby(full, ru), engine: engine.New()}
}

// Unique reports whether a board, in which these cells are blank, has no other solution than the full board. It had none while they held
// their numbers, so another must differ in one of them.
func (c *Carver) Unique(ctx context.Context, trial Board, cells []int) (bool, error) {
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
func (c *Carver) another(ctx context.Context, trial Board, cells []int, bound int) (unique, raise bool, err error) {
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
	s := newSearch(c.engine, trial, c.rules, bound, may, held...)
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
