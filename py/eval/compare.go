package eval

import (
	"math/big"
	"strings"
)

// Truth is bool(v).
func Truth(th *Thread, v Value) (bool, error) {
	switch v := v.(type) {
	case Bool:
		return bool(v), nil
	case NoneType:
		return false, nil
	case Int:
		return v != 0, nil
	case Str:
		return v != "", nil
	case *List:
		return len(v.elems) > 0, nil
	case *Tuple:
		return len(v.elems) > 0, nil
	case *Dict:
		return v.used > 0, nil
	case *Set:
		return v.used > 0, nil
	case Float:
		return v != 0, nil
	case *BigInt:
		return true, nil
	case *Range:
		return v.n > 0, nil
	case Truther:
		return v.Truth(th)
	case Lener:
		return v.Len() > 0, nil
	}
	return true, nil
}

// Equal is bool(a == b).
func Equal(th *Thread, a, b Value) (bool, error) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return x == y, nil
		}
	case Str:
		if y, ok := b.(Str); ok {
			return x == y, nil
		}
	}
	v, err := Compare(th, OpEq, a, b)
	if err != nil {
		return false, err
	}
	if t, ok := v.(Bool); ok {
		return bool(t), nil
	}
	return Truth(th, v)
}

// order gives a op b from c, which is negative, zero or positive as a is less than, equal to or greater than b.
func order(op Op, c int) bool {
	switch op {
	case OpEq:
		return c == 0
	case OpNe:
		return c != 0
	case OpLt:
		return c < 0
	case OpLe:
		return c <= 0
	case OpGt:
		return c > 0
	}
	return c >= 0
}

func mirror(op Op) Op {
	switch op {
	case OpLt:
		return OpGt
	case OpLe:
		return OpGe
	case OpGt:
		return OpLt
	case OpGe:
		return OpLe
	}
	return op
}

func cmpInt[T int | int64 | Int | float64 | Float](a, b T) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Compare is a op b for the six comparison operators.
func Compare(th *Thread, op Op, a, b Value) (Value, error) {
	switch x := a.(type) {
	case Int:
		switch y := b.(type) {
		case Int:
			return Bool(order(op, cmpInt(x, y))), nil
		case Float:
			return orderNaN(op, compareIntFloat(x, float64(y))), nil
		case Bool:
			return Bool(order(op, cmpInt(int64(x), b2i(y)))), nil
		case *BigInt:
			return Bool(order(op, -y.v.Sign())), nil
		}
	case Str:
		if y, ok := b.(Str); ok {
			return Bool(order(op, strings.Compare(string(x), string(y)))), nil
		}
	case Float:
		switch y := b.(type) {
		case Float:
			if x != x || y != y {
				return Bool(op == OpNe), nil
			}
			return Bool(order(op, cmpInt(x, y))), nil
		case Int, *BigInt:
			return orderNaN(mirror(op), compareIntFloat(y, float64(x))), nil
		case Bool:
			return orderNaN(mirror(op), compareIntFloat(Int(b2i(y)), float64(x))), nil
		}
	case Bool:
		switch b.(type) {
		case Int, Bool, Float, *BigInt:
			return Compare(th, op, Int(b2i(x)), b)
		}
	case *BigInt:
		switch y := b.(type) {
		case *BigInt:
			return Bool(order(op, x.v.Cmp(y.v))), nil
		case Int, Bool:
			return Bool(order(op, x.v.Sign())), nil
		case Float:
			return orderNaN(op, compareIntFloat(x, float64(y))), nil
		}
	case *List:
		if y, ok := b.(*List); ok {
			return th.compareSeq(op, x.elems, y.elems)
		}
	case *Tuple:
		if y, ok := b.(*Tuple); ok {
			return th.compareSeq(op, x.elems, y.elems)
		}
	case *Set:
		switch y := b.(type) {
		case *Set:
			return x.compare(th, op, y)
		case *dictView:
			s, err := th.newSet(y, false)
			if err != nil {
				return nil, err
			}
			return x.compare(th, op, s)
		}
	case *Dict:
		if y, ok := b.(*Dict); ok && (op == OpEq || op == OpNe) {
			eq, err := th.equalDicts(x, y)
			return Bool(eq == (op == OpEq)), err
		}
	case *Range:
		if y, ok := b.(*Range); ok && (op == OpEq || op == OpNe) {
			eq := x.n == y.n && (x.n == 0 || x.start == y.start && (x.n == 1 || x.step == y.step))
			return Bool(eq == (op == OpEq)), nil
		}
	}
	if c, ok := a.(Comparer); ok {
		if v, err := c.CompareOp(th, op, b); v != nil || err != nil {
			return v, err
		}
	}
	if c, ok := b.(Comparer); ok {
		if v, err := c.CompareOp(th, mirror(op), a); v != nil || err != nil {
			return v, err
		}
	}
	switch op {
	case OpEq:
		return Bool(identical(a, b)), nil
	case OpNe:
		return Bool(!identical(a, b)), nil
	}
	return nil, typeErr("'%s' not supported between instances of '%s' and '%s'", op, a.TypeName(), b.TypeName())
}

func orderNaN(op Op, c int) Value {
	if c == 2 {
		return Bool(op == OpNe)
	}
	return Bool(order(op, c))
}

// compareSeq compares sequences element by element, as Python does: the first difference decides.
func (th *Thread) compareSeq(op Op, a, b []Value) (Value, error) {
	if len(a) != len(b) && (op == OpEq || op == OpNe) {
		return Bool(op == OpNe), nil
	}
	if th.depth++; th.depth > th.limits.Depth {
		th.depth--
		return nil, th.tooDeep()
	}
	defer func() { th.depth-- }()
	for i := 0; i < len(a) && i < len(b); i++ {
		if !th.burn(1) {
			return nil, th.takeErr()
		}
		eq, err := sameOrEqual(th, a[i], b[i])
		if err != nil {
			return nil, err
		}
		if eq {
			continue
		}
		switch op {
		case OpEq:
			return False, nil
		case OpNe:
			return True, nil
		}
		return Compare(th, op, a[i], b[i])
	}
	return Bool(order(op, cmpInt(len(a), len(b)))), nil
}

func (th *Thread) tooDeep() *Error {
	return raise(recursionError, "maximum recursion depth exceeded")
}

func (th *Thread) equalDicts(a, b *Dict) (bool, error) {
	if a == b {
		return true, nil
	}
	if a.used != b.used {
		return false, nil
	}
	if th.depth++; th.depth > th.limits.Depth {
		th.depth--
		return false, th.tooDeep()
	}
	defer func() { th.depth-- }()
	for i := range a.entries {
		e := &a.entries[i]
		if e.key == nil {
			continue
		}
		if !th.burn(1) {
			return false, th.takeErr()
		}
		j, err := b.find(th, e.key, e.hash)
		if j < 0 || err != nil {
			return false, err
		}
		if eq, err := sameOrEqual(th, e.val, b.entries[j].val); !eq || err != nil {
			return false, err
		}
	}
	return true, nil
}

// less is bool(a < b).
func less(th *Thread, a, b Value) (bool, error) {
	switch x := a.(type) {
	case Int:
		if y, ok := b.(Int); ok {
			return x < y, nil
		}
	case Str:
		if y, ok := b.(Str); ok {
			return x < y, nil
		}
	case Float:
		if y, ok := b.(Float); ok {
			return x < y, nil
		}
	}
	v, err := Compare(th, OpLt, a, b)
	if err != nil {
		return false, err
	}
	return Truth(th, v)
}

// SortValues sorts values in place by their keys (nil: by themselves), stably, with Python's <.
func SortValues(th *Thread, vals, keys []Value, reverse bool) error {
	n := len(vals)
	if keys == nil {
		keys = vals
	}
	bits := big.NewInt(int64(n)).BitLen()
	if !th.burn(int64(n * bits / 4)) {
		return th.takeErr()
	}
	idx := make([]int32, n)
	for i := range idx {
		if reverse {
			idx[i] = int32(n - 1 - i)
		} else {
			idx[i] = int32(i)
		}
	}
	s := sorter{th: th, keys: keys, tmp: make([]int32, n)}
	if err := th.allocItems(n, 24); err != nil {
		return err
	}
	if !s.sort(idx, s.tmp) {
		return s.err
	}
	out := make([]Value, n)
	for i, k := range idx {
		if reverse {
			out[n-1-i] = vals[k]
		} else {
			out[i] = vals[k]
		}
	}
	copy(vals, out)
	return nil
}

// sorter is a merge sort over indices, so that a comparison may fail or call back into a program.
type sorter struct {
	th   *Thread
	keys []Value
	tmp  []int32
	err  error
}

// after reports whether key a must stand behind key b.
func (s *sorter) after(a, b int32) bool {
	lt, err := less(s.th, s.keys[b], s.keys[a])
	if err != nil && s.err == nil {
		s.err = err
	}
	return lt
}

func (s *sorter) sort(idx, tmp []int32) bool {
	if len(idx) <= 12 {
		for i := 1; i < len(idx); i++ {
			x := idx[i]
			j := i
			for j > 0 && s.after(idx[j-1], x) {
				idx[j] = idx[j-1]
				j--
			}
			idx[j] = x
			if s.err != nil {
				return false
			}
		}
		return true
	}
	mid := len(idx) / 2
	if !s.sort(idx[:mid], tmp[:mid]) || !s.sort(idx[mid:], tmp[mid:]) {
		return false
	}
	if !s.after(idx[mid-1], idx[mid]) {
		return s.err == nil
	}
	copy(tmp, idx)
	i, j := 0, mid
	for k := range idx {
		if i < mid && (j >= len(tmp) || !s.after(tmp[i], tmp[j])) {
			idx[k] = tmp[i]
			i++
		} else {
			idx[k] = tmp[j]
			j++
		}
		if s.err != nil {
			return false
		}
	}
	return true
}
