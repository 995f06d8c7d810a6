package grade_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/puztest"
	"github.com/quandary-puzzles/quandary/record"
)

// TestMarkedAnswers compares the hard mark with that of another grader. The cases in which ours differs would stand in
// docs/grading.md with the reason; there are none.
func TestMarkedAnswers(t *testing.T) {
	raw, err := os.ReadFile(puztest.Corpus(t, "grading", "marked-answers.json"))
	if err != nil {
		t.Fatal(err)
	}
	var groups map[string][]struct {
		Pre      string  `json:"pre"`
		Ref      string  `json:"ref"`
		EvalType string  `json:"eval_type"`
		Score    float64 `json:"expected_score"`
		Correct  bool    `json:"expected_eval_res"`
	}
	if err := json.Unmarshal(raw, &groups); err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(groups))
	for name := range groups {
		names = append(names, name)
	}
	sort.Strings(names)
	cases, near := 0, 0
	for _, name := range names {
		for i, c := range groups[name] {
			cases++
			m := grade.Answer(grade.Reference{Answer: c.Ref, EvalType: c.EvalType}, c.Pre)
			if m.Correct != c.Correct {
				t.Errorf("%s %d: %q against %q (%s): ours %v (%s, extracted %q), theirs %v", name, i, tail(c.Pre), c.Ref, c.EvalType, m.Correct, m.Reason, m.Extracted, c.Correct)
			}
			if d := m.Score - c.Score; d < 0.01 && d > -0.01 {
				near++
			} else {
				t.Logf("%s %d: soft %.3f, theirs %.3f  (%s) %q / %q", name, i, m.Score, c.Score, c.EvalType, m.Extracted, c.Ref)
			}
		}
	}
	t.Logf("%d cases; the soft marks agree on %d", cases, near)
}

func tail(s string) string {
	if len(s) > 120 {
		return "…" + s[len(s)-120:]
	}
	return s
}

// TestOwnAnswers: every published record's own answer is right by its own types, bare and in a box.
func TestOwnAnswers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(puztest.Corpus(t, "puzzleclone", "records"), "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records: %v", err)
	}
	n := 0
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := record.NewLineReader(file, 0)
		for {
			text, number, err := lines.Next()
			if err != nil {
				break
			}
			var r record.Record
			if err := json.Unmarshal(text, &r); err != nil {
				t.Fatalf("%s:%d: %v", name, number, err)
			}
			n++
			ref := grade.Reference{Answer: r.Answer, EvalType: r.EvalType, Problem: r.Problem}
			for _, answer := range []string{"<answer>" + r.Answer + "</answer>", "\\boxed{" + r.Answer + "}"} {
				if m := grade.Answer(ref, answer); !m.Correct || m.Score != 1 {
					t.Errorf("%s: %s %q against itself: %s, score %v, extracted %q", r.ID, r.EvalType, answer, m.Reason, m.Score, m.Extracted)
				}
			}
		}
		file.Close()
	}
	t.Logf("%d records", n)
}
