package rules

import "github.com/quandary-puzzles/quandary/py/syntax"

// Members is what a rule says of which places a division with `some` has in its parts: exactly those of which a condition holds, or does not.
type Members struct {
	Rule *Rule
	// Pairs is a list, each element of which is a place and whether the condition holds there.
	Pairs *syntax.Comp
	// Not: the places in parts are those of which the condition does not hold.
	Not bool
}

// MembersOf finds the rule that says which places a division has: (c in area) != wall[c] for c in cells, or the like with ==, whose condition
// needs nothing of the division itself. nil: none says so in one line, and only borders tell.
func (f *File) MembersOf(l *Layer) *Members {
	_, own := f.without([]*Layer{l})
	for _, r := range f.Rules {
		if len(r.Clauses) != 1 || len(r.Clauses[0].Ifs) > 0 {
			continue
		}
		at, ok := r.Clauses[0].Target.(*syntax.Name)
		same, is := r.Must.(*syntax.CompareExpr)
		if !ok || !is || len(same.Ops) != 1 || same.Ops[0] != syntax.Eq && same.Ops[0] != syntax.Ne {
			continue
		}
		for _, sides := range [][2]syntax.Expr{{same.First, same.Rest[0]}, {same.Rest[0], same.First}} {
			if !isMember(sides[0], at.ID, l.Name) || named(sides[1], own) {
				continue
			}
			pairs := &syntax.Comp{Kind: syntax.ListComp, Elt: &syntax.ListExpr{Elts: []syntax.Expr{at, sides[1]}}, Clauses: r.Clauses}
			return &Members{Rule: r, Pairs: pairs, Not: same.Ops[0] == syntax.Ne}
		}
	}
	return nil
}

// isMember reports whether an expression is "c in area".
func isMember(x syntax.Expr, at, layer string) bool {
	in, ok := x.(*syntax.CompareExpr)
	if !ok || len(in.Ops) != 1 || in.Ops[0] != syntax.In {
		return false
	}
	c, ok1 := in.First.(*syntax.Name)
	l, ok2 := in.Rest[0].(*syntax.Name)
	return ok1 && ok2 && c.ID == at && l.ID == layer
}
