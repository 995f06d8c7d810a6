package foundry

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/canon"
	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/solve"
	"github.com/quandary-puzzles/quandary/synth"
)

// Words answers questions about records of word puzzles by replaying them: it knows specifications, those given and those of
// the gallery, and finds the one that a record was made from. It is safe for concurrent use; Close it at the end.
type Words struct {
	files   *Files
	given   map[string]*wordProgram // by hash
	byName  map[string]*wordProgram // by the source's name, for records that do not name the hash
	only    *wordProgram            // where one specification was given: that of records which name neither
	gallery func() map[string]*wordProgram
	mu      sync.Mutex
	solvers []*Solvers
}

// wordProgram is a compiled specification with its idle workers.
type wordProgram struct {
	prog *synth.Program
	idle sync.Pool
}

// errNoSpec is the error of a record whose specification is not at hand.
var errNoSpec = errors.New("the record's specification is not at hand")

// NewWords reads the specifications of some names, as Open takes them. Those of the gallery are found without being named.
func NewWords(files *Files, names ...string) (*Words, error) {
	w := &Words{files: files, given: map[string]*wordProgram{}, byName: map[string]*wordProgram{}}
	w.gallery = sync.OnceValue(w.readGallery)
	for _, name := range names {
		p, err := w.compile(name)
		if err != nil {
			return nil, errors.Join(err, w.Close())
		}
		w.given[p.prog.Document().Hash] = p
		w.byName[sourceName(name)] = p
		w.only = p
	}
	if len(names) != 1 {
		w.only = nil
	}
	return w, nil
}

func (w *Words) compile(name string) (*wordProgram, error) {
	prog, solvers, err := Compile(name, Options{Files: w.files})
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	w.solvers = append(w.solvers, solvers)
	w.mu.Unlock()
	p := &wordProgram{prog: prog}
	p.idle.New = func() any { return prog.NewWorker() }
	return p, nil
}

// readGallery compiles the gallery's specifications.
func (w *Words) readGallery() map[string]*wordProgram {
	all := map[string]*wordProgram{}
	for _, e := range gallery.List() {
		if p, err := w.compile(GalleryPrefix + e.Name); err == nil {
			all[p.prog.Document().Hash] = p
		}
	}
	return all
}

// Close ends what solvers run.
func (w *Words) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var err error
	for _, s := range w.solvers {
		err = errors.Join(err, s.Close())
	}
	w.solvers = nil
	return err
}

// find finds the specification of a record: by its hash, or, for a record without one, by the source's name.
func (w *Words) find(r *record.Record) (*wordProgram, error) {
	if r.Origin != nil && r.Origin.Spec != "" {
		if p := w.given[r.Origin.Spec]; p != nil {
			return p, nil
		}
		if p := w.gallery()[r.Origin.Spec]; p != nil {
			return p, nil
		}
		return nil, fmt.Errorf("%w (source %q, version %.12s…)", errNoSpec, r.Source, r.Origin.Spec)
	}
	if p := w.byName[r.Source]; p != nil {
		return p, nil
	}
	if w.only != nil {
		return w.only, nil
	}
	return nil, fmt.Errorf("%w (source %q)", errNoSpec, r.Source)
}

func (w *Words) ask(r *record.Record, do func(*synth.Worker) error) error {
	p, err := w.find(r)
	if err != nil {
		return err
	}
	k := p.idle.Get().(*synth.Worker)
	defer p.idle.Put(k)
	return do(k)
}

// Form gives the canonical form of a record's puzzle: see synth.Worker.Canonical.
func (w *Words) Form(ctx context.Context, r *record.Record) (form puzzle.Form, err error) {
	err = w.ask(r, func(k *synth.Worker) error {
		f, err := k.Canonical(ctx, r, 0)
		form = formOf(f)
		return err
	})
	return form, err
}

// wordedName is the family whose puzzles word puzzles count as.
const wordedName = "worded"

// formOf gives the form of a word puzzle, which cannot be written as one.
func formOf(f canon.Form) puzzle.Form {
	return puzzle.Form{Key: f.Bytes, Exact: f.Exact, Work: f.Work}
}

// effortSteps bounds the solver's steps where effort is measured: beyond it a puzzle is as hard as the scale goes.
const effortSteps = 200_000

// Work gives the solver's counters for a record's problem: see synth.Worker.Work.
func (w *Words) Work(ctx context.Context, r *record.Record) (counts record.Object, complete bool, err error) {
	err = w.ask(r, func(k *synth.Worker) error {
		var work []solve.Work
		var err error
		if work, complete, err = k.Work(ctx, r, effortSteps); err != nil {
			return err
		}
		for _, c := range work {
			switch c.Name {
			case "decisions", "conflicts", "propagations", "nodes":
				counts = append(counts, record.Member{Key: c.Name, Value: c.N})
			}
		}
		return nil
	})
	return counts, complete, err
}
