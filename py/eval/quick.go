package eval

import (
	"math"
	"sync/atomic"
)

// Loops over numbers run on registers. Operator files walk time in small steps, and look for numbers by trying them all: there a
// tree of nodes spends most of its time on boxing numbers and on asking for their types. A while loop or a for loop inside a
// function that has gone round a few times is therefore compiled once more, for the types that its variables have now: ints of
// 64 bits, floats and truth values live unboxed in registers, and an instruction knows what it works on.
//
// Nothing that a program can see changes, and neither do the steps that it is charged. Whatever an instruction cannot do (an int
// that outgrows 64 bits, a division by zero, a variable that changes its type) ends the quick run before the statement at
// hand has had any effect: the registers are written back, and the nodes take over at that very statement (see resume). What the
// compiler does not know at all (calls of most functions, strings, containers) is left to the nodes from the start, one statement
// at a time, with the variables that the statement names written back before it and read again behind it.

// When a loop is compiled, and how much is tried.
const (
	quickAfter    = 12   // rounds before a loop is compiled
	quickAgain    = 2    // rounds before a compiled loop is entered again
	quickRetry    = 1024 // rounds between two tries to enter
	quickVersions = 4    // sets of types that a loop is compiled for
	quickBails    = 400  // ends of quick runs before a loop is left to the nodes for good
)

// quickLoop holds what was compiled for one loop. Goroutines share it.
type quickLoop struct {
	known   atomic.Pointer[[]*quickCode]
	bails   atomic.Int32
	refused atomic.Bool // it cannot be compiled, or is not worth it
}

// due reports whether the loop is to be entered before round i.
func (q *quickLoop) due(i int) bool {
	switch {
	case i != quickAgain && i != quickAfter && i&(quickRetry-1) != quickRetry-1:
		return false
	case i == quickAgain && q.known.Load() == nil:
		return false
	}
	return !q.refused.Load()
}

// qtype is the type of a number in a register.
type qtype uint8

const (
	qNone   qtype = iota
	qInt          // int64
	qFloat        // the bits of a float64
	qBool         // 0 or 1
	qNum          // an int or a float, which a second register tells: 0 for an int, 1 for a float
	qObject       // no number: it stays where it is
)

// quickType gives the type that a value has in a register.
func quickType(v Value) qtype {
	switch v.(type) {
	case Int:
		return qInt
	case Float:
		return qFloat
	case Bool:
		return qBool
	}
	return qObject
}

// unbox puts a value into registers; false where it has another type than the register.
func unbox(v Value, t qtype, reg, tag *uint64) bool {
	switch v := v.(type) {
	case Int:
		if t == qNum {
			*tag = 0
		} else if t != qInt {
			return false
		}
		*reg = uint64(v)
	case Float:
		if t == qNum {
			*tag = 1
		} else if t != qFloat {
			return false
		}
		*reg = math.Float64bits(float64(v))
	case Bool:
		if t != qBool {
			return false
		}
		*reg = uint64(b2i(v))
	default:
		return false
	}
	return true
}

// register makes a value of a register.
func (b *boxes) register(t qtype, reg, tag uint64) Value {
	if t == qNum {
		if t = qInt; tag != 0 {
			t = qFloat
		}
	}
	switch t {
	case qInt:
		return b.int(int64(reg))
	case qFloat:
		return b.float(math.Float64frombits(reg))
	}
	return Bool(reg != 0)
}

// quickCode is a loop compiled for certain types. It is immutable.
type quickCode struct {
	instrs  []qinstr
	consts  []qconst
	locals  []qlocal // the frame's variables that are in registers
	inputs  []qinput // what else the code relies on
	bails   []qbail
	opaques []opaque
	loads   []qload
	stores  []qstore
	elems   []qelems
	calls   []qcall
	ncells  int      // objects that inputs bring
	depth   int      // how deep functions that were put in place nest
	loop    [3]uint8 // of a for loop over a range: next number, how many are left, step; over a list: object, index
	over    uint8    // what a for loop goes over: loopRange, loopList, loopTuple; loopIter for a while loop
}

type qconst struct {
	reg uint8
	v   uint64
}

// qlocal is a variable of the frame in a register.
type qlocal struct {
	slot     int
	t        qtype
	reg, tag uint8
	assigned bool // the loop's quick statements change it
}

// Where inputs come from.
const (
	inGlobal  = iota // a global or built-in name
	inFree           // a captured variable of a function around
	inCell           // a variable of the frame that functions capture
	inLocal          // an object in a variable of the frame
	inFnFree         // a captured variable of a function that was put in place
	inDefault        // the default of a parameter of such a function
)

// qinput is a value from outside of the loop's own variables: a number for a register, or an object that must be the same.
type qinput struct {
	src     uint8
	index   int
	fn      int // of inFnFree and inDefault: which function, by its input
	builtin Value
	t       qtype
	reg     uint8
	object  Value     // must be this object (nil: any)
	fc      *funcCode // must be a function with this code
	cell    int       // where an object is kept while the loop runs
}

// find gives an input's value, nil when it has none.
func (in *qinput) find(fr *frame, cells []Value) Value {
	switch in.src {
	case inGlobal:
		if uint(in.index) < uint(len(fr.g.vals)) {
			if v := fr.g.vals[in.index]; v != nil {
				return v
			}
		}
		return in.builtin
	case inFree:
		return fr.free[in.index].v
	case inCell:
		if c, ok := fr.loc[in.index].(*cell); ok {
			return c.v
		}
		return nil
	case inLocal:
		return fr.loc[in.index]
	}
	f := cells[in.fn].(*Function)
	if in.src == inFnFree {
		return f.free[in.index].v
	}
	if in.index < len(f.defaults) {
		return f.defaults[in.index]
	}
	return nil
}

// qbail is where the nodes take over.
type qbail struct {
	at      *qcont
	restore bool // the statement has charged steps that will be charged again
}

// What is still to be done when the nodes take over, from the inside out.
type qcont struct {
	block *block // run its statements from the index on; with all set from its start, which charges its cost
	index int
	all   bool

	while *whileNode // go round again
	forIn *forNode   // go on with the next element
	over  uint8
	regs  [3]uint8
	next  *qcont
}

// opaque is a statement, or a condition, that the nodes run in the middle of quick code.
type opaque struct {
	stmt   stmtNode
	cond   condNode
	spill  []int // locals to write back before
	reload []int // locals to read again behind
	// Where break and continue go, and what is left to be done where the nodes have to go on after the statement, after its
	// break or its continue. Of a condition: where to go when it does not hold, and what is left when it does, and does not.
	brk, cont                  int32
	after, onBreak, onContinue *qcont
}

// quickFrame is a quick run under way.
type quickFrame struct {
	regs  [256]uint64
	cells []Value
	lists [8]Value // what for loops go over

	fr     *frame
	code   *quickCode
	during *opaque // what the nodes are running
}

// enter runs a loop on registers, if it can be; l is the state of a for loop. The second result tells whether the loop has
// been run: then the first is how it ended, as the loop's node would give it.
func (q *quickLoop) enter(fr *frame, w *whileNode, f *forNode, l *looper) (ctl, bool) {
	th := fr.th
	if fr.gen != nil || th.slow {
		return 0, false
	}
	x := th.takeQuick()
	defer th.giveQuick(x)
	over := uint8(loopIter)
	if l != nil {
		if over = l.kind; over == loopIter {
			return 0, false
		}
	}
	var code *quickCode
	known := q.known.Load()
	if known != nil {
		for _, k := range *known {
			if k.over == over && k.enter(fr, x) {
				code = k
				break
			}
		}
	}
	if code == nil {
		if known != nil && len(*known) >= quickVersions {
			return 0, false
		}
		code = compileQuick(fr, w, f, over)
		if code == nil {
			if known == nil {
				q.refused.Store(true)
			}
			return 0, false
		}
		all := []*quickCode{code}
		if known != nil {
			all = append(all, *known...)
		}
		q.known.Store(&all)
		if !code.enter(fr, x) {
			return 0, false
		}
	}
	switch over {
	case loopRange:
		x.regs[code.loop[0]], x.regs[code.loop[1]], x.regs[code.loop[2]] = uint64(l.i), uint64(l.n), uint64(l.step)
	case loopList:
		x.lists[code.loop[0]], x.regs[code.loop[1]] = l.list, uint64(l.i)
	case loopTuple:
		x.lists[code.loop[0]], x.regs[code.loop[1]] = &Tuple{elems: l.elems}, uint64(l.i)
	}
	x.fr, x.code, x.during = fr, code, nil
	th.active = append(th.active, x)
	c, at := code.run(fr, x)
	th.active = th.active[:len(th.active)-1]
	if at != nil {
		if q.bails.Add(1) > quickBails {
			q.refused.Store(true)
		}
		c = fr.resume(at, x)
	}
	return c, true
}

// takeQuick and giveQuick hand out the registers of quick runs, which nest.
func (th *Thread) takeQuick() *quickFrame {
	if n := len(th.quick); n > 0 {
		x := th.quick[n-1]
		th.quick = th.quick[:n-1]
		return x
	}
	return &quickFrame{}
}

func (th *Thread) giveQuick(x *quickFrame) {
	clear(x.cells)
	x.cells = x.cells[:0]
	clear(x.lists[:])
	x.fr, x.code, x.during = nil, nil, nil
	th.quick = append(th.quick, x)
}

// enter fills the registers; false where something is not as it was when the code was made.
func (k *quickCode) enter(fr *frame, x *quickFrame) bool {
	if fr.th.depth+k.depth > fr.th.limits.Depth {
		return false
	}
	for i := range k.locals {
		l := &k.locals[i]
		if !unbox(fr.loc[l.slot], l.t, &x.regs[l.reg], &x.regs[l.tag]) {
			return false
		}
	}
	for len(x.cells) < k.ncells {
		x.cells = append(x.cells, nil)
	}
	if !k.refresh(fr, x) {
		return false
	}
	for _, c := range k.consts {
		x.regs[c.reg] = c.v
	}
	return true
}

// refresh reads the inputs; false where one is not what it was when the code was made.
func (k *quickCode) refresh(fr *frame, x *quickFrame) bool {
	for i := range k.inputs {
		in := &k.inputs[i]
		v := in.find(fr, x.cells)
		switch {
		case v == nil:
			return false
		case in.fc != nil:
			f, ok := v.(*Function)
			if !ok || f.fc != in.fc || f.g != fr.g {
				return false
			}
			x.cells[in.cell] = f
		case in.object != nil:
			if v != in.object {
				return false
			}
		case in.t == qObject:
			x.cells[in.cell] = v
		default:
			if !unbox(v, in.t, &x.regs[in.reg], &x.regs[in.reg]) {
				return false
			}
		}
	}
	return true
}

// resume lets the nodes do what is left of a loop, from the statement at which a quick run ended.
func (fr *frame) resume(k *qcont, x *quickFrame) ctl {
	c := ctlNext
	for ; k != nil; k = k.next {
		switch {
		case k.while != nil:
			switch c {
			case ctlBreak:
				c = ctlNext
			case ctlNext, ctlContinue:
				c = k.while.loop(fr)
			}
		case k.forIn != nil:
			switch c {
			case ctlBreak:
				c = ctlNext
			case ctlNext, ctlContinue:
				l := k.looper(x)
				c = k.forIn.loop(fr, &l)
			}
		case c != ctlNext:
		case k.all:
			c = k.block.exec(fr)
		default:
			c = k.block.from(fr, k.index)
		}
	}
	return c
}

// looper gives the state of a for loop at which a quick run ended.
func (k *qcont) looper(x *quickFrame) looper {
	l := looper{kind: k.over}
	switch k.over {
	case loopRange:
		l.i, l.n, l.step = int64(x.regs[k.regs[0]]), int64(x.regs[k.regs[1]]), int64(x.regs[k.regs[2]])
	default:
		l.i = int64(x.regs[k.regs[1]])
		if list, ok := x.lists[k.regs[0]].(*List); ok {
			l.kind, l.list = loopList, list
		} else {
			l.kind, l.elems = loopTuple, x.lists[k.regs[0]].(*Tuple).elems
		}
	}
	return l
}
