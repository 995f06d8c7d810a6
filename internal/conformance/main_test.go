package main

import (
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/internal/puztest"
)

// TestFirstRecords replays the first records of each specification: the whole table is a matter of minutes.
func TestFirstRecords(t *testing.T) {
	results, err := run(puztest.Corpus(t), "", "", options{first: 2, replays: true, limit: time.Minute, diff: true}, 2)
	if err != nil {
		t.Fatal(err)
	}
	complete, answers, texts := 0, 0, 0
	for _, r := range results {
		if r.err != nil {
			t.Errorf("%s: %v", r.name, r.err)
		}
		complete += r.complete
		answers += r.answers
		texts += r.texts
	}
	if complete < len(results) || answers < complete*95/100 || texts < complete*60/100 {
		t.Errorf("of %d complete records %d give the published answer and %d the published text", complete, answers, texts)
		for _, r := range results {
			for _, n := range r.notes {
				t.Logf("%s: %s", r.name, n)
			}
		}
	}
}

func TestSameAnswer(t *testing.T) {
	for _, c := range []struct {
		a, b, types string
		want        bool
	}{
		{"3", " 3\n", "numeral", true},
		{"a,b", "b, a", "unordered array", true},
		{"a,b", "b,a", "ordered array", false},
		{"A====x,y", "A====y,x", "option,unordered array", true},
		{"A====x", "A", "option,nominal", false},
	} {
		if got := sameAnswer(c.a, c.b, c.types); got != c.want {
			t.Errorf("sameAnswer(%q, %q, %s) = %v", c.a, c.b, c.types, got)
		}
	}
}

// TestVersus compares native with z3 on one record each of specifications that list solutions, look for an optimum, and ask
// no solver at all.
func TestVersus(t *testing.T) {
	corpus := puztest.Corpus(t)
	puztest.Need(t, "z3")
	var out strings.Builder
	ok, err := compare(&out, corpus, "4-,5-,50-", "z3", 1, time.Minute)
	if err != nil || !ok {
		t.Fatalf("%v %v\n%s", ok, err, &out)
	}
	for _, want := range []string{"| 4-weekday | 1 | enumerate |", "| 5-knapsack | 1 | optimise | 1 |", "| 50-card3 | 0 |", "no solver asked",
		"\nDisagreements: none\n", "\nenumerate: 1 specifications, 1 problems: native is "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// TestSummary lists a disagreement before all else, and reports it.
func TestSummary(t *testing.T) {
	v := &versus{name: "x", disagree: []string{"x-1: 2 solutions, z3 finds 3"}, refused: []string{"x-2: no"}}
	var out strings.Builder
	if summarise(&out, []*versus{v}, "z3") {
		t.Error("a disagreement is no failure")
	}
	if got := out.String(); !strings.HasPrefix(got, "\nDisagreements:\n  x-1: 2 solutions, z3 finds 3\n") || !strings.Contains(got, "x-2: no") {
		t.Error(got)
	}
}
