package grade_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/record"
)

// BenchmarkWithQuestion marks an answer of each kind with its question at hand: alone, and as one of many that a grader marks.
func BenchmarkWithQuestion(b *testing.B) {
	ages := "Mia is five years older than her brother Leo. Their mother, who was 25 when Mia was born, works in Leeds and drives 40 km every day. Together Mia and Leo are 23 years old. How old is Mia?"
	runners := "Five runners, Ana, Ben, Cleo, Dev and Eli, ran a race without ties. Ana finished before Ben but after Cleo. Eli was last. Dev finished right after Ben. In which order did they finish?"
	for _, c := range []struct {
		name, answer string
		ref          grade.Reference
	}{
		{"numeral", "Let L be Leo's age. Then L + L + 5 = 23 gives L = 9.\n\nSo Mia is 14 years old.", grade.Reference{Answer: "14", EvalType: "numeral", Problem: ages}},
		{"option", "Beer cannot be in the small ones, so the answer is **B. 40 litres**.", grade.Reference{Answer: "B", EvalType: "option", Problem: casks}},
		{"name", "The thief was Bob, because the others were at home.", grade.Reference{Answer: "Bob", EvalType: "nominal", Problem: "One of Ann, Bob and Cid stole a ring. Ann was at home. Cid was at home. Who is the thief?"}},
		{"list", "They finished as follows:\n\n1. Cleo\n2. Ana\n3. Ben\n4. Dev\n5. Eli", grade.Reference{Answer: "[Cleo, Ana, Ben, Dev, Eli]", EvalType: "ordered array", Problem: runners}},
	} {
		g := grade.NewGrader(nil)
		if err := g.Add(&record.Record{ID: "1", Problem: c.ref.Problem, Answer: c.ref.Answer, EvalType: c.ref.EvalType}); err != nil {
			b.Fatal(err)
		}
		for way, mark := range map[string]func() grade.Mark{
			"alone":  func() grade.Mark { return grade.Answer(c.ref, c.answer) },
			"grader": func() grade.Mark { return g.Mark(context.Background(), "1", c.answer) },
		} {
			b.Run(c.name+"/"+way, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if m := mark(); !m.Correct {
						b.Fatal(m)
					}
				}
			})
		}
	}
}
