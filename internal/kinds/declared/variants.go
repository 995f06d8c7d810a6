package declared

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/quandary-puzzles/quandary/families"
	"github.com/quandary-puzzles/quandary/internal/making"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/rules/notation"
	"github.com/quandary-puzzles/quandary/solve"
)

// variantFormat is the name of the format of Sudoku variants.
const variantFormat = "iss"

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
	return puzzle.Lines(ctx, name, r, notation.MaxText, func(e *puzzle.Entry, line string) (err error) {
		e.Format = variantFormat
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			return nil
		}
		e.Instance, err = v.Open(line)
		var at *notation.Error
		if errors.As(err, &at) && at.Col > 0 {
			e.Err = fmt.Errorf("%s:%d:%d: %s", name, e.Line, at.Col, strings.TrimPrefix(at.Error(), fmt.Sprintf("column %d: ", at.Col)))
			return nil
		}
		return err
	})
}

// Open reads one puzzle.
func (v *Variants) Open(text string) (puzzle.Instance, error) {
	items, err := notation.ReadAny(text)
	if err != nil {
		return nil, err
	}
	return v.opened(items)
}

// opened makes an instance: no error has none.
func (v *Variants) opened(items []notation.Item) (puzzle.Instance, error) {
	inst, err := v.compose(items)
	if err != nil {
		return nil, err
	}
	return inst, nil
}

// FPuzzles reads the JSON of f-puzzles.
func (v *Variants) FPuzzles(data []byte) (puzzle.Instance, error) {
	items, err := notation.ReadFPuzzles(data)
	if err != nil {
		return nil, err
	}
	return v.opened(items)
}

func (v *Variants) compose(items []notation.Item) (*variant, error) {
	lib, err := v.library()
	if err != nil {
		return nil, err
	}
	p, err := lib.Compose(items)
	if err != nil {
		return nil, err
	}
	f, probs := prepared(&Family{file: p.Board.File, engine: v.engine, variant: true})
	if f == nil {
		return nil, probs.Err()
	}
	return &variant{Instance: f.instance(p.Board), p: p, all: v}, nil
}

// variant is a Sudoku variant: a puzzle of a rules file that was put together for it.
type variant struct {
	*Instance
	p   *notation.Puzzle
	all *Variants
}

// View tells a page how the puzzle is drawn and played.
func (v *variant) View(lang string) (puzzle.View, error) { return v.named(v.Instance.View(lang)) }

// Brushes gives the board as a setter marks it: with digits, as the constraints are those of the notation.
func (v *variant) Brushes(lang string) (puzzle.View, error) { return v.named(v.Instance.Brushes(lang)) }

// named gives a view the id under which the family of Sudoku knows the puzzle.
func (v *variant) named(view puzzle.View, err error) (puzzle.View, error) {
	view.Family = "sudoku"
	view.ID = "sudoku:" + v.Params().String() + ":" + v.Desc()
	return view, err
}

// Edit changes the givens.
func (v *variant) Edit(moves []puzzle.Move) (puzzle.Instance, error) {
	inst, err := v.Instance.Edit(moves)
	if err != nil {
		return nil, err
	}
	return v.all.opened(v.with(inst.(*Instance)))
}

// with gives the constraints of the puzzle with the givens of another board.
func (v *variant) with(inst *Instance) []notation.Item {
	var items []notation.Item
	for _, it := range v.p.Items {
		if it.Name != "" {
			items = append(items, it)
			continue
		}
		// A given of several digits says which a cell may hold: it stays.
		it.Args = slices.DeleteFunc(slices.Clone(it.Args), func(a string) bool { return strings.Count(a, "_") == 1 })
		if len(it.Args) > 0 {
			items = append(items, it)
		}
	}
	for _, m := range inst.Givens() {
		_, cell, digit, _ := parse(m)
		items = append(items, notation.Item{Args: []string{strings.ToUpper(cell) + "_" + digit}})
	}
	return items
}

// In gives the same puzzle with its sentences in a language: en, zh, de, es or ja.
func (v *variant) In(lang string) puzzle.Instance {
	return &variant{Instance: v.Instance.in(lang), p: v.p, all: v.all}
}

// Rules gives the rules file of the puzzle.
func (v *variant) Rules() string { return v.p.Source }

// Desc is the puzzle in its notation.
func (v *variant) Desc() string { return notation.Format(v.p.Items) }

// Extras are those of the puzzle that it is put together to, but for what the notation gives.
func (v *variant) Extras() puzzle.Extras {
	extras := v.Instance.Extras()
	extras.In = v.In
	extras.ReadSolution = v.ReadSolution
	extras.Brushes = v.Brushes
	return extras
}

// Encode writes the puzzle in its notation.
func (v *variant) Encode(format string) (string, error) {
	switch format {
	case "", variantFormat:
		return v.Desc(), nil
	case "fpuzzles", "sudokupad":
		text, err := v.p.FPuzzles()
		if err != nil {
			return "", fmt.Errorf("%w: %w", puzzle.ErrLossy, err)
		}
		if format == "sudokupad" {
			return packed.SudokuPad(string(text)), nil
		}
		return packed.FPuzzles(string(text)), nil
	}
	return "", puzzle.Unknownf("format of a variant", format, []string{variantFormat, "fpuzzles", "sudokupad"})
}

// Solve finds up to limit solutions and proves when there are no more.
func (v *variant) Solve(ctx context.Context, limit int) (puzzle.Result, error) {
	res, err := v.Instance.Solve(ctx, limit)
	for i, s := range res.Solutions {
		res.Solutions[i] = &variantSolution{Solution: s.(*Solution), p: v.p}
	}
	return res, err
}

// ReadSolution reads a solution: a character for each cell.
func (v *variant) ReadSolution(_, text string) (puzzle.Solution, error) {
	b, err := v.p.ReadSolution(text)
	if err != nil {
		return nil, err
	}
	return &variantSolution{Solution: &Solution{v.f, b}, p: v.p}, nil
}

// variantSolution is an answer to a variant.
type variantSolution struct {
	*Solution
	p *notation.Puzzle
}

// Encode gives the solution as a string with a character for each cell.
func (s *variantSolution) Encode(string) (any, error) { return s.Desc(), nil }

// Desc is the solution as a string.
func (s *variantSolution) Desc() string { return s.p.Solution(s.b) }

// Names lists the constraints that puzzles are made with.
func (v *Variants) Names() []string { return making.VariantNames() }

// CheckSettings judges settings as Make does.
func (v *Variants) CheckSettings(s puzzle.Settings) error { return making.CheckVariant(s) }

// Make makes a puzzle with constraints of these names; the settings are those of declared families. What leaves is the puzzle in its notation, read
// anew, solved and judged.
func (v *Variants) Make(ctx context.Context, with []string, rows, cols int, s puzzle.Settings, r *rng.Stream, report func(puzzle.Progress)) (puzzle.Generated, error) {
	none := puzzle.Generated{}
	var whole *variant
	compose := func(items []notation.Item) (_ *making.Maker, _ *rules.Board, err error) {
		if whole, err = v.compose(items); err != nil {
			return nil, nil, err
		}
		return whole.f.maker, whole.b, nil
	}
	made, err := making.MakeVariant(ctx, compose, with, rules.BoardSize{Rows: rows, Cols: cols}, s, r, report)
	if err != nil {
		return none, err
	}
	inst, err := v.compose(whole.with(whole.f.instance(made.Puzzle)))
	if err != nil {
		return none, err
	}
	again, err := v.Open(inst.Desc())
	if err != nil {
		return none, err
	}
	res, err := again.(*variant).Solve(ctx, 2)
	if err != nil {
		return none, err
	}
	if res.Status != puzzle.Unique {
		return none, fmt.Errorf("the puzzle as it is written has %s solutions", res.Status)
	}
	if err := again.(*variant).CheckSolution(res.Solutions[0]); err != nil {
		return none, fmt.Errorf("the solution is wrong: %w", err)
	}
	return puzzle.Generated{Instance: again, Solution: res.Solutions[0], Class: made.Class, Work: made.Work}, nil
}
