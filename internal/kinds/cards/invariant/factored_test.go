package invariant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// TestGenerateFactored makes line-ups under invariants on the solution and on the clues.
func TestGenerateFactored(t *testing.T) {
	p := lineupOf(t, "Name: Ann Bob Cy", "Pet: cat dog owl")
	set := compileText(t, `context Thing inv first: value('Name1') = 'Ann' and value('Pet3') = 'owl'
context Clue inv few: Clue.allInstances->size() <= 4
context Clue inv noPlaces: form <> 'at'`)
	for solutions := 1; solutions <= 2; solutions++ {
		for seed := range uint64(5) {
			d := choose.Demand{Puzzle: p, Solutions: solutions, Invariants: set.Generation(solutions)}
			made, err := maker.Make(context.Background(), d, rng.New(seed), nil)
			if err != nil {
				t.Fatalf("%d solutions, seed %d: %v", solutions, seed, err)
			}
			q := made.Puzzle
			if len(made.Solutions) != solutions || len(q.Clues) > 4 {
				t.Errorf("%d solutions, %d clues", len(made.Solutions), len(q.Clues))
			}
			for _, s := range made.Solutions {
				if s[0] != 0 || s[5] != 2 {
					t.Error(q.ThingText(s))
				}
			}
			for _, c := range q.Clues {
				if c.Expr.Form() == "at" {
					t.Error(q.Format(c.Expr))
				}
			}
		}
	}
}

// lineupOf makes a line-up of categories such as "Pet: cat dog".
func lineupOf(t testing.TB, categories ...string) *deck.Puzzle {
	t.Helper()
	l := &deck.Lineup{}
	for _, c := range categories {
		name, values, _ := strings.Cut(c, ": ")
		l.Categories = append(l.Categories, deck.Property{Name: name, Values: strings.Fields(values)})
		l.Places = len(strings.Fields(values))
	}
	p := &deck.Puzzle{Lineup: l}
	if err := p.Validate(); err != nil {
		t.Fatal(err)
	}
	return p
}

// admissible lists all sets of up to most clues of a factored puzzle that meet a demand with invariants, which the evaluator
// judges, by trying all arrangements and all sets.
func admissible(t *testing.T, set *Set, d choose.Demand, clues []*deck.Node, most int) map[string]bool {
	t.Helper()
	p := d.Puzzle
	var things []deck.Thing
	thing := make(deck.Thing, len(p.Properties))
	var fill func(k int)
	fill = func(k int) {
		if k < len(thing) {
			for v := range p.Properties[k].Values {
				thing[k] = v
				fill(k + 1)
			}
		} else if p.CheckThing(thing) == nil {
			things = append(things, slices.Clone(thing))
		}
	}
	fill(0)
	out := map[string]bool{}
	var pick func(from int, chosen []int)
	pick = func(from int, chosen []int) {
		by := make([]int, len(things))
		var left []deck.Thing
		for i, a := range things {
			for _, c := range chosen {
				if !p.Holds(clues[c], a) {
					by[i]++
				}
			}
			if by[i] == 0 {
				left = append(left, a)
			}
		}
		ok := len(left) == max(d.Solutions, 1) && len(chosen) >= d.MinClues && (d.MaxClues == 0 || len(chosen) <= d.MaxClues)
		for _, c := range chosen {
			bans, alone := false, false
			for i, a := range things {
				if !p.Holds(clues[c], a) {
					bans, alone = true, alone || by[i] == 1
				}
			}
			ok = ok && (bans || d.Useless != choose.Exclude) && (!bans || alone || d.Redundant != choose.Exclude)
		}
		if ok {
			q := *p
			q.Clues = nil
			for _, c := range chosen {
				q.Clues = append(q.Clues, deck.Clue{Expr: clues[c]})
			}
			for _, a := range left {
				if ok && set.Check(context.Background(), &q, a) != nil {
					ok = false
				}
			}
			if ok {
				out[clueKey(&q)] = true
			}
		}
		for i := from; i < len(clues) && len(chosen) < most; i++ {
			pick(i+1, append(slices.Clone(chosen), i))
		}
	}
	pick(0, nil)
	return out
}

func clueKey(p *deck.Puzzle) string {
	var words []string
	for _, c := range p.Clues {
		words = append(words, p.Format(c.Expr))
	}
	sort.Strings(words)
	return strings.Join(words, "; ")
}

// factoredInvariants are about the solution, about single clues, about how many there are, about pairs of them, and about both
// clues and solution.
var factoredInvariants = []string{
	"context Thing inv: value('A1') = 'a'",
	"context Clue inv: form <> 'at'",
	"context Clue inv: form = 'is' implies prem.value <> 'b'",
	"context Clue inv: Clue.allInstances->size() = 2",
	"context Thing inv: Clue.allInstances->size() = 2",
	"context Thing inv: Clue.allInstances->select(form = 'is')->size() >= 1",
	"context Clue inv: Clue.allInstances->select(prem <> conc)->size() <= 1",
	"context a, b : Clue inv: a <> b implies a.prem <> b.prem",
	"context Clue inv: Clue.allInstances->isUnique(form)",
	"context Clue inv: Clue.allInstances->exists(c | c.form = 'at') implies Clue.allInstances->exists(c | c.form = 'same')",
	"context Thing inv: Clue.allInstances->exists(c | c.form = 'is' and c.prem.value = value('A1'))",
	"context Thing inv: value('A1') = 'a' implies Clue.allInstances->size() = 1 or Clue.allInstances->forAll(c | c.form = 'is')",
	"context Clue inv: Clue.allInstances->collect(text.size())->sum() < 30",
	"context Clue inv: bannedThings->isEmpty()",
	"context Thing inv: cluesValid()->exists(t | t.value('A2') = 'a') and banningClues->isEmpty() and not banned",
	"context Thing inv: 1 = 2",
}

// TestEverySetUnderFactoredInvariants: of all the sets of clues of small factored puzzles, those that meet a demand with invariants come
// up, and no other; where there are none, a minimal unsatisfiable set is named.
func TestEverySetUnderFactoredInvariants(t *testing.T) {
	pair := lineupOf(t, "A: a b", "B: c d")
	product := &deck.Puzzle{Factored: true, Properties: []deck.Property{{Name: "A1", Values: []string{"a", "b"}}, {Name: "A2", Values: []string{"a", "b"}}}}
	if err := product.Validate(); err != nil {
		t.Fatal(err)
	}
	forms := func(names ...deck.Form) []choose.FormBound {
		var out []choose.FormBound
		for _, n := range names {
			out = append(out, choose.FormBound{Form: n, Max: -1})
		}
		return out
	}
	for _, c := range puztest.Some([]struct {
		name string
		d    choose.Demand
	}{
		{"line-up", choose.Demand{Puzzle: pair, Forms: forms("is", "at", "same")}},
		{"line-up, more clues", choose.Demand{Puzzle: pair, Forms: forms("at", "same", "next"), MaxClues: 2, Useless: choose.Allow, Redundant: choose.Allow}},
		{"line-up, two solutions", choose.Demand{Puzzle: pair, Solutions: 2, Forms: forms("is", "at", "same")}},
		{"product", choose.Demand{Puzzle: product, Forms: forms("is", "if-is", "if-not-is")}},
		{"product, two clues", choose.Demand{Puzzle: product, Forms: forms("is", "if-is-not"), MinClues: 2, MaxClues: 2, Redundant: choose.Allow}},
	}, 5) {
		names := make([]deck.Form, len(c.d.Forms))
		for i, f := range c.d.Forms {
			names[i] = f.Form
		}
		clues, err := choose.ListClues(c.d.Puzzle, names)
		if err != nil {
			t.Fatal(err)
		}
		conflicts := 0
		for _, text := range puztest.Some(factoredInvariants, 5) {
			set := compileText(t, text)
			want := admissible(t, set, c.d, clues, 3)
			d := c.d
			d.Invariants = set.Generation(max(d.Solutions, 1))
			seen, draws := map[string]bool{}, uint64(0)
			for ; len(seen) < len(want) && draws < uint64(60*len(want)+400) || draws < 5; draws++ {
				made, err := maker.Make(context.Background(), d, rng.New(draws), nil)
				var conflict *choose.ConflictError
				if len(want) == 0 && errors.As(err, &conflict) && conflict.Smallest {
					conflicts++
					break
				}
				if err != nil {
					t.Fatalf("%s, %s: seed %d, %d sets: %v", c.name, text, draws, len(want), err)
				}
				key := clueKey(made.Puzzle)
				if !want[key] && len(made.Puzzle.Clues) <= 3 {
					t.Fatalf("%s, %s: seed %d: %s is not admissible", c.name, text, draws, key)
				}
				if want[key] {
					seen[key] = true
				}
			}
			if len(seen) != len(want) {
				t.Errorf("%s, %s: %d of %d admissible sets in %d draws", c.name, text, len(seen), len(want), draws)
			}
			t.Logf("%s, %s: %d sets in %d draws", c.name, text, len(want), draws)
		}
		if conflicts == 0 && puztest.Doing() >= puztest.Usual { // the few of -short may have none
			t.Errorf("%s: no conflicts", c.name)
		}
	}
}

// TestFactoredConflicts: what cannot be met is named, as small as can be.
func TestFactoredConflicts(t *testing.T) {
	puztest.From(t, puztest.Usual)
	p := lineupOf(t, "Name: Ann Bob Cy", "Pet: cat dog owl")
	where, err := p.Parse("at(Name = Ann, 1)")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		d    choose.Demand
		text string
		want string
	}{
		{choose.Demand{}, "context Thing inv never: value('Name1') = value('Name2')", "[invariant Thing::never]"},
		{choose.Demand{Where: where}, "context Thing inv other: value('Name1') = 'Bob'", "[the solution has at(Name = Ann, 1) invariant Thing::other]"},
		{choose.Demand{}, "context Clue inv ends: form = 'ends'", "[exactly 1 solution invariant Clue::ends]"},
		{choose.Demand{}, "context Thing inv one: Clue.allInstances->size() <= 1", "[exactly 1 solution invariant Thing::one]"},
		{choose.Demand{MinClues: 4}, "context Thing inv one: Clue.allInstances->size() <= 3", "[at least 4 clues invariant Thing::one]"},
		{choose.Demand{}, "context Thing inv a: Clue.allInstances->exists(form = 'at') context Clue inv b: form <> 'at'", "[invariant Thing::a invariant Clue::b]"},
		{choose.Demand{Forms: []choose.FormBound{{Form: "at", Max: -1}, {Form: "same", Max: 2}}}, "context Clue inv b: form <> 'at'", "[exactly 1 solution invariant Clue::b]"},
		{choose.Demand{Forms: []choose.FormBound{{Form: "at", Max: -1}}}, "context Clue inv six: Clue.allInstances->size() = 6", "[exactly 1 solution no redundant clue invariant Clue::six]"},
		{choose.Demand{Solutions: 2}, "context Thing inv all: value('Name1') = 'Ann' and value('Name2') = 'Bob' and value('Pet1') = 'cat' and value('Pet2') = 'dog'", "[exactly 2 solutions invariant Thing::all]"},
	} {
		d := c.d
		d.Puzzle, d.Invariants = p, compileText(t, c.text).Generation(max(d.Solutions, 1))
		_, err := maker.Make(context.Background(), d, rng.New(1), nil)
		var conflict *choose.ConflictError
		if !errors.As(err, &conflict) {
			t.Errorf("%s: %v", c.text, err)
		} else if got := fmt.Sprint(conflict.Demands); got != c.want || !conflict.Smallest {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	// What cannot be compiled is judged, and that is said.
	judged := "context Clue inv long: Clue.allInstances->sortedBy(text)->iterate(c; s = '' | s + c.text).size() = 9999"
	_, err = maker.Make(context.Background(), choose.Demand{Puzzle: p, Invariants: compileText(t, judged).Generation(1), Tries: 15}, rng.New(1), nil)
	var un *puzzle.UnreachableError
	if !errors.As(err, &un) || !strings.Contains(un.Best, "Clue::long") || !strings.Contains(un.Best, "only judged") {
		t.Errorf("%v", err)
	}
}
