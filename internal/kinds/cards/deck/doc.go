// Package deck has the puzzles of clue cards and the language of their clues.
//
// A [Puzzle] has properties, each a name and a domain of values. A [Thing] has one value of each property. The things are all
// combinations, or a given list of them; a puzzle of too many combinations is factored: its things are never listed, and it
// is solved as an assignment of values to properties. A [Lineup] is a factored puzzle of places in a row, or round a table,
// at which the values of each category stand in some order (the zebra puzzles of the paper's section 5.4).
//
// A [Clue] is a formula: a tree of [Node]. A clue bans a thing when it is false of it. [Puzzle.Parse] reads the text form, such as
//
//	body = blue => top = blue
//	not (top = red or body = red)
//	exactly 1 of (who = Duke, where = Library, how = Rope)
//	2*C = B
//	next(Meat = lamb, Meat = sausage)
//
// and [Puzzle.Format] writes it. [Puzzle.Holds] judges one thing by one clue; it is the judge of everything else here and
// shares no code with the tables of bits and the constraint problems of package solving.
package deck
