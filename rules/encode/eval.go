package encode

import (
	"math"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// maxNesting bounds calls of the user's functions within each other.
const maxNesting = 60

// eval evaluates an expression.
// eval evaluates an expression. What it took counts as long as a value can hold it: a list does, a number or a term does not.
func (ev *evaluator) eval(x syntax.Expr) value {
	before := ev.mem.Held() - ev.kept
	v := ev.value(x)
	switch v.(type) {
	case nil, bool, int64, string, model.Term, board.Place:
		ev.mem.Give(int(ev.mem.Held() - ev.kept - before))
	}
	return v
}

func (ev *evaluator) value(x syntax.Expr) value {
	ev.step()
	switch x := x.(type) {
	case *syntax.Name:
		return ev.name(x)
	case *syntax.NumLit:
		if !x.IsInt || x.Big != nil {
			ev.fail(x, "a number that is not whole, or too large")
		}
		return x.Int
	case *syntax.StrLit:
		return x.Value
	case *syntax.ConstLit:
		switch x.Word {
		case "True":
			return true
		case "False":
			return false
		}
		return nil
	case *syntax.ListExpr:
		return ev.display(x.Elts)
	case *syntax.TupleExpr:
		return ev.display(x.Elts)
	case *syntax.Comp:
		return ev.comp(x)
	case *syntax.BoolExpr:
		return ev.junction(x)
	case *syntax.UnaryExpr:
		return ev.unary(x)
	case *syntax.BinaryExpr:
		return ev.binary(x)
	case *syntax.CompareExpr:
		return ev.comparison(x)
	case *syntax.IfExpr:
		return ev.choice(x)
	case *syntax.CallExpr:
		return ev.call(x)
	case *syntax.AttrExpr:
		return ev.attr(x)
	case *syntax.IndexExpr:
		return ev.index(x)
	}
	ev.fail(x, "%s has no meaning in a rule", syntax.Describe(x))
	return nil
}

// name gives what a name stands for: a loop variable, something of the file, or a word of the language.
func (ev *evaluator) name(x *syntax.Name) value {
	for i := len(ev.vars) - 1; i >= ev.base; i-- {
		if ev.vars[i].name == x.ID {
			return ev.vars[i].v
		}
	}
	if n, ok := ev.b.Params[x.ID]; ok {
		return n
	}
	if l := ev.b.File.Layer(x.ID); l != nil {
		return layerRef{l}
	}
	if l := ev.b.File.Let(x.ID); l != nil {
		if l.Func {
			ev.fail(x, "%s is a function: %s(...)", x.ID, x.ID)
		}
		if v, ok := ev.lets[x.ID]; ok {
			return v
		}
		before, used := ev.mem.Held()-ev.kept, ev.used
		v := ev.within(l, nil)
		if used != ev.used {
			return v
		}
		ev.lets[x.ID] = v
		ev.kept += ev.mem.Held() - ev.kept - before
		return v
	}
	if v, ok := ev.class(x); ok {
		return v
	}
	switch x.ID {
	case "dirs":
		return &list{elems: []element{{cond: model.True, v: "n"}, {cond: model.True, v: "e"}, {cond: model.True, v: "s"}, {cond: model.True, v: "w"}}}
	case "back":
		return backRef{}
	}
	if _, ok := board.ParseDir(x.ID); ok {
		return x.ID
	}
	ev.fail(x, "unknown name %s", x.ID)
	return nil
}

// within evaluates the body of a let in a scope of its own.
func (ev *evaluator) within(l *rules.Let, args []value) value {
	if ev.depth++; ev.depth > maxNesting {
		ev.tooMuch("functions call each other more than 60 deep")
	}
	expr, base, n := ev.expr, ev.base, len(ev.vars)
	ev.expr, ev.base = l.Expr, n
	for i, p := range l.Params {
		ev.vars = append(ev.vars, binding{p, args[i]})
	}
	v := ev.eval(l.Expr.Tree)
	ev.vars = ev.vars[:n]
	ev.expr, ev.base = expr, base
	ev.depth--
	return v
}

// class gives the places of a class, memoised as a let.
func (ev *evaluator) class(x *syntax.Name) (value, bool) {
	if v, ok := ev.lets[" "+x.ID]; ok {
		return v, true
	}
	places, ok, err := ev.b.Named(x.ID)
	if err != nil {
		ev.fail(x, "%v", err)
	}
	if !ok {
		return nil, false
	}
	v := placesList(places)
	ev.lets[" "+x.ID] = v
	return v, true
}

func placesList(places []board.Place) *list {
	out := &list{elems: make([]element, 0, len(places))}
	for _, p := range places {
		out.elems = append(out.elems, element{cond: model.True, v: placeOr(p)})
	}
	return out
}

// placeOr gives a place, or nil for nothing.
func placeOr(p board.Place) value {
	if p == (board.Place{}) {
		return nil
	}
	return p
}

func (ev *evaluator) display(elts []syntax.Expr) value {
	out := &list{}
	for _, e := range elts {
		out.elems = append(out.elems, element{cond: model.True, v: ev.eval(e)})
	}
	return out
}

// truth makes a value a condition. What is absent is false; a number is a mistake, for zero is not absent.
func (ev *evaluator) truth(x syntax.Node, v value) model.Term {
	switch v := v.(type) {
	case nil:
		return model.False
	case bool:
		return ev.p.Truth(v)
	case board.Place:
		return model.True
	case *unknown:
		switch v.kind {
		case truths:
			return ev.and(v.has, v.t)
		case placesSort:
			return v.has
		}
	case *group:
		return v.set.nodes[v.node]
	}
	ev.fail(x, "%s as a condition: compare it (a number that is zero is not absent; x != None asks whether it is there)", describe(v))
	return model.False
}

// condition makes a value of a condition.
func condition(t model.Term) value {
	switch t {
	case model.True:
		return true
	case model.False:
		return false
	}
	return &unknown{kind: truths, t: t, has: model.True}
}

// number makes a value of a number's term.
func (ev *evaluator) number(t, has model.Term, lo, hi int64) value {
	if has == model.False {
		return nil
	}
	if has == model.True && ev.p.IsConst(t) {
		if n, ok := ev.p.ConstValue(t).Int64(); ok {
			return n
		}
	}
	return &unknown{kind: numbers, t: t, has: has, lo: lo, hi: hi}
}

func describe(v value) string {
	switch v := v.(type) {
	case nil:
		return "an absent value"
	case bool:
		return "a truth value"
	case int64:
		return "a number"
	case string:
		return "the word " + v
	case board.Place:
		return "a place"
	case *unknown:
		return [...]string{"an unknown truth value", "an unknown number", "an unknown word", "an unknown place"}[v.kind]
	case *list:
		return "a list"
	case layerRef:
		return "the layer " + v.l.Name
	case wallRef:
		return "borders"
	case *groupSet:
		return "groups"
	case *group:
		return "a group"
	case *runList:
		return "runs"
	case runLengths, *runLengths:
		return "lengths of runs"
	case *sortedList:
		return "a sorted list"
	case *shapeOf:
		return "a shape"
	}
	return "a value"
}

// junction is and, or: what decides is looked at first, so that "x != None and f(x)" does not ask f of nothing.
func (ev *evaluator) junction(x *syntax.BoolExpr) value {
	terms := make([]model.Term, 0, len(x.X))
	for _, y := range x.X {
		t := ev.truth(y, ev.eval(y))
		if x.Op == syntax.And && t == model.False || x.Op == syntax.Or && t == model.True {
			return x.Op == syntax.Or
		}
		terms = append(terms, t)
	}
	if x.Op == syntax.And {
		return condition(ev.and(terms...))
	}
	return condition(ev.or(terms...))
}

func (ev *evaluator) unary(x *syntax.UnaryExpr) value {
	v := ev.eval(x.X)
	if x.Op == syntax.Not {
		return condition(ev.p.Not(ev.truth(x.X, v)))
	}
	if x.Op != syntax.Neg && x.Op != syntax.Plus {
		ev.fail(x, "the operator %s has no meaning in a rule", x.Op)
	}
	n, ok := ev.asNumber(x.X, v)
	if !ok || x.Op == syntax.Plus {
		return v
	}
	return ev.number(ev.p.Neg(n.t), n.has, -n.hi, -n.lo)
}

// asNumber makes a value a number; ok is false where it is surely absent.
func (ev *evaluator) asNumber(x syntax.Node, v value) (unknown, bool) {
	switch v := v.(type) {
	case nil:
		return unknown{}, false
	case int64:
		return unknown{kind: numbers, t: ev.p.Num(v), has: model.True, lo: v, hi: v}, true
	case bool:
		if v {
			return unknown{kind: numbers, t: ev.p.Num(1), has: model.True, lo: 1, hi: 1}, true
		}
		return unknown{kind: numbers, t: ev.p.Num(0), has: model.True}, true
	case *unknown:
		switch v.kind {
		case numbers:
			return *v, true
		case truths:
			return unknown{kind: numbers, t: ev.ifThen(v.t, ev.p.Num(1), ev.p.Num(0)), has: v.has, lo: 0, hi: 1}, true
		}
	}
	ev.fail(x, "%s where a number is needed", describe(v))
	return unknown{}, false
}

func (ev *evaluator) binary(x *syntax.BinaryExpr) value {
	a, b := ev.eval(x.X), ev.eval(x.Y)
	if x.Op == syntax.Add {
		la, ok := a.(*list)
		if lb, ok2 := b.(*list); ok && ok2 {
			ev.spend(2 * (len(la.elems) + len(lb.elems)))
			return &list{elems: append(append([]element{}, ev.plain(la)...), ev.plain(lb)...)}
		}
	}
	if m, ok := a.(int64); ok {
		if n, ok := b.(int64); ok {
			return ev.arith(x, m, n)
		}
	}
	m, ok := ev.asNumber(x.X, a)
	n, ok2 := ev.asNumber(x.Y, b)
	if !ok || !ok2 {
		return nil
	}
	p, has := ev.p, ev.and(m.has, n.has)
	switch x.Op {
	case syntax.Add:
		return ev.number(p.Add(m.t, n.t), has, m.lo+n.lo, m.hi+n.hi)
	case syntax.Sub:
		return ev.number(p.Sub(m.t, n.t), has, m.lo-n.hi, m.hi-n.lo)
	case syntax.Mul:
		corners := [4]int64{m.lo * n.lo, m.lo * n.hi, m.hi * n.lo, m.hi * n.hi}
		return ev.number(p.Mul(m.t, n.t), has, min(corners[0], corners[1], corners[2], corners[3]), max(corners[0], corners[1], corners[2], corners[3]))
	case syntax.FloorDiv, syntax.Mod:
		if n.lo <= 0 { // Python rounds down, the model is Euclidean: they agree where the divisor is positive
			ev.fail(x, "a division by what may be zero or negative")
		}
		if x.Op == syntax.Mod {
			return ev.number(p.Mod(m.t, n.t), has, 0, n.hi-1)
		}
		return ev.number(p.IntDiv(m.t, n.t), has, min(m.lo, -1), max(m.hi, 0))
	}
	ev.fail(x, "the operator %s has no meaning in a rule", x.Op)
	return nil
}

// arith computes with known numbers, as Python does.
func (ev *evaluator) arith(x *syntax.BinaryExpr, m, n int64) value {
	if max(m, -m) > math.MaxInt32 || max(n, -n) > math.MaxInt32 {
		ev.fail(x, "a number beyond 2^31")
	}
	switch x.Op {
	case syntax.Add:
		return m + n
	case syntax.Sub:
		return m - n
	case syntax.Mul:
		return m * n
	case syntax.FloorDiv, syntax.Mod:
		if n == 0 {
			return nil
		}
		q, r := m/n, m%n
		if r != 0 && (r < 0) != (n < 0) {
			q, r = q-1, r+n
		}
		if x.Op == syntax.Mod {
			return r
		}
		return q
	case syntax.Pow:
		if n >= 0 && n < 32 {
			out := int64(1)
			for range n {
				if out *= m; max(out, -out) > math.MaxInt32 {
					ev.fail(x, "a number beyond 2^31")
				}
			}
			return out
		}
	}
	ev.fail(x, "the operator %s has no meaning in a rule", x.Op)
	return nil
}

// choice is "a if c else b".
func (ev *evaluator) choice(x *syntax.IfExpr) value {
	c := ev.truth(x.Cond, ev.eval(x.Cond))
	switch c {
	case model.True:
		return ev.eval(x.Then)
	case model.False:
		return ev.eval(x.Else)
	}
	return ev.pick(x, c, ev.eval(x.Then), ev.eval(x.Else))
}

// pick gives a where c holds and b elsewhere.
func (ev *evaluator) pick(x syntax.Node, c model.Term, a, b value) value {
	if c == model.True {
		return a
	}
	if c == model.False {
		return b
	}
	return ev.merge(x, []guarded{{c, a}, {ev.p.Not(c), b}})
}

// guarded is a value that is meant under a condition.
type guarded struct {
	cond model.Term
	v    value
}

// merge makes one value of several whose conditions exclude each other. Under none of them it is absent.
func (ev *evaluator) merge(x syntax.Node, alts []guarded) value {
	some := alts[:0:0]
	for _, g := range alts {
		if g.cond == model.False || g.v == nil {
			continue
		}
		if g.cond == model.True {
			return g.v
		}
		some = append(some, g)
	}
	if len(some) == 0 {
		return nil
	}
	switch v := some[0].v.(type) {
	case bool:
		return ev.mergeTruths(x, some)
	case int64:
		return ev.mergeNumbers(x, some)
	case string, board.Place:
		return ev.mergeNamed(x, some)
	case *unknown:
		switch v.kind {
		case truths:
			return ev.mergeTruths(x, some)
		case numbers:
			return ev.mergeNumbers(x, some)
		}
		return ev.mergeNamed(x, some)
	}
	ev.fail(x, "%s that depends on what is unknown", describe(some[0].v))
	return nil
}

func (ev *evaluator) mergeTruths(x syntax.Node, alts []guarded) value {
	var has, t []model.Term
	for _, g := range alts {
		here := model.True
		if u, ok := g.v.(*unknown); ok {
			here = u.has
		}
		has = append(has, ev.and(g.cond, here))
		t = append(t, ev.and(g.cond, ev.truth(x, g.v)))
	}
	return ev.settle(&unknown{kind: truths, t: ev.or(t...), has: ev.or(has...)})
}

// settle makes an unknown that is no longer unknown a plain value.
func (ev *evaluator) settle(u *unknown) value {
	if u.has == model.False {
		return nil
	}
	if u.kind == truths && u.has == model.True {
		return condition(u.t)
	}
	return u
}

func (ev *evaluator) mergeNumbers(x syntax.Node, alts []guarded) value {
	out := &unknown{kind: numbers, lo: math.MaxInt64, hi: math.MinInt64}
	var has []model.Term
	for i, g := range alts {
		n, _ := ev.asNumber(x, g.v)
		has = append(has, ev.and(g.cond, n.has))
		out.lo, out.hi = min(out.lo, n.lo), max(out.hi, n.hi)
		if i == 0 {
			out.t = n.t
		} else {
			out.t = ev.ifThen(g.cond, n.t, out.t)
		}
	}
	out.has = ev.or(has...)
	return out
}

// mergeNamed merges words, or places.
func (ev *evaluator) mergeNamed(x syntax.Node, alts []guarded) value {
	out := &unknown{}
	wordAt, placeAt := map[string]int{}, map[board.Place]int{}
	word := func(w string) int64 {
		if _, ok := wordAt[w]; !ok {
			wordAt[w] = len(out.words)
			out.words = append(out.words, w)
		}
		return int64(wordAt[w])
	}
	place := func(p board.Place) int64 {
		if _, ok := placeAt[p]; !ok {
			placeAt[p] = len(out.places)
			out.places = append(out.places, p)
		}
		return int64(placeAt[p])
	}
	var has []model.Term
	for i, g := range alts {
		t, here := model.NoTerm, model.True
		switch v := g.v.(type) {
		case string:
			out.kind, out.some, t = wordsSort, true, ev.p.Num(word(v))
		case board.Place:
			out.kind, t = placesSort, ev.p.Num(place(v))
		case *unknown:
			if v.kind == truths || v.kind == numbers {
				ev.fail(x, "values of several kinds")
			}
			out.kind, out.some, here = v.kind, true, v.has
			// The index into the list of v becomes one into the common list.
			for j := range max(len(v.words), len(v.places)) {
				var n int64
				if v.kind == wordsSort {
					n = word(v.words[j])
				} else {
					n = place(v.places[j])
				}
				if j == 0 {
					t = ev.p.Num(n)
				} else {
					t = ev.ifThen(ev.p.Eq(v.t, ev.p.Num(int64(j))), ev.p.Num(n), t)
				}
			}
		default:
			ev.fail(x, "values of several kinds")
		}
		has = append(has, ev.and(g.cond, here))
		if i == 0 {
			out.t = t
		} else {
			out.t = ev.ifThen(g.cond, t, out.t)
		}
	}
	out.has = ev.or(has...)
	return out
}
