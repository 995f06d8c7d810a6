package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/synth"
)

// specFlags are the flags that only specifications need.
type specFlags struct {
	root    string
	solver  string
	certify string
}

func (s *specFlags) register(fl *pflag.FlagSet) {
	fl.StringVar(&s.root, "root", "", "folder below which operator files are found; default: the specification's folder")
	fl.StringVar(&s.solver, "solver", "", "solver: native (default), or an SMT-LIB solver such as z3 or cvc5")
	fl.StringVar(&s.certify, "certify", "", "confirm that every record's solutions are all: a second solver such as z3 or cvc5, or proof, "+
		"which logs a proof by the native solver and has it checked independently")
}

// programSource draws records from a specification.
type programSource struct {
	prog   *synth.Program
	name   string
	format string
	close  func()
}

func openSpecSource(cmd *cobra.Command, arg string, f generateFlags) (source, error) {
	if f.format != "jsonl" && f.format != "text" {
		return nil, puzzle.Unknownf("format", f.format, []string{"jsonl", "text"})
	}
	if f.maxTries == 0 {
		f.maxTries = synth.DefaultMaxTries
	}
	if f.maxTries < 1 {
		return nil, fmt.Errorf("--max-tries: expected at least 1, found %d", f.maxTries)
	}
	prog, closeEngines, err := openProgram(cmd, arg, f.spec, f.maxTries)
	if err != nil {
		return nil, err
	}
	return &programSource{prog, arg, f.format, closeEngines}, nil
}

func (s *programSource) title() string { return s.name }

// Close ends the solvers' processes.
func (s *programSource) Close() error {
	s.close()
	return nil
}

func (s *programSource) fits(o *record.Origin) error {
	if o.Spec != s.prog.Document().Hash {
		return fmt.Errorf("the record was made from another specification, or from another version of %s", s.name)
	}
	return nil
}

func (s *programSource) maker(seed uint64) func(context.Context, uint64) (made, error) {
	w := s.prog.NewWorker()
	return func(ctx context.Context, index uint64) (made, error) {
		rec, stats, err := w.Generate(ctx, seed, index)
		m := made{tries: stats.Tries, lost: stats.Lost}
		if err != nil {
			return m, err
		}
		if s.format == "text" {
			m.text = fmt.Sprintf("%s\n\nAnswer: %s\n\n", strings.TrimSpace(rec.Problem), strings.TrimSpace(rec.Answer))
			return m, nil
		}
		rec.ID = fmt.Sprintf("%s-%d-%d", rec.Source, seed, index)
		m.rec = rec
		return m, nil
	}
}
