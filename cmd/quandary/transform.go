package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newTransformCmd() *cobra.Command {
	var f eachFlags
	var by string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "transform [ID | FILE]...",
		Short: "Turn puzzles into symmetric equivalents, or into their canonical form",
		Long:  "Transform puzzles: a symmetry of the family by --by NAME, or the canonical form by --by canonical.\n\n" + inputHelp,
		Example: `  quandary transform 'sudoku:9x9#17' --by rotate --seed 2
  quandary transform puzzles.jsonl --by canonical --format id`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if by == "" {
				return errors.New("say what to do with --by; an unknown name lists those that there are")
			}
			f.wrapped = wrapped(f.format)
			if f.format == "text" {
				f.wrapped = func(in input) puzzle.Format { return foundry.Format(in.family, in.Format) }
			}
			return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
				return transformOne(ctx, in, by, seed, f.format)
			})
		},
	}
	f.register(cmd, "text (the form in which the puzzle came in), jsonl, id, or a format of the family")
	cmd.Flags().StringVar(&by, "by", "", "a symmetry of the family, or canonical")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of the symmetries that have a choice in them")
	return cmd
}

func transformOne(ctx context.Context, in input, by string, seed uint64, format string) (string, error) {
	sym, ok := in.Instance.(puzzle.Symmetric)
	if !ok {
		return "", fmt.Errorf("%s puzzles have no symmetries here", in.family.Name())
	}
	var inst puzzle.Instance
	var err error
	if by == "canonical" {
		inst, err = canonicalOf(ctx, in.family, sym)
	} else {
		// The choice depends on the seed and the puzzle alone, not on its place in the file.
		stream := puzzle.Stream(in.family, seed, 0).Derive(puzzle.ID(in.family, in.Instance))
		symmetries := sym.Symmetries()
		inst, err = symmetries.Transform(by, stream)
		if _, ok := errors.AsType[*puzzle.UnknownError](err); ok {
			err = puzzle.Unknownf("transformation", by, append(symmetries.Names, "canonical"))
		}
	}
	if err != nil {
		return "", err
	}
	if format == "text" {
		return encodedAs(in, inst, in.Format)
	}
	return encoded(in, inst, format)
}

// canonicalOf gives the puzzle that stands for all equivalents of one.
func canonicalOf(ctx context.Context, fam puzzle.Family, sym puzzle.Symmetric) (puzzle.Instance, error) {
	form, err := sym.Canonical(ctx, 0)
	switch {
	case err != nil:
		return nil, err
	case !form.Exact:
		return nil, fmt.Errorf("the search for the canonical form did not end within %d steps: the puzzle has too many symmetries", form.Work)
	case form.Instance == nil:
		return nil, fmt.Errorf("%s puzzles have a canonical form, which is compared and not written", fam.Name())
	}
	return form.Instance()
}

// encoded writes an instance: as an id, as a JSON line with the form in which the input came in, or in a format.
func encoded(in input, inst puzzle.Instance, format string) (string, error) {
	id := puzzle.ID(in.family, inst)
	if format == "id" {
		return id + "\n", nil
	}
	if format != "jsonl" {
		return encodedAs(in, inst, target(in, format))
	}
	text, err := encodedAs(in, inst, in.Format)
	if err != nil {
		return "", err
	}
	text = strings.TrimSuffix(text, "\n")
	line, err := record.AppendJSON(nil, append(idMember(in),
		record.Member{Key: "problem", Value: text}, record.Member{Key: "puzzle", Value: id}))
	return string(append(line, '\n')), err
}

// encodedAs writes an instance in a format of its family.
func encodedAs(in input, inst puzzle.Instance, format string) (string, error) {
	enc, ok := inst.(puzzle.Shown)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be written as %s", in.family.Name(), format)
	}
	text, err := enc.Encode(format)
	return text + "\n", err
}

// target is the format that a name means: text is the family's of that name where it has one, and else the form in which the input came in.
func target(in input, format string) string {
	if format == "text" && foundry.Format(in.family, format).Name == "" {
		return in.Format
	}
	return format
}

// wrapped is the format that is written.
func wrapped(format string) func(in input) puzzle.Format {
	return func(in input) puzzle.Format { return foundry.Format(in.family, target(in, format)) }
}

func newConvertCmd() *cobra.Command {
	var f eachFlags
	var to string
	cmd := &cobra.Command{
		Use:   "convert [ID | FILE]... --to FORMAT",
		Short: "Write puzzles in another format of their family",
		Long:  "Convert puzzles between the formats of their family (see: quandary families NAME), ids (--to id) and JSON lines.\n\n" + inputHelp,
		Example: `  quandary convert 'sudoku:9x9#17' --to sdk
  quandary convert --kind fillomino board.txt --to puzzlink`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.format, f.wrapped = to, wrapped(to)
			return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
				if r, ok := in.family.(puzzle.Reader); ok && foundry.Format(in.family, to).Solution {
					text, err := puzzle.Write(ctx, r, in.Instance.(puzzle.Shown), to)
					return text + "\n", err
				}
				return encoded(in, in.Instance, to)
			})
		},
	}
	f.register(cmd, "set by --to")
	_ = cmd.Flags().MarkHidden("format")
	cmd.Flags().StringVar(&to, "to", "id", "format to write")
	return cmd
}
