package rules

import (
	"strings"
	"testing"
)

// TestMakingProblems: what is wrong with the section make is said, with its place, and nothing hostile in it does harm.
func TestMakingProblems(t *testing.T) {
	const head = "family: x\nsize: {rows: 2..9, cols: 2..9}\ngiven: {number: {values: 0..9, some: true}, room: {parts: cells}}\nfind: {shade: {}}\nrules: {some: \"any(shade[c] for c in cells)\"}\nmake: "
	for text, want := range map[string]string{
		"{keep: [numbre]}":                      `"numbre" is no given layer`,
		"{kep: [number]}":                       `unknown key "kep"`,
		"{grow: {number: 30}}":                  "is no share",
		"{grow: {number: 40%..30%}}":            "is no share",
		"{values: {number: a b}}":               "is no range of numbers",
		"{values: {shade: 1..2}}":               `"shade" is no layer of numbers`,
		"{rooms: {room: {size: 0..3}}}":         "parts of 0 cells",
		"{rooms: {room: {mean: nan}}}":          "is no number of cells",
		"{rooms: {number: {mean: 4}}}":          "number is no division",
		"{want: {\"count(shade)\": 5}}":         "is no statistic",
		"{want: {\"count(shade)\": 5±inf}}":     "is no statistic",
		"{must: [\"any(shde[c] for c in c)\"]}": "unknown name shde",
		"{params: {k: 2}}":                      `there is no parameter "k"`,
		"{empties: 40}":                         "is no share",
		"{empties: 0.4%}":                       "is no share",
		"{empties: 100%}":                       "is no share",
		"[keep]":                                "the section make is",
	} {
		f, probs := Load("x.yaml", []byte(head+text+"\n"), nil)
		if err := probs.Err(); f != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("make: %s: %v, want %s", text, err, want)
		}
	}
	f, probs := Load("x.yaml", []byte(head+`{keep: number, values: {number: 1..len(rows)}, grow: {number: 10%..20%}, rooms: {room: {count: len(rows), size: 2..5, rect: true}}, must: "count(shade) > 2", want: {"count(shade)": 50%±5%}}`+"\n"), nil)
	if err := probs.Err(); err != nil {
		t.Fatal(err)
	}
	m := f.Making
	if len(m.Keep) != 1 || len(m.Values) != 1 || len(m.Grow) != 1 || len(m.Rooms) != 1 || len(m.Must) != 1 || len(m.Want) != 1 || !m.Want[0].Share || m.Want[0].Target != 0.5 {
		t.Errorf("%+v", m)
	}
}
