package declared

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on redrawing rooms.
const (
	mostRedraws = 250 // moves of a cell from one room to another, for one start
	mostJudged  = 80  // moves looked at for one that is made
	mostOthers  = 16  // solutions that must stay excluded
)

// division gives the rooms of a family that prints nothing else; nil where there are clues, or several divisions.
func (f *Family) division() *rules.Layer {
	var only *rules.Layer
	for _, l := range f.file.Layers {
		switch {
		case l.Printed && l.Role == rules.Find:
			return nil
		case l.Role != rules.Given:
		case !l.Parts || only != nil:
			return nil
		default:
			only = l
		}
	}
	return only
}

// redraw moves cells of a division from room to room until the draft's solution is the only one. Rooms at random nearly always leave
// several. Each move keeps the solution, by the judge, and excludes another one that the solver has just found; the others found
// before are excluded still, as far as possible. ok is false where no such move is left.
func (d *draft) redraw(ctx context.Context, l *rules.Layer, r *rng.Stream) (ok bool, err error) {
	problem, mine := d.press.enc.Board, d.press.board
	want := (&Solution{d.f, mine}).Desc()
	var others []*rules.Board
	for range mostRedraws {
		res, err := d.f.instance(problem).Solve(ctx, 2)
		if errors.Is(err, solve.ErrBudget) && ctx.Err() == nil {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		var other *rules.Board
		for _, s := range res.Solutions {
			if s.Desc() != want {
				other = s.(*Solution).b
			}
		}
		if other == nil {
			return res.Complete, d.reset(ctx, problem, mine)
		}
		if others = append(others, other); len(others) > mostOthers {
			others = others[1:]
		}
		parts, err := d.move(ctx, l, problem, mine, others, r)
		if err != nil || parts == nil {
			return false, err
		}
		problem, mine = divided(problem, l, parts), divided(mine, l, parts)
	}
	return false, nil
}

// divided gives a board with other rooms.
func divided(b *rules.Board, l *rules.Layer, parts [][]board.Place) *rules.Board {
	b = b.Clone()
	b.Set(l, &rules.Marks{Parts: parts})
	return b
}

// move looks for a cell to move: nil where there is none. The last of the other solutions must be excluded by it.
func (d *draft) move(ctx context.Context, l *rules.Layer, problem, mine *rules.Board, others []*rules.Board, r *rng.Stream) ([][]board.Place, error) {
	cells, err := problem.Places(l)
	if err != nil {
		return nil, err
	}
	parts := problem.Marks(l).Parts
	of := map[board.Place]int{}
	for k, part := range parts {
		for _, c := range part {
			of[c] = k
		}
	}
	last := others[len(others)-1]
	type move struct {
		c  board.Place
		to int
	}
	var near, far []move // those of cells that the other solution fills otherwise come first
	for _, part := range parts {
		for _, c := range part {
			seen := []int{of[c]}
			for _, n := range problem.Geo.Next(c) {
				k, in := of[n]
				if !in || slices.Contains(seen, k) {
					continue
				}
				seen = append(seen, k)
				if d.differ(mine, last, c) {
					near = append(near, move{c, k})
				} else {
					far = append(far, move{c, k})
				}
			}
		}
	}
	r.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
	r.Shuffle(len(far), func(i, j int) { far[i], far[j] = far[j], far[i] })
	size := d.f.drawing(l).Size
	var best [][]board.Place
	most, judged := 0, 0
	for _, m := range append(near, far...) {
		if judged == mostJudged {
			break
		}
		next := moved(problem.Geo, cells, parts, of, m.c, m.to)
		if next == nil || !within(next, size) {
			continue
		}
		judged++
		if ok, err := d.holds(ctx, l, problem, mine, next); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		excluded := 0
		for i := len(others) - 1; i >= 0; i-- {
			ok, err := d.holds(ctx, l, problem, others[i], next)
			if err != nil {
				return nil, err
			}
			if ok && i == len(others)-1 {
				break
			}
			if !ok {
				excluded++
			}
		}
		if excluded > most {
			best, most = next, excluded
		}
		if most == len(others) {
			break
		}
	}
	return best, nil
}

// differ reports whether two solutions have other values at a place.
func (d *draft) differ(a, b *rules.Board, at board.Place) bool {
	for _, l := range d.f.file.Layers {
		if l.Role == rules.Find && !d.press.enc.Value(a, l, at).Equal(d.press.enc.Value(b, l, at)) {
			return true
		}
	}
	return false
}

// holds judges a solution in other rooms.
func (d *draft) holds(ctx context.Context, l *rules.Layer, problem, solution *rules.Board, parts [][]board.Place) (bool, error) {
	broken, err := d.f.instance(divided(problem, l, parts)).judge(ctx, divided(solution, l, parts))
	return len(broken) == 0, err
}

// moved gives the rooms with a cell in another one; nil where it would leave its own in pieces, or empty.
func moved(geo *board.Board, cells []board.Place, parts [][]board.Place, of map[board.Place]int, c board.Place, to int) [][]board.Place {
	from := of[c]
	rest := slices.DeleteFunc(slices.Clone(parts[from]), func(p board.Place) bool { return p == c })
	if len(rest) == 0 {
		return nil
	}
	reached := map[board.Place]bool{rest[0]: true}
	for queue := rest[:1:1]; len(queue) > 0; queue = queue[1:] {
		for _, n := range geo.Next(queue[0]) {
			if k, in := of[n]; in && k == from && n != c && !reached[n] {
				reached[n] = true
				queue = append(queue, n)
			}
		}
	}
	if len(reached) < len(rest) {
		return nil
	}
	next := maps.Clone(of)
	next[c] = to
	return inOrder(cells, next, len(parts))
}

// reset opens the solver on a problem with other rooms.
func (d *draft) reset(ctx context.Context, problem, solution *rules.Board) error {
	p, err := newPress(ctx, d.f.engine, problem, d.f.open(d.sort))
	if err != nil {
		return err
	}
	p.board = solution
	p.read(p.now)
	d.press.close()
	d.press = p
	return nil
}
