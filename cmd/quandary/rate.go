package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/rate"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

func newRateCmd() *cobra.Command {
	var f eachFlags
	var path string
	cmd := &cobra.Command{
		Use:   "rate [ID | FILE]...",
		Short: "Rate how hard puzzles are for a person",
		Long:  "Rate puzzles by the steps that solve them. A puzzle that takes longer than a minute, or than --time, has no rating: the others go on.\n\n" + inputHelp,
		Example: `  quandary rate 'sudoku:9x9#3' 'zebra:4x5#1'
  quandary rate --kind sudoku --format jsonl puzzles.txt -o rated.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.format != "text" && f.format != "jsonl" {
				return puzzle.Unknownf("format", f.format, []string{"text", "jsonl"})
			}
			var m *rate.Model
			if path != "" {
				var err error
				if m, err = readModel(path); err != nil {
					return err
				}
			}
			return f.each(cmd, args, func(ctx context.Context, in input) (string, error) {
				return rateOne(ctx, in, f.format, m)
			})
		},
	}
	f.register(cmd, "text or jsonl")
	cmd.Flags().StringVar(&path, "model", "", "classes by a model that rate train has written, instead of the family's own")
	cmd.AddCommand(newRateTrainCmd())
	return cmd
}

func rateOne(ctx context.Context, in input, format string, m *rate.Model) (string, error) {
	r, ok := in.Instance.(puzzle.Rater)
	if !ok {
		return "", fmt.Errorf("%s puzzles cannot be rated", in.family.Name())
	}
	within, stop := guardOf(ctx).within(ctx, stepsTime)
	rt, err := r.Rate(within)
	late := context.Cause(within)
	stop()
	switch {
	case err != nil && errors.Is(late, errLate):
		return "", late
	case err != nil:
		return "", err
	}
	if m != nil {
		class, err := m.ByRating(rt)
		if err != nil {
			return "", err
		}
		rt.Class = m.Classes[class]
	}
	if format == "jsonl" {
		obj := append(idMember(in),
			record.Member{Key: "class", Value: rt.Class}, record.Member{Key: "score", Value: rt.Score},
			record.Member{Key: "scale", Value: rt.Scale}, record.Member{Key: "hardest", Value: rt.Hardest},
			record.Member{Key: "steps", Value: rt.Steps}, record.Member{Key: "cost", Value: rt.Cost},
			record.Member{Key: "solved", Value: rt.Solved})
		if len(rt.Features) > 0 {
			obj.Set("features", rt.Features)
		}
		if len(rt.Named) > 0 {
			var named record.Object
			for _, name := range slices.Sorted(maps.Keys(rt.Named)) {
				named.Set(name, rt.Named[name])
			}
			obj.Set("techniques", named)
		}
		line, err := record.AppendJSON(nil, obj)
		return string(append(line, '\n')), err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:", heading(in))
	if rt.Class != "" {
		fmt.Fprintf(&b, " %s,", rt.Class)
	}
	fmt.Fprintf(&b, " score %.4g", rt.Score)
	if rt.Scale != "" {
		fmt.Fprintf(&b, " (%s)", rt.Scale)
	}
	if rt.Hardest != "" {
		fmt.Fprintf(&b, ", hardest step %s", rt.Hardest)
	}
	fmt.Fprintf(&b, ", %d steps, cost %.4g", rt.Steps, rt.Cost)
	if !rt.Solved {
		b.WriteString(", not solved without guessing")
	}
	return b.String() + "\n", nil
}
