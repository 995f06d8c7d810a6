package stored_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// researchers with what the paper's section 5.1 and its published files ask of them.
const demandedResearchers = `Property_name = Set{'Author', 'Topic', 'Origin'}
Property_value = Set{'Antonio', 'Jesus', 'Martin', 'Uncertainty', 'Tooling', 'Validation', 'Malaga', 'Murcia', 'Dortmund'}
Thing_min = 27
Thing_max = 27
[invariants]
context Property inv nameFitsValue:
  (name='Author' implies Set{'Antonio','Martin','Jesus'}->includes(value)) and
  (name='Topic' implies Set{'Uncertainty','Tooling','Validation'}->includes(value)) and
  (name='Origin' implies Set{'Malaga','Murcia','Dortmund'}->includes(value))
context Thing inv solutionAntonio:
  Thing.allInstances->exists(t | t.banned=false and
    t.value('Author')='Antonio' and t.value('Topic')='Uncertainty' and t.value('Origin')='Malaga')
context Clue inv oneInequationThreeConditional:
  Clue.allInstances->exists(c1,c2,c3 | c1<>c2 and c1<>c3 and c2<>c3 and
    c1.prem<>c1.conc and c2.prem<>c2.conc and c3.prem<>c3.conc) and
  Clue.allInstances->exists(c | c.prem=c.conc and c.negatedP=true)
context Thing inv threeProperty: property->size=3
context Property inv nineThing: thing->size=9
`

// TestDemandedResearchers makes four clues that keep the invariants; a contradiction names a smallest set of demands.
func TestDemandedResearchers(t *testing.T) {
	l := load(t, "group.properties", demandedResearchers)
	d := choose.Demand{Puzzle: l.Puzzle, MinClues: 4, MaxClues: 4, Invariants: l.Set.Generation(1)}
	for seed := range uint64(3) {
		made, err := choose.Maker{Engine: native.New()}.Make(context.Background(), d, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.Puzzle.ThingText(made.Solutions[0]); got != "Author = Antonio, Topic = Uncertainty, Origin = Malaga" {
			t.Errorf("%s", got)
		}
	}
	l = load(t, "group.properties", demandedResearchers+"context Clue inv positive: negatedP=false and negatedC=false\n")
	d.Puzzle, d.Invariants = l.Puzzle, l.Set.Generation(1)
	_, err := choose.Maker{Engine: native.New()}.Make(context.Background(), d, rng.New(1), nil)
	var conflict *choose.ConflictError
	if !errors.As(err, &conflict) || !conflict.Smallest {
		t.Fatalf("%v", err)
	}
	if got := strings.Join(conflict.Demands, "; "); !strings.Contains(got, "Clue::oneInequationThreeConditional; invariant Clue::positive") ||
		len(conflict.Demands) > 3 {
		t.Errorf("%s", got)
	}
}

// TestFactoredSolutionsKeepInvariants: the solution that is drawn keeps the invariants of a puzzle that lists no things; where
// nothing keeps them, that is what the error says.
func TestFactoredSolutionsKeepInvariants(t *testing.T) {
	const sums = `Property_name = Set{'A', 'B', 'C'}
Property_value = Set{'1', '2', '3', '4'}
Thing_max = 1
[invariants]
context Thing inv different: Set{value('A'), value('B'), value('C')}->size() = 3
context Thing inv order: value('A').toInt() < value('B').toInt()
`
	ctx := context.Background()
	l := load(t, "sums.properties", sums)
	seen := map[string]bool{}
	for seed := range uint64(20) {
		made, err := family().Make(ctx, choose.Demand{Puzzle: l.Puzzle}, rng.New(seed), nil)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		s := made.Solution.(cards.Solution).T
		if s[0] >= s[1] || s[0] == s[2] || s[1] == s[2] {
			t.Errorf("seed %d: %s", seed, l.Puzzle.ThingText(s))
		}
		seen[l.Puzzle.ThingText(s)] = true
		for _, lang := range []string{"en", "zh"} { // without the invariants the question has other answers
			v, err := made.Instance.(*cards.Instance).View(lang)
			if q := made.Instance.(*cards.Instance).Question(lang); err != nil || !strings.Contains(q, "inv order") || !strings.Contains(v.Rules, "inv order") {
				t.Errorf("seed %d: the invariants are not stated: %v\n%s\n%s", seed, err, q, v.Rules)
			}
		}
	}
	if len(seen) < 4 { // of twelve
		t.Errorf("%d solutions of 20 seeds", len(seen))
	}
	l = load(t, "sums.properties", sums+"context Thing inv never: value('A') = '4'\n")
	_, err := family().Make(ctx, choose.Demand{Puzzle: l.Puzzle}, rng.New(1), nil)
	var conflict *choose.ConflictError
	if !errors.As(err, &conflict) || !conflict.Smallest || !strings.Contains(err.Error(), "invariant Thing::order; invariant Thing::never") {
		t.Errorf("%v", err)
	}
}

// TestFactoredInvariantsOnClues: what an invariant of a factored file says of clues is about the finished puzzle, whatever its
// context: it is no rule on what is sought.
func TestFactoredInvariantsOnClues(t *testing.T) {
	const src = `Property_name = Set{'A', 'B', 'C'}
Property_value = Set{'1', '2', '3'}
Thing_max = 1
[invariants]
context Thing inv two: Clue.allInstances->size() = 2
context Thing inv different: Set{value('A'), value('B'), value('C')}->size() = 3
context Thing inv valid: cluesValid()->exists(t | t.value('C') = '3')
`
	l := load(t, "two.properties", src)
	if texts := fmt.Sprint(l.Puzzle.Rules.Texts()); strings.Contains(texts, "two") || !strings.Contains(texts, "different") || !strings.Contains(texts, "valid") {
		t.Errorf("the rules are %s", texts)
	}
	in, err := family().NewInstance(l.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := in.Solve(context.Background(), 10); err != nil || res.Count != 2 {
		t.Errorf("%d solutions without clues, not 2: %v", res.Count, err)
	}
	d := choose.Demand{Puzzle: l.Puzzle, Invariants: l.Set.Generation(1), Redundant: choose.Allow, Useless: choose.Allow}
	made, err := family().Make(context.Background(), d, rng.New(1), nil)
	if err != nil || len(made.Instance.(*cards.Instance).P.Clues) != 2 || made.Solution.(cards.Solution).T[2] != 2 {
		t.Fatalf("%v", err)
	}
	text, err := made.Instance.(*cards.Instance).Encode("yaml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := loadFirst(t, "two.yaml", text); err != nil {
		t.Error(err)
	}
	// A finished puzzle that does not keep it is refused with its place.
	_, err = loadFirst(t, "bad.yaml", strings.TrimRight(text, "\n")+"\n  context Thing inv seven: Clue.allInstances->size() = 7\n")
	if err == nil || !strings.Contains(err.Error(), "the puzzle does not keep its invariants: the invariant Thing::seven does not hold") {
		t.Errorf("%v\n%s", err, text)
	}
}
