// Package null is the empty family: a puzzle of no cells that is solved before it starts. It is compiled into every build
// and runs through the same commands and tests as the others, so the contract never leans on one of them.
package null

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// Family is the empty family.
type Family struct{}

// Name is "null".
func (Family) Name() string { return "null" }

// Summary says what the family is.
func (Family) Summary() string { return "the empty puzzle, solved before it starts" }

// About gives what the family offers beyond the contract.
func (Family) About() puzzle.About {
	return puzzle.About{Unlisted: true}
}

type params struct{}

func (params) String() string { return "" }

// ParseParams accepts only the empty text: there is nothing to choose.
func (Family) ParseParams(text string) (puzzle.Params, error) {
	if text != "" {
		return nil, fmt.Errorf("null puzzles have no parameters, found %q", text)
	}
	return params{}, nil
}

// Decode accepts only the empty description.
func (Family) Decode(_ puzzle.Params, desc string) (puzzle.Instance, error) {
	if desc != "" {
		return nil, fmt.Errorf("null puzzles have an empty description, found %q", desc)
	}
	return instance{}, nil
}

// Options lists no options.
func (Family) Options() []puzzle.Option { return nil }

// Generate gives the one null puzzle.
func (f Family) Generate(ctx context.Context, _ puzzle.Params, s puzzle.Settings, _ *rng.Stream, _ func(puzzle.Progress)) (puzzle.Generated, error) {
	if err := s.Validate(f.Options()); err != nil {
		return puzzle.Generated{}, err
	}
	return puzzle.Generated{Instance: instance{}, Solution: solution{}}, ctx.Err()
}

// Formats lists the one format: each line that is not blank is a puzzle and must read "null".
func (Family) Formats() []puzzle.Format {
	return []puzzle.Format{{Name: "line", Doc: "the word null, one a line", Lines: true}}
}

// Read reads one puzzle a line.
func (Family) Read(_ context.Context, name string, r io.Reader, _ string) iter.Seq[puzzle.Entry] {
	return func(yield func(puzzle.Entry) bool) {
		lines := record.NewLineReader(r, 1<<10)
		for {
			text, number, err := lines.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			e := puzzle.Entry{Line: number, Format: "line", Instance: instance{}, Err: err}
			if err == nil && string(text) != "null" {
				e.Err = fmt.Errorf("%s:%d: expected the word null", name, number)
			}
			if e.Err != nil {
				e.Instance = nil
			}
			if !yield(e) || (err != nil && !errors.Is(err, record.ErrLineTooLong)) {
				return
			}
		}
	}
}

// instance is the null puzzle.
type instance struct{}

// Params gives the empty parameters.
func (instance) Params() puzzle.Params { return params{} }

// Desc is empty.
func (instance) Desc() string { return "" }

// Extras: nothing beyond the contract.
func (instance) Extras() puzzle.Extras { return puzzle.Extras{} }

// Encode writes the one format.
func (instance) Encode(format string) (string, error) {
	if format != "" && format != "line" {
		return "", puzzle.Unknownf("format", format, []string{"line"})
	}
	return "null", nil
}

// Solve finds the one solution.
func (instance) Solve(ctx context.Context, _ int) (puzzle.Result, error) {
	return puzzle.Result{Status: puzzle.Unique, Solutions: []puzzle.Solution{solution{}}, Count: 1, Complete: true}, ctx.Err()
}

// CheckSolution accepts the one solution.
func (instance) CheckSolution(s puzzle.Solution) error {
	if s.Desc() != "" {
		return errors.New("the solution of a null puzzle is empty")
	}
	return nil
}

// Start gives the state before the first move, which is the last one too.
func (instance) Start() puzzle.State { return "" }

// Apply refuses every move.
func (instance) Apply(puzzle.State, puzzle.Move) (puzzle.State, error) {
	return "", errors.New("a null puzzle has no moves")
}

// Judge finds the puzzle solved.
func (instance) Judge(puzzle.State) (puzzle.Verdict, error) {
	return puzzle.Verdict{Complete: true, Solved: true}, nil
}

// Explain has nothing to explain.
func (instance) Explain(context.Context, puzzle.State, puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(func(puzzle.Step, error) bool) {}
}

// Rate finds nothing hard.
func (instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rating{Solved: true}, ctx.Err()
}

// Scene is empty.
func (instance) Scene(puzzle.State) (puzzle.Scene, error) { return puzzle.Scene{Title: "Null"}, nil }

// SolutionScene is empty.
func (instance) SolutionScene(puzzle.Solution) (puzzle.Scene, error) {
	return puzzle.Scene{Title: "Null"}, nil
}

// Question asks nothing.
func (instance) Question(string) string { return "Answer with an empty line." }

// AnswerText is empty.
func (instance) AnswerText(puzzle.Solution, string) string { return "" }

// EvalType is nominal: the texts are compared.
func (instance) EvalType() string { return "nominal" }

// solution is the empty solution.
type solution struct{}

// Encode gives the empty text.
func (solution) Encode(string) (any, error) { return "", nil }

// Desc is empty.
func (solution) Desc() string { return "" }

// View gives a text without anything to do.
func (i instance) View(lang string) (puzzle.View, error) {
	v := puzzle.View{Family: "null", ID: puzzle.ID(Family{}, i), Kind: puzzle.TextKind, Lang: "en", Title: "Null",
		Rules: "There is nothing to do.", Text: &puzzle.TextView{Text: "This puzzle is solved before it starts."}}
	if lang == "zh" {
		v.Lang, v.Title, v.Rules, v.Text.Text = "zh", "空谜题", "什么也不用做。", "这道谜题还没开始就已经解开了。"
	}
	return v, nil
}

// Mistakes finds none.
func (instance) Mistakes(ctx context.Context, _ puzzle.State) ([]puzzle.Ref, error) {
	return nil, ctx.Err()
}

// Transformations lists none.
func (instance) Transformations() []string { return nil }

// Transform knows no name.
func (instance) Transform(name string, _ *rng.Stream) (puzzle.Instance, error) {
	return nil, puzzle.Unknownf("transformation", name, nil)
}

// Canonical gives the one form.
func (i instance) Canonical(ctx context.Context, _ int) (puzzle.Form, error) {
	return puzzle.Form{Exact: true, Instance: func() (puzzle.Instance, error) { return i, nil }}, ctx.Err()
}
