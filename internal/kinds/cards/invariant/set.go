// Package invariant connects OCL invariants with clue cards: it has the class model of the paper as data and OCL, judges
// puzzles by invariants, compiles invariants to what restricts the choice of clues, and finds the things that satisfy them.
//
// The classes are those of M. Gogolla and J. Sánchez Cuadrado, "Developing configurations and solutions for logical puzzles
// with UML and OCL" (Software and Systems Modeling, 2025), Fig. 4:
//
//	Thing     banned : Boolean; property : Set(Property)
//	          value(name : String) : String; valid(c : Clue), bannedBy(c : Clue) : Boolean;
//	          cluesValid() : Set(Thing); banningClues : Set(Clue)
//	Property  name, value : String; thing : Set(Thing)
//	Clue      prem, conc : Property; negatedP, negatedC : Boolean; toStr : String;
//	          bansThing() : Set(Thing); bannedThings : Set(Thing); bansOCL() : String
//
// and, for clues beyond the paper's six forms, which have no prem and conc: form and text : String. Things are named thing1,
// ... and clues clue1, ... as the puzzle names them.
//
// Where a puzzle lists its things, the invariants are about all of them, and about the clues. Where it does not (a factored
// puzzle), there is one thing, as in the paper's section 5.3: the solution.
package invariant

import (
	_ "embed"

	"github.com/quandary-puzzles/quandary/ocl"
)

//go:embed metamodel.ocl
var metamodelText string

// Source is a text with invariants.
type Source struct {
	Name string // stands for the text in messages: the file that it is, or stands in
	Text string
	// Place turns a place in the text into one in the file that the text stands in; nil: the text is the file.
	Place func(ocl.Pos) ocl.Pos
}

// foundModel gives the class model of the paper.
func foundModel() *ocl.Model {
	return &ocl.Model{
		Classes: []ocl.Class{
			{Name: "Thing", Attributes: []ocl.Attribute{
				{Name: "banned", Type: "Boolean"},
				{Name: "banningClues", Type: "Set(Clue)", Derived: true},
			}},
			{Name: "Property", Attributes: []ocl.Attribute{{Name: "name", Type: "String"}, {Name: "value", Type: "String"}}},
			{Name: "Clue", Attributes: []ocl.Attribute{
				{Name: "prem", Type: "Property"}, {Name: "conc", Type: "Property"},
				{Name: "negatedP", Type: "Boolean"}, {Name: "negatedC", Type: "Boolean"},
				{Name: "form", Type: "String"}, {Name: "text", Type: "String"},
				// What a clue bans that is in none of the paper's forms.
				{Name: "bansListed", Type: "Set(Thing)"},
				{Name: "toStr", Type: "String", Derived: true},
				{Name: "bannedThings", Type: "Set(Thing)", Derived: true},
			}},
		},
		Associations: []ocl.Association{
			{Name: "ThingProperty", Ends: [2]ocl.End{{Role: "thing", Class: "Thing"}, {Role: "property", Class: "Property"}}},
		},
	}
}

// Set is some invariants, checked against the class model. It is safe for concurrent use.
type Set struct {
	spec  *ocl.Spec
	list  []*ocl.Invariant
	texts []source
}

// source is a text as it stands and as it was read.
type source struct {
	text string
	file *ocl.File
}

// Compile reads and checks the invariants of some texts, which may define operations as well. Mistakes are *ocl.Error or
// ocl.ErrorList, with their places in the files.
func Compile(sources ...Source) (*Set, error) {
	model, err := ocl.Parse("metamodel.ocl", []byte(metamodelText))
	if err != nil {
		return nil, err
	}
	files := []*ocl.File{model}
	var texts []source
	for _, s := range sources {
		f, err := ocl.ParseIn(s.Name, []byte(s.Text), s.Place)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
		texts = append(texts, source{s.Text, f})
	}
	spec, err := ocl.Compile(foundModel(), files...)
	if err != nil {
		return nil, err
	}
	return &Set{spec: spec, list: spec.Invariants(), texts: texts}, nil
}
