package lib

import (
	"strings"

	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

func collectionsModule() *eval.Module {
	return eval.NewModule("collections", map[string]eval.Value{
		"Counter": eval.CounterType, "defaultdict": eval.DefaultDictType, "OrderedDict": eval.OrderedDictType,
		"deque":      eval.NewType("deque", newDeque, func(v eval.Value) bool { _, ok := v.(*deque); return ok }),
		"namedtuple": method("namedtuple", namedTuple),
	})
}

func namedTuple(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
	var name string
	var fields eval.Value
	var defaults, module eval.Value = eval.None, eval.None
	rename := false
	if err := eval.UnpackArgs("namedtuple", args, kw, "typename", &name, "field_names", &fields, "*rename?", &rename,
		"*defaults?", &defaults, "*module?", &module); err != nil {
		return nil, err
	}
	var names []string
	if s, ok := fields.(eval.Str); ok {
		names = strings.Fields(strings.ReplaceAll(string(s), ",", " "))
	} else {
		fs, err := eval.ToSlice(th, fields)
		if err != nil {
			return nil, err
		}
		for _, f := range fs {
			s, err := eval.ToStr(th, f)
			if err != nil {
				return nil, err
			}
			names = append(names, s)
		}
	}
	seen := map[string]bool{}
	for _, n := range names {
		if !syntax.IsIdentifier(n) || syntax.IsKeyword(n) || strings.HasPrefix(n, "_") {
			return nil, eval.Raise("ValueError", "Type names and field names must be valid identifiers: '%s'", n)
		}
		if seen[n] {
			return nil, eval.Raise("ValueError", "Encountered duplicate field name: '%s'", n)
		}
		seen[n] = true
	}
	var defs []eval.Value
	if defaults != none {
		var err error
		if defs, err = eval.ToSlice(th, defaults); err != nil {
			return nil, err
		}
		if len(defs) > len(names) {
			return nil, eval.Raise("TypeError", "Got more default values than field names")
		}
	}
	return eval.NewNamedTupleType(name, names, defs), nil
}

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
	for _, n := range d.AttrNames() {
		if n == name {
			return method(name, func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
				return d.method(th, name, args, kw)
			}), nil
		}
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

func heapqModule() *eval.Module {
	heap := func(name string, args []eval.Value, kw []eval.Kwarg, more ...any) (*eval.List, error) {
		var h *eval.List
		err := eval.UnpackArgs(name, args, kw, append([]any{"heap", &h}, more...)...)
		return h, err
	}
	return eval.NewModule("heapq", functions(map[string]eval.BuiltinFunc{
		"heappush": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			h, err := heap("heappush", args, kw, "item", &x)
			if err != nil {
				return nil, err
			}
			if err := th.Alloc(32); err != nil {
				return nil, err
			}
			h.Append(x)
			return eval.None, siftDown(th, h.Elems(), 0, h.Len()-1)
		},
		"heappop": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			h, err := heap("heappop", args, kw)
			if err != nil {
				return nil, err
			}
			return heapPop(th, h)
		},
		"heapify": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			h, err := heap("heapify", args, kw)
			if err != nil {
				return nil, err
			}
			for i := h.Len()/2 - 1; i >= 0; i-- {
				if err := siftUp(th, h.Elems(), i); err != nil {
					return nil, err
				}
			}
			return eval.None, nil
		},
		"heapreplace": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			h, err := heap("heapreplace", args, kw, "item", &x)
			if err != nil {
				return nil, err
			}
			if h.Len() == 0 {
				return nil, eval.Raise("IndexError", "index out of range")
			}
			top := h.Elems()[0]
			h.Elems()[0] = x
			return top, siftUp(th, h.Elems(), 0)
		},
		"heappushpop": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var x eval.Value
			h, err := heap("heappushpop", args, kw, "item", &x)
			if err != nil {
				return nil, err
			}
			if h.Len() > 0 {
				lt, err := lessThan(th, h.Elems()[0], x)
				if err != nil {
					return nil, err
				}
				if lt {
					x, h.Elems()[0] = h.Elems()[0], x
					return x, siftUp(th, h.Elems(), 0)
				}
			}
			return x, nil
		},
		"nlargest": nBest("nlargest", true), "nsmallest": nBest("nsmallest", false),
		"merge": func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var key eval.Value = eval.None
			reverse := false
			if err := eval.UnpackArgs("merge", nil, kw, "*key?", &key, "*reverse?", &reverse); err != nil {
				return nil, err
			}
			all := eval.NewList()
			for _, a := range args {
				e, err := eval.ToSlice(th, a)
				if err != nil {
					return nil, err
				}
				for _, v := range e {
					all.Append(v)
				}
			}
			l, err := eval.Sorted(th, all, key, reverse)
			if err != nil {
				return nil, err
			}
			return eval.Iterate(th, l)
		},
	}))
}

func lessThan(th *eval.Thread, a, b eval.Value) (bool, error) {
	v, err := eval.Compare(th, eval.OpLt, a, b)
	if err != nil {
		return false, err
	}
	return eval.Truth(th, v)
}

// siftDown and siftUp are CPython's, so that the layout of a heap is the same.
func siftDown(th *eval.Thread, h []eval.Value, start, pos int) error {
	x := h[pos]
	for pos > start {
		parent := (pos - 1) >> 1
		lt, err := lessThan(th, x, h[parent])
		if err != nil {
			return err
		}
		if !lt {
			break
		}
		h[pos] = h[parent]
		pos = parent
	}
	h[pos] = x
	return th.Step(1)
}

func siftUp(th *eval.Thread, h []eval.Value, pos int) error {
	start, x := pos, h[pos]
	for child := 2*pos + 1; child < len(h); child = 2*pos + 1 {
		if right := child + 1; right < len(h) {
			lt, err := lessThan(th, h[child], h[right])
			if err != nil {
				return err
			}
			if !lt {
				child = right
			}
		}
		h[pos] = h[child]
		pos = child
	}
	h[pos] = x
	return siftDown(th, h, start, pos)
}

func heapPop(th *eval.Thread, h *eval.List) (eval.Value, error) {
	n := h.Len()
	if n == 0 {
		return nil, eval.Raise("IndexError", "index out of range")
	}
	last := h.Elems()[n-1]
	if err := eval.DelIndex(th, h, eval.MakeInt(int64(n-1))); err != nil {
		return nil, err
	}
	if n == 1 {
		return last, nil
	}
	top := h.Elems()[0]
	h.Elems()[0] = last
	return top, siftUp(th, h.Elems(), 0)
}

func nBest(name string, largest bool) eval.BuiltinFunc {
	return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
		var n int
		var x eval.Value
		var key eval.Value = eval.None
		if err := eval.UnpackArgs(name, args, kw, "n", &n, "iterable", &x, "key?", &key); err != nil {
			return nil, err
		}
		l, err := eval.Sorted(th, x, key, largest)
		if err != nil {
			return nil, err
		}
		return eval.NewList(l.Elems()[:max(min(n, l.Len()), 0)]...), nil
	}
}

func bisectModule() *eval.Module {
	find := func(name string, right, insert bool) eval.BuiltinFunc {
		return func(th *eval.Thread, args []eval.Value, kw []eval.Kwarg) (eval.Value, error) {
			var a, x eval.Value
			lo := 0
			var hiv, key eval.Value = eval.None, eval.None
			if err := eval.UnpackArgs(name, args, kw, "a", &a, "x", &x, "lo?", &lo, "hi?", &hiv, "*key?", &key); err != nil {
				return nil, err
			}
			if lo < 0 {
				return nil, eval.Raise("ValueError", "lo must be non-negative")
			}
			hi, err := eval.Length(th, a)
			if err != nil {
				return nil, err
			}
			if hiv != none {
				n, err := wantInt(hiv)
				if err != nil {
					return nil, err
				}
				hi = int(n)
			}
			want := x
			if insert && key != none {
				if want, err = eval.Call(th, key, []eval.Value{x}, nil); err != nil {
					return nil, err
				}
			}
			for lo < hi {
				mid := int(uint(lo+hi) / 2)
				v, err := eval.GetIndex(th, a, eval.MakeInt(int64(mid)))
				if err != nil {
					return nil, err
				}
				if key != none {
					if v, err = eval.Call(th, key, []eval.Value{v}, nil); err != nil {
						return nil, err
					}
				}
				var lt bool
				if right {
					lt, err = lessThan(th, want, v)
					lt = !lt
				} else {
					lt, err = lessThan(th, v, want)
				}
				if err != nil {
					return nil, err
				}
				if lt {
					lo = mid + 1
				} else {
					hi = mid
				}
			}
			if !insert {
				return eval.MakeInt(int64(lo)), nil
			}
			f, err := eval.GetAttr(th, a, "insert")
			if err != nil {
				return nil, err
			}
			return eval.Call(th, f, []eval.Value{eval.MakeInt(int64(lo)), x}, nil)
		}
	}
	return eval.NewModule("bisect", functions(map[string]eval.BuiltinFunc{
		"bisect": find("bisect", true, false), "bisect_left": find("bisect_left", false, false),
		"bisect_right": find("bisect_right", true, false), "insort": find("insort", true, true),
		"insort_left": find("insort_left", false, true), "insort_right": find("insort_right", true, true),
	}))
}
