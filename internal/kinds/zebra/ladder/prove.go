package ladder

import (
	"context"
	"math/bits"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
)

// conflict finds a contradiction in what is known: an item with nothing left in a category, two partners in one, or a
// clue that no longer can hold. The result's clues and facts cannot be true together.
func (pr *prover) conflict(k *matching.Facts, clues []int) *argument {
	p, n := pr.p, pr.p.N
	for x := 0; x < p.M()*n; x++ {
		for c := range p.Cats {
			if c == x/n {
				continue
			}
			if k.Row(x, c) == 0 {
				return &argument{technique: LastLeft, because: p.NoneOf(x, c, p.All()), what: [2]int{x, c}}
			}
			for set := k.Marked(x, c); set != 0; set &= set - 1 {
				y := c*n + bits.TrailingZeros64(set)
				if k.IsNot(x, y) {
					return &argument{technique: Exclusive, because: []matching.Fact{matching.NewFact(x, y, true), matching.NewFact(x, y, false)}}
				}
			}
			if set := k.Marked(x, c); bits.OnesCount64(set) > 1 {
				y := c*n + bits.TrailingZeros64(set)
				z := c*n + bits.TrailingZeros64(set&(set-1))
				return &argument{technique: Exclusive, because: []matching.Fact{matching.NewFact(x, y, true), matching.NewFact(x, z, true)}}
			}
		}
	}
	known := k.List()
	g := pr.e.Graph
	if pr.load(known); g.Failed() {
		return nil // the grid shows it in a step or two
	}
	for _, c := range pr.byWeight(clues) {
		broken := func() bool {
			return pr.e.Rules[c].Status(g) == matching.No || !g.Probe(func() { pr.e.Rules[c].Enforce(g, true) }, func(int, int) {})
		}
		if pr.load(known); !broken() {
			continue
		}
		a := &argument{technique: ByClue, clues: []int{c}, because: known}
		if few := pr.fewest(pr.relevant(known, c), 60, 0, broken); few != nil {
			a.because = few
		}
		return a
	}
	return nil
}

// prove derives a contradiction from facts with some of the clues: by the simple techniques, and by cases where they do
// not suffice. It returns the steps that matter; nil when the context ended or there is no contradiction.
func (pr *prover) prove(ctx context.Context, k *matching.Facts, clues []int, depth int) []argument {
	k = k.Clone()
	held := k.Bytes()
	pr.take(held)
	defer func() { pr.give(held) }()
	var steps []argument
	for ctx.Err() == nil {
		if a := pr.conflict(k, clues); a != nil {
			return slice(append(steps, *a))
		}
		a := pr.next(k, clues, subset)
		if a == nil {
			break
		}
		for _, f := range a.gives {
			k.Set(f)
		}
		pr.take(a.bytes())
		held += a.bytes()
		steps = append(steps, *a)
	}
	if depth == 0 || ctx.Err() != nil {
		return nil
	}
	// Cases: the row with the fewest left.
	p, n := pr.p, pr.p.N
	bx, bc, fewest := -1, 0, n+1
	for x := 0; x < p.M()*n; x++ {
		for c := x/n + 1; c < p.M(); c++ {
			if w := bits.OnesCount64(k.Row(x, c)); w > 1 && w < fewest {
				bx, bc, fewest = x, c, w
			}
		}
	}
	if bx < 0 {
		return nil
	}
	end := argument{technique: Split, what: [2]int{bx, bc}}
	for row := k.Row(bx, bc); row != 0; row &= row - 1 {
		f := matching.NewFact(bx, bc*n+bits.TrailingZeros64(row), true)
		inner := k.Clone()
		inner.Set(f)
		sub := pr.prove(ctx, inner, clues, depth-1)
		if sub == nil {
			return nil
		}
		end.sub = append(end.sub, argument{technique: Contradiction, assume: &f, sub: sub})
		end.because = append(end.because, uses(sub, &f)...)
	}
	end.because = append(end.because, p.NoneOf(bx, bc, p.All()&^k.Row(bx, bc))...)
	return slice(append(steps, end))
}

// uses lists the facts that steps cite and do not give themselves, other than the assumption.
func uses(steps []argument, assume *matching.Fact) []matching.Fact {
	given := map[matching.Fact]bool{}
	if assume != nil {
		given[*assume] = true
	}
	var out []matching.Fact
	seen := map[matching.Fact]bool{}
	for _, s := range steps {
		for _, f := range s.because {
			if !given[f] && !seen[f] {
				seen[f] = true
				out = append(out, f)
			}
		}
		for _, f := range s.gives {
			given[f] = true
		}
	}
	return out
}

// slice keeps the steps on which the last one rests, and of each what is used.
func slice(steps []argument) []argument {
	need := map[matching.Fact]bool{}
	keep := make([]bool, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		s := &steps[i]
		if i < len(steps)-1 {
			var used []matching.Fact
			for _, f := range s.gives {
				if need[f] {
					used = append(used, f)
				}
			}
			if len(used) == 0 {
				continue
			}
			s.gives = used
			if s.technique == transfer {
				s.because = transferred(s)
			}
		}
		keep[i] = true
		for _, f := range s.because {
			need[f] = true
		}
	}
	var out []argument
	for i := range steps {
		if keep[i] {
			out = append(out, steps[i])
		}
	}
	return out
}

// transferred gives the facts that a transfer rests on, for what it still gives.
func transferred(s *argument) []matching.Fact {
	out := s.because[:1:1]
	x, y := s.because[0].X, s.because[0].Y
	for _, f := range s.gives {
		z := f.X
		if z == x || z == y {
			z = f.Y
		}
		other := x
		if f.X == x || f.Y == x {
			other = y
		}
		out = append(out, matching.NewFact(other, z, f.Same))
	}
	return out
}
