package declared

import "github.com/quandary-puzzles/quandary/model"

// copier builds terms of one problem again in another, which has only what they need.
type copier struct {
	from, to *model.Problem
	terms    map[model.Term]model.Term
}

func (c *copier) copy(t model.Term) model.Term {
	if t == model.NoTerm {
		return t
	}
	if out, ok := c.terms[t]; ok {
		return out
	}
	out := c.build(t)
	c.terms[t] = out
	return out
}

func (c *copier) build(t model.Term) model.Term {
	if v, ok := c.from.VarOf(t); ok {
		return c.to.Declare(c.from.Variable(v))
	}
	args := c.from.Args(t)
	own := make([]model.Term, len(args))
	for i, a := range args {
		own[i] = c.copy(a)
	}
	return c.to.Copy(c.from, t, own)
}
