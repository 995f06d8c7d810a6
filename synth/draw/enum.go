package draw

import "slices"

// enumerate calls fn with every item that the groups allow, in ascending order of blocks, until fn returns false. A source
// that lists combinations in a random order is gone through in every order. The item is fn's to read only.
func (sh *Shape) enumerate(fn func(Item) bool) {
	if sh.empty() >= 0 {
		return
	}
	var blocks [][]int
	cur := make([]int, sh.width)
	var perSource func(i int)
	perSource = func(i int) {
		if i == len(sh.Sources) {
			blocks = append(blocks, slices.Clone(cur))
			return
		}
		s := sh.Sources[i]
		s.all(cur[sh.off[i]:sh.off[i]+s.Amount], 0, func() { perSource(i + 1) })
	}
	perSource(0)

	it := make(Item, sh.Len())
	var perDim func(d, from int) bool
	perDim = func(d, from int) bool {
		if d == sh.Dim {
			return sh.Dim > 1 && !sh.differ(it) || fn(it)
		}
		for b := from; b < len(blocks); b++ {
			copy(sh.Block(it, d), blocks[b])
			next := b
			if len(sh.Groups) > 0 {
				next = b + 1
			}
			if !perDim(d+1, next) {
				return false
			}
		}
		return true
	}
	perDim(0, 0)
}

// all goes through the picks of a source, from position i on.
func (s *Source) all(dst []int, i int, emit func()) {
	if i == len(dst) {
		emit()
		return
	}
	from := 0
	if !s.Ordered && s.Ascending && i > 0 {
		from = dst[i-1]
		if !s.Repeat {
			from++
		}
	}
	for v := from; v < s.N; v++ {
		if !s.Repeat && slices.Contains(dst[:i], v) {
			continue
		}
		dst[i] = v
		s.all(dst, i+1, emit)
	}
}
