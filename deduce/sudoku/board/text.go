package board

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
)

// Symbol gives the character of a value.
func (g *Geometry) Symbol(v int) string {
	if v < 1 || v > g.Size {
		return "?"
	}
	return string(g.symbols[v-1 : v])
}

// HouseName names a house as a sentence does: "row 3".
func (g *Geometry) HouseName(h int) string { return g.Houses[h].String() }

// And joins words as a sentence does: "a", "a and b", "a, b and c".
func And(list []string) string { return join(list, "and") }

// Or joins words with "or".
func Or(list []string) string { return join(list, "or") }

func join(list []string, word string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + word + " " + list[len(list)-1]
}

// CellNames names cells: "r1c1, r1c2 and r2c3".
func (g *Geometry) CellNames(cells []int) string {
	return And(g.names(cells))
}

// CellNamesOr names cells of which one is meant: "r1c1, r1c2 or r2c3".
func (g *Geometry) CellNamesOr(cells []int) string { return Or(g.names(cells)) }

// HouseNames names houses: "rows 1 and 4", "row 1 and box 2".
func (g *Geometry) HouseNames(houses []int) string {
	same := true
	for _, h := range houses[1:] {
		same = same && g.Kind(h) == g.Kind(houses[0])
	}
	list := make([]string, len(houses))
	for i, h := range houses {
		if same {
			list[i] = fmt.Sprint(g.Houses[h].Index + 1)
		} else {
			list[i] = g.HouseName(h)
		}
	}
	if !same {
		return And(list)
	}
	plural := ""
	if len(houses) > 1 {
		switch g.Kind(houses[0]).String() {
		case "box":
			plural = "es"
		default:
			plural = "s"
		}
	}
	return g.Kind(houses[0]).String() + plural + " " + And(list)
}

// Symbols joins the characters of values: "2, 5 and 7".
func (g *Geometry) Symbols(d Digits) string { return And(g.symbolList(d)) }

// SymbolsOr joins the characters of values: "2, 5 or 7".
func (g *Geometry) SymbolsOr(d Digits) string { return Or(g.symbolList(d)) }

func (g *Geometry) symbolList(d Digits) []string {
	var list []string
	for ; d != 0; d = d.Rest() {
		list = append(list, g.Symbol(d.First()))
	}
	return list
}

// MarkName names a candidate: "7 in r1c2".
func (g *Geometry) MarkName(m deduce.Mark) string {
	return g.Symbol(m.Value) + " in " + g.CellName(m.Cell)
}

// Effect says what a step does, in a solver's notation: "r1c2=7", "r1c2, r1c3<>7, r4c4<>2".
func (g *Geometry) Effect(s deduce.Step) string {
	var parts []string
	for _, m := range s.Place {
		parts = append(parts, g.CellName(m.Cell)+"="+g.Symbol(m.Value))
	}
	for v := 1; v <= g.Size; v++ {
		var cells []string
		for _, m := range s.Remove {
			if m.Value == v {
				cells = append(cells, g.CellName(m.Cell))
			}
		}
		if len(cells) > 0 {
			parts = append(parts, strings.Join(cells, ",")+"<>"+g.Symbol(v))
		}
	}
	return strings.Join(parts, ", ")
}

// Marks gives a mark of one value for each cell.
func Marks(cells *Cells, v int) []deduce.Mark {
	list := make([]deduce.Mark, 0, cells.Count())
	for c := cells.First(); c >= 0; c = cells.Next(c) {
		list = append(list, deduce.Mark{Cell: c, Value: v})
	}
	return list
}

// Strikes gives the candidates of some values that the cells have: what a pattern would remove.
func (p *Position) Strikes(cells *Cells, values Digits) []deduce.Mark {
	var list []deduce.Mark
	for c := cells.First(); c >= 0; c = cells.Next(c) {
		for d := p.Cand[c] & values; d != 0; d = d.Rest() {
			list = append(list, deduce.Mark{Cell: c, Value: d.First()})
		}
	}
	return list
}

// String draws the position: one line a row, open cells with their candidates in braces.
func (p *Position) String() string {
	var b strings.Builder
	width := 0
	cell := func(c int) string {
		if v := p.Value[c]; v != 0 {
			return p.Symbol(int(v))
		}
		return strings.Join(p.symbolList(p.Cand[c]), "")
	}
	for c := range p.Value {
		width = max(width, len(cell(c)))
	}
	for c := range p.Value {
		_, col := p.RowCol(c)
		s := cell(c)
		if p.Value[c] == 0 {
			s = "." + s
		}
		if col == p.Size-1 {
			b.WriteString(s + "\n")
		} else {
			fmt.Fprintf(&b, "%-*s ", width+1, s)
		}
	}
	return b.String()
}
