package solver

import (
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// A clue is compiled into a tree of nodes over a graph of links. A node can say whether its statement is certain, open or
// impossible by the links left, and can remove the links with which the statement would be false (or, wanted false, true).
// All nodes are exact on solved graphs; that makes the search complete. On others they may say open too often.

type node interface {
	// Status judges the statement by the links left.
	Status(g *elimination.Graph) matching.Truth
	// Enforce removes links with which the statement would not have the wanted truth.
	Enforce(g *elimination.Graph, want bool)
	// Watches names the rows on which the above depend.
	Watches(visit func(x, cat int))
}

// fail makes a graph contradict itself.
func fail(g *elimination.Graph) { g.Restrict(0, 0, 0) }

// constant is a statement whose truth needs no links.
type constant bool

func (n constant) Status(*elimination.Graph) matching.Truth { return matching.TruthOf(bool(n)) }
func (n constant) Enforce(g *elimination.Graph, want bool) {
	if bool(n) != want {
		fail(g)
	}
}
func (constant) Watches(func(x, cat int)) {}

// same states that two items of different categories go together.
type same struct{ x, y, n int }

func (n same) Status(g *elimination.Graph) matching.Truth {
	switch {
	case !g.Linked(n.x, n.y):
		return matching.No
	case g.Matched(n.x, n.y):
		return matching.Yes
	}
	return matching.Maybe
}

func (n same) Enforce(g *elimination.Graph, want bool) {
	if want {
		g.Match(n.x, n.y)
	} else {
		g.Unlink(n.x, n.y)
	}
}

func (n same) Watches(visit func(x, cat int)) {
	visit(n.x, n.y/n.n)
	visit(n.y, n.x/n.n)
}

// memberOf states that an item goes with one of a set of items of a category.
type memberOf struct {
	x, cat int
	set    uint64
}

func (n memberOf) Status(g *elimination.Graph) matching.Truth {
	row := g.Row(n.x, n.cat)
	switch {
	case row&n.set == 0:
		return matching.No
	case row&^n.set == 0:
		return matching.Yes
	}
	return matching.Maybe
}

func (n memberOf) Enforce(g *elimination.Graph, want bool) {
	set := n.set
	if !want {
		set = ^set
	}
	g.Restrict(n.x, n.cat, set)
}

func (n memberOf) Watches(visit func(x, cat int)) { visit(n.x, n.cat) }

// Slot is the value that an item has in a category.
type Slot struct{ X, Cat int }

// compatible gives the values of row b that are possible beside value v in slot a, as far as the two items being the same
// or different decides it.
func compatible(g *elimination.Graph, a, b Slot, v int, row uint64) uint64 {
	if a.Cat != b.Cat {
		return row
	}
	if !g.Linked(a.X, b.X) {
		return row &^ (1 << v)
	}
	if a.X/g.N() == b.X/g.N() || g.Matched(a.X, b.X) {
		return row & (1 << v)
	}
	return row
}

// pairs states that the values of two slots are in a relation.
type pairs struct {
	a, b Slot
	rel  []uint64 // rel[v]: values of b that go with value v of a
}

func (n *pairs) Status(g *elimination.Graph) matching.Truth {
	rb := g.Row(n.b.X, n.b.Cat)
	all, none := true, true
	for ra := g.Row(n.a.X, n.a.Cat); ra != 0; ra &= ra - 1 {
		v := bits.TrailingZeros64(ra)
		ok := compatible(g, n.a, n.b, v, rb)
		none = none && ok&n.rel[v] == 0
		all = all && ok&^n.rel[v] == 0
		if !none && !all {
			return matching.Maybe
		}
	}
	if none {
		return matching.No
	}
	return matching.Yes
}

func (n *pairs) Enforce(g *elimination.Graph, want bool) {
	rb := g.Row(n.b.X, n.b.Cat)
	var keepA, keepB uint64
	equal := false
	for ra := g.Row(n.a.X, n.a.Cat); ra != 0; ra &= ra - 1 {
		v := bits.TrailingZeros64(ra)
		rel := n.rel[v]
		if !want {
			rel = ^rel
		}
		if ok := compatible(g, n.a, n.b, v, rb) & rel; ok != 0 {
			keepA |= 1 << v
			keepB |= ok
			equal = equal || ok>>v&1 == 1
		}
	}
	g.Restrict(n.a.X, n.a.Cat, keepA)
	if !g.Failed() {
		g.Restrict(n.b.X, n.b.Cat, keepB)
	}
	if n.a.Cat == n.b.Cat && !equal && !g.Failed() && n.a.X != n.b.X {
		g.Unlink(n.a.X, n.b.X) // they never have the same value, so they are not the same
	}
}

func (n *pairs) Watches(visit func(x, cat int)) { watchSlots(visit, len(n.rel), n.a, n.b) }

// watchSlots watches the slots and, when n (the items in a category) is not 0, the links between their items.
func watchSlots(visit func(x, cat int), n int, slots ...Slot) {
	for i, s := range slots {
		visit(s.X, s.Cat)
		for _, t := range slots[:i] {
			if n > 0 && s.Cat == t.Cat && s.X/n != t.X/n {
				visit(s.X, t.X/n)
			}
		}
	}
}

// triples states that the values of three slots are in a relation.
type triples struct {
	s   [3]Slot
	n   int
	rel []uint64 // rel[u*n+v]: values of the third slot that go with u and v
}

// walk calls visit with every pair of values of the first two slots and the values of the third possible beside them.
func (t *triples) walk(g *elimination.Graph, visit func(u, v int, ws, rel uint64) bool) {
	r1, r2 := g.Row(t.s[1].X, t.s[1].Cat), g.Row(t.s[2].X, t.s[2].Cat)
	for r0 := g.Row(t.s[0].X, t.s[0].Cat); r0 != 0; r0 &= r0 - 1 {
		u := bits.TrailingZeros64(r0)
		w0 := compatible(g, t.s[0], t.s[2], u, r2)
		for vs := compatible(g, t.s[0], t.s[1], u, r1); vs != 0; vs &= vs - 1 {
			v := bits.TrailingZeros64(vs)
			if ws := compatible(g, t.s[1], t.s[2], v, w0); ws != 0 && !visit(u, v, ws, t.rel[u*t.n+v]) {
				return
			}
		}
	}
}

func (t *triples) Status(g *elimination.Graph) matching.Truth {
	all, none := true, true
	t.walk(g, func(_, _ int, ws, rel uint64) bool {
		none = none && ws&rel == 0
		all = all && ws&^rel == 0
		return all || none
	})
	switch {
	case none:
		return matching.No
	case all:
		return matching.Yes
	}
	return matching.Maybe
}

func (t *triples) Enforce(g *elimination.Graph, want bool) {
	var keep [3]uint64
	var equal [3]bool // slots 0 and 1, 0 and 2, 1 and 2 may have the same value
	t.walk(g, func(u, v int, ws, rel uint64) bool {
		if !want {
			rel = ^rel
		}
		if ws &= rel; ws != 0 {
			keep[0] |= 1 << u
			keep[1] |= 1 << v
			keep[2] |= ws
			equal[0] = equal[0] || u == v
			equal[1] = equal[1] || ws>>u&1 == 1
			equal[2] = equal[2] || ws>>v&1 == 1
		}
		return true
	})
	for i, s := range t.s {
		if g.Restrict(s.X, s.Cat, keep[i]); g.Failed() {
			return
		}
	}
	for i, p := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
		a, b := t.s[p[0]], t.s[p[1]]
		if a.Cat == b.Cat && a.X != b.X && !equal[i] && !g.Failed() {
			g.Unlink(a.X, b.X)
		}
	}
}

func (t *triples) Watches(visit func(x, cat int)) { watchSlots(visit, t.n, t.s[:]...) }

// linear states a relation between a sum of values and a constant.
type linear struct {
	s     []Slot
	value [][]matching.Value // by slot and index, with the coefficient
	rel   matching.Rel
	rhs   matching.Value
}

// bounds gives the least and largest value of a slot.
func (n *linear) bounds(g *elimination.Graph, i int) (lo, hi matching.Value) {
	row := g.Row(n.s[i].X, n.s[i].Cat)
	lo, hi = n.value[i][bits.TrailingZeros64(row)], n.value[i][bits.TrailingZeros64(row)]
	for row &= row - 1; row != 0; row &= row - 1 {
		v := n.value[i][bits.TrailingZeros64(row)]
		lo, hi = min(lo, v), max(hi, v)
	}
	return lo, hi
}

// decide judges a relation for a sum within lo..hi.
func decide(rel matching.Rel, lo, hi, rhs matching.Value) matching.Truth {
	switch rel {
	case matching.LT:
		if hi < rhs {
			return matching.Yes
		} else if lo >= rhs {
			return matching.No
		}
	case matching.LE:
		if hi <= rhs {
			return matching.Yes
		} else if lo > rhs {
			return matching.No
		}
	case matching.EQ:
		if lo == hi && lo == rhs {
			return matching.Yes
		} else if lo > rhs || hi < rhs {
			return matching.No
		}
	default:
		return -decide(rel.Negated(), lo, hi, rhs)
	}
	return matching.Maybe
}

func (n *linear) Status(g *elimination.Graph) matching.Truth {
	var lo, hi matching.Value
	for i := range n.s {
		l, h := n.bounds(g, i)
		lo, hi = lo+l, hi+h
	}
	return decide(n.rel, lo, hi, n.rhs)
}

func (n *linear) Enforce(g *elimination.Graph, want bool) {
	rel := n.rel
	if !want {
		rel = rel.Negated()
	}
	var lo, hi matching.Value
	for i := range n.s {
		l, h := n.bounds(g, i)
		lo, hi = lo+l, hi+h
	}
	for i, s := range n.s {
		l, h := n.bounds(g, i)
		var keep uint64
		for row := g.Row(s.X, s.Cat); row != 0; row &= row - 1 {
			v := bits.TrailingZeros64(row)
			if decide(rel, lo-l+n.value[i][v], hi-h+n.value[i][v], n.rhs) != matching.No {
				keep |= 1 << v
			}
		}
		if g.Restrict(s.X, s.Cat, keep); g.Failed() {
			return
		}
		l2, h2 := n.bounds(g, i)
		lo, hi = lo-l+l2, hi-h+h2
	}
}

func (n *linear) Watches(visit func(x, cat int)) { watchSlots(visit, 0, n.s...) }

// not states the contrary of a node.
type not struct{ sub node }

func (n not) Status(g *elimination.Graph) matching.Truth { return -n.sub.Status(g) }
func (n not) Enforce(g *elimination.Graph, want bool)    { n.sub.Enforce(g, !want) }
func (n not) Watches(visit func(x, cat int))             { n.sub.Watches(visit) }

// count states that at least lo and at most hi of its parts hold. It serves for and, or and exactly one.
type count struct {
	sub    []node
	lo, hi int
}

// tally counts the parts that hold and that may hold.
func (n *count) tally(g *elimination.Graph) (sure, possible int) {
	for _, s := range n.sub {
		switch s.Status(g) {
		case matching.Yes:
			sure++
			possible++
		case matching.Maybe:
			possible++
		}
	}
	return sure, possible
}

func (n *count) Status(g *elimination.Graph) matching.Truth {
	sure, possible := n.tally(g)
	switch {
	case possible < n.lo || sure > n.hi:
		return matching.No
	case sure >= n.lo && possible <= n.hi:
		return matching.Yes
	}
	return matching.Maybe
}

func (n *count) Enforce(g *elimination.Graph, want bool) {
	if !want {
		n.refute(g)
		return
	}
	sure, possible := n.tally(g)
	switch {
	case possible < n.lo || sure > n.hi:
		fail(g)
	case possible == n.lo && sure < possible:
		n.settle(g, true)
	case sure == n.hi && sure < possible:
		n.settle(g, false)
	case n.lo == 1 && sure == 0:
		n.common(g)
	}
}

// settle enforces the parts that are open.
func (n *count) settle(g *elimination.Graph, want bool) {
	for _, s := range n.sub {
		if g.Failed() {
			return
		}
		if s.Status(g) == matching.Maybe {
			s.Enforce(g, want)
		}
	}
}

// refute removes links so that the count is out of bounds.
func (n *count) refute(g *elimination.Graph) {
	if n.lo == 1 && n.hi == len(n.sub) { // not one of them
		for _, s := range n.sub {
			if s.Enforce(g, false); g.Failed() {
				return
			}
		}
		return
	}
	sure, possible := n.tally(g)
	if sure >= n.lo && possible <= n.hi {
		fail(g)
		return
	}
	if possible-sure != 1 {
		return
	}
	for _, s := range n.sub {
		if s.Status(g) == matching.Maybe {
			// One part decides: it must go the way that leads out of bounds.
			if sure+1 >= n.lo && sure+1 <= n.hi {
				s.Enforce(g, false)
			} else if sure >= n.lo && sure <= n.hi {
				s.Enforce(g, true)
			}
		}
	}
}

// maxCases bounds the parts of a disjunction that are tried one by one.
const maxCases = 40

// common removes the links that each part which may hold would remove (constructive disjunction).
func (n *count) common(g *elimination.Graph) {
	var gone []int
	cases := 0
	size := g.M() * g.N()
	for _, s := range n.sub {
		if s.Status(g) == matching.No {
			continue
		}
		if cases++; cases > maxCases {
			return
		}
		var here []int
		if !g.Probe(func() { s.Enforce(g, true) }, func(x, y int) { here = append(here, min(x, y)*size+max(x, y)) }) {
			cases--
			continue
		}
		if cases == 1 {
			gone = here
		} else {
			gone = slices.DeleteFunc(gone, func(link int) bool { return !slices.Contains(here, link) })
		}
		if len(gone) == 0 {
			return
		}
	}
	if cases == 0 {
		fail(g)
		return
	}
	for _, e := range gone {
		g.Unlink(e/size, e%size)
	}
}

func (n *count) Watches(visit func(x, cat int)) {
	for _, s := range n.sub {
		s.Watches(visit)
	}
}
