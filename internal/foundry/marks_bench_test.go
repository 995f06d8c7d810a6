package foundry_test

import (
	"context"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/foundry"
)

// BenchmarkMarkNew marks the right answers to puzzles that the grader has not seen: what opening them costs is part of it.
func BenchmarkMarkNew(b *testing.B) {
	for _, name := range []string{"zebra:4x4", "sudoku:9x9"} {
		b.Run(name, func(b *testing.B) {
			src, err := foundry.Open(name, foundry.Options{})
			if err != nil {
				b.Fatal(err)
			}
			mk := src.NewMaker(1)
			var list []grade.Submission
			for i := range uint64(200) {
				m, err := mk(context.Background(), i)
				if err != nil {
					b.Fatal(err)
				}
				r := m.Record
				list = append(list, grade.Submission{Puzzle: r.Origin.Puzzle, Answer: r.Answer, Reference: &grade.Reference{Answer: r.Answer, EvalType: r.EvalType}})
			}
			families := foundry.Families()
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				g := grade.NewGrader(families)
				if m, err := g.Submit(context.Background(), list[i%len(list)]); err != nil || !m.Correct {
					b.Fatal(m.Detail, err)
				}
			}
		})
	}
}

// BenchmarkMarkRecords marks the right answers to word puzzles against their records, going round 500 of them, each written as a record has it
// and in a sentence.
func BenchmarkMarkRecords(b *testing.B) {
	for _, name := range []string{"gallery:knaves", "gallery:ages"} {
		src, err := foundry.Open(name, foundry.Options{})
		if err != nil {
			b.Fatal(err)
		}
		mk := src.NewMaker(1)
		g := grade.NewGrader(nil)
		var ids, answers []string
		for i := range uint64(500) {
			m, err := mk(context.Background(), i)
			if err != nil {
				b.Fatal(err)
			}
			if err := g.Add(m.Record); err != nil {
				b.Fatal(err)
			}
			ids, answers = append(ids, m.Record.ID), append(answers, m.Record.Answer)
		}
		for form, before := range map[string]string{"bare": "", "said": "Let me think. It fits.\n\nThe answer is "} {
			b.Run(name+"/"+form, func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					if m := g.Mark(context.Background(), ids[i%500], before+answers[i%500]); !m.Correct {
						b.Fatal(before+answers[i%500], m)
					}
				}
			})
		}
	}
}
