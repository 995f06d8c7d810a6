package cards

import (
	"iter"
	"math/bits"
	"slices"
)

// Bits is a set of small numbers.
type Bits []uint64

// NewBits makes an empty set that has room for 0..n-1.
func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

// FullBits makes the set 0..n-1.
func FullBits(n int) Bits {
	b := NewBits(n)
	for i := range b {
		b[i] = ^uint64(0)
	}
	if n%64 != 0 {
		b[len(b)-1] = 1<<(n%64) - 1
	}
	return b
}

// Has reports whether i is in the set.
func (b Bits) Has(i int) bool { return b[i>>6]>>(i&63)&1 == 1 }

// Set adds i.
func (b Bits) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Clear takes i out.
func (b Bits) Clear(i int) { b[i>>6] &^= 1 << (i & 63) }

// Count is the number of elements.
func (b Bits) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether there is no element.
func (b Bits) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Clone copies the set.
func (b Bits) Clone() Bits { return append(Bits(nil), b...) }

// And keeps what is in c too.
func (b Bits) And(c Bits) {
	for i := range b {
		b[i] &= c[i]
	}
}

// Or adds c.
func (b Bits) Or(c Bits) {
	for i := range b {
		b[i] |= c[i]
	}
}

// AndNot takes c out.
func (b Bits) AndNot(c Bits) {
	for i := range b {
		b[i] &^= c[i]
	}
}

// Equal reports whether two sets are the same.
func (b Bits) Equal(c Bits) bool {
	for i := range b {
		if b[i] != c[i] {
			return false
		}
	}
	return true
}

// Subset reports whether all of b is in c.
func (b Bits) Subset(c Bits) bool {
	for i := range b {
		if b[i]&^c[i] != 0 {
			return false
		}
	}
	return true
}

// Meets reports whether b and c have a common element.
func (b Bits) Meets(c Bits) bool {
	for i := range b {
		if b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

// CountAndNot is the number of elements of b that are not in c.
func (b Bits) CountAndNot(c Bits) int {
	n := 0
	for i := range b {
		n += bits.OnesCount64(b[i] &^ c[i])
	}
	return n
}

// All goes through the elements in order.
func (b Bits) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range b {
			for ; w != 0; w &= w - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// First gives the least element, or -1.
func (b Bits) First() int {
	for i := range b.All() {
		return i
	}
	return -1
}

// List gives the elements in order.
func (b Bits) List() []int { return slices.Collect(b.All()) }

// sortSets sorts sets by size, then element by element.
func sortSets(sets [][]int) {
	slices.SortFunc(sets, func(a, b []int) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
}
