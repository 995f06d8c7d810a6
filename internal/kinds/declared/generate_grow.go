package declared

import (
	"context"
	"errors"
	"reflect"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on growing.
const (
	patience = 40  // windows in a row that bring nothing before a start is given up
	mostGrow = 400 // windows of one start
)

// saved is a draft's board, to go back to.
type saved struct {
	now   []rules.Value
	board *rules.Board
	of    *rules.Board // what the solver is opened on
}

func (d *draft) save() saved {
	return saved{slices.Clone(d.press.now), d.press.board, d.press.enc.Board}
}

// comeBack restores a board, also where rooms have been moved since.
func (d *draft) comeBack(ctx context.Context, s saved) error {
	if d.press.enc.Board != s.of {
		return d.reset(ctx, s.of, s.board)
	}
	d.restore(s)
	return nil
}

func (d *draft) restore(s saved) {
	copy(d.press.now, s.now)
	d.press.board = s.board
	d.unprove()
}

// full is the puzzle that prints everything.
func (d *draft) full() *rules.Board { return d.problem(func(cell) bool { return true }) }

// samePuzzle reports whether two boards print the same.
func (d *draft) samePuzzle(a, b *rules.Board) bool {
	return !slices.ContainsFunc(d.f.file.Layers, func(l *rules.Layer) bool { return !reflect.DeepEqual(a.Marks(l), b.Marks(l)) })
}

// stamina is how many times as long a start is tried that comes after so many others: in Juosan most windows bring nothing, and it is the
// long tries that come to an end.
func stamina(before int) int { return 1 << min(before/8, 3) }

// grow samples windows near what the clues leave undecided again, until they decide everything. ok is false where that comes to no end, in so
// many times the usual number of windows.
func (d *draft) grow(ctx context.Context, times int, r *rng.Stream) (ok bool, err error) {
	open, err := d.undecided(ctx, len(d.press.cells))
	if err != nil {
		return false, err
	}
	defer func() { d.left = len(open) }()
	puzzle := d.full()
	idle := 0
	for step := 0; len(open) > 0 && step < times*mostGrow && idle < times*patience; step++ {
		before := d.save()
		at := d.press.index[open[r.IntN(len(open))]]
		reach := []float64{1, 1.5, 2}[r.IntN(3)]
		moved, err := d.window(ctx, d.press.x[at], d.press.y[at], reach, r)
		if err != nil {
			return false, err
		}
		if !moved {
			idle++
			continue
		}
		if err := d.print(ctx, r); err != nil {
			if err != errBarren && !errors.Is(err, solve.ErrBudget) {
				return false, err
			}
			d.restore(before)
			idle++
			continue
		}
		next := d.full()
		if d.samePuzzle(puzzle, next) { // so it leaves as much undecided
			d.restore(before)
			idle++
			continue
		}
		left, err := d.undecided(ctx, len(open))
		if err != nil {
			return false, err
		}
		switch {
		case len(left) > len(open):
			d.restore(before)
			idle++
		case len(left) == len(open):
			puzzle, open = next, left
			idle++
		default:
			puzzle, open, idle = next, left, 0
		}
	}
	return len(open) == 0, nil
}

// undecided lists cells to be found that have other values in other solutions. It stops beyond a number of them.
func (d *draft) undecided(ctx context.Context, most int) ([]cell, error) {
	p, err := d.proving(ctx)
	if err != nil {
		return nil, err
	}
	given, err := p.stay(func(i int) bool {
		return p.cells[i].l.Role == rules.Given || p.cells[i].l.Printed && !d.unsaid(p, i)
	})
	if err != nil {
		return nil, err
	}
	var same []int // not seen to differ
	for i, c := range p.cells {
		if c.l.Role == rules.Find && (!c.l.Printed || d.unsaid(p, i)) {
			same = append(same, i)
		}
	}
	return p.undecided(ctx, given, same, most, nil)
}

// undecided lists those of some cells that have other values in other solutions that have what is given. It stops beyond a number of them. Each of these solutions is met.
func (p *press) undecided(ctx context.Context, given []solve.Literal, same []int, most int, met func()) ([]cell, error) {
	var open []cell
	for len(same) > 0 && len(open) <= most {
		mark, err := p.other(same)
		if err != nil {
			return nil, err
		}
		others := make([]solve.Literal, len(same)) // so that one solution tells of many cells
		for k, i := range same {
			lit, err := p.is(i, p.now[i])
			if err != nil {
				return nil, err
			}
			others[k] = lit.Not()
		}
		st, err := p.probe.Probe(ctx, solve.Question{AtOnce: true, Assume: append(given, mark), Lean: others, Steps: countSteps})
		if errors.Is(err, solve.ErrBudget) {
			for _, i := range same { // not proved: as good as undecided
				open = append(open, p.cells[i])
			}
			return open, nil
		}
		if err != nil {
			return nil, err
		}
		if st == solve.Unsat {
			break
		}
		if met != nil {
			met()
		}
		rest := same[:0:0]
		for _, i := range same {
			lit, err := p.is(i, p.now[i])
			if err != nil {
				return nil, err
			}
			if p.probe.Holds(lit) {
				rest = append(rest, i)
			} else {
				open = append(open, p.cells[i])
			}
		}
		same = rest
	}
	return open, nil
}
