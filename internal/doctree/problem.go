package doctree

import (
	"fmt"
	"sort"
	"strings"
)

// Severity says how much a problem matters.
type Severity int

const (
	// Error: no puzzle can be made from the file as it is.
	Error Severity = iota + 1
	// Warning: something is probably not meant, such as a key that nothing reads.
	Warning
	// Hint: something could be better, such as a definition that nothing uses.
	Hint
)

func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Hint:
		return "hint"
	}
	return fmt.Sprintf("severity(%d)", int(s))
}

// MarshalText gives the severity's word, for JSON reports.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Problem is one thing that is wrong with a file.
type Problem struct {
	Severity Severity
	Pos      Pos
	// Code names the kind of problem in a word or two, such as "unknown-name". Codes do not change between releases.
	Code string
	// Field is the attribute that the problem is about, as a path of keys: "conditions.e1.source[0]".
	Field string
	// Message says what is wrong.
	Message string
	// Expected says what would be right, where that can be said.
	Expected string
	// Suggest is the nearest known name, where there is one.
	Suggest string
}

// Error gives the problem on one line: place, severity, message, what was expected, the nearest name.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.Pos.IsValid() || p.Pos.File != "" {
		fmt.Fprintf(&b, "%s: ", p.Pos)
	}
	fmt.Fprintf(&b, "%s: %s", p.Severity, p.Message)
	if p.Expected != "" {
		fmt.Fprintf(&b, "; expected %s", p.Expected)
	}
	if p.Suggest != "" {
		fmt.Fprintf(&b, " (did you mean %q?)", p.Suggest)
	}
	return b.String()
}

// Problems is what is wrong with a file, in the order of the file once sorted.
type Problems []*Problem

// HasErrors reports whether any problem is an error: then no puzzle can be made.
func (ps Problems) HasErrors() bool { return ps.Count(Error) > 0 }

// Count gives the number of problems of one severity.
func (ps Problems) Count(s Severity) int {
	n := 0
	for _, p := range ps {
		if p.Severity == s {
			n++
		}
	}
	return n
}

// Sort orders the problems by place, then by severity, and drops repetitions.
func (ps Problems) Sort() Problems {
	sort.SliceStable(ps, func(i, j int) bool {
		a, b := ps[i], ps[j]
		if a.Pos != b.Pos {
			return a.Pos.before(b.Pos)
		}
		if a.Severity != b.Severity {
			return a.Severity < b.Severity
		}
		return a.Message < b.Message
	})
	out := ps[:0]
	for i, p := range ps {
		if i > 0 {
			if q := out[len(out)-1]; q.Pos == p.Pos && q.Code == p.Code && q.Message == p.Message {
				continue
			}
		}
		out = append(out, p)
	}
	return out
}

// MaxProblems is how many problems of one pass over a file are kept: a file with more is not a specification.
const MaxProblems = 500

// Add keeps a problem, while there is room, and gives it back to be completed.
func (ps *Problems) Add(p *Problem) *Problem {
	switch n := len(*ps); {
	case n < MaxProblems:
		*ps = append(*ps, p)
	case n == MaxProblems:
		*ps = append(*ps, &Problem{Severity: Error, Pos: Pos{File: p.Pos.File, Line: 1, Col: 1}, Code: "limit",
			Message: fmt.Sprintf("more than %d problems: the rest are not listed", MaxProblems)})
	}
	return p
}

// Err gives the problems as an error when one of them is an error, else nil.
func (ps Problems) Err() error {
	if !ps.HasErrors() {
		return nil
	}
	return &InvalidError{Problems: ps}
}

// InvalidError says that a file cannot be used, and why.
type InvalidError struct {
	Problems Problems
}

// Error lists the errors, one a line; warnings and hints are left out.
func (e *InvalidError) Error() string {
	var lines []string
	for _, p := range e.Problems {
		if p.Severity == Error {
			lines = append(lines, p.Error())
		}
	}
	return strings.Join(lines, "\n")
}
