package eval

import (
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// node is a compiled expression. eval gives nil when it failed, with the error in the thread.
type node interface {
	eval(fr *frame) Value
}

// numNode is a node that can give an int without boxing it: num gives (i, true, nil) for an int of 64 bits, (0, false, v) for
// any other value, and (0, false, nil) when it failed.
type numNode interface {
	node
	num(fr *frame) (int64, bool, Value)
}

// condNode is a node that can give its truth without boxing it: 1, 0, or -1 when it failed.
type condNode interface {
	node
	cond(fr *frame) int8
}

// plainNum and plainCond give nodes without those forms the general one.
type plainNum struct{ node }

func (n plainNum) num(fr *frame) (int64, bool, Value) {
	v := n.node.eval(fr)
	if i, ok := v.(Int); ok {
		return int64(i), true, nil
	}
	return 0, false, v
}

type plainCond struct {
	node
	at int32
}

func (n plainCond) cond(fr *frame) int8 {
	v := n.node.eval(fr)
	if b, ok := v.(Bool); ok {
		if b {
			return 1
		}
		return 0
	}
	return fr.truth(v, n.at)
}

// truth is bool(v); v may be nil for a node that failed.
func (fr *frame) truth(v Value, at int32) int8 {
	if v == nil {
		return -1
	}
	b, err := Truth(fr.th, v)
	if err != nil {
		fr.fail(at, err)
		return -1
	}
	if b {
		return 1
	}
	return 0
}

func asNum(n node) numNode {
	if x, ok := n.(numNode); ok {
		return x
	}
	return plainNum{n}
}

func asCond(n node, at int32) condNode {
	if x, ok := n.(condNode); ok {
		return x
	}
	return plainCond{n, at}
}

type constNode struct{ v Value }

func (n *constNode) eval(*frame) Value { return n.v }

// intNode is an int constant.
type intNode struct {
	v Value
	i int64
}

func (n *intNode) eval(*frame) Value               { return n.v }
func (n *intNode) num(*frame) (int64, bool, Value) { return n.i, true, nil }

type localNode struct {
	slot int
	name string
	at   int32
}

func (n *localNode) eval(fr *frame) Value {
	if v := fr.loc[n.slot]; v != nil {
		return v
	}
	return fr.unbound(n.name, n.at)
}

func (n *localNode) num(fr *frame) (int64, bool, Value) {
	v := fr.loc[n.slot]
	if i, ok := v.(Int); ok {
		return int64(i), true, nil
	}
	if v == nil {
		fr.unbound(n.name, n.at)
	}
	return 0, false, v
}

func (fr *frame) unbound(name string, at int32) Value {
	if fr.fc.node != nil {
		if _, ok := fr.fc.node.(*syntax.FuncDef); ok {
			return fr.fail(at, raise(unboundLocalError, "local variable '%s' referenced before assignment", name))
		}
	}
	return fr.fail(at, raise(unboundLocalError, "name '%s' is used before it has a value", name))
}

type cellNode struct {
	slot int
	name string
	at   int32
}

func (n *cellNode) eval(fr *frame) Value {
	if c, ok := fr.loc[n.slot].(*cell); ok && c.v != nil {
		return c.v
	}
	return fr.unbound(n.name, n.at)
}

type freeNode struct {
	idx  int
	name string
	at   int32
}

func (n *freeNode) eval(fr *frame) Value {
	if v := fr.free[n.idx].v; v != nil {
		return v
	}
	return fr.fail(n.at, raise(nameError, "free variable '%s' referenced before assignment in enclosing scope", n.name))
}

// globalNode is a global or built-in name.
type globalNode struct {
	slot    int
	builtin Value
	name    string
	at      int32
}

func (n *globalNode) eval(fr *frame) Value {
	if uint(n.slot) < uint(len(fr.g.vals)) {
		if v := fr.g.vals[n.slot]; v != nil {
			return v
		}
	}
	if n.builtin != nil {
		return n.builtin
	}
	return fr.fail(n.at, fr.noName(n.name))
}

func (fr *frame) noName(name string) error {
	known := fr.g.Names()
	known = append(known, fr.fc.layout.uni.Names()...)
	for _, d := range fr.fc.frame.debug {
		known = append(known, d.name)
	}
	return raise(nameError, "name '%s' is not defined%s", name, didYouMean(name, known))
}

type ifNode struct {
	cond      condNode
	then, els node
}

func (n *ifNode) eval(fr *frame) Value {
	switch n.cond.cond(fr) {
	case 1:
		return n.then.eval(fr)
	case 0:
		return n.els.eval(fr)
	}
	return nil
}

// boolNode is a chain of and, or of or: the value of the operand that decides.
type boolNode struct {
	and   bool
	xs    []node
	conds []condNode
	at    int32
}

func (n *boolNode) eval(fr *frame) Value {
	last := len(n.xs) - 1
	for _, x := range n.xs[:last] {
		v := x.eval(fr)
		var t bool
		if b, ok := v.(Bool); ok {
			t = bool(b)
		} else {
			switch fr.truth(v, n.at) {
			case -1:
				return nil
			case 1:
				t = true
			}
		}
		if t != n.and {
			return v
		}
	}
	return n.xs[last].eval(fr)
}

func (n *boolNode) cond(fr *frame) int8 {
	for _, x := range n.conds {
		switch c := x.cond(fr); {
		case c < 0:
			return -1
		case (c == 1) != n.and:
			return c
		}
	}
	if n.and {
		return 1
	}
	return 0
}

type notNode struct{ x condNode }

func (n *notNode) eval(fr *frame) Value {
	switch n.x.cond(fr) {
	case 1:
		return False
	case 0:
		return True
	}
	return nil
}

func (n *notNode) cond(fr *frame) int8 {
	c := n.x.cond(fr)
	if c < 0 {
		return c
	}
	return 1 - c
}

type walrusNode struct {
	target target
	x      node
}

func (n *walrusNode) eval(fr *frame) Value {
	v := n.x.eval(fr)
	if v == nil || !n.target.assign(fr, v) {
		return nil
	}
	return v
}

type attrNode struct {
	x    node
	name string
	at   int32
}

func (n *attrNode) eval(fr *frame) Value {
	x := n.x.eval(fr)
	if x == nil {
		return nil
	}
	v, err := GetAttr(fr.th, x, n.name)
	if err != nil {
		return fr.fail(n.at, err)
	}
	return v
}

type indexNode struct {
	x, key node
	at     int32
}

func (n *indexNode) eval(fr *frame) Value {
	x := n.x.eval(fr)
	if x == nil {
		return nil
	}
	key := n.key.eval(fr)
	if key == nil {
		return nil
	}
	if l, ok := x.(*List); ok {
		if i, ok := key.(Int); ok {
			if i < 0 {
				i += Int(len(l.elems))
			}
			if uint64(i) < uint64(len(l.elems)) {
				return l.elems[i]
			}
		}
	} else if t, ok := x.(*Tuple); ok {
		if i, ok := key.(Int); ok {
			if i < 0 {
				i += Int(len(t.elems))
			}
			if uint64(i) < uint64(len(t.elems)) {
				return t.elems[i]
			}
		}
	}
	v, err := GetIndex(fr.th, x, key)
	if err != nil {
		return fr.fail(n.at, err)
	}
	return v
}

func (n *indexNode) num(fr *frame) (int64, bool, Value) {
	v := n.eval(fr)
	if i, ok := v.(Int); ok {
		return int64(i), true, nil
	}
	return 0, false, v
}

// sliceOfNode is x[lo:hi] without a step, which for lists, tuples and ASCII strings needs no slice object.
type sliceOfNode struct {
	x      node
	lo, hi node // nil when absent
	at     int32
}

func (n *sliceOfNode) eval(fr *frame) Value {
	x := n.x.eval(fr)
	if x == nil {
		return nil
	}
	var lo, hi Value = None, None
	if n.lo != nil {
		if lo = n.lo.eval(fr); lo == nil {
			return nil
		}
	}
	if n.hi != nil {
		if hi = n.hi.eval(fr); hi == nil {
			return nil
		}
	}
	size := -1
	switch y := x.(type) {
	case *List:
		size = len(y.elems)
	case *Tuple:
		size = len(y.elems)
	case Str:
		if isASCII(string(y)) {
			size = len(y)
		}
	}
	i, ok1 := sliceBound(lo, size, 0)
	j, ok2 := sliceBound(hi, size, size)
	if size < 0 || !ok1 || !ok2 {
		v, err := GetIndex(fr.th, x, &Slice{lo, hi, None})
		if err != nil {
			return fr.fail(n.at, err)
		}
		return v
	}
	j = max(i, j)
	th := fr.th
	if s, ok := x.(Str); ok {
		return s[i:j]
	}
	if err := th.allocItems(j-i, 16); err != nil {
		return fr.fail(n.at, err)
	}
	if !th.burn(int64((j - i) >> 4)) {
		fr.failPending(n.at)
		return nil
	}
	if l, ok := x.(*List); ok {
		return NewList(append(make([]Value, 0, j-i), l.elems[i:j]...)...)
	}
	t := MakeTuple(j - i)
	copy(t.elems, x.(*Tuple).elems[i:j])
	return t
}

// sliceBound clamps a bound of a slice into a sequence of n elements.
func sliceBound(v Value, n, def int) (int, bool) {
	if i, ok := v.(Int); ok {
		if i < 0 {
			i = max(i+Int(n), 0)
		}
		return int(min(i, Int(n))), true
	}
	_, none := v.(NoneType)
	return def, none
}

type sliceNode struct{ parts [3]node }

func (n *sliceNode) eval(fr *frame) Value {
	var s [3]Value
	for i, p := range n.parts {
		s[i] = None
		if p != nil {
			if s[i] = p.eval(fr); s[i] == nil {
				return nil
			}
		}
	}
	return &Slice{s[0], s[1], s[2]}
}

// funcNode makes a function.
type funcNode struct {
	fc       *funcCode
	defaults []node
	kwdef    []node
}

func (n *funcNode) eval(fr *frame) Value {
	f := &Function{fc: n.fc, g: fr.g, name: n.fc.name}
	if len(n.defaults) > 0 {
		f.defaults = make([]Value, len(n.defaults))
		for i, d := range n.defaults {
			if f.defaults[i] = d.eval(fr); f.defaults[i] == nil {
				return nil
			}
		}
	}
	if len(n.kwdef) > 0 {
		f.kwdef = make([]Value, len(n.kwdef))
		for i, d := range n.kwdef {
			if d == nil {
				continue
			}
			if f.kwdef[i] = d.eval(fr); f.kwdef[i] == nil {
				return nil
			}
		}
	}
	f.free = fr.captured(n.fc)
	return f
}

// captured collects the cells that a new function captures.
func (fr *frame) captured(fc *funcCode) []*cell {
	if len(fc.capture) == 0 {
		return nil
	}
	out := make([]*cell, len(fc.capture))
	for i, c := range fc.capture {
		if !c.local {
			out[i] = fr.free[c.index]
			continue
		}
		cl, ok := fr.loc[c.index].(*cell)
		if !ok { // a variable of a comprehension that has not begun
			cl = &cell{fr.loc[c.index]}
			fr.loc[c.index] = cl
		}
		out[i] = cl
	}
	return out
}

type yieldNode struct {
	x    node
	from bool
	at   int32
}

func (n *yieldNode) eval(fr *frame) Value {
	th := fr.th
	var v Value = None
	if n.x != nil {
		if v = n.x.eval(fr); v == nil {
			return nil
		}
	}
	if !n.from {
		r := fr.gen.give(th, v)
		if r == nil {
			return fr.fail(n.at, th.takeErr())
		}
		return r
	}
	it, err := Iterate(th, v)
	if err != nil {
		return fr.fail(n.at, err)
	}
	for {
		x, err := it.Next(th)
		if err != nil {
			return fr.fail(n.at, err)
		}
		if x == nil {
			if g, ok := it.(*generator); ok && g.ret != nil {
				return g.ret
			}
			return None
		}
		if !th.burn(1) {
			return nil
		}
		if fr.gen.give(th, x) == nil {
			return fr.fail(n.at, th.takeErr())
		}
	}
}
