package foundry

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// programSource draws records from a specification.
type programSource struct {
	prog    *synth.Program
	solvers *Solvers
	name    string
	format  string

	mu      sync.Mutex
	workers []*synth.Worker
}

func openProgram(name string, opt Options) (Source, error) {
	if o := given(option{"class", opt.Class != ""}, option{"set", len(opt.Settings) > 0}, option{"lang", opt.Lang != ""}, option{"rated", opt.Rated}); o != "" {
		return nil, &OptionError{o, fmt.Sprintf("is for families of puzzles, and %s is a specification", name)}
	}
	if opt.Format != jsonl && opt.Format != text {
		return nil, puzzle.Unknownf("format", opt.Format, []string{jsonl, text})
	}
	prog, solvers, err := Compile(name, opt)
	if err != nil {
		return nil, err
	}
	s := &programSource{prog: prog, solvers: solvers, name: name, format: opt.Format}
	if opt.Level > 0 {
		return &ranked{s, opt.Level, wholeRank(opt.Level), factorCosts(prog.Document().DiffFactors())}, nil
	}
	return s, nil
}

// Compile reads the specification that a name stands for, as Open does, and compiles it. Close the solvers when the last
// record is made.
func Compile(name string, opt Options) (*synth.Program, *Solvers, error) {
	doc, err := LoadSpec(name, opt.Files)
	if err != nil {
		return nil, nil, err
	}
	solvers, err := NewSolvers(opt.Solver, opt.Certify)
	if err != nil {
		return nil, nil, err
	}
	so := opt.Synth
	solvers.Apply(&so)
	so.Source = sourceName(name)
	if opt.MaxTries > 0 {
		so.MaxTries = opt.MaxTries
	}
	prog, err := synth.Compile(doc, so)
	if err != nil {
		return nil, nil, errors.Join(err, solvers.Close())
	}
	return prog, solvers, nil
}

// LoadSpec reads a specification that can be used; the error lists everything that is wrong with another.
func LoadSpec(name string, files *Files) (*spec.Document, error) {
	src, err := files.Spec(name)
	if err != nil {
		if _, ok := errors.AsType[*OptionError](err); ok {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer src.Close()
	doc, problems := spec.Load(src.Name, src.Data, spec.Options{Root: src.Root})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, fmt.Errorf("%s: not a specification", name)
	}
	return doc, nil
}

// sourceName is the name that a specification's records carry.
func sourceName(name string) string {
	if short, ok := strings.CutPrefix(name, GalleryPrefix); ok {
		return short
	}
	if name == stdin {
		return "stdin"
	}
	base := path.Base(filepath.ToSlash(name))
	return strings.TrimSuffix(base, path.Ext(base))
}

func (s *programSource) Title() string { return s.name }

func (s *programSource) Hash() string { return s.prog.Document().Hash }

// Warnings are those of lint.
func (s *programSource) Warnings() []string {
	var out []string
	for _, p := range spec.Lint(s.prog.Document(), spec.StandardUniverse()) {
		if p.Severity == spec.Warning {
			out = append(out, p.Error())
		}
	}
	return out
}

func (s *programSource) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workers {
		w.Close()
	}
	s.workers = nil
	return s.solvers.Close()
}

func (s *programSource) Fits(o *record.Origin) error {
	if o.Spec != s.Hash() {
		return fmt.Errorf("the record was made from another specification, or from another version of %s", s.name)
	}
	return s.solvers.fit(o)
}

func (s *programSource) NewMaker(seed uint64) Maker {
	w := s.prog.NewWorker()
	s.mu.Lock()
	s.workers = append(s.workers, w)
	s.mu.Unlock()
	return func(ctx context.Context, index uint64) (Made, error) {
		rec, stats, err := w.Generate(ctx, seed, index)
		m := Made{Tries: stats.Tries, Lost: stats.Lost}
		if err != nil {
			return m, err
		}
		m.Record = rec
		if s.format == text {
			m.Text = fmt.Sprintf("%s\n\nAnswer: %s\n\n", strings.TrimSpace(rec.Problem), strings.TrimSpace(rec.Answer))
			return m, nil
		}
		rec.ID = fmt.Sprintf("%s-%d-%d", rec.Source, seed, index)
		return m, NameForm(ctx, w, rec)
	}
}

// NameForm writes the name of the canonical form of a worker's record into its origin, where it has one. The error is the context's.
func NameForm(ctx context.Context, w *synth.Worker, rec *record.Record) error {
	f, err := w.Canonical(ctx, rec, 0)
	return named(ctx, rec.Origin, wordedName, formOf(f), err)
}
