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

// check reads the steps of the trace and makes them one after another, until one does not hold.
func (t *tracing) check(ctx context.Context, in input, format string) (string, error) {
	r, ok := in.Instance.(puzzle.Player)
	claims := in.Instance.Extras().Claims
	if !ok || claims == nil {
		return "", fmt.Errorf("reasoning about %s puzzles cannot be read", in.family.Name())
	}
	g, err := newGame(ctx, in.Instance, r, t.state)
	if err != nil {
		return "", err
	}
	before, err := r.Judge(g.state)
	if err != nil {
		return "", err
	}
	var steps []any
	known, reached := map[puzzle.Move]bool{}, map[puzzle.Move]bool{}
	var found *fault
trace:
	for _, s := range claimtext.Sentences(t.text) {
		for _, c := range claims(s.Text) {
			step := record.Object{{Key: "line", Value: s.Line}, {Key: "move", Value: string(c.Move)}}
			if t.contraries && c.Contrary != "" {
				step.Set("said", c.Said)
				step.Set("contrary", c.Contrary)
			}
			steps = append(steps, step)
			if len(steps) > mostMoves {
				return "", fmt.Errorf("expected at most %d steps in a trace", mostMoves)
			}
			if c.False != "" {
				found = &fault{"false", s, c.Move, c.False}
				break trace
			}
			if c.Known || known[c.Move] {
				continue
			}
			why, near := t.near(ctx, g, c.Move, reached)
			made, verdict, err := g.make(c.Move, before)
			if err != nil {
				return "", err
			}
			before, known[c.Move] = verdict, true
			switch {
			case made.verdict == breaks:
				found = &fault{"false", s, c.Move, "it breaks a rule"}
			case made.verdict == wrong:
				found = &fault{"false", s, c.Move, "no solution has it"}
			case made.verdict == refused:
				found = &fault{"false", s, c.Move, made.why}
			case !near:
				found = &fault{"unproved", s, c.Move, why}
			}
			if found != nil {
				break trace
			}
		}
	}
	if found != nil || len(steps) == 0 { // of what cannot be read nothing is known to be right
		t.faulty.Add(1)
	}
	return found.report(in, steps, before.Solved, format)
}

// near reports whether what is known leads to a move, in as many deductions as a step may take, and if not why. What only takes something
// out is never too far: explanations leave out much of it. Reached collects what explanations have reached: what was reached once,
// still is when more is known.
func (t *tracing) near(ctx context.Context, g *game, m puzzle.Move, reached map[puzzle.Move]bool) (why string, near bool) {
	if !positive(m) || t.leap == 0 && reached[m] {
		return "", true
	}
	steps := g.plan(ctx)
	for _, s := range steps {
		for _, made := range s.Moves {
			reached[made] = true
		}
	}
	at := slices.IndexFunc(steps, func(s puzzle.Step) bool { return slices.Contains(s.Moves, m) })
	switch {
	case at < 0 && len(steps) > 0:
		return "the explanation from there does not reach it", false
	case t.leap > 0 && at >= t.leap:
		return fmt.Sprintf("it takes %d deductions, the first of which is: %s", at+1, steps[0].Text), false
	}
	return "", true
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
