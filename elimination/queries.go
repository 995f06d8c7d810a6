package elimination

import (
	"fmt"
	"math/big"
	"math/bits"
)

// M gives the number of categories.
func (s *Solver) M() int { return s.ix.m }

// N gives the number of items in each category.
func (s *Solver) N() int { return s.ix.n }

// Edges counts the links that are left.
func (s *Solver) Edges() int { return s.g.Edges() }

// Solved tells whether as many links are left as a solution has.
func (s *Solver) Solved() bool { return s.g.Solved() }

// Categories lists the labels of the categories.
func (s *Solver) Categories() []any { return append([]any(nil), s.ix.cats...) }

// Labels lists the labels of all items by position.
func (s *Solver) Labels() []any { return append([]any(nil), s.ix.labels...) }

// Position gives the position of an item, cat*N + index.
func (s *Solver) Position(item any) (int, error) { return s.ix.position(item) }

// CategoryIndex gives the index of a category.
func (s *Solver) CategoryIndex(category any) (int, error) { return s.ix.category(category) }

// ItemAt gives the item at a position. It panics when there is none, as indexing does.
func (s *Solver) ItemAt(pos int) Item { return s.ix.item(pos) }

// LinkedSet lists the positions in category index cat that the item at pos may still be linked to; for its own category,
// the item itself. It panics on indices out of range.
func (s *Solver) LinkedSet(pos, cat int) []int {
	var out []int
	for _, i := range indices(s.g.Row(pos, cat)) {
		out = append(out, cat*s.ix.n+i)
	}
	return out
}

// FindMatches lists the positions that are known to be the same as the item at pos, which is one of them.
func (s *Solver) FindMatches(pos int) []int {
	var out []int
	for c := 0; c < s.ix.m; c++ {
		if row := s.g.Row(pos, c); bits.OnesCount64(row) == 1 {
			out = append(out, c*s.ix.n+bits.TrailingZeros64(row))
		}
	}
	return out
}

// FindMissing lists the items of a category that are not yet matched in every other category.
func (s *Solver) FindMissing(category any) ([]any, error) {
	c, err := s.ix.category(category)
	if err != nil {
		return nil, err
	}
	var out []any
	for i := 0; i < s.ix.n; i++ {
		if x := c*s.ix.n + i; len(s.FindMatches(x)) < s.ix.m {
			out = append(out, s.ix.labels[x])
		}
	}
	return out, nil
}

// AvailableFor lists the labels of a category that an item may still be linked to.
func (s *Solver) AvailableFor(item, category any) ([]any, error) {
	x, err := s.ix.position(item)
	if err != nil {
		return nil, err
	}
	c, err := s.ix.category(category)
	if err != nil {
		return nil, err
	}
	var out []any
	for _, y := range s.LinkedSet(x, c) {
		out = append(out, s.ix.labels[y])
	}
	return out, nil
}

// CategoryFor gives the label that an item is known to have in a category, and false while there is a choice.
func (s *Solver) CategoryFor(item, category any) (label any, known bool, err error) {
	ls, err := s.AvailableFor(item, category)
	if err != nil || len(ls) != 1 {
		return nil, false, err
	}
	return ls[0], true, nil
}

// AssertionCount counts the assertions that are not yet satisfied.
func (s *Solver) AssertionCount() int { return len(s.Assertions()) }

// Assertions lists the assertions that are not yet satisfied, oldest first.
func (s *Solver) Assertions() []Assertion {
	var out []Assertion
	for _, a := range s.g.posted {
		if !a.Satisfied(s.g) {
			out = append(out, a)
		}
	}
	return out
}

// Graph gives the state under the labels, for reading. Removing links from it directly bypasses the record of calls.
func (s *Solver) Graph() *Graph { return s.g }

// keyset holds the numbers by which the items of a category are compared, times a common denominator.
type keyset struct {
	scaled []*big.Int
	denom  *big.Int
	small  []int64 // the same where they all fit, with the denominator 1; else nil
}

func newKeyset(keys []*big.Rat) keyset {
	k := keyset{denom: big.NewInt(1)}
	for _, r := range keys { // least common multiple of the denominators
		g := new(big.Int).GCD(nil, nil, k.denom, r.Denom())
		k.denom.Mul(k.denom, new(big.Int).Quo(r.Denom(), g))
	}
	fits := k.denom.IsInt64() && k.denom.Int64() == 1
	for _, r := range keys {
		n := new(big.Int).Mul(r.Num(), new(big.Int).Quo(k.denom, r.Denom()))
		k.scaled = append(k.scaled, n)
		fits = fits && n.IsInt64() && n.Int64() > -1<<53 && n.Int64() < 1<<53
	}
	if fits {
		for _, n := range k.scaled {
			k.small = append(k.small, n.Int64())
		}
	}
	return k
}

// keys gives the numbers of a category, or says which label is not one.
func (s *Solver) keys(cat int, call string) (keyset, error) {
	if k, ok := s.keysets[cat]; ok {
		return k, nil
	}
	ks := make([]*big.Rat, s.ix.n)
	for i := range ks {
		label := s.ix.labels[cat*s.ix.n+i]
		if s.ranked[cat] {
			ks[i] = new(big.Rat).SetInt64(int64(i + 1))
			continue
		}
		f, ok := number(label)
		if !ok {
			return keyset{}, &CallError{call, fmt.Sprintf("label %v of category %v is not a number, so it cannot be compared (WithRanks compares by order)",
				quote(label), s.ix.cats[cat])}
		}
		ks[i] = exact(f)
	}
	k := newKeyset(ks)
	s.keysets[cat] = k
	return k, nil
}
