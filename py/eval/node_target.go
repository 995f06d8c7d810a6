package eval

// target is what can be assigned to. assign gives false when it failed, with the error pending.
type target interface {
	assign(fr *frame, v Value) bool
	del(fr *frame) bool
}

type localTarget struct {
	slot int
	name string
	at   int32
}

func (t *localTarget) assign(fr *frame, v Value) bool {
	fr.loc[t.slot] = v
	return true
}

func (t *localTarget) del(fr *frame) bool {
	if fr.loc[t.slot] == nil {
		fr.unbound(t.name, t.at)
		return false
	}
	fr.loc[t.slot] = nil
	return true
}

type cellTarget struct {
	slot int
	name string
	at   int32
}

func (t *cellTarget) assign(fr *frame, v Value) bool {
	if c, ok := fr.loc[t.slot].(*cell); ok {
		c.v = v
	} else {
		fr.loc[t.slot] = &cell{v}
	}
	return true
}

func (t *cellTarget) del(fr *frame) bool {
	c, ok := fr.loc[t.slot].(*cell)
	if !ok || c.v == nil {
		fr.unbound(t.name, t.at)
		return false
	}
	c.v = nil
	return true
}

type freeTarget struct {
	idx  int
	name string
	at   int32
}

func (t *freeTarget) assign(fr *frame, v Value) bool {
	fr.free[t.idx].v = v
	return true
}

func (t *freeTarget) del(fr *frame) bool {
	if fr.free[t.idx].v == nil {
		fr.unbound(t.name, t.at)
		return false
	}
	fr.free[t.idx].v = nil
	return true
}

type globalTarget struct {
	slot int
	name string
	at   int32
}

func (t *globalTarget) assign(fr *frame, v Value) bool {
	fr.g.Set(t.slot, v)
	return true
}

func (t *globalTarget) del(fr *frame) bool {
	if fr.g.Get(t.slot) == nil {
		fr.fail(t.at, fr.noName(t.name))
		return false
	}
	fr.g.Set(t.slot, nil)
	return true
}

type attrTarget struct {
	x    node
	name string
	at   int32
}

func (t *attrTarget) assign(fr *frame, v Value) bool {
	x := t.x.eval(fr)
	if x == nil {
		return false
	}
	if err := SetAttr(fr.th, x, t.name, v); err != nil {
		fr.fail(t.at, err)
		return false
	}
	return true
}

func (t *attrTarget) del(fr *frame) bool {
	x := t.x.eval(fr)
	if x == nil {
		return false
	}
	if err := delAttr(fr.th, x, t.name); err != nil {
		fr.fail(t.at, err)
		return false
	}
	return true
}

type indexTarget struct {
	x, key node
	at     int32
}

func (t *indexTarget) assign(fr *frame, v Value) bool {
	x := t.x.eval(fr)
	if x == nil {
		return false
	}
	key := t.key.eval(fr)
	if key == nil {
		return false
	}
	if l, ok := x.(*List); ok {
		if i, ok := key.(Int); ok && uint64(i) < uint64(len(l.elems)) {
			l.elems[i] = v
			return true
		}
	}
	if err := SetIndex(fr.th, x, key, v); err != nil {
		fr.fail(t.at, err)
		return false
	}
	return true
}

func (t *indexTarget) del(fr *frame) bool {
	x := t.x.eval(fr)
	if x == nil {
		return false
	}
	key := t.key.eval(fr)
	if key == nil {
		return false
	}
	if err := DelIndex(fr.th, x, key); err != nil {
		fr.fail(t.at, err)
		return false
	}
	return true
}

// unpackTarget is a tuple or list of targets.
type unpackTarget struct {
	elts []target
	star int // which one is starred, or -1
	at   int32
}

func (t *unpackTarget) assign(fr *frame, v Value) bool {
	var elems []Value
	switch x := v.(type) {
	case *Tuple:
		elems = x.elems
	case *List:
		elems = x.elems
	default:
		it, err := Iterate(fr.th, v)
		if err != nil {
			fr.fail(t.at, typeErr("cannot unpack non-iterable %s object", v.TypeName()))
			return false
		}
		for t.star >= 0 || len(elems) <= len(t.elts) { // one more than wanted is enough to know
			e, err := it.Next(fr.th)
			if err != nil {
				fr.fail(t.at, err)
				return false
			}
			if e == nil {
				break
			}
			if !fr.th.burn(1) {
				return fr.failPending(t.at)
			}
			elems = append(elems, e)
		}
	}
	if t.star < 0 {
		if len(elems) != len(t.elts) {
			if len(elems) > len(t.elts) {
				fr.fail(t.at, valueErr("too many values to unpack (expected %d)", len(t.elts)))
			} else {
				fr.fail(t.at, valueErr("not enough values to unpack (expected %d, got %d)", len(t.elts), len(elems)))
			}
			return false
		}
		if _, ok := v.(*List); ok { // assigning may change the list
			elems = append([]Value(nil), elems...)
		}
		for i, e := range t.elts {
			if l, ok := e.(*localTarget); ok {
				fr.loc[l.slot] = elems[i]
			} else if !e.assign(fr, elems[i]) {
				return false
			}
		}
		return true
	}
	after := len(t.elts) - t.star - 1
	if len(elems) < len(t.elts)-1 {
		fr.fail(t.at, valueErr("not enough values to unpack (expected at least %d, got %d)", len(t.elts)-1, len(elems)))
		return false
	}
	elems = append([]Value(nil), elems...)
	if err := fr.th.allocItems(len(elems), 16); err != nil {
		fr.fail(t.at, err)
		return false
	}
	for i, e := range t.elts {
		var x Value
		switch {
		case i < t.star:
			x = elems[i]
		case i == t.star:
			x = NewList(append([]Value(nil), elems[t.star:len(elems)-after]...)...)
		default:
			x = elems[len(elems)-len(t.elts)+i]
		}
		if !e.assign(fr, x) {
			return false
		}
	}
	return true
}

func (t *unpackTarget) del(fr *frame) bool {
	for _, e := range t.elts {
		if !e.del(fr) {
			return false
		}
	}
	return true
}
