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

// table states that the values of one, two or three slots are in a relation. It holds that of three: of fewer, the first of them are not
// there, have the one value 0 and go with everything.
type table struct {
	s    [3]Slot
	from int // the first slot that is there
	n    int
	rel  []uint64 // rel[u*n+v]: values of the third slot that go with u and v
}

// tableOf tabulates a relation, which is asked of the values of the slots and of zeros behind them.
func tableOf(slots []Slot, n int, holds func(a, b, c int) bool) *table {
	t := &table{from: 3 - len(slots), n: n, rel: make([]uint64, [...]int{n * n, n, 1}[3-len(slots)])}
	copy(t.s[t.from:], slots)
	for i := range t.rel {
		for w := range n {
			if at := [5]int{i / n, i % n, w}; holds(at[t.from], at[t.from+1], at[t.from+2]) {
				t.rel[i] |= 1 << w
			}
		}
	}
	return t
}

// scan goes through the values that are possible beside each other, and gives those of each slot with which the relation has the wanted
// truth; which of the slots 0 and 1, 0 and 2, 1 and 2 may have the same value then; and whether it has that truth with all of them. Where
// that alone is asked for, it ends as soon as it has seen both.
func (t *table) scan(g *elimination.Graph, want, truth bool) (keep [3]uint64, equal [3]bool, all bool) {
	r, flip, all := [3]uint64{1, 1}, uint64(0), true
	if !want {
		flip = ^flip
	}
	for i := t.from; i < 3; i++ {
		r[i] = g.Row(t.s[i].X, t.s[i].Cat)
	}
	for us := r[0]; us != 0; us &= us - 1 {
		u, vs, w0 := bits.TrailingZeros64(us), r[1], r[2]
		if t.from == 0 {
			vs, w0 = compatible(g, t.s[0], t.s[1], u, vs), compatible(g, t.s[0], t.s[2], u, w0)
		}
		var fitting, fit uint64 // of the second and of the third
		for ; vs != 0; vs &= vs - 1 {
			v, ws := bits.TrailingZeros64(vs), w0
			if t.from <= 1 {
				ws = compatible(g, t.s[1], t.s[2], v, w0)
			}
			fits := ws & (t.rel[u*t.n+v] ^ flip)
			if all = all && fits == ws; fits != 0 {
				fitting |= 1 << v
				fit |= fits
				equal[2] = equal[2] || fits>>v&1 == 1
			}
			if truth && !all && keep[2]|fit != 0 {
				return [3]uint64{2: keep[2] | fit}, equal, false
			}
		}
		if fit != 0 {
			keep[0] |= 1 << u
			keep[1] |= fitting
			keep[2] |= fit
			equal[0] = equal[0] || fitting>>u&1 == 1
			equal[1] = equal[1] || fit>>u&1 == 1
		}
	}
	return keep, equal, all
}

func (t *table) Status(g *elimination.Graph) matching.Truth {
	switch keep, _, all := t.scan(g, true, true); {
	case keep[2] == 0:
		return matching.No
	case all:
		return matching.Yes
	}
	return matching.Maybe
}

func (t *table) Enforce(g *elimination.Graph, want bool) {
	if last := t.s[2]; t.from == 2 { // there is nothing that its values go with
		keep := t.rel[0]
		if !want {
			keep = ^keep
		}
		g.Restrict(last.X, last.Cat, keep)
		return
	}
	keep, equal, _ := t.scan(g, want, false)
	for i := t.from; i < 3; i++ {
		if g.Restrict(t.s[i].X, t.s[i].Cat, keep[i]); g.Failed() {
			return
		}
	}
	for j := t.from + 1; j < 3; j++ {
		for i := t.from; i < j; i++ {
			if a, b := &t.s[i], &t.s[j]; !equal[i+j-1] && a.Cat == b.Cat && a.X != b.X && !g.Failed() {
				g.Unlink(a.X, b.X) // they never have the same value, so they are not the same
			}
		}
	}
}

// Watches names the rows of the slots, and the links between their items.
func (t *table) Watches(visit func(x, cat int)) {
	for i := t.from; i < 3; i++ {
		s := t.s[i]
		visit(s.X, s.Cat)
		for _, o := range t.s[t.from:i] {
			if s.Cat == o.Cat && s.X/t.n != o.X/t.n {
				visit(s.X, o.X/t.n)
			}
		}
	}
}

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

func (n *linear) Watches(visit func(x, cat int)) {
	for _, s := range n.s {
		visit(s.X, s.Cat)
	}
}

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
