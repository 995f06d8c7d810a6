package declared

import (
	"slices"
	"testing"
)

// TestEndsAreWeakened holds that what a number of many values is at most is one fact, which is weakened as far as the rest still does, and that facts which
// nothing needs go.
func TestEndsAreWeakened(t *testing.T) {
	b := &Board{vars: []variable{{first: 0, n: 100}, {first: 100, n: 1, truth: true}}}
	for a := range 101 {
		b.atoms = append(b.atoms, atom{v: a / 100, value: int64(a)})
	}
	s := &Search{b: b, known: make([]int8, len(b.atoms))}
	facts := []Lit{lit(100, true)}
	for a := range 100 {
		if a < 5 || a > 12 {
			s.known[a], facts = -1, append(facts, lit(a, false))
		}
	}
	asked := 0
	got, err := s.narrowFacts(facts, func(rest []Lit) ([]Lit, bool, error) { // it does with "at most 60"
		asked++
		for a := 61; a < 100; a++ {
			if !slices.Contains(rest, lit(a, false)) {
				return nil, false, nil
			}
		}
		return rest, true, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var want []Lit
	for a := 61; a < 100; a++ {
		want = append(want, lit(a, false))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v is left, and not %v", got, want)
	}
	if asked > 20 {
		t.Errorf("that took %d questions", asked)
	}
}
