package stored

import "github.com/quandary-puzzles/quandary/kinds/cards/cardfile"

func (l *loader) ofSets() []cardfile.Property       { return nil }
func (l *loader) ofInvariants() []cardfile.Property { return nil }
