// Package null is the empty family: a puzzle of no cells that is solved before it starts. It is compiled into every build and runs
// through the same commands and tests as the others, so the contract never leans on one of them.
package null

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// Family is the empty family. Its methods are those of puzzle.Family, puzzle.Generator and puzzle.Reader.
type Family struct{}

func (Family) Name() string             { return "null" }
func (Family) Summary() string          { return "the empty puzzle, solved before it starts" }
func (Family) About() puzzle.About      { return puzzle.About{Unlisted: true} }
func (Family) Options() []puzzle.Option { return nil }
func (Family) ParseParams(text string) (puzzle.Params, error) {
	return puzzle.Text(""), only("", text, fmt.Errorf("null puzzles have no parameters, found %q", text))
}
func (Family) Decode(_ puzzle.Params, desc string) (puzzle.Instance, error) {
	return instance{}, only("", desc, fmt.Errorf("null puzzles have an empty description, found %q", desc))
}
func (f Family) Generate(ctx context.Context, _ puzzle.Params, s puzzle.Settings, _ *rng.Stream, _ func(puzzle.Progress)) (puzzle.Generated, error) {
	return puzzle.Generated{Instance: instance{}, Solution: puzzle.Text("")}, errors.Join(s.Validate(f.Options()), ctx.Err())
}
func (Family) Formats() []puzzle.Format {
	return []puzzle.Format{{Name: "line", Doc: "the word null, one a line", Lines: true}}
}
func (Family) Read(ctx context.Context, name string, r io.Reader, _ string) iter.Seq[puzzle.Entry] {
	return puzzle.Lines(ctx, name, r, 1<<10, func(e *puzzle.Entry, line string) error {
		e.Format, e.Instance = "line", instance{}
		return only("null", line, errors.New("expected the word null"))
	})
}

// only judges a text of which there is one; of another it gives an error.
func only(want, text string, err error) error {
	if text == want {
		return nil
	}
	return err
}

// instance is the null puzzle. The methods of puzzle.Instance, puzzle.Shown and puzzle.Worded say what it is.
type instance struct{}

func (instance) Params() puzzle.Params                     { return puzzle.Text("") }
func (instance) Desc() string                              { return "" }
func (instance) Extras() puzzle.Extras                     { return puzzle.Extras{} }
func (instance) Question(string) string                    { return "Answer with an empty line." }
func (instance) EvalType() string                          { return "nominal" }
func (instance) AnswerText(puzzle.Solution, string) string { return "" }
func (instance) Scene(puzzle.State) (puzzle.Scene, error)  { return puzzle.Scene{Title: "Null"}, nil }
func (instance) SolutionScene(puzzle.Solution) (puzzle.Scene, error) {
	return puzzle.Scene{Title: "Null"}, nil
}
func (instance) Encode(format string) (string, error) {
	return "null", puzzle.CheckFormat(Family{}, format)
}
func (i instance) View(lang string) (puzzle.View, error) {
	v := puzzle.View{Family: "null", ID: puzzle.ID(Family{}, i), Kind: puzzle.TextKind, Lang: "en", Title: "Null",
		Rules: "There is nothing to do.", Text: &puzzle.TextView{Text: "This puzzle is solved before it starts."}}
	if lang == "zh" {
		v.Lang, v.Title, v.Rules, v.Text.Text = "zh", "空谜题", "什么也不用做。", "这道谜题还没开始就已经解开了。"
	}
	return v, nil
}

// Solve says that nothing is known, as the other methods of puzzle.Solver, puzzle.Player, puzzle.Explainer, puzzle.Rater and puzzle.Symmetric do.
func (instance) Solve(ctx context.Context, _ int) (puzzle.Result, error) {
	return puzzle.Result{Status: puzzle.Unique, Solutions: []puzzle.Solution{puzzle.Text("")}, Count: 1, Complete: true}, ctx.Err()
}
func (instance) CheckSolution(s puzzle.Solution) error {
	return only("", s.Desc(), errors.New("the solution of a null puzzle is empty"))
}
func (instance) Start() puzzle.State { return "" }
func (instance) Apply(puzzle.State, puzzle.Move) (puzzle.State, error) {
	return "", errors.New("a null puzzle has no moves")
}
func (instance) Judge(puzzle.State) (puzzle.Verdict, error) {
	return puzzle.Verdict{Complete: true, Solved: true}, nil
}
func (instance) Explain(context.Context, puzzle.State, puzzle.ExplainOptions) iter.Seq2[puzzle.Step, error] {
	return func(func(puzzle.Step, error) bool) {}
}
func (instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rating{Solved: true}, ctx.Err()
}
func (instance) Symmetries() puzzle.Symmetries { return puzzle.Symmetries{} }
func (i instance) Canonical(ctx context.Context, _ int) (puzzle.Form, error) {
	return puzzle.Form{Exact: true, Instance: func() (puzzle.Instance, error) { return i, nil }}, ctx.Err()
}
