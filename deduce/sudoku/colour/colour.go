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
		{ID: "simple-colouring-trap", Name: "Simple colouring, trap", Cost: 150, Rating: 4.6, Find: Trap},
		{ID: "simple-colouring-wrap", Name: "Simple colouring, wrap", Cost: 150, Rating: 4.6, Find: Wrap},
		{ID: "multi-colouring-1", Name: "Multi colouring, type 1", Cost: 200, Rating: 5.4, Find: Multi1},
		{ID: "multi-colouring-2", Name: "Multi colouring, type 2", Cost: 200, Rating: 5.4, Find: Multi2},
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

// Trap finds cells that see both colours of a chain.
func Trap(p *board.Position, yield func(board.Step) bool) {
	for v := 1; v <= p.Size; v++ {
		for _, ch := range chains(p, v) {
			s0, s1 := sees(p, v, &ch[0]), sees(p, v, &ch[1])
			hit := s0.And(&s1)
			all := ch.all()
			hit = hit.Minus(&all)
			if hit.Empty() {
				continue
			}
			g := p.Geometry
			if !yield(board.Step{
				Remove: board.Marks(&hit, v), Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
				Why: func() string {
					return fmt.Sprintf("Conjugate pairs of %s link these cells: either all of %s have it or all of %s. A cell that sees one of each does not.",
						g.Symbol(v), g.CellNames(ch[0].Slice()), g.CellNames(ch[1].Slice()))
				},
			}) {
				return
			}
		}
	}
}

// Wrap finds colours of which two cells see each other.
func Wrap(p *board.Position, yield func(board.Step) bool) {
	for v := 1; v <= p.Size; v++ {
		for _, ch := range chains(p, v) {
			for i := range ch {
				s := sees(p, v, &ch[i])
				if !s.Intersects(&ch[i]) {
					continue
				}
				all := ch.all()
				g := p.Geometry
				if !yield(board.Step{
					Remove: board.Marks(&ch[i], v), Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
					Why: func() string {
						return fmt.Sprintf("Conjugate pairs of %s link these cells: either all of %s have it or all of %s. Of the first, two cells see each other, so none of them has it.",
							g.Symbol(v), g.CellNames(ch[i].Slice()), g.CellNames(ch[1-i].Slice()))
					},
				}) {
					return
				}
			}
		}
	}
}

// Multi1 finds two chains of which a colour of one sees a colour of the other.
func Multi1(p *board.Position, yield func(board.Step) bool) {
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
				g := p.Geometry
				if !yield(board.Step{
					Remove: board.Marks(&hit, v), Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
					Why: func() string {
						return fmt.Sprintf("Conjugate pairs of %s link these cells: it is in {%s} or in {%s}, and in {%s} or in {%s}, in each case in all of the set. A cell of the first set sees one of the third, so it is in the second or in the fourth, and a cell that sees both does not have it.",
							g.Symbol(v), g.CellNames(a.Slice()), g.CellNames(b.Slice()), g.CellNames(c.Slice()), g.CellNames(d.Slice()))
					},
				}) {
					return false
				}
			}
		}
		return true
	})
}

// Multi2 finds a colour of one chain that sees both colours of another.
func Multi2(p *board.Position, yield func(board.Step) bool) {
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
				g := p.Geometry
				if !yield(board.Step{
					Remove: board.Marks(&a, v), Cells: all.Slice(), Values: []int{v}, Pattern: board.Marks(&all, v),
					Why: func() string {
						return fmt.Sprintf("Conjugate pairs of %s link these cells: it is in all of {%s} or in all of {%s}. The set {%s}, linked likewise, has it in all its cells or in none, and sees cells of both, so it is in none.",
							g.Symbol(v), g.CellNames(c.Slice()), g.CellNames(d.Slice()), g.CellNames(a.Slice()))
					},
				}) {
					return false
				}
			}
		}
		return true
	})
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
