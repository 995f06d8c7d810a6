package ocl

import (
	"slices"
)

// Alternative is a value and the formula under which it is the case.
type Alternative struct {
	Value Value
	When  Formula
}

// lifted is a value that depends on decisions. It is in one of these forms:
//
//   - truth (of type Boolean): yes and no are the formulas under which it is true and false.
//   - choice: alts are its possible values but for the undefined one, sorted, with formulas that exclude each other.
//   - sum (an Integer): base plus the weights of the terms that are true.
//   - items (a collection of the kind): alts are possible elements with the formulas under which they are there, in
//     order; those of a set or a bag sorted, of a set without the same twice. A sequence may have items that exclude each
//     other, of which one is there.
//
// undef is the formula under which it is undefined; the others exclude it. A truth does not use it: it is undefined when it is
// neither true nor false. A sum's terms are to be ignored where it is undefined.
type lifted struct {
	form    form
	yes, no Formula
	alts    []Alternative
	base    int64
	terms   []Weighted
	kind    Kind
	undef   Formula
}

type form uint8

const (
	fChoice form = iota
	fTruth
	fSum
	fItems
)

// guarded is a lifted value with the formula under which it is the case.
type guarded struct {
	when Formula
	x    *lifted
}

// maxWeight bounds weights and bases of sums, so that nothing overflows: what is larger is a choice.
const maxWeight = 1 << 40

// constant lifts a value.
func constant(v Value) *lifted {
	switch {
	case v.kind == Boolean:
		if v.n == 1 {
			return &lifted{form: fTruth, yes: True}
		}
		return &lifted{form: fTruth, no: True}
	case v.kind == Undefined:
		return &lifted{form: fChoice, undef: True}
	case v.isCollection():
		x := &lifted{form: fItems, kind: v.kind, alts: make([]Alternative, len(v.elems))}
		for i, e := range v.elems {
			x.alts[i] = Alternative{e, True}
		}
		return x
	}
	return &lifted{form: fChoice, alts: []Alternative{{v, True}}}
}

// constant tells whether a lifted value is one value whatever is decided.
func (x *lifted) constant() (Value, bool) {
	switch {
	case x.form == fTruth:
		if x.yes == True || x.no == True {
			return BooleanValue(x.yes == True), true
		}
		return Value{}, x.yes == False && x.no == False
	case x.undef == True:
		return Value{}, true
	case x.undef != False:
		return Value{}, false
	case x.form == fChoice:
		if len(x.alts) == 1 && x.alts[0].When == True {
			return x.alts[0].Value, true
		}
	case x.form == fSum:
		return integerValue(x.base), len(x.terms) == 0
	case x.form == fItems:
		elems := make([]Value, len(x.alts))
		for i, a := range x.alts {
			if a.When != True {
				return Value{}, false
			}
			elems[i] = a.Value
		}
		return Value{kind: x.kind, n: weigh(elems), elems: elems}, true
	}
	return Value{}, false
}

// choice makes a choice of alternatives that exclude each other; they may hold the undefined value, and equal values, which
// are joined. It takes over the slice. undef joins the undefined ones.
func (l *Lifter) choice(alts []Alternative, undef Formula) *lifted {
	alts = l.joined(alts)
	if len(alts) > 0 && alts[0].Value.kind == Undefined {
		undef = l.c.Or(undef, alts[0].When)
		alts = alts[1:]
	}
	return &lifted{form: fChoice, alts: alts, undef: undef}
}

// joined sorts alternatives and joins those of equal values. It takes over the slice.
func (l *Lifter) joined(alts []Alternative) []Alternative {
	slices.SortStableFunc(alts, func(a, b Alternative) int { return compare(a.Value, b.Value) })
	out := alts[:0]
	var fs []Formula
	for i := 0; i < len(alts); {
		v := alts[i].Value
		fs = fs[:0]
		for ; i < len(alts) && alts[i].Value.Equal(v); i++ {
			fs = append(fs, alts[i].When)
		}
		if f := l.c.Or(fs...); f != False {
			out = append(out, Alternative{v, f})
		}
	}
	return out
}

// items makes a collection of items, and takes over the slice.
func (l *Lifter) items(k Kind, alts []Alternative, undef Formula) *lifted {
	alts = slices.DeleteFunc(alts, func(a Alternative) bool { return a.When == False })
	switch k {
	case Set:
		alts = l.joined(alts)
	case Bag:
		slices.SortStableFunc(alts, func(a, b Alternative) int { return compare(a.Value, b.Value) })
	}
	l.made(l.pos, int64(len(alts)))
	l.take(len(alts))
	return &lifted{form: fItems, kind: k, alts: alts, undef: undef}
}

// undefined gives the formula under which a value is undefined.
func (l *Lifter) undefined(x *lifted) Formula {
	if x.form == fTruth {
		return l.c.And(Not(x.yes), Not(x.no))
	}
	return x.undef
}

// alternatives gives all possible values of a lifted one, sorted, but for the undefined one.
func (l *Lifter) alternatives(x *lifted) []Alternative {
	switch x.form {
	case fTruth:
		return l.choice([]Alternative{{BooleanValue(false), x.no}, {BooleanValue(true), x.yes}}, False).alts
	case fChoice:
		return x.alts
	case fSum:
		// All sums, term by term.
		sums := []Alternative{{integerValue(x.base), Not(x.undef)}}
		for _, t := range x.terms {
			var next []Alternative
			for _, s := range sums {
				next = append(next, Alternative{s.Value, l.c.And(s.When, Not(t.F))},
					Alternative{integerValue(s.Value.n + t.Weight), l.c.And(s.When, t.F)})
			}
			sums = l.joined(next)
			l.limit(len(sums))
		}
		return sums
	}
	// All collections, item by item.
	type partial struct {
		elems []Value
		when  Formula
	}
	parts := []partial{{nil, Not(x.undef)}}
	for _, a := range x.alts {
		var next []partial
		for _, p := range parts {
			if without := l.c.And(p.when, Not(a.When)); without != False {
				next = append(next, partial{p.elems, without})
			}
			if with := l.c.And(p.when, a.When); with != False {
				next = append(next, partial{append(slices.Clip(p.elems), a.Value), with})
			}
		}
		parts = next
		l.limit(len(parts))
	}
	var out []Alternative
	for _, p := range parts {
		out = append(out, Alternative{l.build(l.pos, x.kind, slices.Clone(p.elems)), p.when})
	}
	return l.joined(out)
}

// all gives all possible values, the undefined one among them.
func (l *Lifter) all(x *lifted) []Alternative {
	alts := l.alternatives(x)
	if u := l.undefined(x); u != False {
		alts = append([]Alternative{{Value{}, u}}, alts...)
	}
	return alts
}

// limit refuses to list too many possible values.
func (l *Lifter) limit(n int) {
	l.made(l.pos, int64(n))
	l.take(n)
	if n > maxAlternatives {
		panic(bailout{&LiftError{File: l.file, Pos: l.pos, Msg: "this has too many possible values to be compiled"}})
	}
}

// truth makes a lifted value a truth.
func (l *Lifter) truth(x *lifted) *lifted {
	if x.form == fTruth {
		return x
	}
	t := &lifted{form: fTruth}
	for _, a := range x.alts {
		if a.Value.IsTrue() {
			t.yes = a.When
		} else {
			t.no = a.When
		}
	}
	return t
}

// collection makes a lifted value a collection of items.
func (l *Lifter) collection(x *lifted, t *Type) *lifted {
	if x.form == fItems {
		return x
	}
	if len(x.alts) == 0 {
		k := Sequence
		if t.kind <= kSequence && t.collection() {
			k = kindOf(t)
		}
		return &lifted{form: fItems, kind: k, undef: x.undef}
	}
	k := x.alts[0].Value.kind
	var parts []guarded
	for _, a := range x.alts {
		if a.Value.kind != k {
			panic(bailout{&LiftError{File: l.file, Pos: l.pos, Msg: "this may be collections of different kinds, which cannot be compiled"}})
		}
		parts = append(parts, guarded{a.When, constant(a.Value)})
	}
	return l.mergeItems(k, parts)
}

// merge makes one value of several, whose formulas exclude each other. It is undefined where none of them is the case.
func (l *Lifter) merge(parts []guarded) *lifted {
	parts = slices.DeleteFunc(parts, func(p guarded) bool { return p.when == False })
	if len(parts) == 1 && parts[0].when == True {
		return parts[0].x
	}
	if len(parts) == 0 {
		return constant(Value{})
	}
	// What is undefined in all its forms fits every other.
	forms := map[form]bool{}
	var kind Kind
	kinds := false
	for _, p := range parts {
		if p.x.form == fChoice && len(p.x.alts) == 0 {
			continue
		}
		forms[p.x.form] = true
		if p.x.form == fItems {
			kinds = kinds || kind != 0 && kind != p.x.kind
			kind = p.x.kind
		}
	}
	switch {
	case len(forms) == 1 && forms[fTruth]:
		var yes, no []Formula
		for _, p := range parts {
			yes, no = append(yes, l.c.And(p.when, p.x.yes)), append(no, l.c.And(p.when, p.x.no))
		}
		return &lifted{form: fTruth, yes: l.c.Or(yes...), no: l.c.Or(no...)}
	case len(forms) == 1 && forms[fItems] && !kinds:
		return l.mergeItems(kind, parts)
	case forms[fSum]:
		if s, ok := l.mergeSums(parts); ok {
			return s
		}
	}
	var alts []Alternative
	defined := []Formula{}
	for _, p := range parts {
		for _, a := range l.alternatives(p.x) {
			w := l.c.And(p.when, a.When)
			alts = append(alts, Alternative{a.Value, w})
		}
		defined = append(defined, l.c.And(p.when, Not(l.undefined(p.x))))
	}
	return l.choice(alts, Not(l.c.Or(defined...)))
}

func (l *Lifter) mergeItems(k Kind, parts []guarded) *lifted {
	var alts []Alternative
	var defined []Formula
	for _, p := range parts {
		defined = append(defined, l.c.And(p.when, Not(p.x.undef)))
		for _, a := range p.x.alts {
			alts = append(alts, Alternative{a.Value, l.c.And(p.when, a.When)})
		}
	}
	return l.items(k, alts, Not(l.c.Or(defined...)))
}

func (l *Lifter) mergeSums(parts []guarded) (*lifted, bool) {
	out := &lifted{form: fSum}
	var defined []Formula
	for _, p := range parts {
		s, ok := l.sum(p.x)
		if !ok {
			return nil, false
		}
		defined = append(defined, l.c.And(p.when, Not(s.undef)))
		out.terms = append(out.terms, Weighted{s.base, p.when})
		for _, t := range s.terms {
			out.terms = append(out.terms, Weighted{t.Weight, l.c.And(p.when, t.F)})
		}
	}
	out.undef = Not(l.c.Or(defined...))
	return l.tidy(out)
}

// sum makes a number a sum, where its values are small integers.
func (l *Lifter) sum(x *lifted) (*lifted, bool) {
	switch x.form {
	case fSum:
		return x, true
	case fChoice:
		s := &lifted{form: fSum, undef: x.undef}
		if len(x.alts) == 1 && x.alts[0].When == Not(x.undef) {
			s.base = x.alts[0].Value.n // what the terms of an undefined sum come to does not count
		} else {
			for _, a := range x.alts {
				s.terms = append(s.terms, Weighted{a.Value.n, a.When})
			}
		}
		for _, a := range x.alts {
			if a.Value.kind != Number || a.Value.d != 1 {
				return nil, false
			}
		}
		return l.tidy(s)
	}
	return nil, false
}

// tidy drops what counts nothing from a sum, and tells whether it is small enough.
func (l *Lifter) tidy(s *lifted) (*lifted, bool) {
	total := abs(s.base)
	terms := make([]Weighted, 0, len(s.terms))
	for _, t := range s.terms {
		if t.Weight > maxWeight || t.Weight < -maxWeight || total > maxWeight {
			return nil, false
		}
		switch {
		case t.F == True:
			s.base += t.Weight
		case t.F != False && t.Weight != 0:
			terms = append(terms, t)
		}
		total += abs(t.Weight)
	}
	s.terms = terms
	l.made(l.pos, int64(len(terms)))
	l.take(len(terms))
	return s, total <= maxWeight
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
