// Package cards is the family of clue-card puzzles: of many things, told apart by the values of their properties, the clues
// ban all but one. It is the model of M. Gogolla and J. Sánchez Cuadrado, "Developing configurations and solutions for
// logical puzzles with UML and OCL" (Software and Systems Modeling, 2025), and what that paper plans as future work.
//
// # Model
//
// A [Puzzle] has properties, each a name and a domain of values. A [Thing] has one value of each property. The things are all
// combinations, or a given list of them; a puzzle of too many combinations is factored: its things are never listed, and it
// is solved as an assignment of values to properties. A [Lineup] is a factored puzzle of places in a row, or round a table,
// at which the values of each category stand in some order (the zebra puzzles of the paper's section 5.4).
//
// A [Clue] is a formula: a tree of [Node]. A clue bans a thing when it is false of it. [Parse] reads the text form, such as
//
//	body = blue => top = blue
//	not (top = red or body = red)
//	exactly 1 of (who = Duke, where = Library, how = Rope)
//	2*C = B
//	next(Meat = lamb, Meat = sausage)
//
// and [Puzzle.Format] writes it. [Puzzle.Holds] judges one thing by one clue; it is the judge of everything else here and
// shares no code with the tables of bits ([Table]) and the constraint model that solve puzzles.
package cards
