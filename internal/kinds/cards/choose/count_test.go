package choose

import (
	"context"
	"math/bits"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
)

// TestCountOfFourClueSets holds the number of sets of four clues of the paper's six forms over 3x3 that leave one thing. It is
// counted twice: by countSets, and by going through all 12,082,785 sets.
func TestCountOfFourClueSets(t *testing.T) {
	u, err := newUniverse(context.Background(), cardtest.Cars(t), deck.PaperForms())
	if err != nil {
		t.Fatal(err)
	}
	if len(u.Clues) != 132 {
		t.Errorf("%d clues, want 132", len(u.Clues))
	}
	got, err := countSets(context.Background(), u, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	masks := make([]uint16, len(u.Bans))
	for i, b := range u.Bans {
		masks[i] = uint16(b[0])
	}
	var byLeft [10]uint64
	n := len(masks)
	for a := 0; a < n; a++ {
		for b := a + 1; b < n; b++ {
			for c := b + 1; c < n; c++ {
				abc := masks[a] | masks[b] | masks[c]
				for d := c + 1; d < n; d++ {
					byLeft[9-bits.OnesCount16(abc|masks[d])]++
				}
			}
		}
	}
	if got != byLeft[1] || got != fourClueSets {
		t.Errorf("%d sets with one solution, by going through all of them %d, want %d", got, byLeft[1], fourClueSets)
	}
	total := uint64(0)
	for k, want := range byLeft {
		have, err := countSets(context.Background(), u, 4, k)
		if err != nil || have != want {
			t.Errorf("%d solutions: %d sets, want %d (%v)", k, have, want, err)
		}
		total += have
	}
	if all, _ := choose(132, 4); total != all {
		t.Errorf("%d sets in all, want %d", total, all)
	}
}

// fourClueSets is the number of sets of four different clues of the six forms over 3x3 that leave exactly one thing.
const fourClueSets = 2_106_738

func TestCountLimits(t *testing.T) {
	u, err := newUniverse(context.Background(), cardtest.Domains(t, 3, 3, 3), deck.PaperForms())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := countSets(context.Background(), u, 4, 1); err == nil {
		t.Error("27 things are counted")
	}
	small, err := newUniverse(context.Background(), cardtest.Domains(t, 2, 2), deck.PaperForms())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := countSets(context.Background(), small, 30, 1); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		n, k int
		want uint64
		ok   bool
	}{{132, 4, 12082785, true}, {5, 6, 0, true}, {64, 32, 1832624140942590534, true}, {80, 40, 0, false}, {7, 0, 1, true}} {
		if got, ok := choose(c.n, c.k); got != c.want || ok != c.ok {
			t.Errorf("choose(%d, %d) = %d, %v", c.n, c.k, got, ok)
		}
	}
}

func BenchmarkCountSets(b *testing.B) {
	for b.Loop() {
		u, err := newUniverse(context.Background(), cardtest.Cars(b), deck.PaperForms())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := countSets(context.Background(), u, 4, 1); err != nil {
			b.Fatal(err)
		}
	}
}
