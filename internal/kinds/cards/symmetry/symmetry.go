package symmetry

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// The transformations of clue cards.
const (
	byNames   = "names"   // the values of a property exchange their names
	byOrder   = "order"   // properties, values, things and clues are listed in another order
	byReverse = "reverse" // the row is seen from its other end, the round line-up reflected
	byTurn    = "turn"    // the round line-up is turned
	byAny     = "any"     // all of these
)

// listing is an order for the parts of a puzzle, each a list of the old numbers.
type listing struct {
	props  []int   // properties; of a line-up, categories
	values [][]int // by old property
	places []int   // of a line-up; nil for other puzzles
	clues  []int
}

// asListed is the order in which everything stands.
func asListed(p *deck.Puzzle) listing {
	l := listing{props: upTo(len(p.Asked())), clues: upTo(len(p.Clues))}
	for _, q := range p.Asked() {
		l.values = append(l.values, upTo(len(q.Values)))
	}
	if p.Lineup != nil {
		l.places = upTo(p.Lineup.Places)
	}
	return l
}

// inverse gives where each member of an order stands in it.
func inverse(order []int) []int {
	to := make([]int, len(order))
	for i, old := range order {
		to[old] = i
	}
	return to
}

// listed gives the puzzle in another order, its clues with other words where exprs gives them.
func listed(p *deck.Puzzle, l listing, exprs []*deck.Node) *deck.Puzzle {
	q := *p
	props := make([]deck.Property, len(l.props))
	for k, old := range l.props {
		was := p.Asked()[old]
		prop := was
		prop.Values = permuted(was.Values, l.values[old])
		if was.Words != nil {
			prop.Words = map[string][]string{}
			for lang, words := range was.Words {
				prop.Words[lang] = permuted(words, l.values[old])
			}
		}
		props[k] = prop
	}
	c := carrier{props: inverse(l.props), places: inverse(l.places)}
	for _, values := range l.values {
		c.values = append(c.values, inverse(values))
	}
	if p.Lineup != nil {
		lineup := *p.Lineup
		lineup.Categories = props
		q.Lineup, q.Properties = &lineup, nil
	} else {
		q.Properties = props
	}
	q.Things = nil
	for _, t := range p.Things {
		u := make(deck.Thing, len(t))
		for k, v := range t {
			u[c.props[k]] = c.values[k][v]
		}
		q.Things = append(q.Things, u)
	}
	q.Clues = make([]deck.Clue, len(p.Clues))
	for i, old := range l.clues {
		q.Clues[i] = p.Clues[old]
		if q.Clues[i].ID == deck.ClueID(old) {
			q.Clues[i].ID = ""
		}
		expr := p.Clues[old].Expr
		if exprs != nil {
			expr = exprs[old]
		}
		q.Clues[i].Expr = c.node(expr)
	}
	return &q
}

func permuted(list []string, order []int) []string {
	out := make([]string, len(order))
	for i, old := range order {
		out[i] = list[old]
	}
	return out
}

// carrier carries clues over to a puzzle in another order: by old number, the new one.
type carrier struct {
	props  []int
	values [][]int
	places []int
}

func (c carrier) node(n *deck.Node) *deck.Node {
	m := *n
	prop, place := n.Prop, 0
	if k := len(c.places); k > 0 && n.Op != deck.Of && n.Op != deck.Item {
		prop, place = prop/k, prop%k
	}
	switch n.Op {
	case deck.Is, deck.IsNot, deck.Lit, deck.Item:
		m.Val = c.values[prop][n.Val]
	case deck.At:
		m.Num = int64(c.places[n.Num-1]) + 1
	}
	switch n.Op {
	case deck.Is, deck.IsNot, deck.Lit, deck.Item, deck.Value, deck.Of:
		m.Prop = c.props[prop]
		if k := len(c.places); k > 0 && n.Op != deck.Of && n.Op != deck.Item {
			m.Prop = m.Prop*k + c.places[place]
		}
	}
	m.Args = nil
	for _, a := range n.Args {
		m.Args = append(m.Args, c.node(a))
	}
	return &m
}

// reversed gives a line-up as it is seen from its other end, or reflected. It is not ok for other puzzles, with invariants, and
// where a clue calculates with places.
func reversed(p *deck.Puzzle) (*deck.Puzzle, bool) {
	if p.Lineup == nil || p.Rules != nil || meaningOf(p).places {
		return nil, false
	}
	contrary := map[deck.Op]deck.Op{deck.LeftOf: deck.RightOf, deck.RightOf: deck.LeftOf, deck.Before: deck.After, deck.After: deck.Before}
	var mirror func(n *deck.Node) *deck.Node
	mirror = func(n *deck.Node) *deck.Node {
		m := *n
		if op, ok := contrary[n.Op]; ok {
			m.Op = op
		}
		m.Args = nil
		for i := range n.Args {
			if f := n.Op.Further(); f != nil && f.Mirror.Args != nil {
				i = f.Mirror.Args[i]
			}
			m.Args = append(m.Args, mirror(n.Args[i]))
		}
		if f := n.Op.Further(); f != nil && f.Mirror.Form != "" {
			m.Op = deck.OpOf(f.Mirror.Form)
		}
		return &m
	}
	exprs := make([]*deck.Node, len(p.Clues))
	for i := range p.Clues {
		exprs[i] = mirror(p.Clues[i].Expr)
	}
	l := asListed(p)
	slices.Reverse(l.places)
	q := listed(p, l, exprs)
	withoutTexts(q)
	return q, q.Expand() == nil
}

// withoutTexts forgets the words of the author of the clues.
func withoutTexts(p *deck.Puzzle) {
	for i := range p.Clues {
		p.Clues[i].Text = nil
	}
}

// Names lists the symmetries that a puzzle has: names lets the values of each property exchange their names where clues look at nothing else, order
// lists properties, values, things and clues in another order, reverse looks at a row from its other end or reflects a round
// line-up, turn turns that; any does all of these.
func Names(p *deck.Puzzle) []string { return append(own(p), byAny) }

// own lists the symmetries of a puzzle, without any.
func own(p *deck.Puzzle) []string {
	if p.Rules != nil {
		return []string{byOrder}
	}
	list := []string{byNames, byOrder}
	if _, ok := reversed(p); ok {
		list = append(list, byReverse)
	}
	if meaningOf(p).turns() {
		list = append(list, byTurn)
	}
	return list
}

// Image gives the puzzle under a symmetry of a name, drawn from the stream. Sentences of the author that would not fit any more are
// left out. It is not validated.
func Image(p *deck.Puzzle, name string, r *rng.Stream) *deck.Puzzle {
	for _, one := range own(p) {
		if name == one || name == byAny {
			p = transformed(p, one, r.Derive(one))
		}
	}
	return p
}

func transformed(p *deck.Puzzle, name string, r *rng.Stream) *deck.Puzzle {
	l := asListed(p)
	shuffle := func(list []int) { r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
	switch name {
	case byReverse:
		q, _ := reversed(p) // own has asked
		return q
	case byTurn:
		first := r.IntN(len(l.places))
		l.places = append(l.places[first:], l.places[:first]...)
		q := listed(p, l, nil)
		withoutTexts(q)
		return q
	case byNames:
		// Values in another order under the old names.
		m := meaningOf(p)
		for k := range l.values {
			if m.uses[k] == (use{}) {
				shuffle(l.values[k])
			}
		}
		q := listed(p, l, nil)
		for k := range q.Asked() {
			q.Asked()[k].Values, q.Asked()[k].Words = p.Asked()[k].Values, p.Asked()[k].Words
		}
		withoutTexts(q)
		return q
	}
	shuffle(l.props)
	for k, q := range p.Asked() {
		if q.Type != deck.Ordered {
			shuffle(l.values[k])
		}
	}
	shuffle(l.clues)
	q := listed(p, l, nil)
	if q.Things != nil {
		things := upTo(len(q.Things))
		shuffle(things)
		list, ids := q.Things, q.ThingIDs
		q.Things, q.ThingIDs = nil, nil
		for _, i := range things {
			q.Things = append(q.Things, list[i])
			if ids != nil {
				q.ThingIDs = append(q.ThingIDs, ids[i])
			}
		}
	}
	return q
}
