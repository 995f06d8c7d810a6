package judge

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// everywhere gives the text of a call that means the same wherever it stands.
func (j *interpreter) everywhere(x *syntax.CallExpr) (text string, ok bool) {
	text, known := j.fixed.same[x]
	if !known {
		if len(j.around(rules.FreeNames(x))) == 0 {
			text = " " + j.expr.Source(x)
		}
		j.fixed.same[x] = text
	}
	return text, text != ""
}

func (j *interpreter) groupsOf(x *syntax.CallExpr) *components {
	switch len(x.Args) {
	case 1:
		return j.grouped(x, j.items(x, j.eval(x.Args[0].Value)), nil, true)
	case 2:
		return j.grouped(x, j.items(x, j.eval(x.Args[0].Value)), j.items(x, j.eval(x.Args[1].Value)), false)
	}
	j.fail(x, "groups takes places and, if they are not neighbours, what joins them")
	return nil
}

func isLet(v any) bool {
	_, ok := v.(*rules.Let)
	return ok
}

// call evaluates a call by the name of its function, on the values of a finished board. Functions that walk lines or join cells have their
// own evaluation; the others get the values of their arguments. rules/encode has a case for each name too, and shares nothing with these: a
// word means what both say, and tests compare them. Groups that speak of no loop variable are found once for the board.
func (j *interpreter) call(x *syntax.CallExpr) any {
	if f, ok := x.Fun.(*syntax.AttrExpr); ok {
		return j.related(x, f)
	}
	f, ok := x.Fun.(*syntax.Name)
	if !ok {
		j.fail(x, "a call of something without a name")
	}
	switch f.ID {
	case "before", "after", "between", "first", "last", "runs":
		return j.line(x, f.ID)
	case "groups": // one that speaks of no loop variable is the same everywhere
		key, same := j.everywhere(x)
		set, found := j.lets[key].(*components)
		if !same || !found {
			set = j.groupsOf(x)
		}
		if same {
			j.lets[key] = set
		}
		j.apart = set.apart
		return set
	case "ends", "blocks", "spans":
		list, err := j.fixed.b.ClassOf(j.expr, x)
		if err != nil {
			panic(failure{err})
		}
		return places(list)
	}
	args := make([]any, 0, len(x.Args))
	var options map[string]any
	for _, a := range x.Args {
		if a.Kind == syntax.NamedArg {
			if options == nil {
				options = map[string]any{}
			}
			options[a.Name] = j.eval(a.Value)
		} else {
			args = append(args, j.eval(a.Value))
		}
	}
	if v, _ := j.meaning(f.ID); isLet(v) {
		l := v.(*rules.Let)
		if len(args) != len(l.Params) {
			j.fail(x, "%s takes %d arguments, here are %d", f.ID, len(l.Params), len(args))
		}
		return j.applied(l, args)
	}
	if len(args) == 0 {
		j.fail(x, "%s takes arguments", f.ID)
	}
	items := func(i int) []any {
		if i >= len(args) {
			j.fail(x, "%s takes more arguments", f.ID)
		}
		return j.items(x, args[i])
	}
	switch f.ID {
	case "count":
		n := int64(0)
		for _, v := range items(0) {
			if j.holds(x, v) {
				n++
			}
		}
		return n
	case "len":
		if set, ok := args[0].(*components); ok {
			return int64(len(set.list))
		}
		if args[0] == nil {
			return nil
		}
		return int64(len(items(0)))
	case "sum":
		n := int64(0)
		for _, v := range items(0) {
			if m, ok := j.integer(x, v); ok {
				n += m
			}
		}
		return n
	case "prod":
		n := int64(1)
		for _, v := range items(0) {
			if m, ok := j.integer(x, v); ok {
				if n *= m; n > 1<<40 || n < -1<<40 {
					j.tooMuch("a product beyond 2^40")
				}
			}
		}
		return n
	case "all", "any":
		for _, v := range items(0) {
			if j.holds(x, v) == (f.ID == "any") {
				return f.ID == "any"
			}
		}
		return f.ID == "all"
	case "distinct":
		var seen []any
		for _, v := range items(0) {
			if v == nil {
				continue
			}
			if slices.ContainsFunc(seen, func(w any) bool { j.tick(); return j.equal(x, v, w) }) {
				return false
			}
			seen = append(seen, v)
		}
		return true
	case "min", "max":
		list := args
		if len(args) == 1 {
			list = items(0)
		}
		var best any
		for _, v := range list {
			n, ok := j.integer(x, v)
			if !ok {
				continue
			}
			if b, have := best.(int64); !have || (n > b) == (f.ID == "max") {
				best = n
			}
		}
		return best
	case "abs":
		n, ok := j.integer(x, args[0])
		if !ok {
			return nil
		}
		return max(n, -n)
	case "sorted":
		return multiset{items(0)}
	case "list":
		return items(0)
	case "reversed":
		out := slices.Clone(items(0))
		slices.Reverse(out)
		return out
	case "subsets":
		list := items(0)
		if len(list) > rules.MaxSubset {
			j.tooMuch("the subsets of more than %d elements", rules.MaxSubset)
		}
		out := []any{}
		for set := 1; set < 1<<len(list); set++ {
			some := []any{}
			for i, v := range list {
				j.tick()
				if set>>i&1 != 0 {
					some = append(some, v)
				}
			}
			out = append(out, some)
		}
		return out
	case "accepts":
		return j.accepts(x, items(0), items(1), items(2), items(3))
	case "keeps":
		return j.object(x, args[0])
	case "pairs":
		out := []any{}
		list := items(0)
		for i, a := range list {
			for _, b := range list[i+1:] {
				j.tick()
				out = append(out, []any{a, b})
			}
		}
		return out
	case "product":
		out := []any{}
		for _, a := range items(0) {
			for _, b := range items(1) {
				j.tick()
				out = append(out, []any{a, b})
			}
		}
		return out
	case "enum":
		out := []any{}
		for i, v := range items(0) {
			out = append(out, []any{int64(i + 1), v})
		}
		return out
	case "zip":
		out := []any{}
		for i := 0; ; i++ {
			row := []any{}
			for k := range args {
				list := items(k)
				if i >= len(list) {
					return out
				}
				row = append(row, list[i])
			}
			out = append(out, row)
		}
	case "range":
		lo, hi, step := int64(0), int64(0), int64(1)
		n := make([]int64, len(args))
		for i := range args {
			n[i], _ = j.integer(x, args[i])
		}
		switch len(n) {
		case 1:
			hi = n[0]
		case 2:
			lo, hi = n[0], n[1]
		default:
			lo, hi, step = n[0], n[1], n[2]
		}
		out := []any{}
		for v := lo; step > 0 && v < hi || step < 0 && v > hi; v += step {
			j.tick()
			out = append(out, v)
		}
		return out
	case "acyclic":
		return j.acyclic(x, args)
	case "loop":
		return j.oneLoop(x, items(0))
	case "rect":
		if args[0] == nil {
			return nil
		}
		return j.rectangle(items(0))
	case "distance":
		return j.distance(x, args)
	case "shape":
		if args[0] == nil {
			return nil
		}
		if drawing, ok := args[0].(string); ok {
			return j.drawnForm(x, drawing, options["turn"] != false, options["mirror"] != false)
		}
		list := items(0)
		if len(args) > 1 {
			if n, _ := j.integer(x, args[1]); int(n) != len(list) {
				return nil
			}
		}
		turn, mirror := options["turn"] != false, options["mirror"] != false
		where := [][2]int{}
		for _, v := range list {
			p := v.(board.Place)
			where = append(where, [2]int{j.b.Geo.Row(p), j.b.Geo.Col(p)})
		}
		return formOf(where, turn, mirror)
	}
	j.fail(f, "%s is no function", f.ID)
	return nil
}

// line is before, after, between, first, last and runs. The ifs of the last clause mark elements; all elements are seen.
func (j *interpreter) line(x *syntax.CallExpr, name string) any {
	if len(x.Args) == 0 {
		j.fail(x, "%s takes the inside of a generator", name)
	}
	var elems []any
	var marks []bool
	if c, ok := x.Args[0].Value.(*syntax.Comp); ok {
		clauses, ifs := j.unmarked(c.Clauses)
		j.turns(clauses, func() {
			mark := true
			for _, cond := range ifs {
				mark = mark && j.holds(cond, j.eval(cond))
			}
			elems, marks = append(elems, j.eval(c.Elt)), append(marks, mark)
		})
	} else {
		elems = j.items(x, j.eval(x.Args[0].Value))
		for range elems {
			marks = append(marks, true)
		}
	}
	firstMark, lastMark := slices.Index(marks, true), -1
	for i, m := range marks {
		if m {
			lastMark = i
		}
	}
	switch name {
	case "before":
		if firstMark < 0 {
			return elems
		}
		return elems[:firstMark]
	case "after":
		return elems[lastMark+1:]
	case "between":
		out := []any{}
		for i := firstMark + 1; firstMark >= 0 && i < lastMark; i++ {
			if !marks[i] {
				out = append(out, elems[i])
			}
		}
		return out
	case "first":
		if firstMark < 0 {
			return nil
		}
		return elems[firstMark]
	case "last":
		if lastMark < 0 {
			return nil
		}
		return elems[lastMark]
	}
	ring := false
	for _, a := range x.Args[1:] {
		ring = a.Name == "ring" && j.eval(a.Value) == true
	}
	start := 0
	if ring { // begin behind a gap, so that no run is cut
		if gap := slices.Index(marks, false); gap >= 0 {
			start = gap
		}
	}
	out := []any{}
	var run []any
	for i := range elems {
		k := (start + i) % len(elems)
		if marks[k] {
			run = append(run, elems[k])
		} else if run != nil {
			out, run = append(out, run), nil
		}
	}
	if run != nil {
		out = append(out, run)
	}
	return out
}

// numbering numbers places, from 0.
type numbering struct {
	list  []board.Place
	kinds [board.Block][]int32 // the number of a place and one
	rest  map[board.Place]int32
}

// at gives the number of a place; -1 where it has none.
func (n *numbering) at(p board.Place) int {
	if inLists(p) {
		if list := n.kinds[p.Kind]; int(p.N) < len(list) {
			return int(list[p.N]) - 1
		}
		return -1
	}
	return int(n.rest[p]) - 1
}

// add numbers a place that has no number yet.
func (n *numbering) add(p board.Place) {
	if n.at(p) >= 0 {
		return
	}
	n.list = append(n.list, p)
	if !inLists(p) {
		if n.rest == nil {
			n.rest = map[board.Place]int32{}
		}
		n.rest[p] = int32(len(n.list))
		return
	}
	list := n.kinds[p.Kind]
	if int(p.N) >= len(list) {
		list = append(list, make([]int32, max(int(p.N)+1, 2*len(list), 128)-len(list))...)
		n.kinds[p.Kind] = list
	}
	list[p.N] = int32(len(n.list))
}

// graph is places with what joins them.
type graph struct {
	nodes *numbering
	next  [][]int32
}

// graphOf makes the graph of places: side neighbours are joined where usual is set, else what joins join.
func (j *interpreter) graphOf(x syntax.Node, nodes *numbering, joins []any, usual bool) graph {
	g := graph{nodes, make([][]int32, len(nodes.list))}
	if usual {
		for n, p := range nodes.list {
			for _, v := range j.relation(x, p, "next").([]any) {
				if k := nodes.at(v.(board.Place)); k >= 0 {
					g.next[n] = append(g.next[n], int32(k))
				}
			}
		}
		return g
	}
	for _, v := range joins {
		a, b, ok := j.joined(v)
		if !ok {
			continue
		}
		if m, n := nodes.at(a), nodes.at(b); m >= 0 && n >= 0 {
			g.next[m], g.next[n] = append(g.next[m], int32(n)), append(g.next[n], int32(m))
		}
	}
	return g
}

// inOrder numbers places in their order, each once.
func inOrder(list []board.Place) *numbering {
	slices.SortFunc(list, func(a, b board.Place) int { return cmp.Or(int(a.Kind)-int(b.Kind), int(a.N)-int(b.N)) })
	nodes := &numbering{}
	for _, p := range list {
		nodes.add(p)
	}
	return nodes
}

// grouped finds the groups of places.
func (j *interpreter) grouped(x syntax.Node, list, joins []any, usual bool) *components {
	at := make([]board.Place, 0, len(list))
	for _, v := range list {
		p, ok := v.(board.Place)
		if !ok {
			if v == nil {
				continue
			}
			j.fail(x, "groups are of places")
		}
		at = append(at, p)
	}
	return j.components(j.graphOf(x, inOrder(at), joins, usual))
}

// distance walks from one place to another, and counts the joins of the shortest way.
func (j *interpreter) distance(x syntax.Node, args []any) any {
	if len(args) < 3 || len(args) > 4 {
		j.fail(x, "distance takes two places, the places on the way and, if they are not neighbours, what joins them")
	}
	if args[0] == nil || args[1] == nil {
		return nil
	}
	from, ok := args[0].(board.Place)
	to, ok2 := args[1].(board.Place)
	if !ok || !ok2 {
		j.fail(x, "distance is from a place to a place")
	}
	var at []board.Place
	for _, v := range j.items(x, args[2]) {
		if p, ok := v.(board.Place); ok {
			at = append(at, p)
		}
	}
	var joins []any
	if len(args) == 4 {
		joins = j.items(x, args[3])
	}
	g := j.graphOf(x, inOrder(at), joins, len(args) == 3)
	start, end := g.nodes.at(from), g.nodes.at(to)
	if start < 0 || end < 0 {
		return nil
	}
	steps := map[int]int64{start: 0}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		j.tick()
		if queue[0] == end {
			return steps[end]
		}
		for _, q := range g.next[queue[0]] {
			if _, met := steps[int(q)]; !met {
				steps[int(q)] = steps[queue[0]] + 1
				queue = append(queue, int(q))
			}
		}
	}
	return nil
}

// components finds the groups of a graph.
func (j *interpreter) components(g graph) *components {
	set := &components{nodes: g.nodes, of: make([]*component, len(g.nodes.list))}
	var queue []int32
	for n := range g.nodes.list {
		if set.of[n] != nil {
			continue
		}
		c := &component{set: set, number: len(set.list)}
		set.list = append(set.list, c)
		set.of[n] = c
		for queue = append(queue[:0], int32(n)); len(queue) > 0; queue = queue[1:] {
			j.tick()
			c.places = append(c.places, g.nodes.list[queue[0]])
			for _, q := range g.next[queue[0]] {
				if set.of[q] == nil {
					set.of[q] = c
					queue = append(queue, q)
				}
			}
		}
	}
	if len(set.list) > 1 {
		largest := 0
		for i, c := range set.list {
			if len(c.places) > len(set.list[largest].places) {
				largest = i
			}
		}
		for i, c := range set.list {
			for _, p := range c.places {
				if i != largest {
					set.apart = append(set.apart, p.(board.Place))
				}
			}
		}
	}
	return set
}

// endsOf numbers all ends of joins.
func (j *interpreter) endsOf(joins []any) *numbering {
	at := make([]board.Place, 0, 2*len(joins))
	for _, v := range joins {
		if a, b, ok := j.joined(v); ok {
			at = append(at, a, b)
		}
	}
	return inOrder(at)
}

// acyclic reports whether the joins between the nodes (or all joins, where only these are given) hold no cycle: then there are as many
// joins as nodes, less one for each group.
func (j *interpreter) acyclic(x syntax.Node, args []any) bool {
	joins := j.items(x, args[len(args)-1])
	nodes := j.endsOf(joins)
	if len(args) == 2 {
		var at []board.Place
		for _, v := range j.items(x, args[0]) {
			if p, ok := v.(board.Place); ok {
				at = append(at, p)
			}
		}
		nodes = inOrder(at)
	}
	g := j.graphOf(x, nodes, joins, false)
	n := 0
	for _, next := range g.next {
		n += len(next)
	}
	return n/2 == len(nodes.list)-len(j.components(g).list)
}

// oneLoop reports whether lines are one closed loop, and notes what they lack.
func (j *interpreter) oneLoop(x syntax.Node, lines []any) bool {
	j.faults = nil
	if len(lines) == 0 {
		j.faults = []fault{{part: "none"}}
		return false
	}
	g := j.graphOf(x, j.endsOf(lines), lines, false)
	for _, t := range []struct {
		part string
		test func(degree int) bool
	}{
		{"branch", func(d int) bool { return d == 3 }}, {"cross", func(d int) bool { return d > 3 }}, {"end", func(d int) bool { return d == 1 }},
	} {
		var places []board.Place
		for n, p := range g.nodes.list {
			if t.test(len(g.next[n])) {
				places = append(places, p)
			}
		}
		if places != nil {
			j.faults = append(j.faults, fault{t.part, places})
		}
	}
	if set := j.components(g); len(set.list) > 1 {
		j.apart = set.apart
		j.faults = append(j.faults, fault{"many", j.apart})
	}
	return len(j.faults) == 0
}

// rectangle reports whether cells fill their bounding box.
func (j *interpreter) rectangle(cells []any) bool {
	rows, cols := map[int]bool{}, map[int]bool{}
	top, left, bottom, right := 1<<30, 1<<30, 0, 0
	for _, v := range cells {
		p := v.(board.Place)
		r, c := j.b.Geo.Row(p), j.b.Geo.Col(p)
		rows[r], cols[c] = true, true
		top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
	}
	return len(cells) == 0 || len(cells) == (bottom-top+1)*(right-left+1)
}

// formOf names the form of cells, up to turns and mirrors if these do not tell forms apart.
func formOf(cells [][2]int, turn, mirror bool) form {
	best := ""
	for _, flip := range []bool{false, true} {
		if flip && !mirror {
			continue
		}
		for quarter := range 4 {
			if quarter > 0 && !turn {
				continue
			}
			var names []string
			pts := [][2]int{}
			minY, minX := 1<<30, 1<<30
			for _, p := range cells {
				y, x := p[0], p[1]
				if flip {
					x = -x
				}
				for range quarter {
					y, x = -x, y
				}
				pts = append(pts, [2]int{y, x})
				minY, minX = min(minY, y), min(minX, x)
			}
			for _, p := range pts {
				names = append(names, fmt.Sprintf("%03d.%03d", p[0]-minY, p[1]-minX))
			}
			slices.Sort(names)
			if s := strings.Join(names, " "); best == "" || s < best {
				best = s
			}
		}
	}
	return form(best)
}

// drawnForm gives the form that a text draws: lines with / between them, x for a cell.
func (j *interpreter) drawnForm(at syntax.Node, text string, turn, mirror bool) form {
	d := drawing{text, turn, mirror}
	if f, ok := j.fixed.drawn[d]; ok {
		return f
	}
	var where [][2]int
	y, x := 0, 0
	for i := range len(text) {
		j.tick()
		switch text[i] {
		case '/':
			y, x = y+1, 0
			continue
		case 'x':
			where = append(where, [2]int{y, x})
		case '.':
		default:
			j.fail(at, "a shape is drawn with x, a point and /")
		}
		x++
	}
	if len(where) == 0 {
		j.fail(at, "a shape has a cell at least")
	}
	f := formOf(where, turn, mirror)
	j.fixed.drawn[d] = f
	return f
}
