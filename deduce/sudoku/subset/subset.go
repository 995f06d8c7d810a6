// Package subset finds naked and hidden subsets.
//
// Naked: k cells of a house have k candidates among them, so those values go in those cells and nowhere else in any house
// that holds all the cells. Where the cells lie in two houses and both lose candidates, the subset is called locked.
//
// Hidden: k values have k places among them in a house, so those cells take those values and nothing else.
//
// Pairs, triples and quads are k = 2, 3 and 4.
package subset

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques lists the package's techniques, the easiest first in HoDoKu's order.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "locked-pair", Name: "Locked pair", Cost: 40, Rating: 3.0, Find: func(p *board.Position, y func(board.Step) bool) { nakedSubset(p, 2, true, y) }},
		{ID: "locked-triple", Name: "Locked triple", Cost: 60, Rating: 3.6, Find: func(p *board.Position, y func(board.Step) bool) { nakedSubset(p, 3, true, y) }},
		{ID: "naked-pair", Name: "Naked pair", Cost: 60, Rating: 3.0, Find: func(p *board.Position, y func(board.Step) bool) { nakedSubset(p, 2, false, y) }},
		{ID: "naked-triple", Name: "Naked triple", Cost: 80, Rating: 3.6, Find: func(p *board.Position, y func(board.Step) bool) { nakedSubset(p, 3, false, y) }},
		{ID: "naked-quad", Name: "Naked quad", Cost: 120, Rating: 5.0, Find: func(p *board.Position, y func(board.Step) bool) { nakedSubset(p, 4, false, y) }},
		{ID: "hidden-pair", Name: "Hidden pair", Cost: 70, Rating: 3.4, Find: func(p *board.Position, y func(board.Step) bool) { Hidden(p, 2, y) }},
		{ID: "hidden-triple", Name: "Hidden triple", Cost: 100, Rating: 4.0, Find: func(p *board.Position, y func(board.Step) bool) { Hidden(p, 3, y) }},
		{ID: "hidden-quad", Name: "Hidden quad", Cost: 150, Rating: 5.4, Find: func(p *board.Position, y func(board.Step) bool) { Hidden(p, 4, y) }},
	}
}

// nakedSubset finds k cells of a house with k candidates among them. With locked set, only those that remove candidates from two
// houses.
func nakedSubset(p *board.Position, k int, locked bool, yield func(board.Step) bool) {
	var cells []int
	for h := range p.House {
		cells = cells[:0]
		open := 0
		for _, c := range p.Houses[h].Cells {
			if p.Value[c] != 0 {
				continue
			}
			open++
			if n := p.Cand[c].Count(); n >= 2 && n <= k {
				cells = append(cells, c)
			}
		}
		if len(cells) < k || open <= k {
			continue
		}
		var pick [4]int
		var choose func(from, depth int, union board.Digits) bool
		choose = func(from, depth int, union board.Digits) bool {
			if depth == k {
				return naked(p, h, pick[:k], union, locked, yield)
			}
			for i := from; i <= len(cells)-(k-depth); i++ {
				u := union | p.Cand[cells[i]]
				if u.Count() > k {
					continue
				}
				pick[depth] = cells[i]
				if !choose(i+1, depth+1, u) {
					return false
				}
			}
			return true
		}
		if !choose(0, 0, 0) {
			return
		}
	}
}

func naked(p *board.Position, h int, pick []int, union board.Digits, locked bool, yield func(board.Step) bool) bool {
	if union.Count() != len(pick) {
		return true
	}
	set := board.CellsOf(pick...)
	common := p.Common(&set)
	houses := common.Slice()
	if houses[0] != h { // found already, from that house
		return true
	}
	var hit board.Cells
	var losing []int
	for _, o := range houses {
		rest := p.House[o].Minus(&set)
		rest = rest.And(&p.Open)
		var loses board.Cells
		for c := rest.First(); c >= 0; c = rest.Next(c) {
			if p.Cand[c]&union != 0 {
				loses.Add(c)
			}
		}
		// A house loses by itself only what no other house accounts for; a cell that lies in both proves neither.
		if !loses.Empty() {
			if !loses.Within(&hit) {
				losing = append(losing, o)
			}
			hit = hit.Or(&loses)
		}
	}
	if hit.Empty() || locked && len(losing) < 2 {
		return true
	}
	cells := append([]int(nil), pick...)
	g := p.Geometry
	return yield(board.Step{
		Remove: p.Strikes(&hit, union), Cells: cells, Values: union.Slice(), Houses: losing,
		Pattern: p.Strikes(&set, union),
		Why: func() string {
			return fmt.Sprintf("%s are %s in some order, so %s.", g.CellNames(cells), g.Symbols(union), g.Lack(hit.Slice(), union))
		},
	})
}

// Hidden finds k values with k places among them in a house.
func Hidden(p *board.Position, k int, yield func(board.Step) bool) {
	var values []int
	var places []board.Cells
	for h := range p.House {
		values, places = values[:0], places[:0]
		for v := 1; v <= p.Size; v++ {
			at := p.Places(h, v)
			if n := at.Count(); n >= 2 && n <= k {
				values, places = append(values, v), append(places, at)
			}
		}
		if len(values) < k {
			continue
		}
		var choose func(from, depth int, picked board.Digits, union board.Cells) bool
		choose = func(from, depth int, picked board.Digits, union board.Cells) bool {
			if depth == k {
				return hidden(p, h, picked, &union, yield)
			}
			for i := from; i <= len(values)-(k-depth); i++ {
				u := union.Or(&places[i])
				if u.Count() > k {
					continue
				}
				if !choose(i+1, depth+1, picked|board.Digit(values[i]), u) {
					return false
				}
			}
			return true
		}
		if !choose(0, 0, 0, board.Cells{}) {
			return
		}
	}
}

func hidden(p *board.Position, h int, values board.Digits, cells *board.Cells, yield func(board.Step) bool) bool {
	if cells.Count() != values.Count() {
		return true
	}
	remove := p.Strikes(cells, p.All&^values)
	if len(remove) == 0 {
		return true
	}
	list := cells.Slice()
	g := p.Geometry
	return yield(board.Step{
		Remove: remove, Cells: list, Values: values.Slice(), Houses: []int{h}, Pattern: p.Strikes(cells, values),
		Why: func() string {
			return fmt.Sprintf("In %s the %s fill %s, so %s.", g.HouseName(h), g.Symbols(values), g.CellNames(list), g.Gone(remove))
		},
	})
}
