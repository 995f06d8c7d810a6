package model

import (
	"fmt"
	"strings"
)

// Check judges whether an assignment is a solution: it gives nil when each mentioned variable has a value of its sort within
// its domain, no other variable has one, each constraint is true, and the objective, if there is one, has a value; otherwise
// a *CheckError about the first that fails. It evaluates the constraints as they were written, by an evaluator of its own.
// To check many assignments use a [Checker].
func Check(p *Problem, a Assignment) error { return NewChecker(p).Check(a) }

// Checker is a problem made ready for checking many assignments. It sees the problem as it was when the checker was made.
type Checker struct {
	p         *Problem
	cons      []Constraint
	objective Term
	mentioned []bool
	eval      *Evaluator
}

// NewChecker prepares to check solutions of a problem to which extra constraints have been added.
func NewChecker(p *Problem, extra ...Term) *Checker {
	c := &Checker{p: p, objective: p.objective.Term, mentioned: make([]bool, len(p.vars))}
	c.cons = append(c.cons, p.cons...)
	for i, t := range extra {
		c.cons = append(c.cons, Constraint{fmt.Sprintf("extra %d", i), t})
	}
	terms := make([]Term, 0, len(c.cons)+1)
	for _, con := range c.cons {
		terms = append(terms, con.Term)
	}
	if c.objective != NoTerm {
		terms = append(terms, c.objective)
	}
	for _, v := range p.Mentioned(extra...) {
		c.mentioned[v] = true
	}
	c.eval = NewEvaluator(p, terms...)
	return c
}

// Check judges one assignment.
func (c *Checker) Check(a Assignment) error {
	if len(a) > len(c.mentioned) {
		return &CheckError{-1, "", fmt.Sprintf("%d values for %d variables", len(a), len(c.mentioned))}
	}
	for i, mentioned := range c.mentioned {
		value, v := a.Value(Var(i)), &c.p.vars[i]
		switch {
		case !mentioned && value.Valid():
			return &CheckError{-1, "", fmt.Sprintf("%s = %v, but no constraint mentions %s", v.Name, value, v.Name)}
		case !mentioned:
		case !value.Valid():
			return &CheckError{-1, "", v.Name + " has no value"}
		case value.sort != v.Sort:
			return &CheckError{-1, "", fmt.Sprintf("%s = %v is of sort %v, not %v", v.Name, value, value.sort, v.Sort)}
		case v.Sort == Int && !value.IsInt():
			return &CheckError{-1, "", fmt.Sprintf("%s = %v is not whole", v.Name, value)}
		case !v.Domain.Contains(value):
			return &CheckError{-1, "", fmt.Sprintf("%s = %v is outside of its domain %v", v.Name, value, v.Domain)}
		}
	}
	c.eval.Run(a)
	for i := range c.cons {
		if v := c.eval.Value(i); !v.Valid() || !v.Bool() {
			return c.blame(i, a)
		}
	}
	if c.objective != NoTerm && !c.eval.Value(len(c.cons)).Valid() {
		return &CheckError{-1, "objective", "the objective has no value: " + c.eval.why(c.objective)}
	}
	return nil
}

// blame describes the failure of a constraint: of a conjunction, the first part that is not true.
func (c *Checker) blame(i int, a Assignment) error {
	t := c.cons[i].Term
	for c.p.Op(t) == OpAnd {
		for _, part := range c.p.Args(t) {
			if v := c.eval.at(part); !v.Valid() || !v.Bool() {
				t = part
				break
			}
		}
	}
	what := "is false"
	if !c.eval.at(t).Valid() {
		what = "has no value (" + c.eval.why(t) + ")"
	}
	var values []string
	for _, v := range c.p.VarsOf(t) {
		if len(values) == 12 {
			values = append(values, "...")
			break
		}
		values = append(values, fmt.Sprintf("%s = %s", c.p.vars[v].Name, c.p.FormatValue(v, a.Value(v))))
	}
	msg := fmt.Sprintf("constraint %d", i)
	if name := c.cons[i].Name; name != "" {
		msg = fmt.Sprintf("constraint %s", name)
	}
	msg += ": " + shorten(c.p.Format(t)) + " " + what
	if len(values) > 0 {
		msg += " with " + strings.Join(values, ", ")
	}
	return &CheckError{i, c.cons[i].Name, msg}
}

// shorten keeps an error message readable.
func shorten(s string) string {
	const most = 300
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xC0 == 0x80 { // not within a character
		cut--
	}
	return s[:cut] + "..."
}

// CheckError says why an assignment is not a solution.
type CheckError struct {
	Constraint int    // the constraint that fails (an added one counts on after the problem's), or -1
	Name       string // its name
	What       string // what is wrong, with the values concerned
}

func (e *CheckError) Error() string { return e.What }
