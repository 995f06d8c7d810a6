package declared

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	deduce "github.com/quandary-puzzles/quandary/deduce/declared"
	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/answers"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/drawing"
	"github.com/quandary-puzzles/quandary/internal/making"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/internal/telling/claims"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/codec"
	"github.com/quandary-puzzles/quandary/solve"
)

// Family is a family of puzzles that a rules file states. It is safe for concurrent use.
type Family struct {
	file    *rules.File
	forms   *codec.Forms
	looks   *drawing.Looks
	engine  solve.Engine
	model   Classifier // of difficulty; nil: the form of the hardest step
	variant bool       // a Sudoku variant that was put together: digits alone are set and carved
	maker   *making.Maker
	own     string // how the rules stand in ids, where these carry them; "" where the family's name is enough

	judge   *answers.Judge
	reasons func() *regexp.Regexp // finds what rules say, at the beginning of a text
	lists   *deduce.Lists         // of what rules allow, for all that is explained
}

// New makes a family of a rules file. The engine solves its puzzles. What the file says gets the languages that the program has words in.
func New(file *rules.File, engine solve.Engine) (*Family, doctree.Problems) {
	return prepared(&Family{file: file, engine: engine})
}

// prepared makes a family ready of which the file, the engine, and what is special about it, are known.
func prepared(f *Family) (*Family, doctree.Problems) {
	forms, probs := codec.Compile(f.file)
	if probs.HasErrors() {
		return nil, probs
	}
	looks, more := drawing.Read(f.file)
	f.forms, f.looks, f.judge, f.lists = forms, looks, answers.NewJudge(f.engine), &deduce.Lists{}
	more2 := f.makes()
	probs = append(append(probs, more...), more2...)
	if probs.HasErrors() {
		return nil, probs
	}
	families.Translate(f.file)
	f.reasons = sync.OnceValue(func() *regexp.Regexp { return claims.Reasons(f.file) })
	return f, probs
}

// makes gives the family its maker.
func (f *Family) makes() (probs doctree.Problems) {
	prefix := f.Name() + ":"
	if f.own != "" {
		prefix += f.own + ","
	}
	source := making.Source{File: f.file, Forms: f.forms, Engine: f.engine, Rater: rater{f}, Prefix: prefix, Variant: f.variant}
	if f.model != nil {
		source.ClassNames = f.model.Names()
	}
	f.maker, probs = making.New(source)
	return probs
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
	own := *f
	own.model = c
	own.makes() // of what was read before
	return &own
}

// File gives the rules file.
func (f *Family) File() *rules.File { return f.file }

// speaker gives who speaks of a board in a language; empty means English.
func (f *Family) speaker(b *rules.Board, lang string) telling.Speaker {
	return telling.Speaker{Board: b, Lang: phrases.Spoken(lang), Drawn: f.looks.Shown}
}

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
	return f.file.Name("en")
}

// About gives what the family offers beyond the contract.
func (f *Family) About() puzzle.About {
	return puzzle.About{
		Languages:     phrases.Languages,
		CheckSettings: f.CheckSettings,
		TechniqueName: func(code, lang string) string { return telling.TechniqueName(f.file, code, lang) },
		Levels:        f.Levels,
		Blank:         f.Blank,
		Fill:          f.Fill,
		Unmade:        func() bool { return f.file.Making.None },
	}
}

// params are the size of a board and the family's own parameters: 10x10, or 10x10,k=2.
type params struct {
	rules.BoardSize
	f    *Family // of rules that stand in ids; else nil
	text string
}

func (p params) String() string { return p.text }

func (f *Family) params(s rules.BoardSize) params {
	if f.own != "" {
		return params{s, f, f.own + "," + f.file.SizeText(s)}
	}
	return params{s, nil, f.file.SizeText(s)}
}

// ParseParams reads a size, such as 10x10, and behind it the parameters that the family has, such as 10x10,k=2.
func (f *Family) ParseParams(text string) (puzzle.Params, error) {
	s, err := f.file.ParseSize(text)
	if err != nil {
		return nil, err
	}
	return f.params(s), nil
}

func clip(s string) string {
	if len(s) > 60 {
		return strings.ToValidUTF8(s[:60], "") + "…"
	}
	return s
}

// Decode reads a description: the text of the board with / for the end of a line and _ for a blank.
func (f *Family) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	b, err := f.forms.ReadDesc(desc)
	if err != nil {
		return nil, err
	}
	if want := p.(params); b.Geo.Rows != want.Rows || b.Geo.Cols != want.Cols {
		return nil, fmt.Errorf("the board is %dx%d, not %dx%d", b.Geo.Rows, b.Geo.Cols, want.Rows, want.Cols)
	}
	return f.instance(b), nil
}
