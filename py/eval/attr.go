package eval

import (
	"maps"
	"slices"
	"strings"
)

// Module is a module as a value: names with values, fixed once programs run.
type Module struct {
	Name  string
	attrs map[string]Value
}

// NewModule makes a module.
func NewModule(name string, attrs map[string]Value) *Module { return &Module{name, attrs} }

// TypeName gives "module".
func (*Module) TypeName() string { return "module" }

// Get gives a name's value, or nil.
func (m *Module) Get(name string) Value {
	if v := m.attrs[name]; v != nil {
		return v
	}
	if name == "__name__" {
		return Str(m.Name)
	}
	return nil
}

// Names gives the module's names, sorted.
func (m *Module) Names() []string { return slices.Sorted(maps.Keys(m.attrs)) }

// Repr gives <module 'name'>.
func (m *Module) Repr(*Thread) (string, error) { return "<module '" + m.Name + "'>", nil }

// builtinMethod finds a method of a built-in type by name; nil when the type has none such.
func builtinMethod(v Value, name string) methodFunc {
	switch x := v.(type) {
	case Str:
		return strMethod(name)
	case *List:
		return listMethod(name)
	case *Dict:
		if x.typ != nil {
			if m := dictKindMethod(x, name); m != nil {
				return m
			}
		}
		return dictMethod(name)
	case *Set:
		return setMethod(name, x.frozen)
	case *Tuple:
		if x.typ != nil {
			if m := namedTupleMethod(name); m != nil {
				return m
			}
		}
		return tupleMethod(name)
	case Int, *BigInt, Bool:
		return intMethod(name)
	case Float:
		return floatMethod(name)
	case *Range:
		return rangeMethod(name)
	}
	return nil
}

// methodOfType finds a built-in type's method, for str.lower and the like.
func methodOfType(t *Type, name string) methodFunc {
	switch t.kind {
	case kStr:
		return strMethod(name)
	case kList:
		return listMethod(name)
	case kDict:
		return dictMethod(name)
	case kSet:
		return setMethod(name, false)
	case kFrozenSet:
		return setMethod(name, true)
	case kTuple:
		return tupleMethod(name)
	case kInt, kBool:
		return intMethod(name)
	case kFloat:
		return floatMethod(name)
	}
	return nil
}

func methodNames(t *Type) []string {
	switch t.kind {
	case kStr:
		return strMethodNames
	case kList:
		return listMethodNames
	case kDict:
		return append(dictMethodNames[:len(dictMethodNames):len(dictMethodNames)], "most_common", "elements", "move_to_end")
	case kSet, kFrozenSet:
		return setMethodNames
	case kTuple:
		return []string{"count", "index"}
	case kInt, kBool:
		return []string{"bit_length", "bit_count", "conjugate", "real", "imag", "numerator", "denominator", "is_integer"}
	case kFloat:
		return []string{"is_integer", "as_integer_ratio", "hex", "real", "imag", "conjugate"}
	case kRange:
		return []string{"start", "stop", "step", "count", "index"}
	}
	return nil
}

// attrNames gives the names of a value's attributes, for dir() and for "did you mean".
func attrNames(v Value) []string {
	switch x := v.(type) {
	case *Module:
		return x.Names()
	case *Type:
		var out []string
		for _, t := range x.linear() {
			if t.attrs != nil {
				out = append(out, t.attrs.names...)
			}
		}
		return append(out, methodNames(x)...)
	case AttrLister:
		return x.AttrNames()
	case *Tuple:
		if x.typ != nil {
			return append(x.typ.fields(), "_replace", "_asdict", "_fields", "count", "index")
		}
	}
	return methodNames(typeOf(v))
}

// GetAttr is v.name.
func GetAttr(th *Thread, v Value, name string) (Value, error) {
	switch x := v.(type) {
	case *Module:
		if a := x.Get(name); a != nil {
			return a, nil
		}
		return nil, raise(attributeError, "module '%s' has no attribute '%s'%s", x.Name, name, didYouMean(name, x.Names()))
	case *Type:
		return th.typeAttr(x, name)
	case *Tuple:
		if x.typ != nil {
			for i, f := range x.typ.fields() {
				if f == name && i < len(x.elems) {
					return x.elems[i], nil
				}
			}
			if name == "_fields" {
				return x.typ.lookup("_fields"), nil
			}
			if a := x.typ.lookup(name); a != nil {
				return bindAttr(th, x, x.typ, name, a)
			}
		}
	case *Exception:
		if a, err := th.exceptionAttr(x, name); a != nil || err != nil {
			return a, err
		}
	case *Slice:
		switch name {
		case "start":
			return orNone(x.Lo), nil
		case "stop":
			return orNone(x.Hi), nil
		case "step":
			return orNone(x.Step), nil
		}
	case *Range:
		switch name {
		case "start":
			return MakeInt(x.start), nil
		case "stop":
			return MakeInt(x.end), nil
		case "step":
			return MakeInt(x.step), nil
		}
	case Int, *BigInt, Bool, Float:
		switch name {
		case "real", "numerator":
			if _, isFloat := v.(Float); isFloat && name == "numerator" {
				break
			}
			return UnaryOp(th, OpPlus, v)
		case "imag":
			if _, isFloat := v.(Float); isFloat {
				return Float(0), nil
			}
			return MakeInt(0), nil
		case "denominator":
			if _, isFloat := v.(Float); !isFloat {
				return MakeInt(1), nil
			}
		}
	case *Dict:
		if name == "default_factory" && x.typ != nil && x.typ.Name == "defaultdict" {
			return orNone(x.missing), nil
		}
	case *Function:
		switch name {
		case "__name__", "__qualname__":
			return Str(x.name), nil
		case "__doc__":
			if x.fc.doc == "" {
				return None, nil
			}
			return Str(x.fc.doc), nil
		case "__module__":
			return Str("__operator__"), nil
		}
		if a := x.attrs.get(name); a != nil {
			return a, nil
		}
	case *Builtin:
		if name == "__name__" {
			return Str(x.Name), nil
		}
	case *BoundMethod:
		switch name {
		case "__name__":
			return Str(x.name), nil
		case "__self__":
			return x.recv, nil
		}
	case Attributer:
		if a, err := x.Attr(th, name); a != nil || err != nil {
			return a, err
		}
	}
	if m := builtinMethod(v, name); m != nil {
		return &BoundMethod{recv: v, name: name, fn: m}, nil
	}
	if a := th.commonAttr(v, name); a != nil {
		return a, nil
	}
	return nil, raise(attributeError, "'%s' object has no attribute '%s'%s", v.TypeName(), name, didYouMean(name, attrNames(v)))
}

// commonAttr gives what every value has: __class__, __doc__, and the special methods of its operations.
func (th *Thread) commonAttr(v Value, name string) Value {
	if !strings.HasPrefix(name, "__") {
		return nil
	}
	bind := func(f func(th *Thread, args []Value) (Value, error), n int) Value {
		return NewBuiltin(name, func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			if len(args) != n || len(kwargs) > 0 {
				return nil, typeErr("%s() takes %d arguments (%d given)", name, n, len(args))
			}
			return f(th, args)
		})
	}
	switch name {
	case "__class__":
		return typeOf(v)
	case "__doc__":
		return None
	case "__str__":
		return bind(func(th *Thread, _ []Value) (Value, error) { s, err := ToStr(th, v); return Str(s), err }, 0)
	case "__repr__":
		return bind(func(th *Thread, _ []Value) (Value, error) { s, err := ToRepr(th, v); return Str(s), err }, 0)
	case "__eq__":
		return bind(func(th *Thread, a []Value) (Value, error) { return Compare(th, OpEq, v, a[0]) }, 1)
	case "__ne__":
		return bind(func(th *Thread, a []Value) (Value, error) { return Compare(th, OpNe, v, a[0]) }, 1)
	case "__lt__":
		return bind(func(th *Thread, a []Value) (Value, error) { return Compare(th, OpLt, v, a[0]) }, 1)
	case "__hash__":
		return bind(func(th *Thread, _ []Value) (Value, error) {
			h, err := Hash(th, v)
			return MakeInt(int64(h)), err
		}, 0)
	case "__len__":
		if _, ok := v.(Lener); ok {
			return bind(func(th *Thread, _ []Value) (Value, error) {
				n, err := Length(th, v)
				return MakeInt(int64(n)), err
			}, 0)
		}
	case "__getitem__":
		return bind(func(th *Thread, a []Value) (Value, error) { return GetIndex(th, v, a[0]) }, 1)
	case "__contains__":
		return bind(func(th *Thread, a []Value) (Value, error) {
			in, err := Contains(th, v, a[0])
			return Bool(in), err
		}, 1)
	case "__add__", "__mul__", "__sub__":
		op := map[string]Op{"__add__": OpAdd, "__mul__": OpMul, "__sub__": OpSub}[name]
		return bind(func(th *Thread, a []Value) (Value, error) { return BinaryOp(th, op, v, a[0]) }, 1)
	case "__iter__":
		if _, ok := v.(Callable); !ok {
			return bind(func(th *Thread, _ []Value) (Value, error) { return Iterate(th, v) }, 0)
		}
	case "__next__":
		if it, ok := v.(Iterator); ok {
			return bind(func(th *Thread, _ []Value) (Value, error) {
				x, err := it.Next(th)
				if x == nil && err == nil {
					err = stopIterationError(nil)
				}
				return x, err
			}, 0)
		}
	}
	return nil
}

func (th *Thread) typeAttr(t *Type, name string) (Value, error) {
	switch name {
	case "__name__", "__qualname__":
		return Str(t.Name), nil
	case "__doc__":
		if t.doc == "" {
			return None, nil
		}
		return Str(t.doc), nil
	case "__mro__":
		var out []Value
		for _, m := range t.linear() {
			out = append(out, m)
		}
		return NewTuple(out...), nil
	}
	if v := t.lookup(name); v != nil {
		return bindAttr(th, t, t, name, v)
	}
	switch {
	case t.kind == kDict && name == "fromkeys":
		return NewBuiltin("fromkeys", dictFromKeys), nil
	case t.kind == kStr && name == "maketrans":
		return NewBuiltin("maketrans", strMakeTrans), nil
	}
	if m := methodOfType(t, name); m != nil {
		return NewBuiltin(name, func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			if len(args) == 0 || !isInstance(args[0], t) {
				return nil, typeErr("descriptor '%s' for '%s' objects needs such an object", name, t.Name)
			}
			return m(th, args[0], args[1:], kwargs)
		}), nil
	}
	if t.kind != kClass && t.kind != kNative || name == "__init__" || name == "__new__" || name == "__setattr__" {
		if b := unboundCommon(t, name); b != nil {
			return b, nil
		}
	}
	return nil, raise(attributeError, "type object '%s' has no attribute '%s'%s", t.Name, name, didYouMean(name, attrNames(t)))
}

// unboundCommon gives special methods as functions of the object: object.__init__, int.__add__.
func unboundCommon(t *Type, name string) Value {
	switch name {
	case "__init__":
		return NewBuiltin(name, func(_ *Thread, args []Value, _ []Kwarg) (Value, error) {
			if len(args) > 0 {
				if e, ok := args[0].(*Exception); ok {
					e.args = NewTuple(append([]Value(nil), args[1:]...)...)
				}
			}
			return None, nil
		})
	case "__new__":
		return NewBuiltin(name, func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			if len(args) > 0 {
				if c, ok := args[0].(*Type); ok && c.kind == kClass {
					return &Instance{typ: c}, th.Alloc(96)
				}
			}
			return nil, typeErr("object.__new__(X): X is not a type that a program defined")
		})
	case "__setattr__":
		return NewBuiltin(name, func(th *Thread, args []Value, _ []Kwarg) (Value, error) {
			if len(args) == 3 {
				if o, ok := args[0].(*Instance); ok {
					n, _ := args[1].(Str)
					return None, th.setAttr(&o.fields, string(n), args[2])
				}
			}
			return nil, typeErr("__setattr__ expects an object, a name and a value")
		})
	case "__str__", "__repr__", "__eq__", "__ne__", "__lt__", "__hash__", "__len__", "__getitem__", "__contains__", "__add__",
		"__mul__", "__sub__", "__iter__", "__next__":
		return NewBuiltin(name, func(th *Thread, args []Value, kwargs []Kwarg) (Value, error) {
			if len(args) == 0 {
				return nil, typeErr("descriptor '%s' of '%s' object needs an argument", name, t.Name)
			}
			f := th.commonAttr(args[0], name)
			if f == nil {
				return nil, raise(attributeError, "'%s' object has no attribute '%s'", args[0].TypeName(), name)
			}
			return Call(th, f, args[1:], kwargs)
		})
	}
	return nil
}

func (th *Thread) exceptionAttr(e *Exception, name string) (Value, error) {
	if v := e.attrs.get(name); v != nil {
		return v, nil
	}
	switch name {
	case "args":
		return e.args, nil
	case "__cause__", "__context__":
		return orNone(e.cause), nil
	case "__traceback__":
		return None, nil
	case "value":
		if e.typ == stopIteration {
			if len(e.args.elems) > 0 {
				return e.args.elems[0], nil
			}
			return None, nil
		}
	case "with_traceback":
		return NewBuiltin(name, func(*Thread, []Value, []Kwarg) (Value, error) { return e, nil }), nil
	}
	if v := e.typ.lookup(name); v != nil {
		return bindAttr(th, e, e.typ, name, v)
	}
	return nil, nil
}

// SetAttr is v.name = x.
func SetAttr(th *Thread, v Value, name string, x Value) error {
	switch o := v.(type) {
	case AttrSetter:
		return o.SetAttr(th, name, x)
	case *Exception:
		if name == "args" {
			e, err := ToSlice(th, x)
			if err == nil {
				o.args = NewTuple(e...)
			}
			return err
		}
		return th.setAttr(&o.attrs, name, x)
	case *Type:
		if o.kind == kClass {
			return th.setAttr(o.attrs, name, x)
		}
		return typeErr("cannot set '%s' attribute of immutable type '%s'", name, o.Name)
	case *Function:
		if o.attrs == nil {
			o.attrs = &attrTable{}
		}
		return th.setAttr(o.attrs, name, x)
	case *Dict:
		if name == "default_factory" && o.typ != nil && o.typ.Name == "defaultdict" {
			o.missing = x
			return nil
		}
	}
	if _, err := GetAttr(th, v, name); err == nil {
		return raise(attributeError, "'%s' object attribute '%s' is read-only", v.TypeName(), name)
	}
	return raise(attributeError, "'%s' object has no attribute '%s'", v.TypeName(), name)
}

func delAttr(th *Thread, v Value, name string) (err error) {
	ok := false
	switch o := v.(type) {
	case *Instance:
		ok, err = o.fields.del(th, name)
	case *Type:
		if o.kind == kClass {
			ok, err = o.attrs.del(th, name)
		}
	case *Function:
		ok, err = o.attrs.del(th, name)
	}
	if !ok && err == nil {
		return raise(attributeError, "'%s' object has no attribute '%s'", v.TypeName(), name)
	}
	return err
}
