package eval

// ShallowCopy is copy.copy(v): containers and objects are copied, all else is shared.
func ShallowCopy(th *Thread, v Value) (Value, error) {
	switch x := v.(type) {
	case *List:
		e, err := ToSlice(th, x)
		return NewList(e...), err
	case *Dict:
		return x.copyDict(th)
	case *Set:
		c, err := x.copySet(th)
		if err == nil {
			c.frozen = x.frozen
		}
		return c, err
	case *Instance:
		if f := x.lookup("__copy__"); f != nil {
			return x.callMethod(th, f)
		}
		return x.copyFields(th)
	case Iterable:
		if c, err := GetAttr(th, v, "copy"); err == nil && IsCallable(c) {
			return Call(th, c, nil, nil)
		}
	}
	return v, nil
}

func (o *Instance) copyFields(th *Thread) (*Instance, error) {
	n := &Instance{typ: o.typ}
	n.fields.names = append([]string(nil), o.fields.names...)
	n.fields.vals = append([]Value(nil), o.fields.vals...)
	n.fields.reindex()
	return n, th.Alloc(96 + 32*len(n.fields.names) + 64*len(n.fields.index))
}

// DeepCopy is copy.deepcopy(v). What is shared in v is shared in the copy, and values that do not change are not copied.
func DeepCopy(th *Thread, v Value) (Value, error) {
	c := copier{th: th, done: map[Value]Value{}}
	return c.copy(v)
}

type copier struct {
	th   *Thread
	done map[Value]Value
}

func (c *copier) copy(v Value) (Value, error) {
	switch v.(type) {
	case *List, *Tuple, *Dict, *Set, *Instance:
	case Iterable:
		return ShallowCopy(c.th, v)
	default:
		return v, nil
	}
	if d := c.done[v]; d != nil {
		return d, nil
	}
	th := c.th
	if th.depth++; th.depth > th.limits.Depth {
		th.depth--
		return nil, th.tooDeep()
	}
	defer func() { th.depth-- }()
	if !th.burn(1) {
		return nil, th.takeErr()
	}
	switch x := v.(type) {
	case *List:
		n := &List{}
		c.done[v] = n
		return n, c.slice(x.elems, &n.elems)
	case *Tuple:
		n := &Tuple{typ: x.typ}
		if err := c.slice(x.elems, &n.elems); err != nil {
			return nil, err
		}
		for i := range n.elems {
			if !identical(n.elems[i], x.elems[i]) {
				c.done[v] = n
				return n, nil
			}
		}
		return x, nil
	case *Dict:
		n := &Dict{typ: x.typ, missing: x.missing}
		c.done[v] = n
		for _, e := range x.Items() {
			k, err := c.copy(e[0])
			if err != nil {
				return nil, err
			}
			y, err := c.copy(e[1])
			if err != nil {
				return nil, err
			}
			if err := n.Set(th, k, y); err != nil {
				return nil, err
			}
		}
		return n, nil
	case *Set:
		n := NewSet()
		for _, e := range x.Elems() {
			y, err := c.copy(e)
			if err != nil {
				return nil, err
			}
			if err := n.Add(th, y); err != nil {
				return nil, err
			}
		}
		n.frozen = x.frozen
		c.done[v] = n
		return n, nil
	}
	x := v.(*Instance)
	if f := x.lookup("__deepcopy__"); f != nil {
		return x.callMethod(th, f, NewDict(0))
	}
	n, err := x.copyFields(th)
	if err != nil {
		return nil, err
	}
	c.done[v] = n
	for i, y := range n.fields.vals {
		if n.fields.vals[i], err = c.copy(y); err != nil {
			return nil, err
		}
	}
	return n, nil
}

func (c *copier) slice(src []Value, dst *[]Value) error {
	if err := c.th.allocItems(len(src), 16); err != nil {
		return err
	}
	*dst = make([]Value, 0, len(src))
	for _, v := range src {
		y, err := c.copy(v)
		if err != nil {
			return err
		}
		*dst = append(*dst, y)
	}
	return nil
}
