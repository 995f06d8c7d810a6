package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/synth"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	count     uint64
	seed      uint64
	start     uint64
	out       string
	format    string
	workers   int
	resume    bool
	force     bool
	keepGoing bool
	quiet     bool
	lang      string
	level     int
	class     string
	rules     string
	model     string
	params    string
	wishes    map[string]*string // settings that have flags of their own, by name
	set       []string
	maxTries  int
	allowBias bool
	rated     bool
	spec      specFlags
	alone     bool                                   // a record that takes longer than it may is given up alone, and not the whole program
	said      *atomic.Pointer[func(puzzle.Progress)] // who is told how making a puzzle goes; nil: nobody can be
}

func newGenerateCmd() *cobra.Command {
	var f generateFlags
	cmd := &cobra.Command{
		Use:   "generate SOURCE",
		Short: "Make puzzles from a specification file or a family",
		Long: `Make puzzles. SOURCE is one of

  FILE              a specification file (YAML or JSON); - reads it from standard input
  FILE.yaml:PARAMS  a rules file and a size, such as my.yaml:6x6; same as --rules FILE.yaml --params PARAMS
  gallery:NAME      a specification of the gallery (see: quandary gallery)
  FAMILY:PARAMS     a family and its parameters, such as sudoku:16x16 or zebra:5x6 (see: quandary families)
  cards:FILE        clue cards over the properties of a file, or of a puzzle that comes with the program
  blanks:FILE.py    fill-in-the-blank puzzles of a Python program with tests; blanks:gallery/NAME of one that comes with this

Record i depends on the source, the seed and i alone: the number of workers does not change a byte, and --start 500
continues where -n 500 ended. With -o an interrupted run goes on with --resume. The summary repeats the warnings of lint for
a specification, such as a condition that no text of its puzzles tells.`,
		Example: `  quandary generate gallery:wine
  quandary generate gallery:wine -n 1000 --seed 7 -o wine.jsonl -j 2
  quandary generate sudoku:9x9 --class hard -n 10 --format text
  quandary generate slitherlink:10x10 --class 3 --symmetry half-turn
  quandary generate --rules my-family.yaml --params 8x8 --rating 1..3.5`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.rules != "" {
				if len(args) > 0 {
					return fmt.Errorf("--rules and %s both say what is made: leave one out, and give the size by --params", args[0])
				}
				return nil
			}
			return cobra.ExactArgs(1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return runGenerate(cmd, strings.Join(args, ""), f)
		},
	}
	fl := cmd.Flags()
	fl.Uint64VarP(&f.count, "count", "n", 1, "how many records")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of the run")
	fl.Uint64Var(&f.start, "start", 0, "number of the first record")
	fl.StringVarP(&f.out, "output", "o", "-", "file to write; - is standard output")
	fl.StringVar(&f.format, "format", "", "jsonl, text, or a format of the family; default: jsonl with -o, text without")
	fl.IntVarP(&f.workers, "workers", "j", runtime.NumCPU(), "how many records to work on at once")
	fl.BoolVar(&f.resume, "resume", false, "go on with the file of an interrupted run")
	fl.BoolVar(&f.force, "force", false, "replace the output file if it exists")
	fl.BoolVar(&f.keepGoing, "keep-going", false, "leave out records that fail instead of stopping")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress and no summary")
	fl.StringVar(&f.lang, "lang", "en", "language of a family's texts: en or zh, and de, es or ja where the family has them")
	fl.StringVar(&f.class, "class", "", "difficulty class, for a family (same as --set class=...)")
	fl.StringVar(&f.model, "model", "", "classes by a model that rate train --kind has written")
	fl.StringVar(&f.rules, "rules", "", "rules file of the family, instead of SOURCE (see: quandary rules)")
	fl.StringVar(&f.params, "params", "", "size and parameters, such as 8x8 or 8x8,k=1; default: those of SOURCE, or the family's usual ones")
	f.wishes = map[string]*string{}
	for _, w := range [][2]string{
		{"rating", "range of the rating, such as 2..3.5"}, {"steps", "range of the number of steps, such as 30..60; what else it means, the family says"},
		{"technique", "a technique that the solution must need"}, {"without", "a technique that the solution must not need"},
		{"minimal", "yes: nothing that is printed can go, proved for each value"}, {"symmetry", "what is printed is symmetric: half-turn, ..."},
		{"pattern", "the cells with a clue, row by row: . for none"}, {"keep", "cells whose clues stay, row by row, as in --pattern"},
		{"where", "a condition on what explaining measures, such as 'steps >= 30 and cost < 3 * steps'"},
		{"empties", "how many values are taken away"}, {"attempts", "full boards to try for a target"},
		{"with", "of Sudoku: constraints of a variant, with commas: killer,arrow,knight"},
	} {
		f.wishes[w[0]] = fl.String(w[0], "", w[1]+" (same as --set "+w[0]+"=...)")
	}
	fl.Lookup("minimal").NoOptDefVal = "yes"
	fl.IntVar(&f.level, "level", 0, "difficulty from 1 to 10; a family that is named without parameters has the size of the level")
	fl.BoolVar(&f.rated, "rated", false, "tell in each record how hard the puzzle is: class, rating, steps; rating may take longer than making")
	fl.StringArrayVar(&f.set, "set", nil, "an option of the family, NAME=VALUE; may be repeated")
	fl.IntVar(&f.maxTries, "max-tries", synth.DefaultMaxTries, "draws for one record of a specification before it is given up")
	fl.BoolVar(&f.allowBias, "allow-bias", false, fmt.Sprintf("do not fail when more than %g %% of the draws used up a budget", 100*foundry.MaxOverspent))
	f.spec.register(fl)
	return cmd
}

// check refuses flags that say nothing or do not go together, and gives the format its default.
func (f *generateFlags) check(cmd *cobra.Command) error {
	if f.workers < 1 {
		return fmt.Errorf("-j: expected at least 1 worker, found %d", f.workers)
	}
	if f.count > 0 && f.start+f.count-1 < f.start {
		return errors.New("--start and -n: the record numbers go past 2^64-1")
	}
	if f.maxTries < 1 {
		return fmt.Errorf("--max-tries: expected at least 1, found %d", f.maxTries)
	}
	if f.format == "" {
		f.format = "text"
		if cmd.Flags().Changed("output") {
			f.format = "jsonl"
		}
	}
	if f.resume && (f.out == "-" || f.format != "jsonl") {
		return errors.New("--resume goes with -o FILE and JSON lines")
	}
	return nil
}

// source says by its name and options what is generated.
func (f *generateFlags) source(cmd *cobra.Command, arg string) (name string, opt foundry.Options, err error) {
	if opt, err = f.options(cmd); err != nil {
		return arg, opt, err
	}
	if f.rules != "" {
		r, err := foundry.ReadRules(f.rules, opt.Files)
		if err != nil {
			return arg, opt, err
		}
		r.Alone(&opt)
		arg = r.Family.Name()
	}
	if f.model != "" {
		if err := modelled(&opt, arg, f.model); err != nil {
			return arg, opt, err
		}
	}
	if f.params != "" {
		if strings.Contains(arg, ":") {
			return arg, opt, fmt.Errorf("--params and %s both give parameters: leave one out", arg)
		}
		arg += ":" + f.params
	}
	return arg, opt, nil
}

func runGenerate(cmd *cobra.Command, arg string, f generateFlags) (err error) {
	if err := f.check(cmd); err != nil {
		return err
	}
	arg, opt, err := f.source(cmd, arg)
	if err != nil {
		return err
	}
	f.said = &atomic.Pointer[func(puzzle.Progress)]{}
	opt.Report = func(p puzzle.Progress) {
		if tell := f.said.Load(); tell != nil {
			(*tell)(p)
		}
	}
	src, err := foundry.Open(arg, opt)
	if err != nil {
		return flagged(err)
	}
	defer func() { err = errors.Join(err, src.Close()) }()
	if f.out != "-" {
		stats, err := generateFile(cmd, src, f)
		if stats != nil && !f.quiet {
			stats.print(cmd.ErrOrStderr(), src.Title())
			printWarnings(cmd.ErrOrStderr(), src)
		}
		if errors.Is(err, context.Canceled) && f.format == "jsonl" {
			reportEnd(cmd.ErrOrStderr(), cmd.Context(), f.out)
		}
		return err
	}
	stats := newRunStats()
	err = stats.generate(cmd, src, f, cmd.OutOrStdout())
	if err == nil {
		err = stats.bias(f.allowBias)
	}
	if !f.quiet {
		if err != nil {
			stats.print(cmd.ErrOrStderr(), src.Title())
		}
		printWarnings(cmd.ErrOrStderr(), src)
	}
	return err
}

// printWarnings ends a summary with what lint says of the source: its records may not be what their texts say.
func printWarnings(w io.Writer, src foundry.Source) {
	for _, line := range src.Warnings() {
		fmt.Fprintln(w, line)
	}
}

// generateFile makes records into a file, new or to be resumed. The figures are nil when the file could not be opened.
func generateFile(cmd *cobra.Command, src foundry.Source, f generateFlags) (*runStats, error) {
	stats := newRunStats()
	file, done, gaps, err := openOutput(f, src, stats)
	if err != nil {
		return nil, err
	}
	defer guardOf(cmd.Context()).atExit(file.Flush)()
	f.start, f.count = f.start+done, f.count-done
	failed := stats.failAgain(cmd, src, f, gaps)
	if err = failed; !errors.As(err, new(*missingError)) && cmd.Context().Err() == nil {
		if err = stats.generate(cmd, src, f, file); err == nil {
			err = failed
		}
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = stats.bias(f.allowBias)
	}
	if errors.As(err, new(*missingError)) {
		return nil, err
	}
	return stats, err
}

// generate makes the records that the flags ask for, in order.
func (s *runStats) generate(cmd *cobra.Command, src foundry.Source, f generateFlags, out io.Writer) error {
	bar := newProgress(cmd.ErrOrStderr(), int64(f.count), f.quiet)
	defer bar.finish()
	defer func() {
		if cmd.Context().Err() != nil {
			bar.left()
		}
	}()
	if f.said != nil {
		tell := func(p puzzle.Progress) { bar.say(fmt.Sprintf("%d of %d tried, %s", p.Done, p.Total, p.Text)) }
		f.said.Store(&tell)
	}
	g := guardOf(cmd.Context())
	return batch.Run(cmd.Context(), out, batch.Options{
		Start: f.start, Count: f.count, Workers: f.workers,
		// A record that used up its budget does not stop a run that makes records: the others are not at fault.
		GoOn: func(err error) bool {
			return f.keepGoing || s.before+uint64(s.records) > 0 && overspent(err)
		},
		Seen: func(_ uint64, item batch.Item) {
			s.add(item)
			bar.add(s.note())
		},
	}, func() batch.Maker {
		make := lineMaker(src.NewMaker(f.seed), f.format)
		if g == nil || !g.given {
			return make
		}
		return func(ctx context.Context, index uint64) batch.Item { // families draw nothing that the timer of draws would see
			if !f.alone {
				ctx, stop := g.draw(ctx)
				defer stop()
				return make(ctx, index)
			}
			ctx, stop := g.puzzle(ctx)
			defer stop()
			item := make(ctx, index)
			if late := context.Cause(ctx); item.Err != nil && errors.Is(late, errLate) {
				item.Err = late
			}
			return item
		}
	})
}

// gap is a range of record numbers that a file to be resumed lacks before its end; to is the number behind the last.
type gap struct{ from, to uint64 }

// missingError says that a file lacks a record that this run makes.
type missingError struct {
	file  string
	index uint64
}

func (e *missingError) Error() string {
	return fmt.Sprintf("%s lacks record number %d, which this run makes: it was taken out of the file, or the file was made with other options; "+
		"make it alone by --start %d -n 1, or all of them anew by --force", e.file, e.index, e.index)
}

// failAgain makes the records that a resumed file lacks before its end: those that failed fail again, and count as they did. One that
// does not is missing. The error is that of a run in which they fail.
func (s *runStats) failAgain(cmd *cobra.Command, src foundry.Source, f generateFlags, gaps []gap) error {
	if len(gaps) == 0 {
		return nil
	}
	numbers := func(yield func(uint64) bool) {
		for _, g := range gaps {
			for i := g.from; i < g.to; i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
	var missing *missingError
	err := batch.Map(cmd.Context(), io.Discard, numbers, batch.Options{
		Workers: f.workers,
		GoOn:    func(err error) bool { return !errors.As(err, &missing) },
		Seen:    func(_ uint64, item batch.Item) { s.add(item) },
	}, func() func(context.Context, uint64) batch.Item {
		make := lineMaker(src.NewMaker(f.seed), f.format)
		return func(ctx context.Context, index uint64) batch.Item {
			item := make(ctx, index)
			if item.Err == nil {
				item.Err = &missingError{f.out, index}
			}
			return item
		}
	})
	if missing != nil {
		return missing
	}
	return err
}

// overspent reports whether a record was given up because its draws used up a budget.
func overspent(err error) bool {
	var tries *synth.TriesError
	return errors.As(err, &tries) && synth.Overspent(tries.Lost) > 0
}

// lineMaker turns a source's records into lines.
func lineMaker(mk foundry.Maker, format string) batch.Maker {
	return func(ctx context.Context, index uint64) batch.Item {
		m, err := mk(ctx, index)
		if err != nil {
			return batch.Item{Err: err, Note: noted{m.Tries, m.Lost}}
		}
		if format != "jsonl" {
			return batch.Item{Line: []byte(m.Text), Around: around(m.Format), Note: noted{m.Tries, m.Lost}}
		}
		line, err := m.Record.AppendJSON(nil)
		return batch.Item{Line: append(line, '\n'), Err: err, Note: noted{m.Tries, m.Lost}}
	}
}

// around is what stands around puzzles in a file of a format.
func around(f puzzle.Format) batch.Around {
	return batch.Around{Head: []byte(f.Head), Between: []byte(f.Between), Foot: []byte(f.Foot)}
}

// noted is what the summary wants to know of a record: the line holds the rest.
type noted struct {
	tries int
	lost  map[string]int
}

// recordBegins is what the line of every record begins with.
const recordBegins = `{"problem": `

// openOutput opens the output file and says how many of the run's record numbers are done already, and which of these it lacks.
func openOutput(f generateFlags, src foundry.Source, stats *runStats) (*batch.File, uint64, []gap, error) {
	if !f.resume {
		file, err := batch.Create(f.out, f.force)
		if errors.Is(err, batch.ErrExists) {
			err = fmt.Errorf("%w: go on with it by --resume, or replace it by --force", err)
		}
		return file, 0, nil, err
	}
	next := f.start
	var gaps []gap
	file, err := batch.Resume(f.out, func(_ int, line []byte, whole bool) error {
		// What an interrupted run broke off is cut away; what we cannot have written is not.
		if !whole && !json.Valid(line) {
			if n := min(len(line), len(recordBegins)); string(line[:n]) != recordBegins[:n] {
				return errors.New("the end is no record that was broken off: this file is not from generate")
			}
			return nil
		}
		var r record.Record
		if err := json.Unmarshal(line, &r); err != nil {
			return fmt.Errorf("not a record: %w", err)
		}
		o := r.Origin
		switch {
		case o == nil:
			return errors.New("the record does not say where it comes from: this file is not from generate")
		case o.Seed != f.seed:
			return fmt.Errorf("the record has seed %d, this run has %d", o.Seed, f.seed)
		case o.Index < next || o.Index >= f.start+f.count: // some may be missing: those that failed
			return fmt.Errorf("found record number %d, expected %d", o.Index, next)
		}
		if whole {
			if o.Index > next {
				gaps = append(gaps, gap{next, o.Index})
			}
			next = o.Index + 1
			stats.before++
			stats.tries += o.Tries
			stats.overspent += o.Overspent
		}
		return src.Fits(o)
	})
	return file, next - f.start, gaps, err
}

// runStats are the figures of the end summary.
type runStats struct {
	begin     time.Time
	before    uint64 // records that the file held already
	records   int
	failed    int
	tries     int // draws, those of records that were there included
	drawn     int // draws of this run
	lost      map[string]int
	overspent int // draws of tries that used up a budget
}

// bias is an error when too many draws were lost to budgets.
func (s *runStats) bias(allowed bool) error {
	if allowed {
		return nil
	}
	return s.draws().Bias()
}

func (s *runStats) draws() foundry.Draws { return foundry.Draws{All: s.tries, Overspent: s.overspent} }

func newRunStats() *runStats { return &runStats{begin: time.Now(), lost: map[string]int{}} }

func (s *runStats) add(item batch.Item) {
	if m, ok := item.Note.(noted); ok {
		s.tries += m.tries
		s.drawn += m.tries
		s.overspent += synth.Overspent(m.lost)
		for cause, n := range m.lost {
			s.lost[cause] += n
		}
	}
	if item.Err != nil {
		s.failed++
	} else {
		s.records++
	}
}

func (s *runStats) note() string {
	if s.records == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f tries a record", float64(s.drawn)/float64(s.records))
}

func (s *runStats) print(w io.Writer, title string) {
	took := time.Since(s.begin)
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d records", title, s.records)
	if s.before > 0 {
		fmt.Fprintf(&b, " (%d were there)", s.before)
	}
	fmt.Fprintf(&b, " in %.1f s", took.Seconds())
	if s.records > 0 && took > 0 {
		fmt.Fprintf(&b, ", %.0f a second", float64(s.records)/took.Seconds())
	}
	if s.drawn > s.records && s.records > 0 {
		fmt.Fprintf(&b, ", %s", s.note())
	}
	if s.failed > 0 {
		fmt.Fprintf(&b, "; %d failed", s.failed)
	}
	if len(s.lost) > 0 {
		b.WriteString("\ndraws thrown away:")
		for _, cause := range byCount(s.lost) {
			fmt.Fprintf(&b, "\n  %6d  %s", s.lost[cause], cause)
		}
	}
	if s.overspent > 0 {
		fmt.Fprintf(&b, "\n%.1f %% of all draws used up a budget: hard ones, as a rule", 100*s.draws().Share())
	}
	fmt.Fprintln(w, b.String())
}

// byCount gives the keys, the most frequent first.
func byCount(m map[string]int) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	sort.SliceStable(keys, func(i, j int) bool { return m[keys[i]] > m[keys[j]] })
	return keys
}

// options are the flags as the foundry takes them; what was not given is left to the source.
func (f *generateFlags) options(cmd *cobra.Command) (foundry.Options, error) {
	opt := f.spec.options(cmd)
	opt.Format, opt.Class, opt.Level, opt.Rated = f.format, f.class, f.level, f.rated
	if cmd.Flags().Changed("level") {
		if err := puzzle.CheckLevel(f.level); err != nil {
			return opt, fmt.Errorf("--%w", err)
		}
	}
	var err error
	if opt.Settings, err = foundry.ParseSettings(f.set); err != nil {
		return opt, fmt.Errorf("--set: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(f.wishes)) {
		if !cmd.Flags().Changed(name) {
			continue
		}
		if old, twice := opt.Settings[name]; twice && old != *f.wishes[name] {
			return opt, fmt.Errorf("--%s says %q and --set %s=%q: give one of them", name, *f.wishes[name], name, old)
		}
		opt.Settings[name] = *f.wishes[name]
	}
	if cmd.Flags().Changed("lang") {
		opt.Lang = f.lang
	}
	if cmd.Flags().Changed("max-tries") {
		opt.MaxTries = f.maxTries
	}
	return opt, nil
}
