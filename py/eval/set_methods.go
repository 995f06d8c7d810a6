package eval

var setMethodNames = []string{"add", "clear", "copy", "difference", "difference_update", "discard", "intersection",
	"intersection_update", "isdisjoint", "issubset", "issuperset", "pop", "remove", "symmetric_difference",
	"symmetric_difference_update", "union", "update"}

func setMethod(name string, frozen bool) methodFunc {
	switch name {
	case "add", "clear", "discard", "remove", "pop", "update", "difference_update", "intersection_update", "symmetric_difference_update":
		if frozen {
			return nil
		}
	}
	switch name {
	case "add":
		return on1("add", "elem", func(th *Thread, s, x Value) (Value, error) {
			return None, s.(*Set).Add(th, x)
		})
	case "discard", "remove":
		return func(th *Thread, s Value, args []Value, kwargs []Kwarg) (Value, error) {
			var x Value
			if err := UnpackArgs(name, args, kwargs, "elem", &x); err != nil {
				return nil, err
			}
			found, err := s.(*Set).Remove(th, x)
			if err == nil && !found && name == "remove" {
				err = raiseExc(&Exception{typ: keyError, args: NewTuple(x)})
			}
			return None, err
		}
	case "pop":
		return on0("pop", func(_ *Thread, s Value) (Value, error) {
			v := s.(*Set).pop()
			if v == nil {
				return nil, raise(keyError, "pop from an empty set")
			}
			return v, nil
		})
	case "clear":
		return on0("clear", func(_ *Thread, s Value) (Value, error) {
			s.(*Set).clear()
			return None, nil
		})
	case "copy":
		return on0("copy", func(th *Thread, s Value) (Value, error) {
			c, err := s.(*Set).copySet(th)
			if err == nil {
				c.frozen = frozen
			}
			return c, err
		})
	case "isdisjoint", "issubset", "issuperset":
		return setTest(name)
	case "union", "update", "intersection", "intersection_update", "difference", "difference_update", "symmetric_difference",
		"symmetric_difference_update":
		return setCombine(name)
	}
	return nil
}

// asSet gives a set as it is, and a set of the elements of any other iterable.
func (th *Thread) asSet(v Value) (*Set, error) {
	if s, ok := v.(*Set); ok {
		return s, nil
	}
	return th.newSet(v, false)
}

func setTest(name string) methodFunc {
	return on1(name, "other", func(th *Thread, recv, x Value) (Value, error) {
		s := recv.(*Set)
		o, err := th.asSet(x)
		if err != nil {
			return nil, err
		}
		if !th.burn(int64(s.used + o.used)) {
			return nil, th.takeErr()
		}
		switch name {
		case "issubset":
			ok, err := s.subset(th, o)
			return Bool(ok), err
		case "issuperset":
			ok, err := o.subset(th, s)
			return Bool(ok), err
		}
		both, err := s.filter(th, o, true)
		if err != nil {
			return nil, err
		}
		return Bool(both.used == 0), nil
	})
}

func setCombine(name string) methodFunc {
	return func(th *Thread, recv Value, args []Value, kwargs []Kwarg) (Value, error) {
		if err := NoKwargs(name, kwargs); err != nil {
			return nil, err
		}
		s := recv.(*Set)
		change := name == "update" || len(name) > 7 && name[len(name)-7:] == "_update"
		r := s
		var err error
		if !change {
			if r, err = s.copySet(th); err != nil {
				return nil, err
			}
		}
		sym := name == "symmetric_difference" || name == "symmetric_difference_update"
		if sym && len(args) != 1 {
			return nil, typeErr("%s() takes exactly one argument (%d given)", name, len(args))
		}
		for i, a := range args {
			switch name {
			case "union", "update":
				err = r.update(th, a)
			case "symmetric_difference", "symmetric_difference_update":
				var o *Set
				if o, err = th.asSet(a); err == nil {
					if change {
						err = r.toggle(th, o)
						break
					}
					var v Value
					if v, err = s.binary(th, OpXor, o); err == nil {
						r = v.(*Set)
					}
				}
			default:
				op := OpAnd
				if name == "difference" || name == "difference_update" {
					op = OpSub
				}
				var v Value
				if v, err = th.combine(op, r, a, i == 0 && !change); err == nil {
					if change {
						f := s.frozen
						*r = *v.(*Set)
						r.frozen = f
					} else {
						r = v.(*Set)
					}
				}
			}
			if err != nil {
				return nil, err
			}
		}
		if change {
			return None, nil
		}
		r.frozen = s.frozen
		return r, nil
	}
}

// combine is r & a or r - a for any iterable a.
func (th *Thread) combine(op Op, r *Set, a Value, _ bool) (Value, error) {
	o, ok := a.(*Set)
	if ok {
		return r.binary(th, op, o)
	}
	if op == OpAnd { // CPython adds what it meets, in the order of the iterable
		out := NewSet()
		err := th.each(a, func(x Value) error {
			h, known, err := th.hash(x)
			if err != nil {
				return err
			}
			if _, found, err := r.find(th, x, h); err != nil || !found {
				return err
			}
			return out.addHash(th, x, h, known)
		})
		return out, err
	}
	o, err := th.newSet(a, false)
	if err != nil {
		return nil, err
	}
	return r.binary(th, op, o)
}
