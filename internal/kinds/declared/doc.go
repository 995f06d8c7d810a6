// Package declared keeps the contract of package puzzle for every family that a rules file states. There is no code here for any
// single family: what a family is stands in its file.
//
// A [Family] is a rules file that has been read, an [Instance] one of its boards, a [Solution] a board with an answer. They hold what the contract needs
// to know of a puzzle – its id, its formats, the state of a game, what was judged lately – and hand the work to rooms below, which know boards of
// package rules, and no puzzle:
//
//	rules, rules/codec, rules/notation          files, the texts of boards, Sudoku variants
//	internal/answers, rules/judge               what solves, and what says which rules an answer breaks; they share no code
//	internal/drawing, internal/drawing/pens     pictures, boards as text, drawings of penpa-edit
//	internal/asking                             a board as a question in words, and what comes as an answer
//	internal/telling, internal/telling/claims   steps and broken rules as sentences, and such sentences read back
//	internal/making                             a full board, and a puzzle of a class that is asked for
//
// What is left here, in the order in which it is best read:
//
//	family, catalogue, own, formats, instance   a file becomes a family, a text or an address becomes a board; the families of the program, and
//	                                            those whose ids carry their rules
//	play, play_judge                            moves and states, and what is wrong with one
//	setting, setting_advise                     a board on which the clues are the moves, and where a clue would tell two answers apart
//	view                                        what a page shows, and how each layer is filled in
//	solve, judge, judged, symmetry              solutions, verdicts, and the boards that count as the same
//	answers                                     what an answer in words is worth
//	explain, lessons                            the board, the search and the marks of steps; ratings
//	make                                        what is asked of making, and what that asks of a family: ratings
//	variants                                    Sudokus put together of parts
//
// A puzzle is played by marking the places of its layers: moves and states are texts, told in play. Whatever is worked out once for a puzzle – its
// layers as they are played, its question, its rules made ready for the judge – is held by the instance and shared by all goroutines.
package declared
