package matching

import (
	"slices"
	"sync"

	"github.com/quandary-puzzles/quandary/lineup"
)

// This file joins the forms of clues with those of the room lineup, which says what statements about places mean.

// formTable is what is known of all forms of clues, by Kind.
type formTable struct {
	names []string
	forms []*lineup.Form // nil for the forms that are not about places
}

// table holds the names of Kind's constants, then the other files of the room lineup in the order of their names.
var table = sync.OnceValue(func() *formTable {
	t := &formTable{names: slices.Clone(kindNames[:])}
	for _, f := range lineup.Forms() {
		if !slices.Contains(t.names, f.Name) {
			t.names = append(t.names, f.Name)
		}
	}
	t.forms = make([]*lineup.Form, len(t.names))
	for k, name := range t.names {
		t.forms[k] = lineup.Named(name)
	}
	return t
})

// Known tells whether there is such a form.
func (k Kind) Known() bool { return k >= 0 && int(k) < len(table().names) }

// String gives the name of a form.
func (k Kind) String() string {
	if !k.Known() {
		return "no form"
	}
	return table().names[k]
}

// Form gives what the room lineup says about a form, nil where it is not about places.
func (k Kind) Form() *lineup.Form {
	if !k.Known() {
		return nil
	}
	return table().forms[k]
}

// KindNames lists the names of all forms.
func KindNames() []string { return table().names }

// KindNamed gives the form of a name, -1 where there is none.
func KindNamed(name string) Kind { return Kind(slices.Index(table().names, name)) }

// ranks are the values of places that have no others.
var ranks = lineup.Row(MaxItems, false).Values

// LineOf gives the places that clues compare in a category.
func (p *Puzzle) LineOf(cat int) *lineup.Line {
	l := &lineup.Line{Values: ranks[:p.N], Ring: p.Round && cat == p.Line}
	if c := &p.Cats[cat]; c.Order == Numeric {
		l.Values = c.Values
	}
	return l
}

// Said is what a clue states besides those whom it is about.
func (c *Clue) Said() lineup.Said { return lineup.Said{Lo: c.Lo, Hi: c.Hi, At: c.Index} }

// Placed judges a clue about places for indices of its category.
func (c *Clue) Placed(p *Puzzle, at ...int) bool {
	return c.Kind.Form().Holds(p.LineOf(c.Cat), c.Said(), at...)
}
