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
	s := newCoreSearch(n, opt, refuted)
	var best []int
	bound := opt.Below
	if bound == 0 { // a minimal set first: an answer in hand, and a bound
		best = s.minimal()
		for _, i := range best {
			bound += s.weight(i)
		}
		if len(best) == 0 || len(best) == 1 && opt.Weights == nil {
			return best, true
		}
	}
	corrections := s.remembered() // each must be hit
	for ; s.budget > 0; s.budget-- {
		hit, cost, done := leastHittingSet(corrections, n, s.weight, bound)
		if !done || cost >= bound { // nothing lighter hits everything
			return best, done
		}
		clear(s.in)
		for _, i := range hit {
			s.in[i] = true
		}
		if refuted(s.list()) {
			return s.list(), true
		}
		out := s.grow()
		if len(out) == 0 {
			return best, true
		}
		corrections = append(corrections, out)
		if opt.Memory != nil {
			opt.Memory.sets = append(opt.Memory.sets, s.list())
		}
	}
	return best, false
}

// coreSearch is the state of SmallestCore: a set that changes.
type coreSearch struct {
	opt     CoreOptions
	refuted func(set []int) bool
	budget  int
	in      []bool // the set
	order   []int  // all things, the heaviest first
}

func newCoreSearch(n int, opt CoreOptions, refuted func(set []int) bool) *coreSearch {
	s := &coreSearch{opt: opt, refuted: refuted, budget: opt.Budget, in: make([]bool, n), order: make([]int, n)}
	for i := range s.order {
		s.order[i] = i
	}
	sort.SliceStable(s.order, func(a, b int) bool { return s.weight(s.order[a]) > s.weight(s.order[b]) })
	return s
}

func (s *coreSearch) weight(i int) int {
	if s.opt.Weights == nil {
		return 1
	}
	return s.opt.Weights[i]
}

// list lists the set.
func (s *coreSearch) list() []int {
	set := make([]int, 0, len(s.in))
	for i, ok := range s.in {
		if ok {
			set = append(set, i)
		}
	}
	return set
}

// toggle puts those of some things that are not in the set into it, or takes those out that are; it lists them.
func (s *coreSearch) toggle(things []int, in bool) []int {
	var changed []int
	for _, i := range things {
		if s.in[i] != in {
			s.in[i] = in
			changed = append(changed, i)
		}
	}
	return changed
}

// minimal gives a set that is refuted and of which nothing can be spared. It drops the heaviest first, in blocks first: most things are
// not needed.
func (s *coreSearch) minimal() []int {
	n := len(s.in)
	s.toggle(s.order, true)
	for step := n; step > 0; step /= 2 {
		for at := 0; at < n; at += step {
			if dropped := s.toggle(s.order[at:min(at+step, n)], false); len(dropped) > 0 && !s.refuted(s.list()) {
				s.toggle(dropped, true)
			}
		}
	}
	return s.list()
}

// remembered gives what earlier searches learnt must be hit, as far as it still must.
func (s *coreSearch) remembered() [][]int {
	if s.opt.Memory == nil {
		return nil
	}
	var corrections, kept [][]int
	for _, set := range s.opt.Memory.sets {
		if s.budget--; !s.refuted(set) {
			corrections = append(corrections, complement(set, len(s.in)))
			kept = append(kept, set)
		}
	}
	s.opt.Memory.sets = kept
	return corrections
}

// grow adds to the set, which is not refuted, until it cannot grow, and gives what is left out: one of these is in every refuted set. The
// lightest come first, so that what has to be left out is heavy, which raises the bound fastest.
func (s *coreSearch) grow() (out []int) {
	for end := len(s.order); end > 0; end -= 4 {
		block := slices.Clone(s.order[max(end-4, 0):end])
		slices.Reverse(block)
		out = s.growBy(block, out)
	}
	return out
}

// growBy adds a block, or where that would be refuted its halves; what is left out is added to out.
func (s *coreSearch) growBy(block, out []int) []int {
	added := s.toggle(block, true)
	if len(added) == 0 {
		return out
	}
	if s.budget--; !s.refuted(s.list()) {
		return out
	}
	s.toggle(added, false)
	if len(added) == 1 {
		return append(out, added[0])
	}
	return s.growBy(added[len(added)/2:], s.growBy(added[:len(added)/2], out))
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
		pick, least, possible := unmet(sets, in, out, weight)
		if !possible {
			return true
		}
		if pick == nil {
			best, bestCost = append([]int(nil), cur...), cost
			return true
		}
		if cost+least >= bestCost {
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

// unmet gives of the sets that no member in meets the one with the fewest members left, nil where all are met, and what meeting them weighs at
// least: those that share no member each need one of their own. It is not possible where all members of a set are out.
func unmet(sets [][]int, in, out []bool, weight func(int) int) (pick []int, least int, possible bool) {
	fewest := len(in) + 1
	used := map[int]bool{}
	for _, set := range sets {
		free, met, overlap, light := 0, false, false, 1<<60
		for _, i := range set {
			if in[i] {
				met = true
				break
			}
			if !out[i] {
				free++
				overlap = overlap || used[i]
				light = min(light, weight(i))
			}
		}
		if met {
			continue
		}
		if free == 0 {
			return nil, 0, false
		}
		if free < fewest {
			fewest, pick = free, set
		}
		if overlap {
			continue
		}
		least += light
		for _, i := range set {
			if !out[i] {
				used[i] = true
			}
		}
	}
	return pick, least, true
}
