package ocl

import "slices"

// equal is the formula that two values are the same.
func (l *Lifter) equal(x, y *lifted) Formula {
	ux, uy := l.undefined(x), l.undefined(y)
	both := l.c.And(ux, uy)
	switch {
	case x.form == fTruth && y.form == fTruth:
		return l.c.Or(l.c.And(x.yes, y.yes), l.c.And(x.no, y.no), both)
	case x.form == fItems && y.form == fItems:
		if x.kind != y.kind {
			return both
		}
		return l.c.Or(both, l.c.And(Not(ux), Not(uy), l.equalItems(x, y)))
	case x.form == fSum || y.form == fSum:
		if s, ok := l.difference(x, y); ok {
			zero := l.c.And(l.atLeast(s, 0), Not(l.atLeast(s, 1)))
			return l.c.Or(both, l.c.And(Not(s.undef), zero))
		}
	}
	fs := []Formula{both}
	xs, ys := l.alternatives(x), l.alternatives(y)
	for i, j := 0, 0; i < len(xs) && j < len(ys); {
		switch c := compare(xs[i].Value, ys[j].Value); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			fs = append(fs, l.c.And(xs[i].When, ys[j].When))
			i++
			j++
		}
	}
	return l.c.Or(fs...)
}

// equalItems is the formula that two collections of a kind have the same elements, where both are defined.
func (l *Lifter) equalItems(x, y *lifted) Formula {
	var fs []Formula
	if x.kind == Sequence {
		xs, ys := l.places(x), l.places(y)
		for len(xs) < len(ys) {
			xs = append(xs, nil)
		}
		for len(ys) < len(xs) {
			ys = append(ys, nil)
		}
		for i := range xs {
			// The absence of an element is told by a formula, so that an undefined element is not taken for one.
			nox, noy := Not(l.c.Or(formulas(xs[i])...)), Not(l.c.Or(formulas(ys[i])...))
			a, b := l.choice(xs[i], False), l.choice(ys[i], False)
			fs = append(fs, l.c.Iff(nox, noy), l.c.Or(nox, l.equal(a, b)))
		}
		return l.c.And(fs...)
	}
	for i, j := 0, 0; i < len(x.alts) || j < len(y.alts); {
		var v Value
		if j == len(y.alts) || i < len(x.alts) && compare(x.alts[i].Value, y.alts[j].Value) <= 0 {
			v = x.alts[i].Value
		} else {
			v = y.alts[j].Value
		}
		var terms []Weighted
		nx, ny := 0, 0
		for ; i < len(x.alts) && x.alts[i].Value.Equal(v); i++ {
			terms = append(terms, Weighted{1, x.alts[i].When})
			nx++
		}
		for ; j < len(y.alts) && y.alts[j].Value.Equal(v); j++ {
			terms = append(terms, Weighted{-1, y.alts[j].When})
			ny++
		}
		if nx <= 1 && ny <= 1 {
			f, g := False, False
			for _, t := range terms {
				if t.Weight > 0 {
					f = t.F
				} else {
					g = t.F
				}
			}
			fs = append(fs, l.c.Iff(f, g))
			continue
		}
		fs = append(fs, l.c.AtLeast(0, terms...), Not(l.c.AtLeast(1, terms...)))
	}
	return l.c.And(fs...)
}

// places gives the possible elements at each place of a sequence; at the places after its end there is none. The formulas are
// those of the element being there, and exclude each other at each place.
func (l *Lifter) places(x *lifted) [][]Alternative {
	// before[k]: k of the items so far are there.
	before := []Formula{True}
	var out [][]Alternative
	for _, a := range x.alts {
		l.made(l.pos, int64(len(before)))
		l.take(len(before))
		next := make([]Formula, len(before)+1)
		for k := range next {
			stay, come := False, False
			if k < len(before) {
				stay = l.c.And(before[k], Not(a.When))
			}
			if k > 0 {
				come = l.c.And(before[k-1], a.When)
				if come != False {
					for len(out) < k {
						out = append(out, nil)
					}
					out[k-1] = append(out[k-1], Alternative{a.Value, come})
				}
			}
			next[k] = l.c.Or(stay, come)
		}
		if n := len(next) - 1; next[n] == False {
			next = next[:n]
		}
		before = next
	}
	return out
}

// difference is x - y as a sum.
func (l *Lifter) difference(x, y *lifted) (*lifted, bool) {
	a, ok := l.sum(x)
	if !ok {
		return nil, false
	}
	b, ok := l.sum(y)
	if !ok {
		return nil, false
	}
	return l.tidy(l.add(a, b, -1))
}

// add is a + factor*b, for sums.
func (l *Lifter) add(a, b *lifted, factor int64) *lifted {
	s := &lifted{form: fSum, base: a.base + factor*b.base, undef: l.c.Or(a.undef, b.undef), terms: slices.Clone(a.terms)}
	for _, t := range b.terms {
		s.terms = append(s.terms, Weighted{factor * t.Weight, t.F})
	}
	return s
}

// atLeast is the formula that a sum is at least a bound.
func (l *Lifter) atLeast(s *lifted, bound int64) Formula {
	return l.c.AtLeast(bound-s.base, s.terms...)
}

// scalar lifts a function of single values.
func (l *Lifter) scalar(f fn, args []*lifted) *lifted {
	if x := l.linear(f, args); x != nil {
		return x
	}
	// Every combination of the arguments' values.
	combos := []struct {
		args []Value
		when Formula
	}{{nil, True}}
	for _, a := range args {
		alts := l.alternatives(a)
		next := combos[:0:0]
		for _, c := range combos {
			for _, alt := range alts {
				if w := l.c.And(c.when, alt.When); w != False {
					c := c
					c.args, c.when = append(slices.Clip(c.args), alt.Value), w
					next = append(next, c)
				}
			}
		}
		combos = next
		l.limit(len(combos) / 16)
	}
	var alts []Alternative
	var defined []Formula
	for _, c := range combos {
		v := apply(f, c.args)
		if v.kind == String {
			l.made(l.pos, int64(len(v.s)))
		}
		alts = append(alts, Alternative{v, c.when})
		defined = append(defined, c.when)
	}
	x := l.choice(alts, Not(l.c.Or(defined...)))
	if f == fnLess || f == fnLessEqual || f == fnToBoolean {
		return l.truth(x)
	}
	return x
}

// linear lifts sums and what compares them, without listing their values. It gives nil where that cannot be, or where there
// are few values.
func (l *Lifter) linear(f fn, args []*lifted) *lifted {
	switch f {
	case fnAdd, fnSub, fnMul, fnNeg, fnLess, fnLessEqual:
	default:
		return nil
	}
	const few = 64
	listed := 1
	for _, a := range args {
		if a.form == fSum {
			listed = few + 1
		}
		listed *= max(len(a.alts), 1)
	}
	if listed <= few {
		return nil
	}
	var sums []*lifted
	for _, a := range args {
		s, ok := l.sum(a)
		if !ok {
			return nil
		}
		sums = append(sums, s)
	}
	zero := &lifted{form: fSum}
	var s *lifted
	switch f {
	case fnNeg:
		s = l.add(zero, sums[0], -1)
	case fnAdd:
		s = l.add(sums[0], sums[1], 1)
	case fnSub:
		s = l.add(sums[0], sums[1], -1)
	case fnMul:
		x, y := sums[0], sums[1]
		if len(y.terms) > 0 {
			x, y = y, x
		}
		if len(y.terms) > 0 || abs(y.base) > maxWeight>>20 {
			return nil
		}
		s = l.add(zero, x, y.base)
		s.undef = l.c.Or(x.undef, y.undef)
	case fnLess, fnLessEqual:
		d, ok := l.tidy(l.add(sums[1], sums[0], -1))
		if !ok {
			return nil
		}
		bound := int64(0)
		if f == fnLess {
			bound = 1
		}
		holds := l.atLeast(d, bound)
		return &lifted{form: fTruth, yes: l.c.And(Not(d.undef), holds), no: l.c.And(Not(d.undef), Not(holds))}
	}
	s, ok := l.tidy(s)
	if !ok {
		return nil
	}
	return s
}
