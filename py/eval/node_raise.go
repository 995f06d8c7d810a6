package eval

type raiseNode struct {
	x, cause node
	at       int32
}

func (n *raiseNode) exec(fr *frame) ctl {
	if n.x == nil {
		for f := fr; f != nil && f.exc != nil; {
			fr.th.err = f.exc
			return ctlError
		}
		fr.fail(n.at, raise(runtimeError, "No active exception to reraise"))
		return ctlError
	}
	v := n.x.eval(fr)
	if v == nil {
		return ctlError
	}
	e, err := fr.th.toException(v)
	if err != nil {
		fr.fail(n.at, err)
		return ctlError
	}
	if n.cause != nil {
		if e.cause = n.cause.eval(fr); e.cause == nil {
			return ctlError
		}
	}
	fr.fail(n.at, raiseExc(e))
	return ctlError
}

// toException turns the operand of raise into an exception.
func (th *Thread) toException(v Value) (*Exception, error) {
	switch x := v.(type) {
	case *Exception:
		return x, nil
	case *Type:
		if x.IsSubtype(baseException) {
			r, err := Call(th, x, nil, nil)
			if err != nil {
				return nil, err
			}
			if e, ok := r.(*Exception); ok {
				return e, nil
			}
		}
	}
	return nil, typeErr("exceptions must derive from BaseException")
}

type assertNode struct {
	cond condNode
	msg  node
	at   int32
}

func (n *assertNode) exec(fr *frame) ctl {
	switch n.cond.cond(fr) {
	case 1:
		return ctlNext
	case -1:
		return ctlError
	}
	e := &Exception{typ: assertionError, args: NewTuple()}
	if n.msg != nil {
		m := n.msg.eval(fr)
		if m == nil {
			return ctlError
		}
		e.args = NewTuple(m)
	}
	fr.fail(n.at, raiseExc(e))
	return ctlError
}

type handlerNode struct {
	typ    node // nil for a bare except
	target target
	body   *block
	at     int32
}

type tryNode struct {
	body     *block
	handlers []handlerNode
	els      *block
	finally  *block
}

func (n *tryNode) exec(fr *frame) ctl {
	c := n.protected(fr)
	if n.finally == nil {
		return c
	}
	th := fr.th
	pending, ret := th.err, fr.ret
	if pending != nil && pending.fatal != nil {
		return c
	}
	th.err = nil
	if f := n.finally.exec(fr); f != ctlNext {
		return f
	}
	th.err, fr.ret = pending, ret
	return c
}

// protected runs the body and, when it fails, the handler that fits.
func (n *tryNode) protected(fr *frame) ctl {
	th := fr.th
	if len(n.handlers) == 0 {
		return n.body.exec(fr)
	}
	th.handlers++
	c := n.body.exec(fr)
	th.handlers--
	if c != ctlError {
		if c == ctlNext && n.els != nil {
			return n.els.exec(fr)
		}
		return c
	}
	e := th.err
	if e.fatal != nil || e.Exc.typ == generatorExit && fr.gen != nil && fr.gen.stopped {
		return c
	}
	th.err = nil
	for i := range n.handlers {
		h := &n.handlers[i]
		if h.typ != nil {
			t := h.typ.eval(fr)
			if t == nil {
				return ctlError
			}
			ok, err := matches(e.Exc, t)
			if err != nil {
				fr.fail(h.at, err)
				return ctlError
			}
			if !ok {
				continue
			}
		}
		outer := fr.exc
		fr.exc = e
		if h.target != nil && !h.target.assign(fr, e.Exc) {
			return ctlError
		}
		c := h.body.exec(fr)
		fr.exc = outer
		if h.target != nil && c != ctlError {
			h.target.assign(fr, nil)
		}
		return c
	}
	th.err = e
	fr.place(e, e.at)
	return ctlError
}

// matches reports whether an except clause for t (a type or a tuple of types) catches e.
func matches(e *Exception, t Value) (bool, error) {
	switch t := t.(type) {
	case *Type:
		if t.IsSubtype(baseException) {
			return e.typ.IsSubtype(t), nil
		}
	case *Tuple:
		for _, x := range t.elems {
			if ok, err := matches(e, x); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return false, typeErr("catching classes that do not inherit from BaseException is not allowed")
}
