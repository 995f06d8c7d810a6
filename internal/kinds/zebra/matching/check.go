package matching

import "fmt"

// This file is the judge: it evaluates clues on a complete grid by their meaning, as kleene.go does on half-filled ones, and shares nothing
// with the compiler and the solver. What statements about places mean stands in the room lineup; the judge walks that as it is written.

// CheckGrid returns nil when a grid is a solution, or an error that names what is wrong with it.
func (p *Puzzle) CheckGrid(g Grid) error {
	if len(g) != p.M() {
		return fmt.Errorf("the solution has %d categories, the puzzle %d", len(g), p.M())
	}
	for c, row := range g {
		if len(row) != p.N {
			return fmt.Errorf("category %s has %d items in the solution, expected %d", p.Cats[c].Name, len(row), p.N)
		}
		var seen uint64
		for e, i := range row {
			if i < 0 || i >= p.N {
				return fmt.Errorf("category %s: there is no item %d", p.Cats[c].Name, i)
			}
			if seen>>i&1 == 1 {
				return fmt.Errorf("category %s: %s is used twice", p.Cats[c].Name, p.Cats[c].Items[i])
			}
			if c == p.Anchor() && i != e {
				return fmt.Errorf("category %s is out of order", p.Cats[c].Name)
			}
			seen |= 1 << i
		}
	}
	h := p.filled(g)
	for i, c := range p.Clues {
		if h.judge(c) != Yes {
			return &BrokenError{i}
		}
	}
	return nil
}

// BrokenError is the error of a grid that breaks a clue.
type BrokenError struct{ Clue int }

func (e *BrokenError) Error() string { return fmt.Sprintf("clue %d does not hold", e.Clue+1) }

// Holds tells whether a clue is true of a grid.
func (p *Puzzle) Holds(c *Clue, g Grid) bool { return p.filled(g).judge(c) == Yes }

// filled gives a grid in which every item has its place, for the judge of half-filled ones.
func (p *Puzzle) filled(g Grid) *partial {
	h := &partial{p: p, place: make([]int, p.M()*p.N), item: g}
	for c, row := range g {
		for e, i := range row {
			h.place[c*p.N+i] = e
		}
	}
	return h
}
