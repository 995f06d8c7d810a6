// Package graphs propagates queries on graphs whose nodes and edges may be there or not: connectedness, groups, their sums and
// first nodes, cycles, one closed line, borders between parts (model.Graph says what each means). One propagator (Graph) holds
// the queries on a graph, so that the graph is walked once for all of them.
//
// # Method
//
// At each run two kinds of components are found: groups, of nodes that are there joined by edges that count; and comps, of
// nodes that may be there joined by edges that may count. A group lies within a comp. Each query bounds what it asks about by
// them, and draws conclusions where a cut (an articulation point or a bridge of a comp) or a joint (a node or an edge between
// groups) would break it.
//
// # Reasons
//
// A reason is found when it is asked for, by walking the graph as it was at that time. It is made of borders (the literals that
// close a comp off, all false), ways (the literals that join nodes of a group, all true) and bounds of integers. A border may be
// told from either side; the one with fewer literals is taken. Package proof checks such a clause by walking again.
package graphs

import (
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Edge joins two nodes where its literal and theirs are true.
type Edge struct {
	A, B int32
	On   engine.Lit
}

// arc is an edge as seen from one of its nodes.
type arc struct{ edge, to int32 }

// Graph is the propagator of all queries on one graph.
type Graph struct {
	e     *engine.Engine
	watch engine.Watch
	nodes []engine.Lit
	edges []Edge
	first []int32 // by node: the first of its arcs; one more at the end
	arcs  []arc

	queries  []query
	families []*family
	count    []int32 // queries about the number of groups, by their places
	same     []int32
	firsts   []int32
	forests  []int32
	loops    []int32
	partings []int32

	// What is known in this run.
	node    []int8 // by node: 1 there, -1 not there, 0 open
	edge    []int8 // by edge: 1 counts, -1 does not, 0 open
	comp    parts
	grp     parts
	cls     parts   // nodes that are there and known to be in one group: joined, or the answer of a Same
	news    uint8   // what happened since the last run
	touched []int32 // to which nodes, edges after them, and Sames after these
	run     int64
	long    bool      // the search has become long
	balls   [][]int32 // by node: the queries about sums whose groups may come as far as there
	// What is taken back brings back a state in which all that follows was concluded. So a run looks only at what news can
	// change; but comps and groups that were found later hold no more.
	undone         int64
	freshC, freshG bool    // comps and groups are those of now
	freshS         bool    // classes are those of now, and apart tells all that keeps them apart but Sames that fell
	fell, rose     []int32 // Sames that have become false, and true, since the last run
	fresh          bool    // a query was added: look at everything
	blocked        bool    // all edges but those of one block have been excluded, and nothing was taken back since

	walk   *walk
	spare  *walk     // of reasons, which may be asked for in the middle of a run
	then   []int8    // by edge: what was known at the time of a reason
	sameAt [][]int32 // by node: the Sames about it
	apart  pairs
	bars   []bar
	barred []int32 // by class, in a walk: the query that bars it, or none
	chain  chains
}

// News: something is not there any more, something is there, an answer or a bound has become known.
const (
	off uint8 = 1 << iota
	on
	known
)

// about is what the engine tells of a node (by its number), an edge (by its number after the nodes), a Same (by its place after the
// edges), or something else (-1).
func about(i int32, news uint8) int32 { return (i+1)<<3 | int32(news) }

// kind is what a query asks.
type kind uint8

const (
	connected kind = iota
	groupCount
	sameGroup
	firstOfGroup
	groupSum
	acyclic
	oneLoop
	parted
)

// query is one question, answered by a literal or an integer.
type query struct {
	kind   kind
	lit    engine.Lit
	x      engine.Int
	a, b   int32
	family int32
	counts []engine.Lit // oneLoop: by edge, that it counts

	ball    bool  // groupSum: its group stays within the nodes where balls names it
	stirred int64 // the run in which something happened there
	roomy   bool  // groupSum: it was left to a walk over all groups when it was looked at last
	lo, hi  int64 // of x when that was looked at last
}

// What things hold, in bytes.
const (
	bytesNode  = 320 // with its arrays in two walks, and its watches
	bytesEdge  = 160
	bytesQuery = 120
)

// parts are the components of one kind.
type parts struct {
	of    []int32 // by node: its component, or -1
	order []int32 // the nodes, component by component
	start []int32 // by component: where its nodes begin; one more at the end
}

func (p *parts) count() int { return len(p.start) - 1 }

func (p *parts) members(c int32) []int32 { return p.order[p.start[c]:p.start[c+1]] }

// New posts the propagator of a graph, without queries.
func New(e *engine.Engine, nodes []engine.Lit, edges []Edge) *Graph {
	n := len(nodes)
	e.Charge(n*bytesNode + len(edges)*bytesEdge)
	g := &Graph{
		e: e, nodes: nodes, edges: edges, first: make([]int32, n+1), arcs: make([]arc, 2*len(edges)),
		node: make([]int8, n), edge: make([]int8, len(edges)),
	}
	g.comp.of, g.grp.of, g.cls.of = make([]int32, n), make([]int32, n), make([]int32, n)
	g.sameAt = make([][]int32, n)
	for _, x := range edges {
		g.first[x.A+1]++
		g.first[x.B+1]++
	}
	for v := range n {
		g.first[v+1] += g.first[v]
	}
	fill := append([]int32(nil), g.first[:n]...)
	for i, x := range edges {
		g.arcs[fill[x.A]] = arc{int32(i), x.B}
		g.arcs[fill[x.B]] = arc{int32(i), x.A}
		fill[x.A]++
		fill[x.B]++
	}
	g.walk, g.spare, g.then = newWalk(n), newWalk(n), make([]int8, len(edges))
	g.watch = e.PostTheory(g)
	for v, l := range nodes {
		g.watch.Lit(l, about(int32(v), on))
		g.watch.Lit(l.Not(), about(int32(v), off))
	}
	for i, x := range edges {
		g.watch.Lit(x.On, about(int32(n+i), on))
		g.watch.Lit(x.On.Not(), about(int32(n+i), off))
	}
	return g
}

func (g *Graph) around(v int32) []arc { return g.arcs[g.first[v]:g.first[v+1]] }

// add posts a query; its number is its place.
func (g *Graph) add(q query) (place, name int32) {
	g.e.Charge(bytesQuery)
	place = int32(len(g.queries))
	g.queries = append(g.queries, q)
	if q.kind == groupCount || q.kind == groupSum {
		g.watch.Bounds(q.x, about(-1, known))
	} else {
		i := int32(-1)
		if q.kind == sameGroup {
			i = int32(len(g.nodes)+len(g.edges)) + place
		}
		g.watch.Lit(q.lit, about(i, known))
		g.watch.Lit(q.lit.Not(), about(i, known))
	}
	g.fresh = true
	g.watch.Again()
	return place, g.watch.Name()
}

// Wake notes what happened.
func (g *Graph) Wake(data int32) {
	g.news |= uint8(data & 7)
	if i := data>>3 - 1; i >= 0 {
		g.touched = append(g.touched, i)
	}
}

// Cancel forgets it.
func (g *Graph) Cancel() { g.news, g.touched = 0, g.touched[:0] }

// Lengthen has the search spend less on each group from now on.
func (g *Graph) Lengthen() { g.long = true }

// Run draws the conclusions of all queries.
func (g *Graph) Run(c *engine.Conclusions) bool {
	news := g.news
	g.news = 0
	g.run++
	u := g.e.Undone()
	whole := g.fresh || u != g.undone
	g.look(whole)
	if whole {
		g.load()
	}
	if g.fresh {
		g.fresh, news = false, off|on|known
		for i := range g.queries {
			g.queries[i].stirred = g.run
		}
	}
	if u != g.undone {
		g.undone, g.freshC, g.freshG, g.blocked = u, false, false, false
	}
	if news&off != 0 {
		g.freshC = false
	}
	if news&on != 0 {
		g.freshG = false
	}
	for _, q := range g.count {
		if !g.runCount(c, q) {
			return false
		}
	}
	if len(g.same)+len(g.firsts)+len(g.partings) > 0 && !g.runTogether(c, news) {
		return false
	}
	for _, q := range g.forests {
		if !g.runForest(c, q) {
			return false
		}
	}
	for _, q := range g.loops {
		if !g.runLoop(c, q, news) {
			return false
		}
	}
	for _, f := range g.families {
		if !g.runFamily(c, f) {
			return false
		}
	}
	return true
}

// look reads what the news is about, but for values that are all read anew, and finds out whether classes stay.
func (g *Graph) look(whole bool) {
	g.fell, g.rose = g.fell[:0], g.rose[:0]
	g.freshS = g.freshS && !whole
	for _, i := range g.touched {
		switch n, m := int32(len(g.nodes)), int32(len(g.nodes)+len(g.edges)); {
		case i < n:
			g.near(i)
			if !whole {
				g.loadNode(i)
				g.freshS = g.freshS && g.node[i] <= 0
			}
		case i < m:
			x := &g.edges[i-n]
			g.near(x.A)
			g.near(x.B)
			if !whole {
				g.edge[i-n] = min(int8(g.e.Value(x.On)), g.node[x.A], g.node[x.B])
				g.freshS = g.freshS && !(g.e.Value(x.On) > 0 && g.ties(x.A, x.B))
			}
		case g.freshS:
			g.turn(i - m)
		}
	}
	g.touched = g.touched[:0]
}

// runTogether draws the conclusions of the queries about nodes of one group. While classes stay, only Sames that have become false keep more apart;
// and where no comps have changed either, the others are all that says more.
func (g *Graph) runTogether(c *engine.Conclusions, news uint8) bool {
	changed := news&off != 0 || !g.freshS
	g.findComps()
	g.findGroups()
	asked, was := g.fell, len(g.bars)
	if g.freshS {
		g.e.Pass(len(g.nodes) + len(g.edges))
		slices.Sort(asked)
	} else {
		g.freshS = true
		g.findClasses()
		g.apart.clear()
		asked, g.bars, was = g.same, g.bars[:0], -1
	}
	for _, q := range asked { // first what is known to be apart
		if g.e.Value(g.queries[q].lit) < 0 && !g.runApart(c, q) {
			return false
		}
	}
	for _, q := range g.partings {
		if !g.runParted(c, q) {
			return false
		}
	}
	closer := len(g.bars) > was // more is kept apart, or other classes
	if asked = g.same; !changed && !closer {
		asked = g.rose
		slices.Sort(asked)
	}
	for _, q := range asked {
		if g.e.Value(g.queries[q].lit) >= 0 && !g.runSame(c, q) {
			return false
		}
	}
	for _, q := range g.firsts {
		if !g.runFirst(c, q) {
			return false
		}
	}
	return g.apart.count == 0 || !closer || g.keepApart(c)
}

// ties reports whether an edge that counts where its nodes are there changes the classes, or what a node would join that is open.
func (g *Graph) ties(a, b int32) bool {
	if g.node[a] > 0 && g.node[b] > 0 {
		return g.cls.of[a] != g.cls.of[b]
	}
	return g.node[a] >= 0 && g.node[b] >= 0
}

// turn notes that a Same has become known.
func (g *Graph) turn(place int32) {
	q := &g.queries[place]
	if g.e.Value(q.lit) < 0 {
		g.fell = append(g.fell, place)
		return
	}
	g.rose = append(g.rose, place)
	g.freshS = g.node[q.a] <= 0 || g.node[q.b] <= 0 || g.cls.of[q.a] == g.cls.of[q.b]
}

// near notes that something happened to a node.
func (g *Graph) near(v int32) {
	if g.balls != nil {
		for _, q := range g.balls[v] {
			g.queries[q].stirred = g.run
		}
	}
}

// loadNode reads the value of a node, and with it those of its edges.
func (g *Graph) loadNode(v int32) {
	g.node[v] = int8(g.e.Value(g.nodes[v]))
	for _, a := range g.around(v) {
		g.edge[a.edge] = min(int8(g.e.Value(g.edges[a.edge].On)), g.node[v], g.node[a.to])
	}
}

// load reads the values of all literals: what was touched since the last run is enough while nothing was taken back.
func (g *Graph) load() {
	g.e.Pass(len(g.nodes) + len(g.edges))
	for v, l := range g.nodes {
		g.node[v] = int8(g.e.Value(l))
	}
	for i := range g.edges {
		x := &g.edges[i]
		g.edge[i] = min(int8(g.e.Value(x.On)), g.node[x.A], g.node[x.B])
	}
}

// findComps finds the comps of this run, if they are not known.
func (g *Graph) findComps() {
	if !g.freshC {
		g.freshC = true
		g.components(&g.comp, 0)
	}
}

// findGroups finds the groups.
func (g *Graph) findGroups() {
	if !g.freshG {
		g.freshG = true
		g.components(&g.grp, 1)
	}
}

// components finds the components of the nodes and edges whose values are at least least.
func (g *Graph) components(p *parts, least int8) {
	g.e.Pass(len(g.nodes) + len(g.edges))
	p.order, p.start = p.order[:0], append(p.start[:0], 0)
	for v := range p.of {
		p.of[v] = -1
	}
	for v := range p.of {
		if p.of[v] >= 0 || g.node[v] < least {
			continue
		}
		c := int32(len(p.start) - 1)
		p.of[v] = c
		head := len(p.order)
		p.order = append(p.order, int32(v))
		for ; head < len(p.order); head++ {
			for _, a := range g.around(p.order[head]) {
				if g.edge[a.edge] >= least && p.of[a.to] < 0 {
					p.of[a.to] = c
					p.order = append(p.order, a.to)
				}
			}
		}
		p.start = append(p.start, int32(len(p.order)))
	}
}

// findClasses finds the classes, as components does groups.
func (g *Graph) findClasses() {
	g.e.Pass(len(g.nodes) + len(g.edges))
	p := &g.cls
	p.order, p.start = p.order[:0], append(p.start[:0], 0)
	for v := range p.of {
		p.of[v] = -1
	}
	for v := range p.of {
		if p.of[v] >= 0 || g.node[v] <= 0 {
			continue
		}
		c := int32(len(p.start) - 1)
		head := len(p.order)
		put := func(u int32) {
			if p.of[u] < 0 && g.node[u] > 0 {
				p.of[u] = c
				p.order = append(p.order, u)
			}
		}
		put(int32(v))
		for ; head < len(p.order); head++ {
			u := p.order[head]
			for _, a := range g.around(u) {
				if g.edge[a.edge] > 0 {
					put(a.to)
				}
			}
			for _, i := range g.sameAt[u] {
				if q := &g.queries[i]; g.e.Value(q.lit) > 0 {
					put(q.a + q.b - u)
				}
			}
		}
		p.start = append(p.start, int32(len(p.order)))
	}
}

// attached lists in the scratch the groups (or classes), each once, that an open node would be part of: those that an edge whose
// literal is true joins it to. With each comes the arc that leads there.
func (g *Graph) attached(p *parts, v int32) []joint {
	out := g.walk.joints[:0]
next:
	for _, a := range g.around(v) {
		if g.node[a.to] <= 0 || g.e.Value(g.edges[a.edge].On) <= 0 {
			continue
		}
		c := p.of[a.to]
		for _, j := range out {
			if j.group == c {
				continue next
			}
		}
		out = append(out, joint{c, a})
	}
	g.walk.joints = out
	return out
}

type joint struct {
	group int32
	arc   arc
}
