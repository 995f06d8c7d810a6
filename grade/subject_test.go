package grade_test

import (
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
)

// TestSubjects holds, for questions that name one of several, that an answer counts by what it tells of that one: in every layout, whichever
// of them is asked about, and with the values the other way round it is wrong.
func TestSubjects(t *testing.T) {
	names, values := []string{"Ito", "Hill", "Max"}, []string{"Malmö", "Leeds", "Nice"}
	layouts := map[string]func(n, v []string) string{
		"lines": func(n, v []string) string {
			return n[0] + ": " + v[0] + "\n" + n[1] + ": " + v[1] + "\n" + n[2] + ": " + v[2]
		},
		"one line": func(n, v []string) string {
			return n[0] + ": " + v[0] + ", " + n[1] + ": " + v[1] + ", " + n[2] + ": " + v[2]
		},
		"arrows": func(n, v []string) string {
			return n[0] + " → " + v[0] + "; " + n[1] + " → " + v[1] + "; " + n[2] + " → " + v[2]
		},
		"dashes": func(n, v []string) string {
			return n[0] + " – " + v[0] + "\n" + n[1] + " – " + v[1] + "\n" + n[2] + " – " + v[2]
		},
		"table": func(n, v []string) string {
			return "| Doctor | City |\n|---|---|\n| " + n[0] + " | " + v[0] + " |\n| " + n[1] + " | " + v[1] + " |\n| " + n[2] + " | " + v[2] + " |"
		},
		"object": func(n, v []string) string {
			return `{"` + n[0] + `": "` + v[0] + `", "` + n[1] + `": "` + v[1] + `", "` + n[2] + `": "` + v[2] + `"}`
		},
		"sentence": func(n, v []string) string {
			return n[0] + " works in " + v[0] + ", " + n[1] + " in " + v[1] + " and " + n[2] + " in " + v[2] + "."
		},
		"restated": func(n, v []string) string { return "XX works in YY." },
		"so":       func(n, v []string) string { return "So XX must work in YY." },
	}
	for i, who := range names {
		problem := "Ito, Hill and Max work in Malmö, Leeds and Nice. Where does " + who + " work?"
		for layout, write := range layouts {
			for turn := range names {
				turned := append(append([]string(nil), values[turn:]...), values[:turn]...)
				text := strings.NewReplacer("XX", who, "YY", turned[i]).Replace(write(names, turned))
				for _, typ := range []string{"nominal", "option"} {
					ref := grade.Reference{Answer: values[i], EvalType: typ, Problem: problem}
					if typ == "option" {
						ref.Answer = string(rune('A' + i))
						ref.Problem += "\nA. Malmö\nB. Leeds\nC. Nice\n"
					}
					if m := grade.Answer(ref, text); m.Correct != (turn == 0) {
						t.Errorf("%s, %s of %s, turned by %d: %q is marked %v (%s)", typ, layout, who, turn, text, m.Correct, m.Reason)
					}
				}
			}
		}
	}
}

// TestDirections holds that a list counts from the end that the question asks for, and that one told from the other end counts if it says so.
func TestDirections(t *testing.T) {
	up := []string{"Yara", "Vega", "Wolf"}
	down := []string{"Wolf", "Vega", "Yara"}
	for _, c := range []struct {
		form  string
		rises bool // the form tells a list that rises
	}{
		{"X < Y < Z", true}, {"X > Y > Z", false}, {"From the lightest to the heaviest: X, Y, Z", true}, {"From heaviest to lightest: X, Y, Z.", false},
		{"X is the lightest, followed by Y and Z.", true}, {"X is the heaviest, then Y, and Z is the lightest.", false}, {"In descending order: X, Y, Z", false},
	} {
		for _, asked := range []struct {
			ends string
			want []string
		}{{"from the lightest to the heaviest", up}, {"from the heaviest to the lightest", down}} {
			ref := grade.Reference{Answer: "[" + strings.Join(asked.want, ", ") + "]", EvalType: "ordered array", Problem: "Arrange the stones Vega, Wolf and Yara " + asked.ends + ". Yara is lighter than Vega."}
			for _, said := range [][]string{up, down} {
				text := strings.NewReplacer("X", said[0], "Y", said[1], "Z", said[2]).Replace(c.form)
				right := c.rises == (said[0] == "Yara")
				if m := grade.Answer(ref, text); m.Correct != right {
					t.Errorf("asked %s: %q is marked %v (%s)", asked.ends, text, m.Correct, m.Reason)
				}
			}
		}
	}
}
