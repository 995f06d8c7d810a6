package unique

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// solved gives the value of a corner that has one and is not a given, or 0.
func solved(p *board.Position, c int) int {
	if p.Given.Has(c) {
		return 0
	}
	return int(p.Value[c])
}

// eachAvoidable yields the rectangles with two or three corners that hold a value, none of them a given, the first of which
// shares its row (or, the other way round, its column) with another one: corner 0 holds a, and corner 1 holds b.
func eachAvoidable(p *board.Position, yield func(k [4]int, a, b int) bool) {
	n := p.Size
	for first := range p.Value {
		a := solved(p, first)
		if a == 0 {
			continue
		}
		row, col := p.RowCol(first)
		for _, across := range []bool{false, true} {
			for i := range n {
				second := p.Cell(row, i)
				if across {
					second = p.Cell(i, col)
				}
				b := 0
				if second != first {
					b = solved(p, second)
				}
				if b == 0 {
					continue
				}
				for j := range n {
					k := [4]int{first, second, p.Cell(j, col), p.Cell(j, i)}
					if across {
						k = [4]int{first, second, p.Cell(row, j), p.Cell(i, j)}
					}
					if k[2] != first && deadly(p, &k) && !yield(k, a, b) {
						return
					}
				}
			}
		}
	}
}

func avoidableStep(p *board.Position, k [4]int, a, b int, remove []board.Mark, reason func(g *board.Geometry) string) board.Step {
	g := p.Geometry
	return board.Step{
		Remove: remove, Cells: k[:], Values: (board.Digit(a) | board.Digit(b)).Slice(),
		Pattern: []board.Mark{{Cell: k[0], Value: a}, {Cell: k[1], Value: b}, {Cell: k[2], Value: b}, {Cell: k[3], Value: a}},
		Why: func() string {
			return fmt.Sprintf("No given stands in %s: with only %s and %s in them, the two could be exchanged, and there would be two solutions. %s%s.",
				g.CellNames(k[:]), g.Symbol(a), g.Symbol(b), reason(g), g.Gone(remove))
		},
	}
}

// avoidable1 finds rectangles of which three corners hold a, b and a: the fourth is not b.
func avoidable1(p *board.Position, yield func(board.Step) bool) {
	if !p.Unique {
		return
	}
	eachAvoidable(p, func(k [4]int, a, b int) bool {
		// corners: 0 holds a, 1 holds b, 3 (beside 1) would hold a, 2 (beside 0) b. Take 0 as the corner opposite the
		// open one, so that each rectangle is met once for each open corner.
		if solved(p, k[2]) != b || !p.Cand[k[3]].Has(a) || k[1] > k[2] {
			return true
		}
		c := k[3]
		return yield(avoidableStep(p, k, a, b, []board.Mark{{Cell: c, Value: a}}, func(g *board.Geometry) string {
			return "Three of them have these, so "
		}))
	})
}

// avoidable2 finds rectangles of which two corners on one side hold a and b, and the others are b or x and a or x: one of
// them is x.
func avoidable2(p *board.Position, yield func(board.Step) bool) {
	if !p.Unique {
		return
	}
	eachAvoidable(p, func(k [4]int, a, b int) bool {
		x2, x3 := p.Cand[k[2]], p.Cand[k[3]]
		if k[0] > k[1] || !x2.Has(b) || !x3.Has(a) || x2.Count() != 2 || x3.Count() != 2 {
			return true
		}
		x := x2 &^ board.Digit(b)
		if x != x3&^board.Digit(a) {
			return true
		}
		v := x.First()
		hit := p.SeesBoth(v, k[2], k[3])
		if hit.Empty() {
			return true
		}
		return yield(avoidableStep(p, k, a, b, board.Marks(&hit, v), func(g *board.Geometry) string {
			return fmt.Sprintf("So %s or %s is %s. Seeing both, ", g.CellName(k[2]), g.CellName(k[3]), g.Symbol(v))
		}))
	})
}

// bugPlus1 finds the position in which every open cell has two candidates but one, which has three, and every candidate is
// twice in each of its houses but for one value of that cell. Without that value there the candidates could be exchanged
// all over the board, so the cell has it.
func bugPlus1(p *board.Position, yield func(board.Step) bool) {
	if !p.Unique {
		return
	}
	cell := -1
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		switch p.Cand[c].Count() {
		case 2:
		case 3:
			if cell >= 0 {
				return
			}
			cell = c
		default:
			return
		}
	}
	if cell < 0 {
		return
	}
	value := 0
	for d := p.Cand[cell]; d != 0; d = d.Rest() {
		v := d.First()
		h := p.HousesOf[cell][0]
		if at := p.Places(h, v); at.Count() == 3 {
			if value != 0 {
				return
			}
			value = v
		}
	}
	if value == 0 {
		return
	}
	for h := range p.House {
		for v := 1; v <= p.Size; v++ {
			at := p.Places(h, v)
			n := at.Count()
			if v == value && at.Has(cell) {
				n--
			}
			if n != 0 && n != 2 {
				return
			}
		}
	}
	set := board.CellsOf(cell)
	g, remove := p.Geometry, p.Strikes(&set, p.All&^board.Digit(value))
	yield(board.Step{
		Remove: remove, Cells: []int{cell}, Values: []int{value},
		Pattern: []board.Mark{{Cell: cell, Value: value}},
		Why: func() string {
			return fmt.Sprintf("Without %s in %s, every open cell would have two candidates and every candidate two places in a house, which gives two solutions or none. So %s, which leaves %s.",
				g.Symbol(value), g.CellName(cell), g.Gone(remove), g.Symbol(value))
		},
	})
}
