package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/dataset"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

func newDatasetCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataset",
		Short: "Measure, deduplicate, split, describe and export sets of puzzles",
		Long: `Work on sets of puzzles: files of records as JSON lines. Each command reads FILE, or standard input for -, in bounded
memory, and writes to -o. A line that is no record is set aside with the reason (--rejects), and the rest goes on.`,
	}
	cmd.AddCommand(
		newDatasetFormatCmd(), newDatasetDifficultyCmd(), newDatasetDuplicatesCmd(false), newDatasetDuplicatesCmd(true),
		newDatasetSplitCmd(), newDatasetSampleCmd(), newDatasetStatsCmd(), newDatasetExportCmd(), newDatasetLeaksCmd(),
		newDatasetBuildCmd(), newDatasetVerifyCmd(),
	)
	return cmd
}

func newDatasetFormatCmd() *cobra.Command {
	var f stageFlags
	var opt dataset.FormatOptions
	var specName, root string
	cmd := &cobra.Command{
		Use:   "format FILE",
		Short: "Add id, source, qtype, eval_type and vars_scale",
		Long: `Add the fields of the published format. With --spec the weights of the variables (diff_factor) are read from the
specification, and parameters.vars_scale is added: the weighted mean of where each variable lies in its range over the file.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if specName != "" {
				var err error
				if opt.Factors, err = specFactors(specName, foundry.Options{Files: commandFiles(cmd, root)}); err != nil {
					return flagged(err)
				}
				if opt.Source == "" {
					opt.Source = strings.TrimSuffix(filepath.Base(specName), filepath.Ext(specName))
				}
			}
			return f.run(cmd, args[0], func(s *stage) error {
				return dataset.Format(cmd.Context(), s.in, s.out, opt, s.rejects)
			})
		},
	}
	f.register(cmd)
	fl := cmd.Flags()
	fl.StringVar(&specName, "spec", "", "the specification that the records were made from")
	fl.StringVar(&root, "root", "", "folder below which the specification's operator files are found")
	fl.StringVar(&opt.Source, "source", "", "name of the source; default: that of the specification, or each record's own")
	fl.StringVar(&opt.QType, "qtype", "", "question type for records without one")
	fl.StringVar(&opt.EvalType, "eval-type", "", "answer type for records without one (see docs/grading.md)")
	return cmd
}

func newDatasetDifficultyCmd() *cobra.Command {
	var f stageFlags
	var svg string
	var effort bool
	cmd := &cobra.Command{
		Use:   "difficulty FILE",
		Short: "Add difficulty: the mean of four figures, each by its range in the source",
		Long: `Add the published difficulty: the mean of the text's length, the number of conditions and the number of symbols, each
by where it lies in its range over the records of the same source, and vars_scale. A histogram goes to standard error.

With --effort, our own is added too, the field effort: every puzzle is solved, and explained where its family has techniques.
Its score, from 0 to 1, is the mean of log10(1 + work)/6 and log10(1 + cost)/4: work is the steps of a solver that searches,
cost that of the explanation. It depends on the puzzle alone, so it compares puzzles of different sources. Word puzzles are
replayed: their specifications are found in the gallery, or named with --spec.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], func(s *stage) error { return s.difficulty(effort, svg) })
		},
	}
	f.register(cmd)
	f.registerWords(cmd)
	cmd.Flags().BoolVar(&effort, "effort", false, "also measure what each puzzle takes to solve and to explain")
	cmd.Flags().StringVar(&svg, "svg", "", "write the histograms as a picture to this file")
	return cmd
}

func (s *stage) difficulty(effort bool, svg string) error {
	var difficulty, efforts dataset.Histogram
	opt := dataset.RateOptions{Difficulty: &difficulty}
	charts := func() []dataset.Chart { return []dataset.Chart{difficulty.Chart("difficulty")} }
	if effort {
		words, err := s.askWords()
		if err != nil {
			return err
		}
		opt.Measure, opt.Effort = &dataset.Measure{Families: families(), Words: words.Work}, &efforts
		charts = func() []dataset.Chart {
			return []dataset.Chart{difficulty.Chart("difficulty"), efforts.Chart("effort")}
		}
	}
	if err := dataset.Rate(s.cmd.Context(), s.in, s.out, opt, s.rejects); err != nil {
		return err
	}
	for i, c := range charts() {
		if i > 0 {
			s.say("")
		}
		if effort {
			s.say("%s", c.Title)
		}
		s.say("%s", strings.TrimRight(c.String(), "\n"))
	}
	if effort {
		if m := opt.Measure.Measured(); m.Not > 0 || m.GaveUp > 0 {
			s.say("effort: %v", m)
		}
	}
	if svg == "" {
		return nil
	}
	w, err := s.create(svg)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, dataset.Stack("difficulty", charts()))
	return err
}

func newDatasetStatsCmd() *cobra.Command {
	var f stageFlags
	var format string
	cmd := &cobra.Command{
		Use:   "stats FILE",
		Short: "Describe a set: sources, lengths, difficulty, answers, duplicates",
		Long: `Describe a set: a table of its sources, and charts of the difficulty, the effort (see difficulty --effort), the lengths, the
numbers of solutions, the sources, the classes, and the answers, as text, as a page (HTML) or as a picture (SVG).`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format == "" {
				format = "text"
				if ext := filepath.Ext(f.out); ext == ".html" || ext == ".svg" {
					format = ext[1:]
				}
			}
			if format != "text" && format != "html" && format != "svg" {
				return puzzle.Unknownf("format", format, []string{"text", "html", "svg"})
			}
			return f.run(cmd, args[0], func(s *stage) error {
				st, err := dataset.Describe(cmd.Context(), s.in)
				if err != nil {
					return err
				}
				switch format {
				case "html":
					return st.WriteHTML(s.out)
				case "svg":
					return st.WriteSVG(s.out)
				}
				return st.WriteText(s.out)
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&format, "format", "", "text, html or svg; default: by the ending of -o")
	return cmd
}

func newDatasetExportCmd() *cobra.Command {
	var f stageFlags
	var to, card string
	cmd := &cobra.Command{
		Use:   "export FILE --to SHAPE -o OUT",
		Short: "Write the shapes that training frameworks read",
		Long: `Write a set as JSON lines of a shape (` + strings.Join(dataset.Shapes(), ", ") + `;
zebralogic has solution grids, for zebra puzzles), or as a Parquet file. JSON lines are compressed when -o ends in .gz or .zst.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if to == "" && filepath.Ext(f.out) == ".parquet" {
				to = "parquet"
			}
			if to == "" {
				return fmt.Errorf("which shape? Say --to (%s or parquet)", strings.Join(dataset.Shapes(), ", "))
			}
			if to != "parquet" {
				if err := dataset.KnownShape(to); err != nil {
					return err
				}
			}
			return f.run(cmd, args[0], func(s *stage) error {
				var err error
				if to == "parquet" {
					err = dataset.ExportParquet(cmd.Context(), s.in, s.out, s.rejects)
				} else {
					err = dataset.Export(cmd.Context(), s.in, s.out, to, families(), s.rejects)
				}
				if err != nil || card == "" {
					return err
				}
				st, err := dataset.Describe(cmd.Context(), s.in)
				if err != nil {
					return err
				}
				w, err := s.create(card)
				if err != nil {
					return err
				}
				return st.WriteCard(w)
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&to, "to", "", strings.Join(dataset.Shapes(), ", ")+" or parquet; default: parquet where -o ends so")
	cmd.Flags().StringVar(&card, "card", "", "also write a data card (Markdown) to this file")
	return cmd
}
