package eval

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/budget"
	"github.com/quandary-puzzles/quandary/internal/nearest"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// Exception is a Python exception as a value.
type Exception struct {
	typ   *Type
	args  *Tuple
	attrs attrTable
	cause Value
}

// TypeName is the name of the exception's type.
func (e *Exception) TypeName() string { return e.typ.Name }

// Args gives the arguments that the exception was made with.
func (e *Exception) Args() []Value { return e.args.elems }

// Message is str(e).
func (e *Exception) Message() string {
	switch len(e.args.elems) {
	case 0:
		return ""
	case 1:
		if e.typ.IsSubtype(keyError) {
			return shortRepr(e.args.elems[0], maxShown)
		}
		if s, ok := e.args.elems[0].(Str); ok {
			return string(s)
		}
		return shortRepr(e.args.elems[0], maxShown)
	}
	return shortRepr(e.args, maxShown)
}

// maxShown bounds the text of one value in an error message, in bytes.
const maxShown = 400

// NamedValue is a name and the text of its value when an error arose.
type NamedValue struct{ Name, Value string }

// CallSite is a call that was under way when an error arose.
type CallSite struct {
	Name string // the function called
	File string
	Pos  syntax.Pos // where the call is written
}

// Error is a program's failure: a Python exception that nothing caught, or a budget used up, with the place where it arose.
type Error struct {
	Exc   *Exception
	File  string
	Pos   syntax.Pos   // in File; the zero Pos when the failure has no place
	Line  string       // the source line
	Col   int          // the column in Line, from 1
	Names []NamedValue // the names in the failing expression
	Calls []CallSite   // innermost first
	fatal error        // ErrSteps, ErrMemory, ErrCancelled or another error that programs cannot catch
	shown bool         // Names are filled in
	fc    *funcCode    // the code that holds the place
	at    int32        // and the offset in its source
	calls []pendingCall
}

// Kind is the exception's type name, such as "ValueError"; "BudgetError" when a budget was used up.
func (e *Error) Kind() string { return e.Exc.typ.Name }

// Message is the exception's text without its kind.
func (e *Error) Message() string {
	if e.fatal != nil {
		return e.fatal.Error()
	}
	return e.Exc.Message()
}

func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		b.WriteByte(':')
	}
	if e.Pos.IsValid() {
		fmt.Fprintf(&b, "%d:%d: ", e.Pos.Line, e.Pos.Col)
	} else if e.File != "" {
		b.WriteByte(' ')
	}
	b.WriteString(e.Kind())
	if m := e.Message(); m != "" {
		b.WriteString(": " + m)
	}
	return b.String()
}

// Detail is the error with the source line, a caret, the values of the names in the failing expression, and the calls under way.
func (e *Error) Detail() string {
	var b strings.Builder
	b.WriteString(e.Error())
	if e.Line != "" {
		b.WriteString("\n" + syntax.Caret(e.Line, e.Col))
	}
	for i, n := range e.Names {
		if i == 0 {
			b.WriteString("\n  where ")
		} else {
			b.WriteString("\n        ")
		}
		b.WriteString(n.Name + " = " + n.Value)
	}
	for _, c := range e.Calls {
		fmt.Fprintf(&b, "\n  called as %s at ", c.Name)
		if c.File != "" {
			b.WriteString(c.File + ":")
		}
		b.WriteString(c.Pos.String())
	}
	return b.String()
}

// Unwrap gives ErrSteps, ErrMemory, ErrCancelled or the Go error behind the failure, if there is one.
func (e *Error) Unwrap() error { return e.fatal }

// IsKind reports whether the exception is of a kind, by the kind's type or one derived from it.
func (e *Error) IsKind(kind string) bool {
	for t := e.Exc.typ; t != nil; t = t.Base {
		if t.Name == kind {
			return true
		}
	}
	return false
}

// Raise makes a Python exception of a kind ("ValueError"), to be returned by builtins and capability methods.
func Raise(kind, format string, args ...any) error { return raise(excType(kind), format, args...) }

func raise(t *Type, format string, args ...any) *Error {
	msg := format
	if len(args) > 0 {
		msg = fmt.Sprintf(format, args...)
	}
	return &Error{Exc: &Exception{typ: t, args: NewTuple(Str(validUTF8(msg)))}}
}

func validUTF8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// raiseExc raises an exception value.
func raiseExc(e *Exception) *Error { return &Error{Exc: e} }

func fatal(cause error, format string, args ...any) *Error {
	return &Error{Exc: &Exception{typ: budgetError, args: NewTuple()}, fatal: fmt.Errorf(format+": %w", append(args, cause)...)}
}

// asError turns any error of a builtin into an *Error. An account that is overdrawn and the end of a context are errors that no
// program can catch; any other error that is no Python exception becomes a RuntimeError, which programs can catch.
func asError(err error) *Error {
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	switch {
	case errors.Is(err, budget.ErrMemory), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{Exc: &Exception{typ: budgetError, args: NewTuple()}, fatal: err}
	}
	r := raise(runtimeError, "%s", err.Error())
	r.fatal = nil
	return r
}

func typeErr(format string, args ...any) *Error  { return raise(typeError, format, args...) }
func valueErr(format string, args ...any) *Error { return raise(valueError, format, args...) }

// didYouMean gives ", did you mean X?" for the nearest of several names, or nothing when none is near.
func didYouMean(name string, known []string) string {
	if s := nearest.One(name, known); s != "" {
		return "; did you mean " + s + "?"
	}
	return ""
}

// NewException makes an exception type derived from the built-in one of a name.
func NewException(name, base string) *Type { return exc(name, excType(base)) }

// RaiseType makes an exception of a type that NewException made.
func RaiseType(t *Type, format string, args ...any) error { return raise(t, format, args...) }
