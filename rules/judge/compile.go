package judge

import (
	"slices"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/py/syntax"
	"github.com/quandary-puzzles/quandary/rules"
)

// Expressions are compiled once for a board: to functions that give a value, or that tell whether a condition holds. Names are found then, what
// the board says is found when it is first asked for, and only what the answer says is looked up each time.
type (
	code func(j *interpreter) any
	test func(j *interpreter) bool
)

// slot holds what a name of a loop stands for, or what an aggregate has gathered.
type slot struct {
	v any
	n int64
}

// frame is the slots of a rule or of a function.
type frame struct{ size int }

func (f *frame) slot() int {
	f.size++
	return f.size - 1
}

// local is a name that a loop or a parameter binds.
type local struct {
	name string
	slot int
}

// compiler compiles the expressions of one rule or function.
type compiler struct {
	s     *static
	expr  *rules.Expr
	frame *frame
	scope []local // innermost last
	parts int     // of the expression, since the last loop: what a turn of it costs in steps
}

func (c *compiler) bind(name string) int {
	c.scope = append(c.scope, local{name, c.frame.slot()})
	return c.scope[len(c.scope)-1].slot
}

// local gives the slot of a name that a loop binds.
func (c *compiler) local(name string) (slot int, ok bool) {
	for i := len(c.scope) - 1; i >= 0; i-- {
		if c.scope[i].name == name {
			return c.scope[i].slot, true
		}
	}
	return 0, false
}

// layer gives the layer that an expression names.
func (c *compiler) layer(x syntax.Expr) *layer {
	n, ok := x.(*syntax.Name)
	if !ok {
		return nil
	}
	if _, bound := c.local(n.ID); bound {
		return nil
	}
	v, _ := c.s.meaning(n.ID)
	l, _ := v.(*layer)
	return l
}

func always(v any) code { return func(*interpreter) any { return v } }

// wrong is what has no meaning: it fails when it is asked for.
func wrong(x syntax.Node, format string, args ...any) code {
	return func(j *interpreter) any {
		j.fail(x, format, args...)
		return nil
	}
}

// value compiles an expression to what gives its value. What no answer and no turn of a loop changes is worked out once.
func (c *compiler) value(x syntax.Expr) code {
	c.parts++
	if c.constant(x) {
		return c.once(c.changing(x))
	}
	return c.changing(x)
}

// constant reports whether an expression is worth being worked out once, and may be.
func (c *compiler) constant(x syntax.Expr) bool {
	switch x.(type) {
	case *syntax.CallExpr, *syntax.Comp, *syntax.ListExpr, *syntax.TupleExpr:
		return c.everywhere(x) && c.s.kindOf(x).fixed
	}
	return false
}

// everywhere reports whether an expression means the same in all turns of loops.
func (c *compiler) everywhere(x syntax.Expr) bool {
	for _, name := range rules.FreeNames(x) {
		if _, bound := c.local(name); bound {
			return false
		}
	}
	return true
}

// once gives the value that an expression has at first.
func (c *compiler) once(of code) code {
	r := &remembered{}
	return func(j *interpreter) any {
		if v, ok := j.known(r); ok {
			return v
		}
		before, steps := j.held(), j.steps
		v := of(j)
		j.keep(before)
		*r = remembered{v, j.steps - steps, j.fixed.answer, j.lasting(v)}
		return v
	}
}

// changing compiles an expression that may have another value each time.
func (c *compiler) changing(x syntax.Expr) code {
	switch x := x.(type) {
	case *syntax.Name:
		return c.name(x)
	case *syntax.NumLit:
		return always(x.Int)
	case *syntax.StrLit:
		return always(x.Value)
	case *syntax.ConstLit:
		if x.Word == "None" {
			return always(nil)
		}
		return always(x.Word == "True")
	case *syntax.ListExpr:
		return c.list(x.Elts)
	case *syntax.TupleExpr:
		return c.list(x.Elts)
	case *syntax.Comp:
		return c.comp(x)
	case *syntax.BoolExpr, *syntax.CompareExpr:
		t := c.cond(x)
		return func(j *interpreter) any { return t(j) }
	case *syntax.UnaryExpr:
		if x.Op == syntax.Not {
			t := c.cond(x)
			return func(j *interpreter) any { return t(j) }
		}
		of := c.value(x.X)
		return func(j *interpreter) any {
			n, ok := j.integer(x, of(j))
			switch {
			case !ok:
				return nil
			case x.Op == syntax.Neg:
				return -n
			}
			return n
		}
	case *syntax.BinaryExpr:
		a, b := c.value(x.X), c.value(x.Y)
		return func(j *interpreter) any {
			v, w := a(j), b(j)
			return j.arithmetic(x, v, w)
		}
	case *syntax.IfExpr:
		t, a, b := c.cond(x.Cond), c.value(x.Then), c.value(x.Else)
		return func(j *interpreter) any {
			if t(j) {
				return a(j)
			}
			return b(j)
		}
	case *syntax.CallExpr:
		return c.call(x)
	case *syntax.AttrExpr:
		return c.attribute(x)
	case *syntax.IndexExpr:
		return c.subscript(x)
	}
	return wrong(x, "%s has no meaning in a rule", syntax.Describe(x))
}

// cond compiles an expression to what tells whether it holds.
func (c *compiler) cond(x syntax.Expr) test {
	switch x := x.(type) {
	case *syntax.BoolExpr:
		c.parts++
		var parts []test
		for _, y := range x.X {
			parts = append(parts, c.cond(y))
		}
		if or := x.Op == syntax.Or; len(parts) == 2 {
			a, b := parts[0], parts[1]
			if or {
				return func(j *interpreter) bool { return a(j) || b(j) }
			}
			return func(j *interpreter) bool { return a(j) && b(j) }
		} else {
			return func(j *interpreter) bool {
				for _, t := range parts {
					if t(j) == or {
						return or
					}
				}
				return !or
			}
		}
	case *syntax.UnaryExpr:
		if x.Op == syntax.Not {
			c.parts++
			t := c.cond(x.X)
			return func(j *interpreter) bool { return !t(j) }
		}
	case *syntax.CompareExpr:
		c.parts++
		return c.comparison(x)
	case *syntax.CallExpr:
		if c.constant(x) {
			break
		}
		if t := c.quantifier(x); t != nil {
			c.parts++
			return t
		}
	}
	v := c.value(x)
	return func(j *interpreter) bool {
		v := v(j)
		if b, ok := v.(bool); ok {
			return b
		}
		return j.holds(x, v)
	}
}

func (c *compiler) list(xs []syntax.Expr) code {
	parts := c.values(xs)
	return func(j *interpreter) any {
		out := make([]any, len(parts))
		for i, v := range parts {
			out[i] = v(j)
		}
		j.took(len(out))
		return out
	}
}

func (c *compiler) values(xs []syntax.Expr) []code {
	out := make([]code, len(xs))
	for i, x := range xs {
		out[i] = c.value(x)
	}
	return out
}

func (c *compiler) name(x *syntax.Name) code {
	if k, ok := c.local(x.ID); ok {
		return func(j *interpreter) any { return j.slots[j.base+k].v }
	}
	switch v, ok := c.s.meaning(x.ID); v := v.(type) {
	case *rules.Let:
		f := c.s.function(v)
		fr := c.frame
		return func(j *interpreter) any { return j.valueOf(f, fr) }
	case error:
		return wrong(x, "%v", v)
	default:
		if ok {
			return always(v)
		}
	}
	return wrong(x, "unknown name %s", x.ID)
}

// comparison compiles a chain of comparisons.
func (c *compiler) comparison(x *syntax.CompareExpr) test {
	if len(x.Ops) == 1 {
		return c.compared(x, x.Ops[0], x.First, x.Rest[0])
	}
	first, rest := c.value(x.First), c.values(x.Rest)
	return func(j *interpreter) bool {
		left, leftX := first(j), x.First
		for i, op := range x.Ops {
			right := rest[i](j)
			if !j.compare(x, op, leftX, left, x.Rest[i], right) {
				return false
			}
			left, leftX = right, x.Rest[i]
		}
		return true
	}
}

func (c *compiler) compared(x *syntax.CompareExpr, op syntax.Op, ax, bx syntax.Expr) test {
	if l := c.layer(bx); l != nil && !l.Parts && (op == syntax.In || op == syntax.NotIn) {
		a, in, of := c.value(ax), op == syntax.In, l
		return func(j *interpreter) bool {
			p, ok := a(j).(board.Place)
			return (ok && j.holdsAt(of, p)) == in
		}
	}
	a, b := c.value(ax), c.value(bx)
	if in := op == syntax.In; in || op == syntax.NotIn {
		return func(j *interpreter) bool {
			v, w := a(j), b(j)
			return j.member(x, v, w) == in
		}
	}
	if equal := op == syntax.Eq || op == syntax.Is; equal || op == syntax.Ne || op == syntax.IsNot {
		if none(bx) {
			return func(j *interpreter) bool { return (a(j) == nil) == equal }
		}
		if none(ax) {
			return func(j *interpreter) bool { return (b(j) == nil) == equal }
		}
		return func(j *interpreter) bool {
			v, w := a(j), b(j)
			return j.same(x, v, w) == equal
		}
	}
	return func(j *interpreter) bool {
		v, w := a(j), b(j)
		if m, ok := v.(int64); ok {
			if n, ok := w.(int64); ok {
				switch op {
				case syntax.Lt:
					return m < n
				case syntax.Le:
					return m <= n
				case syntax.Gt:
					return m > n
				case syntax.Ge:
					return m >= n
				}
			}
		}
		return j.compare(x, op, ax, v, bx, w)
	}
}

// attribute compiles a relation of places without arguments.
func (c *compiler) attribute(x *syntax.AttrExpr) code {
	on, name := c.value(x.X), x.Name
	t := c.s.relation(name)
	return func(j *interpreter) any {
		v := on(j)
		if p, ok := v.(board.Place); ok && p.Kind < board.Others {
			if w, ok := t.get(p); ok {
				return w
			}
		}
		return j.attribute(x, v, name)
	}
}

// subscript compiles what stands in square brackets behind a value.
func (c *compiler) subscript(x *syntax.IndexExpr) code {
	if s, ok := x.Index.(*syntax.SliceExpr); ok {
		return c.slice(x, s)
	}
	if l := c.layer(x.X); l != nil {
		of, at := l, c.value(x.Index)
		return func(j *interpreter) any {
			v := at(j)
			if p, ok := v.(board.Place); ok && !of.Parts {
				return j.holding(of, p)
			}
			return j.valueAt(x, of, v)
		}
	}
	on, at := c.value(x.X), c.value(x.Index)
	return func(j *interpreter) any {
		v := on(j)
		return j.element(x, v, at(j))
	}
}

func (c *compiler) slice(x *syntax.IndexExpr, s *syntax.SliceExpr) code {
	on := c.value(x.X)
	bounds := [3]code{}
	for i, e := range []syntax.Expr{s.Lo, s.Hi, s.Step} {
		if e != nil {
			bounds[i] = c.value(e)
		}
	}
	return func(j *interpreter) any {
		list := j.items(x, on(j))
		step := int64(1)
		if bounds[2] != nil {
			step, _ = bounds[2](j).(int64)
		}
		if step == -1 {
			out := slices.Clone(list)
			slices.Reverse(out)
			j.took(len(out))
			return out
		}
		if step < 1 {
			j.fail(x, "the step of a part of a list is a positive number, or -1")
		}
		bound := func(e code, other int64) int64 {
			if e == nil {
				return other
			}
			n, ok := e(j).(int64)
			if !ok {
				j.fail(x, "the bounds of a part of a list are numbers")
			}
			if n < 0 {
				n += int64(len(list))
			}
			return min(max(n, 0), int64(len(list)))
		}
		lo, hi := bound(bounds[0], 0), bound(bounds[1], int64(len(list)))
		out := []any{}
		for i := lo; i < hi; i += step {
			out = append(out, list[i])
		}
		j.took(len(out))
		return out
	}
}
