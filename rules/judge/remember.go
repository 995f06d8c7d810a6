package judge

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// What is remembered instead of worked out again: within one judging what functions and names of the file gave, and from answer to answer what
// speaks of no answer. The steps that it took are counted each time: what was judged before makes no work free.

// kind says what an expression may be remembered for.
type kind struct {
	finds bool // a function stands in it that does more than give a value
	fixed bool // it speaks of no answer
	loops bool // a loop stands in it
}

// kindOf looks at an expression, and at the names of the file that stand in it.
func (j *interpreter) kindOf(x syntax.Expr) kind {
	k := kind{fixed: true}
	f := j.b.File
	seen := map[string]bool{}
	var look func(x syntax.Expr)
	look = func(x syntax.Expr) {
		switch x := x.(type) {
		case *syntax.Comp:
			k.loops = true
		case *syntax.AttrExpr:
			if x.Name == "spans" { // they may be of a layer that is answered
				k.fixed = false
			}
		case *syntax.Name:
			if rules.Finds(x.ID) {
				k.finds, k.fixed = true, false
			}
			if l := f.Layer(x.ID); l != nil && l.Role != rules.Given {
				k.fixed = false
			}
			if l := f.Let(x.ID); l != nil && !seen[x.ID] {
				seen[x.ID] = true
				look(l.Expr.Tree)
			}
		}
		for _, y := range syntax.Children(x) {
			look(y)
		}
	}
	look(x)
	return k
}

func (j *interpreter) kindOfLet(l *rules.Let) kind {
	k, ok := j.fixed.kinds[l]
	if !ok {
		k = j.kindOf(l.Expr.Tree)
		j.fixed.kinds[l] = k
	}
	return k
}

// skip counts steps that were taken when something that is remembered was worked out.
func (j *interpreter) skip(steps int) {
	if j.steps += steps - 1; steps > 0 {
		j.tick()
	}
}

// around gives those of some names that loops or parameters around bind.
func (j *interpreter) around(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return !slices.ContainsFunc(j.scope[j.from:], func(n named) bool { return n.name == name })
	})
}

// valueOf gives the value of a let without arguments.
func (j *interpreter) valueOf(l *rules.Let) any {
	if v, ok := j.lets[l.Name]; ok {
		return v
	}
	if v, ok := j.fixed.lets[l.Name]; ok {
		j.skip(j.fixed.steps[l.Name])
		j.lets[l.Name] = v
		return v
	}
	before, steps := j.mem.Held()-j.kept, j.steps
	v := j.apply(l, nil)
	j.lets[l.Name] = v
	j.kept += j.mem.Held() - j.kept - before
	if j.kindOfLet(l).fixed {
		j.fixed.lets[l.Name], j.fixed.steps[l.Name] = v, j.steps-steps
	}
	return v
}

// use is a let with arguments.
type use struct {
	l    *rules.Let
	args [mostArgs]any
}

const (
	mostArgs = 3       // of what is remembered by arguments
	mostUses = 1 << 14 // that are remembered in one judging
	bytesUse = 192     // what remembering one takes
)

// key reports whether something can be remembered by a value, and by its looks alone.
func (j *interpreter) key(v any) bool {
	switch v.(type) {
	case nil, bool, int64, string, board.Place:
		return true
	}
	return false
}

// fixedKey is key for what outlives the answer: its own places are those of another board.
func (j *interpreter) fixedKey(v any) bool {
	if p, ok := v.(board.Place); ok && p.Kind >= board.Others {
		l := j.b.LayerOf(p)
		return l != nil && l.Role == rules.Given
	}
	return j.key(v)
}

// applied is apply that remembers what a let gave for the same places, numbers and words: one function is often asked about a place by
// many turns. It is worth it where a loop stands in the function.
func (j *interpreter) applied(l *rules.Let, args []any) any {
	k := j.kindOfLet(l)
	if len(args) > mostArgs || !k.loops || k.finds {
		return j.apply(l, args)
	}
	u := use{l: l}
	lasting := k.fixed
	for i, a := range args {
		if !j.key(a) {
			return j.apply(l, args)
		}
		lasting = lasting && j.fixedKey(a)
		u.args[i] = a
	}
	if v, ok := j.uses[u]; ok {
		return v
	}
	if lasting {
		if v, ok := j.fixed.uses[u]; ok {
			j.skip(j.fixed.steps[u])
			return v
		}
	}
	before, steps := j.mem.Held()-j.kept, j.steps
	v := j.apply(l, args)
	if lasting && j.fixed.room > 0 {
		j.fixed.room -= sizeOf(v)
		j.fixed.uses[u], j.fixed.steps[u] = v, j.steps-steps
		return v
	}
	if len(j.uses) < mostUses {
		if err := j.mem.Take(bytesUse); err != nil {
			panic(failure{err})
		}
		j.uses[u] = v
		j.kept += j.mem.Held() - j.kept - before
	}
	return v
}

// sizeOf gives how much a value holds, in elements.
func sizeOf(v any) int {
	list, _ := v.([]any)
	n := 1
	for _, x := range list {
		n += sizeOf(x)
	}
	return n
}

// plan says how much of the turns of some clauses no answer changes.
type plan struct {
	head  []syntax.CompFor // what does not; nil where nothing is gained
	ifs   []syntax.Expr    // the other conditions of the last of these
	rest  []syntax.CompFor
	names []string // bound around the clauses, that the head speaks of
}

// walk is the head of a plan with what the names around stand for.
type walk struct {
	first *syntax.CompFor
	args  [mostArgs]any
}

// turned is what the turns of a head bind, one after another.
type turned struct {
	names []named
	wide  int // how many belong to a turn
	turns int
	steps int // that it took to find them
}

func (j *interpreter) planOf(clauses []syntax.CompFor) *plan {
	first := &clauses[0]
	if p, ok := j.fixed.plans[first]; ok {
		return p
	}
	p := &plan{}
	j.fixed.plans[first] = p
	var head []syntax.CompFor
	worth := false
	for n, c := range clauses {
		if !j.kindOf(c.Iter).fixed {
			break
		}
		k := slices.IndexFunc(c.Ifs, func(x syntax.Expr) bool { return !j.kindOf(x).fixed })
		if k < 0 {
			k = len(c.Ifs)
		}
		_, simple := c.Iter.(*syntax.Name)
		_, apart := c.Target.(*syntax.TupleExpr)
		worth = worth || n > 0 || k > 0 || apart || !simple
		p.ifs, p.rest = c.Ifs[k:], clauses[n+1:]
		c.Ifs = c.Ifs[:k]
		head = append(head, c)
		if len(p.ifs) > 0 {
			break
		}
	}
	if names := j.around(rules.FreeNames(&syntax.Comp{Elt: &syntax.ConstLit{Word: "None"}, Clauses: head})); worth && len(names) <= mostArgs {
		p.head, p.names = head, names
	}
	return p
}

// turns calls body in each turn of the clauses.
func (j *interpreter) turns(clauses []syntax.CompFor, body func()) {
	if len(clauses) == 0 {
		body()
		return
	}
	p := j.planOf(clauses)
	if p.head == nil {
		j.each(clauses, body)
		return
	}
	w := walk{first: &clauses[0]}
	for i, name := range p.names {
		for n := len(j.scope) - 1; n >= j.from; n-- {
			if j.scope[n].name == name {
				w.args[i] = j.scope[n].v
				break
			}
		}
		if !j.fixedKey(w.args[i]) {
			j.each(clauses, body)
			return
		}
	}
	if list := j.fixed.walks[w]; list != nil {
		j.skip(list.steps)
		j.again(list, p, body)
		return
	}
	if j.fixed.room <= 0 {
		j.each(clauses, body)
		return
	}
	list, size, steps, over := &turned{}, len(j.scope), j.steps, false
	j.each(p.head, func() {
		now := j.scope[size:]
		if over {
			j.inner(p, body)
			return
		}
		list.wide = len(now)
		list.names = append(list.names, now...)
		list.turns++
		if over = len(list.names) > j.fixed.room; over { // too many: from here on turn by turn
			now = slices.Clone(now)
			j.again(list, p, body)
			j.scope = append(j.scope[:size], now...)
		}
	})
	if over {
		j.fixed.plans[w.first] = &plan{}
		return
	}
	list.steps = j.steps - steps
	j.fixed.walks[w] = list
	j.fixed.room -= len(list.names) + 1
	j.again(list, p, body)
}

// again calls body in turns that are remembered.
func (j *interpreter) again(list *turned, p *plan, body func()) {
	size := len(j.scope)
	for t := range list.turns {
		if err := j.mem.Take(bytesStep); err != nil {
			panic(failure{err})
		}
		j.scope = append(j.scope[:size], list.names[t*list.wide:(t+1)*list.wide]...)
		j.inner(p, body)
	}
	j.scope = j.scope[:size]
}

// inner calls body in the turns that stand within one turn of a plan's head.
func (j *interpreter) inner(p *plan, body func()) {
	for _, cond := range p.ifs {
		if !j.holds(cond, j.eval(cond)) {
			return
		}
	}
	j.each(p.rest, body)
}

// each is turns without anything remembered of these clauses.
func (j *interpreter) each(clauses []syntax.CompFor, body func()) {
	if len(clauses) == 0 {
		body()
		return
	}
	c := clauses[0]
	size := len(j.scope)
items:
	for _, v := range j.items(c.Iter, j.eval(c.Iter)) {
		j.tick()
		j.scope = j.scope[:size]
		if !j.assign(c.Target, v) {
			continue
		}
		for _, cond := range c.Ifs {
			if !j.holds(cond, j.eval(cond)) {
				continue items
			}
		}
		j.each(clauses[1:], body)
	}
	j.scope = j.scope[:size]
}

// unmarked gives clauses without the conditions of the last, which mark elements and leave none out.
func (j *interpreter) unmarked(clauses []syntax.CompFor) (all []syntax.CompFor, marks []syntax.Expr) {
	last := &clauses[len(clauses)-1]
	if len(last.Ifs) == 0 {
		return clauses, nil
	}
	all, ok := j.fixed.bare[last]
	if !ok {
		all = slices.Clone(clauses)
		all[len(all)-1].Ifs = nil
		j.fixed.bare[last] = all
	}
	return all, last.Ifs
}
