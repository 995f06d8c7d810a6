// Package locked finds locked candidates: a value whose places in one house all lie in another is one of them, so it goes
// nowhere else in the other.
//
// Pointing: the first house is a box (the box points along a line). Claiming: the first is a line (the line claims the
// value in a box). Locked pairs and triples are naked pairs and triples that lie in two houses at once and remove
// candidates from both.
package locked

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "pointing", Name: "Locked candidates: pointing", Cost: 50, Rating: 2.6, Find: Pointing},
		{ID: "claiming", Name: "Locked candidates: claiming", Cost: 50, Rating: 2.8, Find: Claiming},
	}
}

// Pointing finds values that a box confines to a line.
func Pointing(p *board.Position, yield func(board.Step) bool) { find(p, true, yield) }

// Claiming finds values that a line confines to a box (or, on a board with diagonals, to another line).
func Claiming(p *board.Position, yield func(board.Step) bool) { find(p, false, yield) }

func find(p *board.Position, fromBox bool, yield func(board.Step) bool) {
	for h := range p.House {
		if (p.Kind(h) == grid.Box) != fromBox {
			continue
		}
		for v := 1; v <= p.Size; v++ {
			places := p.Places(h, v)
			c := places.First()
			if c < 0 || places.Next(c) < 0 {
				continue
			}
			common := p.Common(&places)
			for other := common.Next(-1); other >= 0; other = common.Next(other) {
				if other == h {
					continue
				}
				rest := p.House[other].Minus(&p.House[h])
				hit := rest.And(&p.At[v])
				if hit.Empty() {
					continue
				}
				g := p.Geometry
				remove := board.Marks(&hit, v)
				if !yield(board.Step{
					Remove: remove, Cells: places.Slice(), Values: []int{v}, Houses: []int{h, other},
					Pattern: board.Marks(&places, v),
					Why: func() string {
						cells := places.Slice()
						all := "both"
						if len(cells) > 2 {
							all = "all"
						}
						return fmt.Sprintf("In %s the %s is in %s, %s in %s, so %s.",
							g.HouseName(h), g.Symbol(v), g.CellNamesOr(cells), all, g.HouseName(other), g.Gone(remove))
					},
				}) {
					return
				}
			}
		}
	}
}
