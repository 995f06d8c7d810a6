// Package declared keeps the contract of package puzzle for every family that a rules file states. There is no code here for any
// single family: what a family is stands in its file.
//
// A [Family] is a rules file that has been read, an [Instance] one of its boards. What both do lies in groups of files, which are
// best read in this order:
//
//	family, catalogue, own, formats, instance   a file becomes a family, a text or an address becomes a board; the families of the program, and
//	                                            those whose ids carry their rules
//	solve, judge, judged, symmetry              the solver proves, the judge says what is wrong with an answer; they share no code
//	play*, view, setting*                       moves, what a page shows, and a board on which the clues are the moves
//	generate*, level                            a puzzle of a class that is asked for
//	variants*                                   Sudokus put together of parts
//	explain, lessons                            the board, the search and the marks of steps, which internal/telling says; ratings
//	worded, reading*, places                    a puzzle as a question, and what comes for an answer
//
// # Making a puzzle
//
// Package carve holds the general algorithm, and this package tells it what a full board of a family is (the paper's D). The files, in the
// order in which a puzzle comes to be:
//
//   - generate_request, generate_base: what is asked for, and the parameters that the request leaves open.
//   - generate_sort: what each printed layer is – a clue that may be missing, a shape, rooms, a frame – is found by leaving it out of small boards.
//   - generate_draft, generate_press: a first solution, on a board whose rules the solver holds once and is asked many questions about (the press). Windows
//     of the solution are sampled again, until the board is as varied as its file wants.
//   - generate_site, generate_rooms, generate_rehouse, generate_parts: rooms, drawn around a solution and moved where they decide too little.
//   - generate_read: what a clue says follows from the solution.
//   - generate_grow: while the printed clues leave something undecided, windows near it are sampled again.
//   - generate_ease, generate_vary: near what is harder than was asked for, the board is changed.
//   - generate_carve: clues go, one after the other, as long as the solver proves that the solution is the only one.
//   - generate_classes, generate_formula, generate_names, level: puzzles by class, C as a formula, the names of classes, and levels from 1 to 10.
//   - generate_define: D for those who call carve.GenPuzzles themselves.
package declared
