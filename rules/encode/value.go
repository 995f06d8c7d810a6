package encode

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// A value is one of: nil (absent), bool, int64, string (a word), board.Place, or one of the types below.
type value any

// unknown is a value that a term stands for.
type unknown struct {
	kind   sort
	t      model.Term    // of words and places: the index into the list
	has    model.Term    // True: surely there
	words  []string      // of words
	some   bool          // whether the words are those that meet here, and not all of a layer
	places []board.Place // of places
	lo, hi int64         // of integers: bounds, lo > hi where none are known
}

type sort uint8

const (
	truths sort = iota
	numbers
	wordsSort
	placesSort
)

// printed is a known list, of which it is unknown whether it is printed. Rules that loop over the layer see it under that condition.
type printed struct {
	has  model.Term
	list value
	as   rules.Value
}

// element is an element of a list, which is there under a condition.
type element struct {
	cond model.Term
	v    value
	node int // of a list over a group: the node of the group that the element belongs to
}

// list is a list whose elements have conditions. Where group is not nil, an element is there if also its node is in the group.
type list struct {
	elems []element
	group *group
	same  bool // for a group: the elements are the same for all groups of its graph, but for being in it
}

// layerRef is a layer by its name.
type layerRef struct{ l *rules.Layer }

// wallRef is the borders of a division: what area.wall means.
type wallRef struct{ l *rules.Layer }

// groupSet is the groups of a graph.
type groupSet struct {
	graph   model.Graph
	places  []board.Place       // of the nodes
	at      map[board.Place]int // the node of a place
	nodes   []model.Term
	elems   []element // of a loop through a group: all nodes that may be there; nil until one is walked through
	edges   []model.GraphEdge
	between []board.Place // by edge: where it is; nothing where it is no place
	known   []int         // not nil: every node and every join is known, and so is the first node of each node's group
	parts   *rules.Layer  // not nil: the parts of this layer
	pieces  *pieces       // not nil: every part has a seed
	memo    map[string][]model.Term
	shapes  map[string][]alternative
	patches map[string]patch    // what shapes are of
	next    [][]model.GraphEdge // by node: its edges; nil until they are asked for

	// Of loops through a group that name no other loop's variable, the same for all groups: their elements, and what these count for.
	walks   map[*syntax.Comp][]element
	weights map[*syntax.CallExpr][]model.Term
}

// group is the group that a node belongs to, absent where the node is not there.
type group struct {
	set  *groupSet
	node int
}

// runList is the maximal runs of marked elements of a line.
type runList struct {
	elems []value
	marks []model.Term
	ring  bool
}

// runLengths is the lengths of runs, in order.
type runLengths struct{ runs *runList }

// sortedList is what sorted gives: only equality with another is asked of it.
type sortedList struct{ of value }

// shapeOf is the shape of a group, up to turns and mirrors: alternatives that exclude each other, or a group of which nothing is known.
type shapeOf struct {
	alts         []alternative
	of           *group // not nil: the group, and there are no alternatives
	turn, mirror bool   // whether turned and mirrored shapes are the same
}

// alternative is a value that something has under a condition.
type alternative struct {
	name string
	cond model.Term
}

// backRef is the mapping back, from a direction to its opposite.
type backRef struct{}

// placeValues are values by place. Most layers stand at places of one kind, which a slice holds.
type placeValues struct {
	kind  board.Kind
	dense []placeValue
	rest  map[board.Place]value // of other kinds
	other value                 // of places that have none
}

type placeValue struct {
	v  value
	ok bool
}

func (m *placeValues) set(p board.Place, v value) {
	if m.dense == nil {
		m.kind = p.Kind
	}
	if p.Kind != m.kind {
		if m.rest == nil {
			m.rest = map[board.Place]value{}
		}
		m.rest[p] = v
		return
	}
	if n := int(p.N) + 1 - len(m.dense); n > 0 {
		m.dense = append(m.dense, make([]placeValue, n)...)
	}
	m.dense[p.N] = placeValue{v, true}
}

func (m *placeValues) find(p board.Place) (v value, ok bool) {
	if p.Kind != m.kind {
		v, ok = m.rest[p]
	} else if int(p.N) < len(m.dense) {
		v, ok = m.dense[p.N].v, m.dense[p.N].ok
	}
	return v, ok
}

func (m *placeValues) get(p board.Place) value {
	if v, ok := m.find(p); ok {
		return v
	}
	return m.other
}
