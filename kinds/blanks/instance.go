package blanks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sheets "github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/blanks/code"
	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/puzzle"
	"github.com/quandary-puzzles/quandary/record"
)

// separator joins the answers to several blanks.
const separator = "===="

// joint is the separator between spaces: an answer may begin or end with a sign of equality.
const joint = " " + separator + " "

// Instance is one puzzle.
type Instance struct {
	p      Params
	q      *code.Puzzle
	desc   string
	sheets map[string]*sheets.Sheet // by language
	lang   string                   // of what is shown
}

func newInstance(p Params, q *code.Puzzle) (*Instance, error) {
	data, err := json.Marshal(q)
	if err != nil {
		return nil, err
	}
	in := &Instance{p: p, q: q, desc: packed.Pack(data), sheets: map[string]*sheets.Sheet{}, lang: "en"}
	for _, lang := range []string{"en", "zh"} {
		if in.sheets[lang], err = q.Sheet(context.Background(), lang); err != nil {
			return nil, err
		}
	}
	for _, b := range q.Blanks {
		for _, t := range b.Pieces {
			if strings.Contains(t, separator) {
				return nil, fmt.Errorf("a piece cannot hold %s", separator)
			}
		}
	}
	return in, nil
}

// Params gives the file.
func (in *Instance) Params() puzzle.Params { return in.p }

// Desc gives the puzzle, packed.
func (in *Instance) Desc() string { return in.desc }

// Puzzle gives what the instance holds; it must not be changed.
func (in *Instance) Puzzle() *code.Puzzle { return in.q }

// In gives the puzzle in a language.
func (in *Instance) In(lang string) puzzle.Instance {
	out := *in
	if out.lang = lang; in.sheets[lang] == nil {
		out.lang = "en"
	}
	return &out
}

func (in *Instance) sheet(lang string) *sheets.Sheet {
	if s := in.sheets[lang]; s != nil {
		return s
	}
	return in.sheets["en"]
}

// Solution is what stands in each blank, or a whole program.
type Solution struct {
	texts   []string
	program string
}

// Desc gives the texts in one line.
func (s Solution) Desc() string {
	if s.program != "" {
		return "program " + packed.Pack([]byte(s.program))
	}
	return strings.Join(s.texts, joint)
}

// Encode gives the answer as text.
func (s Solution) Encode(string) (any, error) {
	if s.program != "" {
		return s.program, nil
	}
	return sheets.Answers(s.texts), nil
}

func (in *Instance) reference() Solution { return Solution{texts: in.q.Texts(in.q.Solution())} }

// Solve tries every filling of the pieces, by the examples that the puzzle shows alone. Of a puzzle with typed answers the pieces are
// those that it was made with.
func (in *Instance) Solve(ctx context.Context, _ int) (puzzle.Result, error) {
	n, first, complete, err := in.q.Count(ctx)
	res := puzzle.Result{Count: n, Complete: complete, Work: record.Object{{Key: "fillings", Value: in.q.Fillings()}}}
	if err != nil {
		return res, err
	}
	if first != nil {
		res.Solutions = []puzzle.Solution{Solution{texts: in.q.Texts(first)}}
	}
	switch {
	case n > 1:
		res.Status = puzzle.Several
	case n == 1 && complete:
		res.Status = puzzle.Unique
	case complete:
		res.Status = puzzle.None
	}
	return res, nil
}

// CheckSolution runs the program with the solution in its blanks on all examples and, where it is not of the puzzle's own pieces, on
// inputs that the puzzle does not show.
func (in *Instance) CheckSolution(s puzzle.Solution) error {
	m, err := in.mark(context.Background(), s)
	if err != nil {
		return err
	}
	if !m.Right {
		return errors.New(m.Why)
	}
	return nil
}

func (in *Instance) mark(ctx context.Context, s puzzle.Solution) (code.Mark, error) {
	sol, ok := s.(Solution)
	if !ok {
		return code.Mark{}, errors.New("a solution of another family")
	}
	j, err := in.q.Judge()
	if err != nil {
		return code.Mark{}, err
	}
	defer j.Close()
	if sol.program != "" {
		return j.MarkProgram(ctx, sol.program, code.FreshInputs)
	}
	if len(sol.texts) != len(in.q.Blanks) {
		return code.Mark{Why: fmt.Sprintf("expected %d answers, found %d", len(in.q.Blanks), len(sol.texts))}, nil
	}
	return j.MarkTexts(ctx, sol.texts)
}

// Credit gives the share of the blanks that hold the right piece; a program that is wrong has none.
func (in *Instance) Credit(answer, _ puzzle.Solution) float64 {
	sol, ok := answer.(Solution)
	if !ok || len(sol.texts) != len(in.q.Blanks) {
		return 0
	}
	n := 0
	for i, b := range in.q.Blanks {
		if sol.texts[i] == b.Pieces[b.Right] {
			n++
		}
	}
	return float64(n) / float64(len(in.q.Blanks))
}

// Question states the puzzle.
func (in *Instance) Question(lang string) string { return in.sheet(lang).Question() }

// AnswerText gives a solution as it is written: a line for each blank, or the program.
func (in *Instance) AnswerText(s puzzle.Solution, _ string) string {
	sol, _ := s.(Solution)
	if sol.program != "" {
		return sol.program
	}
	return sheets.Answers(sol.texts)
}

// EvalType is nominal for those who only compare texts; answers are judged by running.
func (in *Instance) EvalType() string { return "nominal" }

// ReadAnswer reads an answer: a line for each blank, or a whole program.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if p := program(text); p != "" {
		return Solution{program: p}, nil
	}
	texts, err := in.sheet("en").ReadAnswers(text)
	if err != nil {
		return nil, err
	}
	return Solution{texts: texts}, nil
}

// program takes a whole program out of an answer: what stands in the last block of code, or the answer itself.
func program(text string) string {
	const fence = "```"
	if i := strings.LastIndex(text, fence); i > 0 {
		if k := strings.LastIndex(text[:i], fence); k >= 0 {
			inner := text[k+len(fence) : i]
			if _, rest, ok := strings.Cut(inner, "\n"); ok && defines(rest) {
				return rest
			}
		}
	}
	if defines(text) {
		return text
	}
	return ""
}

func defines(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "def ") || strings.HasPrefix(line, "class ") {
			return true
		}
	}
	return false
}

// MarkAnswer marks an answer's text.
func (in *Instance) MarkAnswer(text string) grade.Mark {
	if strings.TrimSpace(text) == "" {
		return grade.Mark{Reason: grade.Empty}
	}
	if len(text) > grade.MaxAnswer {
		return grade.Mark{Reason: grade.TooLong, Detail: fmt.Sprintf("%d bytes, at most %d are read", len(text), grade.MaxAnswer)}
	}
	sol, err := in.ReadAnswer(text)
	if err != nil {
		return grade.Mark{Reason: grade.Unparsed, Detail: err.Error(), Offered: 1}
	}
	out := grade.Mark{Extracted: in.AnswerText(sol, "en"), Offered: 1}
	m, err := in.mark(context.Background(), sol)
	switch {
	case err != nil:
		out.Reason, out.Detail = grade.BadReference, err.Error()
	case m.Right:
		out.Correct, out.Score, out.Reason = true, 1, grade.Right
	default:
		out.Reason, out.Detail, out.Score = grade.BreaksRule, m.Why, in.Credit(sol, nil)
		if out.Score == 1 {
			out.Score = 0
		}
	}
	return out
}

// Rate gives the puzzle's class.
func (in *Instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rating{Class: fmt.Sprint(in.q.Class), Score: in.q.Score, Scale: "what has to be traced to tell the pieces apart, on a scale of logarithms",
		Steps: len(in.q.Blanks), Solved: true, Features: record.Object{{Key: "blanks", Value: len(in.q.Blanks)}, {Key: "fillings", Value: in.q.Fillings()}}}, ctx.Err()
}
