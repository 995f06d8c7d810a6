package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// qcompiler compiles one loop for the values that a frame's variables have. It goes over the loop again until it knows what
// every variable may hold: an int at first, say, and a float later.
type qcompiler struct {
	fr      *frame
	code    *quickCode
	types   map[qkey]qtype // what variables may hold, found so far
	changed bool           // types was added to
	failed  bool           // it cannot be compiled at all

	low, high int // registers up to low are taken by temporaries, from high on by variables and constants
	homes     map[int]*qhome
	consts    map[uint64]uint8
	site      int    // functions put in place so far, in the order of the source
	inside    int    // how deep functions nest that are being put in place
	at        *qcont // of the statement at hand
	bail      int32
	marked    bool // the statement notes the steps used before it
	lost      bool // what was tried last could not be compiled
	labels    []*qlabel
	bound     int // the last place of a label
	loops     []qbounds
	fix       []func() // what remains when all code is there
	lists     uint8
	quick     int       // statements in registers
	slow      int       // statements left to the nodes
	ctx       *qcontext // the function being put in place, nil for the frame
}

// qkey names a variable: of the frame (site 0), or of a function put in place.
type qkey struct{ site, slot int }

// qhome is where a variable is.
type qhome struct {
	operand
	local int // in quickCode.locals, -1 for objects
}

// operand is a value: a number in a register, or an object.
type operand struct {
	t        qtype
	reg, tag uint8
	hint     qtype // of a qNum: what it is most likely
	cell     bool  // of a qObject: whether it is a kept object or a variable of the frame
	index    int
	sample   Value // of a qObject: what it is while compiling
}

// qlabel is a place in the code that jumps go to.
type qlabel struct{ id, at int }

// qbounds is where break and continue of a loop go.
type qbounds struct {
	brk, cont           *qlabel
	onBreak, onContinue *qcont
}

const (
	quickInstrs = 6000
	quickPasses = 12
	quickNest   = 4 // how deep functions are put in place of their calls
)

// compileQuick compiles a loop; nil where it cannot, or where it would not help.
func compileQuick(fr *frame, w *whileNode, f *forNode, over uint8) *quickCode {
	if len(fr.loc) > 200 {
		return nil
	}
	types := map[qkey]qtype{}
	for range quickPasses {
		c := &qcompiler{fr: fr, code: &quickCode{over: over}, types: types, high: 256, homes: map[int]*qhome{}, consts: map[uint64]uint8{}}
		c.loop(w, f, over)
		if c.failed || c.slow > 2*c.quick {
			return nil
		}
		if c.changed {
			continue
		}
		c.finish()
		return c.code
	}
	return nil
}

// loop compiles the loop itself.
func (c *qcompiler) loop(w *whileNode, f *forNode, over uint8) {
	end := c.label()
	if w != nil {
		c.whileLoop(w, nil, &qcont{while: w}, end)
		c.elseOf(w.els, nil)
	} else {
		// The state of the loop comes from outside.
		var base uint8
		if over == loopRange {
			base = c.keep(3)
			c.code.loop = [3]uint8{base, base + 1, base + 2}
		} else {
			base = c.keep(1)
			c.code.loop = [3]uint8{c.list(), base}
		}
		again := &qcont{forIn: f, over: over, regs: c.code.loop}
		c.forLoop(f, nil, again, base, c.code.loop[0], over, end)
		c.elseOf(f.els, nil)
	}
	c.bind(end)
}

func (c *qcompiler) elseOf(b *block, next *qcont) {
	if b != nil {
		c.block(b, next)
	}
}

// Registers.

func (c *qcompiler) keep(n int) uint8 {
	if c.high -= n; c.high <= c.low {
		c.failed = true
		return 0
	}
	return uint8(c.high)
}

func (c *qcompiler) temp(n int) uint8 {
	if c.low+n >= c.high {
		c.failed = true
		return 0
	}
	c.low += n
	return uint8(c.low - n)
}

func (c *qcompiler) constant(bits uint64) uint8 {
	r, ok := c.consts[bits]
	if !ok {
		r = c.keep(1)
		c.consts[bits] = r
		c.code.consts = append(c.code.consts, qconst{r, bits})
	}
	return r
}

func (c *qcompiler) list() uint8 {
	if c.lists == uint8(len(quickFrame{}.lists)) {
		c.failed = true
		return 0
	}
	c.lists++
	return c.lists - 1
}

// Instructions.

func (c *qcompiler) emit(op qop, a, b, cc uint8, to int32) {
	if len(c.code.instrs) >= quickInstrs {
		c.failed = true
		return
	}
	c.code.instrs = append(c.code.instrs, qinstr{op, a, b, cc, to})
}

func (c *qcompiler) label() *qlabel {
	l := &qlabel{id: len(c.labels), at: -1}
	c.labels = append(c.labels, l)
	return l
}

// jump emits a jump; where to is filled in when all is compiled.
func (c *qcompiler) jump(op qop, a, b uint8, to *qlabel) { c.emit(op, a, b, 0, int32(to.id)) }

// bind puts a label at the end of the code so far.
func (c *qcompiler) bind(l *qlabel) { l.at, c.bound = len(c.code.instrs), len(c.code.instrs) }

// finish fills in what could not be known earlier.
func (c *qcompiler) finish() {
	c.emit(qDone, 0, 0, 0, 0)
	for i := range c.code.instrs {
		if in := &c.code.instrs[i]; in.op >= qJump && in.op <= qJumpNotLeF || in.op == qNext {
			in.to = int32(c.labels[in.to].at)
		}
	}
	for _, fn := range c.fix {
		fn()
	}
}

// rewind undoes what was compiled for something that turned out not to work.
func (c *qcompiler) rewind(instrs, low, site int) {
	c.code.instrs = c.code.instrs[:instrs]
	c.low, c.site = low, site
}

// statement begins a statement: where the nodes take over when an instruction of it cannot do its work.
func (c *qcompiler) statement(at *qcont) {
	c.at, c.marked = at, false
	c.code.bails = append(c.code.bails, qbail{at: at})
	c.bail = int32(len(c.code.bails) - 1)
}

// charge emits the charging of a block's steps, or with call of those of a call.
func (c *qcompiler) charge(call bool, cost int64) {
	op := qCharge
	if call || c.inside > 0 {
		op = qChargeIn
		c.giveBack()
	}
	if cost >= 1<<16 {
		c.failed = true
	}
	c.emit(op, 0, uint8(cost>>8), uint8(cost), c.bail)
}

// try compiles something that may turn out not to work: then lost is set. Where it charges steps, it begins with noting those used
// before.
func (c *qcompiler) try(fn func() bool) {
	instrs, low, site := len(c.code.instrs), c.low, c.site
	c.marked = false
	if c.lost = !fn(); c.lost || !c.marked {
		return
	}
	c.rewind(instrs, low, site)
	c.emit(qMark, 0, 0, 0, 0)
	c.lost = !fn()
}

// giveBack notes that the statement charges steps, which it must give back where the nodes run it again.
func (c *qcompiler) giveBack() {
	c.marked = true
	c.code.bails[c.bail].restore = true
}

// Variables of the frame.

func (c *qcompiler) home(slot int) *qhome {
	if h := c.homes[slot]; h != nil {
		return h
	}
	h := &qhome{local: -1}
	v := c.fr.loc[slot]
	h.t, h.hint, h.sample, h.index = quickType(v), quickType(v), v, slot
	if v == nil {
		h.t = qObject
	}
	if t, ok := c.types[qkey{0, slot}]; ok && h.t != qObject {
		h.t = t
	}
	if h.t != qObject {
		h.reg = c.keep(1)
		if h.t == qNum {
			h.tag = c.keep(1)
		}
		h.local = len(c.code.locals)
		c.code.locals = append(c.code.locals, qlocal{slot: slot, t: h.t, reg: h.reg, tag: h.tag})
	}
	c.homes[slot] = h
	return h
}

// widen notes that a variable must also hold another type.
func (c *qcompiler) widen(k qkey, have, got qtype) {
	t := qtype(qObject)
	if number(have) && number(got) {
		t = qNum
	}
	if have == qNone {
		t = got
	}
	if c.types[k] != t {
		c.types[k] = t
		c.changed = true
	}
}

// number reports whether a type is that of numbers that may be mixed.
func number(t qtype) bool { return t == qInt || t == qFloat || t == qNum }

// assign gives a variable of the frame a value; false where the variable cannot hold it.
func (c *qcompiler) assign(slot int, v operand) bool {
	h := c.home(slot)
	if h.t == qObject || v.t == qObject {
		if h.t != qObject {
			c.widen(qkey{0, slot}, h.t, qObject)
		}
		return false
	}
	if h.t != v.t && h.t != qNum || h.t == qNum && v.t == qBool {
		c.widen(qkey{0, slot}, h.t, v.t)
		return false
	}
	c.code.locals[h.local].assigned = true
	c.put(h.operand, v)
	return true
}

// put moves a number to a variable's register. The instruction that made it may as well put it there.
func (c *qcompiler) put(to operand, v operand) {
	n := len(c.code.instrs)
	switch {
	case to.reg == v.reg:
	case n > 0 && v.t != qNum && int(v.reg) < c.low && c.made(v.reg):
		c.code.instrs[n-1].a = to.reg
	default:
		c.emit(qMove, to.reg, v.reg, 0, 0)
	}
	if to.t == qNum {
		c.emit(qMove, to.tag, c.tagOf(v), 0, 0)
	}
}

// made reports whether the last instruction made a register and nothing jumps behind it.
func (c *qcompiler) made(reg uint8) bool {
	in := &c.code.instrs[len(c.code.instrs)-1]
	return in.a == reg && in.op > qMove && in.op <= qRoundTo && c.bound != len(c.code.instrs)
}

// tagOf gives a register that tells whether a number is a float.
func (c *qcompiler) tagOf(v operand) uint8 {
	switch v.t {
	case qNum:
		return v.tag
	case qFloat:
		return c.constant(1)
	}
	return c.constant(0)
}

// Statements of the frame.

// block compiles a block; next is what follows it.
func (c *qcompiler) block(b *block, next *qcont) {
	c.statement(&qcont{block: b, all: true, next: next})
	c.charge(false, b.cost)
	for i := range b.stmts {
		if c.failed {
			return
		}
		c.stmt(b, i, next)
	}
}

func (c *qcompiler) stmt(b *block, i int, next *qcont) {
	c.statement(&qcont{block: b, index: i, next: next})
	after := &qcont{block: b, index: i + 1, next: next}
	low, instrs, site := c.low, len(c.code.instrs), c.site
	defer func() { c.low = low }()
	switch n := b.stmts[i].(type) {
	case ctlNode:
		l := c.loops[len(c.loops)-1]
		if ctl(n) == ctlBreak {
			c.jump(qJump, 0, 0, l.brk)
		} else {
			c.jump(qJump, 0, 0, l.cont)
		}
		return
	case *ifStmtNode:
		if c.ifStmt(n, b, i, after) {
			return
		}
	case *whileNode:
		end := c.label()
		c.whileLoop(n, after, &qcont{while: n, next: after}, end)
		c.elseOf(n.els, after)
		c.bind(end)
		return
	case *forNode:
		if c.innerFor(n, after) {
			return
		}
	default:
		c.try(func() bool { return c.simple(n) })
		if !c.lost {
			c.quick++
			return
		}
	}
	c.rewind(instrs, low, site)
	c.opaque(b, i, after)
}

// opaque leaves a statement to the nodes.
func (c *qcompiler) opaque(b *block, i int, after *qcont) {
	c.slow++
	o := opaque{stmt: b.stmts[i], after: after}
	k := len(c.code.opaques)
	var brk, cont *qlabel
	if len(c.loops) > 0 {
		l := c.loops[len(c.loops)-1]
		brk, cont, o.onBreak, o.onContinue = l.brk, l.cont, l.onBreak, l.onContinue
	}
	c.code.opaques = append(c.code.opaques, o)
	c.emit(qOpaque, 0, 0, 0, int32(k))
	src := b.src[i]
	c.fix = append(c.fix, func() {
		o := &c.code.opaques[k]
		if brk != nil {
			o.brk, o.cont = int32(brk.at), int32(cont.at)
		}
		o.spill = c.locals(stmtNames(src, nil), true)
		o.reload = c.locals(syntax.BodyBindings([]syntax.Stmt{src}).Names, false)
	})
}

// locals gives which variables in registers have these names; with changed only those that quick statements change.
func (c *qcompiler) locals(names []string, changed bool) []int {
	var out []int
	seen := map[string]bool{}
	for _, n := range names {
		v := c.fr.fc.frame.vars[n]
		if v == nil || seen[n] {
			continue
		}
		seen[n] = true
		for i, l := range c.code.locals {
			if l.slot == v.slot && (l.assigned || !changed) {
				out = append(out, i)
			}
		}
	}
	return out
}

// stmtNames gives the names in a statement, blocks and all.
func stmtNames(s syntax.Stmt, names []string) []string {
	for _, x := range syntax.StmtExprs(s) {
		for _, r := range allNames(x, nil) {
			names = append(names, r.Name)
		}
	}
	for _, b := range syntax.StmtBlocks(s) {
		for _, t := range b {
			names = stmtNames(t, names)
		}
	}
	return names
}

// simple compiles a statement without blocks.
func (c *qcompiler) simple(n stmtNode) bool {
	switch n := n.(type) {
	case *assignLocalNode:
		v, ok := c.expr(n.x)
		return ok && c.assign(n.slot, v)
	case *assignNode:
		switch t := n.target.(type) {
		case *localTarget:
			v, ok := c.expr(n.x)
			return ok && c.assign(t.slot, v)
		case *indexTarget:
			v, ok := c.expr(n.x)
			if !ok {
				return false
			}
			o, i, ok := c.place(t.x, t.key)
			return ok && c.store(o, i, v)
		}
	case *augNode:
		if n.slot < 0 {
			return false
		}
		h := c.home(n.slot)
		if h.t == qObject {
			return false
		}
		y, ok := c.expr(n.y)
		if !ok {
			return false
		}
		v, ok := c.arith(n.op, h.operand, y)
		return ok && c.assign(n.slot, v)
	case *augIndexNode:
		o, i, ok := c.place(n.x, n.key)
		if !ok {
			return false
		}
		old, ok := c.load(o, i)
		if !ok {
			return false
		}
		y, ok := c.expr(n.y)
		if !ok {
			return false
		}
		v, ok := c.arith(n.op, old, y)
		return ok && c.store(o, i, v)
	case *multiAssignNode:
		v, ok := c.expr(n.x)
		if !ok {
			return false
		}
		for _, t := range n.targets {
			l, isLocal := t.(*localTarget)
			if !isLocal || !c.assign(l.slot, c.held(v)) {
				return false
			}
		}
		return true
	case *swapNode:
		return c.swap(n)
	}
	return false
}

// held keeps put from letting the last instruction make something else instead of v.
func (c *qcompiler) held(v operand) operand {
	if v.t != qNum && v.t != qObject && int(v.reg) < c.low {
		t := c.temp(1)
		c.emit(qMove, t, v.reg, 0, 0)
		v.reg = t
	}
	return v
}

func (c *qcompiler) swap(n *swapNode) bool {
	var vals [4]operand
	for i, e := range n.elts {
		v, ok := c.expr(e)
		if !ok || v.t == qObject {
			return false
		}
		vals[i] = c.copy(v)
	}
	for i, t := range n.targets {
		l, ok := t.(*localTarget)
		if !ok || !c.assign(l.slot, vals[i]) {
			return false
		}
	}
	return true
}

// place compiles a list or tuple and an index into it.
func (c *qcompiler) place(x, key node) (object, index operand, ok bool) {
	if object, ok = c.expr(x); !ok || object.t != qObject {
		return object, index, false
	}
	if index, ok = c.expr(key); !ok || index.t == qObject {
		return object, index, false
	}
	index = c.settle(index)
	return object, index, index.t == qInt
}

// store compiles o[i] = v.
func (c *qcompiler) store(o, i, v operand) bool {
	if _, isList := o.sample.(*List); !isList || v.t == qObject {
		return false
	}
	c.code.stores = append(c.code.stores, qstore{cell: o.cell, object: o.index, t: v.t, val: v.reg, tag: v.tag, index: i.reg, bail: c.bail})
	c.emit(qStore, 0, 0, 0, int32(len(c.code.stores)-1))
	return true
}

func (c *qcompiler) ifStmt(n *ifStmtNode, b *block, i int, after *qcont) bool {
	low, instrs, site := c.low, len(c.code.instrs), c.site
	other, end := c.label(), c.label()
	c.try(func() bool { return c.condJump(n.cond, false, other) })
	if c.lost {
		c.rewind(instrs, low, site)
		st, ok := b.src[i].(*syntax.IfStmt)
		if !ok {
			return false
		}
		otherwise := after
		if n.els != nil {
			otherwise = &qcont{block: n.els, all: true, next: after}
		}
		other = c.label()
		if !c.opaqueCond(n.cond, st.Cond, other, &qcont{block: n.body, all: true, next: after}, otherwise) {
			return false
		}
	} else {
		c.quick++
	}
	c.low = low
	c.block(n.body, after)
	if n.els != nil {
		c.jump(qJump, 0, 0, end)
	}
	c.bind(other)
	if n.els != nil {
		c.block(n.els, after)
	}
	c.bind(end)
	return true
}

// opaqueCond leaves a condition to the nodes.
func (c *qcompiler) opaqueCond(n condNode, src syntax.Expr, no *qlabel, onTrue, onFalse *qcont) bool {
	if len(syntax.ExprBindings(src).Names) > 0 {
		return false
	}
	c.slow++
	k := len(c.code.opaques)
	c.code.opaques = append(c.code.opaques, opaque{cond: n, after: onTrue, onBreak: onFalse})
	c.emit(qOpaqueIf, 0, 0, 0, int32(k))
	c.fix = append(c.fix, func() {
		o := &c.code.opaques[k]
		o.brk = int32(no.at)
		var names []string
		for _, r := range allNames(src, nil) {
			names = append(names, r.Name)
		}
		o.spill = c.locals(names, true)
	})
	return true
}

// whileLoop compiles a while loop; at is the loop itself as something to be resumed, next what follows it.
func (c *qcompiler) whileLoop(n *whileNode, next, at *qcont, end *qlabel) {
	again, body, over := c.label(), c.label(), c.label()
	low := c.low
	// The condition stands behind the body, so that a round takes one jump.
	c.jump(qJump, 0, 0, again)
	c.bind(body)
	c.loops = append(c.loops, qbounds{end, again, next, at})
	c.block(n.body, at)
	c.loops = c.loops[:len(c.loops)-1]
	c.bind(again)
	c.statement(at)
	instrs, site := len(c.code.instrs), c.site
	c.try(func() bool { return c.condJump(n.cond, true, body) })
	if c.lost {
		c.rewind(instrs, low, site)
		otherwise := next
		if n.els != nil {
			otherwise = &qcont{block: n.els, all: true, next: next}
		}
		if n.condSrc == nil || !c.opaqueCond(n.cond, n.condSrc, over, &qcont{block: n.body, all: true, next: at}, otherwise) {
			c.failed = true
			return
		}
		c.jump(qJump, 0, 0, body)
	} else {
		c.quick++
	}
	c.bind(over)
	c.low = low
}

// innerFor compiles a for loop inside another loop: over a range, or over a list or tuple.
func (c *qcompiler) innerFor(n *forNode, after *qcont) bool {
	if n.slot < 0 {
		return false
	}
	end := c.label()
	if args, ok := c.rangeArgs(n.iter); ok {
		base := c.keep(3)
		c.lost = false
		c.try(func() bool { return c.rangeStart(args, base) })
		if c.lost {
			return false
		}
		again := &qcont{forIn: n, over: loopRange, regs: [3]uint8{base, base + 1, base + 2}, next: after}
		if !c.canHold(n.slot, qInt) {
			return false
		}
		c.forLoop(n, after, again, base, 0, loopRange, end)
	} else {
		o, ok := c.expr(n.iter)
		if !ok || o.t != qObject || c.marked {
			return false
		}
		var elems []Value
		switch v := o.sample.(type) {
		case *List:
			elems = v.elems
		case *Tuple:
			elems = v.elems
		default:
			return false
		}
		if len(elems) == 0 || c.lists+1 >= uint8(len(quickFrame{}.lists)) || !c.canHold(n.slot, c.elemType(elems)) {
			return false
		}
		list, index := c.list(), c.keep(1)
		c.code.elems = append(c.code.elems, qelems{cell: o.cell, object: o.index, list: list, index: index, bail: c.bail})
		c.emit(qElems, 0, 0, 0, int32(len(c.code.elems)-1))
		again := &qcont{forIn: n, over: loopList, regs: [3]uint8{list, index}, next: after}
		c.forLoop(n, after, again, index, list, loopList, end)
	}
	c.elseOf(n.els, after)
	c.bind(end)
	return true
}

// canHold reports whether a variable of the frame can take values of a type, and notes it where it cannot yet.
func (c *qcompiler) canHold(slot int, t qtype) bool {
	h := c.home(slot)
	switch {
	case h.t == t, h.t == qNum && number(t):
		return true
	case h.t == qObject:
		return false
	}
	c.widen(qkey{0, slot}, h.t, t)
	return false
}

// elemType gives the type that fits all elements of a list, as far as one looks.
func (c *qcompiler) elemType(elems []Value) qtype {
	t := qtype(qNone)
	for i, e := range elems {
		if i >= 64 {
			break
		}
		u := quickType(e)
		switch {
		case t == qNone || t == u:
			t = u
		case number(t) && number(u):
			t = qNum
		default:
			return qObject
		}
	}
	return t
}

// forLoop compiles the rounds of a for loop of the frame whose state is in registers.
func (c *qcompiler) forLoop(n *forNode, next, at *qcont, base, list uint8, over uint8, end *qlabel) {
	if n.slot < 0 {
		c.failed = true
		return
	}
	again, body := c.label(), c.label()
	h := c.home(n.slot)
	if over == loopRange && h.t != qInt && h.t != qNum {
		c.failed = true
		return
	}
	if h.local >= 0 {
		c.code.locals[h.local].assigned = true
	}
	c.quick++
	c.jump(qJump, 0, 0, again)
	c.bind(body)
	if over == loopRange && h.t == qNum {
		c.emit(qMove, h.tag, c.constant(0), 0, 0)
	}
	c.loops = append(c.loops, qbounds{end, again, next, at})
	c.block(n.body, at)
	c.loops = c.loops[:len(c.loops)-1]
	// The next element is taken behind the body, so that a round takes one jump.
	c.bind(again)
	c.statement(at)
	if over == loopRange {
		c.jump(qNext, base, h.reg, body)
		return
	}
	c.code.elems = append(c.code.elems, qelems{list: list, index: base, t: h.t, reg: h.reg, tag: h.tag, slot: n.slot,
		body: int32(body.at), bail: c.bail})
	c.emit(qNextElem, 0, 0, 0, int32(len(c.code.elems)-1))
}
