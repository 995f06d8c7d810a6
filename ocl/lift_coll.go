package ocl

import "slices"

// function lifts an operation of collections without a body.
func (l *Lifter) function(n *node, env []*lifted) *lifted {
	if n.fn == fnFlatten && n.args[0].op == nCollect {
		// The usual collect: no need to list the collections that are joined at once.
		return l.flatCollect(n.args[0], env)
	}
	c := l.liftItems(n.args[0], env)
	var args []*lifted
	for _, a := range n.args[1:] {
		args = append(args, l.lift(a, env))
	}
	there := formulas(c.alts)
	truth := func(f Formula) *lifted {
		return &lifted{form: fTruth, yes: l.c.And(f, Not(c.undef)), no: l.c.And(Not(f), Not(c.undef))}
	}
	defined := Not(c.undef)
	switch n.fn {
	case fnSize:
		return l.count(there, c.undef)
	case fnIsEmpty:
		return truth(Not(l.c.Or(there...)))
	case fnNotEmpty:
		return truth(l.c.Or(there...))
	case fnIncludes:
		return truth(l.c.Or(l.matches(c, args[0])...))
	case fnExcludes:
		return truth(Not(l.c.Or(l.matches(c, args[0])...)))
	case fnCount:
		return l.count(l.matches(c, args[0]), c.undef)
	case fnIncluding, fnAppend:
		return l.items(c.kind, append(slices.Clone(c.alts), l.where(slices.Clone(l.all(args[0])), defined)...), c.undef)
	case fnPrepend:
		return l.items(c.kind, append(l.where(slices.Clone(l.all(args[0])), defined), c.alts...), c.undef)
	case fnExcluding:
		out := slices.Clone(c.alts)
		for i, a := range out {
			out[i].When = l.c.And(a.When, Not(l.is(args[0], a.Value)))
		}
		return l.items(c.kind, out, c.undef)
	case fnSum:
		return l.total(c)
	case fnLeast, fnGreatest:
		return l.extreme(c, n.fn == fnGreatest)
	case fnAsSet, fnAsBag, fnAsSequence:
		return l.items(kindOf(n.typ), slices.Clone(c.alts), c.undef)
	case fnFlatten:
		return l.items(c.kind, flattened(c.alts), c.undef)
	case fnIncludesAll, fnExcludesAll, fnUnion, fnIntersection, fnDifference, fnSymmetric:
		return l.both(n, c, l.collection(args[0], n.args[1].typ))
	}
	return l.sequence(n, c, args)
}

// count is the number of formulas that are true.
func (l *Lifter) count(fs []Formula, undef Formula) *lifted {
	s := &lifted{form: fSum, undef: undef}
	for _, f := range fs {
		s.terms = append(s.terms, Weighted{1, f})
	}
	s, _ = l.tidy(s) // a collection is never so large that it is refused
	return s
}

// is is the formula that x is a value.
func (l *Lifter) is(x *lifted, v Value) Formula {
	if v.kind == Undefined {
		return l.undefined(x)
	}
	return l.equal(x, constant(v))
}

// matches are the formulas, one for each item, that it is there and equal to x.
func (l *Lifter) matches(c, x *lifted) []Formula {
	out := make([]Formula, len(c.alts))
	for i, a := range c.alts {
		out[i] = l.c.And(a.When, l.is(x, a.Value))
	}
	return out
}

func flattened(alts []Alternative) []Alternative {
	var out []Alternative
	for _, a := range alts {
		for _, v := range flatten(nil, []Value{a.Value}) {
			out = append(out, Alternative{v, a.When})
		}
	}
	return out
}

// total adds the elements of a collection.
func (l *Lifter) total(c *lifted) *lifted {
	s := &lifted{form: fSum, undef: c.undef}
	whole := true
	for _, a := range c.alts {
		switch {
		case a.Value.kind == Undefined:
			s.undef = l.c.Or(s.undef, a.When)
		case a.Value.d != 1:
			whole = false
		default:
			s.terms = append(s.terms, Weighted{a.Value.n, a.When})
		}
	}
	if whole {
		if s, ok := l.tidy(s); ok {
			return s
		}
	}
	sums := []Alternative{{integerValue(0), Not(s.undef)}}
	for _, a := range c.alts {
		var next []Alternative
		for _, x := range sums {
			next = append(next, Alternative{x.Value, l.c.And(x.When, Not(a.When))})
			v := Value{}
			if x.Value.kind != Undefined && a.Value.kind != Undefined {
				v = apply(fnAdd, []Value{x.Value, a.Value})
			}
			next = append(next, Alternative{v, l.c.And(x.When, a.When)})
		}
		sums = l.joined(next)
		l.limit(len(sums))
	}
	return l.choice(sums, s.undef)
}

// extreme is the least or the greatest element.
func (l *Lifter) extreme(c *lifted, greatest bool) *lifted {
	alts := l.joined(slices.Clone(c.alts))
	undef := c.undef
	if len(alts) > 0 && alts[0].Value.kind == Undefined {
		undef = l.c.Or(undef, alts[0].When)
		alts = alts[1:]
	}
	if greatest {
		slices.Reverse(alts)
	}
	none := Not(undef) // no element so far
	var out []Alternative
	for _, a := range alts {
		out = append(out, Alternative{a.Value, l.c.And(none, a.When)})
		none = l.c.And(none, Not(a.When))
	}
	return l.choice(out, l.c.Or(undef, none))
}

// both lifts an operation of two collections.
func (l *Lifter) both(n *node, c, d *lifted) *lifted {
	undef := l.c.Or(c.undef, d.undef)
	truth := func(f Formula) *lifted {
		return &lifted{form: fTruth, yes: l.c.And(f, Not(undef)), no: l.c.And(Not(f), Not(undef))}
	}
	cs, ds := l.byValue(c), l.byValue(d)
	switch n.fn {
	case fnIncludesAll, fnExcludesAll:
		var fs []Formula
		for _, a := range ds {
			has := l.c.Or(find(cs, a.Value)...)
			if n.fn == fnExcludesAll {
				has = Not(has)
			}
			fs = append(fs, l.c.Or(Not(l.c.Or(a.fs...)), has))
		}
		return truth(l.c.And(fs...))
	case fnUnion:
		alts := append(slices.Clone(c.alts), d.alts...)
		return l.items(kindOf(n.typ), l.where(alts, Not(undef)), undef)
	case fnDifference:
		return l.items(Set, l.without(c, ds, undef), undef)
	case fnSymmetric:
		return l.items(Set, append(l.without(c, ds, undef), l.without(d, cs, undef)...), undef)
	}
	var out []Alternative
	for _, a := range cs {
		fs := find(ds, a.Value)
		for k := 1; k <= min(len(a.fs), len(fs)); k++ {
			f := l.c.And(Not(undef), l.c.AtLeast(int64(k), ones(a.fs)...), l.c.AtLeast(int64(k), ones(fs)...))
			out = append(out, Alternative{a.Value, f})
		}
	}
	return l.items(kindOf(n.typ), out, undef)
}

func ones(fs []Formula) []Weighted {
	out := make([]Weighted, len(fs))
	for i, f := range fs {
		out[i] = Weighted{1, f}
	}
	return out
}

// occurrences are the formulas of all items of one value.
type occurrences struct {
	Value Value
	fs    []Formula
}

// byValue gives the items of a collection by value, sorted.
func (l *Lifter) byValue(c *lifted) []occurrences {
	alts := slices.Clone(c.alts)
	slices.SortStableFunc(alts, func(a, b Alternative) int { return compare(a.Value, b.Value) })
	var out []occurrences
	for _, a := range alts {
		if n := len(out); n == 0 || !out[n-1].Value.Equal(a.Value) {
			out = append(out, occurrences{Value: a.Value})
		}
		o := &out[len(out)-1]
		o.fs = append(o.fs, a.When)
	}
	return out
}

func find(os []occurrences, v Value) []Formula {
	i, ok := slices.BinarySearchFunc(os, v, func(o occurrences, v Value) int { return compare(o.Value, v) })
	if !ok {
		return nil
	}
	return os[i].fs
}

func (l *Lifter) without(c *lifted, ds []occurrences, undef Formula) []Alternative {
	var out []Alternative
	for _, a := range c.alts {
		out = append(out, Alternative{a.Value, l.c.And(a.When, Not(undef), Not(l.c.Or(find(ds, a.Value)...)))})
	}
	return out
}

// sequence lifts an operation of sequences.
func (l *Lifter) sequence(n *node, c *lifted, args []*lifted) *lifted {
	if n.fn == fnReverse {
		out := slices.Clone(c.alts)
		slices.Reverse(out)
		return l.items(Sequence, out, c.undef)
	}
	places := l.places(c)
	if n.fn == fnFirst || n.fn == fnLast {
		return l.end(places, n.fn == fnLast)
	}
	switch n.fn {
	case fnAt:
		var out []Alternative
		for i, p := range places {
			out = append(out, l.where(p, l.is(args[0], integerValue(int64(i+1))))...)
		}
		return l.choice(out, l.none(out))
	case fnIndexIn:
		// It is at the first place where it is.
		var out []Alternative
		before := Not(c.undef)
		for i, p := range places {
			var here []Formula
			for _, a := range p {
				here = append(here, l.c.And(a.When, l.is(args[0], a.Value)))
			}
			f := l.c.Or(here...)
			out = append(out, Alternative{integerValue(int64(i + 1)), l.c.And(before, f)})
			before = l.c.And(before, Not(f))
		}
		return l.choice(out, l.none(out))
	}
	return l.subSequence(c, places, args)
}

// none is the formula that no alternative is the case.
func (l *Lifter) none(alts []Alternative) Formula { return Not(l.c.Or(formulas(alts)...)) }

// end gives the first or the last element.
func (l *Lifter) end(places [][]Alternative, last bool) *lifted {
	var out []Alternative
	for i, p := range places {
		if i > 0 && !last {
			break
		}
		more := False
		if last && i+1 < len(places) {
			more = Not(l.none(places[i+1]))
		}
		out = append(out, l.where(slices.Clone(p), Not(more))...)
	}
	return l.choice(out, l.none(out))
}

func (l *Lifter) subSequence(c *lifted, places [][]Alternative, args []*lifted) *lifted {
	length := make([]Formula, len(places)+2) // length[i]: at least i elements
	length[0] = Not(c.undef)
	for i, p := range places {
		length[i+1] = Not(l.none(p))
	}
	length[len(places)+1] = False
	var parts []guarded
	for _, a := range l.alternatives(args[0]) {
		for _, b := range l.alternatives(args[1]) {
			from, to := a.Value.n, b.Value.n
			if from < 1 || from > to || to > int64(len(places)) {
				continue
			}
			var alts []Alternative
			for _, p := range places[from-1 : to] {
				alts = append(alts, p...)
			}
			when := l.c.And(a.When, b.When, length[to])
			parts = append(parts, guarded{when, &lifted{form: fItems, kind: Sequence, alts: alts}})
		}
	}
	if len(parts) == 0 {
		return &lifted{form: fItems, kind: Sequence, undef: True}
	}
	return l.mergeItems(Sequence, parts)
}
