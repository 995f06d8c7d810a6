package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/synth"
)

type replayFlags struct {
	records string
	out     string
	fresh   []string
	seed    uint64
	workers int
	force   bool
	quiet   bool
	spec    specFlags
}

func newReplayCmd() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay SPEC --records FILE",
		Short: "Make puzzles again from their configurations",
		Long: `Make puzzles from configurations instead of from a seed: nothing is drawn, everything else is computed anew. SPEC is a
specification file, gallery:NAME, or - for standard input. With another specification than the one that made the records
their puzzles are told in other words, or in another language.

FILE holds records or bare configurations, as JSON lines, as a list, or as one JSON object. Each gives one line of output, in
order: the record, or an "error", with "source_id", the "id" of the input or else its line number. Variables that a
configuration lacks are drawn from the seed and listed under quandary.drawn, but for lists of names that stand in the
record's text: these are read there. --fresh draws others anew as well. What is odd about a record is listed under "notes" and counted
in the summary, such as names in other letters than the text around them.`,
		Example: `  quandary replay wine.yaml --records wine.jsonl -o again.jsonl
  quandary replay wine-fr.yaml --records wine.jsonl --fresh names -o french.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runReplay(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.records, "records", "", "file of records or configurations; - is standard input")
	fl.StringVarP(&f.out, "output", "o", "-", "file to write; - is standard output")
	fl.StringSliceVar(&f.fresh, "fresh", nil, "names of variables (or of drawn conditions, symbols, questions) to draw anew")
	fl.Uint64Var(&f.seed, "seed", 1, "seed of what is drawn")
	fl.IntVarP(&f.workers, "workers", "j", runtime.NumCPU(), "how many records to work on at once")
	fl.BoolVar(&f.force, "force", false, "replace the output file if it exists")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no progress and no summary")
	f.spec.register(fl)
	_ = cmd.MarkFlagRequired("records")
	return cmd
}

// maxNotes is how many different notes the summary lists.
const maxNotes = 10

// replayed is what the summary wants to know of one line.
type replayed struct {
	err   error
	drawn []string
	notes []string // what is odd about the record
}

func runReplay(cmd *cobra.Command, arg string, f replayFlags) error {
	if f.workers < 1 {
		return fmt.Errorf("-j: expected at least 1 worker, found %d", f.workers)
	}
	if arg == "-" && f.records == "-" {
		return errors.New("the specification and the records cannot both be standard input")
	}
	prog, solvers, err := openProgram(cmd, arg, f.spec)
	if err != nil {
		return err
	}
	defer solvers.Close()
	if err := prog.CheckFresh(f.fresh); err != nil {
		return fmt.Errorf("--fresh: %w", err)
	}
	in := cmd.InOrStdin()
	total := int64(-1)
	if f.records != "-" {
		file, err := os.Open(f.records)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
		if f.out != "-" && !f.quiet {
			if total, err = countLines(file); err != nil {
				return err
			}
		}
	}
	out, file, err := output(cmd, f.out, f.force)
	if err != nil {
		return err
	}
	sum := replaySummary{drawn: map[string]int{}, noted: map[string]int{}}
	bar := newProgress(cmd.ErrOrStderr(), total, f.quiet || file == nil)
	err = batch.Map(cmd.Context(), out, configLines(in), batch.Options{
		Workers: f.workers,
		Seen: func(_ uint64, item batch.Item) {
			sum.add(item)
			bar.add("")
		},
	}, func() func(context.Context, configLine) batch.Item {
		w := prog.NewWorker()
		return func(ctx context.Context, l configLine) batch.Item { return replayLine(ctx, w, l, f) }
	})
	bar.finish()
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	if !f.quiet && (file != nil || sum.failed > 0) {
		sum.print(cmd.ErrOrStderr())
	}
	if err == nil && sum.failed > 0 {
		err = exitCode(1)
	}
	return err
}

// replaySummary counts lines: what was drawn anew, and what is odd about them.
type replaySummary struct {
	lines, failed int
	drawn, noted  map[string]int
}

func (s *replaySummary) add(item batch.Item) {
	s.lines++
	n, ok := item.Note.(replayed)
	if !ok {
		return
	}
	if n.err != nil {
		s.failed++
	}
	for _, name := range n.drawn {
		s.drawn[name]++
	}
	for _, note := range n.notes {
		s.noted[note]++
	}
}

func (s *replaySummary) print(w io.Writer) {
	fmt.Fprintf(w, "%d lines replayed, %d with an error\n", s.lines-s.failed, s.failed)
	for _, name := range slices.Sorted(maps.Keys(s.drawn)) {
		fmt.Fprintf(w, "  %6d  drew %s\n", s.drawn[name], name)
	}
	for i, note := range byCount(s.noted) {
		if i == maxNotes {
			fmt.Fprintf(w, "  and %d other notes: see the records\n", len(s.noted)-i)
			break
		}
		fmt.Fprintf(w, "  %6d  %s\n", s.noted[note], note)
	}
}

// countLines counts the lines of a file for the progress bar, and goes back to its beginning. What cannot be read twice, such
// as a pipe, has no count.
func countLines(file *os.File) (int64, error) {
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return -1, err
	}
	n := int64(0)
	buf := make([]byte, 256<<10)
	for {
		k, err := file.Read(buf)
		n += int64(bytes.Count(buf[:k], []byte{'\n'}))
		if err == io.EOF {
			_, err = file.Seek(0, io.SeekStart)
			return n, err
		}
		if err != nil {
			return 0, err
		}
	}
}

// configLine is one record or configuration of the input.
type configLine struct {
	number int // line, or place in a list, from 1
	data   []byte
	err    error
}

// configLines reads the input: JSON lines, or one JSON document that is a list or an object of its own.
func configLines(r io.Reader) iter.Seq[configLine] {
	return func(yield func(configLine) bool) {
		br := bufio.NewReaderSize(r, 64<<10)
		head, _ := br.Peek(64 << 10)
		if i := bytes.IndexByte(head, '\n'); i >= 0 {
			head = head[:i]
		}
		first := bytes.TrimSpace(head)
		// A first line that is a value by itself begins JSON lines; so does one that is too long to be seen whole.
		if len(first) > 0 && (first[0] == '[' || first[0] == '{' && !json.Valid(first) && len(first) < 60<<10) {
			wholeDocument(br, yield)
			return
		}
		lines := record.NewLineReader(br, 0)
		for {
			data, n, err := lines.Next()
			if err == io.EOF {
				return
			}
			if !yield(configLine{n, bytes.Clone(data), err}) || err != nil && !errors.Is(err, record.ErrLineTooLong) {
				return
			}
		}
	}
}

// wholeDocument reads a list of configurations, or one that is spread over lines. What is neither is read as lines after
// all: then the first of them is broken, and says so.
func wholeDocument(r io.Reader, yield func(configLine) bool) {
	data, err := io.ReadAll(io.LimitReader(r, maxJSON+1))
	switch {
	case err != nil:
		yield(configLine{1, nil, err})
		return
	case len(data) > maxJSON:
		yield(configLine{1, nil, fmt.Errorf("a JSON document of more than %d MB: write it as lines", maxJSON>>20)})
		return
	}
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil {
		for i, item := range list {
			if !yield(configLine{i + 1, item, nil}) {
				return
			}
		}
		return
	}
	if json.Valid(data) {
		yield(configLine{1, data, nil})
		return
	}
	lines := record.NewLineReader(bytes.NewReader(data), 0)
	for {
		line, n, err := lines.Next()
		if err != nil || !yield(configLine{n, bytes.Clone(line), nil}) {
			return
		}
	}
}

// replayLine makes one line of output.
func replayLine(ctx context.Context, w *synth.Worker, l configLine, f replayFlags) batch.Item {
	var id any = l.number
	broken := func(err error) batch.Item {
		line, jerr := record.AppendJSON(nil, record.Object{{Key: "source_id", Value: id}, {Key: "error", Value: err.Error()}})
		return batch.Item{Line: append(line, '\n'), Err: jerr, Note: replayed{err: err}}
	}
	if l.err != nil {
		return broken(l.err)
	}
	parsed, err := record.ParseJSON(l.data)
	if err != nil {
		return broken(err)
	}
	obj, ok := parsed.(record.Object)
	if !ok {
		return broken(errors.New("neither a record nor a configuration: expected an object"))
	}
	opt := synth.ReplayOptions{Fresh: f.fresh, Seed: f.seed, Index: uint64(l.number)}
	config := l.data
	var old record.Record
	if c, ok := obj.Get("config"); ok && isObject(c) {
		if v, ok := obj.Get("id"); ok {
			id = v
		}
		if err := json.Unmarshal(l.data, &old); err != nil {
			return broken(err)
		}
		config, opt.Origin = old.Config, old.Origin
		if len(f.fresh) == 0 {
			opt.Text = old.Problem
		}
	} else if v, ok := obj.Get("id"); ok {
		id = v
	}
	rec, notes, err := w.Replay(ctx, config, opt)
	if err != nil {
		if ctx.Err() != nil {
			return batch.Item{Err: ctx.Err()}
		}
		return broken(err)
	}
	if err := foundry.NameForm(ctx, w, rec); err != nil {
		return batch.Item{Err: err}
	}
	rec.ID, rec.Difficulty = old.ID, old.Difficulty
	if old.Origin != nil {
		rec.Origin.Level = old.Origin.Level
	}
	if old.QType != "" {
		rec.QType = old.QType
	}
	if old.EvalType != "" {
		rec.EvalType = old.EvalType
	}
	if len(notes) > 0 {
		rec.Extra.Set("notes", record.List(notes))
	}
	line, err := record.AppendJSON(nil, record.Object{{Key: "source_id", Value: id}})
	if err != nil {
		return broken(err)
	}
	body, err := rec.AppendJSON(nil)
	if err != nil {
		return broken(err)
	}
	line = append(append(line[:len(line)-1], ", "...), body[1:]...)
	return batch.Item{Line: append(line, '\n'), Note: replayed{drawn: rec.Origin.Drawn, notes: notes}}
}

func isObject(v any) bool {
	_, ok := v.(record.Object)
	return ok
}
