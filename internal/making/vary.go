package making

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
)

var _ carve.Varied[*rules.Board] = (*carving)(nil)

// Vary makes a full board that differs in a window, or in a few borders of rooms where these are all that is printed: near what is too hard, where
// puzzles of this one were, and anywhere where they were too easy.
func (c *carving) Vary(ctx context.Context, side int, r *rng.Stream) (carve.Board[*rules.Board], error) {
	if c.made == nil {
		return nil, nil
	}
	if err := c.d.comeBack(ctx, c.start); err != nil {
		return nil, err
	}
	before := c.d.full()
	ok, err := false, error(nil)
	if rooms := c.m.division(); rooms != nil && !divides(c.d.preset, rooms) {
		ok, err = c.d.resettle(ctx, rooms, r)
	} else {
		ok, err = c.d.vary(ctx, side, c.made.hardest, r)
	}
	if !ok || err != nil || c.d.samePuzzle(before, c.d.full()) {
		return nil, err
	}
	next, ok, err := newCarving(ctx, c.d, c.steps, c.judged)
	if err != nil {
		return nil, err
	}
	if !ok {
		next.close()
		return nil, nil
	}
	c.made.varied(next)
	return next, nil
}

// varied takes over a board that was made of the last one.
func (d *Definition) varied(c *carving) {
	if d.last != nil {
		d.last.close() // the draft is that of both
	}
	d.last, c.made = c, d
}

// vary samples a window again.
func (d *draft) vary(ctx context.Context, side, hardest int, r *rng.Stream) (bool, error) {
	var asked []int
	if side > 0 && hardest < easedTo {
		hard, _, err := d.beyond(ctx, hardest)
		if err != nil {
			return false, err
		}
		for i, c := range d.solver.cells {
			if slices.Contains(hard, c.p) {
				asked = append(asked, i)
			}
		}
	}
	for i := range d.solver.cells {
		if len(asked) == 0 && d.solid(i) {
			asked = append(asked, i)
		}
	}
	if len(asked) == 0 {
		return false, nil
	}
	at := asked[r.IntN(len(asked))]
	return d.resampled(ctx, d.solver.x[at], d.solver.y[at], reached(r), r)
}

// mostMoved is how many borders are moved to make other rooms.
const mostMoved = 4

// resettle moves some borders of rooms, and settles what comes of that.
func (d *draft) resettle(ctx context.Context, l *rules.Layer, r *rng.Stream) (bool, error) {
	problem := d.solver.enc.Board
	cells, err := problem.Places(l)
	if err != nil {
		return false, err
	}
	parts := problem.Marks(l).Parts
	for range 1 + r.IntN(mostMoved) {
		if next := shifted(problem.Geo, parts, cells[r.IntN(len(cells))], r); next != nil && within(next, d.m.drawing(l).Size) {
			parts = next
		}
	}
	return d.settle(ctx, l, divided(problem, l, parts), mostResettled, r)
}
