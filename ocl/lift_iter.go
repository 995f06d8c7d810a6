package ocl

import "slices"

// iterate lifts an operation with a body.
func (l *Lifter) iterate(n *node, env []*lifted) *lifted {
	c := l.liftItems(n.args[0], env)
	body := n.args[len(n.args)-1]
	slot := n.slots[0]
	with := func(v Value) *lifted {
		env[slot] = constant(v)
		return l.lift(body, env)
	}
	switch n.op {
	case nSelect, nReject:
		out := slices.Clone(c.alts)
		for i, a := range out {
			yes := l.truth(with(a.Value)).yes
			if n.op == nReject {
				yes = Not(yes)
			}
			out[i].When = l.c.And(a.When, yes)
		}
		return l.items(c.kind, out, c.undef)
	case nCollect:
		var out []Alternative
		for _, a := range c.alts {
			out = append(out, l.where(slices.Clone(l.all(with(a.Value))), a.When)...)
		}
		return l.items(kindOf(n.typ), out, c.undef)
	case nForAll, nExists:
		x := l.quantify(n, c.alts, env)
		return &lifted{form: fTruth, yes: l.c.And(x.yes, Not(c.undef)), no: l.c.And(x.no, Not(c.undef))}
	case nOne:
		var terms []Weighted
		for _, a := range c.alts {
			terms = append(terms, Weighted{1, l.c.And(a.When, l.truth(with(a.Value)).yes)})
		}
		one := l.c.And(l.c.AtLeast(1, terms...), Not(l.c.AtLeast(2, terms...)))
		return &lifted{form: fTruth, yes: l.c.And(one, Not(c.undef)), no: l.c.And(Not(one), Not(c.undef))}
	case nAny:
		var parts []guarded
		none := Not(c.undef)
		for _, a := range c.alts {
			fits := l.c.And(a.When, l.truth(with(a.Value)).yes)
			parts = append(parts, guarded{l.c.And(none, fits), constant(a.Value)})
			none = l.c.And(none, Not(fits))
		}
		return l.merge(parts)
	case nIsUnique:
		return l.unique(c, with)
	case nSortedBy:
		return l.sorted(c, with)
	case nClosure:
		return l.closure(n, c, with)
	}
	acc := n.slots[1]
	x := l.lift(n.args[1], env)
	for _, a := range c.alts {
		env[acc] = x
		x = l.merge([]guarded{{a.When, with(a.Value)}, {Not(a.When), x}})
	}
	if c.undef == False {
		return x
	}
	return l.merge([]guarded{{Not(c.undef), x}})
}

// flatCollect collects what the body gives and joins results that are collections.
func (l *Lifter) flatCollect(n *node, env []*lifted) *lifted {
	c := l.liftItems(n.args[0], env)
	var out []Alternative
	for _, a := range c.alts {
		env[n.slots[0]] = constant(a.Value)
		x := l.lift(n.args[1], env)
		if x.form == fItems {
			out = append(out, l.where(slices.Clone(x.alts), a.When)...)
			if x.undef != False { // an undefined collection stays as an undefined element
				out = append(out, Alternative{Value{}, l.c.And(a.When, x.undef)})
			}
		} else {
			out = append(out, l.where(slices.Clone(l.all(x)), a.When)...)
		}
	}
	return l.items(kindOf(n.typ), flattened(out), c.undef)
}

// unique lifts isUnique: of each value of the body there is one at most, the undefined one included.
func (l *Lifter) unique(c *lifted, with func(Value) *lifted) *lifted {
	var keys []Alternative
	for _, a := range c.alts {
		keys = append(keys, l.where(slices.Clone(l.all(with(a.Value))), a.When)...)
	}
	var fs []Formula
	for _, o := range l.byValue(&lifted{alts: keys}) {
		fs = append(fs, Not(l.c.AtLeast(2, ones(o.fs)...)))
	}
	f := l.c.And(fs...)
	return &lifted{form: fTruth, yes: l.c.And(f, Not(c.undef)), no: l.c.And(Not(f), Not(c.undef))}
}

// sorted lifts sortedBy: each element stands where its key would, for each key that it may have.
func (l *Lifter) sorted(c *lifted, with func(Value) *lifted) *lifted {
	type entry struct {
		key, elem Value
		when      Formula
	}
	var all []entry
	for _, a := range c.alts {
		for _, k := range l.all(with(a.Value)) {
			all = append(all, entry{k.Value, a.Value, l.c.And(a.When, k.When)})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return compare(a.key, b.key) })
	out := make([]Alternative, len(all))
	for i, e := range all {
		out[i] = Alternative{e.elem, e.when}
	}
	return l.items(Sequence, out, c.undef)
}

// closure lifts closure: first all values that may be reached, with the formulas of each step, then who is reached in so many
// steps.
func (l *Lifter) closure(n *node, c *lifted, with func(Value) *lifted) *lifted {
	reached := l.joined(slices.Clone(c.alts))
	number := map[string]int{}
	var values []Value
	var steps [][]Alternative
	add := func(v Value) int {
		k := string(v.key(nil))
		i, ok := number[k]
		if !ok {
			i = len(values)
			number[k] = i
			values = append(values, v)
		}
		return i
	}
	for _, a := range reached {
		add(a.Value)
	}
	for i := 0; i < len(values); i++ {
		x := with(values[i])
		alts := l.alternatives(x)
		if x.form == fItems {
			alts = x.alts
		}
		alts = l.joined(flattened(alts))
		for _, a := range alts {
			add(a.Value)
		}
		steps = append(steps, alts)
		l.limit(len(values))
	}
	now := make([]Formula, len(values))
	for i, a := range reached {
		now[i] = a.When
	}
	for range values {
		next := make([][]Formula, len(values))
		for i, alts := range steps {
			next[i] = append(next[i], now[i])
			for _, a := range alts {
				j := add(a.Value)
				next[j] = append(next[j], l.c.And(now[i], a.When))
			}
			l.made(n.pos, int64(len(alts)))
			l.take(len(alts))
		}
		changed := false
		for i, fs := range next {
			f := l.c.Or(fs...)
			changed = changed || f != now[i]
			now[i] = f
		}
		if !changed {
			break
		}
	}
	out := make([]Alternative, len(values))
	for i, v := range values {
		out[i] = Alternative{v, now[i]}
	}
	return l.items(Set, out, c.undef)
}
