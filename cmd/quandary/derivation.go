package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/laws"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/stored"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newCheckDerivationCmd() *cobra.Command {
	var in inputFlags
	var format string
	cmd := &cobra.Command{
		Use:   "check-derivation PUZZLE DERIVATION...",
		Short: "Find the first wrong step of a derivation of clue cards that someone wrote",
		Long: `Check derivations: arguments, step by step, by which a puzzle of clue cards is solved. PUZZLE is an id or a file, each
DERIVATION a file (- is standard input) with one step a line:

  [label.] CLAIM [from NAME, NAME…] [by LAW]
  assume CLAIM
  contradiction [from NAME…]
  end

A claim is a formula as clues have it, a name that of a clue or the label of an earlier step (its number where it has none).
Assume opens a case; contradiction ends it, and the contrary is known from then on; end closes a case otherwise. The laws are
those that quandary explain names. The exit code is 1 when a step is wrong.`,
		Example: "  quandary check-derivation cards:cars homework.txt",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "jsonl" {
				return puzzle.Unknownf("format", format, []string{"text", "jsonl"})
			}
			inst, err := cardPuzzle(cmd, in, args[0])
			if err != nil {
				return err
			}
			bad := false
			for _, name := range args[1:] {
				wrong, err := checkDerivation(cmd, inst, name, format)
				if _, ok := errors.AsType[*doctree.Mistake](err); ok {
					fmt.Fprintln(cmd.ErrOrStderr(), "quandary:", err)
					wrong, err = true, nil
				}
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				bad = bad || wrong
			}
			if bad {
				return exitCode(1)
			}
			return nil
		},
	}
	in.register(cmd.Flags())
	cmd.Flags().StringVar(&format, "format", "text", "output: text or jsonl")
	return cmd
}

// cardPuzzle opens the only puzzle of an argument, which must be one of clue cards.
func cardPuzzle(cmd *cobra.Command, f inputFlags, arg string) (*cards.Instance, error) {
	if f.kind == "" {
		f.kind = "cards"
	}
	inputs, err := readInputs(cmd, f, []string{arg})
	if err != nil {
		return nil, err
	}
	var found *cards.Instance
	for in := range inputs {
		if in.Err != nil {
			return nil, errors.New(in.fault(in.Err))
		}
		inst, ok := in.Instance.(*cards.Instance)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s: expected clue cards, and this is a %s puzzle", arg, in.family.Name())
		case found != nil:
			return nil, fmt.Errorf("%s has several puzzles: expected one", arg)
		}
		found = inst
	}
	if found == nil {
		return nil, fmt.Errorf("%s holds no puzzle", arg)
	}
	return found, nil
}

// checkDerivation judges one derivation.
func checkDerivation(cmd *cobra.Command, inst *cards.Instance, name, format string) (wrong bool, err error) {
	var r io.Reader = cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return false, err
		}
		defer file.Close()
		r = file
	}
	src, err := io.ReadAll(io.LimitReader(r, cardfile.MaxBytes+1))
	if err != nil {
		return false, err
	}
	d, err := stored.ReadDerivation(name, string(src), inst.P)
	if err != nil {
		return false, err
	}
	v, err := inst.Reasoning().CheckDerivation(cmd.Context(), d.Steps)
	if err != nil {
		return false, err
	}
	out := cmd.OutOrStdout()
	if format == "jsonl" {
		obj := record.Object{{Key: "file", Value: name}, {Key: "right", Value: v.Wrong < 0}, {Key: "steps", Value: len(d.Steps)}}
		if v.Wrong >= 0 {
			obj.Set("wrong", v.Wrong+1)
			obj.Set("line", d.Lines[v.Wrong])
			obj.Set("fault", string(v.Fault))
			obj.Set("text", v.Text)
			if v.Counter != nil {
				obj.Set("counterexample", inst.P.ThingText(v.Counter))
			}
		} else {
			obj.Set("solved", v.Solved)
		}
		line, err := record.AppendJSON(nil, obj)
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		return v.Wrong >= 0, err
	}
	_, err = io.WriteString(out, verdictText(inst, name, d, v))
	return v.Wrong >= 0, err
}

func verdictText(inst *cards.Instance, name string, d *stored.Derivation, v laws.DerivationVerdict) string {
	var b strings.Builder
	if v.Wrong >= 0 {
		fmt.Fprintf(&b, "%s:%d: step %d is wrong: %s\n", name, d.Lines[v.Wrong], v.Wrong+1, v.Text)
		if v.Counter != nil {
			fmt.Fprintf(&b, "  for example: %s\n", inst.P.ThingText(v.Counter))
		}
		return b.String()
	}
	fmt.Fprintf(&b, "%s: %s, all right", name, plural(len(d.Steps), "step"))
	switch {
	case v.Open > 0:
		fmt.Fprintf(&b, "; %s is still open", plural(v.Open, "case"))
	case v.Solved:
		b.WriteString("; the puzzle is solved")
	default:
		b.WriteString("; the puzzle is not solved by them yet")
	}
	b.WriteByte('\n')
	return b.String()
}
