package ladder

import (
	"context"
	"math/bits"
	"slices"
	"sort"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/solver"
)

// argument is one step: from clues and facts to new facts, or to a contradiction.
type argument struct {
	technique int
	clues     []int           // indices
	because   []matching.Fact // facts known before
	gives     []matching.Fact // what follows; none for a contradiction
	assume    *matching.Fact  // what a contradiction refutes, or a case assumes
	sub       []argument
	cost      float64
	turn      bool   // gives where an unnumbered table is looked at from
	what      [2]int // the row (item, category) that has nothing left, or the pair or category the step is about
}

// prover finds steps. It works on marks: facts that were given or derived, closed by its own steps alone.
type prover struct {
	p       *matching.Puzzle
	e       *solver.Engine
	tech    [numTechniques]Technique
	all     []int // the clues by number
	weight  []int
	watched []map[solver.Slot]bool                    // by clue: the rows that it depends on
	cores   map[matching.Fact][]int                   // light sets of clues that refute a link, from earlier steps
	memory  map[matching.Fact]*elimination.CoreMemory // why there are no lighter ones
	max     int                                       // the hardest technique allowed

	mem budget.Meter // what it holds; see counted
	ctx context.Context
	end context.CancelCauseFunc
}

func newProver(p *matching.Puzzle) *prover {
	pr := &prover{p: p, e: solver.New(p), all: matching.Numbers(len(p.Clues)), tech: Techniques(), max: Split, cores: map[matching.Fact][]int{}, memory: map[matching.Fact]*elimination.CoreMemory{}}
	for i, c := range p.Clues {
		pr.weight = append(pr.weight, Weight(c))
		rows := map[solver.Slot]bool{}
		for _, s := range pr.e.Rules[i].Slots(p.N) {
			rows[s] = true
		}
		pr.watched = append(pr.watched, rows)
	}
	return pr
}

// load asserts facts on the empty graph, without propagation.
func (pr *prover) load(fs []matching.Fact) {
	pr.e.Reset()
	for _, f := range fs {
		pr.e.Assert(f)
	}
}

func (pr *prover) price(a *argument) float64 {
	t := pr.tech[a.technique]
	c := t.Cost + t.perRef*float64(len(a.because))
	for _, i := range a.clues {
		w := pr.weight[i]
		if a.technique >= Contradiction {
			w++
		}
		c += t.clues * float64(w)
	}
	return c
}

// next gives the cheapest argument that adds to what is known, using the given clues and techniques up to a limit that
// is below contradiction; nil when there is none.
func (pr *prover) next(k *matching.Facts, clues []int, limit int) *argument {
	for t, find := range [...]func(*matching.Facts) *argument{pr.exclusive, pr.lastLeft, pr.transfer} {
		if t <= limit {
			if a := find(k); a != nil {
				a.technique = t
				a.cost = pr.price(a)
				return a
			}
		}
	}
	var best *argument
	if limit >= ByClue {
		best = pr.bestClue(k, clues)
	}
	consider := func(t int, find func(*matching.Facts) *argument) {
		if t > limit || best != nil && best.cost <= pr.tech[t].Cost {
			return
		}
		if a := find(k); a != nil {
			a.technique = t
			if a.cost = pr.price(a); best == nil || a.cost < best.cost {
				best = a
			}
		}
	}
	consider(noCommon, pr.noCommon)
	consider(subset, pr.subset)
	return best
}

// matched calls a function for every two items that are marked as the same, until it gives a step.
func (pr *prover) matched(k *matching.Facts, find func(x, y int) *argument) *argument {
	n := pr.p.N
	for x := range pr.p.M() * n {
		for c := x/n + 1; c < pr.p.M(); c++ {
			if set := k.Marked(x, c); matching.Single(set) {
				if a := find(x, c*n+bits.TrailingZeros64(set)); a != nil {
					return a
				}
			}
		}
	}
	return nil
}

// exclusive: x is y, so x is no other of y's category and y no other of x's.
func (pr *prover) exclusive(k *matching.Facts) *argument {
	n := pr.p.N
	return pr.matched(k, func(x, y int) *argument {
		if k.Row(x, y/n)&^(1<<(y%n)) == 0 && k.Row(y, x/n)&^(1<<(x%n)) == 0 {
			return nil
		}
		return &argument{because: []matching.Fact{{X: x, Y: y, Same: true}}, gives: slices.DeleteFunc(pr.p.Excluded(x, y), k.Has)}
	})
}

// lastLeft: x is none of a category but y, so it is y.
func (pr *prover) lastLeft(k *matching.Facts) *argument {
	n := pr.p.N
	for x := 0; x < pr.p.M()*n; x++ {
		for c := range pr.p.Cats {
			row := k.Row(x, c)
			if c == x/n || !matching.Single(row) || k.Marked(x, c) != 0 {
				continue
			}
			is := matching.NewFact(x, c*n+bits.TrailingZeros64(row), true)
			return &argument{because: pr.p.NoneOf(x, c, pr.p.All()&^row), gives: []matching.Fact{is}, what: [2]int{x, c}}
		}
	}
	return nil
}

// transfer: x is y, so what is known of the one holds for the other.
func (pr *prover) transfer(k *matching.Facts) *argument {
	n := pr.p.N
	return pr.matched(k, func(x, y int) *argument {
		a := &argument{because: []matching.Fact{{X: x, Y: y, Same: true}}, what: [2]int{x, y}}
		for z := range pr.p.M() * n {
			if d := z / n; d == x/n || d == y/n {
				continue
			}
			for _, same := range []bool{true, false} {
				fx, fy := matching.NewFact(x, z, same), matching.NewFact(y, z, same)
				if k.Has(fx) && !k.Has(fy) {
					a.because, a.gives = append(a.because, fx), append(a.gives, fy)
				} else if k.Has(fy) && !k.Has(fx) {
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
func (pr *prover) noCommon(k *matching.Facts) *argument {
	n := pr.p.N
	for x := 0; x < pr.p.M()*n; x++ {
		for z := (x/n + 1) * n; z < pr.p.M()*n; z++ {
			if k.IsNot(x, z) || k.Is(x, z) {
				continue
			}
			for c := range pr.p.Cats {
				if c == x/n || c == z/n || k.Row(x, c)&k.Row(z, c) != 0 {
					continue
				}
				a := &argument{gives: []matching.Fact{matching.NewFact(x, z, false)}, what: [2]int{c, 0}}
				for w := c * n; w < (c+1)*n; w++ {
					if k.IsNot(x, w) {
						a.because = append(a.because, matching.NewFact(x, w, false))
					} else {
						a.because = append(a.because, matching.NewFact(z, w, false))
					}
				}
				return a
			}
		}
	}
	return nil
}

// subset: k items of a category have k partners in another between them, so nobody else has those.
func (pr *prover) subset(k *matching.Facts) *argument {
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

func (pr *prover) subsetIn(k *matching.Facts, a, b, size int) *argument {
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
				arg.because = append(arg.because, pr.p.NoneOf(x, b, pr.p.All()&^partners)...)
			}
			for i := range n {
				if x := a*n + i; in>>i&1 == 0 {
					arg.gives = append(arg.gives, pr.p.NoneOf(x, b, partners&k.Row(x, b))...)
				}
			}
			if len(arg.gives) > 0 {
				found = arg
			}
			return
		}
		for i := from; i < n; i++ {
			x := a*n + i
			if c := bits.OnesCount64(k.Row(x, b)); c < 2 || c > size {
				continue
			}
			members = append(members, x)
			rec(i+1, partners|k.Row(x, b))
			members = members[:len(members)-1]
		}
	}
	rec(0, 0)
	return found
}

// derived lists what a clue adds to facts in one look: links removed, or, where that leaves one, that it is that one.
func (pr *prover) derived(k *matching.Facts, clue int) []matching.Fact {
	g, n := pr.e.Graph, pr.p.N
	var gone []matching.Fact
	ok := g.Probe(func() { pr.e.Rules[clue].Enforce(g, true) }, func(x, y int) { gone = append(gone, matching.NewFact(x, y, false)) })
	if !ok {
		return nil
	}
	// Which rows are left with one?
	var out []matching.Fact
	said := map[matching.Fact]bool{}
	left := k.Clone()
	for _, f := range gone {
		left.Set(f)
	}
	for _, f := range gone {
		for _, end := range [2][2]int{{f.X, f.Y}, {f.Y, f.X}} {
			c := end[1] / n
			if !pr.watched[clue][solver.Slot{X: end[0], Cat: c}] {
				continue // the clue knows nothing of that row; lastLeft will see it
			}
			if row := left.Row(end[0], c); matching.Single(row) {
				is := matching.NewFact(end[0], c*n+bits.TrailingZeros64(row), true)
				if !k.Has(is) && !said[is] {
					said[is] = true
					out = append(out, is)
				}
			}
		}
	}
	covered := map[solver.Slot]bool{}
	for is := range said {
		covered[solver.Slot{X: is.X, Cat: is.Y / n}], covered[solver.Slot{X: is.Y, Cat: is.X / n}] = true, true
	}
	for _, f := range gone {
		if !covered[solver.Slot{X: f.X, Cat: f.Y / n}] && !covered[solver.Slot{X: f.Y, Cat: f.X / n}] && !k.Has(f) {
			out = append(out, f)
		}
	}
	return out
}

// bestClue finds the cheapest step by one clue.
func (pr *prover) bestClue(k *matching.Facts, clues []int) *argument {
	known := k.List()
	var best *argument
	for _, c := range pr.byWeight(clues) {
		if pr.ended() {
			return nil
		}
		floor := pr.tech[ByClue].Cost + pr.tech[ByClue].clues*float64(pr.weight[c])
		if best != nil && best.cost <= floor {
			break
		}
		pr.load(known)
		gives := pr.derived(k, c)
		if len(gives) == 0 {
			continue
		}
		relevant := pr.relevant(known, c)
		sort.SliceStable(gives, func(i, j int) bool { return gives[i].Same && !gives[j].Same })
		for _, f := range gives[:min(len(gives), 6)] {
			if pr.ended() {
				return nil
			}
			below := 0
			if best != nil {
				below = int((best.cost-floor)/pr.tech[ByClue].perRef + 0.999)
				if below <= 0 {
					break
				}
			}
			because := pr.factsFor(c, f, relevant, below)
			if because == nil {
				continue
			}
			a := &argument{technique: ByClue, clues: []int{c}, because: because}
			if a.cost = pr.price(a); best != nil && a.cost >= best.cost {
				continue
			}
			a.gives = []matching.Fact{f}
			best = a
		}
	}
	if best != nil {
		// All that the same clue and facts give belongs to the step.
		small := matching.NewFacts(pr.p)
		for _, f := range best.because {
			small.Set(f)
		}
		pr.load(best.because)
		for _, f := range best.because {
			if f.Same { // each has one partner, as Match has it on a graph
				for _, out := range pr.p.Excluded(f.X, f.Y) {
					small.Set(out)
				}
			}
		}
		for _, f := range pr.derived(small, best.clues[0]) {
			if !k.Has(f) && f != best.gives[0] {
				best.gives = append(best.gives, f)
			}
		}
	}
	return best
}

// relevant lists the known facts in the rows that a clue depends on.
func (pr *prover) relevant(known []matching.Fact, clue int) []matching.Fact {
	n := pr.p.N
	rows := pr.watched[clue]
	var out []matching.Fact
	for _, f := range known {
		if rows[solver.Slot{X: f.X, Cat: f.Y / n}] || rows[solver.Slot{X: f.Y, Cat: f.X / n}] {
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
func (pr *prover) fewest(facts []matching.Fact, budget, below int, test func() bool) []matching.Fact {
	holds := func(set []int) bool {
		pr.e.Reset()
		for _, i := range set {
			pr.e.Assert(facts[i])
		}
		return pr.e.Graph.Failed() || test()
	}
	if !holds(matching.Numbers(len(facts))) {
		return nil
	}
	core, _ := elimination.SmallestCore(len(facts), elimination.CoreOptions{Budget: budget, Below: below}, holds)
	if core == nil {
		return nil
	}
	out := make([]matching.Fact, 0, len(core))
	for _, i := range core {
		out = append(out, facts[i])
	}
	return out
}

// factsFor finds fewest facts with which a clue gives a fact, fewer than below when that is not 0; nil when there are none.
func (pr *prover) factsFor(clue int, f matching.Fact, relevant []matching.Fact, below int) []matching.Fact {
	g, n := pr.e.Graph, pr.p.N
	return pr.fewest(relevant, 150, below, func() bool {
		switch pr.e.Rules[clue].Enforce(g, true); {
		case g.Failed():
			return true
		case f.Same:
			return g.Row(f.X, f.Y/n) == 1<<(f.Y%n) || g.Row(f.Y, f.X/n) == 1<<(f.X%n)
		}
		return !g.Linked(f.X, f.Y)
	})
}
