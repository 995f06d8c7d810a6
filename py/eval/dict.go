package eval

// Dict is an insertion-ordered mapping.
type Dict struct {
	entries []dictEntry // in order of insertion; a nil key marks a hole
	index   []int32     // open addressing into entries: 0 is free, n+1 is entry n; nil while entries are few
	used    int         // entries that are not holes
	typ     *Type       // Counter, defaultdict or OrderedDict; nil for dict itself
	missing Value       // defaultdict's factory
}

type dictEntry struct {
	hash     uint64
	key, val Value
}

// linearMax is how many entries are searched one after the other, without an index.
const linearMax = 8

// NewDict makes an empty dict with room for n entries.
func NewDict(n int) *Dict {
	d := &Dict{}
	if n > 0 {
		d.entries = make([]dictEntry, 0, n)
	}
	return d
}

// TypeName gives "dict", or the name of the kind of dict.
func (d *Dict) TypeName() string {
	if d.typ != nil {
		return d.typ.Name
	}
	return "dict"
}

// Len is the number of entries.
func (d *Dict) Len() int { return d.used }

// find gives the position of a key in entries, or -1.
func (d *Dict) find(th *Thread, key Value, h uint64) (int, error) {
	if d.index == nil {
		for i := range d.entries {
			e := &d.entries[i]
			if e.hash == h && e.key != nil {
				if eq, err := th.keyEqual(e.key, key); err != nil {
					return -1, err
				} else if eq {
					return i, nil
				}
			}
		}
		return -1, nil
	}
	mask := uint64(len(d.index) - 1)
	for pos, n := mix(h)&mask, 0; ; pos = (pos + 1) & mask {
		k := d.index[pos]
		if k == 0 {
			return -1, nil
		}
		e := &d.entries[k-1]
		if e.hash == h && e.key != nil {
			if eq, err := th.keyEqual(e.key, key); err != nil {
				return -1, err
			} else if eq {
				return int(k - 1), nil
			}
		}
		if n++; n&63 == 0 && !th.burn(64) {
			return -1, th.takeErr()
		}
	}
}

// quickFind finds an int or string key whose first place in the index holds it; -1 tells nothing.
func (d *Dict) quickFind(key Value, h uint64) int {
	k := d.index[mix(h)&uint64(len(d.index)-1)]
	if k <= 0 {
		return -1
	}
	e := &d.entries[k-1]
	if e.hash != h || e.key == nil {
		return -1
	}
	switch x := key.(type) {
	case Int:
		if y, ok := e.key.(Int); ok && x == y {
			return int(k - 1)
		}
	case Str:
		if y, ok := e.key.(Str); ok && x == y {
			return int(k - 1)
		}
	}
	return -1
}

func mix(h uint64) uint64 {
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>32
}

// Get gives the value of a key, nil when there is none.
func (d *Dict) Get(th *Thread, key Value) (Value, error) {
	if d.used == 0 {
		if _, ok := key.(Str); ok {
			return nil, nil
		}
	}
	h, _, err := th.hash(key)
	if err != nil {
		return nil, err
	}
	if len(d.index) > 0 {
		if i := d.quickFind(key, h); i >= 0 {
			return d.entries[i].val, nil
		}
	}
	i, err := d.find(th, key, h)
	if i < 0 {
		return nil, err
	}
	return d.entries[i].val, nil
}

// GetStr gives the value of a string key, nil when there is none.
func (d *Dict) GetStr(key string) Value {
	h := hashStr(key)
	if d.index == nil {
		for i := range d.entries {
			if e := &d.entries[i]; e.hash == h && e.key != nil {
				if s, ok := e.key.(Str); ok && string(s) == key {
					return e.val
				}
			}
		}
		return nil
	}
	mask := uint64(len(d.index) - 1)
	for pos := mix(h) & mask; d.index[pos] != 0; pos = (pos + 1) & mask {
		if e := &d.entries[d.index[pos]-1]; e.hash == h && e.key != nil {
			if s, ok := e.key.(Str); ok && string(s) == key {
				return e.val
			}
		}
	}
	return nil
}

// Set sets the value of a key.
func (d *Dict) Set(th *Thread, key, v Value) error {
	h, _, err := th.hash(key)
	if err != nil {
		return err
	}
	return d.setHash(th, key, v, h)
}

func (d *Dict) setHash(th *Thread, key, v Value, h uint64) error {
	if len(d.index) > 0 { // the commonest keys, without a call for each comparison
		if i := d.quickFind(key, h); i >= 0 {
			d.entries[i].val = v
			return nil
		}
	}
	i, err := d.find(th, key, h)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].val = v
		return nil
	}
	if len(d.entries) == cap(d.entries) || len(d.index) > 0 && (len(d.entries)+1)*4 > len(d.index)*3 {
		if err := d.grow(th); err != nil {
			return err
		}
	}
	d.entries = append(d.entries, dictEntry{h, key, v})
	d.used++
	if d.index != nil {
		d.link(len(d.entries) - 1)
	} else if len(d.entries) > linearMax {
		d.rebuild()
	}
	return nil
}

func (d *Dict) link(i int) {
	mask := uint64(len(d.index) - 1)
	pos := mix(d.entries[i].hash) & mask
	for d.index[pos] != 0 {
		pos = (pos + 1) & mask
	}
	d.index[pos] = int32(i + 1)
}

// grow makes room for another entry, squeezing out holes.
func (d *Dict) grow(th *Thread) error {
	c := max(8, 2*d.used)
	if err := th.allocItems(c, 40+8); err != nil {
		return err
	}
	entries := make([]dictEntry, 0, c)
	for _, e := range d.entries {
		if e.key != nil {
			entries = append(entries, e)
		}
	}
	d.entries = entries
	if len(d.entries) >= linearMax {
		d.rebuild()
	} else {
		d.index = nil
	}
	return nil
}

func (d *Dict) rebuild() {
	n := 16
	for n*3 < cap(d.entries)*4 {
		n *= 2
	}
	d.index = make([]int32, n)
	for i := range d.entries {
		if d.entries[i].key != nil {
			d.link(i)
		}
	}
}

// Delete takes a key out and gives its value, nil when it was not there.
func (d *Dict) Delete(th *Thread, key Value) (Value, error) {
	h, _, err := th.hash(key)
	if err != nil {
		return nil, err
	}
	i, err := d.find(th, key, h)
	if i < 0 {
		return nil, err
	}
	return d.removeAt(i), nil
}

// removeAt leaves a hole: its hash stays, so that the index can still step over it.
func (d *Dict) removeAt(i int) Value {
	v := d.entries[i].val
	d.entries[i].key, d.entries[i].val = nil, nil
	d.used--
	if d.used == 0 {
		d.entries = d.entries[:0]
		clear(d.index)
	} else if d.index == nil && i == len(d.entries)-1 {
		d.entries = d.entries[:i]
	}
	return v
}

// Clear takes everything out.
func (d *Dict) Clear() {
	d.entries, d.index, d.used = nil, nil, 0
}

// Items gives the entries in order, each as key and value, as a new slice.
func (d *Dict) Items() [][2]Value {
	out := make([][2]Value, 0, d.used)
	for _, e := range d.entries {
		if e.key != nil {
			out = append(out, [2]Value{e.key, e.val})
		}
	}
	return out
}

// Keys gives the keys in order, as a new slice.
func (d *Dict) Keys() []Value {
	out := make([]Value, 0, d.used)
	for _, e := range d.entries {
		if e.key != nil {
			out = append(out, e.key)
		}
	}
	return out
}

// copyDict copies entries and kind.
func (d *Dict) copyDict(th *Thread) (*Dict, error) {
	if err := th.allocItems(len(d.entries), 48); err != nil {
		return nil, err
	}
	n := &Dict{typ: d.typ, missing: d.missing, used: d.used}
	n.entries = make([]dictEntry, 0, max(d.used, 1))
	for _, e := range d.entries {
		if e.key != nil {
			n.entries = append(n.entries, e)
		}
	}
	if len(n.entries) > linearMax {
		n.rebuild()
	}
	return n, nil
}

// at gives d[key], asking a Counter's zero or a defaultdict's factory for a missing key.
func (d *Dict) at(th *Thread, key Value) (Value, error) {
	v, err := d.Get(th, key)
	if v != nil || err != nil {
		return v, err
	}
	if d.missing != nil {
		if d.missing == Value(zeroMissing{}) {
			return MakeInt(0), nil
		}
		if d.missing != Value(None) {
			v, err := Call(th, d.missing, nil, nil)
			if err != nil {
				return nil, err
			}
			return v, d.Set(th, key, v)
		}
	}
	return nil, raiseExc(&Exception{typ: keyError, args: NewTuple(key)})
}

// zeroMissing marks a Counter: a key that is not there counts 0.
type zeroMissing struct{}

func (zeroMissing) TypeName() string { return "int" }

// viewKind tells what a view of a dict shows.
type viewKind uint8

const (
	viewKeys viewKind = iota
	viewValues
	viewItems
)

// dictView is d.keys(), d.values() or d.items().
type dictView struct {
	d    *Dict
	kind viewKind
}

func (v *dictView) TypeName() string {
	return [...]string{"dict_keys", "dict_values", "dict_items"}[v.kind]
}

func (v *dictView) Len() int { return v.d.used }

func (v *dictView) Iter(th *Thread) (Iterator, error) {
	return &dictIter{d: v.d, kind: v.kind, used: v.d.used}, nil
}

func (v *dictView) Contains(th *Thread, x Value) (bool, error) {
	switch v.kind {
	case viewKeys:
		got, err := v.d.Get(th, x)
		return got != nil, err
	case viewItems:
		t, ok := x.(*Tuple)
		if !ok || len(t.elems) != 2 {
			return false, nil
		}
		got, err := v.d.Get(th, t.elems[0])
		if got == nil || err != nil {
			return false, err
		}
		return Equal(th, got, t.elems[1])
	}
	for _, e := range v.d.entries {
		if e.key != nil {
			if eq, err := Equal(th, e.val, x); eq || err != nil {
				return eq, err
			}
		}
	}
	return false, nil
}

func (v *dictView) Repr(th *Thread) (string, error) {
	elems, err := ToSlice(th, v)
	if err != nil {
		return "", err
	}
	s, err := ToRepr(th, NewList(elems...))
	return v.TypeName() + "(" + s + ")", err
}

func (v *dictView) BinaryOp(th *Thread, op Op, other Value, reflected bool) (Value, error) {
	if v.kind == viewValues {
		return nil, nil
	}
	switch op {
	case OpAnd, OpOr, OpXor, OpSub:
	default:
		return nil, nil
	}
	a, err := th.newSet(v, false)
	if err != nil {
		return nil, err
	}
	b, err := th.newSet(other, false)
	if err != nil {
		return nil, err
	}
	if reflected {
		a, b = b, a
	}
	return a.binary(th, op, b)
}

func (v *dictView) CompareOp(th *Thread, op Op, other Value) (Value, error) {
	if v.kind == viewValues {
		return nil, nil
	}
	switch other.(type) {
	case *Set, *dictView:
	default:
		return nil, nil
	}
	a, err := th.newSet(v, false)
	if err != nil {
		return nil, err
	}
	b, err := th.newSet(other, false)
	if err != nil {
		return nil, err
	}
	return a.compare(th, op, b)
}

// dictIter iterates over a dict and notices when it changes size.
type dictIter struct {
	d    *Dict
	kind viewKind
	i    int
	used int
}

func (it *dictIter) TypeName() string {
	return [...]string{"dict_keyiterator", "dict_valueiterator", "dict_itemiterator"}[it.kind]
}

func (it *dictIter) Iter(*Thread) (Iterator, error) { return it, nil }

func (it *dictIter) Next(th *Thread) (Value, error) {
	if it.used != it.d.used {
		if it.used >= 0 {
			it.used = -1
			return nil, raise(runtimeError, "dictionary changed size during iteration")
		}
		return nil, nil
	}
	for it.i < len(it.d.entries) {
		e := &it.d.entries[it.i]
		it.i++
		if e.key == nil {
			continue
		}
		switch it.kind {
		case viewKeys:
			return e.key, nil
		case viewValues:
			return e.val, nil
		}
		return tuple2(e.key, e.val), nil
	}
	return nil, nil
}
