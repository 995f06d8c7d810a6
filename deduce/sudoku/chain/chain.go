// Package chain finds chains and loops of alternating inferences.
//
// A strong link says that if one end is false the other is true: two places of a value in a house, or two candidates of a
// cell. A weak link says that if one end is true the other is false. A chain that starts and ends with a strong link, weak
// ones between, proves that one of its ends is true, so a candidate that both ends exclude is false.
//
// X-chain: all links are of one value. XY-chain: all strong links are within cells. Alternating inference chain (AIC): any
// links. Grouped: an end of a link may be a group, "the value is in one of these cells", with the cells in one house, or the
// places of a value in an almost locked set, in which the absence of a value strongly implies each of the others.
//
// Nice loops are the same seen from the candidate that they decide: a discontinuous one returns with a contradiction to the
// candidate where it starts; in a continuous one the ends exclude each other, every weak link turns into a strong one, and
// everything that sees both ends of a weak link is false.
//
// Each technique looks for the shortest chain between each two ends.
package chain

import (
	"cmp"
	"slices"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "x-chain", Name: "X-chain", Cost: 260, Rating: 6.6, Find: xChain},
		{ID: "xy-chain", Name: "XY-chain", Cost: 260, Rating: 7.0, Find: xyChain},
		{ID: "continuous-nice-loop", Name: "Continuous nice loop", Cost: 280, Rating: 7.0, Find: find(loops, false)},
		{ID: "discontinuous-nice-loop", Name: "Discontinuous nice loop", Cost: 280, Rating: 7.1, Find: find(broken, false)},
		{ID: "aic", Name: "Alternating inference chain", Cost: 280, Rating: 7.1, Find: find(open, false)},
		{ID: "grouped-continuous-nice-loop", Name: "Grouped continuous nice loop", Cost: 300, Rating: 7.3, Find: find(loops, true)},
		{ID: "grouped-discontinuous-nice-loop", Name: "Grouped discontinuous nice loop", Cost: 300, Rating: 7.4, Find: find(broken, true)},
		{ID: "grouped-aic", Name: "Grouped alternating inference chain", Cost: 300, Rating: 7.4, Find: find(open, true)},
	}
}

// longest is the number of links of the longest chain that is looked for.
const longest = 31

// form says how a chain is read.
type form uint8

const (
	open   form = iota // one of the ends is true
	broken             // discontinuous loop
	loops              // continuous loop
)

// hit is a chain that removes something, by its ends.
type hit struct {
	links  int32
	a, b   int32
	remove []board.Mark
	path   []int32 // of a loop
}

// xChain finds X-chains: open chains of one value.
func xChain(p *board.Position, yield func(board.Step) bool) {
	for v := 1; v <= p.Size; v++ {
		g := newGraph(p, parts{value: v, houses: true})
		if !g.each(open, false, yield) {
			return
		}
	}
}

// StrongLinks finds open chains of one value with exactly k strong links, groups among their ends or not: Sukaku Explainer's
// "k strong links".
func StrongLinks(k int) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		for v := 1; v <= p.Size; v++ {
			g := newGraph(p, parts{value: v, houses: true, groups: true})
			g.only = int32(2*k - 1)
			if !g.each(open, false, yield) {
				return
			}
		}
	}
}

// xyChain finds XY-chains: open chains whose strong links are all within cells, with ends of one value.
func xyChain(p *board.Position, yield func(board.Step) bool) {
	g := newGraph(p, parts{cells: true})
	g.dropCellWeak()
	g.each(open, false, yield)
}

// dropCellWeak takes out the weak links within cells: an XY-chain passes through each cell by its strong link.
func (g *graph) dropCellWeak() {
	for a := range g.weak {
		g.weak[a] = slices.DeleteFunc(g.weak[a], func(b int32) bool { return g.nodes[b].v != g.nodes[a].v })
	}
}

func find(f form, grouped bool) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		what := parts{houses: true, cells: true, groups: grouped}
		if !newGraph(p, what).each(f, grouped, yield) || !grouped || p.Size > 16 {
			return
		}
		what.almost, what.largest = true, largestSet(p)
		newGraph(p, what).each(f, grouped, yield)
	}
}

// largestSet is the number of cells of the largest almost locked set in a chain, by the size of the board.
func largestSet(p *board.Position) int {
	switch {
	case p.Size <= 9:
		return 6
	case p.Size <= 12:
		return 3
	}
	return 2
}

// each yields the chains of a form that remove something, the shortest first. With grouped set, only those with a node of
// several cells. It returns false where yield did.
func (g *graph) each(f form, grouped bool, yield func(board.Step) bool) bool {
	var s search
	var hits []hit
	passes := 1
	if f == loops {
		// What a loop removes depends on its way, so several of the shortest ways between two ends are taken.
		passes = 4
	}
	for pass := range passes {
		for a := range int32(len(g.nodes)) {
			if len(g.strong[a]) == 0 {
				continue
			}
			s.run(g, a, longest)
			for _, at := range s.queue {
				b := at / 2
				if at&1 == 0 || b < a && f != loops {
					continue
				}
				hits = g.judge(&s, f, grouped, a, b, hits)
			}
		}
		if pass+1 < passes {
			for i := range g.nodes {
				reorder(g.strong[i], pass)
				reorder(g.weak[i], pass)
			}
		}
	}
	slices.SortStableFunc(hits, func(x, y hit) int { return cmp.Compare(x.links, y.links) })
	start := int32(-1)
	for _, h := range hits {
		path := h.path
		if path == nil {
			if h.a != start {
				s.run(g, h.a, longest)
				start = h.a
			}
			path = s.path(h.b)
		}
		if !yield(g.step(f, path, h.remove)) {
			return false
		}
	}
	return true
}

// reorder turns a list round, and the next time about its middle, so that four passes see four orders.
func reorder(list []int32, pass int) {
	if pass%2 == 0 {
		slices.Reverse(list)
		return
	}
	slices.Reverse(list[:len(list)/2])
	slices.Reverse(list[len(list)/2:])
}

// grouped reports whether a path has a node of several cells, or passes through an almost locked set.
func (g *graph) grouped(path []int32) bool {
	for _, n := range path {
		if !g.nodes[n].one || g.nodes[n].set >= 0 {
			return true
		}
	}
	return false
}

func (g *graph) judge(s *search, f form, grouped bool, a, b int32, hits []hit) []hit {
	links := s.dist[b*2+1]
	add := func(remove []board.Mark) {
		hits = append(hits, hit{links: links, a: a, b: b, remove: remove})
	}
	switch f {
	case open:
		if a == b || links < 3 || g.only != 0 && links != g.only {
			return hits
		}
		if remove := g.excludes(a, b); len(remove) > 0 && (!grouped || g.grouped(s.path(b))) {
			add(remove)
		}
	case broken:
		if grouped && !g.grouped(s.path(b)) {
			return hits
		}
		if a == b { // false implies true
			if n := &g.nodes[a]; n.one {
				set := board.CellsOf(n.first)
				if remove := g.Strikes(&set, g.All&^board.Digit(n.v)); len(remove) > 0 {
					add(remove)
				}
			}
			return hits
		}
		if links < 3 {
			return hits
		}
		remove := g.excludes(a, b)
		if x, y := &g.nodes[a], &g.nodes[b]; len(remove) > 1 && x.one && y.one && x.first == y.first {
			add(remove) // the cell has one of two values
			return hits
		}
		for i := range remove { // each is the start of a loop of its own
			add(remove[i : i+1 : i+1])
		}
	case loops:
		if a == b || links < 3 || !g.linked(a, b) {
			return hits
		}
		path := s.path(b)
		if grouped && !g.grouped(path) || !simple(path) {
			return hits
		}
		if remove := g.loopRemoves(path); len(remove) > 0 {
			hits = append(hits, hit{links: links, a: a, b: b, remove: remove, path: path})
		}
	}
	return hits
}

// linked reports whether two nodes exclude each other.
func (g *graph) linked(a, b int32) bool { return slices.Contains(g.weak[a], b) }

func simple(path []int32) bool {
	for i, n := range path {
		if slices.Contains(path[i+1:], n) {
			return false
		}
	}
	return true
}

// loopRemoves gives what a continuous loop removes: what both ends of a weak link exclude, and what sees all places of the
// other values of an almost locked set that the loop passes through, which are locked in it. path[0] and path[1] have a
// strong link, path[1] and path[2] a weak one, and so on; the last and the first have a weak one.
func (g *graph) loopRemoves(path []int32) []board.Mark {
	var remove []board.Mark
	for i := 1; i < len(path); i += 2 {
		a, b := path[i], path[(i+1)%len(path)]
		remove = append(remove, g.excludes(a, b)...)
	}
	for i := 0; i < len(path); i += 2 {
		x, y := &g.nodes[path[i]], &g.nodes[path[i+1]]
		if x.set < 0 || x.set != y.set {
			continue
		}
		set := &g.sets[x.set]
		for d := set.Values &^ board.Digit(x.v) &^ board.Digit(y.v); d != 0; d = d.Rest() {
			_, seen := set.Place(d.First())
			hit := seen.And(&g.At[d.First()])
			remove = append(remove, board.Marks(&hit, d.First())...)
		}
	}
	return deduce.SortMarks(remove)
}

func (g *graph) marks(n int32) []board.Mark { return board.Marks(&g.nodes[n].cells, g.nodes[n].v) }

func (g *graph) step(f form, path []int32, remove []board.Mark) board.Step {
	s := board.Step{Remove: remove}
	var values board.Digits
	var cells board.Cells
	for i, n := range path {
		values |= board.Digit(g.nodes[n].v)
		for c := g.nodes[n].cells.First(); c >= 0; c = g.nodes[n].cells.Next(c) {
			if !cells.Has(c) {
				cells.Add(c)
				s.Cells = append(s.Cells, c)
			}
		}
		s.Pattern = append(s.Pattern, g.marks(n)...)
		if i > 0 {
			s.Links = append(s.Links, board.Link{From: g.marks(path[i-1]), To: g.marks(n), Strong: i%2 == 1})
		}
	}
	if f == loops {
		s.Links = append(s.Links, board.Link{From: g.marks(path[len(path)-1]), To: g.marks(path[0])})
	}
	s.Values = values.Slice()
	told := g.tell(path)
	s.Why = func() string { return told.text(f, remove) }
	return s
}
