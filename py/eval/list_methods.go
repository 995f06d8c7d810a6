package eval

var listMethodNames = []string{"append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"}

func listMethod(name string) methodFunc {
	switch name {
	case "append":
		return on1("append", "object", func(th *Thread, l, x Value) (Value, error) {
			return None, l.(*List).push(th, x)
		})
	case "extend":
		return on1("extend", "iterable", func(th *Thread, l, x Value) (Value, error) {
			return None, l.(*List).extend(th, x)
		})
	case "insert":
		return listInsert
	case "pop":
		return listPop
	case "remove":
		return on1("remove", "value", func(th *Thread, l, x Value) (Value, error) {
			list := l.(*List)
			for i := 0; i < len(list.elems); i++ {
				if eq, err := sameOrEqual(th, list.elems[i], x); err != nil {
					return nil, err
				} else if eq {
					if !th.burn(int64(len(list.elems) >> 4)) {
						return nil, th.takeErr()
					}
					list.remove(i)
					return None, nil
				}
			}
			return nil, valueErr("list.remove(x): x not in list")
		})
	case "clear":
		return on0("clear", func(_ *Thread, l Value) (Value, error) {
			l.(*List).elems = nil
			return None, nil
		})
	case "copy":
		return on0("copy", func(th *Thread, l Value) (Value, error) {
			e, err := ToSlice(th, l)
			return NewList(e...), err
		})
	case "reverse":
		return on0("reverse", func(th *Thread, l Value) (Value, error) {
			e := l.(*List).elems
			if !th.burn(int64(len(e) >> 3)) {
				return nil, th.takeErr()
			}
			for i, j := 0, len(e)-1; i < j; i, j = i+1, j-1 {
				e[i], e[j] = e[j], e[i]
			}
			return None, nil
		})
	case "sort":
		return func(th *Thread, l Value, args []Value, kwargs []Kwarg) (Value, error) {
			var key Value = None
			reverse := false
			if err := UnpackArgs("sort", args, kwargs, "*key?", &key, "*reverse?", &reverse); err != nil {
				return nil, err
			}
			return None, th.sortList(l.(*List), key, reverse)
		}
	case "count", "index":
		return func(th *Thread, l Value, args []Value, kwargs []Kwarg) (Value, error) {
			return seqSearch(th, name, "list", l.(*List).elems, args, kwargs)
		}
	}
	return nil
}

// sortList sorts a list; while a key function runs the list looks empty, as in CPython.
func (th *Thread) sortList(l *List, key Value, reverse bool) error {
	vals := l.elems
	var keys []Value
	if key != Value(None) {
		keys = make([]Value, len(vals))
		if err := th.allocItems(len(vals), 16); err != nil {
			return err
		}
		saved := th.free
		w := th.reserve(1)
		for i, v := range vals {
			w[0] = v
			k, err := Call(th, key, w, nil)
			if err != nil {
				return err
			}
			keys[i] = k
		}
		w[0] = nil
		th.free = saved
	}
	return SortValues(th, vals, keys, reverse)
}

// Sorted is sorted(v, key=key, reverse=reverse); key may be None.
func Sorted(th *Thread, v, key Value, reverse bool) (*List, error) {
	elems, err := ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	l := NewList(elems...)
	return l, th.sortList(l, key, reverse)
}

func listInsert(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	var at, x Value
	if err := UnpackArgs("insert", args, kwargs, "index", &at, "object", &x); err != nil {
		return nil, err
	}
	i, ok, err := asIndex(th, at)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, typeErr("'%s' object cannot be interpreted as an integer", at.TypeName())
	}
	l := recv.(*List)
	n := len(l.elems)
	if i < 0 {
		i = max(i+n, 0)
	}
	i = min(i, n)
	if !th.burn(int64(n >> 4)) {
		return nil, th.takeErr()
	}
	if err := l.push(th, x); err != nil {
		return nil, err
	}
	copy(l.elems[i+1:], l.elems[i:n])
	l.elems[i] = x
	return None, nil
}

func listPop(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
	var at Value = Int(-1)
	if err := UnpackArgs("pop", args, kwargs, "index?", &at); err != nil {
		return nil, err
	}
	l := recv.(*List)
	if len(l.elems) == 0 {
		return nil, raise(indexError, "pop from empty list")
	}
	i, ok, err := asIndex(th, at)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, typeErr("'%s' object cannot be interpreted as an integer", at.TypeName())
	}
	if i < 0 {
		i += len(l.elems)
	}
	if i < 0 || i >= len(l.elems) {
		return nil, raise(indexError, "pop index out of range")
	}
	if !th.burn(int64((len(l.elems) - i) >> 4)) {
		return nil, th.takeErr()
	}
	return l.remove(i), nil
}

// seqSearch is count or index of a list or tuple.
func seqSearch(th *Thread, name, what string, elems []Value, args []Value, kwargs []Kwarg) (Value, error) {
	var x Value
	lo, hi := 0, len(elems)
	var err error
	if name == "count" {
		err = UnpackArgs(name, args, kwargs, "value", &x)
	} else {
		err = UnpackArgs(name, args, kwargs, "value", &x, "start?", &lo, "stop?", &hi)
	}
	if err != nil {
		return nil, err
	}
	if !th.burn(int64(len(elems) >> 2)) {
		return nil, th.takeErr()
	}
	if lo < 0 {
		lo = max(lo+len(elems), 0)
	}
	if hi < 0 {
		hi += len(elems)
	}
	hi = min(hi, len(elems))
	n := int64(0)
	for i := lo; i < hi; i++ {
		eq, err := sameOrEqual(th, elems[i], x)
		if err != nil {
			return nil, err
		}
		if !eq {
			continue
		}
		if name == "index" {
			return MakeInt(int64(i)), nil
		}
		n++
	}
	if name == "index" {
		if what == "tuple" {
			return nil, valueErr("tuple.index(x): x not in tuple")
		}
		return nil, valueErr("%s is not in list", shortRepr(x, maxShown))
	}
	return MakeInt(n), nil
}

func tupleMethod(name string) methodFunc {
	if name == "count" || name == "index" {
		return func(th *Thread, t Value, args []Value, kwargs []Kwarg) (Value, error) {
			return seqSearch(th, name, "tuple", t.(*Tuple).elems, args, kwargs)
		}
	}
	return nil
}

func namedTupleMethod(name string) methodFunc {
	switch name {
	case "_asdict":
		return func(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
			t := v.(*Tuple)
			d := NewDict(len(t.elems))
			for i, f := range t.typ.fields() {
				if err := d.Set(th, Str(f), t.elems[i]); err != nil {
					return nil, err
				}
			}
			return d, nil
		}
	case "_replace":
		return func(th *Thread, v Value, args []Value, kwargs []Kwarg) (Value, error) {
			t := v.(*Tuple)
			out := &Tuple{elems: append([]Value(nil), t.elems...), typ: t.typ}
		next:
			for _, k := range kwargs {
				for i, f := range t.typ.fields() {
					if f == k.Name {
						out.elems[i] = k.Value
						continue next
					}
				}
				return nil, valueErr("Got unexpected field names: ['%s']", k.Name)
			}
			return out, nil
		}
	}
	return nil
}

func rangeMethod(name string) methodFunc {
	switch name {
	case "count", "index":
		return on1(name, "value", func(th *Thread, v, x Value) (Value, error) {
			i, ok := 0, false
			if n, isInt := AsInt64(x); isInt {
				i, ok = v.(*Range).index(n)
			}
			switch {
			case name == "count":
				return MakeInt(b2i(Bool(ok))), nil
			case !ok:
				return nil, valueErr("%s is not in range", shortRepr(x, maxShown))
			}
			return MakeInt(int64(i)), nil
		})
	}
	return nil
}
