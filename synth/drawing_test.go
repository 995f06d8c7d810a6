package synth_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/synth"
)

// TestDrawing draws from small specifications often, and asks that just the outcomes that the format allows come up, and
// that they come up equally often where the format says so.
func TestDrawing(t *testing.T) {
	spec := func(draw, text string) string {
		return `
variables:
  v: {formula: "['A', 'B', 'C']"}
conditions:
  c:
    source: [v, "[0, 1]"]
` + draw + `
    formula: "True"
    desc: "` + text + `;"
desc: "{c}"
`
	}
	for _, c := range []struct {
		name, text string
		want       int  // outcomes
		even       bool // all equally likely
	}{
		{"one of each", spec(``, "{_sym[0]}{_sym[1]}"), 6, true},
		{"without amount _sym holds values, with it lists", spec(`    amount: ['1', '1']`, "{_sym[0][0]}{_sym[1][0]}{_ind[0][0]}"), 6, true},
		{"permutations", spec(`    amount: ['2', '0']`, "{_sym[0]}"), 6, true},
		{"combinations, listed in any order", spec("    amount: ['2', '0']\n    order: [false, false]", "{_sym[0]}"), 6, true},
		{"with repetition", spec("    amount: ['2', '0']\n    duplicate: [true, false]", "{_sym[0]}"), 9, true},
		{"multisets", spec("    amount: ['2', '0']\n    order: [false, false]\n    duplicate: [true, false]", "{sorted(_sym[0])}"), 6, true},
		{"two different items", spec(`    domain: "[2, 2]"`, "{_sym[0]}{_sym[1]}"), 30, true},
		{"two items, equal ones too", spec("    domain: \"[2, 2]\"\n    domain_cond: false", "{_sym[0]}{_sym[1]}"), 36, true},
		{"none to two items", spec("    domain: \"[0, 2]\"\n    domain_cond: false", ""), 3, true},
		{"unique on a field", spec("    domain: \"[2, 2]\"\n    custom_cond: [{scope: domain, fields: [0]}]", "{_sym[0]}{_sym[1]}"), 24, true},
		{"constraint None", spec("    domain: \"[2, 2]\"\n    custom_cond: [{scope: domain, fields: [1], constraint: None}]", "{_sym[0]}{_sym[1]}"), 18, true},
		{"indices, not values", spec("    domain: \"[2, 2]\"\n    custom_cond: [{scope: domain, fields: [1, 0], constraint: \"lambda l: all(i[0][1][0] != 1 for i in l)\"}]",
			"{_sym[0]}{_sym[1]}"), 12, true},
		{"all items together", spec("    domain: \"[2, 2]\"\n    custom_cond: [{scope: domain, fields: [0], constraint: \"lambda l: len(set(l)) == 1\"}]",
			"{_sym[0]}{_sym[1]}"), 6, true},
		{"an expression that is no lambda", spec("    custom_cond: [{scope: domain, fields: [0], constraint: \"len(v) == 3\"}]", "{_sym[0]}"), 3, true},
		{"two dimensions", dims(""), 15, true},
		{"dimensions that differ on the first source", dims("    dim_cond: [[0]]"), 12, true},
		{"dimensions that differ on each source", dims("    dim_cond: [[0], [1]]"), 6, true},
		{"a constraint between the dimensions", dims("    custom_cond: [{scope: dim, fields: [1], constraint: \"lambda l: sum(d[0][0] for d in l) == 0\"}]"), 3, true},
		{"templates", `
symbols:
  s:
    total: "2"
    templates:
      - {source: ["['A', 'B']"], desc: "{_index}{_sym[0]}"}
      - {source: ["['C']"], domain_cond: false, desc: "{_index}{_sym[0]}"}
desc: "{get_desc(s)}"
`, 5, false},
		{"a variable from bounds", "variables:\n  x: {type: int, domain: \"[-1, 3]\"}\ndesc: \"{x}\"\n", 5, true},
		{"a variable from a list", "variables:\n  x: {type: bool, domain: \"[True, False]\"}\n  y: {type: enum, domain: \"['a', 'b', 'c']\"}\ndesc: \"{x}{y}\"\n", 6, true},
		{"a float has two decimals", "variables:\n  x: {type: float, domain: \"[0, 0.04]\"}\ndesc: \"{x}\"\n", 5, false},
	} {
		w := compile(t, c.text, synth.Options{}).NewWorker()
		counts := map[string]int{}
		n := 150 * c.want
		for i := range n {
			rec, _, err := w.Generate(context.Background(), 5, uint64(i))
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			counts[rec.Problem]++
		}
		w.Close()
		if len(counts) != c.want {
			t.Errorf("%s: %d outcomes, want %d: %v", c.name, len(counts), c.want, counts)
			continue
		}
		sum, expect := 0.0, float64(n)/float64(c.want)
		for _, k := range counts {
			sum += (float64(k) - expect) * (float64(k) - expect) / expect
		}
		df := float64(c.want - 1)
		if c.even && sum > df+5*math.Sqrt(2*df)+10 {
			t.Errorf("%s: chi-square %.1f with %.0f degrees of freedom: %v", c.name, sum, df, counts)
		}
	}
}

// dims is a specification with a derived symbol of two dimensions.
func dims(more string) string {
	return `
variables:
  v: {formula: "['A', 'B', 'C']"}
symbols:
  s:
    source: [v, "[0, 1]"]
    dim: 2
    domain: "1"
` + more + `
    formula: str(_sym[0]) + str(_sym[1])
desc: "{s[0]}"
`
}

// TestOptionDraws asks that a single choice has exactly one option to select, wherever it stands, and that options differ.
func TestOptionDraws(t *testing.T) {
	for name, query := range map[string]string{
		"any":      "cond: any\n    opt_formula: get_value(_model, n['n']) == _opt[0]",
		"all":      "cond: all\n    opt_formula: get_value(_model, n['n']) != _opt[0] + 1",
		"false":    "select_type: false\n    cond: any\n    opt_formula: _opt[0] != 2",
		"distinct": "custom_cond: [{scope: domain, fields: [0], constraint: \"lambda l: 5 in [o[0][0][0] for o in l]\"}]\n    opt_formula: _opt[0] == 1",
	} {
		text := `
symbols:
  n: {source: ["['n']"], type: int}
conditions:
  c: {formula: "Or(n['n'] == 1, n['n'] == 6)"}
queries:
  q1:
    desc: Q
    opt_num: 3
    source: ["range(6)"]
    opt_text: "<{_opt[0]}>"
    ` + query + `
desc: "{q1}"
`
		w := compile(t, text, synth.Options{}).NewWorker()
		letters := map[string]int{}
		for i := range uint64(60) {
			rec, _, err := w.Generate(context.Background(), 2, i)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(rec.Answer) != 1 {
				t.Errorf("%s: answer %q", name, rec.Answer)
			}
			letters[rec.Answer]++
			seen := map[string]bool{}
			for l := range strings.Lines(rec.Problem) {
				if _, option, ok := strings.Cut(l, ". "); ok {
					if seen[option] {
						t.Errorf("%s: an option stands there twice: %q", name, rec.Problem)
					}
					seen[option] = true
				}
			}
			if len(seen) != 3 {
				t.Errorf("%s: %d options: %q", name, len(seen), rec.Problem)
			}
		}
		w.Close()
		if len(letters) != 3 {
			t.Errorf("%s: the answer is always one of %v", name, letters)
		}
	}
}
