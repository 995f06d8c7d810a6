package choose

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestEveryAdmissibleSetComesUp lists, by brute force, all clue sets over 2x2 that meet a demand, and generates until all of
// them have come up and nothing else.
func TestEveryAdmissibleSetComesUp(t *testing.T) {
	for name, d := range map[string]Demand{
		"minimal":               {},
		"three":                 {MinClues: 3, MaxClues: 3, Useless: Allow, Redundant: Allow},
		"three, useless":        {MinClues: 3, MaxClues: 3, Useless: Require},
		"two, redundant":        {MinClues: 2, MaxClues: 3, Redundant: Require},
		"two solutions":         {MinClues: 1, MaxClues: 2, Solutions: 2},
		"solution, conditional": {MinClues: 2, MaxClues: 3, Forms: []FormBound{{deck.FormIs, 0, 0}, {deck.FormIfIs, 1, -1}, {deck.FormIfNotIsNot, 0, 2}}},
	} {
		if puztest.Doing() < puztest.Whole && name != "minimal" && name != "two solutions" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			p := cardtest.Domains(t, 2, 2)
			if d.Forms == nil {
				d.Forms = []FormBound{{deck.FormIs, 0, -1}, {deck.FormIfIs, 0, -1}, {deck.FormIfIsNot, 0, -1}}
			}
			if name == "solution, conditional" {
				d.Where = cardtest.MustParse(t, p, "A = a_1 and B = b_2")
			}
			d.Puzzle = p
			check := d
			if err := check.check(); err != nil {
				t.Fatal(err)
			}
			var forms []deck.Form
			for _, b := range check.Forms {
				forms = append(forms, b.Form)
			}
			u, err := newUniverse(context.Background(), p, forms)
			if err != nil {
				t.Fatal(err)
			}
			admissible := map[string]bool{}
			var pick func(from int, set []int)
			pick = func(from int, set []int) {
				if len(set) > 0 {
					q := p.Without()
					var left []deck.Thing
					for _, i := range set {
						q.Clues = append(q.Clues, deck.Clue{Expr: u.Clues[i]})
					}
					for i := range p.NumThings() {
						if _, banned := q.Banned(p.Thing(i)); !banned {
							left = append(left, p.Thing(i))
						}
					}
					if check.verify(context.Background(), q, left) == nil {
						admissible[cardtest.SetKey(q)] = true
					}
				}
				if len(set) == 3 {
					return
				}
				for i := from; i < len(u.Clues); i++ {
					pick(i+1, append(slices.Clone(set), i))
				}
			}
			pick(0, nil)
			if len(admissible) == 0 {
				t.Fatal("no set is admissible")
			}
			seen := map[string]bool{}
			draws := 0
			for seed := uint64(0); len(seen) < len(admissible) && seed < uint64(200*len(admissible)); seed++ {
				m, err := maker().Make(context.Background(), d, rng.New(seed), nil)
				if err != nil {
					t.Fatal(err)
				}
				key := cardtest.SetKey(m.Puzzle)
				if !admissible[key] {
					t.Fatalf("seed %d: %s is not admissible", seed, key)
				}
				seen[key] = true
				draws++
			}
			if len(seen) != len(admissible) {
				t.Errorf("%d of %d admissible sets in %d draws", len(seen), len(admissible), draws)
			}
			t.Logf("%d admissible sets in %d draws", len(admissible), draws)
		})
	}
}

// TestDemands: what comes out meets the demand (Make verifies it by the meaning of the clues), for demands of many sorts.
func TestDemands(t *testing.T) {
	p := cardtest.Domains(t, 3, 3, 3)
	for name, d := range map[string]Demand{
		"four clues":     {MinClues: 4, MaxClues: 4},
		"research group": {MinClues: 4, MaxClues: 4, Forms: []FormBound{{deck.FormIfIs, 0, -1}, {deck.FormIfNotIs, 1, -1}, {deck.FormIsNot, 1, 1}, {deck.FormIfIsNot, 0, -1}, {deck.FormIfNotIsNot, 0, 1}}},
		"all forms":      {Forms: []FormBound{{deck.FormNot, 1, -1}, {deck.FormOr, 1, -1}, {deck.FormExactly, 1, 2}, {deck.FormIff, 0, -1}, {deck.FormXor, 0, -1}, {deck.FormAnd, 0, -1}}},
		"three left":     {Solutions: 3},
		"useless":        {Useless: Require, MinClues: 5},
		"redundant":      {Redundant: Require, MinClues: 4, MaxClues: 6},
		"easy":           {Class: "easy"},
		"expert":         {Class: "expert"},
		"solution":       {Where: cardtest.MustParse(t, p, "A = a_2 and B = b_3 and C = c_1")},
	} {
		d.Puzzle = p
		for seed := range uint64(3) {
			m, err := maker().Make(context.Background(), d, rng.New(seed), nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			again, err := maker().Make(context.Background(), d, rng.New(seed), nil)
			if err != nil || again.Puzzle.Desc() != m.Puzzle.Desc() {
				t.Errorf("%s: the same seed gives another puzzle", name)
			}
			if d.Class != "" && m.Class != d.Class {
				t.Errorf("%s: class %s", name, m.Class)
			}
			if len(m.Solutions) != max(d.Solutions, 1) {
				t.Errorf("%s: %d solutions", name, len(m.Solutions))
			}
		}
	}
}

func TestConflictsAreNamed(t *testing.T) {
	p := cardtest.Domains(t, 3, 3, 3)
	for _, c := range []struct {
		d    Demand
		want string
	}{
		{Demand{MinClues: 1, MaxClues: 1, Forms: []FormBound{{deck.FormIs, 0, -1}, {deck.FormIfIs, 0, -1}}}, "[exactly 1 solution exactly 1 clue]"},
		{Demand{Forms: []FormBound{{deck.FormIfIs, 0, 2}}}, "[exactly 1 solution at most 2 of form if-is]"},
		{Demand{Forms: []FormBound{{deck.FormIs, 0, -1}, {deck.FormIfIs, 0, -1}}, Useless: Require, MaxClues: 2, MinClues: 2}, ""},
		{Demand{Forms: []FormBound{{deck.FormIs, 4, -1}}}, "[exactly 1 solution at least 4 of form is]"},
		{Demand{Where: cardtest.MustParse(t, p, "A = a_1 and A = a_2")}, "[exactly 1 solution the solution has A = a_1 and A = a_2]"},
	} {
		c.d.Puzzle = p
		_, err := maker().Make(context.Background(), c.d, rng.New(1), nil)
		var conflict *ConflictError
		if !errors.As(err, &conflict) {
			t.Errorf("want %s: %v", c.want, err)
			continue
		}
		if got := fmt.Sprint(conflict.Demands); c.want != "" && got != c.want || !conflict.Smallest {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestUnreachableGivesTheBest(t *testing.T) {
	d := Demand{Puzzle: cardtest.Domains(t, 2, 2), Class: "expert", Tries: 5}
	m, err := maker().Make(context.Background(), d, rng.New(1), nil)
	var un *puzzle.UnreachableError
	if !errors.As(err, &un) || m.Puzzle == nil || un.Best == "" {
		t.Errorf("%v, best %v", err, m.Puzzle)
	}
}
