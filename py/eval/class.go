package eval

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
		return NewBuiltin("setter", Fn1("setter", "fset", func(th *Thread, f Value) (Value, error) {
			return &wrapped{kind: kProperty, f: w.f, set: f}, nil
		})), nil
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
		t = typeOf(s.self)
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
			return None, th.setAttr(&o.fields, string(n), args[1])
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
	size := 0
	for _, b := range bases {
		size += len(b.linear())
	}
	if err := th.allocItems(size, 24); err != nil {
		return fr.fail(n.at, err)
	}
	if !th.burn(int64(size * (len(bases) + 1))) {
		return nil
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
	if len(bases) == 1 {
		return append([]*Type{t}, bases[0].linear()...), true
	}
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
