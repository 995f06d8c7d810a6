package zebra

import (
	"context"
	"math/bits"
	"slices"
	"sort"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/budget"
)

// argument is one step: from clues and facts to new facts, or to a contradiction.
type argument struct {
	technique int
	clues     []int  // indices
	because   []fact // facts known before
	gives     []fact // what follows; none for a contradiction
	assume    *fact  // what a contradiction refutes, or a case assumes
	sub       []argument
	cost      float64
	turn      bool   // gives where an unnumbered table is looked at from
	what      [2]int // the row (item, category) that has nothing left, or the pair or category the step is about
}

// prover finds steps. It works on marks: facts that were given or derived, closed by its own steps alone.
type prover struct {
	p       *Puzzle
	e       *engine
	tech    [numTechniques]technique
	weight  []int
	watched []map[[2]int]bool                // by clue: the rows (item, category) that it depends on
	cores   map[fact][]int                   // light sets of clues that refute a link, from earlier steps
	memory  map[fact]*elimination.CoreMemory // why there are no lighter ones
	max     int                              // the hardest technique allowed

	mem budget.Meter // what it holds; see counted
	ctx context.Context
	end context.CancelCauseFunc
}

func newProver(p *Puzzle) *prover {
	pr := &prover{p: p, e: newEngine(p), tech: ladder(), max: tSplit, cores: map[fact][]int{}, memory: map[fact]*elimination.CoreMemory{}}
	for i, c := range p.Clues {
		pr.weight = append(pr.weight, c.weight())
		rows := map[[2]int]bool{}
		pr.e.rules[i].watches(func(x, cat int) {
			if x/p.N != cat {
				rows[[2]int{x, cat}] = true
			}
		})
		pr.watched = append(pr.watched, rows)
	}
	return pr
}

// load asserts facts on the empty graph, without propagation.
func (pr *prover) load(fs []fact) {
	pr.e.reset()
	for _, f := range fs {
		pr.put(f)
	}
}

func (pr *prover) put(f fact) {
	if f.same {
		pr.e.g.Match(f.x, f.y)
	} else {
		pr.e.g.Unlink(f.x, f.y)
	}
}

func (pr *prover) price(a *argument) float64 {
	t := pr.tech[a.technique]
	c := t.cost + t.perRef*float64(len(a.because))
	for _, i := range a.clues {
		c += t.clues * float64(pr.weight[i]+boolInt(a.technique >= tContradiction))
	}
	return c
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// next gives the cheapest argument that adds to what is known, using the given clues and techniques up to a limit that
// is below contradiction; nil when there is none.
func (pr *prover) next(k *facts, clues []int, limit int) *argument {
	for t, find := range [...]func(*facts) *argument{pr.exclusive, pr.lastLeft, pr.transfer} {
		if t <= limit {
			if a := find(k); a != nil {
				a.technique = t
				a.cost = pr.price(a)
				return a
			}
		}
	}
	var best *argument
	if limit >= tClue {
		best = pr.bestClue(k, clues)
	}
	consider := func(t int, find func(*facts) *argument) {
		if t > limit || best != nil && best.cost <= pr.tech[t].cost {
			return
		}
		if a := find(k); a != nil {
			a.technique = t
			if a.cost = pr.price(a); best == nil || a.cost < best.cost {
				best = a
			}
		}
	}
	consider(tNoCommon, pr.noCommon)
	consider(tSubset, pr.subset)
	return best
}

// matched calls a function for every two items that are marked as the same, until it gives a step.
func (pr *prover) matched(k *facts, find func(x, y int) *argument) *argument {
	n := pr.p.N
	for x := range pr.p.M() * n {
		for c := x/n + 1; c < pr.p.M(); c++ {
			if set := k.yes[x*pr.p.M()+c]; single(set) {
				if a := find(x, c*n+bits.TrailingZeros64(set)); a != nil {
					return a
				}
			}
		}
	}
	return nil
}

// exclusive: x is y, so x is no other of y's category and y no other of x's.
func (pr *prover) exclusive(k *facts) *argument {
	n := pr.p.N
	return pr.matched(k, func(x, y int) *argument {
		a := &argument{because: []fact{{x, y, true}}}
		for i := range n {
			if z := y/n*n + i; z != y && !k.isNot(x, z) {
				a.gives = append(a.gives, newFact(x, z, false))
			}
			if z := x/n*n + i; z != x && !k.isNot(z, y) {
				a.gives = append(a.gives, newFact(z, y, false))
			}
		}
		if len(a.gives) == 0 {
			return nil
		}
		return a
	})
}

// lastLeft: x is none of a category but y, so it is y.
func (pr *prover) lastLeft(k *facts) *argument {
	n := pr.p.N
	for x := 0; x < pr.p.M()*n; x++ {
		for c := range pr.p.Cats {
			row := k.row(x, c)
			if c == x/n || !single(row) || k.yes[x*pr.p.M()+c] != 0 {
				continue
			}
			y := c*n + bits.TrailingZeros64(row)
			a := &argument{gives: []fact{newFact(x, y, true)}, what: [2]int{x, c}}
			for i := 0; i < n; i++ {
				if z := c*n + i; z != y {
					a.because = append(a.because, newFact(x, z, false))
				}
			}
			return a
		}
	}
	return nil
}

// transfer: x is y, so what is known of the one holds for the other.
func (pr *prover) transfer(k *facts) *argument {
	n := pr.p.N
	return pr.matched(k, func(x, y int) *argument {
		a := &argument{because: []fact{{x, y, true}}, what: [2]int{x, y}}
		for z := range pr.p.M() * n {
			if d := z / n; d == x/n || d == y/n {
				continue
			}
			for _, same := range []bool{true, false} {
				fx, fy := newFact(x, z, same), newFact(y, z, same)
				if k.has(fx) && !k.has(fy) {
					a.because, a.gives = append(a.because, fx), append(a.gives, fy)
				} else if k.has(fy) && !k.has(fx) {
					a.because, a.gives = append(a.because, fy), append(a.gives, fx)
				}
			}
		}
		if len(a.gives) == 0 {
			return nil
		}
		return a
	})
}

// noCommon: x and z have no partner in common in a third category, so they are different.
func (pr *prover) noCommon(k *facts) *argument {
	n := pr.p.N
	for x := 0; x < pr.p.M()*n; x++ {
		for z := (x/n + 1) * n; z < pr.p.M()*n; z++ {
			if k.isNot(x, z) || k.is(x, z) {
				continue
			}
			for c := range pr.p.Cats {
				if c == x/n || c == z/n || k.row(x, c)&k.row(z, c) != 0 {
					continue
				}
				a := &argument{gives: []fact{newFact(x, z, false)}, what: [2]int{c, 0}}
				for w := c * n; w < (c+1)*n; w++ {
					if k.isNot(x, w) {
						a.because = append(a.because, newFact(x, w, false))
					} else {
						a.because = append(a.because, newFact(z, w, false))
					}
				}
				return a
			}
		}
	}
	return nil
}

// subset: k items of a category have k partners in another between them, so nobody else has those.
func (pr *prover) subset(k *facts) *argument {
	p, n := pr.p, pr.p.N
	for size := 2; size <= 3 && size < n; size++ {
		for a := range p.Cats {
			for b := range p.Cats {
				if a == b {
					continue
				}
				if arg := pr.subsetIn(k, a, b, size); arg != nil {
					return arg
				}
			}
		}
	}
	return nil
}

func (pr *prover) subsetIn(k *facts, a, b, size int) *argument {
	n := pr.p.N
	var members []int
	var found *argument
	var rec func(from int, partners uint64)
	rec = func(from int, partners uint64) {
		if found != nil || bits.OnesCount64(partners) > size {
			return
		}
		if len(members) == size {
			arg := &argument{what: [2]int{a, b}}
			in := uint64(0)
			for _, x := range members {
				in |= 1 << (x % n)
				for j := 0; j < n; j++ {
					if partners>>j&1 == 0 {
						arg.because = append(arg.because, newFact(x, b*n+j, false))
					}
				}
			}
			for i := 0; i < n; i++ {
				if in>>i&1 == 1 {
					continue
				}
				for s := partners; s != 0; s &= s - 1 {
					if y := b*n + bits.TrailingZeros64(s); !k.isNot(a*n+i, y) {
						arg.gives = append(arg.gives, newFact(a*n+i, y, false))
					}
				}
			}
			if len(arg.gives) > 0 {
				found = arg
			}
			return
		}
		for i := from; i < n; i++ {
			x := a*n + i
			if c := bits.OnesCount64(k.row(x, b)); c < 2 || c > size {
				continue
			}
			members = append(members, x)
			rec(i+1, partners|k.row(x, b))
			members = members[:len(members)-1]
		}
	}
	rec(0, 0)
	return found
}

// derived lists what a clue adds to facts in one look: links removed, or, where that leaves one, that it is that one.
func (pr *prover) derived(k *facts, clue int) []fact {
	g, n := pr.e.g, pr.p.N
	var gone []fact
	ok := g.Probe(func() { pr.e.rules[clue].enforce(g, true) }, func(x, y int) { gone = append(gone, newFact(x, y, false)) })
	if !ok {
		return nil
	}
	// Which rows are left with one?
	var out []fact
	said := map[fact]bool{}
	left := k.clone()
	for _, f := range gone {
		left.set(f)
	}
	for _, f := range gone {
		for _, end := range [2][2]int{{f.x, f.y}, {f.y, f.x}} {
			c := end[1] / n
			if !pr.watched[clue][[2]int{end[0], c}] {
				continue // the clue knows nothing of that row; lastLeft will see it
			}
			if row := left.row(end[0], c); single(row) {
				is := newFact(end[0], c*n+bits.TrailingZeros64(row), true)
				if !k.has(is) && !said[is] {
					said[is] = true
					out = append(out, is)
				}
			}
		}
	}
	for _, f := range gone {
		covered := false
		for is := range said {
			covered = covered || f.x == is.x && f.y/n == is.y/n || f.y == is.y && f.x/n == is.x/n ||
				f.x == is.y && f.y/n == is.x/n || f.y == is.x && f.x/n == is.y/n
		}
		if !covered && !k.has(f) {
			out = append(out, f)
		}
	}
	return out
}

// bestClue finds the cheapest step by one clue.
func (pr *prover) bestClue(k *facts, clues []int) *argument {
	known := k.list()
	var best *argument
	for _, c := range pr.byWeight(clues) {
		if pr.ended() {
			return nil
		}
		floor := pr.tech[tClue].cost + pr.tech[tClue].clues*float64(pr.weight[c])
		if best != nil && best.cost <= floor {
			break
		}
		pr.load(known)
		gives := pr.derived(k, c)
		if len(gives) == 0 {
			continue
		}
		relevant := pr.relevant(known, c)
		sort.SliceStable(gives, func(i, j int) bool { return gives[i].same && !gives[j].same })
		for _, f := range gives[:min(len(gives), 6)] {
			if pr.ended() {
				return nil
			}
			below := 0
			if best != nil {
				below = int((best.cost-floor)/pr.tech[tClue].perRef + 0.999)
				if below <= 0 {
					break
				}
			}
			because := pr.factsFor(c, f, relevant, below)
			if because == nil {
				continue
			}
			a := &argument{technique: tClue, clues: []int{c}, because: because}
			if a.cost = pr.price(a); best != nil && a.cost >= best.cost {
				continue
			}
			a.gives = []fact{f}
			best = a
		}
	}
	if best != nil {
		// All that the same clue and facts give belongs to the step.
		small := newFacts(pr.p)
		for _, f := range best.because {
			small.set(f)
		}
		pr.load(best.because)
		for _, f := range pr.derived(closeRows(small), best.clues[0]) {
			if !k.has(f) && f != best.gives[0] {
				best.gives = append(best.gives, f)
			}
		}
	}
	return best
}

// closeRows applies, to marks that two items are the same, that each has one partner: as Match does on a graph.
func closeRows(k *facts) *facts {
	n := k.p.N
	for _, f := range k.list() {
		if !f.same {
			break
		}
		for i := 0; i < n; i++ {
			if z := f.y/n*n + i; z != f.y {
				k.set(newFact(f.x, z, false))
			}
			if z := f.x/n*n + i; z != f.x {
				k.set(newFact(z, f.y, false))
			}
		}
	}
	return k
}

// relevant lists the known facts in the rows that a clue depends on.
func (pr *prover) relevant(known []fact, clue int) []fact {
	n := pr.p.N
	rows := pr.watched[clue]
	var out []fact
	for _, f := range known {
		if rows[[2]int{f.x, f.y / n}] || rows[[2]int{f.y, f.x / n}] {
			out = append(out, f)
		}
	}
	return out
}

// byWeight lists clues, those that are easy to read first.
func (pr *prover) byWeight(clues []int) []int {
	order := slices.Clone(clues)
	slices.SortStableFunc(order, func(a, b int) int { return pr.weight[a] - pr.weight[b] })
	return order
}

// fewest finds fewest facts with which a test holds, fewer than below when that is not 0; nil when there are none. The graph holds the
// facts, without propagation, when the test is asked.
func (pr *prover) fewest(facts []fact, budget, below int, test func() bool) []fact {
	holds := func(set []int) bool {
		pr.e.reset()
		for _, i := range set {
			pr.put(facts[i])
		}
		return pr.e.g.Failed() || test()
	}
	if !holds(upTo(len(facts))) {
		return nil
	}
	core, _ := elimination.SmallestCore(len(facts), elimination.CoreOptions{Budget: budget, Below: below}, holds)
	if core == nil {
		return nil
	}
	out := make([]fact, 0, len(core))
	for _, i := range core {
		out = append(out, facts[i])
	}
	return out
}

// factsFor finds fewest facts with which a clue gives a fact, fewer than below when that is not 0; nil when there are none.
func (pr *prover) factsFor(clue int, f fact, relevant []fact, below int) []fact {
	g, n := pr.e.g, pr.p.N
	return pr.fewest(relevant, 150, below, func() bool {
		switch pr.e.rules[clue].enforce(g, true); {
		case g.Failed():
			return true
		case f.same:
			return g.Row(f.x, f.y/n) == 1<<(f.y%n) || g.Row(f.y, f.x/n) == 1<<(f.x%n)
		}
		return !g.Linked(f.x, f.y)
	})
}
