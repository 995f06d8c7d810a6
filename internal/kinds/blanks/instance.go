package blanks

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sheets "github.com/quandary-puzzles/quandary/blanks"
	"github.com/quandary-puzzles/quandary/grade"
	"github.com/quandary-puzzles/quandary/internal/packed"
	"github.com/quandary-puzzles/quandary/internal/phrases"
	"github.com/quandary-puzzles/quandary/puzzle"
)

// separator joins the answers to several blanks.
const separator = "===="

// joint is the separator between spaces: an answer may begin or end with a sign of equality.
const joint = " " + separator + " "

// Instance is one puzzle.
type Instance struct {
	p      Params
	c      content
	desc   string
	sheets map[string]*sheets.Sheet // by language
	lang   string                   // of what is shown
}

func newInstance(p Params, c content) (*Instance, error) {
	data, err := packing(c)
	if err != nil {
		return nil, err
	}
	in := &Instance{p: p, c: c, desc: packed.Pack(data), sheets: map[string]*sheets.Sheet{}, lang: "en"}
	for _, lang := range []string{"en", "zh"} {
		if in.sheets[lang], err = c.sheet(context.Background(), lang); err != nil {
			return nil, err
		}
	}
	for _, b := range in.sheets["en"].Blanks {
		for _, t := range append([]string{b.Answer}, b.Options...) {
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

// Extras gives what the puzzle offers beyond the contract.
func (in *Instance) Extras() puzzle.Extras {
	return puzzle.Extras{
		In:       in.In,
		ToldIn:   phrases.Languages,
		Credit:   in.Credit,
		Mistakes: in.Mistakes,
		Claims:   in.Claims,
	}
}

// In gives the puzzle in a language.
func (in *Instance) In(lang string) puzzle.Instance {
	out := *in
	out.lang = phrases.Spoken(lang)
	return &out
}

func (in *Instance) sheet(lang string) *sheets.Sheet {
	if s := in.sheets[lang]; s != nil {
		return s
	}
	return in.sheets["en"]
}

// solution is what stands in each blank, or a whole program.
type solution struct {
	texts   []string
	program string
}

// Desc gives the texts in one line.
func (s solution) Desc() string {
	if s.program != "" {
		return "program " + packed.Pack([]byte(s.program))
	}
	return strings.Join(s.texts, joint)
}

// Encode gives the answer as text.
func (s solution) Encode(string) (any, error) {
	if s.program != "" {
		return s.program, nil
	}
	return sheets.Answers(s.texts), nil
}

func (in *Instance) reference() solution { return solution{texts: in.c.answers()} }

// Solve proves anew that there is one filling: of a program's pieces by the examples that the puzzle shows alone, of mathematics by
// the solver and normal forms.
func (in *Instance) Solve(ctx context.Context, _ int) (puzzle.Result, error) {
	n, first, complete, err := in.c.count(ctx)
	res := puzzle.Result{Count: n, Complete: complete, Work: in.c.work()}
	if err != nil {
		return res, err
	}
	if first != nil {
		res.Solutions = []puzzle.Solution{solution{texts: first}}
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

func (in *Instance) mark(ctx context.Context, s puzzle.Solution) (sheets.Mark, error) {
	sol, ok := s.(solution)
	if !ok {
		return sheets.Mark{}, errors.New("a solution of another family")
	}
	if sol.program != "" {
		return in.c.whole(ctx, sol.program)
	}
	return in.c.mark(ctx, sol.texts)
}

// Credit gives the share of the blanks that are filled right; a program that is wrong has none.
func (in *Instance) Credit(answer, _ puzzle.Solution) float64 {
	m, err := in.mark(context.Background(), answer)
	if err != nil {
		return 0
	}
	return m.Share
}

// Question states the puzzle.
func (in *Instance) Question(lang string) string { return in.sheet(lang).Question() }

// AnswerText gives a solution as it is written: a line for each blank, or the program.
func (in *Instance) AnswerText(s puzzle.Solution, _ string) string {
	sol, _ := s.(solution)
	if sol.program != "" {
		return sol.program
	}
	return sheets.Answers(sol.texts)
}

// EvalType is nominal for those who only compare texts; answers are judged by running.
func (in *Instance) EvalType() string { return "nominal" }

// ReadAnswer reads an answer: a line for each blank, or a whole program.
func (in *Instance) ReadAnswer(text string) (puzzle.Solution, error) {
	if in.sheet("en").Code {
		if p := programIn(text); p != "" {
			return solution{program: p}, nil
		}
	}
	texts, err := in.sheet("en").ReadAnswers(text)
	if err != nil {
		return nil, err
	}
	return solution{texts: texts}, nil
}

// programIn takes a whole program out of an answer: what stands in the last block of code, or the answer itself from its first definition on
// where that is a program, which a question that is told again with its blanks is not.
func programIn(text string) string {
	const fence = "```"
	if i := strings.LastIndex(text, fence); i > 0 {
		if k := strings.LastIndex(text[:i], fence); k >= 0 {
			inner := text[k+len(fence) : i]
			if _, rest, ok := strings.Cut(inner, "\n"); ok && defines(rest) && !strings.Contains(rest, "___") {
				return rest
			}
		}
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if definition(line) || strings.HasPrefix(line, "import ") || strings.HasPrefix(line, "from ") || strings.HasPrefix(line, "@") {
			if rest := strings.Join(lines[i:], ""); defines(rest) && !strings.Contains(rest, "___") {
				return rest
			}
			break
		}
	}
	return ""
}

func defines(text string) bool {
	for line := range strings.Lines(text) {
		if definition(line) {
			return true
		}
	}
	return false
}

func definition(line string) bool {
	return strings.HasPrefix(line, "def ") || strings.HasPrefix(line, "class ")
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
		out.Reason, out.Detail, out.Score = grade.BreaksRule, m.Why, m.Share
		if out.Score == 1 {
			out.Score = 0
		}
	}
	return out
}

// Rate gives the puzzle's class.
func (in *Instance) Rate(ctx context.Context) (puzzle.Rating, error) {
	return puzzle.Rating{Class: className(in.c), Score: in.c.score(), Cost: in.c.score(), Scale: "what has to be traced or computed to tell the answers apart",
		Steps: len(in.sheet("en").Blanks), Solved: true, Features: in.c.work()}, ctx.Err()
}
