package cards

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
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
func (p *Puzzle) asListed() listing {
	l := listing{props: upTo(len(p.asked())), clues: upTo(len(p.Clues))}
	for _, q := range p.asked() {
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
func (p *Puzzle) listed(l listing, exprs []*Node) *Puzzle {
	q := *p
	props := make([]Property, len(l.props))
	for k, old := range l.props {
		was := p.asked()[old]
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
		u := make(Thing, len(t))
		for k, v := range t {
			u[c.props[k]] = c.values[k][v]
		}
		q.Things = append(q.Things, u)
	}
	q.Clues = make([]Clue, len(p.Clues))
	for i, old := range l.clues {
		q.Clues[i] = p.Clues[old]
		if q.Clues[i].ID == ClueID(old) {
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

func (c carrier) node(n *Node) *Node {
	m := *n
	prop, place := n.Prop, 0
	if k := len(c.places); k > 0 && n.Op != Of && n.Op != Item {
		prop, place = prop/k, prop%k
	}
	switch n.Op {
	case Is, IsNot, Lit, Item:
		m.Val = c.values[prop][n.Val]
	case At:
		m.Num = int64(c.places[n.Num-1]) + 1
	}
	switch n.Op {
	case Is, IsNot, Lit, Item, Value, Of:
		m.Prop = c.props[prop]
		if k := len(c.places); k > 0 && n.Op != Of && n.Op != Item {
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
func (p *Puzzle) reversed() (*Puzzle, bool) {
	if p.Lineup == nil || p.Rules != nil || p.meaning().places {
		return nil, false
	}
	contrary := map[Op]Op{LeftOf: RightOf, RightOf: LeftOf, Before: After, After: Before}
	var mirror func(n *Node) *Node
	mirror = func(n *Node) *Node {
		m := *n
		if op, ok := contrary[n.Op]; ok {
			m.Op = op
		}
		m.Args = nil
		for i := range n.Args {
			if f := n.Op.further(); f != nil && f.Mirror.Args != nil {
				i = f.Mirror.Args[i]
			}
			m.Args = append(m.Args, mirror(n.Args[i]))
		}
		if f := n.Op.further(); f != nil && f.Mirror.Form != "" {
			m.Op = opNamed(callName(lineup.Named(f.Mirror.Form)))
		}
		return &m
	}
	exprs := make([]*Node, len(p.Clues))
	for i := range p.Clues {
		exprs[i] = mirror(p.Clues[i].Expr)
	}
	l := p.asListed()
	slices.Reverse(l.places)
	q := p.listed(l, exprs)
	q.withoutTexts()
	return q, q.expand() == nil
}

// withoutTexts forgets the words of the author of the clues.
func (p *Puzzle) withoutTexts() {
	for i := range p.Clues {
		p.Clues[i].Text = nil
	}
}

// Symmetries gives those that the puzzle has: names lets the values of each property exchange their names where clues look at nothing else, order
// lists properties, values, things and clues in another order, reverse looks at a row from its other end or reflects a round
// line-up, turn turns that; any does all of these. Sentences of the author that would not fit any more are left out.
func (in *Instance) Symmetries() puzzle.Symmetries {
	list := []string{byNames, byOrder}
	if in.P.Rules != nil {
		list = list[1:]
	} else {
		if _, ok := in.P.reversed(); ok {
			list = append(list, byReverse)
		}
		if in.P.meaning().turns() {
			list = append(list, byTurn)
		}
	}
	return puzzle.Symmetries{Names: append(list, byAny), Image: func(name string, r *rng.Stream) (puzzle.Instance, error) {
		p := in.P
		for _, one := range list {
			if name == one || name == byAny {
				p = p.transformed(one, r.Derive(one))
			}
		}
		return in.with(p)
	}}
}

// with gives the instance of a puzzle that was made of this one's; its invariants are compiled for it.
func (in *Instance) with(p *Puzzle) (*Instance, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Rules != nil {
		if in.f.Files == nil {
			return nil, errUnread
		}
		var err error
		if p.Rules, err = in.f.Files.Rules(p, p.Rules.Texts()); err != nil {
			return nil, err
		}
	}
	return in.f.wrap(p), nil
}

func (p *Puzzle) transformed(name string, r *rng.Stream) *Puzzle {
	l := p.asListed()
	shuffle := func(list []int) { r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] }) }
	switch name {
	case byReverse:
		q, _ := p.reversed() // Symmetries has asked
		return q
	case byTurn:
		first := r.IntN(len(l.places))
		l.places = append(l.places[first:], l.places[:first]...)
		q := p.listed(l, nil)
		q.withoutTexts()
		return q
	case byNames:
		// Values in another order under the old names.
		m := p.meaning()
		for k := range l.values {
			if m.uses[k] == (use{}) {
				shuffle(l.values[k])
			}
		}
		q := p.listed(l, nil)
		for k := range q.asked() {
			q.asked()[k].Values, q.asked()[k].Words = p.asked()[k].Values, p.asked()[k].Words
		}
		q.withoutTexts()
		return q
	}
	shuffle(l.props)
	for k, q := range p.asked() {
		if q.Type != Ordered {
			shuffle(l.values[k])
		}
	}
	shuffle(l.clues)
	q := p.listed(l, nil)
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
