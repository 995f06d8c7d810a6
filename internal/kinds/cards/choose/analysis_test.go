package choose

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/bitset"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestPaperExample is the analysis of the paper's running example (figures 1 to 3).
func TestPaperExample(t *testing.T) {
	p := cardtest.Cars(t, "body = blue => top = blue", "body = green => body <> red", "body <> red => top = green", "body <> blue => top = red")
	a, err := Analyse(context.Background(), nil, p, bansOf(t, p))
	if err != nil {
		t.Fatal(err)
	}
	var counts []int
	for _, b := range bansOf(t, p) {
		counts = append(counts, b.Count())
	}
	if !slices.Equal(counts, []int{2, 0, 4, 4}) || !slices.Equal(a.Useless, []int{1}) {
		t.Errorf("bans %v, useless %v", counts, a.Useless)
	}
	if got := fmt.Sprint(a.Minimal); got != "[[0 2 3]]" {
		t.Errorf("minimal sets %s", got)
	}
	if !slices.Equal(a.Order, []int{2, 3, 0}) && !slices.Equal(a.Order, []int{2, 0, 3}) {
		t.Errorf("order %v", a.Order)
	}
}

// TestMinimalSets compares the minimal sets, the redundant clues and the shortest order with trying all sets of clues.
func TestMinimalSets(t *testing.T) {
	r := rng.New(9)
	for i := range 60 {
		p := cardtest.Domains(t, 3, 3)
		u, err := newUniverse(context.Background(), p, deck.PaperForms())
		if err != nil {
			t.Fatal(err)
		}
		for range 7 {
			p.Clues = append(p.Clues, deck.Clue{Expr: u.Clues[r.IntN(len(u.Clues))]})
		}
		bans := bansOf(t, p)
		a, err := Analyse(context.Background(), nil, p, bans)
		if err != nil {
			t.Fatal(err)
		}
		union := func(set int) bitset.Set {
			b := bitset.New(9)
			for c := range 7 {
				if set>>c&1 == 1 {
					b.Or(bans[c])
				}
			}
			return b
		}
		goal := union(127)
		var want [][]int
		for set := range 128 {
			ok := union(set).Equal(goal)
			for c := range 7 {
				ok = ok && (set>>c&1 == 0 || !union(set&^(1<<c)).Equal(goal))
			}
			if ok {
				var list []int
				for c := range 7 {
					if set>>c&1 == 1 {
						list = append(list, c)
					}
				}
				want = append(want, list)
			}
		}
		sortSets(want)
		if !reflect.DeepEqual(a.Minimal, want) && !(len(a.Minimal[0]) == 0 && len(want) == 1) {
			t.Fatalf("puzzle %d: minimal sets %v, want %v", i, a.Minimal, want)
		}
		if len(a.Order) != len(want[0]) {
			t.Errorf("puzzle %d: order %v, smallest set %v", i, a.Order, want[0])
		}
		for c := range 7 {
			spare := union(127 &^ (1 << c)).Equal(goal)
			if spare != (slices.Contains(a.Redundant, c) || slices.Contains(a.Useless, c)) {
				t.Errorf("puzzle %d: clue %d redundant %v", i, c, spare)
			}
		}
	}
}

// TestMinimalSetsOfFactored: a factored puzzle has the minimal sets that it has when its things are listed.
func TestMinimalSetsOfFactored(t *testing.T) {
	for seed := range uint64(5) {
		m, err := maker().Make(context.Background(), Demand{Puzzle: cardtest.Domains(t, 3, 3, 3), Redundant: Require, MinClues: 8, MaxClues: 9}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Analyse(context.Background(), nil, m.Puzzle, bansOf(t, m.Puzzle))
		if err != nil {
			t.Fatal(err)
		}
		p := *m.Puzzle
		p.Factored = true
		got, err := Analyse(context.Background(), native.New(), &p, nil)
		if err != nil || !reflect.DeepEqual(got.Minimal, want.Minimal) || !slices.Equal(got.Redundant, want.Redundant) {
			t.Errorf("seed %d: %v %v, want %v %v (%v)", seed, got.Minimal, got.Redundant, want.Minimal, want.Redundant, err)
		}
	}
}
