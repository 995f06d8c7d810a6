package chain

import (
	"slices"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/als"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// node is "value v is in one of these cells".
type node struct {
	v     int
	cells board.Cells
	first int  // its first cell
	one   bool // it has one cell: a candidate
	set   int  // the almost locked set that the cells belong to, as an index into graph.sets, or -1
}

// graph is the inferences between nodes: strong[n] lists the nodes that are true where n is false, weak[n] those that are
// false where n is true. Both relations are symmetric.
type graph struct {
	*board.Position
	nodes        []node
	seen         []board.Cells // of each node: the cells that see all of its cells
	strong, weak [][]int32
	index        map[key]int32
	sets         []als.Set
	only         int32 // where it is not 0, open chains of just so many links are looked for
}

type key struct {
	v     int
	cells board.Cells
	set   int
}

// parts says what a graph is made of.
type parts struct {
	value   int  // only this value, where it is not 0
	houses  bool // strong links within houses
	cells   bool // strong links within cells, and weak ones
	groups  bool // nodes of several cells of a house
	almost  bool // almost locked sets
	largest int  // cells of the largest almost locked set
}

func newGraph(p *board.Position, what parts) *graph {
	g := &graph{Position: p, index: make(map[key]int32)}
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		for d := p.Cand[c]; d != 0; d = d.Rest() {
			if what.value == 0 || d.First() == what.value {
				g.node(d.First(), board.CellsOf(c), -1)
			}
		}
	}
	if what.houses {
		g.houseLinks(what)
	}
	if what.cells {
		g.cellLinks()
	}
	if what.almost {
		g.almostLinks(what.largest)
	}
	g.weakLinks(what)
	return g
}

func (g *graph) node(v int, cells board.Cells, set int) int32 {
	k := key{v, cells, set}
	if i, ok := g.index[k]; ok {
		return i
	}
	i := int32(len(g.nodes))
	g.index[k] = i
	g.nodes = append(g.nodes, node{v: v, cells: cells, first: cells.First(), one: cells.Count() == 1, set: set})
	g.seen = append(g.seen, g.Seen(&cells))
	g.strong, g.weak = append(g.strong, nil), append(g.weak, nil)
	return i
}

func link(list [][]int32, a, b int32) {
	if slices.Contains(list[a], b) {
		return
	}
	list[a] = append(list[a], b)
	list[b] = append(list[b], a)
}

// houseLinks links the two halves of the places of a value in a house: single cells, or with groups any set of cells that
// another house holds.
func (g *graph) houseLinks(what parts) {
	for v := 1; v <= g.Size; v++ {
		if what.value != 0 && v != what.value {
			continue
		}
		for h := range g.House {
			at := g.Places(h, v)
			n := at.Count()
			if n == 2 {
				a := at.First()
				link(g.strong, g.node(v, board.CellsOf(a), -1), g.node(v, board.CellsOf(at.Next(a)), -1))
			}
			if !what.groups || n < 3 {
				continue
			}
			for o := range g.House {
				if o == h {
					continue
				}
				half := at.And(&g.House[o])
				rest := at.Minus(&half)
				if half.Empty() || rest.Empty() {
					continue
				}
				if rest.Count() > 1 {
					// The rest must lie in another house as well: else nothing outside this one sees it all.
					if common := g.Common(&rest); common.Next(common.Next(-1)) < 0 {
						continue
					}
				}
				link(g.strong, g.node(v, half, -1), g.node(v, rest, -1))
			}
		}
	}
}

func (g *graph) cellLinks() {
	for _, c := range g.Bivalue() {
		d := g.Cand[c]
		link(g.strong, g.node(d.First(), board.CellsOf(c), -1), g.node(d.Last(), board.CellsOf(c), -1))
	}
}

// almostLinks links the values of each almost locked set of two cells or more: without one it has all the others.
func (g *graph) almostLinks(largest int) {
	g.sets = als.Sets(g.Position, largest)
	for i := range g.sets {
		s := &g.sets[i]
		if s.Size < 2 {
			continue
		}
		nodes := make([]int32, 0, s.Size+1)
		for k, d := 0, s.Values; d != 0; k, d = k+1, d.Rest() {
			nodes = append(nodes, g.node(d.First(), s.At[k], i))
		}
		for a := range nodes {
			for b := a + 1; b < len(nodes); b++ {
				g.strong[nodes[a]] = append(g.strong[nodes[a]], nodes[b])
				g.strong[nodes[b]] = append(g.strong[nodes[b]], nodes[a])
			}
		}
	}
}

func (g *graph) weakLinks(what parts) {
	byValue := make([][]int32, g.Size+1)
	for i := range g.nodes {
		byValue[g.nodes[i].v] = append(byValue[g.nodes[i].v], int32(i))
	}
	for _, list := range byValue {
		for k, a := range list {
			for _, b := range list[k+1:] {
				if g.nodes[b].cells.Within(&g.seen[a]) {
					g.weak[a] = append(g.weak[a], b)
					g.weak[b] = append(g.weak[b], a)
				}
			}
		}
	}
	if !what.cells {
		return
	}
	for c := g.Open.First(); c >= 0; c = g.Open.Next(c) {
		for d := g.Cand[c]; d != 0; d = d.Rest() {
			a := g.index[key{d.First(), board.CellsOf(c), -1}]
			for e := d.Rest(); e != 0; e = e.Rest() {
				b := g.index[key{e.First(), board.CellsOf(c), -1}]
				g.weak[a] = append(g.weak[a], b)
				g.weak[b] = append(g.weak[b], a)
			}
		}
	}
}

// excludes gives the candidates that both nodes exclude: false where the one is true and where the other is.
func (g *graph) excludes(a, b int32) []board.Mark {
	x, y := &g.nodes[a], &g.nodes[b]
	if x.v == y.v {
		hit := g.seen[a].And(&g.seen[b])
		hit = hit.And(&g.At[x.v])
		marks := board.Marks(&hit, x.v)
		return marks
	}
	var marks []board.Mark
	if x.one && y.one && x.first == y.first {
		for d := g.Cand[x.first] &^ board.Digit(x.v) &^ board.Digit(y.v); d != 0; d = d.Rest() {
			marks = append(marks, board.Mark{Cell: x.first, Value: d.First()})
		}
		return marks
	}
	// x's value in y's cell, where that sees all of x; and the other way round.
	if y.one && g.seen[a].Has(y.first) && g.Cand[y.first].Has(x.v) {
		marks = append(marks, board.Mark{Cell: y.first, Value: x.v})
	}
	if x.one && g.seen[b].Has(x.first) && g.Cand[x.first].Has(y.v) {
		marks = append(marks, board.Mark{Cell: x.first, Value: y.v})
	}
	return deduce.SortMarks(marks)
}

// search walks the alternating chains from "start is false": strong links from false to true, weak ones from true to false.
type search struct {
	parent []int32 // of each state (node*2, plus 1 for true): the state before, -1 for the start, -2 where not reached
	dist   []int32
	queue  []int32
}

func (s *search) run(g *graph, start int32, most int32) {
	n := 2 * len(g.nodes)
	if len(s.parent) != n {
		s.parent, s.dist = make([]int32, n), make([]int32, n)
	}
	for i := range s.parent {
		s.parent[i] = -2
	}
	s.queue = append(s.queue[:0], start*2)
	s.parent[start*2], s.dist[start*2] = -1, 0
	for i := 0; i < len(s.queue); i++ {
		at := s.queue[i]
		if s.dist[at] == most {
			return
		}
		list, to := g.strong[at/2], int32(1)
		if at&1 == 1 {
			list, to = g.weak[at/2], 0
		}
		for _, o := range list {
			if next := o*2 + to; s.parent[next] == -2 {
				s.parent[next], s.dist[next] = at, s.dist[at]+1
				s.queue = append(s.queue, next)
			}
		}
	}
}

// path lists the nodes from the start to "node is true".
func (s *search) path(end int32) []int32 {
	var list []int32
	for at := end*2 + 1; at >= 0; at = s.parent[at] {
		list = append(list, at/2)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}
