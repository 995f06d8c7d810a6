package grade_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/grade/suite"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// mark marks an answer of the suite by its reference, or by the rules of the puzzle that it answers.
func mark(t testing.TB, families *puzzle.Registry, a suite.Answer) grade.Mark {
	if a.Puzzle == "" {
		return grade.Answer(grade.Reference{EvalType: a.EvalType, Answer: a.Expected, Problem: a.Problem}, a.Text)
	}
	p := ask(t, families, a.Puzzle)
	return grade.ByRules(p.inst, p.sol, a.Text)
}

// maxRefused is the share of right answers that may be refused.
const maxRefused = 0.03

// TestTables: no wrong answer of the tables is marked right, and hardly a right one is refused.
func TestTables(t *testing.T) {
	families := foundry.Families()
	for _, name := range suite.Tables() {
		all, err := suite.Answers(name)
		if err != nil {
			t.Fatal(err)
		}
		right, refused, accepted := 0, 0, 0
		for _, m := range all {
			got := mark(t, families, m)
			if m.Right {
				right++
			}
			switch {
			case m.Right && !got.Correct:
				refused++
				t.Logf("%s: right, and refused as %s: %q against %s %q (extracted %q, %s)\n%s", m.ID, got.Reason, m.Text, m.EvalType, m.Expected+m.Puzzle, got.Extracted, got.Detail, m.Rule)
			case !m.Right && got.Correct:
				accepted++
				t.Errorf("%s: wrong, and marked right: %q against %s %q (extracted %q)\n%s", m.ID, m.Text, m.EvalType, m.Expected+m.Puzzle, got.Extracted, m.Rule)
			}
		}
		t.Logf("%s: %d answers, %d of them right; %d wrong ones marked right, %d right ones refused", name, len(all), right, accepted, refused)
		if float64(refused) > maxRefused*float64(right) {
			t.Errorf("%s: %d of %d right answers are refused, at most %.0f %% may be", name, refused, right, 100*maxRefused)
		}
	}
}
