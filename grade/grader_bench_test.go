package grade_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// BenchmarkGrader marks right answers to zebra puzzles by their ids, going round as many different ones as the name says.
func BenchmarkGrader(b *testing.B) {
	for _, n := range []int{1, 100, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			families := foundry.Families()
			g := grade.NewGrader(families)
			var ids, answers []string
			for i := range n {
				id := fmt.Sprintf("zebra:4x4#%d", i+1)
				_, inst, err := families.Open(context.Background(), id)
				if err != nil {
					b.Fatal(err)
				}
				res, err := inst.(puzzle.Solver).Solve(context.Background(), 2)
				if err != nil || len(res.Solutions) != 1 {
					b.Fatal(err)
				}
				r := &record.Record{ID: id, Origin: &record.Origin{Puzzle: "zebra:4x4:" + inst.Desc()}}
				if err := g.Add(r); err != nil {
					b.Fatal(err)
				}
				ids = append(ids, id)
				answers = append(answers, inst.(puzzle.Worded).AnswerText(res.Solutions[0], "en"))
			}
			i := 0
			for b.Loop() {
				if m := g.Mark(context.Background(), ids[i%n], answers[i%n]); !m.Correct {
					b.Fatal(m)
				}
				i++
			}
		})
	}
}
