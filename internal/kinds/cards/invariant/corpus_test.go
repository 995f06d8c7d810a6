package invariant

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// corpusCase is what the tests read of a case of corpus/cards/cases.json.
type corpusCase struct {
	ID          string
	Domain      json.RawMessage
	Invariants  string
	Clues       json.RawMessage
	Constructed json.RawMessage `json:"clues_constructed_here"`
	Computed    struct {
		Bans      map[string][]map[string]string
		BanCounts []int `json:"ban_counts"`
		Models    []struct {
			Left   map[string]string
			Answer []string `json:"query_answer"`
			Fits   bool     `json:"fits_all_four_statements"`
		} `json:"models_of_paper_invariants"`
	}
	Expected struct {
		Left map[string]string
	}
}

type corpusClue struct {
	ID         string
	Prem, Conc []string
	NegP       bool
	NegC       bool
	ToStr      string
	BansOCL    string
}

func corpusCases(t *testing.T) []corpusCase {
	t.Helper()
	data, err := os.ReadFile(puztest.Corpus(t, "cards", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []corpusCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

// TestCorpus: for every case with domains and clues, the OCL expression for what a clue bans is the one that the case has, and
// selects what the clue bans; the case's invariants hold of its clues.
func TestCorpus(t *testing.T) {
	ctx := context.Background()
	done, judged := 0, 0
	for _, c := range corpusCases(t) {
		if c.Invariants != "" {
			if _, err := Compile(Source{Name: c.ID, Text: c.Invariants}); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
		var domain map[string][]string
		var clues []corpusClue
		raw := c.Clues
		if raw == nil || string(raw) == "null" {
			raw = c.Constructed
		}
		if json.Unmarshal(c.Domain, &domain) != nil || json.Unmarshal(raw, &clues) != nil || len(clues) == 0 {
			continue
		}
		p := &deck.Puzzle{}
		for name, values := range domain {
			p.Properties = append(p.Properties, deck.Property{Name: name, Values: values})
		}
		slices.SortFunc(p.Properties, func(a, b deck.Property) int { return strings.Compare(a.Name, b.Name) })
		atom := func(a []string, neg bool) *deck.Node {
			k, err := p.FindProperty(a[0])
			if err != nil {
				t.Fatal(err)
			}
			v, err := p.FindValue(k, a[1])
			if err != nil {
				t.Fatal(err)
			}
			if neg {
				return deck.IsNotNode(k, v)
			}
			return deck.IsNode(k, v)
		}
		for _, clue := range clues {
			n := atom(clue.Conc, clue.NegC)
			if clue.Prem != nil {
				n = deck.ImpliesNode(atom(clue.Prem, clue.NegP), n)
			}
			p.Clues = append(p.Clues, deck.Clue{ID: clue.ID, Expr: n})
		}
		if err := p.Validate(); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		set := compileText(t, c.Invariants)
		query := func(text string) string {
			t.Helper()
			v, err := set.Query(ctx, p, nil, c.ID, text)
			if err != nil {
				t.Errorf("%s: %s: %v", c.ID, text, err)
			}
			return v
		}
		for i, clue := range clues {
			if clue.BansOCL == "" {
				continue
			}
			done++
			if got, want := query(clue.ID+".bansOCL()"), "'"+strings.ReplaceAll(clue.BansOCL, "'", `\'`)+"'"; got != want {
				t.Errorf("%s %s: %s, expected %s", c.ID, clue.ID, got, want)
			}
			if got := query("(" + clue.BansOCL + ") = " + clue.ID + ".bansThing()"); got != "true" {
				t.Errorf("%s %s: bansOCL selects other things than bansThing", c.ID, clue.ID)
			}
			if got := query(clue.ID + ".toStr"); got != "'"+clue.ToStr+"'" {
				t.Errorf("%s %s: %s, expected %s", c.ID, clue.ID, got, clue.ToStr)
			}
			if len(c.Computed.BanCounts) > 0 {
				n := query(clue.ID + ".bansThing()->size()")
				if want, _ := json.Marshal(c.Computed.BanCounts[i]); n != string(want) {
					t.Errorf("%s %s bans %s, expected %s", c.ID, clue.ID, n, want)
				}
			}
		}
		if c.Invariants != "" {
			judged++
			if err := set.Check(ctx, p); err != nil {
				t.Errorf("%s: %v", c.ID, err)
			}
		}
	}
	if done == 0 || judged == 0 {
		t.Errorf("%d clues and %d sets of invariants: the corpus has more", done, judged)
	}
}

// TestCorpusRoundTable: the models of the invariants as printed are those of the corpus, and the amended ones have the one
// that fits the story.
func TestCorpusRoundTable(t *testing.T) {
	p := roundTable(t)
	for _, c := range corpusCases(t) {
		if c.ID != "round_table" {
			continue
		}
		for _, texts := range [][]string{{roundTablePrinted}, {roundTablePrinted, roundTableAmended}} {
			set := compileText(t, texts...)
			models := modelsOf(t, set, p)
			want := 0
			for _, m := range c.Computed.Models {
				if len(texts) == 2 && !m.Fits {
					continue
				}
				want++
				found := slices.ContainsFunc(models, func(thing deck.Thing) bool {
					for name, on := range m.Left {
						k, err := p.FindProperty(name)
						if err != nil || p.Properties[k].Values[thing[k]] != on {
							return false
						}
					}
					return true
				})
				if !found {
					t.Errorf("no model with %v", m.Left)
				}
			}
			if len(models) != want {
				t.Errorf("%d models, expected %d", len(models), want)
			}
		}
	}
}
