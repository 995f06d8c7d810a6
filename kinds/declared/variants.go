package declared

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/rules/notation"
	"github.com/quandary-puzzles/quandary/solve"
)

// VariantFormat is the name of the format of Sudoku variants.
const VariantFormat = "iss"

// Variants reads Sudoku variants: puzzles that are put together of parts, each a constraint of its own. It is safe for concurrent use.
type Variants struct {
	engine  solve.Engine
	library func() (*notation.Library, error)
}

// NewVariants makes a reader of variants. The engine solves them.
func NewVariants(engine solve.Engine) *Variants {
	return &Variants{engine: engine, library: sync.OnceValues(func() (*notation.Library, error) {
		return notation.NewLibrary(families.Pieces(), families.Use)
	})}
}

// Looks reports whether a line holds a variant.
func (v *Variants) Looks(line string) bool { return notation.Recognised(line) }

// Read reads puzzles, one a line. Lines that begin with # are left out.
func (v *Variants) Read(ctx context.Context, name string, r io.Reader) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		lines := record.NewLineReader(r, notation.MaxText)
		for ctx.Err() == nil {
			raw, number, err := lines.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			e := puzzle.Entry{Line: number, Format: VariantFormat}
			if err == nil {
				text := strings.TrimSpace(string(raw))
				if text == "" || strings.HasPrefix(text, "#") {
					continue
				}
				e.Instance, err = v.Open(text)
			}
			if err != nil {
				var at *notation.Error
				e.Instance, e.Err = nil, fmt.Errorf("%s:%d: %w", name, number, err)
				if errors.As(err, &at) && at.Col > 0 {
					e.Err = fmt.Errorf("%s:%d:%d: %s", name, number, at.Col, strings.TrimPrefix(at.Error(), fmt.Sprintf("column %d: ", at.Col)))
				}
			}
			if !yield(e) || err != nil && !errors.Is(err, record.ErrLineTooLong) && e.Line == 0 {
				return
			}
		}
	}
}

// Open reads one puzzle.
func (v *Variants) Open(text string) (*Variant, error) {
	items, err := notation.ReadAny(text)
	if err != nil {
		return nil, err
	}
	return v.compose(items)
}

// FPuzzles reads the JSON of f-puzzles.
func (v *Variants) FPuzzles(data []byte) (puzzle.Instance, error) {
	items, err := notation.ReadFPuzzles(data)
	if err != nil {
		return nil, err
	}
	return v.compose(items)
}

func (v *Variants) compose(items []notation.Item) (*Variant, error) {
	lib, err := v.library()
	if err != nil {
		return nil, err
	}
	p, err := lib.Compose(items)
	if err != nil {
		return nil, err
	}
	f, probs := New(p.Board.File, v.engine)
	if f == nil {
		return nil, probs.Err()
	}
	return &Variant{Instance: f.instance(p.Board), p: p}, nil
}

// Variant is a Sudoku variant: a puzzle of a rules file that was put together for it.
type Variant struct {
	*Instance
	p *notation.Puzzle
}

// In gives the same puzzle with its sentences in a language, en or zh.
func (v *Variant) In(lang string) puzzle.Instance {
	return &Variant{Instance: v.Instance.In(lang).(*Instance), p: v.p}
}

// Rules gives the rules file of the puzzle.
func (v *Variant) Rules() string { return v.p.Source }

// Desc is the puzzle in its notation.
func (v *Variant) Desc() string { return notation.Format(v.p.Items) }

// Encode writes the puzzle in its notation.
func (v *Variant) Encode(format string) (string, error) {
	if format != "" && format != VariantFormat {
		return "", puzzle.Unknownf("format of a variant", format, []string{VariantFormat})
	}
	return v.Desc(), nil
}

// Solve finds up to limit solutions and proves when there are no more.
func (v *Variant) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	res, err := v.Instance.Solve(ctx, limit)
	for i, s := range res.Solutions {
		res.Solutions[i] = &VariantSolution{Solution: s.(*Solution), p: v.p}
	}
	return res, err
}

// CheckSolution judges an answer by the rules.
func (v *Variant) CheckSolution(s puzzle.Solution) error {
	if w, ok := s.(*VariantSolution); ok {
		s = w.Solution
	}
	return v.Instance.CheckSolution(s)
}

// Broken says which rules an answer breaks.
func (v *Variant) Broken(ctx context.Context, s puzzle.Solution) (puzzle.Judgement, error) {
	if w, ok := s.(*VariantSolution); ok {
		s = w.Solution
	}
	return v.Instance.Broken(ctx, s)
}

// SolutionScene draws the puzzle with a solution.
func (v *Variant) SolutionScene(s puzzle.Solution) (puzzle.Scene, error) {
	if w, ok := s.(*VariantSolution); ok {
		s = w.Solution
	}
	return v.Instance.SolutionScene(s)
}

// ReadSolution reads a solution: a character for each cell.
func (v *Variant) ReadSolution(_, text string) (puzzle.Solution, error) {
	b, err := v.p.ReadSolution(text)
	if err != nil {
		return nil, err
	}
	return &VariantSolution{Solution: &Solution{v.f, b}, p: v.p}, nil
}

// VariantSolution is an answer to a variant.
type VariantSolution struct {
	*Solution
	p *notation.Puzzle
}

// Encode gives the solution as a string with a character for each cell.
func (s *VariantSolution) Encode(string) (any, error) { return s.Desc(), nil }

// Desc is the solution as a string.
func (s *VariantSolution) Desc() string { return s.p.Solution(s.b) }
