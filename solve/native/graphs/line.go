package graphs

import "github.com/quandary-puzzles/quandary/solve/native/engine"

// Kinds of conclusions about cycles.
const (
	cycle     = iota // there is a cycle through the edge A
	closing          // the edge A would close a cycle
	doubled          // the node A would close a cycle, by the edge B and another
	noCycle          // there can be no cycle
	bridge           // one closed line: the edge A is a bridge
	elsewhere        // the edge A is not in the block of the edge B, which counts
	early            // the edge A would close a line while the edge B lies elsewhere
	shut             // the edge B is part of a closed line, the edge A is not
	done             // everything is decided, and it is one closed line
)

// Acyclic posts that l is true where the edges that count form no cycle.
func (g *Graph) Acyclic(l engine.Lit) int32 {
	place, name := g.add(query{kind: acyclic, lit: l})
	g.forests = append(g.forests, place)
	return name
}

func (g *Graph) runForest(c *engine.Conclusions, place int32) bool {
	q := &g.queries[place]
	value := g.e.Value(q.lit)
	g.findGroups()
	// A walk over the groups meets a node twice where there is a cycle.
	w := g.walk
	w.tick++
	for _, root := range g.grp.order {
		if w.mark[root] == w.tick {
			continue
		}
		w.mark[root], w.edge[root] = w.tick, none
		w.queue = append(w.queue[:0], root)
		for i := 0; i < len(w.queue); i++ {
			v := w.queue[i]
			for _, a := range g.around(v) {
				switch {
				case g.edge[a.edge] <= 0 || a.edge == w.edge[v]:
				case w.mark[a.to] == w.tick:
					return value < 0 || c.Because(q.lit.Not(), engine.Why{Query: place, Kind: cycle, A: a.edge})
				default:
					w.mark[a.to], w.edge[a.to] = w.tick, a.edge
					w.queue = append(w.queue, a.to)
				}
			}
		}
	}
	if value > 0 {
		return g.noClosing(c, place)
	}
	g.findComps()
	edges := 0
	for i := range g.edges {
		if g.edge[i] >= 0 {
			edges++
		}
	}
	if edges == len(g.comp.order)-g.comp.count() {
		return c.Because(q.lit, engine.Why{Query: place, Kind: noCycle})
	}
	return true
}

// noClosing excludes what would close a cycle: an open edge within a group, an open node that two edges tie to one.
func (g *Graph) noClosing(c *engine.Conclusions, place int32) bool {
	for i := range g.edges {
		x := &g.edges[i]
		if a := g.grp.of[x.A]; g.edge[i] == 0 && a >= 0 && a == g.grp.of[x.B] {
			if !c.Because(x.On.Not(), engine.Why{Query: place, Kind: closing, A: int32(i)}) {
				return false
			}
		}
	}
	for v, s := range g.node {
		if s != 0 {
			continue
		}
		js := g.attached(&g.grp, int32(v))
	arcs:
		for _, a := range g.around(int32(v)) {
			if g.node[a.to] <= 0 || g.e.Value(g.edges[a.edge].On) <= 0 {
				continue
			}
			for _, j := range js {
				if j.group == g.grp.of[a.to] && j.arc.edge != a.edge {
					if !c.Because(g.nodes[v].Not(), engine.Why{Query: place, Kind: doubled, A: j.arc.edge, B: a.edge}) {
						return false
					}
					break arcs
				}
			}
		}
	}
	return true
}

func (g *Graph) explainForest(dst []engine.Lit, why engine.Why, at int32) []engine.Lit {
	q := &g.queries[why.Query]
	if why.Kind == noCycle {
		return g.missing(dst, at)
	}
	x := &g.edges[why.A]
	switch why.Kind {
	case cycle:
		return g.wayWithout(append(dst, x.On.Not()), x.A, x.B, none, why.A, at)
	case closing:
		return g.wayWithout(append(dst, q.lit.Not()), x.A, x.B, none, why.A, at)
	}
	// Two edges tie a node to one group.
	y := &g.edges[why.B]
	v := x.A
	if v != y.A && v != y.B || x.A+x.B == y.A+y.B && g.nodeAt(v, at) > 0 {
		v = x.B
	}
	dst = append(dst, q.lit.Not(), x.On.Not(), y.On.Not())
	return g.wayWithout(dst, x.A+x.B-v, y.A+y.B-v, v, none, at)
}

// missing appends the literals of all that is not there.
func (g *Graph) missing(dst []engine.Lit, at int32) []engine.Lit {
	for v := range g.nodes {
		if g.nodeAt(int32(v), at) < 0 {
			dst = append(dst, g.nodes[v])
		}
	}
	for i := range g.edges {
		y := &g.edges[i]
		if g.e.ValueBefore(y.On, at) < 0 && g.nodeAt(y.A, at) >= 0 && g.nodeAt(y.B, at) >= 0 {
			dst = append(dst, y.On)
		}
	}
	return dst
}

// wayWithout appends the negated literals of a way between two nodes that does not use a node and an edge: what is
// concluded not to be there may have been found to be there since the run began.
func (g *Graph) wayWithout(dst []engine.Lit, a, b, noNode, noEdge, at int32) []engine.Lit {
	w := g.walk
	w.tick++
	w.mark[a], w.edge[a] = w.tick, none
	w.queue = append(w.queue[:0], a)
	for i := 0; i < len(w.queue) && w.mark[b] != w.tick; i++ {
		for _, r := range g.around(w.queue[i]) {
			if r.edge != noEdge && r.to != noNode && w.mark[r.to] != w.tick && g.edgeAt(r.edge, at) > 0 {
				w.mark[r.to], w.edge[r.to] = w.tick, r.edge
				w.queue = append(w.queue, r.to)
			}
		}
	}
	dst = g.back(dst, b, none, none)
	w.tick++
	return dst
}

// How many looks at blocks in vain make them rarer by one run in between, and how many runs may lie between two.
const (
	patience = 8
	maxWait  = 24
)

// chains are the lines that the edges of a loop form so far.
type chains struct {
	end  []int32 // by node with one edge that counts: the other end of its line, and how long that is
	size []int32
	mark []uint32
	tick uint32
	deg  []int8
	// By edge, whether it counts, when all is decided.
	counts []int8
	idle   int // looks at blocks in vain since the last useful one
	wait   int // runs until the next look
	// The block of each edge: the edges of one lie on a cycle with each other.
	block []int32
}

// Loop posts that l is true where the edges that count form one closed line. counts tells by edge the literal of its counting.
func (g *Graph) Loop(l engine.Lit, counts []engine.Lit) int32 {
	place, name := g.add(query{kind: oneLoop, lit: l, counts: counts})
	g.loops = append(g.loops, place)
	for _, m := range counts {
		g.watch.Lit(m, about(-1, on))
		g.watch.Lit(m.Not(), about(-1, off))
	}
	if g.chain.end == nil {
		n := len(g.nodes)
		g.chain.end, g.chain.size = make([]int32, n), make([]int32, n)
		g.chain.mark, g.chain.deg = make([]uint32, n), make([]int8, n)
		g.chain.block, g.chain.counts = make([]int32, len(g.edges)), make([]int8, len(g.edges))
	}
	// Degrees: an edge has another at each end, and no node has three.
	g.e.AddLemma(name, append([]engine.Lit{l.Not()}, counts...)...)
	for v := range g.nodes {
		arcs := g.around(int32(v))
		for i, a := range arcs {
			lits := []engine.Lit{l.Not(), counts[a.edge].Not()}
			for k, b := range arcs {
				if k != i {
					lits = append(lits, counts[b.edge])
				}
				for m := range k {
					if i < m {
						g.e.AddLemma(name, l.Not(), counts[a.edge].Not(), counts[arcs[m].edge].Not(), counts[b.edge].Not())
					}
				}
			}
			g.e.AddLemma(name, lits...)
		}
	}
	return name
}

func (g *Graph) runLoop(c *engine.Conclusions, place int32, news uint8) bool {
	q := &g.queries[place]
	value := g.e.Value(q.lit)
	if value > 0 {
		if news&(on|known) != 0 && !g.runLine(c, place, q) {
			return false
		}
		if g.blocked && news&(off|known) == 0 {
			return true
		}
		// Blocks only save search, and cost more than all else: where they have been of no use for long, they are looked at
		// more rarely.
		h := &g.chain
		if h.wait > 0 && news&known == 0 {
			h.wait--
			return true
		}
		before := g.e.Position()
		ok := g.runBlocks(c, place, q)
		if !ok || g.e.Position() != before {
			h.idle = 0
		} else if h.idle++; h.idle >= patience {
			h.wait = min(h.idle/patience, maxWait)
		}
		return ok
	}
	for i, l := range q.counts { // as it is now: something may have been concluded in this run
		if g.chain.counts[i] = int8(g.e.Value(l)); g.chain.counts[i] == 0 {
			return true
		}
	}
	if g.isLoop() {
		return value > 0 || c.Because(q.lit, engine.Why{Query: place, Kind: done})
	}
	return value < 0 || c.Because(q.lit.Not(), engine.Why{Query: place, Kind: done})
}

// isLoop reports whether the edges that count now are one closed line.
func (g *Graph) isLoop() bool {
	start, edges := none, 0
	for v := range g.nodes {
		degree := 0
		for _, a := range g.around(int32(v)) {
			if g.chain.counts[a.edge] > 0 {
				degree++
			}
		}
		if degree != 0 && degree != 2 {
			return false
		}
		if degree == 2 {
			edges++
			start = int32(v)
		}
	}
	if start == none {
		return false
	}
	length := 0
	v, by := start, none
	for {
		for _, a := range g.around(v) {
			if g.chain.counts[a.edge] > 0 && a.edge != by {
				v, by = a.to, a.edge
				break
			}
		}
		length++
		if v == start {
			return length == edges
		}
	}
}

// runLine looks at the lines drawn so far: none may be closed while another edge counts elsewhere.
func (g *Graph) runLine(c *engine.Conclusions, place int32, q *query) bool {
	h := &g.chain
	clear(h.deg)
	count := int32(0)
	some := none
	for i := range g.edges {
		if g.edge[i] > 0 {
			count++
			some = int32(i)
			x := &g.edges[i]
			if h.deg[x.A]++; h.deg[x.A] > 2 {
				return true // the clauses about degrees see to it
			}
			if h.deg[x.B]++; h.deg[x.B] > 2 {
				return true
			}
		}
	}
	if some == none {
		return true
	}
	// Follow each line from an end.
	h.tick++
	met := int32(0)
	for v := range g.nodes {
		v := int32(v)
		if h.deg[v] != 1 || h.mark[v] == h.tick {
			continue
		}
		n, to := int32(0), v
		for by := none; ; n++ {
			h.mark[to] = h.tick
			next := none
			for _, a := range g.around(to) {
				if g.edge[a.edge] > 0 && a.edge != by {
					next, by = a.to, a.edge
					break
				}
			}
			if next == none {
				break
			}
			to = next
		}
		h.end[v], h.end[to] = to, v
		h.size[v], h.size[to] = n, n
		met += n
	}
	if met < count { // there is a closed line
		on := none
		for i := range g.edges {
			if x := &g.edges[i]; g.edge[i] > 0 && h.mark[x.A] != h.tick {
				on = int32(i)
				break
			}
		}
		in := map[int32]bool{}
		v, by := g.edges[on].A, none
		for !in[v] {
			in[v] = true
			for _, a := range g.around(v) {
				if g.edge[a.edge] > 0 && a.edge != by {
					v, by = a.to, a.edge
					break
				}
			}
		}
		for i := range g.edges {
			x := &g.edges[i]
			if g.edge[i] >= 0 && !(g.edge[i] > 0 && in[x.A]) && !c.Because(q.counts[i].Not(), engine.Why{Query: place, Kind: shut, A: int32(i), B: on}) {
				return false
			}
		}
		return true
	}
	for i := range g.edges {
		x := &g.edges[i]
		if g.edge[i] != 0 || h.deg[x.A] != 1 || h.deg[x.B] != 1 || h.end[x.A] != x.B || h.size[x.A] == count {
			continue
		}
		// An edge of another line.
		other := none
		for k := range g.edges {
			if y := &g.edges[k]; g.edge[k] > 0 && !g.onLine(x.A, y) {
				other = int32(k)
				break
			}
		}
		if !c.Because(q.counts[i].Not(), engine.Why{Query: place, Kind: early, A: int32(i), B: other}) {
			return false
		}
	}
	return true
}

// onLine reports whether an edge lies on the line that ends at a node.
func (g *Graph) onLine(end int32, y *Edge) bool {
	for by := none; ; {
		next := none
		for _, a := range g.around(end) {
			if g.edge[a.edge] > 0 && a.edge != by {
				if x := &g.edges[a.edge]; x == y {
					return true
				}
				next, by = a.to, a.edge
				break
			}
		}
		if next == none {
			return false
		}
		end = next
	}
}

// runBlocks excludes the edges that are on no cycle with an edge that counts, and those on no cycle at all.
func (g *Graph) runBlocks(c *engine.Conclusions, place int32, q *query) bool {
	h := &g.chain
	w := g.walk
	main := none // the block of the edges that count
	with := none
	for i := range h.block {
		h.block[i] = none
	}
	blocks := int32(0)
	clear(h.deg) // 1 where a walk was
	for root := range g.nodes {
		if h.deg[root] != 0 || g.node[root] < 0 {
			continue
		}
		g.cuts(int32(root), nil, nil)
		for _, v := range w.order {
			h.deg[v] = 1
		}
		// A tree edge begins a block where what hangs below it cannot rise above its upper node. In the order of the walk, the
		// upper edge of a block comes before all others of it.
		for _, v := range w.order[1:] {
			i := w.edge[v]
			u := g.edges[i].A + g.edges[i].B - v
			if w.low[v] >= w.disc[u] {
				h.block[i] = blocks
				blocks++
			} else {
				h.block[i] = h.block[w.edge[u]]
			}
		}
		for _, v := range w.order[1:] {
			for _, a := range g.around(v) { // back edges, from their lower node
				if g.edge[a.edge] >= 0 && h.block[a.edge] == none && w.disc[a.to] < w.disc[v] {
					h.block[a.edge] = h.block[w.edge[v]]
				}
			}
		}
	}
	size := fill32(w.other, int(blocks), 0)
	w.other = size
	for i, b := range h.block {
		if b >= 0 {
			size[b]++
		}
		if g.edge[i] > 0 && main == none {
			main, with = b, int32(i)
		}
	}
	for i, b := range h.block {
		if b < 0 {
			continue
		}
		why := engine.Why{Query: place, Kind: elsewhere, A: int32(i), B: with}
		switch {
		case size[b] == 1:
			why.Kind = bridge
		case main == none || b == main:
			continue
		}
		if !c.Because(q.counts[i].Not(), why) {
			return false
		}
	}
	g.blocked = main != none
	return true
}

func fill32(s []int32, n int, x int32) []int32 {
	s = s[:0]
	for range n {
		s = append(s, x)
	}
	return s
}

// countsAt is the value of the counting of an edge before a position of the trail.
func (g *Graph) countsAt(q *query, i, at int32) int { return g.e.ValueBefore(q.counts[i], at) }

// line appends the negated literals of a line between the ends of an edge that uses neither that edge nor another. (What is known
// may have grown since the conclusion: the line is found again rather than followed.)
func (g *Graph) line(dst []engine.Lit, q *query, ends, other, at int32) []engine.Lit {
	w := g.walk
	from, to := g.edges[ends].A, g.edges[ends].B
	w.tick++
	w.mark[from], w.edge[from] = w.tick, none
	w.queue = append(w.queue[:0], from)
	for i := 0; i < len(w.queue) && w.mark[to] != w.tick; i++ {
		for _, r := range g.around(w.queue[i]) {
			if r.edge != ends && r.edge != other && w.mark[r.to] != w.tick && g.countsAt(q, r.edge, at) > 0 {
				w.mark[r.to], w.edge[r.to] = w.tick, r.edge
				w.queue = append(w.queue, r.to)
			}
		}
	}
	for v := to; v != from; {
		i := w.edge[v]
		dst = append(dst, q.counts[i].Not())
		v = g.edges[i].A + g.edges[i].B - v
	}
	return dst
}

func (g *Graph) explainLoop(dst []engine.Lit, why engine.Why, at int32) []engine.Lit {
	q := &g.queries[why.Query]
	if why.Kind == done {
		for i, l := range q.counts {
			if g.countsAt(q, int32(i), at) > 0 {
				l = l.Not()
			}
			dst = append(dst, l)
		}
		return dst
	}
	dst = append(dst, q.lit.Not())
	x := &g.edges[why.A]
	switch why.Kind {
	case bridge:
		return g.separate(dst, x.A, x.B, at, none, why.A)
	case early:
		return g.line(append(dst, q.counts[why.B].Not()), q, why.A, why.B, at)
	case shut:
		return g.line(append(dst, q.counts[why.B].Not()), q, why.B, why.A, at)
	case elsewhere:
		return g.explainElsewhere(append(dst, q.counts[why.B].Not()), why, at)
	}
	return dst
}

// explainElsewhere appends the border that closes off the part that an edge lies in from another edge, but for the node through
// which a line would have to pass twice.
func (g *Graph) explainElsewhere(dst []engine.Lit, why engine.Why, at int32) []engine.Lit {
	x, y := &g.edges[why.A], &g.edges[why.B]
	g.edgesAt(at)
	g.cuts(y.A, nil, nil)
	w := g.walk
	if w.mark[x.A] != w.tick {
		return g.separate(dst, x.A, y.A, at, none, none)
	}
	v := x.A
	if w.disc[x.B] > w.disc[v] {
		v = x.B
	}
	for {
		u := g.edges[w.edge[v]].A + g.edges[w.edge[v]].B - v
		if w.low[v] >= w.disc[u] {
			return g.closed(dst, v, at, u, none)
		}
		v = u
	}
}

// edgesAt sets what is known of the edges to what was known before a position of the trail. The next run reads it anew.
func (g *Graph) edgesAt(at int32) {
	for i := range g.edges {
		g.edge[i] = int8(g.edgeAt(int32(i), at))
	}
}

// Explain gives the reason of a conclusion.
func (g *Graph) Explain(dst []engine.Lit, _ engine.Lit, why engine.Why, at int32) []engine.Lit {
	g.swap()
	defer g.swap()
	switch g.queries[why.Query].kind {
	case connected, groupCount:
		return g.explainCount(dst, why, at)
	case groupSum:
		return g.explainSum(dst, why, at)
	case acyclic:
		return g.explainForest(dst, why, at)
	case oneLoop:
		return g.explainLoop(dst, why, at)
	}
	return g.explainSame(dst, why, at)
}

func (g *Graph) swap() {
	g.walk, g.spare = g.spare, g.walk
	g.edge, g.then = g.then, g.edge
}
