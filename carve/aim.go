package carve

import (
	"context"
	"fmt"
	mathbits "math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Restorer is a Board that takes squares back, so that it can be carved in other ways without being made anew.
type Restorer interface {
	// Restore puts squares back that were removed.
	Restore(squares []int)
}

// Varied is a Board of which others can be made that are like it.
type Varied[P any] interface {
	Board[P]
	// Vary makes a full board that differs a little from this one as it was when it was full, whatever has been removed. side says whether
	// puzzles of this one were too easy or too hard. It is nil where nothing came of it. This board is then no longer carved, but may be varied again.
	Vary(ctx context.Context, side int, r *Stream) (Board[P], error)
}

// Leaning is a Definition that makes other full boards when those before had no puzzle that is as wanted.
type Leaning interface {
	// Lean says on which side the nearest puzzle of the last full board was: below 0 it was too easy, above 0 too hard.
	Lean(side int)
}

// Picky is a Definition that by itself gives full boards up that are too hard with everything printed.
type Picky interface {
	// GivenUp says how many these were, since it was asked last.
	GivenUp() int
}

// Bounds on the work for one full board of a target with a side.
const (
	mostOrders  = 4  // orders in which a board is carved that stays too easy
	mostClimbs  = 3  // ways up to what is wanted from one board that is not too hard
	mostVaried  = 3  // boards varied in a row that come no nearer, times a number of the sequence of luby
	mostClimbed = 60 // puzzles compared on the way to one that is as wanted
	mostLess    = 24 // puzzles compared to find an emptier one that is as wanted too
	together    = 4  // squares, or orbits of them, that are tried at once
	fartherWay  = 5  // times the patience of a target where some puzzle was not too hard: from there a way may lead to what is wanted
)

// aim is a search for a puzzle that is as wanted.
//
// A board is carved to the end. Where the last puzzle is too easy, another order is tried, and then another board. Where it is too hard,
// the way back is searched by halves for the step at which the puzzles become so: most often that step leads past what is wanted. So what
// went from there on is put back, and everything is tried again, each time judged by how hard the puzzle becomes, and not only by
// whether it has one solution: what makes it too hard stays. That leads up to what is wanted in small steps, and leaves nothing
// that could go.
type aim[P any] struct {
	t     Target[P]
	opt   Options
	found Found[P]

	near  func() // tells of the nearest
	best  *Verdict
	board *Verdict // the nearest of the board that is carved
	hard  bool     // one puzzle was not too easy
	easy  bool     // one was not too hard
	idle  int      // boards since one came nearer, in steps of its side
}

// Verdict is how a puzzle compares with what is wanted.
type Verdict struct {
	Side  int     // below 0 it is too easy, above 0 too hard, 0 as wanted
	Far   float64 // of two that are on the same side, the one with less is nearer
	Class string
	Text  string // describes it
	// More describes it where Text leaves out what takes long to tell; nil: nothing is left out. It is asked of the nearest, at the end.
	More func(ctx context.Context) (string, error)
}

// nearer compares with what came before, if anything did.
func (v *Verdict) nearer(than *Verdict) bool {
	if than == nil {
		return true
	}
	a, b := max(v.Side, -v.Side), max(than.Side, -than.Side)
	return a < b || a == b && v.Far < than.Far
}

// aimed is Find for a target with a side.
func aimed[P any](ctx context.Context, d Definition[P], opt Options, t Target[P], attempts int, r *Stream) (Found[P], error) {
	report := opt.Report
	opt.Trail, opt.Final, opt.Report = true, true, nil
	a := &aim[P]{t: t, opt: opt}
	a.near = func() {
		if report != nil {
			report(puzzle.Progress{Done: a.found.Attempts, Total: attempts, Text: "nearest: " + a.best.Text})
		}
	}
	for a.found.Attempts < attempts && !a.tired() {
		r := r.Derive("attempt", uint64(a.found.Attempts))
		b, err := d.Random(ctx, r.Derive("full"))
		if err != nil {
			return a.found, a.ended(err)
		}
		a.found.Attempts++
		if p, ok := d.(Picky); ok {
			a.idle += p.GivenUp()
		}
		if ok, err := a.carve(ctx, b, r); ok || err != nil {
			return a.found, a.ended(err)
		}
		near, ok, err := a.around(ctx, b, mostVaried*luby(a.found.Attempts), r.Derive("around"))
		if ok || err != nil {
			return a.found, a.ended(err)
		}
		if l, ok := d.(Leaning); ok && near != nil && near.Side != 0 {
			l.Lean(near.Side)
		}
	}
	out := &puzzle.UnreachableError{Target: t.Text, Tries: a.found.Attempts, Easier: a.best != nil && !a.hard, Early: a.early()}
	if out.Best = "fewer values taken away"; a.best != nil {
		out.Best = a.best.Text
		if a.best.More != nil {
			text, err := a.best.More(ctx)
			if err != nil {
				return a.found, a.ended(err)
			}
			out.Best = text
		}
	}
	return a.found, out
}

// around looks for a puzzle that is as wanted in boards that are like one that had none, each made of the one that came nearest, until so many in a
// row come no nearer. near is how near that was.
func (a *aim[P]) around(ctx context.Context, b Board[P], patience int, r *Stream) (near *Verdict, found bool, err error) {
	from, ok := b.(Varied[P])
	near = a.board
	for idle, n := 0, uint64(0); ok && near != nil && idle < patience && !a.tired(); n++ {
		idle++
		r := r.Derive("board", n)
		next, err := from.Vary(ctx, near.Side, r.Derive("full"))
		if err != nil {
			return near, false, err
		}
		if next == nil {
			continue
		}
		if found, err := a.carve(ctx, next, r); found || err != nil {
			return near, found, err
		}
		if near.nearer(a.board) || a.board == nil {
			continue
		}
		if a.board.nearer(near) {
			idle = 0
		}
		near = a.board
		from, ok = next.(Varied[P])
	}
	return near, false, nil
}

// tired reports whether so many boards brought nothing that what is wanted is hardly there.
func (a *aim[P]) tired() bool {
	most := a.t.Patience
	if a.easy || !a.goesBack() {
		most *= fartherWay
	}
	return most > 0 && a.idle >= most
}

// goesBack reports whether of a puzzle that is too hard those with more printed are looked at, down to the full board.
func (a *aim[P]) goesBack() bool { return a.t.Empties == 0 && !a.t.Last }

// early says why the search ended before all attempts; empty: it did not.
func (a *aim[P]) early() string {
	if !a.tired() {
		return ""
	}
	text := fmt.Sprintf("%d full boards in a row came no nearer", a.idle)
	switch {
	case a.best == nil: // no board could be carved so far
		return text
	case !a.hard:
		return text + ", and every puzzle was too easy"
	case !a.easy && a.goesBack():
		return text + ", and every puzzle was too hard, also with everything printed"
	case !a.easy:
		return text + ", and every puzzle was too hard"
	}
	return text
}

// luby is the n-th number, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... of Luby, Sinclair and Zuckerman. Sometimes boards that are like one come
// nearer only after long, and sometimes only another one helps: in tries that are as long as this says neither is missed by much.
func luby(n int) int {
	k := mathbits.Len(uint(n))
	if n == 1<<k-1 {
		return 1 << (k - 1)
	}
	return luby(n - (1<<(k-1) - 1))
}

// ended adds what was nearest to the error of a search that was broken off.
func (a *aim[P]) ended(err error) error {
	if err == nil || a.best == nil {
		return err
	}
	return fmt.Errorf("%w; the nearest to %s until then was %s", err, a.t.Text, a.best.Text)
}

// compare judges a puzzle, and keeps it where it is as wanted.
func (a *aim[P]) compare(ctx context.Context, p P) (v Verdict, kept bool, err error) {
	if v, err = a.glance(ctx, p); err != nil || v.Side != 0 {
		return v, false, err
	}
	return a.keep(ctx, p, v)
}

// glance judges a puzzle. Whether it is as wanted where it looks so is left to keep.
func (a *aim[P]) glance(ctx context.Context, p P) (Verdict, error) {
	look := a.t.Glance
	if look == nil {
		look = a.t.Side
	}
	v, err := look(ctx, p)
	if err == nil && v.Side != 0 {
		a.note(v)
	}
	return v, err
}

// keep keeps a puzzle that looked as wanted, if it is. Without a glance, what it looked is what Side has said.
func (a *aim[P]) keep(ctx context.Context, p P, looked Verdict) (v Verdict, kept bool, err error) {
	if v = looked; a.t.Glance != nil {
		if v, err = a.t.Side(ctx, p); err != nil {
			return v, false, err
		}
	}
	a.note(v)
	if v.Side != 0 {
		return v, false, nil
	}
	if a.t.Accept != nil {
		if ok, err := a.t.Accept(ctx, p); !ok || err != nil {
			return v, false, err
		}
	}
	a.found.Puzzle, a.found.Class = p, v.Class
	return v, true, nil
}

// note notes how near a puzzle came.
func (a *aim[P]) note(v Verdict) {
	a.hard, a.easy = a.hard || v.Side >= 0, a.easy || v.Side <= 0
	if a.best == nil || max(v.Side, -v.Side) < max(a.best.Side, -a.best.Side) {
		a.idle = 0
	}
	if v.nearer(a.board) {
		a.board = &v
	}
	if v.nearer(a.best) {
		a.best = &v
		a.near()
	}
}

// carve looks for a puzzle that is as wanted in a full board.
func (a *aim[P]) carve(ctx context.Context, b Board[P], r *Stream) (bool, error) {
	a.board = nil
	a.idle++
	back, again := b.(Restorer)
	for order := range uint64(mostOrders) {
		res, err := Carve(ctx, b, nil, nil, a.opt, r.Derive("order", order))
		if err != nil {
			return false, err
		}
		a.found.Steps += res.Steps
		last := len(res.Trail) - 1
		if a.t.Empties == 0 || res.Empty == a.t.Empties {
			v, kept, err := a.compare(ctx, res.Trail[last])
			if kept || err != nil {
				return kept, err
			}
			if v.Side > 0 && a.goesBack() {
				return a.between(ctx, b, res, r.Derive("between", order))
			}
		}
		if !again || res.Empty == 0 { // another order would lead to the same
			break
		}
		for _, t := range res.Tests {
			if t.Removed {
				back.Restore(t.Squares)
			}
		}
	}
	return false, nil
}

// between looks for a puzzle between a full board and the last of its trail, which is too hard.
func (a *aim[P]) between(ctx context.Context, b Board[P], res Result[P], r *Stream) (bool, error) {
	kept := false
	lo, hi := 0, len(res.Trail)-1
	easy := false // what is before lo is not too hard
	for lo < hi {
		mid := (lo + hi) / 2
		v, ok, err := a.compare(ctx, res.Trail[mid])
		if err != nil {
			return kept, err
		}
		kept = kept || ok
		if v.Side > 0 {
			hi = mid
		} else {
			lo, easy = mid+1, true
		}
	}
	back, again := b.(Restorer)
	if !again || !easy {
		return kept, nil
	}
	// What went after the last puzzle that is not too hard comes back, and may go in another order; what could not go then may go now.
	c := &climb[P]{aim: a, b: b, back: back, kept: kept}
	for _, t := range res.Tests {
		if t.Before < lo-1 {
			continue
		}
		if c.open = append(c.open, t.Squares); t.Removed {
			back.Restore(t.Squares)
		}
	}
	for n := range mostClimbs {
		if n > 0 {
			back.Restore(slices.Concat(c.open...))
		}
		if err := c.up(ctx, r); err != nil || c.kept {
			return c.kept, err
		}
	}
	return false, nil
}

// climb takes squares from a board that is not too hard as long as it stays so.
type climb[P any] struct {
	*aim[P]
	b        Board[P]
	back     Restorer
	open     [][]int // squares that may go, by what goes together
	kept     bool    // there is a puzzle that is as wanted
	later    *P      // one with less printed that looks so too; nil: none
	looked   Verdict // of that one, at a glance
	compared int
}

// up climbs once. Then what looks as wanted is kept, if it is.
func (c *climb[P]) up(ctx context.Context, r *Stream) error {
	r.Shuffle(len(c.open), func(i, j int) { c.open[i], c.open[j] = c.open[j], c.open[i] })
	c.compared, c.later = 0, nil
	for part := range slices.Chunk(c.open, together) {
		if err := c.try(ctx, part); err != nil {
			return err
		}
	}
	if c.later != nil {
		_, _, err := c.keep(ctx, *c.later, c.looked)
		return err
	}
	return nil
}

// try takes groups of squares away, together or else by halves.
func (c *climb[P]) try(ctx context.Context, groups [][]int) error {
	if c.compared >= mostClimbed || c.kept && c.compared >= mostLess {
		return nil
	}
	if ok, err := c.take(ctx, slices.Concat(groups...)); ok || err != nil || len(groups) == 1 {
		return err
	}
	half := len(groups) / 2
	if err := c.try(ctx, groups[:half]); err != nil {
		return err
	}
	return c.try(ctx, groups[half:])
}

// take takes squares away; ok is false where the puzzle is too hard without them, or none, or no longer as wanted, and they are there again.
func (c *climb[P]) take(ctx context.Context, squares []int) (ok bool, err error) {
	c.found.Steps++
	if ok, err = c.b.Valid(ctx, squares); !ok || err != nil {
		return false, err
	}
	c.b.Remove(squares)
	p, err := c.b.Puzzle()
	if err != nil {
		return false, err
	}
	c.compared++
	v, err := c.glance(ctx, p)
	if err != nil {
		return false, err
	}
	switch {
	case v.Side == 0 && c.kept: // it is compared in full at the end: of many that look as wanted the last will do
		c.later, c.looked, ok = &p, v, true
	case v.Side == 0:
		v, c.kept, err = c.keep(ctx, p, v)
		ok = v.Side <= 0
	default:
		ok = v.Side < 0 && !c.kept
	}
	if !ok {
		c.back.Restore(squares)
	}
	return ok, err
}
