package declared

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/solve"
)

// Family is a family of puzzles that a rules file states. It is safe for concurrent use.
type Family struct {
	file    *rules.File
	forms   *codec.Forms
	looks   looks
	grades  grades // the names of difficulty
	engine  solve.Engine
	model   Classifier // of difficulty; nil: the form of the hardest step
	variant bool       // a Sudoku variant that was put together: digits alone are set and carved
	own     string     // how the rules stand in ids, where these carry them; "" where the family's name is enough

	follower follower              // for the layers that follow
	reasons  func() *regexp.Regexp // finds what rules say, at the beginning of a text

	mu     sync.Mutex
	sorted *sorted // what the given layers are to a generator, once that is known
}

// New makes a family of a rules file. The engine solves its puzzles. What the file says gets the languages that the program has words in.
func New(file *rules.File, engine solve.Engine) (*Family, doctree.Problems) {
	forms, probs := codec.Compile(file)
	if probs.HasErrors() {
		return nil, probs
	}
	looks, more := readLooks(file)
	grades, more2 := readGrades(file)
	probs = append(append(probs, more...), more2...)
	if probs.HasErrors() {
		return nil, probs
	}
	families.Translate(file)
	return &Family{file: file, forms: forms, looks: looks, grades: grades, engine: engine,
		reasons: sync.OnceValue(func() *regexp.Regexp { return reasonsOf(file) })}, probs
}

// Classifier tells classes of difficulty by what rating measured.
type Classifier interface {
	// Names are the classes, the easiest first.
	Names() []string
	// ByRating gives the index of a class.
	ByRating(puzzle.Rating) (int, error)
}

// Classified gives the family with other classes of difficulty, to rate by and to make puzzles of.
func (f *Family) Classified(c Classifier) *Family {
	return &Family{file: f.file, forms: f.forms, looks: f.looks, grades: f.grades, engine: f.engine, own: f.own, model: c, reasons: f.reasons}
}

// classes names the classes of difficulty, the easiest first.
func (f *Family) classes() []string {
	if f.model != nil {
		return f.model.Names()
	}
	return classNames
}

// File gives the rules file.
func (f *Family) File() *rules.File { return f.file }

// Name is the family's word in ids.
func (f *Family) Name() string {
	if f.own != "" {
		return ownName
	}
	return f.file.ID
}

// Summary is what the file says of itself, or its title.
func (f *Family) Summary() string {
	if s := f.file.About.In("en"); s != "" {
		return s
	}
	if s := f.file.Title.In("en"); s != "" {
		return s
	}
	return f.file.ID
}

// About gives what the family offers beyond the contract.
func (f *Family) About() puzzle.About {
	return puzzle.About{
		Languages:     phrases.Languages,
		CheckSettings: f.CheckSettings,
		Levels:        f.Levels,
		Blank:         f.Blank,
		Fill:          f.Fill,
		Unmade:        func() bool { return f.file.Making.None },
	}
}

// params are the size of a board and the family's own parameters: 10x10, or 10x10,k=2.
type params struct {
	f          *Family // of rules that stand in ids; else nil
	rows, cols int
	own        map[string]int64
	text       string
}

func (p params) String() string { return p.text }

func (f *Family) params(rows, cols int, own map[string]int64) params {
	p := params{rows: rows, cols: cols, own: own, text: fmt.Sprintf("%dx%d", rows, cols)}
	for _, q := range f.file.Params {
		if n, ok := own[q.Name]; ok {
			p.text += fmt.Sprintf(",%s=%d", q.Name, n)
		}
	}
	if f.own != "" {
		p.f, p.text = f, f.own+","+p.text
	}
	return p
}

// ParseParams reads a size, such as 10x10, and behind it the parameters that the family has, such as 10x10,k=2.
func (f *Family) ParseParams(text string) (puzzle.Params, error) {
	if text == "" {
		text = fmt.Sprintf("%dx%d", f.file.Size.Rows.Lo, f.file.Size.Cols.Lo)
		if len(f.file.Size.Usual) > 0 {
			text = f.file.Size.Usual[0]
		}
	}
	parts := strings.Split(text, ",")
	a, b, ok := strings.Cut(parts[0], "x")
	rows, err := strconv.Atoi(a)
	cols, err2 := strconv.Atoi(b)
	if !ok || err != nil || err2 != nil {
		return nil, fmt.Errorf("expected a size such as 10x10 (rows and columns), found %q", clip(parts[0]))
	}
	own := map[string]int64{}
	for _, s := range parts[1:] {
		name, value, _ := strings.Cut(s, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		if !slices.ContainsFunc(f.file.Params, func(p rules.Param) bool { return p.Name == name }) {
			var known []string
			for _, p := range f.file.Params {
				known = append(known, p.Name)
			}
			return nil, puzzle.Unknownf("parameter of "+f.file.ID, name, known)
		}
		if err != nil {
			return nil, fmt.Errorf("expected %s=NUMBER, found %q", name, clip(s))
		}
		own[name] = n
	}
	if _, err := rules.NewBoard(f.file, rows, cols, own); err != nil {
		// A parameter without a default may still be missing: a board's text has it.
		if len(own) == len(f.file.Params) || len(f.file.Params) == 0 {
			return nil, err
		}
	}
	return f.params(rows, cols, own), nil
}

func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// Decode reads a description: the text of the board with / for the end of a line and _ for a blank.
func (f *Family) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	text, err := unpack(desc)
	if err != nil {
		return nil, err
	}
	b, err := f.forms.Text.ReadProblem(text)
	if err != nil {
		return nil, err
	}
	inst := f.instance(b)
	if want := p.(params); inst.b.Geo.Rows != want.rows || inst.b.Geo.Cols != want.cols {
		return nil, fmt.Errorf("the board is %dx%d, not %dx%d", b.Geo.Rows, b.Geo.Cols, want.rows, want.cols)
	}
	return inst, nil
}

var packer = strings.NewReplacer("%", "%25", "/", "%2F", "_", "%5F", ":", "%3A", "#", "%23", "\n", "/", " ", "_", "\t", "_")

// pack writes a board's text in one line without blanks.
func pack(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return packer.Replace(strings.Join(lines, "\n"))
}

var unpacker = strings.NewReplacer("/", "\n", "_", " ", "%2F", "/", "%5F", "_", "%3A", ":", "%23", "#", "%25", "%")

func unpack(desc string) (string, error) {
	if len(desc) > codec.MaxText {
		return "", fmt.Errorf("a description of more than %d bytes", codec.MaxText)
	}
	return unpacker.Replace(desc), nil
}
