package graphs

import "github.com/quandary-puzzles/quandary/solve/native/engine"

// walk is the scratch of walks over a graph.
type walk struct {
	mark   []uint32 // by node: the tick of the walk that met it
	edge   []int32  // by node: the edge that the walk came by, or -1
	depth  []int32
	queue  []int32
	other  []int32
	tick   uint32
	joints []joint

	inside     []uint32 // by node: the tick of the last time that it was within a limit
	insideTick uint32

	// Of cuts.
	disc, low, next []int32
	weight          []int64 // by node: of what hangs below it in the tree of the walk
	cut             []int64 // by node: the weight that is cut off when it goes
	order           []int32 // the nodes met, in the order of their numbers disc
	stack           []int32
}

func newWalk(n int) *walk {
	w := &walk{}
	w.mark, w.edge, w.depth = make([]uint32, n), make([]int32, n), make([]int32, n)
	w.inside = make([]uint32, n)
	w.disc, w.low, w.next = make([]int32, n), make([]int32, n), make([]int32, n)
	w.weight, w.cut = make([]int64, n), make([]int64, n)
	return w
}

// none is no node and no edge.
const none = int32(-1)

// nodeAt is the value that a node had before a position of the trail.
func (g *Graph) nodeAt(v, at int32) int { return g.e.ValueBefore(g.nodes[v], at) }

// edgeAt is the same for an edge, together with its nodes.
func (g *Graph) edgeAt(i, at int32) int {
	x := &g.edges[i]
	return min(g.e.ValueBefore(x.On, at), g.nodeAt(x.A, at), g.nodeAt(x.B, at))
}

// reach walks from a node over all that might have been there before at, but for a node and an edge that are left out. What
// it met is in queue and marked with the tick.
func (g *Graph) reach(root, at, noNode, noEdge int32) {
	w := g.walk
	w.tick++
	w.queue = w.queue[:0]
	if g.nodeAt(root, at) < 0 || root == noNode {
		return
	}
	w.mark[root] = w.tick
	w.queue = append(w.queue, root)
	for i := 0; i < len(w.queue); i++ {
		for _, a := range g.around(w.queue[i]) {
			if w.mark[a.to] != w.tick && a.to != noNode && a.edge != noEdge && g.edgeAt(a.edge, at) >= 0 {
				w.mark[a.to] = w.tick
				w.queue = append(w.queue, a.to)
			}
		}
	}
}

// border appends the false literals that close off what the last reach met: for each edge that leads out, that of the edge or
// of the node that it leads to, but for the node and the edge that were left out.
func (g *Graph) border(dst []engine.Lit, at, noNode, noEdge int32) []engine.Lit {
	w := g.walk
	in := w.tick
	w.tick++ // marks nodes named, so that none is named twice
	for _, v := range w.queue {
		for _, a := range g.around(v) {
			if m := w.mark[a.to]; m == in || m == w.tick || a.to == noNode || a.edge == noEdge {
				continue
			}
			on := g.edges[a.edge].On
			switch {
			case on == engine.False:
			case g.nodeAt(a.to, at) < 0:
				w.mark[a.to] = w.tick
				dst = append(dst, g.nodes[a.to])
			case g.e.ValueBefore(on, at) < 0:
				dst = append(dst, on)
			}
		}
	}
	return dst
}

// closed appends the border of the comp of root, or the literal of root where it was not there.
func (g *Graph) closed(dst []engine.Lit, root, at, noNode, noEdge int32) []engine.Lit {
	if g.nodeAt(root, at) < 0 {
		return append(dst, g.nodes[root])
	}
	g.reach(root, at, noNode, noEdge)
	return g.border(dst, at, noNode, noEdge)
}

// separate appends the shorter of the borders of two nodes that lie in different comps.
func (g *Graph) separate(dst []engine.Lit, a, b, at, noNode, noEdge int32) []engine.Lit {
	n := len(dst)
	dst = g.closed(dst, a, at, noNode, noEdge)
	m := len(dst)
	dst = g.closed(dst, b, at, noNode, noEdge)
	if len(dst)-m < m-n {
		dst = append(dst[:n], dst[m:]...)
		return dst
	}
	return dst[:m]
}

// surely walks from a node over what was surely there before at, with a node and an edge taken as if they were. It stops when
// done says so.
func (g *Graph) surely(root, at, asNode, asEdge int32, done func(v int32) bool) bool {
	w := g.walk
	there := func(v int32) bool { return v == asNode || g.nodeAt(v, at) > 0 }
	w.tick++
	w.queue = w.queue[:0]
	if !there(root) {
		return false
	}
	w.mark[root], w.edge[root] = w.tick, none
	w.queue = append(w.queue, root)
	if done(root) {
		return true
	}
	for i := 0; i < len(w.queue); i++ {
		for _, a := range g.around(w.queue[i]) {
			if w.mark[a.to] == w.tick || !there(a.to) || a.edge != asEdge && g.e.ValueBefore(g.edges[a.edge].On, at) <= 0 {
				continue
			}
			w.mark[a.to], w.edge[a.to] = w.tick, a.edge
			w.queue = append(w.queue, a.to)
			if done(a.to) {
				return true
			}
		}
	}
	return false
}

// back appends the negated literals of the way by which the last surely came to a node; those taken as if, and those named
// before (marked with the tick after it), are left out.
func (g *Graph) back(dst []engine.Lit, v, asNode, asEdge int32) []engine.Lit {
	w := g.walk
	for v != none && w.mark[v] == w.tick {
		w.mark[v] = w.tick + 1
		if v != asNode {
			dst = append(dst, g.nodes[v].Not())
		}
		i := w.edge[v]
		if i == none {
			break
		}
		if i != asEdge {
			dst = append(dst, g.edges[i].On.Not())
		}
		v = g.edges[i].A + g.edges[i].B - v
	}
	return dst
}

// way appends the negated literals of a shortest way between two nodes of one group.
func (g *Graph) way(dst []engine.Lit, a, b, at, asNode, asEdge int32) []engine.Lit {
	g.surely(a, at, asNode, asEdge, func(v int32) bool { return v == b })
	dst = g.back(dst, b, asNode, asEdge)
	g.walk.tick++
	return dst
}

// cuts walks the comp of root in depth, over the nodes that within allows (nil: all), with the weights of the nodes (nil: none), and finds what it cannot do without
// (Hopcroft and Tarjan, "Algorithm 447: efficient algorithms for graph manipulation", 1973): for each node, in cut, how much weight
// is cut off from the root without it; and a node hangs on a bridge when its low is its disc, with the weight below it in
// weight. It gives the whole weight; the nodes met are in order.
func (g *Graph) cuts(root int32, weight func(v int32) int64, within func(v int32) bool) int64 {
	w := g.walk
	w.tick++
	w.order, w.stack = w.order[:0], w.stack[:0]
	open := func(v, by int32) {
		w.mark[v], w.edge[v] = w.tick, by
		w.disc[v] = int32(len(w.order))
		w.low[v], w.next[v] = w.disc[v], g.first[v]
		if weight != nil {
			w.weight[v], w.cut[v] = weight(v), 0
		}
		w.order = append(w.order, v)
		w.stack = append(w.stack, v)
	}
	open(root, none)
	for len(w.stack) > 0 {
		v := w.stack[len(w.stack)-1]
		if w.next[v] < g.first[v+1] {
			a := g.arcs[w.next[v]]
			w.next[v]++
			switch {
			case g.edge[a.edge] < 0 || a.edge == w.edge[v]:
			case w.mark[a.to] == w.tick:
				w.low[v] = min(w.low[v], w.disc[a.to])
			case within == nil || within(a.to):
				open(a.to, a.edge)
			}
			continue
		}
		w.stack = w.stack[:len(w.stack)-1]
		if len(w.stack) == 0 {
			break
		}
		u := w.stack[len(w.stack)-1]
		w.weight[u] += w.weight[v]
		w.low[u] = min(w.low[u], w.low[v])
		if w.low[v] >= w.disc[u] {
			w.cut[u] += w.weight[v]
		}
	}
	g.e.Pass(3 * len(w.order))
	return w.weight[root]
}
