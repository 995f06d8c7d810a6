package forcing

import (
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// more takes a dynamic closure that has come to rest further by steps that need more than one house: locked candidates,
// naked and hidden pairs and X-wings (level 1), and, where these find nothing, by showing that a candidate would lead to a
// clash by a dynamic closure of its own (level 2). It reports whether it added anything.
func (e *engine) more(k *closure, m mode) bool {
	before := len(k.lits)
	if e.scratch == nil {
		e.scratch = e.Position.Clone()
	}
	p := e.scratch
	p.CopyFrom(e.Position)
	for _, l := range k.lits {
		x := e.mark(l)
		if l.isOff() {
			p.Strike(x.Cell, x.Value)
		}
	}
	e.moreLocked(k, p)
	if len(k.lits) == before {
		e.morePairs(k, p)
	}
	if len(k.lits) == before {
		e.moreXWings(k, p)
	}
	if len(k.lits) == before && m.level >= 2 {
		e.moreNested(k, p, m)
	}
	return len(k.lits) > before
}

// struck appends as parents the literals of the closure that eliminated a value from cells.
func (e *engine) struck(k *closure, cells *board.Cells, v int) {
	gone := e.At[v].And(cells)
	for c := gone.First(); c >= 0; c = gone.Next(c) {
		if l := e.off(c, v); k.has(l) {
			k.parent = append(k.parent, e.place[l])
		}
	}
}

// conclude adds that cells do not have a value, each with the parents that because appends, from a pattern.
func (e *engine) conclude(k *closure, cells *board.Cells, v int, n note, because func()) {
	for c := cells.First(); c >= 0 && !k.dead; c = cells.Next(c) {
		l := e.off(c, v)
		if k.has(l) {
			continue
		}
		mark := len(k.parent)
		because()
		if k.notes == nil {
			k.notes = make(map[lit]note)
		}
		k.notes[l] = n
		e.add(k, l, mark)
	}
}

func (e *engine) moreLocked(k *closure, p *board.Position) {
	for h := range p.House {
		for v := 1; v <= p.Size; v++ {
			places := p.Places(h, v)
			if c := places.First(); c < 0 || places.Next(c) < 0 {
				continue
			}
			common := p.Common(&places)
			for o := common.Next(-1); o >= 0; o = common.Next(o) {
				if o == h {
					continue
				}
				rest := p.House[o].Minus(&p.House[h])
				hit := rest.And(&p.At[v])
				e.conclude(k, &hit, v, note{kind: lockedNote, v: v, h: h, o: o}, func() { e.struck(k, &p.House[h], v) })
			}
		}
	}
}

func (e *engine) morePairs(k *closure, p *board.Position) {
	for h := range p.House {
		cells := p.Houses[h].Cells
		for i, a := range cells {
			if p.Cand[a].Count() != 2 {
				continue
			}
			for _, b := range cells[i+1:] {
				if p.Cand[b] != p.Cand[a] {
					continue
				}
				two := note{kind: nakedNote, v: p.Cand[a].First(), u: p.Cand[a].Rest().First(), h: h, a: a, b: b}
				for d := p.Cand[a]; d != 0; d = d.Rest() {
					hit := p.Places(h, d.First())
					hit.Remove(a)
					hit.Remove(b)
					e.conclude(k, &hit, d.First(), two, func() {
						e.cellParents(k, a, p.Cand[a])
						e.cellParents(k, b, p.Cand[b])
					})
				}
			}
		}
		for v := 1; v <= p.Size; v++ {
			x := p.Places(h, v)
			if x.Count() != 2 {
				continue
			}
			for u := v + 1; u <= p.Size; u++ {
				y := p.Places(h, u)
				if !y.Equal(&x) {
					continue
				}
				two := note{kind: hiddenNote, v: v, u: u, h: h, a: x.First(), b: x.Next(x.First())}
				for c := x.First(); c >= 0; c = x.Next(c) {
					one := board.CellsOf(c)
					for d := p.Cand[c] &^ (board.Digit(u) | board.Digit(v)); d != 0; d = d.Rest() {
						e.conclude(k, &one, d.First(), two, func() {
							e.struck(k, &p.House[h], u)
							e.struck(k, &p.House[h], v)
						})
					}
				}
			}
		}
	}
}

func (e *engine) moreXWings(k *closure, p *board.Position) {
	n := p.Size
	for v := 1; v <= n; v++ {
		for base := range 2 * n {
			x := p.Places(base, v)
			if x.Count() != 2 {
				continue
			}
			last := n
			if base >= n {
				last = 2 * n
			}
			for other := base + 1; other < last; other++ {
				y := p.Places(other, v)
				if y.Count() != 2 {
					continue
				}
				both := x.Or(&y)
				var covers []int
				for o := range 2 * n {
					if (o < n) != (base < n) && both.AndCount(&p.House[o]) == 2 {
						covers = append(covers, o)
					}
				}
				if len(covers) != 2 {
					continue
				}
				for _, o := range covers {
					hit := p.Places(o, v)
					hit = hit.Minus(&both)
					e.conclude(k, &hit, v, note{kind: xWingNote, v: v, h: base, o: other, c1: covers[0], c2: covers[1]}, func() {
						e.struck(k, &p.House[base], v)
						e.struck(k, &p.House[other], v)
					})
				}
			}
		}
	}
}

// The nets that go beyond plain ones are bounded by the literals that they follow: past plenty, the search for a simpler
// argument ends with what was found (on a 9 by 9 board only nested nets come so far); past enough, it ends with nothing.
const (
	plenty = 1_000_000
	enough = 60_000_000
)

// moreNested looks for a candidate that a dynamic closure in the position so far refutes. The literals so far all count as
// its parents: which of them the inner argument needs is not worked out.
func (e *engine) moreNested(k *closure, p *board.Position, m mode) {
	inner := newEngine(p.Clone())
	inner.work = e.work
	var sub closure
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if *e.work > enough {
			return
		}
		for d := p.Cand[c]; d != 0; d = d.Rest() {
			if k.has(e.on(c, d.First())) {
				continue
			}
			inner.close(&sub, inner.on(c, d.First()), mode{links: xLinks | yLinks, dynamic: true, level: m.level - 2, stop: true})
			if !sub.dead {
				continue
			}
			one := board.CellsOf(c)
			e.conclude(k, &one, d.First(), note{kind: nestedNote, v: d.First(), a: c}, func() {
				for i := range int32(len(k.lits)) {
					k.parent = append(k.parent, i)
				}
			})
			return
		}
	}
}
