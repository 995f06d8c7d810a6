package declared

import (
	"context"
	"errors"
	"fmt"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/internal/making"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/internal/telling"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/lint"
	"github.com/quandary-puzzles/quandary/solve"
)

// ownName is the word in the ids of puzzles that carry their rules.
const ownName = "own"

// Own is the family of puzzles whose ids carry their rules, so that a link is all that another person needs:
//
//	own:PACKED,6x6:BOARD
//
// PACKED is the rules file (see package packed). The rules come from anyone: they can use our families and pieces, no file, and no more
// than a bounded part of an evaluation's usual work is spent on them. It is safe for concurrent use.
type Own struct {
	engine solve.Engine
	kept   *lru.Cache[string, *Family]
}

var (
	_ puzzle.Family    = (*Own)(nil)
	_ puzzle.Generator = (*Own)(nil)
)

// mostOwn is how many rules files are kept read.
const mostOwn = 64

// NewOwn makes the family. The engine solves its puzzles.
func NewOwn(engine solve.Engine) *Own {
	kept, err := lru.New[string, *Family](mostOwn)
	if err != nil {
		panic(err) // the size is a constant
	}
	return &Own{engine, kept}
}

// Open gives the family of a rules file that somebody has written, and what is wrong with the file. It is nil where there are errors.
func (o *Own) Open(text string) (*Family, doctree.Problems) {
	key := packed.Pack([]byte(text))
	file, probs := rules.Load("rules", []byte(text), families.Use)
	if file == nil {
		return nil, probs
	}
	file.Guest = true
	f, more := prepared(&Family{file: file, engine: o.engine, own: key})
	probs = append(probs, more...)
	if f == nil {
		return nil, probs
	}
	if old, ok, _ := o.kept.PeekOrAdd(key, f); ok {
		f = old
	}
	return f, probs
}

// OwnSource names the puzzles of a rules file by its text, at a size that may be empty.
func OwnSource(text, size string) string {
	return strings.TrimSuffix(ownName+":"+packed.Pack([]byte(text))+","+size, ",")
}

// Lint gives what is probably wrong with the rules, also by solving small boards.
func (o *Own) Lint(ctx context.Context, f *Family) doctree.Problems {
	return lint.Check(ctx, f.file, o.engine)
}

// family gives the family of packed rules.
func (o *Own) family(key string) (*Family, error) {
	if f, ok := o.kept.Get(key); ok {
		return f, nil
	}
	data, err := packed.Unpack(key, rules.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("the packed rules: %w", err)
	}
	f, probs := o.Open(string(data))
	if f == nil {
		return nil, fmt.Errorf("the packed rules: %w", probs.Err())
	}
	return f, nil
}

// Name is the family's word in ids.
func (o *Own) Name() string { return ownName }

// Summary says what the family is.
func (o *Own) Summary() string { return "puzzles of one's own rules, which their ids carry" }

// About gives what the family offers beyond the contract.
func (o *Own) About() puzzle.About {
	return puzzle.About{
		Unlisted:      true,
		Languages:     phrases.Languages,
		CheckSettings: o.CheckSettings,
		TechniqueName: func(code, lang string) string { return telling.TechniqueName(nil, code, lang) },
		Blank:         o.Blank,
		Fill:          o.Fill,
	}
}

// ParseParams reads packed rules and, behind a comma, the size and the parameters of a board.
func (o *Own) ParseParams(text string) (puzzle.Params, error) {
	key, size, _ := strings.Cut(text, ",")
	if key == "" {
		return nil, errors.New("expected packed rules and a size")
	}
	f, err := o.family(key)
	if err != nil {
		return nil, err
	}
	return f.ParseParams(size)
}

// of gives the family that parameters belong to.
func (o *Own) of(p puzzle.Params) (*Family, error) {
	own, ok := p.(params)
	if !ok || own.f == nil {
		return nil, fmt.Errorf("parameters of another family: %v", p)
	}
	return own.f, nil
}

// Decode reads a board.
func (o *Own) Decode(p puzzle.Params, desc string) (puzzle.Instance, error) {
	f, err := o.of(p)
	if err != nil {
		return nil, err
	}
	return f.Decode(p, desc)
}

// Blank gives a board of which nothing is printed yet.
func (o *Own) Blank(p puzzle.Params) (puzzle.Instance, error) {
	f, err := o.of(p)
	if err != nil {
		return nil, err
	}
	return f.Blank(p)
}

// Options, CheckSettings, Generate and Fill are those of the rules' family.
func (o *Own) Options() []puzzle.Option { return making.Options(nil, nil) }

// CheckSettings judges settings as Generate does.
func (o *Own) CheckSettings(p puzzle.Params, s puzzle.Settings) error {
	f, err := o.of(p)
	if err != nil {
		return err
	}
	return f.CheckSettings(p, s)
}

// Generate makes a puzzle.
func (o *Own) Generate(ctx context.Context, p puzzle.Params, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	f, err := o.of(p)
	if err != nil {
		return puzzle.Generated{}, err
	}
	return f.Generate(ctx, p, s, r, report)
}

// Fill makes a puzzle that has all that a board gives.
func (o *Own) Fill(ctx context.Context, board puzzle.Instance, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	f, err := o.of(board.Params())
	if err != nil {
		return puzzle.Generated{}, err
	}
	return f.Fill(ctx, board, s, r, report)
}
