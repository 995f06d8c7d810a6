package eval

import (
	"unicode/utf8"
)

// Tuple is an immutable sequence.
type Tuple struct {
	elems []Value
	typ   *Type // a named tuple's type; nil for tuple itself
}

// NewTuple makes a tuple that owns elems.
func NewTuple(elems ...Value) *Tuple { return &Tuple{elems: elems} }

// MakeTuple makes a tuple of n elements for the caller to fill in through Elems before anybody else sees it.
func MakeTuple(n int) *Tuple {
	switch {
	case n <= 3:
		p := &struct {
			t Tuple
			a [3]Value
		}{}
		p.t.elems = p.a[:n:n]
		return &p.t
	case n <= 8:
		p := &struct {
			t Tuple
			a [8]Value
		}{}
		p.t.elems = p.a[:n:n]
		return &p.t
	}
	return &Tuple{elems: make([]Value, n)}
}

// tuple2 makes a pair with one allocation.
func tuple2(a, b Value) *Tuple {
	p := &struct {
		t Tuple
		a [2]Value
	}{a: [2]Value{a, b}}
	p.t.elems = p.a[:]
	return &p.t
}

// TypeName gives "tuple", or the name of a named tuple's type.
func (t *Tuple) TypeName() string {
	if t.typ != nil {
		return t.typ.Name
	}
	return "tuple"
}

// Len is the number of elements.
func (t *Tuple) Len() int { return len(t.elems) }

// Elems gives the elements; do not change them.
func (t *Tuple) Elems() []Value { return t.elems }

// List is a mutable sequence.
type List struct{ elems []Value }

// NewList makes a list that owns elems.
func NewList(elems ...Value) *List { return &List{elems} }

// TypeName gives "list".
func (*List) TypeName() string { return "list" }

// Len is the number of elements.
func (l *List) Len() int { return len(l.elems) }

// Elems gives the elements; valid until the list changes. Do not change them.
func (l *List) Elems() []Value { return l.elems }

// Append adds an element at the end, charged to no budget.
func (l *List) Append(v Value) { l.elems = append(l.elems, v) }

// push adds an element at the end and charges for the growth.
func (l *List) push(th *Thread, v Value) error {
	if len(l.elems) == cap(l.elems) {
		n, err := th.growSlice(l.elems)
		if err != nil {
			return err
		}
		l.elems = n
	}
	l.elems = append(l.elems, v)
	return nil
}

// growSlice gives a copy of s with room for more, within the budget.
func (th *Thread) growSlice(s []Value) ([]Value, error) {
	c := 4
	switch n := len(s); {
	case n >= 1<<14:
		c = n + n/2
	case n >= 4:
		c = 2 * n
	}
	if err := th.allocItems(c, 16); err != nil {
		return nil, err
	}
	return append(make([]Value, 0, c), s...), nil
}

// Slice is the key of x[lo:hi:step]; absent parts are None.
type Slice struct{ Lo, Hi, Step Value }

// TypeName gives "slice".
func (*Slice) TypeName() string { return "slice" }

// Indices works out the slice for a sequence of n elements: from start in steps, count elements.
func (s *Slice) Indices(th *Thread, n int) (start, step, count int, err error) {
	get := func(v Value, def int) (int, error) {
		if v == Value(None) || v == nil {
			return def, nil
		}
		i, ok, err := asIndex(th, v)
		if err != nil {
			return 0, err
		}
		if !ok {
			return 0, typeErr("slice indices must be integers or None or have an __index__ method")
		}
		return i, nil
	}
	if step, err = get(s.Step, 1); err != nil {
		return
	}
	if step == 0 {
		return 0, 0, 0, valueErr("slice step cannot be zero")
	}
	lo, hi := 0, n
	if step < 0 {
		lo, hi = n-1, -1
	}
	clamp := func(i int) int {
		if i < 0 {
			i += n
			if i < 0 {
				if step < 0 {
					return -1
				}
				return 0
			}
		} else if i >= n {
			if step < 0 {
				return n - 1
			}
			return n
		}
		return i
	}
	if s.Lo != Value(None) && s.Lo != nil {
		i, e := get(s.Lo, 0)
		if e != nil {
			return 0, 0, 0, e
		}
		lo = clamp(i)
	}
	if s.Hi != Value(None) && s.Hi != nil {
		i, e := get(s.Hi, 0)
		if e != nil {
			return 0, 0, 0, e
		}
		hi = clamp(i)
	}
	if step > 0 && lo < hi {
		count = (hi-lo-1)/step + 1
	} else if step < 0 && lo > hi {
		count = (lo-hi-1)/(-step) + 1
	}
	return lo, step, count, nil
}

// asIndex gives an int as an index; ints beyond the range of int are clamped. ok is false for other types.
func asIndex(th *Thread, v Value) (i int, ok bool, err error) {
	switch v := v.(type) {
	case Int:
		return int(v), true, nil
	case Bool:
		return int(b2i(v)), true, nil
	case *BigInt:
		if v.v.Sign() < 0 {
			return -1 << 62, true, nil
		}
		return 1 << 62, true, nil
	case Converter:
		x, err := v.Convert(th, "index")
		if err != nil || x == nil {
			return 0, false, err
		}
		return asIndex(th, x)
	}
	return 0, false, nil
}

// position turns an index into a position of a sequence of n elements.
func position(th *Thread, key Value, n int, what string) (int, error) {
	i, ok, err := asIndex(th, key)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, typeErr("%s indices must be integers or slices, not %s", what, key.TypeName())
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, raise(indexError, "%s index out of range", what)
	}
	return i, nil
}

// sliceElems gives the elements that a slice selects, as a new slice.
func (th *Thread) sliceElems(elems []Value, s *Slice) ([]Value, error) {
	start, step, count, err := s.Indices(th, len(elems))
	if err != nil {
		return nil, err
	}
	if err := th.allocItems(count, 16); err != nil {
		return nil, err
	}
	out := make([]Value, count)
	if step == 1 {
		copy(out, elems[start:])
		return out, nil
	}
	for i := range out {
		out[i] = elems[start+i*step]
	}
	return out, nil
}

// isASCII reports whether every byte is a character.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// chars holds the one-character ASCII strings already boxed; it is never written to after it is made.
var chars = func() (t [utf8.RuneSelf]Value) {
	for i := range t {
		t[i] = Str(rune(i))
	}
	return t
}()

func charValue(r rune) Value {
	if r < utf8.RuneSelf {
		return chars[r]
	}
	return Str(string(r))
}

// strLen is len(s).
func strLen(s string) int {
	if isASCII(s) {
		return len(s)
	}
	return utf8.RuneCountInString(s)
}

// strIndex is s[key].
func (th *Thread) strIndex(s string, key Value) (Value, error) {
	ascii := isASCII(s)
	if sl, ok := key.(*Slice); ok {
		var rs []rune
		n := len(s)
		if !ascii {
			rs = []rune(s)
			n = len(rs)
		}
		start, step, count, err := sl.Indices(th, n)
		if err != nil {
			return nil, err
		}
		if err := th.allocStr(count); err != nil {
			return nil, err
		}
		switch {
		case count == 0:
			return Str(""), nil
		case step == 1 && ascii:
			return Str(s[start : start+count]), nil
		case step == 1:
			return Str(string(rs[start : start+count])), nil
		case ascii:
			b := make([]byte, count)
			for i := range b {
				b[i] = s[start+i*step]
			}
			return Str(b), nil
		}
		out := make([]rune, count)
		for i := range out {
			out[i] = rs[start+i*step]
		}
		return Str(string(out)), nil
	}
	if ascii {
		i, err := position(th, key, len(s), "string")
		if err != nil {
			return nil, err
		}
		return chars[s[i]], nil
	}
	i, err := position(th, key, utf8.RuneCountInString(s), "string")
	if err != nil {
		return nil, err
	}
	for _, r := range s {
		if i == 0 {
			return charValue(r), nil
		}
		i--
	}
	panic("unreachable")
}

// Range is range(start, stop, step).
type Range struct {
	start, end, step int64
	n                int64 // how many elements
}

// NewRange makes a range; step must not be 0.
func NewRange(start, stop, step int64) *Range {
	r := &Range{start: start, end: stop, step: step}
	switch {
	case step > 0 && start < stop:
		r.n = int64((uint64(stop)-uint64(start)-1)/uint64(step)) + 1
	case step < 0 && start > stop:
		r.n = int64((uint64(start)-uint64(stop)-1)/(-uint64(step))) + 1
	}
	if r.n < 0 {
		r.n = 1<<63 - 1
	}
	return r
}

// TypeName gives "range".
func (*Range) TypeName() string { return "range" }

// Len is the number of elements.
func (r *Range) Len() int { return int(r.n) }

// At gives element i.
func (r *Range) At(i int) int64 { return r.start + int64(i)*r.step }

// index finds an int in the range.
func (r *Range) index(i int64) (int, bool) {
	if r.n == 0 {
		return 0, false
	}
	last := r.start + (r.n-1)*r.step
	lo, hi := min(r.start, last), max(r.start, last)
	if i < lo || i > hi {
		return 0, false
	}
	d := uint64(i) - uint64(r.start)
	step := uint64(r.step)
	if r.step < 0 {
		d, step = -d, -step
	}
	if d%step != 0 {
		return 0, false
	}
	return int(d / step), true
}

func (r *Range) slice(th *Thread, s *Slice) (Value, error) {
	start, step, count, err := s.Indices(th, int(r.n))
	if err != nil {
		return nil, err
	}
	// The end that CPython would give: the slice's own end, mapped.
	end := start + count*step
	if hi := sliceEnd(th, s, int(r.n), step); hi != nil {
		end = *hi
	}
	return &Range{start: r.start + int64(start)*r.step, end: r.start + int64(end)*r.step, step: r.step * int64(step), n: int64(count)}, nil
}

// sliceEnd is the end of a slice, clamped to a sequence of n elements.
func sliceEnd(th *Thread, s *Slice, n, step int) *int {
	end := n
	if step < 0 {
		end = -1
	}
	if s.Hi != nil && s.Hi != Value(None) {
		i, ok, err := asIndex(th, s.Hi)
		if !ok || err != nil {
			return nil
		}
		if i < 0 {
			i = max(i+n, -1)
			if step > 0 {
				i = max(i, 0)
			}
		} else if i >= n {
			i = n
			if step < 0 {
				i = n - 1
			}
		}
		end = i
	}
	return &end
}
