package graphs

import (
	"slices"

	"github.com/quandary-puzzles/quandary/solve/native/engine"
)

// Kinds of conclusions about the number of groups.
const (
	tooMany   = iota // there are more comps with a node that is there than allowed
	alone            // a node (A) would be one comp too many
	needed           // without a node (A) there would be
	crossed          // without an edge (A) there would be
	fewGroups        // there cannot be more groups
)

// Connected posts that l is true where the nodes form at most one group, and gives the number of the query in the proof.
func (g *Graph) Connected(l engine.Lit) int32 {
	place, name := g.add(query{kind: connected, lit: l})
	g.count = append(g.count, place)
	return name
}

// Groups posts that x is the number of groups.
func (g *Graph) Groups(x engine.Int) int32 {
	place, name := g.add(query{kind: groupCount, x: x})
	g.count = append(g.count, place)
	return name
}

// runCount bounds the number of groups: at least the comps with a node that is there, at most the groups and the open nodes that
// no edge ties to one.
func (g *Graph) runCount(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	if q.kind == connected && g.e.Value(q.lit) > 0 {
		return g.runConnected(c, place)
	}
	g.findComps()
	sure := int64(0) // comps with a node that is there
	inhabited := func(comp int32) bool {
		return slices.ContainsFunc(g.comp.members(comp), func(v int32) bool { return g.node[v] > 0 })
	}
	for comp := range g.comp.count() {
		if inhabited(int32(comp)) {
			sure++
		}
	}
	if q.kind == connected {
		if sure > 1 {
			return c.Because(q.lit.Not(), engine.Why{Query: place, Kind: tooMany, A: 2})
		}
		return g.able() > 1 || c.Because(q.lit, engine.Why{Query: place, Kind: fewGroups})
	}
	lo, hi := g.e.Bounds(q.x)
	if k := min(sure, hi+1); sure > lo && !c.Because(g.e.Ge(q.x, k), engine.Why{Query: place, Kind: tooMany, A: int32(k)}) {
		return false
	}
	if sure == hi {
		for comp := range g.comp.count() {
			members := g.comp.members(int32(comp))
			if !inhabited(int32(comp)) {
				for _, v := range members {
					if !c.Because(g.nodes[v].Not(), engine.Why{Query: place, Kind: alone, A: v}) {
						return false
					}
				}
			} else if !g.runCuts(c, place, members) {
				return false
			}
		}
	}
	able := g.able()
	return able >= hi || c.Because(g.e.Le(q.x, max(able, lo-1)), engine.Why{Query: place, Kind: fewGroups})
}

// able counts the groups that there can be: those that there are, and one for each open node that no edge ties to one.
func (g *Graph) able() int64 {
	g.findGroups()
	able := int64(g.grp.count())
	for v, s := range g.node {
		if s == 0 && len(g.attached(&g.grp, int32(v))) == 0 {
			able++
		}
	}
	return able
}

// runConnected keeps all nodes that are there together. One walk does it: from one of them, what it does not reach is not there.
func (g *Graph) runConnected(c *engine.Conclusions, place int32) bool {
	root := slices.IndexFunc(g.node, func(s int8) bool { return s > 0 })
	if root < 0 {
		return true
	}
	if !g.runCuts(c, place, []int32{int32(root)}) {
		return false
	}
	w := g.walk
	if len(w.order) == len(g.nodes) {
		return true
	}
	for v, s := range g.node {
		if s >= 0 && w.mark[v] != w.tick && !c.Because(g.nodes[v].Not(), engine.Why{Query: place, Kind: alone, A: int32(v)}) {
			return false
		}
	}
	return true
}

// runCuts makes true what keeps the nodes of a comp that are there together.
func (g *Graph) runCuts(c *engine.Conclusions, place int32, members []int32) bool {
	root := members[slices.IndexFunc(members, func(v int32) bool { return g.node[v] > 0 })]
	all := g.cuts(root, func(v int32) int64 { return int64(max(g.node[v], 0)) }, nil)
	if all == 1 {
		return true
	}
	w := g.walk
	for _, v := range w.order {
		if v == root {
			continue
		}
		if g.node[v] == 0 && w.cut[v] > 0 && !c.Because(g.nodes[v], engine.Why{Query: place, Kind: needed, A: v}) {
			return false
		}
		if i := w.edge[v]; w.low[v] == w.disc[v] && w.weight[v] > 0 && !c.Because(g.edges[i].On, engine.Why{Query: place, Kind: crossed, A: i}) {
			return false
		}
	}
	return true
}

func (g *Graph) explainCount(dst []engine.Lit, why engine.Why, at int32) []engine.Lit {
	q := &g.queries[why.Query]
	if why.Kind == fewGroups {
		return g.together(dst, at)
	}
	asNode, noNode, noEdge := none, none, none
	switch why.Kind {
	case alone:
		asNode = why.A
	case needed:
		noNode = why.A
	case crossed:
		noEdge = why.A
	}
	need := int64(2)
	switch {
	case q.kind == connected && why.Kind != tooMany:
		dst = append(dst, q.lit.Not())
	case q.kind == groupCount && why.Kind != tooMany:
		hi, l := g.e.HiBefore(q.x, at)
		dst = append(dst, l.Not())
		need = hi + 1
	case q.kind == groupCount:
		need = int64(why.A)
	}
	return g.distinct(dst, at, asNode, noNode, noEdge, need)
}

// distinct appends the reason why there are so many comps with a node that is there (or all of them, if these are fewer): one
// node of each, and the borders of all but the one with the longest. A node is taken as if it were there, and its comp is
// among them; a node and an edge are left out.
func (g *Graph) distinct(dst []engine.Lit, at, asNode, noNode, noEdge int32, need int64) []engine.Lit {
	type area struct {
		rep  int32
		from int
		to   int
	}
	w := g.walk
	var areas []area
	var lits []engine.Lit
	seen := make([]bool, len(g.nodes))
	visit := func(root int32) {
		from := len(lits)
		g.reach(root, at, noNode, noEdge)
		rep := root
		for _, v := range w.queue {
			seen[v] = true
			if root != asNode && g.nodeAt(v, at) > 0 && g.e.Earlier(g.nodes[v], g.nodes[rep]) {
				rep = v
			}
		}
		lits = g.border(lits, at, noNode, noEdge)
		areas = append(areas, area{rep, from, len(lits)})
	}
	if asNode != none {
		visit(asNode)
	}
	for v := range g.nodes {
		if v := int32(v); !seen[v] && v != noNode && g.nodeAt(v, at) > 0 {
			visit(v)
		}
	}
	keep := areas
	if asNode != none {
		keep = areas[1:]
		need--
	}
	slices.SortStableFunc(keep, func(a, b area) int { return (a.to - a.from) - (b.to - b.from) })
	if int64(len(keep)) > need {
		keep = keep[:need]
	}
	if asNode != none {
		keep = areas[:len(keep)+1]
	}
	long := 0
	for i, a := range keep {
		if a.rep != asNode {
			dst = append(dst, g.nodes[a.rep].Not())
		}
		if a.to-a.from > keep[long].to-keep[long].from {
			long = i
		}
	}
	for i, a := range keep {
		if i != long {
			dst = append(dst, lits[a.from:a.to]...)
		}
	}
	return dst
}

// together appends the reason why there are no more groups: trees of the groups, the edges that tie open nodes to them, and the
// nodes that are not there.
func (g *Graph) together(dst []engine.Lit, at int32) []engine.Lit {
	seen := make([]bool, len(g.nodes))
	w := g.walk
	for v := range g.nodes {
		v := int32(v)
		switch s := g.nodeAt(v, at); {
		case s < 0:
			dst = append(dst, g.nodes[v])
		case s > 0 && !seen[v]:
			g.surely(v, at, none, none, func(int32) bool { return false })
			for _, u := range w.queue {
				seen[u] = true
				dst = append(dst, g.nodes[u].Not())
				if i := w.edge[u]; i != none {
					dst = append(dst, g.edges[i].On.Not())
				}
			}
		}
	}
	for v := range g.nodes {
		if g.nodeAt(int32(v), at) != 0 {
			continue
		}
		for _, a := range g.around(int32(v)) {
			if g.nodeAt(a.to, at) > 0 && g.e.ValueBefore(g.edges[a.edge].On, at) > 0 {
				dst = append(dst, g.edges[a.edge].On.Not())
				break
			}
		}
	}
	return dst
}
