package solve

import (
	"errors"
	"fmt"
)

var (
	// ErrBudget: the steps or the memory allowed were used up before the answer was found.
	ErrBudget = errors.New("budget used up")
	// ErrUnsupported: the problem has something in it that the engine does not do.
	ErrUnsupported = errors.New("not supported by this engine")
	// ErrWrong: the engine gave a solution that model.Check refuses. This is a bug, of the engine or of the solver it drives.
	ErrWrong = errors.New("wrong solution")
	// ErrNoObjective: Optimise was asked of a problem that has no objective.
	ErrNoObjective = errors.New("the problem has no objective")
	// ErrNoLevel: Pop was called without a Push.
	ErrNoLevel = errors.New("no level to pop")
	// ErrClosed: the session is closed.
	ErrClosed = errors.New("session is closed")
)

// UnsupportedError names what an engine cannot do, and how to go on. It matches ErrUnsupported.
type UnsupportedError struct {
	Engine string // the engine's name
	What   string // the kind of thing, as "nonlinear real arithmetic" or "unbounded integer"
	Term   string // the offending term or variable, readable
	Hint   string // how to go on
}

func (e *UnsupportedError) Error() string {
	s := fmt.Sprintf("%s does not do %s", e.Engine, e.What)
	if e.Term != "" {
		s += ": " + e.Term
	}
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

func (e *UnsupportedError) Is(target error) bool { return target == ErrUnsupported }

// BudgetError says which bound was met. It matches ErrBudget.
type BudgetError struct {
	Engine string
	What   string // "steps" or "memory"
	Limit  int64
	Err    error // of memory: whose account is overdrawn; or nil
}

func (e *BudgetError) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Engine, e.Err)
	}
	return fmt.Sprintf("%s used up its budget of %d %s", e.Engine, e.Limit, e.What)
}

func (e *BudgetError) Is(target error) bool { return target == ErrBudget }
func (e *BudgetError) Unwrap() error        { return e.Err }

// WrongError is a solution that model.Check refused. It matches ErrWrong and unwraps to Check's reason.
type WrongError struct {
	Engine string
	Err    error
}

func (e *WrongError) Error() string {
	return fmt.Sprintf("%s gave a solution that is none: %v", e.Engine, e.Err)
}

func (e *WrongError) Unwrap() error        { return e.Err }
func (e *WrongError) Is(target error) bool { return target == ErrWrong }

// ErrGaveUp: the engine's method does not decide this problem, though it supports its terms (solvers of nonlinear arithmetic
// are like that).
var ErrGaveUp = errors.New("the solver gave up")

// GaveUpError says why. It matches ErrGaveUp.
type GaveUpError struct {
	Engine string
	Reason string // in the engine's words
}

func (e *GaveUpError) Error() string {
	s := e.Engine + " gave up"
	if e.Reason != "" {
		s += ": " + e.Reason
	}
	return s
}

func (e *GaveUpError) Is(target error) bool { return target == ErrGaveUp }
