package synth

import (
	"strings"

	"github.com/quandary-puzzles/quandary/model"
)

// Outcome is what a record was made of: more than the record says.
type Outcome struct {
	Problem *model.Problem
	// Solutions are those that the answers were read off: all solutions, or of a specification with optimize the best one.
	// Each meets the problem's constraints by model.Check.
	Solutions []model.Assignment
	Questions []Question
	// Stated has for each constraint of the problem the text of the record that states it, or "". Several constraints may share one.
	Stated []string
	// Unknowns says what the variables of the problem are that stand for unknowns of symbols.
	Unknowns map[model.Var]Unknown
}

// Unknown is an unknown of a symbol.
type Unknown struct {
	Symbol string   // the symbol's name
	Keys   []string // of the element, as texts
	Attr   string   // the attribute; empty where the symbol has none
}

// String names an unknown as a function of its element: volume(P1), seat(Cora), next(Ann, Bo).
func (u Unknown) String() string {
	name := u.Symbol
	if u.Attr != "" {
		name = u.Attr
	}
	return name + "(" + strings.Join(u.Keys, ", ") + ")"
}

// Question is one question of a puzzle.
type Question struct {
	Name     string
	Text     string   // the question without its options
	Options  []string // the options without their letters, A first; nil when the answer is written
	Multiple bool     // whether several options can be right
	Answer   string   // of options: the letters
	EvalType string   // how the answer is compared, in the terms of package grade
}

// Outcome gives the outcome of the record that the worker made last; nil when it made none. It stays as it is when the worker
// goes on.
func (w *Worker) Outcome() *Outcome {
	r := w.run
	if r == nil || r.answered == nil {
		return nil
	}
	out := &Outcome{Problem: r.b.Problem, Unknowns: r.unknowns}
	for _, s := range r.solutions {
		out.Solutions = append(out.Solutions, s.a)
	}
	for i := range out.Problem.NumConstraints() {
		out.Stated = append(out.Stated, r.stating(i))
	}
	_, types := r.answerTypes()
	evals := strings.Split(types, ",")
	for i, a := range r.answered {
		q := &r.p.queries[i]
		out.Questions = append(out.Questions, Question{Name: q.name, Text: strings.TrimSpace(a.desc), Options: a.options,
			Multiple: q.choice && q.multiple, Answer: a.answer, EvalType: evals[i]})
	}
	return out
}

// stating gives the text that states a constraint, where it is printed.
func (r *run) stating(i int) string {
	text, ok := r.texts[i]
	if !ok {
		return ""
	}
	s, err := text()
	if s = strings.TrimSpace(s); err != nil || !strings.Contains(r.problem, s) {
		return ""
	}
	return s
}
