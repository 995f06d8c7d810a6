package zebra

import (
	"fmt"
)

// This file is the judge: it evaluates clues on a complete grid by their meaning, and shares nothing with the compiler and
// the solver.

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
	in := func(i int) int { return g[c.Cat][es[i]] }
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
	case Before, After, NotBefore, NotAfter, Near, NotNear, SameParity, DiffParity:
		return c.within(p, in(0), in(1))
	case Between, BetweenInOrder, Amid:
		return c.among(p, in(0), in(1), in(2))
	case At, First, Last, Ends, Middle, Even, Odd:
		return c.places(p)>>in(0)&1 == 1
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

// places gives the set of indices that the clue's place form allows.
func (c *Clue) places(p *Puzzle) uint64 {
	n := p.N
	var set uint64
	for i := 0; i < n; i++ {
		odd := i%2 == 0
		if v := p.value(c.Cat, i); p.Cats[c.Cat].Order == Numeric && v%unit == 0 {
			odd = v/unit%2 != 0
		}
		ok := false
		switch c.Kind {
		case At:
			ok = i == c.Index
		case First:
			ok = i == 0
		case Last:
			ok = i == n-1
		case Ends:
			ok = i == 0 || i == n-1
		case Middle:
			ok = i == (n-1)/2 || i == n/2
		case Even:
			ok = !odd
		case Odd:
			ok = odd
		}
		if ok {
			set |= 1 << i
		}
	}
	return set
}

// distance gives how far B's value is above A's; at a round table, how many seats A is to the left of B (counting the way
// from B to A clockwise: the seat on one's left is the next one clockwise).
func (p *Puzzle) distance(cat, a, b int) Value {
	if p.Round && cat == p.Line {
		return Value(((a-b)%p.N+p.N)%p.N) * unit
	}
	return p.value(cat, b) - p.value(cat, a)
}

// apart gives the distance of two places in either direction.
func (p *Puzzle) apart(cat, a, b int) Value {
	d := p.distance(cat, a, b)
	if p.Round && cat == p.Line {
		return min(d, Value(p.N)*unit-d)
	}
	return max(d, -d)
}

// within tells whether a clue of the forms that compare two values holds for the indices a and b of its category.
func (c *Clue) within(p *Puzzle, a, b int) bool {
	switch c.Kind {
	case Before:
		d := p.distance(c.Cat, a, b)
		return d >= c.Lo && d <= c.Hi
	case After:
		d := p.distance(c.Cat, b, a)
		return d >= c.Lo && d <= c.Hi
	case NotBefore:
		return p.value(c.Cat, a) >= p.value(c.Cat, b)
	case NotAfter:
		return p.value(c.Cat, a) <= p.value(c.Cat, b)
	case Near, NotNear:
		d := p.apart(c.Cat, a, b)
		return (d >= c.Lo && d <= c.Hi) == (c.Kind == Near)
	default: // SameParity, DiffParity
		even := Clue{Kind: Even, Cat: c.Cat}
		set := even.places(p)
		return (set>>a&1 == set>>b&1) == (c.Kind == SameParity)
	}
}

// among tells whether a clue of the forms about three holds for the indices x, a and b of its category.
func (c *Clue) among(p *Puzzle, x, a, b int) bool {
	switch c.Kind {
	case BetweenInOrder:
		return p.value(c.Cat, a) < p.value(c.Cat, x) && p.value(c.Cat, x) < p.value(c.Cat, b)
	case Amid:
		return a != b && p.apart(c.Cat, x, a) == unit && p.apart(c.Cat, x, b) == unit
	default:
		lo, hi := min(p.value(c.Cat, a), p.value(c.Cat, b)), max(p.value(c.Cat, a), p.value(c.Cat, b))
		return lo < p.value(c.Cat, x) && p.value(c.Cat, x) < hi
	}
}
