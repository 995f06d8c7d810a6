package board

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/deduce"
)

// Position is a partly filled board with candidates. A cell that has a value has no candidates. It is not safe for
// concurrent use.
type Position struct {
	*Geometry
	Value []uint8  // value of each cell, 0 where it is open
	Cand  []Digits // candidates of each cell
	At    []Cells  // At[v]: the open cells that have candidate v; At[0] is empty
	Open  Cells    // cells without a value
	Given Cells    // cells that the puzzle came with
	// Unique says that the puzzle is known to have exactly one solution, which some techniques rest on.
	Unique bool
	broken bool
}

// ConflictError says which two cells of a house hold the same value.
type ConflictError struct {
	A, B  string // cells, by name
	Value string
	House string
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("%s and %s of %s both hold %s", e.A, e.B, e.House, e.Value)
}

// New makes the position of a puzzle: values[cell] is 0 for an empty cell. Every value is a given, and every empty cell has
// the candidates that its peers leave. Unique is set. The error is a *ConflictError, or says what is out of range.
func New(g *Geometry, values []int) (*Position, error) {
	p := blank(g)
	if len(values) != g.Cells() {
		return nil, fmt.Errorf("board: %d values for %d cells", len(values), g.Cells())
	}
	for c, v := range values {
		if v < 0 || v > g.Size {
			return nil, fmt.Errorf("board: %s holds %d: the values are 1..%d", g.CellName(c), v, g.Size)
		}
	}
	if bad := g.Conflicts(values); len(bad) > 0 {
		b := bad[0]
		return nil, &ConflictError{g.CellName(b.A), g.CellName(b.B), g.Symbol(b.Value), g.Houses[b.House].String()}
	}
	for c, v := range values {
		if v != 0 {
			p.set(c, v)
			p.Given.Add(c)
		}
	}
	return p, nil
}

func blank(g *Geometry) *Position {
	n := g.Cells()
	p := &Position{Geometry: g, Value: make([]uint8, n), Cand: make([]Digits, n), At: make([]Cells, g.Size+1), Unique: true}
	for c := range n {
		p.Open.Add(c)
		p.Cand[c] = g.All
	}
	for v := 1; v <= g.Size; v++ {
		p.At[v] = p.Open
	}
	return p
}

// Clone copies the position.
func (p *Position) Clone() *Position {
	q := *p
	q.Value = append([]uint8(nil), p.Value...)
	q.Cand = append([]Digits(nil), p.Cand...)
	q.At = append([]Cells(nil), p.At...)
	return &q
}

// CopyFrom makes p equal to q, a position of the same geometry, without allocating.
func (p *Position) CopyFrom(q *Position) {
	value, cand, at := p.Value, p.Cand, p.At
	*p = *q
	p.Value, p.Cand, p.At = value, cand, at
	copy(p.Value, q.Value)
	copy(p.Cand, q.Cand)
	copy(p.At, q.At)
}

func (p *Position) set(c, v int) {
	p.Value[c] = uint8(v)
	for d := p.Cand[c]; d != 0; d = d.Rest() {
		p.At[d.First()].Remove(c)
	}
	p.Cand[c] = 0
	p.Open.Remove(c)
	hit := p.At[v].And(&p.Peer[c])
	for o := hit.First(); o >= 0; o = hit.Next(o) {
		p.Cand[o] &^= Digit(v)
		if p.Cand[o] == 0 {
			p.broken = true
		}
	}
	p.At[v] = p.At[v].Minus(&hit)
}

// Place writes a value into an open cell that has it as a candidate, and eliminates it from the cell's peers. It reports
// whether it could.
func (p *Position) Place(c, v int) bool {
	if p.Value[c] != 0 || !p.Cand[c].Has(v) {
		return false
	}
	p.set(c, v)
	return true
}

// Strike removes a candidate and reports whether it was there.
func (p *Position) Strike(c, v int) bool {
	if !p.Cand[c].Has(v) {
		return false
	}
	p.Cand[c] &^= Digit(v)
	p.At[v].Remove(c)
	if p.Cand[c] == 0 {
		p.broken = true
	}
	return true
}

// Apply carries out a step. The error says which mark does not fit; the position is then as it was.
func (p *Position) Apply(s deduce.Step) error {
	for _, m := range s.Place {
		if p.Value[m.Cell] != 0 {
			return fmt.Errorf("board: %s has a value already", p.CellName(m.Cell))
		}
		if !p.Cand[m.Cell].Has(m.Value) {
			return fmt.Errorf("board: %s cannot be %s", p.CellName(m.Cell), p.Symbol(m.Value))
		}
	}
	for _, m := range s.Place {
		if !p.Place(m.Cell, m.Value) {
			p.broken = true
		}
	}
	for _, m := range s.Remove {
		p.Strike(m.Cell, m.Value)
	}
	return nil
}

// Status says whether the position is open, solved, or broken: a cell without a candidate, or a house without a place for
// a value.
func (p *Position) Status() deduce.Status {
	if p.broken {
		return deduce.Broken
	}
	if !p.Open.Empty() {
		return deduce.Open
	}
	return deduce.Solved
}

// Dead looks for a contradiction that Status does not see at once: a value that has no place left in a house. It gives the
// house and the value, or a cell without candidates with value 0; ok is false where there is none.
func (p *Position) Dead() (house, cell, value int, ok bool) {
	for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
		if p.Cand[c] == 0 {
			return -1, c, 0, true
		}
	}
	for h := range p.House {
		left := p.Missing(h)
		for d := left; d != 0; d = d.Rest() {
			if !p.At[d.First()].Intersects(&p.House[h]) {
				return h, -1, d.First(), true
			}
		}
	}
	return 0, 0, 0, false
}

// Missing gives the values that a house does not hold yet.
func (p *Position) Missing(h int) Digits {
	left := p.All
	for _, c := range p.Houses[h].Cells {
		if v := p.Value[c]; v != 0 {
			left &^= Digit(int(v))
		}
	}
	return left
}

// Places gives the open cells of a house that have a candidate.
func (p *Position) Places(h, v int) Cells { return p.At[v].And(&p.House[h]) }

// Once gives the values that have exactly one place in a house.
func (p *Position) Once(h int) Digits {
	var once, twice Digits
	for _, c := range p.Houses[h].Cells {
		d := p.Cand[c]
		twice |= once & d
		once |= d
	}
	return once &^ twice
}

// Values gives the values of all cells, 0 where open.
func (p *Position) Values() []int {
	list := make([]int, len(p.Value))
	for c, v := range p.Value {
		list[c] = int(v)
	}
	return list
}

// Singles places naked and hidden singles until there is none, without making steps, and returns how many it placed. It is
// what a generator uses to ask whether singles are enough.
func (p *Position) Singles() int {
	placed := 0
	for again := true; again && !p.broken; {
		again = false
		for c := p.Open.First(); c >= 0; c = p.Open.Next(c) {
			if d := p.Cand[c]; d != 0 && d.Rest() == 0 {
				p.set(c, d.First())
				placed++
				again = true
			}
		}
		if p.Open.Empty() || p.broken {
			break
		}
		for h := range p.House {
			for d := p.Once(h); d != 0; d = d.Rest() {
				for _, c := range p.Houses[h].Cells {
					if p.Cand[c].Has(d.First()) {
						p.set(c, d.First())
						placed++
						again = true
						break
					}
				}
			}
		}
	}
	return placed
}
