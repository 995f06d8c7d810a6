package choose

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/solving"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
)

// TestEveryMinimalSetOfALineupComesUp lists, by trying all arrangements, all minimal clue sets over two categories at two
// places, and generates until all of them have come up and nothing else.
func TestEveryMinimalSetOfALineupComesUp(t *testing.T) {
	puztest.From(t, puztest.Usual)
	p := cardtest.Made(t, &deck.Puzzle{Lineup: &deck.Lineup{Places: 2, Categories: []deck.Property{{Name: "A", Values: []string{"a", "b"}}, {Name: "B", Values: []string{"c", "d"}}}}})
	forms := []FormBound{{deck.Form(deck.At.String()), 0, -1}, {deck.Form(deck.Same.String()), 0, -1}, {deck.Form(deck.LeftOf.String()), 0, -1}}
	clues, err := ListClues(p, []deck.Form{deck.Form(deck.At.String()), deck.Form(deck.Same.String()), deck.Form(deck.LeftOf.String())})
	if err != nil {
		t.Fatal(err)
	}
	arrangements := []deck.Thing{{0, 1, 0, 1}, {0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}}
	left := func(set []int) int {
		n := 0
		for _, a := range arrangements {
			if !slices.ContainsFunc(set, func(i int) bool { return !p.Holds(clues[i], a) }) {
				n++
			}
		}
		return n
	}
	minimal := map[string]bool{}
	var pick func(from int, set []int)
	pick = func(from int, set []int) {
		if left(set) == 1 {
			q := p.Without()
			for k, i := range set {
				if left(slices.Delete(slices.Clone(set), k, k+1)) == 1 {
					return
				}
				q.Clues = append(q.Clues, deck.Clue{Expr: clues[i]})
			}
			minimal[cardtest.SetKey(q)] = true
			return
		}
		for i := from; i < len(clues) && len(set) < 3; i++ {
			pick(i+1, append(slices.Clone(set), i))
		}
	}
	pick(0, nil)
	seen := map[string]bool{}
	for seed := uint64(0); len(seen) < len(minimal) && seed < uint64(200*len(minimal)); seed++ {
		m, err := maker().Make(context.Background(), Demand{Puzzle: p, Forms: forms}, rng.New(seed), nil)
		if err != nil {
			t.Fatal(err)
		}
		key := cardtest.SetKey(m.Puzzle)
		if !minimal[key] {
			t.Fatalf("seed %d: %s is not minimal", seed, key)
		}
		seen[key] = true
	}
	if len(seen) != len(minimal) || len(minimal) < 20 {
		t.Errorf("%d of %d minimal sets", len(seen), len(minimal))
	}
}

func TestLineupDemands(t *testing.T) {
	ctx := context.Background()
	p := cardtest.LineUp(t, false)
	for name, d := range map[string]Demand{
		"forms":     {Forms: []FormBound{{deck.Form(deck.At.String()), 1, 2}, {deck.Form(deck.Next.String()), 1, -1}, {deck.Form(deck.After.String()), 0, -1}, {deck.Form(deck.Same.String()), 0, -1}}},
		"redundant": {Redundant: Require},
		"solution":  {Where: cardtest.MustParse(t, p, "at(Name = Di, 2) and same(Name = Bob, Meat = pork)")},
		"class":     {Class: "easy"},
	} {
		d.Puzzle = p
		m, err := maker().Make(ctx, d, rng.New(4), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := cardtest.Solved(t, m.Puzzle, 2)
		if len(got) != 1 || !got[0].Equal(m.Solutions[0]) {
			t.Errorf("%s: %d solutions", name, len(got))
		}
		if d.Where != nil && !p.Holds(d.Where, got[0]) {
			t.Errorf("%s: %s", name, p.ThingText(got[0]))
		}
		for _, b := range d.Forms {
			n := 0
			for _, c := range m.Puzzle.Clues {
				if c.Expr.Form() == b.Form {
					n++
				}
			}
			if n < b.Min || b.Max >= 0 && n > b.Max {
				t.Errorf("%s: %d clues of form %s", name, n, b.Form)
			}
		}
	}
	var conflict *ConflictError
	_, err := maker().Make(ctx, Demand{Puzzle: p, Where: cardtest.MustParse(t, p, "at(Name = Di, 2) and at(Name = Bob, 2)")}, rng.New(1), nil)
	if !errors.As(err, &conflict) {
		t.Error(err)
	}
	if _, err := (Maker{}).Make(ctx, Demand{Puzzle: p}, rng.New(1), nil); !errors.Is(err, solving.ErrNoEngine) {
		t.Error(err)
	}
}

func TestFormBoundsTwice(t *testing.T) {
	for text, want := range map[string]string{"is:1-,is:0": "form is has two bounds: give one of them", "is,is:0-1": "", "paper,is:0-1": "", "is:0-1,paper": "", "is:1,or,is:1": "form is has two bounds: give one of them"} {
		if _, err := ParseForms(text); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestFormsThatGiveNothing: forms with too many clues, or with none, are named with what to change.
func TestFormsThatGiveNothing(t *testing.T) {
	round := cardtest.LineUp(t, true)
	words := cardtest.Made(t, &deck.Puzzle{Factored: true, Properties: []deck.Property{{Name: "A", Values: []string{"a", "b"}}, {Name: "B", Values: []string{"c", "d"}}}})
	var many []deck.Property
	for i := range 9 {
		many = append(many, deck.Property{Name: string(rune('A' + i)), Type: deck.Integer, Values: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}})
	}
	for _, c := range []struct {
		p     *deck.Puzzle
		forms []deck.Form
		want  string
	}{
		{words, PlaceForms(), "need a line-up"},
		{words, []deck.Form{deck.FormEquation}, "there is no clue of the forms allowed (equation) over these domains: equations need properties of whole numbers"},
		{round, []deck.Form{deck.Form(deck.LeftOf.String())}, "round a table"},
		{cardtest.Made(t, &deck.Puzzle{Factored: true, Properties: many}), []deck.Form{deck.FormIs, deck.FormExactly, deck.FormIfIs},
			"there are 129033 clues of the forms allowed over these domains (122472 of form exactly), and at most 60000 can be chosen from: leave out exactly from the forms allowed, or make the domains smaller"},
	} {
		if _, err := ListClues(c.p, c.forms); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nexpected %s", err, c.want)
		}
	}
}
