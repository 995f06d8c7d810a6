package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/quandary-puzzles/quandary/puzzle"
)

// pondering is a puzzle whose explanation begins to think at its first step, until its context ends.
type pondering struct {
	puzzle.Instance
	begun func()
}

func (pondering) Extras() puzzle.Extras {
	return puzzle.Extras{Claims: func(sentence string) []puzzle.Claim {
		return []puzzle.Claim{{Move: puzzle.Move(strings.TrimSuffix(sentence, "."))}}
	}}
}

func (pondering) Start() puzzle.State { return "start" }
func (pondering) Apply(s puzzle.State, m puzzle.Move) (puzzle.State, error) {
	return s + puzzle.State(m), nil
}
func (pondering) Judge(puzzle.State) (puzzle.Verdict, error) { return puzzle.Verdict{}, nil }
func (p pondering) Explain(ctx context.Context, _ puzzle.State, _ puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(yield func(puzzle.Step, error) bool) {
		p.begun()
		<-ctx.Done()
		yield(puzzle.Step{}, ctx.Err())
	}
}

// TestTraceLate checks reasoning whose explanation takes longer than it may: nothing is decided about its sentence, which is said with how
// to give it more time.
func TestTraceLate(t *testing.T) {
	ctx := context.WithValue(t.Context(), guardKey{}, &guard{time: 10 * time.Millisecond, given: true})
	tr := &tracing{text: "a!1.\nb=2."}
	got, err := tr.check(ctx, input{Entry: puzzle.Entry{Instance: pondering{begun: func() {}}}}, "text")
	if got != "" || tr.faulty.Load() != 0 || !errors.Is(err, errLate) {
		t.Fatalf("%q, %d faulty, %v", got, tr.faulty.Load(), err)
	}
	for _, want := range []string{"from line 2 on nothing is decided", `"b=2."`, "--time gives it more"} {
		if !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%v: does not say %s", err, want)
		}
	}
}

// TestTraceInterrupted interrupts the checking of reasoning: that ends, and is not taken for a verdict.
func TestTraceInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	tr := &tracing{text: "b=2."}
	got, err := tr.check(ctx, input{Entry: puzzle.Entry{Instance: pondering{begun: func() { cancel(errInterrupted) }}}}, "text")
	if got != "" || tr.faulty.Load() != 0 || !errors.Is(err, context.Canceled) {
		t.Fatalf("%q, %d faulty, %v", got, tr.faulty.Load(), err)
	}
}
