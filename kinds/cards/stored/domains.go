package stored

import "github.com/quandary-puzzles/quandary/kinds/cards/cardfile"

// ofSets makes the properties of a property file: every name with every value that the invariants let it have.
func (l *loader) ofSets() []cardfile.Property {
	var out []cardfile.Property
	for _, name := range l.d.Names {
		out = append(out, cardfile.Property{Name: name, Values: l.d.Values})
	}
	return out
}

func (l *loader) ofInvariants() []cardfile.Property { return nil }
