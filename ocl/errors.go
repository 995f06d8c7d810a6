package ocl

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/nearest"
)

// Pos is a place in a text: line and column count from 1, columns in characters. The zero Pos is no place.
type Pos struct {
	Line, Col int
}

func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Error is a mistake in a text: of spelling, of grammar or of types.
type Error struct {
	File    string // the name given to Parse; may be empty
	Pos     Pos
	Msg     string // what is wrong and what was expected
	Nearest string // the known name that was probably meant, or empty
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%s: %s", e.Pos, e.Msg)
	if e.Nearest != "" {
		fmt.Fprintf(&b, " (did you mean %s?)", e.Nearest)
	}
	return b.String()
}

// ErrorList is all the mistakes that Compile found, in the order of the text. It has at least one.
type ErrorList []*Error

func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single errors to errors.As and errors.Is.
func (l ErrorList) Unwrap() []error {
	out := make([]error, len(l))
	for i, e := range l {
		out[i] = e
	}
	return out
}

// ErrBudget is what every BudgetError matches.
var ErrBudget = errors.New("ocl: budget exceeded")

// BudgetError ends work that took more than its Limits allow.
type BudgetError struct {
	File  string
	Pos   Pos    // the expression that was being worked on
	What  string // what there was too much of: "steps", "elements", ...
	Limit int64
}

func (e *BudgetError) Error() string {
	at := e.Pos.String()
	if e.File != "" {
		at = e.File + ":" + at
	}
	return fmt.Sprintf("%s: more than %d %s: the evaluation was stopped", at, e.Limit, e.What)
}

// Is makes errors.Is(err, ErrBudget) true.
func (e *BudgetError) Is(target error) bool { return target == ErrBudget }

// unknown is the error for a name that nothing known has.
func unknown(file string, pos Pos, what, name string, known []string) *Error {
	return &Error{File: file, Pos: pos, Msg: fmt.Sprintf("unknown %s %s", what, name), Nearest: nearest.One(name, known)}
}
