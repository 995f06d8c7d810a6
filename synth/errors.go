package synth

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/py/eval"
)

// Cause says why a draw was thrown away.
type Cause string

// The causes, in the order in which a summary lists them.
const (
	CauseUnsat     Cause = "no solution"
	CauseMany      Cause = "too many solutions"
	CauseAssertion Cause = "assertion failed"
	CauseDraw      Cause = "nothing to draw"
	CauseOptions   Cause = "no options"
	CauseOptimum   Cause = "no single optimum"
	CauseCertify   Cause = "not certified"
	CauseBudget    Cause = "budget used up"
	CauseError     Cause = "error"
)

// Failure is a draw that was thrown away.
type Failure struct {
	Cause Cause
	Field string // the attribute concerned, as a path of keys; empty where it is the whole
	Err   error  // more about it, or nil
	fatal bool   // another draw would fail in the same way
}

func (f *Failure) Error() string {
	s := string(f.Cause)
	if f.Field != "" {
		s = f.Field + ": " + s
	}
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}

func (f *Failure) Unwrap() error { return f.Err }

// spent reports whether the expressions used up their budget.
func (f *Failure) spent() bool {
	var e *eval.Error
	return errors.As(f.Err, &e) && (errors.Is(e, eval.ErrSteps) || errors.Is(e, eval.ErrMemory))
}

// key is the failure without its particulars, for counting.
func (f *Failure) key() string {
	if f.Field == "" {
		return string(f.Cause)
	}
	return string(f.Cause) + " (" + f.Field + ")"
}

// buildFailure classifies an error in building the problem.
func buildFailure(field string, err error) *Failure {
	if errors.Is(err, budget.ErrMemory) {
		return fail(CauseBudget, field, err)
	}
	return fail(CauseError, field, err)
}

func fail(c Cause, field string, err error) *Failure {
	return &Failure{Cause: c, Field: field, Err: err}
}

// exprFailure classifies the error of an expression.
func exprFailure(field string, err error) *Failure {
	f := fail(CauseError, field, err)
	if errors.Is(err, eval.ErrSteps) || errors.Is(err, eval.ErrMemory) {
		f.Cause = CauseBudget
	}
	var e *eval.Error
	if errors.As(err, &e) && (e.Kind() == "NameError" || e.Kind() == "SyntaxError") {
		f.fatal = true
	}
	return f
}

// TriesError is the error of a record for which no draw succeeded.
type TriesError struct {
	Tries int
	Lost  map[string]int // draws thrown away, by cause
	Last  *Failure       // the last one
}

func (e *TriesError) Error() string {
	var b strings.Builder
	if e.Tries == 1 {
		b.WriteString("no puzzle in 1 try: ")
	} else {
		fmt.Fprintf(&b, "no puzzle in %d tries: ", e.Tries)
	}
	for i, c := range Counts(e.Lost) {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s %d", c.Cause, c.N)
	}
	if e.Last != nil {
		fmt.Fprintf(&b, "; the last: %v", e.Last)
	}
	return b.String()
}

func (e *TriesError) Unwrap() error {
	if e.Last == nil {
		return nil
	}
	return e.Last
}

// Stats tells what a record cost.
type Stats struct {
	Tries int            // draws, the one that was kept included
	Lost  map[string]int // draws that were thrown away, by cause
}

// Overspent is how many draws were thrown away because a budget was used up.
func (s *Stats) Overspent() int { return Overspent(s.Lost) }

// Overspent is how many of the draws that were thrown away, by cause, had used up a budget: it is the hard ones that do.
func Overspent(lost map[string]int) int {
	n := 0
	for cause, k := range lost {
		if strings.HasPrefix(cause, string(CauseBudget)) {
			n += k
		}
	}
	return n
}

// lose counts a draw that was thrown away.
func (s *Stats) lose(f *Failure) {
	if s.Lost == nil {
		s.Lost = map[string]int{}
	}
	s.Lost[f.key()]++
}

// Count is how often a cause came up.
type Count struct {
	Cause string
	N     int
}

// Counts lists causes, the most frequent first.
func Counts(lost map[string]int) []Count {
	out := make([]Count, 0, len(lost))
	for c, n := range lost {
		out = append(out, Count{c, n})
	}
	sortCounts(out)
	return out
}

// ConfigError is a configuration that does not fit the specification.
type ConfigError struct {
	Path string // where: "e1.pool[2][0]"
	What string
}

func (e *ConfigError) Error() string {
	if e.Path == "" {
		return "config: " + e.What
	}
	return "config." + e.Path + ": " + e.What
}
