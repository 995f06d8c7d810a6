package graphs

import "github.com/quandary-puzzles/quandary/solve/native/engine"

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
)

// Same posts that l is true where a and b are both there and in one group.
func (g *Graph) Same(l engine.Lit, a, b int32) int32 {
	place, name := g.add(query{kind: sameGroup, lit: l, a: a, b: b})
	g.same = append(g.same, place)
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

// barrier is why two groups may not become one: by query, and the edge that stands between them, or none for a Same that is
// false.
type barrier struct{ query, edge int32 }

func (g *Graph) bar(a, b int32, x barrier) {
	a, b = min(a, b), max(a, b)
	if _, known := g.apart[[2]int32{a, b}]; !known {
		g.apart[[2]int32{a, b}] = x
	}
}

func (g *Graph) runSame(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	value := g.e.Value(q.lit)
	ga, gb := g.grp.of[q.a], g.grp.of[q.b]
	if ga >= 0 && ga == gb {
		return value > 0 || c.Because(q.lit, engine.Why{Query: place, Kind: joined, A: q.a, B: q.b})
	}
	if value >= 0 && g.comp.of[q.a] != g.comp.of[q.b] {
		return c.Because(q.lit.Not(), engine.Why{Query: place, Kind: split, A: q.a, B: q.b})
	}
	switch {
	case value > 0:
		return g.keep(c, place, q.a, 1, func(v int32) bool { return v == q.b })
	case value == 0:
		return true
	}
	if ga >= 0 && gb >= 0 {
		g.bar(ga, gb, barrier{place, none})
		return true
	}
	// One is there, the other is open: it is not there where an edge would tie it to the first.
	a, b := q.a, q.b
	if ga < 0 {
		a, b = b, a
	}
	if g.grp.of[a] < 0 || g.node[b] < 0 {
		return true
	}
	for _, j := range g.attached(b) {
		if j.group == g.grp.of[a] {
			return c.Because(g.nodes[b].Not(), engine.Why{Query: place, Kind: byNode, A: b})
		}
	}
	return true
}

// keep makes true what the group of a cannot do without to reach need of the nodes that target tells.
func (g *Graph) keep(c *engine.Conclusions, place, a int32, need int64, target func(v int32) bool) bool {
	weight := func(v int32) int64 {
		if target(v) {
			return 1
		}
		return 0
	}
	all := g.cuts(a, weight, nil)
	w := g.walk
	for _, v := range w.order {
		if v == a {
			continue
		}
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
	group := g.grp.of[q.a]
	least := func(p *parts, part int32) int32 { return p.order[p.start[part]] } // walks start from the smallest node
	if m := least(&g.grp, group); m < q.a {
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
	for _, v := range g.grp.members(group) {
		for _, a := range g.around(v) {
			on := g.edges[a.edge].On
			switch {
			case g.grp.of[a.to] == group || g.edge[a.edge] < 0:
			case g.node[a.to] > 0: // between two groups
				if m := least(&g.grp, g.grp.of[a.to]); m < q.a && !c.Because(on.Not(), engine.Why{Query: place, Kind: byEdge, A: a.edge, B: m}) {
					return false
				}
			case g.e.Value(on) > 0:
				m := a.to
				for _, j := range g.attached(a.to) {
					m = min(m, least(&g.grp, j.group))
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
		a, b := g.grp.of[x.A], g.grp.of[x.B]
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
	for _, s := range g.node {
		if s == 0 {
			return true
		}
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
	barred := func(a, b int32) (barrier, bool) {
		x, ok := g.apart[[2]int32{min(a, b), max(a, b)}]
		return x, ok
	}
	for i := range g.edges {
		x := &g.edges[i]
		a, b := g.grp.of[x.A], g.grp.of[x.B]
		if a < 0 || b < 0 || a == b || g.edge[i] != 0 {
			continue
		}
		if y, ok := barred(a, b); ok && !c.Because(x.On.Not(), engine.Why{Query: y.query, Kind: byEdge, A: int32(i), B: y.edge}) {
			return false
		}
	}
	for v, s := range g.node {
		if s != 0 {
			continue
		}
		js := g.attached(int32(v))
	pairs:
		for i := range js {
			for k := range i {
				if y, ok := barred(js[i].group, js[k].group); ok {
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
		return g.way(dst, why.A, why.B, at, none, none)
	case split:
		return g.separate(dst, why.A, why.B, at, none, none)
	case broken:
		x := &g.edges[why.A]
		return g.way(append(dst, x.On), x.A, x.B, at, none, none)
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
			return g.separate(append(dst, q.lit.Not()), q.a, q.b, at, noNode, noEdge)
		}
		return g.closed(append(dst, q.lit, g.nodes[q.a].Not()), q.a, at, noNode, noEdge)
	}
	asNode, asEdge := why.A, none
	if why.Kind == byEdge {
		asNode, asEdge = none, why.A
	}
	switch q.kind {
	case sameGroup:
		return g.way(append(dst, q.lit), q.a, q.b, at, asNode, asEdge)
	case firstOfGroup:
		return g.way(append(dst, q.lit.Not()), q.a, why.B, at, asNode, asEdge)
	}
	x := &g.edges[why.B]
	return g.way(append(dst, q.lit.Not(), x.On), x.A, x.B, at, asNode, asEdge)
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
