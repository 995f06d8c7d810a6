package cardfile

import "github.com/quandary-puzzles/quandary/internal/doctree"

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

// Pos is a place in a file, and Text a piece of one.
type (
	Pos  = doctree.Pos
	Text = doctree.Text
)

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
	Settings   map[string]string            // options of the generator
	Templates  map[string]map[string]string // by language and form
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

// Note is something odd that does not stop the reading.
type Note struct {
	Pos  Pos
	Text string
}

// String gives the note with its place.
func (n Note) String() string { return (&doctree.Mistake{Pos: n.Pos, Msg: n.Text}).Error() }

// Add takes over the invariants of another document, which keep their places in it.
func (d *Document) Add(o *Document) { d.Invariants = append(d.Invariants, o.Invariants...) }
