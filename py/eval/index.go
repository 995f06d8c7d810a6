package eval

// GetIndex is v[key].
func GetIndex(th *Thread, v, key Value) (Value, error) {
	switch x := v.(type) {
	case *List:
		if i, ok := key.(Int); ok {
			if i < 0 {
				i += Int(len(x.elems))
			}
			if uint64(i) < uint64(len(x.elems)) {
				return x.elems[i], nil
			}
			return nil, raise(indexError, "list index out of range")
		}
		if s, ok := key.(*Slice); ok {
			e, err := th.sliceElems(x.elems, s)
			return NewList(e...), err
		}
		i, err := position(th, key, len(x.elems), "list")
		if err != nil {
			return nil, err
		}
		return x.elems[i], nil
	case *Dict:
		return x.at(th, key)
	case *Tuple:
		if s, ok := key.(*Slice); ok {
			e, err := th.sliceElems(x.elems, s)
			return NewTuple(e...), err
		}
		i, err := position(th, key, len(x.elems), "tuple")
		if err != nil {
			return nil, err
		}
		return x.elems[i], nil
	case Str:
		return th.strIndex(string(x), key)
	case *Range:
		if s, ok := key.(*Slice); ok {
			return x.slice(th, s)
		}
		i, err := position(th, key, int(x.n), "range object")
		if err != nil {
			return nil, err
		}
		return MakeInt(x.At(i)), nil
	case Indexer:
		return x.Index(th, key)
	case *Type: // a type with parameters, list[int], is the type itself
		if x.kind != kClass || x.attrs.get("__class_getitem__") == nil {
			return x, nil
		}
	}
	return nil, typeErr("'%s' object is not subscriptable", v.TypeName())
}

// SetIndex is v[key] = x.
func SetIndex(th *Thread, v, key, x Value) error {
	switch c := v.(type) {
	case *List:
		if i, ok := key.(Int); ok {
			if i < 0 {
				i += Int(len(c.elems))
			}
			if uint64(i) < uint64(len(c.elems)) {
				c.elems[i] = x
				return nil
			}
			return raise(indexError, "list assignment index out of range")
		}
		if s, ok := key.(*Slice); ok {
			return th.setSlice(c, s, x)
		}
		i, err := position(th, key, len(c.elems), "list")
		if err != nil {
			return err
		}
		c.elems[i] = x
		return nil
	case *Dict:
		return c.Set(th, key, x)
	case IndexSetter:
		return c.SetIndex(th, key, x)
	}
	return typeErr("'%s' object does not support item assignment", v.TypeName())
}

func (th *Thread) setSlice(l *List, s *Slice, x Value) error {
	vals, err := ToSlice(th, x)
	if err != nil {
		if _, ok := x.(Iterable); !ok {
			return typeErr("can only assign an iterable")
		}
		return err
	}
	start, step, count, err := s.Indices(th, len(l.elems))
	if err != nil {
		return err
	}
	if step != 1 {
		if len(vals) != count {
			return valueErr("attempt to assign sequence of size %d to extended slice of size %d", len(vals), count)
		}
		for i, v := range vals {
			l.elems[start+i*step] = v
		}
		return nil
	}
	n := len(l.elems) - count + len(vals)
	if err := th.allocItems(n, 16); err != nil {
		return err
	}
	if !th.burn(int64(n >> 4)) {
		return th.takeErr()
	}
	out := make([]Value, 0, n)
	out = append(out, l.elems[:start]...)
	out = append(out, vals...)
	l.elems = append(out, l.elems[start+count:]...)
	return nil
}

// DelIndex is del v[key].
func DelIndex(th *Thread, v, key Value) error {
	switch c := v.(type) {
	case *List:
		if s, ok := key.(*Slice); ok {
			start, step, count, err := s.Indices(th, len(c.elems))
			if err != nil {
				return err
			}
			gone := make(map[int]bool, count)
			for i := range count {
				gone[start+i*step] = true
			}
			out := c.elems[:0:0]
			for i, e := range c.elems {
				if !gone[i] {
					out = append(out, e)
				}
			}
			c.elems = out
			return nil
		}
		i, err := position(th, key, len(c.elems), "list")
		if err != nil {
			return err
		}
		c.remove(i)
		return nil
	case *Dict:
		old, err := c.Delete(th, key)
		if err == nil && old == nil {
			err = raiseExc(&Exception{typ: keyError, args: NewTuple(key)})
		}
		return err
	case IndexDeleter:
		return c.DelIndex(th, key)
	}
	return typeErr("'%s' object doesn't support item deletion", v.TypeName())
}

// remove takes out element i.
func (l *List) remove(i int) Value {
	v := l.elems[i]
	copy(l.elems[i:], l.elems[i+1:])
	l.elems[len(l.elems)-1] = nil
	l.elems = l.elems[:len(l.elems)-1]
	return v
}

// Length is len(v).
func Length(th *Thread, v Value) (int, error) {
	switch x := v.(type) {
	case Str:
		return strLen(string(x)), nil
	case *Instance:
		f := x.lookup("__len__")
		if f == nil {
			break
		}
		r, err := x.callMethod(th, f)
		if err != nil {
			return 0, err
		}
		n, ok := AsInt64(r)
		if !ok {
			return 0, typeErr("'%s' object cannot be interpreted as an integer", r.TypeName())
		}
		if n < 0 {
			return 0, valueErr("__len__() should return >= 0")
		}
		return int(n), nil
	case Lener:
		return x.Len(), nil
	}
	return 0, typeErr("object of type '%s' has no len()", v.TypeName())
}
