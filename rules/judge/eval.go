package judge

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// Values are nil (absent), bool, int64, string (a word), board.Place, []any (a list), and the types below.
type (
	layer    struct{ l *rules.Layer }
	borders  struct{ l *rules.Layer }
	opposite struct{}
	// component is a group; set tells groups of different graphs apart.
	component struct {
		set    *components
		number int
		places []any
	}
	components struct {
		list  []*component
		nodes *numbering
		of    []*component // by the numbers of nodes
		// apart are the places of all groups but the largest.
		apart []board.Place
	}
	form string
	// multiset is what sorted gives.
	multiset struct{ items []any }
)

// eval evaluates an expression. What it took counts as long as a value can hold it: a list does, a number does not.
func (j *interpreter) eval(x syntax.Expr) any {
	before := j.mem.Held() - j.kept
	v := j.value(x)
	switch v.(type) {
	case nil, bool, int64, string, board.Place:
		j.mem.Give(int(j.mem.Held() - j.kept - before))
	}
	return v
}

func (j *interpreter) value(x syntax.Expr) any {
	j.tick()
	switch x := x.(type) {
	case *syntax.Name:
		return j.lookup(x)
	case *syntax.NumLit:
		return x.Int
	case *syntax.StrLit:
		return x.Value
	case *syntax.ConstLit:
		if x.Word == "None" {
			return nil
		}
		return x.Word == "True"
	case *syntax.ListExpr:
		return j.all(x.Elts)
	case *syntax.TupleExpr:
		return j.all(x.Elts)
	case *syntax.Comp:
		out := []any{}
		j.turns(x.Clauses, func() { out = append(out, j.eval(x.Elt)) })
		return out
	case *syntax.BoolExpr:
		for _, y := range x.X {
			if j.holds(y, j.eval(y)) == (x.Op == syntax.Or) {
				return x.Op == syntax.Or
			}
		}
		return x.Op == syntax.And
	case *syntax.UnaryExpr:
		v := j.eval(x.X)
		if x.Op == syntax.Not {
			return !j.holds(x.X, v)
		}
		n, ok := j.integer(x, v)
		switch {
		case !ok:
			return nil
		case x.Op == syntax.Neg:
			return -n
		}
		return n
	case *syntax.BinaryExpr:
		return j.arithmetic(x, j.eval(x.X), j.eval(x.Y))
	case *syntax.CompareExpr:
		left, leftX := j.eval(x.First), x.First
		for i, op := range x.Ops {
			right := j.eval(x.Rest[i])
			if !j.compare(x, op, leftX, left, x.Rest[i], right) {
				return false
			}
			left, leftX = right, x.Rest[i]
		}
		return true
	case *syntax.IfExpr:
		if j.holds(x.Cond, j.eval(x.Cond)) {
			return j.eval(x.Then)
		}
		return j.eval(x.Else)
	case *syntax.CallExpr:
		return j.call(x)
	case *syntax.AttrExpr:
		return j.attribute(x, j.eval(x.X), x.Name)
	case *syntax.IndexExpr:
		return j.subscript(x)
	}
	j.fail(x, "%s has no meaning in a rule", syntax.Describe(x))
	return nil
}

func (j *interpreter) all(xs []syntax.Expr) []any {
	out := make([]any, 0, len(xs))
	for _, x := range xs {
		out = append(out, j.eval(x))
	}
	return out
}

func (j *interpreter) lookup(x *syntax.Name) any {
	for i := len(j.scope) - 1; i >= j.from; i-- {
		if j.scope[i].name == x.ID {
			return j.scope[i].v
		}
	}
	switch v, ok := j.meaning(x.ID); v := v.(type) {
	case *rules.Let:
		return j.valueOf(v)
	case error:
		j.fail(x, "%v", v)
	default:
		if ok {
			return v
		}
	}
	j.fail(x, "unknown name %s", x.ID)
	return nil
}

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

// apply evaluates a let with arguments, in a scope of its own.
func (j *interpreter) apply(l *rules.Let, args []any) any {
	if j.depth++; j.depth > 60 {
		j.tooMuch("functions call each other more than 60 deep")
	}
	expr, from, size := j.expr, j.from, len(j.scope)
	j.expr, j.from = l.Expr, size
	for i, p := range l.Params {
		j.scope = append(j.scope, named{p, args[i]})
	}
	v := j.eval(l.Expr.Tree)
	j.expr, j.from, j.scope = expr, from, j.scope[:size]
	j.depth--
	return v
}

// assign binds the names of a loop's target; it is false where what is to be taken apart is absent.
func (j *interpreter) assign(target syntax.Expr, v any) bool {
	switch t := target.(type) {
	case *syntax.Name:
		j.scope = append(j.scope, named{t.ID, v})
		return true
	case *syntax.TupleExpr:
		var parts []any
		switch v := v.(type) {
		case nil:
			return false
		case []any:
			parts = v
		case board.Place:
			a, b, _ := j.joined(v)
			parts = []any{maybe(a), maybe(b)}
		}
		if len(parts) != len(t.Elts) {
			j.fail(target, "%d names for %d values", len(t.Elts), len(parts))
		}
		for i, e := range t.Elts {
			if !j.assign(e, parts[i]) {
				return false
			}
		}
		return true
	}
	j.fail(target, "the target of a loop is a name, or names with commas")
	return false
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
		out := []any{}
		for _, c := range v.list {
			out = append(out, c)
		}
		return out
	case layer:
		if v.l.Parts && v.l.Role == rules.Find {
			return j.items(x, j.partsOf(v.l))
		}
		if v.l.Objects() {
			return places(j.b.Required(v.l))
		}
		if v.l.Parts {
			return places(j.b.Own(v.l))
		}
		return j.walk(v.l)
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
func (j *interpreter) partsOf(l *rules.Layer) *components {
	key := " parts " + l.Name
	if v, ok := j.lets[key]; ok {
		return v.(*components)
	}
	set := &components{nodes: &numbering{}}
	if m := j.b.Marks(l); m != nil {
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
	j.lets[key] = set
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
	case layer:
		p, ok := a.(board.Place)
		if !ok {
			return false
		}
		if b.l.Parts {
			return j.b.PartOf(b.l, p) != board.Place{}
		}
		return j.held(b.l, p)
	}
	return slices.ContainsFunc(j.items(x, b), func(v any) bool { return j.equal(x, a, v) })
}
