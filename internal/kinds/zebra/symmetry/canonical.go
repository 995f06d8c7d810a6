// Package symmetry says when two zebra puzzles are the same: [Symmetries] changes a puzzle into others that are, [Canonical] gives the one
// form of all of them.
//
// Two puzzles are the same when one becomes the other by
//
//   - renaming items and categories, and listing them, the clues and the questions in another order;
//   - naming in another order those of whom a clue says the same: "Ann is red" and "red is Ann", "Ann is before Bo" and "Bo is
//     after Ann";
//   - looking at the row from its other end, or at a round table by turning and reflecting it, where every clue has a form for that.
//
// Whatever else is said in other words is another puzzle. Items have an order only where a clue looks at it. The canonical form is
// found by package canon from a graph with a node for each category, item, clue and part of a clue; and the row's other end
// by comparing the forms of the puzzle and of its reflection.
package symmetry

import (
	"context"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/canon"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/lineup"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// use says what the clues of a puzzle look at in a category.
type use int

const (
	useNames       use = iota                        // which item is which, and nothing else
	useOrder           = 1 + use(lineup.Order)       // which of two items comes first
	useDifferences     = 1 + use(lineup.Differences) // how far apart their values are
	useValues          = 1 + use(lineup.Values)      // the values
)

// uses gives the use of each category.
func uses(p *matching.Puzzle) []use {
	list := make([]use, p.M())
	at := func(cat int, u use) { list[cat] = max(list[cat], u) }
	for _, c := range p.Clues {
		c.Walk(func(c *matching.Clue) {
			if f := c.Kind.Form(); f != nil {
				at(c.Cat, 1+use(f.Looks))
			}
			if lo, hi := bounds(p, c); lo+hi != "" {
				at(c.Cat, useDifferences)
			}
			for _, t := range c.Terms {
				at(t.Cat, useValues)
			}
		})
	}
	return list
}

// bounds gives the bounds of a distance as texts; empty for a bound that every distance keeps, and where none is stated.
func bounds(p *matching.Puzzle, c *matching.Clue) (lo, hi string) {
	if !c.Kind.Bounded() {
		return "", ""
	}
	least, most := matching.Value(lineup.Unit), matching.Value(p.N-1)*lineup.Unit
	if !p.Round || c.Cat != p.Line {
		least, most = lineup.Open, p.Value(c.Cat, p.N-1)-p.Value(c.Cat, 0)
		for i := 1; i < p.N; i++ {
			least = min(least, p.Value(c.Cat, i)-p.Value(c.Cat, i-1))
		}
	}
	if c.Lo > least {
		lo = c.Lo.String()
	}
	if c.Hi < most {
		hi = c.Hi.String()
	}
	return lo, hi
}

// turns reports whether a puzzle is of a round table at which no clue looks at what number a seat has, other than by naming it.
func turns(p *matching.Puzzle, uses []use) bool { return p.Round && uses[p.Line] < useValues }

// drawing is the graph of a puzzle, with the nodes of its parts.
type drawing struct {
	canon.Graph
	p     *matching.Puzzle
	uses  []use
	cats  []int
	items []int
	clues map[*matching.Clue]int
	asks  []int
	sides map[*matching.Clue][2]int // of a sum: the nodes of what is added and of what is taken off
	buf   []byte
}

// graph draws a puzzle.
func graph(p *matching.Puzzle) *drawing {
	d := &drawing{p: p, uses: uses(p), clues: map[*matching.Clue]int{}, sides: map[*matching.Clue][2]int{}}
	for c := range p.Cats {
		d.cats = append(d.cats, d.Node(d.category(c)))
	}
	for x := range p.M() * p.N {
		item := d.Node(d.item(x))
		d.items = append(d.items, item)
		d.Edge(d.cats[x/p.N], item, "")
	}
	if turns(p, d.uses) {
		for i := range p.N {
			d.Edge(d.items[p.Line*p.N+i], d.items[p.Line*p.N+(i+1)%p.N], "next")
		}
	}
	root := d.Node("puzzle")
	for _, c := range p.Clues {
		d.Edge(root, d.clue(c), "")
	}
	for _, q := range p.Ask {
		ask := d.Node("ask")
		d.Edge(ask, d.items[q.Item], "of")
		d.Edge(ask, d.cats[q.Cat], "category")
		d.asks = append(d.asks, ask)
	}
	return d
}

// category gives the label of a category.
func (d *drawing) category(c int) string {
	switch p := d.p; {
	case c == p.Line && p.Round && p.Numbered:
		return "table"
	case c == p.Line && p.Round:
		return "table without numbers"
	case c == p.Line:
		return "row"
	}
	return "category"
}

// item gives the label of an item: what it is among the others of its category, as far as that is looked at.
func (d *drawing) item(x int) string {
	cat, i := x/d.p.N, x%d.p.N
	u := d.uses[cat]
	if u == useNames && cat != d.p.Line || cat == d.p.Line && turns(d.p, d.uses) {
		return "item"
	}
	b := strconv.AppendInt(append(d.buf[:0], "item "...), int64(i), 10)
	if u >= useDifferences {
		b = append(append(b, ' '), commonValue(d.p, cat, i, u).String()...)
	}
	return string(b)
}

// commonValue gives the value of an item; where differences alone are looked at, the first is 1.
func commonValue(p *matching.Puzzle, cat, i int, u use) matching.Value {
	v := p.Value(cat, i)
	if u < useValues {
		v += lineup.Unit - p.Value(cat, 0)
	}
	return v
}

// who gives the node of someone.
func (d *drawing) who(w matching.Who) int {
	shift := shift(d.p, w)
	if shift == 0 {
		return d.items[w.Item]
	}
	return d.Shared("places "+strconv.Itoa(shift), canon.Link{To: d.items[w.Item]})
}

// shift gives the places from an item to someone; of the two ways round a table, the one clockwise.
func shift(p *matching.Puzzle, w matching.Who) int {
	if p.Round {
		return (w.Shift%p.N + p.N) % p.N
	}
	return w.Shift
}

// roles gives the kind by which a clue is known, and the part of each of those whom it is about.
func roles(c *matching.Clue) (matching.Kind, []string) {
	kind, roles := c.Kind, []string{"", "", "", ""}
	if f := c.Kind.Form(); f != nil {
		copy(roles, f.Parts)
		if f.Same.Form != "" {
			kind = matching.KindNamed(f.Same.Form)
		}
	}
	return kind, roles
}

// clue gives the node of a clue. Parts that say the same are one.
func (d *drawing) clue(c *matching.Clue) int {
	kind, roles := roles(c)
	label := kind.String()
	links := make([]canon.Link, 0, 4)
	link := func(role string, to int) { links = append(links, canon.Link{Role: role, To: to}) }
	if c.Kind.Bounded() {
		lo, hi := bounds(d.p, c)
		label += " " + lo + " to " + hi
	}
	switch c.Kind {
	case matching.Sum:
		return d.sum(c)
	case matching.Pair:
		for _, two := range [][]matching.Who{c.Who[:2], c.Who[2:]} {
			link("", d.Shared("two", canon.Link{To: d.who(two[0])}, canon.Link{To: d.who(two[1])}))
		}
	case matching.At:
		link("place", d.items[c.Cat*d.p.N+c.Index])
	}
	if c.Kind.Compares() {
		link("in", d.cats[c.Cat])
	}
	if c.Kind != matching.Pair {
		for i, w := range c.Who {
			link(roles[i], d.who(w))
		}
	}
	for _, x := range c.Items {
		link("one of", d.items[x])
	}
	for i, s := range c.Sub {
		role := ""
		if c.Kind == matching.If {
			role = [2]string{"if", "then"}[i]
		}
		link(role, d.clue(s))
	}
	n := d.Shared(label, links...)
	d.clues[c] = n
	return n
}

// sum draws a sum as two sides with nothing taken off, of which the constant stands on the one where it is positive.
func (d *drawing) sum(c *matching.Clue) int {
	label, roles := "sum", [2]string{"less", "more"}
	switch c.Rel {
	case matching.EQ, matching.NE:
		label, roles = "sum "+string(c.Rel), [2]string{}
	case matching.LT, matching.GT:
		label = "sum " + string(matching.LT)
	}
	if c.Rel == matching.GT || c.Rel == matching.GE {
		roles[0], roles[1] = roles[1], roles[0]
	}
	var terms [2][]canon.Link
	for _, t := range c.Terms {
		side := 0
		if t.Coef < 0 {
			side = 1
		}
		term := d.Shared("times "+strconv.Itoa(max(t.Coef, -t.Coef)), canon.Link{To: d.who(t.Who)}, canon.Link{Role: "in", To: d.cats[t.Cat]})
		terms[side] = append(terms[side], canon.Link{To: term})
	}
	sides := [2]int{d.Shared("side "+max(-c.Const, 0).String(), terms[0]...), d.Shared("side "+max(c.Const, 0).String(), terms[1]...)}
	n := d.Shared(label, canon.Link{Role: roles[0], To: sides[0]}, canon.Link{Role: roles[1], To: sides[1]})
	d.clues[c], d.sides[c] = n, sides
	return n
}

// Canonical gives the canonical form under what makes two puzzles the same; see the beginning of this file. The puzzle in that form has
// plain names. opened makes an instance of a puzzle.
func Canonical(ctx context.Context, p *matching.Puzzle, budget int, opened func(*matching.Puzzle) (puzzle.Instance, error)) (puzzle.Form, error) {
	drawings := []*drawing{graph(p)}
	graphs := []*canon.Graph{&drawings[0].Graph}
	if q, ok := reversed(p); ok {
		drawings = append(drawings, graph(q))
		graphs = append(graphs, &drawings[1].Graph)
	}
	f, at, err := canon.Least(ctx, budget, graphs...)
	if err != nil {
		return puzzle.Form{}, err
	}
	return puzzle.Form{Key: f.Bytes, Exact: f.Exact, Work: f.Work, Instance: func() (puzzle.Instance, error) {
		return opened(drawings[at].arranged(f.Order))
	}}, nil
}
