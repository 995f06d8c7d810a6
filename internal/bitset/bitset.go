// Package bitset has sets of small numbers, as words of 64 bits. Sets that are joined have room for the same numbers.
package bitset

import (
	"iter"
	"math/bits"
	"slices"
)

// Set is a set of small numbers.
type Set []uint64

// New makes an empty set that has room for 0..n-1.
func New(n int) Set { return make(Set, (n+63)/64) }

// Full makes the set 0..n-1.
func Full(n int) Set {
	b := New(n)
	for i := range b {
		b[i] = ^uint64(0)
	}
	if n%64 != 0 {
		b[len(b)-1] = 1<<(n%64) - 1
	}
	return b
}

// Has reports whether i is in the set.
func (b Set) Has(i int) bool { return b[i>>6]>>(i&63)&1 == 1 }

// Set adds i.
func (b Set) Set(i int) { b[i>>6] |= 1 << (i & 63) }

// Clear takes i out.
func (b Set) Clear(i int) { b[i>>6] &^= 1 << (i & 63) }

// Count is the number of elements.
func (b Set) Count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether there is no element.
func (b Set) Empty() bool {
	for _, w := range b {
		if w != 0 {
			return false
		}
	}
	return true
}

// Clone copies the set.
func (b Set) Clone() Set { return append(Set(nil), b...) }

// And keeps what is in c too.
func (b Set) And(c Set) {
	for i := range b {
		b[i] &= c[i]
	}
}

// Or adds c.
func (b Set) Or(c Set) {
	for i := range b {
		b[i] |= c[i]
	}
}

// AndNot takes c out.
func (b Set) AndNot(c Set) {
	for i := range b {
		b[i] &^= c[i]
	}
}

// Flip takes what is in b out of all.
func (b Set) Flip(all Set) {
	for i := range b {
		b[i] = all[i] &^ b[i]
	}
}

// Equal reports whether two sets are the same.
func (b Set) Equal(c Set) bool {
	for i := range b {
		if b[i] != c[i] {
			return false
		}
	}
	return true
}

// Subset reports whether all of b is in c.
func (b Set) Subset(c Set) bool {
	for i := range b {
		if b[i]&^c[i] != 0 {
			return false
		}
	}
	return true
}

// Meets reports whether b and c have a common element.
func (b Set) Meets(c Set) bool {
	for i := range b {
		if b[i]&c[i] != 0 {
			return true
		}
	}
	return false
}

// CountAndNot is the number of elements of b that are not in c.
func (b Set) CountAndNot(c Set) int {
	n := 0
	for i := range b {
		n += bits.OnesCount64(b[i] &^ c[i])
	}
	return n
}

// All goes through the elements in order.
func (b Set) All() iter.Seq[int] {
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
func (b Set) First() int {
	for i := range b.All() {
		return i
	}
	return -1
}

// List gives the elements in order.
func (b Set) List() []int { return slices.Collect(b.All()) }
