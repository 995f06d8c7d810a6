package dataset

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestPlanErrors: every mistake of a plan is told with its place, what was expected and the nearest right name.
func TestPlanErrors(t *testing.T) {
	for _, c := range []struct{ plan, want string }{
		{"items:\n  - {source: a, cuont: 3}", `plan.yaml:2:17: unknown member of an item "cuont": did you mean count?`},
		{"sede: 3\nitems: [{source: a, count: 1}]", `plan.yaml:1:1: unknown member of a plan "sede": did you mean seed?`},
		{"items:\n  - {source: a, count: many}", "plan.yaml:2:24: "},
		{"items:\n  - {source: a, count: 1}\n  - {source: b, count: -7}", "plan.yaml:3:24: items[1].count: expected 1 to 2000000000, found -7"},
		{"items:\n  - source: a\n    count: 1\n  - count: 2\n", "plan.yaml:4:5: items[1].source: expected what quandary generate makes records from"},
		{"seed: 1\nitems: []", "plan.yaml:2:8: items: expected 1 to 10000, found 0"},
		{"seed: 1\n", "plan.yaml:1:1: items: expected 1 to 10000, found 0"},
		{"items: [{source: a, count: 1}]\ndedupe: canonica", `plan.yaml:2:9: dedupe: unknown key "canonica": did you mean canonical?`},
		{"items: [{source: a, count: 1}]\nthreshold: 7", "plan.yaml:2:12: threshold: expected 0 to 1, found 7"},
		{"items: [{source: a, count: 1}]\nexport:\n  - chat\n  - parket", `plan.yaml:4:5: export[1]: unknown shape "parket": did you mean parquet?`},
		{"items: [{source: a, count: 1}]\nsplit:\n  train: 0.9\n  test: 0.3", "plan.yaml:3:3: split: the shares of the parts add up to 1.2, more than 1"},
		{"items:\n  - source: a\n    count: 10\n    classes: {easy: 0.5, hard: 0.6}", "plan.yaml:4:15: items[0].classes: the shares add up to 1.1, not to 1"},
		{"items: [{source: a, count: 1}]\nsplit: {\"../x\": 0.5}", `"../x" is no name for a file`},
		{"items: [", "plan.yaml:1:1: did not find"},
		{"seed: 1\nitems: {", "plan.yaml:2:1: did not find"},
		{"- 3", "plan.yaml:1:1: expected a plan, a mapping, found a list"},
		{"items:\n  - 3", "plan.yaml:2:5: expected an item, a mapping, found 3"},
		{"items: [{source: a, count: 1}]\nseed: 1\nseed: 2", `plan.yaml:3:1: the key "seed" is given twice, first on line 2`},
		{"items: [{source: a, count: 1}]\n---\nseed: 2", "plan.yaml:2:1: the file holds more than one YAML document"},
		{"items: [{source: a, count: 1}]\nsplit: {train: most}", "plan.yaml:2:16: train: expected a share such as 0.9"},
		{"items: [{source: a, count: 1}]\nsplit: {train: -1}", "plan.yaml:2:9: split: "},
		{"", "plan.yaml:1:1: the file is empty"},
		{"items: [{source: a, count: 4, classes: {easy: 2, hard: 0.5}}]", "plan.yaml:1:41: items[0].classes: easy: expected a share above 0 and up to 1, or whole numbers for all, found 2"},
		{"items: [{source: a, count: 4, classes: [easy, easy]}]", "plan.yaml:1:40: items[0].classes: easy stands twice"},
		{"items: [{source: a, count: 4, classes: some}]", `plan.yaml:1:40: expected all, a list, or names with shares, found the text "some"`},
		{"items: [{source: a, count: 4, levels: [1, 11]}]", `plan.yaml:1:39: items[0].levels: expected numbers from 1 to 10, found "11"`},
		{"items: [{source: a, count: 4, levels: all, classes: all}]", "plan.yaml:1:39: items[0].levels: expected classes or levels, found both"},
		{"items: [{sources: [a, b], name: c, count: 4}]", "plan.yaml:1:33: items[0].name: expected one source for it, found 2"},
		{"items: [{sources: [], count: 4}]", "plan.yaml:1:10: items[0].source: expected what quandary generate makes records from"},
		{"seed: -1\nitems: [{source: a, count: 1}]", "plan.yaml:1:7: "},
	} {
		_, err := ParsePlan("plan.yaml", []byte(c.plan))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q:\n got %v\nwant %s", c.plan, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the message has several lines: %v", c.plan, err)
		}
	}
}

// TestPlanRuns: an item stands for each of its sources, and for each class or level in the proportion that is asked for.
func TestPlanRuns(t *testing.T) {
	p, err := ParsePlan("plan.yaml", []byte(`items:
  - {sources: [a, b], count: 7, classes: all}
  - {source: c, count: 8, classes: {hard: 3, easy: 1}}
  - {source: d, count: 10, classes: {hard: 0.3, easy: 0.7}}
  - {source: e, count: 2, levels: [1, 10]}
  - {source: f, count: 20, levels: all}
  - {source: g, count: 1}
`))
	if err != nil {
		t.Fatal(err)
	}
	runs, err := p.Runs(func(string) ([]string, error) { return []string{"easy", "hard"}, nil })
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range runs {
		got = append(got, fmt.Sprintf("%d %s %s %d", r.Index, r.Source, r.Part(), r.Count))
	}
	want := strings.Split("0 a easy 4,0 a hard 3,1 b easy 4,1 b hard 3,2 c hard 6,2 c easy 2,3 d hard 3,3 d easy 7,4 e level 1 1,4 e level 10 1,"+
		"5 f level 1 2,5 f level 2 2,5 f level 3 2,5 f level 4 2,5 f level 5 2,5 f level 6 2,5 f level 7 2,5 f level 8 2,5 f level 9 2,5 f level 10 2,6 g  1", ",")
	if !slices.Equal(got, want) {
		t.Errorf("runs\n%q\nwant\n%q", got, want)
	}
	if p.Items[1].Place != "plan.yaml:2:19" {
		t.Errorf("the second source stands at %s", p.Items[1].Place)
	}
}

func FuzzPlan(f *testing.F) {
	f.Add([]byte("items:\n  - {source: a, count: 1, classes: {x: 1}}\nsplit: {train: 0.9, test: 1000}\nexport: [chat]\n"))
	f.Add([]byte("seed: 1\nitems: [{source: a, count: -1}]"))
	f.Add([]byte("items: &a [*a]\n"))
	f.Add([]byte("- ? [\n"))
	f.Add([]byte("items: [{source: a, count: 1}]\nsplit: {train: nan, test: inf}\nthreshold: .nan"))
	f.Add([]byte("seed: \"a\\nb\"\nitems: [{source: a, count: 1}]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := ParsePlan("p", text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "p:") && !strings.HasPrefix(err.Error(), "p: ") {
				t.Errorf("an error without the file's name: %v", err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		if _, err := p.Runs(func(string) ([]string, error) { return []string{"easy", "hard"}, nil }); err != nil {
			t.Errorf("a plan that was read has no runs: %v", err)
		}
		if _, err := p.Parts(); err != nil {
			t.Errorf("a plan that was read has no parts: %v", err)
		}
	})
}
