// Package board is the position that Sudoku's techniques look at: the values and candidates of any layout of package grid
// up to 25 by 25, boxes of any shape, with or without diagonals.
//
// A Geometry is made once for a layout and shared; a Position belongs to it and is what a solver changes. Candidates are
// kept twice, by cell (a set of values for each cell) and by value (a set of cells for each value), because half of the
// techniques ask one way round and half the other.
package board

import (
	"fmt"
	"math/bits"

	"github.com/quandary-puzzles/quandary/grid"
)

// MaxSize is the largest size of board that the techniques are made for.
const MaxSize = 25

// HouseSet is a set of houses, by their index in the layout.
type HouseSet [2]uint64

// Has reports whether a house is in the set.
func (s HouseSet) Has(h int) bool { return s[h>>6]>>(uint(h)&63)&1 != 0 }

// And is the intersection.
func (s HouseSet) And(t HouseSet) HouseSet { return HouseSet{s[0] & t[0], s[1] & t[1]} }

// Empty reports whether the set has no house.
func (s HouseSet) Empty() bool { return s[0]|s[1] == 0 }

// Next gives the smallest house after h, or -1; Next(-1) gives the first.
func (s HouseSet) Next(h int) int {
	for h++; h < 128; h++ {
		w := s[h>>6] >> (uint(h) & 63)
		if w != 0 {
			return h + bits.TrailingZeros64(w)
		}
		h |= 63
	}
	return -1
}

// Slice lists the houses, ascending.
func (s HouseSet) Slice() []int {
	var list []int
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			list = append(list, i<<6+bits.TrailingZeros64(w))
		}
	}
	return list
}

// Geometry is a layout with what the techniques ask of it again and again. It is immutable and safe for concurrent use;
// its slices must not be written to.
type Geometry struct {
	*grid.Layout
	House   []Cells    // cells of each house
	Peer    []Cells    // peers of each cell
	In      []HouseSet // houses of each cell
	All     Digits     // all values
	symbols grid.Symbols
}

// NewGeometry prepares a layout. The error is a *grid.LayoutError where the board is larger than MaxSize.
func NewGeometry(l *grid.Layout) (*Geometry, error) {
	if l.Size > MaxSize {
		return nil, &grid.LayoutError{Reason: fmt.Sprintf("techniques are made for boards up to size %d, not %d", MaxSize, l.Size)}
	}
	g := &Geometry{Layout: l, All: 1<<l.Size - 1, symbols: grid.SymbolsFor(l.Size)}
	g.House = make([]Cells, len(l.Houses))
	g.Peer = make([]Cells, l.Cells())
	g.In = make([]HouseSet, l.Cells())
	for h, house := range l.Houses {
		g.House[h] = CellsOf(house.Cells...)
		for _, c := range house.Cells {
			g.In[c][h>>6] |= 1 << (uint(h) & 63)
		}
	}
	for c := range g.Peer {
		g.Peer[c] = CellsOf(l.Peers[c]...)
	}
	return g, nil
}

// With gives the same board in another alphabet, in which every text of its steps then is.
func (g *Geometry) With(s grid.Symbols) *Geometry {
	if s == g.symbols || len(s) != g.Size {
		return g
	}
	other := *g
	other.symbols = s
	return &other
}

// Common gives the houses that all the cells share; of no cells, none.
func (g *Geometry) Common(cells *Cells) HouseSet {
	c := cells.First()
	if c < 0 {
		return HouseSet{}
	}
	set := g.In[c]
	for c = cells.Next(c); c >= 0 && !set.Empty(); c = cells.Next(c) {
		set = set.And(g.In[c])
	}
	return set
}

// Seen gives the cells that see every one of a set of cells. Of no cells it gives none.
func (g *Geometry) Seen(cells *Cells) Cells {
	c := cells.First()
	if c < 0 {
		return Cells{}
	}
	set := g.Peer[c]
	for c = cells.Next(c); c >= 0; c = cells.Next(c) {
		set = set.And(&g.Peer[c])
	}
	return set
}

// Kind gives the kind of a house.
func (g *Geometry) Kind(h int) grid.HouseKind { return g.Houses[h].Kind }

// Line reports whether a house is a row or a column.
func (g *Geometry) Line(h int) bool { return g.Houses[h].Kind <= grid.Column }
