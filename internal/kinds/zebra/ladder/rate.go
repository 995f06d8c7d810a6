package ladder

import (
	"context"
	"math"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// grade adds up what the steps of a puzzle say about its difficulty.
type grade struct {
	hardest  float64 // cost of the hardest step
	total    float64 // cost of all steps
	proofs   float64 // cost of the contradictions and splits
	splits   int
	steps    int
	counts   [numTechniques]int
	hardCode int // hardest technique
	class    int
}

// The totals of proofs at which puzzles become expert and fiendish. They divide the puzzles of our generator at 5x5 that
// need contradictions into three parts of about the same size.
const (
	expertProofs   = 400
	fiendishProofs = 1400
)

// add counts a step. Easy puzzles need one clue at a time and what the grid shows. Medium ones need a clue that is hard to
// read, or many facts beside it, or more than two categories at once. Hard ones need contradictions; expert ones need
// many, or one from three clues or more, or a case split; fiendish ones need very many, or more than three splits.
func (g *grade) add(a *argument) {
	g.steps++
	g.counts[a.technique]++
	g.total += a.cost
	g.hardest = max(g.hardest, a.cost)
	g.hardCode = max(g.hardCode, a.technique)
	switch a.technique {
	case ByClue:
		if a.cost > 7 {
			g.class = max(g.class, 1)
		}
	case noCommon, subset:
		g.class = max(g.class, 1)
	case Contradiction, Split:
		g.proofs += a.cost
		g.splits += splitsIn(a.sub)
		switch {
		case g.proofs > fiendishProofs || g.splits > 3:
			g.class = max(g.class, 4)
		case g.proofs > expertProofs || g.splits > 0 || len(a.clues) > 2:
			g.class = max(g.class, 3)
		default:
			g.class = max(g.class, 2)
		}
	}
}

// Rate grades the puzzle by the steps that solve it: its class by the hardest of them and by what the contradictions cost
// together, its score by the hardest.
func Rate(ctx context.Context, p *matching.Puzzle) (puzzle.Rating, error) {
	var g grade
	k, err := explain(ctx, p, "", puzzle.ExplainOptions{}, func(a *argument, _ *prover) bool {
		g.add(a)
		return true
	})
	if err != nil {
		return puzzle.Rating{}, err
	}
	cents := func(x float64) float64 { return math.Round(x*100) / 100 }
	r := puzzle.Rating{
		Class: Classes[g.class], Score: cents(g.hardest), Scale: "cost of the hardest step, from 1", Steps: g.steps,
		Cost: cents(g.total), Solved: k.Complete(),
	}
	if g.steps > 0 {
		r.Hardest = Techniques()[g.hardCode].Code
	}
	for t, n := range g.counts {
		r.Features.Set(Techniques()[t].Code, n)
	}
	r.Features.Set("splits", g.splits)
	r.Features.Set("proofs", cents(g.proofs))
	return r, nil
}

// ClassUpTo gives the class of a puzzle by its number, or that of any harder one than limit as soon as that is clear.
func ClassUpTo(ctx context.Context, p *matching.Puzzle, limit int) (int, error) {
	var g grade
	opt := puzzle.ExplainOptions{}
	if limit < 2 {
		opt.Max = "subset" // who needs more is harder
	}
	k, err := explain(ctx, p, "", opt, func(a *argument, _ *prover) bool {
		g.add(a)
		return g.class <= limit
	})
	if err != nil {
		return 0, err
	}
	if g.class <= limit && !k.Complete() {
		return limit + 1, nil
	}
	return g.class, nil
}
