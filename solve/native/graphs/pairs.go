package graphs

import "math/bits"

// pairs is a table from pairs of classes to what stands between them. It is emptied by a step of its tick, for it is filled anew in
// each run.
type pairs struct {
	slots []pair // a power of two, at most half full
	count int
	tick  uint32
}

type pair struct {
	a, b int32 // a < b
	tick uint32
	by   barrier
}

func (t *pairs) clear() {
	t.tick++
	t.count = 0
}

// find gives the slot of a pair, or the free one where it belongs.
func (t *pairs) find(a, b int32) *pair {
	mask := uint64(len(t.slots) - 1)
	hi, lo := bits.Mul64(uint64(uint32(a))<<32|uint64(uint32(b)), 0x9E3779B97F4A7C15)
	for i := hi ^ lo; ; i++ {
		if s := &t.slots[i&mask]; s.tick != t.tick || s.a == a && s.b == b {
			return s
		}
	}
}

// get tells what stands between two classes, if something does.
func (t *pairs) get(a, b int32) (barrier, bool) {
	if t.count == 0 {
		return barrier{}, false
	}
	s := t.find(min(a, b), max(a, b))
	return s.by, s.tick == t.tick
}

// put notes what stands between two classes, and reports whether nothing did. Of several barriers the first is kept: while classes stay they come in the
// order in which they are found, and all at once in their own.
func (t *pairs) put(a, b int32, by barrier) bool {
	if 2*t.count >= len(t.slots) {
		old, tick := t.slots, t.tick
		t.slots, t.tick, t.count = make([]pair, max(64, 2*len(old))), 1, 0
		for _, s := range old {
			if s.tick == tick {
				t.put(s.a, s.b, s.by)
			}
		}
	}
	a, b = min(a, b), max(a, b)
	s := t.find(a, b)
	if s.tick == t.tick {
		if by.before(s.by) {
			s.by = by
		}
		return false
	}
	*s = pair{a, b, t.tick, by}
	t.count++
	return true
}
