package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/quandary-puzzles/quandary/dataset"
	"github.com/quandary-puzzles/quandary/internal/batch"
	"github.com/quandary-puzzles/quandary/internal/foundry"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// stageFlags are what the stages share.
type stageFlags struct {
	out     string
	rejects string
	force   bool
	resume  bool
	quiet   bool
	workers int

	// Of the stages that ask about the puzzles of word puzzles.
	specs []string
	kinds []string
	root  string
}

func (f *stageFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "-", "file to write; - is standard output")
	fl.StringVar(&f.rejects, "rejects", "", "write the lines that could not be used, with the reasons, to this file")
	fl.BoolVar(&f.force, "force", false, "replace output files that exist")
	fl.BoolVar(&f.resume, "resume", false, "go on with the output of an interrupted run, which stands in FILE.part")
	fl.BoolVarP(&f.quiet, "quiet", "q", false, "say nothing on standard error but errors")
}

// registerWords adds the flags of stages that replay word puzzles.
func (f *stageFlags) registerWords(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.specs, "spec", nil, "a specification that records were made from, besides those of the gallery; may be repeated")
	fl.StringArrayVar(&f.kinds, "kind", nil, "a family whose puzzles are looked for in the texts of lines that say of no puzzle which it is; may be repeated")
	fl.StringVar(&f.root, "root", "", "folder below which the specifications' operator files are found")
	fl.IntVarP(&f.workers, "workers", "j", runtime.NumCPU(), "how many records to work on at once")
}

// stage is one run of a stage: its input, its output and what it set aside.
type stage struct {
	cmd     *cobra.Command
	f       stageFlags
	in      *dataset.Input
	out     io.Writer
	rejects *dataset.Rejects
	closers []func() error
	files   []*outFile
	words   *foundry.Words
	canon   *dataset.Canonical
}

// outFile is an output of a stage.
type outFile struct {
	part *batch.Part
	pack io.WriteCloser // compresses, or does not
}

// run opens what the stage needs, does the work and closes everything, whatever happens. Outputs get their names when all
// went well; else they stay as they are, to be gone on with.
func (f stageFlags) run(cmd *cobra.Command, input string, do func(*stage) error) error {
	if f.workers < 0 {
		return fmt.Errorf("-j: expected at least 1 worker, found %d", f.workers)
	}
	s := &stage{cmd: cmd, f: f, rejects: &dataset.Rejects{}}
	err := s.open(input)
	if err == nil {
		err = do(s)
	}
	if err == nil {
		err = s.finish()
	} else {
		s.abandon()
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
	in, err := s.input(input)
	if err != nil {
		return err
	}
	s.in = in
	if s.out, err = s.create(s.f.out); err != nil {
		return err
	}
	if s.f.rejects != "" {
		s.rejects.W, err = s.create(s.f.rejects)
	}
	return err
}

// input opens an input that is closed with the stage, and watched.
func (s *stage) input(name string) (*dataset.Input, error) {
	in, err := dataset.OpenInput(name, s.cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, in.Close)
	in.Workers = s.f.workers
	if !s.f.quiet {
		in.Watch = watch(s.cmd.ErrOrStderr(), s.cmd.Name(), in.Name())
	}
	return in, nil
}

// watchEvery is the time between two lines on how far a stage has come.
const watchEvery = 5 * time.Second

// watch says now and then how far a pass over a file has come.
func watch(w io.Writer, what, name string) func(float64) {
	last := time.Now()
	pass, before := 0, 2.0
	return func(share float64) {
		if share < before {
			pass++
		}
		before = share
		if now := time.Now(); now.Sub(last) >= watchEvery {
			last = now
			fmt.Fprintf(w, "%s: %s, pass %d, %.0f %%\n", what, name, pass, 100*share)
		}
	}
}

// create opens an output file, compressed by its ending; - is standard output.
func (s *stage) create(name string) (io.Writer, error) {
	if name == "-" {
		return s.cmd.OutOrStdout(), nil
	}
	part, err := batch.CreatePart(name, s.f.force, s.f.resume)
	if errors.Is(err, batch.ErrExists) {
		return nil, fmt.Errorf("%w: give --force to replace it", err)
	}
	if err != nil {
		return nil, err
	}
	pack, err := dataset.Compressed(part, name)
	if err != nil {
		_, aerr := part.Abandon()
		return nil, errors.Join(err, aerr)
	}
	s.files = append(s.files, &outFile{part, pack})
	return pack, nil
}

func (s *stage) finish() error {
	var err error
	for i, f := range s.files {
		if err == nil {
			err = f.pack.Close()
		}
		if err == nil {
			err = f.part.Finish()
		} else {
			s.files = s.files[i:]
			s.abandon()
			break
		}
	}
	return err
}

// abandon leaves the outputs unfinished. That they may lack their end is no further error.
func (s *stage) abandon() {
	some := false
	for _, f := range s.files {
		_ = f.pack.Close()
		left, _ := f.part.Abandon()
		some = some || left
	}
	if some && !s.f.quiet {
		fmt.Fprintln(s.cmd.ErrOrStderr(), "quandary: not finished; what was written ends in "+batch.PartSuffix+": the same command with --resume goes on")
	}
}

// say prints a line of information.
func (s *stage) say(format string, args ...any) {
	if !s.f.quiet {
		fmt.Fprintf(s.cmd.ErrOrStderr(), format+"\n", args...)
	}
}

// askWords opens the specifications of word puzzles.
func (s *stage) askWords() (*foundry.Words, error) {
	if s.words == nil {
		w, err := foundry.NewWords(&foundry.Files{Root: s.f.root}, s.f.specs...)
		if err != nil {
			return nil, err
		}
		s.words = w
		s.closers = append(s.closers, w.Close)
	}
	return s.words, nil
}

// key gives the key of a name. What is compared by canonical form is told at the end.
func (s *stage) key(by string) (dataset.Key, error) {
	words, err := s.askWords()
	if err != nil {
		return nil, err
	}
	s.canon = &dataset.Canonical{Families: families(), Form: words.Form}
	for _, kind := range s.f.kinds {
		f, err := s.canon.Families.Lookup(kind)
		if err != nil {
			return nil, fmt.Errorf("--kind: %w", err)
		}
		r, ok := f.(puzzle.Reader)
		if !ok {
			return nil, fmt.Errorf("--kind: %s puzzles cannot be read from texts", f.Name())
		}
		s.canon.Readers = append(s.canon.Readers, r)
	}
	if by == "canonical" {
		tell := sync.OnceFunc(func() {
			if c := s.canon.Compared(); c.Partly+c.Config > 0 {
				s.say("compared: %v", c)
			}
		})
		s.closers = append(s.closers, func() error { tell(); return nil })
	}
	return dataset.Keys(s.cmd.Context(), by, s.canon)
}
