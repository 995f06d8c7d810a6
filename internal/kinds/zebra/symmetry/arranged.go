package symmetry

import (
	"cmp"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
)

// arranged gives the puzzle with plain names, and everything in the order in which a form numbers the nodes.
func (d *drawing) arranged(order []int) *matching.Puzzle {
	p := d.p
	pos := make([]int, d.Nodes())
	for i, n := range order {
		pos[n] = i
	}
	byPos := func(nodes []int) func(a, b int) int {
		return func(a, b int) int { return pos[nodes[a]] - pos[nodes[b]] }
	}
	// The line comes last, so that the others have their names by their order among themselves.
	cats, items := asListed(p)
	slices.SortFunc(cats, byPos(d.cats))
	if p.Line >= 0 {
		cats = append(slices.DeleteFunc(cats, func(c int) bool { return c == p.Line }), p.Line)
	}
	for c := range items {
		nodes := d.items[c*p.N : (c+1)*p.N]
		switch {
		case c == p.Line && turns(p, d.uses):
			first := slices.MinFunc(items[c], byPos(nodes))
			items[c] = append(items[c][first:], items[c][:first]...)
		case c != p.Line && d.uses[c] == useNames:
			slices.SortFunc(items[c], byPos(nodes))
		}
	}
	q := listed(p, cats, items)
	q.Title, q.Story, q.Level, q.Lang, q.InTime, q.Implicit = "", "", "", "en", false, false
	q.Numbered = p.Numbered || !p.Round
	others := q.M()
	if q.Line >= 0 {
		others--
	}
	plain := matching.Plain(matching.Size{Categories: others, Items: q.N}, "en")
	for c := range q.Cats {
		u := d.uses[cats[c]]
		if c != q.Line {
			q.Cats[c] = plain.Cats[c]
		} else {
			q.Cats = q.Cats[:c]
			q.AddLine(matching.LineWord)
		}
		if u == useNames && c != q.Line {
			continue
		}
		cat := &q.Cats[c]
		cat.Order, cat.Values = matching.Numeric, nil
		for i := range p.N {
			v := matching.Value(i+1) * lineup.Unit
			if u >= useDifferences && !(c == q.Line && turns(p, d.uses)) {
				v = commonValue(p, cats[c], i, u)
			}
			cat.Values = append(cat.Values, v)
			if c == q.Line {
				q.Implicit = q.Implicit && v == matching.Value(i+1)*lineup.Unit
				cat.Items[i] = v.String()
			}
		}
		if u == useOrder && c != q.Line {
			cat.Order, cat.Values = matching.Ranked, nil
		}
	}
	clues := matching.Numbers(len(p.Clues))
	slices.SortFunc(clues, func(a, b int) int { return pos[d.clues[p.Clues[a]]] - pos[d.clues[p.Clues[b]]] })
	a := arranger{d, pos, numberingOf(p, cats, items)}
	for i, k := range clues {
		q.Clues[i] = a.clue(p.Clues[k])
	}
	asks := matching.Numbers(len(p.Ask))
	slices.SortFunc(asks, byPos(d.asks))
	ask := slices.Clone(q.Ask)
	for i, k := range asks {
		q.Ask[i] = matching.Question{Item: ask[k].Item, Cat: ask[k].Cat}
	}
	return q
}

// arranger puts clues in canonical order and wording.
type arranger struct {
	d   *drawing
	pos []int     // by node: its place in the form
	to  numbering // from the drawn puzzle to the arranged one
}

// compareWho orders people by the items they are found from.
func (a arranger) compareWho(v, w matching.Who) int {
	return cmp.Or(a.pos[a.d.items[v.Item]]-a.pos[a.d.items[w.Item]], shift(a.d.p, v)-shift(a.d.p, w))
}

// clue rewrites a clue of the drawn puzzle for the arranged one.
func (a arranger) clue(c *matching.Clue) *matching.Clue {
	e := *c
	e.Text, e.Line = "", 0
	kind, roles := roles(c)
	e.Kind = kind
	e.Who, e.Terms = slices.Clone(c.Who), slices.Clone(c.Terms)
	if kind != c.Kind {
		e.Who[0], e.Who[1] = e.Who[1], e.Who[0]
	}
	e.Everybody(func(w *matching.Who) { w.Shift = shift(a.d.p, *w) })
	switch {
	case kind == matching.Pair:
		slices.SortFunc(e.Who[:2], a.compareWho)
		slices.SortFunc(e.Who[2:], a.compareWho)
		if slices.CompareFunc(e.Who[:2], e.Who[2:], a.compareWho) > 0 {
			e.Who = append(e.Who[2:], e.Who[:2]...)
		}
	default:
		// Those who play the same part can change places.
		for i := range e.Who {
			for j := range i {
				if roles[i] == roles[j] && a.compareWho(e.Who[j], e.Who[i]) > 0 {
					e.Who[i], e.Who[j] = e.Who[j], e.Who[i]
				}
			}
		}
	}
	// Round a table for two, those on either side of somebody are one; a clue must find them in two ways.
	for i := range e.Who {
		if slices.Contains(e.Who[:i], e.Who[i]) {
			e.Who[i].Shift -= a.d.p.N
		}
	}
	if c.Kind.Bounded() {
		a.bounds(c, &e)
	}
	if c.Kind == matching.Sum {
		a.sum(c, &e)
	}
	e.Items = slices.Clone(c.Items)
	slices.SortFunc(e.Items, func(x, y int) int { return a.pos[a.d.items[x]] - a.pos[a.d.items[y]] })
	subs := slices.Clone(c.Sub)
	if c.Kind != matching.If {
		slices.SortFunc(subs, func(x, y *matching.Clue) int { return a.pos[a.d.clues[x]] - a.pos[a.d.clues[y]] })
	}
	e.Sub = subs
	out := a.to.node(&e)
	for i, s := range subs {
		out.Sub[i] = a.clue(s)
	}
	return out
}

// bounds gives a distance the usual bounds in place of those that every distance keeps: of a row, "before" or "1 place before".
func (a arranger) bounds(c, e *matching.Clue) {
	p := a.d.p
	round := p.Round && c.Cat == p.Line
	lo, hi := bounds(p, c)
	if lo == "" {
		e.Lo = lineup.Unit
		if a.d.uses[c.Cat] >= useDifferences && !round {
			for i := 1; i < p.N; i++ {
				e.Lo = min(e.Lo, p.Value(c.Cat, i)-p.Value(c.Cat, i-1))
			}
		}
		if hi == "" && e.Kind == matching.Before && !round {
			e.Lo = 1
		}
	}
	if e.Hi = c.Hi; hi == "" {
		if e.Hi = lineup.Open; round {
			e.Hi = matching.Value(p.N-1) * lineup.Unit
		}
	}
}

// sum gives a sum the sides that come first in the form.
func (a arranger) sum(c, e *matching.Clue) {
	sides := a.d.sides[c]
	turn := false
	switch c.Rel {
	case matching.EQ, matching.NE:
		turn = a.pos[sides[0]] > a.pos[sides[1]]
	case matching.GT, matching.GE:
		turn = true
	}
	if turn {
		e.Const = -e.Const
		for i := range e.Terms {
			e.Terms[i].Coef = -e.Terms[i].Coef
		}
		switch c.Rel {
		case matching.GT:
			e.Rel = matching.LT
		case matching.GE:
			e.Rel = matching.LE
		}
	}
	slices.SortFunc(e.Terms, func(s, t matching.Term) int {
		return cmp.Or(cmp.Compare(t.Coef, s.Coef), a.pos[a.d.cats[s.Cat]]-a.pos[a.d.cats[t.Cat]], a.compareWho(s.Who, t.Who))
	})
}
