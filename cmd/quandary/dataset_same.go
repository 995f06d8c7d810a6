package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/dataset"
)

const byHelp = "what makes two records the same puzzle: text, config, or canonical (equal up to names, order and symmetries)"

// canonicalHelp says what canonical means.
const canonicalHelp = `

By canonical form, puzzles of families are the same when names, the order of what is listed and the family's symmetries make one of
the other; word puzzles when their constraint problem and what is asked are. For the latter the specification is needed: those of
the gallery are found, name others with --spec. A record without a form is compared by its configuration, and a puzzle with so many
symmetries that the search for its form meets its budget by one that can miss an equal; standard error says how many were. Different
puzzles never count as the same. Lines of other programs are compared as well: with --kind sudoku, any of their texts, or a paragraph
of one, that reads as a Sudoku is the puzzle.`

// newDatasetDuplicatesCmd makes the command that reports duplicates, or the one that removes them.
func newDatasetDuplicatesCmd(remove bool) *cobra.Command {
	var f stageFlags
	var by string
	cmd := &cobra.Command{
		Use:   "duplicates FILE",
		Short: "Report records that are the same puzzle as an earlier one",
		Long:  "Report records that are the same puzzle as an earlier one, as JSON lines: the line, and the first with that puzzle." + canonicalHelp,
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], func(s *stage) error { return s.duplicates(by, remove) })
		},
	}
	if remove {
		cmd.Use, cmd.Short = "dedupe FILE", "Remove records that are the same puzzle as an earlier one"
		cmd.Long = "Remove records that are the same puzzle as an earlier one: the first stays." + canonicalHelp
	}
	f.register(cmd)
	f.registerWords(cmd)
	cmd.Flags().StringVar(&by, "by", "canonical", byHelp)
	return cmd
}

func (s *stage) duplicates(by string, remove bool) error {
	key, err := s.key(by)
	if err != nil {
		return err
	}
	ctx := s.cmd.Context()
	if remove {
		dups, err := dataset.Dedupe(ctx, s.in, s.out, key, s.rejects)
		if err == nil {
			s.say("%d duplicates by %s removed", len(dups), by)
		}
		return err
	}
	dups, err := dataset.Duplicates(ctx, s.in, key, s.rejects)
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
}

func newDatasetLeaksCmd() *cobra.Command {
	var f stageFlags
	var by string
	cmd := &cobra.Command{
		Use:   "leaks TRAIN TEST",
		Short: "Report records of one file that are the same puzzle as a record of another",
		Long:  "Report the records of TEST that are the same puzzle as a record of TRAIN, as JSON lines." + canonicalHelp,
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[1], func(s *stage) error {
				key, err := s.key(by)
				if err != nil {
					return err
				}
				train, err := s.input(args[0])
				if err != nil {
					return err
				}
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
	f.registerWords(cmd)
	cmd.Flags().StringVar(&by, "by", "canonical", byHelp)
	return cmd
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
where a record goes.` + canonicalHelp,
		Example: `  quandary dataset split all.jsonl -o parts --part train=0.9 --part validation=0.05 --part test=0.05
  quandary dataset split all.jsonl -o parts --part sft=1000 --part rl=0.9 --threshold 0.5 --by-class`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opt.Parts, err = parseParts(parts); err != nil {
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
			return f.run(cmd, args[0], func(s *stage) error {
				if opt.Key, err = s.key(by); err != nil {
					return err
				}
				return splitInto(s, folder, opt, byClass)
			})
		},
	}
	f.register(cmd)
	f.registerWords(cmd)
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
				if opt.Key, err = s.key(by); err != nil {
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
	f.registerWords(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&opt.Parts[0].Count, "count", "n", 100, "how many records")
	fl.Uint64Var(&opt.Seed, "seed", 1, "seed of the sample")
	fl.Float64Var(&opt.Threshold, "threshold", 0, "difficulty from which a record is hard; 0: no classes")
	fl.StringVar(&by, "by", "canonical", byHelp)
	return cmd
}
