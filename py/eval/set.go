package eval

// Set is a set or a frozenset.
//
// Iteration order: a set that has only ever held numbers (and tuples of numbers), whose hashes CPython fixes, is iterated
// over in CPython's order, since its table is laid out as CPython's is (setobject.c, version 3.11: linear probing over ten
// entries, then perturbation). Any other set is iterated over in order of insertion, where CPython's order differs from run to run.
type Set struct {
	entries []setEntry // in order of insertion; a nil key marks a hole
	table   []int32    // 0 is free, -1 a deleted entry, n+1 entry n
	fill    int        // table places in use, deleted ones included
	used    int
	finger  int  // where pop looks first
	pure    bool // every hash is CPython's
	frozen  bool
}

type setEntry struct {
	hash uint64
	key  Value
}

const setMinSize = 8

// NewSet makes an empty set.
func NewSet() *Set { return &Set{pure: true, table: make([]int32, setMinSize)} }

// Frozen makes a frozen copy of s.
func (s *Set) Frozen(th *Thread) (*Set, error) {
	c, err := s.copySet(th)
	if err != nil {
		return nil, err
	}
	c.frozen = true
	return c, nil
}

// TypeName gives "set" or "frozenset".
func (s *Set) TypeName() string {
	if s.frozen {
		return "frozenset"
	}
	return "set"
}

// Len is the number of elements.
func (s *Set) Len() int { return s.used }

const (
	linearProbes = 9
	perturbShift = 5
)

// find gives the table place of a key, or of the free place where its search ends (found false).
func (s *Set) find(th *Thread, key Value, h uint64) (pos int, found bool, err error) {
	mask := uint64(len(s.table) - 1)
	i, perturb := h&mask, h
	for n := 0; ; n++ {
		probes := uint64(0)
		if i+linearProbes <= mask {
			probes = linearProbes
		}
		for p := i; p <= i+probes; p++ {
			k := s.table[p]
			if k == 0 {
				return int(p), false, nil
			}
			if k > 0 {
				if e := &s.entries[k-1]; e.hash == h {
					if eq, err := th.keyEqual(e.key, key); err != nil {
						return 0, false, err
					} else if eq {
						return int(p), true, nil
					}
				}
			}
		}
		perturb >>= perturbShift
		i = (i*5 + 1 + perturb) & mask
		if n&7 == 7 && !th.burn(64) {
			return 0, false, th.takeErr()
		}
	}
}

// Add puts a value in.
func (s *Set) Add(th *Thread, v Value) error {
	h, known, err := th.hash(v)
	if err != nil {
		return err
	}
	return s.addHash(th, v, h, known)
}

func (s *Set) addHash(th *Thread, v Value, h uint64, known bool) error {
	pos, found, err := s.find(th, v, h)
	if found || err != nil {
		return err
	}
	if len(s.entries) == cap(s.entries) {
		if err := th.allocItems(max(4, 2*len(s.entries)), 24); err != nil {
			return err
		}
		s.entries = append(make([]setEntry, 0, max(4, 2*len(s.entries))), s.entries...)
	}
	s.pure = s.pure && known
	s.entries = append(s.entries, setEntry{h, v})
	s.table[pos] = int32(len(s.entries))
	s.fill++
	s.used++
	if s.fill*5 < (len(s.table)-1)*3 {
		return nil
	}
	if s.used > 50000 {
		return s.resize(th, s.used*2)
	}
	return s.resize(th, s.used*4)
}

// resize lays the table out anew with more than minUsed places, in the order of the old table, as CPython does.
func (s *Set) resize(th *Thread, minUsed int) error {
	n := setMinSize
	for n <= minUsed {
		n *= 2
	}
	if err := th.allocItems(n, 4); err != nil {
		return err
	}
	old := s.table
	s.table = make([]int32, n)
	for _, k := range old {
		if k > 0 {
			s.insertClean(k)
		}
	}
	s.fill = s.used
	s.squeeze()
	return nil
}

// insertClean puts entry number k-1 into a table without deleted places.
func (s *Set) insertClean(k int32) {
	h := s.entries[k-1].hash
	mask := uint64(len(s.table) - 1)
	i, perturb := h&mask, h
	for {
		probes := uint64(0)
		if i+linearProbes <= mask {
			probes = linearProbes
		}
		for p := i; p <= i+probes; p++ {
			if s.table[p] == 0 {
				s.table[p] = k
				return
			}
		}
		perturb >>= perturbShift
		i = (i*5 + 1 + perturb) & mask
	}
}

// squeeze closes holes in entries when they are many.
func (s *Set) squeeze() {
	if len(s.entries) <= 2*s.used+8 {
		return
	}
	moved := make([]int32, len(s.entries)+1)
	entries := make([]setEntry, 0, s.used)
	for i, e := range s.entries {
		if e.key != nil {
			entries = append(entries, e)
			moved[i+1] = int32(len(entries))
		}
	}
	s.entries = entries
	for i, k := range s.table {
		if k > 0 {
			s.table[i] = moved[k]
		}
	}
}

// Has reports whether a value is in the set.
func (s *Set) Has(th *Thread, v Value) (bool, error) {
	h, _, err := th.hash(v)
	if err != nil {
		if x, ok := v.(*Set); ok && !x.frozen { // a set may be looked up in a set of frozensets
			h = x.frozenHash()
		} else {
			return false, err
		}
	}
	_, found, err := s.find(th, v, h)
	return found, err
}

// Remove takes a value out; found tells whether it was there.
func (s *Set) Remove(th *Thread, v Value) (found bool, err error) {
	h, _, err := th.hash(v)
	if err != nil {
		return false, err
	}
	pos, found, err := s.find(th, v, h)
	if !found || err != nil {
		return false, err
	}
	s.removeAt(pos)
	return true, nil
}

func (s *Set) removeAt(pos int) Value {
	k := s.table[pos]
	v := s.entries[k-1].key
	s.entries[k-1].key = nil
	s.table[pos] = -1
	s.used--
	return v
}

// pop takes out some element, the one that CPython would take where its order is known.
func (s *Set) pop() Value {
	if s.used == 0 {
		return nil
	}
	if s.pure {
		for i := s.finger & (len(s.table) - 1); ; i = (i + 1) & (len(s.table) - 1) {
			if s.table[i] > 0 {
				s.finger = i + 1
				return s.removeAt(i)
			}
		}
	}
	for i, e := range s.entries {
		if e.key != nil {
			for p, k := range s.table {
				if k == int32(i+1) {
					return s.removeAt(p)
				}
			}
		}
	}
	return nil
}

func (s *Set) clear() {
	*s = Set{pure: true, frozen: s.frozen, table: make([]int32, setMinSize)}
}

// Elems gives the elements in iteration order, as a new slice.
func (s *Set) Elems() []Value {
	out := make([]Value, 0, s.used)
	s.each(func(e *setEntry) bool { out = append(out, e.key); return true })
	return out
}

// each visits the elements in iteration order.
func (s *Set) each(f func(*setEntry) bool) {
	if s.pure {
		for _, k := range s.table {
			if k > 0 && !f(&s.entries[k-1]) {
				return
			}
		}
		return
	}
	for i := range s.entries {
		if s.entries[i].key != nil && !f(&s.entries[i]) {
			return
		}
	}
}

func (s *Set) copySet(th *Thread) (*Set, error) {
	n := NewSet()
	if err := n.merge(th, s); err != nil {
		return nil, err
	}
	return n, nil
}

// newSet makes a set of the elements of v (nil for an empty set).
func (th *Thread) newSet(v Value, frozen bool) (*Set, error) {
	s := NewSet()
	if v != nil {
		if err := s.update(th, v); err != nil {
			return nil, err
		}
	}
	s.frozen = frozen
	return s, nil
}

func (s *Set) frozenHash() uint64 {
	shuffle := func(h uint64) uint64 { return ((h ^ 89869747) ^ (h << 16)) * 3644798167 }
	var h uint64
	for _, e := range s.entries {
		if e.key != nil {
			h ^= shuffle(e.hash)
		}
	}
	h ^= (uint64(s.used) + 1) * 1927868237
	h ^= (h >> 11) ^ (h >> 25)
	h = h*69069 + 907133923
	if h == ^uint64(0) {
		h = 590923713
	}
	return h
}

// setIter iterates over a set and notices when it changes size.
type setIter struct {
	s    *Set
	i    int
	used int
}

func (*setIter) TypeName() string                  { return "set_iterator" }
func (it *setIter) Iter(*Thread) (Iterator, error) { return it, nil }

func (it *setIter) Next(th *Thread) (Value, error) {
	if it.used != it.s.used {
		if it.used >= 0 {
			it.used = -1
			return nil, raise(runtimeError, "Set changed size during iteration")
		}
		return nil, nil
	}
	if it.s.pure {
		for it.i < len(it.s.table) {
			k := it.s.table[it.i]
			it.i++
			if k > 0 {
				return it.s.entries[k-1].key, nil
			}
		}
		return nil, nil
	}
	for it.i < len(it.s.entries) {
		e := &it.s.entries[it.i]
		it.i++
		if e.key != nil {
			return e.key, nil
		}
	}
	return nil, nil
}
