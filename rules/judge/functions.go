package judge

import (
	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// What is remembered instead of worked out again: within one judging what functions and names of the file gave, and from answer to answer what
// speaks of no answer. The steps that it took are counted each time: what was judged before makes no work free.

// kind says what an expression may be remembered for.
type kind struct {
	finds bool // a function stands in it that does more than give a value
	given bool // it speaks of no answer
	fixed bool // and it finds nothing: its value is all
	long  bool // a loop stands in it, or many parts do
}

// manyParts is how many parts of an expression take longer than to find what was remembered.
const manyParts = 40

// kindOf looks at an expression, and at the names of the file that stand in it.
func (s *static) kindOf(x syntax.Expr) kind {
	k := kind{given: true}
	f := s.b.File
	seen := map[string]bool{}
	parts := 0
	var look func(x syntax.Expr)
	look = func(x syntax.Expr) {
		parts++
		switch x := x.(type) {
		case *syntax.Comp:
			k.long = true
		case *syntax.AttrExpr:
			if x.Name == "spans" { // they may be of a layer that is answered
				k.given = false
			}
		case *syntax.Name:
			k.finds = k.finds || rules.Finds(x.ID)
			if l := f.Layer(x.ID); l != nil && l.Role != rules.Given {
				k.given = false
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
	k.fixed, k.long = k.given && !k.finds, k.long || parts >= manyParts
	return k
}

// function is a let, compiled when it is first asked for.
type function struct {
	l     *rules.Let
	kind  kind
	frame frame
	body  code
	cost  int // steps of a call

	value  remembered
	places [board.Block][]remembered // by a place that is the only argument
	rest   map[[mostArgs]any]*remembered
}

// remembered is what a function gave. It lasts for the answer that was judged when it gave it, or for all.
type remembered struct {
	v      any
	steps  int
	answer uint32 // the number of the judging; 0: nothing is remembered
	lasts  bool
}

const (
	mostArgs = 3       // of what is remembered by arguments
	mostUses = 1 << 14 // that are remembered in one judging
	bytesUse = 192     // what remembering one takes
)

// function gives the compiled form of a let, which may still be empty.
func (s *static) function(l *rules.Let) *function {
	f := s.functions[l]
	if f == nil {
		f = &function{l: l, kind: s.kindOf(l.Expr.Tree)}
		s.functions[l] = f
	}
	return f
}

// compile compiles the body of a function.
func (f *function) compile(s *static) {
	c := &compiler{s: s, expr: f.l.Expr, frame: &f.frame}
	for _, p := range f.l.Params {
		c.bind(p)
	}
	f.body = c.value(f.l.Expr.Tree)
	f.cost = c.parts
}

// apply calls a function from a frame.
func (j *interpreter) apply(f *function, from *frame, args []any) any {
	if f.body == nil {
		f.compile(j.fixed)
	}
	if j.depth++; j.depth > 60 {
		j.tooMuch("functions call each other more than 60 deep")
	}
	j.spend(f.cost)
	expr, base := j.expr, j.base
	j.enter(base+from.size, f.frame.size)
	j.expr = f.l.Expr
	for i, v := range args {
		j.slots[j.base+i].v = v
	}
	before := j.held()
	v := f.body(j)
	j.passed(v, before)
	j.expr, j.base = expr, base
	j.depth--
	return v
}

// enter makes room for a frame.
func (j *interpreter) enter(base, size int) {
	j.base = base
	if n := base + size; n > len(j.slots) {
		j.slots = append(j.slots, make([]slot, max(n-len(j.slots), 32))...)
	}
}

// known gives what is remembered.
func (j *interpreter) known(r *remembered) (v any, ok bool) {
	switch {
	case r.answer == j.fixed.answer:
		return r.v, true
	case r.lasts: // once for each answer
		j.skip(r.steps)
		r.answer = j.fixed.answer
		return r.v, true
	}
	return nil, false
}

// valueOf gives the value of a let without arguments.
func (j *interpreter) valueOf(f *function, from *frame) any {
	if v, ok := j.known(&f.value); ok {
		return v
	}
	if len(f.l.Params) > 0 {
		j.fail(f.l.Expr.Tree, "%s takes %d arguments, here are 0", f.l.Name, len(f.l.Params))
	}
	before, steps := j.held(), j.steps
	v := j.apply(f, from, nil)
	j.keep(before)
	f.value = remembered{v, j.steps - steps, j.fixed.answer, f.kind.fixed && j.lasting(v)}
	return v
}

// keep counts what was taken since as what outlives the turn.
func (j *interpreter) keep(before int64) { j.kept += j.held() - before }

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

// applied compiles a call of a function of the file. What it gave for the same places, numbers and words is remembered: one function is often
// asked about a place by many turns. It is worth it where a function is long.
func (c *compiler) applied(x *syntax.CallExpr, l *rules.Let) code {
	args := make([]code, 0, len(x.Args))
	for _, a := range x.Args {
		args = append(args, c.value(a.Value))
	}
	if len(args) != len(l.Params) {
		return wrong(x, "%s takes %d arguments, here are %d", l.Name, len(l.Params), len(args))
	}
	f, from := c.s.function(l), c.frame
	plain := len(args) > mostArgs || !f.kind.long || f.kind.finds
	return func(j *interpreter) any {
		var some [mostArgs]any
		given := some[:0]
		if len(args) > mostArgs {
			given = make([]any, 0, len(args))
		}
		for _, a := range args {
			given = append(given, a(j))
		}
		if plain {
			return j.apply(f, from, given)
		}
		return j.remembering(f, from, given)
	}
}

// remembering is apply that remembers what a function gave.
func (j *interpreter) remembering(f *function, from *frame, args []any) any {
	var r *remembered
	if len(args) == 1 {
		if p, ok := args[0].(board.Place); ok && inLists(p) {
			if list := f.places[p.Kind]; int(p.N) >= len(list) {
				f.places[p.Kind] = append(list, make([]remembered, max(int(p.N)+1-len(list), 64))...)
			}
			r = &f.places[p.Kind][p.N]
			if v, ok := j.known(r); ok {
				return v
			}
		}
	}
	lasts := f.kind.fixed
	var key [mostArgs]any
	if r == nil {
		for i, a := range args {
			if !j.key(a) {
				return j.apply(f, from, args)
			}
			lasts = lasts && j.fixedKey(a)
			key[i] = a
		}
		if got := f.rest[key]; got != nil {
			if v, ok := j.known(got); ok {
				return v
			}
		}
	}
	before, steps := j.held(), j.steps
	v := j.apply(f, from, args)
	lasts = lasts && j.lasting(v)
	now := remembered{v, j.steps - steps, j.fixed.answer, lasts}
	if r != nil {
		f.places[args[0].(board.Place).Kind][args[0].(board.Place).N] = now // the list may have grown since
	} else {
		if !lasts {
			if j.uses++; j.uses > mostUses {
				return v
			}
			j.took(bytesUse / bytesStep)
		}
		if f.rest == nil {
			f.rest = map[[mostArgs]any]*remembered{}
			j.fixed.forget = append(j.fixed.forget, f)
		}
		f.rest[key] = &now
	}
	if !lasts {
		j.keep(before)
	}
	return v
}

// lasting reports whether there is room to remember a value from answer to answer, and takes it.
func (j *interpreter) lasting(v any) bool {
	size := sizeOf(v)
	if size > j.fixed.room {
		return false
	}
	j.fixed.room -= size
	return true
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
