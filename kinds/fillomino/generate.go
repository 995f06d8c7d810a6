package fillomino

import (
	"context"
	"fmt"
	"strconv"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Options lists what Generate knows.
func (Family) Options() []puzzle.Option {
	return []puzzle.Option{
		{Name: "empties", Doc: "number of blank cells to aim at, or max: carve to the end", Default: "max"},
	}
}

// Generate draws a full board and carves it.
func (f Family) Generate(ctx context.Context, pp puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	var none puzzle.Generated
	p, ok := pp.(Params)
	if !ok {
		return none, fmt.Errorf("fillomino: parameters of another family: %v", pp)
	}
	opts := f.Options()
	if err := s.Validate(opts); err != nil {
		return none, err
	}
	co := carve.Options{Final: true, Report: report}
	want := s.Get(opts, "empties")
	if want != "max" {
		n, err := strconv.Atoi(want)
		if err != nil || n < 0 || n > p.Rows*p.Cols {
			return none, fmt.Errorf("option empties: expected max or a number from 0 to %d, found %.20q", p.Rows*p.Cols, want)
		}
		co.Empties = n
	}
	full, err := randomFull(ctx, p, r.Derive("full"))
	if err != nil {
		return none, err
	}
	c, err := NewCarving(p, full)
	if err != nil {
		return none, err
	}
	inst, err := c.Puzzle()
	if err != nil {
		return none, err
	}
	if want != "0" {
		res, err := carve.Carve(ctx, c, nil, nil, co, r.Derive("carve"))
		if err != nil {
			return none, err
		}
		if co.Empties > 0 && res.Empty < co.Empties {
			return none, &puzzle.UnreachableError{Target: fmt.Sprintf("%d blank cells", co.Empties), Best: fmt.Sprintf("%d", res.Empty), Tries: 1}
		}
		inst = res.Final
	}
	return puzzle.Generated{
		Instance: inst, Solution: Solution{full},
		Work: record.Object{{Key: "questions", Value: c.Work.Rounds}, {Key: "conflicts", Value: c.Work.Conflicts}},
	}, nil
}
