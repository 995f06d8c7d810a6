package cards

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve/native"
)

// TestClaimsTold: in every language what explanations tell is read, nothing of it as false, and hardly less than in English; and where one
// claim says the contrary, that is found to be false.
func TestClaimsTold(t *testing.T) {
	f := Family{Engine: native.New()}
	planted, all := 0, map[string]int{}
	for seed := range puztest.Seeds(t, 4, 200) {
		for _, params := range []string{"3x3x3", "4x4x3", "5x5", "factored-3x4x3", "lineup-3x4"} {
			size, err := f.ParseParams(params)
			if err != nil {
				t.Fatal(err)
			}
			made, err := f.Generate(t.Context(), size, puzzle.Settings{}, rng.New(seed), nil)
			if err != nil {
				t.Fatal(err)
			}
			in := made.Instance.(*Instance)
			res, err := in.Solve(t.Context(), 1)
			if err != nil {
				t.Fatal(err)
			}
			sol := res.Solutions[0].(Solution)
			for _, lang := range phrases.Languages() {
				var told []string
				for step, err := range in.In(lang).Extras().Tell(t.Context(), "") {
					if err != nil {
						t.Fatal(err)
					}
					told = append(told, step.Text)
				}
				claims := in.Extras().Claims
				read := 0
				for _, s := range claimtext.Sentences(strings.Join(told, "\n")) {
					for _, c := range claims(s.Text) {
						if read++; !in.claimHolds(c, sol) {
							t.Errorf("%s#%d, %s: %s: read as %s %s, which is false", params, seed, lang, s.Text, c.Said, c.Move)
						}
						if c.Contrary == "" {
							continue
						}
						wrong := strings.Replace(s.Text, c.Said, c.Contrary, 1)
						found := false
						for _, c := range claims(wrong) {
							found = found || !in.claimHolds(c, sol)
						}
						if planted++; !found {
							t.Errorf("%s#%d, %s: nothing is wrong in: %s", params, seed, lang, wrong)
						}
					}
				}
				if read == 0 {
					t.Errorf("%s#%d, %s: nothing is read in:\n%s", params, seed, lang, strings.Join(told, "\n"))
				}
				all[lang] += read
			}
		}
	}
	t.Logf("%v claims, %d contraries found", all, planted)
	for lang, read := range all {
		if 10*read < 9*all["en"] {
			t.Errorf("%s: %d claims, in English %d", lang, read, all["en"])
		}
	}
}

// claimHolds reports whether a claim is true of a solution.
func (in *Instance) claimHolds(c puzzle.Claim, sol Solution) bool {
	if c.False != "" {
		return false
	}
	if in.table != nil {
		v, err := in.Judge(puzzle.State(c.Move))
		return err == nil && len(v.Conflicts) == 0
	}
	state, err := in.Apply("-", c.Move)
	if err != nil {
		return false
	}
	wrong, err := in.Mistakes(state, sol)
	return err == nil && len(wrong) == 0
}

// TestClaims: what people write of properties is read where it states a fact, and not where it does not.
func TestClaims(t *testing.T) {
	p := &deck.Puzzle{Theme: "dinner", Properties: []deck.Property{
		{Name: "starter", Values: []string{"soup", "salad", "ham"}}, {Name: "drink", Values: []string{"tea", "milk", "water"}},
	}}
	p.Clues = []deck.Clue{{Expr: deck.IsNode(0, 1)}, {Expr: deck.IsNode(1, 2)}}
	in, err := Family{}.NewInstance(p)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"The starter was not soup or ham (clue 1).":             "starter <> soup starter <> ham",
		"So the starter was salad.":                             "starter = salad",
		"Starter = salad":                                       "starter = salad",
		"The drink is not tea":                                  "drink <> tea",
		"The starter was soup or ham.":                          "",
		"The starter was soup or the drink was tea.":            "",
		"Either the starter was soup or the drink was not milk": "",
		"Nobody says that the starter was soup.":                "",
		"If the starter was soup then the drink was tea.":       "",
		"It is not the case that the starter was soup.":         "",
		"The starter was salad, which is wrong.":                "",
		"Clue 2 says the starter was soup.":                     "",
		"Dass die Vorspeise Salat war, ist falsch.":             "",
		"Clue 2 (the starter was soup) bans 3 things.":          "",
		"饮料不是茶或牛奶，所以饮料是水（线索2）。":                                 "drink <> tea drink <> milk drink = water",
		"Also war die Vorspeise nicht Suppe oder Schinken.":     "starter <> soup starter <> ham",
	} {
		var got []string
		for _, c := range newClaimReader(in.P).read(text) {
			got = append(got, in.P.Format(c.fact))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: read as %q, not %q", text, strings.Join(got, " "), want)
		}
	}
}

// TestClaimsOfOneThing: where no clue is needed, a sentence that states nothing claims nothing.
func TestClaimsOfOneThing(t *testing.T) {
	for _, clues := range [][]deck.Clue{nil, {{Expr: deck.IsNode(0, 0)}}} {
		in, err := Family{}.NewInstance(&deck.Puzzle{Theme: "dinner", Properties: []deck.Property{{Name: "starter", Values: []string{"soup"}}}, Clues: clues})
		if err != nil {
			t.Fatal(err)
		}
		if got := in.claims()("Nothing that anybody reads."); len(got) != 0 {
			t.Errorf("%v is claimed", got)
		}
	}
}
