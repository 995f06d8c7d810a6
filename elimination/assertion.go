package elimination

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Assertion is an implicit rule: one that cannot be carried out at once, and is looked at again whenever a row of links
// that it watches has changed. An assertion of one's own is registered with [Solver.Assert].
//
// Prune must be monotone (from fewer links it may not remove fewer) and must not keep state between calls; then the
// fixpoint stays independent of the order of calls. Prune must also be exact where one link is left in every row
// watched: if the rule is broken there, it removes a link. Then [Solver.Decide] is complete with it.
type Assertion interface {
	fmt.Stringer
	// Watches calls visit for every row (item position, category index) that the assertion depends on.
	Watches(visit func(x, cat int))
	// Prune removes links that the assertion rules out, with Unlink, Restrict and Match of g.
	Prune(g *Graph)
	// Satisfied tells whether the assertion can never remove a link any more.
	Satisfied(g *Graph) bool
}

// comparison is an assertion that links two items through a category: it holds when the labels (or ranks) that the two
// items have in the category satisfy a relation.
type comparison struct {
	text     string
	x1, x2   int // the items compared, in order
	cat      int
	fwd, bwd []uint64 // fwd[i]: indices that item2 may have when item1 has i; bwd is its transpose
}

// String gives the comparison in words.
func (c *comparison) String() string { return c.text }

// Watches names the rows of both items into the category.
func (c *comparison) Watches(visit func(x, cat int)) {
	visit(c.x1, c.cat)
	visit(c.x2, c.cat)
}

// Satisfied tells whether both items have one link into the category.
func (c *comparison) Satisfied(g *Graph) bool {
	return bits.OnesCount64(g.Row(c.x1, c.cat)) == 1 && bits.OnesCount64(g.Row(c.x2, c.cat)) == 1
}

// Prune makes the comparison arc-consistent: what one item may have needs something that the other may have.
func (c *comparison) Prune(g *Graph) {
	g.Restrict(c.x1, c.cat, reach(c.bwd, g.Row(c.x2, c.cat)))
	if g.Failed() {
		return
	}
	g.Restrict(c.x2, c.cat, reach(c.fwd, g.Row(c.x1, c.cat)))
}

// reach gives the union of table[i] over the bits i of set.
func reach(table []uint64, set uint64) uint64 {
	var u uint64
	for ; set != 0; set &= set - 1 {
		u |= table[bits.TrailingZeros64(set)]
	}
	return u
}

// exact gives a float64 as the decimal number it prints as, so that 1.3 - 1.1 is 0.2.
func exact(f float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
	if !ok {
		return new(big.Rat)
	}
	return r
}

// bounds limit a difference.
type bounds struct {
	lower, upper float64 // upper is Open where there is none
	beyond       bool    // more than lower, rather than at least
	either       bool    // whichever of the two is above the other
}

// within gives the relation between the indices of a category whose difference keeps the bounds.
func (b bounds) within(keys keyset) func(i, j int) bool {
	lower, upper := exact(b.lower), exact(0)
	open := b.upper == Open
	if !open {
		upper = exact(b.upper)
	}
	// judge tells whether a difference fits, given how it compares with the bounds.
	judge := func(lower, upper int) bool {
		return (lower > 0 || lower == 0 && !b.beyond) && (open || upper <= 0)
	}
	if keys.small != nil && lower.IsInt() && upper.IsInt() {
		lo, up := lower.Num().Int64(), upper.Num().Int64()
		return func(i, j int) bool {
			d := keys.small[j] - keys.small[i]
			if b.either && d < 0 {
				d = -d
			}
			return judge(cmp.Compare(d, lo), cmp.Compare(d, up))
		}
	}
	return func(i, j int) bool {
		n := new(big.Int).Sub(keys.scaled[j], keys.scaled[i])
		if b.either {
			n.Abs(n)
		}
		d := new(big.Rat).SetFrac(n, keys.denom)
		return judge(d.Cmp(lower), d.Cmp(upper))
	}
}

// tabulate fills the tables from a relation between indices; no item has the place of another.
func (c *comparison) tabulate(n int, related func(i, j int) bool) (any bool) {
	c.fwd, c.bwd = make([]uint64, n), make([]uint64, n)
	for i := 0; i < n; i++ {
		for j := 0; j < n; j++ {
			if i != j && related(i, j) {
				c.fwd[i] |= 1 << j
				c.bwd[j] |= 1 << i
				any = true
			}
		}
	}
	return any
}

// Open as an upper bound stands for no bound.
var Open = math.Inf(1)
