package zebra

import (
	"context"
	"math/bits"
)

// conflict finds a contradiction in what is known: an item with nothing left in a category, two partners in one, or a
// clue that no longer can hold. The result's clues and facts cannot be true together.
func (pr *prover) conflict(k *facts, clues []int) *argument {
	p, n := pr.p, pr.p.N
	for x := 0; x < p.M()*n; x++ {
		for c := range p.Cats {
			if c == x/n {
				continue
			}
			if k.row(x, c) == 0 {
				a := &argument{technique: tLastLeft, what: [2]int{x, c}}
				for i := 0; i < n; i++ {
					a.because = append(a.because, newFact(x, c*n+i, false))
				}
				return a
			}
			for set := k.yes[x*p.M()+c]; set != 0; set &= set - 1 {
				y := c*n + bits.TrailingZeros64(set)
				if k.isNot(x, y) {
					return &argument{technique: tExclusive, because: []fact{newFact(x, y, true), newFact(x, y, false)}}
				}
			}
			if set := k.yes[x*p.M()+c]; bits.OnesCount64(set) > 1 {
				y := c*n + bits.TrailingZeros64(set)
				z := c*n + bits.TrailingZeros64(set&(set-1))
				return &argument{technique: tExclusive, because: []fact{newFact(x, y, true), newFact(x, z, true)}}
			}
		}
	}
	known := k.list()
	g := pr.e.g
	if pr.load(known); g.Failed() {
		return nil // the grid shows it in a step or two
	}
	for _, c := range pr.byWeight(clues) {
		broken := func() bool {
			return pr.e.rules[c].status(g) == no || !g.Probe(func() { pr.e.rules[c].enforce(g, true) }, func(int, int) {})
		}
		if pr.load(known); !broken() {
			continue
		}
		a := &argument{technique: tClue, clues: []int{c}, because: known}
		if few := pr.fewest(pr.relevant(known, c), 60, 0, broken); few != nil {
			a.because = few
		}
		return a
	}
	return nil
}

// prove derives a contradiction from facts with some of the clues: by the simple techniques, and by cases where they do
// not suffice. It returns the steps that matter; nil when the context ended or there is no contradiction.
func (pr *prover) prove(ctx context.Context, k *facts, clues []int, depth int) []argument {
	k = k.clone()
	held := k.bytes()
	pr.take(held)
	defer func() { pr.give(held) }()
	var steps []argument
	for ctx.Err() == nil {
		if a := pr.conflict(k, clues); a != nil {
			return slice(append(steps, *a))
		}
		a := pr.next(k, clues, tSubset)
		if a == nil {
			break
		}
		for _, f := range a.gives {
			k.set(f)
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
			if w := bits.OnesCount64(k.row(x, c)); w > 1 && w < fewest {
				bx, bc, fewest = x, c, w
			}
		}
	}
	if bx < 0 {
		return nil
	}
	end := argument{technique: tSplit, what: [2]int{bx, bc}}
	for row := k.row(bx, bc); row != 0; row &= row - 1 {
		f := newFact(bx, bc*n+bits.TrailingZeros64(row), true)
		inner := k.clone()
		inner.set(f)
		sub := pr.prove(ctx, inner, clues, depth-1)
		if sub == nil {
			return nil
		}
		end.sub = append(end.sub, argument{technique: tContradiction, assume: &f, sub: sub})
		end.because = append(end.because, uses(sub, &f)...)
	}
	for i := 0; i < n; i++ {
		if k.row(bx, bc)>>i&1 == 0 {
			end.because = append(end.because, newFact(bx, bc*n+i, false))
		}
	}
	return slice(append(steps, end))
}

// uses lists the facts that steps cite and do not give themselves, other than the assumption.
func uses(steps []argument, assume *fact) []fact {
	given := map[fact]bool{}
	if assume != nil {
		given[*assume] = true
	}
	var out []fact
	seen := map[fact]bool{}
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
	need := map[fact]bool{}
	keep := make([]bool, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		s := &steps[i]
		if i < len(steps)-1 {
			var used []fact
			for _, f := range s.gives {
				if need[f] {
					used = append(used, f)
				}
			}
			if len(used) == 0 {
				continue
			}
			s.gives = used
			if s.technique == tTransfer {
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
func transferred(s *argument) []fact {
	out := s.because[:1:1]
	x, y := s.because[0].x, s.because[0].y
	for _, f := range s.gives {
		z := f.x
		if z == x || z == y {
			z = f.y
		}
		other := x
		if f.x == x || f.y == x {
			other = y
		}
		out = append(out, newFact(other, z, f.same))
	}
	return out
}
