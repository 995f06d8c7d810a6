package zebra

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// The transformations of zebra puzzles.
const (
	byNames   = "names"   // the items of a category exchange their names
	byOrder   = "order"   // items, categories and clues are listed in another order
	byReverse = "reverse" // the row is seen from its other end, the round table reflected
	byTurn    = "turn"    // the round table is turned
	byAny     = "any"     // all of these
)

// numbering says which item and category of a puzzle becomes which of another.
type numbering struct{ items, cats []int }

// numbering gives what becomes of the items and categories when they are listed in another order; see listed.
func (p *Puzzle) numbering(cats []int, items [][]int) numbering {
	n := numbering{make([]int, p.M()*p.N), make([]int, p.M())}
	for c, old := range cats {
		n.cats[old] = c
		for i, was := range items[old] {
			n.items[old*p.N+was] = c*p.N + i
		}
	}
	return n
}

// who carries someone over.
func (n numbering) who(w Who) Who { return Who{n.items[w.Item], w.Shift} }

// node carries one part of a clue over, with room for the parts below it.
func (n numbering) node(c *Clue) *Clue {
	e := *c
	e.Cat = n.cats[c.Cat]
	if c.Kind == At {
		at := n.items[c.Cat*(len(n.items)/len(n.cats))+c.Index]
		e.Index = at % (len(n.items) / len(n.cats))
	}
	e.Who = make([]Who, len(c.Who))
	for i, w := range c.Who {
		e.Who[i] = n.who(w)
	}
	e.Items = make([]int, len(c.Items))
	for i, x := range c.Items {
		e.Items[i] = n.items[x]
	}
	e.Terms = make([]Term, len(c.Terms))
	for i, t := range c.Terms {
		e.Terms[i] = Term{t.Coef, n.who(t.Who), n.cats[t.Cat]}
	}
	e.Sub = make([]*Clue, len(c.Sub))
	return &e
}

// clue carries a whole clue over.
func (n numbering) clue(c *Clue) *Clue {
	e := n.node(c)
	for i, s := range c.Sub {
		e.Sub[i] = n.clue(s)
	}
	return e
}

// listed gives the puzzle with its categories, and the items of each, listed in another order: cats gives the old numbers of the
// categories, items those of the items of each old category. Places of the line keep their names: what was at one is at another
// then.
func (p *Puzzle) listed(cats []int, items [][]int) *Puzzle {
	q := *p
	n := p.numbering(cats, items)
	q.Cats = make([]Category, p.M())
	for c, old := range cats {
		cat := p.Cats[old]
		if old == p.Line {
			q.Line = c
		} else {
			cat.Items = slices.Clone(cat.Items)
			for i, was := range items[old] {
				cat.Items[i] = p.Cats[old].Items[was]
			}
		}
		q.Cats[c] = cat
	}
	q.Clues = make([]*Clue, len(p.Clues))
	for i, c := range p.Clues {
		q.Clues[i] = n.clue(c)
	}
	q.Ask = slices.Clone(p.Ask)
	for i := range q.Ask {
		q.Ask[i].Item, q.Ask[i].Cat = n.items[q.Ask[i].Item], n.cats[q.Ask[i].Cat]
	}
	return &q
}

// asListed is the order in which everything stands; see listed.
func (p *Puzzle) asListed() (cats []int, items [][]int) {
	for range p.M() {
		items = append(items, upTo(p.N))
	}
	return upTo(p.M()), items
}

// withoutTexts forgets the words of the author of the puzzle's clues and questions.
func (p *Puzzle) withoutTexts() {
	for _, c := range p.Clues {
		c.Walk(func(c *Clue) { c.Text, c.Line = "", 0 })
	}
	for i := range p.Ask {
		p.Ask[i].Text = ""
	}
}

// reversed gives the puzzle as it is seen from the other end of the row, or with its round table reflected. It is not ok where
// there is no line, or a clue has no form for that: where values count that are not evenly spread, or are neither all odd,
// nor all even, nor by turns.
func (p *Puzzle) reversed() (*Puzzle, bool) {
	if p.Line < 0 {
		return nil, false
	}
	u := p.uses()[p.Line]
	if u >= useDifferences && !p.Round || u == useValues {
		for i := 2; i < p.N; i++ {
			if p.value(p.Line, i)-p.value(p.Line, i-1) != p.value(p.Line, 1)-p.value(p.Line, 0) {
				return nil, false
			}
		}
	}
	even := func(i int) bool { return (&Clue{Kind: Even, Cat: p.Line}).placed(p, i) }
	swaps, stays := true, true
	for i := range p.N {
		same := even(i) == even(p.N-1-i)
		swaps, stays = swaps && !same, stays && same
	}
	if u == useValues && !swaps && !stays {
		return nil, false
	}
	cats, items := p.asListed()
	slices.Reverse(items[p.Line])
	q := p.listed(cats, items)
	ends := p.value(p.Line, 0) + p.value(p.Line, p.N-1)
	for _, c := range q.Clues {
		turned := false
		c.Walk(func(c *Clue) {
			switch {
			case c.Kind == Sum:
				for i := range c.Terms {
					if t := &c.Terms[i]; t.Cat == q.Line {
						c.Const -= Value(t.Coef) * ends
						t.Coef = -t.Coef
						turned = true
					}
				}
			case c.Kind.compares() && c.Cat == q.Line:
				turned = true
				f := c.Kind.form()
				who := slices.Clone(c.Who)
				for i, from := range f.Mirror.Args {
					c.Who[i] = who[from]
				}
				switch {
				case f.Mirror.Form != "":
					c.Kind = kindNamed(f.Mirror.Form)
				case f.Flip != "" && swaps && !stays:
					c.Kind = kindNamed(f.Flip)
				}
			}
			for i, w := range c.Who {
				c.Who[i].Shift = -w.Shift
				turned = turned || w.Shift != 0 || w.Item/q.N == q.Line
			}
			for i, t := range c.Terms {
				c.Terms[i].Who.Shift = -t.Who.Shift
				turned = turned || t.Who.Shift != 0 || t.Who.Item/q.N == q.Line
			}
			for _, x := range c.Items {
				turned = turned || x/q.N == q.Line
			}
		})
		if turned {
			c.Walk(func(c *Clue) { c.Text, c.Line = "", 0 })
		}
	}
	for i := range q.Ask {
		if q.Ask[i].Item/q.N == q.Line {
			q.Ask[i].Text = ""
		}
	}
	return q, true
}

// free reports whether the items of a category can be listed in any order.
func (p *Puzzle) free(c int) bool { return c != p.Line && p.Cats[c].Order == Unordered }

// Symmetries gives those that the puzzle has: names lets the items of each category exchange their names, order lists items, categories and
// clues in another order, reverse looks at the row from its other end or reflects the round table, turn turns it; any does all of
// these. Sentences of the author that would not fit any more are left out.
func (in *Instance) Symmetries() puzzle.Symmetries {
	list := []string{byNames, byOrder}
	if _, ok := in.P.reversed(); ok {
		list = append(list, byReverse)
	}
	if in.P.turns(in.P.uses()) {
		list = append(list, byTurn)
	}
	return puzzle.Symmetries{Names: append(list, byAny), Image: func(name string, r *rng.Stream) (puzzle.Instance, error) {
		p := in.P
		for _, one := range list {
			if name == one || name == byAny {
				p = p.transformed(one, r.Derive(one))
			}
		}
		return NewInstance(p)
	}}
}

func (p *Puzzle) transformed(name string, r *rng.Stream) *Puzzle {
	if name == byReverse {
		q, _ := p.reversed() // Symmetries has asked
		return q
	}
	cats, items := p.asListed()
	switch name {
	case byNames:
		q := p.listed(cats, items)
		for c := range q.Cats {
			if q.free(c) {
				list := slices.Clone(q.Cats[c].Items)
				r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				q.Cats[c].Items = list
			}
		}
		q.withoutTexts()
		return q
	case byTurn:
		first := r.IntN(p.N)
		items[p.Line] = append(items[p.Line][first:], items[p.Line][:first]...)
		q := p.listed(cats, items)
		q.withoutTexts()
		return q
	}
	r.Shuffle(len(cats), func(i, j int) { cats[i], cats[j] = cats[j], cats[i] })
	for c := range items {
		if p.free(c) {
			r.Shuffle(p.N, func(i, j int) { items[c][i], items[c][j] = items[c][j], items[c][i] })
		}
	}
	q := p.listed(cats, items)
	r.Shuffle(len(q.Clues), func(i, j int) { q.Clues[i], q.Clues[j] = q.Clues[j], q.Clues[i] })
	return q
}
