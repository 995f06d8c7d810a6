package graphs

import (
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Kinds of conclusions about nodes of one group.
const (
	joined   = iota // a way joins the nodes A and B
	split           // they are in different comps
	keepNode        // without the node A, that of the query is cut off from all that it must reach
	keepEdge        // the same for an edge
	lone            // no node that the query's node could be with has a smaller number; nothing stands open
	byNode          // the node A would join what the query, with B, keeps apart
	byEdge          // the same for an edge
	broken          // the edge A stands within a group
	barred          // the query A, with the edge B if that is one, keeps their classes apart
)

// Same posts that l is true where a and b are both there and in one group.
func (g *Graph) Same(l engine.Lit, a, b int32) int32 {
	place, name := g.add(query{kind: sameGroup, lit: l, a: a, b: b})
	g.same = append(g.same, place)
	g.sameAt[a] = append(g.sameAt[a], place)
	g.sameAt[b] = append(g.sameAt[b], place)
	g.e.AddLemma(name, l.Not(), g.nodes[a])
	g.e.AddLemma(name, l.Not(), g.nodes[b])
	return name
}

// First posts that l is true where a is there and is the node with the smallest number of its group.
func (g *Graph) First(l engine.Lit, a int32) int32 {
	place, name := g.add(query{kind: firstOfGroup, lit: l, a: a})
	g.firsts = append(g.firsts, place)
	g.e.AddLemma(name, l.Not(), g.nodes[a])
	return name
}

// Parted posts that l is true where no edge whose literal is false has its nodes in one group.
func (g *Graph) Parted(l engine.Lit) int32 {
	place, name := g.add(query{kind: parted, lit: l})
	g.partings = append(g.partings, place)
	return name
}

// barrier is why two classes may not become one: by query, and the edge that stands between them, or none for a Same that is
// false.
type barrier struct{ query, edge int32 }

// before orders barriers: Sames first.
func (x barrier) before(y barrier) bool {
	if (x.edge == none) != (y.edge == none) {
		return x.edge == none
	}
	return x.query < y.query || x.query == y.query && x.edge < y.edge
}

// bar is two classes with what keeps them apart.
type bar struct {
	a, b int32
	by   barrier
}

func (g *Graph) bar(a, b int32, x barrier) {
	if g.apart.put(a, b, x) {
		g.bars = append(g.bars, bar{a, b, x})
	}
}

// runApart looks at a Same that is false.
func (g *Graph) runApart(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	ca, cb := g.cls.of[q.a], g.cls.of[q.b]
	if ca >= 0 && cb >= 0 {
		if ca == cb {
			return c.Because(q.lit, engine.Why{Query: place, Kind: joined, A: q.a, B: q.b})
		}
		g.bar(ca, cb, barrier{place, none})
		return true
	}
	// One is there, the other is open: it is not there where an edge would tie it to the first.
	a, b := q.a, q.b
	if ca < 0 {
		a, b = b, a
	}
	if g.cls.of[a] < 0 || g.node[b] < 0 {
		return true
	}
	for _, j := range g.attached(&g.cls, b) {
		if j.group == g.cls.of[a] {
			return c.Because(g.nodes[b].Not(), engine.Why{Query: place, Kind: byNode, A: b})
		}
	}
	return true
}

// runSame looks at a Same that is true or open.
func (g *Graph) runSame(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	open := g.e.Value(q.lit) == 0
	ca, cb := g.cls.of[q.a], g.cls.of[q.b]
	if open && ca >= 0 && ca == cb {
		return c.Because(q.lit, engine.Why{Query: place, Kind: joined, A: q.a, B: q.b})
	}
	if g.comp.of[q.a] != g.comp.of[q.b] {
		return c.Because(q.lit.Not(), engine.Why{Query: place, Kind: split, A: q.a, B: q.b})
	}
	if open {
		if ca >= 0 && cb >= 0 {
			if x, ok := g.apart.get(ca, cb); ok {
				return c.Because(q.lit.Not(), engine.Why{Query: place, Kind: barred, A: x.query, B: x.edge})
			}
		}
		return true
	}
	if g.grp.of[q.a] >= 0 && g.grp.of[q.a] == g.grp.of[q.b] || ca < 0 {
		return true
	}
	// A way from one to the other leads through no class that is known to be another.
	within := func(int32) bool { return true }
	if len(g.bars) > 0 {
		g.barred = fill32(g.barred, g.cls.count(), none)
		for _, x := range g.bars {
			switch ca {
			case x.a:
				g.barred[x.b] = x.by.query
			case x.b:
				g.barred[x.a] = x.by.query
			}
		}
		within = func(v int32) bool { return g.cls.of[v] < 0 || g.barred[g.cls.of[v]] == none }
	}
	weight := func(v int32) int64 {
		if v == q.b {
			return 1
		}
		return 0
	}
	if g.cuts(q.a, weight, within) == 0 {
		return c.Because(q.lit.Not(), engine.Why{Query: place, Kind: split, A: q.a, B: q.b})
	}
	return g.keepCuts(c, place, 1, 1, weight)
}

// keep makes true what the group of a cannot do without to reach need of the nodes that target tells.
func (g *Graph) keep(c *engine.Conclusions, place, a int32, need int64, target func(v int32) bool) bool {
	weight := func(v int32) int64 {
		if target(v) {
			return 1
		}
		return 0
	}
	return g.keepCuts(c, place, g.cuts(a, weight, nil), need, weight)
}

// keepCuts makes true what the last cuts found that the root cannot do without to reach need of the whole weight.
func (g *Graph) keepCuts(c *engine.Conclusions, place int32, all, need int64, weight func(int32) int64) bool {
	w := g.walk
	for _, v := range w.order[1:] {
		if g.node[v] == 0 && all-w.cut[v]-weight(v) < need && !c.Because(g.nodes[v], engine.Why{Query: place, Kind: keepNode, A: v}) {
			return false
		}
		if i := w.edge[v]; w.low[v] == w.disc[v] && all-w.weight[v] < need && !c.Because(g.edges[i].On, engine.Why{Query: place, Kind: keepEdge, A: i}) {
			return false
		}
	}
	return true
}

func (g *Graph) runFirst(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	value := g.e.Value(q.lit)
	if g.node[q.a] < 0 {
		return true // and l is false
	}
	if g.node[q.a] == 0 {
		return true
	}
	group := g.cls.of[q.a]
	least := func(p *parts, part int32) int32 { return p.order[p.start[part]] } // walks start from the smallest node
	if m := least(&g.cls, group); m < q.a {
		return value < 0 || c.Because(q.lit.Not(), engine.Why{Query: place, Kind: joined, A: q.a, B: m})
	}
	if value <= 0 && least(&g.comp, g.comp.of[q.a]) == q.a {
		return c.Because(q.lit, engine.Why{Query: place, Kind: lone})
	}
	if value < 0 {
		return g.keep(c, place, q.a, 1, func(v int32) bool { return v < q.a })
	}
	if value == 0 {
		return true
	}
	for _, v := range g.cls.members(group) {
		for _, a := range g.around(v) {
			on := g.edges[a.edge].On
			switch {
			case g.cls.of[a.to] == group || g.edge[a.edge] < 0:
			case g.node[a.to] > 0: // between two groups
				if m := least(&g.cls, g.cls.of[a.to]); m < q.a && !c.Because(on.Not(), engine.Why{Query: place, Kind: byEdge, A: a.edge, B: m}) {
					return false
				}
			case g.e.Value(on) > 0:
				m := a.to
				for _, j := range g.attached(&g.cls, a.to) {
					m = min(m, least(&g.cls, j.group))
				}
				if m < q.a && !c.Because(g.nodes[a.to].Not(), engine.Why{Query: place, Kind: byNode, A: a.to, B: m}) {
					return false
				}
			}
		}
	}
	return true
}

func (g *Graph) runParted(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	value := g.e.Value(q.lit)
	whole := true // nothing can break it
	for i := range g.edges {
		x := &g.edges[i]
		on := g.e.Value(x.On)
		if on > 0 || g.node[x.A] < 0 || g.node[x.B] < 0 {
			continue
		}
		if g.comp.of[x.A] == g.comp.of[x.B] {
			whole = false
		}
		a, b := g.cls.of[x.A], g.cls.of[x.B]
		switch {
		case a < 0 || b < 0:
		case a == b && on < 0:
			return value < 0 || c.Because(q.lit.Not(), engine.Why{Query: place, Kind: broken, A: int32(i)})
		case a == b && value > 0:
			if !c.Because(x.On, engine.Why{Query: place, Kind: joined, A: x.A, B: x.B}) {
				return false
			}
		case on < 0 && value > 0:
			g.bar(a, b, barrier{place, int32(i)})
		}
	}
	if value <= 0 && whole {
		return g.settled(c, place)
	}
	return true
}

// settled concludes a query's literal where every node and edge is decided: it is true then.
func (g *Graph) settled(c *engine.Conclusions, place int32) bool {
	if slices.Contains(g.node, 0) {
		return true
	}
	for i := range g.edges {
		if g.e.Value(g.edges[i].On) == 0 {
			return true
		}
	}
	return c.Because(g.queries[place].lit, engine.Why{Query: place, Kind: lone})
}

// keepApart excludes what would join groups that may not be one: edges between them, and nodes that edges tie to both.
func (g *Graph) keepApart(c *engine.Conclusions) bool {
	for i := range g.edges {
		x := &g.edges[i]
		a, b := g.cls.of[x.A], g.cls.of[x.B]
		if a < 0 || b < 0 || a == b || g.edge[i] != 0 {
			continue
		}
		if y, ok := g.apart.get(a, b); ok && !c.Because(x.On.Not(), engine.Why{Query: y.query, Kind: byEdge, A: int32(i), B: y.edge}) {
			return false
		}
	}
	for v, s := range g.node {
		if s != 0 {
			continue
		}
		js := g.attached(&g.cls, int32(v))
	pairs:
		for i := range js {
			for k := range i {
				if y, ok := g.apart.get(js[i].group, js[k].group); ok {
					if !c.Because(g.nodes[v].Not(), engine.Why{Query: y.query, Kind: byNode, A: int32(v), B: y.edge}) {
						return false
					}
					break pairs
				}
			}
		}
	}
	return true
}

func (g *Graph) explainSame(dst []engine.Lit, why engine.Why, at int32) []engine.Lit {
	q := &g.queries[why.Query]
	switch why.Kind {
	case joined:
		if q.kind == parted {
			dst = append(dst, q.lit.Not())
		}
		return g.tie(dst, why.A, why.B, at, none, none)
	case barred:
		return g.between(dst, q.a, q.b, barrier{why.A, why.B}, g.classesAt(at), at)
	case split:
		return g.unreached(dst, q, at, none, none)
	case broken:
		x := &g.edges[why.A]
		return g.tie(append(dst, x.On), x.A, x.B, at, none, none)
	case lone:
		if q.kind == parted {
			return g.everything(dst, at)
		}
		return g.closed(append(dst, g.nodes[q.a].Not()), q.a, at, none, none)
	case keepNode, keepEdge:
		noNode, noEdge := why.A, none
		if why.Kind == keepEdge {
			noNode, noEdge = none, why.A
		}
		if q.kind == sameGroup {
			return g.unreached(append(dst, q.lit.Not()), q, at, noNode, noEdge)
		}
		return g.closed(append(dst, q.lit, g.nodes[q.a].Not()), q.a, at, noNode, noEdge)
	}
	asNode, asEdge := why.A, none
	if why.Kind == byEdge {
		asNode, asEdge = none, why.A
	}
	switch q.kind {
	case sameGroup:
		return g.tie(append(dst, q.lit), q.a, q.b, at, asNode, asEdge)
	case firstOfGroup:
		return g.tie(append(dst, q.lit.Not()), q.a, why.B, at, asNode, asEdge)
	}
	x := &g.edges[why.B]
	return g.tie(append(dst, q.lit.Not(), x.On), x.A, x.B, at, asNode, asEdge)
}

// everything appends the false literals of all nodes and edges.
func (g *Graph) everything(dst []engine.Lit, at int32) []engine.Lit {
	put := func(l engine.Lit) {
		if g.e.ValueBefore(l, at) > 0 {
			l = l.Not()
		}
		dst = append(dst, l)
	}
	for _, l := range g.nodes {
		put(l)
	}
	for i := range g.edges {
		put(g.edges[i].On)
	}
	return dst
}

// tie appends the negated literals of what is known to join two nodes before a position of the trail: ways, and Sames that are
// true, with a node and an edge taken as there.
func (g *Graph) tie(dst []engine.Lit, a, b, at, asNode, asEdge int32) []engine.Lit {
	w := g.walk
	there := func(v int32) bool { return v == asNode || g.nodeAt(v, at) > 0 }
	w.tick++
	w.mark[a], w.edge[a] = w.tick, none
	w.queue = append(w.queue[:0], a)
	put := func(from, to, by int32) { // by an edge, or by the query -2-by
		if w.mark[to] != w.tick {
			w.mark[to], w.edge[to], w.depth[to] = w.tick, by, from
			w.queue = append(w.queue, to)
		}
	}
	for i := 0; i < len(w.queue) && w.mark[b] != w.tick; i++ {
		v := w.queue[i]
		for _, r := range g.around(v) {
			if there(r.to) && (r.edge == asEdge || g.e.ValueBefore(g.edges[r.edge].On, at) > 0) {
				put(v, r.to, r.edge)
			}
		}
		for _, k := range g.sameAt[v] {
			if q := &g.queries[k]; g.e.ValueBefore(q.lit, at) > 0 {
				put(v, q.a+q.b-v, -2-k)
			}
		}
	}
	for v := b; ; v = w.depth[v] {
		if v != asNode {
			dst = append(dst, g.nodes[v].Not())
		}
		if v == a {
			return dst
		}
		switch i := w.edge[v]; {
		case i < none:
			dst = append(dst, g.queries[-2-i].lit.Not())
		case i != asEdge:
			dst = append(dst, g.edges[i].On.Not())
		}
	}
}

// classesAt finds the classes that were known before a position of the trail.
func (g *Graph) classesAt(at int32) []int32 {
	of := make([]int32, len(g.nodes))
	for v := range of {
		of[v] = none
	}
	var queue []int32
	for start := range of {
		if of[start] != none || g.nodeAt(int32(start), at) <= 0 {
			continue
		}
		c := int32(start)
		of[start] = c
		queue = append(queue[:0], c)
		for i := 0; i < len(queue); i++ {
			put := func(u int32) {
				if of[u] == none && g.nodeAt(u, at) > 0 {
					of[u] = c
					queue = append(queue, u)
				}
			}
			v := queue[i]
			for _, a := range g.around(v) {
				if g.e.ValueBefore(g.edges[a.edge].On, at) > 0 {
					put(a.to)
				}
			}
			for _, k := range g.sameAt[v] {
				if q := &g.queries[k]; g.e.ValueBefore(q.lit, at) > 0 {
					put(q.a + q.b - v)
				}
			}
		}
	}
	g.e.Pass(len(g.nodes) + len(g.edges) + len(g.same))
	return of
}

// unreached appends why no way leads from one node of a Same to the other, without a node and an edge: what closes off what the
// one can reach, or the other, if that is shorter.
func (g *Graph) unreached(dst []engine.Lit, q *query, at, noNode, noEdge int32) []engine.Lit {
	for _, v := range []int32{q.a, q.b} {
		if g.nodeAt(v, at) < 0 {
			return append(dst, g.nodes[v])
		}
	}
	of := g.classesAt(at)
	n := len(dst)
	dst = g.fenced(dst, q.a, of, at, noNode, noEdge)
	m := len(dst)
	dst = g.fenced(dst, q.b, of, at, noNode, noEdge)
	if len(dst)-m < m-n {
		return append(dst[:n], dst[m:]...)
	}
	return dst[:m]
}

// fenced appends the border of what a node reaches without passing through classes that Sames keep apart from its own, and why
// they do.
func (g *Graph) fenced(dst []engine.Lit, root int32, of []int32, at, noNode, noEdge int32) []engine.Lit {
	by := map[int32]barrier{} // by class: what keeps it apart
	wall := g.wallBefore(at)
	note := func(u int32, x barrier) {
		if of[u] != none {
			if _, known := by[of[u]]; !known {
				by[of[u]] = x
			}
		}
	}
	for v := range of {
		if of[root] == none || of[v] != of[root] {
			continue
		}
		v := int32(v)
		for _, k := range g.sameAt[v] {
			if q := &g.queries[k]; g.e.ValueBefore(q.lit, at) < 0 {
				note(q.a+q.b-v, barrier{k, none})
			}
		}
		for _, a := range g.around(v) {
			if wall != none && g.e.ValueBefore(g.edges[a.edge].On, at) < 0 {
				note(a.to, barrier{wall, a.edge})
			}
		}
	}
	barred := func(v int32) bool {
		if of[v] == none {
			return false
		}
		_, yes := by[of[v]]
		return yes
	}
	w := g.walk
	w.tick++
	w.queue = append(w.queue[:0], root)
	w.mark[root] = w.tick
	var fence []int32
	for i := 0; i < len(w.queue); i++ {
		for _, a := range g.around(w.queue[i]) {
			if w.mark[a.to] == w.tick || a.to == noNode || a.edge == noEdge || g.edgeAt(a.edge, at) < 0 {
				continue
			}
			w.mark[a.to] = w.tick
			if barred(a.to) {
				fence = append(fence, a.to)
			} else {
				w.queue = append(w.queue, a.to)
			}
		}
	}
	dst = g.border(dst, at, noNode, noEdge)
	for _, v := range fence {
		dst = g.between(dst, root, v, by[of[v]], of, at)
	}
	return dst
}

// wallBefore gives a Parted that was true before a position of the trail.
func (g *Graph) wallBefore(at int32) int32 {
	for _, k := range g.partings {
		if g.e.ValueBefore(g.queries[k].lit, at) > 0 {
			return k
		}
	}
	return none
}

// between appends why a barrier keeps two nodes apart: itself, and what ties each of them to its side of it.
func (g *Graph) between(dst []engine.Lit, v, u int32, x barrier, of []int32, at int32) []engine.Lit {
	q := &g.queries[x.query]
	a, b := q.a, q.b
	if x.edge == none {
		dst = append(dst, q.lit)
	} else {
		y := &g.edges[x.edge]
		a, b = y.A, y.B
		dst = append(dst, q.lit.Not(), y.On)
	}
	if of[a] != of[v] {
		a, b = b, a
	}
	return g.tie(g.tie(dst, v, a, at, none, none), u, b, at, none, none)
}
