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

// Kind tells the comparisons of the document apart.
type Kind int

const (
	// Offset: the second item is exactly Lower above the first.
	Offset Kind = iota
	// AdjacencyOffset: the items are exactly Lower apart, in either direction.
	AdjacencyOffset
	// Bounded: the second item is at least Lower and at most Upper above the first.
	Bounded
	// BoundedExclusive: the second item is more than Lower and less than Upper above the first.
	BoundedExclusive
	// Banded: the items are at least Lower and at most Upper apart, in either direction.
	Banded
	// Custom: a predicate given to Solver.Relate.
	Custom
)

var kindNames = [...]string{"offset", "adjacency offset", "bounded", "bounded exclusive", "banded", "custom"}

func (k Kind) String() string {
	if k < 0 || int(k) >= len(kindNames) {
		return "Kind(" + strconv.Itoa(int(k)) + ")"
	}
	return kindNames[k]
}

// Comparison is an assertion that links two items through a category: it holds when the labels (or ranks) that the two
// items have in the category satisfy a relation.
type Comparison struct {
	Kind         Kind
	Item1, Item2 Item    // the items compared, in order
	Category     any     // the category in which they are compared
	Lower, Upper float64 // bounds of the difference; Upper is Open where there is none

	text     string
	x1, x2   int
	cat      int
	fwd, bwd []uint64 // fwd[i]: indices that item2 may have when item1 has i; bwd is its transpose
}

// String gives the comparison in words.
func (c *Comparison) String() string { return c.text }

// Watches names the rows of both items into the category.
func (c *Comparison) Watches(visit func(x, cat int)) {
	visit(c.x1, c.cat)
	visit(c.x2, c.cat)
}

// Satisfied tells whether both items have one link into the category.
func (c *Comparison) Satisfied(g *Graph) bool {
	return bits.OnesCount64(g.Row(c.x1, c.cat)) == 1 && bits.OnesCount64(g.Row(c.x2, c.cat)) == 1
}

// Prune makes the comparison arc-consistent: what one item may have needs something that the other may have.
func (c *Comparison) Prune(g *Graph) {
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

// test gives the relation between the indices of a category that the kind and its bounds describe.
func (c *Comparison) test(keys keyset) func(i, j int) bool {
	lower, upper := exact(c.Lower), exact(0)
	open := c.Upper == Open
	if !open {
		upper = exact(c.Upper)
	}
	either := c.Kind == AdjacencyOffset || c.Kind == Banded
	// judge tells whether a difference fits, given how it compares with the bounds.
	judge := func(lower, upper int) bool {
		if c.Kind == BoundedExclusive {
			return lower > 0 && (open || upper < 0)
		}
		return lower >= 0 && (open || upper <= 0)
	}
	if keys.small != nil && lower.IsInt() && upper.IsInt() {
		lo, up := lower.Num().Int64(), upper.Num().Int64()
		return func(i, j int) bool {
			d := keys.small[j] - keys.small[i]
			if either && d < 0 {
				d = -d
			}
			return judge(cmp.Compare(d, lo), cmp.Compare(d, up))
		}
	}
	return func(i, j int) bool {
		n := new(big.Int).Sub(keys.scaled[j], keys.scaled[i])
		if either {
			n.Abs(n)
		}
		d := new(big.Rat).SetFrac(n, keys.denom)
		return judge(d.Cmp(lower), d.Cmp(upper))
	}
}

// tabulate fills the tables from a relation between indices; no item has the place of another.
func (c *Comparison) tabulate(n int, related func(i, j int) bool) (any bool) {
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
