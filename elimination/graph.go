package elimination

import (
	"fmt"
	"math/bits"
	"slices"
)

// The limits of a problem. A row of links between an item and a category is a part of one machine word, or all of it, which is what makes the
// solver fast; 64 categories of 64 items need 2 MB.
const (
	MaxItems      = 64 // items in a category
	MaxCategories = 64 // categories in a problem
)

// Graph is the state of an elimination problem without its labels: M categories of N items each, and the links that are
// still possible between items of different categories. An item is named by its position cat*N + index, as in the low-level
// half of the document this package follows.
//
// A Graph keeps three rules: support through triangles, exclusivity and the consistency of the assertions posted on it
// (see the package documentation). Removing links only queues work; Propagate runs the rules to their fixpoint. The
// fixpoint does not depend on the order in which anything was removed or posted, because every rule is monotone: with
// fewer links it removes at least as many.
//
// Every removal is recorded on a trail, so that Undo gives back an earlier state at the cost of what was removed since.
// A Graph is not safe for concurrent use.
type Graph struct {
	m, n  int
	edges int

	// What item x may still be linked to stands in the words from sets[x*wide] on: a bit for each item, span items to a word, which are as many
	// categories as fit whole. The row of x in a category is its part of that.
	sets       []uint64
	wide, span int
	all        uint64   // a row with all items
	items      []inItem // by item
	cats       []inCat  // by category

	trail []edge
	dirty []int32 // rows to look at, first in first out from dirtyHead
	isIn  []bool  // isIn[row]: row waits in dirty

	dirtyHead, wakeHead int

	posted  []Assertion
	watch   [][]int32 // watch[row]: indices into posted
	wake    []int32   // assertions to prune, first in first out from wakeHead
	isAwake []bool

	failed bool
	why    Reason         // reason for the removals that are going on
	trace  func(x, y int) // called for every removal, with why set; nil for none
}

type edge struct{ x, y int32 }

// inItem says where an item stands in a set: its word and its bit there; and of which category it is.
type inItem struct {
	word, cat int32
	bit       uint64
}

// inCat says where the items of a category stand in a set: their word, how far from its end, and as bits there.
type inCat struct {
	word, shift int
	bits        uint64
}

// Reason says why a link was removed: which rule, and what the rule looked at.
type Reason struct {
	Rule Rule
	// Via is the item through which exclusivity acted, or the first item of the category that support was sought in.
	Via int
	// Assertion is the assertion that ruled the link out, when Rule is RuleAssertion.
	Assertion Assertion
}

// NewGraph gives the graph of m categories of n items in which everything is still possible.
func NewGraph(m, n int) (*Graph, error) {
	if m < 0 || n < 0 || m > MaxCategories || n > MaxItems {
		return nil, &SizeError{Categories: m, Items: n}
	}
	g := &Graph{m: m, n: n}
	g.all = 1<<n - 1 // also of 64 items
	per := 64 / max(n, 1)
	for c := range m {
		at := inCat{word: c / per, shift: c % per * n}
		at.bits = g.all << at.shift
		g.cats = append(g.cats, at)
		for i := range n {
			g.items = append(g.items, inItem{word: int32(at.word), cat: int32(c), bit: 1 << (at.shift + i)})
		}
	}
	g.wide, g.span = (m+per-1)/per, per*n
	g.sets = make([]uint64, m*n*g.wide)
	g.isIn = make([]bool, m*n*m)
	g.watch = make([][]int32, m*n*m)
	g.fill()
	return g, nil
}

// fill links everything with everything outside its own category, and each item with itself inside it.
func (g *Graph) fill() {
	clear(g.sets)
	for x, own := range g.items {
		for c, at := range g.cats {
			row := at.bits
			if c == int(own.cat) {
				row = own.bit
			}
			g.sets[x*g.wide+at.word] |= row
		}
	}
	g.edges = g.m * (g.m - 1) / 2 * g.n * g.n
	g.failed = false
}

// M gives the number of categories, N the number of items in each.
func (g *Graph) M() int { return g.m }

// N gives the number of items in each category.
func (g *Graph) N() int { return g.n }

// All gives the set of all indices of a category, as bits.
func (g *Graph) All() uint64 { return g.all }

// Row gives the items of category cat that item x may still be linked to, as bits by index. The row of an item in its own
// category holds the item alone.
func (g *Graph) Row(x, cat int) uint64 {
	at := &g.cats[cat]
	return g.sets[x*g.wide+at.word] >> (at.shift & 63) & g.all
}

// Linked tells whether x and y may still be the same; an item is linked to itself, and to no other item of its category.
func (g *Graph) Linked(x, y int) bool {
	at := &g.items[y]
	return g.sets[x*g.wide+int(at.word)]&at.bit != 0
}

// Matched tells whether x and y are known to be the same: each has no other link in the category of the other.
func (g *Graph) Matched(x, y int) bool { return g.Row(x, y/g.n) == 1<<(y%g.n) }

// Edges counts the links that are left between different categories.
func (g *Graph) Edges() int { return g.edges }

// Failed tells whether some item has no link left in some category.
func (g *Graph) Failed() bool { return g.failed }

// Solved tells whether one link is left between every item and every other category.
func (g *Graph) Solved() bool { return !g.failed && g.edges == g.n*g.m*(g.m-1)/2 }

// Unlink removes the link between x and y, and queues what follows from it. It does nothing when there is none. An item
// cannot be unlinked from itself: that fails the graph.
func (g *Graph) Unlink(x, y int) {
	ax, ay := &g.items[x], &g.items[y]
	inX, inY := &g.sets[x*g.wide+int(ay.word)], &g.sets[y*g.wide+int(ax.word)]
	if *inX&ay.bit == 0 {
		return
	}
	if x == y {
		g.failed = true
		return
	}
	*inX &^= ay.bit
	*inY &^= ax.bit
	g.edges--
	g.trail = append(g.trail, edge{int32(x), int32(y)})
	if *inX&g.cats[ay.cat].bits == 0 || *inY&g.cats[ax.cat].bits == 0 {
		g.failed = true
	}
	g.touch(x*g.m + int(ay.cat))
	g.touch(y*g.m + int(ax.cat))
	if g.trace != nil {
		g.trace(x, y)
	}
}

func (g *Graph) touch(row int) {
	if !g.isIn[row] {
		g.isIn[row] = true
		g.dirty = append(g.dirty, int32(row))
	}
	for _, a := range g.watch[row] {
		if !g.isAwake[a] {
			g.isAwake[a] = true
			g.wake = append(g.wake, a)
		}
	}
}

// Restrict removes the links of x in category cat that are not in keep.
func (g *Graph) Restrict(x, cat int, keep uint64) {
	row := g.Row(x, cat)
	if row&keep == 0 {
		g.failed = true
		return
	}
	for gone := row &^ keep; gone != 0; gone &= gone - 1 {
		g.Unlink(x, cat*g.n+bits.TrailingZeros64(gone))
	}
}

// Match keeps, of the links of x in the category of y and of y in the category of x, only the one between them.
func (g *Graph) Match(x, y int) {
	g.Restrict(x, y/g.n, 1<<(y%g.n))
	g.Restrict(y, x/g.n, 1<<(x%g.n))
}

// Post adds an assertion to the graph. Its first pruning is queued like any other work.
func (g *Graph) Post(a Assertion) {
	id := int32(len(g.posted))
	g.posted = append(g.posted, a)
	g.isAwake = append(g.isAwake, true)
	g.wake = append(g.wake, id)
	a.Watches(func(x, cat int) {
		row := x*g.m + cat
		if w := g.watch[row]; len(w) == 0 || w[len(w)-1] != id {
			g.watch[row] = append(w, id)
		}
	})
}

// Propagate runs the three rules until none removes a link, and reports whether every item still has a link in every
// category. After a false the graph is not at a fixpoint, and only Undo gives a state to go on from.
func (g *Graph) Propagate() bool {
	for !g.failed {
		switch {
		case g.dirtyHead < len(g.dirty):
			row := g.dirty[g.dirtyHead]
			g.dirtyHead++
			g.isIn[row] = false
			g.follow(int(row))
		case g.wakeHead < len(g.wake):
			id := g.wake[g.wakeHead]
			g.wakeHead++
			g.isAwake[id] = false
			g.why = Reason{Rule: RuleAssertion, Assertion: g.posted[id]}
			g.posted[id].Prune(g)
		default:
			g.calm()
			return true
		}
	}
	g.calm()
	return false
}

// calm forgets queued work.
func (g *Graph) calm() {
	for _, r := range g.dirty[g.dirtyHead:] {
		g.isIn[r] = false
	}
	for _, a := range g.wake[g.wakeHead:] {
		g.isAwake[a] = false
	}
	g.dirty, g.wake = g.dirty[:0], g.wake[:0]
	g.dirtyHead, g.wakeHead = 0, 0
}

// follow applies exclusivity and support to what the change of one row can have touched.
func (g *Graph) follow(row int) {
	x, b := int(uint32(row)/uint32(g.m)), int(uint32(row)%uint32(g.m))
	a := int(g.items[x].cat)
	links := g.Row(x, b)
	if links&(links-1) == 0 && links != 0 {
		// x is y: no other item of x's category is.
		y := b*g.n + bits.TrailingZeros64(links)
		if rest := g.Row(y, a) &^ (1 << (x - a*g.n)); rest != 0 {
			g.why = Reason{Rule: RuleExclusivity, Via: x}
			for ; rest != 0; rest &= rest - 1 {
				g.Unlink(a*g.n+bits.TrailingZeros64(rest), y)
			}
			if g.failed {
				return
			}
		}
	}
	// x and z can be the same only if some item of b can be both: what is linked to none that x may be is not x. Where much is open the first
	// few of those show that there is no such.
	inA, inB := &g.cats[a], &g.cats[b]
	for w := range g.wide {
		lack := g.sets[x*g.wide+w]
		if inA.word == w {
			lack &^= inA.bits
		}
		if inB.word == w {
			lack &^= inB.bits
		}
		for ys := links; ys != 0 && lack != 0; ys &= ys - 1 {
			lack &^= g.sets[(b*g.n+bits.TrailingZeros64(ys))*g.wide+w]
		}
		for ; lack != 0; lack &= lack - 1 {
			g.why = Reason{Rule: RuleSupport, Via: b * g.n}
			g.Unlink(x, w*g.span+bits.TrailingZeros64(lack))
			if g.failed {
				return
			}
		}
	}
}

// relink puts back a link that was removed.
func (g *Graph) relink(e edge) {
	x, y := &g.items[e.x], &g.items[e.y]
	g.sets[int(e.x)*g.wide+int(y.word)] |= y.bit
	g.sets[int(e.y)*g.wide+int(x.word)] |= x.bit
}

// Mark names the present state for Undo.
type Mark struct{ trail, posted int }

// Mark gives the present state a name. Only states at a fixpoint should be marked.
func (g *Graph) Mark() Mark { return Mark{len(g.trail), len(g.posted)} }

// Undo goes back to a marked state. Marks taken after it are void.
func (g *Graph) Undo(to Mark) {
	g.calm()
	for i := len(g.trail) - 1; i >= to.trail; i-- {
		g.relink(g.trail[i])
	}
	g.edges += len(g.trail) - to.trail
	g.trail = g.trail[:to.trail]
	for id := len(g.posted) - 1; id >= to.posted; id-- {
		g.posted[id].Watches(func(x, cat int) {
			w := g.watch[x*g.m+cat]
			if k := len(w); k > 0 && w[k-1] == int32(id) {
				g.watch[x*g.m+cat] = w[:k-1]
			}
		})
	}
	g.posted = g.posted[:to.posted]
	g.isAwake = g.isAwake[:to.posted]
	g.failed = false
}

// Probe runs f, which removes links, without following them up; it reports each link that f removed to visit, puts them
// all back, and tells whether f left every row with a link. Queued work is as it was before. It may be called from Prune.
func (g *Graph) Probe(f func(), visit func(x, y int)) bool {
	if g.failed {
		return false
	}
	trail, dirty, wake, trace, why := len(g.trail), len(g.dirty), len(g.wake), g.trace, g.why
	g.trace = nil
	f()
	ok := !g.failed
	for i := len(g.trail) - 1; i >= trail; i-- {
		if e := g.trail[i]; ok {
			visit(int(e.x), int(e.y))
		}
		g.relink(g.trail[i])
		g.edges++
	}
	for _, r := range g.dirty[dirty:] {
		g.isIn[r] = false
	}
	for _, a := range g.wake[wake:] {
		g.isAwake[a] = false
	}
	g.trail, g.dirty, g.wake, g.trace, g.why = g.trail[:trail], g.dirty[:dirty], g.wake[:wake], trace, why
	g.failed = false
	return ok
}

// Removed calls visit for every link removed since the mark, oldest first.
func (g *Graph) Removed(since Mark, visit func(x, y int)) {
	for _, e := range g.trail[since.trail:] {
		visit(int(e.x), int(e.y))
	}
}

// Clone gives an independent copy of the links and assertions. The copy has no trail: it cannot be undone past its birth.
// It must be taken at a fixpoint.
func (g *Graph) Clone() *Graph {
	c := &Graph{m: g.m, n: g.n, wide: g.wide, span: g.span, all: g.all, items: g.items, cats: g.cats, edges: g.edges, failed: g.failed}
	c.sets = slices.Clone(g.sets)
	c.isIn = make([]bool, len(g.isIn))
	c.watch = make([][]int32, len(g.watch))
	for i, w := range g.watch {
		c.watch[i] = append([]int32(nil), w...)
	}
	c.posted = append([]Assertion(nil), g.posted...)
	c.isAwake = make([]bool, len(g.posted))
	return c
}

// String prints the rows, for debugging.
func (g *Graph) String() string {
	return fmt.Sprintf("graph of %d categories of %d items, %d edges", g.m, g.n, g.edges)
}
