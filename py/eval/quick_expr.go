package eval

import (
	"math"
	"slices"
)

// expr compiles an expression; false where it cannot.
func (c *qcompiler) expr(n node) (operand, bool) {
	if c.failed {
		return operand{}, false
	}
	switch n := n.(type) {
	case plainNum:
		return c.expr(n.node)
	case plainCond:
		return c.expr(n.node)
	case *intNode:
		return operand{t: qInt, reg: c.constant(uint64(n.i))}, true
	case *constNode:
		switch v := n.v.(type) {
		case Int:
			return operand{t: qInt, reg: c.constant(uint64(v))}, true
		case Float:
			return operand{t: qFloat, reg: c.constant(math.Float64bits(float64(v)))}, true
		case Bool:
			return operand{t: qBool, reg: c.constant(uint64(b2i(v)))}, true
		}
	case *localNode:
		if c.ctx != nil {
			return c.ctx.read(n.slot)
		}
		h := c.home(n.slot)
		return h.operand, h.t != qObject || h.sample != nil
	case *globalNode, *freeNode, *cellNode:
		return c.outside(n)
	case *attrNode:
		if v := c.member(n.x, n.name); v != nil {
			return c.expr(&constNode{v: v})
		}
	case *arithNode:
		return c.binary(n.op, n.x, n.y)
	case *arithConstNode:
		return c.binary(n.op, n.x, &intNode{v: n.kv, i: n.k})
	case *binaryNode:
		return c.binary(n.op, n.x, n.y)
	case *unaryNode:
		return c.unary(n)
	case *compareNode, *chainNode, *notNode, *boolNode:
		return c.truth(n)
	case *ifNode:
		return c.either(n)
	case *indexNode:
		o, i, ok := c.place(n.x, n.key)
		if !ok {
			return o, false
		}
		return c.load(o, i)
	case *callNode:
		return c.call(n.fun, n.args)
	case *methodNode:
		if v := c.member(n.x, n.name); v != nil {
			if f, ok := v.(*Builtin); ok {
				return c.builtin(f, n.args)
			}
		}
	}
	return operand{}, false
}

// input finds or adds an input, and gives its index.
func (c *qcompiler) input(in qinput) int {
	for i, o := range c.code.inputs {
		if o.src == in.src && o.index == in.index && o.fn == in.fn && o.t == in.t && o.object == in.object && o.fc == in.fc {
			return i
		}
	}
	switch {
	case in.fc != nil, in.object == nil && in.t == qObject:
		in.cell = c.cell()
	case in.object == nil:
		in.reg = c.keep(1)
	}
	c.code.inputs = append(c.code.inputs, in)
	return len(c.code.inputs) - 1
}

func (c *qcompiler) cell() int {
	if c.code.ncells == 250 {
		c.failed = true
		return 0
	}
	c.code.ncells++
	return c.code.ncells - 1
}

// source says where a name that is no local number comes from, and what it is now.
func (c *qcompiler) source(n node) (in qinput, v Value) {
	switch n := n.(type) {
	case *globalNode:
		in = qinput{src: inGlobal, index: n.slot, builtin: n.builtin}
	case *freeNode:
		if c.ctx != nil {
			return qinput{src: inFnFree, index: n.idx, fn: c.ctx.cell}, c.ctx.fn.free[n.idx].v
		}
		in = qinput{src: inFree, index: n.idx}
	case *cellNode:
		if c.ctx != nil {
			return in, nil
		}
		in = qinput{src: inCell, index: n.slot}
	case *localNode:
		if c.ctx != nil {
			return in, nil
		}
		in = qinput{src: inLocal, index: n.slot}
	default:
		return in, nil
	}
	return in, in.find(c.fr, nil)
}

// outside reads a name that is no variable of the frame's own.
func (c *qcompiler) outside(n node) (operand, bool) {
	in, v := c.source(n)
	switch v.(type) {
	case Int, Float, Bool, *List, *Tuple:
	default:
		return operand{}, false
	}
	in.t = quickType(v)
	i := c.input(in)
	k := &c.code.inputs[i]
	return operand{t: in.t, reg: k.reg, cell: true, index: k.cell, sample: v}, true
}

// member gives a module's member, where a name means a module.
func (c *qcompiler) member(n node, name string) Value {
	g, ok := n.(*globalNode)
	if !ok {
		return nil
	}
	in, v := c.source(g)
	m, ok := v.(*Module)
	if !ok {
		return nil
	}
	in.object = m
	c.input(in)
	return m.Get(name)
}

// Arithmetic.

func (c *qcompiler) binary(op Op, x, y node) (operand, bool) {
	a, ok := c.expr(x)
	if !ok {
		return a, false
	}
	b, ok := c.expr(y)
	if !ok {
		return b, false
	}
	return c.arith(op, a, b)
}

// quickOp gives the instruction for an operator between ints, or between floats.
func quickOp(op Op, floats bool) (qop, bool) {
	o := qMove
	switch op {
	case OpAdd:
		o = qAddI
	case OpSub:
		o = qSubI
	case OpMul:
		o = qMulI
	case OpFloorDiv:
		o = qFloorI
	case OpMod:
		o = qModI
	case OpPow:
		o = qPowI
	case OpDiv:
		if floats {
			return qDivF, true
		}
		return qDivI, true
	default:
		return o, false
	}
	if floats {
		o += qAddF - qAddI
	}
	return o, true
}

func (c *qcompiler) arith(op Op, a, b operand) (operand, bool) {
	if a.t == qObject || b.t == qObject {
		return a, false
	}
	if a.t != qFloat && b.t != qFloat {
		a, b = c.settle(a), c.settle(b)
	}
	if a.t != qFloat && b.t != qFloat {
		o, ok := quickOp(op, false)
		if !ok {
			return a, false
		}
		t := qInt
		if op == OpDiv {
			t = qFloat
		}
		return c.made2(o, a, b, t), true
	}
	o, ok := quickOp(op, true)
	if !ok {
		return a, false
	}
	return c.made2(o, c.float(a, false), c.float(b, false), qFloat), true
}

// made2 emits an instruction of two operands, which gives a new one.
func (c *qcompiler) made2(op qop, a, b operand, t qtype) operand {
	r := c.temp(1)
	c.emit(op, r, a.reg, b.reg, c.bail)
	return operand{t: t, reg: r}
}

// settle takes a number that may be an int or a float for what it most likely is; where it is not, the quick run ends.
func (c *qcompiler) settle(v operand) operand {
	if v.t != qNum {
		return v
	}
	if v.hint == qInt {
		c.emit(qGuardInt, v.tag, 0, 0, c.bail)
		return operand{t: qInt, reg: v.reg}
	}
	c.emit(qGuardFloat, v.tag, 0, 0, c.bail)
	return operand{t: qFloat, reg: v.reg}
}

// float makes a float of a number; exactly, if it is to be compared.
func (c *qcompiler) float(v operand, exact bool) operand {
	op := qIntToFloat
	switch v.t {
	case qFloat:
		return v
	case qNum:
		op = qNumToFloat
	}
	if exact {
		op++
	}
	r := c.temp(1)
	c.emit(op, r, v.reg, v.tag, c.bail)
	return operand{t: qFloat, reg: r}
}

func (c *qcompiler) unary(n *unaryNode) (operand, bool) {
	x, ok := c.expr(n.x)
	if !ok || x.t == qObject {
		return x, false
	}
	x = c.settle(x)
	op := qNegI
	switch {
	case n.op == OpPlus && x.t != qBool:
		return x, true
	case n.op != OpNeg:
		return x, false
	case x.t == qFloat:
		op = qNegF
	default:
		x.t = qInt
	}
	return c.made2(op, x, x, x.t), true
}

// Conditions.

// truth puts the truth of a condition into a register.
func (c *qcompiler) truth(n node) (operand, bool) {
	if b, ok := n.(*boolNode); ok { // the value of the last operand, which is the truth only of truth values
		for _, x := range b.xs {
			switch x.(type) {
			case *compareNode, *chainNode, *notNode:
			default:
				return operand{}, false
			}
		}
	}
	r := c.temp(1)
	no := c.label()
	c.emit(qMove, r, c.constant(0), 0, 0)
	if !c.condJump(n, false, no) {
		return operand{}, false
	}
	c.emit(qMove, r, c.constant(1), 0, 0)
	c.bind(no)
	return operand{t: qBool, reg: r}, true
}

// condJump compiles a jump that is taken where a condition is as wanted; false where it cannot.
func (c *qcompiler) condJump(n any, want bool, to *qlabel) bool {
	low := c.low
	defer func() { c.low = low }()
	switch n := n.(type) {
	case plainCond:
		return c.condJump(n.node, want, to)
	case *notNode:
		return c.condJump(n.x, !want, to)
	case *compareNode:
		a, ok := c.expr(n.x)
		if !ok {
			return false
		}
		b, ok := c.expr(n.y)
		return ok && c.compare(n.op, a, b, want, to)
	case *chainNode:
		a, ok := c.expr(n.first)
		if !ok {
			return false
		}
		no := to
		if want {
			no = c.label()
		}
		for i, op := range n.ops {
			b, ok := c.expr(n.rest[i])
			if !ok {
				return false
			}
			if last := i == len(n.ops)-1; last && want {
				if !c.compare(op, a, b, true, to) {
					return false
				}
			} else if !c.compare(op, a, b, false, no) {
				return false
			}
			a = b
		}
		if want {
			c.bind(no)
		}
		return true
	case *boolNode:
		// All but the last decide early: for "and" where one is false, for "or" where one is true.
		early := to
		if want == n.and {
			early = c.label()
		}
		for i, x := range n.conds {
			ok := false
			if i == len(n.conds)-1 {
				ok = c.condJump(x, want, to)
			} else {
				ok = c.condJump(x, !n.and, early)
			}
			if !ok {
				return false
			}
		}
		if early != to {
			c.bind(early)
		}
		return true
	}
	x, ok := n.(node)
	if !ok {
		return false
	}
	v, ok := c.expr(x)
	if !ok || v.t == qObject {
		return false
	}
	v = c.settle(v)
	op := qJumpFalse
	if want {
		op = qJumpTrue
	}
	if v.t == qFloat {
		op += qJumpTrueF - qJumpTrue
	}
	c.jump(op, v.reg, 0, to)
	return true
}

// compare jumps where a comparison is as wanted.
func (c *qcompiler) compare(op Op, a, b operand, want bool, to *qlabel) bool {
	if a.t == qObject || b.t == qObject {
		return false
	}
	if a.t != qFloat && b.t != qFloat {
		a, b = c.settle(a), c.settle(b)
	}
	switch op {
	case OpGt:
		op, a, b = OpLt, b, a
	case OpGe:
		op, a, b = OpLe, b, a
	}
	var j qop
	if a.t == qFloat || b.t == qFloat {
		a, b = c.float(a, true), c.float(b, true)
		switch op {
		case OpLt:
			j = pick(want, qJumpLtF, qJumpNotLtF)
		case OpLe:
			j = pick(want, qJumpLeF, qJumpNotLeF)
		case OpEq:
			j = pick(want, qJumpEqF, qJumpNeF)
		case OpNe:
			j = pick(want, qJumpNeF, qJumpEqF)
		default:
			return false
		}
	} else {
		switch {
		case op == OpLt && !want:
			op, a, b = OpLe, b, a
		case op == OpLe && !want:
			op, a, b = OpLt, b, a
		}
		switch op {
		case OpLt:
			j = qJumpLtI
		case OpLe:
			j = qJumpLeI
		case OpEq:
			j = pick(want, qJumpEqI, qJumpNeI)
		case OpNe:
			j = pick(want, qJumpNeI, qJumpEqI)
		default:
			return false
		}
	}
	c.jump(j, a.reg, b.reg, to)
	return true
}

func pick(yes bool, a, b qop) qop {
	if yes {
		return a
	}
	return b
}

// either compiles x if cond else y.
func (c *qcompiler) either(n *ifNode) (operand, bool) {
	to := operand{reg: c.temp(1), tag: c.temp(1)}
	instrs, low, site := len(c.code.instrs), c.low, c.site
	for _, mixed := range []bool{false, true} {
		c.rewind(instrs, low, site)
		els, end := c.label(), c.label()
		if !c.condJump(n.cond, false, els) {
			return to, false
		}
		a, ok := c.expr(n.then)
		if !ok || a.t == qObject {
			return to, false
		}
		to.t, to.hint = a.t, a.t
		if mixed {
			to.t = qNum
		}
		c.put(to, a)
		c.jump(qJump, 0, 0, end)
		c.bind(els)
		c.low = low
		b, ok := c.expr(n.els)
		if !ok || b.t == qObject {
			return to, false
		}
		if !mixed && (a.t != b.t || a.t == qNum) {
			if number(a.t) && number(b.t) {
				continue
			}
			return to, false
		}
		c.put(to, b)
		c.bind(end)
		c.low = low
		return to, true
	}
	return to, false
}

// load compiles o[i] for an element of a list or tuple.
func (c *qcompiler) load(o, i operand) (operand, bool) {
	var elems []Value
	switch v := o.sample.(type) {
	case *List:
		elems = v.elems
	case *Tuple:
		elems = v.elems
	}
	if len(elems) == 0 {
		return o, false
	}
	v := operand{t: c.elemType(elems), sample: elems[0]}
	l := qload{t: v.t, bail: c.bail}
	switch v.t {
	case qObject:
		v.cell, v.index = true, c.cell()
		l.cell = v.index
	case qNum:
		v.tag = c.temp(1)
		l.tag, v.hint = v.tag, quickType(elems[0])
		fallthrough
	default:
		v.reg = c.temp(1)
	}
	op := qLoadLocal
	if o.cell {
		op = qLoadCell
	}
	c.code.loads = append(c.code.loads, l)
	c.emit(op, v.reg, uint8(o.index), i.reg, int32(len(c.code.loads)-1))
	return v, true
}

// Calls.

// call compiles the call of a built-in function that is known here, or of a function of the program that can be put in place.
func (c *qcompiler) call(fun node, args []node) (operand, bool) {
	in, v := c.source(fun)
	switch f := v.(type) {
	case *Builtin:
		in.object = f
		c.input(in)
		return c.builtin(f, args)
	case *Type:
		in.object = f
		c.input(in)
		return c.convert(f, args)
	case *Function:
		in.fc = f.fc
		return c.inline(in, f, args)
	}
	return operand{}, false
}

func (c *qcompiler) args(args []node) ([]operand, bool) {
	out := make([]operand, len(args))
	for i, a := range args {
		v, ok := c.expr(a)
		if !ok {
			return nil, false
		}
		out[i] = v
	}
	return out, true
}

func (c *qcompiler) builtin(f *Builtin, args []node) (operand, bool) {
	xs, ok := c.args(args)
	if !ok {
		return operand{}, false
	}
	if len(xs) == 0 || f.num != numLen && slices.ContainsFunc(xs, func(x operand) bool { return x.t == qObject }) {
		return operand{}, false
	}
	// Calling a builtin costs a step, and min and max one more for each argument.
	cost := int64(1)
	if f.num == numMin || f.num == numMax {
		cost += int64(len(xs))
	}
	c.charge(true, cost)
	x := xs[0]
	switch {
	case f.num == numAbs && len(xs) == 1:
		if x = c.settle(x); x.t == qFloat {
			return c.made2(qAbsF, x, x, qFloat), true
		}
		return c.made2(qAbsI, x, x, qInt), true
	case (f.num == numMin || f.num == numMax) && len(xs) > 1:
		return c.extreme(f.num == numMax, xs)
	case f.num == numRound && len(xs) == 1:
		if x = c.settle(x); x.t == qFloat {
			return c.made2(qRoundToInt, x, x, qInt), true
		}
		x.t = qInt
		return x, true
	case f.num == numRound && len(xs) == 2:
		if d := xs[1]; x.t == qFloat && d.t == qInt {
			return c.made2(qRoundTo, x, d, qFloat), true
		}
	case f.num == numLen && len(xs) == 1 && x.t == qObject:
		op := qLenLocal
		if x.cell {
			op = qLenCell
		}
		r := c.temp(1)
		c.emit(op, r, uint8(x.index), 0, c.bail)
		return operand{t: qInt, reg: r}, true
	case f.Real.One != nil && len(xs) == 1:
		if f.Real.Floats && x.t != qFloat {
			return x, false
		}
		if f.Real.Int {
			if x = c.settle(x); x.t != qFloat {
				x.t = qInt
				return x, true
			}
		}
		c.code.calls = append(c.code.calls, qcall{one: f.Real.One, bail: c.bail})
		x = c.float(x, false)
		r := c.temp(1)
		c.emit(qCall1, r, x.reg, 0, int32(len(c.code.calls)-1))
		v := operand{t: qFloat, reg: r}
		if f.Real.Int {
			v = c.made2(qFloatToInt, v, v, qInt)
		}
		return v, true
	case f.Real.Two != nil && len(xs) == 2:
		c.code.calls = append(c.code.calls, qcall{two: f.Real.Two, bail: c.bail})
		a, b := c.float(x, false), c.float(xs[1], false)
		r := c.temp(1)
		c.emit(qCall2, r, a.reg, b.reg, int32(len(c.code.calls)-1))
		return operand{t: qFloat, reg: r}, true
	}
	return operand{}, false
}

// extreme compiles min and max of several numbers: the first of the best.
func (c *qcompiler) extreme(largest bool, xs []operand) (operand, bool) {
	to := operand{t: xs[0].t, reg: c.temp(1), tag: c.temp(1)}
	for _, x := range xs {
		if x.t == qBool {
			return to, false
		}
		if x.t != to.t {
			to.t = qNum
		}
		if to.hint == qNone || x.t == qFloat {
			to.hint = x.t
		}
		if x.t == qNum {
			to.hint = x.hint
		}
	}
	low := c.low
	for i, x := range xs {
		if i == 0 {
			c.emit(qMove, to.reg, x.reg, 0, 0)
			if to.t == qNum {
				c.emit(qMove, to.tag, c.tagOf(x), 0, 0)
			}
			continue
		}
		skip := c.label()
		a, b := x, to
		if largest {
			a, b = to, x
		}
		if to.t == qNum {
			a, b = c.float(a, true), c.float(b, true)
		}
		if !c.compare(OpLt, a, b, false, skip) {
			return to, false
		}
		c.emit(qMove, to.reg, x.reg, 0, 0)
		if to.t == qNum {
			c.emit(qMove, to.tag, c.tagOf(x), 0, 0)
		}
		c.bind(skip)
		c.low = low
	}
	return to, true
}

// convert compiles int(x), float(x) and bool(x).
func (c *qcompiler) convert(t *Type, args []node) (operand, bool) {
	if len(args) != 1 {
		return operand{}, false
	}
	switch t.kind {
	case kBool:
		return c.truthOf(args[0])
	case kInt, kFloat:
	default:
		return operand{}, false
	}
	x, ok := c.expr(args[0])
	if !ok || x.t == qObject {
		return x, false
	}
	if t.kind == kFloat {
		return c.float(x, false), true
	}
	if x = c.settle(x); x.t == qFloat {
		return c.made2(qFloatToInt, x, x, qInt), true
	}
	x.t = qInt
	return x, true
}

func (c *qcompiler) truthOf(n node) (operand, bool) {
	r := c.temp(1)
	no := c.label()
	c.emit(qMove, r, c.constant(0), 0, 0)
	if !c.condJump(n, false, no) {
		return operand{}, false
	}
	c.emit(qMove, r, c.constant(1), 0, 0)
	c.bind(no)
	return operand{t: qBool, reg: r}, true
}

// rangeArgs gives the arguments of a call of range.
func (c *qcompiler) rangeArgs(n node) ([]node, bool) {
	call, ok := n.(*callNode)
	if !ok || len(call.args) < 1 || len(call.args) > 3 {
		return nil, false
	}
	in, v := c.source(call.fun)
	if v != Value(rangeType) {
		return nil, false
	}
	in.object = v
	c.input(in)
	return call.args, true
}

// rangeStart puts a range into three registers: its first number, how many there are, and the step.
func (c *qcompiler) rangeStart(args []node, base uint8) bool {
	xs, ok := c.args(args)
	if !ok {
		return false
	}
	for i, x := range xs {
		if x = c.settle(x); x.t != qInt {
			return false
		}
		xs[i] = x
	}
	start, step := c.constant(0), c.constant(1)
	stop := xs[0].reg
	if len(xs) > 1 {
		start, stop = xs[0].reg, xs[1].reg
	}
	if len(xs) > 2 {
		step = xs[2].reg
	}
	c.emit(qMove, base, start, 0, 0)
	c.emit(qMove, base+2, step, 0, 0)
	c.emit(qRange, base, stop, 0, c.bail)
	return true
}
