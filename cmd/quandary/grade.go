package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

type gradeFlags struct {
	data    []string
	rules   string
	answers string
	out     string
	summary string
	force   bool
	quiet   bool
	workers int
	listen  string
	suite   bool
}

func newGradeCmd() *cobra.Command {
	var f gradeFlags
	cmd := &cobra.Command{
		Use:   "grade [--data FILE --answers FILE | --listen ADDRESS | --suite]",
		Short: "Mark answers to puzzles, with reasons",
		Long: `Mark answers. The data are records with "id", "answer" and "eval_type"; the answers are JSON lines with "id" and
"answer", several to one puzzle if you like. Of a family of your own --rules names the rules file: its puzzles are judged by their rules,
as those of every family are; without it an answer has to be the one of the record. For each line of answers there is one line of output, in order, with "id",
"correct", "score" and "reason". An answer line may bring its own "reference" and "eval_type"; then no data are needed.

With --answers - the command reads standard input and answers each line at once, so a training loop can keep it running.
With --listen it serves POST /grade over HTTP instead, with a submission or a list of them as the body.
With --suite it marks nothing and prints 3,500 answers, half of them wrong, that any program which marks answers can be tried on: JSON
lines with "id", "problem", "eval_type", "reference", "answer", "right" and "rule", the reason why; those that the rules of a puzzle judge
have "puzzle" as well.`,
		Example: `  quandary grade --data puzzles.jsonl --answers answers.jsonl -o marks.jsonl
  echo '{"answer": "so \\boxed{1/2}", "reference": "0.5", "eval_type": "numeral"}' | quandary grade --answers -`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.suite {
				return printSuite(cmd, f)
			}
			return runGrade(cmd, f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&f.data, "data", nil, "file of records; may be repeated")
	fl.StringVar(&f.rules, "rules", "", "rules file of a family of your own, by whose rules answers to its puzzles are judged (see: quandary rules)")
	fl.StringVar(&f.answers, "answers", "", "file of answers; - is standard input")
	fl.StringVarP(&f.out, "output", "o", "-", "file to write; - is standard output")
	fl.StringVar(&f.summary, "summary", "", "write the summary as JSON to this file")
	fl.BoolVar(&f.force, "force", false, "replace the output files if they exist")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "no summary on standard error")
	fl.IntVarP(&f.workers, "workers", "j", runtime.NumCPU(), "how many answers to mark at once")
	fl.StringVar(&f.listen, "listen", "", "serve POST /grade at this address, such as localhost:8090, until interrupted")
	fl.BoolVar(&f.suite, "suite", false, "print answers to try a grader on, and mark nothing")
	cmd.MarkFlagsOneRequired("answers", "listen", "suite")
	cmd.MarkFlagsMutuallyExclusive("answers", "listen")
	return cmd
}

func runGrade(cmd *cobra.Command, f gradeFlags) error {
	if f.workers < 1 {
		return fmt.Errorf("-j: expected at least 1 worker, found %d", f.workers)
	}
	known := families()
	if f.rules != "" {
		own, err := rulesFamily(cmd, f.rules)
		if err != nil {
			return err
		}
		known = withFamily(known, own)
	}
	g := grade.NewGrader(known)
	for _, name := range f.data {
		if err := loadReferences(cmd, g, known, name); err != nil {
			return err
		}
	}
	if f.listen != "" {
		return serveGrades(cmd, g, f.listen)
	}
	in := cmd.InOrStdin()
	if f.answers != "-" {
		file, err := os.Open(f.answers)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	out, file, err := output(cmd, f.out, f.force)
	if err != nil {
		return err
	}
	var summary grade.Summary
	broken := 0
	err = batch.Map(cmd.Context(), out, answerLines(in), batch.Options{
		Workers: f.workers,
		Seen: func(_ uint64, item batch.Item) {
			if m, ok := item.Note.(marked); ok {
				summary.Add(m.source, m.difficulty, m.mark)
			} else {
				broken++
			}
		},
	}, func() func(context.Context, answerLine) batch.Item {
		return func(ctx context.Context, l answerLine) batch.Item { return markLine(ctx, g, l, nil) }
	})
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	if !f.quiet && summary.All.Answers > 0 {
		if textErr := summary.WriteText(cmd.ErrOrStderr()); err == nil {
			err = textErr
		}
	}
	if broken > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %d lines of %s could not be read; their lines in the output say why\n", broken, f.answers)
	}
	if err == nil && f.summary != "" {
		err = writeSummary(f, &summary)
	}
	if err == nil && broken > 0 {
		err = exitCode(1)
	}
	return err
}

// withFamily gives families with one more, whose ids mean it and none that has its name.
func withFamily(known *puzzle.Registry, own puzzle.Family) *puzzle.Registry {
	others := slices.DeleteFunc(slices.Clone(known.All()), func(f puzzle.Family) bool { return f.Name() == own.Name() })
	return puzzle.NewRegistry(append([]puzzle.Family{own}, others...)...)
}

func writeSummary(f gradeFlags, s *grade.Summary) error {
	text, err := record.AppendJSON(nil, s.Object())
	if err != nil {
		return err
	}
	out, err := createFile(f.summary, f.force)
	if err != nil {
		return err
	}
	_, err = out.Write(append(text, '\n'))
	return errors.Join(err, out.Close())
}

// mostShown is how many lines of one kind that are not as they should be are told of, for each file.
const mostShown = 10

// strangers tells of families in a file of records that are not known, of each once.
type strangers struct {
	w     io.Writer
	known *puzzle.Registry
	met   map[string]bool // families, known or not
	shown int
}

// meet takes note of the puzzle of a record. Where so many families are not known, the file is not what it should be, and the rest is not looked at.
func (s *strangers) meet(where, id string) {
	family, _, _ := strings.Cut(id, ":")
	if s.shown > mostShown || s.met[family] {
		return
	}
	s.met[family] = true
	_, err := s.known.Lookup(family)
	if err == nil {
		return
	}
	if s.shown++; s.shown > mostShown {
		fmt.Fprintf(s.w, "quandary: %s: more families are not known\n", where)
		return
	}
	near := ""
	if unknown, ok := errors.AsType[*puzzle.UnknownError](err); ok && len(unknown.Near) > 0 {
		near = fmt.Sprintf(" (did you mean %q?)", unknown.Near[0])
	}
	fmt.Fprintf(s.w, "quandary: %s: %.40q is no family that is known%s: name its rules file by --rules, for without it an answer has to be written as that of the record is\n", where, family, near)
}

// loadReferences reads the records of a data set. A line that cannot be used is reported; the others count.
func loadReferences(cmd *cobra.Command, g *grade.Grader, known *puzzle.Registry, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := record.NewLineReader(file, 0)
	bad := 0
	strange := strangers{w: cmd.ErrOrStderr(), known: known, met: map[string]bool{}}
	for {
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		text, number, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		var r record.Record
		switch {
		case err != nil && !errors.Is(err, record.ErrLineTooLong):
			return fmt.Errorf("%s: %w", name, err)
		case err == nil:
			if err = json.Unmarshal(text, &r); err == nil {
				if r.ID == "" {
					r.ID = fmt.Sprint(number)
				}
				err = g.Add(&r)
			}
			if err == nil && r.Origin != nil && r.Origin.Puzzle != "" {
				strange.meet(fmt.Sprintf("%s:%d", name, number), r.Origin.Puzzle)
			}
		}
		if err != nil {
			if bad++; bad <= mostShown {
				fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %s:%d: %v\n", name, number, err)
			}
		}
	}
	if bad > mostShown {
		fmt.Fprintf(cmd.ErrOrStderr(), "quandary: %s: %d more lines cannot be used\n", name, bad-mostShown)
	}
	if bad > 0 && g.Len() == 0 {
		return fmt.Errorf("%s: no line is a record with an id", name)
	}
	return nil
}

// answerLine is one line of answers.
type answerLine struct {
	text   []byte
	number int
	err    error
}

func answerLines(r io.Reader) iter.Seq[answerLine] {
	return answersIn(record.NewLineReader(r, 0), bytes.Clone)
}

// answersIn gives the answers of lines, of each what the function keeps of it.
func answersIn(lines *record.LineReader, keep func([]byte) []byte) iter.Seq[answerLine] {
	return func(yield func(answerLine) bool) {
		for {
			text, number, err := lines.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(answerLine{keep(text), number, err}) || (err != nil && !errors.Is(err, record.ErrLineTooLong)) {
				return
			}
		}
	}
}

// marked is what the summary wants to know of an answer.
type marked struct {
	mark       grade.Mark
	source     string
	difficulty float64
}

// markLine marks an answer, and appends the mark to lines.
func markLine(ctx context.Context, g *grade.Grader, l answerLine, lines []byte) batch.Item {
	var sub grade.Submission
	m := marked{difficulty: -1}
	err := l.err
	if err == nil {
		sub, err = grade.ParseSubmission(l.text)
	}
	if err == nil {
		m.mark, err = g.Submit(ctx, sub)
	}
	var obj record.Object
	var note any
	if err != nil {
		obj = record.Object{{Key: "line", Value: l.number}, {Key: "error", Value: err.Error()}}
	} else {
		if sub.Reference == nil {
			m.source, m.difficulty = g.Source(sub.ID)
		}
		obj, note = m.mark.Object(sub.ID), m
	}
	lines, err = record.AppendJSON(lines, obj)
	return batch.Item{Line: append(lines, '\n'), Err: err, Note: note}
}

// serveGrades answers requests until the program is interrupted; those that are being answered then are finished.
func serveGrades(cmd *cobra.Command, g *grade.Grader, addr string) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	srv := &http.Server{
		Handler:           g.Handler(),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      2 * time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "marking at http://%s/grade\n", listener.Addr())
	done := make(chan error, 1)
	go func() { done <- srv.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-cmd.Context().Done():
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err = srv.Shutdown(ctx)
	if serveErr := <-done; !errors.Is(serveErr, http.ErrServerClosed) {
		err = errors.Join(err, serveErr)
	}
	return err
}
