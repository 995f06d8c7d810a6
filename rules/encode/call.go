package encode

import (
	"math"
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// callKey remembers the value of a function of the file for arguments that are known.
type callKey struct {
	name string
	args [4]any
}

// bytesCall is what is held of a call that is remembered, beside its value, in bytes.
const bytesCall = 192

func (ev *evaluator) call(x *syntax.CallExpr) value {
	if f, ok := x.Fun.(*syntax.AttrExpr); ok {
		return ev.method(x, f)
	}
	f, ok := x.Fun.(*syntax.Name)
	if !ok {
		ev.fail(x, "a call of something without a name")
	}
	if l := ev.b.File.Let(f.ID); l != nil {
		return ev.ownCall(x, l, f.ID)
	}
	c := called{ev, x, f.ID}
	switch f.ID {
	case "count", "sum", "len", "all", "any", "distinct":
		return c.aggregate()
	case "min", "max":
		if len(x.Args) == 1 {
			return ev.extreme(x, f.ID == "max", c.elements(0))
		}
		var elems []element
		for i := range x.Args {
			elems = append(elems, element{cond: model.True, v: c.arg(i)})
		}
		return ev.extreme(x, f.ID == "max", elems)
	case "prod":
		c.need(1)
		return ev.prod(x, c.elements(0))
	case "abs":
		c.need(1)
		n, ok := ev.asNumber(x, c.arg(0))
		if !ok {
			return nil
		}
		return ev.number(ev.p.Abs(n.t), n.has, 0, max(-n.lo, n.hi))
	case "sorted":
		c.need(1)
		return &sortedList{c.arg(0)}
	case "before", "after", "between", "first", "last", "runs":
		return ev.markedCall(x, f.ID)
	case "groups", "loop", "acyclic", "rect", "distance", "shape":
		return c.figure()
	case "accepts":
		c.need(4)
		return ev.accepts(x, c.arg(0), c.arg(1), c.arg(2), c.arg(3))
	case "keeps":
		c.need(1)
		return ev.object(x, c.arg(0))
	case "zip":
		return ev.zip(x)
	case "subsets":
		c.need(1)
		return ev.subsets(x, c.elements(0))
	case "range":
		return ev.numberRange(x)
	case "pairs", "product", "enum", "reversed", "list":
		return &list{elems: c.listed()}
	case "ends", "blocks", "spans":
		places, err := ev.b.ClassOf(ev.expr, x)
		if err != nil {
			panic(failure{err})
		}
		return placesList(places)
	}
	ev.fail(f, "%s is no function", f.ID)
	return nil
}

// figure evaluates what speaks of groups, loops and shapes.
func (c called) figure() value {
	ev, x := c.ev, c.x
	switch c.name {
	case "groups":
		return ev.groupsCall(x)
	case "loop":
		c.need(1)
		return condition(ev.p.Loop(ev.joinsOnly(x, c.arg(0)).graph))
	case "acyclic":
		if len(x.Args) == 1 {
			return condition(ev.p.Acyclic(ev.joinsOnly(x, c.arg(0)).graph))
		}
		c.need(2)
		nodes := c.arg(0)
		return condition(ev.p.Acyclic(ev.groups(x, nodes, c.arg(1), true).(*groupSet).graph))
	case "rect":
		c.need(1)
		return ev.rect(x, c.arg(0))
	case "distance":
		return ev.distance(x)
	}
	return ev.shapeCall(x)
}

// ownCall calls a function of the file. What it comes to for arguments that are known is remembered, where it rests on nothing else.
func (ev *evaluator) ownCall(x *syntax.CallExpr, l *rules.Let, name string) value {
	args := make([]value, len(x.Args))
	key := callKey{name: name}
	remember := len(args) <= len(key.args)
	for i, a := range x.Args {
		args[i] = ev.eval(a.Value)
		switch args[i].(type) {
		case nil, bool, int64, string, board.Place:
			if remember {
				key.args[i] = args[i]
			}
		default:
			remember = false
		}
	}
	if len(args) != len(l.Params) {
		ev.fail(x, "%s takes %d arguments, here are %d", name, len(l.Params), len(args))
	}
	if remember {
		if v, ok := ev.calls[key]; ok {
			return v
		}
	}
	before, used := ev.mem.Held()-ev.kept, ev.used
	v := ev.within(l, args)
	if remember && used == ev.used {
		ev.take(bytesCall)
		ev.calls[key] = v
		ev.kept += ev.mem.Held() - ev.kept - before
	}
	return v
}

// called is a call of a word of the language.
type called struct {
	ev   *evaluator
	x    *syntax.CallExpr
	name string
}

// need says how many arguments there must be.
func (c called) need(n int) {
	if len(c.x.Args) != n {
		c.ev.fail(c.x, "%s takes %d arguments, here are %d", c.name, n, len(c.x.Args))
	}
}

func (c called) arg(i int) value {
	if i >= len(c.x.Args) {
		c.ev.fail(c.x, "%s takes more arguments", c.name)
	}
	return c.ev.eval(c.x.Args[i].Value)
}

// elements gives the elements of an argument.
func (c called) elements(i int) []element { return c.ev.plain(c.ev.iterate(c.x, c.arg(i))) }

// aggregate gives one value of the elements of a list. How many groups, or members of a group, or runs there are is known without
// going through them.
func (c called) aggregate() value {
	c.need(1)
	v := c.arg(0)
	if c.name == "len" {
		switch v := v.(type) {
		case nil:
			return nil // as of a group that there is not
		case *groupSet:
			return c.ev.groupCount(v)
		case *group:
			return c.ev.presentSum(v, c.ev.ones(v.set))
		case *runList:
			return c.ev.runCount(v)
		case board.Place, layerRef:
			// a line, a part, a class: its elements
		}
	}
	return c.ev.aggregate(c.x, c.name, c.ev.iterate(c.x, v))
}

// listed gives the elements of a list that is made of others.
func (c called) listed() (out []element) {
	ev := c.ev
	if c.name == "product" {
		c.need(2)
		as, bs := c.elements(0), c.elements(1)
		for _, a := range as {
			out = append(out, ev.paired(a, bs)...)
		}
		return out
	}
	c.need(1)
	elems := c.elements(0)
	switch c.name {
	case "pairs":
		for i, a := range elems {
			out = append(out, ev.paired(a, elems[i+1:])...)
		}
		return out
	case "enum":
		if !surely(elems) {
			ev.fail(c.x, "enum of a list whose elements are not known")
		}
		for i, e := range elems {
			out = append(out, element{cond: model.True, v: pair(int64(i+1), e.v)})
		}
		return out
	case "reversed":
		for _, e := range slices.Backward(elems) {
			out = append(out, e)
		}
		return out
	}
	return elems
}

// paired gives an element with each of others.
func (ev *evaluator) paired(a element, others []element) (out []element) {
	for _, b := range others {
		ev.step()
		ev.spend(9)
		out = append(out, element{cond: ev.and(a.cond, b.cond), v: pair(a.v, b.v)})
	}
	return out
}

func pair(a, b value) value {
	return &list{elems: []element{{cond: model.True, v: a}, {cond: model.True, v: b}}}
}

func (ev *evaluator) zip(x *syntax.CallExpr) value {
	var lists [][]element
	short := -1
	for _, a := range x.Args {
		elems := ev.plain(ev.iterate(x, ev.eval(a.Value)))
		if lists = append(lists, elems); short < 0 || len(elems) < short {
			short = len(elems)
		}
		if !surely(elems) {
			ev.fail(a.Value, "zip of a list whose elements are not known")
		}
	}
	out := &list{}
	for i := range max(short, 0) {
		row := &list{}
		for _, l := range lists {
			row.elems = append(row.elems, l[i])
		}
		out.elems = append(out.elems, element{cond: model.True, v: row})
	}
	return out
}

// numberRange is range(end), range(start, end) or range(start, end, step). An end that is unknown gives a list of as many numbers as it can
// have, each of which is there on the condition that the end lies behind it. Where a start, an end or a step is absent, nothing is counted.
func (ev *evaluator) numberRange(x *syntax.CallExpr) value {
	there := true
	known := func(a syntax.Expr) int64 {
		v := ev.settled(ev.eval(a))
		n, ok := v.(int64)
		if !ok && v != nil {
			ev.fail(a, "the start and the step of range must be known")
		}
		there = there && ok
		return n
	}
	start, step, last := int64(0), int64(1), x.Args[0].Value
	if len(x.Args) > 1 {
		start, last = known(x.Args[0].Value), x.Args[1].Value
	}
	if len(x.Args) > 2 {
		step = known(x.Args[2].Value)
	}
	end := ev.settled(ev.eval(last))
	out, behind := &list{}, syntax.Lt
	switch {
	case !there || end == nil:
		return out
	case step == 0:
		ev.fail(x, "a range in steps of zero")
	}
	far, open := ev.reach(last, end, step)
	if step < 0 {
		behind = syntax.Gt
	}
	for n := start; step > 0 && n < far || step < 0 && n > far; n += step {
		ev.step()
		ev.spend(2)
		cond := model.True
		if open {
			cond = ev.compare(x, behind, x, n, last, end)
		}
		if cond != model.False {
			out.elems = append(out.elems, element{cond: cond, v: n})
		}
		if step > 0 && n > math.MaxInt64-step || step < 0 && n < math.MinInt64-step {
			break // the next number is none that can be counted with
		}
	}
	return out
}

// reach gives the end of a range, or how far it can lie at most; open says that it is unknown.
func (ev *evaluator) reach(x syntax.Expr, end value, step int64) (far int64, open bool) {
	if n, ok := end.(int64); ok {
		return n, false
	}
	n, _ := ev.asNumber(x, end)
	if n.lo > n.hi {
		ev.fail(x, "the end of range has no bounds: say which values it can have")
	}
	if step < 0 {
		return n.lo, true
	}
	return n.hi, true
}

// aggregate is count, sum, len, all, any and distinct over a list.
func (ev *evaluator) aggregate(x *syntax.CallExpr, name string, l *list) value {
	p := ev.p
	switch name {
	case "count", "len", "any":
		cond := func(e element) model.Term {
			if name == "len" {
				return e.cond
			}
			return ev.and(e.cond, ev.truth(x.Args[0].Value, e.v))
		}
		if l.group != nil {
			w := ev.weights(x, l, func(i int) model.Term { return ev.bit(cond(l.elems[i])) })
			n := ev.groupSum(l.group, w)
			if name == "any" {
				return condition(ev.compare(x, syntax.Ge, x, n, x, int64(1)))
			}
			return n
		}
		conds := make([]model.Term, len(l.elems))
		for i, e := range l.elems {
			conds[i] = cond(e)
		}
		if name == "any" {
			return condition(ev.or(conds...))
		}
		return ev.sumOf(len(conds), func(i int) (model.Term, int64, int64) {
			switch conds[i] {
			case model.True:
				return p.Num(1), 1, 1
			case model.False:
				return p.Num(0), 0, 0
			}
			return ev.bit(conds[i]), 0, 1
		})
	case "all":
		if l.group != nil {
			w := ev.weights(x, l, func(i int) model.Term {
				return ev.bit(ev.and(l.elems[i].cond, p.Not(ev.truth(x.Args[0].Value, l.elems[i].v))))
			})
			return condition(ev.compare(x, syntax.Eq, x, ev.groupSum(l.group, w), x, int64(0)))
		}
		terms := make([]model.Term, len(l.elems))
		for i, e := range l.elems {
			terms[i] = ev.implies(e.cond, ev.truth(x.Args[0].Value, e.v))
		}
		return condition(ev.and(terms...))
	case "sum":
		term := func(i int) (model.Term, int64, int64) {
			e := l.elems[i]
			n, ok := ev.asNumber(x.Args[0].Value, e.v)
			if !ok {
				return p.Num(0), 0, 0
			}
			if c := ev.and(e.cond, n.has); c != model.True {
				return ev.ifThen(c, n.t, p.Num(0)), min(n.lo, 0), max(n.hi, 0)
			}
			return n.t, n.lo, n.hi
		}
		if l.group != nil {
			return ev.groupSum(l.group, ev.weights(x, l, func(i int) model.Term { t, _, _ := term(i); return t }))
		}
		return ev.sumOf(len(l.elems), term)
	}
	return ev.distinct(x, l)
}

// weights adds up what the elements of a list over a group count for, by node.
func (ev *evaluator) weights(x *syntax.CallExpr, l *list, of func(i int) model.Term) []model.Term {
	set := l.group.set
	if w, ok := set.weights[x]; ok && l.same {
		return w
	}
	used := ev.used
	w := make([]model.Term, len(set.places))
	for i := range w {
		w[i] = ev.p.Num(0)
	}
	for i, e := range l.elems {
		w[e.node] = ev.p.Add(w[e.node], of(i))
	}
	if l.same && used == ev.used {
		set.weights[x] = w
	}
	return w
}

// sumOf adds up terms with their bounds.
func (ev *evaluator) sumOf(n int, term func(i int) (t model.Term, lo, hi int64)) value {
	terms := make([]model.Term, n)
	var lo, hi int64
	for i := range terms {
		t, a, b := term(i)
		terms[i] = t
		lo, hi = lo+a, hi+b
	}
	return ev.number(ev.p.Add(terms...), model.True, lo, hi)
}

// distinct says that the values that are there are all different.
func (ev *evaluator) distinct(x *syntax.CallExpr, l *list) value {
	p := ev.p
	if l.group != nil {
		// A node is at fault where one behind it in its group has the same value; a group is right where none of its nodes is.
		w := ev.weights(x, l, func(i int) model.Term {
			var ways []model.Term
			for _, e := range l.elems[i+1:] {
				ways = append(ways, ev.and(l.elems[i].cond, e.cond, ev.sameNodes(l.group.set, l.elems[i].node, e.node), ev.equal(x, l.elems[i].v, e.v)))
			}
			return ev.bit(ev.or(ways...))
		})
		return condition(ev.compare(x, syntax.Eq, x, ev.groupSum(l.group, w), x, int64(0)))
	}
	var plain []model.Term
	numbersOnly := true
	for _, e := range l.elems {
		switch v := e.v.(type) {
		case int64:
			plain = append(plain, p.Num(v))
			numbersOnly = numbersOnly && e.cond == model.True
		case *unknown:
			plain = append(plain, v.t)
			numbersOnly = numbersOnly && e.cond == model.True && v.has == model.True && v.kind == numbers
		case nil:
		default:
			numbersOnly = false
		}
	}
	if numbersOnly {
		if len(plain) < 2 {
			return true
		}
		return condition(p.Distinct(plain...))
	}
	var terms []model.Term
	for i, a := range l.elems {
		for _, b := range l.elems[i+1:] {
			ev.step()
			terms = append(terms, p.Not(ev.and(a.cond, b.cond, ev.equal(x, a.v, b.v))))
		}
	}
	return condition(ev.and(terms...))
}

// extreme is the least or the greatest of the numbers that are there.
func (ev *evaluator) extreme(x syntax.Node, most bool, elems []element) value {
	var out value
	for _, e := range elems {
		n, ok := ev.asNumber(x, e.v)
		if !ok || e.cond == model.False {
			continue
		}
		has := ev.and(e.cond, n.has)
		if out == nil {
			out = ev.number(n.t, has, n.lo, n.hi)
			continue
		}
		o, ok := ev.asNumber(x, out)
		if !ok {
			out = ev.number(n.t, has, n.lo, n.hi)
			continue
		}
		better := ev.p.Lt(n.t, o.t)
		lo, hi := min(n.lo, o.lo), max(n.hi, o.hi)
		if most {
			better = ev.p.Gt(n.t, o.t)
		}
		t := ev.ifThen(ev.and(has, ev.or(ev.p.Not(o.has), better)), n.t, o.t)
		out = ev.number(t, ev.or(has, o.has), lo, hi)
	}
	return out
}

// prod is the product of the numbers that are there.
func (ev *evaluator) prod(x syntax.Node, elems []element) value {
	out := unknown{kind: numbers, t: ev.p.Num(1), has: model.True, lo: 1, hi: 1}
	for _, e := range elems {
		n, ok := ev.asNumber(x, e.v)
		if !ok {
			continue
		}
		if c := ev.and(e.cond, n.has); c != model.True {
			n.t, n.lo, n.hi = ev.ifThen(c, n.t, ev.p.Num(1)), min(n.lo, 1), max(n.hi, 1)
		}
		corners := [4]int64{out.lo * n.lo, out.lo * n.hi, out.hi * n.lo, out.hi * n.hi}
		out.t = ev.p.Mul(out.t, n.t)
		out.lo, out.hi = min(corners[0], corners[1], corners[2], corners[3]), max(corners[0], corners[1], corners[2], corners[3])
		if max(-out.lo, out.hi) > 1<<40 {
			ev.tooMuch("a product beyond 2^40")
		}
	}
	return ev.number(out.t, model.True, out.lo, out.hi)
}
