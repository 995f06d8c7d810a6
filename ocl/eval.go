package ocl

import (
	"context"
	"slices"
	"unsafe"

	account "github.com/quandary-puzzles/quandary/internal/budget"
)

// Limits bound the work of one call of an Evaluator or a Lifter. 0 is the default that is given with each.
type Limits struct {
	Steps    int64 // expressions evaluated, each time counted: 20 million
	Elements int64 // elements of collections and characters of strings that are made: 4 million
	Depth    int   // evaluations inside evaluations: 20 thousand
}

func (l Limits) orDefault() Limits {
	if l.Steps == 0 {
		l.Steps = 20_000_000
	}
	if l.Elements == 0 {
		l.Elements = 4_000_000
	}
	if l.Depth == 0 {
		l.Depth = 20_000
	}
	return l
}

// budget counts work against limits, and bytes on the account of the context.
type budget struct {
	ctx      context.Context
	bytes    account.Meter
	limits   Limits
	file     string
	steps    int64
	look     int64 // at which step the context is looked at
	elements int64
	depth    int
}

func (b *budget) start(ctx context.Context, file string) {
	*b = budget{ctx: ctx, limits: b.limits, file: file}
	b.bytes.Open(ctx, account.From(ctx))
}

// finish gives back what was counted.
func (b *budget) finish() { b.bytes.Close() }

// take counts the bytes of n elements. They count until the evaluation ends: nobody knows which are held.
func (b *budget) take(n int) {
	if err := b.bytes.Take(n * int(unsafe.Sizeof(Value{}))); err != nil {
		panic(bailout{err})
	}
}

func (b *budget) over(pos Pos, what string, limit int64) {
	panic(bailout{&BudgetError{File: b.file, Pos: pos, What: what, Limit: limit}})
}

// step counts one evaluation that begins; the caller counts depth down when it ends.
func (b *budget) step(pos Pos) {
	if b.steps++; b.steps > b.limits.Steps {
		b.over(pos, "steps", b.limits.Steps)
	}
	if b.depth++; b.depth > b.limits.Depth {
		b.over(pos, "evaluations inside evaluations", int64(b.limits.Depth))
	}
	if b.steps >= b.look {
		b.look = b.steps + 1000
		if b.ctx.Err() != nil {
			panic(bailout{b.ctx.Err()})
		}
	}
}

// made counts elements or characters.
func (b *budget) made(pos Pos, n int64) {
	if b.elements += n; b.elements > b.limits.Elements {
		b.over(pos, "elements", b.limits.Elements)
	}
}

// work counts what visits n elements, or as many characters, without evaluating an expression for each.
func (b *budget) work(pos Pos, n int64) {
	if b.steps += n / 8; b.steps > b.limits.Steps {
		b.over(pos, "steps", b.limits.Steps)
	}
}

// build makes a collection, takes over the slice, and counts it.
func (b *budget) build(pos Pos, k Kind, elems []Value) Value {
	v := Value{kind: k, n: weigh(elems), elems: elems}
	b.made(pos, v.n)
	b.take(len(elems))
	v.arrange()
	return v
}

// kept makes a collection of elements of another one in their order.
func (b *budget) kept(pos Pos, k Kind, elems []Value) Value {
	v := Value{kind: k, n: weigh(elems), elems: elems}
	b.made(pos, v.n)
	b.take(len(elems))
	return v
}

// caught turns a bailout into an error.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case bailout:
		*err = r.err
	default:
		panic(r)
	}
}

// Evaluator gives the values of expressions in a state. It is not safe for concurrent use.
type Evaluator struct {
	budget
	state *State
	memo  [][][]remembered // by operation, by the object's number from 1, 0 for none
	room  []remembered     // for those to come
	known int              // how many are remembered
	free  []Value          // room for the variables of calls
}

// remembered is the result of a derived attribute or an operation without parameters, or with one string, of an object, or of none
// when it is pure.
type remembered struct {
	arg string
	v   Value
}

// maxArgs bounds the arguments of one operation and object for which results are remembered: they are looked through one by one.
const maxArgs = 16

// maxMemo bounds the results that an evaluator remembers.
const maxMemo = 1 << 18

// NewEvaluator gives an evaluator for a state.
func NewEvaluator(st *State, l Limits) *Evaluator {
	return &Evaluator{budget: budget{limits: l.orDefault()}, state: st, memo: make([][][]remembered, len(st.spec.ops))}
}

// Verdict is the value of an invariant. Unless it is true, Witness is the first choice of objects for the context variables
// for which it is not.
type Verdict struct {
	Value   Value
	Witness []Value
}

// Holds tells whether the invariant is true for every choice.
func (v Verdict) Holds() bool { return v.Value.IsTrue() }

// Invariant evaluates an invariant: the conjunction over all objects of its class, for each of its variables. The error is a
// BudgetError or the context's.
func (ev *Evaluator) Invariant(ctx context.Context, inv *Invariant) (v Verdict, err error) {
	ev.start(ctx, inv.File)
	defer ev.finish()
	defer caught(&err)
	env := make([]Value, inv.slots)
	v.Value = BooleanValue(true)
	ev.choices(inv, env, 0, &v)
	return v, nil
}

// choices gives the variables from i on all their values. It returns false when the invariant is false.
func (ev *Evaluator) choices(inv *Invariant, env []Value, i int, v *Verdict) bool {
	if i == len(inv.vars) {
		x := ev.eval(inv.body, env)
		if x.IsTrue() || v.Value.kind == Undefined && !x.IsFalse() {
			return true
		}
		v.Value, v.Witness = x, nil
		for _, s := range inv.vars {
			v.Witness = append(v.Witness, env[s])
		}
		return !x.IsFalse()
	}
	for _, o := range ev.state.byClass[inv.class.index] {
		env[inv.vars[i]] = o
		if !ev.choices(inv, env, i+1, v) {
			return false
		}
		if !inv.body.mentions(inv.vars[i]) {
			break // it is the same for every other
		}
	}
	return true
}

// Query evaluates a query. The error is a BudgetError or the context's.
func (ev *Evaluator) Query(ctx context.Context, q *Query) (v Value, err error) {
	ev.start(ctx, q.File)
	defer ev.finish()
	defer caught(&err)
	return ev.eval(q.body, make([]Value, q.size)), nil
}

// eval gives the value of an expression. env has the values of the variables.
func (ev *Evaluator) eval(n *node, env []Value) Value {
	// Half of all expressions are leaves. They count, and the next other one compares the count with its limit.
	switch n.op {
	case nConst:
		ev.steps++
		return n.val
	case nVar:
		ev.steps++
		return env[n.slot]
	case nAttr:
		switch x := n.args[0]; {
		case x.op == nVar:
			ev.steps += 2
			if o := &env[x.slot]; o.kind == Object {
				return ev.state.objects[o.n].attrs[n.attr.index]
			}
			return Value{}
		case x.op == nAttr && x.args[0].op == nVar:
			ev.steps += 3
			if o := &env[x.args[0].slot]; o.kind == Object {
				if o = &ev.state.objects[o.n].attrs[x.attr.index]; o.kind == Object {
					return ev.state.objects[o.n].attrs[n.attr.index]
				}
			}
			return Value{}
		}
	}
	ev.step(n.pos)
	v := ev.value(n, env)
	ev.depth--
	return v
}

func (ev *Evaluator) value(n *node, env []Value) Value {
	switch n.op {
	case nConst:
		return n.val
	case nVar:
		return env[n.slot]
	case nIf:
		c := ev.eval(n.args[0], env)
		switch {
		case c.IsTrue():
			return ev.eval(n.args[1], env)
		case c.IsFalse():
			return ev.eval(n.args[2], env)
		}
		return Value{}
	case nLet:
		env[n.slots[0]] = ev.eval(n.args[0], env)
		return ev.eval(n.args[1], env)
	case nAnd, nOr, nImplies:
		return ev.logic(n, env)
	case nXor:
		x, y := ev.eval(n.args[0], env), ev.eval(n.args[1], env)
		if x.kind == Undefined || y.kind == Undefined {
			return Value{}
		}
		return BooleanValue(x.n != y.n)
	case nNot:
		if x := ev.eval(n.args[0], env); x.kind != Undefined {
			return BooleanValue(x.n == 0)
		}
		return Value{}
	case nEqual:
		x, y := ev.eval(n.args[0], env), ev.eval(n.args[1], env)
		ev.work(n.pos, min(x.weight(), y.weight()))
		return BooleanValue(x.Equal(y))
	case nDefined:
		return BooleanValue(ev.eval(n.args[0], env).kind != Undefined)
	case nScalar:
		return ev.scalar(n, env)
	case nAttr:
		if o := ev.eval(n.args[0], env); o.kind == Object {
			return ev.state.objects[o.n].attrs[n.attr.index]
		}
		return Value{}
	case nEnd:
		return ev.navigate(n, env)
	case nCall:
		return ev.call(n, env)
	case nInstances:
		return objectSet(ev.state.byClass[n.class.index])
	case nLiteral:
		return ev.literal(n, env)
	case nToSet:
		if x := ev.eval(n.args[0], env); x.kind != Undefined {
			return ev.build(n.pos, Set, []Value{x})
		}
		return Value{kind: Set}
	case nFn:
		return ev.function(n, env)
	}
	return ev.iterate(n, env)
}

// logic evaluates and, or, implies by Kleene's rules. The right side is not looked at where the left one decides.
func (ev *Evaluator) logic(n *node, env []Value) Value {
	x := ev.eval(n.args[0], env)
	if n.op == nImplies && x.kind != Undefined {
		x = BooleanValue(x.n == 0)
	}
	decides := BooleanValue(n.op != nAnd)
	if x.Equal(decides) {
		return decides
	}
	y := ev.eval(n.args[1], env)
	if y.Equal(decides) || x.kind != Undefined {
		return y
	}
	return Value{}
}

func (ev *Evaluator) scalar(n *node, env []Value) Value {
	var a [3]Value
	args := a[:len(n.args)]
	defined := true
	for i, x := range n.args {
		args[i] = ev.eval(x, env)
		ev.work(n.pos, args[i].weight())
		defined = defined && args[i].kind != Undefined
	}
	if !defined {
		return Value{}
	}
	v := apply(n.fn, args)
	if v.kind == String {
		ev.made(n.pos, int64(len(v.s)))
	}
	return v
}

func (ev *Evaluator) navigate(n *node, env []Value) Value {
	o := ev.eval(n.args[0], env)
	if o.kind != Object {
		return Value{}
	}
	there := ev.state.linked(n.end, o)
	switch {
	case !n.end.single:
		return objectSet(there)
	case len(there) == 1:
		return there[0]
	}
	return Value{}
}

func (ev *Evaluator) call(n *node, env []Value) Value {
	o := n.call
	args, rest := ev.frame(o.slots)
	for i, a := range n.args {
		args[i] = ev.eval(a, env)
	}
	v := ev.result(o, args)
	clear(args)
	ev.free = rest
	return v
}

// frame gives room for the variables of a call, and what is to be free again after it.
func (ev *Evaluator) frame(n int) (vars, free []Value) {
	if len(ev.free) < n {
		ev.free = make([]Value, max(n, 512))
	}
	free = ev.free
	ev.free = free[n:]
	return free[:n:n], free
}

// result gives the result of an operation for arguments, from memory where it is there.
func (ev *Evaluator) result(o *operation, args []Value) Value {
	if args[0].kind == Undefined {
		return Value{}
	}
	self, arg := args[0].n+1, ""
	if o.pure {
		self = 0
	}
	switch {
	case len(o.params) == 1 && args[1].kind == String:
		arg = args[1].s
	case len(o.params) > 0:
		return ev.body(o, args)
	}
	if ev.memo[o.number] == nil {
		ev.memo[o.number] = make([][]remembered, len(ev.state.objects)+1)
	}
	there := &ev.memo[o.number][self]
	for i := range *there {
		if r := &(*there)[i]; r.arg == arg {
			return r.v
		}
	}
	v := ev.body(o, args)
	if ev.known < maxMemo && len(*there) < maxArgs {
		if *there == nil { // room for a few, of many together
			if len(ev.room) < 4 {
				ev.room = make([]remembered, 256)
			}
			*there, ev.room = ev.room[:0:4], ev.room[4:]
		}
		*there = append(*there, remembered{arg, v})
		ev.known++
	}
	return v
}

// body evaluates an operation's body, in whose file mistakes are looked for.
func (ev *Evaluator) body(o *operation, args []Value) Value {
	file := ev.file
	ev.file = o.file
	v := ev.eval(o.body, args)
	ev.file = file
	return v
}

func (ev *Evaluator) literal(n *node, env []Value) Value {
	var elems []Value
	for i := 0; i < len(n.args); i += 2 {
		first := ev.eval(n.args[i], env)
		if n.args[i+1] == nil {
			elems = append(elems, first)
			continue
		}
		last := ev.eval(n.args[i+1], env)
		if first.kind == Undefined || last.kind == Undefined {
			return Value{}
		}
		if last.n < first.n {
			continue
		}
		// The difference may be beyond 63 bits, but not beyond 64.
		if size := uint64(last.n) - uint64(first.n); size+uint64(len(elems)) >= uint64(ev.limits.Elements) {
			ev.over(n.pos, "elements", ev.limits.Elements)
		}
		for x := first.n; ; x++ {
			elems = append(elems, integerValue(x))
			if x == last.n {
				break
			}
		}
	}
	return ev.build(n.pos, kindOf(n.typ), elems)
}

// kindOf gives the kind of collections of a type that is Set, Bag or Sequence.
func kindOf(t *Type) Kind { return Set + Kind(t.kind-kSet) }

// objectSet makes a set of objects that are sorted already, and must not be changed.
func objectSet(elems []Value) Value { return Value{kind: Set, n: int64(len(elems)), elems: elems} }

// weight bounds the cost of visiting a value.
func (v Value) weight() int64 {
	if v.isCollection() {
		return v.n
	}
	return int64(len(v.s))
}

// sortedBy puts elements in the order of their keys; those with equal keys stay as they were.
func sortedBy(elems, keys []Value) []Value {
	order := make([]int, len(elems))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(keys[i], keys[j]) })
	out := make([]Value, len(elems))
	for i, j := range order {
		out[i] = elems[j]
	}
	return out
}
