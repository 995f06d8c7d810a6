package ladder

import (
	"context"
	"sort"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// contradiction finds the cheapest link whose assumption the clues refute by propagation: the clues of least total
// weight, and among up to four such the argument that costs least. When no assumption fails at once it returns nil.
func (pr *prover) contradiction(ctx context.Context, k *matching.Facts) *argument {
	known := k.List()
	g := pr.e.Graph
	pr.load(known)
	if !g.Propagate() {
		return nil
	}
	base := g.Mark()
	weights := make([]int, len(pr.weight))
	for i, w := range pr.weight {
		weights[i] = w + 1
	}
	suspects := pr.failing(k)
	held := 0
	for _, s := range suspects {
		held += suspectBytes + 8*len(s.core)
	}
	defer pr.give(held) // failing took them
	if pr.ended() {
		return nil
	}
	refuter := func(f matching.Fact) func(set []int) bool {
		return func(set []int) bool {
			pr.e.Post(set)
			g.Match(f.X, f.Y)
			ok := g.Propagate()
			g.Undo(base)
			return !ok || pr.ended()
		}
	}
	// A minimal unsatisfiable set among the clues that had a hand in the contradiction comes cheap, and bounds the search for a least one.
	for i := range suspects {
		s := &suspects[i]
		if pr.ended() {
			return nil
		}
		if _, ok := pr.cores[s.f]; ok {
			s.weight = sum(picked(weights, s.core))
			continue
		}
		refuted := refuter(s.f)
		minimal, _ := elimination.SmallestCore(len(s.core), elimination.CoreOptions{Weights: picked(weights, s.core)}, func(set []int) bool {
			return refuted(picked(s.core, set))
		})
		s.core = picked(s.core, minimal)
		s.weight = sum(picked(weights, s.core))
	}
	var out *argument
	for _, c := range pr.lightest(ctx, suspects, weights, refuter) {
		a := pr.refutation(ctx, known, c.core, c.f)
		if a != nil && (out == nil || a.cost < out.cost) {
			out = a
		}
	}
	return out
}

// lightest gives up to four suspects with the lightest cores, for which lighter ones than those known are looked for.
func (pr *prover) lightest(ctx context.Context, suspects []suspect, weights []int, refuter func(matching.Fact) func([]int) bool) (best []suspect) {
	sort.SliceStable(suspects, func(i, j int) bool { return suspects[i].weight < suspects[j].weight })
	for _, s := range suspects {
		if ctx.Err() != nil {
			return nil
		}
		if pr.memory[s.f] == nil {
			pr.memory[s.f] = &elimination.CoreMemory{}
		}
		below := s.weight
		if len(best) > 0 {
			below = min(below, best[0].weight)
		}
		if below == 0 {
			if s.weight == 0 && len(best) < 4 {
				best = append(best, s)
			}
			continue
		}
		before := pr.memory[s.f].Bytes()
		lighter, _ := elimination.SmallestCore(len(weights), elimination.CoreOptions{Weights: weights, Budget: 300, Below: below, Memory: pr.memory[s.f]}, refuter(s.f))
		if lighter != nil {
			s.core, s.weight = lighter, sum(picked(weights, lighter))
		}
		if pr.cores[s.f] == nil {
			pr.take(factBytes + 8*len(s.core))
		}
		pr.cores[s.f] = s.core
		pr.take(pr.memory[s.f].Bytes() - before)
		switch {
		case len(best) == 0 || s.weight < best[0].weight:
			best = []suspect{s}
		case s.weight == best[0].weight && len(best) < 4:
			best = append(best, s)
		}
	}
	return best
}

func sum(list []int) (n int) {
	for _, x := range list {
		n += x
	}
	return n
}

// picked gives the members of a list at some places.
func picked(list, places []int) []int {
	out := make([]int, len(places))
	for i, at := range places {
		out[i] = list[at]
	}
	return out
}

// suspect is a link whose assumption fails, and clues with which it does.
type suspect struct {
	f      matching.Fact
	core   []int
	weight int
}

// failing lists the open links whose assumption leads to a contradiction by propagation with the clues, and the clues
// that had a hand in it. Of items known to be the same only the first is looked at. The graph holds what is known, and is
// as before afterwards.
func (pr *prover) failing(k *matching.Facts) []suspect {
	g, n := pr.e.Graph, pr.p.N
	base := g.Mark()
	defer g.Undo(base)
	pr.e.PostAll()
	if !g.Propagate() {
		return nil
	}
	known := make([]bool, pr.p.M()*n) // to be the same as an item of an earlier category
	for x := range known {
		for c := range x / n {
			known[x] = known[x] || k.Marked(x, c) != 0
		}
	}
	var out []suspect
	for f := range pr.e.Open() {
		if known[f.X] || known[f.Y] {
			continue
		}
		if pr.take(suspectBytes); pr.ended() {
			break
		}
		core, fails := pr.cores[f.Contrary()] // what failed when less was known fails still
		if !fails {
			core, fails = pr.e.Fails(f)
		}
		if !fails {
			pr.give(suspectBytes)
			continue
		}
		pr.take(8 * len(core))
		out = append(out, suspect{f: f.Contrary(), core: core})
	}
	return out
}

// refutation makes the step that x and y are different, with no fact to spare, from the clues that refute that they are the same.
func (pr *prover) refutation(ctx context.Context, known []matching.Fact, clues []int, f matching.Fact) *argument {
	g := pr.e.Graph
	fails := func(set []int) bool {
		pr.e.Reset()
		pr.e.Post(clues)
		for _, i := range set {
			pr.e.Assert(known[i])
		}
		g.Match(f.X, f.Y)
		return !g.Propagate() || pr.ended()
	}
	core, _ := elimination.SmallestCore(len(known), elimination.CoreOptions{}, fails)
	if pr.ended() {
		return nil
	}
	k := matching.NewFacts(pr.p)
	for _, i := range core {
		k.Set(known[i])
	}
	return pr.refute(ctx, k, clues, f, 0)
}

// refute makes the step that refutes that two items are the same, with its proof.
func (pr *prover) refute(ctx context.Context, k *matching.Facts, clues []int, f matching.Fact, depth int) *argument {
	assumed := matching.Fact{X: f.X, Y: f.Y, Same: true}
	with := k.Clone()
	pr.take(with.Bytes())
	defer pr.give(with.Bytes())
	with.Set(assumed)
	sub := pr.prove(ctx, with, clues, depth)
	if sub == nil {
		return nil
	}
	a := &argument{technique: Contradiction, assume: &assumed, sub: sub, gives: []matching.Fact{{X: f.X, Y: f.Y, Same: false}}}
	a.because = uses(sub, &assumed)
	a.clues = cited(sub)
	if splitsIn(sub) > 0 {
		a.technique = Split
	}
	a.cost = pr.price(a) + 0.5*float64(countSteps(sub)) + 20*float64(max(0, splitsIn(sub)-1))
	return a
}

// cited lists the clues that steps and their parts use.
func cited(steps []argument) []int {
	seen := map[int]bool{}
	var out []int
	var rec func([]argument)
	rec = func(steps []argument) {
		for _, s := range steps {
			for _, c := range s.clues {
				if !seen[c] {
					seen[c] = true
					out = append(out, c)
				}
			}
			rec(s.sub)
		}
	}
	rec(steps)
	sort.Ints(out)
	return out
}

func countSteps(steps []argument) int {
	n := len(steps)
	for _, s := range steps {
		n += countSteps(s.sub)
	}
	return n
}

// splitsIn counts the case splits in a proof.
func splitsIn(steps []argument) int {
	n := 0
	for _, s := range steps {
		if s.technique == Split && s.assume == nil {
			n++
		}
		n += splitsIn(s.sub)
	}
	return n
}

// maxSplitDepth bounds the nesting of cases in a proof.
const maxSplitDepth = 12

// split refutes a link by cases, the one whose complete search is shortest.
func (pr *prover) split(ctx context.Context, k *matching.Facts) (*argument, error) {
	p, n, g := pr.p, pr.p.N, pr.e.Graph
	known := k.List()
	best, bestNodes := matching.Fact{}, -1
	for x := 0; x < p.M()*n; x++ {
		for y := (x/n + 1) * n; y < p.M()*n; y++ {
			if k.IsNot(x, y) || k.Is(x, y) {
				continue
			}
			pr.load(known)
			pr.e.PostAll()
			g.Match(x, y)
			out, err := pr.e.Solve(ctx, 1)
			if err != nil {
				return nil, err
			}
			if len(out.Grids) == 0 && (bestNodes < 0 || out.Nodes < bestNodes) {
				best, bestNodes = matching.Fact{X: x, Y: y, Same: false}, out.Nodes
			}
		}
	}
	if bestNodes < 0 {
		return nil, nil
	}
	a := pr.refute(ctx, k, pr.all, best, maxSplitDepth)
	return a, ctx.Err()
}
