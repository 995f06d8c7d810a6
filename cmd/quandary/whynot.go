package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// whyNot gives the argument against a player's mark, or says that it is right.
func whyNot(ctx context.Context, in input, from puzzle.State, mark, format string) (string, error) {
	refute := in.Instance.Extras().Refute
	if refute == nil {
		return "", fmt.Errorf("%s puzzles cannot say why a mark is wrong", in.family.Name())
	}
	within, stop := guardOf(ctx).within(ctx, stepsTime)
	defer stop()
	step, wrong, err := refute(within, from, puzzle.Ref{Kind: "mark", ID: mark})
	switch late := context.Cause(within); {
	case err != nil && errors.Is(late, errLate):
		return "", late
	case err != nil:
		return "", err
	}
	if format == "jsonl" {
		obj := append(idMember(in), record.Member{Key: "mark", Value: mark}, record.Member{Key: "wrong", Value: wrong})
		if wrong {
			obj.Set("step", stepObject(step))
		}
		line, err := record.AppendJSON(nil, obj)
		return string(append(line, '\n')), err
	}
	if !wrong {
		return fmt.Sprintf("%s: %s does not contradict the puzzle\n", heading(in), mark), nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s is wrong\n%s\n", heading(in), mark, step.Text)
	for _, ref := range step.Because {
		if ref.Kind == "clue" {
			fmt.Fprintf(&b, "  clue %s: %s\n", ref.ID, ref.Text)
		}
	}
	writeSub(&b, step.Sub)
	return b.String(), nil
}
