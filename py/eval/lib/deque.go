package lib

import (
	"slices"

	"github.com/quandary-puzzles/quandary/py/eval"
)

// deque is collections.deque: elements from head on in a list that is squeezed now and then.
type deque struct {
	elems []eval.Value
	head  int
	max   int // -1 for none
	gen   int // how often it changed
}

func (*deque) TypeName() string { return "deque" }

func (d *deque) live() []eval.Value { return d.elems[d.head:] }

// Len is the number of elements.
func (d *deque) Len() int { return len(d.elems) - d.head }

func newDeque(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x, limit eval.Value = eval.None, eval.None
	if err := eval.UnpackArgs("deque", args, kw, "iterable?", &x, "maxlen?", &limit); err != nil {
		return nil, err
	}
	d := &deque{max: -1}
	if limit != none {
		n, err := wantInt(limit)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, eval.Raise("ValueError", "maxlen must be non-negative")
		}
		d.max = int(n)
	}
	if x != none {
		if err := d.extend(th, x); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (d *deque) extend(th *eval.Thread, x eval.Value) error {
	e, err := eval.ToSlice(th, x)
	if err != nil {
		return err
	}
	for _, v := range e {
		if err := d.push(th, v); err != nil {
			return err
		}
	}
	return nil
}

func (d *deque) push(th *eval.Thread, v eval.Value) error {
	if d.max == 0 {
		return nil
	}
	if d.max > 0 && d.Len() == d.max {
		d.popLeft()
	}
	d.gen++
	if len(d.elems) == cap(d.elems) {
		if err := room(th, 2*d.Len()+4); err != nil {
			return err
		}
		d.elems = append(make([]eval.Value, 0, 2*d.Len()+4), d.live()...)
		d.head = 0
	}
	d.elems = append(d.elems, v)
	return nil
}

func (d *deque) pushLeft(th *eval.Thread, v eval.Value) error {
	if d.max == 0 {
		return nil
	}
	if d.max > 0 && d.Len() == d.max {
		d.elems = d.elems[:len(d.elems)-1]
	}
	d.gen++
	if d.head == 0 {
		n := d.Len()
		if err := room(th, 2*n+8); err != nil {
			return err
		}
		grown := make([]eval.Value, 2*n+8)
		d.head = n + 4
		copy(grown[d.head:], d.elems)
		d.elems = grown[:d.head+n]
	}
	d.head--
	d.elems[d.head] = v
	return nil
}

func (d *deque) popLeft() eval.Value {
	v := d.elems[d.head]
	d.elems[d.head] = nil
	d.head++
	d.gen++
	if d.head == len(d.elems) {
		d.elems, d.head = d.elems[:0], 0
	}
	return v
}

// Iter iterates over the elements and notices changes.
func (d *deque) Iter(*eval.Thread) (eval.Iterator, error) {
	i, gen := 0, d.gen
	return &eval.FuncIter{Name: "_collections._deque_iterator", Fn: func(*eval.Thread) (eval.Value, error) {
		if gen != d.gen {
			return nil, eval.Raise("RuntimeError", "deque mutated during iteration")
		}
		if i >= d.Len() {
			return nil, nil
		}
		i++
		return d.live()[i-1], nil
	}}, nil
}

func (d *deque) at(key eval.Value) (int, error) {
	i, err := wantInt(key)
	if err != nil {
		return 0, eval.Raise("TypeError", "sequence index must be integer, not '%s'", key.TypeName())
	}
	if i < 0 {
		i += int64(d.Len())
	}
	if i < 0 || i >= int64(d.Len()) {
		return 0, eval.Raise("IndexError", "deque index out of range")
	}
	return d.head + int(i), nil
}

func (d *deque) Index(_ *eval.Thread, key eval.Value) (eval.Value, error) {
	i, err := d.at(key)
	if err != nil {
		return nil, err
	}
	return d.elems[i], nil
}

func (d *deque) SetIndex(_ *eval.Thread, key, v eval.Value) error {
	i, err := d.at(key)
	if err == nil {
		d.elems[i] = v
	}
	return err
}

func (d *deque) DelIndex(_ *eval.Thread, key eval.Value) error {
	i, err := d.at(key)
	if err == nil {
		d.elems = append(d.elems[:i], d.elems[i+1:]...)
		d.gen++
	}
	return err
}

func (d *deque) CompareOp(th *eval.Thread, op eval.Op, other eval.Value) (eval.Value, error) {
	o, ok := other.(*deque)
	if !ok {
		return nil, nil
	}
	return eval.Compare(th, op, eval.NewList(d.live()...), eval.NewList(o.live()...))
}

func (d *deque) BinaryOp(th *eval.Thread, op eval.Op, other eval.Value, reflected bool) (eval.Value, error) {
	n := &deque{max: d.max}
	o, isDeque := other.(*deque)
	switch {
	case op == eval.OpAdd && isDeque && !reflected:
		if err := n.extend(th, d); err != nil {
			return nil, err
		}
		return n, n.extend(th, o)
	case op == eval.OpMul:
		v, err := eval.BinaryOp(th, op, eval.NewList(d.live()...), other)
		if err != nil {
			return nil, err
		}
		return n, n.extend(th, v)
	}
	return nil, nil
}

func (d *deque) Repr(th *eval.Thread) (string, error) {
	s, err := eval.ToRepr(th, eval.NewList(d.live()...))
	if d.max >= 0 {
		m, _ := eval.ToRepr(th, eval.MakeInt(int64(d.max)))
		return "deque(" + s + ", maxlen=" + m + ")", err
	}
	return "deque(" + s + ")", err
}

func (d *deque) AttrNames() []string {
	return []string{"append", "appendleft", "clear", "copy", "count", "extend", "extendleft", "index", "insert", "maxlen", "pop",
		"popleft", "remove", "reverse", "rotate"}
}

func (d *deque) Attr(_ *eval.Thread, name string) (eval.Value, error) {
	if name == "maxlen" {
		if d.max < 0 {
			return eval.None, nil
		}
		return eval.MakeInt(int64(d.max)), nil
	}
	if slices.Contains(d.AttrNames(), name) {
		return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			return d.method(th, name, args, kw)
		}), nil
	}
	return nil, nil
}

func (d *deque) method(th *eval.Thread, name string, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var x eval.Value
	switch name {
	case "append", "appendleft", "extend", "extendleft", "remove", "count":
		if err := eval.UnpackArgs(name, args, kw, "x", &x); err != nil {
			return nil, err
		}
	case "pop", "popleft":
		if err := eval.UnpackArgs(name, args, kw); err != nil {
			return nil, err
		}
		if d.Len() == 0 {
			return nil, eval.Raise("IndexError", "pop from an empty deque")
		}
	}
	switch name {
	case "append":
		return eval.None, d.push(th, x)
	case "appendleft":
		return eval.None, d.pushLeft(th, x)
	case "extend":
		return eval.None, d.extend(th, x)
	case "extendleft":
		e, err := eval.ToSlice(th, x)
		for _, v := range e {
			if err == nil {
				err = d.pushLeft(th, v)
			}
		}
		return eval.None, err
	case "pop":
		v := d.elems[len(d.elems)-1]
		d.elems = d.elems[:len(d.elems)-1]
		d.gen++
		return v, nil
	case "popleft":
		return d.popLeft(), nil
	case "clear":
		d.elems, d.head = nil, 0
		d.gen++
		return eval.None, nil
	case "copy":
		n := &deque{max: d.max}
		return n, n.extend(th, d)
	case "remove":
		for i, v := range d.live() {
			eq, err := eval.Equal(th, v, x)
			if err != nil {
				return nil, err
			}
			if eq {
				return eval.None, d.DelIndex(th, eval.MakeInt(int64(i)))
			}
		}
		return nil, eval.Raise("ValueError", "deque.remove(x): x not in deque")
	case "rotate":
		n := 1
		if err := eval.UnpackArgs(name, args, kw, "n?", &n); err != nil {
			return nil, err
		}
		l := d.Len()
		if l == 0 {
			return eval.None, nil
		}
		if err := th.Step(l / 8); err != nil {
			return nil, err
		}
		n = ((n % l) + l) % l
		e := append([]eval.Value(nil), d.live()...)
		d.elems, d.head = append(append(make([]eval.Value, 0, l), e[l-n:]...), e[:l-n]...), 0
		d.gen++
		return eval.None, nil
	}
	// The rest as on a list.
	l := eval.NewList(append([]eval.Value(nil), d.live()...)...)
	f, err := eval.GetAttr(th, l, name)
	if err != nil {
		return nil, err
	}
	v, err := eval.Call(th, f, args, kw)
	if name == "reverse" || name == "insert" {
		d.elems, d.head = l.Elems(), 0
		d.gen++
	}
	return v, err
}
