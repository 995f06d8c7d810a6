// Package solve says what every solver of constraint problems offers, whatever it does inside: an [Engine] takes a
// problem and gives a [Session], and a session answers questions about that problem. While sessions on a problem are open,
// its constraints and its objective must stay as they are; terms may be built. Code that needs one kind of answer asks
// for that facet alone ([Solver], [Enumerator], [Optimiser], ...), so that anything that answers will do.
//
// # Solutions
//
// A solution gives a value to each variable that the problem mentions (model.Problem.Mentioned, with the constraints added in
// the session and the assumptions of the call) and to no other. Two solutions are different when they differ on such a
// variable. Lists of solutions are sorted by model.Assignment.Compare, so two engines that find all solutions give the same
// list; when a limit cuts the search short, which solutions are found is the engine's own affair, but always the same ones.
//
// # Answers and errors
//
// "I do not know" is never taken for "there is none": a method that cannot answer returns an error, and then the Status is
// Unknown. The error matches one of [ErrBudget] (steps or memory used up), [ErrUnsupported] (the problem is outside of what
// the engine does), [ErrGaveUp] (its method does not decide it), [ErrWrong] (its answer did not pass model.Check), or the
// context's error; anything else is a failure of the machinery, such as a solver process that died. Nil means that the Status
// is Sat or Unsat, and proven.
//
// Sessions are for one goroutine at a time and must be closed. The same problem and options give the same answers and the
// same counters on every machine, as long as no context ends the work.
package solve

import (
	"context"

	"github.com/quandary-puzzles/quandary/model"
)

// Status is what is known about a problem.
type Status uint8

const (
	Unknown Status = iota // not decided: there is an error that says why
	Sat                   // it has a solution
	Unsat                 // it has none
)

func (s Status) String() string {
	switch s {
	case Sat:
		return "sat"
	case Unsat:
		return "unsat"
	}
	return "unknown"
}

// Budget bounds the work of each call on a session. Time is bounded by the call's context.
type Budget struct {
	// Steps bounds the engine's steps, whose meaning and default the engine documents (conflicts, assignments tried, calls
	// of a solver). 0 is the engine's default, and a negative number no bound.
	Steps int64
	// Memory bounds the bytes in use, as far as the engine can tell. 0 is the engine's default.
	Memory int64
}

// Engine makes sessions.
type Engine interface {
	// Name names the engine in records and messages: native, brute, z3.
	Name() string
	// Open starts a session on a problem. The session reads the problem and may add terms to it; constraints asserted to the
	// problem afterwards are not seen (add them to the session). A problem with a mistake in it (model.Problem.Err) is refused.
	Open(ctx context.Context, p *model.Problem, b Budget) (Session, error)
}

// Session is all facets together.
type Session interface {
	Solver
	Enumerator
	Counter
	FactFinder
	Sampler
	Optimiser
	CoreFinder
	Incremental
	Worker
	// Close ends the session and frees what it holds. It may be called twice.
	Close() error
}

// Solver finds one solution.
type Solver interface {
	// Solve looks for a solution under assumptions: Bool terms that hold for this call only.
	Solve(ctx context.Context, assumptions ...model.Term) (Result, error)
}

// Result is an answer to Solve or Sample.
type Result struct {
	Status   Status
	Solution model.Assignment // when Status is Sat
}

// Enumerator lists solutions.
type Enumerator interface {
	// Enumerate finds up to limit different solutions, or all when limit is negative.
	Enumerate(ctx context.Context, limit int) (Solutions, error)
}

// Solutions is a list of different solutions, sorted.
type Solutions struct {
	List []model.Assignment
	All  bool // the list is proven complete: an empty list with All means Unsat
}

// Counter counts solutions.
type Counter interface {
	// Count counts the solutions up to a limit: exact reports that there are n and no more. A negative limit is none.
	Count(ctx context.Context, limit int) (n int, exact bool, err error)
}

// FactFinder finds what is the same in all solutions.
type FactFinder interface {
	// Facts gives the values that are equal in all solutions: a variable without a value there differs between solutions.
	// When there is no solution the Status is Unsat and no variable has a value.
	Facts(ctx context.Context) (Facts, error)
}

// Facts is an answer to FactFinder.
type Facts struct {
	Status Status
	Fixed  model.Assignment // when Status is Sat
}

// Rand is where sampling gets its randomness.
type Rand interface {
	// Uint64N draws uniformly from 0..n-1; n is not 0.
	Uint64N(n uint64) uint64
}

// Sampler draws solutions at random.
type Sampler interface {
	// Sample draws a solution, spread over the whole solution space. Where there are at most SampleExact solutions the draw is
	// uniform, and is the solution numbered Uint64N(count) in the sorted list, so that every engine draws the same.
	Sample(ctx context.Context, r Rand) (Result, error)
}

// SampleExact is the number of solutions up to which every engine samples uniformly.
const SampleExact = 1000

// Optimiser finds the best solutions by the problem's objective.
type Optimiser interface {
	// Optimise finds the best value of the objective and up to limit solutions that attain it (all when limit is negative).
	// A problem without objective is an error.
	Optimise(ctx context.Context, limit int) (Optimum, error)
}

// Optimum is an answer to Optimise.
type Optimum struct {
	Status    Status             // Unsat: there is no solution at all
	Unbounded bool               // solutions get better without end; the fields below are empty
	Value     model.Value        // the best value, or the bound that solutions approach
	Attained  bool               // false: solutions approach Value but none has it (possible with Reals only)
	Solutions []model.Assignment // those that attain it, sorted
	All       bool               // there are no others
}

// CoreFinder explains why there is no solution.
type CoreFinder interface {
	// Core gives a minimal set of constraints that has no solution together (leave any one out and there is one): their
	// numbers, ascending; those of the problem first, then those added in the session, in order. The domains of the variables
	// that the set mentions count with it. When the whole has a solution the Status is Sat and the set is empty.
	Core(ctx context.Context) (Core, error)
}

// Core is an answer to CoreFinder.
type Core struct {
	Status      Status
	Constraints []int
}

// Incremental changes what is asked.
type Incremental interface {
	// Add adds a constraint, until the Pop of the level it was added on.
	Add(name string, t model.Term) error
	// Push starts a level.
	Push() error
	// Pop ends the last level and forgets what was added on it. Without a level it is an error.
	Pop() error
}

// Prover shows that a problem has no solutions but those listed, by evidence that was checked by something that is no solver.
type Prover interface {
	// Name names the kind of evidence in records and messages.
	Name() string
	// ProveComplete is Unsat when there is proven to be no solution that is not listed, and Sat with one that is not listed.
	// Each that is listed is judged by model.Check. The budget bounds the search.
	ProveComplete(ctx context.Context, p *model.Problem, b Budget, listed []model.Assignment) (Result, error)
}

// Worker tells how much work was done.
type Worker interface {
	// Work gives the session's counters so far, always in the same order.
	Work() []Work
}

// Work is one counter: a name such as "conflicts", and how many.
type Work struct {
	Name string
	N    int64
}
