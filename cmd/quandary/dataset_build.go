package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/dataset"
	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/synth"
)

func newDatasetBuildCmd() *cobra.Command {
	var out string
	var workers int
	var quiet, allowBias, allowShort bool
	cmd := &cobra.Command{
		Use:   "build PLAN -o FOLDER",
		Short: "Make a whole data set from a plan",
		Long: `Make a data set from a plan (YAML): specifications and families with counts, difficulty mix and languages, without
duplicates, split, exported, with a description and a manifest. The same plan gives the same bytes on every machine. A build
that was interrupted goes on where it stopped when the command is given again. A source of which a record cannot be made ends with
the records before it; the others are made all the same, the data card and the manifest say what is missing, and the command fails
at its end unless --allow-short is given. --time bounds the time of each record, so that a source that finds none does not hold up the
others. Files that the plan names are looked for beside it; - reads the plan from standard input, and its files are looked for in the
working directory. A rules file with a size, my.yaml:6x6, gives puzzles whose ids carry the rules.

  name: demo                # for people
  seed: 7
  items:
    - {source: "gallery:wine", count: 500}
    - {source: "zebra:4x4", count: 300, lang: zh}
    - {source: "sudoku:9x9", count: 200, classes: {easy: 0.5, hard: 0.5}}
  dedupe: canonical         # or config, text, none
  threshold: 0.5            # difficulty from which a record is hard
  split: {train: 0.9, validation: 0.05, test: 0.05}
  export: [parquet, chat]`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errors.New("say where the data set goes: -o FOLDER")
			}
			if workers < 1 {
				return fmt.Errorf("-j: expected at least 1 worker, found %d", workers)
			}
			name, base := args[0], filepath.Dir(args[0])
			var text []byte
			var err error
			if name == "-" {
				name, base = "<stdin>", ""
				text, err = io.ReadAll(io.LimitReader(cmd.InOrStdin(), dataset.MaxPlanBytes+1))
			} else {
				text, err = os.ReadFile(name)
			}
			if err != nil {
				return err
			}
			plan, err := dataset.ParsePlan(name, text)
			if err != nil {
				return err
			}
			b := &builder{cmd: cmd, plan: plan, text: string(text), base: base, dir: out, workers: workers, quiet: quiet, allowBias: allowBias, allowShort: allowShort}
			return b.build()
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "folder to write")
	cmd.Flags().IntVarP(&workers, "workers", "j", runtime.NumCPU(), "how many records to work on at once")
	cmd.Flags().BoolVarP(&quiet, "quiet", "q", false, "no progress")
	cmd.Flags().BoolVar(&allowBias, "allow-bias", false, fmt.Sprintf("go on when more than %g %% of a source's draws used up a budget", 100*foundry.MaxOverspent))
	cmd.Flags().BoolVar(&allowShort, "allow-short", false, "do not fail when a source gave fewer records than the plan asks for")
	return cmd
}

// builder makes one data set. What is not finished stands in the folder "work" below the data set's.
type builder struct {
	cmd     *cobra.Command
	plan    *dataset.Plan
	text    string
	base    string // folder that the plan's files are relative to
	dir     string
	workers int
	quiet   bool

	limits map[string]limit // by family, size and options

	allowBias  bool // accept sources that lose many draws to budgets
	allowShort bool // accept sources that give fewer records than asked for
}

func (b *builder) work(name string) string { return filepath.Join(b.dir, "work", name) }

func (b *builder) say(format string, args ...any) {
	if !b.quiet {
		fmt.Fprintf(b.cmd.ErrOrStderr(), format+"\n", args...)
	}
}

func (b *builder) build() error {
	if _, err := dataset.ReadManifest(b.dir); err == nil {
		return fmt.Errorf("%s holds a finished data set: verify it with quandary dataset verify, or name another folder", b.dir)
	}
	runs, err := b.plan.Runs(b.options().ClassesOf)
	if err != nil {
		return err
	}
	if err := b.checkSources(runs); err != nil {
		return err
	}
	if err := os.MkdirAll(b.work(""), 0o777); err != nil {
		return err
	}
	if err := b.samePlan(); err != nil {
		return err
	}
	m := &dataset.Manifest{Program: version(), Plan: b.text}
	var formatted []string
	before := b.begun(runs)
	if before > 1 {
		b.say("goes on: %d of %d were made before", before-1, len(runs))
	}
	for i, run := range runs {
		if i+1 >= before {
			b.say("%d of %d: %s%s, %s", i+1, len(runs), run.Source, comma(run.Part()), plural(run.Count, "record"))
		}
		raw := b.raw(i)
		made, err := b.generate(run, raw)
		if b.cmd.Context().Err() != nil {
			b.say("%d of %d are made: the same command goes on from there", i, len(runs))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", run.Source, err)
		}
		m.Runs = append(m.Runs, made)
		formatted = append(formatted, raw)
	}
	if !slices.ContainsFunc(m.Runs, func(r dataset.ManifestRun) bool { return r.Records > 0 }) {
		return fmt.Errorf("no source gave a record: %s: %s", m.Runs[0].Source, m.Runs[0].Why)
	}
	all, err := b.formatItems(runs, formatted)
	if err != nil {
		return err
	}
	made := map[string]int{}
	for i, run := range runs {
		made[run.Name] += m.Runs[i].Records
	}
	if m.Repeats, err = b.finish(all, m.Short(), made); err != nil {
		return err
	}
	if err := os.RemoveAll(b.work("")); err != nil {
		return err
	}
	if m.Files, err = dataset.ListFiles(b.dir); err != nil {
		return err
	}
	if err := dataset.WriteManifest(b.dir, m); err != nil {
		return err
	}
	n := len(m.Short())
	if n > 0 && b.allowShort {
		b.say("%d of %d gave fewer records than the plan asks for: %s says which, and why", n, len(runs), filepath.Join(b.dir, "README.md"))
	}
	if n > 0 && !b.allowShort {
		return fmt.Errorf("the data set is made, but %d of %d sources gave fewer records than the plan asks for (%s says which): ask less of them, "+
			"or accept it by --allow-short", n, len(runs), filepath.Join(b.dir, "README.md"))
	}
	return nil
}

// raw names the file of the records of a run as they are made.
func (b *builder) raw(run int) string { return b.work(fmt.Sprintf("%04d-raw.jsonl", run)) }

// begun is how many of the runs an earlier build has begun: it has ended all of them but the last.
func (b *builder) begun(runs []dataset.Run) int {
	for i := range runs {
		if _, err := os.Stat(b.raw(i)); err != nil {
			return i
		}
	}
	return len(runs)
}

// comma joins a part of a name to what stands before it.
func comma(part string) string {
	if part == "" {
		return ""
	}
	return ", " + part
}

// samePlan refuses to go on with a folder that was begun with another plan or program.
func (b *builder) samePlan() error {
	name := b.work("plan")
	want := version() + "\n" + b.text
	got, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return os.WriteFile(name, []byte(want), 0o666)
	}
	if err == nil && string(got) != want {
		err = fmt.Errorf("%s was begun with another plan or version: name another folder", b.dir)
	}
	return err
}

// generate makes the records of a run, or goes on with them. A record that cannot be made ends the run with those before it, and the
// reason stands in a file beside them, so that a build that goes on later does not try again.
func (b *builder) generate(run dataset.Run, name string) (dataset.ManifestRun, error) {
	made := dataset.ManifestRun{Source: run.Source, Class: run.Part(), Seed: run.Seed}
	noted := strings.TrimSuffix(name, "-raw.jsonl") + "-short"
	why, err := os.ReadFile(noted)
	if errors.Is(err, os.ErrNotExist) {
		if text := b.beyond(run); text != "" {
			why = []byte(text)
			err = errors.Join(os.WriteFile(name, nil, 0o666), os.WriteFile(noted, why, 0o666))
		} else if err = b.records(run, name); err != nil {
			if failed := new(batch.FailedError); errors.As(err, &failed) && b.cmd.Context().Err() == nil {
				why = []byte(failed.Error())
				if failed.Index == 0 {
					why = append([]byte(lesson(failed.Err)), why...)
				}
				err = os.WriteFile(noted, why, 0o666)
			}
		}
		if err == nil && len(why) > 0 {
			b.say("  %s: it ends here", bytes.TrimPrefix(bytes.TrimPrefix(why, []byte(onlyEasier)), []byte(noBoard)))
		}
	}
	if err != nil {
		return made, err
	}
	for _, what := range []string{onlyEasier, noBoard} {
		if text, ok := bytes.CutPrefix(why, []byte(what)); ok {
			b.limit(run, what)
			why = text
		}
	}
	f, err := os.Open(name)
	if err != nil {
		return made, err
	}
	n, err := countLines(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return made, err
	}
	made.Records = int(n)
	if len(why) > 0 {
		made.Asked, made.Why = run.Count, string(why)
	}
	made.Hash, _, err = dataset.HashFile(name)
	return made, err
}

// firstAttempts is how many full boards are tried for the first record of a class. What none of these gives is not reached: it would take a
// hundred times as many for a hundred records.
const firstAttempts = 30

// What stands before the reason of a run that ended with its first record, where it is a lesson for others.
const (
	onlyEasier = "only easier ones: " // every puzzle that was met was easier
	noBoard    = "no board: "         // there was no full board to make any puzzle of
)

// lesson tells which of these an error is; else it is empty.
func lesson(err error) string {
	if less := new(puzzle.UnreachableError); errors.As(err, &less) && less.Easier {
		return onlyEasier
	}
	if none := new(puzzle.NoBoardError); errors.As(err, &none) {
		return noBoard
	}
	return ""
}

// limit is the easiest class that is not tried any more, and why.
type limit struct {
	class int // its place among the family's, from 0
	why   string
}

// place names what a class is reached by, and gives the place of the run's class among those of its family; -1 where it has none.
func (b *builder) place(run dataset.Run) (key string, class int) {
	key = fmt.Sprintf("%s\n%q", run.Source, run.Options) // maps are printed in the order of their keys
	names, err := b.options().ClassesOf(run.Source)
	if err != nil || run.Class == "" {
		return key, -1
	}
	return key, slices.Index(names, run.Class)
}

// limit notes what a run that ended with its first record tells of others.
func (b *builder) limit(run dataset.Run, what string) {
	key, class := b.place(run)
	why := fmt.Sprintf("class %s was not reached, and all puzzles that were met were easier", run.Class)
	if what == noBoard {
		class, why = min(class, 0), "no full board was made of this family and size before"
	}
	if old, ok := b.limits[key]; class >= 0 && (!ok || class < old.class) {
		if b.limits == nil {
			b.limits = map[string]limit{}
		}
		b.limits[key] = limit{class, why}
	}
}

// beyond says why a run need not be tried, by what an earlier one of the same family, size and options met. Else it is empty.
func (b *builder) beyond(run dataset.Run) string {
	key, class := b.place(run)
	if l, ok := b.limits[key]; ok && class >= l.class {
		return "not tried: " + l.why
	}
	return ""
}

// records has the records of a run made into a file.
func (b *builder) records(run dataset.Run, name string) error {
	src, err := b.open(run)
	if err != nil {
		return err
	}
	f := generateFlags{count: uint64(run.Count), seed: run.Seed, out: name, format: "jsonl", workers: b.workers, resume: true, quiet: b.quiet, allowBias: b.allowBias, alone: true}
	_, err = generateFile(b.cmd, src, f)
	return errors.Join(err, src.Close())
}

// open opens the source of a run.
func (b *builder) open(run dataset.Run) (foundry.Source, error) {
	opt := b.options()
	opt.Class, opt.Level, opt.Settings, opt.FirstAttempts = run.Class, run.Level, run.Options, firstAttempts
	// The plan's language is for the families among its items; an item's own must fit the item.
	if b.plan.Items[run.Index].Lang != "" || opt.IsFamily(run.Source) {
		opt.Lang = run.Lang
	}
	src, err := foundry.Open(run.Source, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %s%s: %w", run.Place, run.Source, comma(run.Part()), err)
	}
	return src, nil
}

// checkSources opens every source once, so that a mistake in the last item is told before the first has been worked on for hours.
func (b *builder) checkSources(runs []dataset.Run) error {
	for _, run := range runs {
		src, err := b.open(run)
		if err != nil {
			return err
		}
		if err := src.Close(); err != nil {
			return err
		}
	}
	return nil
}

// options are those of every source of the plan. A set is opened where the plan's files are not, so puzzles of rules files carry their rules.
func (b *builder) options() foundry.Options {
	return foundry.Options{Families: families(), Carried: true, Files: b.files(), Synth: synth.Options{Timer: guardOf(b.cmd.Context()).puzzle}}
}

// files are those that the plan names, relative to it.
func (b *builder) files() *foundry.Files { return &foundry.Files{Base: b.base} }

// formatItems adds the fields of the published format, item by item, and gives the file of all records.
func (b *builder) formatItems(runs []dataset.Run, raw []string) (string, error) {
	all := b.work("all.jsonl")
	if finished(all) {
		return all, nil
	}
	out, err := batch.CreatePart(all, true, false)
	if err != nil {
		return "", err
	}
	for i := 0; i < len(runs); {
		end := i
		for end < len(runs) && runs[end].Index == runs[i].Index {
			end++
		}
		if err := b.formatItem(runs[i], raw[i:end], out); err != nil {
			return "", errors.Join(err, abandon(out))
		}
		i = end
	}
	return all, out.Finish()
}

// abandon leaves a file unfinished.
func abandon(f *batch.Part) error {
	_, err := f.Abandon()
	return err
}

// finished reports whether an earlier run of the build has made a file: files get their names when they are whole.
func finished(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

func (b *builder) formatItem(run dataset.Run, raw []string, out io.Writer) error {
	joined := b.work("joined.jsonl")
	if err := concat(joined, raw); err != nil {
		return err
	}
	opt := dataset.FormatOptions{Source: run.Name, QType: run.QType, EvalType: run.EvalType}
	factors, err := specFactors(run.Source, b.options())
	if err != nil {
		return err
	}
	opt.Factors = factors
	return b.withInput(joined, func(in *dataset.Input) error {
		rejects := &dataset.Rejects{}
		err := dataset.Format(b.cmd.Context(), in, out, opt, rejects)
		return errors.Join(err, rejects.First)
	})
}

// specFactors gives the weights of a specification's variables; nil for a family.
func specFactors(source string, opt foundry.Options) ([]dataset.Factor, error) {
	if opt.IsFamily(source) {
		return nil, nil
	}
	doc, err := foundry.LoadSpec(source, opt.Files)
	if err != nil {
		return nil, err
	}
	factors := []dataset.Factor{}
	for _, f := range doc.DiffFactors() {
		factors = append(factors, dataset.Factor(f))
	}
	return factors, nil
}

func concat(name string, parts []string) error {
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	for _, part := range parts {
		in, err := os.Open(part)
		if err != nil {
			return errors.Join(err, out.Close())
		}
		_, err = io.Copy(out, in)
		if err = errors.Join(err, in.Close()); err != nil {
			return errors.Join(err, out.Close())
		}
	}
	return out.Close()
}

func (b *builder) withInput(name string, do func(*dataset.Input) error) error {
	in, err := dataset.OpenInput(name, nil)
	if err != nil {
		return err
	}
	in.Workers = b.workers
	if !b.quiet {
		in.Watch = watch(b.cmd.ErrOrStderr(), "build", filepath.Base(name))
	}
	return errors.Join(do(in), in.Close())
}

// toFile runs a stage from one file to another, unless that is there.
func (b *builder) toFile(from, to string, do func(in *dataset.Input, w io.Writer) error) error {
	if finished(to) {
		return nil
	}
	return b.withInput(from, func(in *dataset.Input) error {
		file, err := batch.CreatePart(to, true, false)
		if err != nil {
			return err
		}
		w, err := dataset.Compressed(file, to)
		if err == nil {
			err = do(in, w)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			return errors.Join(err, abandon(file))
		}
		return file.Finish()
	})
}

// words opens the specifications of the plan.
func (b *builder) words() (*foundry.Words, error) {
	var specs []string
	for _, it := range b.plan.Items {
		if !strings.HasPrefix(it.Source, foundry.GalleryPrefix) && !b.options().IsFamily(it.Source) &&
			!slices.Contains(specs, it.Source) {
			specs = append(specs, it.Source)
		}
	}
	return foundry.NewWords(b.files(), specs...)
}

// finish rates, removes duplicates, splits, exports and describes. It is told which runs fell short and how many records were made
// under each name, and gives the sources that repeated themselves.
func (b *builder) finish(all string, short []dataset.ManifestRun, made map[string]int) ([]dataset.Repeat, error) {
	ctx := b.cmd.Context()
	none := &dataset.Rejects{}
	rated := b.work("rated.jsonl")
	words, err := b.words()
	if err != nil {
		return nil, err
	}
	opt := dataset.RateOptions{}
	if b.plan.Effort {
		opt.Measure = &dataset.Measure{Families: families(), Words: words.Work}
	}
	if err := b.toFile(all, rated, func(in *dataset.Input, w io.Writer) error { return dataset.Rate(ctx, in, w, opt, none) }); err != nil {
		return nil, errors.Join(err, words.Close())
	}
	by := b.plan.Dedupe
	if by == "none" {
		by = "config"
	}
	canonical := &dataset.Canonical{Families: families(), Form: words.Form}
	key, err := dataset.Keys(ctx, by, canonical)
	if err != nil {
		return nil, errors.Join(err, words.Close())
	}
	if b.plan.Dedupe != "none" {
		unique := b.work("unique.jsonl")
		err = b.toFile(rated, unique, func(in *dataset.Input, w io.Writer) error {
			dups, err := dataset.Dedupe(ctx, in, w, key, none)
			if len(dups) > 0 {
				b.say("%d duplicates removed", len(dups))
			}
			return err
		})
		if err != nil {
			return nil, errors.Join(err, words.Close())
		}
		rated = unique
	}
	parts, err := b.split(ctx, rated, key)
	if c := canonical.Compared(); c.Partly+c.Config > 0 {
		b.say("compared: %v", c)
	}
	if err = errors.Join(err, words.Close()); err != nil {
		return nil, errors.Join(err, none.First)
	}
	for _, part := range parts {
		for _, shape := range b.plan.Export {
			if err := b.export(ctx, part, shape, none); err != nil {
				return nil, err
			}
		}
	}
	repeats, err := b.describe(ctx, rated, short, made)
	return repeats, errors.Join(err, none.First)
}

// describe writes the data card and the description, and gives the sources of which fewer records are in the file than were made.
func (b *builder) describe(ctx context.Context, from string, short []dataset.ManifestRun, made map[string]int) (repeats []dataset.Repeat, err error) {
	err = b.withInput(from, func(in *dataset.Input) error {
		st, err := dataset.Describe(ctx, in)
		if err != nil {
			return err
		}
		for _, g := range st.Sources {
			if g.Records < made[g.Name] {
				repeats = append(repeats, dataset.Repeat{Name: g.Name, Made: made[g.Name], Kept: g.Records})
				b.say("%s: %d of %d records are kept, the others are duplicates", g.Name, g.Records, made[g.Name])
			}
		}
		st.Name, st.Short, st.Repeats = b.plan.Name, short, repeats
		for _, out := range []struct {
			name  string
			write func(io.Writer) error
		}{{"README.md", st.WriteCard}, {"stats.html", st.WriteHTML}} {
			f, err := batch.CreatePart(filepath.Join(b.dir, out.name), true, false)
			if err != nil {
				return err
			}
			if err := out.write(f); err != nil {
				return errors.Join(err, abandon(f))
			}
			if err := f.Finish(); err != nil {
				return err
			}
		}
		return nil
	})
	return repeats, err
}

// split writes the parts and gives their files.
func (b *builder) split(ctx context.Context, from string, key dataset.Key) ([]string, error) {
	parts, err := b.plan.Parts()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(parts))
	whole := true
	for i, p := range parts {
		names[i] = filepath.Join(b.dir, p.Name+".jsonl")
		whole = whole && finished(names[i])
	}
	if whole {
		return names, nil
	}
	files := make([]*batch.Part, 0, len(parts))
	abandonAll := func(err error) error {
		for _, f := range files {
			err = errors.Join(err, abandon(f))
		}
		return err
	}
	for _, name := range names {
		f, err := batch.CreatePart(name, true, false)
		if err != nil {
			return nil, abandonAll(err)
		}
		files = append(files, f)
	}
	err = b.withInput(from, func(in *dataset.Input) error {
		sizes, err := dataset.Split(ctx, in, dataset.SplitOptions{Parts: parts, Seed: b.plan.Seed, Threshold: b.plan.Threshold, Key: key},
			func(part int, _ string) (io.Writer, error) { return files[part], nil }, &dataset.Rejects{})
		for i := range sizes {
			b.say("%s: %d records", parts[i].Name, sizes[i])
		}
		return err
	})
	if err != nil {
		return nil, abandonAll(err)
	}
	for _, f := range files {
		err = errors.Join(err, f.Finish())
	}
	return names, err
}

func (b *builder) export(ctx context.Context, part, shape string, rejects *dataset.Rejects) error {
	base := strings.TrimSuffix(part, ".jsonl")
	if shape == "parquet" {
		return b.toFile(part, base+".parquet", func(in *dataset.Input, w io.Writer) error {
			return dataset.ExportParquet(ctx, in, w, rejects)
		})
	}
	return b.toFile(part, base+"."+shape+".jsonl", func(in *dataset.Input, w io.Writer) error {
		return dataset.Export(ctx, in, w, shape, families(), rejects)
	})
}

func newDatasetVerifyCmd() *cobra.Command {
	var rebuild bool
	var workers int
	cmd := &cobra.Command{
		Use:   "verify FOLDER",
		Short: "Check a data set against its manifest, or make it again and compare",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := dataset.ReadManifest(args[0])
			if err != nil {
				return err
			}
			files, err := dataset.ListFiles(args[0])
			if err != nil {
				return err
			}
			if err := report(cmd, m.Compare(files)); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%d files are as the manifest says\n", len(m.Files))
			if !rebuild {
				return nil
			}
			return verifyRebuild(cmd, args[0], m, workers)
		},
	}
	cmd.Flags().BoolVar(&rebuild, "rebuild", false, "make the data set again from its plan and compare byte for byte")
	cmd.Flags().IntVarP(&workers, "workers", "j", runtime.NumCPU(), "how many records to work on at once")
	return cmd
}

func report(cmd *cobra.Command, diffs []string) error {
	for _, d := range diffs {
		fmt.Fprintln(cmd.OutOrStdout(), d)
	}
	if len(diffs) > 0 {
		return exitCode(1)
	}
	return nil
}

// verifyRebuild makes the data set again in a temporary folder. Files that the plan names are looked for beside the data set.
func verifyRebuild(cmd *cobra.Command, dir string, m *dataset.Manifest, workers int) (err error) {
	plan, err := dataset.ParsePlan(filepath.Join(dir, dataset.ManifestName)+": plan", []byte(m.Plan))
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "quandary-verify-*")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	b := &builder{cmd: cmd, plan: plan, text: m.Plan, base: filepath.Dir(filepath.Clean(dir)), dir: tmp, workers: max(1, workers), quiet: true, allowShort: true}
	if err := b.build(); err != nil {
		return err
	}
	again, err := dataset.ReadManifest(tmp)
	if err != nil {
		return err
	}
	if err := report(cmd, m.Compare(again.Files)); err != nil {
		return err
	}
	if again.Program != m.Program {
		fmt.Fprintf(cmd.OutOrStdout(), "made by version %s, checked by version %s\n", m.Program, again.Program)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), "made again: the same bytes")
	return err
}
