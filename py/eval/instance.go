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

func (o *Instance) lookup(name string) Value { return o.typ.lookup(name) }

// callMethod calls a method that lookup found.
func (o *Instance) callMethod(th *Thread, f Value, args ...Value) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
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
	case *Builtin:
		if _, isType := self.(*Type); f.own && !isType {
			return &BoundMethod{recv: self, name: name, f: f}, nil
		}
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
	return th.setAttr(&o.fields, name, v)
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
		switch v := v.(type) {
		case *Instance: // as Python says; and two objects could ask each other for ever
			return false, typeErr("__bool__ should return bool, returned %s", v.TypeName())
		case Bool:
			return bool(v), nil
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
		if err := th.enter(); err != nil {
			return nil, err
		}
		defer th.leave()
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
		switch v.(type) {
		case Int, *BigInt, Bool:
			return Hash(th, v)
		}
		return 0, typeErr("__hash__ method should return an integer")
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
	if f == nil || th.shows {
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
