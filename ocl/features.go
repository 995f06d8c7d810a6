package ocl

import (
	"fmt"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// valueFn is a function of single values, as a feature of its first one.
type valueFn struct {
	name   string
	fn     fn
	on     *Type
	params []*Type
	result *Type // nil: the type of the source joined with the parameter's
}

var valueFns = []valueFn{
	{"abs", fnAbs, realType, nil, nil},
	{"floor", fnFloor, realType, nil, integerType},
	{"round", fnRound, realType, nil, integerType},
	{"min", fnMin, realType, []*Type{realType}, nil},
	{"max", fnMax, realType, []*Type{realType}, nil},
	{"div", fnDiv, integerType, []*Type{integerType}, integerType},
	{"mod", fnMod, integerType, []*Type{integerType}, integerType},
	{"toString", fnToString, realType, nil, stringType},
	{"toString", fnToString, booleanType, nil, stringType},
	{"concat", fnConcat, stringType, []*Type{stringType}, stringType},
	{"size", fnLength, stringType, nil, integerType},
	{"substring", fnSubstring, stringType, []*Type{integerType, integerType}, stringType},
	{"toUpper", fnUpper, stringType, nil, stringType},
	{"toUpperCase", fnUpper, stringType, nil, stringType},
	{"toLower", fnLower, stringType, nil, stringType},
	{"toLowerCase", fnLower, stringType, nil, stringType},
	{"indexOf", fnIndexOf, stringType, []*Type{stringType}, integerType},
	{"at", fnCharAt, stringType, []*Type{integerType}, stringType},
	{"toInt", fnToInteger, stringType, nil, integerType},
	{"toInteger", fnToInteger, stringType, nil, integerType},
	{"toReal", fnToReal, stringType, nil, realType},
	{"toBoolean", fnToBoolean, stringType, nil, booleanType},
}

// definedTests are the features of every value, and whether they are true for a defined one.
var definedTests = []struct {
	name string
	want bool
}{{"isDefined", true}, {"isUndefined", false}, {"oclIsUndefined", false}, {"oclIsInvalid", false}}

func definedTest(id string) (want, ok bool) {
	for _, t := range definedTests {
		if t.name == id {
			return t.want, true
		}
	}
	return false, false
}

// has tells whether values of a type have a feature.
func (k *checker) has(t *Type, id string) bool {
	if t.kind == kObject && t.class.taken(id) {
		return true
	}
	if _, ok := definedTest(id); ok {
		return true
	}
	return slices.ContainsFunc(valueFns, func(f valueFn) bool { return f.name == id && t.kind != kVoid && t.conforms(f.on) })
}

// feature checks a feature of a single value.
func (k *checker) feature(src *node, pos Pos, id string, parens bool, args []Expr) *node {
	if want, ok := definedTest(id); ok {
		k.arity(pos, id, len(args), 0)
		n := &node{op: nDefined, pos: pos, typ: booleanType, args: []*node{src}}
		if !want {
			n = &node{op: nNot, pos: pos, typ: booleanType, args: []*node{n}}
		}
		return n
	}
	if src.typ.kind == kObject {
		return k.member(src, pos, id, parens, args)
	}
	var names []string
	for _, t := range definedTests {
		names = append(names, t.name)
	}
	for _, f := range valueFns {
		if src.typ.kind == kVoid || !src.typ.conforms(f.on) {
			continue
		}
		names = append(names, f.name)
		if f.name != id {
			continue
		}
		k.arity(pos, id, len(args), len(f.params))
		n := k.scalar(pos, f.fn, f.result, src)
		t := src.typ
		for i, p := range f.params {
			a := k.expr(args[i])
			k.want(a, p, fmt.Sprintf("argument %d of %s", i+1, id))
			n.args = append(n.args, a)
			t = join(t, a.typ)
		}
		if n.typ == nil {
			n.typ = t
		}
		return n
	}
	e := unknown(k.file, pos, "feature", id, names)
	if e.Msg = fmt.Sprintf("a %s has no feature %s", src.typ, id); collectionFn(id) != nil || slices.Contains(iterators, id) {
		e.Msg, e.Nearest = fmt.Sprintf("a %s has no feature %s: collections have ->%s", src.typ, id, id), ""
	}
	panic(e)
}

// member checks a feature of an object.
func (k *checker) member(src *node, pos Pos, id string, parens bool, args []Expr) *node {
	c := src.typ.class
	if a := c.attribute(id); a != nil {
		if parens {
			k.fail(pos, "%s is an attribute of %s, not an operation: expected no parentheses", id, c.name)
		}
		if a.derived != nil {
			return &node{op: nCall, pos: pos, typ: a.typ, args: []*node{src}, call: a.derived}
		}
		return &node{op: nAttr, pos: pos, typ: a.typ, args: []*node{src}, attr: a}
	}
	if e := c.end(id); e != nil {
		if parens {
			k.fail(pos, "%s is a role of %s, not an operation: expected no parentheses", id, c.name)
		}
		t := e.class.typ
		if !e.single {
			t = collectionOf(kSet, t)
		}
		return &node{op: nEnd, pos: pos, typ: t, args: []*node{src}, end: e}
	}
	o := c.operation(id)
	if o == nil {
		panic(&Error{File: k.file, Pos: pos, Msg: fmt.Sprintf("class %s has no feature %s", c.name, id),
			Nearest: nearest.One(id, c.features())})
	}
	k.arity(pos, id, len(args), len(o.params))
	n := &node{op: nCall, pos: pos, typ: o.result, args: []*node{src}, call: o}
	for i, p := range o.params {
		a := k.expr(args[i])
		k.want(a, p, fmt.Sprintf("argument %d (%s) of %s", i+1, o.names[i], id))
		n.args = append(n.args, a)
	}
	return n
}

func (k *checker) arity(pos Pos, id string, got, want int) {
	if got == want {
		return
	}
	s := "s"
	if want == 1 {
		s = ""
	}
	k.fail(pos, "%s takes %d argument%s, not %d", id, want, s, got)
}

// collFn is an operation of collections without a body.
type collFn struct {
	name  string
	fn    fn
	arity int
}

var collFns = []collFn{
	{"size", fnSize, 0}, {"isEmpty", fnIsEmpty, 0}, {"notEmpty", fnNotEmpty, 0}, {"includes", fnIncludes, 1},
	{"excludes", fnExcludes, 1}, {"count", fnCount, 1}, {"includesAll", fnIncludesAll, 1}, {"excludesAll", fnExcludesAll, 1},
	{"including", fnIncluding, 1}, {"excluding", fnExcluding, 1}, {"union", fnUnion, 1}, {"intersection", fnIntersection, 1},
	{"symmetricDifference", fnSymmetric, 1}, {"sum", fnSum, 0}, {"min", fnLeast, 0}, {"max", fnGreatest, 0},
	{"asSet", fnAsSet, 0}, {"asBag", fnAsBag, 0}, {"asSequence", fnAsSequence, 0}, {"flatten", fnFlatten, 0},
	{"first", fnFirst, 0}, {"last", fnLast, 0}, {"at", fnAt, 1}, {"append", fnAppend, 1}, {"prepend", fnPrepend, 1},
	{"indexOf", fnIndexIn, 1}, {"subSequence", fnSubSequence, 2}, {"reverse", fnReverse, 0},
}

func collectionFn(id string) *collFn {
	for i := range collFns {
		if collFns[i].name == id {
			return &collFns[i]
		}
	}
	return nil
}

// source checks the left side of an arrow, which is made a set when it is a single value.
func (k *checker) source(e Expr) *node {
	src := k.expr(e)
	if !src.typ.collection() {
		src = &node{op: nToSet, pos: src.pos, typ: collectionOf(kSet, src.typ), args: []*node{src}}
	}
	return src
}

func (k *checker) arrow(e *Arrow) *node {
	src := k.source(e.Src)
	f := collectionFn(e.ID)
	if f == nil {
		if k.has(src.typ.elem, e.ID) {
			k.fail(e.At, "%s is no operation of collections: write .%s", e.ID, e.ID)
		}
		names := append([]string{"iterate"}, iterators...)
		for _, f := range collFns {
			names = append(names, f.name)
		}
		k.unknown(e.At, "operation of collections", e.ID, names)
	}
	k.arity(e.At, e.ID, len(e.Args), f.arity)
	n := &node{op: nFn, fn: f.fn, pos: e.At, args: []*node{src}}
	for _, a := range e.Args {
		n.args = append(n.args, k.expr(a))
	}
	n.typ = k.fnType(e, n, src.typ)
	return n
}

// fnType gives the type of an operation of collections, and checks its source and arguments.
func (k *checker) fnType(e *Arrow, n *node, src *Type) *Type {
	elem := src.elem
	switch n.fn {
	case fnSize:
		return integerType
	case fnIsEmpty, fnNotEmpty:
		return booleanType
	case fnIncludes, fnExcludes, fnCount, fnExcluding, fnIndexIn:
		k.element(n.args[1], elem)
	case fnIncludesAll, fnExcludesAll, fnUnion, fnIntersection, fnSymmetric:
		a := n.args[1]
		if !a.typ.collection() {
			k.fail(a.pos, "the argument of %s must be a collection, but this is of type %s", e.ID, a.typ)
		}
		if n.fn != fnUnion && !comparableTypes(elem, a.typ.elem) {
			k.fail(a.pos, "a %s and a %s have no element in common", src, a.typ)
		}
	}
	switch n.fn {
	case fnIncludes, fnExcludes, fnIncludesAll, fnExcludesAll:
		return booleanType
	case fnCount:
		return integerType
	case fnIncluding:
		return collectionOf(src.kind, join(elem, n.args[1].typ))
	case fnExcluding:
		return src
	case fnUnion, fnIntersection, fnSymmetric:
		return k.combined(e, n, src, n.args[1].typ)
	case fnSum:
		if !elem.conforms(realType) {
			k.fail(e.At, "sum adds numbers, but this is a %s", src)
		}
		if elem.kind == kVoid {
			return integerType
		}
		return elem
	case fnLeast, fnGreatest:
		if !elem.conforms(realType) && !elem.conforms(stringType) {
			k.fail(e.At, "%s compares numbers or strings, but this is a %s", e.ID, src)
		}
		return elem
	case fnAsSet:
		return collectionOf(kSet, elem)
	case fnAsBag:
		return collectionOf(kBag, elem)
	case fnAsSequence:
		return collectionOf(kSequence, elem)
	case fnFlatten:
		for elem.collection() {
			elem = elem.elem
		}
		return collectionOf(src.kind, elem)
	}
	if src.kind != kSequence {
		k.fail(e.At, "%s is an operation of sequences, but this is a %s: asSequence() makes one", e.ID, src)
	}
	switch n.fn {
	case fnFirst, fnLast:
		return elem
	case fnAt:
		k.want(n.args[1], integerType, "the position")
		return elem
	case fnIndexIn:
		return integerType
	case fnAppend, fnPrepend:
		return collectionOf(kSequence, join(elem, n.args[1].typ))
	case fnSubSequence:
		k.want(n.args[1], integerType, "the first position")
		k.want(n.args[2], integerType, "the last position")
	}
	return src
}

// element fails where a value can never be an element.
func (k *checker) element(n *node, elem *Type) {
	if !comparableTypes(n.typ, elem) {
		k.fail(n.pos, "a %s can never be an element of a collection of %s", n.typ, elem)
	}
}

// combined is the type of union, intersection and symmetricDifference.
func (k *checker) combined(e *Arrow, n *node, x, y *Type) *Type {
	elem := join(x.elem, y.elem)
	sets := x.kind == kSet && y.kind == kSet
	unordered := (x.kind == kSet || x.kind == kBag) && (y.kind == kSet || y.kind == kBag)
	switch {
	case sets:
		return collectionOf(kSet, elem)
	case n.fn == fnUnion && unordered:
		return collectionOf(kBag, elem)
	case n.fn == fnUnion && x.kind == kSequence && y.kind == kSequence:
		return collectionOf(kSequence, elem)
	case n.fn == fnIntersection && unordered:
		if x.kind == kBag && y.kind == kBag {
			return collectionOf(kBag, elem)
		}
		return collectionOf(kSet, elem)
	}
	k.fail(e.At, "%s does not combine a %s with a %s", e.ID, x, y)
	return nil
}

func (k *checker) iterate(e *iterate) *node {
	src := k.source(e.Src)
	elem := src.typ.elem
	n := &node{pos: e.At, args: []*node{src}}
	if len(e.Vars) > 1 && e.ID != "forAll" && e.ID != "exists" {
		k.fail(e.Vars[1].At, "%s takes one variable: only forAll and exists take several", e.ID)
	}
	outer := len(k.scopes)
	defer k.unbind(outer)
	if len(e.Vars) == 0 {
		n.slots = append(n.slots, k.bind("", elem))
		k.scopes[len(k.scopes)-1].implicit = true
	}
	for i, v := range e.Vars {
		if slices.ContainsFunc(e.Vars[:i], func(w Param) bool { return w.Name == v.Name }) {
			k.fail(v.At, "there is a variable %s already", v.Name)
		}
		t := elem
		if v.Type != nil {
			if t = k.declared(v.Type); !elem.conforms(t) {
				k.fail(v.Type.At, "the elements are of type %s, not %s", elem, t)
			}
		}
		n.slots = append(n.slots, k.bind(v.Name, t))
	}
	if e.Acc != nil {
		return k.fold(e, n, outer)
	}
	if e.ID == "collect" || e.ID == "collectNested" {
		return k.collect(e.At, src, n.slots[0], k.expr(e.Body), e.ID == "collect")
	}
	body := k.expr(e.Body)
	n.args = append(n.args, body)
	switch e.ID {
	case "isUnique":
		n.op, n.typ = nIsUnique, booleanType
		return n
	case "sortedBy":
		if !body.typ.conforms(realType) && !body.typ.conforms(stringType) {
			k.fail(body.pos, "sortedBy sorts by numbers or strings, but this is of type %s", body.typ)
		}
		n.op, n.typ = nSortedBy, collectionOf(kSequence, elem)
		return n
	case "closure":
		t := body.typ
		if t.collection() {
			t = t.elem
		}
		if !t.conforms(elem) {
			k.fail(body.pos, "closure goes from %s to more of them, but this is of type %s", elem, body.typ)
		}
		n.op, n.typ = nClosure, collectionOf(kSet, elem)
		return n
	}
	k.want(body, booleanType, "the body of "+e.ID)
	switch e.ID {
	case "select":
		n.op, n.typ = nSelect, src.typ
	case "reject":
		n.op, n.typ = nReject, src.typ
	case "forAll":
		n.op, n.typ = nForAll, booleanType
	case "exists":
		n.op, n.typ = nExists, booleanType
	case "one":
		n.op, n.typ = nOne, booleanType
	case "any":
		n.op, n.typ = nAny, elem
	}
	return n
}

// collect is the collection of what a body gives; flat tells whether results that are collections are joined.
func (k *checker) collect(pos Pos, src *node, slot int, body *node, flat bool) *node {
	kind := kBag
	if src.typ.kind == kSequence {
		kind = kSequence
	}
	n := &node{op: nCollect, pos: pos, args: []*node{src, body}, slots: []int{slot}, typ: collectionOf(kind, body.typ)}
	if flat && body.typ.collection() {
		for n.typ.elem.collection() {
			n.typ = collectionOf(kind, n.typ.elem.elem)
		}
		n = &node{op: nFn, fn: fnFlatten, pos: pos, args: []*node{n}, typ: n.typ}
	}
	return n
}

// fold checks iterate.
func (k *checker) fold(e *iterate, n *node, outer int) *node {
	// The initial value does not know the element.
	k.unbind(outer)
	init, t := k.binding(*e.Acc)
	elem := n.args[0].typ.elem
	if v := e.Vars[0]; v.Type != nil {
		elem = k.declared(v.Type)
	}
	k.scopes = append(k.scopes, variable{name: e.Vars[0].Name, typ: elem, slot: n.slots[0]})
	acc := k.bind(e.Acc.Name, t)
	body := k.expr(e.Body)
	if !body.typ.conforms(t) {
		k.fail(body.pos, "%s is of type %s, but this is of type %s", e.Acc.Name, t, body.typ)
	}
	n.op, n.typ = nIterate, t
	n.args = append(n.args, init, body)
	n.slots = append(n.slots, acc)
	return n
}
