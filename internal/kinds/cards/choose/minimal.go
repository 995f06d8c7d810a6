package choose

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/solve"
)

// analyseFactored finds the minimal sets of clues of a puzzle with one solution whose things are not listed.
//
// A set of clues leaves the solution alone if and only if it bans every other arrangement. Arrangements are gathered one by
// one: the minimal sets that ban all gathered so far are found as for listed things; each is tried by the engine, and an
// arrangement that it leaves is gathered. It ends when every minimal set leaves none: then they are the minimal sets of the
// whole. (This is the duality of minimal unsatisfiable and correction sets: Liffiton and Sakallah, "Algorithms for computing
// minimal unsatisfiable subsets of constraints", JAR 2008.)
func analyseFactored(ctx context.Context, engine solve.Engine, p *deck.Puzzle) (*Analysis, error) {
	res, err := solving.Solutions(ctx, engine, p, 2)
	if err != nil {
		return nil, err
	}
	if len(res.Things) != 1 || !res.All {
		return &Analysis{}, nil
	}
	bd, err := openBoard(ctx, engine, p, res.Things)
	if err != nil {
		return nil, err
	}
	defer bd.session.Close()
	all := p.Exprs()
	if _, err := bd.assumed(all); err != nil {
		return nil, err
	}
	var seen []deck.Thing
	bans := make([]bitset.Set, len(all))
	for {
		for c := range bans {
			bans[c] = bitset.New(len(seen))
			for i, t := range seen {
				if !p.Holds(all[c], t) {
					bans[c].Set(i)
				}
			}
		}
		sets, err := minimalSets(ctx, bans, len(seen))
		if err != nil || sets == nil {
			return &Analysis{}, err
		}
		before := len(seen)
		for _, set := range sets {
			if len(seen)-before > 64 {
				break
			}
			t, err := bd.gather(ctx, all, set)
			if err != nil {
				return nil, err
			}
			if t != nil && !slices.ContainsFunc(seen, t.Equal) {
				seen = append(seen, t)
			}
		}
		if len(seen) == before {
			a := &Analysis{Minimal: sets}
			for c := range p.Clues {
				if slices.ContainsFunc(sets, func(s []int) bool { return !slices.Contains(s, c) }) {
					a.Redundant = append(a.Redundant, c)
				}
			}
			return a, nil
		}
	}
}

// gather gives an arrangement that a set of the clues leaves, one that as many further clues leave as the engine finds in one pass;
// nil when the set leaves none.
func (bd *clueBoard) gather(ctx context.Context, all []*deck.Node, set []int) (found deck.Thing, err error) {
	var clues []*deck.Node
	for _, i := range set {
		clues = append(clues, all[i])
	}
	if found, err = bd.other(ctx, clues); err != nil || found == nil {
		return nil, err
	}
	for i, n := range all {
		if slices.Contains(set, i) {
			continue
		}
		if !bd.e.P.Holds(n, found) {
			t, err := bd.other(ctx, append(slices.Clip(clues), n))
			if err != nil {
				return nil, err
			}
			if t == nil {
				continue
			}
			found = t
		}
		clues = append(clues, n)
	}
	return found, nil
}
