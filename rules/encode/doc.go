// Package encode turns the rules of a board into constraints: it evaluates the expressions of a rules file once, with a model's
// terms where the value of a layer is unknown.
//
// What needs no unknown is computed; what does becomes a term. Three ideas carry the evaluation. A list's elements have
// conditions: "for c in cells if shade[c]" keeps every cell, with the condition that it is shaded, and count, sum, all and the like
// respect it. A value may be absent: every comparison with what is absent is false. And the groups (connected components) of a
// graph are values, of which rules ask for members, sizes and sums: they become the graph queries of package model.
//
// # Dictionary
//
//	has     the term that tells whether a value is there
//	cond    the term under which an element is in a list
//	mark    the condition after "if" in before, after, between, first, last and runs, which see unmarked elements too
//	open    a layer whose values are unknown: those to be found, those that follow, and whatever a caller opens
package encode
