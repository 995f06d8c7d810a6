package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quandary-puzzles/quandary/board"
	"github.com/quandary-puzzles/quandary/internal/doctree"
	"github.com/quandary-puzzles/quandary/py/syntax"
)

// version is the version of the language that this package reads. Files of older versions keep their meaning.
const version = 1

// File is a family of puzzles as its rules file states it.
type File struct {
	Path    string // as messages name it
	Version int
	ID      string
	Aliases []string // other names of the family, as commands take them
	Title   Texts
	About   Texts // what the puzzle is, in a sentence or two
	Size    Size
	Grids   []board.Grid // overlapping boards; empty for one rectangle
	Params  []Param      // in the order of the file
	Layers  []*Layer
	Lets    []*Let
	Rules   []*Rule

	Languages []string // in which the file itself has sentences of rules

	Making *Making // what the section make says; never nil

	Help Helping // what a page tells players without being asked

	Techniques []*Technique // in the order of the file

	// Use names the files that this one adds to; nil: none.
	Use *doctree.Node

	// Guest says that the file came with a puzzle, from anyone: less work is spent on its expressions. Whoever loads it sets this.
	Guest bool

	// Sections that other packages give their meaning to; nil where the file has none.
	Formats, Draw, Difficulty, Symmetries *doctree.Node
}

// Texts is a text in several languages, by language code (en, zh, ...).
type Texts map[string]string

// In gives the text in a language, or in English, or "".
func (t Texts) In(lang string) string {
	if s, ok := t[lang]; ok {
		return s
	}
	return t["en"]
}

// Size bounds the board.
type Size struct {
	Rows, Cols Range
	Square     bool     // as many rows as columns
	Usual      []string // sizes that are offered, such as 10x10; the first where none is asked for
	Levels     []string // sizes of the ten levels, with parameters such as 10x10,k=2, and how much goes at most, such as 9x9 40%; or none
	NoLevels   bool     // making finds too few boards for levels
}

// Range is a range of integers, both ends included.
type Range struct{ Lo, Hi int }

// Param is a number that belongs to a board beside its size, such as the number of stars in each row.
type Param struct {
	Name    string
	Pos     doctree.Pos
	Range   Range
	Default *Expr // what it is where a board does not say; nil: a board must say
}

// Role says what a layer is for.
type Role uint8

// The roles of layers.
const (
	Given  Role = iota // printed
	Find               // asked for
	Follow             // follows from the others: solved for, never shown or compared
)

func (r Role) String() string { return [...]string{"given", "find", "follow"}[r] }

// Layer is a value at each place of a class. Or, with Parts, a division of places into connected parts; or, with Fields, a class
// of objects, such as cages.
type Layer struct {
	Name string
	Pos  doctree.Pos
	Role Role
	At   *Expr // the class of places; nil means the cells
	// Domain is what values there are. Of a layer with Parts or Fields it is not used.
	Domain Domain
	Some   bool // whether a place may be without a value
	// Printed is set for a layer to be found of which some values are printed.
	Printed bool
	Default *Value // the value of a place of which a board says nothing; nil: false, or none
	Parts   bool
	Fields  []Field          // of objects: what each holds
	Made    string           // of objects: the constraint as which they are drawn on a full board where puzzles are made; "": they are not
	Called  Texts            // what sentences call it; nil: by its name
	Said    map[string]Texts // what sentences call its words; what is not here, by itself
}

// Objects reports whether the layer is a class of objects.
func (l *Layer) Objects() bool { return l.Fields != nil }

// Field is a field of the objects of a class.
type Field struct {
	Name   string
	Called Texts // what pictures call it; nil: by its name
	Pos    doctree.Pos
	Places bool // a list of places, of the class At (nil: cells)
	At     *Expr
	// Alternatives is set for a list of objects, of any class. What the rules say of these need not hold by itself: keeps(o) asks for it.
	Alternatives bool
	Domain       Domain // of a field that is no list of places
}

// DomainKind tells domains apart.
type DomainKind uint8

// The kinds of domain.
const (
	Bools  DomainKind = iota
	Ints              // Lo..Hi
	Words             // one of Words
	Lists             // lists of Elem
	Places            // a place of the class At: the value is a place
)

// Domain is the set of values of a layer.
type Domain struct {
	Kind   DomainKind
	Pos    doctree.Pos
	Lo, Hi *Expr // of Ints; nil is no bound
	Words  []string
	Elem   *Domain
	At     *Expr // of Places
}

// Expr is an expression of the file.
type Expr struct {
	doctree.Text
	Tree  syntax.Expr
	shift int // how many bytes were put before the text to parse it
}

// Place gives where a part of the expression stands in the file.
func (e *Expr) Place(n syntax.Node) doctree.Pos {
	return e.Text.At(int(n.Start().Offset) - e.shift)
}

// Source gives the text of a part of the expression, with one blank wherever it has several.
func (e *Expr) Source(n syntax.Node) string {
	from, to := int(n.Start().Offset)-e.shift, int(n.End().Offset)-e.shift
	if from < 0 || to > len(e.Value) || from > to {
		return ""
	}
	return strings.Join(strings.Fields(e.Value[from:to]), " ")
}

// FreeNames lists the names that an expression uses and does not bind itself.
func FreeNames(x syntax.Expr) []string {
	var out []string
	var walk func(x syntax.Expr, bound []string)
	walk = func(x syntax.Expr, bound []string) {
		switch x := x.(type) {
		case *syntax.Name:
			if !slices.Contains(bound, x.ID) && !slices.Contains(out, x.ID) {
				out = append(out, x.ID)
			}
			return
		case *syntax.Comp:
			for _, c := range x.Clauses {
				walk(c.Iter, bound)
				bound = append(bound[:len(bound):len(bound)], targets(c.Target)...)
				for _, f := range c.Ifs {
					walk(f, bound)
				}
			}
			walk(x.Elt, bound)
			return
		}
		for _, y := range syntax.Children(x) {
			walk(y, bound)
		}
	}
	walk(x, nil)
	return out
}

// Let is a name, or a function, that rules use.
type Let struct {
	Name   string
	Pos    doctree.Pos
	Params []string
	Func   bool // whether it has a parameter list, perhaps an empty one
	Expr   *Expr
}

// Rule is a condition that must hold: of each turn of its clauses, or once where it has none.
type Rule struct {
	Name    string
	Pos     doctree.Pos
	Expr    *Expr // the whole text
	Must    syntax.Expr
	Clauses []syntax.CompFor
	Text    Texts // what is wrong where it is broken: a sentence with {name} for what the clauses bind
	Holds   Texts // what it says, as a part of a sentence: "{c} has {number[c]} neighbours"
}

// Layer finds a layer by its name, or nil.
func (f *File) Layer(name string) *Layer {
	for _, l := range f.Layers {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// Name is what the family is called in a language: its title, or else its id.
func (f *File) Name(lang string) string { return cmp.Or(f.Title.In(lang), f.ID) }

// Loops reports whether a rule says, without a condition, that the lines of a layer are a loop.
func (f *File) Loops(l *Layer) bool {
	var says func(x syntax.Expr) bool
	says = func(x syntax.Expr) bool {
		switch x := x.(type) {
		case *syntax.BoolExpr:
			return x.Op == syntax.And && slices.ContainsFunc(x.X, says)
		case *syntax.CallExpr:
			fun, isName := x.Fun.(*syntax.Name)
			if !isName || fun.ID != "loop" || len(x.Args) != 1 {
				return false
			}
			of, isName := x.Args[0].Value.(*syntax.Name)
			return isName && of.ID == l.Name
		}
		return false
	}
	return slices.ContainsFunc(f.Rules, func(r *Rule) bool { return len(r.Clauses) == 0 && says(r.Must) })
}

// Let finds a let by its name, or nil.
func (f *File) Let(name string) *Let {
	for _, l := range f.Lets {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// Rule finds a rule by its name, or nil.
func (f *File) Rule(name string) *Rule {
	for _, r := range f.Rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// Spans reports whether the file speaks of the spans of a layer, by spans(name): in a class of places, a name of its own or a rule.
func (f *File) Spans(l *Layer) bool {
	if l.Role != Given || l.Parts || l.Objects() {
		return false
	}
	var in func(x syntax.Expr) bool
	in = func(x syntax.Expr) bool {
		if c, ok := x.(*syntax.CallExpr); ok && len(c.Args) == 1 {
			if of, ok := c.Args[0].Value.(*syntax.Name); ok && of.ID == l.Name && calls(c, "spans") {
				return true
			}
		}
		return slices.ContainsFunc(syntax.Children(x), in)
	}
	speaks := func(e *Expr) bool { return e != nil && in(e.Tree) } // nil: what is wrong with it has been told
	return slices.ContainsFunc(f.Lets, func(l *Let) bool { return speaks(l.Expr) }) ||
		slices.ContainsFunc(f.Layers, func(l *Layer) bool { return speaks(l.At) }) ||
		slices.ContainsFunc(f.Rules, func(r *Rule) bool { return speaks(r.Expr) })
}

// AtSpans reports whether a layer stands at spans, be it by a name of the file's own for them.
func (f *File) AtSpans(l *Layer) bool {
	if l.At == nil {
		return false
	}
	class := l.At.Tree
	if n, ok := class.(*syntax.Name); ok {
		if let := f.Let(n.ID); let != nil && let.Expr != nil {
			class = let.Expr.Tree
		}
	}
	c, ok := class.(*syntax.CallExpr)
	return ok && calls(c, "spans")
}

// Class is the class of a layer's places as the file writes it: cells where it says nothing.
func (l *Layer) Class() string {
	if l.At == nil {
		return "cells"
	}
	return strings.TrimSpace(l.At.Value)
}

// Outside reports whether a layer stands outside the board: at rows, at columns, or at lines or their ends.
func (l *Layer) Outside() bool {
	at := l.Class()
	return at == "rows" || at == "cols" || at == "lines" || strings.HasPrefix(at, "ends(")
}

// AtParts gives the layer at whose parts a layer stands; nil where it stands at other places.
func (f *File) AtParts(l *Layer) *Layer {
	if at := f.Layer(l.Class()); at != nil && at.Parts {
		return at
	}
	return nil
}

// calls reports whether a call is of the function of a name.
func calls(c *syntax.CallExpr, name string) bool {
	fun, ok := c.Fun.(*syntax.Name)
	return ok && fun.ID == name
}
