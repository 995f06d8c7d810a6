package making

import (
	"context"
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
	wider         = 60    // one more for each so many moves that brought nothing,
	mostWalked    = 4     // and how far from what is undecided
	mostWorse     = 3     // things more that a move may leave undecided, now and then:
	worseChance   = 8     // of so many such moves one is made
	setPatience   = 600   // moves in a row that bring nothing
)

// division gives the rooms of a family that prints nothing else; nil where there are clues, or several divisions.
func (m *Maker) division() *rules.Layer {
	var only *rules.Layer
	for _, l := range m.File.Layers {
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
	s := &settling{d: d, l: l, rest: d.m.File.Without([]*rules.Layer{l})}
	defer s.close()
	parts := problem.Marks(l).Parts
	now, err := s.solved(ctx, &moving{problem: problem, parts: parts}, len(d.solver.cells))
	if err != nil || now == nil {
		return false, err
	}
	defer func() { d.left = len(now.open) }()
	size := d.m.drawing(l).Size
	idle, least := 0, len(now.open)
	met := map[string]bool{roomsKey(problem.Geo, parts): true} // no rooms are tried twice, so that the walk does not go round in circles
	for step := 0; len(now.open) > 0 && step < most && idle < setPatience; step++ {
		tried := s.moved(problem, parts, now, mostShifts+idle/wider, r)
		if tried == nil || !within(tried, size) {
			continue
		}
		idle++
		key := roomsKey(problem.Geo, tried)
		if met[key] {
			continue
		}
		met[key] = true
		m, err := s.moving(ctx, problem, tried, now)
		if err != nil {
			return false, err
		}
		worse := m.least > len(now.open)
		if m.least > len(now.open)+mostWorse || worse && r.IntN(worseChance) > 0 {
			continue
		}
		next, err := s.solved(ctx, m, len(now.open)+mostWorse)
		if err != nil {
			return false, err
		}
		if next == nil || len(next.open) > len(now.open)+mostWorse || !worse && len(next.open) > len(now.open) && r.IntN(worseChance) > 0 {
			continue
		}
		if least = min(least, len(now.open)); len(next.open) < least {
			idle = 0
		}
		problem, parts, now = m.problem, m.parts, next
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
	d      *draft
	l      *rules.Layer
	rest   *rules.Dependents
	solver *solver
	asked  int // of this solver
}

// mostAsked is of how many rooms one solver is asked: what it was told of rooms that were tried stays with it.
const mostAsked = 20

func (s *settling) close() {
	if s.solver != nil {
		s.solver.close()
		s.solver = nil
	}
}

// keeps reports whether the unknowns are the same for all rooms, and what is known of some can be told of others.
func (s *settling) keeps() bool {
	return !slices.ContainsFunc(s.d.m.File.Layers, func(l *rules.Layer) bool { return l != s.l && s.rest.Layer(l) })
}

// state gives a solver that knows a problem, under literals.
func (s *settling) state(ctx context.Context, problem *rules.Board) (*solver, []solve.Literal, error) {
	opt := encode.Options{}
	if s.keeps() {
		opt.Ignored = s.rest
	}
	if s.solver != nil && (s.asked == mostAsked || opt.Ignored == nil) {
		s.close()
	}
	if s.solver == nil {
		var err error
		if s.solver, err = newSolver(ctx, s.d.m.Engine, problem, opt); err != nil {
			return nil, nil, err
		}
		s.asked = 0
	}
	s.asked++
	if opt.Ignored == nil {
		return s.solver, nil, nil
	}
	terms, err := s.solver.enc.Without(ctx, problem, opt)
	if err != nil {
		return nil, nil, err
	}
	given, err := s.solver.probe.Reasons(terms...)
	return s.solver, given, err
}

// moved shifts cells near one that is undecided; nil where that goes not.
func (s *settling) moved(problem *rules.Board, parts [][]board.Place, now *settled, most int, r *rng.Stream) [][]board.Place {
	at := now.open[r.IntN(len(now.open))].p
	if at.Kind != board.Cell {
		around := problem.Geo.Cells(at)
		at = around[r.IntN(len(around))]
	}
	for range 1 + r.IntN(1+r.IntN(most)) { // mostly few
		if parts = shifted(problem.Geo, parts, at, r); parts == nil {
			return nil
		}
	}
	return parts
}

// settled is rooms with a solution, and what has other values in others.
type settled struct {
	board *rules.Board
	open  []cell
	known []found // solutions, of which each differs from those before it in something more
}

// moving is rooms that are tried.
type moving struct {
	problem *rules.Board
	parts   [][]board.Place
	known   []found // those of solutions that were known before which are solutions of these rooms
	least   int     // how much is undecided at least
}

// moving judges the solutions that are known of rooms by others: those of rooms that differ little mostly hold. The judge needs a fraction
// of the time that the solver needs to be told of the rooms.
func (s *settling) moving(ctx context.Context, problem *rules.Board, parts [][]board.Place, now *settled) (*moving, error) {
	m := &moving{problem: divided(problem, s.l, parts), parts: parts}
	if !s.keeps() {
		return m, nil
	}
	judge := s.d.m.judging(m.problem, s.rest)
	differs := map[int]bool{}
	for _, w := range now.known {
		broken, err := judge(ctx, divided(w.board, s.l, parts))
		if err != nil {
			return nil, err
		}
		if len(broken) > 0 {
			continue
		}
		m.known = append(m.known, w)
		for i, v := range w.now {
			if !v.Equal(m.known[0].now[i]) {
				differs[i] = true
			}
		}
	}
	m.least = len(differs)
	return m, nil
}

// solved finds a solution of rooms, and what has other values in others, as far as that is no more than most. It is nil where
// there is none, or none is found soon.
func (s *settling) solved(ctx context.Context, m *moving, most int) (*settled, error) {
	p, given, err := s.state(ctx, m.problem)
	if err != nil {
		return nil, err
	}
	out := &settled{}
	differs := make([]bool, len(p.cells))
	take := func(w found) {
		more := len(out.known) == 0
		for i, v := range w.now {
			if len(out.known) == 0 || differs[i] || v.Equal(out.known[0].now[i]) {
				continue
			}
			differs[i], more = true, true
			out.open = append(out.open, p.cells[i])
		}
		if more {
			out.known = append(out.known, w)
		}
	}
	for _, w := range m.known {
		take(w)
	}
	if len(out.known) == 0 {
		if ok, err := p.redrawn(ctx, solve.Question{AtOnce: true, Assume: given, Steps: countSteps}); !ok || err != nil {
			return nil, err
		}
		take(p.found)
	} else {
		p.found = out.known[0]
	}
	out.board = divided(p.board, s.l, m.parts)
	var same []int
	for i := range p.cells {
		if !differs[i] {
			same = append(same, i)
		}
	}
	open, unproved, err := p.undecided(ctx, given, same, most-len(out.open), countSteps, func() { out.known = append(out.known, p.met()) })
	out.open = slices.Concat(out.open, open, unproved)
	return out, err
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

// reset opens the solver on a problem with other rooms. Where rooms are all that is printed no solution is sampled from then on, and it needs no rules of style.
func (d *draft) reset(ctx context.Context, problem, solution *rules.Board) error {
	opt := d.sampling()
	if d.m.division() != nil {
		opt.Must = nil
	}
	p, err := newSolver(ctx, d.m.Engine, problem, opt)
	if err != nil {
		return err
	}
	p.found = p.solution(solution)
	d.solver.close()
	d.solver, d.drawn = p, nil
	return nil
}
