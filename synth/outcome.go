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
	Says   []Saying // how the specification has it said, in some languages
}

// Name is what an unknown is of its element: the attribute, or the symbol where it has none.
func (u Unknown) Name() string {
	if u.Attr != "" {
		return u.Attr
	}
	return u.Symbol
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
// goes on. The error says what the specification has said of its unknowns and cannot be.
func (w *Worker) Outcome() (*Outcome, error) {
	r := w.run
	if r == nil || r.answered == nil {
		return nil, nil
	}
	out := &Outcome{Problem: r.b.Problem, Unknowns: map[model.Var]Unknown{}}
	if f := r.unknowns(out.Unknowns); f != nil {
		return nil, f
	}
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
	return out, nil
}

// unknowns says what the variables are that stand for unknowns of symbols.
func (r *run) unknowns(out map[model.Var]Unknown) *Failure {
	told := map[string]bool{}
	for i := range r.p.symbols {
		s := &r.p.symbols[i]
		g, ok := r.g.Get(s.slot).(*group)
		if !ok || s.source == nil { // a derived symbol has no unknowns of its own
			continue
		}
		names, f := r.valueNames(s)
		if f != nil {
			return f
		}
		note := func(x eval.Value, field int) *Failure {
			t, ok := x.(*term)
			if !ok || t.from == nil {
				return nil
			}
			v, ok := r.b.VarOf(t.t)
			if !ok {
				return nil
			}
			u := Unknown{Symbol: s.name}
			if len(s.fields) > 0 {
				u.Attr = s.fields[field]
			}
			for _, k := range t.from.keys {
				text, err := eval.ToStr(r.th, k)
				if err != nil {
					return nil
				}
				u.Keys = append(u.Keys, text)
			}
			if u.Says, f = r.said(s, t.from.keys, field, names); f != nil {
				return f
			}
			out[v] = u
			return distinct(s, field, u.Says, told)
		}
		for _, elem := range g.elems {
			terms := []eval.Value{elem}
			if e, ok := elem.(*element); ok {
				terms = e.terms
			}
			for field, x := range terms {
				if f := note(x, field); f != nil {
					return f
				}
			}
		}
	}
	return nil
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
