package eval

import (
	"fmt"
)

// Instance is an object of a class that a program defined.
type Instance struct {
	typ    *Type
	fields attrTable
}

// TypeName is the name of the object's class.
func (o *Instance) TypeName() string { return o.typ.Name }

// wrapped is what @property, @staticmethod and @classmethod make of a function.
type wrapped struct {
	kind typeKind
	f    Value
	set  Value // a property's setter
}

// TypeName gives the name of the decorator.
func (w *wrapped) TypeName() string {
	switch w.kind {
	case kProperty:
		return "property"
	case kStaticMethod:
		return "staticmethod"
	}
	return "classmethod"
}

// Attr gives a property's decorators.
func (w *wrapped) Attr(_ *Thread, name string) (Value, error) {
	switch {
	case w.kind == kProperty && name == "setter":
		return NewBuiltin("setter", func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			var f Value
			if err := UnpackArgs("setter", args, kwargs, "fset", &f); err != nil {
				return nil, err
			}
			return &wrapped{kind: kProperty, f: w.f, set: f}, nil
		}), nil
	case name == "__func__":
		return w.f, nil
	}
	return nil, nil
}

// Call lets a static method be called inside its class.
func (w *wrapped) Call(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	return Call(th, w.f, args, kwargs)
}

// superObject is super(): attributes are looked up behind cls.
type superObject struct {
	cls  *Type
	self Value
}

func (*superObject) TypeName() string { return "super" }

func (s *superObject) Attr(th *Thread, name string) (Value, error) {
	t, ok := s.self.(*Type)
	if !ok {
		t = TypeOf(s.self)
	}
	past := false
	for _, m := range t.mro {
		if past {
			if v := m.attrs.get(name); v != nil {
				return bindAttr(th, s.self, t, name, v)
			}
			if m.kind == kException && name == "__init__" {
				break
			}
		}
		past = past || m == s.cls
	}
	switch name {
	case "__init__":
		return NewBuiltin("__init__", func(_ *Thread, args []Value, _ []Kwarg) (Value, error) {
			if e, ok := s.self.(*Exception); ok {
				e.args = NewTuple(append([]Value(nil), args...)...)
			}
			return None, nil
		}), nil
	case "__str__", "__repr__":
		return NewBuiltin(name, func(th *Thread, _ []Value, _ []Kwarg) (Value, error) {
			if e, ok := s.self.(*Exception); ok {
				return Str(e.Message()), nil
			}
			return Str("<" + s.self.TypeName() + " object>"), nil
		}), nil
	case "__setattr__":
		return NewBuiltin(name, func(th *Thread, args []Value, _ []Kwarg) (Value, error) {
			o, ok := s.self.(*Instance)
			if !ok || len(args) != 2 {
				return nil, typeErr("__setattr__ expects a name and a value")
			}
			n, _ := args[0].(Str)
			o.fields.set(string(n), args[1])
			return None, nil
		}), nil
	}
	return nil, nil
}

// classNode makes a class.
type classNode struct {
	fc        *funcCode
	bases     []node
	annotated []string
	at        int32
}

func (n *classNode) eval(fr *frame) Value {
	th := fr.th
	t := &Type{Name: n.fc.name, kind: kClass, Base: ObjectType, attrs: &attrTable{}, doc: n.fc.doc}
	var bases []*Type
	for _, b := range n.bases {
		v := b.eval(fr)
		if v == nil {
			return nil
		}
		bt, ok := v.(*Type)
		if !ok {
			return fr.fail(n.at, typeErr("a class can only derive from a class, not from '%s'", v.TypeName()))
		}
		switch {
		case bt.kind == kClass, bt == ObjectType, bt.IsSubtype(baseException):
		case bt.is != nil && bt.kind == kNative && bt.new == nil: // a name of typing, such as Generic
			continue
		default:
			return fr.fail(n.at, typeErr("a class cannot derive from '%s' in this language", bt.Name))
		}
		bases = append(bases, bt)
	}
	if len(bases) > 0 {
		t.Base = bases[0]
	}
	mro, ok := linearise(t, bases)
	if !ok {
		return fr.fail(n.at, typeErr("Cannot create a consistent method resolution order (MRO) for the bases of %s", t.Name))
	}
	t.mro = mro
	saved := th.free
	loc := th.reserve(n.fc.nlocals)
	if !th.runClass(n.fc, fr, loc) {
		clear(loc)
		th.free = saved
		th.err.called(fr, "class "+n.fc.name, n.at)
		return nil
	}
	for _, d := range n.fc.frame.debug {
		if d.v.slot >= len(loc) || n.fc.frame.vars[d.name] != d.v {
			continue
		}
		v := loc[d.v.slot]
		if c, ok := v.(*cell); ok {
			v = c.v
		}
		if v != nil {
			t.attrs.set(d.name, v)
		}
	}
	if len(n.annotated) > 0 {
		names := make([]Value, len(n.annotated))
		for i, a := range n.annotated {
			names[i] = Str(a)
		}
		t.attrs.set("__annotated__", NewTuple(names...))
	}
	clear(loc)
	th.free = saved
	return t
}

// runClass runs a class's body in a frame of its own, and leaves its names in loc.
func (th *Thread) runClass(fc *funcCode, outer *frame, loc []Value) bool {
	if th.depth >= th.limits.Depth {
		th.setErr(th.tooDeep())
		return false
	}
	free := outer.captured(fc)
	fr := &frame{th: th, fc: fc, g: outer.g, free: free, loc: loc}
	for _, s := range fc.cells {
		loc[s] = &cell{}
	}
	th.depth++
	cur := th.cur
	th.cur = fr
	c := fc.body.exec(fr)
	th.cur = cur
	th.depth--
	return c != ctlError
}

// linearise orders a class and its ancestors (C3, as Python does).
func linearise(t *Type, bases []*Type) ([]*Type, bool) {
	var seqs [][]*Type
	for _, b := range bases {
		seqs = append(seqs, append([]*Type(nil), b.linear()...))
	}
	seqs = append(seqs, append([]*Type(nil), bases...))
	out := []*Type{t}
	for {
		var pick *Type
		empty := true
	candidates:
		for _, s := range seqs {
			if len(s) == 0 {
				continue
			}
			empty = false
			for _, o := range seqs {
				for _, x := range o[min(1, len(o)):] {
					if x == s[0] {
						continue candidates
					}
				}
			}
			pick = s[0]
			break
		}
		if empty {
			return out, true
		}
		if pick == nil {
			return nil, false
		}
		out = append(out, pick)
		for i, s := range seqs {
			if len(s) > 0 && s[0] == pick {
				seqs[i] = s[1:]
			}
		}
	}
}

// linear is a type with its ancestors.
func (t *Type) linear() []*Type {
	if len(t.mro) > 0 {
		return t.mro
	}
	var out []*Type
	for ; t != nil; t = t.Base {
		out = append(out, t)
	}
	return out
}

// lookup finds a class's attribute, its own or inherited, among those that programs (or WithAttr) set; nil when there is none.
func (t *Type) lookup(name string) Value {
	if len(t.mro) == 0 {
		for ; t != nil; t = t.Base {
			if v := t.attrs.get(name); v != nil {
				return v
			}
		}
		return nil
	}
	for _, m := range t.mro {
		if v := m.attrs.get(name); v != nil {
			return v
		}
	}
	return nil
}

// fields gives the field names of a named tuple's type or a dataclass.
func (t *Type) fields() []string {
	v, _ := t.lookup("_fields").(*Tuple)
	if v == nil {
		return nil
	}
	out := make([]string, len(v.elems))
	for i, e := range v.elems {
		s, _ := e.(Str)
		out[i] = string(s)
	}
	return out
}

func (o *Instance) lookup(name string) Value { return o.typ.lookup(name) }

// callMethod calls a method that lookup found.
func (o *Instance) callMethod(th *Thread, f Value, args ...Value) (Value, error) {
	if w, ok := f.(*wrapped); ok && w.kind == kStaticMethod {
		return Call(th, w.f, args, nil)
	}
	return Call(th, f, append([]Value{o}, args...), nil)
}

// bindAttr makes what reading an attribute of an object gives of what its class holds.
func bindAttr(th *Thread, self Value, t *Type, name string, v Value) (Value, error) {
	switch f := v.(type) {
	case *Function:
		if _, isType := self.(*Type); isType {
			return f, nil
		}
		return &BoundMethod{recv: self, name: name, f: f}, nil
	case *wrapped:
		switch f.kind {
		case kProperty:
			if _, isType := self.(*Type); isType {
				return f, nil
			}
			return Call(th, f.f, []Value{self}, nil)
		case kStaticMethod:
			return f.f, nil
		}
		return &BoundMethod{recv: t, name: name, f: f.f}, nil
	}
	return v, nil
}

// Attr gives an object's field, or what its class defines.
func (o *Instance) Attr(th *Thread, name string) (Value, error) {
	v := o.lookup(name)
	if w, ok := v.(*wrapped); ok && w.kind == kProperty {
		return Call(th, w.f, []Value{o}, nil)
	}
	if f := o.fields.get(name); f != nil {
		return f, nil
	}
	if v != nil {
		return bindAttr(th, o, o.typ, name, v)
	}
	switch name {
	case "__class__":
		return o.typ, nil
	case "__dict__":
		d := NewDict(len(o.fields.names))
		for i, n := range o.fields.names {
			if err := d.Set(th, Str(n), o.fields.vals[i]); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	if f := o.lookup("__getattr__"); f != nil {
		return o.callMethod(th, f, Str(name))
	}
	return nil, nil
}

// AttrNames gives the names of fields and of what the class defines.
func (o *Instance) AttrNames() []string {
	out := append([]string(nil), o.fields.names...)
	for _, t := range o.typ.mro {
		if t.attrs != nil {
			out = append(out, t.attrs.names...)
		}
	}
	return out
}

// SetAttr sets a field.
func (o *Instance) SetAttr(th *Thread, name string, v Value) error {
	if w, ok := o.lookup(name).(*wrapped); ok && w.kind == kProperty {
		if w.set == nil {
			return raise(attributeError, "property '%s' of '%s' object has no setter", name, o.typ.Name)
		}
		_, err := Call(th, w.set, []Value{o, v}, nil)
		return err
	}
	if f := o.lookup("__setattr__"); f != nil {
		_, err := o.callMethod(th, f, Str(name), v)
		return err
	}
	if err := th.Alloc(32); err != nil {
		return err
	}
	o.fields.set(name, v)
	return nil
}

var opNames = map[Op]string{OpAdd: "add", OpSub: "sub", OpMul: "mul", OpDiv: "truediv", OpFloorDiv: "floordiv", OpMod: "mod",
	OpPow: "pow", OpLShift: "lshift", OpRShift: "rshift", OpAnd: "and", OpOr: "or", OpXor: "xor", OpMatMul: "matmul", OpEq: "eq",
	OpNe: "ne", OpLt: "lt", OpLe: "le", OpGt: "gt", OpGe: "ge", OpNeg: "neg", OpPlus: "pos", OpInvert: "invert", OpAbs: "abs"}

func inplaceName(op Op) string { return "__i" + opNames[op] + "__" }

// BinaryOp calls __add__, or __radd__ when reflected, and so on.
func (o *Instance) BinaryOp(th *Thread, op Op, other Value, reflected bool) (Value, error) {
	name := "__" + opNames[op] + "__"
	if reflected {
		name = "__r" + opNames[op] + "__"
	}
	return o.operator(th, name, other)
}

func (o *Instance) operator(th *Thread, name string, args ...Value) (Value, error) {
	f := o.lookup(name)
	if f == nil {
		return nil, nil
	}
	v, err := o.callMethod(th, f, args...)
	if _, ok := v.(notImplemented); ok {
		return nil, err
	}
	return v, err
}

// UnaryOp calls __neg__ and so on.
func (o *Instance) UnaryOp(th *Thread, op Op) (Value, error) {
	return o.operator(th, "__"+opNames[op]+"__")
}

// CompareOp calls __eq__ and so on; != falls back on ==.
func (o *Instance) CompareOp(th *Thread, op Op, other Value) (Value, error) {
	v, err := o.operator(th, "__"+opNames[op]+"__", other)
	if v == nil && err == nil && op == OpNe {
		if v, err = o.operator(th, "__eq__", other); v != nil && err == nil {
			t, err := Truth(th, v)
			return Bool(!t), err
		}
	}
	return v, err
}

// notImplemented is the value NotImplemented.
type notImplemented struct{}

func (notImplemented) TypeName() string             { return "NotImplementedType" }
func (notImplemented) Repr(*Thread) (string, error) { return "NotImplemented", nil }

// NotImplemented is what an operator method gives when it does not know the other operand.
var NotImplemented Value = notImplemented{}

// Truth calls __bool__ or __len__.
func (o *Instance) Truth(th *Thread) (bool, error) {
	if f := o.lookup("__bool__"); f != nil {
		v, err := o.callMethod(th, f)
		if err != nil {
			return false, err
		}
		return Truth(th, v)
	}
	if o.lookup("__len__") != nil {
		n, err := Length(th, o)
		return n > 0, err
	}
	return true, nil
}

// Index calls __getitem__.
func (o *Instance) Index(th *Thread, key Value) (Value, error) {
	f := o.lookup("__getitem__")
	if f == nil {
		return nil, typeErr("'%s' object is not subscriptable", o.typ.Name)
	}
	return o.callMethod(th, f, key)
}

// SetIndex calls __setitem__.
func (o *Instance) SetIndex(th *Thread, key, v Value) error {
	f := o.lookup("__setitem__")
	if f == nil {
		return typeErr("'%s' object does not support item assignment", o.typ.Name)
	}
	_, err := o.callMethod(th, f, key, v)
	return err
}

// DelIndex calls __delitem__.
func (o *Instance) DelIndex(th *Thread, key Value) error {
	f := o.lookup("__delitem__")
	if f == nil {
		return typeErr("'%s' object doesn't support item deletion", o.typ.Name)
	}
	_, err := o.callMethod(th, f, key)
	return err
}

// Call calls __call__.
func (o *Instance) Call(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
	f := o.lookup("__call__")
	if f == nil {
		return nil, typeErr("'%s' object is not callable", o.typ.Name)
	}
	return Call(th, f, append([]Value{o}, args...), kwargs)
}

// Iter calls __iter__, or __getitem__ with 0, 1, … until IndexError.
func (o *Instance) Iter(th *Thread) (Iterator, error) {
	if f := o.lookup("__iter__"); f != nil {
		v, err := o.callMethod(th, f)
		if err != nil {
			return nil, err
		}
		if it, ok := v.(*Instance); ok {
			next := it.lookup("__next__")
			if next == nil {
				return nil, typeErr("iter() returned non-iterator of type '%s'", v.TypeName())
			}
			return &FuncIter{Name: it.typ.Name, Fn: func(th *Thread) (Value, error) {
				x, err := it.callMethod(th, next)
				if err != nil && asError(err).Exc.typ == stopIteration {
					return nil, nil
				}
				return x, err
			}}, nil
		}
		return Iterate(th, v)
	}
	f := o.lookup("__getitem__")
	if f == nil {
		return nil, typeErr("'%s' object is not iterable", o.typ.Name)
	}
	i := int64(0)
	return &FuncIter{Name: "iterator", Fn: func(th *Thread) (Value, error) {
		v, err := o.callMethod(th, f, MakeInt(i))
		i++
		if err != nil && asError(err).Exc.typ.IsSubtype(indexError) {
			return nil, nil
		}
		return v, err
	}}, nil
}

// Contains calls __contains__, or iterates.
func (o *Instance) Contains(th *Thread, v Value) (bool, error) {
	if f := o.lookup("__contains__"); f != nil {
		r, err := o.callMethod(th, f, v)
		if err != nil {
			return false, err
		}
		return Truth(th, r)
	}
	it, err := o.Iter(th)
	if err != nil {
		return false, typeErr("argument of type '%s' is not iterable", o.typ.Name)
	}
	for {
		x, err := it.Next(th)
		if x == nil || err != nil {
			return false, err
		}
		if eq, err := sameOrEqual(th, x, v); eq || err != nil {
			return eq, err
		}
	}
}

// Hash calls __hash__; objects whose class defines __eq__ alone cannot be hashed.
func (o *Instance) Hash(th *Thread) (uint64, error) {
	if f := o.lookup("__hash__"); f != nil && f != Value(None) {
		v, err := o.callMethod(th, f)
		if err != nil {
			return 0, err
		}
		return Hash(th, v)
	}
	if o.lookup("__eq__") != nil {
		return 0, typeErr("unhashable type: '%s'", o.typ.Name)
	}
	return pointerOf(o) >> 4, nil
}

// EqualKey is ==.
func (o *Instance) EqualKey(th *Thread, other Value) (bool, error) {
	if Value(o) == other {
		return true, nil
	}
	return Equal(th, o, other)
}

// Repr calls __repr__.
func (o *Instance) Repr(th *Thread) (string, error) { return o.text(th, "__repr__") }

// Str calls __str__ or __repr__.
func (o *Instance) Str(th *Thread) (string, error) {
	if o.lookup("__str__") == nil {
		return o.text(th, "__repr__")
	}
	return o.text(th, "__str__")
}

func (o *Instance) text(th *Thread, name string) (string, error) {
	f := o.lookup(name)
	if f == nil {
		return fmt.Sprintf("<%s object>", o.typ.Name), nil
	}
	v, err := o.callMethod(th, f)
	if err != nil {
		return "", err
	}
	s, ok := v.(Str)
	if !ok {
		return "", typeErr("%s returned non-string (type %s)", name, v.TypeName())
	}
	return string(s), nil
}

// Format calls __format__.
func (o *Instance) Format(th *Thread, spec string) (string, error) {
	f := o.lookup("__format__")
	if f == nil {
		if spec != "" {
			return "", typeErr("unsupported format string passed to %s.__format__", o.typ.Name)
		}
		return o.Str(th)
	}
	v, err := o.callMethod(th, f, Str(spec))
	if err != nil {
		return "", err
	}
	s, ok := v.(Str)
	if !ok {
		return "", typeErr("__format__ must return a str, not %s", v.TypeName())
	}
	return string(s), nil
}

// Convert calls __int__, __float__ or __index__.
func (o *Instance) Convert(th *Thread, to string) (Value, error) {
	return o.operator(th, "__"+to+"__")
}

// Round calls __round__.
func (o *Instance) Round(th *Thread, digits *int) (Value, error) {
	if digits == nil {
		return o.operator(th, "__round__")
	}
	return o.operator(th, "__round__", MakeInt(int64(*digits)))
}
