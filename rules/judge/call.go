package judge

import (
	"cmp"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// grouping is groups that mean the same wherever they stand.
type grouping struct {
	set    *components
	answer uint32
}

// groups compiles a call of groups.
func (c *compiler) groups(x *syntax.CallExpr) code {
	if len(x.Args) < 1 || len(x.Args) > 2 {
		return wrong(x, "groups takes places and, if they are not neighbours, what joins them")
	}
	var same *grouping
	if c.everywhere(x) {
		text := c.expr.Source(x)
		if same = c.s.groups[text]; same == nil {
			same = &grouping{}
			c.s.groups[text] = same
		}
	}
	list := c.value(x.Args[0].Value)
	var joins code
	if len(x.Args) == 2 {
		joins = c.value(x.Args[1].Value)
	}
	return func(j *interpreter) any {
		if same != nil && same.answer == j.fixed.answer {
			j.apart = same.set
			return same.set
		}
		before := j.held()
		set := (*components)(nil)
		if nodes := j.items(x, list(j)); joins == nil {
			set = j.grouped(x, nodes, nil, true)
		} else {
			set = j.grouped(x, nodes, j.items(x, joins(j)), false)
		}
		if same != nil {
			same.set, same.answer = set, j.fixed.answer
			j.keep(before)
		}
		j.apart = set
		return set
	}
}

// call compiles a call by the name of its function. Functions that walk lines or join cells have their own evaluation, and those that make one
// value of a loop need no list of it; the others get the values of their arguments. rules/encode has a case for each name too, and shares nothing
// with these: a word means what both say, and tests compare them.
func (c *compiler) call(x *syntax.CallExpr) code {
	if f, ok := x.Fun.(*syntax.AttrExpr); ok {
		return c.related(x, f)
	}
	f, ok := x.Fun.(*syntax.Name)
	if !ok {
		return wrong(x, "a call of something without a name")
	}
	switch f.ID {
	case "before", "after", "between", "first", "last", "runs":
		return c.line(x, f.ID)
	case "groups":
		return c.groups(x)
	case "ends", "blocks", "spans":
		expr := c.expr
		var list []any
		return func(j *interpreter) any {
			if list == nil {
				class, err := j.fixed.b.ClassOf(expr, x)
				if err != nil {
					panic(failure{err})
				}
				list = places(class)
			}
			return list
		}
	}
	if v, _ := c.s.meaning(f.ID); v != nil {
		if l, ok := v.(*rules.Let); ok {
			return c.applied(x, l)
		}
	} else if t := c.quantifier(x); t != nil {
		return func(j *interpreter) any { return t(j) }
	} else if v := c.aggregate(x, f.ID); v != nil {
		return v
	}
	var args []code
	var names []string
	var options []code
	for _, a := range x.Args {
		if a.Kind == syntax.NamedArg {
			names, options = append(names, a.Name), append(options, c.value(a.Value))
		} else {
			args = append(args, c.value(a.Value))
		}
	}
	if len(args) == 0 {
		return wrong(x, "%s takes arguments", f.ID)
	}
	from := c.frame
	return func(j *interpreter) any {
		values := make([]any, len(args))
		for i, a := range args {
			values[i] = a(j)
		}
		var named map[string]any
		for i, o := range options {
			if named == nil {
				named = map[string]any{}
			}
			named[names[i]] = o(j)
		}
		return j.function(x, f, values, named, from)
	}
}

// invocation is a call of a function of the language with its values.
type invocation struct {
	*interpreter
	x       *syntax.CallExpr
	name    string
	args    []any
	options map[string]any
}

// list gives the elements of an argument.
func (in *invocation) list(i int) []any {
	if i >= len(in.args) {
		in.fail(in.x, "%s takes more arguments", in.name)
	}
	return in.items(in.x, in.args[i])
}

// function gives what a function of the language gives for values.
func (j *interpreter) function(x *syntax.CallExpr, f *syntax.Name, args []any, options map[string]any, from *frame) any {
	in := &invocation{j, x, f.ID, args, options}
	switch f.ID {
	case "accepts":
		return j.accepts(x, in.list(0), in.list(1), in.list(2), in.list(3))
	case "keeps":
		return j.object(x, args[0], from)
	}
	if value, ok := in.ofValues(); ok {
		return value
	}
	if list, ok := in.ofLists(); ok {
		return list
	}
	if value, ok := in.ofPlaces(); ok {
		return value
	}
	j.fail(f, "%s is no function", f.ID)
	return nil
}

// ofValues counts, adds and compares values; ok is false for functions that do not.
func (in *invocation) ofValues() (value any, ok bool) {
	switch in.name {
	case "count":
		n := int64(0)
		for _, v := range in.list(0) {
			if in.holds(in.x, v) {
				n++
			}
		}
		return n, true
	case "len":
		if set, ok := in.args[0].(*components); ok {
			return int64(len(set.list)), true
		}
		if in.args[0] == nil {
			return nil, true
		}
		return int64(len(in.list(0))), true
	case "sum":
		n := int64(0)
		for _, v := range in.list(0) {
			if m, ok := in.integer(in.x, v); ok {
				n += m
			}
		}
		return n, true
	case "prod":
		n := int64(1)
		for _, v := range in.list(0) {
			if m, ok := in.integer(in.x, v); ok {
				if n *= m; n > 1<<40 || n < -1<<40 {
					in.tooMuch("a product beyond 2^40")
				}
			}
		}
		return n, true
	case "all", "any":
		for _, v := range in.list(0) {
			if in.holds(in.x, v) == (in.name == "any") {
				return in.name == "any", true
			}
		}
		return in.name == "all", true
	case "distinct":
		var seen []any
		for _, v := range in.list(0) {
			if v == nil {
				continue
			}
			if slices.ContainsFunc(seen, func(w any) bool { in.tick(); return in.equal(in.x, v, w) }) {
				return false, true
			}
			seen = append(seen, v)
		}
		return true, true
	case "min", "max":
		list := in.args
		if len(in.args) == 1 {
			list = in.list(0)
		}
		var best any
		for _, v := range list {
			n, ok := in.integer(in.x, v)
			if !ok {
				continue
			}
			if b, have := best.(int64); !have || (n > b) == (in.name == "max") {
				best = n
			}
		}
		return best, true
	case "abs":
		n, ok := in.integer(in.x, in.args[0])
		if !ok {
			return nil, true
		}
		return max(n, -n), true
	}
	return nil, false
}

// ofLists makes lists; ok is false for functions that do not.
func (in *invocation) ofLists() (list any, ok bool) {
	switch in.name {
	case "sorted":
		return multiset{in.list(0)}, true
	case "list":
		return in.list(0), true
	case "reversed":
		out := slices.Clone(in.list(0))
		slices.Reverse(out)
		return out, true
	case "subsets":
		return in.subsets(), true
	case "pairs":
		out := []any{}
		list := in.list(0)
		for i, a := range list {
			for _, b := range list[i+1:] {
				in.tick()
				out = append(out, []any{a, b})
			}
		}
		return out, true
	case "product":
		out := []any{}
		for _, a := range in.list(0) {
			for _, b := range in.list(1) {
				in.tick()
				out = append(out, []any{a, b})
			}
		}
		return out, true
	case "enum":
		out := []any{}
		for i, v := range in.list(0) {
			out = append(out, []any{int64(i + 1), v})
		}
		return out, true
	case "zip":
		out := []any{}
		for i := 0; ; i++ {
			row := []any{}
			for k := range in.args {
				list := in.list(k)
				if i >= len(list) {
					return out, true
				}
				row = append(row, list[i])
			}
			out = append(out, row)
		}
	case "range":
		return in.numbers(), true
	}
	return nil, false
}

// subsets gives all parts of a list but the empty one.
func (in *invocation) subsets() []any {
	list := in.list(0)
	if len(list) > rules.MaxSubset {
		in.tooMuch("the subsets of more than %d elements", rules.MaxSubset)
	}
	out := []any{}
	for set := 1; set < 1<<len(list); set++ {
		some := []any{}
		for i, v := range list {
			in.tick()
			if set>>i&1 != 0 {
				some = append(some, v)
			}
		}
		out = append(out, some)
	}
	return out
}

// numbers is range(hi), range(lo, hi) or range(lo, hi, step): no numbers where one of these is absent.
func (in *invocation) numbers() []any {
	lo, hi, step := int64(0), int64(0), int64(1)
	n := make([]int64, len(in.args))
	for i := range in.args {
		var there bool
		if n[i], there = in.integer(in.x, in.args[i]); !there {
			return []any{}
		}
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
	for v := lo; step > 0 && v < hi || step < 0 && v > hi; {
		in.tick()
		out = append(out, v)
		next := v + step
		if next > v != (step > 0) { // it lies behind the largest number, or the least
			break
		}
		v = next
	}
	return out
}

// ofPlaces looks at where places lie; ok is false for functions that do not.
func (in *invocation) ofPlaces() (value any, ok bool) {
	switch in.name {
	case "acyclic":
		return in.acyclic(in.x, in.args), true
	case "loop":
		return in.oneLoop(in.x, in.list(0)), true
	case "rect":
		if in.args[0] == nil {
			return nil, true
		}
		return in.rectangle(in.list(0)), true
	case "distance":
		return in.distance(in.x, in.args), true
	case "shape":
		return in.shape(), true
	}
	return nil, false
}

// shape gives the form of places, as which turned and mirrored ones count unless the options say that they do not.
func (in *invocation) shape() any {
	if in.args[0] == nil {
		return nil
	}
	turn, mirror := in.options["turn"] != false, in.options["mirror"] != false
	if drawing, ok := in.args[0].(string); ok {
		return in.drawnForm(in.x, drawing, turn, mirror)
	}
	list := in.list(0)
	if len(in.args) > 1 {
		if n, _ := in.integer(in.x, in.args[1]); int(n) != len(list) {
			return nil
		}
	}
	way := 0
	if turn {
		way++
	}
	if mirror {
		way += 2
	}
	group, _ := in.args[0].(*component)
	if group != nil && group.forms[way] != "" {
		return group.forms[way]
	}
	where := make([][2]int, len(list))
	for i, v := range list {
		p := v.(board.Place)
		where[i] = [2]int{in.b.Geo.Row(p), in.b.Geo.Col(p)}
	}
	f := formOf(where, turn, mirror)
	if group != nil {
		group.forms[way] = f
	}
	return f
}

// line compiles before, after, between, first, last and runs. The ifs of the last clause of a loop mark elements, and leave none out.
func (c *compiler) line(x *syntax.CallExpr, name string) code {
	if len(x.Args) == 0 {
		return wrong(x, "%s takes the inside of a generator", name)
	}
	var ring code
	for _, a := range x.Args[1:] {
		if a.Name == "ring" {
			ring = c.value(a.Value)
		}
	}
	comp, ok := x.Args[0].Value.(*syntax.Comp)
	if !ok {
		of := c.value(x.Args[0].Value)
		return func(j *interpreter) any {
			elems := j.items(x, of(j))
			return j.marked(name, elems, nil, ring != nil && ring(j) == true)
		}
	}
	clauses := slices.Clone(comp.Clauses)
	last := &clauses[len(clauses)-1]
	ifs := last.Ifs
	last.Ifs = nil
	marks := c.frame.slot() // where the marks begin: of first and before, whether there was one
	soon := name == "before" || name == "first"
	run := c.turns(clauses, func() test {
		conds := make([]test, len(ifs))
		for i, cond := range ifs {
			conds[i] = c.cond(cond)
		}
		elt := c.value(comp.Elt)
		return func(j *interpreter) bool {
			before := j.held()
			mark := true
			for _, cond := range conds {
				mark = mark && cond(j)
			}
			switch {
			case mark && name == "before":
				return false
			case !mark && name == "first":
				return true
			}
			v := elt(j)
			j.passed(v, before)
			if name == "first" {
				j.slots[j.base+marks].v = v
				return false
			}
			j.took(1)
			j.scratch = append(j.scratch, v)
			if !soon {
				j.scratch = append(j.scratch, mark)
			}
			return true
		}
	})
	return func(j *interpreter) any {
		j.slots[j.base+marks].v = nil
		from := len(j.scratch)
		run(j)
		if soon {
			list := j.gathered(from)
			if name == "first" {
				return j.slots[j.base+marks].v
			}
			return list
		}
		both := j.scratch[from:]
		elems, is := make([]any, 0, len(both)/2), make([]bool, 0, len(both)/2)
		for i := 0; i < len(both); i += 2 {
			elems, is = append(elems, both[i]), append(is, both[i+1] == true)
		}
		j.scratch = j.scratch[:from]
		return j.marked(name, elems, is, ring != nil && ring(j) == true)
	}
}

// marked gives what lies before, after or between the elements that are marked, the first, the last or the runs of them. Without marks all are.
func (j *interpreter) marked(name string, elems []any, marks []bool, ring bool) any {
	if marks == nil {
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

// graph is places with what joins them: the neighbours of node n are to[from[n]:from[n+1]].
type graph struct {
	nodes *numbering
	from  []int32
	to    []int32
}

func (g graph) next(n int) []int32 { return g.to[g.from[n]:g.from[n+1]] }

// graphOf makes the graph of places: side neighbours are joined where usual is set, else what joins join.
func (j *interpreter) graphOf(x syntax.Node, nodes *numbering, joins []any, usual bool) graph {
	g := graph{nodes: nodes, from: make([]int32, len(nodes.list)+1)}
	if usual {
		g.to = make([]int32, 0, 4*len(nodes.list))
		for n, p := range nodes.list {
			for _, v := range j.relation(x, p, "next").([]any) {
				if k := nodes.at(v.(board.Place)); k >= 0 {
					g.to = append(g.to, int32(k))
				}
			}
			g.from[n+1] = int32(len(g.to))
		}
		return g
	}
	pairs := make([][2]int32, 0, len(joins))
	for _, v := range joins {
		a, b, ok := j.joined(v)
		if !ok {
			continue
		}
		if m, n := nodes.at(a), nodes.at(b); m >= 0 && n >= 0 {
			pairs = append(pairs, [2]int32{int32(m), int32(n)})
			g.from[m]++
			g.from[n]++
		}
	}
	sum := int32(0)
	for n, d := range g.from { // where each one's neighbours end; they are entered from behind
		sum += d
		g.from[n] = sum
	}
	g.to = make([]int32, sum)
	for _, p := range slices.Backward(pairs) {
		m, n := p[0], p[1]
		g.from[n]--
		g.to[g.from[n]] = m
		g.from[m]--
		g.to[g.from[m]] = n
	}
	return g
}

// inOrder numbers places in their order, each once.
func inOrder(list []board.Place) *numbering {
	order := func(a, b board.Place) int { return cmp.Or(int(a.Kind)-int(b.Kind), int(a.N)-int(b.N)) }
	if !slices.IsSortedFunc(list, order) {
		slices.SortFunc(list, order)
	}
	nodes := &numbering{list: make([]board.Place, 0, len(list))}
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
		for _, q := range g.next(queue[0]) {
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
	size := len(g.nodes.list)
	set := &components{nodes: g.nodes, of: make([]*component, size)}
	queue := make([]int32, 0, size) // group after group
	order := make([]any, 0, size)
	for n := range g.nodes.list {
		if set.of[n] != nil {
			continue
		}
		c := &component{set: set, number: len(set.list)}
		set.list = append(set.list, c)
		set.of[n] = c
		first := len(queue)
		queue = append(queue, int32(n))
		for at := first; at < len(queue); at++ {
			j.tick()
			order = append(order, g.nodes.list[queue[at]])
			for _, q := range g.next(int(queue[at])) {
				if set.of[q] == nil {
					set.of[q] = c
					queue = append(queue, q)
				}
			}
		}
		c.places = order[first:len(queue):len(queue)]
	}
	return set
}

// apart gives the places of all groups but the largest.
func (set *components) apart() []board.Place {
	if set == nil || len(set.list) < 2 {
		return nil
	}
	largest := 0
	for i, c := range set.list {
		if len(c.places) > len(set.list[largest].places) {
			largest = i
		}
	}
	var out []board.Place
	for i, c := range set.list {
		for _, p := range c.places {
			if i != largest {
				out = append(out, p.(board.Place))
			}
		}
	}
	return out
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
	return len(g.to)/2 == len(nodes.list)-len(j.components(g).list)
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
			if t.test(len(g.next(n))) {
				places = append(places, p)
			}
		}
		if places != nil {
			j.faults = append(j.faults, fault{t.part, places})
		}
	}
	if set := j.components(g); len(set.list) > 1 {
		j.apart = set
		j.faults = append(j.faults, fault{"many", set.apart()})
	}
	return len(j.faults) == 0
}

// rectangle reports whether cells fill their bounding box.
func (j *interpreter) rectangle(cells []any) bool {
	top, left, bottom, right := 1<<30, 1<<30, 0, 0
	for _, v := range cells {
		p := v.(board.Place)
		r, c := j.b.Geo.Row(p), j.b.Geo.Col(p)
		top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
	}
	return len(cells) == 0 || len(cells) == (bottom-top+1)*(right-left+1)
}

// formOf names the form of cells, up to turns and mirrors if these do not tell forms apart.
func formOf(cells [][2]int, turn, mirror bool) form {
	best := ""
	points := make([]uint16, len(cells))
	name := make([]byte, 0, 2*len(cells))
	for way := range 8 { // by quarter turns, and mirrored
		if quarter, flip := way%4, way >= 4; flip && !mirror || quarter > 0 && !turn {
			continue
		}
		turned := func(p [2]int) (y, x int) {
			y, x = p[0], p[1]
			if way >= 4 {
				x = -x
			}
			for range way % 4 {
				y, x = -x, y
			}
			return y, x
		}
		top, left := 1<<30, 1<<30
		for _, p := range cells {
			y, x := turned(p)
			top, left = min(top, y), min(left, x)
		}
		for i, p := range cells {
			y, x := turned(p)
			points[i] = uint16(y-top)<<8 | uint16(x-left)
		}
		slices.Sort(points)
		name = name[:0]
		for _, p := range points {
			name = append(name, byte(p>>8), byte(p))
		}
		if best == "" || string(name) < best {
			best = string(name)
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
