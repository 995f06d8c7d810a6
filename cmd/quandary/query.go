package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/kinds/cards"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/cardfile"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/deck"
	"github.com/quandary-puzzles/quandary/internal/kinds/cards/invariant"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newQueryCmd() *cobra.Command {
	var in inputFlags
	var format string
	var define []string
	cmd := &cobra.Command{
		Use:   "query PUZZLE EXPRESSION...",
		Short: "Ask a puzzle of clue cards questions in OCL",
		Long: `Evaluate OCL expressions over a puzzle of clue cards: over its Property, Thing and Clue objects (docs/ocl.md), where the
things that the clues ban are banned. PUZZLE is an id or a file. Each EXPRESSION gives a line with its value. --define adds
the operations of a file. A puzzle whose things are not listed has one thing, its solution.`,
		Example: `  quandary query cards:cars 'Clue.allInstances->asSequence()->collect(toStr)'
  quandary query cards:cars 'Thing.allInstances->select(t | Clue.allInstances->forAll(c | t.valid(c)))'`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "jsonl" {
				return puzzle.Unknownf("format", format, []string{"text", "jsonl"})
			}
			inst, err := cardPuzzle(cmd, in, args[0])
			if err != nil {
				return err
			}
			var sources []invariant.Source
			for _, name := range define {
				file, err := os.Open(name)
				if err != nil {
					return err
				}
				text, err := io.ReadAll(io.LimitReader(file, cardfile.MaxBytes+1))
				file.Close()
				if err != nil {
					return err
				}
				sources = append(sources, invariant.Source{Name: name, Text: string(text)})
			}
			if inst.P.Rules != nil {
				for i, text := range inst.P.Rules.Texts() {
					sources = append(sources, invariant.Source{Name: fmt.Sprintf("invariants %d", i+1), Text: text})
				}
			}
			set, err := invariant.Compile(sources...)
			if err != nil {
				return err
			}
			var solutions []deck.Thing
			if inst.P.Factored {
				res, err := inst.Solve(cmd.Context(), 2)
				if err != nil {
					return err
				}
				if res.Status != puzzle.Unique {
					return fmt.Errorf("%s: the things are not listed, so questions are about the solution, and the puzzle has %s", args[0], res.Status)
				}
				solutions = []deck.Thing{res.Solutions[0].(cards.Solution).T}
			}
			for i, text := range args[1:] {
				value, err := set.Query(cmd.Context(), inst.P, solutions, fmt.Sprintf("expression %d", i+1), text)
				if err != nil {
					return err
				}
				if format == "text" {
					fmt.Fprintln(cmd.OutOrStdout(), value)
					continue
				}
				line, err := record.AppendJSON(nil, record.Object{{Key: "expression", Value: text}, {Key: "value", Value: value}})
				if err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\n", line)
			}
			return nil
		},
	}
	fl := cmd.Flags()
	in.register(fl)
	fl.StringVar(&format, "format", "text", "output: text or jsonl")
	fl.StringSliceVar(&define, "define", nil, "files with OCL operations (def:) that the expressions use")
	return cmd
}
