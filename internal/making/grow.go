package making

import (
	"cmp"
	"context"
	"errors"
	"math"
	"reflect"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on growing.
const (
	patience = 40  // windows in a row that bring nothing before a start is given up,
	nearly   = 12  // and how little may be left undecided
	loath    = 3   // for a start to be given up after so many times as many: another one would have all that way to go again
	mostGrow = 400 // windows of one start
	restless = 8   // windows that bring nothing after which borders of rooms are moved too,
	wideFrom = 12  // and after which some windows are wider, by turns
)

// saved is a draft's board, to go back to.
type saved struct {
	found
	of *rules.Board // what the solver is opened on
}

func (d *draft) save() saved { return saved{d.solver.found, d.solver.enc.Board} }

// comeBack restores a board, also where rooms have been moved since.
func (d *draft) comeBack(ctx context.Context, s saved) error {
	if d.solver.enc.Board != s.of {
		return d.reset(ctx, s.of, s.board)
	}
	d.restore(s)
	return nil
}

func (d *draft) restore(s saved) {
	d.solver.found = s.found
	d.unprove()
}

// full is the puzzle that prints everything.
func (d *draft) full() *rules.Board { return d.problem(func(cell) bool { return true }) }

// samePuzzle reports whether two boards print the same.
func (d *draft) samePuzzle(a, b *rules.Board) bool {
	return !slices.ContainsFunc(d.m.File.Layers, func(l *rules.Layer) bool { return !reflect.DeepEqual(a.Marks(l), b.Marks(l)) })
}

// stamina is how many times as long a start is tried that comes after so many others: in Juosan most windows bring nothing, and it is the
// long tries that come to an end.
func stamina(before int) int { return 1 << min(before/8, 3) }

// grow samples windows near what the clues leave undecided again, until they decide everything. ok is false where that comes to no end, in so
// many times the usual number of windows.
func (d *draft) grow(ctx context.Context, times int, r *rng.Stream) (ok bool, err error) {
	now, err := d.undecided(ctx, nil)
	if err != nil {
		return false, err
	}
	defer func() { d.left = now.left }()
	puzzle := d.full()
	rooms := d.housed()
	idle := 0
	for step := 0; now.left > 0 && step < times*mostGrow && idle < times*now.patience() && d.endless < hopeless; step++ {
		at := now.open[r.IntN(len(now.open))]
		than := now
		var try *change
		if rooms != nil && idle >= restless && idle%3 == 2 {
			try, err = d.rehouse(ctx, rooms, at.p, r)
			than = &doubt{open: now.open, width: now.width, endless: now.endless, left: now.left}
		} else {
			try, err = d.redraw(ctx, at, idle >= wideFrom && idle%3 == 1, r)
		}
		if err != nil {
			return false, err
		}
		if try == nil {
			idle++
			continue
		}
		next := d.full()
		if d.samePuzzle(puzzle, next) { // so it leaves as much undecided
			try.back()
			idle++
			continue
		}
		then, err := d.undecided(ctx, than)
		if err != nil {
			try.keep()
			return false, err
		}
		c := then.compare(now)
		if c > 0 {
			try.back()
			idle++
			continue
		}
		try.keep()
		if puzzle, now = next, then; c < 0 {
			idle = 0
		} else {
			idle++
		}
	}
	return now.left == 0, nil
}

// change is a board that was made of another.
type change struct {
	back func() // to the other
	keep func() // forgets the other
}

// redraw samples a window near a place again. It is nil where nothing came of it.
func (d *draft) redraw(ctx context.Context, near cell, wide bool, r *rng.Stream) (*change, error) {
	before := d.save()
	at := d.solver.index[near]
	reach := reached(r)
	if wide {
		reach++
	}
	moved, err := d.window(ctx, d.solver.x[at], d.solver.y[at], reach, r)
	if err != nil || !moved {
		return nil, err
	}
	if ok, err := d.printed(ctx, r); err != nil {
		return nil, err
	} else if !ok {
		d.restore(before)
		return nil, nil
	}
	return &change{back: func() { d.restore(before) }, keep: func() {}}, nil
}

// reached draws how far a window reaches.
func reached(r *rng.Stream) float64 { return []float64{1, 1.5, 2}[r.IntN(3)] }

// doubt is what a puzzle leaves undecided.
type doubt struct {
	open []cell
	// width is that of the windows in which these cells have other values while all else stays; whole: nothing need stay. In narrower windows all is decided.
	width   int
	in      map[window][]cell // nil: windows were not asked about
	endless bool              // the question about the whole board came to no end
	now     []rules.Value     // the board, by cell of the solver that sampled it
	left    int               // how much is undecided, or not proved to be decided
}

// patience is how many windows in a row may bring nothing before a start is given up that leaves this in doubt.
func (d *doubt) patience() int {
	if d.left <= nearly {
		return loath * patience
	}
	return patience
}

// window is a part of the board.
type window struct{ row, col, rows, cols int }

// holds reports whether a point lies in a window that is so much larger on each side.
func (w window) holds(x, y, more float64) bool {
	return x >= float64(w.col)-more && x <= float64(w.col+w.cols)+more && y >= float64(w.row)-more && y <= float64(w.row+w.rows)+more
}

// windows lists the windows of a width, of which each overlaps the next, and bands of whole rows and columns, half as wide: where each of them holds all values,
// two solutions differ in few of them, and nowhere close together.
func windows(geo *board.Board, width int) []window {
	var out []window
	for _, row := range across(geo.Rows, width) {
		for _, col := range across(geo.Cols, width) {
			out = append(out, window{row, col, width, width})
		}
	}
	if width == narrowest {
		return out
	}
	for _, row := range across(geo.Rows, width/2) {
		out = append(out, window{row, 0, width / 2, geo.Cols})
	}
	for _, col := range across(geo.Cols, width/2) {
		out = append(out, window{0, col, geo.Rows, width / 2})
	}
	return out
}

// whole is the width of no window.
const whole = math.MaxInt

// compare is negative where less is left in doubt than by another: what is decided in wider windows, or more in windows of the same width.
func (d *doubt) compare(other *doubt) int {
	if d.left == 0 || other.left == 0 || d.endless && other.endless {
		return cmp.Compare(d.left, other.left)
	}
	if d.endless != other.endless {
		if d.endless {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(other.width, d.width), cmp.Compare(len(d.open), len(other.open)))
}

// Bounds on questions about the whole board that come to no end.
const (
	mostEndless = 2 // before it is asked about last
	hopeless    = 6 // before a start is given up
)

// narrowest is the width of the windows that are asked about first.
const narrowest = 3

// undecided lists cells to be found that have other values in other solutions. It stops where that is more than of another doubt (nil: none).
//
// Where questions about the whole board come to no end, windows of it are asked about first, from then on: most of what has another solution has
// one that differs in a few cells close together, and that is found at once.
func (d *draft) undecided(ctx context.Context, than *doubt) (*doubt, error) {
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
	ask := func(steps int64) (*doubt, error) {
		most := len(p.cells)
		if than != nil && than.width == whole {
			most = len(than.open)
		}
		open, unproved, err := p.undecided(ctx, given, same, most, steps, nil)
		open = append(open, unproved...) // as good as undecided
		out := &doubt{open: open, width: whole, endless: len(unproved) > 0, left: len(open), now: d.solver.now}
		if out.endless {
			d.endless++
		}
		return out, err
	}
	if d.endless < mostEndless && !d.narrow {
		out, err := ask(countSteps)
		if err != nil || !out.endless || d.endless < mostEndless {
			return out, err
		}
	}
	geo := p.enc.Board.Geo
	for width := narrowest; width < max(geo.Rows, geo.Cols); width = width * 8 / 5 {
		out, err := d.within(ctx, p, given, same, width, than)
		if err != nil {
			return nil, err
		}
		if len(out.open) > 0 {
			return out, nil
		}
	}
	out, err := ask(p.steps(countSteps))
	out.in = map[window][]cell{} // nothing in any of them
	return out, err
}

// within lists those of some cells that have other values in other solutions that differ in one window alone. Windows that were asked about for another
// doubt (nil: none) are asked about again only where the board has changed near them.
func (d *draft) within(ctx context.Context, p *solver, given []solve.Literal, same []int, width int, than *doubt) (*doubt, error) {
	out := &doubt{width: width, in: map[window][]cell{}, left: len(same), now: d.solver.now}
	most := math.MaxInt
	var changed []int // nil: all
	if than != nil && than.in != nil && width <= than.width {
		changed = []int{}
		for i, v := range than.now {
			if !v.Equal(out.now[i]) {
				changed = append(changed, i)
			}
		}
		if most = 0; width == than.width {
			most = len(than.open)
		}
	}
	var again []window
	for _, at := range windows(p.enc.Board.Geo, width) {
		if changed == nil || slices.ContainsFunc(changed, func(i int) bool { return at.holds(d.solver.x[i], d.solver.y[i], 1) }) {
			again = append(again, at)
		} else if width == than.width && len(than.in[at]) > 0 {
			out.in[at] = than.in[at]
			out.open = append(out.open, than.in[at]...)
		}
	}
	for _, at := range again {
		if len(out.open) > most {
			break
		}
		assume := slices.Clone(given)
		var asked []int
		for _, i := range same {
			if at.holds(p.x[i], p.y[i], 0) {
				asked = append(asked, i)
				continue
			}
			lit, err := p.is(i, p.now[i])
			if err != nil {
				return nil, err
			}
			assume = append(assume, lit)
		}
		open, _, err := p.undecided(ctx, assume, asked, most-len(out.open), p.steps(windowSteps), nil) // the whole board is asked about in the end
		if err != nil {
			return nil, err
		}
		if len(open) > 0 {
			out.in[at] = open
			out.open = append(out.open, open...)
		}
	}
	return out, nil
}

// across lists where windows begin that lie side by side, each half over the next.
func across(length, width int) []int {
	var out []int
	for at := 0; ; at += (width + 1) / 2 {
		if at+width >= length {
			return append(out, max(0, length-width))
		}
		out = append(out, at)
	}
}

// undecided lists those of some cells that have other values in other solutions that have what is given. It stops beyond a number of them; where a question
// takes more than so many steps the rest are not proved to be decided. Each of these solutions is met.
func (p *solver) undecided(ctx context.Context, given []solve.Literal, same []int, most int, steps int64, met func()) (open, unproved []cell, err error) {
	for len(same) > 0 && len(open) <= most {
		mark, err := p.other(same)
		if err != nil {
			return nil, nil, err
		}
		others := make([]solve.Literal, len(same)) // so that one solution tells of many cells
		for k, i := range same {
			lit, err := p.is(i, p.now[i])
			if err != nil {
				return nil, nil, err
			}
			others[k] = lit.Not()
		}
		st, err := p.probe.Probe(ctx, solve.Question{AtOnce: true, Assume: append(given, mark), Lean: others, Steps: steps})
		if errors.Is(err, solve.ErrBudget) {
			for _, i := range same {
				unproved = append(unproved, p.cells[i])
			}
			return open, unproved, nil
		}
		if err != nil {
			return nil, nil, err
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
				return nil, nil, err
			}
			if p.probe.Holds(lit) {
				rest = append(rest, i)
			} else {
				open = append(open, p.cells[i])
			}
		}
		same = rest
	}
	return open, nil, nil
}
