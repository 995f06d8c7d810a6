package graphs

import "github.com/quandary-puzzles/quandary/solve/native/engine"

// Weight is what a node adds to the sum of its group: a number, or one of two numbers as a literal is false or true, or an
// integer.
type Weight struct {
	Kind WeightKind
	Lo   int64 // Number; ByLit: where the literal is false
	Hi   int64 // ByLit: where it is true
	Lit  engine.Lit
	Int  engine.Int
}

// WeightKind tells what a Weight is.
type WeightKind uint8

// The kinds of weights.
const (
	Number WeightKind = iota
	ByLit
	ByInt
)

// family is the queries on sums of the same weights.
type family struct {
	weights  []Weight
	sums     []int32 // by node: the place of the query about its group, or none
	list     []int32 // the queries
	lo, hi   []int64 // by node, in this run: bounds of its weight
	positive bool    // no weight is negative
	unit     bool    // every weight is 1 or more
	constant bool    // every weight is a number

	// By group.
	low, high   []int64 // of the sum of the nodes in it
	least, most []int64 // allowed by its queries
	byLeast     []int32 // the query that says so, or none
	byMost      []int32
	room        []int64 // by comp: the sum of the largest weights
	debt        []int64 // by comp: the sum of the negative ones
	lacking     []lacking
}

// Kinds of conclusions about sums.
const (
	heavy    = iota // the group weighs as much already
	light           // the comp has no more to give
	likeLo          // the same sum at the node B, of the same group, is as large
	likeHi          // or as small
	overNode        // with the node A the group would weigh too much
	overEdge        // with the edge A
	needNode        // without the node A there would be too little
	needEdge        // without the edge A
	farLight        // what is near enough is too little
	farNode         // without the node A, what is near enough would be too little
	farEdge         // without the edge A
)

// heavyWhy says that a group weighs at least so much.
func heavyWhy(place int32, least int64) engine.Why {
	return engine.Why{Query: place, Kind: heavy, A: int32(least >> 32), B: int32(least)}
}

// Sums makes room for queries on sums of weights, one for each node.
func (g *Graph) Sums(weights []Weight) int32 {
	n := len(g.nodes)
	f := &family{weights: weights, sums: make([]int32, n), lo: make([]int64, n), hi: make([]int64, n), positive: true, unit: true, constant: true}
	for v := range f.sums {
		f.sums[v] = none
	}
	for _, w := range weights {
		switch w.Kind {
		case ByLit:
			g.watch.Lit(w.Lit, about(-1, known))
			g.watch.Lit(w.Lit.Not(), about(-1, known))
		case ByInt:
			g.watch.Bounds(w.Int, about(-1, known))
		}
	}
	g.e.Charge(n * bytesWeight)
	g.families = append(g.families, f)
	for v := range weights {
		lo, _ := g.weigh(f, int32(v))
		f.positive = f.positive && lo >= 0
		f.unit = f.unit && lo >= 1
		f.constant = f.constant && weights[v].Kind == Number
	}
	return int32(len(g.families) - 1)
}

// weigh bounds a weight now.
func (g *Graph) weigh(f *family, v int32) (lo, hi int64) {
	switch w := &f.weights[v]; w.Kind {
	case ByLit:
		switch g.e.Value(w.Lit) {
		case 1:
			return w.Hi, w.Hi
		case -1:
			return w.Lo, w.Lo
		}
		return min(w.Lo, w.Hi), max(w.Lo, w.Hi)
	case ByInt:
		return g.e.Bounds(w.Int)
	default:
		return w.Lo, w.Lo
	}
}

// weighLo gives the lower bound that a weight had before at, and the literal, false now, that says that it was not so.
func (g *Graph) weighLo(f *family, v, at int32) (int64, engine.Lit) {
	switch w := &f.weights[v]; w.Kind {
	case ByLit:
		l := w.Lit // false: the other bound
		if w.Hi > w.Lo {
			l = l.Not()
		}
		if g.e.ValueBefore(l, at) < 0 {
			return max(w.Lo, w.Hi), l
		}
		return min(w.Lo, w.Hi), engine.False
	case ByInt:
		lo, l := g.e.LoBefore(w.Int, at)
		return lo, l.Not()
	default:
		return w.Lo, engine.False
	}
}

// weighHi is the same for the upper bound.
func (g *Graph) weighHi(f *family, v, at int32) (int64, engine.Lit) {
	switch w := &f.weights[v]; w.Kind {
	case ByLit:
		l := w.Lit
		if w.Hi < w.Lo {
			l = l.Not()
		}
		if g.e.ValueBefore(l, at) < 0 {
			return min(w.Lo, w.Hi), l
		}
		return max(w.Lo, w.Hi), engine.False
	case ByInt:
		hi, l := g.e.HiBefore(w.Int, at)
		return hi, l.Not()
	default:
		return w.Lo, engine.False
	}
}

// Sum posts that x is the sum of the weights of the family over the group of a, and 0 where a is not there.
func (g *Graph) Sum(x engine.Int, a, fam int32) int32 {
	f := g.families[fam]
	place, name := g.add(query{kind: groupSum, x: x, a: a, family: fam})
	f.sums[a] = place
	f.list = append(f.list, place)
	g.e.AddLemma(name, g.nodes[a], g.e.Ge(x, 0))
	g.e.AddLemma(name, g.nodes[a], g.e.Le(x, 0))
	return name
}

func fill(s []int64, n int, x int64) []int64 {
	s = s[:0]
	for range n {
		s = append(s, x)
	}
	return s
}

const far = int64(1) << 62

// bytesWeight is what the weight of a node holds, with what a run finds about it.
const bytesWeight = 140

// runFamily bounds the sums of a family: of a group that holds a node of a query, from below by the weights in it, and from
// above by those of its comp.
func (g *Graph) runFamily(c *engine.Conclusions, f *family) bool {
	g.findComps()
	g.findGroups()
	groups, comps := g.grp.count(), g.comp.count()
	f.room, f.debt = fill(f.room, comps, 0), fill(f.debt, comps, 0)
	f.low, f.high = fill(f.low, groups, 0), fill(f.high, groups, 0)
	f.least, f.most = fill(f.least, groups, -far), fill(f.most, groups, far)
	f.byLeast, f.byMost = f.byLeast[:0], f.byMost[:0]
	for range groups {
		f.byLeast, f.byMost = append(f.byLeast, none), append(f.byMost, none)
	}
	for v, comp := range g.comp.of {
		if comp < 0 {
			continue
		}
		lo, hi := g.weigh(f, int32(v))
		f.lo[v], f.hi[v] = lo, hi
		f.room[comp] += max(hi, 0)
		f.debt[comp] += min(lo, 0)
		if grp := g.grp.of[v]; grp >= 0 {
			f.low[grp] += lo
			f.high[grp] += hi
		}
	}
	if !f.positive { // what else the comp may bring
		for grp := range groups {
			for _, v := range g.grp.members(int32(grp)) {
				f.low[grp] -= min(f.lo[v], 0)
				f.high[grp] -= max(f.hi[v], 0)
			}
			comp := g.comp.of[g.grp.order[g.grp.start[grp]]]
			f.low[grp] += f.debt[comp]
			f.high[grp] += f.room[comp]
		}
	} else {
		for grp := range groups {
			f.high[grp] = f.room[g.comp.of[g.grp.order[g.grp.start[grp]]]]
		}
	}
	for _, place := range f.list {
		q := &g.queries[place]
		if !g.boundSum(c, f, place, q) {
			return false
		}
	}
	for _, place := range f.list { // what one node of a group knows, all know
		q := &g.queries[place]
		grp := g.grp.of[q.a]
		if grp < 0 {
			continue
		}
		lo, hi := g.e.Bounds(q.x)
		if k := f.least[grp]; k > lo && f.byLeast[grp] != place {
			if !c.Because(g.e.Ge(q.x, min(k, hi+1)), engine.Why{Query: place, Kind: likeLo, A: f.byLeast[grp]}) {
				return false
			}
		}
		if k := f.most[grp]; k < hi && f.byMost[grp] != place {
			if !c.Because(g.e.Le(q.x, max(k, lo-1)), engine.Why{Query: place, Kind: likeHi, A: f.byMost[grp]}) {
				return false
			}
		}
	}
	if f.positive && !g.runOver(c, f) {
		return false
	}
	return g.runNeeds(c, f)
}

// runNeeds makes true what groups cannot do without to become as heavy as they must: each by itself where it can grow little, or
// where there are few; else all of a comp by one walk.
func (g *Graph) runNeeds(c *engine.Conclusions, f *family) bool {
	f.lacking = f.lacking[:0]
	for range g.comp.count() {
		f.lacking = append(f.lacking, lacking{})
	}
	for grp := range g.grp.count() {
		if f.byLeast[grp] == none {
			continue
		}
		have := int64(0)
		for _, v := range g.grp.members(int32(grp)) {
			have += f.lo[v]
		}
		if have >= f.least[grp] {
			continue
		}
		comp := g.comp.of[g.grp.order[g.grp.start[grp]]]
		if f.unit && f.most[grp]-have < int64(len(g.comp.members(comp))) {
			ok, roomy := g.runNear(c, f, int32(grp), have)
			if !ok {
				return false
			}
			if !roomy {
				continue
			}
		}
		l := &f.lacking[comp]
		l.groups++
		l.last = int32(grp)
	}
	for comp, l := range f.lacking {
		switch {
		case l.groups == 0:
		case l.groups == 1:
			if !g.runNeed(c, f, l.last) {
				return false
			}
		case !g.runNeedAll(c, f, int32(comp)):
			return false
		}
	}
	return true
}

// lacking counts the groups of a comp that must become heavier.
type lacking struct{ groups, last int32 }

// runNeedAll looks at all groups of a comp in one walk: what is cut off by a node, or below a bridge, must be heavy enough for each
// group in it.
func (g *Graph) runNeedAll(c *engine.Conclusions, f *family, comp int32) bool {
	w := g.walk
	members := g.comp.members(comp)
	root := members[0]
	for _, v := range members { // the rest, which the root is in, is heavy
		if f.hi[v] > f.hi[root] {
			root = v
		}
	}
	weight := func(v int32) int64 { return max(f.hi[v], 0) }
	g.cuts(root, weight, nil)
	// From the last node met to the first: what the group that lacks most, below each node, asks for.
	for _, v := range w.order {
		w.depth[v] = none // here: the group that asks for most in what hangs below
	}
	for i := len(w.order) - 1; i > 0; i-- {
		v := w.order[i]
		if grp := g.grp.of[v]; grp >= 0 && f.byLeast[grp] != none && (w.depth[v] == none || f.least[grp] > f.least[w.depth[v]]) {
			w.depth[v] = grp
		}
		e := w.edge[v]
		u := g.edges[e].A + g.edges[e].B - v
		grp := w.depth[v]
		if grp == none {
			continue
		}
		if w.depth[u] == none || f.least[grp] > f.least[w.depth[u]] {
			w.depth[u] = grp
		}
		if w.low[v] < w.disc[u] || w.weight[v] >= f.least[grp] {
			continue
		}
		// Below v is too little for a group there, which nothing but u joins to the rest. (Of a group that u is part of, the rest
		// counts too.)
		place := f.byLeast[grp]
		if g.node[u] == 0 && !c.Because(g.nodes[u], engine.Why{Query: place, Kind: needNode, A: u}) {
			return false
		}
		if w.low[v] == w.disc[v] && g.edge[e] == 0 && !c.Because(g.edges[e].On, engine.Why{Query: place, Kind: needEdge, A: e}) {
			return false
		}
	}
	return true
}

// boundSum bounds one sum, and notes what it allows its group.
func (g *Graph) boundSum(c *engine.Conclusions, f *family, place int32, q *query) bool {
	if g.node[q.a] < 0 {
		return true // and x is 0
	}
	lo, hi := g.e.Bounds(q.x)
	grp := g.grp.of[q.a]
	if grp < 0 {
		if room := f.room[g.comp.of[q.a]]; room < hi {
			return c.Because(g.e.Le(q.x, max(room, lo-1)), engine.Why{Query: place, Kind: light})
		}
		if debt := f.debt[g.comp.of[q.a]]; debt > lo {
			return c.Because(g.e.Ge(q.x, min(debt, hi+1)), heavyWhy(place, debt))
		}
		return true
	}
	if k := f.low[grp]; k > lo && !c.Because(g.e.Ge(q.x, min(k, hi+1)), heavyWhy(place, k)) {
		return false
	}
	if k := f.high[grp]; k < hi && !c.Because(g.e.Le(q.x, max(k, lo-1)), engine.Why{Query: place, Kind: light}) {
		return false
	}
	if lo > f.least[grp] {
		f.least[grp], f.byLeast[grp] = lo, place
	}
	if hi < f.most[grp] {
		f.most[grp], f.byMost[grp] = hi, place
	}
	return true
}

// runOver excludes what would make a group too heavy: an open node with the groups that edges tie it to, an open edge between
// groups.
func (g *Graph) runOver(c *engine.Conclusions, f *family) bool {
	for v, s := range g.node {
		if s != 0 {
			continue
		}
		sum, most, by := f.lo[v], far, none
		if place := f.sums[v]; place != none {
			if _, hi := g.e.Bounds(g.queries[place].x); hi < far {
				most, by = hi, place
			}
		}
		for _, j := range g.attached(&g.grp, int32(v)) {
			sum += f.low[j.group]
			if f.most[j.group] < most {
				most, by = f.most[j.group], f.byMost[j.group]
			}
		}
		if sum > most && !c.Because(g.nodes[v].Not(), engine.Why{Query: by, Kind: overNode, A: int32(v)}) {
			return false
		}
	}
	for i := range g.edges {
		x := &g.edges[i]
		a, b := g.grp.of[x.A], g.grp.of[x.B]
		if a < 0 || b < 0 || a == b || g.edge[i] != 0 {
			continue
		}
		by := f.byMost[a]
		if f.most[b] < f.most[a] {
			by = f.byMost[b]
		}
		if f.low[a]+f.low[b] > min(f.most[a], f.most[b]) && !c.Because(x.On.Not(), engine.Why{Query: by, Kind: overEdge, A: int32(i)}) {
			return false
		}
	}
	return true
}

// runNeed makes true what one group cannot do without to become as heavy as it must.
func (g *Graph) runNeed(c *engine.Conclusions, f *family, grp int32) bool {
	place := f.byLeast[grp]
	all := g.cuts(g.queries[place].a, func(v int32) int64 { return max(f.hi[v], 0) }, nil)
	return g.needCuts(c, f, place, all, f.least[grp], needNode, needEdge)
}

// needCuts makes true what the last cuts found that the query's node cannot do without.
func (g *Graph) needCuts(c *engine.Conclusions, f *family, place int32, all, least int64, node, edge int32) bool {
	w := g.walk
	for _, v := range w.order[1:] {
		if g.node[v] == 0 && all-w.cut[v]-max(f.hi[v], 0) < least && !c.Because(g.nodes[v], engine.Why{Query: place, Kind: node, A: v}) {
			return false
		}
		if i := w.edge[v]; w.low[v] == w.disc[v] && all-w.weight[v] < least && !c.Because(g.edges[i].On, engine.Why{Query: place, Kind: edge, A: i}) {
			return false
		}
	}
	return true
}

// ample is how many times what a group needs lies around it when, in a long search, it is not looked at by itself: what it cannot do
// without is then hardly ever more than what one walk over all groups finds.
const ample = 2

// runNear does the same for a group that can grow little: no node lies farther from it than it may still grow. It reports roomy where it
// left the group to a walk over all.
func (g *Graph) runNear(c *engine.Conclusions, f *family, grp int32, have int64) (ok, roomy bool) {
	place, least := f.byLeast[grp], f.least[grp]
	if f.byMost[grp] != place {
		// The reason names one query with both bounds.
		if lo, hi := g.e.Bounds(g.queries[place].x); lo != least || hi != f.most[grp] {
			return true, false // its own bounds follow those of the group at once, and then it runs again
		}
	}
	members := g.grp.members(grp)
	q := &g.queries[place]
	if q.ball && q.stirred != g.run && q.lo == least && q.hi == f.most[grp] {
		return true, q.roomy // as it was when this was concluded last, or more is open since
	}
	q.lo, q.hi = least, f.most[grp]
	if !q.ball && f.constant && g.e.AtRoot() && len(members) == 1 {
		g.enclose(place, q, f.most[grp])
	}
	q.roomy = false
	limit := len(g.nodes)
	if g.long {
		limit = int(min(ample*least, int64(limit)))
	}
	room := g.nearby(members, f.most[grp]-have, limit)
	if len(room) > limit {
		q.roomy = true
		return true, true
	}
	sum := int64(0)
	for _, v := range room {
		sum += max(f.hi[v], 0)
	}
	if sum < least {
		return c.Because(g.e.Le(g.queries[place].x, least-1), engine.Why{Query: place, Kind: farLight}), false
	}
	if len(room) == len(members) {
		return true, false
	}
	w := g.walk
	w.insideTick++
	for _, v := range room {
		w.inside[v] = w.insideTick
	}
	all := g.cuts(g.queries[place].a, func(v int32) int64 { return max(f.hi[v], 0) }, func(v int32) bool { return w.inside[v] == w.insideTick })
	return g.needCuts(c, f, place, all, least, farNode, farEdge), false
}

// enclose finds where the group of a query can come at all, no weight being less than 1 and the sum no more than most from now on:
// what happens elsewhere does not matter to it.
func (g *Graph) enclose(place int32, q *query, most int64) {
	q.ball = true
	if g.balls == nil {
		g.balls = make([][]int32, len(g.nodes))
	}
	room := g.nearby([]int32{q.a}, most-1, len(g.nodes))
	g.e.Charge(8 * len(room))
	for _, v := range room {
		g.balls[v] = append(g.balls[v], place)
	}
	// Nodes beside it count as well: an edge to one may become known.
	for _, v := range room {
		for _, a := range g.around(v) {
			if g.walk.mark[a.to] != g.walk.tick {
				g.walk.mark[a.to] = g.walk.tick
				g.balls[a.to] = append(g.balls[a.to], place)
			}
		}
	}
}

// nearby lists the nodes that may be there at most so many steps from some, these included, in walk.queue. It stops when it has more
// of them than a limit.
func (g *Graph) nearby(from []int32, steps int64, limit int) []int32 {
	w := g.walk
	w.tick++
	w.queue = append(w.queue[:0], from...)
	for _, v := range from {
		w.mark[v], w.depth[v] = w.tick, 0
	}
	for i := 0; i < len(w.queue) && len(w.queue) <= limit; i++ {
		v := w.queue[i]
		if int64(w.depth[v]) >= steps {
			break
		}
		for _, a := range g.around(v) {
			if w.mark[a.to] != w.tick && g.edge[a.edge] >= 0 {
				w.mark[a.to], w.depth[a.to] = w.tick, w.depth[v]+1
				w.queue = append(w.queue, a.to)
			}
		}
	}
	return w.queue
}

func (g *Graph) explainSum(dst []engine.Lit, why engine.Why, at int32) []engine.Lit {
	q := &g.queries[why.Query]
	f := g.families[q.family]
	switch why.Kind {
	case heavy:
		least := int64(why.A)<<32 | int64(uint32(why.B))
		if f.positive {
			return g.grown(dst, f, q.a, none, none, least, at)
		}
		return g.explainDebt(dst, f, q.a, at)
	case light:
		return g.explainLight(dst, f, q.a, none, none, at)
	case likeLo:
		other := &g.queries[why.A]
		_, l := g.e.LoBefore(other.x, at)
		return g.way(append(dst, l.Not()), q.a, other.a, at, none, none)
	case likeHi:
		other := &g.queries[why.A]
		_, l := g.e.HiBefore(other.x, at)
		return g.way(append(dst, l.Not()), q.a, other.a, at, none, none)
	case overNode, overEdge:
		most, l := g.e.HiBefore(q.x, at)
		asNode, asEdge := why.A, none
		if why.Kind == overEdge {
			asNode, asEdge = none, why.A
		}
		return g.grown(append(dst, l.Not()), f, q.a, asNode, asEdge, most+1, at)
	}
	noNode, noEdge := none, none
	switch why.Kind {
	case needNode, farNode:
		noNode = why.A
	case needEdge, farEdge:
		noEdge = why.A
	}
	if why.Kind == needNode || why.Kind == needEdge {
		least, l := g.e.LoBefore(q.x, at)
		dst = append(dst, l.Not())
		if least <= 0 {
			dst = append(dst, g.nodes[q.a].Not())
		}
		return g.explainLight(dst, f, q.a, noNode, noEdge, at)
	}
	return g.explainFar(dst, f, q, why.Kind != farLight, noNode, noEdge, at)
}

// grown appends why the group of a, with a node or an edge taken as there, weighs so much: the ways to nodes of weight, nearest
// first, until there are enough.
func (g *Graph) grown(dst []engine.Lit, f *family, a, asNode, asEdge int32, weight int64, at int32) []engine.Lit {
	w := g.walk
	sum := int64(0)
	w.other = w.other[:0]
	g.surely(a, at, asNode, asEdge, func(v int32) bool {
		if lo, _ := g.weighLo(f, v, at); lo > 0 {
			sum += lo
			w.other = append(w.other, v)
		}
		return sum >= weight
	})
	for _, v := range w.other {
		dst = g.back(dst, v, asNode, asEdge)
		_, l := g.weighLo(f, v, at)
		dst = append(dst, l)
	}
	w.tick++
	return dst
}

// tree appends the ways to all nodes of the group of a, and the lower bounds of their weights. It gives their sum.
func (g *Graph) tree(dst []engine.Lit, f *family, a, at int32) ([]engine.Lit, int64) {
	sum := int64(0)
	w := g.walk
	g.surely(a, at, none, none, func(int32) bool { return false })
	for _, v := range w.queue {
		dst = append(dst, g.nodes[v].Not())
		if i := w.edge[v]; i != none {
			dst = append(dst, g.edges[i].On.Not())
		}
		lo, l := g.weighLo(f, v, at)
		dst = append(dst, l)
		sum += lo
	}
	return dst, sum
}

// explainLight appends why the comp of a, without a node or an edge, has no more to give: its border, and the upper bounds of
// its weights.
func (g *Graph) explainLight(dst []engine.Lit, f *family, a, noNode, noEdge, at int32) []engine.Lit {
	if !f.positive && g.nodeAt(a, at) > 0 { // weights of the group that are sure to count, though negative
		g.surely(a, at, none, none, func(int32) bool { return false })
		for _, v := range g.walk.queue {
			dst = append(dst, g.nodes[v].Not())
			if i := g.walk.edge[v]; i != none {
				dst = append(dst, g.edges[i].On.Not())
			}
		}
	}
	dst = g.closed(dst, a, at, noNode, noEdge)
	for _, v := range g.walk.queue {
		_, l := g.weighHi(f, v, at)
		dst = append(dst, l)
	}
	return dst
}

// explainDebt appends why the group of a weighs so much where weights may be negative: all that is known of its comp.
func (g *Graph) explainDebt(dst []engine.Lit, f *family, a, at int32) []engine.Lit {
	if g.nodeAt(a, at) > 0 {
		dst, _ = g.tree(dst, f, a, at)
	}
	dst = g.closed(dst, a, at, none, none)
	for _, v := range g.walk.queue {
		_, l := g.weighLo(f, v, at)
		dst = append(dst, l)
	}
	return dst
}

// explainFar appends why what the group of a query can reach before it grows too heavy is too little.
func (g *Graph) explainFar(dst []engine.Lit, f *family, q *query, withLeast bool, noNode, noEdge, at int32) []engine.Lit {
	if withLeast {
		_, l := g.e.LoBefore(q.x, at)
		dst = append(dst, l.Not())
	}
	most, l := g.e.HiBefore(q.x, at)
	dst = append(dst, l.Not())
	dst, have := g.tree(dst, f, q.a, at)
	steps := most - have
	w := g.walk
	w.tick++
	in := w.tick
	for _, v := range w.queue {
		w.mark[v], w.depth[v] = in, 0
	}
	for i := 0; i < len(w.queue); i++ {
		v := w.queue[i]
		if int64(w.depth[v]) >= steps {
			break
		}
		for _, a := range g.around(v) {
			if w.mark[a.to] != in && a.to != noNode && a.edge != noEdge && g.edgeAt(a.edge, at) >= 0 {
				w.mark[a.to], w.depth[a.to] = in, w.depth[v]+1
				w.queue = append(w.queue, a.to)
			}
		}
	}
	for _, v := range w.queue {
		_, l := g.weighHi(f, v, at)
		dst = append(dst, l)
	}
	inner := 0 // those with a step left, which come first
	for inner < len(w.queue) && int64(w.depth[w.queue[inner]]) < steps {
		inner++
	}
	all := w.queue
	w.queue = all[:inner]
	w.tick = in
	dst = g.border(dst, at, noNode, noEdge)
	w.queue = all
	return dst
}
