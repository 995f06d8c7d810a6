package ocl

import (
	"context"
	"fmt"
	"slices"
	"strconv"
)

// maxAlternatives is the most values that one expression is split into.
const maxAlternatives = 4096

// LiftError says that an expression has a value in every state, but is none that can be compiled to formulas: it would need
// too many of them.
type LiftError struct {
	File string
	Pos  Pos
	Msg  string
}

func (e *LiftError) Error() string {
	if e.File != "" {
		return e.File + ":" + e.Pos.String() + ": " + e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Lifter compiles expressions to formulas over decisions. Attributes and links of a state that are open depend on decisions;
// everything else is as the state says. The formula of an invariant is true for exactly those decisions in whose states an
// Evaluator finds that the invariant holds. The two share the checked expressions and the arithmetic of single values, and
// nothing else. A Lifter is not safe for concurrent use.
type Lifter struct {
	budget
	c     *Circuit
	state *State
	attrs map[slotKey]*lifted
	alive map[int64]Formula // by object: there is such an object
	given map[*operation]func([]Value) []Alternative
	links []map[[2]int64]Formula // by association: the objects of the first and the second end
	memo  map[string]*lifted
	pos   Pos
	nodes int // of the circuit, those that are on the account or older than the evaluation
}

type slotKey struct {
	object int64
	attr   int
}

// NewLifter gives a lifter for a state in which nothing is open. Limits.Elements bounds the nodes of the circuit as well.
func NewLifter(st *State, c *Circuit, lim Limits) *Lifter {
	l := &Lifter{budget: budget{limits: lim.orDefault()}, c: c, state: st, attrs: map[slotKey]*lifted{},
		alive: map[int64]Formula{}, given: map[*operation]func([]Value) []Alternative{}, memo: map[string]*lifted{}}
	l.links = make([]map[[2]int64]Formula, len(st.spec.assocs))
	return l
}

// OpenAttribute makes an attribute of an object depend on decisions: it has each value under its formula. The formulas must
// exclude each other; where none is true the attribute is undefined.
func (l *Lifter) OpenAttribute(obj Value, attr string, alts ...Alternative) error {
	_, a, err := l.state.slot(obj, attr)
	if err != nil {
		return err
	}
	var parts []guarded
	for _, alt := range alts {
		if !alt.Value.fits(a.typ) {
			return fmt.Errorf("ocl: the attribute %s of %s is of type %s: %s does not fit", attr, a.class.name, a.typ, alt.Value)
		}
		parts = append(parts, guarded{alt.When, constant(alt.Value)})
	}
	l.start(context.Background(), "")
	l.attrs[slotKey{obj.n, a.index}] = l.merge(parts)
	clear(l.memo)
	return nil
}

// OpenLink makes a link depend on decisions: two objects are joined where the formula is true. Links to the objects of a single
// end must exclude each other.
func (l *Lifter) OpenLink(association string, a, b Value, f Formula) error {
	s, err := l.state.association(association, a, b)
	if err != nil {
		return err
	}
	if l.links[s.index] == nil {
		l.links[s.index] = map[[2]int64]Formula{}
	}
	l.links[s.index][[2]int64{a.n, b.n}] = f
	clear(l.memo)
	return nil
}

// OpenObject makes the existence of an object depend on decisions: it is among allInstances and linked to others where the
// formula is true. Attributes must not lead to it where it is not.
func (l *Lifter) OpenObject(obj Value, f Formula) error {
	if _, err := l.state.at(obj); err != nil {
		return err
	}
	l.alive[obj.n] = f
	clear(l.memo)
	return nil
}

// Define gives the result of an operation of a class, or of a derived attribute, by a function instead of its body, where all
// arguments are known: the object first. The result is alternatives as for OpenAttribute, or for a set or bag its elements with
// the formulas of their being there. The function must agree with the body; it is there to be faster.
func (l *Lifter) Define(class, operation string, result func(args []Value) []Alternative) error {
	c := l.state.spec.class(class)
	if c == nil {
		return fmt.Errorf("ocl: unknown class %s", class)
	}
	o := c.operation(operation)
	if a := c.attribute(operation); a != nil {
		o = a.derived
	}
	if o == nil {
		return fmt.Errorf("ocl: class %s has no operation %s%s", class, operation, meant(operation, c.features()))
	}
	l.given[o] = result
	clear(l.memo)
	return nil
}

// exists is the formula that there is an object.
func (l *Lifter) exists(o Value) Formula {
	if f, ok := l.alive[o.n]; ok {
		return f
	}
	return True
}

// living gives objects with the formulas that they exist.
func (l *Lifter) living(objects []Value) []Alternative {
	out := make([]Alternative, 0, len(objects))
	for _, o := range objects {
		if f := l.exists(o); f != False {
			out = append(out, Alternative{o, f})
		}
	}
	return out
}

// Invariant gives the formula under which an invariant holds. The error is a BudgetError, a LiftError or the context's.
func (l *Lifter) Invariant(ctx context.Context, inv *Invariant) (f Formula, err error) {
	l.start(ctx, inv.File)
	l.nodes = l.c.Len()
	defer l.finish()
	defer caught(&err)
	env := make([]*lifted, inv.slots)
	forAll := &node{op: nForAll, pos: inv.Pos, slots: inv.vars, args: []*node{nil, inv.body}}
	return l.quantify(forAll, l.living(l.state.byClass[inv.class.index]), env).yes, nil
}

// Query gives the possible values of a query, sorted, with formulas of which always exactly one is true. The error is a BudgetError,
// a LiftError or the context's.
func (l *Lifter) Query(ctx context.Context, q *Query) (alts []Alternative, err error) {
	l.start(ctx, q.File)
	l.nodes = l.c.Len()
	defer l.finish()
	defer caught(&err)
	return slices.Clone(l.all(l.lift(q.body, make([]*lifted, q.size)))), nil
}

func (l *Lifter) lift(n *node, env []*lifted) *lifted {
	l.step(n.pos)
	if int64(l.c.Len()) > l.limits.Elements {
		l.over(n.pos, "nodes of formulas", l.limits.Elements)
	}
	if grown := l.c.Len() - l.nodes; grown > 0 {
		l.nodes += grown
		l.take(grown)
	}
	outer := l.pos
	l.pos = n.pos
	x := l.value(n, env)
	l.pos = outer
	l.depth--
	return x
}

func (l *Lifter) liftTruth(n *node, env []*lifted) *lifted { return l.truth(l.lift(n, env)) }

func (l *Lifter) liftItems(n *node, env []*lifted) *lifted {
	return l.collection(l.lift(n, env), n.typ)
}

func (l *Lifter) value(n *node, env []*lifted) *lifted {
	switch n.op {
	case nConst:
		return constant(n.val)
	case nVar:
		return env[n.slot]
	case nIf:
		c := l.liftTruth(n.args[0], env)
		var parts []guarded
		// A branch that is never taken is not looked at, so that recursion ends where it is seen to end.
		if c.yes != False {
			parts = append(parts, guarded{c.yes, l.lift(n.args[1], env)})
		}
		if c.no != False {
			parts = append(parts, guarded{c.no, l.lift(n.args[2], env)})
		}
		return l.merge(parts)
	case nLet:
		env[n.slots[0]] = l.lift(n.args[0], env)
		return l.lift(n.args[1], env)
	case nAnd, nOr, nImplies:
		return l.logic(n, env)
	case nXor:
		x, y := l.liftTruth(n.args[0], env), l.liftTruth(n.args[1], env)
		return &lifted{form: fTruth,
			yes: l.c.Or(l.c.And(x.yes, y.no), l.c.And(x.no, y.yes)),
			no:  l.c.Or(l.c.And(x.yes, y.yes), l.c.And(x.no, y.no))}
	case nNot:
		x := l.liftTruth(n.args[0], env)
		return &lifted{form: fTruth, yes: x.no, no: x.yes}
	case nEqual:
		return certain(l.equal(l.lift(n.args[0], env), l.lift(n.args[1], env)))
	case nDefined:
		return certain(Not(l.undefined(l.lift(n.args[0], env))))
	case nScalar:
		args := make([]*lifted, len(n.args))
		for i, a := range n.args {
			args[i] = l.lift(a, env)
		}
		return l.scalar(n.fn, args)
	case nAttr:
		return l.attribute(l.lift(n.args[0], env), n.attr)
	case nEnd:
		return l.navigate(l.lift(n.args[0], env), n.end)
	case nCall:
		return l.call(n, env)
	case nInstances:
		return &lifted{form: fItems, kind: Set, alts: l.living(l.state.byClass[n.class.index])}
	case nLiteral:
		return l.literal(n, env)
	case nToSet:
		return l.items(Set, slices.Clone(l.alternatives(l.lift(n.args[0], env))), False)
	case nFn:
		return l.function(n, env)
	}
	return l.iterate(n, env)
}

// certain is a truth that is never undefined.
func certain(f Formula) *lifted { return &lifted{form: fTruth, yes: f, no: Not(f)} }

func (l *Lifter) logic(n *node, env []*lifted) *lifted {
	x := l.liftTruth(n.args[0], env)
	if n.op == nImplies {
		x = &lifted{form: fTruth, yes: x.no, no: x.yes}
	}
	if n.op == nAnd && x.no == True || n.op != nAnd && x.yes == True {
		return x
	}
	y := l.liftTruth(n.args[1], env)
	if n.op == nAnd {
		return &lifted{form: fTruth, yes: l.c.And(x.yes, y.yes), no: l.c.Or(x.no, y.no)}
	}
	return &lifted{form: fTruth, yes: l.c.Or(x.yes, y.yes), no: l.c.And(x.no, y.no)}
}

func (l *Lifter) attribute(x *lifted, a *attribute) *lifted {
	var parts []guarded
	for _, o := range x.alts {
		v, ok := l.attrs[slotKey{o.Value.n, a.index}]
		if !ok {
			v = constant(l.state.objects[o.Value.n].attrs[a.index])
		}
		parts = append(parts, guarded{o.When, v})
	}
	return l.merge(parts)
}

func (l *Lifter) navigate(x *lifted, e *end) *lifted {
	var parts []guarded
	for _, o := range x.alts {
		there := l.linked(e, o.Value)
		if e.single {
			parts = append(parts, guarded{o.When, l.choice(there, Not(l.c.Or(formulas(there)...)))})
		} else {
			parts = append(parts, guarded{o.When, &lifted{form: fItems, kind: Set, alts: there}})
		}
	}
	if len(parts) == 0 && !e.single {
		return &lifted{form: fItems, kind: Set, undef: True}
	}
	return l.merge(parts)
}

func formulas(alts []Alternative) []Formula {
	fs := make([]Formula, len(alts))
	for i, a := range alts {
		fs[i] = a.When
	}
	return fs
}

// linked gives the objects at an end with the formulas of the links to them.
func (l *Lifter) linked(e *end, from Value) []Alternative {
	fixed := l.state.linked(e, from)
	open := l.links[e.assoc.index]
	if open == nil {
		return l.living(fixed)
	}
	var out []Alternative
	for _, o := range l.state.byClass[e.class.index] {
		pair := [2]int64{o.n, from.n}
		if e.side == 1 {
			pair = [2]int64{from.n, o.n}
		}
		f, ok := open[pair]
		if !ok {
			if _, ok = slices.BinarySearchFunc(fixed, o, compare); ok {
				f = True
			}
		}
		if f = l.c.And(f, l.exists(o)); f != False {
			out = append(out, Alternative{o, f})
		}
	}
	return out
}

func (l *Lifter) call(n *node, env []*lifted) *lifted {
	o := n.call
	args := make([]*lifted, len(n.args))
	key := strconv.AppendInt(nil, int64(o.number), 10)
	for i, a := range n.args {
		args[i] = l.lift(a, env)
		if i == 0 && o.pure {
			continue
		}
		key = args[i].key(key)
	}
	self := args[0]
	if self.undef == True {
		return constant(Value{})
	}
	x, ok := l.memo[string(key)]
	if !ok {
		x = l.body(o, args)
		l.memo[string(key)] = x
	}
	if self.undef == False {
		return x
	}
	return l.merge([]guarded{{Not(self.undef), x}})
}

// body lifts an operation for some arguments.
func (l *Lifter) body(o *operation, args []*lifted) *lifted {
	if f, ok := l.given[o]; ok {
		if values := constants(args); values != nil {
			return l.result(o, f(values))
		}
	}
	env := make([]*lifted, o.slots)
	copy(env, args)
	file := l.file
	l.file = o.file
	x := l.lift(o.body, env)
	l.file = file
	return x
}

// constants gives the values of arguments that do not depend on anything, or nil.
func constants(args []*lifted) []Value {
	values := make([]Value, len(args))
	for i, a := range args {
		v, ok := a.constant()
		if !ok {
			return nil
		}
		values[i] = v
	}
	return values
}

// result makes what a given function gives a value of the operation's type.
func (l *Lifter) result(o *operation, alts []Alternative) *lifted {
	switch {
	case o.result.collection():
		return l.items(kindOf(o.result), slices.Clone(alts), False)
	case o.result.kind == kBoolean:
		return l.truth(l.choice(slices.Clone(alts), False))
	}
	return l.choice(slices.Clone(alts), l.none(alts))
}

// key appends what tells a lifted value from others, in one circuit and state.
func (x *lifted) key(b []byte) []byte {
	num := func(n int64) { b = append(strconv.AppendInt(b, n, 36), ',') }
	b = append(b, '|', "ctsi"[x.form], '0'+byte(x.kind))
	num(int64(x.yes))
	num(int64(x.no))
	num(int64(x.undef))
	num(x.base)
	for _, t := range x.terms {
		num(t.Weight)
		num(int64(t.F))
	}
	for _, a := range x.alts {
		b = a.Value.key(b)
		num(int64(a.When))
	}
	return b
}

func (v Value) key(b []byte) []byte {
	b = append(b, 'A'+byte(v.kind))
	b = strconv.AppendInt(b, v.n, 36)
	switch v.kind {
	case Number:
		b = append(b, '/')
		b = strconv.AppendInt(b, v.d, 36)
	case String:
		b = strconv.AppendQuote(b, v.s)
	case Set, Bag, Sequence:
		b = append(b, '{')
		for _, e := range v.elems {
			b = e.key(b)
		}
		b = append(b, '}')
	}
	return append(b, ';')
}

func (l *Lifter) literal(n *node, env []*lifted) *lifted {
	var alts []Alternative
	undef := False
	for i := 0; i < len(n.args); i += 2 {
		first := l.lift(n.args[i], env)
		if n.args[i+1] == nil {
			alts = append(alts, l.all(first)...)
			continue
		}
		last := l.lift(n.args[i+1], env)
		undef = l.c.Or(undef, l.undefined(first), l.undefined(last))
		lo, hi := l.alternatives(first), l.alternatives(last)
		if len(lo) == 0 || len(hi) == 0 || hi[len(hi)-1].Value.n < lo[0].Value.n {
			continue
		}
		from, to := lo[0].Value.n, hi[len(hi)-1].Value.n
		if uint64(to)-uint64(from) >= uint64(l.limits.Elements) {
			l.over(n.pos, "elements", l.limits.Elements)
		}
		l.made(n.pos, to-from+1)
		l.take(int(to - from + 1))
		for x := from; ; x++ {
			var begun, going []Formula
			for _, a := range lo {
				if a.Value.n <= x {
					begun = append(begun, a.When)
				}
			}
			for _, a := range hi {
				if a.Value.n >= x {
					going = append(going, a.When)
				}
			}
			alts = append(alts, Alternative{integerValue(x), l.c.And(l.c.Or(begun...), l.c.Or(going...))})
			if x == to {
				break
			}
		}
	}
	return l.items(kindOf(n.typ), l.where(alts, Not(undef)), undef)
}

// where adds a condition to alternatives. It takes over the slice.
func (l *Lifter) where(alts []Alternative, cond Formula) []Alternative {
	if cond == True {
		return alts
	}
	for i, a := range alts {
		alts[i].When = l.c.And(a.When, cond)
	}
	return alts
}
