// Package worded makes a family of puzzles of specification files: the puzzle is the text that a specification draws, and
// what is to be found is the answer to its questions.
//
// The parameters name the specification: an entry of the catalogue that the family was made with, such as wine, or a point
// and the whole specification, packed (see package packed), for one that is in no catalogue. The description is the configuration, from
// which everything else is computed: text, options, solutions and answers. So an id
//
//	worded:wine:jeyJsb3MiOjV9
//
// holds the puzzle itself, whatever later versions of the program may draw from a seed.
//
// Answers are compared by their eval types (package grade). That the solutions which the answers are read off meet the
// puzzle's constraints is checked by model.Check.
package worded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// Entry is a specification of the catalogue.
type Entry struct {
	Name  string // letters and digits
	Title string // for people
	Data  []byte // the file
	Root  fs.FS  // where its operator files are; nil: it has none
}

// Family is the family over a catalogue. It is safe for concurrent use.
type Family struct {
	opt     synth.Options
	names   []string
	entries map[string]*entry
}

// entry is a specification that is compiled when it is first asked for.
type entry struct {
	Entry
	once sync.Once
	prog *synth.Program
	err  error
}

// New makes the family. The options say how constraints are solved and what expressions may cost; those for puzzles that are
// read from an id are held to the limits that Replay gives.
func New(catalogue []Entry, opt synth.Options) *Family {
	f := &Family{opt: opt, entries: map[string]*entry{}}
	for _, e := range catalogue {
		f.names = append(f.names, e.Name)
		f.entries[e.Name] = &entry{Entry: e}
	}
	return f
}

// Name is "worded".
func (*Family) Name() string { return "worded" }

// Summary says what the family is.
func (f *Family) Summary() string {
	return fmt.Sprintf("word puzzles from specifications: the %d of the gallery, and files of one's own", len(f.names))
}

// About gives what the family offers beyond the contract.
func (f *Family) About() puzzle.About {
	return puzzle.About{
		Suggested:   f.Suggested,
		DailyParams: f.DailyParams,
		Decode:      f.DecodeContext,
		TitleOf:     f.TitleOf,
	}
}

// Names lists the catalogue, in its order.
func (f *Family) Names() []string { return slices.Clone(f.names) }

// Params are the specification.
type Params struct {
	text  string
	title string
	prog  *synth.Program
}

// String gives the entry's name, or the packed specification.
func (p Params) String() string { return p.text }

// Title names the specification for people; it may be empty.
func (p Params) Title() string { return p.title }

// Program gives the compiled specification.
func (p Params) Program() *synth.Program { return p.prog }

// ParseParams finds the entry of a name, or unpacks a specification. The empty text gives the first entry.
func (f *Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		if len(f.names) == 0 {
			return nil, errors.New("worded puzzles have no catalogue here: expected a packed specification")
		}
		text = f.names[0]
	}
	if text, ok := strings.CutPrefix(text, packedMark); ok {
		data, err := packed.Unpack(text, maxSpec)
		if err != nil {
			return nil, fmt.Errorf("the packed specification: %w", err)
		}
		return f.Of(data)
	}
	e, ok := f.entries[text]
	if !ok {
		return nil, puzzle.Unknownf("specification", text, f.names)
	}
	e.once.Do(func() { e.prog, e.err = f.compile(e.Name, e.Data, e.Root) })
	if e.err != nil {
		return nil, e.err
	}
	return Params{text: text, title: e.Title, prog: e.prog}, nil
}

// Of gives the parameters of a specification that is in no catalogue, without operator files. The error lists what is wrong
// with it.
func (f *Family) Of(data []byte) (Params, error) { return f.Named("specification", data) }

// Named is Of with the name that messages and records carry; ids do not hold it.
func (f *Family) Named(name string, data []byte) (Params, error) {
	if len(data) > maxSpec {
		return Params{}, fmt.Errorf("the specification has %d bytes; expected at most %d", len(data), maxSpec)
	}
	prog, err := f.compile(name, data, nil)
	if err != nil {
		return Params{}, err
	}
	title := ""
	if t := prog.Document().Title; t != nil {
		title = t.Value
	}
	return Params{text: packedMark + packed.Pack(data), title: title, prog: prog}, nil
}

func (f *Family) compile(name string, data []byte, root fs.FS) (*synth.Program, error) {
	doc, problems := spec.Load(name, data, spec.Options{Root: root})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if doc == nil {
		return nil, fmt.Errorf("%s: not a specification", name)
	}
	if len(doc.Queries) == 0 {
		return nil, fmt.Errorf("%s: it asks nothing: expected queries", name)
	}
	opt := f.opt
	opt.Source = name
	return synth.Compile(doc, opt)
}

// Options lists no options: everything is drawn as the specification says.
func (*Family) Options() []puzzle.Option { return nil }

// Generate draws a puzzle.
func (f *Family) Generate(ctx context.Context, pp puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	if err := s.Validate(f.Options()); err != nil {
		return puzzle.Generated{}, err
	}
	p, ok := pp.(Params)
	if !ok {
		return puzzle.Generated{}, fmt.Errorf("worded: parameters of another family: %v", pp)
	}
	if report != nil {
		report(puzzle.Progress{Text: "drawing"})
	}
	in, stats, err := Draw(ctx, p, r.Uint64(), 0)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return puzzle.Generated{Instance: in, Solution: in.Reference(), Work: record.Object{{Key: "draws", Value: stats.Tries}}}, nil
}

// Draw makes the puzzle of a seed and an index: the one that quandary generate makes of the specification's file. The figures
// are there with an error too.
func Draw(ctx context.Context, p Params, seed, index uint64) (*Instance, synth.Stats, error) {
	w := p.prog.NewWorker()
	defer w.Close()
	rec, stats, err := w.Generate(ctx, seed, index)
	if err != nil {
		return nil, stats, err
	}
	out, err := w.Outcome()
	if err != nil {
		return nil, stats, err
	}
	in, err := newInstance(p, rec, out)
	return in, stats, err
}

// Decode computes the puzzle of a configuration. One that leaves something open, or breaks a rule of its specification, is an
// error.
func (f *Family) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	return f.DecodeContext(context.Background(), p, desc)
}

// DecodeContext is Decode that ends with a context.
func (f *Family) DecodeContext(ctx context.Context, pp puzzle.Params, desc string) (puzzle.Instance, error) {
	p, ok := pp.(Params)
	if !ok {
		return nil, fmt.Errorf("worded: parameters of another family: %v", pp)
	}
	config, err := unpackConfig(desc)
	if err != nil {
		return nil, err
	}
	return replay(ctx, p, config)
}

// replay computes the puzzle of a configuration.
func replay(ctx context.Context, p Params, config []byte) (*Instance, error) {
	w := p.prog.NewWorker()
	defer w.Close()
	rec, notes, err := w.Replay(ctx, config, synth.ReplayOptions{})
	if err != nil {
		return nil, err
	}
	if len(rec.Origin.Drawn) > 0 {
		return nil, &synth.ConfigError{What: "it does not say " + strings.Join(rec.Origin.Drawn, ", ")}
	}
	if len(notes) > 0 {
		return nil, &synth.ConfigError{What: "it makes no puzzle: " + notes[0]}
	}
	out, err := w.Outcome()
	if err != nil {
		return nil, err
	}
	return newInstance(p, rec, out)
}
