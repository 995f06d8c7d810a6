package zebra

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/language"
	"github.com/quandary-puzzles/quandary/internal/kinds/zebra/matching"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Start gives the empty grid.
func (in *Instance) Start() puzzle.State { return "-" }

// moves makes moves. Marking two items as the same takes away a mark that they are not, and the reverse.
func (in *Instance) moves() puzzle.Positions[*matching.Facts] {
	return puzzle.Positions[*matching.Facts]{Read: in.P.ReadState, Write: (*matching.Facts).State, Make: func(f *matching.Facts, m puzzle.Move) error {
		k, erase, err := in.P.ReadMove(m)
		if err != nil {
			return err
		}
		if f.Clear(k); !erase {
			f.Set(k)
		}
		return nil
	}}
}

// Apply makes or takes away a mark.
func (in *Instance) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	return in.moves().Apply(s, m)
}

// Judge judges the marks by the rules: conflicts are marks that contradict each other or, where everything that a clue
// speaks of is filled in, clues that do not hold.
func (in *Instance) Judge(s puzzle.State) (puzzle.Verdict, error) {
	f, err := in.P.ReadState(s)
	if err != nil {
		return puzzle.Verdict{}, err
	}
	p := in.P
	var v puzzle.Verdict
	bad := map[matching.Fact]bool{}
	for x := 0; x < p.M()*p.N; x++ {
		for c := range p.Cats {
			if c == x/p.N {
				continue
			}
			marked := f.Marked(x, c)
			clash := marked &^ f.Row(x, c) // both marks
			if bits.OnesCount64(marked) > 1 {
				clash |= marked
			}
			for ; clash != 0; clash &= clash - 1 {
				bad[matching.NewFact(x, c*p.N+bits.TrailingZeros64(clash), true)] = true
			}
			if f.Row(x, c) == 0 {
				bad[matching.NewFact(x, c*p.N, false)] = true
			}
		}
	}
	g, complete := f.Grid()
	v.Complete = complete
	if complete {
		for i, c := range p.Clues {
			if !p.Holds(c, g) {
				r := language.ClueRef(p, i)
				r.Rule = "clue " + r.ID
				v.Conflicts = append(v.Conflicts, r)
			}
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(bad), func(a, b matching.Fact) int { return cmp.Or(a.X-b.X, a.Y-b.Y, cmp.Compare(a.Code(), b.Code())) }) {
		r := language.FactRef(p, k)
		r.Rule = "matching" // each item belongs to one of each category
		v.Conflicts = append(v.Conflicts, r)
	}
	v.Solved = complete && len(v.Conflicts) == 0
	return v, nil
}
