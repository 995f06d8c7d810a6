package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// callNode is a call with positional arguments only.
type callNode struct {
	fun  node
	args []node
	at   int32
}

func (n *callNode) eval(fr *frame) Value {
	f := n.fun.eval(fr)
	if f == nil {
		return nil
	}
	return fr.call(f, nil, n.args, n.at)
}

// call evaluates the arguments on the stack and calls f with them, self first when it is not nil.
func (fr *frame) call(f, self Value, args []node, at int32) Value {
	th := fr.th
	saved := th.free
	nargs := len(args)
	if self != nil {
		nargs++
	}
	need := nargs
	fn, isFunc := f.(*Function)
	if isFunc {
		need = max(nargs, fn.fc.nlocals)
	}
	w := th.reserve(need)
	i := 0
	if self != nil {
		w[0] = self
		i = 1
	}
	for _, a := range args {
		v := a.eval(fr)
		if v == nil {
			wipe(w)
			th.free = saved
			return nil
		}
		w[i] = v
		i++
	}
	var v Value
	if isFunc {
		fc := fn.fc
		if fc.simple && nargs <= fc.npos && nargs >= fc.npos-len(fn.defaults) {
			if nargs < fc.npos {
				copy(w[nargs:fc.npos], fn.defaults[len(fn.defaults)-(fc.npos-nargs):])
			}
			v = th.run(fc, fn.g, fn.free, w[:fc.nlocals])
		} else {
			v = th.callFunction(fn, w[:nargs], nil)
		}
		if v == nil {
			th.err.called(fr, fn.name, at)
		}
	} else {
		v = fr.callOther(f, w[:nargs], nil, at)
	}
	wipe(w)
	th.free = saved
	return v
}

// callOther calls anything but a plain function.
func (fr *frame) callOther(f Value, args []Value, kwargs []Kwarg, at int32) Value {
	th := fr.th
	fr.site = at
	var v Value
	var err error
	switch f := f.(type) {
	case *Builtin:
		if !th.burn(1) {
			fr.failPending(at)
			return nil
		}
		v, err = f.Fn(th, args, kwargs)
	default:
		v, err = Call(th, f, args, kwargs)
	}
	if err != nil {
		return fr.fail(at, err)
	}
	if v == nil {
		return fr.fail(at, raise(runtimeError, "a builtin gave no value"))
	}
	return v
}

// callAnyNode is a call with keyword or starred arguments.
type callAnyNode struct {
	fun   node
	args  []node
	kinds []syntax.ArgKind
	names []string
	at    int32
}

func (n *callAnyNode) eval(fr *frame) Value {
	f := n.fun.eval(fr)
	if f == nil {
		return nil
	}
	th := fr.th
	args := make([]Value, 0, len(n.args))
	var kwargs []Kwarg
	for i, a := range n.args {
		v := a.eval(fr)
		if v == nil {
			return nil
		}
		switch n.kinds[i] {
		case syntax.PosArg:
			args = append(args, v)
		case syntax.StarArg:
			more, err := ToSlice(th, v)
			if err != nil {
				return fr.fail(n.at, err)
			}
			args = append(args, more...)
		case syntax.NamedArg:
			kwargs = append(kwargs, Kwarg{n.names[i], v})
		case syntax.DictArg:
			d := NewDict(0)
			if err := th.mergeMapping(d, v); err != nil {
				return fr.fail(n.at, err)
			}
			for _, e := range d.Items() {
				k, ok := e[0].(Str)
				if !ok {
					return fr.fail(n.at, typeErr("keywords must be strings"))
				}
				for _, o := range kwargs {
					if o.Name == string(k) {
						return fr.fail(n.at, typeErr("got multiple values for keyword argument '%s'", string(k)))
					}
				}
				kwargs = append(kwargs, Kwarg{string(k), e[1]})
			}
		}
	}
	if fn, ok := f.(*Function); ok {
		v := th.callFunction(fn, args, kwargs)
		if v == nil {
			th.err.called(fr, fn.name, n.at)
			fr.failPending(n.at)
		}
		return v
	}
	return fr.callOther(f, args, kwargs, n.at)
}

// methodNode is x.name(args): it calls a built-in type's method without making a method object.
type methodNode struct {
	x    node
	name string
	args []node
	at   int32
	// The method of each built-in type, found when compiling.
	str, list, dict, set, tuple methodFunc
}

// method finds the method for a value of a built-in type, nil when there is none.
func (n *methodNode) method(x Value) methodFunc {
	switch x := x.(type) {
	case Str:
		return n.str
	case *List:
		return n.list
	case *Dict:
		if x.typ == nil {
			return n.dict
		}
	case *Set:
		if !x.frozen {
			return n.set
		}
	case *Tuple:
		if x.typ == nil {
			return n.tuple
		}
	case *Instance:
		return nil
	}
	return builtinMethod(x, n.name)
}

func (n *methodNode) eval(fr *frame) Value {
	x := n.x.eval(fr)
	if x == nil {
		return nil
	}
	th := fr.th
	if l, ok := x.(*List); ok && n.name == "append" && len(n.args) == 1 {
		v := n.args[0].eval(fr)
		if v == nil {
			return nil
		}
		if err := l.push(th, v); err != nil {
			return fr.fail(n.at, err)
		}
		return None
	}
	m := n.method(x)
	if m == nil {
		if i, ok := x.(*Instance); ok {
			if f, ok := i.lookup(n.name).(*Function); ok && i.fields.get(n.name) == nil {
				return fr.call(f, x, n.args, n.at)
			}
		}
		f, err := GetAttr(th, x, n.name)
		if err != nil {
			return fr.fail(n.at, err)
		}
		return fr.call(f, nil, n.args, n.at)
	}
	saved := th.free
	w := th.reserve(len(n.args))
	for i, a := range n.args {
		v := a.eval(fr)
		if v == nil {
			wipe(w)
			th.free = saved
			return nil
		}
		w[i] = v
	}
	fr.site = n.at
	v, err := m(th, x, w, nil)
	wipe(w)
	th.free = saved
	if err != nil {
		return fr.fail(n.at, err)
	}
	return v
}

// superNode is super() without arguments.
type superNode struct {
	self node
	at   int32
}

func (n *superNode) eval(fr *frame) Value {
	self := n.self.eval(fr)
	if self == nil {
		return nil
	}
	cls := fr.methodClass(self)
	if cls == nil {
		return fr.fail(n.at, raise(runtimeError, "super(): no class found for this method"))
	}
	return &superObject{cls: cls, self: self}
}

// methodClass finds the class whose method the frame runs, among those of self's type.
func (fr *frame) methodClass(self Value) *Type {
	t, ok := self.(*Type)
	if !ok {
		t = typeOf(self)
	}
	for _, m := range t.mro {
		if m.attrs == nil {
			continue
		}
		for _, v := range m.attrs.vals {
			switch w := v.(type) {
			case *Function:
				if w.fc == fr.fc {
					return m
				}
			case *wrapped:
				if f, ok := w.f.(*Function); ok && f.fc == fr.fc {
					return m
				}
			}
		}
	}
	return nil
}
