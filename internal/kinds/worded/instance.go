package worded

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
	"github.com/quandary-puzzles/quandary/synth"
)

// separator joins the answers of several questions.
const separator = "===="

// Instance is one puzzle. It holds the reference answers, so that every question about it is answered without solving it
// again; Solve does solve it.
type Instance struct {
	p    Params
	rec  *record.Record
	out  *synth.Outcome
	desc string
	lang string // in which steps are told
}

func newInstance(p Params, rec *record.Record, out *synth.Outcome) (*Instance, error) {
	desc, err := packConfig(rec.Config)
	if err != nil {
		return nil, err
	}
	if len(out.Questions) == 0 {
		return nil, errors.New("the specification asks nothing")
	}
	for _, q := range out.Questions {
		if strings.Contains(q.Answer, separator) {
			return nil, fmt.Errorf("queries.%s: an answer cannot hold %s", q.Name, separator)
		}
	}
	return &Instance{p, rec, out, desc, "en"}, nil
}

// Params gives the specification.
func (in *Instance) Params() puzzle.Params { return in.p }

// Desc gives the configuration, packed.
func (in *Instance) Desc() string { return in.desc }

// Extras gives what the puzzle offers beyond the contract.
func (in *Instance) Extras() puzzle.Extras {
	return puzzle.Extras{
		In:       in.In,
		ToldIn:   phrases.Languages,
		Tell:     in.Tell,
		Mistakes: in.Mistakes,
		Credit:   in.Credit,
	}
}

// Record gives the record that the puzzle is from: its text, answer, figures and configuration. It must not be changed.
func (in *Instance) Record() *record.Record { return in.rec }

// Reference gives the answer that the puzzle was made with: of several questions, the answers joined by "====".
func (in *Instance) Reference() puzzle.Text { return puzzle.Text(in.rec.Answer) }

// Solve computes the puzzle again from its configuration, finding all solutions of its constraints anew. The answer is the
// puzzle's one solution, however many solutions the constraints have.
func (in *Instance) Solve(ctx context.Context, _ int) (puzzle.Result, error) {
	again, err := replay(ctx, in.p, in.rec.Config)
	if err != nil {
		return puzzle.Result{}, err
	}
	return puzzle.Result{Status: puzzle.Unique, Solutions: []puzzle.Solution{again.Reference()}, Count: 1, Complete: true,
		Work: record.Object{{Key: "solutions", Value: len(again.out.Solutions)}}}, nil
}

// Symmetries gives none: a text has no other form.
func (*Instance) Symmetries() puzzle.Symmetries { return puzzle.Symmetries{} }

// Canonical gives the form of the puzzle's constraint problem and of what is asked about it: see synth.Worker.Canonical. It is
// compared, and cannot be written as a puzzle.
func (in *Instance) Canonical(ctx context.Context, budget int) (puzzle.Form, error) {
	w := in.p.prog.NewWorker()
	defer w.Close()
	f, err := w.Canonical(ctx, in.rec, budget)
	if errors.Is(err, synth.ErrNoForm) {
		err = fmt.Errorf("%w: %w", puzzle.ErrNoForm, err)
	}
	return puzzle.Form{Key: f.Bytes, Exact: f.Exact, Work: f.Work}, err
}

// CheckSolution judges an answer by its eval types, and the solutions that the reference is read off by model.Check.
func (in *Instance) CheckSolution(s puzzle.Solution) error {
	sol, ok := s.(puzzle.Text)
	if !ok {
		return errors.New("a solution of another family")
	}
	for i, a := range in.out.Solutions {
		if err := model.Check(in.out.Problem, a); err != nil {
			return fmt.Errorf("solution %d of the constraints: %w", i+1, err)
		}
	}
	if string(sol) == in.rec.Answer {
		return nil
	}
	answers, err := in.split(string(sol))
	if err != nil {
		return err
	}
	for i, a := range answers {
		if m := in.mark(i, a); !m.Correct {
			return fmt.Errorf("%s is %s%s", in.questionName(i), m.Reason, in.inPart(i, a))
		}
	}
	return nil
}

// inPart says what of an answer is right, where it is a list.
func (in *Instance) inPart(i int, answer string) string {
	got, want, ok := in.entries(i, answer)
	if !ok {
		return ""
	}
	right := 0
	var wrong []string
	for _, e := range got {
		if e.Right {
			right++
		} else {
			wrong = append(wrong, e.Text)
		}
	}
	text := fmt.Sprintf(": %d of %d are right", right, len(want))
	if len(wrong) > 0 {
		text += ", and not " + strings.Join(wrong, ", ")
	}
	return text
}

// questionName names a question in messages.
func (in *Instance) questionName(i int) string {
	if len(in.out.Questions) == 1 {
		return "the answer"
	}
	return fmt.Sprintf("the answer to question %d", i+1)
}

// split divides an answer among the questions.
func (in *Instance) split(text string) ([]string, error) {
	parts := strings.Split(text, separator)
	if n := len(in.out.Questions); len(parts) != n {
		return nil, fmt.Errorf("expected %s, joined by %s; found %d", plural(n, "answer"), separator, len(parts))
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, nil
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// mark marks the answer to one question.
func (in *Instance) mark(i int, answer string) grade.Mark {
	q := in.out.Questions[i]
	if letters, ok := chosen(q, answer); ok {
		answer = letters
	}
	return grade.Answer(reference(q), answer)
}

// optionLines are the options as the text shows them.
func optionLines(q synth.Question) string {
	var b strings.Builder
	for i, o := range q.Options {
		fmt.Fprintf(&b, "%c. %s\n", 'A'+i, o)
	}
	return b.String()
}

// chosen reads an answer that repeats options, with their letters or without, apart by commas: as a page gives it.
func chosen(q synth.Question, answer string) (letters string, ok bool) {
	if len(q.Options) == 0 {
		return "", false
	}
	rest := strings.TrimSpace(answer)
	picked := make([]bool, len(q.Options))
	for rest != "" {
		best, length := -1, 0
		for i, o := range q.Options {
			for _, form := range []string{fmt.Sprintf("%c. %s", 'A'+i, o), o} {
				form = strings.TrimSpace(form)
				if len(form) > length && strings.HasPrefix(rest, form) {
					if after := rest[len(form):]; after == "" || after[0] == ',' {
						best, length = i, len(form)
					}
				}
			}
		}
		if best < 0 {
			return "", false
		}
		picked[best] = true
		rest = strings.TrimSpace(strings.TrimPrefix(rest[length:], ","))
	}
	for i, p := range picked {
		if p {
			letters += string(rune('A' + i))
		}
	}
	return letters, letters != ""
}

// Question gives the puzzle's text, which is in the language of its specification.
func (in *Instance) Question(string) string { return strings.TrimSpace(in.rec.Problem) }

// AnswerText gives an answer as it is written.
func (in *Instance) AnswerText(s puzzle.Solution, _ string) string {
	sol, _ := s.(puzzle.Text)
	return strings.TrimSpace(string(sol))
}

// EvalType says how answers are compared: a type for each question, joined by commas.
func (in *Instance) EvalType() string { return in.rec.EvalType }

// MarkAnswer marks an answer's text with everything that the marking of texts knows: final answers among reasoning, boxes,
// several parts.
func (in *Instance) MarkAnswer(text string) grade.Mark {
	if answers, err := in.split(text); err == nil {
		for i, q := range in.out.Questions {
			if letters, ok := chosen(q, answers[i]); ok {
				answers[i] = letters
			}
		}
		text = strings.Join(answers, separator)
	}
	return grade.Answer(grade.Reference{Answer: in.rec.Answer, EvalType: in.rec.EvalType, Problem: in.rec.Problem}, text)
}

// ReadAnswer reads an answer. A right one, in whatever form, is the solution itself.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	m := in.MarkAnswer(text)
	switch m.Reason {
	case grade.Empty, grade.Unparsed, grade.TooLong, grade.BadReference:
		if m.Detail != "" {
			return nil, errors.New(m.Detail)
		}
		return nil, fmt.Errorf("no answer was found: %s", m.Reason)
	}
	if m.Correct {
		return in.Reference(), nil
	}
	parts := make([]string, len(m.Parts))
	for i, p := range m.Parts {
		parts[i] = p.Extracted
	}
	return puzzle.Text(strings.Join(parts, separator)), nil
}

// Credit gives the share of the questions that an answer has right.
func (in *Instance) Credit(answer, _ puzzle.Solution) float64 {
	sol, ok := answer.(puzzle.Text)
	if !ok {
		return 0
	}
	return in.MarkAnswer(string(sol)).Score
}
