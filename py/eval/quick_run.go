package eval

import (
	"math"
	"slices"
)

// qop is what an instruction does. In the comments a, b and c are registers; "or ends" means that it ends the quick run where it
// cannot do its work.
type qop uint8

const (
	qMove qop = iota // a = b
	// Ints. Sums, differences, products and negations end where the result needs more than 64 bits; quotients and remainders
	// where the divisor is not positive, which the nodes then see to.
	qAddI
	qSubI
	qMulI
	qFloorI
	qModI
	qPowI
	qNegI
	qAbsI
	qDivI // a = b / c as a float, or ends: the ints must be floats exactly
	// Floats.
	qAddF // in the order of those of ints
	qSubF
	qMulF
	qFloorF
	qModF
	qPowF
	qNegF
	qAbsF
	qDivF
	// Conversions.
	qIntToFloat  // a = float(b)
	qIntToFloatX // the same, or ends: the float must be the int exactly
	qNumToFloat  // a = float(b), where c tells whether b is a float
	qNumToFloatX // the same, exactly
	qFloatToInt  // a = int(b), or ends
	qRoundToInt  // a = round(b), or ends
	qRoundTo     // a = round(b, c), or ends
	qGuardInt    // ends where a is the tag of a float
	qGuardFloat  // ends where a is the tag of an int
	// Jumps.
	qJump
	qJumpTrue   // where a is not 0
	qJumpFalse  // where a is 0
	qJumpTrueF  // where the float a is not 0
	qJumpFalseF // where the float a is 0
	qJumpLtI    // where a < b
	qJumpLeI
	qJumpEqI
	qJumpNeI
	qJumpLtF
	qJumpLeF
	qJumpEqF
	qJumpNeF
	qJumpNotLtF // where not a < b, which with NaN is not a >= b
	qJumpNotLeF
	// Objects: b is a variable of the frame (…Local) or a kept object (…Cell), c the register of an index.
	qLoadLocal // a = object[c], as the load says, or ends
	qLoadCell
	qLenLocal // a = len(object), or ends
	qLenCell
	qStore // object[index] = value, or ends
	// Loops and calls.
	qRange    // a+1 = how many numbers there are from a to b in steps of a+2, or ends
	qNext     // b = the next number of the range at a, and a jump, if there is one
	qElems    // begin to go over a list, or ends
	qNextElem // the next element, and a jump, if there is one; or ends
	qCall1    // a = f(b), or ends
	qCall2    // a = f(b, c), or ends
	qCharge   // charges the steps of a block: 256*b + c
	qChargeIn // the same of a call, or ends
	qMark     // notes the steps used before a statement that charges some
	qOpaque   // the nodes run a statement
	qOpaqueIf // the nodes find a condition's truth, and a jump where it does not hold
	qEnd      // ends the quick run: the nodes take over
	qDone     // the loop is over
)

// qinstr is an instruction. to is where a jump goes, which bail a failure takes, or which entry of a table tells more.
type qinstr struct {
	op      qop
	a, b, c uint8
	to      int32
}

// Tables of what does not fit an instruction.
type (
	qload struct {
		t    qtype
		tag  uint8 // of a qNum
		cell int   // of a qObject: where the element is kept
		bail int32
	}
	qstore struct {
		cell   bool
		object int
		t      qtype
		val    uint8
		tag    uint8
		index  uint8
		bail   int32
	}
	qelems struct {
		cell   bool
		object int
		list   uint8
		index  uint8
		t      qtype
		reg    uint8
		tag    uint8
		slot   int // of a qObject
		body   int32
		bail   int32
	}
	qcall struct {
		one  func(float64) (float64, bool)
		two  func(a, b float64) (float64, bool)
		bail int32
	}
)

// run runs a loop. It gives how the loop ended, or where the nodes have to take over.
func (k *quickCode) run(fr *frame, x *quickFrame) (ctl, *qcont) {
	th := fr.th
	r := &x.regs
	code := k.instrs
	var markFuel, markSteps int64
	pc := 0
	bail := int32(0)
	fl := math.Float64frombits
	bits := math.Float64bits
	for {
		in := code[pc]
		pc++
		switch in.op {
		case qMove:
			r[in.a] = r[in.b]
		case qAddI:
			a, b := int64(r[in.b]), int64(r[in.c])
			s := a + b
			if (s > a) != (b > 0) {
				bail = in.to
				goto end
			}
			r[in.a] = uint64(s)
		case qSubI:
			a, b := int64(r[in.b]), int64(r[in.c])
			s := a - b
			if (s < a) != (b > 0) {
				bail = in.to
				goto end
			}
			r[in.a] = uint64(s)
		case qMulI:
			s, ok := mulInt(int64(r[in.b]), int64(r[in.c]))
			if !ok {
				bail = in.to
				goto end
			}
			r[in.a] = uint64(s)
		case qFloorI:
			a, b := int64(r[in.b]), int64(r[in.c])
			if b <= 0 {
				bail = in.to
				goto end
			}
			if uint64(a)>>32 == 0 && uint64(b)>>32 == 0 { // a division of 32 bits takes a fraction of the time
				r[in.a] = uint64(uint32(a) / uint32(b))
				break
			}
			q := a / b
			if a < 0 && q*b != a {
				q--
			}
			r[in.a] = uint64(q)
		case qModI:
			a, b := int64(r[in.b]), int64(r[in.c])
			if b <= 0 {
				bail = in.to
				goto end
			}
			if uint64(a)>>32 == 0 && uint64(b)>>32 == 0 {
				r[in.a] = uint64(uint32(a) % uint32(b))
				break
			}
			m := a % b
			if m < 0 {
				m += b
			}
			r[in.a] = uint64(m)
		case qPowI:
			a, b := int64(r[in.b]), int64(r[in.c])
			if b < 0 {
				bail = in.to
				goto end
			}
			s, ok := powInt(a, b)
			if !ok {
				bail = in.to
				goto end
			}
			r[in.a] = uint64(s)
		case qNegI, qAbsI:
			a := int64(r[in.b])
			if a == math.MinInt64 {
				bail = in.to
				goto end
			}
			if in.op == qNegI || a < 0 {
				a = -a
			}
			r[in.a] = uint64(a)
		case qDivI:
			a, b := int64(r[in.b]), int64(r[in.c])
			if b == 0 || a>>53 != a>>63 || b>>53 != b>>63 {
				bail = in.to
				goto end
			}
			r[in.a] = bits(float64(a) / float64(b))
		case qAddF:
			r[in.a] = bits(fl(r[in.b]) + fl(r[in.c]))
		case qSubF:
			r[in.a] = bits(fl(r[in.b]) - fl(r[in.c]))
		case qMulF:
			r[in.a] = bits(fl(r[in.b]) * fl(r[in.c]))
		case qDivF:
			b := fl(r[in.c])
			if b == 0 {
				bail = in.to
				goto end
			}
			r[in.a] = bits(fl(r[in.b]) / b)
		case qFloorF, qModF:
			b := fl(r[in.c])
			if b == 0 {
				bail = in.to
				goto end
			}
			q, m := floatDivMod(fl(r[in.b]), b)
			if in.op == qModF {
				q = m
			}
			r[in.a] = bits(q)
		case qPowF:
			a, b := fl(r[in.b]), fl(r[in.c])
			if b == 2 && !math.IsNaN(a) && !math.IsInf(a, 0) && !math.IsInf(a*a, 0) {
				r[in.a] = bits(a * a)
				break
			}
			if b == 0.5 && a > 0 && a <= math.MaxFloat64 {
				r[in.a] = bits(math.Sqrt(a))
				break
			}
			v, err := floatPow(a, b)
			if err != nil {
				bail = in.to
				goto end
			}
			r[in.a] = bits(float64(v.(Float)))
		case qNegF:
			r[in.a] = r[in.b] ^ 1<<63
		case qAbsF:
			r[in.a] = r[in.b] &^ (1 << 63)
		case qIntToFloat:
			r[in.a] = bits(float64(int64(r[in.b])))
		case qIntToFloatX:
			a := int64(r[in.b])
			if a>>53 != a>>63 {
				bail = in.to
				goto end
			}
			r[in.a] = bits(float64(a))
		case qNumToFloat:
			if r[in.c] != 0 {
				r[in.a] = r[in.b]
			} else {
				r[in.a] = bits(float64(int64(r[in.b])))
			}
		case qNumToFloatX:
			if r[in.c] != 0 {
				r[in.a] = r[in.b]
				break
			}
			a := int64(r[in.b])
			if a>>53 != a>>63 {
				bail = in.to
				goto end
			}
			r[in.a] = bits(float64(a))
		case qFloatToInt, qRoundToInt:
			f := fl(r[in.b])
			if in.op == qRoundToInt {
				f = math.RoundToEven(f)
			}
			if !(math.Abs(f) < 1<<62) {
				bail = in.to
				goto end
			}
			r[in.a] = uint64(int64(f))
		case qRoundTo:
			n := min(max(int64(r[in.c]), -1<<30), 1<<30)
			f, err := roundDigits(fl(r[in.b]), int(n))
			if err != nil {
				bail = in.to
				goto end
			}
			r[in.a] = bits(f)
		case qGuardInt:
			if r[in.a] != 0 {
				bail = in.to
				goto end
			}
		case qGuardFloat:
			if r[in.a] == 0 {
				bail = in.to
				goto end
			}
		case qJump:
			pc = int(in.to)
		case qJumpTrue:
			if r[in.a] != 0 {
				pc = int(in.to)
			}
		case qJumpFalse:
			if r[in.a] == 0 {
				pc = int(in.to)
			}
		case qJumpTrueF:
			if fl(r[in.a]) != 0 {
				pc = int(in.to)
			}
		case qJumpFalseF:
			if fl(r[in.a]) == 0 {
				pc = int(in.to)
			}
		case qJumpLtI:
			if int64(r[in.a]) < int64(r[in.b]) {
				pc = int(in.to)
			}
		case qJumpLeI:
			if int64(r[in.a]) <= int64(r[in.b]) {
				pc = int(in.to)
			}
		case qJumpEqI:
			if r[in.a] == r[in.b] {
				pc = int(in.to)
			}
		case qJumpNeI:
			if r[in.a] != r[in.b] {
				pc = int(in.to)
			}
		case qJumpLtF:
			if fl(r[in.a]) < fl(r[in.b]) {
				pc = int(in.to)
			}
		case qJumpLeF:
			if fl(r[in.a]) <= fl(r[in.b]) {
				pc = int(in.to)
			}
		case qJumpEqF:
			if fl(r[in.a]) == fl(r[in.b]) {
				pc = int(in.to)
			}
		case qJumpNeF:
			if fl(r[in.a]) != fl(r[in.b]) {
				pc = int(in.to)
			}
		case qJumpNotLtF:
			if !(fl(r[in.a]) < fl(r[in.b])) {
				pc = int(in.to)
			}
		case qJumpNotLeF:
			if !(fl(r[in.a]) <= fl(r[in.b])) {
				pc = int(in.to)
			}
		case qLoadLocal, qLoadCell:
			l := &k.loads[in.to]
			o := fr.loc
			if in.op == qLoadCell {
				o = x.cells
			}
			var v Value
			if list, ok := o[in.b].(*List); ok && r[in.c] < uint64(len(list.elems)) {
				v = list.elems[r[in.c]]
			} else {
				v = element(o[in.b], int64(r[in.c]))
			}
			if n, ok := v.(Int); ok && l.t == qInt {
				r[in.a] = uint64(n)
			} else if l.t == qObject && v != nil {
				x.cells[l.cell] = v
			} else if !unbox(v, l.t, &r[in.a], &r[l.tag]) {
				bail = l.bail
				goto end
			}
		case qLenLocal, qLenCell:
			o := fr.loc
			if in.op == qLenCell {
				o = x.cells
			}
			switch v := o[in.b].(type) {
			case *List:
				r[in.a] = uint64(len(v.elems))
			case *Tuple:
				r[in.a] = uint64(len(v.elems))
			default:
				bail = in.to
				goto end
			}
		case qStore:
			s := &k.stores[in.to]
			o := fr.loc
			if s.cell {
				o = x.cells
			}
			l, ok := o[s.object].(*List)
			if !ok || r[s.index] >= uint64(len(l.elems)) {
				bail = s.bail
				goto end
			}
			l.elems[r[s.index]] = th.box.register(s.t, r[s.val], r[s.tag])
		case qRange:
			start, stop, step := int64(r[in.a]), int64(r[in.b]), int64(r[in.a+2])
			if step == 0 {
				bail = in.to
				goto end
			}
			r[in.a+1] = uint64(NewRange(start, stop, step).n)
		case qNext:
			if int64(r[in.a+1]) > 0 {
				r[in.b] = r[in.a]
				r[in.a] += r[in.a+2]
				r[in.a+1]--
				pc = int(in.to)
			}
		case qElems:
			e := &k.elems[in.to]
			o := fr.loc
			if e.cell {
				o = x.cells
			}
			switch v := o[e.object].(type) {
			case *List:
				x.lists[e.list] = v
			case *Tuple:
				x.lists[e.list] = v
			default:
				bail = e.bail
				goto end
			}
			r[e.index] = 0
		case qNextElem:
			e := &k.elems[in.to]
			var elems []Value
			switch v := x.lists[e.list].(type) {
			case *List:
				elems = v.elems
			case *Tuple:
				elems = v.elems
			}
			i := r[e.index]
			if i >= uint64(len(elems)) {
				break
			}
			if e.t == qObject {
				fr.loc[e.slot] = elems[i]
			} else if !unbox(elems[i], e.t, &r[e.reg], &r[e.tag]) {
				bail = e.bail
				goto end
			}
			r[e.index] = i + 1
			pc = int(e.body)
		case qCall1:
			f := &k.calls[in.to]
			v, ok := f.one(fl(r[in.b]))
			if !ok {
				bail = f.bail
				goto end
			}
			r[in.a] = bits(v)
		case qCall2:
			f := &k.calls[in.to]
			v, ok := f.two(fl(r[in.b]), fl(r[in.c]))
			if !ok {
				bail = f.bail
				goto end
			}
			r[in.a] = bits(v)
		case qCharge:
			if th.fuel -= int64(in.b)<<8 | int64(in.c); th.fuel < 0 && !th.refuel() {
				k.writeBack(fr, x)
				fr.failPending(k.bails[in.to].at.block.at)
				return ctlError, nil
			}
		case qChargeIn:
			if th.fuel -= int64(in.b)<<8 | int64(in.c); th.fuel < 0 && !th.refuel() {
				th.err = nil
				bail = in.to
				goto end
			}
		case qMark:
			markFuel, markSteps = th.fuel, th.steps
		case qOpaque:
			o := &k.opaques[in.to]
			x.during = o
			k.spill(fr, x, o)
			at := o.after
			switch c := o.stmt.exec(fr); c {
			case ctlBreak:
				pc, at = int(o.brk), o.onBreak
			case ctlContinue:
				pc, at = int(o.cont), o.onContinue
			case ctlReturn, ctlError:
				k.writeBackBut(fr, x, o.reload)
				return c, nil
			}
			if !k.reload(fr, x, o) || !k.refresh(fr, x) {
				k.writeBackBut(fr, x, o.reload)
				return ctlNext, at
			}
		case qOpaqueIf:
			o := &k.opaques[in.to]
			x.during = o
			k.spill(fr, x, o)
			at := o.after
			switch o.cond.cond(fr) {
			case -1:
				k.writeBack(fr, x)
				return ctlError, nil
			case 0:
				pc, at = int(o.brk), o.onBreak
			}
			if !k.refresh(fr, x) {
				k.writeBack(fr, x)
				return ctlNext, at
			}
		case qEnd:
			bail = in.to
			goto end
		case qDone:
			k.writeBack(fr, x)
			return ctlNext, nil
		}
		continue
	end:
		b := &k.bails[bail]
		if b.restore {
			th.fuel, th.steps = markFuel, markSteps
		}
		k.writeBack(fr, x)
		return ctlNext, b.at
	}
}

// spill writes the variables back that a statement names.
func (k *quickCode) spill(fr *frame, x *quickFrame, o *opaque) {
	for _, i := range o.spill {
		l := &k.locals[i]
		fr.loc[l.slot] = fr.th.box.register(l.t, x.regs[l.reg], x.regs[l.tag])
	}
}

// reload reads the variables again that a statement has changed; false where one has another type now.
func (k *quickCode) reload(fr *frame, x *quickFrame, o *opaque) bool {
	for _, i := range o.reload {
		l := &k.locals[i]
		if !unbox(fr.loc[l.slot], l.t, &x.regs[l.reg], &x.regs[l.tag]) {
			return false
		}
	}
	return true
}

// writeBack gives the frame's variables the values of their registers.
func (k *quickCode) writeBack(fr *frame, x *quickFrame) {
	for i := range k.locals {
		if l := &k.locals[i]; l.assigned {
			fr.loc[l.slot] = fr.th.box.register(l.t, x.regs[l.reg], x.regs[l.tag])
		}
	}
}

// writeBackBut leaves the variables alone that the nodes have just given their values.
func (k *quickCode) writeBackBut(fr *frame, x *quickFrame, but []int) {
	for i := range k.locals {
		if l := &k.locals[i]; l.assigned && !slices.Contains(but, i) {
			fr.loc[l.slot] = fr.th.box.register(l.t, x.regs[l.reg], x.regs[l.tag])
		}
	}
}

// settle gives the variables of loops under way their values, for what looks them up by name.
func (th *Thread) settle() {
	for _, x := range th.active {
		if x.during != nil {
			x.code.writeBackBut(x.fr, x, x.during.reload)
		}
	}
}

// element gives an element of a list or tuple; nil where there is none.
func element(o Value, i int64) Value {
	var elems []Value
	switch o := o.(type) {
	case *List:
		elems = o.elems
	case *Tuple:
		elems = o.elems
	}
	if i < 0 {
		i += int64(len(elems))
	}
	if uint64(i) >= uint64(len(elems)) {
		return nil
	}
	return elems[i]
}
