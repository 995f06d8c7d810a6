package ocl

import "slices"

// function evaluates an operation of collections without a body.
func (ev *Evaluator) function(n *node, env []Value) Value {
	var a [3]Value
	for i, x := range n.args {
		a[i] = ev.eval(x, env)
	}
	c := a[0]
	if c.kind == Undefined {
		return Value{}
	}
	elems := c.elems
	if n.fn > fnNotEmpty && (n.fn > fnExcludes || c.kind == Sequence) {
		ev.work(n.pos, c.n+a[1].weight())
	}
	switch n.fn {
	case fnSize:
		return integerValue(int64(len(elems)))
	case fnIsEmpty:
		return BooleanValue(len(elems) == 0)
	case fnNotEmpty:
		return BooleanValue(len(elems) > 0)
	case fnIncludes:
		return BooleanValue(c.has(a[1]))
	case fnExcludes:
		return BooleanValue(!c.has(a[1]))
	case fnCount:
		return integerValue(int64(c.count(a[1])))
	case fnIncluding:
		return ev.build(n.pos, c.kind, append(slices.Clone(elems), a[1]))
	case fnExcluding:
		return ev.build(n.pos, c.kind, slices.DeleteFunc(slices.Clone(elems), a[1].Equal))
	case fnSum:
		sum := integerValue(0)
		for _, e := range elems {
			if e.kind == Undefined || sum.kind == Undefined {
				return Value{}
			}
			sum = apply(fnAdd, []Value{sum, e})
		}
		return sum
	case fnLeast, fnGreatest:
		if len(elems) == 0 || slices.ContainsFunc(elems, Value{}.Equal) {
			return Value{}
		}
		if n.fn == fnLeast {
			return slices.MinFunc(elems, compare)
		}
		return slices.MaxFunc(elems, compare)
	case fnAsSet, fnAsBag, fnAsSequence:
		return ev.build(n.pos, kindOf(n.typ), slices.Clone(elems))
	case fnFlatten:
		return ev.build(n.pos, c.kind, flatten(nil, elems))
	case fnIncludesAll, fnExcludesAll, fnUnion, fnIntersection, fnDifference, fnSymmetric:
		if a[1].kind == Undefined {
			return Value{}
		}
		return ev.both(n, c, a[1])
	}
	return ev.sequence(n, a)
}

// has tells whether a collection has an element.
func (v Value) has(e Value) bool {
	if v.kind == Sequence {
		return slices.ContainsFunc(v.elems, e.Equal)
	}
	_, found := slices.BinarySearchFunc(v.elems, e, compare)
	return found
}

func (v Value) count(e Value) int {
	n := 0
	for _, x := range v.elems {
		if x.Equal(e) {
			n++
		}
	}
	return n
}

func flatten(out, elems []Value) []Value {
	for _, e := range elems {
		if e.isCollection() {
			out = flatten(out, e.elems)
		} else {
			out = append(out, e)
		}
	}
	return out
}

// both evaluates an operation of two collections.
func (ev *Evaluator) both(n *node, c, d Value) Value {
	in := func(e Value) bool { return d.has(e) }
	switch n.fn {
	case fnIncludesAll:
		return BooleanValue(!slices.ContainsFunc(d.elems, func(e Value) bool { return !c.has(e) }))
	case fnExcludesAll:
		return BooleanValue(!slices.ContainsFunc(d.elems, c.has))
	case fnUnion:
		return ev.build(n.pos, kindOf(n.typ), slices.Concat(c.elems, d.elems))
	case fnDifference:
		return ev.build(n.pos, Set, slices.DeleteFunc(slices.Clone(c.elems), in))
	case fnSymmetric:
		only := slices.DeleteFunc(slices.Clone(c.elems), in)
		return ev.build(n.pos, Set, append(only, slices.DeleteFunc(slices.Clone(d.elems), c.has)...))
	}
	// The intersection of two bags has an element as often as the one that has it less often; both are sorted.
	var common []Value
	for i, j := 0, 0; i < len(c.elems) && j < len(d.elems); {
		switch x := compare(c.elems[i], d.elems[j]); {
		case x < 0:
			i++
		case x > 0:
			j++
		default:
			common = append(common, c.elems[i])
			i++
			j++
		}
	}
	return ev.build(n.pos, kindOf(n.typ), common)
}

// sequence evaluates an operation of sequences.
func (ev *Evaluator) sequence(n *node, a [3]Value) Value {
	elems := a[0].elems
	at := func(i int64) Value {
		if i < 1 || i > int64(len(elems)) {
			return Value{}
		}
		return elems[i-1]
	}
	switch n.fn {
	case fnFirst:
		return at(1)
	case fnLast:
		return at(int64(len(elems)))
	case fnAt:
		if a[1].kind == Undefined {
			return Value{}
		}
		return at(a[1].n)
	case fnIndexIn:
		if i := slices.IndexFunc(elems, a[1].Equal); i >= 0 {
			return integerValue(int64(i + 1))
		}
		return Value{}
	}
	switch n.fn {
	case fnAppend:
		return ev.build(n.pos, Sequence, append(slices.Clone(elems), a[1]))
	case fnPrepend:
		return ev.build(n.pos, Sequence, append([]Value{a[1]}, elems...))
	case fnSubSequence:
		if a[1].kind == Undefined || a[2].kind == Undefined || a[1].n < 1 || a[2].n > int64(len(elems)) || a[1].n > a[2].n {
			return Value{}
		}
		return ev.build(n.pos, Sequence, elems[a[1].n-1:a[2].n])
	}
	out := slices.Clone(elems)
	slices.Reverse(out)
	return ev.build(n.pos, Sequence, out)
}

// iterate evaluates an operation with a body.
func (ev *Evaluator) iterate(n *node, env []Value) Value {
	c := ev.eval(n.args[0], env)
	if c.kind == Undefined {
		return Value{}
	}
	body := n.args[len(n.args)-1]
	slot := n.slots[0]
	with := func(e Value) Value {
		env[slot] = e
		return ev.eval(body, env)
	}
	switch n.op {
	case nSelect, nReject:
		var out []Value
		for _, e := range c.elems {
			if with(e).IsTrue() == (n.op == nSelect) {
				out = append(out, e)
			}
		}
		return ev.kept(n.pos, c.kind, out)
	case nCollect:
		out := make([]Value, len(c.elems))
		for i, e := range c.elems {
			out[i] = with(e)
		}
		return ev.build(n.pos, kindOf(n.typ), out)
	case nForAll, nExists:
		decides := BooleanValue(n.op == nExists)
		return ev.quantify(n, c.elems, 0, env, decides)
	case nOne:
		found := 0
		for _, e := range c.elems {
			if with(e).IsTrue() {
				found++
			}
		}
		return BooleanValue(found == 1)
	case nAny:
		for _, e := range c.elems {
			if with(e).IsTrue() {
				return e
			}
		}
		return Value{}
	case nIsUnique, nSortedBy:
		keys := make([]Value, len(c.elems))
		for i, e := range c.elems {
			keys[i] = with(e)
		}
		if n.op == nSortedBy {
			return ev.build(n.pos, Sequence, sortedBy(c.elems, keys))
		}
		return BooleanValue(len(ev.build(n.pos, Set, slices.Clone(keys)).elems) == len(keys))
	case nClosure:
		return ev.closure(n, c, with)
	}
	acc := n.slots[1]
	env[acc] = ev.eval(n.args[1], env)
	for _, e := range c.elems {
		env[acc] = with(e)
	}
	return env[acc]
}

// quantify evaluates forAll and exists for the variables from i on. decides is the body's value that settles the whole.
func (ev *Evaluator) quantify(n *node, elems []Value, i int, env []Value, decides Value) Value {
	all := BooleanValue(!decides.IsTrue())
	ev.work(n.pos, 0) // a body that is a leaf does not look at the limit
	for _, e := range elems {
		env[n.slots[i]] = e
		var v Value
		if i+1 < len(n.slots) {
			v = ev.quantify(n, elems, i+1, env, decides)
		} else {
			v = ev.eval(n.args[1], env)
		}
		switch {
		case v.Equal(decides):
			return decides
		case v.kind == Undefined:
			all = v
		}
	}
	return all
}

// closure gives the elements of a collection and what the body leads to from them, again and again.
func (ev *Evaluator) closure(n *node, c Value, with func(Value) Value) Value {
	found := ev.build(n.pos, Set, slices.Clone(c.elems))
	for todo := found.elems; len(todo) > 0; {
		var next []Value
		for _, e := range todo {
			v := with(e)
			switch {
			case v.isCollection():
				next = append(next, flatten(nil, v.elems)...)
			case v.kind != Undefined:
				next = append(next, v)
			}
		}
		fresh := ev.build(n.pos, Set, slices.DeleteFunc(next, found.has)).elems
		found = ev.build(n.pos, Set, slices.Concat(found.elems, fresh))
		todo = fresh
	}
	return found
}
