// Package declared keeps the contract of package puzzle for every family that a rules file states. There is no code here for any
// single family: what a family is stands in its file.
//
// A [Family] is a rules file that has been read, an [Instance] one of its boards. What both do lies in groups of files, which are
// best read in this order:
//
//	family, catalogue, own, formats, instance   a file becomes a family, a text or an address becomes a board; the families of the program, and
//	                                            those whose ids carry their rules
//	solve, judge, judged, symmetry              the answers that internal/answers finds, and what it finds wrong with one
//	play*, view, setting*                       moves, what a page shows, and a board on which the clues are the moves
//	make                                        what is asked of internal/making, and what it asks of a family: ratings
//	variants*                                   Sudokus put together of parts
//	explain, lessons                            the board, the search and the marks of steps, which internal/telling says; ratings
//	answers                                     a puzzle as a question, and what an answer to it is worth
package declared
