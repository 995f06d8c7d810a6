package worded

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/solve/native"
	"github.com/quandary-puzzles/quandary/synth"
)

// street is a specification in which a symbol's declaration gets something more.
const street = `variables:
  names: {formula: "['Ann', 'Bo', 'Cy', 'Di']"}
symbols:
  new_home:
    source: [names]
    type: int
%s  owner:
    source: [names]
    type: bool
conditions:
  known: {formula: "And([And(h >= 1, h <= 4) for h in new_home])"}
  differ: {formula: "gen_event_count_condition(new_home, 'distinct')"}
  one: {formula: "Sum([If(o, 1, 0) for o in owner]) == 1"}
  fourth: {formula: "new_home['Di'] < new_home['Cy']", desc: "Di lives before Cy. "}
  second: {formula: "new_home['Ann'] == 2", desc: "Ann has the second house. "}
  third: {formula: "new_home['Bo'] < new_home['Di']", desc: "Bo lives before Di. "}
  owns: {formula: "owner['Cy']", desc: "Cy is an owner. "}
queries:
  q: {desc: "Where does Cy live?", ans_formula: "get_value(_solutions[0], new_home['Cy'])", ans_text: _ans}
desc: "{fourth}{second}{third}{owns}{q}"
`

func drawStreet(says string) (*Instance, error) {
	f := New(nil, synth.Options{Engine: native.New()})
	p, err := f.Of([]byte(fmt.Sprintf(street, says)))
	if err != nil {
		return nil, err
	}
	g, err := f.Generate(context.Background(), p, nil, rng.New(1), nil)
	if err != nil {
		return nil, err
	}
	return g.Instance.(*Instance), nil
}

// TestSays: what the specification has said of an unknown is said so, in the languages that it gives; else the unknown and its values stand
// in plain words. All of it is read back.
func TestSays(t *testing.T) {
	const values = "    says: {values: {1: the red house, 2: the blue house, 3: the inn, 4: the mill}}\n"
	for _, c := range []struct{ says, lang, want string }{
		{"", "en", "New home of Cy is not 1 and new home of Di is not 4 (“Di lives before Cy.”)."},
		{"", "zh", "Di的new home不是4（“Di lives before Cy.”）。"},
		{"", "de", "new home von Di ist nicht 4 („Di lives before Cy.“)."},
		{"", "es", "new home de Di no es 4 («Di lives before Cy.»)."},
		{"", "ja", "Diのnew homeは4ではない（「Di lives before Cy.」）。"},
		{values, "en", "new home of Di is not the mill (“Di lives before Cy.”)."},
		{"    says: {is: \"{_names} lives in {_value}.\", not: \"{_sym[0]} does not live in {_value}.\", values: \"{i + 1: 'no. ' + str(i + 1) for i in range(4)}\"}\n",
			"en", "Di does not live in no. 4 (“Di lives before Cy.”)."},
		{"    says: {is: \"{_names} lives\\n in {_value}\", not: \" {_names} does not\\n\\nlive in {_value}\", values: {1: '4', 2: '3', 3: '2', 4: \"no.\\t1\"}}\n", "en",
			"Di does not live in no. 1 (“Di lives before Cy.”)."},
		{"    says: {is: \"{_names} lives in {_value}\", not: \"{_names} does not live in {_value}\"}\n", "de", "Di does not live in 4 („Di lives before Cy.“)."},
		{"    says: {zh: {is: \"{_names}住在{_value}\", not: \"{_names}不住在{_value}\", values: {4: 磨坊}}}\n", "zh", "Di不住在磨坊（“Di lives before Cy.”）。"},
		{"    says: {zh: {is: \"{_names}住在{_value}\", not: \"{_names}不住在{_value}\", values: {4: 磨坊}}}\n", "es", "new home de Di no es 4 («Di lives before Cy.»)."},
	} {
		in, err := drawStreet(c.says)
		if err != nil {
			t.Fatalf("%s: %v", c.says, err)
		}
		in = in.In(c.lang).(*Instance)
		var all strings.Builder
		for s, err := range in.Tell(context.Background(), in.Start()) {
			if err != nil {
				t.Fatal(err)
			}
			all.WriteString(s.Text)
		}
		if !strings.Contains(all.String(), c.want) {
			t.Errorf("%q, %s: %q, want %q", c.says, c.lang, all.String(), c.want)
		}
		if told, _, _ := readBack(t, c.says+c.lang, in); told < 4 {
			t.Errorf("%q, %s: %d steps", c.says, c.lang, told)
		}
	}
}

// TestSaysWrong: what can be seen only when the puzzle is drawn, and languages that the specification's reader must know.
func TestSaysWrong(t *testing.T) {
	for says, want := range map[string]string{
		"{values: '[1, 2]'}":                   "symbols.new_home.says: error: specification:7:21: TypeError: values must be a dict, not 'list'",
		"{values: \"{'1': 'red'}\"}":           "as keys, not 'str'",
		"{values: '{True: 3}'}":                "as keys, not 'bool'",
		"{values: '{1: 3}'}":                   "the name of 1 must be a text",
		"{values: \"{1: ' '}\"}":               "the name of 1 must be a text",
		"{values: \"{1: 'red', 2: 'red'}\"}":   `1 and 2 are both called "red"`,
		"{values: '{10 ** 30: \"red\"}'}":      "whole numbers of at most 64 bits as keys",
		"{values: \"{1: ' red', 2: 'red '}\"}": `1 and 2 are both called "red"`,
		"{values: \"{1: 'x' * 1001}\"}":        "the name of 1 has 1001 bytes, and at most 1000 are allowed",
		"{is: \"{_names} {_value}{'x' * 1000}\", not: '{_names} not {_value}'}": "bytes, and at most 1000 are allowed",
		"{values: '{1: names[9]}'}":                                                          "index",
		"{is: 'it is {_value}', not: 'no {_value}'}":                                         `the sentence "it is …" stands for two things`,
		"{is: '{_names} {_value}', not: '{_names} {_value}'}":                                `the sentence "Ann …" stands for two things`,
		"{is: \"{_names}{_value if _names == 'Bo' else ''}\", not: '{_names} {_value} not'}": `the sentence "Ann" does not say the value`,
		"{values: \"{n: str(n) for n in range(10 ** 9)}\"}":                                  "budget used up",
	} {
		if _, err := drawStreet("    says: " + says + "\n"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", says, err, want)
		}
	}
	for _, lang := range phrases.Languages() {
		in, err := drawStreet("    says: {" + lang + ": {values: {4: the mill}}}\n")
		if err != nil {
			t.Fatal(err)
		}
		if says := in.out.Unknowns[0].Says; len(says) != 1 || says[0].Lang != lang {
			t.Errorf("%s: %v", lang, says)
		}
	}
}
