package making

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// housed gives the given rooms of a draft whose borders may be moved: those that were drawn before there was a solution. It is nil where there are none, or
// several divisions.
func (d *draft) housed() *rules.Layer {
	var only *rules.Layer
	for _, l := range d.m.File.Layers {
		if l.Role != rules.Given || !l.Parts {
			continue
		}
		if how := d.m.drawing(l); only != nil || divides(d.preset, l) || slices.Contains(d.later, l) || how.Around != nil || how.Turn || how.Equal || how.Rect {
			return nil
		}
		only = l
	}
	return only
}

// rehouse moves borders of rooms near a place, and has as much of the solution stand as their rules allow: what rooms themselves leave open, such as which of two
// like cells of one it is, no other solution decides. It is nil where nothing came of it.
func (d *draft) rehouse(ctx context.Context, l *rules.Layer, at board.Place, r *rng.Stream) (*change, error) {
	old := *d
	problem := old.solver.enc.Board
	if at.Kind != board.Cell {
		around := problem.Geo.Cells(at)
		if len(around) == 0 {
			return nil, nil
		}
		at = around[r.IntN(len(around))]
	}
	parts := problem.Marks(l).Parts
	for range 1 + r.IntN(mostShifts) {
		if parts = shifted(problem.Geo, parts, at, r); parts == nil {
			return nil, nil
		}
	}
	if !within(parts, d.m.drawing(l).Size) {
		return nil, nil
	}
	p, err := newSolver(ctx, d.m.Engine, divided(problem, l, parts), d.sampling())
	if err != nil {
		return nil, err
	}
	d.solver, d.proof = p, nil
	c := &change{
		back: func() {
			d.close()
			d.solver, d.proof = old.solver, old.proof
		},
		keep: func() { old.close() },
	}
	if ok, err := d.settleIn(ctx, &old, r); err != nil || !ok {
		c.back()
		return nil, err
	}
	return c, nil
}

// settleIn finds a solution in rooms that were moved, as near as may be to the one before, and prints it.
func (d *draft) settleIn(ctx context.Context, old *draft, r *rng.Stream) (bool, error) {
	if err := d.assert(); err != nil {
		return false, err
	}
	var wishes []solve.Literal
	for i, c := range d.solver.cells {
		j, had := old.solver.index[c]
		if !had || !d.solid(i) {
			continue
		}
		lit, err := d.solver.is(i, old.solver.now[j])
		if err != nil {
			return false, err
		}
		wishes = append(wishes, lit)
	}
	if ok, err := d.solver.redrawn(ctx, solve.Question{Prefer: wishes, Steps: d.solver.steps(windowSteps)}); !ok || err != nil {
		return false, err
	}
	return d.printed(ctx, r)
}
