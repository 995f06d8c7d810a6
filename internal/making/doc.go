// Package making makes puzzles of a rules file: a full board, and a puzzle of it of a class that is asked for.
//
// A [Maker] has a [Source]: a file, its text formats, a solver, and a [Rater] that tells how hard a board is. Puzzles are boards here
// (rules.Board); who makes an instance of package puzzle of one stands above. Package carve holds the general algorithm, and this package tells
// it what a full board of a family is (the paper's D, a [Definition]), what its symmetries are (T), and names classes (C) by ratings or by a
// [Formula]. The files, in the order in which a puzzle comes to be:
//
//   - maker, request, grades: what puzzles are made of, and what is asked for, by names of difficulty too.
//   - sort: what each printed layer is – a clue that may be missing, a shape, rooms, a frame – is found by leaving it out of small boards.
//   - definition, make: full boards, one after the other, and the search for a puzzle that is as was asked.
//   - draft, solver: a first solution, on a board whose rules a solver holds once and is asked many questions about, under assumptions. Windows
//     of the solution are sampled again, until the board is as varied as its file wants.
//   - base, site, rooms, rehouse, parts: rooms, drawn before a solution or around it, and moved where they decide too little.
//   - read: what a clue says follows from the solution; objects, variants: objects that are true of it are drawn on it.
//   - grow: while the printed clues leave something undecided, windows near it are sampled again.
//   - ease, vary: near what is harder than was asked for, the board is changed.
//   - carving: clues go, one after the other, as long as the solver proves that the solution is the only one.
//   - classes, formula, levels: puzzles by class, C as a formula, and levels from 1 to 10.
//   - fill, advise: a puzzle round a setter's clues, and which clues tell several answers apart.
//
// Nothing here depends on time or on other puzzles: each board has a solver of its own, and a stream draws the same puzzle again. Work is bounded in
// steps of the solver (draft).
package making
