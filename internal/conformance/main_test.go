package main

import (
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
