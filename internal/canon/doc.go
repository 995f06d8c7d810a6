// Package canon gives canonical forms: of labelled graphs, and of constraint problems up to the names and the order of their
// variables, constraints and operands.
//
// Two graphs have the same exact form if and only if one is the other with its nodes numbered otherwise. The form is found
// by colour refinement with individualisation, as in B. D. McKay and A. Piperno, "Practical graph isomorphism, II" (2014),
// sections 2 and 3: nodes are coloured by their labels, colours are refined until nodes of one colour see the same colours
// along the same edges, and where several nodes share a colour each of them in turn is made special. Of all the numberings
// at the leaves of that search tree one is chosen by what the graph looks like under it. Branches that an automorphism maps
// to an earlier one are left out; automorphisms are found where two leaves look the same.
//
// The search is bounded. A graph whose search takes longer has a form that is not exact: it is written under the best
// numbering that was found. A form holds the whole graph, so equal forms always mean equal graphs; of a graph whose form is
// not exact, another numbering may have another form.
package canon
