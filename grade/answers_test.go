package grade_test

import (
	"os"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/foundry"
	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// problems are the questions that the tables of answers name by number.
var problems = map[string]string{
	"1": "Which cask holds beer?\nA. 30 litres\nB. 40 litres\nC. 42 litres\nD. 62 litres\n",
	"2": "Which of these statements is false?\nA. Ann lies\nB. Bob lies\nC. Cid lies\nD. Dora lies\n",
	"3": "On an island knights always tell the truth and knaves always lie. Of Ann, Bob, Cid and Dora exactly one is a knight.\nAnn says: \"Bob is a knave.\"\nBob says: \"Cid is a knave.\"\nCid says: \"Dora is the knight.\"\nDora says: \"Cid tells the truth.\"\nWho is the knight?",
	"4": "Ann, Bob, Cid, Dora and Eve live on an island where everyone is a knight, who always tells the truth, or a knave, who always lies. Which of them are knights?",
	"5": "In five houses of different colours live a Norwegian, a Dane, a Brit, a German and a Swede. Each has another pet: cats, a horse, birds, fish, dogs; and drinks something else: water, coffee, milk, tea, beer. The German drinks coffee. The Norwegian lives in the first house. Who owns the fish?",
	"6": "甲、乙、丙、丁四人中有一人偷了钱包，四人中只有一人说真话。甲说：“是乙偷的。”乙说：“是丙偷的。”丙说：“乙在说谎。”丁说：“我没有偷。”谁偷了钱包？",
	"7": "A ring was stolen from Mrs Hale. One of Ann, Bob, Cid and Dora took it, and exactly one of their statements is false.\nAnn: \"I did not take it.\"\nBob: \"Dora did not take it.\"\nCid: \"I am innocent.\"\nDora: \"It was Cid or Ann.\"\nWho took the ring?",
	"8": "Of Ann, Bob, Cid, Dora and Eve some always tell the truth and the others always lie. Ann says that Bob lies. Bob says that Eve tells the truth. Cid says that Ann tells the truth. Who of the five are liars?",
	"9": "岛上住着骑士和无赖，骑士只说真话，无赖只说假话。小明、小红、小刚、小强四人中，小明说：“小红是无赖。”小红说：“小强是无赖。”请问哪些人是骑士？",
}

// marked is an answer of a table, and whether it is right.
type marked struct {
	rule  string
	ref   grade.Reference
	text  string
	right bool
	line  int
}

// table reads a table of answers; testdata/answers.txt describes the format.
func table(t testing.TB, name string) []marked {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []marked
	var m marked
	for i, line := range strings.Split(string(raw), "\n") {
		m.line = i + 1
		switch {
		case strings.HasPrefix(line, "## "):
			m.rule = line[3:]
		case strings.HasPrefix(line, "= "):
			f := strings.Split(line[2:], " | ")
			m.ref = grade.Reference{EvalType: f[0], Answer: f[1]}
			if len(f) > 2 {
				m.ref.Problem = problems[f[2]]
			}
		case strings.HasPrefix(line, "+ "), strings.HasPrefix(line, "- "):
			m.right = line[0] == '+'
			m.text = strings.ReplaceAll(line[2:], "⏎", "\n")
			out = append(out, m)
		}
	}
	return out
}

// mark marks an answer by its reference, or by the rules of the puzzle that it answers.
func (m marked) mark(t testing.TB, families *puzzle.Registry) grade.Mark {
	if m.ref.EvalType != "rules" {
		return grade.Answer(m.ref, m.text)
	}
	a := ask(t, families, m.ref.Answer)
	return grade.ByRules(a.inst, a.sol, m.text)
}

// maxRefused is the share of right answers that may be refused.
const maxRefused = 0.03

// TestTables: no wrong answer of the tables is marked right, and hardly a right one is refused.
func TestTables(t *testing.T) {
	families := foundry.Families()
	for _, name := range []string{"testdata/answers.txt", "testdata/blind.txt", "testdata/blind2.txt", "testdata/blind3.txt", "testdata/blind4.txt"} {
		all := table(t, name)
		right, refused, accepted := 0, 0, 0
		for _, m := range all {
			got := m.mark(t, families)
			if m.right {
				right++
			}
			switch {
			case m.right && !got.Correct:
				refused++
				t.Logf("%s:%d: right, and refused as %s: %q against %s %q (extracted %q, %s)\n%s", name, m.line, got.Reason, m.text, m.ref.EvalType, m.ref.Answer, got.Extracted, got.Detail, m.rule)
			case !m.right && got.Correct:
				accepted++
				t.Errorf("%s:%d: wrong, and marked right: %q against %s %q (extracted %q)\n%s", name, m.line, m.text, m.ref.EvalType, m.ref.Answer, got.Extracted, m.rule)
			}
		}
		t.Logf("%s: %d answers, %d of them right; %d wrong ones marked right, %d right ones refused", name, len(all), right, accepted, refused)
		if float64(refused) > maxRefused*float64(right) {
			t.Errorf("%s: %d of %d right answers are refused, at most %.0f %% may be", name, refused, right, 100*maxRefused)
		}
	}
}
