package encode

import "github.com/quandary-puzzles/quandary/model"

// The constructors of a model keep every variable that a term mentions. Here most conditions are known, and what they decide is left
// out at once, with its variables: those that are asked for are mentioned elsewhere, if need be (Encoding.mention).

func (ev *evaluator) and(ts ...model.Term) model.Term {
	out := ts[:0:0]
	for _, t := range ts {
		switch t {
		case model.False:
			return model.False
		case model.True:
		default:
			out = append(out, t)
		}
	}
	return ev.p.And(out...)
}

func (ev *evaluator) or(ts ...model.Term) model.Term {
	out := ts[:0:0]
	for _, t := range ts {
		switch t {
		case model.True:
			return model.True
		case model.False:
		default:
			out = append(out, t)
		}
	}
	return ev.p.Or(out...)
}

func (ev *evaluator) implies(a, b model.Term) model.Term {
	switch {
	case a == model.False || b == model.True:
		return model.True
	case a == model.True:
		return b
	case b == model.False:
		return ev.p.Not(a)
	}
	return ev.p.Implies(a, b)
}

func (ev *evaluator) ifThen(c, a, b model.Term) model.Term {
	switch {
	case c == model.True || a == b:
		return a
	case c == model.False:
		return b
	}
	return ev.p.If(c, a, b)
}
