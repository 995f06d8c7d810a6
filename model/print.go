package model

// Format prints a term for people: infix, with names.
func (p *Problem) Format(t Term) string { return "" }

// String prints the whole problem for people.
func (p *Problem) String() string { return "" }
