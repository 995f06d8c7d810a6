package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// The stages of a hint: where to look, what is to be seen there, what follows.
const (
	stageWhere = 1
	stageWhy   = 2
	stageStep  = 3
)

func newHintCmd() *cobra.Command {
	var f eachFlags
	var opt puzzle.ExplainOptions
	var state string
	var stage int
	cmd := &cobra.Command{
		Use:   "hint [ID | FILE]...",
		Short: "Give the next step of puzzles, in stages: where to look, why, and what follows",
		Long: `Give a hint: the easiest step that the puzzle offers as it stands, of which --stage tells more or less. Stage 1 says where to look and
what kind of step there is, stage 2 also what it rests on, stage 3 the whole step.

` + inputHelp,
		Example: `  quandary hint --kind slitherlink puzzle.txt
  quandary hint --kind slitherlink puzzle.txt --stage 3
  quandary hint 'sudoku:9x9#17' --stage 2`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format != "text" && f.format != "jsonl" {
				return puzzle.Unknownf("format", f.format, []string{"text", "jsonl"})
			}
			if stage < stageWhere || stage > stageStep {
				return fmt.Errorf("--stage: expected %d, %d or %d, found %d", stageWhere, stageWhy, stageStep, stage)
			}
			return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
				from := puzzle.State(state)
				if state == "" {
					from = in.State
				}
				return hint(ctx, in, from, opt, stage, f.format)
			})
		},
	}
	f.register(cmd, "text or jsonl")
	f.input.told = true
	cmd.Flags().StringVar(&opt.Max, "max", "", "the hardest technique that may be used")
	cmd.Flags().StringVar(&state, "state", "", "go on from this state instead of the beginning")
	cmd.Flags().IntVar(&stage, "stage", stageWhere, "how much to tell: 1 where to look, 2 also what the step rests on, 3 the step")
	return cmd
}

// hint tells the next step as far as the stage allows.
func hint(ctx context.Context, in input, from puzzle.State, opt puzzle.ExplainOptions, stage int, format string) (string, error) {
	ex, ok := in.Instance.(puzzle.Explainer)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be explained", in.family.Name())
	}
	within, stop := guardOf(ctx).within(ctx, stepsTime)
	defer stop()
	next, err := puzzle.Next(within, ex, from, opt)
	ended := ""
	var late error
	switch {
	case err != nil && within.Err() != nil:
		ended = shortCause(context.Cause(within))
		if errors.Is(context.Cause(within), errLate) {
			late = context.Cause(within)
		}
	case err != nil:
		return "", err
	}
	if format == "jsonl" {
		obj := append(idMember(in), record.Member{Key: "stage", Value: stage})
		if ended != "" {
			obj.Set("ended", ended)
		}
		if next == nil {
			obj.Set("step", nil)
		} else {
			obj.Set("step", staged(*next, stage))
		}
		line, err := record.AppendJSON(nil, obj)
		return string(append(line, '\n')), cmp.Or(err, late)
	}
	if ended != "" {
		return fmt.Sprintf("%s: no step was found before the end: %s\n", heading(in), ended), late
	}
	if next == nil {
		return fmt.Sprintf("%s: there is no step: nothing is left to find, or the techniques allowed do not go further\n", heading(in)), nil
	}
	var b strings.Builder
	var places []string
	for _, r := range where(*next) {
		places = append(places, seenAs(r))
	}
	fmt.Fprintf(&b, "%s: look at %s: %s\n", heading(in), strings.Join(places, ", "), next.Name)
	if stage == stageWhy {
		for _, r := range next.Because {
			if r.Text != "" && r.Kind != "rule" {
				fmt.Fprintf(&b, "  %s\n", r.Text)
			}
		}
	}
	if stage == stageStep {
		fmt.Fprintf(&b, "%s\n", next.Text)
		writeSub(&b, next.Sub)
	}
	return b.String(), nil
}

// staged is a step as far as a stage tells it.
func staged(s puzzle.Step, stage int) record.Object {
	if stage == stageStep {
		return stepObject(s)
	}
	places := []any{}
	for _, p := range where(s) {
		places = append(places, p.ID)
	}
	obj := record.Object{{Key: "technique", Value: s.Technique}, {Key: "name", Value: s.Name}, {Key: "where", Value: places}}
	if stage == stageWhy {
		obj.Set("because", refList(s.Because))
	}
	return obj
}

// mostWhere is how many places a hint names.
const mostWhere = 4

// where lists what to look at: the places that a step changes, by their ids, and what it rests on. Of what the step says there is nothing
// in it: a mark that follows, or a card that is banned, is the step itself, and of a candidate only its cell is named.
func where(s puzzle.Step) []puzzle.Ref {
	var list []puzzle.Ref
	add := func(r puzzle.Ref) {
		if r.Kind == "candidate" {
			cell, _, _ := strings.Cut(r.ID, ":")
			r = puzzle.Ref{Kind: "cell", ID: cell}
		}
		same := func(x puzzle.Ref) bool { return x.Kind == r.Kind && x.ID == r.ID }
		if r.Kind != "rule" && r.ID != "" && !slices.ContainsFunc(list, same) && len(list) < mostWhere {
			list = append(list, r)
		}
	}
	for _, r := range s.Effects {
		if r.Kind != "mark" && r.Kind != "thing" {
			add(r)
		}
	}
	for _, r := range s.Because {
		add(r)
	}
	return list
}

// seenAs names what to look at for people.
func seenAs(r puzzle.Ref) string {
	switch {
	case r.Kind == "cell" || r.Kind == "place" || r.Text == "":
		return r.ID
	case r.Kind == "clue" || r.Kind == "example": // whose texts are whole sentences
		return r.Kind + " " + r.ID
	}
	return r.Text
}
