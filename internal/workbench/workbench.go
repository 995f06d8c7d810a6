// Package workbench helps who writes specifications and rules files, and who sets boards: it marks what is wrong at the place where it is wrong, completes keys
// and names, draws samples, and makes batches. It is the page's workshop (web.Workshop), and knows no page.
//
// Specifications and rules come from anyone: none reads a file, and each draw is held to the budgets of the families worded and own.
package workbench

import (
	"context"
	"errors"
	"fmt"
	"github.com/quandary-puzzles/quandary/blanks/maths"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/gallery"
	"github.com/quandary-puzzles/quandary/internal/kinds/blanks"
	"github.com/quandary-puzzles/quandary/internal/kinds/declared"
	"github.com/quandary-puzzles/quandary/internal/kinds/worded"
	"github.com/quandary-puzzles/quandary/internal/web"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/py/eval"
	"github.com/quandary-puzzles/quandary/rules"
	"github.com/quandary-puzzles/quandary/spec"
	"github.com/quandary-puzzles/quandary/synth"
)

// Bench is a workshop over the family of worded puzzles. It is safe for concurrent use.
type Bench struct {
	family *worded.Family
	own    *declared.Own
	schema *schemaNode // of specifications
	rules  *schemaNode // of rules files
	blanks *blanks.Family
	sheets *schemaNode // of blanks files
}

var _ web.Workshop = (*Bench)(nil)

// New makes a workshop. The families must have those called worded, own and blanks.
func New(families *puzzle.Registry) (*Bench, error) {
	f, err := families.Lookup("worded")
	if err != nil {
		return nil, err
	}
	w, ok := f.(*worded.Family)
	if !ok {
		return nil, fmt.Errorf("the family %s is no family of specifications", f.Name())
	}
	if f, err = families.Lookup("own"); err != nil {
		return nil, err
	}
	own, ok := f.(*declared.Own)
	if !ok {
		return nil, fmt.Errorf("the family %s is no family of one's own rules", f.Name())
	}
	schema, err := readSchema(spec.Schema())
	if err != nil {
		return nil, err
	}
	ruleSchema, err := readSchema(rules.Schema())
	if err != nil {
		return nil, err
	}
	if f, err = families.Lookup("blanks"); err != nil {
		return nil, err
	}
	fill, ok := f.(*blanks.Family)
	if !ok {
		return nil, fmt.Errorf("the family %s is no family of blanks files", f.Name())
	}
	sheetSchema, err := readSchema(maths.Schema())
	if err != nil {
		return nil, err
	}
	return &Bench{w, own, schema, ruleSchema, fill, sheetSchema}, nil
}

// file is the name of the text being written, in messages that are not shown at their place.
const file = "specification"

// Examples lists the gallery, to begin with.
func (b *Bench) Examples() []web.Example {
	var out []web.Example
	for _, e := range gallery.List() {
		out = append(out, web.Example{Name: e.Name, Title: e.Title, Topic: e.Topic, Spec: string(e.Data), Files: strings.Contains(string(e.Data), ".py")})
	}
	return out
}

// Lint marks what is wrong.
func (b *Bench) Lint(text string) []web.Mark {
	_, problems := spec.Check(file, []byte(text), spec.Options{}, spec.StandardUniverse())
	marks := []web.Mark{}
	for _, p := range problems {
		marks = append(marks, markOf(p))
	}
	return marks
}

// Sample draws the puzzle of a seed and an index. What is wrong with the specification is in the answer; the error is the
// context's, unless the specification has used it up.
func (b *Bench) Sample(ctx context.Context, req web.SampleRequest) (web.SampleAnswer, error) {
	ans := web.SampleAnswer{Seed: req.Seed, Index: req.Index, Lost: []web.LostDraws{}, Questions: []puzzle.QuestionView{}}
	p, err := b.family.Named(file, []byte(req.Spec))
	if err != nil {
		return withFailure(ans, err), nil
	}
	in, stats, err := worded.Draw(ctx, p, req.Seed, req.Index)
	ans.Tries = stats.Tries
	for _, c := range synth.Counts(stats.Lost) {
		ans.Lost = append(ans.Lost, web.LostDraws{Cause: c.Cause, Count: c.N})
	}
	if errors.Is(err, context.Canceled) {
		return ans, err
	}
	if err != nil {
		return withFailure(ans, err), nil
	}
	rec := in.Record()
	if err := in.CheckSolution(in.Reference()); err != nil {
		return ans, fmt.Errorf("the solver's solution is wrong: %w", err)
	}
	view, err := in.View("en")
	if err != nil {
		return ans, err
	}
	ans.Puzzle, ans.Text, ans.Answer = puzzle.ID(b.family, in), in.Question(""), strings.TrimSpace(rec.Answer)
	ans.Questions, ans.Solutions, ans.Solver = view.Text.Questions, rec.Origin.Solutions, rec.Origin.Solver
	ans.Parameters = rec.Parameters
	return ans, nil
}

// withFailure says why there is no sample, and where.
func withFailure(ans web.SampleAnswer, err error) web.SampleAnswer {
	ans.Failure = err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		n := 0
		for _, l := range ans.Lost {
			n += l.Count
		}
		ans.Failure = fmt.Sprintf("no puzzle was drawn in the time that a sample may take; draws thrown away: %d", n)
	}
	var e *eval.Error
	if errors.As(err, &e) && e.Pos.IsValid() && e.File == file {
		ans.Marks = append(ans.Marks, web.Mark{Line: int(e.Pos.Line), Col: int(e.Pos.Col), Severity: "error", Code: "run",
			Message: strings.TrimSpace(e.Kind() + ": " + e.Message())})
	}
	if invalid, ok := errors.AsType[*spec.InvalidError](err); ok {
		ans.Failure = fmt.Sprintf("the specification has %d errors", invalid.Problems.Count(spec.Error))
		if invalid.Problems.Count(spec.Error) == 1 {
			ans.Failure = "the specification has an error"
		}
	}
	return ans
}

// nameOf is the name that records carry.
func nameOf(name string) string {
	if name == "" {
		return file
	}
	return name
}

// Batch makes records one after another, as lines of JSON, until the count is reached, a record fails, or the context ends.
func (b *Bench) Batch(ctx context.Context, req web.BatchRequest, emit func(line []byte) error) error {
	p, err := b.family.Named(nameOf(req.Name), []byte(req.Spec))
	if err != nil {
		return err
	}
	w := p.Program().NewWorker()
	defer w.Close()
	for i := range req.Count {
		rec, _, err := w.Generate(ctx, req.Seed, req.Start+i)
		if err != nil {
			return fmt.Errorf("record %d: %w", req.Start+i, err)
		}
		rec.Source = nameOf(req.Name)
		rec.ID = fmt.Sprintf("%s-%d-%d", rec.Source, req.Seed, req.Start+i)
		line, err := rec.AppendJSON(nil)
		if err != nil {
			return err
		}
		if err := emit(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
