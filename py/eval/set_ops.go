package eval

// merge adds all of o, growing and laying out as set_merge of CPython does.
func (s *Set) merge(th *Thread, o *Set) error {
	if o == s || o.used == 0 {
		return nil
	}
	if (s.fill+o.used)*5 >= (len(s.table)-1)*3 {
		if err := s.resize(th, (s.used+o.used)*2); err != nil {
			return err
		}
	}
	if err := th.allocItems(o.used, 24); err != nil {
		return err
	}
	if !th.burn(int64(o.used)) {
		return th.takeErr()
	}
	s.pure = s.pure && o.pure
	if s.fill == 0 {
		if len(s.table) == len(o.table) && o.fill == o.used { // a copy of the table as it stands
			s.entries = append(make([]setEntry, 0, len(o.entries)), o.entries...)
			copy(s.table, o.table)
			s.fill, s.used = o.fill, o.used
			return nil
		}
		s.entries = s.entries[:0]
		o.each(func(e *setEntry) bool {
			s.entries = append(s.entries, *e)
			s.insertClean(int32(len(s.entries)))
			return true
		})
		s.fill, s.used = o.used, o.used
		return nil
	}
	var err error
	o.each(func(e *setEntry) bool {
		err = s.addHash(th, e.key, e.hash, s.pure)
		return err == nil
	})
	return err
}

func (s *Set) update(th *Thread, v Value) error {
	switch o := v.(type) {
	case *Set:
		return s.merge(th, o)
	case *Dict:
		for _, e := range o.entries {
			if e.key != nil {
				if err := s.Add(th, e.key); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return th.each(v, func(x Value) error { return s.Add(th, x) })
}

// binary is | & - ^ between sets; the result is of the left operand's kind.
func (s *Set) binary(th *Thread, op Op, o *Set) (Value, error) {
	var r *Set
	var err error
	if !th.burn(int64(s.used + o.used)) {
		return nil, th.takeErr()
	}
	switch op {
	case OpOr:
		if r, err = s.copySet(th); err == nil {
			err = r.merge(th, o)
		}
	case OpAnd:
		small, large := o, s
		if o.used > s.used {
			small, large = s, o
		}
		r, err = small.filter(th, large, true)
	case OpSub:
		if s.used>>2 > o.used {
			if r, err = s.copySet(th); err == nil {
				err = r.subtract(th, o)
			}
		} else {
			r, err = s.filter(th, o, false)
		}
	case OpXor:
		if r, err = o.copySet(th); err == nil {
			err = r.toggle(th, s)
		}
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r.frozen = s.frozen
	return r, nil
}

// filter gives the elements of s that are (or are not) in o.
func (s *Set) filter(th *Thread, o *Set, in bool) (*Set, error) {
	r := NewSet()
	var err error
	s.each(func(e *setEntry) bool {
		var found bool
		if _, found, err = o.find(th, e.key, e.hash); err == nil && found == in {
			err = r.addHash(th, e.key, e.hash, s.pure)
		}
		return err == nil
	})
	return r, err
}

func (s *Set) subtract(th *Thread, o *Set) error {
	var err error
	o.each(func(e *setEntry) bool {
		var pos int
		var found bool
		if pos, found, err = s.find(th, e.key, e.hash); found {
			s.removeAt(pos)
		}
		return err == nil
	})
	return err
}

func (s *Set) toggle(th *Thread, o *Set) error {
	var err error
	o.each(func(e *setEntry) bool {
		var pos int
		var found bool
		pos, found, err = s.find(th, e.key, e.hash)
		switch {
		case err != nil:
		case found:
			s.removeAt(pos)
		default:
			err = s.addHash(th, e.key, e.hash, o.pure)
		}
		return err == nil
	})
	return err
}

func (s *Set) subset(th *Thread, o *Set) (bool, error) {
	if s.used > o.used {
		return false, nil
	}
	all := true
	var err error
	s.each(func(e *setEntry) bool {
		_, all, err = o.find(th, e.key, e.hash)
		return all && err == nil
	})
	return all, err
}

func (s *Set) compare(th *Thread, op Op, o *Set) (Value, error) {
	if !th.burn(int64(s.used + o.used)) {
		return nil, th.takeErr()
	}
	var r bool
	var err error
	switch op {
	case OpEq, OpNe:
		r = s.used == o.used
		if r {
			r, err = s.subset(th, o)
		}
		r = r == (op == OpEq)
	case OpLe:
		r, err = s.subset(th, o)
	case OpLt:
		if s.used < o.used {
			r, err = s.subset(th, o)
		}
	case OpGe:
		r, err = o.subset(th, s)
	case OpGt:
		if o.used < s.used {
			r, err = o.subset(th, s)
		}
	}
	if err != nil {
		return nil, err
	}
	return Bool(r), nil
}
