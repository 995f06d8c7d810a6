package suite_test

import (
	"testing"

	"github.com/quandary-puzzles/quandary/grade/suite"
)

// TestAnswers: every table is read whole, with a rule and a reference for every answer.
func TestAnswers(t *testing.T) {
	right, all := 0, 0
	for _, name := range suite.Tables() {
		answers, err := suite.Answers(name)
		if err != nil || len(answers) < 100 {
			t.Fatal(name, len(answers), err)
		}
		for _, a := range answers {
			if a.Rule == "" || a.Expected == "" && a.Puzzle == "" || a.Text == "" {
				t.Errorf("%+v", a)
			}
			if all++; a.Right {
				right++
			}
		}
	}
	t.Logf("%d answers, %d of them right", all, right)
}
