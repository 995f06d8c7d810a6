package board

import "math/bits"

// words is the number of 64-bit words that hold the cells of the largest board, 25 by 25.
const words = (MaxSize*MaxSize + 63) / 64

// Cells is a set of cells. The zero value is empty. It is a value: an assignment copies it. Only the words up to the
// highest that was ever used are looked at, so that a 9 by 9 board pays for two words and not for ten.
type Cells struct {
	n int // words in use
	w [words]uint64
}

// CellsOf makes a set of its arguments.
func CellsOf(cells ...int) Cells {
	var s Cells
	for _, c := range cells {
		s.Add(c)
	}
	return s
}

// Add puts a cell into the set.
func (s *Cells) Add(c int) {
	i := uint(c) >> 6
	s.w[i] |= 1 << (uint(c) & 63)
	if int(i) >= s.n {
		s.n = int(i) + 1
	}
}

// Remove takes a cell out of the set.
func (s *Cells) Remove(c int) { s.w[uint(c)>>6] &^= 1 << (uint(c) & 63) }

// Has reports whether a cell is in the set.
func (s *Cells) Has(c int) bool { return s.w[uint(c)>>6]>>(uint(c)&63)&1 != 0 }

// Empty reports whether the set has no cell.
func (s *Cells) Empty() bool {
	for _, w := range s.w[:s.n] {
		if w != 0 {
			return false
		}
	}
	return true
}

// Count is the number of cells.
func (s *Cells) Count() int {
	k := 0
	for _, w := range s.w[:s.n] {
		k += bits.OnesCount64(w)
	}
	return k
}

// First gives the smallest cell, or -1.
func (s *Cells) First() int {
	for i, w := range s.w[:s.n] {
		if w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// Next gives the smallest cell after c, or -1.
func (s *Cells) Next(c int) int {
	c++
	i := c >> 6
	if i >= s.n {
		return -1
	}
	if w := s.w[i] >> (uint(c) & 63); w != 0 {
		return c + bits.TrailingZeros64(w)
	}
	for i++; i < s.n; i++ {
		if w := s.w[i]; w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// And is the intersection.
func (s *Cells) And(t *Cells) Cells {
	r := Cells{n: min(s.n, t.n)}
	for i := range r.n {
		r.w[i] = s.w[i] & t.w[i]
	}
	return r
}

// Or is the union.
func (s *Cells) Or(t *Cells) Cells {
	r := Cells{n: max(s.n, t.n)}
	for i := range r.n {
		r.w[i] = s.w[i] | t.w[i]
	}
	return r
}

// Minus is the set without the cells of t.
func (s *Cells) Minus(t *Cells) Cells {
	r := Cells{n: s.n}
	for i := range r.n {
		r.w[i] = s.w[i] &^ t.w[i]
	}
	return r
}

// Intersects reports whether the sets share a cell.
func (s *Cells) Intersects(t *Cells) bool {
	for i := range min(s.n, t.n) {
		if s.w[i]&t.w[i] != 0 {
			return true
		}
	}
	return false
}

// Within reports whether every cell of s is in t.
func (s *Cells) Within(t *Cells) bool {
	for i := range s.n {
		if s.w[i]&^t.w[i] != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether the sets are the same.
func (s *Cells) Equal(t *Cells) bool { return s.Within(t) && t.Within(s) }

// AndCount is the size of the intersection.
func (s *Cells) AndCount(t *Cells) int {
	k := 0
	for i := range min(s.n, t.n) {
		k += bits.OnesCount64(s.w[i] & t.w[i])
	}
	return k
}

// Slice lists the cells, ascending.
func (s *Cells) Slice() []int {
	list := make([]int, 0, s.Count())
	for c := s.First(); c >= 0; c = s.Next(c) {
		list = append(list, c)
	}
	return list
}

// Digits is a set of values: bit v-1 stands for the value v.
type Digits uint32

// Digit is the set of one value.
func Digit(v int) Digits { return 1 << uint(v-1) }

// Has reports whether a value is in the set.
func (d Digits) Has(v int) bool { return d>>uint(v-1)&1 != 0 }

// Count is the number of values.
func (d Digits) Count() int { return bits.OnesCount32(uint32(d)) }

// First gives the smallest value of a set that is not empty.
func (d Digits) First() int { return bits.TrailingZeros32(uint32(d)) + 1 }

// Last gives the largest value of a set that is not empty.
func (d Digits) Last() int { return bits.Len32(uint32(d)) }

// Rest is the set without its smallest value: for d != 0; d = d.Rest() visits every value.
func (d Digits) Rest() Digits { return d & (d - 1) }

// Slice lists the values, ascending.
func (d Digits) Slice() []int {
	list := make([]int, 0, d.Count())
	for ; d != 0; d = d.Rest() {
		list = append(list, d.First())
	}
	return list
}
