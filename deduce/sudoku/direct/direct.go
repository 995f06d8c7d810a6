// Package direct finds what Sudoku Explainer calls direct techniques: a locked candidate or a hidden subset that leads to a
// hidden single at once, so that a solver who keeps no pencil marks sees the two as one step. They are rungs of the rating
// ladder only. The hidden single behind a locked candidate lies in a house of the same kind as the one that locks it: a box
// that points along a line leaves one place in another box.
package direct

import (
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/locked"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/subset"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "direct-pointing", Name: "Direct pointing", Cost: 50, Rating: 1.7, Find: throughLocked(locked.Pointing)},
		{ID: "direct-claiming", Name: "Direct claiming", Cost: 50, Rating: 1.9, Find: throughLocked(locked.Claiming)},
		{ID: "direct-hidden-pair", Name: "Direct hidden pair", Cost: 70, Rating: 2.0, Find: throughHidden(2)},
		{ID: "direct-hidden-triple", Name: "Direct hidden triple", Cost: 100, Rating: 2.5, Find: throughHidden(3)},
	}
}

type finder = func(*board.Position, func(board.Step) bool)

func throughLocked(find finder) finder {
	return func(p *board.Position, yield func(board.Step) bool) {
		find(p, func(s board.Step) bool {
			v := s.Values[0]
			var gone board.Cells
			for _, m := range s.Remove {
				gone.Add(m.Cell)
			}
			for h := range p.House {
				// People look where they were looking: for a box that points, at other boxes.
				if p.Kind(h) != p.Kind(s.Houses[0]) || !gone.Intersects(&p.House[h]) {
					continue
				}
				at := p.Places(h, v)
				left := at.Minus(&gone)
				c := left.First()
				if c < 0 || left.Next(c) >= 0 {
					continue
				}
				if !yield(place(p, s, h, c, v)) {
					return false
				}
			}
			return true
		})
	}
}

func throughHidden(k int) finder {
	return func(p *board.Position, yield func(board.Step) bool) {
		subset.Hidden(p, k, func(s board.Step) bool {
			h := s.Houses[0]
			cells := board.CellsOf(s.Cells...)
			var removed board.Digits
			for _, m := range s.Remove {
				removed |= board.Digit(m.Value)
			}
			for ; removed != 0; removed = removed.Rest() {
				at := p.Places(h, removed.First())
				left := at.Minus(&cells)
				c := left.First()
				if c < 0 || left.Next(c) >= 0 {
					continue
				}
				if !yield(place(p, s, h, c, removed.First())) {
					return false
				}
			}
			return true
		})
	}
}

// place turns a step that removes candidates into one that places the hidden single behind it.
func place(p *board.Position, s board.Step, h, c, v int) board.Step {
	g, why := p.Geometry, s.Why
	s.Remove, s.Place = nil, []board.Mark{{Cell: c, Value: v}}
	s.Houses = append(s.Houses[:len(s.Houses):len(s.Houses)], h)
	s.Why = func() string {
		return why() + " That leaves one place for the " + g.Symbol(v) + " of " + g.HouseName(h) + ": " + g.Is(c, v) + "."
	}
	return s
}
