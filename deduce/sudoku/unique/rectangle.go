// Package unique finds the techniques that rest on the puzzle having exactly one solution. They find nothing in a position
// whose Unique is not set.
//
// A deadly rectangle is four cells at the crossings of two rows and two columns, in two boxes, that hold two values by
// turns: exchanging the two values gives another solution, so no puzzle with one solution has it (as long as none of the
// four is a given). Writing ab for the two values, and calling a corner with other candidates an extra corner:
//
//	type 1  one extra corner: it is neither a nor b
//	type 2  two extra corners on one side with one and the same extra value: one of them has it
//	type 3  two extra corners on one side: one of their extra values is true, so they count as one cell of a naked subset
//	type 4  two extra corners on one side, and in a house of both, a goes nowhere else: neither is b
//	type 5  two opposite or three extra corners with one and the same extra value: one of them has it
//	type 6  two opposite extra corners, and in both rows or both columns a is only in the corners: neither of the two is a
//	hidden  from an extra corner, its row and its column have a only in the corners: the corner is not b
//
// Avoidable rectangles are the same with corners that hold a value that is not a given. BUG+1 is the same idea for the whole
// board.
//
// Corners may lack one of the two values: the argument holds for every way of filling the corners that is still open. On
// boards with other houses than rows, columns and rectangular boxes, a rectangle is deadly where every house holds as many
// corners of one diagonal as of the other.
package unique

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	list := []board.Technique{
		{ID: "unique-rectangle-1", Name: "Unique rectangle, type 1", Cost: 100, Rating: 4.5, Find: rectangles(type1)},
		{ID: "unique-rectangle-2", Name: "Unique rectangle, type 2", Cost: 100, Rating: 4.5, Find: rectangles(type2)},
		{ID: "unique-rectangle-3", Name: "Unique rectangle, type 3", Cost: 100, Rating: 4.6, Find: rectangles(type3)},
		{ID: "unique-rectangle-4", Name: "Unique rectangle, type 4", Cost: 100, Rating: 4.5, Find: rectangles(type4)},
		{ID: "unique-rectangle-5", Name: "Unique rectangle, type 5", Cost: 100, Rating: 4.6, Find: rectangles(type5)},
		{ID: "unique-rectangle-6", Name: "Unique rectangle, type 6", Cost: 100, Rating: 4.6, Find: rectangles(type6)},
		{ID: "hidden-rectangle", Name: "Hidden rectangle", Cost: 100, Rating: 4.7, Find: rectangles(hidden)},
		{ID: "avoidable-rectangle-1", Name: "Avoidable rectangle, type 1", Cost: 100, Rating: 4.7, Find: avoidable1},
		{ID: "avoidable-rectangle-2", Name: "Avoidable rectangle, type 2", Cost: 100, Rating: 4.7, Find: avoidable2},
		{ID: "bug-plus-1", Name: "Bivalue universal grave + 1", Cost: 100, Rating: 5.6, Find: bugPlus1},
	}
	for i := range list {
		list[i].AssumesUnique = true
	}
	return list
}

// rect is four corners: corner i and corner i^3 are opposite, i^1 shares the row of i and i^2 its column.
type rect struct {
	corner [4]int
	ab     board.Digits
	extra  [4]board.Digits // candidates of each corner besides ab
}

// deadly reports whether every house holds as many corners of one diagonal as of the other.
func deadly(p *board.Position, k *[4]int) bool {
	var seen board.HouseSet
	for _, c := range k {
		for _, h := range p.HousesOf[c] {
			if seen.Has(h) {
				continue
			}
			seen[h>>6] |= 1 << (uint(h) & 63)
			n := 0
			for i, o := range k {
				if p.House[h].Has(o) {
					if i == 0 || i == 3 {
						n++
					} else {
						n--
					}
				}
			}
			if n != 0 {
				return false
			}
		}
	}
	return true
}

func rectangles(find func(p *board.Position, r *rect, yield func(board.Step) bool) bool) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		if p.Unique {
			each(p, func(r *rect) bool { return find(p, r, yield) })
		}
	}
}

// each yields every rectangle of open cells that could be deadly with the candidates of one of its corners, which has two.
func each(p *board.Position, yield func(*rect) bool) {
	n := p.Size
	for _, anchor := range p.Bivalue() {
		ab := p.Cand[anchor]
		row, col := p.RowCol(anchor)
		for r := range n {
			below := p.Cell(r, col)
			if r == row || p.Cand[below]&ab == 0 {
				continue
			}
			for c := range n {
				right, far := p.Cell(row, c), p.Cell(r, c)
				if c == col || p.Cand[right]&ab == 0 || p.Cand[far]&ab == 0 {
					continue
				}
				q := rect{corner: [4]int{anchor, right, below, far}, ab: ab}
				first := true // of the corners with candidates ab, only the smallest is the anchor
				for i, k := range q.corner {
					q.extra[i] = p.Cand[k] &^ ab
					first = first && (p.Cand[k] != ab || k >= anchor)
				}
				if first && deadly(p, &q.corner) && !yield(&q) {
					return
				}
			}
		}
	}
}

// extras lists the indices of the extra corners.
func (r *rect) extras() []int {
	var list []int
	for i, e := range r.extra {
		if e != 0 {
			list = append(list, i)
		}
	}
	return list
}

func (r *rect) cells() board.Cells { return board.CellsOf(r.corner[:]...) }

// step makes the step of a rectangle; reason says what follows, after the opening sentence.
func (r *rect) step(p *board.Position, remove []board.Mark, houses []int, reason func(g *board.Geometry) string) board.Step {
	g := p.Geometry
	cells := r.cells()
	corner, ab := r.corner, r.ab
	return board.Step{
		Remove: remove, Cells: cells.Slice(), Values: ab.Slice(), Houses: houses, Pattern: p.Strikes(&cells, ab),
		Why: func() string {
			return fmt.Sprintf("With only %s in %s, the two could be exchanged, and there would be two solutions. %s%s.",
				g.Symbols(ab), g.CellNames(corner[:]), reason(g), g.Gone(remove))
		},
	}
}

func type1(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	e := r.extras()
	if len(e) != 1 {
		return true
	}
	c := r.corner[e[0]]
	set := board.CellsOf(c)
	return yield(r.step(p, p.Strikes(&set, r.ab), nil, func(g *board.Geometry) string {
		return fmt.Sprintf("Only %s has other candidates, so ", g.CellName(c))
	}))
}

// sameExtra gives the single extra value of all extra corners, and the cells that would lose it.
func sameExtra(p *board.Position, r *rect, e []int) (v int, hit board.Cells) {
	x := r.extra[e[0]]
	var cells board.Cells
	for _, i := range e {
		if r.extra[i] != x {
			return 0, hit
		}
		cells.Add(r.corner[i])
	}
	if x.Count() != 1 {
		return 0, hit
	}
	hit = p.Seen(&cells)
	return x.First(), hit.And(&p.At[x.First()])
}

func oneOf(p *board.Position, r *rect, e []int, yield func(board.Step) bool) bool {
	v, hit := sameExtra(p, r, e)
	if v == 0 || hit.Empty() {
		return true
	}
	var cells []int
	for _, i := range e {
		cells = append(cells, r.corner[i])
	}
	return yield(r.step(p, board.Marks(&hit, v), nil, func(g *board.Geometry) string {
		return fmt.Sprintf("So %s is %s. Seeing them all, ", g.CellNamesOr(cells), g.Symbol(v))
	}))
}

func type2(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	e := r.extras()
	if len(e) != 2 || e[0]^e[1] == 3 {
		return true
	}
	return oneOf(p, r, e, yield)
}

func type5(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	e := r.extras()
	if len(e) < 2 || len(e) > 3 || len(e) == 2 && e[0]^e[1] != 3 {
		return true
	}
	return oneOf(p, r, e, yield)
}

func type3(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	e := r.extras()
	if len(e) != 2 || e[0]^e[1] == 3 {
		return true
	}
	a, b := r.corner[e[0]], r.corner[e[1]]
	x := r.extra[e[0]] | r.extra[e[1]]
	roof := board.CellsOf(a, b)
	common := p.Common(&roof)
	for _, h := range common.Slice() {
		var cells []int
		for _, c := range p.Houses[h].Cells {
			if p.Value[c] == 0 && c != a && c != b {
				cells = append(cells, c)
			}
		}
		most := min(3, len(cells)-1)
		var pick [3]int
		var choose func(from, depth int, union board.Digits) bool
		choose = func(from, depth int, union board.Digits) bool {
			if depth > 0 && union.Count() == depth+1 {
				if !type3Step(p, r, h, roof, pick[:depth], union, yield) {
					return false
				}
			}
			if depth == most {
				return true
			}
			for i := from; i < len(cells); i++ {
				if u := union | p.Cand[cells[i]]; u.Count() <= most+1 {
					pick[depth] = cells[i]
					if !choose(i+1, depth+1, u) {
						return false
					}
				}
			}
			return true
		}
		if !choose(0, 0, x) {
			return false
		}
	}
	return true
}

func type3Step(p *board.Position, r *rect, h int, roof board.Cells, pick []int, union board.Digits, yield func(board.Step) bool) bool {
	subset := board.CellsOf(pick...)
	all := subset.Or(&roof)
	var hit board.Cells
	common := p.Common(&all)
	houses := common.Slice()
	if houses[0] != h {
		return true
	}
	for _, o := range houses {
		rest := p.House[o].Minus(&all)
		hit = hit.Or(&rest)
	}
	hit = hit.And(&p.Open)
	remove := p.Strikes(&hit, union)
	if len(remove) == 0 {
		return true
	}
	cells := append([]int(nil), pick...)
	return yield(r.step(p, remove, houses, func(g *board.Geometry) string {
		return fmt.Sprintf("So %s has another value. Together with %s they take %s in %s, so ",
			g.CellNamesOr(roof.Slice()), g.CellNames(cells), g.Symbols(union), g.HouseNames(houses))
	}))
}

func type4(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	e := r.extras()
	if len(e) != 2 || e[0]^e[1] == 3 {
		return true
	}
	roof := board.CellsOf(r.corner[e[0]], r.corner[e[1]])
	common := p.Common(&roof)
	for _, h := range common.Slice() {
		for d := r.ab; d != 0; d = d.Rest() {
			a := d.First()
			at := p.Places(h, a)
			if !at.Equal(&roof) {
				continue
			}
			other := r.ab &^ board.Digit(a)
			remove := p.Strikes(&roof, other)
			if len(remove) == 0 {
				continue
			}
			if !yield(r.step(p, remove, []int{h}, func(g *board.Geometry) string {
				return fmt.Sprintf("The %s of %s is in %s, so ", g.Symbol(a), g.HouseName(h), g.CellNamesOr(roof.Slice()))
			})) {
				return false
			}
		}
	}
	return true
}

// confined reports whether in a house the value lies only in corners, in two of them.
func (r *rect) confined(p *board.Position, h, v int) bool {
	at := p.Places(h, v)
	cells := r.cells()
	return at.Count() == 2 && at.Within(&cells)
}

func type6(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	e := r.extras()
	if len(e) != 2 || e[0]^e[1] != 3 {
		return true
	}
	x, y := r.corner[e[0]], r.corner[e[1]]
	rx, cx := p.RowCol(x)
	ry, cy := p.RowCol(y)
	two := board.CellsOf(x, y)
	for _, houses := range [2][]int{{rx, ry}, {p.Size + cx, p.Size + cy}} {
		for d := r.ab; d != 0; d = d.Rest() {
			v := d.First()
			if !r.confined(p, houses[0], v) || !r.confined(p, houses[1], v) {
				continue
			}
			if !yield(r.step(p, board.Marks(&two, v), houses, func(g *board.Geometry) string {
				return fmt.Sprintf("In %s the %s is only in these cells: %s and %s could have it only together. So ",
					g.HouseNames(houses), g.Symbol(v), g.CellName(x), g.CellName(y))
			})) {
				return false
			}
		}
	}
	return true
}

func hidden(p *board.Position, r *rect, yield func(board.Step) bool) bool {
	if len(r.extras()) == 0 {
		return true
	}
	for i := range r.corner {
		if p.Cand[r.corner[i]] != r.ab {
			continue
		}
		c := r.corner[i^3]
		row, col := p.RowCol(c)
		houses := []int{row, p.Size + col}
		for d := r.ab; d != 0; d = d.Rest() {
			v := d.First()
			other := (r.ab &^ board.Digit(v)).First()
			if !p.Cand[c].Has(other) || !r.confined(p, houses[0], v) || !r.confined(p, houses[1], v) {
				continue
			}
			if !yield(r.step(p, []board.Mark{{Cell: c, Value: other}}, houses, func(g *board.Geometry) string {
				return fmt.Sprintf("In %s the %s is only in these cells: with %s in %s, the corners beside it would be %s and the one opposite %s. So ",
					g.HouseNames(houses), g.Symbol(v), g.Symbol(other), g.CellName(c), g.Symbol(v), g.Symbol(other))
			})) {
				return false
			}
		}
	}
	return true
}
