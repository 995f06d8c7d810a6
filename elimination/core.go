package elimination

import (
	"slices"
	"sort"
)

// coreBudget bounds how often a set of calls is tried while the smallest contradictory one is looked for.
const coreBudget = 4000

// contradiction explains why r cannot follow the calls made so far.
func (s *Solver) contradiction(r record) *ContradictionError {
	var all []record
	deeper := false
	for _, c := range s.calls {
		if c.deeper {
			deeper = true
			continue
		}
		all = append(all, c)
	}
	refuted := func(set []int) bool { return !s.replay(all, set, r).Propagate() }
	every := make([]int, len(all))
	for i := range every {
		every[i] = i
	}
	if deeper && !refuted(every) {
		// Stronger rules had been at work: judge by complete search instead.
		refuted = func(set []int) bool {
			g := s.replay(all, set, r)
			if !g.Propagate() {
				return true
			}
			found := false
			split(g, func() bool { found = true; return false }, func() bool { return true })
			return !found
		}
	}
	core, smallest := SmallestCore(len(all), CoreOptions{Budget: coreBudget}, refuted)
	e := &ContradictionError{Call: r.Call, Smallest: smallest}
	for _, i := range core {
		e.Core = append(e.Core, all[i].Call)
	}
	e.Core = append(e.Core, r.Call)
	return e
}

// replay makes some of the calls, and r, on a fresh graph, and leaves propagation to the caller.
func (s *Solver) replay(all []record, set []int, r record) *Graph {
	g, err := NewGraph(s.ix.m, s.ix.n)
	if err != nil {
		panic(err) // the size was accepted once
	}
	for _, i := range set {
		all[i].apply(g)
	}
	r.apply(g)
	return g
}

// CoreOptions bound the search for a minimal unsatisfiable set of least cost.
type CoreOptions struct {
	Weights []int // of the things; nil: each weighs 1
	Budget  int   // how often refuted may be called, about; 0 stops after a minimal unsatisfiable set
	Below   int   // look only for cores that weigh less than this; 0: any
	// Memory keeps what a search learnt for a later one over the same things with a refuted that refutes at least as much;
	// nil for none. What is remembered is tested again before it is used.
	Memory *CoreMemory
}

// CoreMemory is what searches for a core learnt: sets that were not refuted and could not grow.
type CoreMemory struct{ sets [][]int }

// Bytes is about how much memory it takes up.
func (m *CoreMemory) Bytes() int {
	n := 0
	for _, set := range m.sets {
		n += 24 + 8*cap(set)
	}
	return n
}

// SmallestCore finds, among n things, a set of least total weight that is refuted. It is given that the set of all is, and
// that every set which contains a refuted one is. The second result is false when the budget ran out before least weight
// was proven; the set is then minimal: it is refuted, and without any one of its members it is not. With Below, the
// result is nil and true when it is proven that every core weighs at least as much; nil and false when the budget ran out.
//
// The method is that of Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS Extraction with Minimal Hitting Set
// Dualization" (CP 2015): a smallest refuted set is a least hitting set of all sets whose removal leaves nothing refuted.
func SmallestCore(n int, opt CoreOptions, refuted func(set []int) bool) ([]int, bool) {
	weights, budget := opt.Weights, opt.Budget
	weight := func(i int) int {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	in := make([]bool, n)
	list := func() []int {
		set := make([]int, 0, n)
		for i, ok := range in {
			if ok {
				set = append(set, i)
			}
		}
		return set
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return weight(order[a]) > weight(order[b]) })
	var best []int
	bound := opt.Below
	if bound == 0 {
		// A minimal unsatisfiable set first, dropping the heaviest first: an answer in hand, and a bound.
		for i := range in {
			in[i] = true
		}
		for step := n; step > 0; step /= 2 { // in blocks first: most things are not needed
			for at := 0; at < n; at += step {
				var dropped []int
				for _, i := range order[at:min(at+step, n)] {
					if in[i] {
						in[i] = false
						dropped = append(dropped, i)
					}
				}
				if len(dropped) > 0 && !refuted(list()) {
					for _, i := range dropped {
						in[i] = true
					}
				}
			}
		}
		best = list()
		for _, i := range best {
			bound += weight(i)
		}
		if len(best) == 0 || len(best) == 1 && weights == nil {
			return best, true
		}
	}
	var corrections [][]int // each must be hit
	if opt.Memory != nil {
		old := opt.Memory.sets
		opt.Memory.sets = nil
		for _, set := range old {
			if budget--; !refuted(set) {
				corrections = append(corrections, complement(set, n))
				opt.Memory.sets = append(opt.Memory.sets, set)
			}
		}
	}
	for ; budget > 0; budget-- {
		hit, cost, done := leastHittingSet(corrections, n, weight, bound)
		if !done {
			return best, false
		}
		if cost >= bound {
			return best, true // nothing lighter hits everything
		}
		for i := range in {
			in[i] = false
		}
		for _, i := range hit {
			in[i] = true
		}
		if refuted(list()) {
			return list(), true
		}
		// Grow to a set that is not refuted and cannot grow, in blocks first: what is left out is a new correction.
		var out []int
		var grow func(block []int)
		grow = func(block []int) {
			var added []int
			for _, i := range block {
				if !in[i] {
					in[i] = true
					added = append(added, i)
				}
			}
			if len(added) == 0 {
				return
			}
			if budget--; !refuted(list()) {
				return
			}
			for _, i := range added {
				in[i] = false
			}
			if len(added) == 1 {
				out = append(out, added[0])
				return
			}
			grow(added[:len(added)/2])
			grow(added[len(added)/2:])
		}
		// The lightest first, so that what has to be left out is heavy, which raises the bound fastest.
		for end := n; end > 0; end -= 4 {
			block := slices.Clone(order[max(end-4, 0):end])
			slices.Reverse(block)
			grow(block)
		}
		if len(out) == 0 {
			return best, true
		}
		corrections = append(corrections, out)
		if opt.Memory != nil {
			opt.Memory.sets = append(opt.Memory.sets, list())
		}
	}
	return best, false
}

// complement lists what is not in a set.
func complement(set []int, n int) []int {
	in := make([]bool, n)
	for _, i := range set {
		in[i] = true
	}
	var out []int
	for i := range in {
		if !in[i] {
			out = append(out, i)
		}
	}
	return out
}

// leastHittingSet finds a set of least weight that meets every given set, by branch and bound. A cost of bound or more means that there is
// none lighter than bound.
//
// It branches on a set that is not met yet and has the fewest members left: one of them must be in. Members tried before are out in later
// branches, so no choice is met twice. Sets that are not met and share no member each need one of their own: the sum of their lightest
// members bounds the weight from below. Cost: exponential at worst; it gives up (done is false) after 200,000 nodes, each a walk through all
// sets.
func leastHittingSet(sets [][]int, n int, weight func(int) int, bound int) (hit []int, cost int, done bool) {
	in := make([]bool, n)
	out := make([]bool, n)
	best, bestCost := []int(nil), bound
	nodes := 0
	var cur []int
	var rec func(cost int) bool
	rec = func(cost int) bool {
		if nodes++; nodes > 200000 {
			return false
		}
		if cost >= bestCost {
			return true
		}
		// The unhit set with the fewest members left; disjoint unhit sets give a lower bound.
		var pick []int
		fewest := n + 1
		lower := cost
		used := map[int]bool{}
		for _, set := range sets {
			free, hitAlready, overlap, light := 0, false, false, 1<<60
			for _, i := range set {
				if in[i] {
					hitAlready = true
					break
				}
				if !out[i] {
					free++
					overlap = overlap || used[i]
					light = min(light, weight(i))
				}
			}
			if hitAlready {
				continue
			}
			if free == 0 {
				return true
			}
			if free < fewest {
				fewest, pick = free, set
			}
			if !overlap {
				lower += light
				for _, i := range set {
					if !out[i] {
						used[i] = true
					}
				}
			}
		}
		if pick == nil {
			best, bestCost = append([]int(nil), cur...), cost
			return true
		}
		if lower >= bestCost {
			return true
		}
		var tried []int
		defer func() {
			for _, i := range tried {
				out[i] = false
			}
		}()
		for _, i := range pick {
			if out[i] {
				continue
			}
			in[i] = true
			cur = append(cur, i)
			ok := rec(cost + weight(i))
			cur = cur[:len(cur)-1]
			in[i] = false
			if !ok {
				return false
			}
			out[i] = true
			tried = append(tried, i)
		}
		return true
	}
	if !rec(0) {
		return nil, 0, false
	}
	return best, bestCost, true
}
