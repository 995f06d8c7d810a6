package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/carve"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/making"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// carveFlags are the flags of carve.
type carveFlags struct {
	all    bool
	boards uint64
	seed   uint64
	out    string
	rules  string
	params string
	quiet  bool
	by     string
}

func newCarveCmd() *cobra.Command {
	var f carveFlags
	cmd := &cobra.Command{
		Use:   "carve --all-classes FAMILY:PARAMS -o DIR",
		Short: "Carve boards and sort all puzzles met on the way by class",
		Long: `Carve full boards of a family that a rules file states: one printed value after another is taken away while one solution is
left. Every puzzle met on the way, and its images under the family's symmetries, is sorted by its class: DIR/class-1.txt
and so on get a line for each puzzle, its id, which every other command takes.`,
		Example: `  quandary carve --all-classes slitherlink:6x6 -o classes
  quandary carve --rules my-family.yaml --all-classes -o classes -n 5`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runCarve(cmd, args, f) },
	}
	fl := cmd.Flags()
	fl.BoolVar(&f.all, "all-classes", false, "sort the puzzles by class")
	fl.StringVar(&f.by, "by", "", "what names the class instead of the hardest step: a formula over what explaining measures, such as 'hardest * 10 + steps // 20'")
	fl.Uint64VarP(&f.boards, "count", "n", 1, "how many full boards are carved")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the run")
	fl.StringVarP(&f.out, "output", "o", "", "folder for the files, which is made; files that are there are refused")
	fl.StringVar(&f.rules, "rules", "", "rules file of the family, instead of FAMILY")
	fl.StringVar(&f.params, "params", "", "size and parameters, such as 8x8")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress and no summary")
	return cmd
}

func runCarve(cmd *cobra.Command, args []string, f carveFlags) (err error) {
	switch {
	case !f.all:
		return errors.New("--all-classes is missing: puzzles of one class are made by generate --class")
	case f.out == "":
		return errors.New("-o DIR is missing: where the files go")
	case (len(args) == 0) == (f.rules == ""):
		return errors.New("expected either FAMILY:PARAMS, such as slitherlink:6x6, or --rules FILE")
	}
	reg, name := foundry.Families(), ""
	if f.rules != "" {
		family, err := rulesFamily(cmd, f.rules)
		if err != nil {
			return err
		}
		reg, name = puzzle.NewRegistry(family), family.Name()
	} else {
		name = args[0]
	}
	if f.params != "" {
		name += ":" + f.params
	}
	fam, params, desc, seed, err := reg.SplitID(name)
	if err != nil {
		return err
	}
	if desc != "" || seed != nil {
		return fmt.Errorf("%s names one puzzle: give the family and its parameters alone", name)
	}
	if b, ok := fam.(*declared.Builtin); ok {
		fam = b.Open()
	}
	family, ok := fam.(*declared.Family)
	if !ok {
		return fmt.Errorf("%s is not stated by a rules file: its puzzles are made by generate", fam.Name())
	}
	var by *making.Formula
	if f.by != "" {
		if by, err = making.ReadFormula(f.by); err != nil {
			return fmt.Errorf("--by: %w", err)
		}
	}
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return err
	}
	if old, err := filepath.Glob(filepath.Join(f.out, "class-*.txt")); err != nil || len(old) > 0 {
		return errors.Join(err, fmt.Errorf("%s holds puzzles by class already, such as %s: give another folder", f.out, strings.Join(old[:min(1, len(old))], "")))
	}
	bar := newProgress(cmd.ErrOrStderr(), int64(f.boards), f.quiet)
	defer bar.finish()
	all := map[string][]string{}
	var order []string
	for i := range f.boards {
		classes, broken := family.Classes(cmd.Context(), params, by, puzzle.Stream(family, f.seed, i), func(p puzzle.Progress) {
			bar.say(fmt.Sprintf("board %d: %d of %d values looked at, %s", i+1, p.Done, p.Total, p.Text))
		})
		order = collect(all, order, classes, family)
		if err = broken; err != nil {
			break
		}
		bar.add("")
	}
	// What was met before the work was broken off is written all the same.
	for _, class := range order {
		path := filepath.Join(f.out, "class-"+class+".txt")
		if werr := writeLines(path, all[class]); werr != nil {
			return errors.Join(err, werr)
		}
		if !f.quiet {
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d puzzles\n", path, len(all[class]))
		}
	}
	return err
}

// collect adds the ids of a run's puzzles to those of earlier runs.
func collect(all map[string][]string, order []string, classes []carve.Class[*declared.Instance], family puzzle.Family) []string {
	for _, c := range classes {
		if all[c.Name] == nil {
			order = append(order, c.Name)
		}
		for _, p := range c.Puzzles {
			all[c.Name] = append(all[c.Name], puzzle.ID(family, p))
		}
	}
	return order
}

// writeLines writes a new file.
func writeLines(path string, lines []string) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	for _, l := range lines {
		if _, err := fmt.Fprintln(file, l); err != nil {
			return err
		}
	}
	return nil
}
