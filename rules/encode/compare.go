package encode

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

func (ev *evaluator) comparison(x *syntax.CompareExpr) value {
	left, leftNode := ev.eval(x.First), x.First
	terms := make([]model.Term, 0, len(x.Ops))
	for i, op := range x.Ops {
		right := ev.eval(x.Rest[i])
		t := ev.compare(x, op, leftNode, left, x.Rest[i], right)
		if t == model.False {
			return false
		}
		terms = append(terms, t)
		left, leftNode = right, x.Rest[i]
	}
	return condition(ev.and(terms...))
}

func isNone(x syntax.Expr) bool {
	c, ok := x.(*syntax.ConstLit)
	return ok && c.Word == "None"
}

func (ev *evaluator) compare(x syntax.Node, op syntax.Op, ax syntax.Expr, a value, bx syntax.Expr, b value) model.Term {
	switch op {
	case syntax.Eq, syntax.Is:
		if isNone(bx) {
			return ev.p.Not(ev.present(a))
		}
		if isNone(ax) {
			return ev.p.Not(ev.present(b))
		}
		return ev.equal(x, a, b)
	case syntax.Ne, syntax.IsNot:
		return ev.p.Not(ev.compare(x, syntax.Eq, ax, a, bx, b))
	case syntax.In:
		return ev.contains(x, a, b)
	case syntax.NotIn:
		return ev.p.Not(ev.contains(x, a, b))
	}
	if m, ok := a.(int64); ok {
		if n, ok := b.(int64); ok {
			switch op {
			case syntax.Lt:
				return ev.p.Truth(m < n)
			case syntax.Le:
				return ev.p.Truth(m <= n)
			case syntax.Gt:
				return ev.p.Truth(m > n)
			default:
				return ev.p.Truth(m >= n)
			}
		}
	}
	if k, ok := a.(*list); ok {
		if l, ok := b.(*list); ok {
			return ev.ordered(x, op, k, l)
		}
	}
	m, ok := ev.asNumber(ax, a)
	n, ok2 := ev.asNumber(bx, b)
	if !ok || !ok2 {
		return model.False
	}
	if t, ok := ev.groupsAtMost(op, m.t, n.t); ok {
		return t
	}
	var t model.Term
	switch op {
	case syntax.Lt:
		t = ev.p.Lt(m.t, n.t)
	case syntax.Le:
		t = ev.p.Le(m.t, n.t)
	case syntax.Gt:
		t = ev.p.Gt(m.t, n.t)
	default:
		t = ev.p.Ge(m.t, n.t)
	}
	return ev.and(m.has, n.has, t)
}

// present says whether a value is there.
func (ev *evaluator) present(v value) model.Term {
	switch v := v.(type) {
	case nil:
		return model.False
	case *unknown:
		return v.has
	case *group:
		return v.set.nodes[v.node]
	}
	return model.True
}

// equal says that two values are there and the same.
func (ev *evaluator) equal(x syntax.Node, a, b value) model.Term {
	if a == nil || b == nil {
		return model.False
	}
	if t, ok := ev.equalRuns(x, a, b); ok {
		return t
	}
	if t, ok := ev.equalThings(x, a, b); ok {
		return t
	}
	if t, ok := ev.equalTruths(a, b); ok {
		return t
	}
	m, ok := ev.asNumber(x, a)
	n, ok2 := ev.asNumber(x, b)
	if !ok || !ok2 {
		return model.False
	}
	if least, ok := ev.groupsAtMost(syntax.Ge, m.t, n.t); ok {
		if most, ok := ev.groupsAtMost(syntax.Le, m.t, n.t); ok {
			return ev.and(least, most)
		}
	}
	return ev.and(m.has, n.has, ev.p.Eq(m.t, n.t))
}

// equalThings compares where one of two values is neither a number nor a truth value: words and places, known or not, lists, groups and shapes.
func (ev *evaluator) equalThings(x syntax.Node, a, b value) (t model.Term, ok bool) {
	u, unsure := b.(*unknown)
	switch a := a.(type) {
	case int64, bool:
	case string, board.Place:
		if unsure {
			return ev.equalNamed(x, u, a), true
		}
		return ev.p.Truth(a == b), true
	case *list:
		if b, ok := b.(*list); ok {
			return ev.equalLists(x, a, b), true
		}
		return model.False, true
	case *group:
		if b, ok := b.(*group); ok {
			return ev.same(x, a, b), true
		}
		return model.False, true
	case *shapeOf:
		if b, ok := b.(*shapeOf); ok {
			return ev.equalShapes(x, a, b), true
		}
		return model.False, true
	case *unknown:
		switch {
		case a.named() && unsure:
			return ev.equalNames(a, u), true
		case a.named():
			return ev.equalNamed(x, a, b), true
		}
	default:
		ev.fail(x, "%s in a comparison", describe(a))
	}
	if unsure && u.named() {
		return model.False, true
	}
	switch b.(type) {
	case string, board.Place, *list, *group:
		return model.False, true
	}
	return model.NoTerm, false
}

// named reports whether what is not known is a word or a place.
func (u *unknown) named() bool { return u.kind == wordsSort || u.kind == placesSort }

// equalTruths compares two truth values, and numbers that are both known.
func (ev *evaluator) equalTruths(a, b value) (t model.Term, ok bool) {
	if _, is := b.(*unknown); !is {
		a, b = b, a // one that is not known, if there is one, comes second
	}
	u, unsure := b.(*unknown)
	switch a := a.(type) {
	case int64:
		if b, ok := b.(int64); ok {
			return ev.p.Truth(a == b), true
		}
	case bool:
		if unsure && u.kind == truths {
			return ev.and(u.has, ev.p.Iff(u.t, ev.p.Truth(a))), true
		}
		if b, ok := b.(bool); ok {
			return ev.p.Truth(a == b), true
		}
	case *unknown:
		if unsure && a.kind == truths && u.kind == truths {
			return ev.and(a.has, u.has, ev.p.Iff(a.t, u.t)), true
		}
	}
	return model.NoTerm, false
}

// equalNames says that two unknown words, or places, are there and the same.
func (ev *evaluator) equalNames(a, u *unknown) model.Term {
	if u.kind != a.kind {
		return model.False
	}
	var ways []model.Term
	for i := range max(len(a.words), len(a.places)) {
		for j := range max(len(u.words), len(u.places)) {
			if a.kind == wordsSort && a.words[i] == u.words[j] || a.kind == placesSort && a.places[i] == u.places[j] {
				ways = append(ways, ev.and(ev.p.Eq(a.t, ev.p.Num(int64(i))), ev.p.Eq(u.t, ev.p.Num(int64(j)))))
			}
		}
	}
	if slices.Equal(a.words, u.words) && slices.Equal(a.places, u.places) {
		return ev.and(a.has, u.has, ev.p.Eq(a.t, u.t))
	}
	return ev.and(a.has, u.has, ev.or(ways...))
}

// mirrored are the comparisons with their sides exchanged.
var mirrored = map[syntax.Op]syntax.Op{syntax.Lt: syntax.Gt, syntax.Le: syntax.Ge, syntax.Gt: syntax.Lt, syntax.Ge: syntax.Le}

// groupsAtMost compares a number of groups with none or one without counting them: "at most one" is connected. ok is false for
// other comparisons.
func (ev *evaluator) groupsAtMost(op syntax.Op, a, b model.Term) (t model.Term, ok bool) {
	if ev.p.Op(b) == model.OpGroups {
		a, b, op = b, a, mirrored[op]
	}
	if ev.p.Op(a) != model.OpGroups || !ev.p.IsConst(b) {
		return 0, false
	}
	most, _ := ev.p.ConstValue(b).Int64()
	more := op == syntax.Gt || op == syntax.Ge
	if op == syntax.Lt || op == syntax.Ge {
		most-- // below n is at most n-1; at least n is not that
	}
	g := ev.p.GraphOf(a)
	switch most {
	case 0:
		t = ev.p.Not(ev.or(ev.p.GraphNodes(g)...))
	case 1:
		t = ev.p.Connected(g)
	default:
		return 0, false
	}
	if more {
		t = ev.p.Not(t)
	}
	return t, true
}

// equalNamed compares an unknown word or place with a known one.
func (ev *evaluator) equalNamed(x syntax.Node, u *unknown, v value) model.Term {
	i := -1
	switch v := v.(type) {
	case string:
		if u.kind == wordsSort {
			if i = slices.Index(u.words, v); i < 0 && !u.some {
				ev.fail(x, "the word %s is none of %v", v, u.words)
			}
		}
	case board.Place:
		if u.kind == placesSort {
			i = slices.Index(u.places, v)
		}
	}
	if i < 0 {
		return model.False
	}
	return ev.and(u.has, ev.p.Eq(u.t, ev.p.Num(int64(i))))
}

// equalLists compares lists in order. Elements under conditions are told apart by their rank, which is how many elements before
// them are there.
func (ev *evaluator) equalLists(x syntax.Node, a, b *list) model.Term {
	la, lb := ev.plain(a), ev.plain(b)
	if !surely(lb) {
		la, lb = lb, la
	}
	if surely(la) && surely(lb) {
		if len(la) != len(lb) {
			return model.False
		}
		terms := []model.Term{}
		for i := range la {
			terms = append(terms, ev.equal(x, la[i].v, lb[i].v))
		}
		return ev.and(terms...)
	}
	if !surely(lb) {
		ev.fail(x, "two lists whose elements are not known: sorted() compares them without order")
	}
	terms := []model.Term{}
	rank := ev.p.Num(0)
	for i, e := range la {
		ways := []model.Term{}
		for j := range lb {
			if j <= i {
				ways = append(ways, ev.and(ev.p.Eq(rank, ev.p.Num(int64(j))), ev.equal(x, e.v, lb[j].v)))
			}
		}
		terms = append(terms, ev.implies(e.cond, ev.or(ways...)))
		rank = ev.p.Add(rank, ev.bit(e.cond))
	}
	terms = append(terms, ev.p.Eq(rank, ev.p.Num(int64(len(lb)))))
	return ev.and(terms...)
}

func surely(elems []element) bool {
	for _, e := range elems {
		if e.cond != model.True {
			return false
		}
	}
	return true
}

// bit is 1 where a condition holds and else 0.
func (ev *evaluator) bit(t model.Term) model.Term { return ev.ifThen(t, ev.p.Num(1), ev.p.Num(0)) }

// contains is "a in b".
func (ev *evaluator) contains(x syntax.Node, a, b value) model.Term {
	switch b := b.(type) {
	case nil:
		return model.False
	case layerRef:
		if b.l.Parts && !ev.open(b.l) {
			if p, ok := a.(board.Place); ok {
				return ev.p.Truth(ev.b.PartOf(b.l, p) != board.Place{})
			}
			return model.False
		}
		return ev.holds(x, b, a)
	case *group:
		if u, ok := a.(*unknown); ok && u.kind == placesSort {
			var ways []model.Term
			for _, p := range u.places {
				if t := ev.contains(x, p, b); t != model.False {
					ways = append(ways, ev.and(ev.equal(x, u, p), t))
				}
			}
			return ev.or(ways...)
		}
		p, ok := a.(board.Place)
		if !ok {
			if a == nil {
				return model.False
			}
			ev.fail(x, "%s in a group", describe(a))
		}
		node, ok := b.set.at[p]
		if !ok {
			return model.False
		}
		return ev.sameNodes(b.set, node, b.node)
	case board.Place:
		if u, ok := a.(*unknown); ok {
			return ev.contains(x, u, placesList(ev.b.Cells(b)))
		}
		p, ok := a.(board.Place)
		return ev.p.Truth(ok && slices.Contains(ev.b.Cells(b), p))
	case *list:
		ways := []model.Term{}
		for _, e := range ev.plain(b) {
			t := ev.and(e.cond, ev.equal(x, a, e.v))
			if t == model.True {
				return model.True
			}
			ways = append(ways, t)
		}
		return ev.or(ways...)
	}
	ev.fail(x, "in %s", describe(b))
	return model.False
}

// holds says whether a layer has a value at a place; of truth values, whether it is true.
func (ev *evaluator) holds(x syntax.Node, ref layerRef, place value) model.Term {
	if p, ok := place.(board.Place); ok && ev.enc.layers[ref.l] != nil {
		if v, ok := ev.enc.layers[ref.l].vals.get(p).(*printed); ok {
			return v.has
		}
	}
	v := ev.at(x, ref, place)
	switch v := v.(type) {
	case nil:
		return model.False
	case bool:
		return ev.p.Truth(v)
	case *unknown:
		if v.kind == truths {
			return ev.and(v.has, v.t)
		}
		return v.has
	case *group:
		return v.set.nodes[v.node]
	}
	return model.True
}

// ordered compares two lists as dictionaries do: by the first elements that differ; a list is before those that go on from it.
func (ev *evaluator) ordered(x syntax.Node, op syntax.Op, a, b *list) model.Term {
	if op == syntax.Gt || op == syntax.Ge {
		a, b = b, a
	}
	la, lb := ev.plain(a), ev.plain(b)
	if !surely(la) || !surely(lb) {
		ev.fail(x, "the order of lists whose elements are not known")
	}
	short := min(len(la), len(lb))
	out := ev.p.Truth(len(la) < len(lb) || len(la) == len(lb) && (op == syntax.Le || op == syntax.Ge))
	for i := short - 1; i >= 0; i-- {
		m, ok := ev.asNumber(x, la[i].v)
		n, ok2 := ev.asNumber(x, lb[i].v)
		if !ok || !ok2 {
			out = model.False
			continue
		}
		out = ev.and(m.has, n.has, ev.or(ev.p.Lt(m.t, n.t), ev.and(ev.p.Eq(m.t, n.t), out)))
	}
	return out
}
