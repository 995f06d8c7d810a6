package zebra

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestBrokenClues: marks of the solution break no clue; on a small puzzle, a mark breaks a clue exactly where going through
// all grids finds none that has the mark and meets the clue.
func TestBrokenClues(t *testing.T) {
	ctx := context.Background()
	f := Family{}
	for seed := uint64(1); seed <= 4; seed++ {
		out, err := f.Generate(ctx, matching.Size{Categories: 3, Items: 3}, nil, puzzle.Stream(f, seed, 0), nil)
		if err != nil {
			t.Fatal(err)
		}
		in, sol := out.Instance.(*Instance), out.Solution.(solved)
		p := in.P
		for x := range p.M() * p.N {
			for y := (x/p.N + 1) * p.N; y < p.M()*p.N; y++ {
				for _, same := range []bool{true, false} {
					k := matching.NewFact(x, y, same)
					state, err := in.Apply(in.Start(), puzzle.Move(k.Code()))
					if err != nil {
						t.Fatal(err)
					}
					broken, err := in.BrokenClues(ctx, state)
					if err != nil {
						t.Fatal(err)
					}
					got := map[string]bool{}
					for _, r := range broken {
						got[r.ID] = true
					}
					for i, c := range p.Clues {
						want := true
						everyGrid(p, func(g matching.Grid) {
							if (g.Where(p.N, x) == g.Where(p.N, y)) == same && p.Holds(c, g) {
								want = false
							}
						})
						id := language.ClueRef(p, i).ID
						if got[id] != want {
							t.Errorf("seed %d: mark %s, clue %s (%s): broken is %v", seed, language.FactText(p, k, "en", false, false), id, language.Sentence(p, c, "en"), got[id])
						}
						if (sol.G.Where(p.N, x) == sol.G.Where(p.N, y)) == same && got[id] {
							t.Errorf("seed %d: the right mark %s breaks clue %s", seed, language.FactText(p, k, "en", false, false), id)
						}
					}
				}
			}
		}
	}
}

// everyGrid visits every assignment.
func everyGrid(p *matching.Puzzle, visit func(matching.Grid)) {
	g := make(matching.Grid, p.M())
	var next func(c int)
	next = func(c int) {
		if c == p.M() {
			visit(g)
			return
		}
		if c == p.Anchor() {
			g[c] = []int{0, 1, 2}
			next(c + 1)
			return
		}
		for _, perm := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			g[c] = perm
			next(c + 1)
		}
	}
	next(0)
}
