package judge

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// turns compiles the clauses of a loop: it calls the body in each turn until that is false, and is false then. What no answer changes of the clauses
// is found once for the board.
func (c *compiler) turns(clauses []syntax.CompFor, body func() test) test {
	size := len(c.scope)
	defer func() { c.scope = c.scope[:size] }()
	p := c.planOf(clauses)
	if p.head == nil {
		return c.each(clauses, body)
	}
	w := &walks{around: p.around, from: c.frame.slot()}
	var inner test
	cost := 0
	w.find = c.each(p.head, func() test {
		for _, l := range c.scope[size:] {
			w.bound = append(w.bound, l.slot)
		}
		return func(j *interpreter) bool {
			from := j.slots[j.base+w.from].n
			if from < 0 {
				j.spend(cost)
				return inner(j)
			}
			for _, k := range w.bound {
				j.scratch = append(j.scratch, j.slots[j.base+k].v)
			}
			j.took(len(w.bound))
			if len(j.scratch)-int(from) <= max(j.fixed.room, leastWalk) {
				return true
			}
			j.slots[j.base+w.from].n = -1 // too many: from here on turn by turn
			return w.again(j, j.gathered(int(from)), cost, inner)
		}
	})
	before := c.parts
	c.parts = 1
	inner = c.filtered(p.ifs, func() test { return c.each(p.rest, body) })
	cost = c.parts
	c.parts = before
	return func(j *interpreter) bool {
		values, all := w.values(j)
		if values == nil {
			return all
		}
		return w.again(j, values, cost, inner)
	}
}

// each is turns without anything remembered of these clauses. The names stay bound.
func (c *compiler) each(clauses []syntax.CompFor, body func() test) test {
	if len(clauses) == 0 {
		return body()
	}
	clause := clauses[0]
	over := c.value(clause.Iter)
	before := c.parts
	c.parts = 1
	pin, ifs := pinned(clause)
	var only code
	if pin != nil {
		only = c.value(pin)
		c.parts++ // the comparison
	}
	assign := c.target(clause.Target)
	inner := c.filtered(ifs, func() test { return c.each(clauses[1:], body) })
	cost := c.parts
	c.parts = before
	if k := assign.first; pin != nil {
		return func(j *interpreter) bool {
			var want any
			for n, v := range j.items(clause.Iter, over(j)) {
				j.spend(cost)
				if n == 0 {
					want = only(j)
				}
				if !j.same(pin, want, v) {
					continue
				}
				j.slots[j.base+k].v = v
				if !inner(j) {
					return false
				}
			}
			return true
		}
	}
	if k := assign.first; k >= 0 {
		return func(j *interpreter) bool {
			for _, v := range j.items(clause.Iter, over(j)) {
				j.spend(cost)
				j.slots[j.base+k].v = v
				if !inner(j) {
					return false
				}
			}
			return true
		}
	}
	return func(j *interpreter) bool {
		for _, v := range j.items(clause.Iter, over(j)) {
			j.spend(cost)
			if assign.to(j, v) && !inner(j) {
				return false
			}
		}
		return true
	}
}

// pinned gives what the name of a clause equals wherever its turns are not passed over, in `for i in range(1, 9) if digit[c] == i`, and the
// conditions after that; nil where the first condition is another. It is worked out once and not in each turn.
func pinned(clause syntax.CompFor) (only syntax.Expr, rest []syntax.Expr) {
	name, ok := clause.Target.(*syntax.Name)
	if !ok || len(clause.Ifs) == 0 {
		return nil, clause.Ifs
	}
	x, ok := clause.Ifs[0].(*syntax.CompareExpr)
	if !ok || len(x.Ops) != 1 || x.Ops[0] != syntax.Eq {
		return nil, clause.Ifs
	}
	for _, sides := range [][2]syntax.Expr{{x.First, x.Rest[0]}, {x.Rest[0], x.First}} {
		of, it := sides[0], sides[1]
		if n, ok := it.(*syntax.Name); ok && n.ID == name.ID && !none(of) && !slices.Contains(rules.FreeNames(of), name.ID) {
			return of, clause.Ifs[1:]
		}
	}
	return nil, clause.Ifs
}

// filtered compiles conditions of a loop, and the body where they hold.
func (c *compiler) filtered(ifs []syntax.Expr, body func() test) test {
	if len(ifs) == 0 {
		return body()
	}
	conds := make([]test, len(ifs))
	for i, x := range ifs {
		conds[i] = c.cond(x)
	}
	inner := body()
	if len(conds) == 1 {
		cond := conds[0]
		return func(j *interpreter) bool { return !cond(j) || inner(j) }
	}
	return func(j *interpreter) bool {
		for _, cond := range conds {
			if !cond(j) {
				return true
			}
		}
		return inner(j)
	}
}

// target is the names of a loop.
type target struct {
	first int                              // the slot of the first
	to    func(j *interpreter, v any) bool // binds them; false where what is to be taken apart is absent
}

// target compiles the binding of the names of a loop.
func (c *compiler) target(x syntax.Expr) target {
	switch x := x.(type) {
	case *syntax.Name:
		k := c.bind(x.ID)
		return target{k, func(j *interpreter, v any) bool {
			j.slots[j.base+k].v = v
			return true
		}}
	case *syntax.TupleExpr:
		parts := make([]target, len(x.Elts))
		for i, e := range x.Elts {
			parts[i] = c.target(e)
		}
		return target{-1, func(j *interpreter, v any) bool {
			var values []any
			switch v := v.(type) {
			case nil:
				return false
			case []any:
				values = v
			case board.Place:
				values = j.ends(v)
			}
			if len(values) != len(parts) {
				j.fail(x, "%d names for %d values", len(parts), len(values))
			}
			for i, t := range parts {
				if !t.to(j, values[i]) {
					return false
				}
			}
			return true
		}}
	}
	return target{-1, func(j *interpreter, v any) bool {
		j.fail(x, "the target of a loop is a name, or names with commas")
		return false
	}}
}

// comp compiles a loop that makes a list.
func (c *compiler) comp(x *syntax.Comp) code {
	var elt code
	run := c.turns(x.Clauses, func() test {
		elt = c.value(x.Elt)
		return func(j *interpreter) bool {
			before := j.held()
			v := elt(j)
			j.passed(v, before)
			j.took(1)
			j.scratch = append(j.scratch, v)
			return true
		}
	})
	return func(j *interpreter) any {
		from := len(j.scratch)
		run(j)
		return j.gathered(from)
	}
}

// gathered makes a list of what was put aside.
func (j *interpreter) gathered(from int) []any {
	out := append(make([]any, 0, len(j.scratch)-from), j.scratch[from:]...)
	j.scratch = j.scratch[:from]
	return out
}

// over gives the loop that a call aggregates: its only argument.
func over(x *syntax.CallExpr) *syntax.Comp {
	if len(x.Args) != 1 || x.Args[0].Kind == syntax.NamedArg {
		return nil
	}
	comp, _ := x.Args[0].Value.(*syntax.Comp)
	return comp
}

// quantifier compiles all and any over a loop, which end with the turn that settles them; nil for other calls.
func (c *compiler) quantifier(x *syntax.CallExpr) test {
	f, ok := x.Fun.(*syntax.Name)
	comp := over(x)
	if !ok || comp == nil || f.ID != "all" && f.ID != "any" {
		return nil
	}
	if v, _ := c.s.meaning(f.ID); v != nil {
		return nil
	}
	all := f.ID == "all"
	run := c.turns(comp.Clauses, func() test {
		elt := c.cond(comp.Elt)
		return func(j *interpreter) bool {
			before := j.held()
			holds := elt(j)
			j.release(before)
			return holds == all
		}
	})
	return func(j *interpreter) bool { return run(j) == all }
}

// aggregate compiles a function of the numbers of a loop, which needs no list of them; nil for other calls.
func (c *compiler) aggregate(x *syntax.CallExpr, name string) code {
	comp := over(x)
	if comp == nil {
		return nil
	}
	f := fold{c, x, comp, c.frame.slot()}
	switch name {
	case "count":
		return f.count()
	case "sum":
		return f.total(0, func(j *interpreter, s *slot, n int64) { s.n += n })
	case "prod":
		return f.total(1, func(j *interpreter, s *slot, n int64) {
			if s.n *= n; s.n > 1<<40 || s.n < -1<<40 {
				j.tooMuch("a product beyond 2^40")
			}
		})
	case "min", "max":
		return f.extreme(name == "max")
	case "distinct":
		return f.distinct()
	}
	return nil
}

// fold goes through a loop and keeps one value in a slot.
type fold struct {
	c    *compiler
	x    *syntax.CallExpr
	comp *syntax.Comp
	acc  int // the slot
}

// turns compiles the loop, which ends where with says no.
func (f fold) turns(with func() test) test {
	return f.c.turns(f.comp.Clauses, func() test {
		t := with()
		return func(j *interpreter) bool {
			before := j.held()
			on := t(j)
			j.release(before)
			return on
		}
	})
}

// count counts the turns in which the element holds.
func (f fold) count() code {
	run := f.turns(func() test {
		elt := f.c.cond(f.comp.Elt)
		return func(j *interpreter) bool {
			if elt(j) {
				j.slots[j.base+f.acc].n++
			}
			return true
		}
	})
	return func(j *interpreter) any {
		j.slots[j.base+f.acc].n = 0
		run(j)
		return j.slots[j.base+f.acc].n
	}
}

// total adds or multiplies the numbers.
func (f fold) total(start int64, take func(j *interpreter, s *slot, n int64)) code {
	run := f.turns(func() test {
		elt := f.c.value(f.comp.Elt)
		return func(j *interpreter) bool {
			if n, ok := j.integer(f.x, elt(j)); ok {
				take(j, &j.slots[j.base+f.acc], n)
			}
			return true
		}
	})
	return func(j *interpreter) any {
		j.slots[j.base+f.acc].n = start
		run(j)
		return j.slots[j.base+f.acc].n
	}
}

// extreme gives the least number, or the greatest; none where there is no number.
func (f fold) extreme(greatest bool) code {
	run := f.turns(func() test {
		elt := f.c.value(f.comp.Elt)
		return func(j *interpreter) bool {
			n, ok := j.integer(f.x, elt(j))
			if !ok {
				return true
			}
			s := &j.slots[j.base+f.acc]
			if s.v == nil || (n > s.n) == greatest {
				s.v, s.n = true, n
			}
			return true
		}
	})
	return func(j *interpreter) any {
		j.slots[j.base+f.acc].v = nil
		run(j)
		if s := j.slots[j.base+f.acc]; s.v != nil {
			return s.n
		}
		return nil
	}
}

// distinct tells whether no value comes twice. Small numbers are bits; what else there is lies among what is put aside.
func (f fold) distinct() code {
	run := f.turns(func() test {
		elt := f.c.value(f.comp.Elt)
		return func(j *interpreter) bool {
			v := elt(j)
			if v == nil {
				return true
			}
			s := &j.slots[j.base+f.acc]
			if n, ok := v.(int64); ok && n >= 0 && n < 64 {
				fresh := s.n>>n&1 == 0
				s.n |= 1 << n
				return fresh
			}
			from := s.v.(int)
			if b, ok := v.(bool); ok {
				v = int64(0)
				if b {
					v = int64(1)
				}
			}
			for _, w := range j.scratch[from:] {
				if j.tick(); j.equal(f.x, v, w) {
					return false
				}
			}
			j.scratch = append(j.scratch, v)
			return true
		}
	})
	return func(j *interpreter) any {
		from := len(j.scratch)
		j.slots[j.base+f.acc] = slot{v: from}
		distinct := run(j)
		j.scratch = j.scratch[:from]
		return distinct
	}
}

// plan says how much of the turns of some clauses no answer changes.
type plan struct {
	head   []syntax.CompFor // what does not; nil where nothing is gained
	ifs    []syntax.Expr    // the other conditions of the last of these
	rest   []syntax.CompFor
	around []int // slots of names bound around the clauses, that the head speaks of
}

func (c *compiler) planOf(clauses []syntax.CompFor) plan {
	p := plan{}
	var head []syntax.CompFor
	worth := false
	for n, clause := range clauses {
		if pin, _ := pinned(clause); !c.s.kindOf(clause.Iter).fixed || pin != nil && !c.s.kindOf(pin).fixed {
			break
		}
		k := slices.IndexFunc(clause.Ifs, func(x syntax.Expr) bool { return !c.s.kindOf(x).given })
		if k < 0 {
			k = len(clause.Ifs)
		}
		_, simple := clause.Iter.(*syntax.Name)
		_, apart := clause.Target.(*syntax.TupleExpr)
		worth = worth || n > 0 || k > 0 || apart || !simple
		p.ifs, p.rest = clause.Ifs[k:], clauses[n+1:]
		clause.Ifs = clause.Ifs[:k]
		head = append(head, clause)
		if len(p.ifs) > 0 {
			break
		}
	}
	if head == nil {
		return p
	}
	for _, name := range rules.FreeNames(&syntax.Comp{Elt: &syntax.ConstLit{Word: "None"}, Clauses: head}) {
		if k, ok := c.local(name); ok {
			p.around = append(p.around, k)
		}
	}
	if worth && len(p.around) <= mostArgs {
		p.head = head
	}
	return p
}

// leastWalk is how many values of one walk are kept at least while it is walked.
const leastWalk = 1 << 10

// walks remembers what the turns of a loop bind, by what the names around stand for.
type walks struct {
	around []int // slots
	bound  []int
	from   int  // the slot of where in the scratch a walk begins that is under way; -1 in it: its turns are too many to be kept
	find   test // walks
	none   *turned
	places [board.Block][]*turned // where one name around is a place, by that
	rest   map[[mostArgs]any]*turned
}

// turned is what the turns of a loop bind, one after another.
type turned struct {
	values []any
	steps  int // that it took to find them
}

// values gives what the turns bind here; nil where they were too many and are all done: on is then whether the loop goes on.
func (w *walks) values(j *interpreter) (values []any, on bool) {
	var known **turned
	var key [mostArgs]any
	lasts := true
	switch len(w.around) {
	case 0:
		known = &w.none
	case 1:
		if p, ok := j.slots[j.base+w.around[0]].v.(board.Place); ok && inLists(p) {
			if list := w.places[p.Kind]; int(p.N) >= len(list) {
				w.places[p.Kind] = append(list, make([]*turned, int(p.N)+1-len(list))...)
			}
			known = &w.places[p.Kind][p.N]
		}
	}
	var list *turned
	if known != nil {
		list = *known
	} else {
		for i, k := range w.around {
			key[i] = j.slots[j.base+k].v
			lasts = lasts && j.fixedKey(key[i])
		}
		if lasts {
			list = w.rest[key]
		}
	}
	if list != nil {
		j.skip(list.steps)
		return list.values, true
	}
	outer, from, steps, apart := j.slots[j.base+w.from], len(j.scratch), j.steps, j.apart
	j.slots[j.base+w.from].n = int64(from)
	on = w.find(j)
	j.apart = apart // what conditions find of what is given is nobody's fault, and would be found for the first answer only
	over := j.slots[j.base+w.from].n < 0
	j.slots[j.base+w.from] = outer
	if over {
		return nil, on
	}
	list = &turned{j.gathered(from), j.steps - steps}
	if size := len(list.values) + 1; lasts && size <= j.fixed.room {
		j.fixed.room -= size
		if known != nil {
			*known = list
		} else {
			if w.rest == nil {
				w.rest = map[[mostArgs]any]*turned{}
			}
			w.rest[key] = list
		}
	}
	return list.values, true
}

// again calls the body of a loop in turns that are kept.
func (w *walks) again(j *interpreter, values []any, cost int, body test) bool {
	for wide := len(w.bound); len(values) > 0; values = values[wide:] {
		j.spend(cost)
		for i, k := range w.bound {
			j.slots[j.base+k].v = values[i]
		}
		if !body(j) {
			return false
		}
	}
	return true
}
