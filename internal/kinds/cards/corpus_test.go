package cards

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardtest"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/choose"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/saying"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// corpusCase is a case of cards/cases.json, as far as the core is concerned.
type corpusCase struct {
	ID     string                     `json:"id"`
	Domain map[string][]string        `json:"domain"`
	Bounds map[string]int             `json:"bounds"`
	Clues  []corpusClue               `json:"clues"`
	Made   []corpusClue               `json:"clues_constructed_here"`
	Expect map[string]json.RawMessage `json:"expected"`
	Comp   struct {
		Counts  []int                 `json:"ban_counts"`
		New     []int                 `json:"newly_banned_counts"`
		Minimal []json.RawMessage     `json:"minimal_sufficient_clue_sets"`
		Bans    map[string][]corpusTh `json:"bans"`
	} `json:"computed"`
	Positions  int                 `json:"positions"`
	Categories map[string][]string `json:"-"`
}

type corpusTh map[string]string

type corpusClue struct {
	ID      string            `json:"id"`
	ToStr   string            `json:"toStr"`
	English string            `json:"english"`
	Form    []json.RawMessage `json:"form"`
}

func readCorpus(t *testing.T) []json.RawMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(puztest.Corpus(t), "cards", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []json.RawMessage }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

// TestCorpusCards: each case of things and clues bans as was verified elsewhere, reads and writes its clues, and has the
// verified solution and minimal sets.
func TestCorpusCards(t *testing.T) {
	seen := 0
	for _, raw := range readCorpus(t) {
		var c corpusCase
		if err := json.Unmarshal(raw, &c); err != nil || c.Domain == nil {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			seen++
			p := &deck.Puzzle{}
			for _, name := range slices.Sorted(maps.Keys(c.Domain)) {
				p.Properties = append(p.Properties, deck.Property{Name: name, Values: c.Domain[name]})
			}
			cardtest.Made(t, p)
			for _, class := range []string{"Thing", "Property", "ThingProperty"} {
				if n, ok := c.Bounds[class]; ok {
					if err := p.Counts().Check(class, float64(n), float64(n)); err != nil {
						t.Error(err)
					}
				}
			}
			for _, clue := range append(c.Clues, c.Made...) {
				p.Clues = append(p.Clues, deck.Clue{ID: clue.ID, Expr: cardtest.MustParse(t, p, clue.ToStr)})
			}
			in := instance(t, p)
			for i, clue := range append(c.Clues, c.Made...) {
				if got := saying.Phrase(p, p.Clues[i].Expr, "en"); got != lowerFirst(clue.English) {
					t.Errorf("%s: %q, want %q", clue.ID, got, clue.English)
				}
				for _, th := range c.Comp.Bans[clue.ID] {
					want := make(deck.Thing, len(p.Properties))
					for k, q := range p.Properties {
						want[k] = q.Index(th[q.Name])
					}
					if !in.bans[i].Has(p.ThingIndex(want)) {
						t.Errorf("%s does not ban %s", clue.ID, p.ThingText(want))
					}
				}
				if n, ok := c.Comp.Bans[clue.ID]; ok && len(n) != in.bans[i].Count() {
					t.Errorf("%s bans %d things, want %d", clue.ID, in.bans[i].Count(), len(n))
				}
			}
			for i, want := range c.Comp.Counts {
				if got := in.bans[i].Count(); got != want {
					t.Errorf("clue %d bans %d, want %d", i+1, got, want)
				}
			}
			var sol corpusTh
			if raw, ok := c.Expect["solution"]; !ok || json.Unmarshal(raw, &sol) != nil || len(p.Clues) == 0 {
				return
			}
			res, err := in.Solve(context.Background(), 2)
			if err != nil || len(res.Solutions) != 1 {
				t.Fatalf("%d solutions, %v", len(res.Solutions), err)
			}
			for k, q := range p.Properties {
				if got := q.Values[res.Solutions[0].(Solution).T[k]]; got != sol[q.Name] {
					t.Errorf("%s is %s, want %s", q.Name, got, sol[q.Name])
				}
			}
			a, err := choose.Analyse(context.Background(), in.f.Engine, in.P, in.bans)
			if err != nil {
				t.Fatal(err)
			}
			if c.Comp.Minimal != nil && len(a.Minimal) != len(c.Comp.Minimal) {
				t.Errorf("%d minimal sets, want %d", len(a.Minimal), len(c.Comp.Minimal))
			}
		})
	}
	if seen < 5 {
		t.Errorf("only %d cases of things and clues", seen)
	}
}

func lowerFirst(s string) string {
	if s != "" && s[0] == 'I' {
		return "i" + s[1:]
	}
	return s
}

// TestCorpusLineup is the zebra example of section 5.4: thirteen clues in their verified forms, one solution, and the minimal
// sets found by leaving clues out one by one.
func TestCorpusLineup(t *testing.T) {
	for _, raw := range readCorpus(t) {
		var c struct {
			ID         string              `json:"id"`
			Positions  int                 `json:"positions"`
			Categories map[string][]string `json:"categories"`
			Clues      []corpusClue        `json:"clues"`
			Expected   map[string][]string `json:"expected"`
			Computed   struct {
				Spare   []int   `json:"each_single_clue_that_can_be_dropped"`
				Minimal [][]int `json:"minimal_sufficient_clue_sets"`
			} `json:"computed"`
		}
		if json.Unmarshal(raw, &c) != nil || c.Positions == 0 {
			continue
		}
		l := &deck.Lineup{Places: c.Positions}
		for _, name := range slices.Sorted(maps.Keys(c.Categories)) {
			l.Categories = append(l.Categories, deck.Property{Name: name, Values: c.Categories[name]})
		}
		p := cardtest.Made(t, &deck.Puzzle{Lineup: l})
		ops := map[string]string{"at": "at", "immediately_after": "after", "at_end": "ends", "same": "same", "somewhere_right_of": "right", "next_to": "next"}
		for _, clue := range c.Clues {
			var form string
			if err := json.Unmarshal(clue.Form[0], &form); err != nil {
				t.Fatal(err)
			}
			text := ops[form] + "("
			for i, arg := range clue.Form[1:] {
				if i > 0 {
					text += ", "
				}
				var item []string
				if json.Unmarshal(arg, &item) == nil {
					text += deck.Word(item[0]) + " = " + deck.Word(item[1])
				} else {
					text += string(arg)
				}
			}
			p.Clues = append(p.Clues, deck.Clue{Expr: cardtest.MustParse(t, p, text+")")})
		}
		got := solutions(t, p, 3)
		if len(got) != 1 {
			t.Fatalf("%d solutions", len(got))
		}
		for cat := range l.Categories {
			if row := (Solution{p, got[0]}).row(cat); !slices.Equal(row, c.Expected[l.Categories[cat].Name]) {
				t.Errorf("%s: %v, want %v", l.Categories[cat].Name, row, c.Expected[l.Categories[cat].Name])
			}
		}
		a, err := choose.Analyse(context.Background(), family().Engine, p, instance(t, p).bans)
		if err != nil {
			t.Fatal(err)
		}
		from1 := func(list []int) []int {
			out := slices.Clone(list)
			for i := range out {
				out[i]++
			}
			return out
		}
		if got := from1(a.Redundant); !slices.Equal(got, c.Computed.Spare) {
			t.Errorf("clues that can be spared: %v, want %v", got, c.Computed.Spare)
		}
		var minimal [][]int
		for _, set := range a.Minimal {
			minimal = append(minimal, from1(set))
		}
		slices.SortFunc(c.Computed.Minimal, func(a, b []int) int { return cmp.Or(len(a)-len(b), slices.Compare(a, b)) })
		if fmt.Sprint(minimal) != fmt.Sprint(c.Computed.Minimal) {
			t.Errorf("minimal sets %v, want %v", minimal, c.Computed.Minimal)
		}
		return
	}
	t.Error("the corpus has no line-up")
}
