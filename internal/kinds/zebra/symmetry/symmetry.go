package symmetry

import (
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
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

// numberingOf gives what becomes of the items and categories when they are listed in another order; see listed.
func numberingOf(p *matching.Puzzle, cats []int, items [][]int) numbering {
	n := numbering{make([]int, p.M()*p.N), make([]int, p.M())}
	for c, old := range cats {
		n.cats[old] = c
		for i, was := range items[old] {
			n.items[old*p.N+was] = c*p.N + i
		}
	}
	return n
}

// node carries one part of a clue over, with room for the parts below it.
func (n numbering) node(c *matching.Clue) *matching.Clue {
	e := *c
	e.Cat = n.cats[c.Cat]
	if c.Kind == matching.At {
		size := len(n.items) / len(n.cats)
		e.Index = n.items[c.Cat*size+c.Index] % size
	}
	e.Who, e.Items, e.Terms = slices.Clone(c.Who), slices.Clone(c.Items), slices.Clone(c.Terms)
	e.Everybody(func(w *matching.Who) { w.Item = n.items[w.Item] })
	for i, x := range e.Items {
		e.Items[i] = n.items[x]
	}
	for i, t := range e.Terms {
		e.Terms[i].Cat = n.cats[t.Cat]
	}
	e.Sub = make([]*matching.Clue, len(c.Sub))
	return &e
}

// clue carries a whole clue over.
func (n numbering) clue(c *matching.Clue) *matching.Clue {
	e := n.node(c)
	for i, s := range c.Sub {
		e.Sub[i] = n.clue(s)
	}
	return e
}

// listed gives the puzzle with its categories, and the items of each, listed in another order: cats gives the old numbers of the
// categories, items those of the items of each old category. Places of the line keep their names: what was at one is at another
// then.
func listed(p *matching.Puzzle, cats []int, items [][]int) *matching.Puzzle {
	q := *p
	n := numberingOf(p, cats, items)
	q.Cats = make([]matching.Category, p.M())
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
	q.Clues = make([]*matching.Clue, len(p.Clues))
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
func asListed(p *matching.Puzzle) (cats []int, items [][]int) {
	for range p.M() {
		items = append(items, matching.Numbers(p.N))
	}
	return matching.Numbers(p.M()), items
}

// withoutTexts forgets the words of the author of the puzzle's clues and questions.
func withoutTexts(p *matching.Puzzle) {
	for _, c := range p.Clues {
		withoutText(c)
	}
	for i := range p.Ask {
		p.Ask[i].Text = ""
	}
}

func withoutText(c *matching.Clue) {
	c.Walk(func(c *matching.Clue) { c.Text, c.Line = "", 0 })
}

// reversed gives the puzzle as it is seen from the other end of the row, or with its round table reflected. It is not ok where
// there is no line, or a clue has no form for that: where values count that are not evenly spread, or are neither all odd,
// nor all even, nor by turns.
func reversed(p *matching.Puzzle) (*matching.Puzzle, bool) {
	if p.Line < 0 {
		return nil, false
	}
	u := uses(p)[p.Line]
	if u >= useDifferences && !p.Round || u == useValues {
		for i := 2; i < p.N; i++ {
			if p.Value(p.Line, i)-p.Value(p.Line, i-1) != p.Value(p.Line, 1)-p.Value(p.Line, 0) {
				return nil, false
			}
		}
	}
	even := func(i int) bool { return (&matching.Clue{Kind: matching.Even, Cat: p.Line}).Placed(p, i) }
	swaps, stays := true, true
	for i := range p.N {
		same := even(i) == even(p.N-1-i)
		swaps, stays = swaps && !same, stays && same
	}
	if u == useValues && !swaps && !stays {
		return nil, false
	}
	cats, items := asListed(p)
	slices.Reverse(items[p.Line])
	q := listed(p, cats, items)
	ends := p.Value(p.Line, 0) + p.Value(p.Line, p.N-1)
	for _, c := range q.Clues {
		turned := false
		c.Walk(func(c *matching.Clue) {
			switch {
			case c.Kind == matching.Sum:
				for i := range c.Terms {
					if t := &c.Terms[i]; t.Cat == q.Line {
						c.Const -= matching.Value(t.Coef) * ends
						t.Coef = -t.Coef
						turned = true
					}
				}
			case c.Kind.Compares() && c.Cat == q.Line:
				turned = true
				f := c.Kind.Form()
				who := slices.Clone(c.Who)
				for i, from := range f.Mirror.Args {
					c.Who[i] = who[from]
				}
				switch {
				case f.Mirror.Form != "":
					c.Kind = matching.KindNamed(f.Mirror.Form)
				case f.Flip != "" && swaps && !stays:
					c.Kind = matching.KindNamed(f.Flip)
				}
			}
			c.Everybody(func(w *matching.Who) {
				w.Shift = -w.Shift
				turned = turned || w.Shift != 0 || w.Item/q.N == q.Line
			})
			for _, x := range c.Items {
				turned = turned || x/q.N == q.Line
			}
		})
		if turned {
			withoutText(c)
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
func free(p *matching.Puzzle, c int) bool {
	return c != p.Line && p.Cats[c].Order == matching.Unordered
}

// Symmetries gives those that the puzzle has: names lets the items of each category exchange their names, order lists items, categories and
// clues in another order, reverse looks at the row from its other end or reflects the round table, turn turns it; any does all of
// these. Sentences of the author that would not fit any more are left out. opened makes an instance of a puzzle.
func Symmetries(p *matching.Puzzle, opened func(*matching.Puzzle) (puzzle.Instance, error)) puzzle.Symmetries {
	list := []string{byNames, byOrder}
	if _, ok := reversed(p); ok {
		list = append(list, byReverse)
	}
	if turns(p, uses(p)) {
		list = append(list, byTurn)
	}
	return puzzle.Symmetries{Names: append(list, byAny), Image: func(name string, r *rng.Stream) (puzzle.Instance, error) {
		q := p
		for _, one := range list {
			if name == one || name == byAny {
				q = transformed(q, one, r.Derive(one))
			}
		}
		return opened(q)
	}}
}

func transformed(p *matching.Puzzle, name string, r *rng.Stream) *matching.Puzzle {
	if name == byReverse {
		q, _ := reversed(p) // Symmetries has asked
		return q
	}
	cats, items := asListed(p)
	switch name {
	case byNames:
		q := listed(p, cats, items)
		for c := range q.Cats {
			if free(q, c) {
				list := slices.Clone(q.Cats[c].Items)
				r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				q.Cats[c].Items = list
			}
		}
		withoutTexts(q)
		return q
	case byTurn:
		first := r.IntN(p.N)
		items[p.Line] = append(items[p.Line][first:], items[p.Line][:first]...)
		q := listed(p, cats, items)
		withoutTexts(q)
		return q
	}
	r.Shuffle(len(cats), func(i, j int) { cats[i], cats[j] = cats[j], cats[i] })
	for c := range items {
		if free(p, c) {
			r.Shuffle(p.N, func(i, j int) { items[c][i], items[c][j] = items[c][j], items[c][i] })
		}
	}
	q := listed(p, cats, items)
	r.Shuffle(len(q.Clues), func(i, j int) { q.Clues[i], q.Clues[j] = q.Clues[j], q.Clues[i] })
	return q
}
