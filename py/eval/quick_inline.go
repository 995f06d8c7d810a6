package eval

// qcontext is a function that is being put in place of its call: its variables are registers, and what it returns is the value of
// the call. Functions that do more than compute numbers from numbers are not put in place.
type qcontext struct {
	c        *qcompiler
	outer    *qcontext
	fn       *Function
	cell     int // where the function is kept
	site     int
	vars     []operand // by slot
	assigned []bool    // which variables have a value at this place for certain
	result   operand
	done     *qlabel
	loops    []qbounds
}

// inline puts a function in place of a call.
func (c *qcompiler) inline(in qinput, f *Function, args []node) (operand, bool) {
	fc := f.fc
	if c.inside >= quickNest || f.g != c.fr.g || !fc.simple || fc.isGen || fc.isClass || len(fc.cells) > 0 ||
		len(args) > fc.npos || len(args) < fc.npos-len(f.defaults) || fc.nlocals > 24 {
		return operand{}, false
	}
	for x := c.ctx; x != nil; x = x.outer {
		if x.fn.fc == fc {
			return operand{}, false // it calls itself
		}
	}
	given, ok := c.args(args)
	if !ok {
		return operand{}, false
	}
	cell := c.code.inputs[c.input(in)].cell
	for i := len(args); i < fc.npos; i++ {
		k := i - (fc.npos - len(f.defaults))
		t := quickType(f.defaults[k])
		if t == qObject {
			return operand{}, false
		}
		d := &c.code.inputs[c.input(qinput{src: inDefault, index: k, fn: cell, t: t})]
		given = append(given, operand{t: t, reg: d.reg})
	}
	c.site++
	x := &qcontext{c: c, outer: c.ctx, fn: f, cell: cell, site: c.site, vars: make([]operand, fc.nlocals), assigned: make([]bool, fc.nlocals)}
	x.result = operand{t: c.types[qkey{x.site, -1}], reg: c.temp(1), tag: c.temp(1), hint: qFloat}
	for i := range x.vars {
		x.vars[i] = operand{t: c.types[qkey{x.site, i}], reg: c.temp(1), tag: c.temp(1), hint: qFloat}
	}
	for i, v := range given {
		if v.t == qObject {
			x.vars[i] = v // an object has a name more, and the function cannot give it another
		} else if !x.assign(i, v) {
			return operand{}, false
		}
		x.assigned[i] = true
	}
	c.ctx = x
	c.inside++
	c.code.depth = max(c.code.depth, c.inside)
	defer func() {
		c.ctx = x.outer
		c.inside--
	}()
	if fc.expr != nil {
		c.charge(true, fc.cost)
		return c.expr(fc.expr)
	}
	x.done = c.label()
	ends, ok := x.block(fc.body)
	if !ok || !ends { // one that may end without a return gives None
		return operand{}, false
	}
	c.bind(x.done)
	return x.result, x.result.t != qNone
}

// read gives a variable.
func (x *qcontext) read(slot int) (operand, bool) {
	v := x.vars[slot]
	return v, x.assigned[slot] && v.t != qNone
}

// assign gives a variable a number.
func (x *qcontext) assign(slot int, v operand) bool {
	if x.vars[slot].t == qObject {
		return false
	}
	return x.put(&x.vars[slot], slot, v)
}

func (x *qcontext) put(to *operand, slot int, v operand) bool {
	c := x.c
	switch {
	case v.t == qObject:
		return false
	case to.t == qNone:
		c.widen(qkey{x.site, slot}, qNone, v.t)
		to.t, to.hint = v.t, v.t
	case to.t == v.t, to.t == qNum && number(v.t):
	default:
		c.widen(qkey{x.site, slot}, to.t, v.t)
		return number(to.t) && number(v.t) // the code is wrong, and will be made again
	}
	c.put(*to, v)
	return true
}

// block compiles a block of a function; ends tells that nothing behind it is reached.
func (x *qcontext) block(b *block) (ends, ok bool) {
	x.c.charge(true, b.cost)
	for _, s := range b.stmts {
		low := x.c.low
		ends, ok = x.stmt(s)
		x.c.low = low
		if !ok || ends || x.c.failed {
			return ends, ok
		}
	}
	return false, true
}

func (x *qcontext) stmt(s stmtNode) (ends, ok bool) {
	c := x.c
	switch n := s.(type) {
	case *returnNode:
		v, ok := c.expr(n.x)
		if !ok || !x.put(&x.result, -1, v) {
			return false, false
		}
		c.jump(qJump, 0, 0, x.done)
		return true, true
	case ctlNode:
		l := x.loops[len(x.loops)-1]
		if ctl(n) == ctlBreak {
			c.jump(qJump, 0, 0, l.brk)
		} else {
			c.jump(qJump, 0, 0, l.cont)
		}
		return true, true
	case *assignLocalNode:
		v, ok := c.expr(n.x)
		return false, ok && x.set(n.slot, v)
	case *augNode:
		if n.slot < 0 {
			return false, false
		}
		old, ok := x.read(n.slot)
		if !ok {
			return false, false
		}
		y, ok := c.expr(n.y)
		if !ok {
			return false, false
		}
		v, ok := c.arith(n.op, old, y)
		return false, ok && x.set(n.slot, v)
	case *swapNode:
		var vals [4]operand
		for i, e := range n.elts {
			v, ok := c.expr(e)
			if !ok || v.t == qObject {
				return false, false
			}
			vals[i] = c.copy(v)
		}
		for i, t := range n.targets {
			l, ok := t.(*localTarget)
			if !ok || !x.set(l.slot, vals[i]) {
				return false, false
			}
		}
		return false, true
	case *ifStmtNode:
		return x.ifStmt(n)
	case *whileNode:
		return false, x.whileLoop(n)
	case *forNode:
		return false, x.forLoop(n)
	}
	return false, false
}

func (x *qcontext) set(slot int, v operand) bool {
	ok := x.assign(slot, v)
	x.assigned[slot] = true
	return ok
}

// copy puts a number into registers of its own.
func (c *qcompiler) copy(v operand) operand {
	to := operand{t: v.t, reg: c.temp(1), hint: v.hint}
	c.emit(qMove, to.reg, v.reg, 0, 0)
	if v.t == qNum {
		to.tag = c.temp(1)
		c.emit(qMove, to.tag, v.tag, 0, 0)
	}
	return to
}

func (x *qcontext) ifStmt(n *ifStmtNode) (ends, ok bool) {
	c := x.c
	other, end := c.label(), c.label()
	if !c.condJump(n.cond, false, other) {
		return false, false
	}
	before := append([]bool(nil), x.assigned...)
	ends1, ok := x.block(n.body)
	if !ok {
		return false, false
	}
	after := x.assigned
	x.assigned = before
	ends2 := false
	if n.els != nil {
		c.jump(qJump, 0, 0, end)
		c.bind(other)
		if ends2, ok = x.block(n.els); !ok {
			return false, false
		}
	} else {
		c.bind(other)
	}
	c.bind(end)
	for i := range x.assigned { // what both ways have assigned, or the one that goes on
		switch {
		case ends1:
		case ends2:
			x.assigned[i] = after[i]
		default:
			x.assigned[i] = x.assigned[i] && after[i]
		}
	}
	return ends1 && ends2, true
}

// round compiles the body of a loop, which may not run at all.
func (x *qcontext) round(b *block, brk, cont *qlabel) bool {
	before := append([]bool(nil), x.assigned...)
	x.loops = append(x.loops, qbounds{brk: brk, cont: cont})
	_, ok := x.block(b)
	x.loops = x.loops[:len(x.loops)-1]
	x.assigned = before
	return ok
}

func (x *qcontext) whileLoop(n *whileNode) bool {
	c := x.c
	body, again, end := c.label(), c.label(), c.label()
	c.jump(qJump, 0, 0, again)
	c.bind(body)
	if !x.round(n.body, end, again) {
		return false
	}
	c.bind(again)
	if !c.condJump(n.cond, true, body) {
		return false
	}
	return x.after(n.els, end)
}

// after compiles what runs when a loop was not left early.
func (x *qcontext) after(els *block, end *qlabel) bool {
	if els != nil {
		before := append([]bool(nil), x.assigned...)
		if _, ok := x.block(els); !ok {
			return false
		}
		x.assigned = before
	}
	x.c.bind(end)
	return true
}

func (x *qcontext) forLoop(n *forNode) bool {
	c := x.c
	args, ok := c.rangeArgs(n.iter)
	if !ok || n.slot < 0 {
		return false
	}
	base := c.temp(3)
	if !c.rangeStart(args, base) {
		return false
	}
	body, again, end := c.label(), c.label(), c.label()
	c.jump(qJump, 0, 0, again)
	c.bind(body)
	next := operand{t: qInt, reg: c.temp(1)}
	before := append([]bool(nil), x.assigned...)
	if !x.set(n.slot, next) || !x.round(n.body, end, again) {
		return false
	}
	x.assigned = before
	c.bind(again)
	c.jump(qNext, base, next.reg, body)
	return x.after(n.els, end)
}
