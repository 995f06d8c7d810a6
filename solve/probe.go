package solve

import (
	"context"

	"github.com/quandary-puzzles/quandary/model"
)

// Literal stands for a Bool term, or its negation, in the questions of one Prober.
type Literal int32

// Not gives the literal of the negation.
func (l Literal) Not() Literal { return l ^ 1 }

// Prober is a session that answers thousands of small questions about the same problem. Terms are translated once, to literals, and a
// question costs what its search costs. Solutions are not judged by model.Check: whoever keeps one has it judged.
//
// No level may be open while a session is probed.
type Prober interface {
	// Literals gives the literals of Bool terms. They stay good until the session is closed or asked anything but by Prober.
	Literals(terms ...model.Term) ([]Literal, error)
	// Reasons gives literals that imply Bool terms, and are not implied by them: to assume terms costs less by these.
	Reasons(terms ...model.Term) ([]Literal, error)
	// Clause asserts that one of some literals holds, for good.
	Clause(lits ...Literal) error
	// Probe looks for a solution. ErrBudget says that the question's steps were not enough.
	Probe(ctx context.Context, q Question) (Status, error)
	// Value gives what the last question made of a literal: 1 where it holds, -1 where its negation does, else 0.
	Value(l Literal) int
	// Holds reports whether a literal holds in the solution that Probe has just found.
	Holds(l Literal) bool
	// Solution gives that solution.
	Solution() model.Assignment
	// Needed gives, after Unsat, literals of those assumed that no solution has together: not always as few as can be.
	Needed() []Literal
}

// Narrower is an Engine that looks closer at what integers can be before the search, where a session is to be asked so much that this pays.
type Narrower interface {
	Engine
	// OpenNarrowed is Open. The answers are the same, and so are the solutions.
	OpenNarrowed(ctx context.Context, p *model.Problem, b Budget) (Session, error)
}

// Question is what Probe is asked.
type Question struct {
	Assume []Literal // hold for this question only
	AtOnce bool      // conclusions are drawn when all of Assume hold, not one after another: for hundreds of assumptions
	// Prefer is tried first, in this order, as far as the rest allows; what the search meets later is then tried near it.
	Prefer []Literal
	// Lean says how the search begins with what it comes to decide; the order is its own.
	Lean  []Literal
	Steps int64 // as in Budget; 0: the session's
	// Conflicts bounds the search in another way; 0: no bound.
	Conflicts int64
	// Immediate draws the immediate conclusions only and tries nothing: the Status is Unsat or, without an error, Unknown.
	Immediate bool
}
