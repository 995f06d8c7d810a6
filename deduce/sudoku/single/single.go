// Package single finds the steps that place a value outright.
//
// Full house: a house has one open cell left, which takes the value that is missing.
//
// Hidden single: a value has one place left in a house. Found in boxes before lines, because eyes are; Sudoku Explainer
// rates the first 1.2 and the second 1.5.
//
// Naked single: a cell has one candidate left.
package single

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "full-house", Name: "Full house", Cost: 4, Rating: 1.0, Find: fullHouse},
		{ID: "hidden-single", Name: "Hidden single", Cost: 14, Rating: 1.5, Find: hidden, Sweep: sweepHidden},
		{ID: "naked-single", Name: "Naked single", Cost: 4, Rating: 2.3, Find: naked, Sweep: sweepNaked},
	}
}

// fullHouse finds the last open cell of a house.
func fullHouse(p *board.Position, yield func(board.Step) bool) {
	for h := range p.House {
		open := p.Open.And(&p.House[h])
		c := open.First()
		if c < 0 || open.Next(c) >= 0 {
			continue
		}
		d := p.Missing(h) & p.Cand[c]
		if d.Count() != 1 {
			continue
		}
		v := d.First()
		g := p.Geometry
		if !yield(board.Step{
			Place: []board.Mark{{Cell: c, Value: v}}, Cells: []int{c}, Values: []int{v}, Houses: []int{h},
			Pattern: []board.Mark{{Cell: c, Value: v}},
			Why: func() string {
				return fmt.Sprintf("%s is the last open cell of %s, which lacks only %s: %s.", g.CellName(c), g.HouseName(h), g.Symbol(v), g.Is(c, v))
			},
		}) {
			return
		}
	}
}

// hidden finds the only place of a value in a house: in boxes first, then in rows, columns and diagonals.
func hidden(p *board.Position, yield func(board.Step) bool) {
	for _, boxes := range []bool{true, false} {
		for h := range p.House {
			if (p.Kind(h) == grid.Box) == boxes && !HiddenIn(p, h, yield) {
				return
			}
		}
	}
}

// HiddenIn finds the hidden singles of one house. It returns false where yield did.
func HiddenIn(p *board.Position, h int, yield func(board.Step) bool) bool {
	for d := p.Once(h); d != 0; d = d.Rest() {
		v := d.First()
		places := p.Places(h, v)
		c := places.First()
		rating := 1.5
		if p.Kind(h) == grid.Box {
			rating = 1.2
		}
		if p.Open.AndCount(&p.House[h]) == 1 {
			rating = 1.0
		}
		kept := p.Keep()
		if !yield(board.Step{
			Rating: rating,
			Place:  []board.Mark{{Cell: c, Value: v}}, Cells: []int{c}, Values: []int{v}, Houses: []int{h},
			Pattern: []board.Mark{{Cell: c, Value: v}},
			Why:     func() string { return kept.WhyOnly(h, c, v) },
		}) {
			return false
		}
	}
	return true
}

// naked finds the cells that have one candidate left.
func naked(p *board.Position, yield func(board.Step) bool) {
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		d := p.Cand[c]
		if d == 0 || d.Rest() != 0 {
			continue
		}
		v := d.First()
		kept := p.Keep()
		if !yield(board.Step{
			Place: []board.Mark{{Cell: c, Value: v}}, Cells: []int{c}, Values: []int{v},
			Pattern: []board.Mark{{Cell: c, Value: v}},
			Why:     func() string { return kept.WhyAlone(c, v) },
		}) {
			return
		}
	}
}

func sweepNaked(p *board.Position) bool {
	moved := false
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if d := p.Cand[c]; d != 0 && d.Rest() == 0 {
			moved = p.Place(c, d.First()) || moved
		}
	}
	return moved
}

func sweepHidden(p *board.Position) bool {
	moved := false
	for h := range p.House {
		for d := p.Once(h); d != 0; d = d.Rest() {
			places := p.Places(h, d.First())
			if c := places.First(); c >= 0 {
				moved = p.Place(c, d.First()) || moved
			}
		}
	}
	return moved
}
