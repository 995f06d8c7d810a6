package judge

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// Values are nil (absent), bool, int64, string (a word), board.Place, []any (a list), *layer, and the types below.
type (
	borders  struct{ l *layer }
	opposite struct{}
	// component is a group; set tells groups of different graphs apart.
	component struct {
		set    *components
		number int
		places []any
		forms  [4]form // with and without turns and mirrors, as they are asked for
	}
	components struct {
		list  []*component
		items []any // the same, as what a loop walks through; nil: not asked for yet
		nodes *numbering
		of    []*component // by the numbers of nodes
	}
	form string
	// multiset is what sorted gives.
	multiset struct{ items []any }
)

func places(list []board.Place) []any {
	out := make([]any, len(list))
	for i, p := range list {
		out[i] = maybe(p)
	}
	return out
}

// maybe gives a place, or nil for the place that is nothing.
func maybe(p board.Place) any {
	if p == (board.Place{}) {
		return nil
	}
	return p
}

// ends gives the two places that a join joins as a list.
func (j *interpreter) ends(p board.Place) []any {
	if v, ok := j.fixed.ends.get(p); ok {
		return v.([]any)
	}
	a, b, _ := j.joined(p)
	list := []any{maybe(a), maybe(b)}
	j.fixed.ends.set(p, list)
	return list
}

// joined gives the two places that a join joins: a link or the like, or a list of two places.
func (j *interpreter) joined(v any) (a, b board.Place, ok bool) {
	switch v := v.(type) {
	case board.Place:
		if v.Kind < board.Others {
			a, b = j.b.Geo.Ends(v)
			return a, b, true
		}
		s := j.fixed.b.Span(v)
		return s.A, s.B, true
	case []any:
		if len(v) == 2 {
			a, ok = v[0].(board.Place)
			b, both := v[1].(board.Place)
			return a, b, ok && both && a != b
		}
	}
	return a, b, false
}

// items gives what a loop over a value walks through.
func (j *interpreter) items(x syntax.Node, v any) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		return v
	case board.Place:
		return j.relation(x, v, "cells").([]any)
	case *component:
		return v.places
	case *components:
		if v.items == nil {
			v.items = make([]any, len(v.list))
			for i, c := range v.list {
				v.items[i] = c
			}
		}
		return v.items
	case *layer:
		if v.Parts && v.Role == rules.Find {
			return j.items(x, j.partsOf(v))
		}
		if v.Objects() {
			return places(j.b.Required(v.Layer))
		}
		if v.Parts {
			return places(j.b.Own(v.Layer))
		}
		return j.walk(v)
	}
	j.fail(x, "a loop over what is no list")
	return nil
}

// group gives the group that a place belongs to, or nil.
func (set *components) group(p board.Place) *component {
	if n := set.nodes.at(p); n >= 0 {
		return set.of[n]
	}
	return nil
}

// partsOf gives the parts of a layer to be found as groups, so that rules treat both alike.
func (j *interpreter) partsOf(l *layer) *components {
	if l.partsOf == j.fixed.answer {
		return l.parts
	}
	set := &components{nodes: &numbering{}}
	if m := j.b.Marks(l.Layer); m != nil {
		for i, part := range m.Parts {
			c := &component{set: set, number: i, places: places(part)}
			set.list = append(set.list, c)
			for _, p := range part {
				if set.nodes.add(p); len(set.of) < len(set.nodes.list) {
					set.of = append(set.of, nil)
				}
				set.of[set.nodes.at(p)] = c
			}
		}
	}
	l.parts, l.partsOf = set, j.fixed.answer
	return set
}

// holds takes a value as a condition.
func (j *interpreter) holds(x syntax.Node, v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case board.Place, *component:
		return true
	}
	j.fail(x, "a number, a word or a list as a condition: compare it")
	return false
}

// integer takes a value as a number; ok is false where it is absent.
func (j *interpreter) integer(x syntax.Node, v any) (n int64, ok bool) {
	switch v := v.(type) {
	case nil:
		return 0, false
	case int64:
		return v, true
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	}
	j.fail(x, "what is no number where a number is needed")
	return 0, false
}

func (j *interpreter) arithmetic(x *syntax.BinaryExpr, a, b any) any {
	if x.Op == syntax.Add {
		la, ok := a.([]any)
		lb, ok2 := b.([]any)
		if ok && ok2 {
			for range len(la) + len(lb) {
				j.tick()
			}
			return slices.Concat(la, lb)
		}
	}
	m, ok := j.integer(x.X, a)
	n, ok2 := j.integer(x.Y, b)
	if !ok || !ok2 {
		return nil
	}
	const most = 1 << 31
	if m > most || m < -most || n > most || n < -most {
		j.fail(x, "a number beyond 2^31")
	}
	switch x.Op {
	case syntax.Add:
		return m + n
	case syntax.Sub:
		return m - n
	case syntax.Mul:
		return m * n
	case syntax.FloorDiv:
		if n == 0 {
			return nil
		}
		q := m / n
		if m%n != 0 && (m < 0) != (n < 0) {
			q--
		}
		return q
	case syntax.Mod:
		if n == 0 {
			return nil
		}
		return ((m % n) + n) % n
	case syntax.Pow:
		r := int64(1)
		for i := int64(0); i < n && i < 64; i++ {
			if r *= m; r > most || r < -most {
				j.fail(x, "a number beyond 2^31")
			}
		}
		return r
	}
	j.fail(x, "the operator %s has no meaning in a rule", x.Op)
	return nil
}

func none(x syntax.Expr) bool {
	c, ok := x.(*syntax.ConstLit)
	return ok && c.Word == "None"
}

func (j *interpreter) compare(x syntax.Node, op syntax.Op, ax syntax.Expr, a any, bx syntax.Expr, b any) bool {
	switch op {
	case syntax.Eq, syntax.Is:
		switch {
		case none(bx):
			return a == nil
		case none(ax):
			return b == nil
		}
		return j.equal(x, a, b)
	case syntax.Ne, syntax.IsNot:
		return !j.compare(x, syntax.Eq, ax, a, bx, b)
	case syntax.In:
		return j.member(x, a, b)
	case syntax.NotIn:
		return !j.member(x, a, b)
	}
	if k, ok := a.([]any); ok {
		if l, ok := b.([]any); ok {
			return j.ordered(x, op, k, l)
		}
	}
	m, ok := j.integer(ax, a)
	n, ok2 := j.integer(bx, b)
	if !ok || !ok2 {
		return false
	}
	switch op {
	case syntax.Lt:
		return m < n
	case syntax.Le:
		return m <= n
	case syntax.Gt:
		return m > n
	}
	return m >= n
}

// ordered compares two lists by the first elements that differ.
func (j *interpreter) ordered(x syntax.Node, op syntax.Op, a, b []any) bool {
	for i := 0; i < len(a) && i < len(b); i++ {
		j.tick()
		m, ok := j.integer(x, a[i])
		n, ok2 := j.integer(x, b[i])
		switch {
		case !ok || !ok2:
			return false
		case m != n:
			return (m < n) == (op == syntax.Lt || op == syntax.Le)
		}
	}
	switch op {
	case syntax.Lt:
		return len(a) < len(b)
	case syntax.Le:
		return len(a) <= len(b)
	case syntax.Gt:
		return len(a) > len(b)
	}
	return len(a) >= len(b)
}

// same is equal, sooner for numbers.
func (j *interpreter) same(x syntax.Node, a, b any) bool {
	if m, ok := a.(int64); ok {
		if n, ok := b.(int64); ok {
			return m == n
		}
	}
	return j.equal(x, a, b)
}

// equal reports whether two values are there and the same.
func (j *interpreter) equal(x syntax.Node, a, b any) bool {
	if a == nil || b == nil {
		return false
	}
	if s, ok := a.(multiset); ok {
		return j.sameItems(x, s, b)
	}
	if s, ok := b.(multiset); ok {
		return j.sameItems(x, s, a)
	}
	switch a := a.(type) {
	case []any:
		l, ok := b.([]any)
		return ok && slices.EqualFunc(a, l, func(p, q any) bool { return j.equal(x, p, q) })
	case *component:
		c, ok := b.(*component)
		return ok && (a == c || slices.Equal(a.places, c.places)) // a function with groups gives them anew at each call
	case string, board.Place, form:
		return a == b
	case bool, int64:
		switch b.(type) {
		case bool, int64:
			m, _ := j.integer(x, a)
			n, _ := j.integer(x, b)
			return m == n
		}
		return false
	}
	j.fail(x, "a comparison of what cannot be compared")
	return false
}

func (j *interpreter) sameItems(x syntax.Node, s multiset, b any) bool {
	var rest []any
	if t, ok := b.(multiset); ok {
		rest = slices.Clone(t.items)
	} else {
		rest = slices.Clone(j.items(x, b))
	}
	drop := func(v any) bool { return v == nil }
	mine := slices.DeleteFunc(slices.Clone(s.items), drop)
	rest = slices.DeleteFunc(rest, drop)
	if len(mine) != len(rest) {
		return false
	}
	for _, v := range mine {
		i := slices.IndexFunc(rest, func(w any) bool { return j.equal(x, v, w) })
		if i < 0 {
			return false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return true
}

func (j *interpreter) member(x syntax.Node, a, b any) bool {
	switch b := b.(type) {
	case nil:
		return false
	case *layer:
		p, ok := a.(board.Place)
		if !ok {
			return false
		}
		if b.Parts {
			return j.b.PartOf(b.Layer, p) != board.Place{}
		}
		return j.holdsAt(b, p)
	}
	if c, ok := b.(*component); ok {
		if p, ok := a.(board.Place); ok {
			return c.set.group(p) == c
		}
	}
	list := j.items(x, b)
	switch a := a.(type) {
	case nil:
		return false
	case board.Place:
		for _, v := range list {
			if p, ok := v.(board.Place); ok && p == a {
				return true
			}
		}
		return false
	case string:
		for _, v := range list {
			if w, ok := v.(string); ok && w == a {
				return true
			}
		}
		return false
	case int64:
		for _, v := range list {
			if n, ok := v.(int64); ok && n == a {
				return true
			} else if !ok && j.equal(x, a, v) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(list, func(v any) bool { return j.equal(x, a, v) })
}
