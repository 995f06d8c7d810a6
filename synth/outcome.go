package synth

import (
	"strings"

	"github.com/quandary-puzzles/quandary/model"
	"github.com/quandary-puzzles/quandary/py/eval"
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
	out := &Outcome{Problem: r.b.Problem, Unknowns: r.unknowns()}
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

// unknowns says what the variables are that stand for unknowns of symbols.
func (r *run) unknowns() map[model.Var]Unknown {
	out := map[model.Var]Unknown{}
	note := func(x *term, symbol, attr string) {
		v, ok := r.b.VarOf(x.t)
		if !ok || x.from == nil {
			return
		}
		u := Unknown{Symbol: symbol, Attr: attr}
		for _, k := range x.from.keys {
			text, err := eval.ToStr(r.th, k)
			if err != nil {
				return
			}
			u.Keys = append(u.Keys, text)
		}
		out[v] = u
	}
	for i := range r.p.symbols {
		s := &r.p.symbols[i]
		g, ok := r.g.Get(s.slot).(*group)
		if !ok || s.source == nil { // a derived symbol has no unknowns of its own
			continue
		}
		for _, elem := range g.elems {
			switch e := elem.(type) {
			case *term:
				note(e, s.name, "")
			case *element:
				for k, x := range e.terms {
					if x, ok := x.(*term); ok {
						note(x, s.name, s.fields[k])
					}
				}
			}
		}
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
