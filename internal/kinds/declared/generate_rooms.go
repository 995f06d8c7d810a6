package declared

import (
	"context"
	"maps"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/encode"
	"github.com/quandary-puzzles/quandary/solve"
)

// Bounds on settling rooms.
const (
	mostSettled = 20000 // moves for one start that are judged by what they leave undecided
	mostShifts  = 3     // cells that one move takes to other rooms,
	mostWalked  = 4     // and how far from what is undecided
	mostWorse   = 3     // things more that a move may leave undecided, now and then:
	worseChance = 8     // of so many such moves one is made
	setPatience = 600   // moves in a row that bring nothing
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
func (d *draft) settle(ctx context.Context, l *rules.Layer, r *rng.Stream) (ok bool, err error) {
	problem := d.press.enc.Board
	cells, err := problem.Places(l)
	if err != nil {
		return false, err
	}
	now, open, err := d.solved(ctx, problem, len(d.press.cells))
	if err != nil || now == nil {
		return false, err
	}
	defer func() { d.left = len(open) }()
	size := d.f.drawing(l).Size
	parts := problem.Marks(l).Parts
	idle, least := 0, len(open)
	for step := 0; len(open) > 0 && step < mostSettled && idle < setPatience; step++ {
		at := open[r.IntN(len(open))].p
		if at.Kind != board.Cell {
			around := problem.Geo.Cells(at)
			at = around[r.IntN(len(around))]
		}
		tried := parts
		for range 1 + r.IntN(1+r.IntN(mostShifts)) { // mostly one
			tried = shifted(problem.Geo, cells, tried, at, r)
		}
		if tried == nil || !within(tried, size) {
			continue
		}
		idle++
		b := divided(problem, l, tried)
		solution, left, err := d.solved(ctx, b, len(open)+mostWorse)
		if err != nil {
			return false, err
		}
		if solution == nil || len(left) > len(open)+mostWorse || len(left) > len(open) && r.IntN(worseChance) > 0 {
			continue
		}
		if least = min(least, len(open)); len(left) < least {
			idle = 0
		}
		problem, parts, now, open = b, tried, solution, left
	}
	if len(open) > 0 {
		return false, nil
	}
	return true, d.reset(ctx, problem, now)
}

// shifted moves a cell near another one to a room beside it; nil where that goes not.
func shifted(geo *board.Board, cells []board.Place, parts [][]board.Place, at board.Place, r *rng.Stream) [][]board.Place {
	of := map[board.Place]int{}
	for k, part := range parts {
		for _, c := range part {
			of[c] = k
		}
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
	from, in := of[at]
	to, in2 := of[next[r.IntN(len(next))]]
	if !in || !in2 || from == to {
		return nil
	}
	return moved(geo, cells, parts, of, at, to)
}

// solved finds a solution of a problem, and what has other values in others, as far as that is no more than most. The solution is nil where
// there is none, or none is found soon.
func (d *draft) solved(ctx context.Context, problem *rules.Board, most int) (*rules.Board, []cell, error) {
	p, err := newPress(ctx, d.f.engine, problem, encode.Options{})
	if err != nil {
		return nil, nil, err
	}
	defer p.close()
	if ok, err := p.redrawn(ctx, solve.Question{Steps: countSteps}); !ok || err != nil {
		return nil, nil, err
	}
	all := make([]int, len(p.cells))
	for i := range all {
		all[i] = i
	}
	open, err := p.undecided(ctx, nil, all, most)
	return p.board, open, err
}

// divided gives a board with other rooms.
func divided(b *rules.Board, l *rules.Layer, parts [][]board.Place) *rules.Board {
	b = b.Clone()
	b.Set(l, &rules.Marks{Parts: parts})
	return b
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
