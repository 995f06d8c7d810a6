package encode

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/rules"
)

// A division in which every part holds exactly one of some places, its seeds, is solved far faster when each place says to which
// seed it belongs than by borders alone. So the rules are evaluated once to find out whether they say so, and then again with what
// was found. No word of the language is needed for it, and the meaning stays: the judge knows nothing of this.

// pieces is what the rules say of every part of a division.
type pieces struct {
	seeds []int         // the nodes of the seeds, ascending
	sizes map[int]int64 // of seeds, by node: the size of their part, where it is known
	rect  bool          // whether every part is a rectangle

	own [][]model.Term // by seed and node: whether the node belongs to it; False where it cannot
	not [][]bool       // by seed and node: where the rules exclude it; nil: nothing is known

	rects []piece // the rectangles that may be parts, where they were listed
}

// piece is a rectangle that may be a part, with the variable that says that it is one.
type piece struct {
	first, last board.Place
	chosen      model.Term
}

// findPieces looks for what the constraints that were made say of a division.
func (ev *evaluator) findPieces(v *layerVars) *pieces {
	p, set := ev.p, v.set
	n := len(set.places)
	out := &pieces{sizes: map[int]int64{}}
	one := map[string][]bool{} // by seeds: the nodes whose part is said to hold one of them
	seeds := map[string][]int{}
	straight := make([]bool, n)
	for _, in := range ev.enc.Instances {
		if p.Op(in.Term) != model.OpEq {
			continue
		}
		a, b := p.Arg(in.Term, 0), p.Arg(in.Term, 1)
		if p.IsConst(a) {
			a, b = b, a
		}
		k, ok := p.ConstValue(b).Int64()
		if !ok || !p.IsConst(b) {
			continue
		}
		node, among, found := ev.countOfSeeds(set, a)
		if found && k == 1 {
			key := string(nodesKey(among))
			if one[key] == nil {
				one[key], seeds[key] = make([]bool, n), among
			}
			for _, x := range node {
				one[key][x] = true
			}
		}
		if p.Op(a) != model.OpGroupSum || p.GraphOf(a) != set.graph {
			continue
		}
		args := p.Args(a)
		at, _ := p.ConstValue(args[1]).Int64()
		if slices.Equal(args[2:], ev.ones(set)) {
			out.sizes[int(at)] = k
		}
		if bent, ok := set.memo["bent"]; ok && k == 0 && slices.Equal(args[2:], bent) {
			straight[at] = true
		}
	}
	for key, nodes := range one {
		if !slices.Contains(nodes, false) && (out.seeds == nil || len(seeds[key]) > len(out.seeds)) {
			out.seeds = seeds[key]
		}
	}
	if out.seeds == nil || v.l.Some {
		return nil
	}
	out.rect = !slices.Contains(straight, false)
	return out
}

func nodesKey(nodes []int) []byte {
	key := make([]byte, 0, 2*len(nodes))
	for _, x := range nodes {
		key = append(key, byte(x>>8), byte(x))
	}
	return key
}

// countOfSeeds recognises a number that counts which seeds are in a node's part: a sum over the part of 0s and 1s, or a sum of
// conditions that the node is in one part with a seed. A sum with a seed's own node in it has a constant for that seed.
func (ev *evaluator) countOfSeeds(set *groupSet, t model.Term) (nodes, seeds []int, ok bool) {
	p := ev.p
	if p.Op(t) == model.OpGroupSum && p.GraphOf(t) == set.graph {
		args := p.Args(t)
		at, _ := p.ConstValue(args[1]).Int64()
		for i, w := range args[2:] {
			if !p.IsConst(w) {
				return nil, nil, false
			}
			switch k, _ := p.ConstValue(w).Int64(); k {
			case 0:
			case 1:
				seeds = append(seeds, i)
			default:
				return nil, nil, false
			}
		}
		return []int{int(at)}, seeds, seeds != nil
	}
	if p.Op(t) != model.OpAdd {
		return nil, nil, false
	}
	counts := map[int]int{}
	terms := p.Args(t)
	own := false
	for _, x := range terms {
		if p.IsConst(x) {
			k, _ := p.ConstValue(x).Int64()
			if k != 1 || own {
				return nil, nil, false
			}
			own = true
			continue
		}
		if p.Op(x) == model.OpIf {
			x = p.Arg(x, 0)
		}
		if p.Op(x) != model.OpSame || p.GraphOf(x) != set.graph {
			return nil, nil, false
		}
		a, _ := p.ConstValue(p.Arg(x, 1)).Int64()
		b, _ := p.ConstValue(p.Arg(x, 2)).Int64()
		counts[int(a)]++
		counts[int(b)]++
		nodes = append(nodes, int(a), int(b))
	}
	terms = nil
	// The node itself is in every condition, each seed in one.
	many := 0
	for _, x := range nodes {
		many = max(many, counts[x])
	}
	if many < 2 {
		return nil, nil, false
	}
	var self []int
	for x, c := range counts {
		if c == many {
			self = append(self, x)
		} else {
			seeds = append(seeds, x)
		}
	}
	if len(self) != 1 || len(seeds) != many {
		return nil, nil, false
	}
	if own {
		seeds = append(seeds, self[0])
	}
	slices.Sort(seeds)
	return self, seeds, true
}

// declarePieces makes the variables of a division into pieces, each with a seed.
func (ev *evaluator) declarePieces(v *layerVars, pc *pieces) {
	p, set := ev.p, v.set
	n := len(set.places)
	set.pieces = pc
	pc.own = make([][]model.Term, len(pc.seeds))
	for s := range pc.own {
		pc.own[s] = make([]model.Term, n)
		for x := range pc.own[s] {
			pc.own[s][x] = model.False
		}
	}
	if pc.rect && ev.declareRectangles(v, pc) {
		return
	}
	for s, seed := range pc.seeds {
		for _, x := range ev.reachable(set, pc, seed) {
			if x == seed {
				pc.own[s][x] = model.True
			} else {
				pc.own[s][x] = p.Bool(v.l.Name + " " + ev.placeName(set.places[seed]) + " " + ev.placeName(set.places[x]))
			}
		}
	}
	for x := range n {
		var owners []model.Term
		for s := range pc.seeds {
			if pc.own[s][x] != model.False {
				owners = append(owners, ev.bit(pc.own[s][x]))
			}
		}
		ev.assert(v.l.Name+".owner", p.Eq(p.Add(owners...), p.Num(1)), Binding{"c", set.places[x]})
	}
	for _, e := range set.edges {
		for s := range pc.seeds {
			a, b := pc.own[s][e.A], pc.own[s][e.B]
			if a == model.False && b == model.False {
				continue
			}
			ev.assert(v.l.Name+".wall", ev.implies(ev.and(a, b), e.On))
			ev.assert(v.l.Name+".join", ev.implies(ev.and(a, e.On), b))
			ev.assert(v.l.Name+".join", ev.implies(ev.and(b, e.On), a))
		}
	}
	for s := range pc.seeds {
		var edges []model.GraphEdge
		for _, e := range set.edges {
			if pc.own[s][e.A] != model.False && pc.own[s][e.B] != model.False {
				edges = append(edges, model.GraphEdge{A: e.A, B: e.B, On: model.True})
			}
		}
		g := p.Graph(pc.own[s], edges)
		ev.lies(g, set.places, make([]board.Place, len(edges)))
		ev.assert(v.l.Name+".whole", p.Connected(g), Binding{"c", set.places[pc.seeds[s]]})
	}
}

// reachable gives the nodes that can belong to a seed: those it reaches past no other seed, in as many steps as its size allows.
func (ev *evaluator) reachable(set *groupSet, pc *pieces, seed int) []int {
	next := make([][]int, len(set.places))
	for _, e := range set.edges {
		next[e.A], next[e.B] = append(next[e.A], e.B), append(next[e.B], e.A)
	}
	far := map[int]int64{seed: 1}
	queue := []int{seed}
	for i := 0; i < len(queue); i++ {
		x := queue[i]
		if size, ok := pc.sizes[seed]; ok && far[x] >= size {
			continue
		}
		for _, y := range next[x] {
			if _, seen := far[y]; !seen && !slices.Contains(pc.seeds, y) && !pc.excluded(seed, y) {
				far[y] = far[x] + 1
				queue = append(queue, y)
			}
		}
	}
	slices.Sort(queue)
	return queue
}

// maxRectangles bounds how many rectangles are listed for a board; beyond it the borders are left to themselves.
const maxRectangles = 60_000

// declareRectangles lists the rectangles that can be the part of each seed: the choice of one for each is an exact cover. It is false
// where there are too many, or the places are no cells.
func (ev *evaluator) declareRectangles(v *layerVars, pc *pieces) bool {
	p, set := ev.p, v.set
	all, ok := ev.rectangles(set, pc)
	if !ok {
		return false
	}
	byNode := make([][]int, len(set.places))
	bySeed := make([][]int, len(pc.seeds))
	chosen := make([]model.Term, len(all))
	for i, r := range all {
		first, last := set.places[r.nodes[0]], set.places[r.nodes[len(r.nodes)-1]]
		chosen[i] = p.Bool(v.l.Name + " " + ev.placeName(first) + ":" + ev.placeName(last))
		pc.rects = append(pc.rects, piece{first, last, chosen[i]})
		bySeed[r.seed] = append(bySeed[r.seed], i)
		for _, x := range r.nodes {
			byNode[x] = append(byNode[x], i)
		}
	}
	bits := func(list []int) []model.Term {
		out := make([]model.Term, len(list))
		for i, r := range list {
			out[i] = ev.bit(chosen[r])
		}
		return out
	}
	terms := func(list []int) []model.Term {
		out := make([]model.Term, len(list))
		for i, r := range list {
			out[i] = chosen[r]
		}
		return out
	}
	for x := range byNode {
		ev.assert(v.l.Name+".rectangle", p.Eq(p.Add(bits(byNode[x])...), p.Num(1)), Binding{"c", set.places[x]})
	}
	for s := range bySeed {
		ev.assert(v.l.Name+".clue", p.Eq(p.Add(bits(bySeed[s])...), p.Num(1)), Binding{"c", set.places[pc.seeds[s]]})
		for x := range pc.own[s] {
			var over []int
			for _, r := range byNode[x] {
				if all[r].seed == s {
					over = append(over, r)
				}
			}
			pc.own[s][x] = ev.or(terms(over)...)
		}
	}
	for _, e := range set.edges {
		var both []int
		for _, r := range byNode[e.A] {
			if slices.Contains(byNode[e.B], r) {
				both = append(both, r)
			}
		}
		ev.assert(v.l.Name+".side", p.Iff(e.On, ev.or(terms(both)...)))
	}
	return true
}

// rectangle is what may be the part of a seed.
type rectangle struct {
	seed  int
	nodes []int
}

// rectangles lists those that can be the part of each seed; it is not ok where there are too many, or the places are no cells.
func (ev *evaluator) rectangles(set *groupSet, pc *pieces) (all []rectangle, ok bool) {
	geo := ev.b.Geo
	isSeed := map[int]bool{}
	for _, s := range pc.seeds {
		isSeed[s] = true
	}
	for s, seed := range pc.seeds {
		c := set.places[seed]
		if c.Kind != board.Cell {
			return nil, false
		}
		row, col := geo.Row(c), geo.Col(c)
		size, known := pc.sizes[seed]
		for top := row; top >= 1; top-- {
			if !ev.clear(set, isSeed, seed, top, col, top, col) {
				break
			}
			for left := col; left >= 1; left-- {
				if !ev.clear(set, isSeed, seed, top, left, row, col) {
					break
				}
				for bottom := row; bottom <= geo.Rows; bottom++ {
					if !ev.clear(set, isSeed, seed, row, left, bottom, col) || known && int64((bottom-top+1)*(col-left+1)) > size {
						break
					}
					for right := col; right <= geo.Cols; right++ {
						if !ev.clear(set, isSeed, seed, top, col, bottom, right) || known && int64((bottom-top+1)*(right-left+1)) > size {
							break
						}
						ev.step()
						if known && int64((bottom-top+1)*(right-left+1)) != size {
							continue
						}
						r := rectangle{seed: s}
						for y := top; y <= bottom; y++ {
							for x := left; x <= right; x++ {
								r.nodes = append(r.nodes, set.at[geo.At(y, x)])
							}
						}
						if all = append(all, r); len(all) > maxRectangles {
							return nil, false
						}
					}
				}
			}
		}
	}
	return all, true
}

// clear reports whether the cells of a rectangle are all places of the division and no seeds but one.
func (ev *evaluator) clear(set *groupSet, isSeed map[int]bool, seed, top, left, bottom, right int) bool {
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			node, ok := set.at[ev.b.Geo.At(y, x)]
			if !ok || node != seed && isSeed[node] {
				return false
			}
		}
	}
	return true
}

// seedNumber gives the number of a node among the seeds.
func (pc *pieces) seedNumber(node int) (int, bool) {
	if pc == nil {
		return 0, false
	}
	return slices.BinarySearch(pc.seeds, node)
}

// again reports whether the rules should be evaluated once more, with what they turned out to say of the divisions.
func (ev *evaluator) again() map[*rules.Layer]*pieces {
	var out map[*rules.Layer]*pieces
	for _, l := range ev.b.File.Layers {
		v := ev.enc.layers[l]
		if v == nil || !l.Parts {
			continue
		}
		if pc := ev.findPieces(v); pc != nil {
			if out == nil {
				out = map[*rules.Layer]*pieces{}
			}
			out[l] = pc
		}
	}
	return out
}

func (pc *pieces) excluded(seed, node int) bool {
	s, _ := pc.seedNumber(seed)
	return pc.not != nil && pc.not[s][node]
}

// narrow looks for nodes that cannot belong to a seed: the rules say so, or that another would have to belong to it that cannot; or
// they are cut off from it by such nodes. It reports whether that leaves much less.
func (ev *evaluator) narrow(v *layerVars) bool {
	pc, set := v.set.pieces, v.set
	if pc == nil || pc.rect {
		return false
	}
	type at struct{ seed, node int }
	where := map[model.Term]at{}
	before := 0
	pc.not = make([][]bool, len(pc.seeds))
	for s, own := range pc.own {
		pc.not[s] = make([]bool, len(own))
		for x, t := range own {
			if t == model.False {
				pc.not[s][x] = true
			} else if before++; t != model.True {
				where[t] = at{s, x}
			}
		}
	}
	needs := map[at][]at{} // what else must belong to a seed for a node to
	exclude := func(a at) { pc.not[a.seed][a.node] = true }
	for _, in := range ev.enc.Instances {
		switch ev.p.Op(in.Term) {
		case model.OpNot:
			if a, ok := where[ev.p.Arg(in.Term, 0)]; ok {
				exclude(a)
			}
		case model.OpImplies:
			a, ok := where[ev.p.Arg(in.Term, 0)]
			b, ok2 := where[ev.p.Arg(in.Term, 1)]
			if ok && ok2 && a.seed == b.seed {
				needs[a] = append(needs[a], b)
			}
		case model.OpVar: // a node that surely belongs to a seed belongs to no other
			if a, ok := where[in.Term]; ok {
				for s := range pc.not {
					if s != a.seed {
						pc.not[s][a.node] = true
					}
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		after := 0
		for s, seed := range pc.seeds {
			reach := make([]bool, len(set.places))
			for _, x := range ev.reachable(set, pc, seed) {
				reach[x] = true
			}
			for x := range reach {
				ok := reach[x]
				for _, b := range needs[at{s, x}] {
					ok = ok && !pc.not[s][b.node]
				}
				if !ok && !pc.not[s][x] {
					pc.not[s][x], changed = true, true
				}
				if !pc.not[s][x] {
					after++
				}
			}
		}
		if !changed {
			return after*10 < before*8
		}
	}
	return false
}
