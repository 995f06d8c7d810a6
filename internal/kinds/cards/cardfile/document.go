package cardfile

import (
	"fmt"
	"strings"

	"github.com/quandary-puzzles/quandary/internal/doctree"
)

// Limits of every reader.
const (
	MaxBytes      = 1 << 20 // of a file
	MaxProperties = 256     // property names
	MaxValues     = 256     // values of one property
	maxThings     = 100_000 // things that a file lists
	maxClues      = 10_000  // clues that a file lists
	maxSolutions  = 1000    // that a file says there are
	maxDepth      = 100     // nesting of YAML and JSON
	maxText       = 64 << 10
)

// Pos is a place in a file, from 1; the zero Pos is not known.
type Pos struct{ Line, Col int }

// IsValid reports whether the place is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Text is a piece of a file and where it begins. Escaped says that the source is spelled differently from Value (quotes,
// escapes, folding), so that only the beginning of the piece can be pointed at.
type Text struct {
	Value   string
	Pos     Pos
	Escaped bool
	File    string // where the piece is from, when that is another file than its document's

	spelled *doctree.Text // of YAML and JSON: where each part stands
}

// At gives the place of byte number offset of the text, as well as it is known.
func (t Text) At(offset int) Pos {
	if t.Escaped || !t.Pos.IsValid() || offset < 0 || offset > len(t.Value) {
		return t.Pos
	}
	if t.spelled != nil {
		return placeOf(t.spelled.At(offset))
	}
	p := t.Pos
	before := t.Value[:offset]
	if n := strings.Count(before, "\n"); n > 0 {
		p.Line += n
		p.Col = 1
		before = before[strings.LastIndexByte(before, '\n')+1:]
	}
	p.Col += len([]rune(before))
	return p
}

// Property is a property with its values, in the order of the file.
type Property struct {
	Name   Text
	Type   Text // "string", "integer", "ordered"; empty: not said
	Values []Text
	Labels []Member // how sentences call the property, by language
	Words  []WordList
}

// WordList are the values of a property in a language, in the order of the values; the empty language is that of the file.
type WordList struct {
	Lang   Text
	Values []Text
}

// Member is a name with a text.
type Member struct {
	Key   Text
	Value Text
}

// Thing is a thing that a file lists, with what the file says about it.
type Thing struct {
	ID     Text
	Values []Member // property and value
	Banned *bool    // whether the file says that the thing is banned; nil: not said
	Pos    Pos      // of "banned", where it is said, else of the thing
}

// Clue is a clue that a file lists.
type Clue struct {
	ID Text
	// Expr is the clue's formula; empty in files that have only the description.
	Expr Text
	// Descriptions are the clue's sentences, by language; the empty language is that of the file.
	Descriptions []Member
	// Bans lists the ids of the things that the file says the clue bans; HasBans distinguishes none from not said.
	Bans    []Text
	HasBans bool
	Pos     Pos
}

// Bound is the number of objects or links of a class or an association: Thing, Property, ThingProperty, Clue.
type Bound struct {
	Name     string
	Min, Max int // Max is -1 where the file does not say, and Min 0
	Pos      Pos
}

// Document is what a file says, in the file's order, before it is looked at as a puzzle.
type Document struct {
	File   string
	Format string // "properties", "dsl", "yaml", "json", "invariants"

	ID      Text
	Title   Text
	Titles  []Member // by language; then Title is empty
	Stories []Member // by language; the empty language is that of the file
	Lang    Text
	Theme   Text // the built-in theme whose words sentences use

	Properties []Property
	// Names and Values are the sets of a property file, which does not say which value belongs to which name: an invariant
	// does, or every name takes every value.
	Names, Values []Text

	LineUp     *LineUp
	Things     []Thing
	Clues      []Clue
	HasClues   bool // whether the file has a list of clues, even an empty one
	Solution   []Member
	Solutions  Count  // how many solutions the puzzle is meant to have
	Invariants []Text // OCL
	Bounds     []Bound
	Settings   []Member // of the generator
	Templates  []Template
	Notes      []Note
	Pos        Pos // of the whole
}

// Count is a number of the file; 0: the file does not give it.
type Count struct {
	N   int
	Pos Pos
}

// LineUp says that the properties are categories whose values stand in a line.
type LineUp struct {
	Pos   Pos
	Round bool // the line is closed, as round a table
}

// Template is a sentence for a form of clue in a language.
type Template struct {
	Lang, Form, Text Text
}

// Note is something odd that does not stop the reading.
type Note struct {
	Pos  Pos
	Text string
}

// Error is a mistake in a file, with its place.
type Error struct {
	File string
	Pos  Pos
	Msg  string
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Pos.IsValid() {
		if e.File != "" {
			b.WriteByte(':')
		}
		fmt.Fprintf(&b, "%d:%d", e.Pos.Line, max(1, e.Pos.Col))
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	return b.String()
}

// Add takes over the invariants of another document, which keep their places in it.
func (d *Document) Add(o *Document) {
	for _, t := range o.Invariants {
		t.File = o.File
		d.Invariants = append(d.Invariants, t)
	}
}
