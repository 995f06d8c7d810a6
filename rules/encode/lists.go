package encode

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// plain gives the elements of a list with their whole conditions: of a list over a group, that the node is in the group too.
func (ev *evaluator) plain(l *list) []element {
	if l.group == nil {
		return l.elems
	}
	out := make([]element, 0, len(l.elems))
	for _, e := range l.elems {
		if c := ev.and(e.cond, ev.sameNodes(l.group.set, e.node, l.group.node)); c != model.False {
			out = append(out, element{cond: c, v: e.v})
		}
	}
	return out
}

// iterate gives what a loop over a value walks through.
func (ev *evaluator) iterate(x syntax.Node, v value) *list {
	switch v := v.(type) {
	case nil:
		return &list{}
	case *list:
		return v
	case board.Place:
		if l, ok := ev.cells[v]; ok {
			return l
		}
		if cells := ev.b.Cells(v); cells != nil {
			l := placesList(cells)
			ev.cells[v] = l
			return l
		}
	case layerRef:
		return ev.heldPlaces(x, v)
	case *group:
		if known := v.set.known; known != nil {
			out := &list{}
			for i, p := range v.set.places {
				if known[i] >= 0 && known[i] == known[v.node] {
					out.elems = append(out.elems, element{cond: model.True, v: p})
				}
			}
			return out
		}
		if v.set.elems == nil {
			for i, p := range v.set.places {
				if v.set.nodes[i] != model.False {
					v.set.elems = append(v.set.elems, element{cond: model.True, v: p, node: i})
				}
			}
		}
		return &list{group: v, elems: v.set.elems}
	case *groupSet:
		out := &list{}
		for i := range v.places {
			if first := ev.first(v, i); first != model.False {
				out.elems = append(out.elems, element{cond: first, v: &group{v, i}})
			}
		}
		return out
	case *runList:
		return ev.eachRun(v)
	}
	ev.fail(x, "a loop over %s", describe(v))
	return nil
}

// heldPlaces gives the places at which a layer has a value (of truth values: is true), the parts of a division, or the objects of a
// class.
func (ev *evaluator) heldPlaces(x syntax.Node, ref layerRef) *list {
	l := ref.l
	if out, ok := ev.held[l]; ok {
		return out
	}
	if l.Objects() {
		return placesList(ev.b.Required(l))
	}
	if l.Parts && !ev.open(l) {
		return placesList(ev.b.Own(l))
	}
	if l.Parts {
		return ev.iterate(x, ev.enc.layers[l].set)
	}
	places, err := ev.b.Places(l)
	if err != nil {
		panic(failure{err})
	}
	out := &list{}
	for _, p := range places {
		if c := ev.holds(x, ref, p); c != model.False {
			out.elems = append(out.elems, element{cond: c, v: p})
		}
	}
	if ev.declared {
		ev.held[l] = out
	}
	return out
}

// loop runs the clauses of a comprehension from number i on and calls body in each turn that may be, with the condition under which
// it is. Where the first clause walks through a group, the condition leaves out that the node is in it: body gets the group and
// the node.
func (ev *evaluator) loop(clauses []syntax.CompFor, i int, cond model.Term, g *group, node int, body func(cond model.Term, g *group, node int)) {
	if i == len(clauses) {
		body(cond, g, node)
		return
	}
	ev.turns(clauses, i, ev.iterate(clauses[i].Iter, ev.eval(clauses[i].Iter)), cond, g, node, body)
}

// turns runs the clauses from number i on, which walks through items.
func (ev *evaluator) turns(clauses []syntax.CompFor, i int, items *list, cond model.Term, g *group, node int, body func(cond model.Term, g *group, node int)) {
	elems := items.elems
	if items.group != nil && i > 0 {
		elems = ev.plain(items)
	}
	n := len(ev.vars)
	for _, e := range elems {
		ev.pass(clauses, i, items.group, e, cond, g, node, body)
		ev.vars = ev.vars[:n]
	}
}

// pass runs a clause of a loop for one of its elements, and those after it; its names stay bound. Of the first clause, of is the group that
// is walked through.
func (ev *evaluator) pass(clauses []syntax.CompFor, i int, of *group, e element, cond model.Term, g *group, node int, body func(cond model.Term, g *group, node int)) {
	ev.step()
	c, here := clauses[i], cond
	if e.cond != model.True {
		here = ev.and(cond, e.cond)
	}
	if here == model.False || !ev.bind(c.Target, e.v) {
		return
	}
	for _, f := range c.Ifs {
		t := ev.truth(f, ev.eval(f))
		if t == model.True {
			continue
		}
		if here = ev.and(here, t); here == model.False {
			return
		}
	}
	if i == 0 && of != nil {
		g, node = of, e.node
	}
	ev.loop(clauses, i+1, here, g, node, body)
}

// bind gives the names of a loop's target their values. It is false where a pair is taken apart that is absent.
func (ev *evaluator) bind(target syntax.Expr, v value) bool {
	switch t := target.(type) {
	case *syntax.Name:
		ev.vars = append(ev.vars, binding{t.ID, v})
		return true
	case *syntax.TupleExpr:
		if v == nil {
			return false
		}
		parts := ev.takeApart(target, v)
		if len(parts) != len(t.Elts) {
			ev.fail(target, "%d names for %d values", len(t.Elts), len(parts))
		}
		for i, e := range t.Elts {
			if !ev.bind(e, parts[i]) {
				return false
			}
		}
		return true
	}
	ev.fail(target, "the target of a loop is a name, or names with commas")
	return false
}

// takeApart gives the parts of what can be taken apart: the two ends of a link and the like, the elements of a list.
func (ev *evaluator) takeApart(x syntax.Node, v value) []value {
	switch v := v.(type) {
	case board.Place:
		if a, b := ev.ends(v); a != (board.Place{}) {
			return []value{a, b}
		}
	case *list:
		elems := ev.plain(v)
		if !surely(elems) {
			ev.fail(x, "a list whose length is not known cannot be taken apart")
		}
		out := make([]value, len(elems))
		for i, e := range elems {
			out[i] = e.v
		}
		return out
	}
	ev.fail(x, "%s cannot be taken apart", describe(v))
	return nil
}

// ends gives the two places that a link, a diagonal, an edge, a slash, a joint or a span joins.
func (ev *evaluator) ends(p board.Place) (a, b board.Place) {
	switch p.Kind {
	case board.Link, board.Diagonal, board.Edge, board.Slash, board.Joint:
		return ev.b.Geo.Ends(p)
	}
	s := ev.b.Span(p)
	return s.A, s.B
}

// comp evaluates a comprehension or a generator: a list.
func (ev *evaluator) comp(x *syntax.Comp) value {
	if x.Kind == syntax.DictComp || x.Kind == syntax.SetComp {
		ev.fail(x, "a dict or a set in a rule")
	}
	if lengths := ev.lengthsOfRuns(x); lengths != nil {
		return lengths
	}
	out := &list{}
	body := func(cond model.Term, g *group, node int) {
		out.group = g
		out.elems = append(out.elems, element{cond: cond, v: ev.eval(x.Elt), node: node})
	}
	if len(x.Clauses) > 1 || !ev.declared {
		ev.loop(x.Clauses, 0, model.True, nil, -1, body)
		return out
	}
	over := ev.eval(x.Clauses[0].Iter)
	g, ok := over.(*group)
	if !ok || g.set.known != nil || !ev.namesItsOwn(x) {
		ev.turns(x.Clauses, 0, ev.iterate(x.Clauses[0].Iter, over), model.True, nil, -1, body)
		return out
	}
	if elems, ok := g.set.walks[x]; ok {
		return &list{elems: elems, group: g, same: true}
	}
	before, used := ev.mem.Held()-ev.kept, ev.used
	if ev.turns(x.Clauses, 0, ev.iterate(x.Clauses[0].Iter, over), model.True, nil, -1, body); used == ev.used && len(out.elems) > 0 {
		if g.set.walks == nil {
			g.set.walks, g.set.weights = map[*syntax.Comp][]element{}, map[*syntax.CallExpr][]model.Term{}
		}
		g.set.walks[x], out.same = out.elems, true
		ev.kept += ev.mem.Held() - ev.kept - before
	}
	return out
}

// namesItsOwn reports whether a loop with one clause names no variable but its own in its element and its conditions.
func (ev *evaluator) namesItsOwn(x *syntax.Comp) bool {
	own, ok := x.Clauses[0].Target.(*syntax.Name)
	if !ok {
		return false
	}
	for _, part := range append([]syntax.Expr{x.Elt}, x.Clauses[0].Ifs...) {
		for _, name := range rules.FreeNames(part) {
			for _, v := range ev.vars[ev.base:] {
				if v.name == name && name != own.ID {
					return false
				}
			}
		}
	}
	return true
}

// marked evaluates the argument of a function that sees unmarked elements too: all elements, and for each whether it is marked,
// which is what the ifs of the last clause say.
func (ev *evaluator) marked(x syntax.Expr) (elems []value, marks []model.Term) {
	c, ok := x.(*syntax.Comp)
	if !ok {
		list, ok := ev.eval(x).(*list)
		if !ok {
			ev.fail(x, "expected the inside of a generator: x for x in places if condition")
		}
		for _, e := range ev.plain(list) {
			elems, marks = append(elems, e.v), append(marks, e.cond)
		}
		return elems, marks
	}
	clauses := append([]syntax.CompFor{}, c.Clauses...)
	last := &clauses[len(clauses)-1]
	ifs := last.Ifs
	last.Ifs = nil
	ev.loop(clauses, 0, model.True, nil, -1, func(cond model.Term, g *group, node int) {
		if cond != model.True || g != nil {
			ev.fail(x, "the elements in this line are not known")
		}
		mark := model.True
		for _, f := range ifs {
			if mark = ev.and(mark, ev.truth(f, ev.eval(f))); mark == model.False {
				break
			}
		}
		elems, marks = append(elems, ev.eval(c.Elt)), append(marks, mark)
	})
	return elems, marks
}
