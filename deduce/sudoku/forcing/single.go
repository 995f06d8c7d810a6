package forcing

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Chains finds the simplest forcing chain or cycle: of one value (6.5 and 6.6), through cells with two candidates (6.6), or
// both (7.0).
func Chains(p *board.Position, yield func(board.Step) bool) {
	e := newEngine(p)
	var b best
	for _, kind := range []struct {
		links        links
		cycle, chain float64
	}{{xLinks, 6.5, 6.6}, {yLinks, 6.6, 0}, {xLinks | yLinks, 7.0, 7.0}} {
		if b.found && b.rating < kind.cycle {
			break
		}
		e.singles(&b, kind.links, kind.cycle, kind.chain)
	}
	b.yield(yield)
}

// implied gives the step of a chain: which literals follow from which in one inference. A Y-chain goes from a candidate to the same value in
// a cell in sight, and through cells with two candidates; an X-chain stays with one value.
func (e *engine) implied(l lit, k links, yield func(lit)) {
	x := e.mark(l)
	if !l.isOff() {
		if k == xLinks|yLinks {
			for d := e.Cand[x.Cell] &^ board.Digit(x.Value); d != 0; d = d.Rest() {
				yield(e.off(x.Cell, d.First()))
			}
		}
		hit := e.At[x.Value].And(&e.Peer[x.Cell])
		for c := hit.First(); c >= 0; c = hit.Next(c) {
			yield(e.off(c, x.Value))
		}
		return
	}
	if k&yLinks != 0 {
		if left := e.Cand[x.Cell] &^ board.Digit(x.Value); left != 0 && left.Rest() == 0 {
			yield(e.on(x.Cell, left.First()))
		}
	}
	if k&xLinks != 0 {
		for _, h := range e.HousesOf[x.Cell] {
			at := e.At[x.Value].And(&e.House[h])
			at.Remove(x.Cell)
			if c := at.First(); c >= 0 && at.Next(c) < 0 {
				yield(e.on(c, x.Value))
			}
		}
	}
}

// singles offers the shortest chains from each literal to its negation and the shortest cycles through each literal.
func (e *engine) singles(b *best, k links, cycle, chain float64) {
	n := e.Cells() * e.Size * 2
	next := make([][]lit, n)
	var starts []lit
	for c := e.Open.First(); c >= 0; c = e.Open.Next(c) {
		for d := e.Cand[c]; d != 0; d = d.Rest() {
			for _, l := range []lit{e.on(c, d.First()), e.off(c, d.First())} {
				starts = append(starts, l)
				e.implied(l, k, func(m lit) { next[l] = append(next[l], m) })
			}
		}
	}
	parent := make([]lit, n)
	met := make([]int32, n)
	queue := make([]lit, 0, n)
	for round, start := range starts {
		r := int32(round + 1)
		queue = append(queue[:0], start)
		met[start] = r
		parent[start] = -1
		closed := false // back at start
		var last lit
		ends := start.not()
		for i := 0; i < len(queue); i++ {
			l := queue[i]
			for _, m := range next[l] {
				if m == start && !start.isOff() && !closed && l != start {
					closed, last = true, l
				}
				if met[m] != r {
					met[m] = r
					parent[m] = l
					queue = append(queue, m)
				}
			}
			if met[ends] == r && closed {
				break
			}
		}
		if closed && cycle > 0 {
			e.offerCycle(b, path(parent, last), cycle)
		}
		if met[ends] == r && chain > 0 {
			e.offerChain(b, path(parent, ends), chain)
		}
	}
}

// path lists the literals from the start of a search to one of its ends.
func path(parent []lit, end lit) []lit {
	var list []lit
	for l := end; l >= 0; l = parent[l] {
		list = append(list, l)
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list
}

func (e *engine) chainText(list []lit) string {
	words := make([]string, len(list))
	for i, l := range list {
		words[i] = e.word(l)
	}
	return strings.Join(words, " → ")
}

func (e *engine) chainLinks(list []lit) (links []board.Link, marks []board.Mark, cells []int) {
	var set board.Cells
	for i, l := range list {
		m := e.mark(l)
		marks = append(marks, m)
		if !set.Has(m.Cell) {
			set.Add(m.Cell)
			cells = append(cells, m.Cell)
		}
		if i > 0 {
			links = append(links, board.Link{From: []board.Mark{e.mark(list[i-1])}, To: []board.Mark{m}, Strong: list[i-1].isOff()})
		}
	}
	return links, marks, cells
}

func (e *engine) offerChain(b *best, list []lit, base float64) {
	r := rate(base, len(list))
	if !b.beats(r, len(list)) {
		return
	}
	end := list[len(list)-1]
	m := e.mark(end)
	s := board.Step{Values: []int{m.Value}}
	if end.isOff() {
		s.Remove = []board.Mark{m}
	} else {
		s.Place = []board.Mark{m}
	}
	s.Links, s.Pattern, s.Cells = e.chainLinks(list)
	text, first, last := e.chainText(list), e.word(list[0]), e.word(end)
	s.Why = func() string {
		return fmt.Sprintf("From %s follows %s, its opposite, so %s: %s.", first, last, last, text)
	}
	*b = best{rating: r, literals: len(list), step: s, found: true}
}

// offerCycle offers a cycle that starts with a candidate that is true. Each weak link of it (on to off) has one true end,
// so what sees both ends is false.
func (e *engine) offerCycle(b *best, list []lit, base float64) {
	r := rate(base, len(list))
	if !b.beats(r, len(list)) {
		return
	}
	var remove []board.Mark
	for i, l := range list {
		if l.isOff() {
			continue
		}
		x, y := e.mark(l), e.mark(list[(i+1)%len(list)])
		if x.Cell == y.Cell {
			set := board.CellsOf(x.Cell)
			remove = append(remove, e.Strikes(&set, e.All&^(board.Digit(x.Value)|board.Digit(y.Value)))...)
			continue
		}
		hit := e.SeesBoth(x.Value, x.Cell, y.Cell)
		remove = append(remove, board.Marks(&hit, x.Value)...)
	}
	if len(remove) == 0 {
		return
	}
	s := board.Step{Remove: deduce.SortMarks(remove)}
	s.Links, s.Pattern, s.Cells = e.chainLinks(list)
	text, first := e.chainText(list), e.word(list[0])
	s.Why = func() string {
		return fmt.Sprintf("A cycle: %s → %s. It holds both ways round, so of each two candidates that exclude each other in it one is true.", text, first)
	}
	*b = best{rating: r, literals: len(list), step: s, found: true}
}
