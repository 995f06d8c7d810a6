package declared

import (
	"context"
	"errors"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on settling rooms.
const (
	mostSettled   = 20000 // moves for one start that are judged by what they leave undecided
	mostResettled = 600   // the same, from rooms near to some that were settled
	mostShifts    = 3     // cells that one move takes to other rooms,
	mostWalked    = 4     // and how far from what is undecided
	mostWorse     = 3     // things more that a move may leave undecided, now and then:
	worseChance   = 8     // of so many such moves one is made
	setPatience   = 600   // moves in a row that bring nothing
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

// settle moves cells of a division from room to room, near what solutions differ in, and keeps what leaves no more undecided than before,
// until one solution is left. It need not be that which the rooms were drawn around. ok is false where that comes to no end.
func (d *draft) settle(ctx context.Context, l *rules.Layer, problem *rules.Board, most int, r *rng.Stream) (ok bool, err error) {
	s := &settling{d: d, l: l, rest: d.f.file.Without([]*rules.Layer{l})}
	defer s.close()
	now, err := s.solved(ctx, problem, nil, len(d.press.cells))
	if err != nil || now == nil {
		return false, err
	}
	defer func() { d.left = len(now.open) }()
	size := d.f.drawing(l).Size
	parts := problem.Marks(l).Parts
	idle, least := 0, len(now.open)
	met := map[string]bool{roomsKey(problem.Geo, parts): true} // no rooms are tried twice, so that the walk does not go round in circles
	for step := 0; len(now.open) > 0 && step < most && idle < setPatience; step++ {
		at := now.open[r.IntN(len(now.open))].p
		if at.Kind != board.Cell {
			around := problem.Geo.Cells(at)
			at = around[r.IntN(len(around))]
		}
		tried := parts
		for range 1 + r.IntN(1+r.IntN(mostShifts)) { // mostly one
			tried = shifted(problem.Geo, tried, at, r)
		}
		if tried == nil || !within(tried, size) {
			continue
		}
		idle++
		key := roomsKey(problem.Geo, tried)
		if met[key] {
			continue
		}
		met[key] = true
		b := divided(problem, l, tried)
		next, err := s.solved(ctx, b, now.known, len(now.open)+mostWorse)
		if err != nil {
			return false, err
		}
		if next == nil || len(next.open) > len(now.open)+mostWorse || len(next.open) > len(now.open) && r.IntN(worseChance) > 0 {
			continue
		}
		if least = min(least, len(now.open)); len(next.open) < least {
			idle = 0
		}
		problem, parts, now = b, tried, next
	}
	if len(now.open) > 0 {
		return false, nil
	}
	return true, d.reset(ctx, problem, now.board)
}

// roomsKey names a division.
func roomsKey(geo *board.Board, parts [][]board.Place) string {
	rooms := make([]byte, 2*geo.Rows*geo.Cols)
	for k, part := range parts {
		for _, c := range part {
			rooms[2*c.N], rooms[2*c.N+1] = byte(k>>8), byte(k)
		}
	}
	return string(rooms)
}

// shifted moves a cell near another one to a room beside it; nil where that goes not.
func shifted(geo *board.Board, parts [][]board.Place, at board.Place, r *rng.Stream) [][]board.Place {
	room := func(c board.Place) int {
		return slices.IndexFunc(parts, func(part []board.Place) bool { return slices.Contains(part, c) })
	}
	for range r.IntN(mostWalked) {
		if next := geo.Next(at); len(next) > 0 {
			at = next[r.IntN(len(next))]
		}
	}
	next := geo.Next(at)
	if len(next) == 0 {
		return nil
	}
	from, to := room(at), room(next[r.IntN(len(next))])
	if from < 0 || to < 0 || from == to {
		return nil
	}
	return moved(geo, parts, at, from, to)
}

// settling is rooms being settled. One solver knows the rules that do not name rooms, and keeps what it learns of them; it is asked under those that do,
// as they are for the rooms that are tried.
type settling struct {
	d     *draft
	l     *rules.Layer
	rest  *rules.Dependents
	press *press
	asked int // of this solver
}

// mostAsked is of how many rooms one solver is asked: what it was told of rooms that were tried stays with it.
const mostAsked = 20

func (s *settling) close() {
	if s.press != nil {
		s.press.close()
		s.press = nil
	}
}

// state gives a solver that knows a problem, under literals.
func (s *settling) state(ctx context.Context, problem *rules.Board) (*press, []solve.Literal, error) {
	opt := encode.Options{Ignored: s.rest}
	for _, l := range problem.File.Layers {
		if l != s.l && s.rest.Layer(l) { // its unknowns are others for other rooms
			opt.Ignored = nil
		}
	}
	if s.press != nil && (s.asked == mostAsked || opt.Ignored == nil) {
		s.close()
	}
	if s.press == nil {
		var err error
		if s.press, err = newPress(ctx, s.d.f.engine, problem, opt); err != nil {
			return nil, nil, err
		}
		s.asked = 0
	}
	s.asked++
	if opt.Ignored == nil {
		return s.press, nil, nil
	}
	terms, err := s.press.enc.Without(ctx, problem, opt)
	if err != nil {
		return nil, nil, err
	}
	given, err := s.press.probe.Reasons(terms...)
	return s.press, given, err
}

// settled is rooms with a solution, and what has other values in others.
type settled struct {
	board *rules.Board
	open  []cell
	known [][]rules.Value // solutions, by cell, of which each differs from those before it in something more
}

// solved finds a solution of a problem, and what has other values in others, as far as that is no more than most. It is nil where
// there is none, or none is found soon. Solutions of rooms that differ little mostly hold: those that are known are tried first.
func (s *settling) solved(ctx context.Context, problem *rules.Board, known [][]rules.Value, most int) (*settled, error) {
	p, given, err := s.state(ctx, problem)
	if err != nil {
		return nil, err
	}
	if given == nil {
		known = nil // the unknowns are others
	}
	out := &settled{}
	differs := make([]bool, len(p.cells))
	take := func(values []rules.Value) {
		more := len(out.known) == 0
		for i, v := range values {
			if len(out.known) == 0 || differs[i] || v.Equal(out.known[0][i]) {
				continue
			}
			differs[i], more = true, true
			out.open = append(out.open, p.cells[i])
		}
		if more {
			out.known = append(out.known, values)
		}
	}
	for _, values := range known {
		holds, err := s.holds(ctx, p, given, values)
		if err != nil {
			return nil, err
		}
		if !holds {
			continue
		}
		if len(out.known) == 0 {
			p.take()
		}
		take(values)
		if len(out.open) > most {
			return out, nil
		}
	}
	if len(out.known) == 0 {
		if ok, err := p.redrawn(ctx, solve.Question{AtOnce: true, Assume: given, Steps: countSteps}); !ok || err != nil {
			return nil, err
		}
		take(slices.Clone(p.now))
	}
	out.board = divided(p.board, s.l, problem.Marks(s.l).Parts)
	var same []int
	for i := range p.cells {
		if !differs[i] {
			same = append(same, i)
		}
	}
	open, err := p.undecided(ctx, given, same, most-len(out.open), func() {
		values := make([]rules.Value, len(p.cells))
		b := p.enc.Decode(p.probe.Solution())
		for i, c := range p.cells {
			values[i] = p.enc.Value(b, c.l, c.p)
		}
		out.known = append(out.known, values)
	})
	out.open = append(out.open, open...)
	return out, err
}

// holds reports whether values are a solution.
func (s *settling) holds(ctx context.Context, p *press, given []solve.Literal, values []rules.Value) (bool, error) {
	assume := slices.Clone(given)
	for i, v := range values {
		lit, err := p.is(i, v)
		if err != nil {
			return false, err
		}
		assume = append(assume, lit)
	}
	st, err := p.probe.Probe(ctx, solve.Question{AtOnce: true, Assume: assume, Steps: windowSteps})
	if errors.Is(err, solve.ErrBudget) {
		return false, nil
	}
	return st == solve.Sat, err
}

// divided gives a board with other rooms.
func divided(b *rules.Board, l *rules.Layer, parts [][]board.Place) *rules.Board {
	b = b.Clone()
	b.Set(l, &rules.Marks{Parts: parts})
	return b
}

// moved gives the rooms with a cell in another one; nil where it would leave its own in pieces, or empty.
func moved(geo *board.Board, parts [][]board.Place, c board.Place, from, to int) [][]board.Place {
	rest := slices.DeleteFunc(slices.Clone(parts[from]), func(p board.Place) bool { return p == c })
	if len(rest) == 0 {
		return nil
	}
	if !connected(geo, rest) {
		return nil
	}
	next := slices.Clone(parts)
	next[from] = rest
	next[to] = append(slices.Clone(parts[to]), c)
	byNumber := func(a, b board.Place) int { return int(a.N - b.N) }
	slices.SortFunc(next[to], byNumber)
	slices.SortFunc(next, func(a, b []board.Place) int { return byNumber(a[0], b[0]) })
	return next
}

// connected reports whether cells hang together. There is at least one.
func connected(geo *board.Board, cells []board.Place) bool {
	reached := cells[:1:1]
	for k := 0; k < len(reached); k++ {
		for _, n := range geo.Next(reached[k]) {
			if slices.Contains(cells, n) && !slices.Contains(reached, n) {
				reached = append(reached, n)
			}
		}
	}
	return len(reached) == len(cells)
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
