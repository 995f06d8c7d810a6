package eval

import "unicode/utf8"

// Iterate starts an iteration over v.
func Iterate(th *Thread, v Value) (Iterator, error) {
	switch v := v.(type) {
	case *List:
		return &listIter{l: v}, nil
	case *Tuple:
		return &sliceIter{elems: v.elems, name: "tuple_iterator"}, nil
	case *Range:
		return &rangeIter{r: v}, nil
	case Str:
		return &strIter{s: string(v)}, nil
	case *Dict:
		return &dictIter{d: v, used: v.used}, nil
	case *Set:
		return &setIter{s: v, used: v.used}, nil
	case Iterable:
		return v.Iter(th)
	case Iterator:
		return v, nil
	}
	return nil, typeErr("'%s' object is not iterable", v.TypeName())
}

// each calls f with every element of v, at one step each.
func (th *Thread) each(v Value, f func(Value) error) error {
	switch v := v.(type) {
	case *List:
		for i := 0; i < len(v.elems); i++ {
			if !th.burn(1) {
				return th.takeErr()
			}
			if err := f(v.elems[i]); err != nil {
				return err
			}
		}
		return nil
	case *Tuple:
		for _, x := range v.elems {
			if !th.burn(1) {
				return th.takeErr()
			}
			if err := f(x); err != nil {
				return err
			}
		}
		return nil
	case *Range:
		for i := int64(0); i < v.n; i++ {
			if !th.burn(1) {
				return th.takeErr()
			}
			if err := f(th.box.int(v.start + i*v.step)); err != nil {
				return err
			}
		}
		return nil
	}
	it, err := Iterate(th, v)
	if err != nil {
		return err
	}
	for {
		x, err := it.Next(th)
		if err != nil || x == nil {
			return err
		}
		if !th.burn(1) {
			return th.takeErr()
		}
		if err := f(x); err != nil {
			return err
		}
	}
}

// ToSlice gives the elements of an iterable as a new slice.
func ToSlice(th *Thread, v Value) ([]Value, error) {
	var src []Value
	switch v := v.(type) {
	case *List:
		src = v.elems
	case *Tuple:
		src = v.elems
	default:
		n := 0
		if l, ok := v.(Lener); ok {
			n = l.Len()
			if err := th.allocItems(n, 16); err != nil {
				return nil, err
			}
		}
		out := make([]Value, 0, n)
		err := th.each(v, func(x Value) error {
			if len(out) == cap(out) {
				var err error
				if out, err = th.growSlice(out); err != nil {
					return err
				}
			}
			out = append(out, x)
			return nil
		})
		return out, err
	}
	if err := th.allocItems(len(src), 16); err != nil {
		return nil, err
	}
	if !th.burn(int64(len(src) >> 3)) {
		return nil, th.takeErr()
	}
	return append(make([]Value, 0, len(src)), src...), nil
}

type listIter struct {
	l *List
	i int
}

func (*listIter) TypeName() string                  { return "list_iterator" }
func (it *listIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *listIter) Next(*Thread) (Value, error) {
	if it.l == nil || it.i >= len(it.l.elems) {
		it.l = nil
		return nil, nil
	}
	v := it.l.elems[it.i]
	it.i++
	return v, nil
}

// sliceIter iterates over elements that do not change.
type sliceIter struct {
	elems []Value
	i     int
	name  string
}

// NewIterator makes an iterator over elements, which must not change.
func NewIterator(elems []Value) Iterator { return &sliceIter{elems: elems, name: "iterator"} }

func (it *sliceIter) TypeName() string               { return it.name }
func (it *sliceIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *sliceIter) Next(*Thread) (Value, error) {
	if it.i >= len(it.elems) {
		return nil, nil
	}
	v := it.elems[it.i]
	it.i++
	return v, nil
}

// FuncIter is an iterator from a Go function that gives nil at the end.
type FuncIter struct {
	Name string
	Fn   func(th *Thread) (Value, error)
}

// TypeName gives the name that the maker chose.
func (it *FuncIter) TypeName() string { return it.Name }

// Iter gives the iterator itself.
func (it *FuncIter) Iter(*Thread) (Iterator, error) { return it, nil }

// Next gives the next value.
func (it *FuncIter) Next(th *Thread) (Value, error) {
	if !th.burn(funcIterCost) {
		return nil, th.takeErr()
	}
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	return it.Fn(th)
}

// funcIterCost is what one value of a FuncIter is charged.
const funcIterCost = 6

type rangeIter struct {
	r *Range
	i int64
}

func (*rangeIter) TypeName() string                  { return "range_iterator" }
func (it *rangeIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *rangeIter) Next(th *Thread) (Value, error) {
	if it.i >= it.r.n {
		return nil, nil
	}
	v := it.r.start + it.i*it.r.step
	it.i++
	return th.box.int(v), nil
}

type strIter struct {
	s string
	i int
}

func (*strIter) TypeName() string                  { return "str_iterator" }
func (it *strIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *strIter) Next(*Thread) (Value, error) {
	if it.i >= len(it.s) {
		return nil, nil
	}
	r, n := utf8.DecodeRuneInString(it.s[it.i:])
	it.i += n
	return charValue(r), nil
}

type enumerateIter struct {
	it Iterator
	i  int64
}

func (*enumerateIter) TypeName() string                  { return "enumerate" }
func (it *enumerateIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *enumerateIter) Next(th *Thread) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	v, err := it.it.Next(th)
	if v == nil || err != nil {
		return nil, err
	}
	t := tuple2(MakeInt(it.i), v)
	it.i++
	return t, nil
}

type zipIter struct {
	its    []Iterator
	strict bool
	done   bool
}

func (*zipIter) TypeName() string                  { return "zip" }
func (it *zipIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *zipIter) Next(th *Thread) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	if it.done || len(it.its) == 0 {
		return nil, nil
	}
	if len(it.its) == 2 && !it.strict {
		a, err := it.its[0].Next(th)
		if a == nil || err != nil {
			it.done = true
			return nil, err
		}
		b, err := it.its[1].Next(th)
		if b == nil || err != nil {
			it.done = true
			return nil, err
		}
		return tuple2(a, b), nil
	}
	out := make([]Value, len(it.its))
	for i, x := range it.its {
		v, err := x.Next(th)
		if err != nil {
			return nil, err
		}
		if v == nil {
			it.done = true
			if it.strict {
				if i > 0 {
					return nil, valueErr("zip() argument %d is shorter than argument 1", i+1)
				}
				for j, y := range it.its[1:] {
					if w, err := y.Next(th); err != nil {
						return nil, err
					} else if w != nil {
						return nil, valueErr("zip() argument %d is longer than argument 1", j+2)
					}
				}
			}
			return nil, nil
		}
		out[i] = v
	}
	return NewTuple(out...), nil
}

type mapIter struct {
	f    Value
	its  []Iterator
	args []Value
}

func (*mapIter) TypeName() string                  { return "map" }
func (it *mapIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *mapIter) Next(th *Thread) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	for i, x := range it.its {
		v, err := x.Next(th)
		if v == nil || err != nil {
			return nil, err
		}
		it.args[i] = v
	}
	return Call(th, it.f, it.args, nil)
}

type filterIter struct {
	f  Value // None: by truth
	it Iterator
}

func (*filterIter) TypeName() string                  { return "filter" }
func (it *filterIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *filterIter) Next(th *Thread) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	for {
		v, err := it.it.Next(th)
		if v == nil || err != nil {
			return nil, err
		}
		if !th.burn(1) {
			return nil, th.takeErr()
		}
		r := v
		if it.f != Value(None) {
			if r, err = Call(th, it.f, []Value{v}, nil); err != nil {
				return nil, err
			}
		}
		ok, err := Truth(th, r)
		if err != nil {
			return nil, err
		}
		if ok {
			return v, nil
		}
	}
}

// callIter is iter(f, sentinel).
type callIter struct {
	f, sentinel Value
	done        bool
}

func (*callIter) TypeName() string                  { return "callable_iterator" }
func (it *callIter) Iter(*Thread) (Iterator, error) { return it, nil }
func (it *callIter) Next(th *Thread) (Value, error) {
	if err := th.enter(); err != nil {
		return nil, err
	}
	defer th.leave()
	if it.done {
		return nil, nil
	}
	v, err := Call(th, it.f, nil, nil)
	if err != nil {
		return nil, err
	}
	eq, err := Equal(th, v, it.sentinel)
	if err != nil {
		return nil, err
	}
	if eq {
		it.done = true
		return nil, nil
	}
	return v, nil
}

// Contains is "x in v".
func Contains(th *Thread, v, x Value) (bool, error) {
	switch v := v.(type) {
	case Str:
		s, ok := x.(Str)
		if !ok {
			return false, typeErr("'in <string>' requires string as left operand, not %s", x.TypeName())
		}
		return th.strContains(string(v), string(s))
	case *List:
		return th.inSlice(v.elems, x)
	case *Tuple:
		return th.inSlice(v.elems, x)
	case *Dict:
		got, err := v.Get(th, x)
		return got != nil, err
	case *Set:
		return v.Has(th, x)
	case *Range:
		switch i := x.(type) {
		case Int:
			_, ok := v.index(int64(i))
			return ok, nil
		case Bool:
			_, ok := v.index(b2i(i))
			return ok, nil
		case Float:
			if f := float64(i); f == float64(int64(f)) {
				_, ok := v.index(int64(f))
				return ok, nil
			}
			return false, nil
		case *BigInt, Str, NoneType:
			return false, nil
		}
	case Container:
		return v.Contains(th, x)
	}
	it, err := Iterate(th, v)
	if err != nil {
		if e := asError(err); e.Exc.typ == typeError {
			return false, typeErr("argument of type '%s' is not iterable", v.TypeName())
		}
		return false, err
	}
	for {
		y, err := it.Next(th)
		if y == nil || err != nil {
			return false, err
		}
		if !th.burn(1) {
			return false, th.takeErr()
		}
		if eq, err := sameOrEqual(th, y, x); eq || err != nil {
			return eq, err
		}
	}
}

func (th *Thread) inSlice(elems []Value, x Value) (bool, error) {
	if !th.burn(int64(len(elems) >> 3)) {
		return false, th.takeErr()
	}
	switch k := x.(type) {
	case Int:
		for _, y := range elems {
			if i, ok := y.(Int); ok {
				if i == k {
					return true, nil
				}
			} else if eq, err := sameOrEqual(th, y, x); eq || err != nil {
				return eq, err
			}
		}
		return false, nil
	case Str:
		for _, y := range elems {
			if s, ok := y.(Str); ok {
				if s == k {
					return true, nil
				}
			} else if eq, err := sameOrEqual(th, y, x); eq || err != nil {
				return eq, err
			}
		}
		return false, nil
	}
	for _, y := range elems {
		if eq, err := sameOrEqual(th, y, x); eq || err != nil {
			return eq, err
		}
	}
	return false, nil
}

// sameOrEqual is how containers compare: "a is b or a == b".
func sameOrEqual(th *Thread, a, b Value) (bool, error) {
	if identical(a, b) {
		return true, nil
	}
	return Equal(th, a, b)
}
