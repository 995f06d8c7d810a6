package declared

import (
	"context"
	"math"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestSpread looks at boards of fixed seeds together: what share of their places the solutions mark is as in published ones, within their spread; two
// solutions are about as different as they can be; no two puzzles are equal under the symmetries; carving asks little more than twice
// for each clue that stays. With QUANDARY_LONG=1 there are 40 boards of a family, whose own spread is a third of the published at least.
func TestSpread(t *testing.T) {
	puztest.From(t, puztest.Usual)
	for _, c := range []struct {
		id, size, layer string
		mean, spread    float64 // marks for each cell, of published boards
		apart           float64 // marks for each cell that two solutions do not share, at least
		slow            bool
	}{
		{"slitherlink", "8x8", "line", 0.98, 0.12, 0.68, false},
		{"masyu", "8x8", "line", 0.84, 0.07, 0.68, false},
		{"nurikabe", "8x8", "shade", 0.55, 0.04, 0.36, true},
	} {
		n := puztest.Of(3, 8, 40)
		if c.slow && puztest.Doing() < puztest.Long {
			continue
		}
		f := builtin(t, c.id)
		l := f.File().Layer(c.layer)
		seen := map[string]bool{}
		var shares []float64
		var made []puzzle.Generated
		apart, pairs := 0.0, 0
		for seed := range uint64(n) {
			g := generated(t, f, c.size, nil, seed+1)
			inst := g.Instance.(*Instance)
			form, err := inst.Canonical(context.Background(), 0)
			if err != nil {
				t.Fatal(err)
			}
			if seen[string(form.Key)] {
				t.Errorf("%s#%d: made before", c.id, seed+1)
			}
			seen[string(form.Key)] = true
			marks := g.Solution.(*Solution).b.Marks(l).Values
			cells, held := float64(inst.b.Geo.Rows*inst.b.Geo.Cols), 0
			for _, v := range marks {
				if v.True() {
					held++
				}
			}
			shares = append(shares, float64(held)/cells)
			for _, other := range made {
				differ := 0
				theirs := other.Solution.(*Solution).b.Marks(l).Values
				for p, v := range marks {
					if v.True() != theirs[p].True() {
						differ++
					}
				}
				for p, v := range theirs {
					if _, both := marks[p]; !both && v.True() {
						differ++
					}
				}
				apart, pairs = apart+float64(differ)/cells, pairs+1
			}
			made = append(made, g)
			clues := 0
			for _, given := range f.File().Layers {
				if m := inst.b.Marks(given); m != nil {
					clues += len(m.Values)
				}
			}
			v, _ := g.Work.Get("probes")
			if probes, _ := v.(int); probes > 2*clues+10 {
				t.Errorf("%s#%d: %d questions for %d clues that stay", c.id, seed+1, probes, clues)
			}
		}
		mean, squares := 0.0, 0.0
		for _, s := range shares {
			mean += s / float64(n)
			squares += s * s / float64(n)
		}
		own := math.Sqrt(max(0, squares-mean*mean))
		apart /= float64(pairs)
		t.Logf("%s: %.2f±%.2f marks for each cell, published %.2f±%.2f; two differ in %.2f", c.id, mean, own, c.mean, c.spread, apart)
		if math.Abs(mean-c.mean) > c.spread || n == 40 && own < c.spread/3 {
			t.Errorf("%s: %.2f±%.2f marks for each cell, published %.2f±%.2f", c.id, mean, own, c.mean, c.spread)
		}
		if apart < c.apart {
			t.Errorf("%s: two solutions differ in %.2f marks for each cell, expected %.2f", c.id, apart, c.apart)
		}
	}
}
