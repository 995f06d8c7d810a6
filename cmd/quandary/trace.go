package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/claimtext"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// tracing checks somebody's own reasoning about puzzles.
type tracing struct {
	file  string       // - is standard input
	step  string       // the reasoning itself, instead of a file
	state puzzle.State // what is known before it; empty: what the puzzle prints
	leap  int          // how many deductions a step may be away; 0: any number

	contraries bool // tell with each step what its sentence would say for it to be false

	text   string
	faulty atomic.Int64
}

// maxTrace bounds a trace, in bytes: what is longer than any reasoning would keep a processor for long.
const maxTrace = 1 << 20

// read reads the trace.
func (t *tracing) read(cmd *cobra.Command) error {
	if t.leap < 0 {
		return fmt.Errorf("--leap: expected a number of deductions, 0 for any, found %d", t.leap)
	}
	if cmd.Flags().Changed("step") {
		if cmd.Flags().Changed("trace") {
			return errors.New("--step and --trace: name one of the two")
		}
		t.file, t.text = "--step", t.step
		if len(t.text) > maxTrace {
			return tooLong(t.file)
		}
		return nil
	}
	in := cmd.InOrStdin()
	if t.file != "-" {
		file, err := os.Open(t.file)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	b, err := io.ReadAll(io.LimitReader(in, maxTrace+1))
	if err != nil {
		return err
	}
	if len(b) > maxTrace {
		return tooLong(t.file)
	}
	t.text = string(b)
	return nil
}

func tooLong(file string) error {
	return fmt.Errorf("%s: the text is too long: expected at most %d bytes of reasoning", file, maxTrace)
}

// fault is the first step of a trace that does not hold.
type fault struct {
	kind     string // false: no solution has it; unproved: nothing before it leads to it
	sentence claimtext.Sentence
	move     puzzle.Move
	why      string
}

// check checks the trace in as much time as a puzzle may take, and says how far it came where that is not enough.
func (t *tracing) check(ctx context.Context, in input, format string) (string, error) {
	r, ok := in.Instance.(puzzle.Player)
	claims := in.Instance.Extras().Claims
	if !ok || claims == nil {
		return "", fmt.Errorf("reasoning about %s puzzles cannot be read", in.family.Name())
	}
	within, stop := guardOf(ctx).within(ctx, stepsTime)
	defer stop()
	var w walk
	err := t.walk(within, in.Instance, r, claims, &w)
	late := context.Cause(within)
	switch {
	case err != nil && errors.Is(late, errLate) && w.at.Text == "":
		return "", fmt.Errorf("the puzzle was not solved, so nothing of the reasoning is decided: %w", late)
	case err != nil && errors.Is(late, errLate):
		return "", fmt.Errorf("from line %d on nothing is decided, beginning with %q: %w", w.at.Line, w.at.Text, late)
	case err != nil:
		return "", err
	}
	if w.found != nil || len(w.steps) == 0 { // of what cannot be read nothing is known to be right
		t.faulty.Add(1)
	}
	return w.found.report(in, w.steps, w.solved, format)
}

// walk is what is known of a trace so far.
type walk struct {
	at     claimtext.Sentence // that is being checked
	steps  []any
	found  *fault // nil: none
	solved bool
}

// walk reads the steps of the trace and makes them one after another, until one does not hold.
func (t *tracing) walk(ctx context.Context, inst puzzle.Instance, r puzzle.Player, claims func(string) []puzzle.Claim, w *walk) error {
	g, err := newGame(ctx, inst, r, t.state)
	if err != nil {
		return err
	}
	before, err := r.Judge(g.state)
	if err != nil {
		return err
	}
	w.solved = before.Solved
	known, reached := map[puzzle.Move]bool{}, map[puzzle.Move]bool{}
	for _, w.at = range claimtext.Sentences(t.text) {
		for _, c := range claims(w.at.Text) {
			step := record.Object{{Key: "line", Value: w.at.Line}, {Key: "move", Value: string(c.Move)}}
			if t.contraries && c.Contrary != "" {
				step.Set("said", c.Said)
				step.Set("contrary", c.Contrary)
			}
			w.steps = append(w.steps, step)
			if len(w.steps) > mostMoves {
				return fmt.Errorf("expected at most %d steps in a trace", mostMoves)
			}
			if c.False != "" {
				w.found = &fault{"false", w.at, c.Move, c.False}
				return nil
			}
			if c.Known || known[c.Move] {
				continue
			}
			why, near, err := t.near(ctx, g, c.Move, reached)
			if err != nil {
				return err
			}
			made, verdict, err := g.make(c.Move, before)
			if err != nil {
				return err
			}
			before, known[c.Move], w.solved = verdict, true, verdict.Solved
			switch {
			case made.verdict == breaks:
				w.found = &fault{"false", w.at, c.Move, "it breaks a rule"}
			case made.verdict == wrong:
				w.found = &fault{"false", w.at, c.Move, "no solution has it"}
			case made.verdict == refused:
				w.found = &fault{"false", w.at, c.Move, made.why}
			case !near:
				w.found = &fault{"unproved", w.at, c.Move, why}
			}
			if w.found != nil {
				return nil
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	return nil
}

// near reports whether what is known leads to a move, in as many deductions as a step may take, and if not why. What only takes something
// out is never too far: explanations leave out much of it. Reached collects what explanations have reached: what was reached once,
// still is when more is known.
func (t *tracing) near(ctx context.Context, g *game, m puzzle.Move, reached map[puzzle.Move]bool) (why string, near bool, err error) {
	if !positive(m) || t.leap == 0 && reached[m] {
		return "", true, nil
	}
	steps, err := g.plan(ctx)
	if err != nil {
		return "", false, err
	}
	for _, s := range steps {
		for _, made := range s.Moves {
			reached[made] = true
		}
	}
	at := slices.IndexFunc(steps, func(s puzzle.Step) bool { return slices.Contains(s.Moves, m) })
	switch {
	case at < 0 && len(steps) > 0:
		return "the explanation from there does not reach it", false, nil
	case t.leap > 0 && at >= t.leap:
		return fmt.Sprintf("it takes %d deductions, the first of which is: %s", at+1, steps[0].Text), false, nil
	}
	return "", true, nil
}

// positive reports whether a move puts something in.
func positive(m puzzle.Move) bool {
	for _, r := range m {
		if r == '=' {
			return true
		}
		if r == '-' || r == '!' {
			return false
		}
	}
	return false
}

// report prints the steps that were read and the fault; a nil one is none.
func (f *fault) report(in input, steps []any, solved bool, format string) (string, error) {
	if format == "jsonl" {
		obj := append(idMember(in), record.Member{Key: "steps", Value: steps}, record.Member{Key: "solved", Value: solved}, record.Member{Key: "fault", Value: nil})
		if f != nil {
			obj.Set("fault", record.Object{{Key: "kind", Value: f.kind}, {Key: "line", Value: f.sentence.Line},
				{Key: "sentence", Value: f.sentence.Text}, {Key: "move", Value: string(f.move)}, {Key: "why", Value: f.why}})
		}
		line, err := record.AppendJSON(nil, obj)
		return string(append(line, '\n')), err
	}
	if f == nil && len(steps) == 0 {
		return heading(in) + ": nothing could be read in it as a step\n", nil
	}
	if f == nil {
		end := "the puzzle is not solved by them"
		if solved {
			end = "they solve the puzzle"
		}
		return fmt.Sprintf("%s: %s, none false: %s\n", heading(in), plural(len(steps), "step"), end), nil
	}
	text := fmt.Sprintf("%s: line %d: %s: %s", heading(in), f.sentence.Line, f.kind, f.sentence.Text)
	if f.why != "" {
		text += " (" + f.why + ")"
	}
	return text + "\n", nil
}
