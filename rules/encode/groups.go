package encode

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// groups makes the groups of places under joins.
func (ev *evaluator) groups(x syntax.Node, nodes, joins value, given bool) value {
	set := ev.joinedPlaces(x, nodes, joins, given)
	set.graph = ev.p.Graph(set.nodes, set.edges)
	ev.lies(set.graph, set.places, set.between)
	set.settle()
	return set
}

// joinedPlaces gives places and what joins them: a layer or a list of links, edges and the like. Without joins, cells and corners that
// are side neighbours are joined.
func (ev *evaluator) joinedPlaces(x syntax.Node, nodes, joins value, given bool) *groupSet {
	set := &groupSet{at: map[board.Place]int{}, memo: map[string][]model.Term{}}
	conds := map[board.Place]model.Term{}
	for _, e := range ev.plain(ev.iterate(x, nodes)) {
		p, ok := e.v.(board.Place)
		if e.v == nil {
			continue
		}
		if !ok {
			ev.fail(x, "groups of %s: they are of places", describe(e.v))
		}
		if c, ok := conds[p]; ok {
			conds[p] = ev.or(c, e.cond)
			continue
		}
		conds[p] = e.cond
		set.places = append(set.places, p)
	}
	slices.SortFunc(set.places, func(a, b board.Place) int {
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return int(a.N) - int(b.N)
	})
	for i, p := range set.places {
		set.at[p] = i
		set.nodes = append(set.nodes, conds[p])
	}
	if given {
		ev.join(x, set, joins)
	} else {
		for i, p := range set.places {
			for _, q := range ev.b.Geo.Next(p) {
				if j, ok := set.at[q]; ok && i < j {
					set.edges = append(set.edges, model.GraphEdge{A: i, B: j, On: model.True})
					set.between = append(set.between, board.Place{})
				}
			}
		}
	}
	return set
}

// distance is how many joins the shortest way from one place to another takes, absent where there is none. With each round the way
// may be one join longer, until nothing new is met.
func (ev *evaluator) distance(x *syntax.CallExpr) value {
	if len(x.Args) < 3 || len(x.Args) > 4 {
		ev.fail(x, "distance takes two places, the places on the way and, if they are not neighbours, what joins them")
	}
	from, to := ev.eval(x.Args[0].Value), ev.eval(x.Args[1].Value)
	if from == nil || to == nil {
		return nil
	}
	a, ok := from.(board.Place)
	b, ok2 := to.(board.Place)
	if !ok || !ok2 {
		ev.fail(x, "distance needs two places that are known: loop over them, with if for which are meant")
	}
	var joins value
	if len(x.Args) == 4 {
		joins = ev.eval(x.Args[3].Value)
	}
	set := ev.joinedPlaces(x, ev.eval(x.Args[2].Value), joins, len(x.Args) == 4)
	start, ok := set.at[a]
	end, ok2 := set.at[b]
	if !ok || !ok2 {
		return nil
	}
	met := make([]model.Term, len(set.nodes))
	for i := range met {
		met[i] = model.False
	}
	met[start] = set.nodes[start]
	var far []model.Term // for each round, that the end is not met yet
	for range set.nodes {
		ways := make([][]model.Term, len(met))
		for _, e := range set.edges {
			ev.step()
			ways[e.A] = append(ways[e.A], ev.and(met[e.B], e.On))
			ways[e.B] = append(ways[e.B], ev.and(met[e.A], e.On))
		}
		next, more := make([]model.Term, len(met)), false
		for i := range next {
			if next[i] = met[i]; met[i] != set.nodes[i] {
				next[i] = ev.or(met[i], ev.and(set.nodes[i], ev.or(ways[i]...)))
			}
			more = more || next[i] != met[i]
		}
		if !more {
			break
		}
		far = append(far, ev.p.Not(met[end]))
		met = next
	}
	n := ev.sumOf(len(far), func(i int) (model.Term, int64, int64) {
		switch far[i] {
		case model.True:
			return ev.p.Num(1), 1, 1
		case model.False:
			return ev.p.Num(0), 0, 0
		}
		return ev.bit(far[i]), 0, 1
	})
	switch n := n.(type) {
	case int64:
		return ev.number(ev.p.Num(n), met[end], n, n)
	case *unknown:
		return ev.number(n.t, met[end], n.lo, n.hi)
	}
	return nil
}

// groupsCall is groups(...). One that speaks of no loop variable is the same graph wherever it is written.
func (ev *evaluator) groupsCall(x *syntax.CallExpr) value {
	if len(x.Args) == 0 || len(x.Args) > 2 {
		ev.fail(x, "groups takes places and, if they are not neighbours, what joins them")
	}
	for _, name := range rules.FreeNames(x) {
		for _, v := range ev.vars[ev.base:] {
			if v.name == name {
				return ev.newGroups(x)
			}
		}
	}
	key := " " + ev.expr.Source(x)
	v, ok := ev.lets[key]
	if !ok {
		used := ev.used
		if v = ev.newGroups(x); used == ev.used {
			ev.lets[key] = v
		}
	}
	return v
}

func (ev *evaluator) newGroups(x *syntax.CallExpr) value {
	nodes := ev.eval(x.Args[0].Value)
	if len(x.Args) == 1 {
		return ev.groups(x, nodes, nil, false)
	}
	return ev.groups(x, nodes, ev.eval(x.Args[1].Value), true)
}

// join adds the edges of joins whose ends are nodes.
func (ev *evaluator) join(x syntax.Node, set *groupSet, joins value) {
	for _, e := range ev.plain(ev.iterate(x, joins)) {
		if e.v == nil {
			continue
		}
		a, b, ok := ev.joined(e.v)
		if !ok {
			ev.fail(x, "%s cannot join places", describe(e.v))
		}
		i, ok := set.at[a]
		j, ok2 := set.at[b]
		if ok && ok2 && i != j && e.cond != model.False {
			set.edges = append(set.edges, model.GraphEdge{A: i, B: j, On: e.cond})
			at, _ := e.v.(board.Place)
			set.between = append(set.between, at)
		}
	}
}

// joined gives the two places that a join joins: a link or the like, or a list of two places.
func (ev *evaluator) joined(v value) (a, b board.Place, ok bool) {
	switch v := v.(type) {
	case board.Place:
		a, b = ev.ends(v)
		return a, b, true
	case *list:
		if v.group == nil && len(v.elems) == 2 && surely(v.elems) {
			a, ok = v.elems[0].v.(board.Place)
			b, _ = v.elems[1].v.(board.Place)
			return a, b, ok && b != board.Place{} || v.elems[0].v == nil || v.elems[1].v == nil // one that is off the board joins nothing
		}
	}
	return a, b, false
}

// joinsOnly makes a graph of joins alone: its nodes are all their ends.
func (ev *evaluator) joinsOnly(x syntax.Node, joins value) *groupSet {
	set := &groupSet{at: map[board.Place]int{}, memo: map[string][]model.Term{}}
	l := ev.iterate(x, joins)
	for _, e := range ev.plain(l) {
		a, b, ok := ev.joined(e.v)
		if !ok {
			continue
		}
		for _, q := range []board.Place{a, b} {
			if _, ok := set.at[q]; !ok && q != (board.Place{}) {
				set.at[q] = len(set.places)
				set.places = append(set.places, q)
				set.nodes = append(set.nodes, model.True)
			}
		}
	}
	ev.join(x, set, l)
	set.graph = ev.p.Graph(set.nodes, set.edges)
	ev.lies(set.graph, set.places, set.between)
	set.settle()
	return set
}

// lies notes where the nodes and the edges of a graph are. A graph that lies at several places, one of them or the other, is at none.
func (ev *evaluator) lies(g model.Graph, nodes, edges []board.Place) {
	if ev.enc == nil {
		return
	}
	if ev.enc.Networks == nil {
		ev.enc.Networks = map[model.Graph]*Network{}
	}
	if n, met := ev.enc.Networks[g]; met {
		if n != nil && (!slices.Equal(n.Nodes, nodes) || !slices.Equal(n.Edges, edges)) {
			ev.enc.Networks[g] = nil
		}
		return
	}
	ev.enc.Networks[g] = &Network{nodes, edges}
}

// settle finds the groups of a graph of which everything is known, so that the model need not speak of them.
func (set *groupSet) settle() {
	for _, t := range set.nodes {
		if t != model.True && t != model.False {
			return
		}
	}
	next := make([][]int, len(set.nodes))
	for _, e := range set.edges {
		if e.On != model.True && e.On != model.False {
			return
		}
		if e.On == model.True && set.nodes[e.A] == model.True && set.nodes[e.B] == model.True {
			next[e.A] = append(next[e.A], e.B)
			next[e.B] = append(next[e.B], e.A)
		}
	}
	set.known = make([]int, len(set.nodes))
	for i := range set.known {
		set.known[i] = -1
	}
	for i, t := range set.nodes {
		if t == model.False || set.known[i] >= 0 {
			continue
		}
		set.known[i] = i
		for todo := []int{i}; len(todo) > 0; {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, w := range next[v] {
				if set.known[w] < 0 {
					set.known[w] = i
					todo = append(todo, w)
				}
			}
		}
	}
}

func (ev *evaluator) first(set *groupSet, node int) model.Term {
	if set.known != nil {
		return ev.p.Truth(set.known[node] == node)
	}
	return ev.p.GroupFirst(set.graph, node)
}

func (ev *evaluator) groupCount(set *groupSet) value {
	if set.known != nil {
		n := int64(0)
		for i, first := range set.known {
			if first == i {
				n++
			}
		}
		return n
	}
	return ev.number(ev.p.Groups(set.graph), model.True, 0, int64(len(set.places)))
}

// ones counts each node once.
func (ev *evaluator) ones(set *groupSet) []model.Term {
	if w, ok := set.memo["ones"]; ok {
		return w
	}
	w := make([]model.Term, len(set.places))
	for i := range w {
		w[i] = ev.p.Num(1)
	}
	set.memo["ones"] = w
	return w
}

// groupSum is a sum over the nodes of a group, 0 where there is none.
func (ev *evaluator) groupSum(g *group, weights []model.Term) value {
	if pc := g.set.pieces; pc != nil {
		if ev.countsSeeds(pc, weights) {
			return int64(1)
		}
		if s, ok := pc.seedNumber(g.node); ok {
			terms := make([]model.Term, 0, len(weights))
			for x, w := range weights {
				if pc.own[s][x] != model.False {
					terms = append(terms, ev.ifThen(pc.own[s][x], w, ev.p.Num(0)))
				}
			}
			return ev.number(ev.p.Add(terms...), model.True, 0, int64(1)<<31)
		}
	}
	if known := g.set.known; known != nil {
		var terms []model.Term
		for i, w := range weights {
			if known[i] >= 0 && known[i] == known[g.node] {
				terms = append(terms, w)
			}
		}
		return ev.number(ev.p.Add(terms...), model.True, 0, int64(1)<<31)
	}
	return ev.number(ev.p.GroupSum(g.set.graph, g.node, weights), model.True, 0, int64(1)<<31)
}

// presentSum is the sum over the group of a node, absent where the node is not there: what is asked of the group itself is.
func (ev *evaluator) presentSum(g *group, weights []model.Term) value {
	n, ok := ev.asNumber(nil, ev.groupSum(g, weights))
	if !ok {
		return nil
	}
	return ev.number(n.t, ev.and(n.has, g.set.nodes[g.node]), n.lo, n.hi)
}

func (ev *evaluator) sameNodes(set *groupSet, a, b int) model.Term {
	if a == b {
		return set.nodes[a]
	}
	if set.known != nil {
		return ev.p.Truth(set.known[a] >= 0 && set.known[a] == set.known[b])
	}
	if pc := set.pieces; pc != nil {
		if s, ok := pc.seedNumber(a); ok {
			return pc.own[s][b]
		}
		if s, ok := pc.seedNumber(b); ok {
			return pc.own[s][a]
		}
	}
	return ev.p.Same(set.graph, min(a, b), max(a, b))
}

// countsSeeds reports whether weights count exactly the seeds.
func (ev *evaluator) countsSeeds(pc *pieces, weights []model.Term) bool {
	for x, w := range weights {
		want := model.False
		if _, ok := pc.seedNumber(x); ok {
			want = model.True
		}
		if !ev.p.IsConst(w) {
			return false
		}
		if n, _ := ev.p.ConstValue(w).Int64(); n != 0 != (want == model.True) || n > 1 {
			return false
		}
	}
	return true
}

func (ev *evaluator) same(x syntax.Node, a, b *group) model.Term {
	if a.set != b.set {
		ev.fail(x, "two groups of different graphs")
	}
	if a.node == b.node {
		return a.set.nodes[a.node]
	}
	if a.set.parts != nil { // neighbours of a division are in one part where nothing stands between them
		pa, pb := a.set.places[a.node], b.set.places[b.node]
		v := ev.enc.layers[a.set.parts]
		for _, l := range ev.b.Geo.Links(pa) {
			if p, q := ev.b.Geo.Ends(l); p == pb || q == pb {
				return v.joins[l]
			}
		}
	}
	for _, e := range a.set.edges {
		if e.On == model.True && (e.A == a.node && e.B == b.node || e.A == b.node && e.B == a.node) {
			return ev.and(a.set.nodes[a.node], a.set.nodes[b.node])
		}
	}
	return ev.sameNodes(a.set, a.node, b.node)
}

// rect says that a group fills its bounding box: of no four cells around a corner exactly three are in it.
func (ev *evaluator) rect(x syntax.Node, v value) value {
	if v == nil {
		return nil
	}
	g, ok := v.(*group)
	if !ok {
		p, ok := v.(board.Place)
		if !ok {
			ev.fail(x, "rect of %s: it takes a group or a part", describe(v))
		}
		return isRect(ev.b.Geo, ev.b.Cells(p))
	}
	set := g.set
	if set.pieces != nil && set.pieces.rect {
		return true
	}
	w, ok := set.memo["bent"]
	if !ok {
		// A node is bent where two neighbours around a corner are in its group and the fourth cell is not.
		ways := make([][]model.Term, len(set.places))
		for _, q := range ev.b.Geo.All(board.Square) {
			cells := ev.b.Geo.Cells(q)
			for i, c := range cells {
				far := cells[3-i]
				near := []board.Place{cells[i^1], cells[i^2]}
				node, ok := set.at[c]
				a, ok1 := set.at[near[0]]
				b, ok2 := set.at[near[1]]
				if !ok || !ok1 || !ok2 {
					continue
				}
				bent := ev.and(ev.sameCells(set, node, a), ev.sameCells(set, node, b))
				if d, ok := set.at[far]; ok {
					bent = ev.and(bent, ev.p.Not(ev.or(ev.sameCells(set, a, d), ev.sameCells(set, b, d))))
				}
				ways[node] = append(ways[node], bent)
			}
		}
		w = make([]model.Term, len(set.places))
		for i := range w {
			w[i] = ev.bit(ev.or(ways[i]...))
		}
		set.memo["bent"] = w
	}
	n := ev.presentSum(g, w)
	if n == nil {
		return nil
	}
	return condition(ev.compare(x, syntax.Eq, nil, n, nil, int64(0)))
}

// sameCells says that two side neighbours are in one group. In a graph whose neighbours are always joined, or of a division, that
// is known from the two alone.
func (ev *evaluator) sameCells(set *groupSet, a, b int) model.Term {
	return ev.same(nil, &group{set, a}, &group{set, b})
}

func isRect(geo *board.Board, cells []board.Place) bool {
	if len(cells) == 0 {
		return true
	}
	r0, r1, c0, c1 := 1<<30, 0, 1<<30, 0
	for _, c := range cells {
		r0, r1 = min(r0, geo.Row(c)), max(r1, geo.Row(c))
		c0, c1 = min(c0, geo.Col(c)), max(c1, geo.Col(c))
	}
	return (r1-r0+1)*(c1-c0+1) == len(cells)
}
