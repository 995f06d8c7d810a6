package als

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
	"github.com/quandary-puzzles/quandary/grid"
)

// sueDeCoq finds sets of cells in a box and a line that crosses it which have as many candidates as they are cells, when a
// value that is in both the line's part and the box's part is counted twice.
func sueDeCoq(p *board.Position, yield func(board.Step) bool) {
	most := 4
	if p.Size > 9 {
		most = 2
	}
	for box := range p.House {
		if p.Kind(box) != grid.Box {
			continue
		}
		for line := range p.House {
			if p.Kind(line) == grid.Box {
				continue
			}
			crossing := p.House[box].And(&p.House[line])
			crossing = crossing.And(&p.Open)
			if crossing.Count() < 2 {
				continue
			}
			inLine := p.House[line].Minus(&p.House[box])
			inLine = inLine.And(&p.Open)
			inBox := p.House[box].Minus(&p.House[line])
			inBox = inBox.And(&p.Open)
			cross, l, b := subsets(p, &crossing, 2, 4), subsets(p, &inLine, 1, most), subsets(p, &inBox, 1, most)
			for _, c := range cross {
				if c.values.Count() < c.n+2 {
					continue
				}
				for _, x := range l {
					if x.values&c.values == 0 {
						continue
					}
					for _, y := range b {
						shared := x.values & y.values
						if c.n+x.n+y.n != (c.values|x.values|y.values).Count()+shared.Count() || y.values&c.values == 0 {
							continue
						}
						remove := sueDeCoqRemoves(p, box, line, c, x, y)
						if len(remove) > 0 && !yield(sueDeCoqStep(p, box, line, c, x, y, remove)) {
							return
						}
					}
				}
			}
		}
	}
}

type part struct {
	cells  board.Cells
	values board.Digits
	n      int
}

// subsets lists the sets of least to most cells.
func subsets(p *board.Position, of *board.Cells, least, most int) []part {
	cells := of.Slice()
	var list []part
	var choose func(from int, s part)
	choose = func(from int, s part) {
		if s.n >= least {
			list = append(list, s)
		}
		if s.n == most {
			return
		}
		for i := from; i < len(cells); i++ {
			t := s
			t.cells.Add(cells[i])
			t.values |= p.Cand[cells[i]]
			t.n++
			choose(i+1, t)
		}
	}
	choose(0, part{})
	return list
}

// sueDeCoqRemoves gives what the pattern removes. A value of the line's part alone is within the line in crossing and
// line's part, so it goes nowhere else in the line; likewise for the box; a value of neither part is within the crossing,
// and goes nowhere else in either; a value of both parts is in each of them, and its places in the crossing fall away.
func sueDeCoqRemoves(p *board.Position, box, line int, c, x, y part) []board.Mark {
	all := c.cells.Or(&x.cells)
	all = all.Or(&y.cells)
	var remove []board.Mark
	for d := c.values | x.values | y.values; d != 0; d = d.Rest() {
		v := d.First()
		inLine, inBox := x.values.Has(v), y.values.Has(v)
		switch {
		case inLine && inBox:
			// Counted twice, it must be there twice: once in each part, not in the crossing.
			hit := c.cells.And(&p.At[v])
			remove = append(remove, board.Marks(&hit, v)...)
			for _, h := range []int{line, box} {
				rest := p.Places(h, v)
				rest = rest.Minus(&all)
				remove = append(remove, board.Marks(&rest, v)...)
			}
		default:
			if !inBox {
				hit := p.Places(line, v)
				hit = hit.Minus(&all)
				remove = append(remove, board.Marks(&hit, v)...)
			}
			if !inLine {
				hit := p.Places(box, v)
				hit = hit.Minus(&all)
				remove = append(remove, board.Marks(&hit, v)...)
			}
		}
	}
	return deduce.SortMarks(remove)
}

func sueDeCoqStep(p *board.Position, box, line int, c, x, y part, remove []board.Mark) board.Step {
	g := p.Geometry
	all := c.cells.Or(&x.cells)
	all = all.Or(&y.cells)
	return board.Step{
		Remove: remove, Cells: all.Slice(), Values: (c.values | x.values | y.values).Slice(), Houses: []int{box, line},
		Pattern: p.Strikes(&all, p.All),
		Why: func() string {
			return fmt.Sprintf("Where %s meets %s, %s have the candidates %s. With %s of %s (%s) and %s of %s (%s) they are as many cells as values, so these are all in them. So %s.",
				g.HouseName(box), g.HouseName(line), g.CellNames(c.cells.Slice()), g.Symbols(c.values),
				g.CellNames(x.cells.Slice()), g.HouseName(line), g.Symbols(x.values),
				g.CellNames(y.cells.Slice()), g.HouseName(box), g.Symbols(y.values), g.Gone(remove))
		},
	}
}
