// Package wing finds the wings and remote pairs: short chains through cells with two or three candidates.
//
// XY-wing: a pivot xy sees pincers xz and yz. Whatever the pivot is, one pincer is z, so a cell that sees both is not.
// XYZ-wing: the pivot is xyz and may be z itself, so the cell must see the pivot as well. W-wing: two cells xy that do not
// see each other, and a conjugate pair of x whose ends see one of them each: one of the cells is y.
//
// Remote pairs: cells with the same two candidates, each in sight of the next. They take the values by turns, so a cell that
// sees two of them an odd number of steps apart has neither value.
package wing

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques lists the package's techniques, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "remote-pair", Name: "Remote pair", Cost: 110, Rating: 4.2, Find: remotePairs},
		{ID: "w-wing", Name: "W-wing", Cost: 150, Rating: 4.4, Find: wWing},
		{ID: "xy-wing", Name: "XY-wing", Cost: 160, Rating: 4.2, Find: xyWing},
		{ID: "xyz-wing", Name: "XYZ-wing", Cost: 180, Rating: 4.4, Find: xyzWing},
	}
}

// xyWing finds XY-wings.
func xyWing(p *board.Position, yield func(board.Step) bool) { pincers(p, 2, yield) }

// xyzWing finds XYZ-wings.
func xyzWing(p *board.Position, yield func(board.Step) bool) { pincers(p, 3, yield) }

func pincers(p *board.Position, size int, yield func(board.Step) bool) {
	bivalue := p.Bivalue()
	for pivot := p.Open.First(); pivot >= 0; pivot = p.Open.Next(pivot) {
		xy := p.Cand[pivot]
		if xy.Count() != size {
			continue
		}
		for i, a := range bivalue {
			if !p.Peer[pivot].Has(a) || p.Cand[a] == xy || size == 3 && p.Cand[a]&^xy != 0 || p.Cand[a]&xy == 0 {
				continue
			}
			for _, b := range bivalue[i+1:] {
				if !p.Peer[pivot].Has(b) || p.Cand[b] == p.Cand[a] || p.Cand[b] == xy {
					continue
				}
				z := p.Cand[a] & p.Cand[b]
				if z.Count() != 1 || size == 2 && (p.Cand[a]|p.Cand[b])&^z != xy || size == 3 && p.Cand[a]|p.Cand[b] != xy {
					continue
				}
				if size == 2 && z&xy != 0 {
					continue
				}
				v := z.First()
				hit := p.SeesBoth(v, a, b)
				if size == 3 {
					hit = hit.And(&p.Peer[pivot])
				}
				hit.Remove(pivot)
				if hit.Empty() {
					continue
				}
				if !yield(pincerStep(p, pivot, a, b, v, hit)) {
					return
				}
			}
		}
	}
}

func pincerStep(p *board.Position, pivot, a, b, v int, hit board.Cells) board.Step {
	g := p.Geometry
	cells := board.CellsOf(pivot, a, b)
	xy, xa, xb := p.Cand[pivot], p.Cand[a], p.Cand[b]
	ends := []string{g.CellName(a), g.CellName(b)}
	if xy.Has(v) {
		ends = append(ends, g.CellName(pivot))
	}
	remove := board.Marks(&hit, v)
	return board.Step{
		Remove: remove, Cells: []int{pivot, a, b}, Values: (xy | xa | xb).Slice(),
		Pattern: p.Strikes(&cells, p.All),
		Why: func() string {
			z := board.Digit(v)
			return fmt.Sprintf("%s is %s. If it is %s, %s; if %s, %s. So %s is %s. Either way %s.",
				g.CellName(pivot), g.SymbolsOr(xy), g.Symbols(xa&^z), g.Is(a, v), g.Symbols(xb&^z), g.Is(b, v),
				board.Or(ends), g.Symbol(v), g.Gone(remove))
		},
	}
}

// wWing finds W-wings.
func wWing(p *board.Position, yield func(board.Step) bool) {
	bivalue := p.Bivalue()
	pairs := make([][]board.Pair, p.Size+1)
	for i, a := range bivalue {
		for _, b := range bivalue[i+1:] {
			if p.Cand[a] != p.Cand[b] || p.Peer[a].Has(b) {
				continue
			}
			for d := p.Cand[a]; d != 0; d = d.Rest() {
				x := d.First()
				y := (p.Cand[a] &^ board.Digit(x)).First()
				hit := p.SeesBoth(y, a, b)
				if hit.Empty() {
					continue
				}
				if pairs[x] == nil {
					pairs[x] = p.Pairs(x)
				}
				for _, q := range pairs[x] {
					m, n := q.A, q.B
					if !p.Peer[a].Has(m) || !p.Peer[b].Has(n) {
						m, n = n, m
					}
					if !p.Peer[a].Has(m) || !p.Peer[b].Has(n) || m == b || n == a {
						continue
					}
					g := p.Geometry
					xy, h, remove := p.Cand[a], q.House, board.Marks(&hit, y)
					if !yield(board.Step{
						Remove: remove, Cells: []int{a, m, n, b}, Values: []int{x, y}, Houses: []int{h},
						Pattern: []board.Mark{{Cell: a, Value: y}, {Cell: a, Value: x}, {Cell: m, Value: x}, {Cell: n, Value: x}, {Cell: b, Value: x}, {Cell: b, Value: y}},
						Why: func() string {
							return fmt.Sprintf("%s and %s are each %s. The %s of %s is in %s or %s, which see one of them each, so one of them is not %s but %s. Seeing both, %s.",
								g.CellName(a), g.CellName(b), g.SymbolsOr(xy), g.Symbol(x), g.HouseName(h), g.CellName(m), g.CellName(n), g.Symbol(x), g.Symbol(y),
								g.Gone(remove))
						},
					}) {
						return
					}
				}
			}
		}
	}
}

// remotePairs finds chains of at least four cells with the same two candidates: first all cells that hang together, in two
// colours, then the chains among them that remove less by themselves.
func remotePairs(p *board.Position, yield func(board.Step) bool) {
	bivalue := p.Bivalue()
	var done board.Cells
	for _, start := range bivalue {
		if done.Has(start) {
			continue
		}
		queue, _ := pairs(p, bivalue, start)
		for _, c := range queue {
			done.Add(c)
		}
		if len(queue) < 4 {
			continue
		}
		whole, ok := remotePair(p, bivalue, start, queue)
		if !ok {
			continue
		}
		if !yield(whole) {
			return
		}
		for _, a := range queue {
			order, parent := pairs(p, bivalue, a)
			for i, b := range order {
				var path []int
				for at := i; at >= 0; at = parent[at] {
					path = append(path, order[at])
				}
				if b < a || len(path) < 4 || len(path)%2 != 0 || len(path) == len(queue) {
					continue
				}
				if s, ok := remotePair(p, bivalue, a, path); ok && !s.SameEffect(whole) && !yield(s) {
					return
				}
			}
		}
	}
}

// pairs lists the cells that hang together with start by the same two candidates, the nearest first, and for each the place
// in the list of the one before it.
func pairs(p *board.Position, bivalue []int, start int) (queue, parent []int) {
	queue, parent = []int{start}, []int{-1}
	met := board.CellsOf(start)
	for i := 0; i < len(queue); i++ {
		for _, c := range bivalue {
			if !met.Has(c) && p.Cand[c] == p.Cand[start] && p.Peer[queue[i]].Has(c) {
				met.Add(c)
				queue, parent = append(queue, c), append(parent, i)
			}
		}
	}
	return queue, parent
}

// remotePair makes the step of cells that hang together, coloured by their distance from start.
func remotePair(p *board.Position, bivalue []int, start int, list []int) (board.Step, bool) {
	xy := p.Cand[start]
	order, parent := pairs(p, bivalue, start)
	colour := make([]int, len(order))
	set := board.CellsOf(list...)
	var cells [2]board.Cells
	for i, c := range order {
		if i > 0 {
			colour[i] = 1 - colour[parent[i]]
		}
		if set.Has(c) {
			cells[colour[i]].Add(c)
		}
	}
	var hit board.Cells
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if !set.Has(c) && p.Cand[c]&xy != 0 && p.Peer[c].Intersects(&cells[0]) && p.Peer[c].Intersects(&cells[1]) {
			hit.Add(c)
		}
	}
	if hit.Empty() {
		return board.Step{}, false
	}
	g, remove := p.Geometry, p.Strikes(&hit, xy)
	return board.Step{
		Remove: remove, Cells: list, Values: xy.Slice(), Pattern: p.Strikes(&set, xy),
		Why: func() string {
			return fmt.Sprintf("%s are all %s and take them by turns: %s one, %s the other. Seeing one of each, %s.",
				g.CellNames(list), g.SymbolsOr(xy), g.CellNames(cells[0].Slice()), g.CellNames(cells[1].Slice()), g.Gone(remove))
		},
	}, true
}
