package solver

import (
	"slices"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// compiler turns clues into nodes for one puzzle.
type compiler struct{ p *matching.Puzzle }

// Rule is a compiled clue, posted on a graph.
type Rule struct {
	node
	fails int  // how often it found that it cannot hold
	used  bool // whether it has removed a link since the flag was last cleared
}

// String names a rule, for the graph.
func (r *Rule) String() string { return "clue" }

// Prune removes links with which the clue would not hold.
func (r *Rule) Prune(g *elimination.Graph) {
	edges := g.Edges()
	r.Enforce(g, true)
	r.used = r.used || g.Failed() || g.Edges() < edges
	if g.Failed() {
		r.fails++
	}
}

// Satisfied tells whether the clue is certain.
func (r *Rule) Satisfied(g *elimination.Graph) bool { return r.Status(g) == matching.Yes }

// Slots lists the rows on which the clue depends, each once, of categories of n items.
func (r *Rule) Slots(n int) (rows []Slot) {
	seen := map[Slot]bool{}
	r.Watches(func(x, cat int) {
		if s := (Slot{x, cat}); x/n != cat && !seen[s] {
			seen[s] = true
			rows = append(rows, s)
		}
	})
	return rows
}

// Contrary is the rule that the clue does not hold.
func (r *Rule) Contrary() *Rule { return &Rule{node: not{r.node}} }

// symmetry gives the rule that picks one of the solutions which differ by a turn of an unnumbered table, or nil.
func (k *compiler) symmetry() *Rule {
	t := k.p.Turn()
	if t < 0 {
		return nil
	}
	return &Rule{node: same{t, k.p.Line * k.p.N, k.p.N}}
}

// clue compiles a clue.
func (k *compiler) clue(c *matching.Clue) node {
	switch c.Kind {
	case matching.And:
		return &count{k.parts(c), len(c.Sub), len(c.Sub)}
	case matching.Or:
		return &count{k.parts(c), 1, len(c.Sub)}
	case matching.Xor:
		return &count{k.parts(c), 1, 1}
	case matching.Not:
		return not{k.clue(c.Sub[0])}
	case matching.If:
		return &count{[]node{not{k.clue(c.Sub[0])}, k.clue(c.Sub[1])}, 1, 2}
	case matching.Iff:
		a, b := k.clue(c.Sub[0]), k.clue(c.Sub[1])
		return &count{[]node{&count{[]node{a, b}, 2, 2}, &count{[]node{not{a}, not{b}}, 2, 2}}, 1, 1}
	}
	return k.located(c)
}

func (k *compiler) parts(c *matching.Clue) []node {
	var ns []node
	for _, s := range c.Sub {
		ns = append(ns, k.clue(s))
	}
	return ns
}

// located compiles an atom: it spells out where those are that are found by their distance from another. "The one after
// Ann" becomes: Ann is at 1 and it is the one at 2, or Ann is at 2 and it is the one at 3, and so on.
func (k *compiler) located(c *matching.Clue) node {
	p := k.p
	base := -1
	c.Everybody(func(w *matching.Who) {
		if w.Shift != 0 && w.Item/p.N != p.Line && base < 0 {
			base = w.Item
		}
	})
	if base < 0 {
		return k.atom(c)
	}
	var cases []node
	for s := 0; s < p.N; s++ {
		place := p.Line*p.N + s
		cases = append(cases, &count{[]node{same{base, place, p.N}, k.located(move(c, base, place))}, 2, 2})
	}
	return &count{cases, 1, len(cases)}
}

// move gives the clue with the one at a place for the one with item base, where a distance is counted from it.
func move(c *matching.Clue, base, place int) *matching.Clue {
	d := *c
	d.Who, d.Terms = slices.Clone(c.Who), slices.Clone(c.Terms)
	d.Everybody(func(w *matching.Who) {
		if w.Item == base && w.Shift != 0 {
			w.Item = place
		}
	})
	return &d
}

// resolve gives the item that someone has who is found from a place, false when there is nobody.
func (k *compiler) resolve(w matching.Who) (int, bool) {
	p := k.p
	if w.Shift == 0 {
		return w.Item, true
	}
	at := w.Item%p.N + w.Shift
	if p.Round {
		at = (at%p.N + p.N) % p.N
	}
	return p.Line*p.N + at, at >= 0 && at < p.N
}

// atom compiles a clue without parts in which every shifted Who is counted from a place.
func (k *compiler) atom(c *matching.Clue) node {
	p := k.p
	var xs []int
	for _, w := range c.Who {
		x, ok := k.resolve(w)
		if !ok {
			return constant(false)
		}
		xs = append(xs, x)
	}
	switch c.Kind {
	case matching.Is:
		return k.same(xs[0], xs[1])
	case matching.IsNot:
		return not{k.same(xs[0], xs[1])}
	case matching.OneOf:
		return tableOf([]Slot{{xs[0], c.Items[0] / p.N}}, p.N, func(i, _, _ int) bool { return slices.Contains(c.Items, c.Items[0]/p.N*p.N+i) })
	case matching.Pair:
		return &count{[]node{
			&count{[]node{k.same(xs[0], xs[2]), k.same(xs[1], xs[3]), not{k.same(xs[0], xs[1])}}, 3, 3},
			&count{[]node{k.same(xs[0], xs[3]), k.same(xs[1], xs[2]), not{k.same(xs[0], xs[1])}}, 3, 3},
		}, 1, 1}
	case matching.Sum:
		return k.sum(c)
	}
	slots := make([]Slot, len(xs))
	for i, x := range xs {
		slots[i] = Slot{x, c.Cat}
	}
	return tableOf(slots, p.N, c.Kind.Form().Compile(p.LineOf(c.Cat), c.Said()))
}

func (k *compiler) same(x, y int) node {
	if x/k.p.N == y/k.p.N {
		return constant(x == y)
	}
	return same{x, y, k.p.N}
}

// sum compiles a sum: tables for up to three values, bounds for more.
func (k *compiler) sum(c *matching.Clue) node {
	n := k.p.N
	l := &linear{rel: c.Rel, rhs: c.Const}
	for _, t := range c.Terms {
		x, ok := k.resolve(t.Who)
		if !ok {
			return constant(false)
		}
		s := Slot{x, t.Cat}
		at := -1
		for i := range l.s {
			if l.s[i] == s {
				at = i
			}
		}
		if at < 0 {
			at = len(l.s)
			l.s = append(l.s, s)
			l.value = append(l.value, make([]matching.Value, n))
		}
		for i := range l.value[at] {
			l.value[at][i] += matching.Value(t.Coef) * k.p.Value(t.Cat, i)
		}
	}
	if len(l.s) > 3 {
		return l
	}
	return tableOf(l.s, n, func(a, b, d int) bool {
		total, at := matching.Value(0), [...]int{a, b, d}
		for i, of := range l.value {
			total += of[at[i]]
		}
		return c.Rel.Holds(total, c.Const)
	})
}
