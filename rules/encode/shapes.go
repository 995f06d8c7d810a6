package encode

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// shapeCall is shape(g, n): the form of a group of n places, up to turns and mirrors; absent where it has another number. Of a part
// that is known n may be left out. shape('xx/x.') is a form as drawn. How large n may be is a matter of the sets of n places that hang
// together around one: within rooms few, on an open board many, and the bounds of steps and terms end that. Of an unknown group n may be
// left out too: such a shape is compared cell by cell, which takes as much work for any size.
func (ev *evaluator) shapeCall(x *syntax.CallExpr) value {
	turn, mirror := true, true
	n := int64(-1)
	var v value
	for i, a := range x.Args {
		w := ev.eval(a.Value)
		switch {
		case a.Kind == syntax.NamedArg:
			b, ok := w.(bool)
			if !ok || a.Name != "turn" && a.Name != "mirror" {
				ev.fail(a.Value, "shape takes a group, its size, turn=False and mirror=False")
			}
			if a.Name == "turn" {
				turn = b
			} else {
				mirror = b
			}
		case i == 0:
			v = w
		case i == 1:
			k, ok := w.(int64)
			if !ok || k < 1 {
				ev.fail(a.Value, "the size of a shape must be known")
			}
			n = k
		}
	}
	switch v := v.(type) {
	case nil:
		return nil
	case board.Place:
		cells := ev.b.Cells(v)
		if n >= 0 && int(n) != len(cells) {
			return nil
		}
		points := make([][2]int, len(cells))
		for i, c := range cells {
			points[i] = [2]int{ev.b.Geo.Row(c), ev.b.Geo.Col(c)}
		}
		return &shapeOf{alts: []alternative{{form(points, turn, mirror), model.True}}, turn: turn, mirror: mirror}
	case string:
		ev.spend(len(v))
		points, ok := drawn(v)
		if !ok {
			ev.fail(x, "the shape %q: it is drawn line by line, x for a cell, a point for none and / between lines, as in 'xx/x.'", v)
		}
		return &shapeOf{alts: []alternative{{form(points, turn, mirror), model.True}}, turn: turn, mirror: mirror}
	case *group:
		if n < 0 {
			return &shapeOf{of: v, turn: turn, mirror: mirror}
		}
		return ev.shape(v, int(n), turn, mirror)
	}
	ev.fail(x, "the shape of %s: shape takes a group", describe(v))
	return nil
}

// shape lists what a group of n nodes may be: each connected set of n nodes with its node.
func (ev *evaluator) shape(g *group, n int, turn, mirror bool) value {
	set := g.set
	key := fmt.Sprint("shape ", g.node, " ", n, turn, mirror)
	if set.shapes == nil {
		set.shapes = map[string][]alternative{}
	}
	if alts, ok := set.shapes[key]; ok {
		return &shapeOf{alts: alts, turn: turn, mirror: mirror}
	}
	next := set.joins()
	seen := map[string]bool{}
	byForm := map[string][]model.Term{}
	var names []string
	var grow func(in []int)
	grow = func(in []int) {
		ev.step()
		ev.spend(max(15, 2*n))
		sorted := slices.Sorted(slices.Values(in))
		k := string(nodesKey(sorted))
		if seen[k] {
			return
		}
		seen[k] = true
		if len(in) == n {
			p := ev.patch(set, sorted, k, turn, mirror)
			if _, ok := byForm[p.form]; !ok {
				names = append(names, p.form)
			}
			byForm[p.form] = append(byForm[p.form], p.only)
			return
		}
		for _, v := range in {
			for _, e := range next[v] {
				if w := beyond(e, v); !slices.Contains(in, w) && set.nodes[w] != model.False && e.On != model.False {
					grow(append(in[:len(in):len(in)], w))
				}
			}
		}
	}
	grow([]int{g.node})
	var alts []alternative
	for _, f := range names {
		alts = append(alts, alternative{f, ev.or(byForm[f]...)})
	}
	set.shapes[key] = alts
	return &shapeOf{alts: alts, turn: turn, mirror: mirror}
}

// patch is a connected set of nodes.
type patch struct {
	form string
	only model.Term // these and no others are a group
}

// beyond gives the other node of an edge.
func beyond(e model.GraphEdge, v int) int { return e.A + e.B - v }

// joins lists the edges of each node.
func (set *groupSet) joins() [][]model.GraphEdge {
	if set.next == nil {
		set.next = make([][]model.GraphEdge, len(set.nodes))
		for _, e := range set.edges {
			set.next[e.A] = append(set.next[e.A], e)
			set.next[e.B] = append(set.next[e.B], e)
		}
	}
	return set.next
}

// bytesPatch is what is held of a patch beside its name, in bytes.
const bytesPatch = 128

// patch makes a patch of a set of nodes: once, though each of the nodes asks for it.
func (ev *evaluator) patch(set *groupSet, sorted []int, key string, turn, mirror bool) patch {
	if turn {
		key += "t"
	}
	if mirror {
		key += "m"
	}
	if p, ok := set.patches[key]; ok {
		return p
	}
	next := set.joins()
	var all []model.Term
	var points [][2]int
	for _, v := range sorted {
		all = append(all, set.nodes[v])
		points = append(points, [2]int{ev.b.Geo.Row(set.places[v]), ev.b.Geo.Col(set.places[v])})
		for _, e := range next[v] {
			if w := beyond(e, v); !slices.Contains(sorted, w) {
				all = append(all, ev.p.Not(ev.and(e.On, set.nodes[w])))
			}
		}
	}
	// Within the set enough must be joined.
	sub := make([]model.Term, len(sorted))
	var edges []model.GraphEdge
	sure := true
	for i, v := range sorted {
		sub[i] = model.True
		for _, e := range next[v] {
			if j := slices.Index(sorted, beyond(e, v)); j > i {
				edges = append(edges, model.GraphEdge{A: i, B: j, On: e.On})
				sure = sure && e.On == model.True
			}
		}
	}
	if !sure {
		all = append(all, ev.p.Connected(ev.p.Graph(sub, edges)))
	}
	p := patch{form(points, turn, mirror), ev.and(all...)}
	ev.take(bytesPatch + len(key))
	ev.kept += int64(bytesPatch + len(key))
	if set.patches == nil {
		set.patches = map[string]patch{}
	}
	set.patches[key] = p
	return p
}

func (ev *evaluator) equalShapes(x syntax.Node, a, b *shapeOf) model.Term {
	if a.of == nil && b.of == nil {
		return ev.equalForms(a.alts, b.alts)
	}
	if a.turn != b.turn || a.mirror != b.mirror {
		ev.fail(x, "shapes that are told apart differently: one with turn=False or mirror=False, the other without")
	}
	if a.of == nil {
		a, b = b, a
	}
	if b.of != nil {
		return ev.congruent(x, a, b.of)
	}
	// The other is one of some forms, whose sizes are known.
	var ways []model.Term
	for _, alt := range b.alts {
		if sized, ok := ev.shape(a.of, strings.Count(alt.name, ";"), a.turn, a.mirror).(*shapeOf); ok {
			ways = append(ways, ev.equalForms(sized.alts, []alternative{alt}))
		}
	}
	return ev.or(ways...)
}

func (ev *evaluator) equalForms(a, b []alternative) model.Term {
	var ways []model.Term
	for _, s := range a {
		for _, t := range b {
			if s.name == t.name {
				ways = append(ways, ev.and(s.cond, t.cond))
			}
		}
	}
	return ev.or(ways...)
}

// congruent says that a turn or mirror carries one unknown group into another: the node of the first goes to some cell of the second, and
// with it each cell into the second group that is in the first, and no other.
func (ev *evaluator) congruent(x syntax.Node, a *shapeOf, b *group) model.Term {
	from, to := a.of.set, b.set
	if a.of.node == b.node && from == to {
		return from.nodes[b.node]
	}
	for _, set := range []*groupSet{from, to} {
		if slices.ContainsFunc(set.places, func(p board.Place) bool { return p.Kind != board.Cell }) {
			ev.fail(x, "the shape of an unknown group of places that are no cells")
		}
	}
	at := func(p board.Place) (row, col int) { return ev.b.Geo.Row(p), ev.b.Geo.Col(p) }
	places := func(set *groupSet, nodes []int) [][2]int {
		out := make([][2]int, len(nodes))
		for i, n := range nodes {
			out[i][0], out[i][1] = at(set.places[n])
		}
		return out
	}
	mine, theirs := a.of.reach(), b.reach()
	ev.spend(len(mine) + len(theirs))
	cellAt := map[[2]int]int{} // where in theirs the cell at a row and column is
	mineAt, theirsAt := places(from, mine), places(to, theirs)
	for k, cell := range theirsAt {
		cellAt[cell] = k
	}
	// The terms that say which cells are in a group are asked for by every turn and goal.
	within := func(g *group, nodes []int) func(i int) model.Term {
		terms, known := make([]model.Term, len(nodes)), make([]bool, len(nodes))
		return func(i int) model.Term {
			if !known[i] {
				terms[i], known[i] = ev.same(x, g, &group{g.set, nodes[i]}), true
			}
			return terms[i]
		}
	}
	inMine, inTheirs := within(a.of, mine), within(b, theirs)
	r0, c0 := at(from.places[a.of.node])
	var ways []model.Term
	for s := range 8 {
		if !kept(s, a.turn, a.mirror) {
			continue
		}
		for goal, to := range theirsAt {
			first := inTheirs(goal)
			if first == model.False {
				continue
			}
			ev.spend(len(mine) + len(theirs))
			all := []model.Term{first}
			covered := make([]bool, len(theirs))
			covered[goal] = true
			for i, cell := range mineAt {
				y, x := turned(s, cell[0]-r0, cell[1]-c0)
				k, ok := cellAt[[2]int{to[0] + y, to[1] + x}]
				switch {
				case !ok:
					all = append(all, ev.p.Not(inMine(i)))
				case k != goal:
					covered[k] = true
					all = append(all, ev.p.Iff(inMine(i), inTheirs(k)))
				}
			}
			for k, done := range covered {
				if !done {
					all = append(all, ev.p.Not(inTheirs(k)))
				}
			}
			ways = append(ways, ev.and(all...))
		}
	}
	return ev.and(from.nodes[a.of.node], ev.or(ways...))
}

// reach gives the nodes that may be in a group: those to which joins lead from its own that are not known to be absent.
func (g *group) reach() []int {
	next := make([][]int, len(g.set.places))
	for _, e := range g.set.edges {
		if e.On != model.False && g.set.nodes[e.A] != model.False && g.set.nodes[e.B] != model.False {
			next[e.A], next[e.B] = append(next[e.A], e.B), append(next[e.B], e.A)
		}
	}
	seen := make([]bool, len(g.set.places))
	seen[g.node] = true
	out := []int{g.node}
	for i := 0; i < len(out); i++ {
		for _, n := range next[out[i]] {
			if !seen[n] {
				seen[n] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// kept reports whether one of the eight turns and mirrors tells no forms apart.
func kept(s int, turn, mirror bool) bool { return (s&3 == 0 || turn) && (s&4 == 0 || mirror) }

// turned gives the image of a row and column under one of the eight turns and mirrors around 0, 0.
func turned(s, y, x int) (int, int) {
	if s&4 != 0 {
		x = -x
	}
	for range s & 3 {
		y, x = x, -y
	}
	return y, x
}

// drawn reads a form as drawn: the rows and columns of its cells.
func drawn(text string) (points [][2]int, ok bool) {
	for y, line := range strings.Split(text, "/") {
		for x, c := range line {
			switch c {
			case 'x':
				points = append(points, [2]int{y, x})
			case '.':
			default:
				return nil, false
			}
		}
	}
	return points, len(points) > 0
}

// form names the form of cells, given by rows and columns: the least of its images under the turns and mirrors that do not tell forms
// apart.
func form(cells [][2]int, turn, mirror bool) string {
	var best, name []byte
	points := make([][2]int, len(cells))
	for s := range 8 {
		if !kept(s, turn, mirror) {
			continue
		}
		for i, c := range cells {
			y, x := turned(s, c[0], c[1])
			points[i] = [2]int{y, x}
		}
		slices.SortFunc(points, func(a, b [2]int) int {
			if a[0] != b[0] {
				return a[0] - b[0]
			}
			return a[1] - b[1]
		})
		left := 1 << 30
		for _, p := range points {
			left = min(left, p[1])
		}
		name = name[:0]
		for _, p := range points {
			name = append(strconv.AppendInt(name, int64(p[0]-points[0][0]), 10), ',')
			name = append(strconv.AppendInt(name, int64(p[1]-left), 10), ';')
		}
		if best == nil || bytes.Compare(name, best) < 0 {
			best = append(best[:0], name...)
		}
	}
	return string(best)
}
