package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/quandary-puzzles/quandary/grade"
)

// BenchmarkMarks marks a right answer to a board of each family, and a wrong one, again and again: a mark is half of an operation. It takes the
// boards of the corpus where they are at hand, else our own.
func BenchmarkMarks(b *testing.B) {
	folders := []string{"testdata"}
	if corpus := os.Getenv("QUANDARY_CORPUS"); corpus != "" {
		folders = append(folders, filepath.Join(corpus, "families"))
	}
	all, err := exams(context.Background(), folders)
	if err != nil {
		b.Fatal(err)
	}
	for _, x := range all {
		b.Run(x.family.Name(), func(b *testing.B) {
			inst := x.inst.(asked)
			right := inst.AnswerText(x.sol, "en")
			wrong := ""
			for _, o := range x.others {
				wrong = inst.AnswerText(o, "en")
			}
			for b.Loop() {
				if m := grade.ByRules(inst, x.sol, right); !m.Correct {
					b.Fatal(m)
				}
				if wrong != "" {
					grade.ByRules(inst, x.sol, wrong)
				}
			}
		})
	}
}
