package declared

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/elimination"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// The bounds of a proof that a step is the cheapest.
const (
	mostHit  = 2_000 // questions
	mostCore = 60    // instances and facts it is sought among
)

// TestCheapest proves of samples of steps that no other set of instances and facts proves the same conclusion for less: among all that
// lies around, the lightest set without which the opposite is not refuted is found by hitting sets (SmallestCore), and weighed as a step is. What is weighed
// is what a set has of its own, 2 for each weight of an instance and 0.1 for a fact; how far it spreads and how it argues belong to
// no part of it. Where a step is not the cheapest, the factor is told, and bounded.
func TestCheapest(t *testing.T) {
	puztest.From(t, puztest.Usual)
	ctx := context.Background()
	proven, large, sum, worst := 0, 0, 0.0, 1.0
	for name, size := range sampled {
		b := compiled(t, drawn(t, name, size[0], size[1], 7))
		s := b.NewSearch(nil)
		defer s.Close()
		b = s.Board()
		var known []Lit
		for n := 0; !s.Done() && n < 60; n++ {
			step, err := s.Next(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if step == nil {
				break
			}
			if len(step.Concludes) > 0 && n%2 == 0 && step.Form != Left && len(b.Stated(step)) == 0 {
				step := b.alone(step)
				if least, ok := b.cheapestProof(ctx, t, step, known); ok {
					got := b.weightOf(step.Insts, len(step.Facts))
					factor := 1.0
					if got > 0 && least > 0 {
						factor = float64(got) / float64(least)
					}
					if factor < 1 {
						t.Errorf("%s, step %d: a set of weight %d is said to be the lightest, and the step has %d", name, n, least, got)
					}
					proven, sum, worst = proven+1, sum+factor, max(worst, factor)
					if factor > 1.001 {
						t.Logf("%s, step %d (%v): weight %d, and %d would do", name, n, step.Form, got, least)
					}
				} else {
					large++
				}
			}
			known = append(known, step.Concludes...)
		}
	}
	if proven == 0 {
		t.Fatal("no step was proved to be the cheapest")
	}
	t.Logf("%d steps, and %d with too much around them: mean factor %.3f, worst %.2f", proven, large, sum/float64(proven), worst)
	if mean := sum / float64(proven); mean > 1.05 || worst > 1.5 || math.IsNaN(mean) {
		t.Errorf("steps weigh %.2f times as much as the lightest, on average", mean)
	}
}

// alone gives, of a step that joins what several instances say alike of different places, the part that concludes the first: it is told together, and
// each conclusion has its own reason.
func (b *Board) alone(step *Step) *Step {
	if step.Form != Look || len(step.Insts) < 2 {
		return step
	}
	out := *step
	v := b.atoms[step.Concludes[0].atom()].v
	out.Concludes = step.Concludes[:1]
	out.Insts = slices.DeleteFunc(slices.Clone(step.Insts), func(i int) bool { return !slices.Contains(b.insts[i].vars, v) })
	return &out
}

// weightOf weighs a set of instances and facts, in tenths.
func (b *Board) weightOf(insts []int, facts int) int {
	_, weight := b.heavyCount(insts)
	return int(math.Round(20*weight)) + facts
}

// cheapestProof gives the weight of the lightest set of instances and known literals that proves what a step concludes first. ok is false where that is too
// much to find out.
func (b *Board) cheapestProof(ctx context.Context, t *testing.T, step *Step, known []Lit) (weight int, ok bool) {
	t.Helper()
	goal := step.Concludes[0]
	// What shares a place with the step, or with the place it speaks of.
	var vars []int
	for _, i := range step.Insts {
		vars = append(vars, b.insts[i].vars...)
	}
	vars = append(vars, b.atoms[goal.atom()].v)
	slices.Sort(vars)
	vars = slices.Compact(vars)
	near := slices.Clone(step.Insts)
	for i, in := range b.insts {
		if in.turn >= 0 && !in.global && !slices.ContainsFunc(in.vars, func(v int) bool { _, ok := slices.BinarySearch(vars, v); return !ok }) {
			near = append(near, i)
		}
	}
	slices.Sort(near)
	near = slices.Compact(near)
	facts := slices.Clone(step.Facts)
	for _, l := range known {
		if _, ok := slices.BinarySearch(vars, b.atoms[l.atom()].v); ok && !slices.Contains(facts, l) {
			facts = append(facts, l)
		}
	}
	if len(near)+len(facts) > mostCore {
		return 0, false
	}
	p, err := b.open(ctx, near, true)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	weights := make([]int, 0, len(near)+len(facts))
	for _, i := range near {
		weights = append(weights, b.weightOf([]int{i}, 0))
	}
	for range facts {
		weights = append(weights, 1)
	}
	refuted := func(set []int) bool {
		q := question{insts: []int{}, facts: []Lit{goal.Not()}}
		for _, n := range set {
			if n < len(near) {
				q.insts = append(q.insts, near[n])
			} else {
				q.facts = append(q.facts, facts[n-len(near)])
			}
		}
		r, err := p.refute(ctx, q, math.MaxInt32)
		if err != nil {
			t.Fatal(err)
		}
		return r == 1
	}
	all := make([]int, len(weights))
	for n := range all {
		all[n] = n
	}
	if !refuted(all) {
		t.Errorf("%s does not follow from what is known around it: %v", b.Name(goal), b.Verify(ctx, native.New(), step))
		return 0, false
	}
	core, ok := elimination.SmallestCore(len(weights), elimination.CoreOptions{Weights: weights, Budget: mostHit}, refuted)
	if !ok {
		return 0, false
	}
	for _, n := range core {
		weight += weights[n]
	}
	return weight, true
}
