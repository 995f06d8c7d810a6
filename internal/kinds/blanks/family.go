// Package blanks is the family of fill-in-the-blank puzzles: programs with blanks (package blanks/code),
// and equations, arithmetic and proofs (package blanks/maths).
//
// The parameters name what the puzzle is made from: an entry of the shelf, such as gcd, or a point and the whole file, packed, for a
// file of one's own. The description is the puzzle: the text, its blanks with their pieces, and the examples that tell every
// wrong filling apart.
package blanks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/blanks/maths"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/solve"
)

const (
	packedMark = "."
	maxFile    = 64 << 10
	maxPuzzle  = 256 << 10
	// galleryPrefix may stand before the name of an entry of the shelf.
	galleryPrefix = "gallery/"
)

// Entry is a file that comes with the program.
type Entry struct {
	Name string
	Data []byte // a program, or a blanks file: the first line of such a file begins with "blanks:"
}

// Family is the family over a shelf of files. It is safe for concurrent use.
type Family struct {
	engine solve.Engine
	names  []string
	files  map[string]*source
}

// New makes the family. The engine proves that fillings of numbers are the only ones.
func New(shelf []Entry, engine solve.Engine) *Family {
	f := &Family{engine: engine, files: map[string]*source{}}
	for _, e := range shelf {
		f.names = append(f.names, e.Name)
		f.files[e.Name] = &source{name: e.Name, data: e.Data}
	}
	return f
}

// Name is "blanks".
func (*Family) Name() string { return "blanks" }

// Summary says what the family is.
func (f *Family) Summary() string {
	return fmt.Sprintf("fill-in-the-blank programs and mathematics with one right filling: the %d of the gallery, and files of one's own", len(f.names))
}

// About gives what the family offers beyond the contract.
func (f *Family) About() puzzle.About {
	return puzzle.About{
		Suggested:     f.Shelf,
		DailyParams:   f.DailyParams,
		CheckSettings: f.CheckSettings,
	}
}

// Shelf lists the files that come with the program.
func (f *Family) Shelf() []string { return slices.Clone(f.names) }

// DailyParams gives each day another file.
func (f *Family) DailyParams(day int) string {
	n := len(f.names)
	return f.names[(day%n+n)%n]
}

// source is a file, studied when it is first asked for.
type source struct {
	name string // in messages
	data []byte

	mu      sync.Mutex
	program *code.Program
	study   *code.Study
	sheet   *maths.File
}

// isSheet reports whether a file is a blanks file and not a program.
func isSheet(data []byte) bool {
	for line := range strings.Lines(string(data)) {
		if t := strings.TrimSpace(line); t != "" && !strings.HasPrefix(t, "#") {
			return strings.HasPrefix(t, "blanks:") || strings.HasPrefix(t, "{")
		}
	}
	return false
}

// Params are the file that puzzles are made from.
type Params struct {
	text string
	src  *source
}

// String gives the entry's name, or the packed file.
func (p Params) String() string { return p.text }

// ParseParams finds an entry of the shelf, or unpacks a file. The empty text gives the first entry.
func (f *Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		if len(f.names) == 0 {
			return nil, errors.New("there is no gallery here: expected a packed file")
		}
		text = f.names[0]
	}
	if rest, ok := strings.CutPrefix(text, packedMark); ok {
		data, err := packed.Unpack(rest, maxFile)
		if err != nil {
			return nil, fmt.Errorf("the packed file: %w", err)
		}
		return f.Of("program", data)
	}
	name := strings.TrimPrefix(text, galleryPrefix)
	src, ok := f.files[name]
	if !ok {
		return nil, puzzle.Unknownf("program", name, f.names)
	}
	return Params{name, src}, nil
}

// Of gives the parameters of a file; the name is for messages. The error lists what is wrong with it.
func (f *Family) Of(name string, data []byte) (Params, error) {
	if len(data) > maxFile {
		return Params{}, fmt.Errorf("%s has %d bytes; at most %d are read", name, len(data), maxFile)
	}
	src := &source{name: name, data: data}
	if err := src.read(); err != nil {
		return Params{}, err
	}
	return Params{packedMark + packed.Pack(data), src}, nil
}

func (s *source) read() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.program != nil || s.sheet != nil {
		return nil
	}
	if isSheet(s.data) {
		f, problems := maths.Read(s.name, s.data)
		s.sheet = f
		return problems.Err()
	}
	var err error
	s.program, err = code.Read(s.name, s.data)
	return err
}

// make makes a puzzle. A program is studied once, for all its puzzles, and its study serves one of them at a time.
func (s *source) make(ctx context.Context, engine solve.Engine, d demand, r *rng.Stream) (content, error) {
	if err := s.read(); err != nil {
		return nil, err
	}
	if s.sheet != nil {
		p, err := s.sheet.Make(ctx, engine, maths.Demand{Class: d.Class, Blanks: d.Blanks, Choose: d.answers == "choose", Extra: d.Extra}, r)
		if err == nil && len(d.vary) > 0 {
			p, err = p.Vary(ctx, engine, d.vary, r.Derive("vary"))
		}
		if err != nil {
			return nil, err
		}
		return exercise{p, engine}, nil
	}
	if d.Class > len(code.Classes()) {
		return nil, fmt.Errorf("option class: programs have the classes 1 to %d", len(code.Classes()))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if s.study == nil {
		study, err := code.NewStudy(ctx, s.program)
		if err != nil {
			return nil, err
		}
		s.study = study
	}
	d.Typed = d.answers == "type"
	p, err := s.study.Make(ctx, d.Demand, r)
	if err == nil && len(d.vary) > 0 {
		p, err = p.Vary(ctx, d.vary, r.Derive("vary"))
	}
	if err != nil {
		return nil, err
	}
	return program{p}, nil
}

// demand is what the settings ask for.
type demand struct {
	code.Demand
	answers string   // choose, type, or empty for what is usual
	vary    []string // changes of programs, or of sheets
}

// Options lists the settings.
func (*Family) Options() []puzzle.Option {
	return []puzzle.Option{
		{Name: "class", Doc: "how hard: from 1 to 7 for programs, to 10 for mathematics"},
		{Name: "empties", Doc: "how many blanks; default: two to four"},
		{Name: "kinds", Doc: "what may be blank, separated by commas: " + strings.Join(code.Kinds(), " ")},
		{Name: "extra", Doc: "wrong pieces at each blank, from 2 to 8", Default: "3"},
		{Name: "answers", Doc: "whether answers are chosen from pieces or typed; usual: chosen in programs, typed in mathematics", Values: []string{"", "choose", "type"}},
		{Name: "vary", Doc: "changes that keep what a program does, separated by commas: " + strings.Join(code.Changes(), " ") + "; or the rules of a sheet: " +
			strings.Join(maths.Changes(), " ") + "; or all"},
	}
}

// CheckSettings judges settings before anything is made.
func (f *Family) CheckSettings(p puzzle.Params, s puzzle.Settings) error {
	_, err := f.demand(p, s)
	return err
}

// changes lists the changes that a file's puzzles know.
func (s *source) changes() []string {
	if isSheet(s.data) {
		return maths.Changes()
	}
	return code.Changes()
}

func (f *Family) demand(pp puzzle.Params, s puzzle.Settings) (demand, error) {
	var d demand
	p, ok := pp.(Params)
	if !ok {
		return d, fmt.Errorf("blanks: parameters of another family: %v", pp)
	}
	changes := p.src.changes()
	opts := f.Options()
	if err := s.Validate(opts); err != nil {
		return d, err
	}
	number := func(name string, lo, hi int) (int, error) {
		text := s.Get(opts, name)
		if text == "" {
			return 0, nil
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < lo || n > hi {
			return 0, fmt.Errorf("option %s: expected a number from %d to %d, found %q", name, lo, hi, text)
		}
		return n, nil
	}
	var err error
	if d.Class, err = number("class", 1, 10); err != nil {
		return d, err
	}
	if d.Blanks, err = number("empties", 1, 12); err != nil {
		return d, err
	}
	if d.Extra, err = number("extra", 2, 8); err != nil {
		return d, err
	}
	split := func(r rune) bool { return r == ',' || r == ' ' }
	for _, k := range strings.FieldsFunc(s.Get(opts, "vary"), split) {
		switch {
		case k == "all":
			d.vary = changes
		case !slices.Contains(changes, k):
			return d, fmt.Errorf("option vary: %w", puzzle.Unknownf("change", k, append(slices.Clone(changes), "all")))
		case !slices.Contains(d.vary, k):
			d.vary = append(d.vary, k)
		}
	}
	for _, k := range strings.FieldsFunc(s.Get(opts, "kinds"), split) {
		if !slices.Contains(code.Kinds(), k) {
			return d, fmt.Errorf("option kinds: %w", puzzle.Unknownf("kind", k, code.Kinds()))
		}
		d.Kinds = append(d.Kinds, k)
	}
	d.answers = s.Get(opts, "answers")
	return d, nil
}

// Generate makes a puzzle.
func (f *Family) Generate(ctx context.Context, pp puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	d, err := f.demand(pp, s)
	if err != nil {
		return puzzle.Generated{}, err
	}
	p := pp.(Params)
	if report != nil {
		report(puzzle.Progress{Text: "running fillings"})
	}
	c, err := p.src.make(ctx, f.engine, d, r)
	if err != nil {
		return puzzle.Generated{}, err
	}
	in, err := newInstance(p, c)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return puzzle.Generated{Instance: in, Solution: in.reference(), Class: className(c), Work: c.work()}, nil
}

// Decode reads the puzzle of an id.
func (f *Family) Decode(pp puzzle.Params, desc string) (puzzle.Instance, error) {
	p, ok := pp.(Params)
	if !ok {
		return nil, fmt.Errorf("blanks: parameters of another family: %v", pp)
	}
	data, err := packed.Unpack(desc, maxPuzzle)
	if err != nil {
		return nil, fmt.Errorf("the puzzle: %w", err)
	}
	if err := p.src.read(); err != nil {
		return nil, err
	}
	if p.src.sheet != nil {
		q := &maths.Puzzle{}
		if err := json.Unmarshal(data, q); err != nil {
			return nil, fmt.Errorf("the puzzle: %w", err)
		}
		if err := q.Open(p.src.sheet); err != nil {
			return nil, fmt.Errorf("the puzzle: %w", err)
		}
		return newInstance(p, exercise{q, f.engine})
	}
	q := &code.Puzzle{}
	if err := json.Unmarshal(data, q); err != nil {
		return nil, fmt.Errorf("the puzzle: %w", err)
	}
	return newInstance(p, program{q})
}
