package ocl

import (
	"fmt"
	"math/big"
	"strconv"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// checker gives types to the expressions of one declaration. A mistake ends it by a panic, which catch turns into a result.
type checker struct {
	spec    *Spec
	file    string
	objects *State // whose objects' names are known, or nil
	scopes  []variable
	slots   int
}

// variable is a name in scope. An implicit one is a source of features that are written without one; the variable of an
// iterator without a name has the empty name.
type variable struct {
	name     string
	typ      *Type
	slot     int
	implicit bool
}

func (k *checker) catch(fail **Error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*fail = r
	default:
		panic(r)
	}
}

func (k *checker) fail(pos Pos, format string, args ...any) {
	panic(&Error{File: k.file, Pos: pos, Msg: fmt.Sprintf(format, args...)})
}

func (k *checker) unknown(pos Pos, what, name string, known []string) {
	panic(unknown(k.file, pos, what, name, known))
}

func (k *checker) bind(name string, t *Type) int {
	k.scopes = append(k.scopes, variable{name: name, typ: t, slot: k.slots})
	k.slots++
	return k.slots - 1
}

func (k *checker) self(c *class) int {
	slot := k.bind("self", c.typ)
	k.scopes[len(k.scopes)-1].implicit = true
	return slot
}

// unbind takes variables out of scope again, back to a number of them.
func (k *checker) unbind(to int) { k.scopes = k.scopes[:to] }

// want fails unless an expression is of a type.
func (k *checker) want(n *node, t *Type, what string) {
	if !n.typ.conforms(t) {
		k.fail(n.pos, "%s must be of type %s, but this is of type %s", what, t, n.typ)
	}
}

func (k *checker) declared(e *TypeExpr) *Type {
	t, err := k.spec.resolveType(k.file, e)
	if err != nil {
		panic(err)
	}
	return t
}

func (k *checker) expr(e Expr) *node {
	switch e := e.(type) {
	case *Literal:
		return k.literal(e)
	case *Name:
		return k.name(e)
	case *CollectionLit:
		return k.collection(e)
	case *Unary:
		x := k.expr(e.X)
		if e.Op == "not" {
			k.want(x, booleanType, "what not is applied to")
			return &node{op: nNot, pos: e.At, typ: booleanType, args: []*node{x}}
		}
		k.want(x, realType, "what is negated")
		return k.scalar(e.At, fnNeg, x.typ, x)
	case *Binary:
		return k.binary(e)
	case *If:
		c := k.expr(e.Cond)
		k.want(c, booleanType, "the condition of an if")
		x, y := k.expr(e.Then), k.expr(e.Else)
		return &node{op: nIf, pos: e.At, typ: join(x.typ, y.typ), args: []*node{c, x, y}}
	case *Let:
		return k.let(e, e.Vars)
	case *Call:
		return k.call(e)
	case *Arrow:
		return k.arrow(e)
	case *iterate:
		return k.iterate(e)
	}
	panic(fmt.Sprintf("ocl: no such expression: %T", e))
}

func (k *checker) scalar(pos Pos, f fn, t *Type, args ...*node) *node {
	return &node{op: nScalar, fn: f, pos: pos, typ: t, args: args}
}

func (k *checker) literal(e *Literal) *node {
	n := &node{op: nConst, pos: e.At}
	switch e.Kind {
	case LitInteger:
		i, err := strconv.ParseInt(e.Text, 10, 64)
		if err != nil {
			k.fail(e.At, "the integer %s is out of range: at most %d", short(e.Text), int64(1<<63-1))
		}
		n.typ, n.val = integerType, integerValue(i)
	case LitReal:
		n.typ = realType
		if len(e.Text) <= 40 {
			if r, ok := new(big.Rat).SetString(e.Text); ok {
				n.val = fraction(r)
			}
		}
		if n.val.kind == Undefined {
			k.fail(e.At, "the number %s has too many digits: at most 18", short(e.Text))
		}
	case LitString:
		n.typ, n.val = stringType, StringValue(e.Text)
	case LitTrue, LitFalse:
		n.typ, n.val = booleanType, BooleanValue(e.Kind == LitTrue)
	case LitUndefined:
		n.typ = voidType
	}
	return n
}

// name resolves a name that stands alone: a variable, then a feature of an implicit source, the innermost first, then an
// object.
func (k *checker) name(e *Name) *node {
	if v := k.lookup(e.ID); v != nil {
		return &node{op: nVar, pos: e.At, typ: v.typ, slot: v.slot}
	}
	if n := k.implicit(e.At, e.ID, false, nil); n != nil {
		return n
	}
	if k.objects != nil {
		if o, ok := k.objects.Object(e.ID); ok {
			return &node{op: nConst, pos: e.At, typ: k.spec.classes[o.d].typ, val: o}
		}
	}
	if c := k.spec.class(e.ID); c != nil {
		k.fail(e.At, "the class %s is no value: expected %s.allInstances", e.ID, e.ID)
	}
	k.unknown(e.At, "name", e.ID, k.known())
	return nil
}

func (k *checker) lookup(name string) *variable {
	for i := len(k.scopes) - 1; i >= 0; i-- {
		if k.scopes[i].name == name && name != "" {
			return &k.scopes[i]
		}
	}
	return nil
}

// known gives the names that may stand alone.
func (k *checker) known() []string {
	var out []string
	for i := len(k.scopes) - 1; i >= 0; i-- {
		v := k.scopes[i]
		if v.name != "" {
			out = append(out, v.name)
		}
		if v.implicit && v.typ.kind == kObject {
			out = append(out, v.typ.class.features()...)
		}
	}
	return append(out, k.spec.classNames()...)
}

// implicit resolves a feature of an implicit source, or gives nil.
func (k *checker) implicit(pos Pos, id string, parens bool, args []Expr) *node {
	for i := len(k.scopes) - 1; i >= 0; i-- {
		v := k.scopes[i]
		if v.implicit && k.has(v.typ, id) {
			src := &node{op: nVar, pos: pos, typ: v.typ, slot: v.slot}
			return k.feature(src, pos, id, parens, args)
		}
	}
	return nil
}

func (k *checker) collection(e *CollectionLit) *node {
	kinds := map[string]typeKind{"Set": kSet, "Bag": kBag, "Sequence": kSequence}
	elem := voidType
	n := &node{op: nLiteral, pos: e.At}
	for _, part := range e.Parts {
		first := k.expr(part.First)
		var last *node
		if part.Last != nil {
			k.want(first, integerType, "the start of a range")
			last = k.expr(part.Last)
			k.want(last, integerType, "the end of a range")
			elem = join(elem, integerType)
		}
		elem = join(elem, first.typ)
		n.args = append(n.args, first, last)
	}
	n.typ = collectionOf(kinds[e.Kind], elem)
	return n
}

func (k *checker) let(e *Let, vars []Binding) *node {
	if len(vars) == 0 {
		return k.expr(e.Body)
	}
	v := vars[0]
	init, t := k.binding(v)
	defer k.unbind(len(k.scopes))
	slot := k.bind(v.Name, t)
	body := k.let(e, vars[1:])
	return &node{op: nLet, pos: v.At, typ: body.typ, args: []*node{init, body}, slots: []int{slot}}
}

func (k *checker) binding(v Binding) (*node, *Type) {
	n := k.expr(v.Init)
	if v.Type == nil {
		return n, n.typ
	}
	t := k.declared(v.Type)
	k.want(n, t, "the value of "+v.Name)
	return n, t
}

func (k *checker) binary(e *Binary) *node {
	x, y := k.expr(e.X), k.expr(e.Y)
	logic := map[string]nodeOp{"and": nAnd, "or": nOr, "xor": nXor, "implies": nImplies}
	if op, ok := logic[e.Op]; ok {
		k.want(x, booleanType, "the left side of "+e.Op)
		k.want(y, booleanType, "the right side of "+e.Op)
		return &node{op: op, pos: e.At, typ: booleanType, args: []*node{x, y}}
	}
	switch e.Op {
	case "=", "<>":
		if !comparableTypes(x.typ, y.typ) {
			k.fail(e.At, "%s and %s are never equal: the sides of %s have different types", x.typ, y.typ, e.Op)
		}
		n := &node{op: nEqual, pos: e.At, typ: booleanType, args: []*node{x, y}}
		if e.Op == "<>" {
			n = &node{op: nNot, pos: e.At, typ: booleanType, args: []*node{n}}
		}
		return n
	case "<", "<=", ">", ">=":
		strings := x.typ.conforms(stringType) && y.typ.conforms(stringType)
		if !strings && !(x.typ.conforms(realType) && y.typ.conforms(realType)) {
			k.fail(e.At, "%s compares two numbers or two strings, not %s and %s", e.Op, x.typ, y.typ)
		}
		if e.Op[0] == '>' {
			x, y = y, x
		}
		f := fnLess
		if len(e.Op) == 2 {
			f = fnLessEqual
		}
		return k.scalar(e.At, f, booleanType, x, y)
	case "+":
		if x.typ.kind == kString || y.typ.kind == kString {
			k.want(x, stringType, "the left side of + beside a string")
			k.want(y, stringType, "the right side of + beside a string")
			return k.scalar(e.At, fnConcat, stringType, x, y)
		}
	case "-":
		if x.typ.kind == kSet && y.typ.kind == kSet {
			return &node{op: nFn, fn: fnDifference, pos: e.At, typ: x.typ, args: []*node{x, y}}
		}
	}
	k.want(x, realType, "the left side of "+e.Op)
	k.want(y, realType, "the right side of "+e.Op)
	t := join(x.typ, y.typ)
	if t.kind == kVoid {
		t = integerType
	}
	switch e.Op {
	case "/":
		return k.scalar(e.At, fnQuotient, realType, x, y)
	case "div", "mod":
		k.want(x, integerType, "the left side of "+e.Op)
		k.want(y, integerType, "the right side of "+e.Op)
		return k.scalar(e.At, map[string]fn{"div": fnDiv, "mod": fnMod}[e.Op], integerType, x, y)
	}
	return k.scalar(e.At, map[string]fn{"+": fnAdd, "-": fnSub, "*": fnMul}[e.Op], t, x, y)
}

// call checks a feature with a dot, or one with parentheses of the implicit source.
func (k *checker) call(e *Call) *node {
	if e.Src == nil {
		if n := k.implicit(e.At, e.ID, e.Parens, e.Args); n != nil {
			return n
		}
		if v := k.lookup(e.ID); v != nil {
			k.fail(e.At, "%s is a variable, and cannot be called", e.ID)
		}
		k.unknown(e.At, "operation", e.ID, k.known())
	}
	// A class is no value, but has allInstances.
	if src, ok := e.Src.(*Name); ok && k.lookup(src.ID) == nil && k.spec.class(src.ID) != nil {
		c := k.spec.class(src.ID)
		if e.ID != "allInstances" {
			panic(&Error{File: k.file, Pos: e.At, Msg: fmt.Sprintf("the class %s has no feature %s: expected allInstances", c.name, e.ID),
				Nearest: nearest.One(e.ID, []string{"allInstances"})})
		}
		if len(e.Args) > 0 {
			k.fail(e.Args[0].Pos(), "allInstances has no arguments")
		}
		return &node{op: nInstances, pos: e.At, typ: collectionOf(kSet, c.typ), class: c}
	}
	src := k.expr(e.Src)
	if !src.typ.collection() {
		return k.feature(src, e.At, e.ID, e.Parens, e.Args)
	}
	// A dot on a collection collects what the feature gives for its elements.
	if !k.has(src.typ.elem, e.ID) && collectionFn(e.ID) != nil {
		k.fail(e.At, "%s is an operation of collections: write ->%s", e.ID, e.ID)
	}
	defer k.unbind(len(k.scopes))
	slot := k.bind("", src.typ.elem)
	element := &node{op: nVar, pos: e.At, typ: src.typ.elem, slot: slot}
	return k.collect(e.At, src, slot, k.feature(element, e.At, e.ID, e.Parens, e.Args), true)
}
