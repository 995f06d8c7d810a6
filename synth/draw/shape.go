// Package draw picks indices at random: the three levels of a specification's draws, without any of their values.
//
// A Shape says what one item is made of: from each source an amount of its indices, for each of a number of dimensions.
// Constraints say which items, and which sequences of items, are allowed. Draw picks a sequence. Nothing here builds the
// product of the sources unless it is small.
package draw

import (
	"math"
	"slices"
)

// Stream is where draws come from; internal/rng's Stream is one.
type Stream interface {
	Uint64N(n uint64) uint64 // uniform over 0..n-1, n > 0
}

// Source is one pool of N values, of which Amount are picked for each dimension.
type Source struct {
	N, Amount int
	// Ordered: a pick is a permutation, each equally likely. Otherwise it is a combination, each equally likely.
	Ordered bool
	// Repeat: a value may be picked more than once.
	Repeat bool
	// Ascending: a combination is listed in ascending order. Otherwise it is listed in a random order, because a formula may
	// give its elements different parts to play.
	Ascending bool
}

// count is the number of different picks, as a float for large pools.
func (s Source) count() float64 {
	n, k := float64(s.N), float64(s.Amount)
	switch {
	case s.Ordered && s.Repeat:
		return math.Pow(n, k)
	case s.Ordered:
		c := 1.0
		for i := range s.Amount {
			c *= n - float64(i)
		}
		return max(c, 0)
	case s.Repeat:
		return binomial(n+k-1, s.Amount)
	default:
		return binomial(n, s.Amount)
	}
}

func binomial(n float64, k int) float64 {
	if n < float64(k) {
		return 0
	}
	c := 1.0
	for i := range k {
		c = c * (n - float64(i)) / float64(i+1)
	}
	return math.Round(c)
}

// Item is one drawn item: Dim blocks, each with the picks of all sources one after the other.
type Item []int

// Shape is what items look like.
type Shape struct {
	Sources []Source
	Dim     int     // dimensions of an item, at least 1
	Groups  [][]int // the dimensions of an item must differ on each group of sources

	off   []int // where each source's pick begins within a dimension, and the width
	width int
}

// NewShape prepares a shape.
func NewShape(sources []Source, dim int, groups [][]int) *Shape {
	sh := &Shape{Sources: sources, Dim: max(dim, 1), Groups: groups, off: make([]int, len(sources))}
	for i, s := range sources {
		sh.off[i] = sh.width
		sh.width += s.Amount
	}
	return sh
}

// Pick gives the indices that dimension d of an item has of a source.
func (sh *Shape) Pick(it Item, d, source int) []int {
	at := d*sh.width + sh.off[source]
	return it[at : at+sh.Sources[source].Amount]
}

// Block gives one dimension of an item.
func (sh *Shape) Block(it Item, d int) []int { return it[d*sh.width : (d+1)*sh.width] }

// Len is the number of indices of an item.
func (sh *Shape) Len() int { return sh.width * sh.Dim }

// Size is an upper bound of the number of items, exact where there is one dimension: too large numbers are only roughly right.
func (sh *Shape) Size() float64 {
	n := sh.blocks()
	if sh.Dim == 1 {
		return n
	}
	return binomial(n+float64(sh.Dim)-1, sh.Dim)
}

// blocks is the number of different dimensions.
func (sh *Shape) blocks() float64 {
	n := 1.0
	for _, s := range sh.Sources {
		n *= s.count()
	}
	return n
}

// empty names the first source that has too few values, or gives -1.
func (sh *Shape) empty() int {
	for i, s := range sh.Sources {
		if s.Amount > 0 && (s.N == 0 || !s.Repeat && s.Amount > s.N) {
			return i
		}
	}
	return -1
}

// random fills an item with picks, each item being equally likely among those that the groups allow. It reports false when
// this try met items that the groups forbid, or that would weigh too much.
func (sh *Shape) random(r Stream, it Item) bool {
	for d := range sh.Dim {
		for i := range sh.Sources {
			sh.Sources[i].pick(r, sh.Pick(it, d, i))
		}
	}
	if sh.Dim == 1 {
		return true
	}
	if !sh.differ(it) {
		return false
	}
	// An unordered choice of different dimensions comes from Dim! ordered ones; one with equal dimensions from fewer. Where
	// equal ones are allowed, the others are thinned out to the same weight.
	if len(sh.Groups) == 0 {
		orders, same := 1, 1
		for d := range sh.Dim {
			n := 1
			for e := range d {
				if slices.Equal(sh.Block(it, d), sh.Block(it, e)) {
					n++
				}
			}
			orders *= d + 1
			same *= n
		}
		if int(r.Uint64N(uint64(orders))) >= same {
			return false
		}
	}
	sh.sortBlocks(it)
	return true
}

// pick fills dst with one pick of the source.
func (s *Source) pick(r Stream, dst []int) {
	switch {
	case s.Ordered && s.Repeat:
		for i := range dst {
			dst[i] = int(r.Uint64N(uint64(s.N)))
		}
		return
	case s.Ordered || !s.Repeat:
		distinct(r, s.N, dst)
	default:
		// A multiset of k from n is a set of k from n+k-1 with the i-th smallest lowered by i.
		distinct(r, s.N+len(dst)-1, dst)
		slices.Sort(dst)
		for i := range dst {
			dst[i] -= i
		}
		if !s.Ascending {
			for i := len(dst) - 1; i > 0; i-- {
				j := int(r.Uint64N(uint64(i + 1)))
				dst[i], dst[j] = dst[j], dst[i]
			}
		}
		return
	}
	if !s.Ordered && s.Ascending {
		slices.Sort(dst)
	}
}

// distinct fills dst with different numbers of 0..n-1 in an order, each such list being equally likely.
func distinct(r Stream, n int, dst []int) {
	for i := range dst {
		// The i-th is one of the n-i numbers not taken yet: a rank among them, moved up past the taken ones.
		rank := int(r.Uint64N(uint64(n - i)))
		for v := rank; ; {
			below := 0
			for _, t := range dst[:i] {
				if t <= v {
					below++
				}
			}
			if rank+below == v {
				dst[i] = v
				break
			}
			v = rank + below
		}
	}
}

// differ reports whether the dimensions differ on each group.
func (sh *Shape) differ(it Item) bool {
	for d := 1; d < sh.Dim; d++ {
		for e := range d {
			for _, g := range sh.Groups {
				same := true
				for _, s := range g {
					if s < len(sh.Sources) && !sh.samePick(s, sh.Pick(it, d, s), sh.Pick(it, e, s)) {
						same = false
						break
					}
				}
				if same {
					return false
				}
			}
		}
	}
	return true
}

// samePick compares two picks of a source, as sets where the order is free.
func (sh *Shape) samePick(source int, a, b []int) bool {
	if sh.Sources[source].Ordered || len(a) < 2 {
		return slices.Equal(a, b)
	}
	x, y := slices.Clone(a), slices.Clone(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// sortBlocks puts the dimensions of an item in ascending order: they are an unordered choice.
func (sh *Shape) sortBlocks(it Item) {
	for d := 1; d < sh.Dim; d++ {
		for e := d; e > 0 && slices.Compare(sh.Block(it, e), sh.Block(it, e-1)) < 0; e-- {
			a, b := sh.Block(it, e), sh.Block(it, e-1)
			for i := range a {
				a[i], b[i] = b[i], a[i]
			}
		}
	}
}
