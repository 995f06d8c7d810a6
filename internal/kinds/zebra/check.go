package zebra

import (
	"fmt"
)

// This file is the judge: it evaluates clues on a complete grid by their meaning, and shares nothing with the compiler and
// the solver. What statements about places mean stands in the room lineup; the judge walks that as it is written.

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
	for i, c := range p.Clues {
		if !p.Holds(c, g) {
			return fmt.Errorf("clue %d does not hold: %s", i+1, p.Sentence(c, p.Lang))
		}
	}
	return nil
}

// Holds tells whether a clue is true of a grid.
func (p *Puzzle) Holds(c *Clue, g Grid) bool {
	// at finds the anchor index of someone, -1 when there is no such one.
	at := func(w Who) int {
		e := g.where(p.N, w.Item)
		if w.Shift == 0 {
			return e
		}
		e += w.Shift
		if p.Round {
			return (e%p.N + p.N) % p.N
		}
		if e < 0 || e >= p.N {
			return -1
		}
		return e
	}
	var es [4]int
	for i, w := range c.Who {
		if es[i] = at(w); es[i] < 0 {
			return false
		}
	}
	if c.Kind.form() != nil {
		var in [3]int
		for i := range c.Who {
			in[i] = g[c.Cat][es[i]]
		}
		return c.placed(p, in[:len(c.Who)]...)
	}
	switch c.Kind {
	case Is:
		return es[0] == es[1]
	case IsNot:
		return es[0] != es[1]
	case OneOf:
		for _, x := range c.Items {
			if g.where(p.N, x) == es[0] {
				return true
			}
		}
		return false
	case Pair:
		return es[0] == es[2] && es[1] == es[3] && es[0] != es[1] || es[0] == es[3] && es[1] == es[2] && es[0] != es[1]
	case Sum:
		total := Value(0)
		for _, t := range c.Terms {
			e := at(t.Who)
			if e < 0 {
				return false
			}
			total += Value(t.Coef) * p.value(t.Cat, g[t.Cat][e])
		}
		return c.Rel.holds(total, c.Const)
	case Not:
		return !p.Holds(c.Sub[0], g)
	case If:
		return !p.Holds(c.Sub[0], g) || p.Holds(c.Sub[1], g)
	case Iff:
		return p.Holds(c.Sub[0], g) == p.Holds(c.Sub[1], g)
	}
	true1 := 0
	for _, s := range c.Sub {
		if p.Holds(s, g) {
			true1++
		}
	}
	switch c.Kind {
	case And:
		return true1 == len(c.Sub)
	case Or:
		return true1 > 0
	default:
		return true1 == 1
	}
}
