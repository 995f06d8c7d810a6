package cards

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// family is the family with the program's own engine.
func family() Family { return Family{Engine: native.New()} }

// TestTablesAndModelsAgree compares tables, the constraint model and the meaning of random clues.
func TestTablesAndModelsAgree(t *testing.T) {
	r := rng.New(1)
	for i := range 150 {
		listed := cardtest.Typed(t)
		n := cardtest.RandomNode(r, listed, 2)
		if listed.ValidateExpr(n) != nil {
			continue
		}
		listed.Clues = []deck.Clue{{Expr: n}}
		factored := cardtest.Typed(t)
		factored.Factored = true
		factored.Clues = []deck.Clue{{Expr: n}}
		a, b := solutions(t, listed, 1000), solutions(t, factored, 1000)
		if fmt.Sprint(sorted(a)) != fmt.Sprint(sorted(b)) {
			t.Fatalf("clue %d: %s: %d solutions by tables, %d by the model", i, listed.Format(n), len(a), len(b))
		}
		want := 0
		for k := 0; k < listed.NumThings(); k++ {
			if listed.Holds(n, listed.Thing(k)) {
				want++
			}
		}
		if len(a) != want {
			t.Fatalf("clue %d: %s: %d solutions, want %d", i, listed.Format(n), len(a), want)
		}
	}
}

func sorted(ts []deck.Thing) map[string]bool {
	out := map[string]bool{}
	for _, t := range ts {
		out[fmt.Sprint(t)] = true
	}
	return out
}

// TestLineupsAgree compares the constraint model of line-ups with trying every arrangement.
func TestLineupsAgree(t *testing.T) {
	r := rng.New(2)
	small := func(round bool) *deck.Puzzle {
		return cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 3, Round: round, Categories: []deck.Property{
			{Name: "Name", Values: []string{"Ann", "Bob", "Cy"}}, {Name: "Age", Type: deck.Integer, Values: []string{"20", "30", "35"}}}}})
	}
	perms := [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for i := range 200 {
		p := small(i%2 == 1)
		for range 2 {
			n := cardtest.RandomNode(r, p, 1)
			if p.ValidateExpr(n) == nil {
				p.Clues = append(p.Clues, deck.Clue{Expr: n})
			}
		}
		got := sorted(solutions(t, p, 1000))
		want := 0
		for _, a := range perms {
			for _, b := range perms {
				th := append(append(deck.Thing(nil), a...), b...)
				if p.CheckThing(th) == nil {
					want++
					if !got[fmt.Sprint(th)] {
						t.Fatalf("puzzle %d: %s is missing", i, p.ThingText(th))
					}
				}
			}
		}
		if len(got) != want {
			t.Fatalf("puzzle %d: %d solutions, want %d", i, len(got), want)
		}
	}
}

// TestEquations solves Dudeney's square with 5 in the middle and small systems of equations, none of which lists its things.
func TestEquations(t *testing.T) {
	square := &deck.Puzzle{Factored: true}
	digits := []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}
	for r := 1; r <= 3; r++ {
		for c := 1; c <= 3; c++ {
			square.Properties = append(square.Properties, deck.Property{Name: fmt.Sprintf("c%d%d", r, c), Type: deck.Integer, Values: digits})
		}
	}
	lines := []string{"c22 = 5", "c11+c12+c13 = 15", "c21+c22+c23 = 15", "c31+c32+c33 = 15", "c11+c21+c31 = 15", "c12+c22+c32 = 15",
		"c13+c23+c33 = 15", "c11+c22+c33 = 15", "c13+c22+c31 = 15"}
	p := cardtest.Made(t, square, lines...)
	if got := len(solutions(t, p, 1000)); got != 41 {
		t.Errorf("the square has %d solutions, want 41", got)
	}
	p.Clues = nil
	p = cardtest.Made(t, p, append(lines, "distinct(c11,c12,c13,c21,c22,c23,c31,c32,c33)")...)
	if got := len(solutions(t, p, 1000)); got != 8 {
		t.Errorf("the square of different numbers has %d solutions, want 8", got)
	}
	four := &deck.Puzzle{}
	for _, n := range []string{"A", "B", "C", "D"} {
		four.Properties = append(four.Properties, deck.Property{Name: n, Type: deck.Integer, Values: digits[:4]})
	}
	p = cardtest.Made(t, four, "2*C = B", "4*C = D", "distinct(A,B,C,D)")
	got := solutions(t, p, 10)
	if len(got) != 1 || p.ThingText(got[0]) != "A = 3, B = 2, C = 1, D = 4" {
		t.Errorf("equations: %v", got)
	}
}

func TestLineupIsNeverListed(t *testing.T) {
	p := cardtest.LineUp(t, false, "at(Name=Ann, 1)", "after(Meat=beef, Name=Ann)", "Age(Meat=beef) = 50", "Age(Name=Ann) < Age(Name=Bob)",
		"same(Name=Bob, Meat=duck)", "right(Name=Bob, Age=50)", "other(Name=Cy, Age=50)", "next(Name=Cy, Age=50)", "between(Meat=lamb, Name=Cy, Meat=beef)",
		"pos(Age=30) = 2*pos(Age=50)", "left(Meat=lamb, Name=Cy)")
	in, err := family().NewInstance(p)
	if err != nil {
		t.Fatal(err)
	}
	if in.table != nil || p.NumThings() != 0 {
		t.Error("the line-up lists things")
	}
	if c := p.Counts(); c != (deck.Counts{Things: 1, Properties: 48, Links: 12}) {
		t.Errorf("counts %v", c)
	}
	if _, err := in.Solve(context.Background(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := (Family{}).wrap(p).Solve(context.Background(), 2); err == nil {
		t.Error("solved without an engine")
	}
}

func TestIDs(t *testing.T) {
	for _, p := range []*deck.Puzzle{cardtest.Cars(t, "top = red => body = red"), cardtest.Typed(t, "2*A > B", "'or' = 'it\\'s'"), cardtest.LineUp(t, true, "next(Meat=beef, Name=Bob)")} {
		in, err := family().NewInstance(p)
		if err != nil {
			t.Fatal(err)
		}
		id := puzzle.ID(family(), in)
		_, back, err := puzzle.NewRegistry(family()).Open(context.Background(), id)
		if err != nil || puzzle.ID(family(), back) != id {
			t.Errorf("%s: %v", id, err)
		}
	}
}

func TestCounts(t *testing.T) {
	p := cardtest.Cars(t)
	if c := p.Counts(); c != (deck.Counts{Things: 9, Properties: 6, Links: 18}) {
		t.Errorf("counts %v", c)
	}
	if err := p.Counts().Check("Property", 6, 6); err != nil {
		t.Error(err)
	}
	err := p.Counts().Check("Thing", 6, 6) // as the published generator of property files makes it
	if want := "Thing is given as 6, but the domains make Thing 9, Property 6, ThingProperty 18"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// solutions lists the solutions of a puzzle.
func solutions(t *testing.T, p *deck.Puzzle, limit int) []deck.Thing {
	t.Helper()
	in, err := family().NewInstance(p)
	if err != nil {
		t.Fatal(err)
	}
	res, err := in.Solve(context.Background(), limit)
	if err != nil {
		t.Fatal(err)
	}
	var out []deck.Thing
	for _, s := range res.Solutions {
		if err := in.CheckSolution(s); err != nil {
			t.Error(err)
		}
		out = append(out, s.(Solution).T)
	}
	if res.Complete != (len(out) < limit) && len(out) != limit {
		t.Errorf("%d solutions, complete %v", len(out), res.Complete)
	}
	return out
}

// instance wraps a puzzle.
func instance(t testing.TB, p *deck.Puzzle) *Instance {
	t.Helper()
	in, err := family().NewInstance(p)
	if err != nil {
		t.Fatal(err)
	}
	return in
}
