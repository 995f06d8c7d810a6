package making

import (
	"context"
	"math"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
)

// Bounds on easing.
const (
	easedTo       = 5  // full boards are made easier where no step may be of this class, or a harder one
	mostEased     = 60 // windows of one full board
	easedPatience = 12 // windows in a row that bring nothing
	easedTrial    = 8  // windows after which a board is given up that has not become easier as fast as all windows together need
)

// ease samples windows of a full board again, near what steps of a class do not decide, until they decide everything, and reports whether they do. A board grown until
// its clues decide it is often as hard as that only just makes it, with all clues printed; no puzzle carved from it can be easier.
func (d *draft) ease(ctx context.Context, most int, r *rng.Stream) (eased bool, err error) {
	hard, left, err := d.beyond(ctx, most)
	if err != nil {
		return false, err
	}
	first := left
	geo := d.solver.enc.Board.Geo
	idle := 0
	for step := 0; len(hard) > 0 && step < mostEased && idle < easedPatience; step++ {
		if step >= easedTrial && !d.m.answers() && (first-left)*float64(mostEased-step) < left*float64(step) {
			break
		}
		before := d.save()
		x, y, ok := geo.Centre(hard[r.IntN(len(hard))])
		if !ok {
			return false, nil
		}
		ok, err = d.resampled(ctx, x, y, reached(r), r)
		if err != nil {
			return false, err
		}
		var next []board.Place
		now := math.Inf(1) // of what is no puzzle, or the same
		if ok {
			if next, now, err = d.beyond(ctx, most); err != nil {
				return false, err
			}
		}
		switch idle++; {
		case now > left:
			d.restore(before)
		case now < left:
			idle = 0
			fallthrough
		default:
			hard, left = next, now
		}
	}
	return len(hard) == 0, nil
}

// resampled samples a window again, and prints; ok is false where the board is no puzzle, or the same.
func (d *draft) resampled(ctx context.Context, x, y, reach float64, r *rng.Stream) (ok bool, err error) {
	moved, err := d.window(ctx, x, y, reach, r)
	if err != nil || !moved {
		return false, err
	}
	if ok, err := d.printed(ctx, r); !ok || err != nil {
		return false, err
	}
	now, err := d.undecided(ctx, &doubt{width: whole})
	return err == nil && now.left == 0, err
}

// beyond lists the places that steps of a class leave open, with all clues printed, and tells how much that is.
func (d *draft) beyond(ctx context.Context, most int) (hard []board.Place, left float64, err error) {
	r, err := d.m.Rater.Within(ctx, d.problem(func(c cell) bool { return c.l.Role == rules.Given }), most)
	if err != nil {
		return nil, 0, err
	}
	return r.Open, r.Left, nil
}
