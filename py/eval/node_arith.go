package eval

import "strings"

// arithNode is + - * // % between any operands, quick for ints of 64 bits.
type arithNode struct {
	op           Op
	x, y         numNode
	xslot, yslot int // slots of operands that are plain locals, or -1
	at           int32
}

func (n *arithNode) eval(fr *frame) Value {
	i, ok, v := n.num(fr)
	if ok {
		return fr.th.box.int(i)
	}
	return v
}

func (n *arithNode) num(fr *frame) (int64, bool, Value) {
	var a, b int64
	var aok, bok bool
	var av, bv Value
	if n.xslot >= 0 {
		av = fr.loc[n.xslot]
		if i, ok := av.(Int); ok {
			a, aok = int64(i), true
		}
	}
	if !aok && av == nil {
		if a, aok, av = n.x.num(fr); !aok && av == nil {
			return 0, false, nil
		}
	}
	if n.yslot >= 0 {
		bv = fr.loc[n.yslot]
		if i, ok := bv.(Int); ok {
			b, bok = int64(i), true
		}
	}
	if !bok && bv == nil {
		if b, bok, bv = n.y.num(fr); !bok && bv == nil {
			return 0, false, nil
		}
	}
	if aok && bok {
		if c, ok := quickInt(n.op, a, b); ok {
			return c, true, nil
		}
	}
	if aok && av == nil {
		av = MakeInt(a)
	}
	if bok && bv == nil {
		bv = MakeInt(b)
	}
	return fr.slowArith(n.op, av, bv, n.at)
}

// quickInt does arithmetic whose result fits; ok is false otherwise, and for a divisor of 0.
func quickInt(op Op, a, b int64) (int64, bool) {
	switch op {
	case OpAdd:
		c := a + b
		return c, (c > a) == (b > 0)
	case OpSub:
		c := a - b
		return c, (c < a) == (b > 0)
	case OpMul:
		return mulInt(a, b)
	case OpMod:
		if b > 0 {
			c := a % b
			if c < 0 {
				c += b
			}
			return c, true
		}
	case OpFloorDiv:
		if b > 0 {
			c := a / b
			if a < 0 && c*b != a {
				c--
			}
			return c, true
		}
	}
	return 0, false
}

func (fr *frame) slowArith(op Op, a, b Value, at int32) (int64, bool, Value) {
	if x, ok := a.(Float); ok {
		if y, ok := b.(Float); ok {
			switch op {
			case OpAdd:
				return 0, false, fr.th.box.float(float64(x + y))
			case OpSub:
				return 0, false, fr.th.box.float(float64(x - y))
			case OpMul:
				return 0, false, fr.th.box.float(float64(x * y))
			}
		}
	}
	if x, ok := a.(Float); ok {
		if y, ok := b.(Int); ok {
			switch op {
			case OpAdd:
				return 0, false, fr.th.box.float(float64(x) + float64(y))
			case OpSub:
				return 0, false, fr.th.box.float(float64(x) - float64(y))
			case OpMul:
				return 0, false, fr.th.box.float(float64(x) * float64(y))
			}
		}
	}
	v := fr.binary(op, a, b, at)
	if i, ok := v.(Int); ok {
		return int64(i), true, nil
	}
	return 0, false, v
}

func (fr *frame) binary(op Op, a, b Value, at int32) Value {
	v, err := fr.th.binary(op, a, b)
	if err != nil {
		return fr.fail(at, err)
	}
	if v == nil {
		return fr.fail(at, noBinary(op, a, b, ""))
	}
	return v
}

// arithConstNode is arithNode with an int constant on the right.
type arithConstNode struct {
	op    Op
	x     numNode
	k     int64
	kv    Value
	xslot int
	at    int32
}

func (n *arithConstNode) eval(fr *frame) Value {
	i, ok, v := n.num(fr)
	if ok {
		return fr.th.box.int(i)
	}
	return v
}

func (n *arithConstNode) num(fr *frame) (int64, bool, Value) {
	if n.xslot >= 0 {
		if i, ok := fr.loc[n.xslot].(Int); ok {
			if c, ok := quickInt(n.op, int64(i), n.k); ok {
				return c, true, nil
			}
		}
	}
	var a int64
	var aok bool
	var av Value
	if n.xslot >= 0 {
		av = fr.loc[n.xslot]
		if i, ok := av.(Int); ok {
			a, aok = int64(i), true
		}
	}
	if !aok && av == nil {
		if a, aok, av = n.x.num(fr); !aok && av == nil {
			return 0, false, nil
		}
	}
	if aok {
		if c, ok := quickInt(n.op, a, n.k); ok {
			return c, true, nil
		}
		if av == nil {
			av = MakeInt(a)
		}
	}
	return fr.slowArith(n.op, av, n.kv, n.at)
}

// binaryNode is any other binary operation.
type binaryNode struct {
	op   Op
	x, y node
	at   int32
}

func (n *binaryNode) eval(fr *frame) Value {
	a := n.x.eval(fr)
	if a == nil {
		return nil
	}
	b := n.y.eval(fr)
	if b == nil {
		return nil
	}
	if n.op == OpDiv {
		if x, ok := a.(Int); ok {
			if y, ok := b.(Int); ok && y != 0 && x>>53 == x>>63 && y>>53 == y>>63 {
				return fr.th.box.float(float64(x) / float64(y))
			}
		} else if x, ok := a.(Float); ok {
			if y, ok := b.(Float); ok && y != 0 {
				return fr.th.box.float(float64(x) / float64(y))
			}
		}
	}
	return fr.binary(n.op, a, b, n.at)
}

type unaryNode struct {
	op Op
	x  node
	at int32
}

func (n *unaryNode) eval(fr *frame) Value {
	x := n.x.eval(fr)
	if x == nil {
		return nil
	}
	v, err := UnaryOp(fr.th, n.op, x)
	if err != nil {
		return fr.fail(n.at, err)
	}
	return v
}

// compareNode is one comparison by order or equality.
type compareNode struct {
	op     Op
	x, y   numNode
	xslot  int
	yconst bool
	k      int64
	at     int32
}

// operands evaluates both sides; both ints: quick is true. Otherwise a and b, nil when one failed.
func (n *compareNode) operands(fr *frame) (i, j int64, quick bool, a, b Value) {
	var aok, bok bool
	if n.xslot >= 0 {
		a = fr.loc[n.xslot]
		if x, ok := a.(Int); ok {
			i, aok = int64(x), true
		}
	}
	if !aok && a == nil {
		if i, aok, a = n.x.num(fr); !aok && a == nil {
			return 0, 0, false, nil, nil
		}
	}
	if n.yconst {
		j, bok = n.k, true
	} else if j, bok, b = n.y.num(fr); !bok && b == nil {
		return 0, 0, false, nil, nil
	}
	if aok && bok {
		return i, j, true, nil, nil
	}
	if aok && a == nil {
		a = MakeInt(i)
	}
	if bok {
		b = MakeInt(j)
	}
	return 0, 0, false, a, b
}

func orderInt(op Op, i, j int64) bool {
	switch op {
	case OpEq:
		return i == j
	case OpNe:
		return i != j
	case OpLt:
		return i < j
	case OpLe:
		return i <= j
	case OpGt:
		return i > j
	}
	return i >= j
}

func (n *compareNode) eval(fr *frame) Value {
	i, j, quick, a, b := n.operands(fr)
	if quick {
		return Bool(orderInt(n.op, i, j))
	}
	if a == nil || b == nil {
		return nil
	}
	return fr.compare(n.op, a, b, n.at)
}

func (n *compareNode) cond(fr *frame) int8 {
	if n.xslot >= 0 && n.yconst { // the commonest: a local against a constant
		if i, ok := fr.loc[n.xslot].(Int); ok {
			if orderInt(n.op, int64(i), n.k) {
				return 1
			}
			return 0
		}
	}
	i, j, quick, a, b := n.operands(fr)
	if quick {
		if orderInt(n.op, i, j) {
			return 1
		}
		return 0
	}
	if a == nil || b == nil {
		return -1
	}
	v := fr.compare(n.op, a, b, n.at)
	if t, ok := v.(Bool); ok {
		if t {
			return 1
		}
		return 0
	}
	return fr.truth(v, n.at)
}

func (fr *frame) compare(op Op, a, b Value, at int32) Value {
	if x, ok := a.(Str); ok {
		if y, ok := b.(Str); ok {
			switch op {
			case OpEq:
				return Bool(x == y)
			case OpNe:
				return Bool(x != y)
			}
			return Bool(order(op, strings.Compare(string(x), string(y))))
		}
	}
	v, err := Compare(fr.th, op, a, b)
	if err != nil {
		return fr.fail(at, err)
	}
	return v
}

type isNode struct {
	x, y node
	not  bool
}

func (n *isNode) eval(fr *frame) Value {
	c := n.cond(fr)
	if c < 0 {
		return nil
	}
	return Bool(c == 1)
}

func (n *isNode) cond(fr *frame) int8 {
	a := n.x.eval(fr)
	if a == nil {
		return -1
	}
	b := n.y.eval(fr)
	if b == nil {
		return -1
	}
	if identical(a, b) != n.not {
		return 1
	}
	return 0
}

type inNode struct {
	x, y node
	not  bool
	at   int32
}

func (n *inNode) eval(fr *frame) Value {
	c := n.cond(fr)
	if c < 0 {
		return nil
	}
	return Bool(c == 1)
}

func (n *inNode) cond(fr *frame) int8 {
	a := n.x.eval(fr)
	if a == nil {
		return -1
	}
	b := n.y.eval(fr)
	if b == nil {
		return -1
	}
	in, err := Contains(fr.th, b, a)
	if err != nil {
		fr.fail(n.at, err)
		return -1
	}
	if in != n.not {
		return 1
	}
	return 0
}

// chainNode is a chained comparison: a < b < c, with each operand evaluated once.
type chainNode struct {
	first node
	ops   []Op
	rest  []node
	at    []int32
}

func (n *chainNode) eval(fr *frame) Value {
	a := n.first.eval(fr)
	if a == nil {
		return nil
	}
	var v Value
	for i, op := range n.ops {
		b := n.rest[i].eval(fr)
		if b == nil {
			return nil
		}
		if v = fr.relation(op, a, b, n.at[i]); v == nil {
			return nil
		}
		if i == len(n.ops)-1 {
			break
		}
		switch fr.truth(v, n.at[i]) {
		case -1:
			return nil
		case 0:
			return v
		}
		a = b
	}
	return v
}
