package ocl

import (
	"fmt"
	"math/bits"
	"slices"
)

// Formula is a Boolean function of decisions, in a Circuit. Equal formulas of one circuit have often, but not always, the
// same number: False and True are equal only to themselves.
type Formula int32

// The constant formulas, in every circuit.
const (
	False Formula = 0
	True  Formula = 1
)

// Not negates a formula.
func Not(f Formula) Formula { return f ^ 1 }

// Decision is a variable of a circuit, with the values 0..n-1.
type Decision int32

// Circuit holds formulas over decisions. A formula is a node of the circuit or its negation; a node is a conjunction, a
// membership (the value of a decision is one of a set) or a bound (a weighted sum of formulas is at least some number).
// Building keeps equal nodes once, and works out what is constant. It is not safe for concurrent use.
type Circuit struct {
	sizes []int // of the decisions' domains
	nodes []gate
	index map[uint64]int32 // by hash: the last node with it
	args  []Formula        // scratch
}

type gateOp uint8

const (
	gFalse gateOp = iota // node 0
	gAnd
	gIn
	gAtLeast
)

type gate struct {
	op      gateOp
	next    int32     // node with the same hash before this one, or 0
	d       Decision  // gIn
	set     []uint64  // gIn
	args    []Formula // gAnd, gAtLeast
	weights []int64   // gAtLeast
	bound   int64     // gAtLeast
}

// NewCircuit gives a circuit without decisions.
func NewCircuit() *Circuit {
	return &Circuit{nodes: make([]gate, 1), index: map[uint64]int32{}}
}

// Decide makes a decision between n values, n at least 1.
func (c *Circuit) Decide(n int) Decision {
	c.sizes = append(c.sizes, n)
	return Decision(len(c.sizes) - 1)
}

// Size gives the number of values of a decision.
func (c *Circuit) Size(d Decision) int { return c.sizes[d] }

// Decisions gives the number of decisions.
func (c *Circuit) Decisions() int { return len(c.sizes) }

// Len gives the number of nodes, which is a measure of the memory in use.
func (c *Circuit) Len() int { return len(c.nodes) }

// Is is the formula that a decision has a value.
func (c *Circuit) Is(d Decision, value int) Formula { return c.In(d, value) }

// In is the formula that a decision has one of some values.
func (c *Circuit) In(d Decision, values ...int) Formula {
	set := make([]uint64, (c.sizes[d]+63)/64)
	for _, v := range values {
		if v < 0 || v >= c.sizes[d] {
			panic(fmt.Sprintf("ocl: decision %d has no value %d", d, v))
		}
		set[v/64] |= 1 << (v % 64)
	}
	return c.in(d, set)
}

// in makes a membership and takes over the set. Of a set and its complement the one without the value 0 is a node.
func (c *Circuit) in(d Decision, set []uint64) Formula {
	n, size := 0, c.sizes[d]
	for _, w := range set {
		n += bits.OnesCount64(w)
	}
	switch n {
	case 0:
		return False
	case size:
		return True
	}
	neg := Formula(set[0] & 1)
	if neg == 1 {
		complement(set, size)
	}
	h := mix(uint64(gIn), uint64(d))
	for _, w := range set {
		h = mix(h, w)
	}
	for i := c.index[h]; i != 0; i = c.nodes[i].next {
		if g := &c.nodes[i]; g.op == gIn && g.d == d && slices.Equal(g.set, set) {
			return Formula(i)<<1 | neg
		}
	}
	return c.add(h, gate{op: gIn, d: d, set: set}) | neg
}

func complement(set []uint64, size int) {
	for i := range set {
		set[i] = ^set[i]
	}
	if r := size % 64; r != 0 {
		set[len(set)-1] &= 1<<r - 1
	}
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15 + h<<6 + h>>2
	return h * 0xff51afd7ed558ccd
}

func (c *Circuit) add(h uint64, g gate) Formula {
	g.next = c.index[h]
	c.nodes = append(c.nodes, g)
	i := int32(len(c.nodes) - 1)
	c.index[h] = i
	return Formula(i) << 1
}

// Or is true when one of the formulas is.
func (c *Circuit) Or(fs ...Formula) Formula {
	a := c.take(fs)
	for i := range a {
		a[i] = Not(a[i])
	}
	return Not(c.and(a))
}

// And is true when all of the formulas are.
func (c *Circuit) And(fs ...Formula) Formula { return c.and(c.take(fs)) }

// take copies formulas to the scratch space.
func (c *Circuit) take(fs []Formula) []Formula {
	c.args = append(c.args[:0], fs...)
	return c.args
}

// and makes a conjunction of formulas in the scratch space.
func (c *Circuit) and(a []Formula) Formula {
	slices.Sort(a)
	a = slices.Compact(a)
	if len(a) > 0 && a[0] == False {
		return False
	}
	if len(a) > 0 && a[0] == True {
		a = a[1:]
	}
	members := 0
	for i, f := range a {
		if i > 0 && f == Not(a[i-1]) {
			return False
		}
		if c.nodes[f>>1].op == gIn {
			members++
		}
	}
	if members > 1 {
		var ok bool
		if a, ok = c.intersect(a); !ok {
			return False
		}
	}
	switch len(a) {
	case 0:
		return True
	case 1:
		return a[0]
	}
	h := mix(uint64(gAnd), uint64(len(a)))
	for _, f := range a {
		h = mix(h, uint64(f))
	}
	for i := c.index[h]; i != 0; i = c.nodes[i].next {
		if g := &c.nodes[i]; g.op == gAnd && slices.Equal(g.args, a) {
			return Formula(i) << 1
		}
	}
	return c.add(h, gate{op: gAnd, args: slices.Clone(a)})
}

// intersect joins memberships of the same decision. It is false when there is no value left.
func (c *Circuit) intersect(a []Formula) ([]Formula, bool) {
	// Members first, by decision.
	rank := func(f Formula) int {
		if g := &c.nodes[f>>1]; g.op == gIn {
			return int(g.d)
		}
		return len(c.sizes)
	}
	slices.SortStableFunc(a, func(f, g Formula) int { return rank(f) - rank(g) })
	out := a[:0]
	for i := 0; i < len(a); {
		j := i + 1
		if d := rank(a[i]); d < len(c.sizes) {
			for j < len(a) && rank(a[j]) == d {
				j++
			}
		}
		if j == i+1 {
			out = append(out, a[i])
			i = j
			continue
		}
		set := c.members(a[i])
		for _, f := range a[i+1 : j] {
			for w, x := range c.nodes[f>>1].set {
				if f&1 == 1 {
					x = ^x
				}
				set[w] &= x
			}
		}
		f := c.in(c.nodes[a[i]>>1].d, set)
		if f == False {
			return nil, false
		}
		out = append(out, f) // never True: a set got smaller
		i = j
	}
	slices.Sort(out)
	return out, true
}

// members copies the set of a membership.
func (c *Circuit) members(f Formula) []uint64 {
	g := &c.nodes[f>>1]
	set := slices.Clone(g.set)
	if f&1 == 1 {
		complement(set, c.sizes[g.d])
	}
	return set
}

// Weighted is a formula that counts a number when it is true.
type Weighted struct {
	Weight int64
	F      Formula
}

// AtLeast is true when the weights of the formulas that are true add up to a bound or more. The sum of the weights' absolute
// values must be below 2^62.
func (c *Circuit) AtLeast(bound int64, ts ...Weighted) Formula {
	// The weights of one node are joined: w*f + v*not f = v + (w-v)*f; then each is made positive: -w*f = -w + w*(not f).
	ts = slices.Clone(ts)
	for i, t := range ts {
		if t.F&1 == 1 {
			bound -= t.Weight
			ts[i] = Weighted{-t.Weight, Not(t.F)}
		}
	}
	slices.SortFunc(ts, func(a, b Weighted) int { return int(a.F) - int(b.F) })
	var args []Formula
	var weights []int64
	for i := 0; i < len(ts); {
		f, w := ts[i].F, int64(0)
		for ; i < len(ts) && ts[i].F == f; i++ {
			w += ts[i].Weight
		}
		switch {
		case f == False || w == 0: // counts nothing
		case w < 0:
			bound -= w
			args, weights = append(args, Not(f)), append(weights, -w)
		default:
			args, weights = append(args, f), append(weights, w)
		}
	}
	if bound <= 0 {
		return True
	}
	if f, ok := c.oneDecision(bound, args, weights); ok {
		return f
	}
	var sum int64
	least := int64(1) << 62
	for i, w := range weights {
		w = min(w, bound) // more makes no difference
		weights[i] = w
		sum += w
		least = min(least, w)
	}
	switch {
	case sum < bound:
		return False
	case sum-least < bound: // all are needed
		return c.And(args...)
	case least >= bound: // one is enough
		return c.Or(args...)
	}
	// Weights may have got equal, so order by formula is all there is to keep.
	h := mix(mix(uint64(gAtLeast), uint64(len(args))), uint64(bound))
	for i, f := range args {
		h = mix(mix(h, uint64(f)), uint64(weights[i]))
	}
	for i := c.index[h]; i != 0; i = c.nodes[i].next {
		if g := &c.nodes[i]; g.op == gAtLeast && g.bound == bound && slices.Equal(g.args, args) && slices.Equal(g.weights, weights) {
			return Formula(i) << 1
		}
	}
	return c.add(h, gate{op: gAtLeast, args: args, weights: weights, bound: bound})
}

// oneDecision makes a bound on memberships of one decision the membership that it is.
func (c *Circuit) oneDecision(bound int64, args []Formula, weights []int64) (Formula, bool) {
	for _, f := range args {
		if g := &c.nodes[f>>1]; g.op != gIn || g.d != c.nodes[args[0]>>1].d {
			return False, false
		}
	}
	if len(args) == 0 {
		return False, true
	}
	d := c.nodes[args[0]>>1].d
	sums := make([]int64, c.sizes[d])
	for i, f := range args {
		for w, x := range c.members(f) {
			for ; x != 0; x &= x - 1 {
				sums[w*64+bits.TrailingZeros64(x)] += weights[i]
			}
		}
	}
	var values []int
	for v, s := range sums {
		if s >= bound {
			values = append(values, v)
		}
	}
	return c.In(d, values...), true
}

// If is x where cond is true and y where it is false.
func (c *Circuit) If(cond, x, y Formula) Formula {
	switch {
	case cond == True || x == y:
		return x
	case cond == False:
		return y
	}
	return c.Or(c.And(cond, x), c.And(Not(cond), y))
}

// Iff is true when both formulas are, or none.
func (c *Circuit) Iff(x, y Formula) Formula {
	switch {
	case x == y:
		return True
	case x == Not(y):
		return False
	}
	return c.Or(c.And(x, y), c.And(Not(x), Not(y)))
}

// Eval gives the value of a formula when each decision has the value that value gives.
func (c *Circuit) Eval(f Formula, value func(Decision) int) bool {
	memo := make(map[int32]bool)
	var node func(i int32) bool
	of := func(f Formula) bool { return node(int32(f>>1)) != (f&1 == 1) }
	node = func(i int32) bool {
		if v, ok := memo[i]; ok {
			return v
		}
		g := &c.nodes[i]
		v := false
		switch g.op {
		case gAnd:
			v = true
			for _, f := range g.args {
				v = v && of(f)
			}
		case gIn:
			x := value(g.d)
			v = g.set[x/64]>>(x%64)&1 == 1
		case gAtLeast:
			var sum int64
			for i, f := range g.args {
				if of(f) {
					sum += g.weights[i]
				}
			}
			v = sum >= g.bound
		}
		memo[i] = v
		return v
	}
	return of(f)
}

// Conjuncts gives formulas that are all true exactly when f is, taking conjunctions apart as far as they are written as such.
func (c *Circuit) Conjuncts(f Formula) []Formula {
	if g := &c.nodes[f>>1]; g.op == gAnd && f&1 == 0 {
		var out []Formula
		for _, a := range g.args {
			out = append(out, c.Conjuncts(a)...)
		}
		return out
	}
	if f == True {
		return nil
	}
	return []Formula{f}
}

// Disjuncts gives formulas of which one is true exactly when f is, taking disjunctions apart as far as they are written as such.
func (c *Circuit) Disjuncts(f Formula) []Formula {
	out := c.Conjuncts(Not(f))
	for i, g := range out {
		out[i] = Not(g)
	}
	return out
}

// Assume gives a formula that agrees with f wherever the decisions have the values that value gives; it gives -1 for a decision
// that may have any.
func (c *Circuit) Assume(f Formula, value func(Decision) int) Formula {
	memo := map[int32]Formula{}
	var node func(i int32) Formula
	of := func(f Formula) Formula { return node(int32(f>>1)) ^ f&1 }
	node = func(i int32) Formula {
		if g, ok := memo[i]; ok {
			return g
		}
		g := c.nodes[i] // a copy: nodes are added
		out := Formula(i) << 1
		switch g.op {
		case gIn:
			if x := value(g.d); x >= 0 {
				out = Formula(g.set[x/64] >> (x % 64) & 1)
			}
		case gAnd:
			args := make([]Formula, len(g.args))
			for k, a := range g.args {
				args[k] = of(a)
			}
			out = c.And(args...)
		case gAtLeast:
			ts := make([]Weighted, len(g.args))
			for k, a := range g.args {
				ts[k] = Weighted{g.weights[k], of(a)}
			}
			out = c.AtLeast(g.bound, ts...)
		}
		memo[i] = out
		return out
	}
	return of(f)
}
