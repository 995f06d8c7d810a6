package eval

import (
	"math"
	"math/big"
	"strings"
)

// BinaryOp is a op b.
func BinaryOp(th *Thread, op Op, a, b Value) (Value, error) {
	v, err := th.binary(op, a, b)
	if v == nil && err == nil {
		err = noBinary(op, a, b, "")
	}
	return v, err
}

func noBinary(op Op, a, b Value, inplace string) error {
	if op == OpAdd && inplace == "" {
		switch a.(type) {
		case Str, *List, *Tuple:
			return typeErr("can only concatenate %s (not \"%s\") to %s", a.TypeName(), b.TypeName(), a.TypeName())
		}
	}
	name := op.String() + inplace
	if op == OpPow && inplace == "" {
		name = "** or pow()"
	}
	return typeErr("unsupported operand type(s) for %s: '%s' and '%s'", name, a.TypeName(), b.TypeName())
}

// binary is BinaryOp, giving nil without an error where no operand knows the operation.
func (th *Thread) binary(op Op, a, b Value) (Value, error) {
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return th.intBinary(op, int64(x), int64(y))
		case Float:
			if v, err := floatBinary(op, float64(x), float64(y)); v != nil || err != nil {
				return v, err
			}
		case Bool:
			return th.intBinary(op, int64(x), b2i(y))
		case *BigInt:
			return th.bigBinary(op, big.NewInt(int64(x)), y.v)
		case Str, *List, *Tuple:
			if op == OpMul {
				return th.repeat(y, x)
			}
		}
	case Float:
		f, ok, err := AsFloat(b)
		if err != nil {
			return nil, err
		}
		if ok {
			if v, err := floatBinary(op, float64(x), f); v != nil || err != nil {
				return v, err
			}
		}
	case Bool:
		switch y := b.(type) {
		case Bool:
			switch op {
			case OpAnd:
				return x && y, nil
			case OpOr:
				return x || y, nil
			case OpXor:
				return Bool(x != y), nil
			}
			return th.intBinary(op, b2i(x), b2i(y))
		case Int, Float, *BigInt, Str, *List, *Tuple:
			return th.binary(op, Int(b2i(x)), b)
		}
	case *BigInt:
		switch y := b.(type) {
		case Int:
			return th.bigBinary(op, x.v, big.NewInt(int64(y)))
		case *BigInt:
			return th.bigBinary(op, x.v, y.v)
		case Bool:
			return th.bigBinary(op, x.v, big.NewInt(b2i(y)))
		case Float:
			f, err := bigToFloat(x.v)
			if err != nil {
				return nil, err
			}
			return floatBinary(op, f, float64(y))
		case Str, *List, *Tuple:
			if op == OpMul {
				return th.repeat(y, x)
			}
		}
	case Str:
		switch op {
		case OpAdd:
			if y, ok := b.(Str); ok {
				if err := th.allocStr(len(x) + len(y)); err != nil {
					return nil, err
				}
				return x + y, nil
			}
		case OpMul:
			if isIntLike(b) {
				return th.repeat(x, b)
			}
		case OpMod:
			s, err := th.percentFormat(string(x), b)
			if err != nil {
				return nil, err
			}
			return Str(s), nil
		}
	case *List:
		switch op {
		case OpAdd:
			if y, ok := b.(*List); ok {
				e, err := th.concat(x.elems, y.elems)
				return NewList(e...), err
			}
		case OpMul:
			if isIntLike(b) {
				return th.repeat(x, b)
			}
		}
	case *Tuple:
		switch op {
		case OpAdd:
			if y, ok := b.(*Tuple); ok {
				e, err := th.concat(x.elems, y.elems)
				return NewTuple(e...), err
			}
		case OpMul:
			if isIntLike(b) {
				return th.repeat(x, b)
			}
		}
	case *Set:
		switch y := b.(type) {
		case *Set:
			return x.binary(th, op, y)
		case *dictView:
			return y.BinaryOp(th, op, x, true)
		}
	case *Dict:
		if y, ok := b.(*Dict); ok {
			if x.typ != nil && x.missing == Value(zeroMissing{}) && y.missing == x.missing {
				return th.counterBinary(op, x, y)
			}
			if op == OpOr {
				d, err := x.copyDict(th)
				if err != nil {
					return nil, err
				}
				return d, th.updateDict(d, y)
			}
		}
	}
	if x, ok := a.(Binary); ok {
		if v, err := x.BinaryOp(th, op, b, false); v != nil || err != nil {
			return v, err
		}
	}
	if y, ok := b.(Binary); ok {
		return y.BinaryOp(th, op, a, true)
	}
	return nil, nil
}

func isIntLike(v Value) bool {
	switch v.(type) {
	case Int, Bool, *BigInt:
		return true
	}
	return false
}

func (th *Thread) concat(a, b []Value) ([]Value, error) {
	if err := th.allocItems(len(a)+len(b), 16); err != nil {
		return nil, err
	}
	if !th.burn(int64((len(a) + len(b)) >> 4)) {
		return nil, th.takeErr()
	}
	out := make([]Value, 0, len(a)+len(b))
	return append(append(out, a...), b...), nil
}

// repeat is s * n for a string, list or tuple.
func (th *Thread) repeat(s, n Value) (Value, error) {
	if _, big := n.(*BigInt); big {
		return nil, raise(overflowError, "cannot fit 'int' into an index-sized integer")
	}
	k, _, err := asIndex(th, n)
	if err != nil {
		return nil, err
	}
	k = max(k, 0)
	if x, ok := s.(Str); ok {
		if err := th.allocStr(mulCells(len(x), k)); err != nil {
			return nil, err
		}
		if len(x) == 0 {
			return x, nil
		}
		return Str(strings.Repeat(string(x), k)), nil
	}
	var elems []Value
	switch x := s.(type) {
	case *List:
		elems = x.elems
	case *Tuple:
		elems = x.elems
	}
	if len(elems) == 0 {
		k = 0
	}
	total := mulCells(len(elems), k)
	if err := th.allocItems(total, 16); err != nil {
		return nil, err
	}
	if !th.burn(int64(total >> 4)) {
		return nil, th.takeErr()
	}
	out := make([]Value, total)
	if len(elems) == 1 {
		v := elems[0]
		for i := range out {
			out[i] = v
		}
	} else {
		for i := range k {
			copy(out[i*len(elems):], elems)
		}
	}
	if _, ok := s.(*List); ok {
		return NewList(out...), nil
	}
	return NewTuple(out...), nil
}

// inplace is a op= b: lists, sets and dicts change where they stand.
func (th *Thread) inplace(op Op, a, b Value) (Value, error) {
	switch x := a.(type) {
	case *List:
		switch op {
		case OpAdd:
			return x, x.extend(th, b)
		case OpMul:
			if isIntLike(b) {
				v, err := th.repeat(x, b)
				if err != nil {
					return nil, err
				}
				x.elems = v.(*List).elems
				return x, nil
			}
		}
	case *Set:
		if o, ok := b.(*Set); ok && !x.frozen {
			switch op {
			case OpOr:
				return x, x.merge(th, o)
			case OpSub:
				if o == x {
					x.clear()
					return x, nil
				}
				return x, x.subtract(th, o)
			case OpXor:
				if o == x {
					x.clear()
					return x, nil
				}
				return x, x.toggle(th, o)
			case OpAnd:
				v, err := x.binary(th, op, o)
				if err != nil {
					return nil, err
				}
				*x = *v.(*Set)
				return x, nil
			}
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && op == OpOr && x.missing != Value(zeroMissing{}) {
			return x, th.updateDict(x, y)
		}
		if x.missing == Value(zeroMissing{}) {
			v, err := th.binary(op, a, b)
			if d, ok := v.(*Dict); ok && err == nil {
				*x = *d
				return x, nil
			}
			if v == nil && err == nil {
				err = noBinary(op, a, b, "=")
			}
			return v, err
		}
	case *Instance:
		if f := x.lookup(inplaceName(op)); f != nil {
			return x.callMethod(th, f, b)
		}
	}
	v, err := th.binary(op, a, b)
	if v == nil && err == nil {
		err = noBinary(op, a, b, "=")
	}
	return v, err
}

func (l *List) extend(th *Thread, v Value) error {
	switch y := v.(type) {
	case *List:
		if err := l.appendAll(th, y.elems); err != nil {
			return err
		}
		return nil
	case *Tuple:
		return l.appendAll(th, y.elems)
	}
	return th.each(v, func(x Value) error { return l.push(th, x) })
}

func (l *List) appendAll(th *Thread, elems []Value) error {
	if !th.burn(int64(len(elems) >> 4)) {
		return th.takeErr()
	}
	if len(l.elems)+len(elems) > cap(l.elems) {
		c := max(len(l.elems)+len(elems), 2*len(l.elems))
		if err := th.allocItems(c, 16); err != nil {
			return err
		}
		l.elems = append(make([]Value, 0, c), l.elems...)
	}
	l.elems = append(l.elems, elems...)
	return nil
}

// UnaryOp is -a, +a, ~a or abs(a).
func UnaryOp(th *Thread, op Op, a Value) (Value, error) {
	switch x := a.(type) {
	case Int:
		switch op {
		case OpNeg, OpAbs:
			if op == OpAbs && x >= 0 {
				return x, nil
			}
			if x == math.MinInt64 {
				return MakeBig(new(big.Int).Neg(big.NewInt(int64(x)))), nil
			}
			return MakeInt(int64(-x)), nil
		case OpPlus:
			return x, nil
		case OpInvert:
			return MakeInt(int64(^x)), nil
		}
	case Float:
		switch op {
		case OpNeg:
			return -x, nil
		case OpPlus:
			return x, nil
		case OpAbs:
			return Float(math.Abs(float64(x))), nil
		}
	case Bool:
		return UnaryOp(th, op, Int(b2i(x)))
	case *BigInt:
		r := new(big.Int)
		switch op {
		case OpNeg:
			return MakeBig(r.Neg(x.v)), nil
		case OpAbs:
			return MakeBig(r.Abs(x.v)), nil
		case OpPlus:
			return x, nil
		case OpInvert:
			return MakeBig(r.Not(x.v)), nil
		}
	case *Dict:
		if x.missing == Value(zeroMissing{}) && (op == OpNeg || op == OpPlus) {
			return th.counterUnary(op, x)
		}
	case Unary:
		if v, err := x.UnaryOp(th, op); v != nil || err != nil {
			return v, err
		}
	}
	if op == OpAbs {
		return nil, typeErr("bad operand type for abs(): '%s'", a.TypeName())
	}
	return nil, typeErr("bad operand type for unary %s: '%s'", op, a.TypeName())
}

// counterBinary is + - | & between Counters: counts that are not positive are dropped.
func (th *Thread) counterBinary(op Op, a, b *Dict) (Value, error) {
	out := &Dict{typ: a.typ, missing: a.missing}
	zero := MakeInt(0)
	put := func(k, x, y Value) error {
		var v Value
		var err error
		switch op {
		case OpAdd, OpSub:
			v, err = BinaryOp(th, op, x, y)
		default:
			var lt bool
			lt, err = less(th, x, y)
			if v = x; lt == (op == OpOr) {
				v = y
			}
		}
		if err != nil {
			return err
		}
		pos, err := less(th, zero, v)
		if err != nil || !pos {
			return err
		}
		return out.Set(th, k, v)
	}
	switch op {
	case OpAdd, OpSub, OpOr, OpAnd:
	default:
		return nil, nil
	}
	for _, e := range a.Items() {
		y, err := b.Get(th, e[0])
		if err != nil {
			return nil, err
		}
		if y == nil {
			y = zero
		}
		if err := put(e[0], e[1], y); err != nil {
			return nil, err
		}
	}
	if op == OpAnd {
		return out, nil
	}
	for _, e := range b.Items() {
		x, err := a.Get(th, e[0])
		if err != nil {
			return nil, err
		}
		if x == nil {
			if err := put(e[0], zero, e[1]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

func (th *Thread) counterUnary(op Op, a *Dict) (Value, error) {
	empty := &Dict{typ: a.typ, missing: a.missing}
	if op == OpPlus {
		return th.counterBinary(OpAdd, a, empty)
	}
	return th.counterBinary(OpSub, empty, a)
}

// updateDict sets every entry of src in d.
func (th *Thread) updateDict(d, src *Dict) error {
	if !th.burn(int64(src.used)) {
		return th.takeErr()
	}
	for i := 0; i < len(src.entries); i++ {
		if e := &src.entries[i]; e.key != nil {
			if err := d.setHash(th, e.key, e.val, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}
