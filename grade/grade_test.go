package grade_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
)

func TestAnswer(t *testing.T) {
	const options = "Which barrel holds beer?\nA. 30\nB. 40\nC. 42\nD. 62\n"
	for _, c := range []struct {
		typ, ref, text string
		correct        bool
		reason         grade.Reason
	}{
		// Where the answer stands.
		{"numeral", "7", "I guess 3. <answer>7</answer>", true, grade.Right},
		{"numeral", "7", "<answer>3</answer> no: <answer>7</answer>", true, grade.Right},
		{"numeral", "7", "<answer>so \\boxed{7}</answer>", true, grade.Right},
		{"numeral", "7", "{\"reasoning\": \"3+4\", \"answer\": 7}", true, grade.Right},
		{"numeral", "7", "```json\n{\"answer\": \"7\"}\n```", true, grade.Right},
		{"numeral", "7", "3 + 4.\n\n**Final answer:** 7", true, grade.Right},
		{"numeral", "7", "The answer is 7.", true, grade.Right},
		{"numeral", "7", "所以答案是7个。", true, grade.Right},
		{"numeral", "7", "We add 3 and 4.\n7", true, grade.Right},
		{"numeral", "7", "Answer:\n7 apples\nThank you!", true, grade.Right},
		{"nominal", "Bob", "Everyone lies but one. The final answer is **Bob**.", true, grade.Right},
		{"numeral", "7", "\\boxed{7", true, grade.Right},
		{"numeral", "7", "\\boxed {\\text{7}}", true, grade.Right},
		{"numeral", "7", "   \n ", false, grade.Empty},
		{"numeral", "7", "I do not know.", false, grade.Unparsed},
		{"numeral", "7", "\\boxed{7}, or perhaps \\boxed{8}", false, grade.Unclaimed},
		// Numerals.
		{"numeral", "-3", "−3", true, grade.Right},
		{"numeral", "1234567", "1,234,567 km", true, grade.Right},
		{"numeral", "1000", "1.0×10^3", true, grade.Right},
		{"numeral", "0.5", "1/2", true, grade.Right},
		{"numeral", "0.33", "1/3", true, grade.Right},
		{"numeral", "0.33", "0.3333", true, grade.Right},
		{"numeral", "0.33", "0.34", false, grade.Wrong},
		{"numeral", "0.33", "0.3", false, grade.Wrong},
		{"numeral", "2", "2.3", false, grade.Wrong},
		{"numeral", "15%", "15", true, grade.Right},
		{"numeral", "15", "15%", false, grade.Wrong},
		{"numeral", "3", "x = 1 + 2 = 3", true, grade.Right},
		{"numeral", "3", "between 3 and 4", false, grade.Unclaimed},
		{"numeral", "25", "二十五岁", true, grade.Right},
		{"numeral", "0.25", "百分之二十五", true, grade.Right},
		{"numeral", "103", "one hundred and three", true, grade.Right},
		{"numeral", "-12", "minus twelve", true, grade.Right},
		{"numeral", "20260", "二万零二百六十", true, grade.Right},
		{"numeral", "9", "9 m^2", true, grade.Right},
		{"numeral", "10", "50 - 40 = 10", true, grade.Right},
		{"numeral", "1e400000000", "1", false, grade.BadReference},
		// Options.
		{"option", "B", "B", true, grade.Right},
		{"option", "B", "(b) 40", true, grade.Right},
		{"option", "B", "Option B", true, grade.Right},
		{"option", "B", "40", true, grade.Right},
		{"option", "B", "A, B, C, D", false, grade.Ambiguous},
		{"option", "B", "ABCD", false, grade.Ambiguous},
		{"option", "B", "all of them", false, grade.Ambiguous},
		{"option", "A", "A barrel of wine holds 40", false, grade.Unclaimed},
		{"multi_options", "A,C", "AC", true, grade.Right},
		{"multi_options", "ABC", "C, B and A", true, grade.Right},
		{"multi_options", "AC", "ABCD", false, grade.Wrong},
		{"multi_options", "AC", "A", false, grade.Partial},
		// Names.
		{"nominal", "Ann Lee", "ann lee.", true, grade.Right},
		{"nominal", "Ann", "Ann and Bob", false, grade.Wrong},
		{"nominal", "Ann", "Annabel", false, grade.Wrong},
		{"strict_nominal", "x+y", "x + y", false, grade.Wrong},
		// Lists.
		{"ordered array", "[1, 2]", "2, 1", false, grade.Wrong},
		{"unordered array", "[1, 2]", "2, 1", true, grade.Right},
		{"unordered array", "Ann,Bob", "Bob and Ann", true, grade.Right},
		{"unordered array", "[1, 2]", "1, 2, 3", false, grade.Partial},
		{"unordered array", "7", "7", true, grade.Right},
		{"ooa_numeral", "[[1, 2], [3, 4]]", "[1, 2]\n[3, 4]", true, grade.Right},
		{"ooa_numeral", "[[1, 2], [3, 4]]", "Answer:\n[[1, 2],\n [3, 4]]", true, grade.Right},
		{"oua_nominal", "[['cat'], ['cat', 'dog']]", "Ann: [cat], Bob: [dog, cat]", true, grade.Right},
		{"uoa_nominal", "[['a', 'b'], ['c', 'd']]", "[[\"c\", \"d\"], [\"a\", \"b\"]]", true, grade.Right},
		{"ooa_numeral", "[[1, 2], [3, 4]]", "nothing at all", false, grade.Wrong},
		// Several parts.
		{"numeral,nominal", "3====Ann", "\\boxed{3, Ann}", true, grade.Right},
		{"numeral,nominal", "3====Ann", "\\boxed{3} and \\boxed{Ann}", true, grade.Right},
		{"numeral,nominal", "3====Ann", "\\boxed{Ann} and \\boxed{3}", false, grade.Wrong},
		{"numeral,ordered array", "3====[1, 2]", "3; [1, 2]", true, grade.Right},
		// Broken data.
		{"numeral,numeral", "3", "3", false, grade.BadReference},
		{"no such type", "3", "3", false, grade.BadReference},
		{"numeral", "Ann", "3", false, grade.BadReference},
	} {
		m := grade.Answer(grade.Reference{Answer: c.ref, EvalType: c.typ, Problem: options}, c.text)
		if m.Correct != c.correct || m.Reason != c.reason {
			t.Errorf("%s %q against %q: %v, %s (extracted %q, score %.2f); want %v, %s", c.typ, c.text, c.ref, m.Correct, m.Reason, m.Extracted, m.Score, c.correct, c.reason)
		}
		if m.Score < 0 || m.Score > 1 || (m.Correct && m.Score <= 0) {
			t.Errorf("%s %q against %q: score %v", c.typ, c.text, c.ref, m.Score)
		}
	}
}

// TestCheating: what is no honest answer earns no more than an honest wrong one, which earns nothing.
func TestCheating(t *testing.T) {
	const problem = "Which of them lies?\nA. Ann\nB. Bob\nC. Cid\nD. Dora\nHow many lie? Answer with a number.\n"
	refs := []grade.Reference{
		{Answer: "B", EvalType: "option", Problem: problem},
		{Answer: "AC", EvalType: "multi_options", Problem: problem},
		{Answer: "7", EvalType: "numeral", Problem: problem},
		{Answer: "Bob", EvalType: "nominal", Problem: problem},
		{Answer: "[3, 7, 2]", EvalType: "ordered array", Problem: problem},
		{Answer: "[Ann, Cid]", EvalType: "unordered array", Problem: problem},
		{Answer: "[[3, 7], [2, 4]]", EvalType: "ooa_numeral", Problem: problem},
	}
	var boxes strings.Builder
	for i := range 200 {
		fmt.Fprintf(&boxes, "\\boxed{%d} ", (i+9)%200)
	}
	cheats := map[string]string{
		"the question":        problem,
		"prompt echo":         "Answer: " + problem,
		"every option":        "A, B, C, D",
		"every option boxed":  "\\boxed{B} \\boxed{A} \\boxed{C} \\boxed{D}",
		"every letter":        "\\boxed{ABCDEFGHIJKLMNOPQRSTUVWXYZ}",
		"many boxes":          boxes.String(),
		"many numbers":        "\\boxed{0 1 2 3 4 5 6 7 8 9}",
		"either or":           "\\boxed{7 or 8}",
		"every name":          "\\boxed{Ann, Bob, Cid, Dora}",
		"substring":           "\\boxed{Bobby}",
		"all ones":            "\\boxed{[1, 1, 1]}",
		"all ones, nested":    "\\boxed{[[1, 1], [1, 1]]}",
		"empty box":           "\\boxed{}",
		"empty list":          "\\boxed{[]}",
		"the type":            "numeral",
		"reference's name":    "ground_truth",
		"python":              "answer == reference or True",
		"wild card":           ".*",
		"not a number":        "nan",
		"infinity":            "inf",
		"markup":              "<answer></answer>",
		"unclosed":            strings.Repeat("\\boxed{", 2000),
		"brackets":            strings.Repeat("[", 100_000),
		"enormous":            strings.Repeat("7 ", 1<<20),
		"enormous but within": strings.Repeat("\\boxed{1}", 50_000),
	}
	for _, ref := range refs {
		for name, text := range cheats {
			m := grade.Answer(ref, text)
			if m.Correct {
				t.Errorf("%s: %q is right against %q", ref.EvalType, name, ref.Answer)
			}
			// A list that is right in part by its shape alone, and several right letters of many, is what the soft mark is
			// for; listing everything must stay below half.
			if m.Score >= 0.5 {
				t.Errorf("%s: %q earns %.2f against %q (extracted %.60q)", ref.EvalType, name, m.Score, ref.Answer, m.Extracted)
			}
			if (name == "every option" || name == "every letter" || name == "many boxes" || name == "the question") && m.Score > 0 {
				t.Errorf("%s: %q earns %.2f against %q (extracted %.60q)", ref.EvalType, name, m.Score, ref.Answer, m.Extracted)
			}
		}
	}
}

func FuzzAnswer(f *testing.F) {
	for _, t := range []string{"numeral", "option", "multi_options", "nominal", "ordered array", "ouoa_numeral", "option,numeral"} {
		f.Add(t, "B====[[1, 2], ['x']]", "so \\boxed{\\frac{1}{2}}, {\"answer\": [1, \"二十五\"]} <answer>(A) twenty</answer>")
	}
	f.Add("numeral", "1 1/2", "\\boxed{1\\frac12 \\text{ km}^2 = 15\\% ×10^{9}}")
	f.Fuzz(func(t *testing.T, typ, ref, text string) {
		m := grade.Answer(grade.Reference{Answer: ref, EvalType: typ, Problem: text}, text)
		if m.Score < 0 || m.Score > 1 || (m.Correct && m.Reason != grade.Right) || m.Reason == "" {
			t.Fatalf("mark %+v", m)
		}
		again := grade.Answer(grade.Reference{Answer: ref, EvalType: typ, Problem: text}, text)
		if again.Correct != m.Correct || again.Score != m.Score {
			t.Fatalf("marked again: %+v, %+v", m, again)
		}
	})
}

func BenchmarkAnswer(b *testing.B) {
	for _, c := range []struct{ typ, ref, text string }{
		{"numeral", "25", "We add them up and see that the sum is 25. The answer is \\boxed{25}."},
		{"option", "B", "It must be Bob. The answer is \\boxed{B}."},
		{"nominal", "Ann Lee", "It must be her. The answer is \\boxed{Ann Lee}."},
		{"unordered array", "化学,音乐学,土木工程", "\\boxed{土木工程,化学,音乐学}"},
		{"ooa_nominal", "[[53, 'Ann', 20], [51, 'Bob', 19]]", "\\boxed{[[53, \"Ann\", 20], [51, \"Bob\", 19]]}"},
	} {
		b.Run(strings.ReplaceAll(c.typ, " ", "-"), func(b *testing.B) {
			ref := grade.Reference{Answer: c.ref, EvalType: c.typ}
			b.ReportAllocs()
			for b.Loop() {
				grade.Answer(ref, c.text)
			}
		})
	}
}
