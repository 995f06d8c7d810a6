// Package puzzle is the contract that every playable family keeps: the same verbs for Sudoku, Fillomino, zebra puzzles,
// clue cards and worded puzzles, so that one set of commands, one page and one data set pipeline serve them all.
//
// A [Family] makes [Params] from text and an [Instance] from parameters and a description; together they are an id,
//
//	sudoku:9x9:53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
//	sudoku:9x9#17
//
// the first holding the puzzle itself, the second the seed that makes it. Everything else is a capability. A large one is an interface;
// who needs it asks with a type assertion. A small one is a field of [About] or [Extras], nil where it is not offered.
//
//	capability     of         offered by                        asked by
//	Generator      families   all                               generate, the page, data sets
//	Reader         families   all but rules files of one's own  every command that reads puzzles
//	About          families   all                               lists, the page, ids
//	Solver         instances  all                               solve, check, carving, grading
//	Shown          instances  all                               render, convert, the page
//	Player         instances  all                               play, the page
//	Explainer      instances  all                               explain, hints
//	Symmetric      instances  all                               data sets, for duplicates
//	Worded         instances  all                               text for people and models without a board
//	AnswerChecker  instances  all but null                      grading
//	Rater          instances  all but word puzzles              rate, classes
//	Editable       instances  boards and zebra puzzles          carving, the page of setters
//	Extras         instances  all                               as its fields say
//
// States and moves are text, so undo, saving, sharing and replay need nothing from the family. Instances are immutable and
// safe for concurrent use; methods that can take long take a context first and return its error when it ends.
package puzzle

import (
	"context"
	"io"
	"iter"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/rng"
	"github.com/quandary-puzzles/quandary/record"
)

// Family is one kind of puzzle.
type Family interface {
	// Name is the family's word in ids and commands: lower case letters.
	Name() string
	// Summary says in one line what the family is.
	Summary() string
	// About gives what the family says of itself, and what it offers beyond the contract.
	About() About
	// ParseParams reads parameters such as "9x9" or "5x6"; the empty text gives the family's default.
	ParseParams(text string) (Params, error)
	// Decode reads the description part of an id.
	Decode(p Params, desc string) (Instance, error)
}

// Params are a family's parameters, in canonical form: String gives the text that ParseParams reads back as equal.
type Params interface{ String() string }

// Instance is one puzzle, without its solution.
type Instance interface {
	// Params gives the puzzle's parameters.
	Params() Params
	// Desc describes the puzzle in one line without spaces; Decode reads it back.
	Desc() string
	// Extras gives what the puzzle offers beyond the contract.
	Extras() Extras
}

// Status is what is known about how many solutions a puzzle has.
type Status int

const (
	Unknown Status = iota // the search ended early
	None                  // no solution, proven
	Unique                // exactly one solution, proven
	Several               // at least two solutions
)

// StatusOf gives the status of a puzzle of which so many solutions were found; complete tells that there are no others.
func StatusOf(found int, complete bool) Status {
	switch {
	case found > 1:
		return Several
	case !complete:
		return Unknown
	case found == 1:
		return Unique
	}
	return None
}

// String gives the status's word in JSON lines: unknown, none, unique or several.
func (s Status) String() string {
	switch s {
	case None:
		return "none"
	case Unique:
		return "unique"
	case Several:
		return "several"
	default:
		return "unknown"
	}
}

// Solution is a solution of an instance.
type Solution interface {
	// Encode gives the solution in the family's format of that name, as a string or as a value that record.AppendJSON
	// writes. The empty name means the family's own form.
	Encode(format string) (any, error)
	// Desc gives the solution in one line; two solutions of an instance are equal if and only if these are.
	Desc() string
}

// Same reports whether two solutions of an instance are equal. A solution with a method Same may tell it with less work than by descriptions.
func Same(a, b Solution) bool {
	if s, ok := a.(interface{ Same(Solution) bool }); ok {
		return s.Same(b)
	}
	return a.Desc() == b.Desc()
}

// Result is what a solver found.
type Result struct {
	Status    Status
	Solutions []Solution    // the solutions found, at most the limit, in a deterministic order
	Count     int           // how many were found
	Complete  bool          // whether Count is the number of all solutions
	Work      record.Object // work counters by name, the same for the same puzzle on every machine
}

// Solver is an instance that can be solved, and that judges solutions.
type Solver interface {
	// Solve finds up to limit solutions (at least 2 to decide uniqueness). When the context ends it returns what is
	// known with status Unknown, or Several, and the context's error.
	Solve(ctx context.Context, limit int) (Result, error)
	// CheckSolution judges a solution by the rules alone and shares no code with Solve. It returns nil, or an error that names a
	// rule which the solution breaks.
	CheckSolution(s Solution) error
}

// Remark is something to know about a puzzle that is no mistake.
type Remark struct {
	Code string // stable, such as "useless-clue"
	Text string // for people
}

// Option documents one setting of a generator.
type Option struct {
	Name    string
	Doc     string
	Default string
	Values  []string // the values allowed, when there are few; empty for free text
}

// Settings are the values of a generator's options by name; missing ones have their default.
type Settings map[string]string

// Progress is a report from long work.
type Progress struct {
	Done, Total int    // Total is 0 when it is not known
	Text        string // what is being done
}

// Generated is a puzzle from a generator, with the solution that it was made from.
type Generated struct {
	Instance Instance
	Solution Solution
	Class    string        // difficulty class, when the family has classes
	Work     record.Object // work counters by name
}

// Generator is a family that makes puzzles.
type Generator interface {
	Family
	// Options lists the settings that Generate knows; "class" and "empties" have the same meaning in every family.
	Options() []Option
	// Generate makes a puzzle that depends on the parameters, the settings and the stream alone. A target that cannot be
	// reached is an *UnreachableError. The report function may be nil.
	Generate(ctx context.Context, p Params, s Settings, r *rng.Stream, report func(Progress)) (Generated, error)
}

// Entry is one puzzle of a file.
type Entry struct {
	ID       string   // what the file calls it; may be empty
	Line     int      // where it starts, from 1
	Format   string   // the format it was recognised as
	Instance Instance // nil when Err is set
	Answer   Solution // the solution that the file states, or nil
	State    State    // how far the file says that a player has come; empty: not begun
	Family   string   // the family that it is of, where that is another than the one that reads it: two may answer to one name
	Err      error    // why this entry could not be read; the others go on
	Notes    []string // what of the entry was left out, or read otherwise than it says, each with its place; to be told to whoever reads it
}

// Format describes a text format.
type Format struct {
	Name       string
	Doc        string
	Extensions []string // file name endings with the point
	Lines      bool     // whether it holds one puzzle a line
	Between    string   // what stands between two puzzles of a file, with its line end; where it is empty, nothing needs to
	Head, Foot string   // what stands before the first puzzle of a file and behind the last, around what Encode gives of each
	ReadOnly   bool
	Solution   bool // whether a text may hold the solution too: Write asks Extras.Solved for it
}

// Part takes a puzzle out of the file of one puzzle that Encode gives: without the format's head and foot, with a line end.
func (f Format) Part(file string) string {
	if f.Head == "" && f.Foot == "" {
		return file + "\n"
	}
	return strings.TrimSuffix(strings.TrimPrefix(file, f.Head), f.Foot)
}

// Reader is a family that reads files of puzzles.
type Reader interface {
	Family
	// Formats lists the formats, the family's own first.
	Formats() []Format
	// Read reads the puzzles of a stream; name is for messages. The empty format means: recognise it, for each entry
	// where that makes sense. A broken entry is an Entry with Err set. An error of the stream itself is the last entry.
	Read(ctx context.Context, name string, r io.Reader, format string) iter.Seq[Entry]
}

// Rating says how hard a puzzle is for a person.
type Rating struct {
	Class    string  // one of the family's classes; empty when there are none
	Score    float64 // on the family's scale; larger is harder
	Scale    string  // what the scale is, for people
	Hardest  string  // name of the hardest technique that is needed
	Steps    int     // how many steps the path has
	Cost     float64 // sum of the costs of the steps
	Solved   bool    // whether the techniques suffice without guessing
	Features record.Object
	Named    map[string]int // techniques that a rules file names and the path needs, by how many of its steps; nil: it needs none
}

// Rater is an instance that can be rated.
type Rater interface {
	Rate(ctx context.Context) (Rating, error)
}

// Worded is an instance that can be told as text to someone who has only the text.
type Worded interface {
	// Question states the rules and the puzzle; lang is "en" or "zh", or "de", "es" or "ja" where the family has them (see About.Languages), and falls back to English.
	Question(lang string) string
	// AnswerText gives a solution in the form that the question asks for.
	AnswerText(s Solution, lang string) string
	// EvalType says how answers are compared, in the terms of package grade.
	EvalType() string
}

// AnswerChecker is an instance whose answers are judged by its rules, so that any right solution counts.
type AnswerChecker interface {
	// ReadAnswer reads a solution from an answer's text; an error says why it is none.
	ReadAnswer(text string) (Solution, error)
}

// Stated is a solution that a text states, or begins to state.
type Stated struct {
	Start, End int      // its place in the text, in bytes
	Solution   Solution // nil where the text breaks off or leaves blanks
}
