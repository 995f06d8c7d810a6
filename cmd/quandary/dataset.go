package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/dataset"
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
		newDatasetFormatCmd(), newDatasetDifficultyCmd(), newDatasetDuplicatesCmd(), newDatasetDedupeCmd(),
		newDatasetSplitCmd(), newDatasetSampleCmd(), newDatasetStatsCmd(), newDatasetExportCmd(), newDatasetLeaksCmd(),
		newDatasetBuildCmd(), newDatasetVerifyCmd(),
	)
	return cmd
}

// stageFlags are what the stages share.
type stageFlags struct {
	out     string
	rejects string
	force   bool
	quiet   bool
}

func (f *stageFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "-", "file to write; - is standard output")
	fl.StringVar(&f.rejects, "rejects", "", "write the lines that could not be used, with the reasons, to this file")
	fl.BoolVar(&f.force, "force", false, "replace output files that exist")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "say nothing on standard error but errors")
}

// stage is one run of a stage: its input, its output and what it set aside.
type stage struct {
	cmd     *cobra.Command
	f       stageFlags
	in      *dataset.Input
	out     io.Writer
	rejects *dataset.Rejects
	closers []func() error
}

// run opens what the stage needs, does the work and closes everything, whatever happens.
func (f stageFlags) run(cmd *cobra.Command, input string, do func(*stage) error) error {
	s := &stage{cmd: cmd, f: f, rejects: &dataset.Rejects{}}
	err := s.open(input)
	if err == nil {
		err = do(s)
	}
	for i := len(s.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, s.closers[i]())
	}
	if s.rejects.Count > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %d lines set aside; the first: %v\n", s.rejects.Count, s.rejects.First)
		if err == nil {
			err = exitCode(1)
		}
	}
	return err
}

func (s *stage) open(input string) error {
	in, err := dataset.OpenInput(input, s.cmd.InOrStdin())
	if err != nil {
		return err
	}
	s.in = in
	s.closers = append(s.closers, in.Close)
	if s.out, err = s.create(s.f.out); err != nil {
		return err
	}
	if s.f.rejects != "" {
		s.rejects.W, err = s.create(s.f.rejects)
	}
	return err
}

// create opens an output file, compressed by its ending; - is standard output.
func (s *stage) create(name string) (io.Writer, error) {
	if name == "-" {
		return s.cmd.OutOrStdout(), nil
	}
	file, err := createFile(name, s.f.force)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, file.Close)
	w, err := dataset.Compressed(file, name)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, w.Close)
	return w, nil
}

// say prints a line of information.
func (s *stage) say(format string, args ...any) {
	if !s.f.quiet {
		fmt.Fprintf(s.cmd.ErrOrStderr(), format+"\n", args...)
	}
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
				if opt.Factors, err = specFactors(specName, commandFiles(cmd, root)); err != nil {
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
	cmd := &cobra.Command{
		Use:   "difficulty FILE",
		Short: "Add difficulty: the mean of four figures, each by its range in the source",
		Long: `Add the published difficulty: the mean of the text's length, the number of conditions and the number of symbols, each
by where it lies in its range over the records of the same source, and vars_scale. A histogram goes to standard error.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], func(s *stage) error {
				var h dataset.Histogram
				if err := dataset.Rate(cmd.Context(), s.in, s.out, &h, s.rejects); err != nil {
					return err
				}
				s.say("%s", strings.TrimRight(h.String(), "\n"))
				if svg == "" {
					return nil
				}
				w, err := s.create(svg)
				if err != nil {
					return err
				}
				_, err = io.WriteString(w, h.SVG("difficulty"))
				return err
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "write the histogram as a picture to this file")
	return cmd
}

const byHelp = "what makes two records the same puzzle: text, config, or canonical (equal up to renaming and reordering)"

func newDatasetDuplicatesCmd() *cobra.Command {
	var f stageFlags
	var by string
	cmd := &cobra.Command{
		Use:   "duplicates FILE",
		Short: "Report records that are the same puzzle as an earlier one",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], func(s *stage) error {
				key, err := datasetKey(cmd.Context(), by)
				if err != nil {
					return err
				}
				dups, err := dataset.Duplicates(cmd.Context(), s.in, key, s.rejects)
				if err != nil {
					return err
				}
				for _, d := range dups {
					if _, err := fmt.Fprintf(s.out, "{\"line\": %d, \"same_as\": %d}\n", d.Line, d.First); err != nil {
						return err
					}
				}
				s.say("%d duplicates by %s", len(dups), by)
				return nil
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&by, "by", "config", byHelp)
	return cmd
}

func newDatasetDedupeCmd() *cobra.Command {
	var f stageFlags
	var by string
	cmd := &cobra.Command{
		Use:   "dedupe FILE",
		Short: "Remove records that are the same puzzle as an earlier one",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], func(s *stage) error {
				key, err := datasetKey(cmd.Context(), by)
				if err != nil {
					return err
				}
				dups, err := dataset.Dedupe(cmd.Context(), s.in, s.out, key, s.rejects)
				if err == nil {
					s.say("%d duplicates by %s removed", len(dups), by)
				}
				return err
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&by, "by", "config", byHelp)
	return cmd
}

func newDatasetLeaksCmd() *cobra.Command {
	var f stageFlags
	var by string
	cmd := &cobra.Command{
		Use:   "leaks TRAIN TEST",
		Short: "Report records of one file that are the same puzzle as a record of another",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[1], func(s *stage) error {
				key, err := datasetKey(cmd.Context(), by)
				if err != nil {
					return err
				}
				train, err := dataset.OpenInput(args[0], cmd.InOrStdin())
				if err != nil {
					return err
				}
				defer train.Close()
				leaks, err := dataset.Leaks(cmd.Context(), train, s.in, key, s.rejects)
				if err != nil {
					return err
				}
				for _, l := range leaks {
					if _, err := fmt.Fprintf(s.out, "{\"train_line\": %d, \"test_line\": %d}\n", l.A, l.B); err != nil {
						return err
					}
				}
				s.say("%d records of %s stand in %s by %s", len(leaks), args[1], args[0], by)
				return nil
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&by, "by", "canonical", byHelp)
	return cmd
}

// datasetKey gives the key of a name.
func datasetKey(ctx context.Context, by string) (dataset.Key, error) {
	return dataset.Keys(ctx, by, families(), dataset.ConfigKey)
}

func newDatasetSplitCmd() *cobra.Command {
	var f stageFlags
	var opt dataset.SplitOptions
	var parts []string
	var by string
	var byClass bool
	cmd := &cobra.Command{
		Use:   "split FILE -o FOLDER",
		Short: "Split into parts, each with every source and difficulty in proportion",
		Long: `Split a set into files FOLDER/NAME.jsonl. Each part has every source, and with --threshold the normal and the hard
records, in proportion. Records that are the same puzzle (--by) are never divided. The seed and the puzzles alone decide
where a record goes.`,
		Example: `  quandary dataset split all.jsonl -o parts --part train=0.9 --part validation=0.05 --part test=0.05
  quandary dataset split all.jsonl -o parts --part sft=1000 --part rl=0.9 --threshold 0.5 --by-class`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opt.Parts, err = parseParts(parts); err != nil {
				return err
			}
			if opt.Key, err = datasetKey(cmd.Context(), by); err != nil {
				return err
			}
			folder := f.out
			if folder == "-" {
				return errors.New("say where the parts go: -o FOLDER")
			}
			if err := os.MkdirAll(folder, 0o777); err != nil {
				return err
			}
			f.out = "-"
			return f.run(cmd, args[0], func(s *stage) error { return splitInto(s, folder, opt, byClass) })
		},
	}
	f.register(cmd)
	fl := cmd.Flags()
	fl.StringArrayVar(&parts, "part", []string{"train=0.9", "validation=0.05", "test=0.05"}, "a part and its share (0.9) or number of records (1000); may be repeated")
	fl.Uint64Var(&opt.Seed, "seed", 1, "seed of the split")
	fl.Float64Var(&opt.Threshold, "threshold", 0, "difficulty from which a record is hard; 0: no classes")
	fl.BoolVar(&byClass, "by-class", false, "write the classes to files of their own, NAME-normal.jsonl and NAME-hard.jsonl")
	fl.StringVar(&by, "by", "canonical", byHelp)
	return cmd
}

// splitInto writes the parts of a split into a folder.
func splitInto(s *stage, folder string, opt dataset.SplitOptions, byClass bool) error {
	writers := map[string]io.Writer{}
	writer := func(part int, class string) (io.Writer, error) {
		name := opt.Parts[part].Name
		if byClass {
			name += "-" + class
		}
		if w, ok := writers[name]; ok {
			return w, nil
		}
		w, err := s.create(filepath.Join(folder, name+".jsonl"))
		writers[name] = w
		return w, err
	}
	// Every part has its file, also one that gets no record.
	for i := range opt.Parts {
		if _, err := writer(i, "normal"); err != nil {
			return err
		}
	}
	sizes, err := dataset.Split(s.cmd.Context(), s.in, opt, writer, s.rejects)
	if err != nil {
		return err
	}
	for i, p := range opt.Parts {
		s.say("%s: %d records", p.Name, sizes[i])
	}
	return nil
}

// parseParts reads NAME=SHARE and NAME=COUNT.
func parseParts(texts []string) ([]dataset.Part, error) {
	var parts []dataset.Part
	seen := map[string]bool{}
	for _, text := range texts {
		name, size, ok := strings.Cut(text, "=")
		if !ok || name == "" || strings.ContainsAny(name, `/\`) || name[0] == '.' || seen[name] {
			return nil, fmt.Errorf("--part: expected NAME=SHARE or NAME=COUNT with names of their own, found %q", text)
		}
		seen[name] = true
		p := dataset.Part{Name: name}
		n, err := strconv.Atoi(size)
		if p.Count = n; err != nil || n <= 1 && strings.Contains(size, ".") {
			p.Count = 0
			if p.Share, err = strconv.ParseFloat(size, 64); err != nil {
				return nil, fmt.Errorf("--part: expected a share such as 0.9 or a number such as 1000, found %q", size)
			}
		}
		parts = append(parts, p)
	}
	return parts, dataset.CheckParts(parts)
}

func newDatasetSampleCmd() *cobra.Command {
	var f stageFlags
	opt := dataset.SplitOptions{Parts: []dataset.Part{{Name: "sample"}}}
	var by string
	cmd := &cobra.Command{
		Use:   "sample FILE -n COUNT",
		Short: "Draw a sample with every source and difficulty in proportion",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], func(s *stage) error {
				var err error
				if opt.Key, err = datasetKey(cmd.Context(), by); err != nil {
					return err
				}
				sizes, err := dataset.Split(cmd.Context(), s.in, opt, func(int, string) (io.Writer, error) { return s.out, nil }, s.rejects)
				if err == nil {
					s.say("%d records", sizes[0])
				}
				return err
			})
		},
	}
	f.register(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&opt.Parts[0].Count, "count", "n", 100, "how many records")
	fl.Uint64Var(&opt.Seed, "seed", 1, "seed of the sample")
	fl.Float64Var(&opt.Threshold, "threshold", 0, "difficulty from which a record is hard; 0: no classes")
	fl.StringVar(&by, "by", "config", byHelp)
	return cmd
}

func newDatasetStatsCmd() *cobra.Command {
	var f stageFlags
	var format string
	cmd := &cobra.Command{
		Use:   "stats FILE",
		Short: "Describe a set: sources, lengths, difficulty, answers, duplicates",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format == "" {
				format = "text"
				if filepath.Ext(f.out) == ".html" {
					format = "html"
				}
			}
			if format != "text" && format != "html" {
				return puzzle.Unknownf("format", format, []string{"text", "html"})
			}
			return f.run(cmd, args[0], func(s *stage) error {
				st, err := dataset.Describe(cmd.Context(), s.in)
				if err != nil {
					return err
				}
				if format == "html" {
					return st.WriteHTML(s.out)
				}
				return st.WriteText(s.out)
			})
		},
	}
	f.register(cmd)
	cmd.Flags().StringVar(&format, "format", "", "text or html; default: by the ending of -o")
	return cmd
}

func newDatasetExportCmd() *cobra.Command {
	var f stageFlags
	var to, card string
	cmd := &cobra.Command{
		Use:   "export FILE --to SHAPE -o OUT",
		Short: "Write the shapes that training frameworks read",
		Long: `Write a set as JSON lines of the shape puzzleclone, reasoning-gym, verl, verifiers, chat or zebralogic (solution grids,
for zebra puzzles), or as a Parquet file. JSON lines are compressed when -o ends in .gz or .zst.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if to == "" && filepath.Ext(f.out) == ".parquet" {
				to = "parquet"
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
	cmd.Flags().StringVar(&to, "to", "", strings.Join(dataset.Shapes, ", ")+" or parquet; default: by the ending of -o")
	cmd.Flags().StringVar(&card, "card", "", "also write a data card (Markdown) to this file")
	return cmd
}
