package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/grade/suite"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// printSuite prints the answers that a grader can be tried on.
func printSuite(cmd *cobra.Command, f gradeFlags) error {
	out, file, err := output(cmd, f.out, f.force)
	if err != nil {
		return err
	}
	if file != nil {
		defer file.Close()
	}
	reg := families()
	asked := map[string][2]string{} // of puzzles: the question and the answer
	for _, table := range suite.Tables() {
		answers, err := suite.Answers(table)
		if err != nil {
			return err
		}
		for _, a := range answers {
			obj := record.Object{{Key: "id", Value: a.ID}, {Key: "problem", Value: a.Problem}, {Key: "eval_type", Value: a.EvalType},
				{Key: "reference", Value: a.Expected}, {Key: "answer", Value: a.Text}, {Key: "right", Value: a.Right}, {Key: "rule", Value: a.Rule}}
			if a.Puzzle != "" {
				words, ok := asked[a.Puzzle]
				if !ok {
					if words, err = question(cmd, reg, a.Puzzle); err != nil {
						return err
					}
					asked[a.Puzzle] = words
				}
				obj.Set("problem", words[0])
				obj.Set("reference", words[1])
				obj.Set("puzzle", a.Puzzle)
			}
			line, err := record.AppendJSON(nil, obj)
			if err != nil {
				return err
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return nil
}

// question gives the question of a puzzle and its answer, in English.
func question(cmd *cobra.Command, reg *puzzle.Registry, id string) (words [2]string, err error) {
	_, inst, err := reg.Open(cmd.Context(), id)
	if err != nil {
		return words, err
	}
	w, ok1 := inst.(puzzle.Worded)
	s, ok2 := inst.(puzzle.Solver)
	if !ok1 || !ok2 {
		return words, fmt.Errorf("%s has no words", id)
	}
	res, err := s.Solve(cmd.Context(), 1)
	if err != nil || len(res.Solutions) == 0 {
		return words, fmt.Errorf("%s is not solved: %w", id, err)
	}
	return [2]string{w.Question("en"), w.AnswerText(res.Solutions[0], "en")}, nil
}
