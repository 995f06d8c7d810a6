package laws

import (
	"context"
	"math"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// Classes lists the difficulty classes, the easiest first.
func Classes() []string { return []string{"easy", "medium", "hard", "expert"} }

// The contradictions and case distinctions that medium and hard puzzles need at most, and the steps of one that is medium.
const (
	mediumProofs = 1
	mediumSteps  = 4
	hardProofs   = 3
)

// Rate grades the puzzle by forward reasoning. Easy puzzles need no assumption; medium ones one contradiction or case
// distinction of at most four steps; hard ones up to three, or longer ones; expert ones need more, or cannot be solved by facts
// about single properties at all, so that things must be excluded one by one or assumptions be nested. The score is the cost
// of the hardest step.
func (s Subject) Rate(ctx context.Context) (puzzle.Rating, error) {
	r := puzzle.Rating{Scale: "cost of the hardest step, from 1"}
	counts := map[Law]int{}
	class, proofs := 0, 0
	solved, err := s.Derive(ctx, nil, 0, func(inf Inference) bool {
		r.Steps++
		r.Cost += inf.Cost
		counts[inf.Law]++
		if inf.Cost > r.Score {
			r.Score, r.Hardest = inf.Cost, string(inf.Law)
		}
		switch inf.Law {
		case Contradiction, Cases:
			proofs++
			class = max(class, 1)
			steps := 0
			for _, c := range inf.Cases {
				steps += len(c.Steps)
				for _, step := range c.Steps {
					if step.Cases != nil {
						class = 3
					}
				}
			}
			if proofs > mediumProofs || steps > mediumSteps {
				class = max(class, 2)
			}
			if proofs > hardProofs {
				class = 3
			}
		case Exclusion:
			class = 3
		}
		return true
	})
	if err != nil {
		return puzzle.Rating{}, err
	}
	r.Solved = solved
	r.Class = Classes()[class]
	cents := func(x float64) float64 { return math.Round(x*100) / 100 }
	r.Score, r.Cost = cents(r.Score), cents(r.Cost)
	for _, l := range all() {
		r.Features.Set(string(l), counts[l])
	}
	return r, nil
}
