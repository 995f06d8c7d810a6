package chain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// member is a node of a chain as its sentence needs it.
type member struct {
	v     int
	cells []int
	set   string // the almost locked set that it belongs to, in words; empty: none
	house int    // a house that holds its cells and those of the node before it; -1: none
}

// telling is a chain that can be told when the position has changed.
type telling struct {
	g    *board.Geometry
	path []member
}

func (g *graph) tell(path []int32) telling {
	t := telling{g: g.Geometry}
	for i, n := range path {
		x := &g.nodes[n]
		l := member{v: x.v, cells: x.cells.Slice(), house: -1}
		if x.set >= 0 {
			set := &g.sets[x.set]
			l.set = fmt.Sprintf("%s have all but one of %s", g.CellNames(set.Cells.Slice()), g.Symbols(set.Values))
		}
		if i > 0 && g.nodes[path[i-1]].v == x.v {
			both := x.cells.Or(&g.nodes[path[i-1]].cells)
			common := g.Common(&both)
			l.house = common.Next(-1)
		}
		t.path = append(t.path, l)
	}
	return t
}

// text tells the chain: if its first node is false, what is true from there on, to its last, and what either way is gone.
func (t telling) text(f form, remove []board.Mark) string {
	first, last := t.path[0], t.path[len(t.path)-1]
	var links []string
	for i := 1; i < len(t.path); i += 2 {
		links = append(links, t.follows(i))
	}
	text := fmt.Sprintf("If %s, then %s.", t.denied(first), board.And(links))
	switch {
	case f == loops:
		return text + " It closes and holds the other way round too. Either way " + t.g.Gone(remove) + "."
	case first.v == last.v && slices.Equal(first.cells, last.cells):
		return text + " So " + t.stated(first) + ", and " + t.g.Gone(remove) + "."
	}
	return text + " Either way " + t.g.Gone(remove) + "."
}

// follows states the node at i, which is true because the one before it is false, with what makes it so where the eye does not see it.
func (t telling) follows(i int) string {
	from, to := t.path[i-1], t.path[i]
	switch {
	case to.set != "" && from.set == to.set:
		return t.stated(to) + " (" + to.set + ")"
	case from.v == to.v && to.house >= 0:
		return t.stated(to) + " (" + t.g.HouseName(to.house) + ")"
	}
	return t.stated(to)
}

func (t telling) stated(l member) string {
	if len(l.cells) == 1 {
		return t.g.Is(l.cells[0], l.v)
	}
	return t.g.CellNamesOr(l.cells) + " is " + t.g.Symbol(l.v)
}

func (t telling) denied(l member) string {
	if len(l.cells) == 1 {
		return t.g.CellName(l.cells[0]) + " is not " + t.g.Symbol(l.v)
	}
	return "none of " + strings.ReplaceAll(t.g.CellNames(l.cells), " and ", ", ") + " is " + t.g.Symbol(l.v)
}
