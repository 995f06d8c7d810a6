// Package cards is the family of clue-card puzzles: of many things, told apart by the values of their properties, the clues
// ban all but one. It is the model of M. Gogolla and J. Sánchez Cuadrado, "Developing configurations and solutions for
// logical puzzles with UML and OCL" (Software and Systems Modeling, 2025), and what that paper plans as future work.
//
// The package keeps the contract of package puzzle: ids, play, marks, explanations as steps, questions and answers. What a
// puzzle is and what its clues mean is said in the room deck; the other rooms stand on it:
//
//	deck       puzzles, the language of clues, and the judge of what clues mean
//	lexicon    words, templates and themes in every language, as data
//	saying     puts clues and facts in words
//	solving    clues as tables of bits and as constraint problems
//	laws       derives facts by laws of reasoning, and checks derivations
//	choose     chooses clues that leave so many solutions, under demands; finds out what clues do
//	picture    draws
//	symmetry   the same puzzle in other words or another order; its canonical form
//	invariant  OCL invariants
//	cardfile   file formats; stored makes puzzles of them
package cards
