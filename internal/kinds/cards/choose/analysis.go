package choose

import (
	"context"
	"slices"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/solve"
)

// Analysis is what the clues of a puzzle do. Clues go by their index.
type Analysis struct {
	Useless []int // the clues that ban nothing
	// Redundant are the clues that ban something, but nothing that the others leave.
	Redundant []int
	// Minimal are the sets of clues that ban as much as all together and of which none can be spared, by size, then in
	// order; nil when there are more than maxMinimal or the search for them took too long.
	Minimal [][]int
	// Order is the order of clues that solves the puzzle fastest: as few clues as possible, and of all smallest sets and
	// their orders the one that has banned most after each clue in turn. The other clues are not in it.
	Order []int
}

// Limits of the search for minimal sets.
const (
	maxMinimal      = 10_000
	minimalBudget   = 200_000_000 // looks at whether a clue bans a thing
	maxOrderMinimal = 2_000
)

// Analyse finds out what the clues of a puzzle do, which bans gives where it lists its things. Factored puzzles list none: of them only
// Minimal and Redundant are told, and of clues that ban nothing by themselves it is not told that they are useless; of one without
// exactly one solution nothing is told.
func Analyse(ctx context.Context, engine solve.Engine, p *deck.Puzzle, bans []bitset.Set) (*Analysis, error) {
	if p.Factored {
		return analyseFactored(ctx, engine, p)
	}
	a := &Analysis{}
	for c, b := range bans {
		if b.Empty() {
			a.Useless = append(a.Useless, c)
		} else if spare(bans, c) {
			a.Redundant = append(a.Redundant, c)
		}
	}
	var err error
	if a.Minimal, err = minimalSets(ctx, bans, p.NumThings()); err != nil {
		return nil, err
	}
	a.Order = fastest(bans, p.NumThings(), a.Minimal)
	return a, nil
}

// spare reports whether the other clues ban all that clue c bans.
func spare(bans []bitset.Set, c int) bool {
	rest := bans[c].Clone()
	for d, b := range bans {
		if d != c {
			rest.AndNot(b)
		}
	}
	return rest.Empty()
}

// minimalSets lists the minimal sets of clues that ban as much as all. Each is met once: of every thing in order that is not
// banned yet one banning clue is chosen, those before it being left out from then on, and a set is given up as soon as one of
// its clues bans nothing by itself.
func minimalSets(ctx context.Context, bans []bitset.Set, n int) ([][]int, error) {
	goal := bitset.New(n)
	for _, b := range bans {
		goal.Or(b)
	}
	s := &minimalSearch{ctx: ctx, bans: bans, goal: goal, out: make([]bool, len(bans))}
	s.once, s.more = bitset.New(n), bitset.New(n)
	if err := s.extend(); err != nil {
		return nil, err
	}
	if s.spent || len(s.found) > maxMinimal {
		return nil, nil
	}
	sortSets(s.found)
	return s.found, nil
}

type minimalSearch struct {
	ctx        context.Context
	bans       []bitset.Set
	goal       bitset.Set
	once, more bitset.Set // things banned by at least one chosen clue, and by at least two
	chosen     []int
	out        []bool // clues that are left out
	found      [][]int
	steps      int
	spent      bool
}

func (s *minimalSearch) extend() error {
	s.steps += s.goal.CountAndNot(s.once)*len(s.bans) + 1
	if s.steps > minimalBudget || len(s.found) > maxMinimal {
		s.spent = true
		return nil
	}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	// Branch on the thing that the fewest clues can still ban.
	best, fewest := -1, len(s.bans)+1
	rest := s.goal.Clone()
	rest.AndNot(s.once)
	for i := range rest.All() {
		count := 0
		for c, b := range s.bans {
			if !s.out[c] && b.Has(i) {
				count++
			}
		}
		if count < fewest {
			best, fewest = i, count
		}
	}
	if best < 0 {
		s.found = append(s.found, slices.Sorted(slices.Values(s.chosen)))
		return nil
	}
	var tried []int
	var err error
	for c := range s.bans {
		if s.out[c] || !s.bans[c].Has(best) {
			continue
		}
		once, more := s.once.Clone(), s.more.Clone()
		for w, b := range s.bans[c] {
			s.more[w] |= s.once[w] & b
			s.once[w] |= b
		}
		s.chosen = append(s.chosen, c)
		if s.needed() {
			err = s.extend()
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
		s.once, s.more = once, more
		s.out[c] = true
		tried = append(tried, c)
		if err != nil || s.spent {
			break
		}
	}
	for _, c := range tried {
		s.out[c] = false
	}
	return err
}

// needed reports whether every chosen clue bans something that no other chosen one does.
func (s *minimalSearch) needed() bool {
	for _, c := range s.chosen {
		if s.bans[c].Subset(s.more) {
			return false
		}
	}
	return true
}

// fastest orders the clues of a smallest minimal set.
func fastest(bans []bitset.Set, n int, minimal [][]int) []int {
	var best []int
	var bestCounts []int
	for k, set := range minimal {
		if len(set) > len(minimal[0]) || k >= maxOrderMinimal {
			break
		}
		order, counts := greedy(bans, n, set)
		if best == nil || slices.Compare(bestCounts, counts) > 0 {
			best, bestCounts = order, counts
		}
	}
	if best == nil { // there were too many minimal sets: any one will do
		var all []int
		for c := range bans {
			all = append(all, c)
		}
		best, _ = greedy(bans, n, all)
	}
	return best
}

// greedy takes the clue that bans most, again and again, until the rest bans nothing more; counts is how many things are
// left after each. For one set this is the order that has banned most after each clue in turn, except for ties, which go
// to the clue that comes first.
func greedy(bans []bitset.Set, n int, set []int) (order, counts []int) {
	left, some := bitset.Full(n), make([]bitset.Set, len(set))
	for k, c := range set {
		some[k] = bans[c]
	}
	for {
		k, banned := laws.MostBanning(some, left)
		if k < 0 {
			return order, counts
		}
		left.AndNot(banned)
		order, counts = append(order, set[k]), append(counts, left.Count())
	}
}

// sortSets sorts sets by size, then element by element.
func sortSets(sets [][]int) {
	slices.SortFunc(sets, func(a, b []int) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return slices.Compare(a, b)
	})
}
