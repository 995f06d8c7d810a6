// Package symmetry knows when two puzzles of clue cards are the same. They are when one becomes the other by
//
//   - renaming properties and values, and listing them, the things and the clues in another order;
//   - putting in another order what a clue joins without regard to order: a and b, A = B, exactly 1 of (a, b); and saying
//     from the other side that something is less, to the left, or before;
//   - looking at a line-up from its other end, or at a round one by turning and reflecting it, unless a clue calculates with places.
//
// A contraposition, or any other rewording, is another puzzle. Values keep their numbers, or their order, as far as clues look at
// it, and are the same text in several properties where clues compare those. The names in a puzzle with invariants stay, because
// the invariants mention them.
//
// The canonical form is found by package canon from a graph with a node for each property, value, place, clue and part of a
// clue, and of a line-up by comparing the forms of the puzzle and of its reflection.
package symmetry

import (
	"context"
	"slices"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/canon"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/lineup"
)

// use says what the clues of a puzzle look at in a property, or in a category of a line-up.
type use struct {
	texts   bool // whether values of several properties are equal
	numbers bool // which number a value has, or stands for
}

// meaning is what clues look at.
type meaning struct {
	p          *deck.Puzzle
	uses       []use
	calculates bool // numbers are added or multiplied; otherwise only their order matters
	places     bool // places are numbers
	numbers    []int64
}

// subject gives the number of the property, or in a line-up of the category, that a node is about.
func subject(p *deck.Puzzle, n *deck.Node) int {
	if p.Lineup != nil && n.Op != deck.Of && n.Op != deck.Item {
		return n.Prop / p.Lineup.Places
	}
	return n.Prop
}

// meaningOf finds out what clues look at.
func meaningOf(p *deck.Puzzle) *meaning {
	m := &meaning{p: p, uses: make([]use, len(p.Asked()))}
	for changed := true; changed; {
		changed = false
		set := func(n *deck.Node, u use) {
			n.Walk(func(n *deck.Node) {
				switch n.Op {
				case deck.Value, deck.Lit, deck.Of:
					old := &m.uses[subject(p, n)]
					v := use{old.texts || u.texts, old.numbers || u.numbers}
					changed = changed || v != *old
					*old = v
				}
			})
		}
		for i := range p.Clues {
			p.Clues[i].Expr.Walk(func(n *deck.Node) {
				switch n.Op {
				case deck.Distinct:
					set(n, use{texts: true})
				case deck.Eq, deck.Ne, deck.Lt, deck.Le, deck.Gt, deck.Ge:
					set(n, m.relation(n))
				case deck.Add, deck.Sub, deck.Mul, deck.Neg:
					m.calculates = true
				case deck.Pos:
					m.places, m.calculates = true, true
				}
				if f := n.Op.Further(); f != nil && f.Looks == lineup.Values {
					m.places = true
				}
			})
		}
	}
	if m.calculates {
		return m
	}
	// Numbers that are only compared count by their order among all of them.
	for k, q := range p.Asked() {
		if m.uses[k].numbers && q.Type == deck.Integer {
			for v := range q.Values {
				m.numbers = append(m.numbers, q.Number(v))
			}
		}
	}
	for i := range p.Clues {
		p.Clues[i].Expr.Walk(func(n *deck.Node) {
			if n.Op == deck.Num {
				m.numbers = append(m.numbers, n.Num)
			}
		})
	}
	slices.Sort(m.numbers)
	m.numbers = slices.Compact(m.numbers)
	return m
}

// relation gives what a relation looks at in the properties that it compares.
func (m *meaning) relation(n *deck.Node) use {
	u := use{texts: true}
	if n.Op != deck.Eq && n.Op != deck.Ne {
		u.numbers = true
	}
	n.Walk(func(n *deck.Node) {
		switch n.Op {
		case deck.Value, deck.Lit, deck.Of:
			u.numbers = u.numbers || m.uses[subject(m.p, n)].numbers && m.p.Asked()[subject(m.p, n)].Type == deck.Integer
		case deck.Eq, deck.Ne, deck.Lt, deck.Le, deck.Gt, deck.Ge, deck.Item:
		default:
			u.numbers = true
		}
	})
	return u
}

// number gives a number as it counts.
func (m *meaning) number(n int64) int64 {
	if m.calculates {
		return n
	}
	i, _ := slices.BinarySearch(m.numbers, n)
	return int64(i) + 1
}

// valueNumber gives the number of a value as it counts.
func (m *meaning) valueNumber(q *deck.Property, v int) int64 {
	if q.Type == deck.Integer {
		return m.number(q.Number(v))
	}
	return q.Number(v)
}

// turns reports whether a puzzle is a round line-up whose places clues tell apart by nothing but naming them.
func (m *meaning) turns() bool { return m.p.Lineup != nil && m.p.Lineup.Round && !m.places }

// drawing is the graph of a puzzle, with the nodes of its parts.
type drawing struct {
	canon.Graph
	*meaning
	props  []int   // by property, or category
	values [][]int // by property and value
	texts  map[string]int
	places []int // of a line-up
	things []int
	nodes  map[*deck.Node]int
}

// graphOf draws a puzzle as a graph.
func graphOf(p *deck.Puzzle) *drawing {
	d := &drawing{meaning: meaningOf(p), texts: map[string]int{}, nodes: map[*deck.Node]int{}}
	root := d.Node("puzzle of " + strconv.Itoa(max(p.Solutions, 1)))
	if p.Rules != nil {
		for _, text := range p.Rules.Texts() {
			d.Node("rule " + text)
		}
	}
	props := p.Asked()
	for k := range props {
		d.property(k, &props[k])
	}
	if l := p.Lineup; l != nil {
		for k := range l.Places {
			label := "place"
			if !d.turns() {
				label += " " + strconv.Itoa(k)
			}
			d.places = append(d.places, d.Node(label))
		}
		if d.turns() {
			for k, place := range d.places {
				d.Edge(place, d.places[(k+1)%l.Places], "next")
			}
		}
	}
	for _, t := range p.Things {
		thing := d.Node("thing")
		d.things = append(d.things, thing)
		for k, v := range t {
			d.Edge(thing, d.values[k][v], "")
		}
	}
	for i := range p.Clues {
		d.Edge(root, d.clue(p.Clues[i].Expr), "")
	}
	return d
}

// property draws a property and its values.
func (d *drawing) property(k int, q *deck.Property) {
	named := d.p.Rules != nil
	label := "property"
	if named {
		label += " " + q.Name
	}
	prop := d.Node(label)
	d.props = append(d.props, prop)
	var values []int
	for v, text := range q.Values {
		label := "value"
		if d.uses[k].numbers {
			label += " " + strconv.FormatInt(d.valueNumber(q, v), 10)
		}
		if named {
			label += " is " + text
		}
		value := d.Node(label)
		values = append(values, value)
		d.Edge(prop, value, "")
		if d.uses[k].texts {
			node, ok := d.texts[text]
			if !ok {
				node = d.Node("text")
				d.texts[text] = node
			}
			d.Edge(value, node, "text")
		}
	}
	d.values = append(d.values, values)
}

// rolesOf gives the operator by which a node is known, whether its operands stand in the contrary order, and the part of each.
func rolesOf(n *deck.Node) (op deck.Op, turned bool, role func(i int) string) {
	none := func(int) string { return "" }
	sides := func(i int) string { return [2]string{"first", "second"}[i] }
	if f := n.Op.Further(); f != nil {
		op = n.Op
		if f.Same.Form != "" {
			op, turned = deck.OpOf(f.Same.Form), true
		}
		return op, turned, func(i int) string {
			if parts := op.Further().Parts; parts != nil {
				return parts[i]
			}
			return ""
		}
	}
	switch n.Op {
	case deck.Gt:
		return deck.Lt, true, sides
	case deck.Ge:
		return deck.Le, true, sides
	case deck.RightOf:
		return deck.LeftOf, true, sides
	case deck.After:
		return deck.Before, true, sides
	case deck.Implies, deck.Sub, deck.Lt, deck.Le, deck.LeftOf, deck.Before:
		return n.Op, false, sides
	case deck.Between:
		return n.Op, false, func(i int) string { return [3]string{"middle"}[i] }
	}
	return n.Op, false, none
}

// clue draws a node of a clue and gives its node. Parts that say the same are one.
func (d *drawing) clue(n *deck.Node) int {
	if n.Op == deck.Item {
		return d.values[n.Prop][n.Val]
	}
	op, turned, role := rolesOf(n)
	label := op.String()
	switch n.Op {
	case deck.Exactly, deck.AtLeast, deck.AtMost:
		label += " " + strconv.FormatInt(n.Num, 10)
	case deck.Num:
		label += " " + strconv.FormatInt(d.number(n.Num), 10)
	}
	links := make([]canon.Link, 0, 4)
	switch n.Op {
	case deck.Is, deck.IsNot, deck.Lit:
		links = append(links, canon.Link{Role: "value", To: d.values[subject(d.p, n)][n.Val]})
	case deck.Value, deck.Of:
		links = append(links, canon.Link{Role: "property", To: d.props[subject(d.p, n)]})
	case deck.At:
		links = append(links, canon.Link{Role: "place", To: d.places[n.Num-1]})
	}
	if d.p.Lineup != nil && (n.Op == deck.Is || n.Op == deck.IsNot || n.Op == deck.Value) {
		links = append(links, canon.Link{Role: "place", To: d.places[n.Prop%d.p.Lineup.Places]})
	}
	for i, a := range n.Args {
		if turned {
			i = 1 - i
		}
		links = append(links, canon.Link{Role: role(i), To: d.clue(a)})
	}
	node := d.Shared(label, links...)
	d.nodes[n] = node
	return node
}

// Canonical gives the canonical form under what makes two puzzles the same; see the package. The puzzle in that
// form, which is not validated, has plain names, or that of a puzzle with invariants its own.
func Canonical(ctx context.Context, p *deck.Puzzle, budget int) (f canon.Form, arranged func() *deck.Puzzle, err error) {
	drawings := []*drawing{graphOf(p)}
	graphs := []*canon.Graph{&drawings[0].Graph}
	if q, ok := reversed(p); ok {
		drawings = append(drawings, graphOf(q))
		graphs = append(graphs, &drawings[1].Graph)
	}
	f, at, err := canon.Least(ctx, budget, graphs...)
	return f, func() *deck.Puzzle { return drawings[at].arranged(f.Order) }, err
}
