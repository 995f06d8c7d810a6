// Package colour finds simple and multi colouring.
//
// The conjugate pairs of one value make chains; in each chain the cells take two colours by turns, and one colour is true
// as a whole and the other false. Simple colouring, trap: a cell that sees both colours of a chain does not have the value.
// Simple colouring, wrap: where two cells of a colour see each other, the colour is false.
//
// Multi colouring takes two chains with colours a, b and c, d. Type 1: where an a sees a c, one of b and d is true, and a
// cell that sees both does not have the value. Type 2: where an a sees a c and an a sees a d, a is false.
package colour

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "simple-colouring-trap", Name: "Simple colouring, trap", Cost: 150, Rating: 4.6, Find: trap},
		{ID: "simple-colouring-wrap", Name: "Simple colouring, wrap", Cost: 150, Rating: 4.6, Find: wrap},
		{ID: "multi-colouring-1", Name: "Multi colouring, type 1", Cost: 200, Rating: 5.4, Find: multi1},
		{ID: "multi-colouring-2", Name: "Multi colouring, type 2", Cost: 200, Rating: 5.4, Find: multi2},
	}
}

// chain is one component of the conjugate pairs of a value.
type chain [2]board.Cells

func (c *chain) all() board.Cells { return c[0].Or(&c[1]) }

func chains(p *board.Position, v int) []chain {
	next := make(map[int][]int)
	pairs := p.Pairs(v)
	for _, q := range pairs {
		next[q.A] = append(next[q.A], q.B)
		next[q.B] = append(next[q.B], q.A)
	}
	var list []chain
	var met board.Cells
	for _, q := range pairs {
		if met.Has(q.A) {
			continue
		}
		var ch chain
		ch[0].Add(q.A)
		met.Add(q.A)
		queue := []int{q.A}
		for len(queue) > 0 {
			c := queue[0]
			queue = queue[1:]
			colour := 0
			if ch[1].Has(c) {
				colour = 1
			}
			for _, o := range next[c] {
				if !met.Has(o) {
					met.Add(o)
					ch[1-colour].Add(o)
					queue = append(queue, o)
				}
			}
		}
		list = append(list, ch)
	}
	return list
}

// sees gives the cells with candidate v that see a cell of a set.
func sees(p *board.Position, v int, set *board.Cells) board.Cells {
	var s board.Cells
	for c := set.First(); c >= 0; c = set.Next(c) {
		s = s.Or(&p.Peer[c])
	}
	return s.And(&p.At[v])
}

// trap finds cells that see both colours of a chain.
func trap(p *board.Position, yield func(board.Step) bool) {
	for v := 1; v <= p.Size; v++ {
		for _, ch := range chains(p, v) {
			s0, s1 := sees(p, v, &ch[0]), sees(p, v, &ch[1])
			hit := s0.And(&s1)
			all := ch.all()
			hit = hit.Minus(&all)
			if hit.Empty() {
				continue
			}
			g, remove := p.Geometry, board.Marks(&hit, v)
			if !yield(board.Step{
				Remove: remove, Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
				Why: func() string {
					return fmt.Sprintf("%s. Seeing one of each, %s.", twoWays(g, v, &ch[0], &ch[1]), g.Gone(remove))
				},
			}) {
				return
			}
		}
	}
}

// wrap finds colours of which two cells see each other.
func wrap(p *board.Position, yield func(board.Step) bool) {
	for v := 1; v <= p.Size; v++ {
		for _, ch := range chains(p, v) {
			for i := range ch {
				s := sees(p, v, &ch[i])
				if !s.Intersects(&ch[i]) {
					continue
				}
				all := ch.all()
				g, remove := p.Geometry, board.Marks(&ch[i], v)
				if !yield(board.Step{
					Remove: remove, Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
					Why: func() string {
						return fmt.Sprintf("%s. Two of the first see each other, so %s.", twoWays(g, v, &ch[i], &ch[1-i]), g.Gone(remove))
					},
				}) {
					return
				}
			}
		}
	}
}

// multi1 finds two chains of which a colour of one sees a colour of the other.
func multi1(p *board.Position, yield func(board.Step) bool) {
	twoChains(p, func(v int, x, y *chain) bool {
		for i := range x {
			s := sees(p, v, &x[i])
			for j := range y {
				if !s.Intersects(&y[j]) {
					continue
				}
				b, d := x[1-i], y[1-j]
				sb, sd := sees(p, v, &b), sees(p, v, &d)
				hit := sb.And(&sd)
				all, other := x.all(), y.all()
				all = all.Or(&other)
				if hit.Empty() {
					continue
				}
				a, c := x[i], y[j]
				g, remove := p.Geometry, board.Marks(&hit, v)
				if !yield(board.Step{
					Remove: remove, Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
					Why: func() string {
						return fmt.Sprintf("%s. %s. A cell of %s sees one of %s, so not both have it, and %s or %s do. Seeing one of each, %s.",
							twoWays(g, v, &a, &b), twoWays(g, v, &c, &d), g.CellNames(a.Slice()), g.CellNames(c.Slice()),
							g.CellNames(b.Slice()), g.CellNames(d.Slice()), g.Gone(remove))
					},
				}) {
					return false
				}
			}
		}
		return true
	})
}

// multi2 finds a colour of one chain that sees both colours of another.
func multi2(p *board.Position, yield func(board.Step) bool) {
	twoChains(p, func(v int, x, y *chain) bool {
		for _, o := range [2][2]*chain{{x, y}, {y, x}} {
			for i := range o[0] {
				a, other := o[0][i], o[1]
				s := sees(p, v, &a)
				if !s.Intersects(&other[0]) || !s.Intersects(&other[1]) {
					continue
				}
				all, more := o[0].all(), other.all()
				all = all.Or(&more)
				c, d := other[0], other[1]
				g, remove := p.Geometry, board.Marks(&a, v)
				if !yield(board.Step{
					Remove: remove, Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
					Why: func() string {
						cells := a.Slice()
						if len(cells) == 1 {
							return fmt.Sprintf("%s. %s sees one of each, so %s.", twoWays(g, v, &c, &d), g.CellName(cells[0]), g.Gone(remove))
						}
						return fmt.Sprintf("%s. Of %s, likewise all or none are %s, and they see one of each, so %s.",
							twoWays(g, v, &c, &d), g.CellNames(cells), g.Symbol(v), g.Gone(remove))
					},
				}) {
					return false
				}
			}
		}
		return true
	})
}

// twoWays says that of two sets of cells, linked by houses with two places for v, one has v throughout.
func twoWays(g *board.Geometry, v int, a, b *board.Cells) string {
	x, y := a.Slice(), b.Slice()
	return fmt.Sprintf("Linked by houses with two places for the %s, either %s %s %s or %s %s",
		g.Symbol(v), g.CellNames(x), board.Be(x), g.Symbol(v), g.CellNames(y), board.Be(y))
}

func twoChains(p *board.Position, yield func(v int, x, y *chain) bool) {
	for v := 1; v <= p.Size; v++ {
		list := chains(p, v)
		for i := range list {
			for j := i + 1; j < len(list); j++ {
				if !yield(v, &list[i], &list[j]) {
					return
				}
			}
		}
	}
}
