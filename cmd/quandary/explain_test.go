package main

import (
	"context"
	"errors"
	"iter"
	"strings"
	"testing"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// endless is a puzzle whose explanation goes on until its context ends, which is after some steps.
type endless struct {
	puzzle.Instance
	steps int
	end   context.CancelCauseFunc
	err   error // of the step after them; nil: the context's
}

func (endless) Extras() puzzle.Extras { return puzzle.Extras{} }

func (e endless) Explain(ctx context.Context, _ puzzle.State, _ puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		for n := range e.steps {
			if !yield(puzzle.Step{Text: "step " + letters(n)}, nil) {
				return
			}
		}
		e.end(errInterrupted)
		if e.err == nil {
			e.err = ctx.Err()
		}
		yield(puzzle.Step{}, e.err)
	}
}

// TestExplainEnded ends explanations after some steps: these are told.
func TestExplainEnded(t *testing.T) {
	for _, format := range []string{"text", "jsonl"} {
		for _, steps := range []int{0, 2} {
			ctx, cancel := context.WithCancelCause(t.Context())
			x := explanation{in: input{where: "here", Entry: puzzle.Entry{Instance: endless{steps: steps, end: cancel}}}}
			got, err := x.run(ctx, format)
			if err != nil {
				t.Fatalf("%s, %d steps: %v", format, steps, err)
			}
			for _, want := range []string{"interrupted", "step a", "step b"} {
				if told := want == "interrupted" || steps > 0; strings.Contains(got, want) != told {
					t.Errorf("%s, %d steps: %q is told: %v, in\n%s", format, steps, want, !told, got)
				}
			}
		}
	}
}

// TestExplainFailed has an explanation fail in a run that goes on: that is its error.
func TestExplainFailed(t *testing.T) {
	why := errors.New("the puzzle is wrong")
	x := explanation{in: input{where: "here", Entry: puzzle.Entry{Instance: endless{steps: 2, end: func(error) {}, err: why}}}}
	if _, err := x.run(t.Context(), "text"); !errors.Is(err, why) {
		t.Errorf("the error is %v", err)
	}
}
