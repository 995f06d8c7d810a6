// Package forcing finds forcing chains and nets: what follows whichever of some possibilities is true is true, and what
// leads to a contradiction is false.
//
// A chain is static: every inference rests on one literal ("r1c1 is 5", "r1c1 is not 5") and on the position. A net is
// dynamic: inferences may rest on several literals found before, as when a cell loses its candidates one by one.
//
// From the simplest: a forcing chain shows that a candidate implies its own absence, or its absence the candidate; a cycle
// returns to its first literal, so that each of its weak links holds one true candidate; a cell or region forcing chain
// starts from all candidates of a cell, or all places of a value in a house; nishio is a contradiction within one value; a
// contradiction net refutes one candidate, a verity net proves what follows whether a candidate is true or false, or from
// each candidate of a cell or place of a house. The nets come in three strengths: plain, with locked candidates, pairs and
// X-wings on the way (+), and with closures inside closures (nested).
//
// Ratings are those that Sudoku Explainer publishes: a base for the kind, and a tenth more for each time that the number of
// literals in the argument, less two, passes 4, 6, 8, 12, 16, 24, 32, 48 and so on.
package forcing

import (
	"fmt"
	"math"

	"github.com/quandary-puzzles/quandary/deduce"
	"github.com/quandary-puzzles/quandary/deduce/sudoku/board"
)

// Techniques lists the chains and nets that the ladder of named techniques ends with, the easiest first.
func Techniques() []board.Technique {
	return []board.Technique{
		{ID: "nishio", Name: "Nishio", Cost: 450, Rating: 7.5, Find: Nishio},
		{ID: "cell-forcing-chain", Name: "Cell forcing chain", Cost: 500, Rating: 8.0, Find: multiple(true, false)},
		{ID: "region-forcing-chain", Name: "Region forcing chain", Cost: 500, Rating: 8.0, Find: multiple(false, true)},
		{ID: "forcing-net", Name: "Forcing net", Cost: 700, Rating: 8.5, Find: Dynamic},
		{ID: "forcing-net-plus", Name: "Forcing net +", Cost: 1000, Rating: 9.0, Find: DynamicPlus},
		{ID: "nested-forcing-net", Name: "Nested forcing net", Cost: 2000, Rating: 10.0, Find: Nested},
	}
}

// rate gives the rating of an argument of some literals: the base of its kind and a tenth for each step of the scale of
// lengths that it passes.
func rate(base float64, literals int) float64 {
	length, steps, bound := literals-2, 0, 4
	for odd := true; length > bound; odd = !odd {
		steps++
		if odd {
			bound = bound * 3 / 2
		} else {
			bound = bound * 4 / 3
		}
	}
	return math.Round(base*10+float64(steps)) / 10
}

// best keeps the argument with the lowest rating; of equal ones, the shortest, then the first.
type best struct {
	rating   float64
	literals int
	step     board.Step
	found    bool
}

func (b *best) beats(rating float64, literals int) bool {
	return !b.found || rating < b.rating || rating == b.rating && literals < b.literals
}

func (b *best) yield(yield func(board.Step) bool) {
	if b.found {
		b.step.Rating = b.rating
		yield(b.step)
	}
}

// branch is one line of an argument: the literals of a closure that its end rests on.
type branch struct {
	lits  []lit
	from  [][]int // of each literal, indices into lits
	notes []note  // of each literal, the pattern that it follows from, if that takes one
}

func (e *engine) branch(k *closure, end int32) branch {
	list := e.trace(k, end)
	place := make(map[int32]int, len(list))
	var b branch
	for n, i := range list {
		place[i] = n
		b.lits = append(b.lits, k.lits[i])
		var from []int
		for _, q := range k.parents(i) {
			from = append(from, place[q])
		}
		b.from = append(b.from, from)
		b.notes = append(b.notes, k.notes[k.lits[i]])
	}
	return b
}

func litText(g *board.Geometry, m board.Mark, off bool) string {
	if off {
		return g.CellName(m.Cell) + "≠" + g.Symbol(m.Value)
	}
	return g.CellName(m.Cell) + "=" + g.Symbol(m.Value)
}

// branchStep makes the nested step of a branch: its inferences as links, and in words.
func (e *engine) branchStep(b branch) board.Step {
	s := board.Step{Technique: "branch", Name: "Branch"}
	for i, l := range b.lits {
		m := e.mark(l)
		s.Pattern = append(s.Pattern, m)
		for _, q := range b.from[i] {
			f := b.lits[q]
			s.Links = append(s.Links, board.Link{From: []board.Mark{e.mark(f)}, To: []board.Mark{m}, Strong: f.isOff() && !l.isOff()})
		}
	}
	text := e.told(b)
	s.Why = func() string { return text }
	return s
}

// conclusion makes a step that places or eliminates what a literal says.
func (e *engine) conclusion(l lit, branches []branch, why func(g *board.Geometry) string) board.Step {
	m := e.mark(l)
	s := board.Step{Values: []int{m.Value}}
	if l.isOff() {
		s.Remove = []board.Mark{m}
	} else {
		s.Place = []board.Mark{m}
	}
	var cells board.Cells
	for _, b := range branches {
		sub := e.branchStep(b)
		for _, m := range sub.Pattern {
			cells.Add(m.Cell)
		}
		s.Nested = append(s.Nested, sub)
		s.Pattern = append(s.Pattern, sub.Pattern...)
	}
	s.Cells = cells.Slice()
	s.Pattern = deduce.SortMarks(s.Pattern)
	g := e.Geometry
	s.Why = func() string { return why(g) + "." } // the branches are told below it
	return s
}

func (e *engine) word(l lit) string { return litText(e.Geometry, e.mark(l), l.isOff()) }

// contradiction offers the refutation of a closure's first literal.
func (e *engine) contradiction(b *best, k *closure, base float64) {
	x, y := k.clash[0], k.clash[1]
	n := e.size(k, x) + e.size(k, y)
	r := rate(base, n)
	if !b.beats(r, n) {
		return
	}
	start, clash := k.lits[0], k.lits[x]
	if clash.isOff() {
		clash = clash.not()
	}
	s := e.conclusion(start.not(), []branch{e.branch(k, x), e.branch(k, y)}, func(*board.Geometry) string {
		return fmt.Sprintf("%s, for otherwise both %s and %s would follow", board.Sentence(e.said(start.not())), e.said(clash), e.said(clash.not()))
	})
	*b = best{rating: r, literals: n, step: s, found: true}
}

// verity offers a literal that all closures of a list contain.
func (e *engine) verity(b *best, list []*closure, l lit, base float64, opening func() string) {
	n := 0
	for _, k := range list {
		n += e.size(k, k.index(l))
		if b.found && n-2 > b.literals {
			return
		}
	}
	r := rate(base, n)
	if !b.beats(r, n) {
		return
	}
	branches := make([]branch, len(list))
	for i, k := range list {
		branches[i] = e.branch(k, k.index(l))
	}
	s := e.conclusion(l, branches, func(*board.Geometry) string {
		return fmt.Sprintf("%s, and each way %s", opening(), e.said(l))
	})
	*b = best{rating: r, literals: n, step: s, found: true}
}

// Nishio finds a candidate that leads to a contradiction within its own value.
func Nishio(p *board.Position, yield func(board.Step) bool) {
	e := newEngine(p)
	var b best
	var k closure
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		for d := p.Cand[c]; d != 0; d = d.Rest() {
			e.close(&k, e.on(c, d.First()), mode{links: xLinks, dynamic: true, stop: true})
			if k.dead {
				e.contradiction(&b, &k, 7.5)
			}
		}
	}
	b.yield(yield)
}

// Multiple finds the simplest cell or region forcing chain.
func Multiple(p *board.Position, yield func(board.Step) bool) { multiple(true, true)(p, yield) }

func multiple(cells, regions bool) func(*board.Position, func(board.Step) bool) {
	return func(p *board.Position, yield func(board.Step) bool) {
		e := newEngine(p)
		var b best
		e.verities(&b, 8.0, mode{links: xLinks | yLinks}, cells, regions, false)
		b.yield(yield)
	}
}

// Dynamic finds the simplest forcing net.
func Dynamic(p *board.Position, yield func(board.Step) bool) { dynamic(p, 8.5, 0, yield) }

// DynamicPlus finds the simplest forcing net that uses locked candidates, pairs and X-wings.
func DynamicPlus(p *board.Position, yield func(board.Step) bool) { dynamic(p, 9.0, 1, yield) }

// Nested finds the simplest forcing net with closures inside closures, on boards up to 16 by 16: larger ones would take
// minutes a step.
func Nested(p *board.Position, yield func(board.Step) bool) {
	if p.Size <= 16 {
		dynamic(p, 10.0, 2, yield)
	}
}

func dynamic(p *board.Position, base float64, level int, yield func(board.Step) bool) {
	e := newEngine(p)
	var b best
	e.verities(&b, base, mode{links: xLinks | yLinks, dynamic: true, level: level, stop: true}, true, true, true)
	b.yield(yield)
}

// verities offers what follows from every candidate of a cell and from every place of a value in a house; with both ways
// set, also contradictions, and what follows from a candidate and from its absence.
func (e *engine) verities(b *best, base float64, m mode, cells, regions, bothWays bool) {
	g := e.Geometry
	all := make(map[lit]*closure)
	set := make([]uint64, e.words)
	get := func(l lit) *closure {
		k := all[l]
		if k == nil {
			k = new(closure)
			e.close(k, l, m)
			all[l] = k
		}
		return k
	}
	try := func(list []*closure, opening func() string) {
		for _, k := range list {
			if k.dead && m.dynamic {
				return // a contradiction, which is simpler
			}
		}
		if !common(set, list) {
			return
		}
		eachLit(set, func(l lit) {
			m := e.mark(l)
			if e.Cand[m.Cell].Has(m.Value) {
				e.verity(b, list, l, base, opening)
			}
		})
	}
	over := func() bool { return *e.work > enough || b.found && m.level >= 1 && *e.work > plenty }
	if bothWays {
		for c := e.Open.First(); c >= 0 && !over(); c = e.Open.Next(c) {
			for d := e.Cand[c]; d != 0; d = d.Rest() {
				on, off := get(e.on(c, d.First())), get(e.off(c, d.First()))
				for _, k := range []*closure{on, off} {
					if k.dead {
						e.contradiction(b, k, base)
					}
				}
				try([]*closure{on, off}, func() string {
					return fmt.Sprintf("%s is %s or it is not", g.CellName(c), g.Symbol(d.First()))
				})
			}
		}
	}
	var list []*closure
	if cells {
		for c := e.Open.First(); c >= 0 && !over(); c = e.Open.Next(c) {
			if e.Cand[c].Count() < 2 {
				continue
			}
			list = list[:0]
			for d := e.Cand[c]; d != 0; d = d.Rest() {
				list = append(list, get(e.on(c, d.First())))
			}
			values := e.Cand[c]
			try(list, func() string {
				return fmt.Sprintf("%s is %s", g.CellName(c), g.SymbolsOr(values))
			})
		}
	}
	if !regions {
		return
	}
	for h := range e.House {
		for v := 1; v <= e.Size && !over(); v++ {
			at := e.Places(h, v)
			if n := at.Count(); n < 2 {
				continue
			}
			list = list[:0]
			for c := at.First(); c >= 0; c = at.Next(c) {
				list = append(list, get(e.on(c, v)))
			}
			try(list, func() string {
				return fmt.Sprintf("In %s, the %s is in one of %s", g.HouseName(h), g.Symbol(v), g.CellNames(at.Slice()))
			})
		}
	}
}

// Refute looks for the argument against a literal: that a cell has a value, or, with place unset, that it has not. The
// simplest means that suffice are used.
func Refute(p *board.Position, m board.Mark, place bool) (board.Step, bool) {
	step := board.Step{Technique: "refutation", Name: "Refutation", Cost: 500, Values: []int{m.Value}}
	if v := int(p.Value[m.Cell]); v != 0 {
		if (v == m.Value) == place {
			return board.Step{}, false
		}
		g := p.Geometry
		step.Cells = []int{m.Cell}
		step.Why = func() string { return fmt.Sprintf("%s is %s.", g.CellName(m.Cell), g.Symbol(v)) }
		return step, true
	}
	if !p.Cand[m.Cell].Has(m.Value) {
		if !place {
			return board.Step{}, false
		}
		return seen(p, m, step)
	}
	e := newEngine(p)
	start := e.on(m.Cell, m.Value)
	if !place {
		start = start.not()
	}
	var k closure
	for level, base := range []float64{8.5, 9.0, 10.0} {
		e.close(&k, start, mode{links: xLinks | yLinks, dynamic: true, level: level, stop: true})
		if k.dead {
			var b best
			e.contradiction(&b, &k, base)
			b.step.Technique, b.step.Name, b.step.Cost, b.step.Rating = step.Technique, step.Name, step.Cost, b.rating
			return b.step, true
		}
	}
	return board.Step{}, false
}

// seen explains a value that is no candidate: by a peer that has it, or else by earlier steps.
func seen(p *board.Position, m board.Mark, step board.Step) (board.Step, bool) {
	g := p.Geometry
	for _, o := range p.Peers[m.Cell] {
		if int(p.Value[o]) != m.Value {
			continue
		}
		pair := board.CellsOf(m.Cell, o)
		common := p.Common(&pair)
		step.Cells, step.Houses = []int{m.Cell, o}, common.Slice()
		h := step.Houses[0]
		step.Why = func() string {
			return fmt.Sprintf("%s of %s holds %s already, so %s cannot.", g.CellName(o), g.HouseName(h), g.Symbol(m.Value), g.CellName(m.Cell))
		}
		return step, true
	}
	step.Cells = []int{m.Cell}
	step.Why = func() string {
		return fmt.Sprintf("%s was struck from %s by an earlier step.", g.Symbol(m.Value), g.CellName(m.Cell))
	}
	return step, true
}
