package eval

import (
	"fmt"
	"slices"
	"strings"
)

// dataField is a field of a dataclass.
type dataField struct {
	name                string
	value, factory      Value // the default, or what makes one; nil: neither
	init, repr, compare bool
}

// TypeName gives "Field", as field() shows before its class is made.
func (*dataField) TypeName() string { return "Field" }

// dataFields are those of a class, its ancestors' first, in order.
type dataFields struct {
	list   []*dataField
	frozen bool
}

func (*dataFields) TypeName() string { return "mappingproxy" }

const fieldsAttr = "__dataclass_fields__"

// Dataclasses is the module dataclasses: dataclass with init, repr, eq, order and frozen, field with its default and what it takes part
// in, asdict, astuple and replace.
func Dataclasses() *Module {
	frozen := NewException("FrozenInstanceError", "AttributeError")
	return NewModule("dataclasses", map[string]Value{
		"dataclass": NewBuiltin("dataclass", func(th *Thread, args []Value, kw []Kwarg) (Value, error) {
			var cls Value
			opt := dataOptions{init: true, repr: true, eq: true}
			var slots, hash bool // allowed, and of no effect
			err := UnpackArgs("dataclass", args, kw, "cls?", &cls, "*init?", &opt.init, "*repr?", &opt.repr, "*eq?", &opt.eq, "*order?", &opt.order,
				"*frozen?", &opt.frozen, "*slots?", &slots, "*unsafe_hash?", &hash)
			if err != nil {
				return nil, err
			}
			make := func(th *Thread, v Value) (Value, error) {
				t, ok := v.(*Type)
				if !ok || t.kind != kClass {
					return nil, typeErr("dataclass() should be called on a class, not on '%s'", v.TypeName())
				}
				return t, opt.apply(th, t, frozen)
			}
			if cls != nil && cls != None {
				return make(th, cls)
			}
			return NewBuiltin("dataclass", Fn1("dataclass", "cls", func(th *Thread, cls Value) (Value, error) {
				return make(th, cls)
			})), nil
		}),
		"field": NewBuiltin("field", func(_ *Thread, args []Value, kw []Kwarg) (Value, error) {
			f := &dataField{init: true, repr: true, compare: true}
			return f, UnpackArgs("field", args, kw, "*default?", &f.value, "*default_factory?", &f.factory, "*init?", &f.init, "*repr?", &f.repr,
				"*compare?", &f.compare)
		}),
		"asdict": NewBuiltin("asdict", Fn1("asdict", "obj", func(th *Thread, v Value) (Value, error) {
			return plainData(th, v, true, true)
		})),
		"astuple": NewBuiltin("astuple", Fn1("astuple", "obj", func(th *Thread, v Value) (Value, error) {
			return plainData(th, v, false, true)
		})),
		"replace": NewBuiltin("replace", func(th *Thread, args []Value, kw []Kwarg) (Value, error) {
			if len(args) != 1 {
				return nil, typeErr("replace() takes 1 positional argument but %d were given", len(args))
			}
			o, fields := dataOf(args[0])
			if o == nil {
				return nil, typeErr("replace() should be called on dataclass instances")
			}
			all := slices.Clone(kw)
			for _, f := range fields {
				if f.init && !slices.ContainsFunc(kw, func(k Kwarg) bool { return k.Name == f.name }) {
					all = append(all, Kwarg{f.name, o.fields.get(f.name)})
				}
			}
			return Call(th, o.typ, nil, all)
		}),
		"FrozenInstanceError": frozen,
	})
}

type dataOptions struct{ init, repr, eq, order, frozen bool }

// dataOf gives the fields of an object of a dataclass, nil for another value.
func dataOf(v Value) (*Instance, []*dataField) {
	o, ok := v.(*Instance)
	if !ok {
		return nil, nil
	}
	f, ok := o.typ.lookup(fieldsAttr).(*dataFields)
	if !ok {
		return nil, nil
	}
	return o, f.list
}

// apply makes a class a dataclass.
func (opt dataOptions) apply(th *Thread, t *Type, frozenError *Type) error {
	all := &dataFields{frozen: opt.frozen}
	for _, base := range slices.Backward(t.mro[1:]) {
		if f, ok := base.attrs.get(fieldsAttr).(*dataFields); ok {
			for _, x := range f.list {
				all.put(x)
			}
		}
	}
	annotated, _ := t.attrs.get("__annotated__").(*Tuple)
	if annotated != nil {
		for _, n := range annotated.elems {
			name, _ := n.(Str)
			f := &dataField{name: string(name), init: true, repr: true, compare: true}
			switch v := t.attrs.get(string(name)).(type) {
			case nil:
			case *dataField:
				*f = *v
				f.name = string(name)
				if f.value != nil && f.factory != nil {
					return valueErr("cannot specify both default and default_factory")
				}
				t.attrs.set(f.name, f.value)
			case *List, *Dict, *Set:
				return valueErr("mutable default %s for field %s is not allowed: use default_factory", "<class '"+v.TypeName()+"'>", string(name))
			default:
				f.value = v
			}
			all.put(f)
		}
	}
	given := ""
	for _, f := range all.list {
		switch {
		case !f.init:
		case f.value != nil || f.factory != nil:
			given = f.name
		case given != "":
			return typeErr("non-default argument '%s' follows default argument '%s'", f.name, given)
		}
	}
	if err := th.allocItems(len(all.list), 64); err != nil {
		return err
	}
	t.attrs.set(fieldsAttr, all)
	var names []Value
	for _, f := range all.list {
		if f.init {
			names = append(names, Str(f.name))
		}
	}
	add := func(name string, fn BuiltinFunc) {
		if t.attrs.get(name) == nil {
			t.attrs.set(name, newMethod(name, fn))
		}
	}
	if t.attrs.get("__match_args__") == nil {
		t.attrs.set("__match_args__", NewTuple(names...))
	}
	if opt.init {
		add("__init__", all.construct)
	}
	if opt.repr {
		add("__repr__", all.represent)
	}
	if opt.eq {
		add("__eq__", func(th *Thread, args []Value, _ []Kwarg) (Value, error) { return all.compare(th, OpEq, args) })
		if opt.frozen {
			add("__hash__", func(th *Thread, args []Value, _ []Kwarg) (Value, error) {
				o, ok := args[0].(*Instance)
				if !ok {
					return nil, typeErr("__hash__ expects an object")
				}
				h, err := Hash(th, NewTuple(all.values(o)...))
				return MakeInt(int64(h >> 1)), err
			})
		}
	}
	if opt.order {
		for _, op := range []Op{OpLt, OpLe, OpGt, OpGe} {
			add("__"+opNames[op]+"__", func(th *Thread, args []Value, _ []Kwarg) (Value, error) { return all.compare(th, op, args) })
		}
	}
	if opt.frozen {
		refuse := func(verb string) BuiltinFunc {
			return func(_ *Thread, args []Value, _ []Kwarg) (Value, error) {
				name := ""
				if len(args) > 1 {
					s, _ := args[1].(Str)
					name = string(s)
				}
				return nil, RaiseType(frozenError, "cannot %s field '%s'", verb, name)
			}
		}
		add("__setattr__", refuse("assign to"))
		add("__delattr__", refuse("delete"))
	}
	return nil
}

func (d *dataFields) put(f *dataField) {
	for i, x := range d.list {
		if x.name == f.name {
			d.list[i] = f
			return
		}
	}
	d.list = append(d.list, f)
}

// construct is __init__.
func (d *dataFields) construct(th *Thread, args []Value, kw []Kwarg) (Value, error) {
	o, ok := args[0].(*Instance)
	if !ok {
		return nil, typeErr("__init__ expects an object")
	}
	args = args[1:]
	at := 0
	var missing []string
	taken := map[string]bool{}
	for _, f := range d.list {
		var v Value
		if f.init && at < len(args) {
			v = args[at]
			at++
			if slices.ContainsFunc(kw, func(k Kwarg) bool { return k.Name == f.name }) {
				return nil, typeErr("%s.__init__() got multiple values for argument '%s'", o.typ.Name, f.name)
			}
		} else if f.init {
			for _, k := range kw {
				if k.Name == f.name {
					v = k.Value
					taken[k.Name] = true
				}
			}
		}
		if v == nil {
			v = f.value
		}
		if v == nil && f.factory != nil {
			var err error
			if v, err = Call(th, f.factory, nil, nil); err != nil {
				return nil, err
			}
		}
		if v == nil {
			if f.init {
				missing = append(missing, "'"+f.name+"'")
			}
			continue
		}
		if err := th.setAttr(&o.fields, f.name, v); err != nil {
			return nil, err
		}
	}
	if at < len(args) {
		least, most := 1, 1
		for _, f := range d.list {
			if f.init {
				if most++; f.value == nil && f.factory == nil {
					least++
				}
			}
		}
		takes := fmt.Sprint(most)
		if least < most {
			takes = fmt.Sprintf("from %d to %d", least, most)
		}
		return nil, typeErr("%s.__init__() takes %s positional arguments but %d were given", o.typ.Name, takes, len(args)+1)
	}
	for _, k := range kw {
		if !taken[k.Name] {
			return nil, typeErr("%s.__init__() got an unexpected keyword argument '%s'", o.typ.Name, k.Name)
		}
	}
	if len(missing) > 0 {
		plural := ""
		if len(missing) > 1 {
			plural = "s"
		}
		list := strings.Join(missing, ", ")
		if n := len(missing); n > 1 {
			list = strings.Join(missing[:n-1], ", ") + " and " + missing[n-1]
			if n > 2 {
				list = strings.Join(missing[:n-1], ", ") + ", and " + missing[n-1]
			}
		}
		return nil, typeErr("%s.__init__() missing %d required positional argument%s: %s", o.typ.Name, len(missing), plural, list)
	}
	if f := o.lookup("__post_init__"); f != nil {
		if _, err := o.callMethod(th, f); err != nil {
			return nil, err
		}
	}
	return None, nil
}

func (d *dataFields) represent(th *Thread, args []Value, _ []Kwarg) (Value, error) {
	o, ok := args[0].(*Instance)
	if !ok {
		return nil, typeErr("__repr__ expects an object")
	}
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	var out []string
	for _, f := range d.list {
		v := o.fields.get(f.name)
		if !f.repr || v == nil {
			continue
		}
		s, err := ToRepr(th, v)
		if err != nil {
			return nil, err
		}
		out = append(out, f.name+"="+s)
	}
	text := o.typ.Name + "(" + strings.Join(out, ", ") + ")"
	return Str(text), th.Alloc(len(text))
}

// values are those that take part in comparisons.
func (d *dataFields) values(o *Instance) []Value {
	var out []Value
	for _, f := range d.list {
		if f.compare {
			v := o.fields.get(f.name)
			if v == nil {
				v = None
			}
			out = append(out, v)
		}
	}
	return out
}

func (d *dataFields) compare(th *Thread, op Op, args []Value) (Value, error) {
	if len(args) != 2 {
		return nil, typeErr("a comparison expects two objects")
	}
	a, ok := args[0].(*Instance)
	b, ok2 := args[1].(*Instance)
	if !ok || !ok2 || a.typ != b.typ {
		return NotImplemented, nil
	}
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	return Compare(th, op, NewTuple(d.values(a)...), NewTuple(d.values(b)...))
}

// plainData is asdict and astuple: the object, and objects in it, as dicts or tuples.
func plainData(th *Thread, v Value, dict, top bool) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	if err := th.Step(1); err != nil {
		return nil, err
	}
	each := func(list []Value) ([]Value, error) {
		out := make([]Value, len(list))
		for i, e := range list {
			var err error
			if out[i], err = plainData(th, e, dict, false); err != nil {
				return nil, err
			}
		}
		return out, th.allocItems(len(out), 16)
	}
	if o, fields := dataOf(v); o != nil {
		d := NewDict(len(fields))
		var list []Value
		for _, f := range fields {
			x := o.fields.get(f.name)
			if x == nil {
				continue
			}
			x, err := plainData(th, x, dict, false)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
			if err := d.Set(th, Str(f.name), x); err != nil {
				return nil, err
			}
		}
		if dict {
			return d, nil
		}
		return NewTuple(list...), nil
	}
	if top {
		return nil, typeErr("asdict() should be called on dataclass instances")
	}
	switch x := v.(type) {
	case *List:
		out, err := each(x.elems)
		return NewList(out...), err
	case *Tuple:
		out, err := each(x.elems)
		return NewTuple(out...), err
	case *Dict:
		d := NewDict(x.Len())
		for _, it := range x.Items() {
			y, err := plainData(th, it[1], dict, false)
			if err != nil {
				return nil, err
			}
			if err := d.Set(th, it[0], y); err != nil {
				return nil, err
			}
		}
		return d, nil
	}
	return v, nil
}
