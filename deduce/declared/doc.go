// Package declared explains boards of families that rules files state, by one mechanism for all of them.
//
// A [Board] is a board as instances of rules and literals: what may be known of a place. A [Search] holds what is known and looks for
// the cheapest step (deduce): one instance alone, what a heavy instance and all that is light around it say together, sums of counts,
// pairs of heavy instances, chains over the whole board, cases, and at last the answer. Classes order the search, and costs what is of one
// class: before a step of two heavy instances is taken, short ones of one are looked for. A long chain, and what needs cases, is taken apart:
// a step first states that one of two or three things holds, and later steps rest on that as they do on rules. What a step names –
// instances of rules, and facts – is minimal: leave one out and what it concludes does not follow; that a number of many
// values is at most or at least so much is one fact. It follows by construction: a solver has
// refuted its opposite from what the step names, and from nothing else. What a single printed clue shows of a place alone is known from the start and is
// no step; a step that is told names the rules of those that it rests on (Step.Clues).
//
// # Dictionary
//
//	atom       a variable of the encoding having a value: a cell being 5, an edge being drawn
//	literal    an atom or its negation
//	instance   one turn of a rule, or a part of one that stands by itself
//	light      an instance that the eye takes in at once: not both of two, at most one of some; heavy: the others
//	bundle     heavy instances that are one thing to the eye: what a rule says of one row, of each of its values
//	silent     what needs no telling: a cell has one value, a placed value leaves its row
//	probe      constraints of some instances in a solver, asked under assumptions
//	guard      the literal under which an instance holds in a probe of several
//	statement  that one of two or three things holds: what a step may conclude beside literals; from then on a light instance
//	size       an unknown that the board adds: how many cells a part has with which many rules compare, or how many cells of a place are so where rules compare that of several places
//	walk       places whose numbers follow each other from one to the next
//	stretch    numbers of a walk that are not known, between two that are: a step along it rests on all turns on the ways between as on one
//	helper     an unknown that follows from the others and is not asked for
package declared
