package solve

import (
	"fmt"

	"github.com/quandary-puzzles/quandary/model"
)

// Stack keeps the constraints of a session: those of the problem, then those added, in levels. Engines embed it for their
// bookkeeping.
type Stack struct {
	p      *model.Problem
	all    []model.Constraint
	levels []int
}

// NewStack starts with the constraints of a problem.
func NewStack(p *model.Problem) Stack {
	s := Stack{p: p}
	for i := range p.NumConstraints() {
		s.all = append(s.all, p.Constraint(i))
	}
	return s
}

// All lists the constraints in force. The slice is the stack's own.
func (s *Stack) All() []model.Constraint { return s.all }

// Depth is the number of levels.
func (s *Stack) Depth() int { return len(s.levels) }

// Add adds a constraint on the current level. A term that is no Bool is an error.
func (s *Stack) Add(name string, t model.Term) error {
	if t == model.NoTerm || s.p.Sort(t) != model.Bool {
		return fmt.Errorf("constraint %q is not a Bool term", name)
	}
	s.all = append(s.all, model.Constraint{Name: name, Term: t})
	return nil
}

// Push starts a level.
func (s *Stack) Push() { s.levels = append(s.levels, len(s.all)) }

// Pop ends a level; without one it is ErrNoLevel.
func (s *Stack) Pop() error {
	if len(s.levels) == 0 {
		return ErrNoLevel
	}
	n := len(s.levels) - 1
	s.all = s.all[:s.levels[n]]
	s.levels = s.levels[:n]
	return nil
}

// Added lists the terms that are in force beyond the problem's own constraints, for model.NewChecker and
// model.Problem.Mentioned.
func (s *Stack) Added(problem int) []model.Term {
	var ts []model.Term
	for _, c := range s.all[problem:] {
		ts = append(ts, c.Term)
	}
	return ts
}
